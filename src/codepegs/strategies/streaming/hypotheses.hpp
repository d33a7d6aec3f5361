// The list of hypotheses: how it grows by an item, shrinks by a reply, and what all its members agree on.
//
// A hypothesis says how the pegs of every item lie in the parts of its node. The list is exact: it holds every joint
// distribution that fits all replies and the known groups, so that what all its members agree on is a fact.
#pragma once

#include "facts.hpp"
#include "field_sum.hpp"

namespace codepegs::streaming {

/// Parts of a node that have a field: of two parts the first, which determines the other.
inline int64_t last_field(const Tree &tree, int64_t node) { return tree.parts[node] == 2 ? 1 : tree.parts[node]; }

/// The bits of all fields of an item.
uint64_t fields_of(const Tree &tree, const Items &items, int64_t item);

/// Make a group an item with fields of its own; false when there is no room in the words.
bool add_item(const Tree &tree, const Facts &facts, const Items &items, int64_t group);

/// Free the fields of an item, which hold zeros by now; the last item takes its number.
void drop_item(const Tree &tree, const Facts &facts, const Items &items, int64_t item);

/// Write to the back half of the buffer the list in which the last item has every distribution it can have in each
/// hypothesis, weighed as if its pegs had been dealt out at random one by one; its length, or `BIG` past the limit.
int64_t expand(const Tree &tree, const Facts &facts, const Items &items, const Array<const double> &log_factorial,
               int64_t limit);

/// Let the back half, with so many hypotheses, be the list; its weights then add up to one.
void turn_over(const Facts &facts, const Items &items, int64_t length);

/// The bits that every hypothesis has set, and those that any has.
struct Agreement {
    uint64_t every;
    uint64_t some;

    [[nodiscard]] uint64_t mixed() const { return every ^ some; }
};
Agreement agreement(const uint64_t *words, int64_t length);

/// The list as it is.
inline uint64_t *list_of(const Facts &facts, const Items &items) { return items.words[facts.number(FRONT)].data(); }

/// Make groups of the parts of all items on which the hypotheses agree; how many items these were.
///
/// An item below another waits until that one is settled, and then has a group of its own.
int64_t settle(const Tree &tree, const Facts &facts, const Items &items);

/// Give every field as many bits as the values that it still has need, which makes room for more items. All items are
/// of nodes of two parts.
void repack(const Facts &facts, const Items &items);

} // namespace codepegs::streaming
