// A whole guess from the queried parts, and copies of uncounted colours in it.
#pragma once

#include "state.hpp"

namespace codepegs::streaming {

/// Fill a guess, with pegs in the order of the tree, so that only the black count of the queried parts is unknown;
/// returns the number of certain black pegs outside of them.
int64_t fill_guess(const Tree &tree, const Facts &facts, const Array<const int64_t> &children,
                   const Array<const int64_t> &colors, const Array<int32_t> &guess);

/// The total of the colours already counted.
int64_t known_total(const Facts &facts, const Array<const int32_t> &guess);

/// Put copies of uncounted colours on known pegs, or on any; returns the reduction of the certain black pegs.
int64_t place_copies(const Facts &facts, const Array<const int64_t> &colors, const Array<const int64_t> &copies,
                     bool anywhere, const Array<int32_t> &guess);

} // namespace codepegs::streaming
