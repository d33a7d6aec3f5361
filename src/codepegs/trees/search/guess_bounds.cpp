#include "trees/search/guess_bounds.hpp"

#include <algorithm>

namespace codepegs {

namespace {

/// The largest bound of a part when TIE_BITS lower bits are added.
constexpr uint64_t MOST_BOUND = uint64_t{1} << 38;

} // namespace

GuessBounds::GuessBounds(const SearchRules &rules, WorkDone &work, int64_t most_with_breaks)
    : rules_(rules), work_(work), live_(rules.game->colors, 0), most_with_breaks_(most_with_breaks) {}

void GuessBounds::begin(std::span<const uint64_t> keys, int64_t turn, const History &history, int64_t limit,
                        int64_t floor, MostParts most_parts, GuessList list) {
    const auto size = static_cast<int64_t>(keys.size());
    const int64_t ties = rules_.same_turns ? 0 : TIE_BITS;
    bounds_ = true;
    floor_ = floor;
    least_limit_ = limit;
    given_ = most_parts;
    list_ = list;
    unit_ = rules_.step[turn] << ties;
    limit_ = limit < 0 ? limit : limit << ties;
    objective_ = SUM_OF_TABLE;
    if (rules_.same_turns && !rules_.candidates_only && rules_.bounded) {
        // The sizes at which the cost of an additional code increases by one guess.
        const auto [below, other] = most_parts;
        const int64_t second = std::max(2 + below, other);
        const int64_t third = std::max(3 + below * second, other * second);
        const int64_t fourth = std::max(4 + below * third, other * third);
        objective_ = ANY_BREAKS;
        if (size - 1 <= fourth - third && size <= most_with_breaks_) {
            objective_ = size - 1 <= second - 1 ? NO_BREAK : size - 1 <= third - second ? ONE_BREAK : TWO_BREAKS;
            breaks_[0] = static_cast<uint64_t>(second - 1);
            breaks_[1] = static_cast<uint64_t>(third - second);
            table_ = {breaks_, 2};
        }
    }
    if (objective_ == ANY_BREAKS || objective_ == SUM_OF_TABLE) fill_table(size, turn, most_parts);
    prepare(keys, turn, history, ((floor + 1) << ties) - 1);
}

void GuessBounds::begin_with_table(std::span<const uint64_t> keys, int64_t turn, const History &history, int64_t limit,
                                   int64_t objective, Array<const uint64_t> table, int64_t unit, GuessList list) {
    bounds_ = false;
    list_ = list;
    unit_ = unit;
    limit_ = limit;
    objective_ = objective;
    table_ = table;
    prepare(keys, turn, history, 0);
}

/// Point `table_` at the lower bounds of parts by size, up to `size`.
void GuessBounds::fill_table(int64_t size, int64_t turn, MostParts most_parts) {
    if (own_turn_ != turn || own_parts_.below != most_parts.below || own_parts_.other != most_parts.other) {
        own_table_.assign(1, 0);
        own_turn_ = turn;
        own_parts_ = most_parts;
    }
    const auto [below, other] = most_parts;
    const int64_t most_ties = (int64_t{1} << TIE_BITS) / (2 * rules_.parts());
    for (auto n = static_cast<int64_t>(own_table_.size()); n <= size; ++n) {
        auto cost = static_cast<uint64_t>(rules_.least(turn + 1, n, below, other) + n * rules_.step[turn]);
        if (objective_ == ANY_BREAKS) cost += uint64_t{1} << COUNT_SHIFT;
        if (!rules_.same_turns) {
            cost = std::min(cost, MOST_BOUND) << TIE_BITS;
            cost += static_cast<uint64_t>(std::min(full_tree(n, below, other), most_ties));
        }
        own_table_.push_back(cost);
    }
    table_ = {own_table_.data(), static_cast<int64_t>(own_table_.size())};
}

void GuessBounds::tabulate_breaks(int64_t turn) {
    if (objective_ != NO_BREAK && objective_ != ONE_BREAK && objective_ != TWO_BREAKS) return;
    objective_ = ANY_BREAKS;
    fill_table(static_cast<int64_t>(keys_.size()), turn, given_);
}

void GuessBounds::prepare(std::span<const uint64_t> keys, int64_t turn, const History &history, int64_t floor) {
    keys_ = keys;
    result = {.kept = 0, .lowest = int64_t{1} << 60};
    ++work_.sets;
    start(turn, history, floor);
}

/// Record the sum of bounds of one guess.
void GuessBounds::weigh(uint64_t guess, int64_t total) {
    result.lowest = std::min(result.lowest, total);
    if (total >= limit_) return;
    list_.scores[result.kept] = total;
    list_.guesses[result.kept] = guess;
    ++result.kept;
}

/// Derive the bound of the set from the result.
void GuessBounds::settle() {
    if (!rules_.same_turns) result.lowest >>= TIE_BITS;
    const MostParts found = result.most_parts;
    result.most_parts = given_;
    if (objective_ != SUM_OF_TABLE && (least_limit_ >= 0 || result.lowest > floor_)) { // all guesses were scored
        result.most_parts.below = std::min(given_.below, found.below);
        result.most_parts.other = std::max(std::min(given_.other, found.other), result.most_parts.below);
    } else if (rules_.candidates_only) {
        result.most_parts = found;
    }
}

} // namespace codepegs
