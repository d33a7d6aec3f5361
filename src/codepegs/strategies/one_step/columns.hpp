// The columns of a set: the colours that can make a guess differ.
//
// Guesses that differ only by renaming colours that are alike have the same partition, and only the lowest of them is
// scored: colours that were never played are alike, and so are those that no member holds.
#pragma once

#include "core/array.hpp"
#include "core/bitplanes.hpp"
#include "core/lanes.hpp"
#include "core/packed_codes.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace codepegs {

/// Columns up to which sets of them are kept in one word.
inline constexpr int64_t MOST_COLUMNS = 64;

/// First play of a colour that was not played.
inline constexpr int64_t NEVER = int64_t{1} << 40;

/// The colours that can make a guess differ, ascending: one column each.
struct Columns {
    Columns(int64_t pegs, int64_t colors);

    int64_t count = 0;
    std::vector<uint16_t> of_color; // ABSENT for colours without a column
    std::vector<int64_t> color_of;
    /// Columns of one class are alike and come in ascending order of first appearance; 0: none, 1: colours that were
    /// never played, 2: those that no member holds.
    std::vector<int64_t> kind;
    /// beyond[class - 1][k]: columns of a class that may not come next once k of them are used.
    std::vector<uint64_t> beyond[2];
    /// barred[i]: columns that may not stand at peg i, because others there stand for them. Zeros unless the caller
    /// writes them.
    std::vector<uint64_t> barred;

    /// Number of columns with padding to whole values.
    [[nodiscard]] int64_t padded() const { return (count + LANES - 1) / LANES * LANES; }

  private:
    friend void classify_colors(std::span<const uint64_t>, int64_t, Array<const int64_t>, Packing, bool, bool,
                                Columns &);
    std::vector<char> live_;
};

/// Give a column to each colour that can make a guess differ: those that some member holds (class 1 when
/// `first_played[v] >= depth`, else 0) and, unless guesses are members only, of those that none holds one, or without
/// repeats as many as a code has pegs (class 2). `depth` guesses were made.
void classify_colors(std::span<const uint64_t> members, int64_t depth, Array<const int64_t> first_played,
                     Packing packing, bool repeats, bool candidates_only, Columns &columns);

/// Fill `columns.beyond` from `columns.kind`. For up to MOST_COLUMNS columns.
void allow_in_order(int64_t pegs, Columns &columns);

} // namespace codepegs
