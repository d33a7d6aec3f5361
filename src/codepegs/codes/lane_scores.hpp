// Scores of eight guesses, part by part.
#pragma once

#include "core/lanes.hpp"
#include "core/scoring.hpp"

#include <cstdint>

namespace codepegs {

/// Scores after one more part of `size` codes in each lane. Bounds with breaks count parts in the high half.
template <int64_t OBJECTIVE> inline Lanes lanes_with(const Lanes &score, const Lanes &size, const uint64_t *table) {
    if constexpr (OBJECTIVE == WORST_PART) {
        return max(score, size);
    } else if constexpr (OBJECTIVE == SUM_OF_SQUARES) {
        return score + multiply_low(size, size);
    } else if constexpr (OBJECTIVE == FEWEST_PARTS) {
        return score + is_nonzero(size);
    } else if constexpr (OBJECTIVE == NO_BREAK || OBJECTIVE == ONE_BREAK || OBJECTIVE == TWO_BREAKS) {
        Lanes sum = score + (is_nonzero(size) << 32);
        if constexpr (OBJECTIVE != NO_BREAK) {
            const Lanes first = splat(table[0]);
            sum = sum + (max(size, first) - first);
        }
        if constexpr (OBJECTIVE == TWO_BREAKS) {
            const Lanes second = splat(table[1]);
            sum = sum + (max(size, second) - second);
        }
        return sum;
    } else {
        return score + gather(table, size);
    }
}

/// Sums the scores of parts given one by one, for eight guesses.
template <int64_t OBJECTIVE> class LaneScore {
  public:
    explicit LaneScore(const uint64_t *table) : table_(table) {}
    void add(const Lanes &size) { score_ = lanes_with<OBJECTIVE>(score_, size, table_); }
    [[nodiscard]] Lanes score() const { return score_; }

  private:
    const uint64_t *table_;
    Lanes score_ = splat(0);
};

/// Call `f` with the objective as a constant. All objectives that sum a table are NEGATIVE_ENTROPY.
template <class Function> inline auto with_objective(int64_t objective, Function f) {
    switch (objective) {
    case WORST_PART:
        return f.template operator()<WORST_PART>();
    case SUM_OF_SQUARES:
        return f.template operator()<SUM_OF_SQUARES>();
    case FEWEST_PARTS:
        return f.template operator()<FEWEST_PARTS>();
    case NO_BREAK:
        return f.template operator()<NO_BREAK>();
    case ONE_BREAK:
        return f.template operator()<ONE_BREAK>();
    case TWO_BREAKS:
        return f.template operator()<TWO_BREAKS>();
    default:
        return f.template operator()<NEGATIVE_ENTROPY>();
    }
}

} // namespace codepegs
