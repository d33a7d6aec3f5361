// Comparisons of 64 bytes with 64 others.
#pragma once

#include "core/lanes.hpp"

#include <cstdint>
#include <cstring>

namespace codepegs {

/// Bytes in one value.
inline constexpr int64_t BYTES = LANES * 8;

inline Lanes load_64_bytes(const uint8_t *address) { return load_chunks<Lanes>(address); }

/// The same number in every byte.
inline Lanes splat_64_bytes(uint64_t x) { return splat(x * 0x0101010101010101); }

/// Some of 64 bytes.
class ByteMask {
  public:
    ByteMask() = default;

    /// Add the bytes in which x and y are equal.
    void add_equal(const Lanes &x, const Lanes &y) {
#if defined(__AVX512BW__)
        bits_ |= _mm512_cmpeq_epi8_mask(reinterpret_cast<__m512i>(x.chunk[0]), reinterpret_cast<__m512i>(y.chunk[0]));
#else
        CODEPEGS_EACH_CHUNK(CHUNKS)
        all_.chunk[c] |=
            reinterpret_cast<Chunk>(reinterpret_cast<Bytes>(x.chunk[c]) == reinterpret_cast<Bytes>(y.chunk[c]));
#endif
    }

    /// Add the bytes in which x is at least y, as unsigned numbers.
    void add_at_least(const Lanes &x, const Lanes &y) {
#if defined(__AVX512BW__)
        bits_ |= _mm512_cmpge_epu8_mask(reinterpret_cast<__m512i>(x.chunk[0]), reinterpret_cast<__m512i>(y.chunk[0]));
#else
        CODEPEGS_EACH_CHUNK(CHUNKS)
        all_.chunk[c] |=
            reinterpret_cast<Chunk>(reinterpret_cast<Bytes>(x.chunk[c]) >= reinterpret_cast<Bytes>(y.chunk[c]));
#endif
    }

    /// `sums`, one more in each of these bytes.
    [[nodiscard]] Lanes add_to(const Lanes &sums) const {
        Lanes r;
#if defined(__AVX512BW__)
        const auto s = reinterpret_cast<__m512i>(sums.chunk[0]);
        r.chunk[0] = reinterpret_cast<Chunk>(_mm512_mask_add_epi8(s, bits_, s, _mm512_set1_epi8(1)));
#else
        CODEPEGS_EACH_CHUNK(CHUNKS)
        r.chunk[c] =
            reinterpret_cast<Chunk>(reinterpret_cast<Bytes>(sums.chunk[c]) - reinterpret_cast<Bytes>(all_.chunk[c]));
#endif
        return r;
    }

    /// A bit for each byte.
    [[nodiscard]] uint64_t bits() const {
#if defined(__AVX512BW__)
        return bits_;
#else
        uint8_t bytes[BYTES];
        std::memcpy(bytes, &all_, sizeof bytes);
        uint64_t found = 0;
        for (int64_t n = 0; n < BYTES; ++n) found |= uint64_t{bytes[n] != 0} << n;
        return found;
#endif
    }

  private:
#if defined(__AVX512BW__)
    uint64_t bits_ = 0;
#else
    using Bytes = uint8_t __attribute__((vector_size(CHUNK_BYTES)));
    Lanes all_{}; // all bits of these bytes
#endif
};

/// The sums of 64 bytes, which wrap.
inline Lanes add_64_bytes(const Lanes &x, const Lanes &y) {
    using Bytes = uint8_t __attribute__((vector_size(CHUNK_BYTES)));
    Lanes r;
    CODEPEGS_EACH_CHUNK(CHUNKS)
    r.chunk[c] = reinterpret_cast<Chunk>(reinterpret_cast<Bytes>(x.chunk[c]) + reinterpret_cast<Bytes>(y.chunk[c]));
    return r;
}

/// The smaller of two unsigned numbers, byte by byte.
inline Lanes min_64_bytes(const Lanes &x, const Lanes &y) {
    using Bytes = uint8_t __attribute__((vector_size(CHUNK_BYTES)));
    Lanes r;
    CODEPEGS_EACH_CHUNK(CHUNKS)
    {
        const auto a = reinterpret_cast<Bytes>(x.chunk[c]);
        const auto b = reinterpret_cast<Bytes>(y.chunk[c]);
        r.chunk[c] = reinterpret_cast<Chunk>(a < b ? a : b);
    }
    return r;
}

/// The least byte.
inline int64_t least_byte(const Lanes &x) {
    uint8_t bytes[BYTES];
    std::memcpy(bytes, &x, sizeof bytes);
    uint8_t least = bytes[0];
    for (const uint8_t byte : bytes) least = byte < least ? byte : least;
    return least;
}

} // namespace codepegs
