#include "strategies/sampling/parallel_tempering.hpp"

#include <memory>
#include <tuple>

namespace codepegs {

/// Prepare the chains.
///
/// `found` begins with the `known` codes; `nearest` receives the code of least energy of the coldest chain.
std::unique_ptr<Tempering> start_tempering(const ReplyLanes &turns, const TemperatureLadder &ladder,
                                           const ChainStates &chains, Array<const uint8_t, 2> known,
                                           const FoundCodes &found, Array<uint8_t> nearest, const TemperingPlan &plan,
                                           uint64_t random_state) {
    return std::make_unique<Tempering>(turns, ladder, chains, known, found, nearest, plan, random_state);
}

/// Run up to `rounds` more rounds; returns whether it is done, the codes found and the rounds so far.
std::tuple<bool, int64_t, int64_t> temper(Tempering &tempering, int64_t rounds) {
    const bool finished = tempering.run(rounds);
    return {finished, tempering.found(), tempering.rounds_made()};
}

} // namespace codepegs

CODEPEGS_EXPORT(start_tempering, turns, ladder, chains, known, found, nearest, plan, random_state);
CODEPEGS_EXPORT(temper, tempering, rounds);
CODEPEGS_FREE(Tempering);
