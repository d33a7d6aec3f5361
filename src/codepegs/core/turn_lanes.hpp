// Eight signed 16-bit numbers as one value, one per turn. Sums wrap.
#pragma once

#include <cstdint>
#include <cstring>

namespace codepegs {

/// Turns in one value.
inline constexpr int64_t TURN_LANES = 8;

using TurnLanes = int16_t __attribute__((vector_size(16)));

/// Number of values for a number of turns.
constexpr int64_t turn_blocks(int64_t turns) { return (turns + TURN_LANES - 1) / TURN_LANES; }

inline TurnLanes splat_turns(int64_t x) { return TurnLanes{} + static_cast<int16_t>(x); }

inline TurnLanes min(const TurnLanes &x, const TurnLanes &y) { return x < y ? x : y; }

/// Whether any lane is negative.
inline bool any_negative(const TurnLanes &x) {
    uint64_t words[2];
    std::memcpy(words, &x, sizeof words);
    return ((words[0] | words[1]) & 0x8000800080008000) != 0;
}

} // namespace codepegs
