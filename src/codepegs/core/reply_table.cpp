// Replies of many guesses to many codes, each by two population counts.
#include "core/export.hpp"
#include "core/lanes.hpp"

#include <vector>

namespace codepegs {

namespace {

/// Transposed masks: word after word, for as many rows as fill whole vectors.
std::vector<uint64_t> columns_of(const Array<const uint64_t, 2> &masks, int64_t padded) {
    const int64_t words = masks.size(1);
    std::vector<uint64_t> columns(static_cast<std::size_t>(words * padded), 0);
    for (int64_t row = 0; row < masks.size(0); ++row) {
        for (int64_t word = 0; word < words; ++word)
            columns[static_cast<std::size_t>(word * padded + row)] = masks(row, word);
    }
    return columns;
}

template <class Part>
void write_parts(Array<const uint64_t, 2> guess_place, Array<const uint64_t, 2> guess_copies,
                 Array<const uint64_t, 2> code_place, Array<const uint64_t, 2> code_copies,
                 Array<const int64_t, 2> part_of, Array<Part, 2> parts) {
    const int64_t guesses = guess_place.size(0);
    const int64_t codes = code_place.size(0);
    const int64_t words = guess_place.size(1);
    require(guess_copies.size(0) == guesses && code_copies.size(0) == codes && guess_copies.size(1) == words &&
                code_place.size(1) == words && code_copies.size(1) == words,
            "reply_parts: masks of that many words are expected, two for each guess and two for each code");
    require(part_of.size(0) == part_of.size(1), "reply_parts: part_of has one row and one column for each count");
    require(parts.size(0) == guesses && parts.size(1) == codes,
            "reply_parts: parts has a row for each guess and a column for each code");

    const int64_t counts = part_of.size(0);
    std::vector<Part> part(static_cast<std::size_t>(counts * counts));
    for (int64_t black = 0; black < counts; ++black) {
        for (int64_t total = 0; total < counts; ++total) {
            part[static_cast<std::size_t>(black * counts + total)] = static_cast<Part>(part_of(black, total));
        }
    }
    const int64_t padded = (codes + LANES - 1) / LANES * LANES;
    const std::vector<uint64_t> place = columns_of(code_place, padded);
    const std::vector<uint64_t> copies = columns_of(code_copies, padded);
    std::vector<uint64_t> cells(static_cast<std::size_t>(padded));
    for (int64_t n = 0; n < guesses; ++n) {
        Lanes most = splat(0);
        for (int64_t x = 0; x < padded; x += LANES) {
            Lanes black = splat(0);
            Lanes total = splat(0);
            for (int64_t word = 0; word < words; ++word) {
                black = black + popcount(load(place.data() + word * padded + x) & splat(guess_place(n, word)));
                total = total + popcount(load(copies.data() + word * padded + x) & splat(guess_copies(n, word)));
            }
            most = max(most, max(black, total));
            store(cells.data() + x, multiply_low(black, splat(static_cast<uint64_t>(counts))) + total);
        }
        const Lanes too_large =
            max(most, splat(static_cast<uint64_t>(counts - 1))) ^ splat(static_cast<uint64_t>(counts - 1));
        require(!any_bit(too_large), "reply_parts: a mask has more bits than there are pegs");
        Part *row = parts.data() + n * codes;
        for (int64_t x = 0; x < codes; ++x) row[x] = part[cells[static_cast<std::size_t>(x)]];
    }
}

/// Write the part number of every code (column) for every guess (row) to `parts`, shape (guesses, codes).
///
/// The masks of positions (`_place`) and of copies (`_copies`) are those of `codepegs.game.parts.pack`, shape
/// (guesses, words) and (codes, words). `part_of` has part numbers by black count and total, shape (pegs + 1, pegs +
/// 1).
void reply_parts(Array<const uint64_t, 2> guess_place, Array<const uint64_t, 2> guess_copies,
                 Array<const uint64_t, 2> code_place, Array<const uint64_t, 2> code_copies,
                 Array<const int64_t, 2> part_of, Array<uint16_t, 2> parts) {
    write_parts(guess_place, guess_copies, code_place, code_copies, part_of, parts);
}

/// Write part numbers in bytes, for games of at most 256 parts; otherwise as `reply_parts`.
void reply_parts_8(Array<const uint64_t, 2> guess_place, Array<const uint64_t, 2> guess_copies,
                   Array<const uint64_t, 2> code_place, Array<const uint64_t, 2> code_copies,
                   Array<const int64_t, 2> part_of, Array<uint8_t, 2> parts) {
    write_parts(guess_place, guess_copies, code_place, code_copies, part_of, parts);
}

} // namespace

} // namespace codepegs

CODEPEGS_EXPORT(reply_parts, guess_place, guess_copies, code_place, code_copies, part_of, parts);
CODEPEGS_EXPORT(reply_parts_8, guess_place, guess_copies, code_place, code_copies, part_of, parts);
