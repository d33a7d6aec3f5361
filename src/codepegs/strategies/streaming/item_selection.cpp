// Which groups become items.
#include "item_selection.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace codepegs::streaming {

namespace {

/// The part of the root that holds a node other than the root.
int64_t part_of_root(const Tree &tree, int64_t node) {
    int64_t part = tree.parts[0] - 1;
    while (tree.low[tree.first[0] + part] > tree.low[node]) --part;
    return part;
}

/// Remove and return the group at a place of the waiting list of a depth.
int64_t take_waiting(const Facts &facts, int64_t depth, int64_t place) {
    const Array<int32_t> waiting = facts.waiting[depth];
    const int64_t group = waiting[place];
    waiting[place] = waiting[--facts.waits[depth]];
    return group;
}

/// A list is short if it has less than this fraction of the largest length.
constexpr int64_t SHORT = 256;

/// Whether all groups of a node with this many pegs become items before those of another node of the same depth.
///
/// Without a dummy, a query only gives differences between groups. Until every group of a node is an item, the groups
/// that are have an unknown common part, which takes space in the list. In smaller nodes this part is small, and a
/// choice of several nodes saves more guesses. The least number of pegs was measured in games of 300 to 5,000 pegs and
/// 3 to 50 colours.
bool finishes_nodes(const Facts &facts, int64_t pegs) {
    return facts.number(DUMMY) < 0 && 3 * pegs >= 2 * facts.colors() * facts.colors();
}

/// Remove and return the waiting group of the root that was made first: equations concern the first ones.
int64_t pick_at_root(const Facts &facts) {
    const int32_t *waiting = facts.waiting[0].data();
    return take_waiting(facts, 0, std::min_element(waiting, waiting + facts.waits[0]) - waiting);
}

/// The part of the root in which the most groups wait, and their number.
std::pair<int64_t, int64_t> fullest_part(const Tree &tree, const Facts &facts) {
    int64_t waits[MOST_PARTS] = {};
    for (int64_t depth = 1; depth < facts.waits.size(); ++depth) {
        const Array<int32_t> waiting = facts.waiting[depth];
        for (int64_t place = 0; place < facts.waits[depth]; ++place)
            ++waits[part_of_root(tree, facts.node[waiting[place]])];
    }
    const int64_t *most = std::max_element(waits, waits + tree.parts[0]);
    return {most - waits, *most};
}

} // namespace

int64_t pick_waiting(const Tree &tree, const Facts &facts, const Items &items, uint64_t &rng, int64_t compared,
                     int64_t part) {
    const bool has_dummy = facts.number(DUMMY) >= 0;
    for (int64_t depth = facts.waits.size() - 1; depth >= (part == NONE ? 0 : 1); --depth) {
        const int64_t size = facts.waits[depth];
        if (size == 0) continue;
        const Array<int32_t> waiting = facts.waiting[depth];
        int64_t best = NONE;
        const int64_t begin = draw(rng, size);
        if (depth == 0) {
            if (is_open(tree, facts, 0)) return pick_at_root(facts);
        } else {
            int64_t best_items = MOST_ITEMS + 1;
            int64_t found = 0;
            const int64_t pegs = tree.size(facts.node[waiting[0]]); // about as many in all nodes of the depth
            const int64_t most = finishes_nodes(facts, pegs) ? size : compared;
            for (int64_t offset = 0; offset < size && found < most; ++offset) {
                const int64_t place = begin + offset < size ? begin + offset : begin + offset - size;
                const int64_t node = facts.node[waiting[place]];
                if (!is_open(tree, facts, node) || (part != NONE && part_of_root(tree, node) != part)) continue;
                ++found;
                int64_t alike = 0;
                for (int64_t item = 0; item < facts.number(ITEMS); ++item) alike += items.node[item] == node;
                if (!has_dummy) alike = MOST_ITEMS - alike;
                if (alike < best_items) {
                    best = place;
                    best_items = alike;
                }
            }
        }
        if (best >= 0) return take_waiting(facts, depth, best);
    }
    return NONE;
}

namespace {

/// Whether items and settled pegs account for every peg of a node of two parts, in all hypotheses.
bool is_listed(const State &state, int64_t node) {
    const Facts &facts = state.facts;
    const Items &items = state.items;
    const int64_t child = state.tree.first[node];
    FieldSum missing;
    missing.add(facts.used[child] + facts.used[child + 1] - state.tree.size(node));
    for (int64_t item = 0; item < facts.number(ITEMS); ++item) {
        if (items.node[item] != node) continue;
        if (items.above[item] < 0) missing.add(items.total[item]);
        else missing.add(items, items.above[item], items.side[item]);
    }
    const uint64_t *words = list_of(facts, items);
    for (int64_t s = 0; s < facts.number(LENGTH); ++s) {
        if (missing(words[s]) != 0) return false;
    }
    return true;
}

/// Make an item of the pegs of another item in a part of its node; false if the words are full.
bool add_item_below(const Tree &tree, const Facts &facts, const Items &items, int64_t above, int64_t side) {
    const int64_t item = facts.number(ITEMS);
    if (item == MOST_ITEMS) return false;
    FieldSum total_of;
    total_of.add(items, above, side);
    const uint64_t *words = list_of(facts, items);
    int64_t total = total_of(words[0]);
    for (int64_t s = 1; s < facts.number(LENGTH); ++s) total = std::max(total, total_of(words[s]));
    const int64_t width = std::max(int64_t{1}, width_of(total));
    const auto taken = static_cast<uint64_t>(facts.number(TAKEN));
    int64_t bit = 0;
    while (bit + width <= WORD && (taken & field_mask(bit, width))) ++bit;
    if (bit + width > WORD) return false;
    facts.number(TAKEN) = static_cast<int64_t>(taken | field_mask(bit, width));
    items.bit(item, 0) = bit;
    items.bit(item, 1) = NONE;
    items.group[item] = NONE;
    items.color[item] = items.color[above];
    items.node[item] = tree.first[items.node[above]] + side;
    items.total[item] = total;
    items.start[item] = 0;
    items.above[item] = above;
    items.side[item] = side;
    items.low[item] = 0;
    items.width[item] = width;
    ++facts.number(ITEMS);
    return true;
}

/// Remove and return a waiting group of a node, or -1.
int64_t waiting_in(const Tree &tree, const Facts &facts, int64_t node) {
    const int64_t depth = tree.depth[node];
    const Array<int32_t> waiting = facts.waiting[depth];
    for (int64_t place = 0; place < facts.waits[depth]; ++place) {
        const int64_t group = waiting[place];
        if (facts.node[group] == node) return take_waiting(facts, depth, place);
    }
    return NONE;
}

} // namespace

/// Expand the list by the last item, which is dropped if the list becomes too long.
ItemSelection::Fit ItemSelection::keep_last(const State &state, int64_t most) {
    const int64_t length = expand(state.tree, state.facts, state.items, state.log_factorial, most);
    if (length == BIG) {
        drop_item(state.tree, state.facts, state.items, state.facts.number(ITEMS) - 1);
        return Fit::FULL;
    }
    if (length == 0) return Fit::IMPOSSIBLE;
    turn_over(state.facts, state.items, length);
    return Fit::FITS;
}

/// The largest unsettled node below a node whose pegs are all known or in items, or -1.
int64_t ItemSelection::next_node(const State &state, const std::vector<int64_t> &tried) {
    int64_t best = NONE;
    for (int64_t item = 0; item < state.facts.number(ITEMS); ++item) {
        const int64_t node = state.items.node[item];
        for (int64_t side = 0; side < 2; ++side) {
            const int64_t child = state.tree.first[node] + side;
            if (state.tree.parts[child] == 0 || (best >= 0 && child >= best) ||
                is_complete(state.tree, state.facts, child))
                continue;
            if (std::find(tried.begin(), tried.end(), child) != tried.end()) continue;
            if (is_listed(state, node)) best = child;
        }
    }
    return best;
}

/// Make items of all colours of an unsettled node.
ItemSelection::Fit ItemSelection::add_node(const State &state, int64_t node, int64_t most) {
    const auto &[tree, facts, items, equations, log_factorial] = state;
    for (int64_t above = 0; above < facts.number(ITEMS); ++above) {
        const int64_t side = node - tree.first[items.node[above]];
        if (side != 0 && side != 1) continue;
        bool is_new = true;
        for (int64_t item = 0; item < facts.number(ITEMS); ++item) {
            is_new &= items.above[item] != above || items.side[item] != side;
        }
        if (!is_new) continue;
        if (!add_item_below(tree, facts, items, above, side)) return Fit::FULL;
        const Fit fit = keep_last(state, most);
        if (fit != Fit::FITS) return fit;
    }
    for (int64_t group = waiting_in(tree, facts, node); group != NONE; group = waiting_in(tree, facts, node)) {
        Fit fit = Fit::FULL;
        if (add_item(tree, facts, items, group)) fit = keep_last(state, most);
        if (fit != Fit::FITS) {
            add_waiting(tree, facts, group);
            return fit;
        }
    }
    return Fit::FITS;
}

/// Apply all equations to the list; false if no hypothesis is left.
bool ItemSelection::apply_all_equations(const State &state) {
    const Facts &facts = state.facts;
    const int64_t front = facts.number(FRONT);
    const int64_t kept = apply_equations(state.tree, facts, state.items, state.equations, state.log_factorial,
                                         ALL_EQUATIONS, front, facts.number(LENGTH));
    if (kept == 0) return false;
    normalize(state.items.weights[front].data(), kept);
    if (kept < facts.number(LENGTH)) {
        facts.number(LENGTH) = kept;
        settle(state.tree, facts, state.items);
    }
    return true;
}

/// Remove and return the waiting group to become an item next, or -1.
int64_t ItemSelection::pick(const State &state, uint64_t &rng) {
    const auto &[tree, facts, items, equations, log_factorial] = state;
    const auto pick_in = [&](int64_t part) { return pick_waiting(tree, facts, items, rng, limits_.compared, part); };
    if (facts.number(DUMMY) < 0 || tree.parts[0] == 2) return pick_in(NONE);
    int64_t at_root = 0;
    for (int64_t item = 0; item < facts.number(ITEMS); ++item) at_root += items.node[item] == 0;
    // A group that does not even fit a short list is large: groups of the root then wait for all others.
    const bool are_large = !passed_over_.empty() && facts.number(LENGTH) * SHORT < limits_.most;
    const bool root_waits = facts.waits[0] > 0 && !are_large;
    if (root_waits && at_root < limits_.at_root) return pick_at_root(facts);
    if (!root_waits && at_root == 0) return pick_in(NONE);
    int64_t group = pick_in(part_);
    if (group == NONE) {
        const auto [part, waits] = fullest_part(tree, facts);
        if (waits >= limits_.in_part || !root_waits) {
            part_ = part;
            group = pick_in(part_);
        }
    }
    if (group != NONE) return group;
    return root_waits ? pick_at_root(facts) : NONE;
}

/// Make an item of one more waiting group, if there is one and the list has space; false if no hypothesis is left.
bool ItemSelection::try_group(const State &state, uint64_t &rng, bool &is_full) {
    const auto &[tree, facts, items, equations, log_factorial] = state;
    const int64_t group = pick(state, rng);
    if (group == NONE) {
        is_full = true;
        return true;
    }
    if (!add_item(tree, facts, items, group)) {
        passed_over_.push_back(group);
        is_full = true;
        return true;
    }
    bool has_equations = false;
    for (int64_t e = 0; e < equations.made[0] && facts.node[group] == 0; ++e) has_equations |= equations.is_alive[e];
    int64_t length = expand(tree, facts, items, log_factorial, has_equations ? items.room() : limits_.most);
    if (has_equations && length > 0) {
        length = apply_equations(tree, facts, items, equations, log_factorial, facts.number(ITEMS) - 1,
                                 1 - facts.number(FRONT), length);
    }
    if (length == BIG || length > limits_.most) {
        drop_item(tree, facts, items, facts.number(ITEMS) - 1);
        passed_over_.push_back(group);
        is_full = static_cast<int64_t>(passed_over_.size()) >= limits_.misfits;
        return true;
    }
    if (length == 0) return false;
    const bool is_forced = length <= facts.number(LENGTH);
    turn_over(facts, items, length);
    if (is_forced) settle(tree, facts, items);
    return true;
}

ItemSelection::Outcome ItemSelection::step(const State &state, uint64_t &rng, int64_t units) {
    const auto &[tree, facts, items, equations, log_factorial] = state;
    for (;; --units) {
        if (units == 0) return Outcome::MORE;
        if (phase_ == Phase::BEGIN) {
            // New counts make equations stronger.
            if (equations.made[0] > 0 && facts.number(ITEMS) > 0 && equations.made[1] != facts.number(UNCOUNTED)) {
                equations.made[1] = facts.number(UNCOUNTED);
                if (!apply_all_equations(state)) return Outcome::IMPOSSIBLE;
            }
            if (facts.number(DUMMY) < 0 && tree.parts[0] == 2 && facts.number(ITEMS) > 0) repack(facts, items);
            phase_ = Phase::WAITING;
        }
        if (phase_ == Phase::WAITING) {
            bool is_full = limits_.misfits <= 0;
            const bool is_possible = is_full || try_group(state, rng, is_full);
            if (is_possible && !is_full) continue;
            for (const int64_t group : passed_over_) add_waiting(tree, facts, group);
            passed_over_.clear();
            phase_ = Phase::BEGIN;
            if (!is_possible) return Outcome::IMPOSSIBLE;
            if (facts.number(DUMMY) >= 0 || facts.number(ITEMS) == 0) return Outcome::DONE;
            phase_ = Phase::BELOW;
        }
        const int64_t node = tried_.size() < 2 * MOST_ITEMS ? next_node(state, tried_) : NONE;
        Fit fit = Fit::FULL;
        if (node != NONE) {
            tried_.push_back(node);
            fit = add_node(state, node, limits_.most);
            if (fit == Fit::FITS) continue;
        }
        tried_.clear();
        phase_ = Phase::BEGIN;
        if (fit == Fit::IMPOSSIBLE) return Outcome::IMPOSSIBLE;
        if (settle(tree, facts, items) == 0) return Outcome::DONE;
    }
}

/// Prepare to make items of groups.
///
/// `most` is the largest number of hypotheses of the list; `misfits` the number of groups too large for the list that
/// are skipped before it counts as full; `compared` the number of waiting groups of a depth that are compared before
/// one is chosen; `at_root` the number of groups of a root of several parts that become items before any other, if
/// there is a dummy; `in_part` the number of groups that wait in a part of such a root before its groups become items,
/// one part at a time.
std::unique_ptr<ItemSelection> new_item_selection(int64_t most, int64_t misfits, int64_t compared, int64_t at_root,
                                                  int64_t in_part) {
    return std::make_unique<ItemSelection>(Limits{most, misfits, compared, at_root, in_part});
}

/// Make items of waiting groups while the list has space, then items below others; returns 0 if it is done, 1 if not,
/// `BIG` if no hypothesis is left.
int64_t select_items(ItemSelection &selection, const Tree &tree, const Facts &facts, const Items &items,
                     const Equations &equations, const Array<const double> &log_factorial, const Array<uint64_t> &rng,
                     int64_t units) {
    facts.check(tree);
    items.check(facts);
    equations.check(facts);
    require(log_factorial.size() > tree.pegs(), "log_factorial: one for each number of pegs");
    require(rng.size() == 1, "rng: a state of one word");
    require(selection.limits().most <= items.room(), "most: no more hypotheses than there is room for");
    require(units > 0, "units: one at least");
    const auto outcome = selection.step({tree, facts, items, equations, log_factorial}, rng[0], units);
    return outcome == ItemSelection::Outcome::IMPOSSIBLE ? BIG : static_cast<int64_t>(outcome);
}

/// The question if the list is empty: a group and -1, or -1 and a node whose groups are compared.
std::tuple<int64_t, int64_t> pick_single(const Tree &tree, const Facts &facts, const Items &items,
                                         const Array<uint64_t> &rng) {
    facts.check(tree);
    items.check(facts);
    require(rng.size() == 1, "rng: a state of one word");
    for (int64_t item = 0; item < facts.number(ITEMS); ++item) {
        const int64_t node = items.node[item];
        if (is_open(tree, facts, node) && is_bound(facts, node)) return {NONE, node};
    }
    const int64_t group = pick_waiting(tree, facts, items, rng[0], 1);
    if (group == NONE) return {NONE, NONE};
    add_waiting(tree, facts, group);
    const int64_t node = facts.node[group];
    if (is_bound(facts, node)) return {NONE, node};
    return {group, NONE};
}

} // namespace codepegs::streaming

namespace codepegs {
using streaming::ItemSelection;
using streaming::new_item_selection;
using streaming::pick_single;
using streaming::select_items;
} // namespace codepegs

CODEPEGS_EXPORT(new_item_selection, most, misfits, compared, at_root, in_part);
CODEPEGS_EXPORT(select_items, selection, tree, facts, items, equations, log_factorial, rng, units);
CODEPEGS_EXPORT(pick_single, tree, facts, items, rng);
CODEPEGS_FREE(ItemSelection);
