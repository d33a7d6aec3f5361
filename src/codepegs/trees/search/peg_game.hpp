// The games of pegs as the searches for best trees see them.
#pragma once

#include "codes/small_sets.hpp"
#include "trees/search/search_game.hpp"

namespace codepegs {

class PegGame final : public SearchGame {
  public:
    PegGame(const CodeRules &code_rules, const Cells &game_cells);

    CodeRules rules;
    Cells cells;

    [[nodiscard]] int64_t parts() const override { return cells.parts; }
    void check_secrets(std::span<const uint64_t> keys) const override { check_codes(keys, rules.repeats); }
    void check_history(std::span<const uint64_t> keys) const override { check_codes(keys, true); }
    void check_guesses(std::span<const uint64_t> keys) const override { check_secrets(keys); }
    void split(uint64_t *keys, int64_t start, int64_t stop, uint64_t guess, const Array<int64_t> &sizes) override;
    [[nodiscard]] int64_t part(uint64_t guess, uint64_t secret) const override;
    [[nodiscard]] int64_t most_checked() const override { return cells.parts > WORD_BITS ? 0 : cells.parts; }
    MemberSplit best_member(std::span<const uint64_t> keys) override;
    std::unique_ptr<GuessBounds> new_bounds(const SearchRules &search_rules, WorkDone &work) override;

  private:
    void check_codes(std::span<const uint64_t> keys, bool may_repeat) const;

    SplitScratch scratch_;
};

} // namespace codepegs
