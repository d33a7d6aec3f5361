// The effect of the pegs of a code on its replies: arrays of bytes, one lane per turn.
#pragma once

#include "core/array.hpp"
#include "core/export.hpp"

#include <cstdint>

namespace codepegs {

struct ReplyLanes {
    Array<const int8_t, 2> match;
    Array<const int8_t, 2> more;
    Array<const int8_t> black_mask;
    Array<const int8_t> white_mask;
};
CODEPEGS_STRUCT(ReplyLanes, match, more, black_mask, white_mask);

} // namespace codepegs
