#include "codes/best_guess.hpp"

#include <algorithm>
#include <bit>

namespace codepegs {

namespace {

constexpr uint64_t LOW_HALF = 0xFFFFFFFF;

uint64_t max_lane(const Lanes &x) {
    uint64_t lanes[LANES];
    store(lanes, x);
    return *std::max_element(lanes, lanes + LANES);
}

} // namespace

void BestGuess::begin(const GuessScoring &how, Packing packing, int64_t parts, int64_t size,
                      std::span<const int64_t> color_of) {
    scoring = how;
    found = {.key = how.incumbent};
    packing_ = packing;
    parts_ = parts;
    size_ = size;
    color_of_ = color_of;
    most_won_ = splat(0);
    most_unwon_ = splat(0);
}

bool BestGuess::compare(Lanes score, const Lanes &wins, const GuessBlock &block) {
    const int64_t objective = scoring.objective;
    const Lanes unwon = is_zero(wins); // a guess that cannot win is not a member
    Lanes key;
    if (is_bound(objective)) {
        key = score;
        if (objective != SUM_OF_TABLE) {
            const Lanes made = multiply_low(score >> 32, bits_to_lanes(block.lanes, 0));
            const Lanes other = multiply_low(made, unwon);
            most_unwon_ = max(most_unwon_, other);
            most_won_ = max(most_won_, made - other);
            key = score & splat(LOW_HALF);
            if (objective != ANY_BREAKS) key = key + splat(static_cast<uint64_t>(2 * size_)) - (score >> 32);
        }
        key = key + multiply_low(unwon, splat(scoring.unwon));
    } else {
        if (objective == FEWEST_PARTS) score = splat(static_cast<uint64_t>(parts_)) - score;
        key = (score << 1) + unwon;
    }
    if (!any_less(key, std::max(scoring.limit, found.key), block.lanes)) return false;

    uint64_t keys[LANES];
    store(keys, key);
    const bool may_end = !(is_bound(objective) && scoring.limit > 0);
    end = -1;
    for (uint64_t left = block.lanes; left != 0; left &= left - 1) {
        const int64_t lane = std::countr_zero(left);
        if (end >= 0 && !compared_together(block, lane, end)) break;
        if (keys[lane] < scoring.limit) {
            if (found.kept < scoring.kept_keys.size()) {
                scoring.kept_keys[found.kept] = static_cast<int64_t>(keys[lane]);
                scoring.kept_guesses[found.kept] = guess_of(block, lane);
            }
            ++found.kept;
        }
        if (keys[lane] < found.key) {
            found.key = keys[lane];
            found.guess = guess_of(block, lane);
            if (may_end && found.key <= scoring.floor) end = lane;
        }
    }
    return end >= 0;
}

void BestGuess::finish() {
    found.most_parts = static_cast<int64_t>(max_lane(most_won_));
    found.most_parts_of_others = static_cast<int64_t>(max_lane(most_unwon_));
}

uint64_t BestGuess::guess_of(const GuessBlock &block, int64_t lane) const {
    uint64_t guess = block.begun;
    if (block.before_last != nullptr) guess = packing_.append(guess, color_of_[block.before_last[lane]]);
    return packing_.append(guess, color_of_[block.last[lane]]);
}

} // namespace codepegs
