// Eight doubles as one value, on any processor: the counterpart of `lanes.hpp`.
//
// Each operation rounds as the same one on plain doubles does.
#pragma once

#include "lanes.hpp"

namespace codepegs {

using DoubleChunk = double __attribute__((vector_size(CHUNK_BYTES)));

/// Eight doubles.
struct Doubles {
    DoubleChunk chunk[CHUNKS];
};

/// Doubles `address[0]` to `address[7]`; any alignment.
inline Doubles load(const double *address) { return load_chunks<Doubles>(address); }

inline void store(double *address, const Doubles &x) { store_chunks(address, x); }

/// The same number in every lane.
inline Doubles splat(double x) {
    return by_chunk<Doubles>([&](int) { return DoubleChunk{} + x; });
}

inline Doubles operator+(const Doubles &x, const Doubles &y) {
    return by_chunk<Doubles>([&](int c) { return x.chunk[c] + y.chunk[c]; });
}
inline Doubles operator-(const Doubles &x, const Doubles &y) {
    return by_chunk<Doubles>([&](int c) { return x.chunk[c] - y.chunk[c]; });
}
inline Doubles operator*(const Doubles &x, const Doubles &y) {
    return by_chunk<Doubles>([&](int c) { return x.chunk[c] * y.chunk[c]; });
}
inline Doubles operator/(const Doubles &x, const Doubles &y) {
    return by_chunk<Doubles>([&](int c) { return x.chunk[c] / y.chunk[c]; });
}

/// The larger of two numbers, lane by lane; `x` where they are equal or no numbers.
inline Doubles larger(const Doubles &x, const Doubles &y) {
    return by_chunk<Doubles>([&](int c) { return x.chunk[c] < y.chunk[c] ? y.chunk[c] : x.chunk[c]; });
}

/// The smaller of two numbers, lane by lane; `x` where they are equal or no numbers.
inline Doubles smaller(const Doubles &x, const Doubles &y) {
    return by_chunk<Doubles>([&](int c) { return y.chunk[c] < x.chunk[c] ? y.chunk[c] : x.chunk[c]; });
}

/// `x` in lanes where it is more than `least`, 0 elsewhere.
inline Doubles zero_up_to(const Doubles &least, const Doubles &x) {
    return by_chunk<Doubles>([&](int c) { return x.chunk[c] > least.chunk[c] ? x.chunk[c] : DoubleChunk{}; });
}

/// The bits of doubles as whole numbers, and back.
inline Lanes to_bits(const Doubles &x) {
    return by_chunk<Lanes>([&](int c) { return reinterpret_cast<Chunk>(x.chunk[c]); });
}
inline Doubles from_bits(const Lanes &x) {
    return by_chunk<Doubles>([&](int c) { return reinterpret_cast<DoubleChunk>(x.chunk[c]); });
}

/// Sum of the lanes, in no particular order.
inline double sum_lanes(const Doubles &x) {
    DoubleChunk sum = x.chunk[0];
    for (int c = 1; c < CHUNKS; ++c) sum += x.chunk[c];
    double total = 0.0;
    for (int i = 0; i < CHUNK_LANES; ++i) total += sum[i];
    return total;
}

} // namespace codepegs
