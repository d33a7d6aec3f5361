// The multisets of colours that are consistent with a history of totals, for Python.
#include "multisets.hpp"

#include <memory>
#include <tuple>

namespace codepegs {

CODEPEGS_OBJECT(MultisetSearch);

std::unique_ptr<MultisetSearch> search_multisets(int64_t pegs, int64_t most_of_a_color,
                                                 const Array<const int64_t, 2> &copies,
                                                 const Array<const int64_t> &totals) {
    return std::make_unique<MultisetSearch>(pegs, most_of_a_color, copies, totals, totals);
}

std::tuple<int64_t, int64_t, bool> next_multisets(MultisetSearch &search, const Array<int64_t, 2> &out, int64_t nodes) {
    const int64_t given = nodes;
    const int64_t found = search.next(out, nodes);
    return {found, given - nodes, search.done()};
}

} // namespace codepegs

CODEPEGS_FREE(MultisetSearch);
CODEPEGS_EXPORT(search_multisets, pegs, most_of_a_color, copies, totals);
CODEPEGS_EXPORT(next_multisets, search, out, nodes);
