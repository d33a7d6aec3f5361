// Scoring and improving guesses on a set of codes, for Python.
#include "guess_entropy.hpp"

namespace codepegs {

/// Write the cost of the partition by each guess; less is better.
void score_guesses(const CodeColumns &codes, const ReplyCosts &replies, Array<const uint8_t, 2> guesses,
                   Array<double> scores) {
    require(guesses.size(1) == codes.pegs.size(0), "guesses: expected as many pegs as codes have");
    require(scores.size() == guesses.size(0), "scores: expected one for each guess");
    GuessScorer scorer(replies, codes.size, codes.counts.size(0));
    scorer.set_codes(codes);
    for (int64_t g = 0; g < guesses.size(0); ++g) scores[g] = scorer.score(guesses[g].data());
}

/// Try random changes of a guess, keep those that do not raise its cost, and return its final cost.
///
/// A change is a new colour of one peg, or the exchange of two. Ends when the cost is `enough`.
double improve_guess(const CodeColumns &codes, const ReplyCosts &replies, Array<uint8_t> guess, bool repeats,
                     int64_t proposals, Array<uint64_t> random_state, double enough) {
    require(guess.size() == codes.pegs.size(0), "guess: expected as many pegs as codes have");
    require(random_state.size() == 1, "random_state: expected one word");
    GuessScorer scorer(replies, codes.size, codes.counts.size(0));
    scorer.set_codes(codes);
    return scorer.improve(guess.data(), repeats, proposals, random_state[0], enough);
}

} // namespace codepegs

CODEPEGS_EXPORT(score_guesses, codes, replies, guesses, scores);
CODEPEGS_EXPORT(improve_guess, codes, replies, guess, repeats, proposals, random_state, enough);
