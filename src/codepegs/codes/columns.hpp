// The columns of a set: the colours that can make a guess differ.
// Colours that were never played are equivalent, and so are those that no member holds. Guesses that differ only by
// renaming equivalent colours have the same partition, and only the lowest of them is scored.
#pragma once

#include "core/array.hpp"
#include "core/bitplanes.hpp"
#include "core/lanes.hpp"
#include "core/packed_codes.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace codepegs {

/// Largest number of columns for which a set of columns is one word.
inline constexpr int64_t MOST_COLUMNS = 64;

/// First play of a colour that was not played.
inline constexpr int64_t NEVER = int64_t{1} << 40;

/// The colours that can make a guess differ, ascending: one column each.
struct Columns {
    Columns(int64_t pegs, int64_t colors);

    int64_t count = 0;
    std::vector<uint16_t> of_color; // ABSENT for colours without a column
    std::vector<int64_t> color_of;
    /// Columns of one class are equivalent and used in ascending order of first appearance; 0: none, 1: colours never
    /// played, 2: colours that no member holds.
    std::vector<int64_t> kind;
    /// beyond[class - 1][k]: columns of a class that may not be next after k of them are used.
    std::vector<uint64_t> beyond[2];
    /// barred[i]: columns that may not be at peg i, because equivalent ones represent them there. Zeros unless the
    /// caller writes them.
    std::vector<uint64_t> barred;

    /// Number of columns with padding to whole values.
    [[nodiscard]] int64_t padded() const { return (count + LANES - 1) / LANES * LANES; }

  private:
    friend void classify_colors(std::span<const uint64_t>, int64_t, Array<const int64_t>, Packing, bool, bool,
                                Columns &);
    std::vector<char> live_;
};

/// Assign columns to the colours that can make a guess differ: those that some member holds (class 1 when
/// `first_played[v] >= depth`, else 0) and, unless guesses are members only, of those that none holds one, or without
/// repeats as many as a code has pegs (class 2). `depth` guesses were made.
void classify_colors(std::span<const uint64_t> members, int64_t depth, Array<const int64_t> first_played,
                     Packing packing, bool repeats, bool candidates_only, Columns &columns);

/// Fill `columns.beyond` from `columns.kind`. For up to MOST_COLUMNS columns.
void allow_in_order(int64_t pegs, Columns &columns);

} // namespace codepegs
