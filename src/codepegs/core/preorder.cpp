// The order in which a tree stores its nodes.
#include "core/array.hpp"
#include "core/export.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace codepegs {

/// Write the place of each node when the nodes of a tree are in preorder, children by ascending part.
///
/// A parent comes before its children; that of the first node is -1.
void places_in_preorder(Array<const int64_t> parents, Array<const int64_t> parts, Array<int64_t> places) {
    const int64_t nodes = parents.size();
    require(parts.size() == nodes && places.size() == nodes, "places_in_preorder: expected arrays of one length");
    for (int64_t n = 0; n < nodes; ++n) {
        require(n == 0 ? parents[n] == -1 : parents[n] >= 0 && parents[n] < n,
                "parents: expected that of each node before it, and -1 for the first");
    }
    std::vector<int64_t> sizes(static_cast<std::size_t>(nodes), 1); // of subtrees
    const auto size_of = [&](int64_t node) -> int64_t & { return sizes[static_cast<std::size_t>(node)]; };
    for (int64_t n = nodes - 1; n > 0; --n) size_of(parents[n]) += size_of(n);
    std::vector<int64_t> families(static_cast<std::size_t>(nodes)); // children of one parent side by side
    std::iota(families.begin(), families.end(), int64_t{0});
    const auto before = [&](int64_t a, int64_t b) {
        return parents[a] != parents[b] ? parents[a] < parents[b] : parts[a] < parts[b];
    };
    if (!std::is_sorted(families.begin(), families.end(), before)) {
        std::stable_sort(families.begin(), families.end(), before);
    }
    int64_t family = -1;
    int64_t next = 0;
    for (const int64_t node : families) { // the place of a parent comes before those of its children
        if (parents[node] != family) next = places[family = parents[node]] + 1;
        places[node] = next;
        next += size_of(node);
    }
}
CODEPEGS_EXPORT(places_in_preorder, parents, parts, places);

} // namespace codepegs
