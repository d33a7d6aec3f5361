// Scores of all guesses for small sets of any game.
//
// The rows of all pegs but the last are words innermost, so that one value holds all words of a row. The last peg is
// added for eight columns at a time.
#pragma once

#include "codes/best_guess.hpp"
#include "codes/byte_rows.hpp"
#include "codes/byte_sums.hpp"
#include "codes/guess_prefixes.hpp"
#include "codes/part_cells.hpp"
#include "core/lanes.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace codepegs {

/// The rows of the guess being made.
class WordRows {
  public:
    static constexpr int64_t LAST_PEGS = 1; // that are not in the prefix

    void begin(const SmallPlanes &planes, std::span<const uint64_t> members, const Columns &columns, Packing packing,
               const Cells &cells, const GuessScoring &scoring);

    /// Add a peg; `copy` pegs before it have the same column.
    void place(int64_t peg, int64_t column, int64_t copy);

    /// Score all guesses with the prefix; returns whether the search may end.
    bool sweep(const GuessPrefixes &prefixes, BestGuess &best);

  private:
    /// Score the parts of the guesses whose rows were computed, with `Score`.
    template <class Score> bool sweep_with(Score score, const GuessPrefixes &prefixes, BestGuess &best);
    void add_last_peg(int64_t first_column);

    SmallPlanes planes_{};
    Cells cells_{};
    bool each_is_a_part_ = false;
    bool in_bytes_ = false; // whether part sizes are bytes that are looked up in a table
    ByteSums sums_;
    Lanes members_{};
    // Planes with words innermost: by peg or copy, and column.
    std::vector<Lanes> place_;
    std::vector<Lanes> copies_;
    // By depth and row.
    std::vector<Lanes> black_;
    std::vector<Lanes> total_;
    std::vector<Lanes> next_copy_; // by depth, word and column: the plane of the next copy
    // Of eight guesses: by row and word.
    std::vector<Lanes> lane_black_;
    std::vector<Lanes> lane_total_;
};

} // namespace codepegs
