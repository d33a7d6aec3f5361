// The facts, and the lists of waiting groups.
#pragma once

#include "state.hpp"

namespace codepegs::streaming {

/// Add a group to the waiting list of its depth.
void add_waiting(const Tree &tree, const Facts &facts, int64_t group);

/// Remove a group from its waiting list; the last of the list takes its slot.
void remove_waiting(const Tree &tree, const Facts &facts, int64_t group);

/// Record that exactly `count` pegs of a colour are in a node; a group that fills its node solves it.
void add_group(const Tree &tree, const Facts &facts, int64_t color, int64_t node, int64_t count);

/// Record the number of pegs of a colour in the secret.
void set_count(const Tree &tree, const Facts &facts, int64_t color, int64_t count);

/// Count colours that need no query: all if no pegs are left for them, and a single remaining one.
/// Colours marked in `is_listed` are being counted, and stay uncounted while others are uncounted too.
void count_rest(const Tree &tree, const Facts &facts, const Array<bool> &is_listed);

/// A colour without a group in a complete node, or -1.
int64_t absent_color(const Facts &facts, int64_t node);

/// Whether a node is bound: no colour has a known black count in one of its parts, so all parts are queried or none.
bool is_bound(const Facts &facts, int64_t node);

/// Pegs of a colour in a node, by its groups.
int64_t count_in(const Facts &facts, int64_t node, int64_t color);

/// Whether known groups account for every peg of a node.
inline bool is_complete(const Tree &tree, const Facts &facts, int64_t node) {
    return facts.used[node] == tree.size(node);
}

/// Whether the groups of a node can be queried: the rest of the node can be filled with a known number of black pegs.
inline bool is_open(const Tree &tree, const Facts &facts, int64_t node) {
    return facts.number(DUMMY) >= 0 || is_complete(tree, facts, node);
}

/// Record the exact numbers of pegs of colours in nodes, one after the other; a full node is solved.
void add_groups(const Tree &tree, const Facts &facts, const Array<const int64_t> &colors,
                const Array<const int64_t> &nodes, const Array<const int64_t> &counts);

/// Record that the secret has `count` pegs of each of these colours.
void set_color_counts(const Tree &tree, const Facts &facts, const Array<const int64_t> &colors, int64_t count);

/// Remove all groups of a node from their waiting list.
void remove_waiting_groups(const Tree &tree, const Facts &facts, int64_t node);

} // namespace codepegs::streaming
