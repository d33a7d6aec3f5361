// Scores of partitions, less is better: those of the one-step strategies, and the bounds of the search for best trees.
#pragma once

#include "array.hpp"
#include "elementary.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace codepegs {

/// Fixed-point bits of one bit of entropy: sums over 2^25 codes still fit 62 bits. `core/loops.py` has the same
/// number.
inline constexpr int ENTROPY_SCALE = 30;
inline constexpr double FIXED_POINT = 1073741824.0; // 2^ENTROPY_SCALE

/// The objective: the term that a score sums over the parts. The numbers are those of `partition.Objective`.
enum Objective : int64_t {
    WORST_PART = 0,
    SUM_OF_SQUARES = 1,
    NEGATIVE_ENTROPY = 2,
    FEWEST_PARTS = 3,
    // Bounds on the cost of parts, for the search for best trees. Those with up to two breaks read the sizes at which
    // the cost of another code increases from a short table. ANY_BREAKS looks up the cost by size, plus 2^32 to count
    // parts; SUM_OF_TABLE does so without the count.
    NO_BREAK = 4,
    ONE_BREAK = 5,
    TWO_BREAKS = 6,
    ANY_BREAKS = 7,
    SUM_OF_TABLE = 8,
};

/// Largest part whose logarithm is looked up; those of larger ones are computed one by one.
inline constexpr int64_t LARGEST_IN_TABLE = 1 << 20;

/// The number of entries of `write_log_table` with which sets of up to `most` codes are scored. Who makes the table and
/// who reads it both ask this.
inline int64_t logs_listed(int64_t most) { return std::min(most, LARGEST_IN_TABLE) + 1; }

/// `score` after one more part of `size` codes. With FEWEST_PARTS it counts the parts so far.
inline uint64_t score_with(uint64_t score, uint64_t size, int64_t objective, const Array<const uint64_t> &table) {
    if (objective == WORST_PART) return std::max(score, size);
    if (objective == SUM_OF_SQUARES) return score + size * size;
    if (objective == NEGATIVE_ENTROPY) {
        if (size < static_cast<uint64_t>(table.size())) return score + table[static_cast<int64_t>(size)];
        return score +
               size * static_cast<uint64_t>(std::nearbyint(exact_log2(static_cast<double>(size)) * FIXED_POINT));
    }
    return score + (size != 0);
}

/// The score of a guess that splits `size` codes into `size` parts, the best possible one for up to `parts` codes.
inline uint64_t singletons_score(int64_t size, int64_t parts, int64_t objective, const Array<const uint64_t> &table) {
    if (objective == WORST_PART) return 1;
    if (objective == FEWEST_PARTS) return static_cast<uint64_t>(parts - size);
    return static_cast<uint64_t>(size) * (objective == SUM_OF_SQUARES ? 1 : table[1]);
}

} // namespace codepegs
