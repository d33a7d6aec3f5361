// Partial codes: entries with the colours of some pegs and the colour counts of the others.
//
// An entry is a column of two arrays. `keys` packs the colours of the single pegs, `bits` bits a peg, so that a guess
// is compared with all pegs of a word at once; `rest` has one byte per colour for each block of pegs: the number of
// pegs with it. The reply to a guess with a single colour in each block follows from the entry.
#pragma once

#include "core/array.hpp"
#include "core/export.hpp"

#include <cstdint>

namespace codepegs {

/// Partial codes, the entries of the list: the colours of the single pegs, and for each block its colour counts.
/// Colours from `distinguished` on are not distinguished in the blocks. A *slot* is a block or a single peg, blocks
/// first.
struct PartialCodes {
    // Colours of the single pegs, `bits` bits per peg, the first peg lowest, shape (words, entries or more).
    Array<const uint64_t, 2> keys;
    // One byte per colour: the number of its pegs in a block, shape (blocks, entries or more).
    Array<const uint64_t, 2> rest;
    // Pegs of each block.
    Array<const int64_t> sizes;
    // Number of entries.
    int64_t size;
    int64_t singles;
    int64_t distinguished;
    int64_t colors;
    int64_t bits;

    static constexpr int64_t MOST_COLORS = 8; // bytes in a word of `rest`
    static constexpr int64_t MOST_PEGS = 255; // largest count of a byte

    [[nodiscard]] int64_t blocks() const { return sizes.size(); }
    [[nodiscard]] int64_t pegs_a_word() const { return 64 / bits; }

    /// Pegs of a colour in a word of `rest`.
    static int64_t pegs_of(int64_t color, uint64_t word) { return static_cast<int64_t>((word >> (8 * color)) & 0xFF); }

    /// Check that the arrays have matching sizes.
    void check() const {
        require(colors >= 1 && colors <= MOST_COLORS, "codes.colors: expected 1 to 8");
        require(distinguished >= 0 && distinguished <= colors, "codes.distinguished: expected at most codes.colors");
        require(bits >= 1 && bits <= 3 && colors <= int64_t{1} << bits,
                "codes.bits: expected as many as a colour takes");
        require(size >= 0 && keys.size(1) >= size, "codes.size: more than codes.keys has");
        require(rest.size(0) == blocks(), "codes.rest: expected a row for each block");
        require(blocks() == 0 || rest.size(1) >= size, "codes.size: more than codes.rest has");
        require(singles >= 0 && singles <= keys.size(0) * pegs_a_word(),
                "codes.singles: more than codes.keys has room for");
        int64_t pegs = singles;
        for (const int64_t of_block : sizes) {
            require(of_block >= 0 && of_block <= MOST_PEGS, "codes.sizes: expected at most 255 pegs");
            pegs += of_block;
        }
        require(pegs <= MOST_PEGS, "codes: expected at most 255 pegs");
    }
};
CODEPEGS_STRUCT(PartialCodes, keys, rest, sizes, size, singles, distinguished, colors, bits);

} // namespace codepegs
