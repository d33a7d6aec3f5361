#include "trees/search/peg_game.hpp"

#include "trees/search/peg_bounds.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace codepegs {

PegGame::PegGame(const CodeRules &code_rules, const Cells &game_cells)
    : SearchGame(code_rules.packing(), code_rules.colors, code_rules.repeats), rules(code_rules), cells(game_cells) {
    rules.check();
    cells.check(rules);
    require(rules.part_table(rules.pegs, rules.pegs) == cells.parts - 1, "CodeRules: the last part is the win");
    require(cells.parts <= 256, "Cells: the transposition table has room for up to 256 parts");
}

void PegGame::check_codes(std::span<const uint64_t> keys, bool may_repeat) const {
    const int64_t bits = packing.pegs * packing.bits;
    const uint64_t outside = bits < WORD_BITS ? ~uint64_t{0} << bits : 0;
    std::vector<char> seen(static_cast<std::size_t>(rules.colors));
    for (uint64_t key : keys) {
        bool right = (key & outside) == 0;
        for (int64_t i = 0; i < packing.pegs; ++i) {
            const int64_t color = packing.color(key, i);
            right = right && color < rules.colors && (may_repeat || !seen[static_cast<std::size_t>(color)]);
            if (right) seen[static_cast<std::size_t>(color)] = 1;
        }
        require(right, "expected codes of the game");
        for (int64_t i = 0; i < packing.pegs; ++i) seen[static_cast<std::size_t>(packing.color(key, i))] = 0;
    }
}

void PegGame::split(uint64_t *keys, int64_t start, int64_t stop, uint64_t guess, const Array<int64_t> &sizes) {
    codepegs::split(keys, start, stop, guess, packing, rules.part_table, sizes, scratch_);
}

int64_t PegGame::part(uint64_t guess, uint64_t secret) const {
    return GuessReplies(guess, packing, rules.part_table).part(secret);
}

MemberSplit PegGame::best_member(std::span<const uint64_t> keys) {
    const auto size = static_cast<int64_t>(keys.size());
    MemberSplit most{0, keys[0]};
    for (uint64_t guess : keys) {
        const GuessReplies replies(guess, packing, rules.part_table);
        uint64_t seen = 0;
        for (int64_t s = 0; s < size; s += LANES) {
            const int64_t count = std::min(size - s, LANES);
            int64_t part[LANES];
            replies.parts(keys.data() + s, count, part);
            for (int64_t i = 0; i < count; ++i) seen |= uint64_t{1} << part[i];
        }
        const int64_t made = std::popcount(seen);
        if (made <= most.parts) continue;
        most = {made, guess};
        if (made == size) break;
    }
    return most;
}

std::unique_ptr<GuessBounds> PegGame::new_bounds(const SearchRules &search_rules, WorkDone &work) {
    return std::make_unique<PegBounds>(search_rules, *this, work);
}

} // namespace codepegs
