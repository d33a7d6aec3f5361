// Bit planes: a transposed set of codes, one bit per code.
// For a set of m codes, plane (position i, colour v) has bit s set if code s has colour v at position i, and plane
//(copy k, colour v) if code s has at least k + 1 pegs of colour v. Adding the planes that a guess selects, bit by bit,
// gives black and total of all m codes at once, 64 codes per word: a guess takes a few logical operations per 64 codes
// instead of a few per code, and the size of a part is a population count.
// Planes are flat arrays addressed by strides, because their two uses need different orders: counting one guess over
// many words needs words innermost, scoring many guesses over few words needs colours innermost.
#pragma once

#include "array.hpp"
#include "lanes.hpp"
#include "packed_codes.hpp"

#include <array>
#include <cstdint>
#include <type_traits>

namespace codepegs {

/// Number of members per word of a plane.
inline constexpr int64_t WORD_BITS = 64;

/// Column number of a colour that has no plane.
inline constexpr uint16_t ABSENT = 0xFFFF;

/// Distance in words from one position or copy, one column, and one word of members to the next.
struct PlaneStrides {
    int64_t row;
    int64_t column;
    int64_t word;
};

/// Fill the copies of one word of each plane, or of eight words that are neighbours: a code with a peg of the colour
/// has one copy more of it than at the pegs before. `row` is the distance from one position or copy to the next.
template <class Word> inline void count_copies(const uint64_t *place, uint64_t *copies, int64_t pegs, int64_t row) {
    if (pegs > WORD_BITS) { // of one colour, which takes no bits of the key: each peg is one copy more
        for (int64_t i = 0; i < pegs; ++i) {
            if constexpr (std::is_same_v<Word, Lanes>) store(copies + i * row, load(place + i * row));
            else copies[i * row] = place[i * row];
        }
        return;
    }
    std::array<Word, WORD_BITS> with_copy;
    for (int64_t i = 0; i < pegs; ++i) {
        Word more;
        if constexpr (std::is_same_v<Word, Lanes>) more = load(place + i * row);
        else more = place[i * row];
        for (std::size_t k = 0; k < static_cast<std::size_t>(i); ++k) {
            const Word both = with_copy[k] & more;
            with_copy[k] = with_copy[k] | more;
            more = both;
        }
        with_copy[static_cast<std::size_t>(i)] = more;
    }
    for (int64_t k = 0; k < pegs; ++k) {
        if constexpr (std::is_same_v<Word, Lanes>) store(copies + k * row, with_copy[static_cast<std::size_t>(k)]);
        else copies[k * row] = with_copy[static_cast<std::size_t>(k)];
    }
}

/// Fill the planes of `keys[start:stop]`, and as many words of them as `words` says. `place` must hold zeros.
inline void build_planes(const uint64_t *keys, int64_t start, int64_t stop, Packing packing, const uint16_t *column_of,
                         uint64_t *place, uint64_t *copies, PlaneStrides strides, int64_t columns, int64_t words) {
    for (int64_t s = start; s < stop; ++s) {
        const uint64_t key = keys[s];
        const int64_t word = (s - start) >> 6;
        const uint64_t bit = uint64_t{1} << ((s - start) & 63);
        for (int64_t i = 0; i < packing.pegs; ++i) {
            const uint16_t column = column_of[packing.color(key, i)];
            if (column == ABSENT) continue;
            place[i * strides.row + column * strides.column + word * strides.word] |= bit;
        }
    }
    const bool words_are_near = strides.word == 1;
    const int64_t near = words_are_near ? words : columns;
    const int64_t far = words_are_near ? columns : words;
    for (int64_t f = 0; f < far; ++f) {
        int64_t at = f * (words_are_near ? strides.column : strides.word);
        const int64_t end = at + near;
        for (; at + LANES <= end; at += LANES) {
            count_copies<Lanes>(place + at, copies + at, packing.pegs, strides.row);
        }
        for (; at < end; ++at) count_copies<uint64_t>(place + at, copies + at, packing.pegs, strides.row);
    }
}

/// Set one bit per member in words that hold zeros.
inline void fill_members(uint64_t *members, int64_t size) {
    for (int64_t w = 0; w < size / WORD_BITS; ++w) members[w] = ~uint64_t{0};
    if (size % WORD_BITS) members[size / WORD_BITS] = (uint64_t{1} << (size % WORD_BITS)) - 1;
}

/// The rows after all pegs: row j has the codes whose bits are set in j of the planes.
template <int N, std::size_t ROWS>
[[gnu::always_inline]] inline void add_pegs(const LanesOf<N> &members, const auto &plane,
                                            std::array<LanesOf<N>, ROWS> &rows) {
    rows[0] = members;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < ROWS - 1; ++i) {
        const LanesOf<N> bits = plane(i);
        rows[i + 1] = rows[i] & bits;
#pragma GCC unroll 8
        for (std::size_t j = i; j > 0; --j) rows[j] = select_bits(bits, rows[j - 1], rows[j]);
        rows[0] = and_not(rows[0], bits);
    }
}

/// The rows after two pegs were added: row j has the codes of row j before without either peg, of row j - 1 with one of
/// them, of row j - 2 with both. `before(j)` returns row j before, for j < ROWS - 2; the other rows were empty.
template <int N, std::size_t ROWS>
[[gnu::always_inline]] inline void add_two_pegs(const auto &before, const LanesOf<N> &plane,
                                                const LanesOf<N> &last_plane, std::array<LanesOf<N>, ROWS> &rows) {
    std::array<LanesOf<N>, ROWS - 1> middle;
    LanesOf<N> below = before(std::size_t{0});
    middle[0] = and_not(below, plane);
#pragma GCC unroll 8
    for (std::size_t j = 1; j < ROWS - 2; ++j) {
        const LanesOf<N> same = before(j);
        middle[j] = select_bits(plane, below, same);
        below = same;
    }
    middle[ROWS - 2] = below & plane;
    rows[0] = and_not(middle[0], last_plane);
#pragma GCC unroll 8
    for (std::size_t j = 1; j < ROWS - 1; ++j) rows[j] = select_bits(last_plane, middle[j - 1], middle[j]);
    rows[ROWS - 1] = middle[ROWS - 2] & last_plane;
}

} // namespace codepegs
