// The update of the facts and lists by the reply to a query.
#include "streaming.hpp"

#include <algorithm>
#include <utility>

namespace codepegs::streaming {

bool Streaming::learn(int64_t black, int64_t total, bool is_win) {
    if (!is_win) return take(black, total);
    std::vector<int32_t> secret = query_->guess;
    if (!is_sure() && !take(black, total)) return false;
    query_ = Query{Kind::SECRET, std::move(secret)};
    return true;
}

bool Streaming::take(int64_t black, int64_t total) {
    const Query query = *std::exchange(query_, std::nullopt);
    ++queries_;
    bits_told_ += query.bits;
    if (query.kind == Kind::SECRET) return false;
    if (total != NONE && query.total) {
        if (query.copies) {
            if (!counting_->take(*query.copies, total - *query.total, tree_view_, facts()) || !check_counts())
                return false;
        } else if (total != *query.total) {
            return false;
        }
    }
    const int64_t shown = black - query.base;
    switch (query.kind) {
    case Kind::COUNT:
        return take_count(query.about, black);
    case Kind::PLACES:
        if (keep_matching_places(facts(), items(), query.test_rows(), shown) == 0) return false;
        settle(tree_view_, facts(), items());
        return true;
    case Kind::TOTAL:
        remember(query, black);
        return true;
    case Kind::PART:
        return take_part(query.about, shown);
    case Kind::DIFFERENCE:
        return take_difference(shown);
    case Kind::SECRET:
        break;
    }
    return false;
}

/// Record the count of a colour from a guess of its own.
bool Streaming::take_count(int64_t color, int64_t count) {
    return count <= number(LEFT) && counting_->count(color, count, tree_view_, facts()) && check_counts();
}

bool Streaming::check_counts() {
    const bool is_possible = number(UNCOUNTED) > 0 ? number(LEFT) >= 0 : number(LEFT) == 0;
    if (!is_possible) return false;
    if (number(UNCOUNTED) == 0 && number(DUMMY) < 0 && tree_view_.parts[0] > 2) take_binary_tree();
    return true;
}

/// Switch to a binary tree, if every colour is in the secret.
void Streaming::take_binary_tree() {
    tree_ = PegTree(pegs_, 2);
    tree_view_ = tree_.view();
    equations().made[0] = 0;
    const FactsMemory known = std::exchange(facts_, FactsMemory(colors_, tree_));
    number(UNCOUNTED) = 0;
    number(LEFT) = 0;
    std::copy(known.view().counts.begin(), known.view().counts.end(), facts().counts.begin());
    for (int64_t color = 0; color < colors_; ++color) add_group(tree_view_, facts(), color, 0, facts().counts[color]);
}

void Streaming::remember(const Query &query, int64_t black) {
    unused_.emplace_back(query.guess, black);
    int64_t &made = equations().made[0];
    const auto parts = static_cast<int64_t>(query.by_part.size());
    if (parts != tree_view_.parts[0] || made == equations().black.size()) return;
    for (int64_t part = 0; part < parts; ++part) {
        equations().color(made, part) = static_cast<int32_t>(query.by_part[index(part)]);
    }
    equations().black[made] = static_cast<int32_t>(black);
    equations().is_alive[made] = true;
    ++made;
}

bool Streaming::take_part(int64_t group, int64_t shown) {
    const int64_t node = facts().node[group];
    const int64_t start = facts().start[group];
    const int64_t count = facts().count[group];
    const int64_t color = facts().color[group];
    const int64_t child = tree_view_.first[node] + start;
    if (shown < 0 || shown > std::min(count, room_in(child))) return false;
    const int64_t rest = count - shown;
    if (node == 0) facts().shares(color, start) = static_cast<int32_t>(shown);
    add_group(tree_view_, facts(), color, child, shown);
    facts().count[group] = static_cast<int32_t>(rest);
    ++facts().start[group];
    if (start + 2 < tree_view_.parts[node] && rest > 0) {
        add_waiting(tree_view_, facts(), group);
        return true;
    }
    if (node == 0) {
        for (int64_t part = start + 1; part < MOST_PARTS; ++part) facts().shares(color, part) = 0;
        facts().shares(color, start + 1) = static_cast<int32_t>(rest);
    }
    if (rest > room_in(child + 1)) return false;
    add_group(tree_view_, facts(), color, child + 1, rest);
    facts().count[group] = static_cast<int32_t>(count);
    facts().settled[node] = static_cast<int32_t>(color);
    return true;
}

/// Take a difference; after the last of a node, record the groups of both of its parts.
bool Streaming::take_difference(int64_t shown) {
    if (!differences_->take(shown)) return false;
    if (!differences_->is_done()) return true;
    const Differences differences = *std::exchange(differences_, std::nullopt);
    const std::optional<std::vector<int64_t>> firsts = differences.solve();
    if (!firsts) return false;
    const int64_t child = tree_view_.first[differences.node()];
    std::vector<int64_t> colors;
    std::vector<int64_t> nodes;
    std::vector<int64_t> counts;
    for (std::size_t n = 0; n < firsts->size(); ++n) {
        const int64_t group = differences.groups()[n];
        const int64_t first = (*firsts)[n];
        const int64_t *listed_end = items().group.begin() + number(ITEMS);
        const int64_t *listed = std::find(items().group.begin(), items().group.begin() + number(ITEMS), group);
        if (listed != listed_end) {
            const int64_t test[2] = {listed - items().group.begin(), 0};
            if (keep_matching_places(facts(), items(), {test, {1, 2}}, first) == 0) return false;
            continue;
        }
        colors.insert(colors.end(), 2, facts().color[group]);
        nodes.insert(nodes.end(), {child, child + 1});
        counts.insert(counts.end(), {first, facts().count[group] - first});
        facts().settled[differences.node()] = facts().color[group];
    }
    for (std::size_t n = 0; n < nodes.size(); ++n) add_group(tree_view_, facts(), colors[n], nodes[n], counts[n]);
    settle(tree_view_, facts(), items());
    return true;
}

} // namespace codepegs::streaming
