// The scores of partitions of secrets with weights, by a table of replies.
#include "codes/table_counts.hpp"
#include "core/export.hpp"

#include <cstdint>
#include <vector>

namespace codepegs {

namespace {

template <class Part>
void write_scores(PartNumbers<Part> table, Array<const uint64_t> guesses, Array<const int64_t> members,
                  Array<const int64_t> weights, int64_t parts, int64_t objective, Array<const uint64_t> logs,
                  Array<uint64_t> scores, Array<int64_t> wins) {
    require(parts >= 1 && parts <= 1 << 16, "weighted_scores: expected 1 to 65,536 parts");
    require(objective >= WORST_PART && objective <= FEWEST_PARTS, "weighted_scores: unknown objective");
    require(weights.size() == members.size(), "weighted_scores: expected a weight for each member");
    require(scores.size() == guesses.size() && wins.size() == guesses.size(),
            "weighted_scores: expected room for each guess");
    const std::vector<int32_t> set = table_members(table, members);
    const auto room = static_cast<std::size_t>(parts);
    std::vector<uint64_t> sizes(room);
    std::vector<uint64_t> sums(room);
    std::vector<std::size_t> made;
    made.reserve(room);
    for (int64_t n = 0; n < guesses.size(); ++n) {
        const auto guess = static_cast<int64_t>(guesses[n]);
        require(guess >= 0 && guess < table.size(0), "weighted_scores: a guess is not a row of the table");
        const Part *row = table.data() + guess * table.size(1);
        for (std::size_t m = 0; m < set.size(); ++m) {
            const std::size_t part = row[set[m]];
            require(part < room, "weighted_scores: a part number is too large");
            if (sizes[part]++ == 0) made.push_back(part);
            sums[part] += static_cast<uint64_t>(weights[static_cast<int64_t>(m)]);
        }
        wins[n] = static_cast<int64_t>(sums.back());
        uint64_t score = objective == FEWEST_PARTS ? room - made.size() : 0;
        for (std::size_t part : made) {
            if (objective == WORST_PART) score = std::max(score, sizes[part]);
            else if (objective == SUM_OF_SQUARES) score += sizes[part] * sums[part];
            else if (objective == NEGATIVE_ENTROPY) score = score_with(score, sums[part], objective, logs);
            sizes[part] = sums[part] = 0;
        }
        scores[n] = score;
        made.clear();
    }
}

/// Write the score of each guess, less is better, for secrets of different weights, and the weight of its winning part.
///
/// `weights` has the weight of each of the `members`; the other arguments are as in `table_best`. `scores` and `wins`
/// have shape (m,). The largest part and the number of parts do not depend on the weights.
void weighted_scores(ReplyTable table, Array<const uint64_t> guesses, Array<const int64_t> members,
                     Array<const int64_t> weights, int64_t parts, int64_t objective, Array<const uint64_t> logs,
                     Array<uint64_t> scores, Array<int64_t> wins) {
    write_scores(table, guesses, members, weights, parts, objective, logs, scores, wins);
}

/// As `weighted_scores`, with part numbers in bytes.
void weighted_scores_8(PartNumbers<uint8_t> table, Array<const uint64_t> guesses, Array<const int64_t> members,
                       Array<const int64_t> weights, int64_t parts, int64_t objective, Array<const uint64_t> logs,
                       Array<uint64_t> scores, Array<int64_t> wins) {
    write_scores(table, guesses, members, weights, parts, objective, logs, scores, wins);
}

} // namespace

} // namespace codepegs

CODEPEGS_EXPORT(weighted_scores, table, guesses, members, weights, parts, objective, logs, scores, wins);
CODEPEGS_EXPORT(weighted_scores_8, table, guesses, members, weights, parts, objective, logs, scores, wins);
