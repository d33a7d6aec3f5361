// Groups: facts about the exact number of pegs of a colour in a node of the tree.
#include "facts.hpp"

#include <algorithm>
#include <vector>

namespace codepegs::streaming {

void add_waiting(const Tree &tree, const Facts &facts, int64_t group) {
    const int64_t depth = tree.depth[facts.node[group]];
    int64_t &waits = facts.waits[depth];
    require(waits < facts.waiting.size(1), "facts: room for every waiting group");
    facts.waiting(depth, waits) = static_cast<int32_t>(group);
    ++waits;
}

void remove_waiting(const Tree &tree, const Facts &facts, int64_t group) {
    const int64_t depth = tree.depth[facts.node[group]];
    int64_t &waits = facts.waits[depth];
    const Array<int32_t> waiting = facts.waiting[depth];
    for (int64_t place = 0; place < waits; ++place) {
        if (waiting[place] == group) {
            --waits;
            waiting[place] = waiting[waits];
            return;
        }
    }
}

void add_group(const Tree &tree, const Facts &facts, int64_t color, int64_t node, int64_t count) {
    if (count == 0) return;
    const int64_t group = facts.number(GROUPS);
    require(group < facts.color.size(), "facts: room for every group");
    ++facts.number(GROUPS);
    const auto small = static_cast<int32_t>(count);
    facts.color[group] = static_cast<int32_t>(color);
    facts.node[group] = static_cast<int32_t>(node);
    facts.count[group] = small;
    facts.start[group] = 0;
    facts.next_group[group] = facts.head[node];
    facts.head[node] = static_cast<int32_t>(group);
    facts.used[node] += small;
    if (count != tree.size(node)) {
        add_waiting(tree, facts, group);
        return;
    }
    for (int64_t peg = tree.low[node]; peg < tree.high[node]; ++peg) facts.color_at[peg] = static_cast<int32_t>(color);
    facts.number(SOLVED) += count;
    facts.placed[color] += small;
    if (facts.placed[color] == facts.counts[color] && facts.number(DUMMY) < 0) facts.number(DUMMY) = color;
}

void set_count(const Tree &tree, const Facts &facts, int64_t color, int64_t count) {
    facts.counts[color] = static_cast<int32_t>(count);
    facts.number(LEFT) -= count;
    --facts.number(UNCOUNTED);
    if (count == 0 && facts.number(DUMMY) < 0) facts.number(DUMMY) = color;
    add_group(tree, facts, color, 0, count);
}

void count_rest(const Tree &tree, const Facts &facts, const Array<bool> &is_listed) {
    int64_t &next = facts.number(NEXT_COLOR);
    while (next < facts.colors() && facts.counts[next] >= 0) ++next;
    const int64_t uncounted = facts.number(UNCOUNTED);
    if (uncounted == 0 || (facts.number(LEFT) > 0 && uncounted > 1)) return;
    for (int64_t color = 0; color < facts.colors(); ++color) {
        if (facts.counts[color] < 0) {
            is_listed[color] = false;
            set_count(tree, facts, color, facts.number(LEFT));
        }
    }
}

int64_t absent_color(const Facts &facts, int64_t node) {
    if (facts.absent[node] == UNKNOWN) {
        int64_t groups = 0;
        for (int64_t group = facts.head[node]; group >= 0; group = facts.next_group[group]) ++groups;
        const int64_t colors = std::min(facts.colors(), groups + 1); // one of the first groups + 1 is absent, if any is
        std::vector<bool> present(index(colors));
        for (int64_t group = facts.head[node]; group >= 0; group = facts.next_group[group]) {
            const int64_t color = facts.color[group];
            if (color < colors) present[index(color)] = true;
        }
        const auto found = std::find(present.begin(), present.end(), false);
        facts.absent[node] =
            found == present.end() ? static_cast<int32_t>(NONE) : static_cast<int32_t>(found - present.begin());
    }
    return facts.absent[node];
}

bool is_bound(const Facts &facts, int64_t node) {
    if (facts.number(DUMMY) >= 0 || facts.settled[node] >= 0) return false;
    return absent_color(facts, node) < 0;
}

int64_t count_in(const Facts &facts, int64_t node, int64_t color) {
    for (int64_t group = facts.head[node]; group >= 0; group = facts.next_group[group]) {
        if (facts.color[group] == color) return facts.count[group];
    }
    return 0;
}

namespace {

void check_group(const Tree &tree, const Facts &facts, int64_t group) {
    facts.check(tree);
    require(group >= 0 && group < facts.number(GROUPS), "group: one that was made");
}

} // namespace

/// Record the exact numbers of pegs of colours in nodes, one after the other; a full node is solved.
void add_groups(const Tree &tree, const Facts &facts, const Array<const int64_t> &colors,
                const Array<const int64_t> &nodes, const Array<const int64_t> &counts) {
    facts.check(tree);
    require(nodes.size() == colors.size() && counts.size() == colors.size(), "add_groups: arrays of one length");
    for (int64_t g = 0; g < colors.size(); ++g) {
        require(colors[g] >= 0 && colors[g] < facts.colors(), "add_groups: colours of the game");
        require(nodes[g] >= 0 && nodes[g] < tree.nodes(), "add_groups: nodes of the tree");
        add_group(tree, facts, colors[g], nodes[g], counts[g]);
    }
}

/// Record that the secret has `count` pegs of each of these colours.
void set_color_counts(const Tree &tree, const Facts &facts, const Array<const int64_t> &colors, int64_t count) {
    facts.check(tree);
    for (const int64_t color : colors) {
        require(color >= 0 && color < facts.colors(), "set_color_counts: colours of the game");
        set_count(tree, facts, color, count);
    }
}

/// Count colours that need no query: all if no pegs are left for them, and a single remaining one.
///
/// Colours marked in `is_listed` are being counted, and stay uncounted while others are uncounted too.
void count_last_colors(const Tree &tree, const Facts &facts, const Array<bool> &is_listed) {
    facts.check(tree);
    require(is_listed.size() == facts.colors(), "is_listed: one for each colour");
    count_rest(tree, facts, is_listed);
}

/// Add a group to its waiting list.
void add_waiting_group(const Tree &tree, const Facts &facts, int64_t group) {
    check_group(tree, facts, group);
    add_waiting(tree, facts, group);
}

/// Remove a group from its waiting list.
void remove_waiting_group(const Tree &tree, const Facts &facts, int64_t group) {
    check_group(tree, facts, group);
    remove_waiting(tree, facts, group);
}

/// Remove all groups of a node from their waiting list.
void remove_waiting_groups(const Tree &tree, const Facts &facts, int64_t node) {
    facts.check(tree);
    require(node >= 0 && node < tree.nodes(), "node: one of the tree");
    int64_t &waits = facts.waits[tree.depth[node]];
    const Array<int32_t> waiting = facts.waiting[tree.depth[node]];
    std::vector<int64_t> place_of(index(facts.number(GROUPS)), NONE);
    for (int64_t place = 0; place < waits; ++place) place_of[index(waiting[place])] = place;
    for (int64_t group = facts.head[node]; group >= 0; group = facts.next_group[group]) {
        const int64_t place = place_of[index(group)];
        if (place == NONE) continue;
        const int32_t last = waiting[--waits];
        waiting[place] = last;
        place_of[index(last)] = place;
        place_of[index(group)] = NONE;
    }
}

} // namespace codepegs::streaming

namespace codepegs {
using streaming::add_groups;
using streaming::add_waiting_group;
using streaming::count_last_colors;
using streaming::remove_waiting_group;
using streaming::remove_waiting_groups;
using streaming::set_color_counts;
} // namespace codepegs

CODEPEGS_EXPORT(add_groups, tree, facts, colors, nodes, counts);
CODEPEGS_EXPORT(set_color_counts, tree, facts, colors, count);
CODEPEGS_EXPORT(count_last_colors, tree, facts, is_listed);
CODEPEGS_EXPORT(add_waiting_group, tree, facts, group);
CODEPEGS_EXPORT(remove_waiting_group, tree, facts, group);
CODEPEGS_EXPORT(remove_waiting_groups, tree, facts, node);
