// The cells of a part table.
#pragma once

#include "core/array.hpp"
#include "core/export.hpp"
#include "core/packed_codes.hpp"

#include <cstdint>

namespace codepegs {

/// The cells of a game's part table, part by part: a cell is the codes in one black row and one total row, and a part
/// is made of one or more cells. Rows up to `pegs` are counts; black row pegs + 1 is every code and pegs + 2 every code
/// but the guess itself; total row pegs + 1 is every code. The last part is the win.
struct Cells {
    Array<const int64_t> black;
    Array<const int64_t> total;
    Array<const int64_t> part;
    Array<const bool> ends; // whether a cell is the last of its part
    int64_t parts;

    /// Check the arguments from Python.
    void check(const CodeRules &rules) const {
        rules.check();
        const int64_t count = black.size();
        require(count > 0 && total.size() == count && part.size() == count && ends.size() == count,
                "cells: expected black, total, part and ends of one length, not empty");
        int64_t next = 0;
        for (int64_t q = 0; q < count; ++q) {
            require(black[q] >= 0 && black[q] <= rules.pegs + 2 && total[q] >= 0 && total[q] <= rules.pegs + 1,
                    "cells: expected black rows up to pegs + 2 and total rows up to pegs + 1");
            require(part[q] == next, "cells: expected parts in order");
            next += ends[q];
        }
        require(next == parts, "cells: expected `parts` parts");
    }

    /// Whether every cell is a part of its own and a pair of counts.
    [[nodiscard]] bool each_is_a_part(int64_t pegs) const {
        return black.size() == parts && black[0] <= pegs && total[0] <= pegs;
    }
};
CODEPEGS_STRUCT(Cells, black, total, part, ends, parts);

} // namespace codepegs
