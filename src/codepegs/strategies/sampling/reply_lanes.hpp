// The effect of the pegs of a code on its replies: arrays of bytes, one lane per turn.
#pragma once

#include "core/array.hpp"
#include "core/export.hpp"

#include <cstdint>

namespace codepegs {

/// The effect of the pegs of a code on its replies: arrays of bytes, one lane per turn.
struct ReplyLanes {
    // Row `peg * colors + color` is 1 where the turn's guess has that colour at that peg.
    Array<const int8_t, 2> match;
    // Row `color * pegs + n` is 1 where an (n + 1)-th peg of the colour adds to the total of the turn's reply.
    Array<const int8_t, 2> more;
    // -1 if the black count is shown.
    Array<const int8_t> black_mask;
    // -1 if only white is shown, so that a change of black changes the count shown.
    Array<const int8_t> white_mask;
};
CODEPEGS_STRUCT(ReplyLanes, match, more, black_mask, white_mask);

} // namespace codepegs
