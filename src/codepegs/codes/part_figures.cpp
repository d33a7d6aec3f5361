// The figures of a guess from the parts into which it splits the candidates, what is said of it, and the order of
// guesses.
//
// Numbers in, numbers and kinds out: `strategies/protocol/exhaustive.py` has a table of what is said, in the order of
// the kinds here.
#include "core/elementary.hpp"
#include "core/export.hpp"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

namespace codepegs {

namespace {

// What is said of a guess: the rows of GUESS_KINDS.
enum GuessKind : int64_t {
    ONLY_CANDIDATE,
    SECRET_KNOWN,
    ONE_OF_TWO,
    NO_INFORMATION,
    TEST_NO_INFORMATION,
    WINS_OR_IDENTIFIES,
    IDENTIFIES,
    TEST_IDENTIFIES,
    LEAVES_CANDIDATE,
    LEAVES_FEWER,
    LEAVES_OTHER,
    TEST_LEAVES,
};

} // namespace

/// Compute the figures of a guess from the sizes and weights of its parts, shape (parts,), the win last.
///
/// `fewest_left`: the least sum, over the parts of a guess that may win, of size times weight; negative if it is not
/// known. `is_test`: the guess is not meant to be the secret. `ends_named`: the game ends when the secret is guessed.
///
/// Returns the size of the largest part, the expected size of the part of the secret, the expected information of the
/// reply in bits, the number of parts, the probability to win, and what is said of the guess. All sums go from the
/// first part to the last.
std::tuple<int64_t, double, double, int64_t, double, int64_t> part_figures(Array<const int64_t> sizes,
                                                                           Array<const int64_t> weights,
                                                                           int64_t fewest_left, bool is_test,
                                                                           bool ends_named) {
    require(sizes.size() >= 1 && weights.size() == sizes.size(), "part_figures: expected a size and a weight a part");
    int64_t codes = 0, whole = 0, largest = 0, present = 0, left = 0;
    for (int64_t part = 0; part < sizes.size(); ++part) {
        require(sizes[part] >= 0 && weights[part] >= 0, "part_figures: sizes and weights are not negative");
        codes += sizes[part];
        whole += weights[part];
        largest = std::max(largest, sizes[part]);
        present += sizes[part] > 0 ? 1 : 0;
        left += sizes[part] * weights[part];
    }
    require(whole > 0, "part_figures: expected a part with some weight");
    const auto mass = static_cast<double>(whole);
    double bits = 0.0;
    for (const int64_t weight : weights) {
        const double share = static_cast<double>(weight) / mass;
        if (weight > 0) bits -= share * exact_log2(share);
    }
    const bool wins = sizes[sizes.size() - 1] > 0;
    const auto kind = [&]() -> GuessKind {
        if (codes == 1 && !is_test) return wins ? ONLY_CANDIDATE : SECRET_KNOWN;
        if (codes == 2 && wins && ends_named && !is_test) return ONE_OF_TWO;
        if (present == 1) return is_test ? TEST_NO_INFORMATION : NO_INFORMATION;
        if (present == codes) return is_test ? TEST_IDENTIFIES : wins ? WINS_OR_IDENTIFIES : IDENTIFIES;
        if (is_test) return TEST_LEAVES;
        if (wins) return LEAVES_CANDIDATE;
        return fewest_left > left ? LEAVES_FEWER : LEAVES_OTHER;
    }();
    const double win_chance = static_cast<double>(weights[weights.size() - 1]) / mass;
    return {largest, static_cast<double>(left) / mass, bits, present, win_chance, kind};
}

/// Write the places of the best guesses, best first: the lowest score, among equals the largest weight of the win, then
/// the first place.
///
/// `scores` and `wins`: of each guess, shape (guesses,); `out` has an entry for each place wanted, at most one a guess.
void best_places(Array<const uint64_t> scores, Array<const int64_t> wins, Array<int64_t> out) {
    require(wins.size() == scores.size() && out.size() <= scores.size(),
            "best_places: expected a score and a win a guess, and at most as many places");
    const auto is_better = [&](int64_t a, int64_t b) {
        if (scores[a] != scores[b]) return scores[a] < scores[b];
        return wins[a] != wins[b] ? wins[a] > wins[b] : a < b;
    };
    std::vector<int64_t> best; // a heap with the worst place at its top
    for (int64_t n = 0; n < scores.size() && out.size() > 0; ++n) {
        if (static_cast<int64_t>(best.size()) == out.size()) {
            if (!is_better(n, best.front())) continue;
            std::pop_heap(best.begin(), best.end(), is_better);
            best.pop_back();
        }
        best.push_back(n);
        std::push_heap(best.begin(), best.end(), is_better);
    }
    std::sort_heap(best.begin(), best.end(), is_better);
    std::copy(best.begin(), best.end(), out.begin());
}

} // namespace codepegs

CODEPEGS_EXPORT(part_figures, sizes, weights, fewest_left, is_test, ends_named);
CODEPEGS_EXPORT(best_places, scores, wins, out);
