// The arrays of the strategy for large games, owned by Python, and the bits of a hypothesis.
//
// Pegs are numbered along a tree of intervals: a node is an interval of pegs, cut into parts, its children. A group is
// a fact: the exact number of pegs of a colour in a node. Groups wait until they become items, whose distribution over
// the parts of their node is queried. A hypothesis is a 64-bit word with a field for each part of each item.
// docs/large-games.md describes the method.
#pragma once

#include "core/array.hpp"
#include "core/double_lanes.hpp"
#include "core/export.hpp"
#include "core/random.hpp"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace codepegs::streaming {

/// Groups that can be items at one time; their fields share a word.
inline constexpr int64_t MOST_ITEMS = 48;
/// Parts a node can have.
inline constexpr int64_t MOST_PARTS = 8;
/// Bits of a hypothesis.
inline constexpr int64_t WORD = 64;

/// Special results: none, not looked up yet, too large.
inline constexpr int64_t NONE = -1;
inline constexpr int64_t UNKNOWN = -2;
inline constexpr int64_t BIG = -3;

/// Indices of `Facts::numbers`.
enum FactsNumber : int64_t {
    GROUPS,     // groups made
    DUMMY,      // a colour known to be on no open peg, or -1
    SOLVED,     // pegs whose colour is known
    LEFT,       // pegs of colours that are not counted yet
    UNCOUNTED,  // colours that are not counted yet
    NEXT_COLOR, // the next colour to count
    LENGTH,     // hypotheses in the list
    FRONT,      // which half of the buffer holds the list
    ITEMS,      // items
    TAKEN,      // bits of a word in use
    NUMBERS,
};

/// Nodes by number, the root first; the children of a node are consecutive.
struct Tree {
    Array<const int64_t> low;
    Array<const int64_t> high;
    Array<const int64_t> first;
    Array<const int64_t> parts;
    Array<const int64_t> depth;

    [[nodiscard]] int64_t nodes() const { return low.size(); }
    [[nodiscard]] int64_t pegs() const { return high[0]; }
    [[nodiscard]] int64_t size(int64_t node) const { return high[node] - low[node]; }

    void check() const {
        require(nodes() > 0, "tree: one node at least");
        require(high.size() == nodes() && first.size() == nodes() && parts.size() == nodes() && depth.size() == nodes(),
                "tree: arrays of one length");
        require(parts[0] <= MOST_PARTS && low[0] == 0, "tree: a root of up to 8 parts");
    }
};
CODEPEGS_STRUCT(Tree, low, high, first, parts, depth);

/// The facts. `next_group` and `head` link the groups of each node; `waiting` has the groups that are not items, by the
/// depth of their nodes.
struct Facts {
    Array<int32_t> color_at;   // (pegs,) the colour of a peg, or -1
    Array<int32_t> used;       // (nodes,) pegs of the node that known groups account for
    Array<int32_t> counts;     // (colors,) pegs of a colour in the secret, or -1
    Array<int32_t> placed;     // (colors,) located pegs of a colour
    Array<int32_t> color;      // (groups,) the colour of a group
    Array<int32_t> node;       // (groups,) its node
    Array<int32_t> count;      // (groups,) its pegs
    Array<int32_t> start;      // (groups,) the first part of the node that can hold them
    Array<int32_t> next_group; // (groups,) the next group of its node, or -1
    Array<int32_t> head;       // (nodes,) the first group of a node, or -1
    Array<int32_t, 2> waiting; // (depths, pegs) groups
    Array<int64_t> waits;      // (depths,) how many wait
    Array<int32_t> absent;     // (nodes,) a colour that is not in the node, for complete nodes
    Array<int32_t> settled;    // (nodes,) a colour whose distribution over the parts of the node is known, or -1
    Array<int32_t, 2> shares;  // (colors, parts) pegs of a colour in each part of the root, or -1
    Array<int64_t> numbers;

    [[nodiscard]] int64_t colors() const { return counts.size(); }
    [[nodiscard]] int64_t &number(FactsNumber n) const { return numbers[n]; }

    void check() const {
        require(numbers.size() == NUMBERS, "facts: all numbers");
        require(placed.size() == colors() && shares.size(0) == colors() && shares.size(1) == MOST_PARTS,
                "facts: a row for each colour");
        const int64_t groups = color.size();
        require(node.size() == groups && count.size() == groups && start.size() == groups &&
                    next_group.size() == groups,
                "facts: a row for each group");
        const int64_t nodes = used.size();
        require(head.size() == nodes && absent.size() == nodes && settled.size() == nodes,
                "facts: a row for each node");
        require(waiting.size(0) == waits.size(), "facts: a row for each depth");
        require(number(DUMMY) < colors() && number(GROUPS) >= 0 && number(GROUPS) <= groups && number(NEXT_COLOR) >= 0,
                "facts: numbers in their ranges");
    }

    void check(const Tree &tree) const {
        tree.check();
        check();
        require(used.size() == tree.nodes(), "facts: a row for each node of the tree");
        require(color_at.size() == tree.pegs(), "facts: a row for each peg of the tree");
        require(tree.depth[tree.nodes() - 1] < waits.size(), "facts: a row for each depth of the tree");
    }
};
CODEPEGS_STRUCT(Facts, color_at, used, counts, placed, color, node, count, start, next_group, head, waiting, waits,
                absent, settled, shares, numbers);

/// The items, and the list of hypotheses about them.
struct Items {
    Array<int64_t> group; // (items,) the group, or -1
    Array<int64_t> color;
    Array<int64_t> node;
    Array<int64_t> total;     // (items,) its pegs, or their largest number
    Array<int64_t> start;     // (items,) the first part that can hold it
    Array<int64_t> above;     // (items,) the item that determines the number of its pegs, or -1 if that is known
    Array<int64_t> side;      // (items,) in which of its parts
    Array<int64_t, 2> bit;    // (items, parts) the lowest bit of a field, or -1: the other of two parts has the rest
    Array<int64_t> width;     // (items,) bits of each of its fields
    Array<int64_t> low;       // (items,) the number of pegs for a field of zero
    Array<uint64_t, 2> words; // (2, hypotheses) the list, in one half, and room for the next one, in the other
    Array<double, 2> weights; // (2, hypotheses)

    [[nodiscard]] int64_t room() const { return words.size(1); }

    void check(const Facts &facts) const {
        require(group.size() == MOST_ITEMS && color.size() == MOST_ITEMS && node.size() == MOST_ITEMS &&
                    total.size() == MOST_ITEMS && start.size() == MOST_ITEMS && above.size() == MOST_ITEMS &&
                    side.size() == MOST_ITEMS && bit.size(0) == MOST_ITEMS && bit.size(1) == MOST_PARTS &&
                    width.size() == MOST_ITEMS && low.size() == MOST_ITEMS,
                "items: 48 rows");
        require(words.size(0) == 2 && weights.size(0) == 2 && weights.size(1) == room(),
                "items: two lists of one length");
        require(facts.number(FRONT) == 0 || facts.number(FRONT) == 1, "items: a half of the buffer");
        require(facts.number(LENGTH) > 0 && facts.number(LENGTH) <= room(), "items: one hypothesis at least");
        require(facts.number(ITEMS) >= 0 && facts.number(ITEMS) <= MOST_ITEMS, "items: up to 48");
    }
};
CODEPEGS_STRUCT(Items, group, color, node, total, start, above, side, bit, width, low, words, weights);

/// The number in a field of a word; a field of no bits holds 0 wherever it is.
inline int64_t field_at(uint64_t word, int64_t bit, int64_t width) {
    return static_cast<int64_t>((word >> (bit & (WORD - 1))) & ((uint64_t{1} << width) - 1));
}

/// The bits of a field.
inline uint64_t field_mask(int64_t bit, int64_t width) { return ((uint64_t{1} << width) - 1) << (bit & (WORD - 1)); }

/// A word with a number in a field that holds 0.
inline uint64_t with_field(uint64_t word, int64_t bit, int64_t value) {
    return word | static_cast<uint64_t>(value) << (bit & (WORD - 1));
}

/// Bits that hold the numbers 0 to `most`.
inline int64_t width_of(int64_t most) { return static_cast<int64_t>(std::bit_width(static_cast<uint64_t>(most))); }

/// A random number below `below`.
inline int64_t draw(uint64_t &rng, int64_t below) {
    return static_cast<int64_t>((splitmix::next_word(rng) >> 11) % static_cast<uint64_t>(below));
}

/// The sum of weights. Every eighth weight is added to one of eight sums, so the result is the same on every processor.
inline double total_weight(const double *weights, int64_t length) {
    const int64_t whole = length - length % LANES;
    Doubles sums = splat(0.0);
    for (int64_t s = 0; s < whole; s += LANES) sums = sums + load(weights + s);
    double parts[LANES];
    store(parts, sums);
    double total = 0.0;
    for (const double part : parts) total += part;
    for (int64_t s = whole; s < length; ++s) total += weights[s];
    return total;
}

/// Difference from one at which weights are not divided by their sum.
inline constexpr double NEARLY_ONE = 1e-12;

/// Divide weights by their sum, or make them equal if it is zero.
inline void normalize(double *weights, int64_t length) {
    const double total = total_weight(weights, length);
    if (std::abs(total - 1.0) <= NEARLY_ONE) return;
    const double even = 1.0 / static_cast<double>(length);
    for (int64_t s = 0; s < length; ++s) weights[s] = total > 0.0 ? weights[s] / total : even;
}

} // namespace codepegs::streaming
