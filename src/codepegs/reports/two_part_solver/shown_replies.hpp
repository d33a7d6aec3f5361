// The turns, for comparing codes with their replies.
#pragma once

#include "core/export.hpp"

#include <cstdint>

namespace codepegs {

/// The view. `kernels/constants.py` has the same numbers.
enum View : int64_t { BLACK_AND_WHITE = 0, BLACK_ONLY = 1, TOTAL_ONLY = 2, WHITE_ONLY = 3 };

/// The turns that determine the cost of a code.
struct ShownReplies {
    // The view: black and white, black, total, white are 0 to 3.
    int64_t view;
    int64_t colors;
    // Shape (turns, pegs).
    Array<const int64_t, 2> guesses;
    Array<const int64_t> black;
    Array<const int64_t> other; // white, or the total if only that is shown
    // Whether a reply announced the win.
    Array<const bool> won;
};
CODEPEGS_STRUCT(ShownReplies, view, colors, guesses, black, other, won);

/// Check that codes are rows of colours.
inline void check_codes(const Array<const int64_t, 2> &codes, int64_t colors) {
    require(codes.size(1) >= 1 && codes.size(1) < (int64_t{1} << 16), "codes: at least one peg is expected");
    require(colors >= 1 && colors < (int64_t{1} << 31), "codes: at least one colour is expected");
    for (int64_t n = 0; n < codes.size(0); ++n) {
        for (int64_t color : codes[n]) require(0 <= color && color < colors, "codes: no such colour");
    }
}

inline void check_view(int64_t view) {
    require(0 <= view && view <= WHITE_ONLY, "view: a number from 0 to 3 is expected");
}

inline void check_turns(const ShownReplies &turns) {
    check_view(turns.view);
    check_codes(turns.guesses, turns.colors);
    const int64_t count = turns.guesses.size(0);
    require(turns.black.size() == count && turns.other.size() == count && turns.won.size() == count,
            "turns: one reply for each guess is expected");
}

} // namespace codepegs
