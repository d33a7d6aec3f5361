#include "trees/search/lower_bounds.hpp"

#include <algorithm>

namespace codepegs {

LowerBounds::LowerBounds(const SearchRules &rules, WorkDone &work)
    : guesses(rules.game->new_bounds(rules, work)), rules_(rules), work_(work) {}

int64_t LowerBounds::value_of_few(int64_t turn, int64_t size) const {
    if (turn + size - 1 > rules_.turns) return FORBIDDEN;
    return size == 1 ? 0 : rules_.step[turn];
}

SetBound LowerBounds::check_members(const SetAtTurn &set, TranspositionTable table) {
    const int64_t size = set.size();
    const int64_t turn = set.turn;
    MostParts most_parts = set.most_parts;
    const int64_t floor = rules_.least(turn, size, most_parts.below, most_parts.other);
    if (size > rules_.game->most_checked() || turn + 2 > rules_.turns || !rules_.bounded) {
        return {floor, MEMBERS, most_parts};
    }
    ++work_.checked;
    const auto [most, best] = rules_.game->best_member(set.keys);
    const int64_t step = rules_.step[turn];
    const int64_t full = (size - 1) * step;
    if (most == size) {
        table.remember(set.hash, {.known = EXACT, .value = full, .guess = best});
        return {full, EXACT, most_parts};
    }
    if (most == size - 1 && rules_.same_turns) { // one part of two costs as much as a full split without a win
        table.remember(set.hash, {.known = EXACT, .value = full + step, .guess = best});
        return {full + step, EXACT, most_parts};
    }
    most_parts.below = std::min(most_parts.below, most - 1);
    const int64_t value =
        std::max({floor, full + std::min(step, rules_.step[turn + 1]),
                  rules_.least(turn, size, most_parts.below, std::max(most_parts.below, most_parts.other))});
    table.remember(set.hash, {MEMBERS, value, most_parts.below, most_parts.other, 0});
    return {value, MEMBERS, most_parts};
}

std::optional<SetBound> LowerBounds::begin(const SetAtTurn &set, const History &history, TranspositionTable table) {
    set_ = set;
    const int64_t size = set.size();
    MostParts &most_parts = set_.most_parts;
    if (size <= 2) return SetBound{value_of_few(set.turn, size), EXACT, most_parts};
    floor_ = rules_.least(set.turn, size, most_parts.below, most_parts.other);
    if (floor_ >= FORBIDDEN) return SetBound{FORBIDDEN, EXACT, most_parts};
    SetBound bound{};
    const Entry entry = table.recall(set.hash);
    if (entry.known == NOTHING) {
        bound = check_members(set, table);
        if (bound.known == EXACT) return bound;
        most_parts = bound.most_parts;
    } else {
        if (entry.known != EXACT) {
            most_parts.below = std::min(most_parts.below, entry.below);
            most_parts.other = std::min(most_parts.other, entry.other);
        }
        bound = {entry.value, entry.known, most_parts};
        if (entry.known >= BOUNDS) {
            ++work_.known;
            return bound;
        }
    }
    if (!rules_.bounded) return SetBound{floor_, MEMBERS, most_parts};
    floor_ = std::max(floor_, bound.value);
    guesses->begin(set.keys, set.turn, history, -1, floor_, most_parts, {});
    return std::nullopt;
}

SetBound LowerBounds::finish(TranspositionTable table) {
    const int64_t size = set_.size();
    const MostParts most_parts = guesses->result.most_parts;
    const int64_t least = rules_.least(set_.turn, size, most_parts.below, most_parts.other);
    const int64_t lowest = std::min(std::max({guesses->result.lowest, floor_, least}), FORBIDDEN);
    Knowledge known = BOUNDS;
    if (lowest >= FORBIDDEN || (rules_.same_turns && (size == 3 || lowest == size * rules_.step[set_.turn]))) {
        known = EXACT; // no part of a guess that reaches it has more than two codes
    }
    table.remember(set_.hash, {known, lowest, most_parts.below, most_parts.other, 0});
    return {lowest, known, most_parts};
}

} // namespace codepegs
