#include "strategies/sampling/candidate_search.hpp"

#include <memory>
#include <tuple>

namespace codepegs {

/// Prepare the search for all consistent codes, which writes them to `out`, shape (capacity, pegs).
std::unique_ptr<CandidateSearch> start_candidate_search(const CodeConstraints &constraints, int64_t most_of_a_color,
                                                        int64_t most_nodes, Array<uint8_t, 2> out) {
    return std::make_unique<CandidateSearch>(constraints, most_of_a_color, most_nodes, out);
}

/// Visit up to `nodes` more partial codes; returns whether it is done, the codes found and the nodes visited so far.
///
/// The search ends at one code more than the capacity. Above `most_nodes` it ends with -1 codes.
std::tuple<bool, int64_t, int64_t> find_candidates(CandidateSearch &search, int64_t nodes) {
    const bool finished = search.run(nodes);
    return {finished, search.found(), search.visited()};
}

} // namespace codepegs

CODEPEGS_EXPORT(start_candidate_search, constraints, most_of_a_color, most_nodes, out);
CODEPEGS_EXPORT(find_candidates, search, nodes);
CODEPEGS_FREE(CandidateSearch);
