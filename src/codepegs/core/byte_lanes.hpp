// Thirty-two signed 8-bit lanes as one value: one small number per turn.
#pragma once

#include "lanes.hpp"

#include <cstdint>
#include <cstring>

namespace codepegs {

/// Lanes in one value. Arrays that are loaded and stored are padded to a multiple of it.
inline constexpr int64_t BYTE_LANES = 32;

#if defined(__AVX2__)
inline constexpr int BYTE_CHUNK = 32;
#else
inline constexpr int BYTE_CHUNK = 16;
#endif
inline constexpr int BYTE_CHUNKS = static_cast<int>(BYTE_LANES) / BYTE_CHUNK;

using ByteChunk = int8_t __attribute__((vector_size(BYTE_CHUNK)));
using UnsignedByteChunk = uint8_t __attribute__((vector_size(BYTE_CHUNK)));

/// The sum of two chunks, which wraps: signed numbers may not overflow.
inline ByteChunk wrapped_sum(ByteChunk x, ByteChunk y) {
    return reinterpret_cast<ByteChunk>(reinterpret_cast<UnsignedByteChunk>(x) + reinterpret_cast<UnsignedByteChunk>(y));
}

/// The difference of two chunks, which wraps.
inline ByteChunk wrapped_difference(ByteChunk x, ByteChunk y) {
    return reinterpret_cast<ByteChunk>(reinterpret_cast<UnsignedByteChunk>(x) - reinterpret_cast<UnsignedByteChunk>(y));
}

/// Thirty-two signed 8-bit numbers; sums wrap.
struct ByteLanes {
    ByteChunk chunk[BYTE_CHUNKS];
};

inline ByteLanes load_bytes(const int8_t *address) { return load_chunks<ByteLanes>(address); }

inline void store_bytes(int8_t *address, const ByteLanes &x) { store_chunks(address, x); }

/// The same small number in every lane.
inline ByteLanes splat_byte(int64_t x) {
    return by_chunk<ByteLanes>([&](int) { return ByteChunk{} + static_cast<int8_t>(x); });
}

inline ByteLanes operator&(const ByteLanes &x, const ByteLanes &y) {
    return by_chunk<ByteLanes>([&](int c) { return x.chunk[c] & y.chunk[c]; });
}

inline ByteLanes operator+(const ByteLanes &x, const ByteLanes &y) {
    return by_chunk<ByteLanes>([&](int c) { return wrapped_sum(x.chunk[c], y.chunk[c]); });
}

inline ByteLanes operator-(const ByteLanes &x, const ByteLanes &y) {
    return by_chunk<ByteLanes>([&](int c) { return wrapped_difference(x.chunk[c], y.chunk[c]); });
}

/// -1 in the lanes in which two numbers are equal, 0 in the others.
inline ByteLanes equal_bytes(const ByteLanes &x, const ByteLanes &y) {
    return by_chunk<ByteLanes>([&](int c) { return x.chunk[c] == y.chunk[c]; });
}

/// The bits that are set in either of two numbers.
inline ByteLanes operator|(const ByteLanes &x, const ByteLanes &y) {
    return by_chunk<ByteLanes>([&](int c) { return x.chunk[c] | y.chunk[c]; });
}

/// One more in the lanes in which two numbers are equal.
inline ByteLanes add_equal(const ByteLanes &sums, const ByteLanes &x, const ByteLanes &y) {
    ByteLanes r;
    for (int c = 0; c < BYTE_CHUNKS; ++c) r.chunk[c] = wrapped_difference(sums.chunk[c], x.chunk[c] == y.chunk[c]);
    return r;
}

/// The smaller of two signed numbers, lane by lane.
inline ByteLanes min(const ByteLanes &x, const ByteLanes &y) {
    return by_chunk<ByteLanes>([&](int c) { return x.chunk[c] < y.chunk[c] ? x.chunk[c] : y.chunk[c]; });
}

/// Whether `x` is less than `y` in any lane.
inline bool any_less(const ByteLanes &x, const ByteLanes &y) {
    uint64_t found = 0;
    for (int c = 0; c < BYTE_CHUNKS; ++c) {
        const ByteChunk less = x.chunk[c] < y.chunk[c];
        uint64_t words[BYTE_CHUNK / 8];
        std::memcpy(words, &less, sizeof words);
        for (uint64_t word : words) found |= word;
    }
    return found != 0;
}

/// Bytes taken in pairs as unsigned 16-bit numbers.
using ShortChunk = uint16_t __attribute__((vector_size(BYTE_CHUNK)));

inline ByteChunk magnitude(const ByteChunk &x) {
    const ByteChunk negative = -x;
    return x > negative ? x : negative;
}

/// |x| + |y| of some lanes, in pairs; each fits a byte.
inline ShortChunk distance_pairs(const ByteChunk &x, const ByteChunk &y) {
    const ByteChunk distance = magnitude(x) + magnitude(y);
    ShortChunk pairs;
    std::memcpy(&pairs, &distance, sizeof pairs);
    return pairs;
}

/// Sum over the lanes of |x| + |y|, each of which fits a byte.
inline int64_t distance_sum(const ByteLanes &x, const ByteLanes &y) {
    ShortChunk sums{};
    for (int c = 0; c < BYTE_CHUNKS; ++c) {
        const ShortChunk pairs = distance_pairs(x.chunk[c], y.chunk[c]);
        sums += (pairs & 0xFF) + (pairs >> 8);
    }
    uint64_t words[BYTE_CHUNK / 8];
    std::memcpy(words, &sums, sizeof words);
    uint64_t fours = 0;
    for (uint64_t word : words) fours += word;
    return static_cast<int64_t>((fours * 0x0001000100010001) >> 48); // all sums of 16 bits, added up in the highest
}

/// Sum over the lanes of min(slope (|x| + |y|), cap); |x| + |y| fits a byte, slope times it 16 bits.
inline int64_t capped_sum(const ByteLanes &x, const ByteLanes &y, int64_t slope, int64_t cap) {
    using WordChunk = uint32_t __attribute__((vector_size(BYTE_CHUNK)));
    const ShortChunk steep = ShortChunk{} + static_cast<uint16_t>(slope);
    const ShortChunk limit = ShortChunk{} + static_cast<uint16_t>(cap);
    WordChunk sums{};
    for (int c = 0; c < BYTE_CHUNKS; ++c) {
        const ShortChunk pairs = distance_pairs(x.chunk[c], y.chunk[c]);
        const ShortChunk even = (pairs & 0xFF) * steep;
        const ShortChunk odd = (pairs >> 8) * steep;
        const ShortChunk capped[2] = {even < limit ? even : limit, odd < limit ? odd : limit};
        for (const ShortChunk &numbers : capped) {
            WordChunk two;
            std::memcpy(&two, &numbers, sizeof two);
            sums += (two & 0xFFFF) + (two >> 16);
        }
    }
    uint64_t words[BYTE_CHUNK / 8];
    std::memcpy(words, &sums, sizeof words);
    uint64_t twos = 0;
    for (uint64_t word : words) twos += word; // both halves stay below 2^32: at most 32 numbers of 16 bits
    return static_cast<int64_t>((twos & 0xFFFFFFFF) + (twos >> 32));
}

} // namespace codepegs
