#include "strategies/sampling/rollout.hpp"

#include <memory>
#include <tuple>

namespace codepegs {

/// Prepare a rollout that begins with `guess`, and ends if it takes more than `limit` guesses in total.
///
/// In each set, at most `compared` members are compared as guesses, and `proposals` changes of the best are tried.
std::unique_ptr<Rollout> start_rollout(Array<const uint8_t, 2> candidates, Array<const uint8_t> guess, int64_t colors,
                                       const ReplyCosts &replies, bool repeats, int64_t compared, int64_t proposals,
                                       Array<uint64_t> random_state, int64_t limit) {
    return std::make_unique<Rollout>(candidates, guess, colors, replies, repeats, compared, proposals, random_state,
                                     limit);
}

/// Continue until about `work` replies are computed; returns whether it is done, and the total of guesses.
///
/// The total is a lower bound if it exceeds the limit.
std::tuple<bool, int64_t> roll_out(Rollout &rollout, int64_t work) {
    const bool finished = rollout.run(work);
    return {finished, rollout.total()};
}

} // namespace codepegs

CODEPEGS_EXPORT(start_rollout, candidates, guess, colors, replies, repeats, compared, proposals, random_state, limit);
CODEPEGS_EXPORT(roll_out, rollout, work);
CODEPEGS_FREE(Rollout);
