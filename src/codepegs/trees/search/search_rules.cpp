#include "trees/search/search_rules.hpp"

#include "codes/columns.hpp"
#include "core/bitplanes.hpp"
#include "trees/search/valuation.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace codepegs {

SearchRules::SearchRules(std::unique_ptr<SearchGame> searched, const SearchSettings &settings)
    : SearchSettings(settings), game(std::move(searched)) {
    const bool one_row = same_turns || game->valuation != nullptr;
    require(step.size() >= 3 && bounds.size(1) >= 2 && bounds.size(0) == (one_row ? 1 : step.size()),
            "SearchSettings: bounds have a row for each turn of step, or one");
    require(game->valuation != nullptr || guesses() >= game_size(), "table: expected a guess for each secret");
    require(game->valuation == nullptr || game->valuation->ends_named() || !candidates_only,
            "SearchSettings: candidates are guesses of games that end when the secret is named");
    require(!blacks_alone || game->colors < WORD_BITS,
            "SearchSettings: too many colours to tell those of each peg apart");
    require(permutations.size(0) >= 1 && permutations.size(1) == game->packing.pegs,
            "SearchSettings: permutations have shape (orders, pegs)");
    for (int64_t n = 0; n < permutations.size(); ++n) {
        std::vector<char> seen(static_cast<std::size_t>(game->packing.pegs));
        for (int64_t peg : permutations[n]) {
            require(peg >= 0 && peg < game->packing.pegs && !seen[static_cast<std::size_t>(peg)],
                    "SearchSettings: permutations are of all pegs");
            seen[static_cast<std::size_t>(peg)] = 1;
        }
    }
}

int64_t SearchRules::least(int64_t turn, int64_t size, int64_t below, int64_t other) const {
    if (!same_turns) return bounds(turn, size);
    return bounded ? full_tree(size, below, other) : size - 1;
}

int64_t full_tree(int64_t size, int64_t below, int64_t other) {
    int64_t best = 0;
    int64_t most = 0;
    for (int64_t slope = 1;; ++slope) {
        most = std::max(slope + below * most, other * most);
        const int64_t value = slope * size - most;
        if (value <= best) return best;
        best = value;
    }
}

History::History(const SearchRules &rules)
    : guesses(rules.step.size(), 0), first_played(rules.game->colors, NEVER), packing_(rules.game->packing) {}

void History::forget_from(int64_t turn) {
    for (int64_t &first : first_played) {
        if (first >= turn) first = NEVER;
    }
}

void History::play(int64_t turn, uint64_t guess) {
    forget_from(turn);
    for (int64_t i = 0; i < packing_.pegs; ++i) {
        int64_t &first = first_played[packing_.color(guess, i)];
        if (first >= turn) first = turn;
    }
    guesses[turn] = guess;
}

} // namespace codepegs
