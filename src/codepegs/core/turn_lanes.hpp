// Eight signed 16-bit numbers as one value: one number a turn, for as many turns. Sums wrap.
#pragma once

#include <cstdint>
#include <cstring>

namespace codepegs {

/// Turns in one value.
inline constexpr int64_t TURN_LANES = 8;

using TurnLanes = int16_t __attribute__((vector_size(16)));

/// Values for so many turns.
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
