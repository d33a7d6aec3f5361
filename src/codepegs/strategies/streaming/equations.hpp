// Black pegs of queries that asked for counts, kept as equations until the places that they are about are asked for.
//
// Such a query fills every part of the root with one colour, so its black pegs are the sum of one part each of some
// colours. They constrain the list of hypotheses once these colours are items.
#pragma once

#include "hypotheses.hpp"

namespace codepegs::streaming {

/// One row an equation.
struct Equations {
    Array<int32_t, 2> color; // (equations, parts) the colour of each part of the root, or -1 for one on no open peg
    Array<int32_t> black;    // (equations,) black pegs
    Array<bool> is_alive;    // (equations,) whether it may still constrain anything
    Array<int64_t> made;     // equations in use; how many colours were uncounted when all were last applied

    void check(const Facts &facts) const;
};
CODEPEGS_STRUCT(Equations, color, black, is_alive, made);

/// Which equations are applied, and how.
inline constexpr int64_t ALL_EQUATIONS = -1;

/// Keep of the first `length` hypotheses in a half of the buffer those that the equations allow; how many they are.
///
/// With an item only the equations about it are applied, and weights are multiplied by how probable the item makes
/// what it leaves to colours that are not items yet. With ALL_EQUATIONS weights stay.
int64_t apply_equations(const Tree &tree, const Facts &facts, const Items &items, const Equations &equations,
                        const Array<const double> &log_factorial, int64_t item, int64_t half, int64_t length);

} // namespace codepegs::streaming
