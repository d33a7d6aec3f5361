// NumPy's generator PCG64DXSM, and the draws of `numpy.random.Generator` that loops need: they continue the random
// streams of Python, on any machine and with any release of NumPy.
#pragma once

#include "core/array.hpp"
#include "core/random.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace codepegs {

/// A random stream of Python.
class NumpyStream {
  public:
    /// From the words of `rng.stream_words`: the state and the increment, each the low half first.
    explicit NumpyStream(Array<const uint64_t> words) {
        require(words.size() == 4, "words: expected the four words of a random stream");
        state_ = {words[1], words[0]};
        increment_ = {words[3], words[2]};
    }

    /// `integers(2**64, dtype=uint64)`.
    uint64_t next_word() {
        const uint64_t low = state_.low | 1;
        uint64_t high = state_.high;
        high ^= high >> 32;
        high *= MULTIPLIER;
        high ^= high >> 48;
        high *= low;
        state_ = advanced(state_);
        return high;
    }

    /// `random()`.
    double uniform() { return static_cast<double>(next_word() >> 11) * TWO_TO_MINUS_53; }

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

    /// Codes as `draw_codes` of `strategies/sampling/chains.py` draws them, one after the other.
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
                uint32_t product = range > 1 ? next_byte() * range : 0;
                while ((product & 0xFF) < 256 % range) product = next_byte() * range;
                drawn.push_back(static_cast<uint8_t>(product >> 8));
            }
            return drawn;
        }
        std::vector<uint8_t> order(index(colors));
        for (int64_t n = 0; n < count; ++n) {
            std::iota(order.begin(), order.end(), uint8_t{0});
            for (auto last = static_cast<uint32_t>(colors - 1); last > 0; --last) {
                uint32_t other = last + 1;
                while (other > last) other = next_half() & (std::bit_ceil(last + 1) - 1);
                std::swap(order[last], order[other]);
            }
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

    /// One step of the linear congruential generator, modulo 2^128.
    [[nodiscard]] Wide advanced(Wide x) const {
        constexpr uint64_t half = 0xFFFFFFFF;
        const uint64_t below = (x.low & half) * (MULTIPLIER & half);
        const uint64_t middle = (x.low >> 32) * (MULTIPLIER & half) + (below >> 32);
        const uint64_t other = (x.low & half) * (MULTIPLIER >> 32) + (middle & half);
        const uint64_t high = (x.low >> 32) * (MULTIPLIER >> 32) + (middle >> 32) + (other >> 32);
        Wide next{high + x.high * MULTIPLIER, x.low * MULTIPLIER + increment_.low};
        next.high += increment_.high + (next.low < increment_.low);
        return next;
    }

    /// 32 bits: the low half of a word, then its high half.
    uint32_t next_half() {
        if (std::exchange(has_half_, !has_half_)) return half_;
        const uint64_t word = next_word();
        half_ = static_cast<uint32_t>(word >> 32);
        return static_cast<uint32_t>(word);
    }

    /// A number from 0 to `last`, less than 2^32 - 1 (Lemire 2019).
    int64_t up_to(int64_t last) {
        if (last == 0) return 0;
        const uint64_t range = static_cast<uint64_t>(last) + 1;
        uint64_t product = next_half() * range;
        while ((product & 0xFFFFFFFF) < (uint64_t{1} << 32) % range) product = next_half() * range;
        return static_cast<int64_t>(product >> 32);
    }

    /// Shuffle the numbers from the last one down to number `first`.
    void shuffle(std::vector<int64_t> &numbers, int64_t first) {
        for (int64_t n = static_cast<int64_t>(numbers.size()) - 1; n >= std::max(first, int64_t{1}); --n) {
            std::swap(numbers[index(n)], numbers[index(up_to(n))]);
        }
    }

    Wide state_{};
    Wide increment_{};
    bool has_half_ = false;
    uint32_t half_ = 0;
};

} // namespace codepegs
