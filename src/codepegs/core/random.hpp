// Random numbers for the loops: two generators with one 64-bit word of state, owned and seeded by the caller.
// So a call repeats on every machine and in every thread. Draw once per statement: C++ does not fix the order in which
// arguments are evaluated.
#pragma once

#include <cstdint>

namespace codepegs {

inline constexpr uint64_t GOLDEN_GAMMA = 0x9E3779B97F4A7C15;
inline constexpr double TWO_TO_MINUS_53 = 1.0 / 9007199254740992.0;

/// A 64-bit hash of a 64-bit number: one step of splitmix64 (Steele, Lea and Flood 2014).
inline uint64_t mixed(uint64_t value) {
    value += GOLDEN_GAMMA;
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
    return value ^ (value >> 31);
}

/// splitmix64. Any state will do.
namespace splitmix {
inline uint64_t next_word(uint64_t &state) {
    const uint64_t bits = mixed(state);
    state += GOLDEN_GAMMA;
    return bits;
}
/// A number in [0, 1).
inline double uniform(uint64_t &state) { return static_cast<double>(next_word(state) >> 11) * TWO_TO_MINUS_53; }
/// A whole number in [0, bound); `bound` is less than 2^31.
inline int64_t below(uint64_t &state, int64_t bound) {
    return static_cast<int64_t>(((next_word(state) >> 32) * static_cast<uint64_t>(bound)) >> 32);
}
} // namespace splitmix

/// xorshift64* (Vigna 2016). The state must not be zero.
namespace xorshift {
inline uint64_t next_word(uint64_t &state) {
    uint64_t word = state;
    word ^= word >> 12;
    word ^= word << 25;
    word ^= word >> 27;
    state = word;
    return word * 0x2545F4914F6CDD1D;
}
/// A number in [0, 1).
inline double uniform(uint64_t &state) { return static_cast<double>(next_word(state) >> 11) * TWO_TO_MINUS_53; }
/// A whole number in [0, bound); `bound` is less than 2^31.
inline int64_t below(uint64_t &state, int64_t bound) {
    return static_cast<int64_t>(((next_word(state) >> 32) * static_cast<uint64_t>(bound)) >> 32);
}
} // namespace xorshift

} // namespace codepegs
