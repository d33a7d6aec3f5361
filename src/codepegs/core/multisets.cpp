// The multisets of colours that are consistent with a history of totals, for Python.
#include "multisets.hpp"

#include <memory>
#include <tuple>

namespace codepegs {

CODEPEGS_OBJECT(MultisetSearch);

/// Begin the search for the multisets of colours that are consistent with all turns.
///
/// `copies` has the number of pegs of each guess with each colour, shape (turns, colors); colours are tried in this
/// order. `totals` has the total of each reply. A colour has at most `most_of_a_color` pegs.
std::unique_ptr<MultisetSearch> search_multisets(int64_t pegs, int64_t most_of_a_color,
                                                 const Array<const int64_t, 2> &copies,
                                                 const Array<const int64_t> &totals) {
    return std::make_unique<MultisetSearch>(pegs, most_of_a_color, copies, totals, totals);
}

/// Write the colour counts of the next multisets to `out`, shape (m, colors), until it is full or `nodes` were visited;
/// returns the number of rows written, the number of nodes visited, and whether the search is complete.
std::tuple<int64_t, int64_t, bool> next_multisets(MultisetSearch &search, const Array<int64_t, 2> &out, int64_t nodes) {
    const int64_t given = nodes;
    const int64_t found = search.next(out, nodes);
    return {found, given - nodes, search.done()};
}

} // namespace codepegs

CODEPEGS_FREE(MultisetSearch);
CODEPEGS_EXPORT(search_multisets, pegs, most_of_a_color, copies, totals);
CODEPEGS_EXPORT(next_multisets, search, out, nodes);
