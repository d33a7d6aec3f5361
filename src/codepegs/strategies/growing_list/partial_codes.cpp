// Partial codes: their replies to a guess, the number of codes they represent, and samples of them.
#include "partial_codes.hpp"
#include "core/elementary.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <tuple>
#include <vector>

namespace codepegs {

namespace {

/// Entries processed together, so that their data stays in the cache.
constexpr int64_t CHUNK_ENTRIES = 4096;

void check_range(const PartialCodes &codes, int64_t start, int64_t stop, int64_t room) {
    require(start >= 0 && start <= stop && stop <= codes.size, "start, stop: expected a range of entries");
    require(stop <= room, "out: expected one place for each entry");
}

/// A guess, packed as the single pegs are.
struct PackedGuess {
    std::vector<uint64_t> colors;
    std::vector<uint64_t> lowest_bits; // of each peg
    std::vector<int64_t> of_blocks;

    /// `color_of` has the colour of each slot.
    template <class ColorOf> PackedGuess(const PartialCodes &codes, ColorOf color_of) {
        const int64_t each = codes.pegs_a_word();
        for (int64_t block = 0; block < codes.blocks(); ++block) of_blocks.push_back(color_of(block));
        for (int64_t peg = 0; peg < codes.singles; ++peg) {
            if (peg % each == 0) {
                colors.push_back(0);
                lowest_bits.push_back(0);
            }
            const int64_t shift = codes.bits * (peg % each);
            colors.back() |= static_cast<uint64_t>(color_of(codes.blocks() + peg)) << shift;
            lowest_bits.back() |= uint64_t{1} << shift;
        }
    }
};

/// Add to `counts` the number of fields of each word that equal those of the guess; fields have `bits` bits.
template <int bits>
void add_matches(const uint64_t *words, int64_t size, uint64_t guess, uint64_t lowest_bits, uint8_t *counts) {
    for (int64_t s = 0; s < size; ++s) {
        uint64_t different = words[s] ^ guess;
        if constexpr (bits == 2) different |= different >> 1;
        if constexpr (bits == 3) different |= (different >> 1) | (different >> 2);
        counts[s] = static_cast<uint8_t>(counts[s] + std::popcount(~different & lowest_bits));
    }
}

/// Count the black pegs of entries `start` to `start + size` for a guess.
void count_matches(const PartialCodes &codes, const PackedGuess &guess, int64_t start, int64_t size, uint8_t *counts) {
    std::fill_n(counts, size, uint8_t{0});
    for (std::size_t word = 0; word < guess.colors.size(); ++word) {
        const uint64_t *const words = codes.keys[static_cast<int64_t>(word)].data() + start;
        if (codes.bits == 1) add_matches<1>(words, size, guess.colors[word], guess.lowest_bits[word], counts);
        else if (codes.bits == 2) add_matches<2>(words, size, guess.colors[word], guess.lowest_bits[word], counts);
        else add_matches<3>(words, size, guess.colors[word], guess.lowest_bits[word], counts);
    }
    for (int64_t block = 0; block < codes.blocks(); ++block) {
        const uint64_t *const words = codes.rest[block].data() + start;
        const int64_t shift = 8 * guess.of_blocks[static_cast<std::size_t>(block)];
        for (int64_t s = 0; s < size; ++s) counts[s] = static_cast<uint8_t>(counts[s] + (words[s] >> shift));
    }
}

using LogFactorials = std::array<double, PartialCodes::MOST_PEGS + 1>; // covers every value of a byte of `rest`

/// Add to `sums` the logarithm of the ways to place the colours in a block of `pegs`, of which `distinguished` are
/// distinguished.
template <int64_t distinguished>
void add_completions(const uint64_t *words, int64_t size, int64_t pegs, const LogFactorials &logs, double log_merged,
                     double *sums) {
    const double all = logs[static_cast<uint8_t>(pegs)];
    for (int64_t s = 0; s < size; ++s) {
        const uint64_t word = words[s];
        int64_t left = pegs;
        double ways = all;
        for (int64_t color = 0; color < distinguished; ++color) {
            const int64_t count = PartialCodes::pegs_of(color, word);
            ways -= logs[static_cast<uint8_t>(count)];
            left -= count;
        }
        sums[s] += ways - logs[static_cast<uint8_t>(left)] + static_cast<double>(left) * log_merged;
    }
}

template <class... Arguments> void add_completions(int64_t distinguished, const Arguments &...arguments) {
    if (distinguished == 0) add_completions<0>(arguments...);
    else if (distinguished == 1) add_completions<1>(arguments...);
    else if (distinguished == 2) add_completions<2>(arguments...);
    else if (distinguished == 3) add_completions<3>(arguments...);
    else if (distinguished == 4) add_completions<4>(arguments...);
    else if (distinguished == 5) add_completions<5>(arguments...);
    else if (distinguished == 6) add_completions<6>(arguments...);
    else if (distinguished == 7) add_completions<7>(arguments...);
    else add_completions<8>(arguments...);
}

} // namespace

/// Write to `out[start:stop]` the black count of each entry for a guess with one colour per slot.
void count_black(const PartialCodes &codes, Array<const int64_t> guess, int64_t start, int64_t stop,
                 Array<uint8_t> out) {
    codes.check();
    check_range(codes, start, stop, out.size());
    require(guess.size() == codes.blocks() + codes.singles, "guess: expected a colour for each slot");
    for (const int64_t color : guess) {
        require(color >= 0 && color < codes.colors, "guess: a colour that the game does not have");
    }
    const PackedGuess packed(codes, [&](int64_t slot) { return guess[slot]; });
    count_matches(codes, packed, start, stop - start, out.data() + start);
}

/// Write to `out[start:stop]` the total for a guess, given its number of pegs of each colour.
///
/// Colours that are not distinguished must not be in the guess.
void count_total(const PartialCodes &codes, Array<const int64_t> copies, int64_t start, int64_t stop,
                 Array<int32_t> out) {
    codes.check();
    check_range(codes, start, stop, out.size());
    require(copies.size() == codes.colors, "copies: expected a number for each colour");
    std::vector<PackedGuess> of_one_color;
    for (int64_t color = 0; color < codes.colors; ++color) {
        of_one_color.emplace_back(codes, [=](int64_t) { return color; });
    }
    uint8_t counts[CHUNK_ENTRIES];
    for (int64_t first = start; first < stop; first += CHUNK_ENTRIES) {
        const int64_t size = std::min(CHUNK_ENTRIES, stop - first);
        int32_t *const totals = out.data() + first;
        std::fill_n(totals, size, 0);
        for (int64_t color = 0; color < codes.colors; ++color) {
            if (copies[color] <= 0) continue;
            count_matches(codes, of_one_color[static_cast<std::size_t>(color)], first, size, counts);
            const auto most = static_cast<uint8_t>(std::min(copies[color], PartialCodes::MOST_PEGS));
            for (int64_t s = 0; s < size; ++s) totals[s] += std::min(counts[s], most);
        }
    }
}

/// Write to `out[start:stop]` the natural logarithm of the number of codes that each entry represents.
///
/// Each peg whose colour is not distinguished has e^`log_merged` possibilities.
void log_completions(const PartialCodes &codes, double log_merged, Array<const double> log_factorial, int64_t start,
                     int64_t stop, Array<double> out) {
    codes.check();
    check_range(codes, start, stop, out.size());
    for (const int64_t size : codes.sizes) {
        require(log_factorial.size() > size, "log_factorial: expected an entry for each size of a block");
    }
    LogFactorials logs{};
    std::copy_n(log_factorial.data(), std::min(log_factorial.size(), PartialCodes::MOST_PEGS + 1), logs.data());
    for (int64_t first = start; first < stop; first += CHUNK_ENTRIES) {
        const int64_t size = std::min(CHUNK_ENTRIES, stop - first);
        double *const sums = out.data() + first;
        std::fill_n(sums, size, 0.0);
        for (int64_t block = 0; block < codes.blocks(); ++block) {
            add_completions(codes.distinguished, codes.rest[block].data() + first, size, codes.sizes[block], logs,
                            log_merged, sums);
        }
    }
}

/// Move the entries of `kept[start:stop]` behind the first `size`, in order; returns the new size.
int64_t keep_entries(Array<uint64_t, 2> keys, Array<uint64_t, 2> rest, Array<const bool> kept, int64_t start,
                     int64_t stop, int64_t size) {
    require(start >= 0 && start <= stop && stop <= kept.size() && stop <= keys.size(1),
            "start, stop: expected a range of entries");
    require(rest.size(0) == 0 || stop <= rest.size(1), "rest: expected as many entries as keys has");
    require(size >= 0 && size <= start, "size: expected at most start");
    int64_t chosen[CHUNK_ENTRIES];
    for (int64_t first = start; first < stop; first += CHUNK_ENTRIES) {
        int64_t count = 0;
        for (int64_t s = first; s < std::min(first + CHUNK_ENTRIES, stop); ++s) {
            chosen[count] = s;
            count += kept[s];
        }
        for (const Array<uint64_t, 2> &rows : {keys, rest}) {
            for (int64_t row = 0; row < rows.size(0); ++row) {
                uint64_t *const entries = rows[row].data();
                for (int64_t n = 0; n < count; ++n) entries[size + n] = entries[chosen[n]];
            }
        }
        size += count;
    }
    return size;
}

/// Add e^(`log_weights` - `top`) of entries `start` to `stop` to a sum, from left to right.
double sum_weights(Array<const double> log_weights, double top, int64_t start, int64_t stop, double so_far) {
    require(start >= 0 && start <= stop && stop <= log_weights.size(), "start, stop: expected a range of entries");
    for (int64_t s = start; s < stop; ++s) so_far += exact_exp(log_weights[s] - top);
    return so_far;
}

/// Draw entries by weight with systematic sampling: those at the cumulative weights (`first` + n) `step`.
///
/// Processes entries `start` to `stop`, after entries of total weight `reached` of which `drawn` were drawn; returns
/// the new values of both.
std::tuple<double, int64_t> draw_entries(Array<const double> log_weights, double top, double step, double first,
                                         int64_t start, int64_t stop, double reached, int64_t drawn,
                                         Array<int64_t> out) {
    require(start >= 0 && start <= stop && stop <= log_weights.size(), "start, stop: expected a range of entries");
    require(drawn >= 0, "drawn: expected a number of entries");
    for (int64_t s = start; s < stop; ++s) {
        reached += exact_exp(log_weights[s] - top);
        for (; drawn < out.size() && (first + static_cast<double>(drawn)) * step < reached; ++drawn) out[drawn] = s;
    }
    return {reached, drawn};
}

/// Write the number of pegs of each slot with each colour, shape (slots, colours, sample); `out` must hold zeros.
///
/// In blocks, colours that are not distinguished count as 0.
void tabulate_slots(const PartialCodes &codes, Array<const int64_t> sample, Array<uint8_t, 3> out) {
    codes.check();
    require(out.size(0) == codes.blocks() + codes.singles && out.size(1) == codes.colors &&
                out.size(2) == sample.size(),
            "out: expected shape (slots, colors, sample)");
    for (const int64_t entry : sample) require(entry >= 0 && entry < codes.size, "sample: expected numbers of entries");
    for (int64_t block = 0; block < codes.blocks(); ++block) {
        const uint64_t *const words = codes.rest[block].data();
        for (int64_t color = 0; color < codes.colors; ++color) {
            uint8_t *const row = out[block][color].data();
            for (int64_t j = 0; j < sample.size(); ++j)
                row[j] = static_cast<uint8_t>(PartialCodes::pegs_of(color, words[sample[j]]));
        }
    }
    const auto mask = (uint64_t{1} << codes.bits) - 1;
    for (int64_t peg = 0; peg < codes.singles; ++peg) {
        const uint64_t *const words = codes.keys[peg / codes.pegs_a_word()].data();
        const int64_t shift = codes.bits * (peg % codes.pegs_a_word());
        const Array<uint8_t, 2> of_peg = out[codes.blocks() + peg];
        for (int64_t j = 0; j < sample.size(); ++j) {
            const auto color = static_cast<int64_t>((words[sample[j]] >> shift) & mask);
            require(color < codes.colors, "codes.keys: a colour that the game does not have");
            of_peg(color, j) = 1;
        }
    }
}

} // namespace codepegs

CODEPEGS_EXPORT(count_black, codes, guess, start, stop, out);
CODEPEGS_EXPORT(count_total, codes, copies, start, stop, out);
CODEPEGS_EXPORT(log_completions, codes, log_merged, log_factorial, start, stop, out);
CODEPEGS_EXPORT(keep_entries, keys, rest, kept, start, stop, size);
CODEPEGS_EXPORT(sum_weights, log_weights, top, start, stop, so_far);
CODEPEGS_EXPORT(draw_entries, log_weights, top, step, first, start, stop, reached, drawn, out);
CODEPEGS_EXPORT(tabulate_slots, codes, sample, out);
