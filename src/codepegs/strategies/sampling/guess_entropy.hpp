// The information of a guess about a set of codes, and hill climbing to a more informative guess.
// The codes are stored by columns: for each peg the colour of every code, and for each colour its number of pegs in
// every code. The replies to a guess, and their change with one peg of it, need a few columns of bytes. Replies are
// counted in four histograms in turn, so that equal neighbours do not wait for each other; replies of few codes one
// after another, because the histograms are much larger.
#pragma once

#include "core/array.hpp"
#include "core/buffer.hpp"
#include "core/export.hpp"
#include "core/lanes.hpp"
#include "core/random.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

namespace codepegs {

/// Codes stored by columns of bytes, a few of which determine the replies of all codes.
struct CodeColumns {
    // The colour of every code at each peg, shape (pegs, codes or more).
    Array<const uint8_t, 2> pegs;
    // The number of pegs of each colour in every code, shape (colours, codes or more).
    Array<const uint8_t, 2> counts;
    // Number of codes.
    int64_t size;
};
CODEPEGS_STRUCT(CodeColumns, pegs, counts, size);

/// The cost of a partition: the sum over its parts of a number that depends on the size of the part.
struct ReplyCosts {
    // Part number of each (black, total), shape (pegs + 1, pegs + 1).
    Array<const int64_t, 2> part_of;
    // Number of parts; the last one is the win.
    int64_t parts;
    // Cost of a part of 0, 1, 2, … codes; the second row is for the win.
    Array<const double, 2> costs;
};
CODEPEGS_STRUCT(ReplyCosts, part_of, parts, costs);

/// Columns are padded to a multiple of this many codes.
inline constexpr int64_t COLUMN_PADDING = 64;

/// Largest number of codes for the counters of the histograms.
inline constexpr int64_t MOST_COLUMN_CODES = 250'000;

/// Scores guesses on codes in columns.
class GuessScorer {
  public:
    /// For up to `most_codes` codes of a game.
    GuessScorer(const ReplyCosts &replies, int64_t most_codes, int64_t colors)
        : replies_(replies), side_(replies.part_of.size(0)), stride_(padded(side_, BLOCK)),
          black_(padded(most_codes, COLUMN_PADDING)), total_(black_.size()), new_black_(black_.size()),
          new_total_(black_.size()), counters_(HISTOGRAMS * side_ * stride_, 0), parts_(replies.parts, 0),
          parts_seen_((replies.parts + 63) / 64, 0), numbers_(FEW_CODES + CHUNK_BYTES), part_at_(side_ * stride_, 0),
          used_(colors, 0), colors_used_(colors) {
        require(side_ >= 2 && side_ <= 256 && replies.part_of.size(1) == side_,
                "replies.part_of: expected 1 to 255 pegs, shape (pegs + 1, pegs + 1)");
        require(replies.parts >= 1, "replies.parts: expected at least 1");
        for (int64_t black = 0; black < side_; ++black) {
            for (const int64_t part : replies.part_of[black]) {
                require(part >= 0 && part < replies.parts, "replies.part_of: expected numbers of parts");
            }
        }
        require(most_codes <= MOST_COLUMN_CODES, "codes.size: expected at most 250,000 codes");
        require(replies.costs.size(0) == 2 && replies.costs.size(1) > most_codes,
                "replies.costs: expected shape (2, codes + 1)");
        for (int64_t black = 0; black < side_; ++black) {
            for (int64_t total = 0; total < side_; ++total) {
                part_at_[black * stride_ + total] = replies.part_of(black, total);
            }
        }
    }

    /// Set the codes on which guesses are scored.
    void set_codes(const CodeColumns &codes) {
        require(codes.size >= 0 && codes.pegs.size(1) >= codes.size, "codes.size: more than there are in the columns");
        require(codes.pegs.size(1) % COLUMN_PADDING == 0 && codes.pegs.size(1) <= black_.size(),
                "codes.pegs: expected rows padded to a multiple of 64");
        require(codes.counts.size(1) == codes.pegs.size(1), "codes: expected rows of the same length");
        require(codes.pegs.size(0) == side_ - 1, "codes.pegs: expected as many rows as part_of has pegs");
        require(codes.counts.size(0) == used_.size(), "codes.counts: expected a row for each colour");
        codes_ = codes;
    }

    /// The cost of the partition by a guess.
    double score(const uint8_t *guess) {
        answer(guess);
        return cost();
    }

    /// Improve a guess by single changes and swaps that do not raise its cost; returns its final cost.
    double improve(uint8_t *guess, bool repeats, int64_t proposals, uint64_t &random_state, double enough) {
        answer(guess);
        double value = cost();
        const auto pegs = static_cast<uint64_t>(side_ - 1);
        const auto colors = static_cast<uint64_t>(used_.size());
        for (; proposals > 0 && value > enough + 1e-9; --proposals) {
            const uint64_t word = splitmix::next_word(random_state);
            const auto i = static_cast<int64_t>(((word & 0xFFFFFFFF) * pegs) >> 32);
            const uint64_t draw = ((word >> 32) & 0x3FFFFFFF) << 2;
            const uint8_t old_color = guess[i];
            if (word >> 62 == 0) {
                const auto j = static_cast<int64_t>((draw * pegs) >> 32);
                const uint8_t other = guess[j];
                if (old_color == other) continue;
                answer_after_swap(i, j, old_color, other);
                const double new_value = cost();
                if (new_value > value) continue;
                value = new_value;
                std::swap(guess[i], guess[j]);
                std::swap(black_, new_black_);
            } else {
                const auto new_color = static_cast<uint8_t>((draw * colors) >> 32);
                if (old_color == new_color || (!repeats && used_[new_color] > 0)) continue;
                answer_after_change(i, old_color, new_color);
                const double new_value = cost();
                if (new_value > value) continue;
                value = new_value;
                guess[i] = new_color;
                --used_[old_color];
                ++used_[new_color];
                std::swap(black_, new_black_);
                std::swap(total_, new_total_);
            }
        }
        return value;
    }

    /// Part of a code in the partition by the guess that was scored last, or improved.
    [[nodiscard]] int64_t part_of(int64_t code) const { return replies_.part_of(black_[code], total_[code]); }

  private:
    static constexpr int64_t HISTOGRAMS = 4;
    static_assert(MOST_COLUMN_CODES / HISTOGRAMS + CHUNK_BYTES <= UINT16_MAX);
    static constexpr int64_t FEW_CODES = 64;
    static constexpr int64_t BLOCK = 16; // counters that are summed together

    using Bytes = uint8_t __attribute__((vector_size(CHUNK_BYTES)));
    using Shorts = uint16_t __attribute__((vector_size(CHUNK_BYTES)));

    /// Black counts and totals of CHUNK_BYTES codes.
    struct Replies {
        Bytes black;
        Bytes total;
    };

    static constexpr int64_t padded(int64_t size, int64_t multiple) {
        return (size + multiple - 1) / multiple * multiple;
    }

    static Bytes load(const uint8_t *address) {
        Bytes x;
        std::memcpy(&x, address, sizeof x);
        return x;
    }
    /// -1 in the lanes where a comparison holds.
    template <class Comparison> static Bytes mask(const Comparison &comparison) {
        return reinterpret_cast<Bytes>(comparison);
    }

    [[nodiscard]] const uint8_t *pegs_at(int64_t peg) const { return codes_.pegs[peg].data(); }
    [[nodiscard]] const uint8_t *counts_of(int64_t color) const { return codes_.counts[color].data(); }

    void answer(const uint8_t *guess) {
        const int64_t pegs = side_ - 1;
        used_.fill(0);
        for (int64_t i = 0; i < pegs; ++i) {
            require(guess[i] < used_.size(), "guess: a colour that the game does not have");
            ++used_[guess[i]];
        }
        int64_t kinds = 0;
        for (int64_t color = 0; color < used_.size(); ++color) {
            if (used_[color] > 0) colors_used_[kinds++] = color;
        }
        const int64_t row = codes_.pegs.size(1);
        const uint8_t *const columns = codes_.pegs.data();
        const uint8_t *const counts = codes_.counts.data();
        const int64_t *const colors_used = colors_used_.data();
        const uint8_t *const used = used_.data();
        count(black_, total_, [=](int64_t at) {
            Bytes black{};
            Bytes total{};
            for (int64_t i = 0; i < pegs; ++i) black -= mask(load(columns + i * row + at) == guess[i]);
            for (int64_t k = 0; k < kinds; ++k) {
                const Bytes held = load(counts + colors_used[k] * row + at);
                const Bytes most = Bytes{} + used[colors_used[k]];
                total += held < most ? held : most;
            }
            return Replies{black, total};
        });
    }

    void answer_after_swap(int64_t i, int64_t j, uint8_t at_i, uint8_t at_j) {
        const uint8_t *const pegs_i = pegs_at(i);
        const uint8_t *const pegs_j = pegs_at(j);
        count(new_black_, total_, [&](int64_t at) {
            const Bytes here = load(pegs_i + at);
            const Bytes there = load(pegs_j + at);
            const Bytes black = load(black_.data() + at) - mask(here == at_j) - mask(there == at_i) +
                                mask(here == at_i) + mask(there == at_j);
            return Replies{black, load(total_.data() + at)};
        });
    }

    void answer_after_change(int64_t i, uint8_t old_color, uint8_t new_color) {
        const uint8_t *const pegs_i = pegs_at(i);
        const uint8_t *const of_old = counts_of(old_color);
        const uint8_t *const of_new = counts_of(new_color);
        const Bytes least_old = Bytes{} + used_[old_color];
        const Bytes most_new = Bytes{} + used_[new_color];
        count(new_black_, new_total_, [&](int64_t at) {
            const Bytes here = load(pegs_i + at);
            const Bytes black = load(black_.data() + at) - mask(here == new_color) + mask(here == old_color);
            const Bytes total =
                load(total_.data() + at) - mask(load(of_new + at) > most_new) + mask(load(of_old + at) >= least_old);
            return Replies{black, total};
        });
    }

    /// Write the replies of all codes, and count each.
    template <class RepliesAt> void count(Buffer<uint8_t> &black, Buffer<uint8_t> &total, RepliesAt replies_at) {
        const int64_t size = codes_.size;
        const int64_t histogram = side_ * stride_;
        uint16_t *const counters = counters_.data();
        const auto stride = static_cast<uint16_t>(stride_);
        for (int64_t at = 0; at < size; at += CHUNK_BYTES) {
            const Replies replies = replies_at(at);
            std::memcpy(black.data() + at, &replies.black, sizeof replies.black);
            std::memcpy(total.data() + at, &replies.total, sizeof replies.total);
            Shorts blacks;
            Shorts totals;
            std::memcpy(&blacks, &replies.black, sizeof blacks);
            std::memcpy(&totals, &replies.total, sizeof totals);
            // counters of the codes in even and in odd places
            const Shorts numbers[2] = {(blacks & 0xFF) * stride + (totals & 0xFF),
                                       (blacks >> 8) * stride + (totals >> 8)};
            if (size <= FEW_CODES) {
                std::memcpy(numbers_.data() + at, numbers, sizeof numbers);
                continue;
            }
            uint16_t number[CHUNK_BYTES];
            std::memcpy(number, numbers, sizeof number);
            if (at + CHUNK_BYTES <= size) {
                for (int64_t n = 0; n < CHUNK_BYTES; n += HISTOGRAMS) {
                    ++counters[number[n]];
                    ++counters[histogram + number[n + 1]];
                    ++counters[2 * histogram + number[n + 2]];
                    ++counters[3 * histogram + number[n + 3]];
                }
            } else {
                for (int64_t n = 0; n < size - at; ++n) ++counters[number[n / 2 + n % 2 * (CHUNK_BYTES / 2)]];
            }
        }
    }

    /// The cost of the replies written last; resets all counters to zero.
    double cost() {
        if (codes_.size <= FEW_CODES) {
            count_parts_of_few();
        } else {
            count_parts_of_many();
        }
        const double *const costs = replies_.costs.data();
        const int64_t win = replies_.parts - 1;
        double value = 0.0;
        for (int64_t w = 0; w < parts_seen_.size(); ++w) {
            for (uint64_t seen = parts_seen_[w]; seen; seen &= seen - 1) {
                const int64_t part = w * 64 + std::countr_zero(seen);
                value += costs[(part == win ? replies_.costs.size(1) : 0) + parts_[part]];
                parts_[part] = 0;
            }
            parts_seen_[w] = 0;
        }
        return value;
    }

    void add_to_part(int64_t part, int64_t codes) {
        parts_[part] += codes;
        parts_seen_[part / 64] |= uint64_t{1} << (part % 64);
    }

    void count_parts_of_few() {
        for (int64_t n = 0; n < codes_.size; ++n) {
            const int64_t in_chunk = n % CHUNK_BYTES;
            const int64_t at = n - in_chunk + in_chunk / 2 + in_chunk % 2 * (CHUNK_BYTES / 2);
            add_to_part(part_at_[numbers_[at]], 1);
        }
    }

    void count_parts_of_many() {
        const int64_t histogram = side_ * stride_;
        for (int64_t first = 0; first < histogram; first += BLOCK) {
            uint16_t *const counters = counters_.data() + first;
            uint32_t sums[BLOCK];
            uint32_t any = 0;
            for (int64_t n = 0; n < BLOCK; ++n) {
                sums[n] = uint32_t{counters[n]} + counters[n + histogram] + counters[n + 2 * histogram] +
                          counters[n + 3 * histogram];
                any |= sums[n];
            }
            if (any == 0) continue;
            for (int64_t h = 0; h < HISTOGRAMS; ++h) std::memset(counters + h * histogram, 0, BLOCK * sizeof *counters);
            for (int64_t n = 0; n < BLOCK; ++n) {
                if (sums[n] > 0) add_to_part(part_at_[first + n], sums[n]);
            }
        }
    }

    ReplyCosts replies_;
    CodeColumns codes_{};
    int64_t side_;   // pegs + 1
    int64_t stride_; // counters of one black count
    Buffer<uint8_t> black_;
    Buffer<uint8_t> total_;
    Buffer<uint8_t> new_black_;
    Buffer<uint8_t> new_total_;
    Buffer<uint16_t> counters_;
    Buffer<int64_t> parts_; // sizes; zero between calls
    Buffer<uint64_t> parts_seen_;
    Buffer<uint16_t> numbers_; // counters of few codes: of those in even places of a chunk, then of the others
    Buffer<int64_t> part_at_;  // of each counter
    Buffer<uint8_t> used_;     // pegs of each colour in the guess
    Buffer<int64_t> colors_used_;
};

} // namespace codepegs
