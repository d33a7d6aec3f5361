// Scoring and improving guesses on a set of codes, for Python.
#include "guess_entropy.hpp"

namespace codepegs {

void score_guesses(const CodeColumns &codes, const ReplyCosts &replies, Array<const uint8_t, 2> guesses,
                   Array<double> scores) {
    require(guesses.size(1) == codes.pegs.size(0), "guesses: expected as many pegs as codes have");
    require(scores.size() == guesses.size(0), "scores: expected one for each guess");
    GuessScorer scorer(replies, codes.size, codes.counts.size(0));
    scorer.set_codes(codes);
    for (int64_t g = 0; g < guesses.size(0); ++g) scores[g] = scorer.score(guesses[g].data());
}

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
