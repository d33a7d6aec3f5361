#include "trees/search/lower_bounds.hpp"

#include <algorithm>

namespace codepegs {

LowerBounds::LowerBounds(const SearchRules &rules, WorkDone &work)
    : guesses(rules.game->new_bounds(rules, work)), rules_(rules), work_(work) {}

int64_t LowerBounds::known_value(int64_t turn, std::span<const uint64_t> keys) const {
    const Valuation *const valuation = rules_.game->valuation;
    if (valuation != nullptr) return valuation->known(keys, rules_.left_at(turn));
    const auto size = static_cast<int64_t>(keys.size());
    if (size > 2) return Valuation::UNKNOWN;
    if (turn + size - 1 > rules_.turns) return FORBIDDEN;
    return size == 1 ? 0 : rules_.step[turn];
}

int64_t LowerBounds::least(const SetAtTurn &set, const MostParts &most_parts) const {
    Valuation *const valuation = rules_.game->valuation;
    if (valuation == nullptr) return rules_.least(set.turn, set.size(), most_parts.below, most_parts.other);
    return rules_.bounded ? valuation->least(set.keys, *set.rates, rules_.left_at(set.turn)) : 0;
}

SetBound LowerBounds::check_members(const SetAtTurn &set, TranspositionTable table) {
    const int64_t size = set.size();
    const int64_t turn = set.turn;
    MostParts most_parts = set.most_parts;
    const int64_t floor = least(set, most_parts);
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
    MostParts &most_parts = set_.most_parts;
    const int64_t known = known_value(set.turn, set.keys);
    if (known != Valuation::UNKNOWN) return SetBound{known, EXACT, most_parts};
    floor_ = least(set_, most_parts);
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
    set_.rates = &guesses->result.rates;
    const int64_t least_sum = std::max(guesses->result.lowest, guesses->result.cover);
    const int64_t lowest = std::min(std::max({least_sum, floor_, least(set_, most_parts)}), FORBIDDEN);
    Knowledge known = BOUNDS;
    if (rules_.game->valuation != nullptr) {
        if (guesses->result.exact) known = EXACT;
    } else if (lowest >= FORBIDDEN || (rules_.same_turns && (size == 3 || lowest == size * rules_.step[set_.turn]))) {
        known = EXACT; // no part of a guess that reaches it has more than two codes
    }
    table.remember(set_.hash, {known, lowest, most_parts.below, most_parts.other, 0});
    return {lowest, known, most_parts};
}

} // namespace codepegs
