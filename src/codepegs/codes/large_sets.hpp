// Part sizes of many guesses against one large set, from bit planes with words innermost.
// Rows are computed peg by peg: a code moves from row j to row j + 1 if its bit is set in the plane of the next peg.
// Guesses with the same first pegs share the rows of these pegs, so lists of guesses should be sorted.
// If every reply is a part, the rows of the last peg are never stored: part sizes are counted directly in bytes
//(part_bytes.hpp), which are summed in 16 bits over a tile.
#pragma once

#include "codes/part_cells.hpp"
#include "core/array.hpp"
#include "core/bitplanes.hpp"
#include "core/export.hpp"
#include "core/lanes.hpp"
#include "core/packed_codes.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace codepegs {

/// Words of a tile: all its rows stay in the first- and second-level cache.
inline constexpr int64_t TILE_WORDS = 256;

/// The bit planes of a set, for the colours that some guesses use.
struct SetPlanes {
    Array<uint16_t> column_of; // by colour; ABSENT for those without planes
    Array<uint64_t> members;   // one bit a member; the number of words is a multiple of LANES
    Array<uint64_t, 3> place;  // by peg, column and word
    Array<uint64_t, 3> copies; // by copy, column and word

    /// Check the arguments from Python.
    void check(const CodeRules &rules) const;
};
CODEPEGS_STRUCT(SetPlanes, column_of, members, place, copies);

/// Counts part sizes. Holds scratch; for one thread.
class PartCounter {
  public:
    PartCounter(Packing packing, const Cells &cells);

    /// Add the number of members that give each reply to `out`, one row of part sizes per guess.
    void count(std::span<const uint64_t> guesses, const SetPlanes &planes, int64_t *out);

    /// The scores of guesses, less being better: twice the score, plus one for a guess that cannot win. `out` has one
    /// entry a guess.
    void score(std::span<const uint64_t> guesses, const SetPlanes &planes, int64_t objective,
               Array<const uint64_t> table, uint64_t *out);

  private:
    /// The part of a set that is processed at a time.
    struct Tile {
        int64_t width; // in values
        const uint64_t *members;
        const uint64_t *place;
        const uint64_t *copies;
        int64_t words; // of the whole set: from one column to the next
        int64_t columns;
        Array<const uint16_t> column_of;
    };

    struct PegPlanes {
        const uint64_t *place;
        const uint64_t *copies;
    };

    [[nodiscard]] PegPlanes planes_of(uint64_t key, int64_t peg, const Tile &tile) const;
    void make_prefix(uint64_t key, uint64_t before, int64_t made, int64_t length, const Tile &tile);
    template <int64_t PEGS> void count_in_bytes(std::span<const uint64_t> guesses, const Tile &tile, int64_t *out);
    void count_in_words(std::span<const uint64_t> guesses, const Tile &tile, int64_t *out);

    Packing packing_;
    Cells cells_;
    bool in_bytes_;
    bool rows_beyond_ = false;  // whether a cell has a row that is not a count
    bool totals_count_ = false; // whether a cell has a total row that is a count
    std::vector<Lanes> black_;  // by depth, row and word of the tile
    std::vector<Lanes> total_;
    std::vector<int64_t> sizes_;
};

} // namespace codepegs
