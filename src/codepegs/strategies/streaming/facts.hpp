// What is known for certain, and the lists of groups that wait to be asked for.
#pragma once

#include "state.hpp"

namespace codepegs::streaming {

/// Let a group wait to be asked for.
void add_waiting(const Tree &tree, const Facts &facts, int64_t group);

/// Take a group off its waiting list; the last of the list takes its place.
void remove_waiting(const Tree &tree, const Facts &facts, int64_t group);

/// Note that exactly `count` pegs of a colour lie in a node; a group that fills its node solves it.
void add_group(const Tree &tree, const Facts &facts, int64_t color, int64_t node, int64_t count);

/// Note how many pegs of a colour the secret has.
void set_count(const Tree &tree, const Facts &facts, int64_t color, int64_t count);

/// Count colours that need no asking: all when no pegs are left for them, and a single one that is left.
///
/// Colours marked in `is_listed` are being asked for, and stay uncounted while others are uncounted too.
void count_rest(const Tree &tree, const Facts &facts, const Array<bool> &is_listed);

/// A colour that none of the groups of a complete node has, or -1.
int64_t absent_color(const Facts &facts, int64_t node);

/// Whether no part of a node can be filled with a colour whose black pegs there are known: then all parts have to be
/// asked, or none.
bool is_bound(const Facts &facts, int64_t node);

/// Pegs of a colour in a node, by its groups.
int64_t count_in(const Facts &facts, int64_t node, int64_t color);

/// Whether known groups account for every peg of a node.
inline bool is_complete(const Tree &tree, const Facts &facts, int64_t node) {
    return facts.used[node] == tree.size(node);
}

/// Whether the groups of a node can be asked for: a query can leave out everything else that the node holds.
inline bool is_open(const Tree &tree, const Facts &facts, int64_t node) {
    return facts.number(DUMMY) >= 0 || is_complete(tree, facts, node);
}

} // namespace codepegs::streaming
