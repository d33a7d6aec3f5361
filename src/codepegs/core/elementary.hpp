// exp, log and log2 whose results are the same on every processor.
//
// The C library's differ in their last bits between processors (with and without fused multiply-add), and guesses that
// depend on them would differ too. These use only additions, multiplications, divisions and bit operations of doubles,
// which IEEE 754 fixes; the library is compiled without contraction of a * b + c. Errors stay below 4 units in the last
// place. Arguments are reduced as is usual (Muller, "Elementary Functions", 3rd edition, 2016, chapter 11): by powers
// of two, then a series.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace codepegs {

namespace elementary {

inline constexpr double LOG2_E = 1.4426950408889634;
// ln 2 in two parts, the first with 21 zero bits at its end, so that its product with an exponent is exact.
inline constexpr double LN2_HIGH = 0x1.62e42fefap-1;
inline constexpr double LN2_LOW = 0x1.cf79abc9e3b39p-40;
inline constexpr double SQRT_HALF = 0.7071067811865476;

struct Reduced {
    double exponent;
    double log; // natural logarithm of the rest, which lies from sqrt(1/2) to sqrt(2)
};

/// Reduce a positive, finite number.
inline Reduced reduce(double x) {
    double exponent = -1022.0;
    if (x < std::numeric_limits<double>::min()) { // subnormal: make it normal
        x *= 0x1p54;
        exponent -= 54.0;
    }
    const auto bits = std::bit_cast<uint64_t>(x);
    exponent += static_cast<double>(static_cast<int64_t>(bits >> 52));
    double rest = std::bit_cast<double>((bits & 0x000FFFFFFFFFFFFF) | 0x3FE0000000000000); // from 1/2 to 1
    if (rest < SQRT_HALF) {
        rest += rest;
        exponent -= 1.0;
    }
    // log(rest) = 2 artanh((rest - 1) / (rest + 1))
    const double s = (rest - 1.0) / (rest + 1.0);
    const double z = s * s;
    // z/3 + z^2/5 + ... + z^10/21, in pairs (Estrin's scheme): the products of a row do not wait for each other.
    const double z2 = z * z;
    const double z4 = z2 * z2;
    const double low = (1.0 / 3 + z * (1.0 / 5)) + z2 * (1.0 / 7 + z * (1.0 / 9));
    const double middle = (1.0 / 11 + z * (1.0 / 13)) + z2 * (1.0 / 15 + z * (1.0 / 17));
    const double high = 1.0 / 19 + z * (1.0 / 21);
    const double sum = low + z4 * (middle + z4 * high);
    const double twice = s + s;
    return {exponent, twice + twice * (sum * z)};
}

} // namespace elementary

/// Natural logarithm.
inline double exact_log(double x) {
    if (!(x > 0.0))
        return x == 0.0 ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    if (x > std::numeric_limits<double>::max()) return x;
    const elementary::Reduced r = elementary::reduce(x);
    return r.exponent * elementary::LN2_HIGH + (r.log + r.exponent * elementary::LN2_LOW);
}

/// Binary logarithm; exact for powers of two.
inline double exact_log2(double x) {
    if (!(x > 0.0))
        return x == 0.0 ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    if (x > std::numeric_limits<double>::max()) return x;
    const elementary::Reduced r = elementary::reduce(x);
    return r.exponent + r.log * elementary::LOG2_E;
}

/// e to the power of x.
inline double exact_exp(double x) {
    if (x > 709.782712893384) return std::numeric_limits<double>::infinity();
    if (x < -745.2) return 0.0;
    if (x != x) return x;
    const double k = std::nearbyint(x * elementary::LOG2_E);
    const double r = (x - k * elementary::LN2_HIGH) - k * elementary::LN2_LOW;
    // (e^r - 1 - r) / r^2 = 1/2! + r/3! + ... + r^11/13!, in pairs.
    const double r2 = r * r;
    const double r4 = r2 * r2;
    const double low = (0.5 + r * (1.0 / 6)) + r2 * (1.0 / 24 + r * (1.0 / 120));
    const double middle = (1.0 / 720 + r * (1.0 / 5040)) + r2 * (1.0 / 40320 + r * (1.0 / 362880));
    const double high = (1.0 / 3628800 + r * (1.0 / 39916800)) + r2 * (1.0 / 479001600 + r * (1.0 / 6227020800));
    const double sum = low + r4 * (middle + r4 * high);
    const double power = 1.0 + (r + r2 * sum);
    // Scale by 2^k in two steps: 2^k alone may be subnormal, or too large.
    const auto exponent = static_cast<int64_t>(k);
    const int64_t half = exponent / 2;
    const auto scale = [](int64_t e) { return std::bit_cast<double>(static_cast<uint64_t>(e + 1023) << 52); };
    return power * scale(half) * scale(exponent - half);
}

} // namespace codepegs
