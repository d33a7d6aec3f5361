// All codes of a game, numbered in ascending order.
#pragma once

#include "core/export.hpp"

#include <cstdint>
#include <vector>

namespace codepegs {

/// All codes of a game, numbered from 0 in ascending order; at most 2^53.
struct NumberedCodes {
    int64_t pegs;
    int64_t colors;
    int64_t repeats; // 0 or 1
};
CODEPEGS_STRUCT(NumberedCodes, pegs, colors, repeats);

/// The number of codes with the same first n pegs, for n from 0 to `pegs`.
inline std::vector<int64_t> sizes_below(const NumberedCodes &codes) {
    require(codes.pegs >= 1 && codes.colors >= 1, "codes: at least one peg and one colour");
    require(codes.repeats || codes.colors >= codes.pegs, "codes: fewer colours than pegs, none of which may repeat");
    std::vector<int64_t> sizes(static_cast<std::size_t>(codes.pegs + 1), 1);
    for (int64_t depth = codes.pegs - 1; depth >= 0; --depth) {
        const int64_t choices = codes.repeats ? codes.colors : codes.colors - depth;
        const int64_t below = sizes[static_cast<std::size_t>(depth + 1)];
        require(below <= (int64_t{1} << 53) / choices, "codes: at most 2^53");
        sizes[static_cast<std::size_t>(depth)] = below * choices;
    }
    return sizes;
}

} // namespace codepegs
