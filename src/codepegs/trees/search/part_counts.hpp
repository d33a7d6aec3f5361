// The most parts that a guess makes of a small set, over all guesses, 16 or 32 at a time.
//
// To know whether a part is empty takes no population count, and a word of 16 or 32 bits holds the set. The first pegs
// of a guess are walked depth first (guess_prefixes.hpp). Each pair of columns at the last two pegs has a lane, the
// same for every prefix, so the planes of these pegs are laid out once for each set.
#pragma once

#include "codes/columns.hpp"
#include "codes/guess_prefixes.hpp"
#include "codes/part_cells.hpp"
#include "core/lanes.hpp"
#include "core/packed_codes.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace codepegs {

/// Counts the parts of one small set after another, for games in which every reply is a part; for one thread.
class PartCounts {
  public:
    static constexpr int64_t MOST_CODES = 32;
    static constexpr int64_t MOST_COLUMNS = 16;
    static constexpr int64_t LEAST_PEGS = 2;
    static constexpr int64_t MOST_PEGS = 8;

    /// The most parts, the win among them.
    struct Most {
        int64_t won;     // of a guess that is a member
        int64_t other;   // of another guess
        int64_t guesses; // that were counted
    };

    PartCounts(Packing packing, bool repeats) : packing_(packing), repeats_(repeats) {}

    /// Whether the parts of the sets of a game can be counted.
    [[nodiscard]] static bool suits(const Cells &cells, int64_t pegs) {
        return pegs >= LEAST_PEGS && pegs <= MOST_PEGS && cells.each_is_a_part(pegs);
    }

    /// The most parts of a set of up to MOST_CODES codes, of up to MOST_COLUMNS `columns` (allow_in_order).
    ///
    /// The count ends with less once a member makes `enough_won` parts or another guess `enough_other`.
    Most count(std::span<const uint64_t> keys, const Columns &columns, int64_t enough_won, int64_t enough_other);

  private:
    static constexpr std::size_t PAIRS = MOST_COLUMNS * MOST_COLUMNS;
    static constexpr std::size_t VALUES = PAIRS * sizeof(uint32_t) / sizeof(Lanes);

    /// For each value of pairs, a lane for each.
    using Values = std::array<Lanes, VALUES>;

    /// Some pegs are placed.
    struct Level {
        std::array<uint32_t, MOST_PEGS> black; // row j: the codes with j right pegs
        std::array<uint32_t, MOST_PEGS> total; // the codes with j right colours
        Values next_before_last;               // the plane of the next copy of the column before the last
        Values next_last;                      // of the next copy of the last column after that
        Values barred;                         // all bits of pairs that are not guesses
    };

    template <class Word> Most count_in(const Columns &columns, int64_t enough_won, int64_t enough_other);
    template <class Word, int64_t PEGS> Most count_with(int64_t enough_won, int64_t enough_other);
    void load(std::span<const uint64_t> keys, const Columns &columns);
    template <class Word> void lay_out(const Columns &columns);
    template <class Word> void place(int64_t peg, int64_t column, int64_t copy);

    Packing packing_;
    bool repeats_;
    GuessPrefixes prefixes_;
    std::array<uint64_t, MOST_PEGS> nowhere_{};
    // By peg or copy, and column.
    std::array<std::array<uint32_t, MOST_COLUMNS>, MOST_PEGS> place_{};
    std::array<std::array<uint32_t, MOST_COLUMNS>, MOST_PEGS + 1> copies_{};
    uint32_t everyone_ = 0;
    std::size_t values_ = 0; // that are used
    int64_t pairs_ = 0;      // that are columns
    // By value: the columns of each pair, and their planes at the last two pegs.
    Values column_before_last_{};
    Values column_last_{};
    Values place_before_last_{};
    Values place_last_{};
    std::vector<Level> levels_ = std::vector<Level>(static_cast<std::size_t>(MOST_PEGS - 1));
};

} // namespace codepegs
