// Scores of all guesses for sets of up to sixteen columns, of a game of up to eight pegs in which every reply is a
// part.
// The first pegs are placed one by one, and all rows of a word are updated at once. For the last two pegs, all pairs of
// available columns are listed, and eight pairs at a time are added to the same rows: each lane looks up the planes of
// its columns. Part sizes are counted in bytes and saturate at 127; the score is then a lower bound, and guesses that
// pass it are scored again.
#pragma once

#include "codes/best_guess.hpp"
#include "codes/byte_sums.hpp"
#include "codes/guess_prefixes.hpp"
#include "codes/part_bytes.hpp"
#include "core/lanes.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace codepegs {

/// Planes of a small set with columns innermost: by word, peg or copy, and column.
struct SmallPlanes {
    const uint64_t *place;
    const uint64_t *copies;
    int64_t pegs;
    int64_t padded; // columns, a multiple of LANES
    int64_t words;

    [[nodiscard]] const uint64_t *place_at(int64_t word, int64_t peg) const {
        return place + (word * pegs + peg) * padded;
    }
    [[nodiscard]] const uint64_t *copies_at(int64_t word, int64_t copy) const {
        return copies + (word * pegs + copy) * padded;
    }
};

/// The rows of the guess being made.
class ByteRows {
  public:
    static constexpr int64_t COLUMNS = 16;  // with padding
    static constexpr int64_t LAST_PEGS = 2; // that are not in the prefix

    void begin(const SmallPlanes &planes, int64_t size, const GuessScoring &scoring);

    /// Add a peg; `copy` pegs before it have the same column.
    void place(int64_t peg, int64_t column, int64_t copy);

    /// Score all guesses with the prefix; returns whether the search may end.
    bool sweep(const GuessPrefixes &prefixes, BestGuess &best);

  private:
    /// A word for each column.
    struct Words {
        uint64_t of[COLUMNS];
    };
    struct Pairs;
    template <int64_t PEGS> bool sweep_with(const GuessPrefixes &prefixes, BestGuess &best);
    template <int64_t PEGS> bool score(const Pairs &pairs, uint64_t begun, BestGuess &best) const;
    template <int64_t PEGS>
    Lanes exact_score(const Lanes &before_last, const Lanes &last, const GuessScoring &scoring) const;
    template <int64_t PEGS>
    [[gnu::always_inline]] void make_rows(int64_t word, const ChunkLanes &before_last, const ChunkLanes &last,
                                          typename PartBytes<PEGS>::Rows &black,
                                          typename PartBytes<PEGS>::Rows &total) const;

    static void set_column(Words &out, const Words &words, int64_t column, uint64_t word);

    SmallPlanes planes_{};
    int64_t size_ = 0;
    ByteSums sums_;
    // By depth and word: one value, in which lane j is row j.
    std::vector<Lanes> black_;
    std::vector<Lanes> total_;
    // By depth and word: the planes of the next copy of each column, and of the one after it.
    std::vector<Words> next_copy_;
    std::vector<Words> after_copy_;
};

} // namespace codepegs
