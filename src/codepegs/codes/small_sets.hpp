// The best guess for one small set: every guess that can differ is scored, eight at a time.
//
// The first pegs of a guess are walked depth first: their black and total rows (the codes with j right pegs, or j right
// colours, so far) are shared by all guesses with the same first pegs.
#pragma once

#include "codes/best_guess.hpp"
#include "codes/byte_rows.hpp"
#include "codes/columns.hpp"
#include "codes/guess_prefixes.hpp"
#include "codes/part_cells.hpp"
#include "codes/word_rows.hpp"
#include "core/array.hpp"
#include "core/bitplanes.hpp"
#include "core/lanes.hpp"
#include "core/packed_codes.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace codepegs {

/// Sets of more than this many words are scored by counting over words instead (large_sets.hpp).
inline constexpr int64_t MOST_WORDS = 8;
static_assert(MOST_WORDS <= LANES, "the words of a row are one value");

/// Largest number of codes of a small set.
inline constexpr int64_t MOST_MEMBERS = MOST_WORDS * WORD_BITS;

/// Searches the guesses for one small set after another. Holds the planes of the set and scratch; for one thread.
///
/// Use: fill `columns` (classify_colors), then `load`, `allow_in_order` and `choose_any`.
class SmallSetSearch {
  public:
    SmallSetSearch(Packing packing, int64_t colors, bool repeats, const Cells &cells);

    Columns columns;

    /// Load a set of up to MOST_MEMBERS codes; `columns` are the columns that it needs, at most MOST_COLUMNS.
    void load(std::span<const uint64_t> members);

    /// Best of all guesses that can differ.
    GuessFound choose_any(const GuessScoring &scoring) {
        begin(scoring);
        while (!step(INT64_MAX)) {}
        return found();
    }

    /// The same in steps: `step` returns whether the search has ended, with its result in `found`. A unit is a cell of
    /// the part table, a word of the set and a guess: less than 0.3 nanoseconds.
    void begin(const GuessScoring &scoring);
    bool step(int64_t units);
    [[nodiscard]] const GuessFound &found() const { return best_.found; }

  private:
    template <class Rows> bool run(Rows &rows, int64_t units);

    Packing packing_;
    bool repeats_;
    Cells cells_;

    std::span<const uint64_t> keys_;
    // By word, peg or copy, and column.
    std::vector<uint64_t> place_;
    std::vector<uint64_t> copies_;
    std::vector<uint64_t> nowhere_; // by peg: columns that no member has there
    SmallPlanes planes_{};

    BestGuess best_;
    GuessPrefixes prefixes_;
    bool begun_ = false;
    bool in_bytes_ = false;
    ByteRows byte_rows_;
    WordRows word_rows_;
};

} // namespace codepegs
