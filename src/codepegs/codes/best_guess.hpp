// The best of the scored guesses, and the list of kept ones.
#pragma once

#include "core/array.hpp"
#include "core/export.hpp"
#include "core/lanes.hpp"
#include "core/packed_codes.hpp"
#include "core/scoring.hpp"

#include <cstdint>
#include <span>

namespace codepegs {

/// The scoring of guesses, and which of them are kept.
///
/// The key of a guess is twice its score, plus one when the guess is not a member. With the objectives of bounds
/// (`NO_BREAK` and above) it is a bound on the sum over all codes, `unwon` more for a guess that is not a member.
struct GuessScoring {
    int64_t objective = NEGATIVE_ENTROPY;
    // Entries up to the size of the set, the first 0; for ONE_BREAK one, for TWO_BREAKS two.
    Array<const uint64_t> table = {};

    /// Only keys below it matter.
    uint64_t incumbent = ~uint64_t{0};
    /// The search ends at the first guess with a key of at most `floor`, unless guesses are kept.
    uint64_t floor = 0;

    // For the objectives of bounds alone: guesses with keys below `limit` are kept, with these keys; those past the
    // length of the arrays are only counted.
    uint64_t limit = 0;
    uint64_t unwon = 0;
    Array<int64_t> kept_keys = {};
    Array<uint64_t> kept_guesses = {};
};
CODEPEGS_STRUCT(GuessScoring, objective, table, incumbent, floor, limit, unwon, kept_keys, kept_guesses);

/// The outcome.
struct GuessFound {
    /// The least of `incumbent` and the keys.
    uint64_t key = 0;
    /// The first guess with this key, if it is less than `incumbent`.
    uint64_t guess = 0;
    int64_t scored = 0;
    int64_t kept = 0;
    /// With bounds that count parts: the largest number of parts of a member, and of another guess; 0 if the search
    /// ended early.
    int64_t most_parts = 0;
    int64_t most_parts_of_others = 0;
};

/// Whether an objective is a bound of the search for best trees.
constexpr bool is_bound(int64_t objective) { return objective >= NO_BREAK; }

/// Whether an objective sums table entries, which may have any size.
constexpr bool is_table(int64_t objective) {
    return objective == NEGATIVE_ENTROPY || objective == ANY_BREAKS || objective == SUM_OF_TABLE;
}

/// Up to eight guesses with the same first pegs.
struct GuessBlock {
    uint64_t begun;             // the pegs before the last, or the last two, as the beginning of a key
    const uint8_t *before_last; // by lane: the column of the peg before the last, or null when it is in `begun`
    const uint8_t *last;        // by lane: the column of the last peg
    uint64_t lanes;             // a bit for each guess
};

/// Compares guesses in ascending order, eight at a time.
class BestGuess {
  public:
    void begin(const GuessScoring &scoring, Packing packing, int64_t parts, int64_t size,
               std::span<const int64_t> color_of);

    /// Use the scores of a block, in which bounds count the parts in the high half. Lanes of `wins` are nonzero for
    /// guesses that are members. Returns whether the search may end, at a guess whose lane is then `end`.
    bool compare(Lanes score, const Lanes &wins, const GuessBlock &block);

    /// Whether a lane may matter; `score` is a lower bound.
    [[nodiscard]] bool may_be_best(const Lanes &score, uint64_t lanes) const {
        return any_less(score << 1, found.key, lanes);
    }

    /// All guesses were compared.
    void finish();

    GuessFound found;
    GuessScoring scoring;
    int64_t end = 0;

  private:
    [[nodiscard]] uint64_t guess_of(const GuessBlock &block, int64_t lane) const;

    Packing packing_{};
    int64_t parts_ = 0;
    int64_t size_ = 0;
    std::span<const int64_t> color_of_;
    Lanes most_won_{};
    Lanes most_unwon_{};
};

/// Whether two lanes of a block are compared together: their guesses differ only in a last peg of the same eight
/// columns.
inline bool compared_together(const GuessBlock &block, int64_t lane, int64_t other) {
    return (block.before_last == nullptr || block.before_last[lane] == block.before_last[other]) &&
           block.last[lane] / LANES == block.last[other] / LANES;
}

} // namespace codepegs
