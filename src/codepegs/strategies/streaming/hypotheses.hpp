// The list of hypotheses: expansion by an item, filtering by a reply, and the facts on which all hypotheses agree.
// A hypothesis has the distribution of the pegs of every item over the parts of its node. The list is exact: it holds
// every joint distribution consistent with all replies and known groups, so anything on which all hypotheses agree is a
// fact.
#pragma once

#include "facts.hpp"
#include "field_sum.hpp"

namespace codepegs::streaming {

/// Parts of a node that have a field: of two parts the first, which determines the other.
inline int64_t last_field(const Tree &tree, int64_t node) { return tree.parts[node] == 2 ? 1 : tree.parts[node]; }

/// The bits of all fields of an item.
uint64_t fields_of(const Tree &tree, const Items &items, int64_t item);

/// Make a group an item with its own fields; false if the words are full.
bool add_item(const Tree &tree, const Facts &facts, const Items &items, int64_t group);

/// Free the fields of an item, which must hold zeros; the last item takes its number.
void drop_item(const Tree &tree, const Facts &facts, const Items &items, int64_t item);

/// Write to the back half of the buffer the list with every distribution of the last item in each hypothesis, weighted
/// by random placement; returns its length, or `BIG` above the limit.
int64_t expand(const Tree &tree, const Facts &facts, const Items &items, const Array<const double> &log_factorial,
               int64_t limit);

/// Make the back half, with this many hypotheses, the list, and normalise its weights.
void turn_over(const Facts &facts, const Items &items, int64_t length);

/// The bits that are set in every hypothesis, and those set in any.
struct Agreement {
    uint64_t every;
    uint64_t some;

    [[nodiscard]] uint64_t mixed() const { return every ^ some; }
};
Agreement agreement(const uint64_t *words, int64_t length);

/// The current list.
inline uint64_t *list_of(const Facts &facts, const Items &items) { return items.words[facts.number(FRONT)].data(); }

/// Make groups of the parts of all items on which the hypotheses agree; returns the number of these items.
/// An item below another is kept until that one is settled, and then has its own group.
int64_t settle(const Tree &tree, const Facts &facts, const Items &items);

/// Repack every field with the bits that its remaining values need, to free bits for more items. All items must be of
/// nodes of two parts.
void repack(const Facts &facts, const Items &items);

/// Keep the hypotheses in which the tested parts have `wanted` pegs in total; returns their number. If it is 0, the
/// list is unchanged. `tests` has an item and one of its parts per row.
int64_t keep_matching_places(const Facts &facts, const Items &items, const Array<const int64_t, 2> &tests,
                             int64_t wanted);

} // namespace codepegs::streaming
