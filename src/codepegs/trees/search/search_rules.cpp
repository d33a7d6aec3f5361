#include "trees/search/search_rules.hpp"

#include <algorithm>
#include <vector>

namespace codepegs {

SearchRules::SearchRules(const CodeRules &game_rules, const Cells &game_cells, const SearchSettings &settings)
    : SearchSettings(settings), game(game_rules), cells(game_cells), packing(game_rules.packing()) {
    game.check();
    cells.check(game);
    require(game.part_table(game.pegs, game.pegs) == cells.parts - 1, "CodeRules: the last part is the win");
    require(cells.parts <= 256, "Cells: the transposition table has room for up to 256 parts");
    require(step.size() >= 3 && bounds.size(1) >= 2 && bounds.size(0) == (same_turns ? 1 : step.size()),
            "SearchSettings: bounds have a row for each turn of step, or one");
    require(!blacks_alone || game.colors < WORD_BITS,
            "SearchSettings: too many colours to tell those of each peg apart");
    require(permutations.size(0) >= 1 && permutations.size(1) == game.pegs,
            "SearchSettings: permutations have shape (orders, pegs)");
    for (int64_t n = 0; n < permutations.size(); ++n) {
        std::vector<char> seen(static_cast<std::size_t>(game.pegs));
        for (int64_t peg : permutations[n]) {
            require(peg >= 0 && peg < game.pegs && !seen[static_cast<std::size_t>(peg)],
                    "SearchSettings: permutations are of all pegs");
            seen[static_cast<std::size_t>(peg)] = 1;
        }
    }
}

void SearchRules::check_codes(std::span<const uint64_t> keys) const {
    const int64_t bits = packing.pegs * packing.bits;
    const uint64_t outside = bits < WORD_BITS ? ~uint64_t{0} << bits : 0;
    std::vector<char> seen(static_cast<std::size_t>(game.colors));
    for (uint64_t key : keys) {
        bool right = (key & outside) == 0;
        for (int64_t i = 0; i < packing.pegs; ++i) {
            const int64_t color = packing.color(key, i);
            right = right && color < game.colors && (game.repeats || !seen[static_cast<std::size_t>(color)]);
            if (right) seen[static_cast<std::size_t>(color)] = 1;
        }
        require(right, "expected codes of the game");
        for (int64_t i = 0; i < packing.pegs; ++i) seen[static_cast<std::size_t>(packing.color(key, i))] = 0;
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

History::History(const SearchRules &rules) : guesses(rules.step.size(), 0), first_played(rules.game.colors, NEVER) {}

void History::forget_from(int64_t turn) {
    for (int64_t &first : first_played) {
        if (first >= turn) first = NEVER;
    }
}

void History::play(int64_t turn, uint64_t guess, Packing packing) {
    forget_from(turn);
    for (int64_t i = 0; i < packing.pegs; ++i) {
        int64_t &first = first_played[packing.color(guess, i)];
        if (first >= turn) first = turn;
    }
    guesses[turn] = guess;
}

} // namespace codepegs
