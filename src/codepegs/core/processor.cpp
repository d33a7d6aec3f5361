// The instruction-set levels of the processor, and facts about this build.
//
// Compiled for the oldest processor of the architecture, because it runs before the level is known.
#include <cstdint>

#include "export.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace {

#if defined(__x86_64__)

struct Registers {
    uint32_t a = 0, b = 0, c = 0, d = 0;
};

Registers cpuid(uint32_t leaf, uint32_t subleaf) {
    Registers r;
    __get_cpuid_count(leaf, subleaf, &r.a, &r.b, &r.c, &r.d);
    return r;
}

/// The vector states that the operating system saves (XCR0).
uint64_t saved_states() {
    uint32_t low = 0;
    uint32_t high = 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (uint64_t{high} << 32) | low;
}

constexpr bool has(uint32_t word, uint32_t bits) { return (word & bits) == bits; }

const char *best_level() {
    const Registers basic = cpuid(1, 0);
    const Registers more = cpuid(7, 0);
    const Registers extended = cpuid(0x80000001, 0);
    if (!has(basic.c, bit_OSXSAVE)) return "x86-64-v2";
    const uint64_t states = saved_states();
    const bool v3 = (states & 0x6) == 0x6 && has(basic.c, bit_AVX | bit_FMA | bit_F16C | bit_MOVBE) &&
                    has(more.b, bit_AVX2 | bit_BMI | bit_BMI2) && has(extended.c, bit_LZCNT);
    if (!v3) return "x86-64-v2";
    constexpr uint32_t avx512 = bit_AVX512F | bit_AVX512DQ | bit_AVX512CD | bit_AVX512BW | bit_AVX512VL;
    constexpr uint32_t vbmi_vbmi2_vpopcntdq = (1U << 1) | (1U << 6) | (1U << 14);
    const bool v4 = (states & 0xE6) == 0xE6 && has(more.b, avx512) && has(more.c, vbmi_vbmi2_vpopcntdq);
    return v4 ? "x86-64-v4" : "x86-64-v3";
}

#else

const char *best_level() { return "baseline"; }

#endif

} // namespace

extern "C" CODEPEGS_VISIBLE const char *codepegs_best_level() noexcept { return best_level(); }

extern "C" CODEPEGS_VISIBLE const char *codepegs_compiler() noexcept {
#if defined(__clang__)
    return "clang " __clang_version__;
#else
    return "gcc " __VERSION__;
#endif
}

/// 1 when array bounds are checked.
extern "C" CODEPEGS_VISIBLE int32_t codepegs_is_checked() noexcept { return CODEPEGS_BOUNDS ? 1 : 0; }
