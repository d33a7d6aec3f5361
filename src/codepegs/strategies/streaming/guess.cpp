// A whole guess from the queried parts.
// Every other peg is filled so that its contribution to the reply is known.
#include "guess.hpp"
#include "facts.hpp"

#include <algorithm>
#include <vector>

namespace codepegs::streaming {

namespace {

/// The queried parts: each of these nodes is filled with a colour.
struct Asked {
    const Array<const int64_t> &child;
    const Array<const int64_t> &color;
};

/// Fill all of a node with a colour.
void paint(const Tree &tree, int64_t node, int64_t color, const Array<int32_t> &guess) {
    std::fill(guess.data() + tree.low[node], guess.data() + tree.high[node], static_cast<int32_t>(color));
}

/// With a dummy, all pegs that are neither known nor queried get that colour.
int64_t fill_with_dummy(const Tree &tree, const Facts &facts, const Asked &asked, const Array<int32_t> &guess) {
    const auto dummy = static_cast<int32_t>(facts.number(DUMMY));
    int64_t base = 0;
    for (int64_t peg = 0; peg < guess.size(); ++peg) {
        const int32_t known = facts.color_at[peg];
        guess[peg] = known < 0 ? dummy : known;
        base += known >= 0;
    }
    for (int64_t t = 0; t < asked.child.size(); ++t) {
        const int64_t child = asked.child[t];
        for (int64_t peg = tree.low[child]; peg < tree.high[child]; ++peg) {
            if (facts.color_at[peg] < 0) guess[peg] = static_cast<int32_t>(asked.color[t]);
        }
    }
    return base;
}

/// Without one, a complete node is filled with a colour that is not in it, or whose pegs in it are known.
int64_t fill_without_dummy(const Tree &tree, const Facts &facts, const Asked &asked, const Array<int32_t> &guess) {
    const auto nodes = index(tree.nodes());
    std::vector<int64_t> asked_color(nodes, NONE);
    for (int64_t t = 0; t < asked.child.size(); ++t) asked_color[index(asked.child[t])] = asked.color[t];
    std::vector<char> within(nodes, false); // whether a part below a node is queried
    for (std::size_t node = nodes; node-- > 0;) {
        const auto n = static_cast<int64_t>(node);
        const auto first = index(tree.first[n]);
        for (std::size_t child = first; child < first + index(tree.parts[n]); ++child) {
            within[node] |= within[child] || asked_color[child] >= 0;
        }
    }
    struct Open {
        int64_t node;
        int64_t missing; // a colour that is not in it, or -1
    };
    std::vector<Open> open{{0, NONE}};
    int64_t base = 0;
    while (!open.empty()) {
        const int64_t node = open.back().node;
        int64_t missing = open.back().missing;
        open.pop_back();
        const int64_t first = tree.first[node];
        const int64_t end = first + tree.parts[node];
        if (is_complete(tree, facts, node)) {
            const int64_t group = facts.head[node];
            if (facts.count[group] == tree.size(node)) {
                paint(tree, node, facts.color[group], guess);
                base += facts.count[group];
                continue;
            }
            bool is_whole = !within[index(node)];
            for (int64_t child = first; child < end; ++child) is_whole &= !is_complete(tree, facts, child);
            missing = absent_color(facts, node);
            if (is_whole) { // nothing is queried in it, nor in a complete part of it
                paint(tree, node, missing >= 0 ? missing : facts.color[group], guess);
                base += missing >= 0 ? 0 : facts.count[group];
                continue;
            }
        }
        for (int64_t child = first; child < end; ++child) {
            const auto c = index(child);
            if (asked_color[c] >= 0) {
                paint(tree, child, asked_color[c], guess);
            } else if (within[c] || is_complete(tree, facts, child)) {
                open.push_back({child, missing});
            } else if (missing >= 0) {
                paint(tree, child, missing, guess);
            } else {
                paint(tree, child, facts.settled[node], guess);
                base += count_in(facts, child, facts.settled[node]);
            }
        }
    }
    return base;
}

} // namespace

/// Fill a guess, with pegs in the order of the tree, so that only the black count of the queried parts is unknown;
/// returns the number of certain black pegs outside of them.
///
/// `children` has the queried nodes, each a part of its parent, and `colors` the colour of each; `guess` has shape
/// (pegs,).
int64_t fill_guess(const Tree &tree, const Facts &facts, const Array<const int64_t> &children,
                   const Array<const int64_t> &colors, const Array<int32_t> &guess) {
    facts.check(tree);
    require(colors.size() == children.size(), "colors: one for each node asked");
    for (const int64_t child : children) require(child >= 0 && child < tree.nodes(), "children: nodes of the tree");
    require(guess.size() == tree.pegs(), "guess: one colour for each peg");
    return facts.number(DUMMY) >= 0 ? fill_with_dummy(tree, facts, {children, colors}, guess)
                                    : fill_without_dummy(tree, facts, {children, colors}, guess);
}

/// Return the total of the colours already counted.
int64_t known_total(const Facts &facts, const Array<const int32_t> &guess) {
    facts.check();
    std::vector<int32_t> copies(index(facts.colors()));
    for (const int32_t color : guess) {
        require(color >= 0 && color < facts.colors(), "guess: colours of the game");
        ++copies[index(color)];
    }
    int64_t total = 0;
    for (int64_t color = 0; color < facts.colors(); ++color) {
        if (facts.counts[color] >= 0) total += std::min(copies[index(color)], facts.counts[color]);
    }
    return total;
}

/// Put copies of uncounted colours on known pegs, or on any; returns the reduction of the certain black pegs.
int64_t place_copies(const Facts &facts, const Array<const int64_t> &colors, const Array<const int64_t> &copies,
                     bool anywhere, const Array<int32_t> &guess) {
    facts.check();
    require(copies.size() == colors.size(), "copies: a number for each colour");
    require(guess.size() == facts.color_at.size(), "guess: one colour for each peg");
    int64_t peg = 0;
    int64_t lost = 0;
    for (int64_t c = 0; c < colors.size(); ++c) {
        for (int64_t copy = 0; copy < copies[c]; ++copy) {
            while (!anywhere && peg < guess.size() && facts.color_at[peg] < 0) ++peg;
            require(peg < guess.size(), "place_copies: room for every copy");
            lost += facts.color_at[peg] >= 0;
            guess[peg] = static_cast<int32_t>(colors[c]);
            ++peg;
        }
    }
    return lost;
}

} // namespace codepegs::streaming

namespace codepegs {
using streaming::fill_guess;
using streaming::known_total;
using streaming::place_copies;
} // namespace codepegs

CODEPEGS_EXPORT(fill_guess, tree, facts, children, colors, guess);
CODEPEGS_EXPORT(known_total, facts, guess);
CODEPEGS_EXPORT(place_copies, facts, colors, copies, anywhere, guess);
