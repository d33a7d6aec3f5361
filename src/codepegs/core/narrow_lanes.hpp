// Eight 64-bit lanes taken as 32 lanes of 16 bits, or as 16 of 32 bits: `Word` is the type of one.
#pragma once

#include "core/lanes.hpp"

#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>

namespace codepegs {

template <class Word>
concept NarrowWord = std::same_as<Word, uint16_t> || std::same_as<Word, uint32_t>;

/// Narrow lanes in one value.
template <NarrowWord Word> inline constexpr int64_t NARROW_LANES = LANES * 8 / static_cast<int64_t>(sizeof(Word));

/// A chunk of narrow lanes.
template <NarrowWord Word> struct NarrowChunk {
    using Type = uint16_t __attribute__((vector_size(CHUNK_BYTES)));
};
template <> struct NarrowChunk<uint32_t> {
    using Type = uint32_t __attribute__((vector_size(CHUNK_BYTES)));
};

/// The same number in every narrow lane.
template <NarrowWord Word, int N = CHUNKS> inline LanesOf<N> splat_narrow(Word x) {
    constexpr uint64_t ones = ~uint64_t{0} / static_cast<Word>(~Word{0});
    return splat<N>(ones * x);
}

/// The narrow lanes `address[0]` and on.
template <NarrowWord Word> inline Lanes load_narrow(const Word *address) { return load_chunks<Lanes>(address); }

/// `sums`, one more in each narrow lane in which x and y share a bit.
template <NarrowWord Word, int N>
inline LanesOf<N> add_shared(const LanesOf<N> &sums, const LanesOf<N> &x, const LanesOf<N> &y) {
#if defined(__AVX512BW__)
    const auto a = reinterpret_cast<__m512i>(x.chunk[0]);
    const auto b = reinterpret_cast<__m512i>(y.chunk[0]);
    const auto s = reinterpret_cast<__m512i>(sums.chunk[0]);
    if constexpr (sizeof(Word) == 2) {
        return {
            {reinterpret_cast<Chunk>(_mm512_mask_add_epi16(s, _mm512_test_epi16_mask(a, b), s, _mm512_set1_epi16(1)))}};
    } else {
        return {
            {reinterpret_cast<Chunk>(_mm512_mask_add_epi32(s, _mm512_test_epi32_mask(a, b), s, _mm512_set1_epi32(1)))}};
    }
#else
    using Type = typename NarrowChunk<Word>::Type;
    return by_chunk<LanesOf<N>>([&](int c) {
        const Type shared = reinterpret_cast<Type>(x.chunk[c] & y.chunk[c]);
        return reinterpret_cast<Chunk>(reinterpret_cast<Type>(sums.chunk[c]) - reinterpret_cast<Type>(shared != 0));
    });
#endif
}

/// All bits of the narrow lanes in which x and y are equal.
template <NarrowWord Word, int N> inline LanesOf<N> equal_narrow(const LanesOf<N> &x, const LanesOf<N> &y) {
    using Type = typename NarrowChunk<Word>::Type;
    return by_chunk<LanesOf<N>>([&](int c) {
        return reinterpret_cast<Chunk>(reinterpret_cast<Type>(x.chunk[c]) == reinterpret_cast<Type>(y.chunk[c]));
    });
}

/// The larger of two unsigned numbers, narrow lane by narrow lane.
template <NarrowWord Word, int N> inline LanesOf<N> max_narrow(const LanesOf<N> &x, const LanesOf<N> &y) {
    using Type = typename NarrowChunk<Word>::Type;
    return by_chunk<LanesOf<N>>([&](int c) {
        const Type a = reinterpret_cast<Type>(x.chunk[c]);
        const Type b = reinterpret_cast<Type>(y.chunk[c]);
        return reinterpret_cast<Chunk>(a > b ? a : b);
    });
}

/// Whether a narrow lane has at least some number, which may be too large for one.
template <NarrowWord Word> inline bool any_reaches(const ChunkLanes &x, int64_t number) {
    constexpr int64_t largest = static_cast<Word>(~Word{0});
    if (number > largest) return false;
    const ChunkLanes least = splat_narrow<Word, 1>(static_cast<Word>(number));
    return any_bit(equal_narrow<Word>(max_narrow<Word>(x, least), x));
}

/// The largest narrow lane.
template <NarrowWord Word> inline int64_t max_narrow_lane(const ChunkLanes &x) {
    Word lanes[sizeof x / sizeof(Word)];
    std::memcpy(lanes, &x, sizeof lanes);
    Word most = 0;
    for (const Word lane : lanes) most = lane > most ? lane : most;
    return most;
}

} // namespace codepegs
