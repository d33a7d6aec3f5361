// Part sizes as bytes, for games in which every reply is a part.
// Each lane has a word of codes: the lanes belong to different guesses, or to different words of one guess. The codes
// in both a black row and a total row are a part; a value holds eight part sizes per lane, one per byte.
#pragma once

#include "core/lanes.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace codepegs {

/// The layout of the part sizes of a game with PEGS pegs.
template <int64_t PEGS> struct PartBytes {
    static constexpr auto ROWS = static_cast<std::size_t>(PEGS + 1);
    static constexpr std::size_t PARTS = ROWS * (ROWS + 1) / 2; // with the one that is never a reply

    /// Row j: the codes with j right pegs, or with j right colours.
    using Rows = std::array<ChunkLanes, ROWS>;

    struct Layout {
        std::array<std::size_t, ROWS> value_of{}; // by total: the value that its parts go to
        std::array<std::array<std::size_t, ROWS>, ROWS>
            byte_of{}; // by total and black count: which byte, of all values
        std::size_t values = 0;
    };

    /// Whether a reply is possible: all colours right but exactly one peg wrong is not.
    static constexpr bool is_part(std::size_t total, std::size_t black) {
        return black <= total && !(total == ROWS - 1 && black == ROWS - 2);
    }

    static constexpr Layout layout = [] {
        Layout made;
        std::array<std::size_t, ROWS> used{}; // bytes, by value
        for (std::size_t total = ROWS; total-- > 0;) {
            const std::size_t parts = std::min(total + 1, ROWS - 1);
            std::size_t value = 0;
            while (used[value] + parts > 8) ++value;
            used[value] += parts;
            made.value_of[total] = value;
            made.values = std::max(made.values, value + 1);
        }
        std::array<std::size_t, ROWS> next{};
        for (std::size_t total = 0; total < ROWS; ++total) {
            const std::size_t value = made.value_of[total];
            for (std::size_t black = 0; black <= total; ++black) { // the last size pushed is the highest byte
                if (is_part(total, black)) made.byte_of[total][black] = 8 * value + 8 - used[value] + next[value]++;
            }
        }
        return made;
    }();

    using Sizes = std::array<ChunkLanes, layout.values>;
    using AllSizes = std::array<Lanes, layout.values>; // of all chunks

    /// The part sizes of each lane.
    [[gnu::always_inline]] static Sizes count(const Rows &black, const Rows &total) {
        Sizes sizes;
        for (ChunkLanes &value : sizes) value = splat<1>(0);
#pragma GCC unroll 16
        for (std::size_t t = 0; t < ROWS; ++t) {
            ChunkLanes &value = sizes[layout.value_of[t]];
#pragma GCC unroll 16
            for (std::size_t j = 0; j <= t; ++j) {
                if (is_part(t, j)) value = push_byte(value, popcount(black[j] & total[t]));
            }
        }
        return sizes;
    }
};

inline constexpr int64_t LEAST_PEGS_IN_BYTES = 2;
inline constexpr int64_t MOST_PEGS_IN_BYTES = 8;

/// Call `f` with the number of pegs, 2 to 8, as a constant.
template <class Function> inline auto with_pegs(int64_t pegs, Function f) {
    switch (pegs) {
    case 2:
        return f.template operator()<2>();
    case 3:
        return f.template operator()<3>();
    case 4:
        return f.template operator()<4>();
    case 5:
        return f.template operator()<5>();
    case 6:
        return f.template operator()<6>();
    case 7:
        return f.template operator()<7>();
    default:
        return f.template operator()<8>();
    }
}

} // namespace codepegs
