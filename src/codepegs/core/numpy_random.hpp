// NumPy's generators PCG64DXSM and PCG64, and the draws of `numpy.random.Generator` that loops need: they continue the
// random streams of Python, on any machine and with any release of NumPy.
#pragma once

#include "core/array.hpp"
#include "core/random.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

namespace codepegs {

/// A random stream of Python.
class NumpyStream {
  public:
    /// `Seed.stream(name, turn)`, from the words of `Seed.words`.
    NumpyStream(Array<const uint64_t> seed, std::string_view name, int64_t turn) {
        std::vector<uint32_t> words;
        for (const uint64_t word : seed) words.push_back(static_cast<uint32_t>(word));
        words.push_back(crc32(name));
        words.push_back(static_cast<uint32_t>(turn));
        begin(words);
    }

    /// `numpy.random.default_rng(0)`.
    NumpyStream() : is_dxsm_(false) { begin({0}); }

    /// `integers(2**64, dtype=uint64)`.
    uint64_t next_word() {
        if (!is_dxsm_) {
            state_ = sum(product(state_, FIRST_MULTIPLIER), increment_);
            return std::rotr(state_.high ^ state_.low, static_cast<int>(state_.high >> 58));
        }
        const uint64_t low = state_.low | 1;
        uint64_t high = state_.high;
        high ^= high >> 32;
        high *= MULTIPLIER;
        high ^= high >> 48;
        high *= low;
        state_ = sum(product(state_, {0, MULTIPLIER}), increment_);
        return high;
    }

    /// `random()`.
    double uniform() { return static_cast<double>(next_word() >> 11) * TWO_TO_MINUS_53; }

    /// `integers(last + 1)`, of less than 2^32 - 1 (Lemire 2019).
    int64_t up_to(int64_t last) {
        if (last == 0) return 0;
        const uint64_t range = static_cast<uint64_t>(last) + 1;
        uint64_t drawn = next_half() * range;
        while ((drawn & 0xFFFFFFFF) < (uint64_t{1} << 32) % range) drawn = next_half() * range;
        return static_cast<int64_t>(drawn >> 32);
    }

    /// `choice(size, most, replace=False)`, of more numbers than are drawn.
    std::vector<int64_t> choose(int64_t size, int64_t most) {
        std::vector<int64_t> chosen;
        if (size > 10'000 && most > size / 50) { // the end of a shuffled list
            chosen.resize(index(size));
            std::iota(chosen.begin(), chosen.end(), int64_t{0});
            shuffle(chosen, size - most);
            chosen.erase(chosen.begin(), chosen.end() - most);
            return chosen;
        }
        std::vector<bool> taken(index(size)); // Floyd's algorithm
        for (int64_t last = size - most; last < size; ++last) {
            int64_t number = up_to(last);
            if (taken[index(number)]) number = last;
            taken[index(number)] = true;
            chosen.push_back(number);
        }
        shuffle(chosen, 1);
        return chosen;
    }

    /// The same in ascending order.
    std::vector<int64_t> choose_in_order(int64_t size, int64_t most) {
        std::vector<int64_t> chosen = choose(size, most);
        std::sort(chosen.begin(), chosen.end());
        return chosen;
    }

    /// All numbers less than `count`, in the order of `permuted`.
    template <class Number> std::vector<Number> permutation(int64_t count) {
        std::vector<Number> order(index(count));
        std::iota(order.begin(), order.end(), Number{0});
        for (auto last = static_cast<uint32_t>(count - 1); last > 0; --last) {
            uint32_t other = last + 1;
            while (other > last) other = next_half() & (std::bit_ceil(last + 1) - 1);
            std::swap(order[last], order[other]);
        }
        return order;
    }

    /// Codes as `draw_codes` of `strategies/sampling/candidate_tracker.py` draws them, one after the other.
    std::vector<uint8_t> codes(int64_t count, int64_t pegs, int64_t colors, bool repeats) {
        std::vector<uint8_t> drawn;
        drawn.reserve(index(count * pegs));
        if (repeats) { // bytes of words of 32 bits, the lowest first
            uint32_t word = 0;
            int64_t left = 0;
            const auto next_byte = [&] {
                if (left == 0) word = next_half();
                else word >>= 8;
                left = left == 0 ? 3 : left - 1;
                return word & 0xFF;
            };
            const auto range = static_cast<uint32_t>(colors);
            for (int64_t n = 0; n < count * pegs; ++n) {
                uint32_t drawn_byte = range > 1 ? next_byte() * range : 0;
                while ((drawn_byte & 0xFF) < 256 % range) drawn_byte = next_byte() * range;
                drawn.push_back(static_cast<uint8_t>(drawn_byte >> 8));
            }
            return drawn;
        }
        for (int64_t n = 0; n < count; ++n) {
            const auto order = permutation<uint8_t>(colors);
            drawn.insert(drawn.end(), order.begin(), order.begin() + pegs);
        }
        return drawn;
    }

  private:
    struct Wide {
        uint64_t high;
        uint64_t low;
    };

    static constexpr uint64_t MULTIPLIER = 0xDA942042E4DD58B5;
    static constexpr Wide FIRST_MULTIPLIER{0x2360ED051FC65DA4, 0x4385DF649FCCF645};

    void begin(const std::vector<uint32_t> &entropy) {
        const std::array<uint64_t, 4> start = seeded(entropy);
        increment_ = {start[2] << 1 | start[3] >> 63, start[3] << 1 | 1};
        state_ = sum(product(sum(increment_, {start[0], start[1]}), FIRST_MULTIPLIER), increment_);
    }

    /// Sums and products modulo 2^128.
    static Wide sum(const Wide &x, const Wide &y) {
        const uint64_t low = x.low + y.low;
        return {x.high + y.high + (low < x.low), low};
    }
    static Wide product(const Wide &x, const Wide &y) {
        constexpr uint64_t half = 0xFFFFFFFF;
        const uint64_t below = (x.low & half) * (y.low & half);
        const uint64_t middle = (x.low >> 32) * (y.low & half) + (below >> 32);
        const uint64_t other = (x.low & half) * (y.low >> 32) + (middle & half);
        const uint64_t high = (x.low >> 32) * (y.low >> 32) + (middle >> 32) + (other >> 32);
        return {high + x.high * y.low + x.low * y.high, x.low * y.low};
    }

    static uint32_t crc32(std::string_view text) {
        uint32_t crc = ~uint32_t{0};
        for (const char letter : text) {
            crc ^= static_cast<uint8_t>(letter);
            for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (crc & 1 ? 0xEDB88320 : 0);
        }
        return ~crc;
    }

    /// The first words of NumPy's `SeedSequence` (O'Neill 2015).
    static std::array<uint64_t, 4> seeded(const std::vector<uint32_t> &words) {
        uint32_t factor = 0x43B0D7E5;
        const auto hashed = [&factor](uint32_t word, uint32_t step) {
            word ^= factor;
            factor *= step;
            word *= factor;
            return word ^ word >> 16;
        };
        const auto mix = [](uint32_t &x, uint32_t y) {
            const uint32_t word = x * 0xCA01F9DD - y * 0x4973F715;
            x = word ^ word >> 16;
        };
        constexpr uint32_t in = 0x931E8875;
        std::array<uint32_t, 4> pool{};
        for (std::size_t n = 0; n < 4; ++n) pool[n] = hashed(n < words.size() ? words[n] : 0, in);
        for (std::size_t from = 0; from < 4; ++from) {
            for (std::size_t to = 0; to < 4; ++to) {
                if (from != to) mix(pool[to], hashed(pool[from], in));
            }
        }
        for (std::size_t n = 4; n < words.size(); ++n) {
            for (uint32_t &word : pool) mix(word, hashed(words[n], in));
        }
        factor = 0x8B51F9DD;
        std::array<uint64_t, 4> start{};
        for (std::size_t n = 0; n < 8; ++n) {
            start[n / 2] |= uint64_t{hashed(pool[n % 4], 0x58F38DED)} << (n % 2 * 32);
        }
        return start;
    }

    /// 32 bits: the low half of a word, then its high half.
    uint32_t next_half() {
        if (std::exchange(has_half_, !has_half_)) return half_;
        const uint64_t word = next_word();
        half_ = static_cast<uint32_t>(word >> 32);
        return static_cast<uint32_t>(word);
    }

    /// Shuffle the numbers from the last one down to number `first`.
    void shuffle(std::vector<int64_t> &numbers, int64_t first) {
        for (int64_t n = static_cast<int64_t>(numbers.size()) - 1; n >= std::max(first, int64_t{1}); --n) {
            std::swap(numbers[index(n)], numbers[index(up_to(n))]);
        }
    }

    bool is_dxsm_ = true;
    Wide state_{};
    Wide increment_{};
    bool has_half_ = false;
    uint32_t half_ = 0;
};

} // namespace codepegs
