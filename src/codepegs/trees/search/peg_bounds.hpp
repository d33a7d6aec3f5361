// Scores the guesses at sets of codes of pegs.
#pragma once

#include "codes/large_sets.hpp"
#include "codes/small_sets.hpp"
#include "core/differing_guesses.hpp"
#include "trees/search/guess_bounds.hpp"
#include "trees/search/part_counts.hpp"
#include "trees/search/peg_game.hpp"

#include <cstdint>
#include <vector>

namespace codepegs {

/// Sets of up to MOST_MEMBERS codes are scored eight guesses at a time, larger ones a guess at a time.
class PegBounds final : public GuessBounds {
  public:
    PegBounds(const SearchRules &rules, const PegGame &game, WorkDone &work);

    bool step(int64_t &units) override;

  private:
    enum class Way { COUNTED, SMALL, LARGE, MEMBERS };

    void start(int64_t turn, const History &history, int64_t floor) override;
    void bar_alike(int64_t turn, const History &history);
    void score_small();
    [[nodiscard]] bool is_counted() const;
    [[nodiscard]] bool is_below_break(int64_t lowest) const;
    bool count_parts();
    bool score_members(int64_t &units);
    bool score_large(int64_t &units);
    void load_large();
    [[nodiscard]] bool is_barred(uint64_t guess) const;
    void weigh_large(uint64_t guess, int64_t total, bool won);

    const PegGame &game_;
    SmallSetSearch small_;
    PartCounts counts_;
    PartCounter counter_;
    GuessEnumerator guesses_;
    Way way_ = Way::SMALL;
    int64_t scoring_floor_ = 0; // as scores have it
    int64_t next_member_ = 0;
    Buffer<int64_t> sizes_;

    // Bit planes of a large set, and the guesses scored together.
    std::vector<uint16_t> column_of_;
    std::vector<uint64_t> member_bits_;
    std::vector<uint64_t> place_;
    std::vector<uint64_t> copies_;
    SetPlanes planes_{};
    std::vector<uint64_t> batch_;
    std::vector<uint64_t> sums_;
};

} // namespace codepegs
