// Black counts of queries for colour counts, stored as equations until these colours are located.
// Such a query fills every part of the root with one colour, so its black count is a sum of one part each of some
// colours. It constrains the list of hypotheses when these colours are items.
#pragma once

#include "hypotheses.hpp"

namespace codepegs::streaming {

/// The equations, one per row.
struct Equations {
    Array<int32_t, 2> color; // (equations, parts) the colour of each part of the root, or -1 for one on no open peg
    Array<int32_t> black;    // (equations,) black pegs
    Array<bool> is_alive;    // (equations,) whether it may still be a constraint
    Array<int64_t> made;     // equations in use; how many colours were uncounted when all were last applied

    void check(const Facts &facts) const;
};
CODEPEGS_STRUCT(Equations, color, black, is_alive, made);

/// The application of equations.
inline constexpr int64_t ALL_EQUATIONS = -1;

/// Keep those of the first `length` hypotheses in a half of the buffer that satisfy the equations; returns their
/// number.
/// With an item, only its equations are applied, and weights are multiplied by the probability of the remainder for
/// colours that are not items yet. With ALL_EQUATIONS, weights are unchanged.
int64_t apply_equations(const Tree &tree, const Facts &facts, const Items &items, const Equations &equations,
                        const Array<const double> &log_factorial, int64_t item, int64_t half, int64_t length);

} // namespace codepegs::streaming
