// Eight 64-bit lanes as one value, on any processor.
//
// A value is made of the widest vectors that the processor has: one of AVX-512, two of AVX2, four of SSE, NEON or
// WebAssembly. The only processor-specific code is for the population count and for bytes within lanes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace codepegs {

/// Lanes in one value. Arrays that are loaded and stored are padded to a multiple of it.
inline constexpr int64_t LANES = 8;

#if defined(__AVX512F__)
inline constexpr int CHUNK_BYTES = 64;
#elif defined(__AVX2__)
inline constexpr int CHUNK_BYTES = 32;
#else
inline constexpr int CHUNK_BYTES = 16;
#endif

using Chunk = uint64_t __attribute__((vector_size(CHUNK_BYTES)));
inline constexpr int CHUNK_LANES = CHUNK_BYTES / 8;
inline constexpr int CHUNKS = static_cast<int>(LANES) / CHUNK_LANES;

/// Set bits of each 64-bit lane of one vector.
inline Chunk popcount_chunk(Chunk x) {
#if defined(__AVX512VPOPCNTDQ__)
    return reinterpret_cast<Chunk>(_mm512_popcnt_epi64(reinterpret_cast<__m512i>(x)));
#elif defined(__AVX512BW__)
    const __m512i low = _mm512_set1_epi8(0x0F);
    const __m512i counts = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const __m512i v = reinterpret_cast<__m512i>(x);
    const __m512i sums = _mm512_add_epi8(_mm512_shuffle_epi8(counts, _mm512_and_si512(v, low)),
                                         _mm512_shuffle_epi8(counts, _mm512_and_si512(_mm512_srli_epi16(v, 4), low)));
    return reinterpret_cast<Chunk>(_mm512_sad_epu8(sums, _mm512_setzero_si512()));
#elif defined(__AVX2__)
    const __m256i low = _mm256_set1_epi8(0x0F);
    const __m256i counts = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
                                            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i v = reinterpret_cast<__m256i>(x);
    const __m256i sums = _mm256_add_epi8(_mm256_shuffle_epi8(counts, _mm256_and_si256(v, low)),
                                         _mm256_shuffle_epi8(counts, _mm256_and_si256(_mm256_srli_epi16(v, 4), low)));
    return reinterpret_cast<Chunk>(_mm256_sad_epu8(sums, _mm256_setzero_si256()));
#elif defined(__POPCNT__)
    return Chunk{static_cast<uint64_t>(std::popcount(x[0])), static_cast<uint64_t>(std::popcount(x[1]))};
#elif defined(__ARM_NEON)
    return reinterpret_cast<Chunk>(vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(vcntq_u8(reinterpret_cast<uint8x16_t>(x))))));
#elif defined(__wasm_simd128__)
    const v128_t bytes = wasm_i8x16_popcnt(reinterpret_cast<v128_t>(x));
    const v128_t words = wasm_u32x4_extadd_pairwise_u16x8(wasm_u16x8_extadd_pairwise_u8x16(bytes));
    const Chunk pairs = reinterpret_cast<Chunk>(words);
    return (pairs & 0xFFFFFFFF) + (pairs >> 32);
#else
    x = x - ((x >> 1) & 0x5555555555555555);
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333);
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F;
    x = x + (x >> 8);
    x = x + (x >> 16);
    return (x + (x >> 32)) & 0x7F;
#endif
}

/// Unsigned 64-bit numbers in N chunks.
template <int N> struct LanesOf {
    Chunk chunk[static_cast<std::size_t>(N)];
};

/// Eight unsigned 64-bit numbers.
using Lanes = LanesOf<CHUNKS>;

/// Those of one chunk: long computations take one after another, whose numbers then fit into registers.
using ChunkLanes = LanesOf<1>;

inline ChunkLanes chunk_of(const Lanes &x, int c) { return {{x.chunk[c]}}; }

#define CODEPEGS_EACH_CHUNK(chunks) _Pragma("GCC unroll 4") for (int c = 0; c < (chunks); ++c)

/// A value of which chunk c is `chunk_of(c)`.
template <class Value, class ChunkOf> [[gnu::always_inline]] inline Value by_chunk(const ChunkOf &chunk_of) {
    Value r;
    constexpr int chunks = sizeof r.chunk / sizeof r.chunk[0];
    _Pragma("GCC unroll 4") for (int c = 0; c < chunks; ++c) r.chunk[c] = chunk_of(c);
    return r;
}

/// A value from memory; any alignment. It is loaded chunk by chunk: GCC copies a whole array of vectors through the
/// stack in pieces of 16 bytes, and then waits for them when it reads a longer vector back.
template <class Value> [[gnu::always_inline]] inline Value load_chunks(const void *address) {
    return by_chunk<Value>([address](int c) {
        decltype(Value::chunk[0] + 0) chunk;
        std::memcpy(&chunk, static_cast<const char *>(address) + c * static_cast<int>(sizeof chunk), sizeof chunk);
        return chunk;
    });
}

template <class Value> [[gnu::always_inline]] inline void store_chunks(void *address, const Value &x) {
    constexpr int size = sizeof x.chunk[0];
    constexpr int chunks = sizeof x.chunk / size;
    _Pragma("GCC unroll 4") for (int c = 0; c < chunks; ++c)
        std::memcpy(static_cast<char *>(address) + c * size, &x.chunk[c], size);
}

/// Lanes `address[0]` and on; any alignment.
template <int N = CHUNKS> inline LanesOf<N> load(const uint64_t *address) { return load_chunks<LanesOf<N>>(address); }

inline void store(uint64_t *address, const Lanes &x) { store_chunks(address, x); }

/// The same number in every lane.
template <int N = CHUNKS> inline LanesOf<N> splat(uint64_t x) {
    return by_chunk<LanesOf<N>>([&](int) { return Chunk{} + x; });
}

/// 0, 1, ... 7.
inline Lanes iota() {
    Lanes r;
    CODEPEGS_EACH_CHUNK(CHUNKS)
    for (int i = 0; i < CHUNK_LANES; ++i) r.chunk[c][i] = static_cast<uint64_t>(c * CHUNK_LANES + i);
    return r;
}

template <int N> inline LanesOf<N> operator&(const LanesOf<N> &x, const LanesOf<N> &y) {
    return by_chunk<LanesOf<N>>([&](int c) { return x.chunk[c] & y.chunk[c]; });
}
template <int N> inline LanesOf<N> operator|(const LanesOf<N> &x, const LanesOf<N> &y) {
    return by_chunk<LanesOf<N>>([&](int c) { return x.chunk[c] | y.chunk[c]; });
}
template <int N> inline LanesOf<N> operator^(const LanesOf<N> &x, const LanesOf<N> &y) {
    return by_chunk<LanesOf<N>>([&](int c) { return x.chunk[c] ^ y.chunk[c]; });
}
template <int N> inline LanesOf<N> operator~(const LanesOf<N> &x) {
    return by_chunk<LanesOf<N>>([&](int c) { return ~x.chunk[c]; });
}
template <int N> inline LanesOf<N> operator+(const LanesOf<N> &x, const LanesOf<N> &y) {
    return by_chunk<LanesOf<N>>([&](int c) { return x.chunk[c] + y.chunk[c]; });
}
template <int N> inline LanesOf<N> operator-(const LanesOf<N> &x, const LanesOf<N> &y) {
    return by_chunk<LanesOf<N>>([&](int c) { return x.chunk[c] - y.chunk[c]; });
}
template <int N> inline LanesOf<N> operator<<(const LanesOf<N> &x, int bits) {
    return by_chunk<LanesOf<N>>([&](int c) { return x.chunk[c] << bits; });
}
template <int N> inline LanesOf<N> operator>>(const LanesOf<N> &x, int bits) {
    return by_chunk<LanesOf<N>>([&](int c) { return x.chunk[c] >> bits; });
}

/// x & ~y.
template <int N> inline LanesOf<N> and_not(const LanesOf<N> &x, const LanesOf<N> &y) {
    return by_chunk<LanesOf<N>>([&](int c) { return x.chunk[c] & ~y.chunk[c]; });
}

/// Bit by bit: `one` where `mask` is set, `zero` elsewhere.
template <int N> inline LanesOf<N> select_bits(const LanesOf<N> &mask, const LanesOf<N> &one, const LanesOf<N> &zero) {
#if defined(__AVX512F__)
    return {{reinterpret_cast<Chunk>(_mm512_ternarylogic_epi64(reinterpret_cast<__m512i>(mask.chunk[0]),
                                                               reinterpret_cast<__m512i>(one.chunk[0]),
                                                               reinterpret_cast<__m512i>(zero.chunk[0]), 0xCA))}};
#else
    return by_chunk<LanesOf<N>>(
        [&](int c) { return (mask.chunk[c] & one.chunk[c]) | (~mask.chunk[c] & zero.chunk[c]); });
#endif
}

/// The larger of two unsigned numbers, lane by lane.
template <int N> inline LanesOf<N> max(const LanesOf<N> &x, const LanesOf<N> &y) {
    return by_chunk<LanesOf<N>>([&](int c) { return x.chunk[c] > y.chunk[c] ? x.chunk[c] : y.chunk[c]; });
}

/// The smaller of two unsigned numbers, lane by lane.
template <int N> inline LanesOf<N> min(const LanesOf<N> &x, const LanesOf<N> &y) {
    return by_chunk<LanesOf<N>>([&](int c) { return x.chunk[c] < y.chunk[c] ? x.chunk[c] : y.chunk[c]; });
}

/// Product of the low 32 bits of each lane.
template <int N> inline LanesOf<N> multiply_low(const LanesOf<N> &x, const LanesOf<N> &y) {
    return by_chunk<LanesOf<N>>([&](int c) { return (x.chunk[c] & 0xFFFFFFFF) * (y.chunk[c] & 0xFFFFFFFF); });
}

/// 1 in lanes that are not zero.
template <int N> inline LanesOf<N> is_nonzero(const LanesOf<N> &x) {
    return by_chunk<LanesOf<N>>([&](int c) { return reinterpret_cast<Chunk>(x.chunk[c] != 0) & 1; });
}

/// 1 in lanes that are zero.
inline Lanes is_zero(const Lanes &x) {
    return by_chunk<Lanes>([&](int c) { return reinterpret_cast<Chunk>(x.chunk[c] == 0) & 1; });
}

/// Set bits of each lane.
template <int N> inline LanesOf<N> popcount(const LanesOf<N> &x) {
    return by_chunk<LanesOf<N>>([&](int c) { return popcount_chunk(x.chunk[c]); });
}

/// `table[indices[lane]]` in each lane. The caller checks the bounds.
template <int N> inline LanesOf<N> gather(const uint64_t *table, const LanesOf<N> &indices) {
    LanesOf<N> r;
    CODEPEGS_EACH_CHUNK(N)
    for (int i = 0; i < CHUNK_LANES; ++i) r.chunk[c][i] = table[indices.chunk[c][i]];
    return r;
}

/// `table[indices[lane]]` in each lane, for a table of sixteen entries.
template <int N> inline LanesOf<N> pick(const uint64_t *table, const LanesOf<N> &indices) {
#if defined(__AVX512F__)
    return {{reinterpret_cast<Chunk>(_mm512_permutex2var_epi64(
        _mm512_loadu_si512(table), reinterpret_cast<__m512i>(indices.chunk[0]), _mm512_loadu_si512(table + LANES)))}};
#else
    return gather(table, indices);
#endif
}

/// `table[indices[lane]]` in each lane, for a table of some tens of entries; it is read up to a multiple of sixteen.
template <int N> inline LanesOf<N> pick_from(const uint64_t *table, int64_t entries, const LanesOf<N> &indices) {
#if defined(__AVX512F__)
    LanesOf<N> found = pick(table, indices);
    const auto numbers = reinterpret_cast<__m512i>(indices.chunk[0]);
    for (int64_t first = 16; first < entries; first += 16) { // a permutation takes the indices modulo 16
        const auto more = reinterpret_cast<__m512i>(pick(table + first, indices).chunk[0]);
        const __mmask8 are_here = _mm512_cmpge_epu64_mask(numbers, _mm512_set1_epi64(first));
        found.chunk[0] =
            reinterpret_cast<Chunk>(_mm512_mask_mov_epi64(reinterpret_cast<__m512i>(found.chunk[0]), are_here, more));
    }
    return found;
#else
    static_cast<void>(entries);
    return gather(table, indices);
#endif
}

/// Eight bytes as lanes.
inline Lanes widen(const uint8_t *bytes) {
#if defined(__AVX512F__)
    return {{reinterpret_cast<Chunk>(
        _mm512_maskz_cvtepu8_epi64(0xFF, _mm_loadl_epi64(reinterpret_cast<const __m128i *>(bytes))))}};
#else
    Lanes r;
    CODEPEGS_EACH_CHUNK(CHUNKS)
    for (int i = 0; i < CHUNK_LANES; ++i) r.chunk[c][i] = bytes[c * CHUNK_LANES + i];
    return r;
#endif
}

/// Lane by lane: `one` where x and y are equal, `zero` elsewhere.
template <int N>
inline LanesOf<N> select_equal(const LanesOf<N> &x, const LanesOf<N> &y, const LanesOf<N> &one,
                               const LanesOf<N> &zero) {
    return by_chunk<LanesOf<N>>([&](int c) { return x.chunk[c] == y.chunk[c] ? one.chunk[c] : zero.chunk[c]; });
}

/// Lane l holds bit `first + l` of a mask, as 0 or 1; `first` is at most 56.
inline Lanes bits_to_lanes(uint64_t mask, int first) {
    const Lanes shifts = iota() + splat(static_cast<uint64_t>(first));
    return by_chunk<Lanes>([&](int c) { return ((Chunk{} + mask) >> shifts.chunk[c]) & 1; });
}

/// `x` with `value` in lane number `lane`; a number that is not a lane changes nothing.
inline Lanes with_lane(const Lanes &x, uint64_t lane, uint64_t value) {
    const Lanes numbers = iota();
    return by_chunk<Lanes>([&](int c) {
        const Chunk here = reinterpret_cast<Chunk>(numbers.chunk[c] == lane);
        return (here & value) | (~here & x.chunk[c]);
    });
}

/// The lanes in which x and y are equal: bit l for lane l.
inline uint64_t equal_lanes(const Lanes &x, const Lanes &y) {
#if defined(__AVX512F__)
    return _mm512_cmpeq_epi64_mask(reinterpret_cast<__m512i>(x.chunk[0]), reinterpret_cast<__m512i>(y.chunk[0]));
#else
    uint64_t equal = 0;
    for (int l = 0; l < static_cast<int>(LANES); ++l) {
        const int c = l / CHUNK_LANES;
        equal |= static_cast<uint64_t>(x.chunk[c][l % CHUNK_LANES] == y.chunk[c][l % CHUNK_LANES]) << l;
    }
    return equal;
#endif
}

/// Sum of the lanes, modulo 2^64.
template <int N> inline uint64_t sum_lanes(const LanesOf<N> &x) {
    Chunk sum = x.chunk[0];
    for (int c = 1; c < N; ++c) sum += x.chunk[c];
    uint64_t total = 0;
    for (int i = 0; i < CHUNK_LANES; ++i) total += sum[i];
    return total;
}

/// Lane n: the sum of the lanes of x[n].
inline Lanes sums_of_lanes(const ChunkLanes *x) {
#if defined(__AVX512F__)
    __m512i pairs[4]; // (x[2n], x[2n + 1]) four times
    for (int n = 0; n < 4; ++n) {
        const auto a = reinterpret_cast<__m512i>(x[2 * n].chunk[0]);
        const auto b = reinterpret_cast<__m512i>(x[2 * n + 1].chunk[0]);
        pairs[n] = _mm512_add_epi64(_mm512_maskz_unpacklo_epi64(0xFF, a, b), _mm512_maskz_unpackhi_epi64(0xFF, a, b));
    }
    const auto halve = [](__m512i a, __m512i b) {
        return _mm512_add_epi64(_mm512_maskz_shuffle_i64x2(0xFF, a, b, 0x88),
                                _mm512_maskz_shuffle_i64x2(0xFF, a, b, 0xDD));
    };
    return {{reinterpret_cast<Chunk>(halve(halve(pairs[0], pairs[1]), halve(pairs[2], pairs[3])))}};
#else
    Lanes r;
    for (int n = 0; n < static_cast<int>(LANES); ++n) r.chunk[n / CHUNK_LANES][n % CHUNK_LANES] = sum_lanes(x[n]);
    return r;
#endif
}

/// Whether any bit of any lane is set.
template <int N> inline bool any_bit(const LanesOf<N> &x) {
    Chunk all = x.chunk[0];
    for (int c = 1; c < N; ++c) all |= x.chunk[c];
#if defined(__AVX512F__)
    return _mm512_test_epi64_mask(reinterpret_cast<__m512i>(all), reinterpret_cast<__m512i>(all)) != 0;
#elif defined(__AVX2__)
    return !_mm256_testz_si256(reinterpret_cast<__m256i>(all), reinterpret_cast<__m256i>(all));
#else
    return (all[0] | all[1]) != 0;
#endif
}

/// Whether a lane is less than `limit`, of those whose bits are set in `lanes`.
inline bool any_less(const Lanes &x, uint64_t limit, uint64_t lanes) {
#if defined(__AVX512F__)
    return _mm512_mask_cmplt_epu64_mask(static_cast<__mmask8>(lanes), reinterpret_cast<__m512i>(x.chunk[0]),
                                        _mm512_set1_epi64(static_cast<int64_t>(limit))) != 0;
#else
    return any_bit(by_chunk<Lanes>([&, asked = bits_to_lanes(lanes, 0)](int c) {
        return asked.chunk[c] & reinterpret_cast<Chunk>(x.chunk[c] < limit);
    }));
#endif
}

/// Each lane moved up by one place; lane 0 becomes 0.
inline Lanes move_up(const Lanes &x) {
#if defined(__AVX512F__)
    const __m512i zero = _mm512_setzero_si512();
    const __m512i moved = _mm512_maskz_alignr_epi64(0xFF, reinterpret_cast<__m512i>(x.chunk[0]), zero, 7);
    return {{reinterpret_cast<Chunk>(moved)}};
#else
    Lanes r = splat(0);
    for (int i = 1; i < static_cast<int>(LANES); ++i) {
        r.chunk[i / CHUNK_LANES][i % CHUNK_LANES] = x.chunk[(i - 1) / CHUNK_LANES][(i - 1) % CHUNK_LANES];
    }
    return r;
#endif
}

// Lanes as eight bytes each.

/// The bytes of each lane moved down by one, the lowest of them dropped, and the lowest byte of `number` on top.
template <int N> inline LanesOf<N> push_byte(const LanesOf<N> &bytes, const LanesOf<N> &number) {
#if defined(__AVX512VBMI2__)
    const __m512i pushed =
        _mm512_shrdi_epi64(reinterpret_cast<__m512i>(bytes.chunk[0]), reinterpret_cast<__m512i>(number.chunk[0]), 8);
    return {{reinterpret_cast<Chunk>(pushed)}};
#else
    return (bytes >> 8) | (number << 56);
#endif
}

/// Sums of bytes up to 127, byte by byte; 127 where the sum is more.
template <int N> inline LanesOf<N> add_bytes(const LanesOf<N> &x, const LanesOf<N> &y) {
#if defined(__AVX512BW__)
    return {{reinterpret_cast<Chunk>(
        _mm512_adds_epi8(reinterpret_cast<__m512i>(x.chunk[0]), reinterpret_cast<__m512i>(y.chunk[0])))}};
#else
    // A sum of more than 127 has its top bit set, of which a mask of the other seven is made.
    const LanesOf<N> sum = x + y;
    const LanesOf<N> top = sum & splat<N>(0x8080808080808080);
    return (sum | (top - (top >> 7))) & splat<N>(0x7F7F7F7F7F7F7F7F);
#endif
}

/// The larger of two unsigned bytes, byte by byte.
template <int N> inline LanesOf<N> max_bytes(const LanesOf<N> &x, const LanesOf<N> &y) {
    using Bytes = uint8_t __attribute__((vector_size(CHUNK_BYTES)));
    return by_chunk<LanesOf<N>>([&](int c) {
        const auto a = reinterpret_cast<Bytes>(x.chunk[c]);
        const auto b = reinterpret_cast<Bytes>(y.chunk[c]);
        return reinterpret_cast<Chunk>(a > b ? a : b);
    });
}

/// The largest byte of each lane.
template <int N> inline LanesOf<N> max_byte(LanesOf<N> x) {
    x = max_bytes(x, x >> 32);
    x = max_bytes(x, x >> 16);
    return max_bytes(x, x >> 8) & splat<N>(0xFF);
}

/// Small numbers to be looked up by bytes.
struct ByteTable {
    alignas(64) uint8_t entry[128];
};

/// In each lane, the sum of the table's entries at its eight bytes, all of which are less than `SIZE`.
template <int SIZE, int N> inline LanesOf<N> sum_of_entries(const ByteTable &table, const LanesOf<N> &x) {
    static_assert(SIZE == 64 || SIZE == 128);
    LanesOf<N> r;
#if defined(__AVX512VBMI__)
    const auto indices = reinterpret_cast<__m512i>(x.chunk[0]);
    const __m512i low = _mm512_load_si512(table.entry);
    __m512i found;
    if constexpr (SIZE == 64) found = _mm512_maskz_permutexvar_epi8(~__mmask64{0}, indices, low);
    else found = _mm512_permutex2var_epi8(low, indices, _mm512_load_si512(table.entry + 64));
    r.chunk[0] = reinterpret_cast<Chunk>(_mm512_sad_epu8(found, _mm512_setzero_si512()));
#elif defined(__AVX2__) && !defined(__AVX512F__)
    // One shuffle looks 16 entries up. Adding 0x70 with saturation sets the top bit of indices that are not among them,
    // for which a shuffle gives 0.
    CODEPEGS_EACH_CHUNK(N)
    {
        __m256i found = _mm256_setzero_si256();
        for (int first = 0; first < SIZE; first += 16) {
            const __m128i entries = _mm_load_si128(reinterpret_cast<const __m128i *>(table.entry + first));
            const __m256i from_first =
                _mm256_sub_epi8(reinterpret_cast<__m256i>(x.chunk[c]), _mm256_set1_epi8(static_cast<char>(first)));
            const __m256i indices = _mm256_adds_epu8(from_first, _mm256_set1_epi8(0x70));
            found = _mm256_or_si256(found, _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(entries), indices));
        }
        r.chunk[c] = reinterpret_cast<Chunk>(_mm256_sad_epu8(found, _mm256_setzero_si256()));
    }
#elif defined(__SSSE3__) && !defined(__AVX2__)
    CODEPEGS_EACH_CHUNK(N)
    {
        __m128i found = _mm_setzero_si128();
        for (int first = 0; first < SIZE; first += 16) {
            const __m128i entries = _mm_load_si128(reinterpret_cast<const __m128i *>(table.entry + first));
            const __m128i from_first =
                _mm_sub_epi8(reinterpret_cast<__m128i>(x.chunk[c]), _mm_set1_epi8(static_cast<char>(first)));
            found = _mm_or_si128(found, _mm_shuffle_epi8(entries, _mm_adds_epu8(from_first, _mm_set1_epi8(0x70))));
        }
        r.chunk[c] = reinterpret_cast<Chunk>(_mm_sad_epu8(found, _mm_setzero_si128()));
    }
#elif defined(__aarch64__)
    CODEPEGS_EACH_CHUNK(N)
    {
        const auto indices = reinterpret_cast<uint8x16_t>(x.chunk[c]);
        uint8x16_t found = vqtbl4q_u8(vld1q_u8_x4(table.entry), indices); // 0 for indices from 64 on
        if constexpr (SIZE == 128) {
            const uint8x16_t from_64 = vsubq_u8(indices, vdupq_n_u8(64));
            found = vorrq_u8(found, vqtbl4q_u8(vld1q_u8_x4(table.entry + 64), from_64));
        }
        r.chunk[c] = reinterpret_cast<Chunk>(vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(found))));
    }
#elif defined(__wasm_simd128__)
    CODEPEGS_EACH_CHUNK(N)
    {
        v128_t found = wasm_i8x16_splat(0);
        for (int first = 0; first < SIZE; first += 16) { // a swizzle gives 0 for indices from 16 on
            const v128_t indices =
                wasm_i8x16_sub(reinterpret_cast<v128_t>(x.chunk[c]), wasm_i8x16_splat(static_cast<int8_t>(first)));
            found = wasm_v128_or(found, wasm_i8x16_swizzle(wasm_v128_load(table.entry + first), indices));
        }
        const Chunk pairs =
            reinterpret_cast<Chunk>(wasm_u32x4_extadd_pairwise_u16x8(wasm_u16x8_extadd_pairwise_u8x16(found)));
        r.chunk[c] = (pairs & 0xFFFFFFFF) + (pairs >> 32);
    }
#else
    CODEPEGS_EACH_CHUNK(N)
    for (int i = 0; i < CHUNK_LANES; ++i) {
        uint64_t sum = 0;
        for (int shift = 0; shift < 64; shift += 8) sum += table.entry[(x.chunk[c][i] >> shift) & 0xFF];
        r.chunk[c][i] = sum;
    }
#endif
    return r;
}

} // namespace codepegs
