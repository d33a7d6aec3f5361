// Codes packed into one 64-bit key each.
//
// A key holds the colours of a code in fields of equal width, the first peg in the highest field, so that keys sort as
// codes do.
#pragma once

#include "array.hpp"
#include "export.hpp"
#include "lanes.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace codepegs {

/// The layout of packed codes: pegs times bits is at most 64.
struct Packing {
    int64_t pegs;
    int64_t bits; // of one field; 0 if there is one colour

    [[nodiscard]] uint64_t mask() const { return (uint64_t{1} << bits) - 1; }

    /// The colour at a peg, counted from the first.
    [[nodiscard]] int64_t color(uint64_t key, int64_t peg) const {
        return static_cast<int64_t>((key >> (bits * (pegs - 1 - peg))) & mask());
    }

    /// A key with one more peg appended.
    [[nodiscard]] uint64_t append(uint64_t key, int64_t color) const {
        return (key << bits) | static_cast<uint64_t>(color);
    }
};

/// The rules of a game and the parts of its partitions.
struct CodeRules {
    int64_t pegs;
    int64_t colors;
    bool repeats;
    Array<const int64_t, 2> part_table; // the number of a part by [black, total]; -1: no such reply

    [[nodiscard]] Packing packing() const {
        return {pegs, static_cast<int64_t>(std::bit_width(static_cast<uint64_t>(colors - 1)))};
    }

    /// The number of codes of the game, modulo 2^64.
    [[nodiscard]] uint64_t size() const {
        uint64_t codes = 1;
        for (int64_t i = 0; i < pegs; ++i) codes *= static_cast<uint64_t>(repeats ? colors : colors - i);
        return codes;
    }

    /// Check the values that indices depend on. `packed`: codes fit into a key.
    void check(bool packed = true) const {
        require(pegs >= 1 && colors >= 1, "CodeRules: pegs and colors are at least 1");
        require(part_table.size(0) == pegs + 1 && part_table.size(1) == pegs + 1,
                "CodeRules: part_table has shape (pegs + 1, pegs + 1)");
        const int64_t bits = packing().bits;
        if (packed) require(bits == 0 || pegs <= 64 / bits, "CodeRules: codes do not fit 64 bits");
    }
};
CODEPEGS_STRUCT(CodeRules, pegs, colors, repeats, part_table);

/// The number of a code in the ascending list of the codes of its game.
inline int64_t code_number(uint64_t key, const CodeRules &rules) {
    const Packing packing = rules.packing();
    int64_t number = 0;
    for (int64_t i = 0; i < packing.pegs; ++i) {
        int64_t place = packing.color(key, i);
        int64_t choices = rules.colors;
        if (!rules.repeats) {
            choices -= i;
            for (int64_t j = 0, color = place; j < i; ++j) place -= packing.color(key, j) < color;
        }
        number = number * choices + place;
    }
    return number;
}

/// The numbers of `count` codes, as `code_number` returns them; with repeats, of many codes at once.
inline void write_code_numbers(const uint64_t *keys, int64_t count, const CodeRules &rules, int64_t *out) {
    constexpr int64_t block = 1024; // stays in the first-level cache
    const Packing packing = rules.packing();
    for (int64_t first = 0; first < count; first += block) {
        const int64_t after = std::min(first + block, count);
        if (!rules.repeats) {
            for (int64_t s = first; s < after; ++s) out[s] = code_number(keys[s], rules);
            continue;
        }
        std::fill(out + first, out + after, int64_t{0});
        for (int64_t i = 0; i < packing.pegs; ++i) {
            for (int64_t s = first; s < after; ++s) out[s] = out[s] * rules.colors + packing.color(keys[s], i);
        }
    }
}

/// The part number of code `key` for `guess`; `tally`, one entry per colour, is zero on entry and exit.
/// `part_table[black, total]` has the numbers of the parts.
/// The tally of a colour is its count so far in the guess minus that in the code.
inline int64_t part_of(uint64_t key, uint64_t guess, Packing packing, int64_t *tally,
                       const Array<const int64_t, 2> &part_table) {
    const uint64_t mask = packing.mask();
    int64_t black = 0;
    int64_t total = 0;
    int64_t shift = 0;
    for (int64_t i = 0; i < packing.pegs; ++i, shift += packing.bits) {
        const uint64_t a = (guess >> shift) & mask;
        const uint64_t b = (key >> shift) & mask;
        if (a == b) {
            ++black;
            ++total;
        } else {
            total += (tally[a] < 0) + (tally[b] > 0);
            ++tally[a];
            --tally[b];
        }
    }
    shift = 0;
    for (int64_t i = 0; i < packing.pegs; ++i, shift += packing.bits) {
        tally[(guess >> shift) & mask] = 0;
        tally[(key >> shift) & mask] = 0;
    }
    return part_table(black, total);
}

/// The replies of many codes to one guess. All pegs of a key, and eight keys, are compared at once.
class GuessReplies {
  public:
    GuessReplies(uint64_t guess, Packing packing, const Array<const int64_t, 2> &part_table)
        : part_table_(part_table.data()), pegs_(static_cast<uint64_t>(packing.pegs)), guess_(guess) {
        for (int64_t i = 0; i < packing.pegs && packing.bits > 0; ++i) { ones_ |= uint64_t{1} << (packing.bits * i); }
        tops_ = packing.bits > 0 ? ones_ << (packing.bits - 1) : 0;
        rest_ = tops_ - ones_;
        for (int64_t i = 0; i < packing.pegs; ++i) {
            const uint64_t everywhere = ones_ * static_cast<uint64_t>(packing.color(guess, i));
            int64_t known = 0;
            while (known < colors_ && everywhere_[known] != everywhere) ++known;
            if (known == colors_) {
                everywhere_[colors_] = everywhere;
                copies_[colors_++] = 0;
            }
            ++copies_[known];
        }
    }

    /// The part number of a code.
    [[nodiscard]] int64_t part(uint64_t key) const {
        uint64_t total = 0;
        for (int64_t n = 0; n < colors_; ++n) {
            total += std::min(copies_[n], pegs_ - differing(key ^ everywhere_[n]));
        }
        return part_table_[(pegs_ - differing(key ^ guess_)) * (pegs_ + 1) + total];
    }

    /// The part numbers of `count` codes, at most eight.
    void parts(const uint64_t *keys, int64_t count, int64_t *out) const {
        uint64_t block[LANES] = {};
        if (count < LANES) {
            std::copy(keys, keys + count, block);
            keys = block;
        }
        const Lanes codes = load(keys);
        const Lanes pegs = splat(pegs_);
        Lanes total = splat(0);
        for (int64_t n = 0; n < colors_; ++n) {
            total = total + min(splat(copies_[n]), pegs - differing(codes ^ splat(everywhere_[n])));
        }
        const Lanes black = pegs - differing(codes ^ splat(guess_));
        store(block, multiply_low(black, splat(pegs_ + 1)) + total);
        for (int64_t i = 0; i < count; ++i) out[i] = part_table_[block[i]];
    }

  private:
    static constexpr int64_t MOST_COLORS = 64;

    /// The number of nonzero fields. Adding a field of ones below the top bit carries into the top bit unless the lower
    /// bits are zero.
    [[nodiscard]] uint64_t differing(uint64_t fields) const {
        return static_cast<uint64_t>(std::popcount((((fields & rest_) + rest_) | fields) & tops_));
    }
    [[nodiscard]] Lanes differing(const Lanes &fields) const {
        const Lanes rest = splat(rest_);
        return popcount((((fields & rest) + rest) | fields) & splat(tops_));
    }

    const int64_t *part_table_;
    uint64_t pegs_;
    uint64_t guess_;
    uint64_t ones_ = 0;                // the lowest bit of each field
    uint64_t tops_ = 0;                // the highest
    uint64_t rest_ = 0;                // all but the highest
    int64_t colors_ = 0;               // different ones in the guess
    uint64_t everywhere_[MOST_COLORS]; // each of them on all pegs
    uint64_t copies_[MOST_COLORS];     // its number of pegs in the guess
};

/// Scratch memory of `split`, reused between calls.
struct SplitScratch {
    std::vector<uint64_t> keys;
    std::vector<int32_t> parts;

    void reserve(int64_t size) {
        if (static_cast<int64_t>(keys.size()) >= size) return;
        keys.resize(static_cast<std::size_t>(size));
        parts.resize(static_cast<std::size_t>(size));
    }
};

/// Reorder `keys[start:stop]` part by part, keeping the order within each; `sizes`, one entry per part, receives the
/// sizes.
inline void split(uint64_t *keys, int64_t start, int64_t stop, uint64_t guess, Packing packing,
                  const Array<const int64_t, 2> &part_table, const Array<int64_t> &sizes, SplitScratch &scratch) {
    const int64_t size = stop - start;
    scratch.reserve(size);
    uint64_t *const spare = scratch.keys.data();
    int32_t *const part = scratch.parts.data();
    std::copy(keys + start, keys + stop, spare);
    std::fill(sizes.begin(), sizes.end(), int64_t{0});
    const GuessReplies replies(guess, packing, part_table);
    for (int64_t s = 0; s < size; s += LANES) {
        const int64_t count = std::min(size - s, LANES);
        int64_t block[LANES];
        replies.parts(spare + s, count, block);
        for (int64_t i = 0; i < count; ++i) {
            require(block[i] >= 0, "split: a code gives a reply that the game does not have");
            part[s + i] = static_cast<int32_t>(block[i]);
            ++sizes[block[i]];
        }
    }
    int64_t at = start;
    for (int64_t &count : sizes) { // from the sizes to where each part begins
        const int64_t next = at + count;
        count = at;
        at = next;
    }
    for (int64_t s = 0; s < size; ++s) keys[sizes[part[s]]++] = spare[s];
    at = start;
    for (int64_t &end : sizes) { // each has come to the end of its part
        const int64_t count = end - at;
        at = end;
        end = count;
    }
}

} // namespace codepegs
