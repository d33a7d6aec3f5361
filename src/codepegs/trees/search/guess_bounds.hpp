// Scores all guesses at a set by the sum of lower bounds over their parts.
#pragma once

#include "core/array.hpp"
#include "core/buffer.hpp"
#include "core/differing_guesses.hpp"
#include "strategies/one_step/large_sets.hpp"
#include "strategies/one_step/small_sets.hpp"
#include "trees/search/part_counts.hpp"
#include "trees/search/search_rules.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace codepegs {

/// The guesses whose sum is below a limit, in the order in which they are scored.
struct GuessList {
    Array<int64_t> scores = {};
    Array<uint64_t> guesses = {};
};

/// The result of scoring all guesses.
struct GuessesScored {
    int64_t kept = 0;       // guesses below the limit
    int64_t lowest = 0;     // the least sum of all guesses
    MostParts most_parts{}; // of any guess, if parts were counted
};

/// Scores the guesses at one set after another, in steps. Sets of up to MOST_MEMBERS codes are scored eight guesses at
/// a time, larger ones a guess at a time.
class GuessBounds {
  public:
    GuessBounds(const SearchRules &rules, WorkDone &work);

    /// If turns have different costs, many bounds tie; these lower bits of a score order them by the least number of
    /// guesses.
    static constexpr int64_t TIE_BITS = 18;

    /// Begin to list the guesses whose sum of bounds is below `limit`; scores have TIE_BITS more bits if turns differ.
    /// With a `limit` of -1 nothing is listed, and the first guess whose sum is at most `floor` ends the scoring.
    void begin(std::span<const uint64_t> keys, int64_t turn, const History &history, int64_t limit, int64_t floor,
               MostParts most_parts, GuessList list);

    /// The same with the sum of `table`, indexed by size, over all parts except the win. With the objective
    /// ANY_BREAKS every entry of a size from 1 on has 2^32 more, to count parts; with SUM_OF_TABLE not. A guess costs
    /// `unit` for each code, which the table includes.
    void begin_with_table(std::span<const uint64_t> keys, int64_t turn, const History &history, int64_t limit,
                          int64_t objective, Array<const uint64_t> table, int64_t unit, GuessList list);

    /// Continue for `units` of work, about 0.3 nanoseconds each; returns whether all guesses are scored.
    bool step(int64_t &units);

    /// After the last step.
    GuessesScored result;

    /// The colours that occur in some code of the set.
    [[nodiscard]] const Buffer<char> &live() const { return live_; }

  private:
    enum class Way { COUNTED, SMALL, LARGE, MEMBERS };

    void start(std::span<const uint64_t> keys, int64_t turn, const History &history, int64_t floor);
    void fill_table(int64_t size, int64_t turn, MostParts most_parts);
    void bar_alike(int64_t turn, const History &history);
    void score_small();
    [[nodiscard]] bool is_counted() const;
    [[nodiscard]] bool is_below_break(int64_t lowest) const;
    bool count_parts();
    bool score_members(int64_t &units);
    bool score_large(int64_t &units);
    void load_large();
    [[nodiscard]] bool is_barred(uint64_t guess) const;
    void weigh(uint64_t guess, int64_t total);
    void weigh_large(uint64_t guess, int64_t total, bool won);
    void settle();

    const SearchRules &rules_;
    WorkDone &work_;
    SmallSetSearch small_;
    PartCounts counts_;
    PartCounter counter_;
    GuessEnumerator guesses_;

    // The current set.
    std::span<const uint64_t> keys_;
    Way way_ = Way::SMALL;
    int64_t objective_ = NO_BREAK;
    Array<const uint64_t> table_;
    uint64_t breaks_[2] = {}; // the table of objectives with breaks
    int64_t limit_ = -1;
    int64_t scoring_floor_ = 0; // as scores have it
    int64_t unit_ = 0;
    GuessList list_;
    Buffer<char> live_;
    bool bounds_ = false; // whether `begin` was given a floor and `most_parts`
    int64_t floor_ = 0;
    int64_t least_limit_ = -1;
    MostParts given_{};

    // Tables of bounds by size are cached: many consecutive sets use the same one.
    std::vector<uint64_t> own_table_;
    int64_t own_turn_ = -1;
    MostParts own_parts_{};

    int64_t next_member_ = 0;
    Buffer<int64_t> sizes_;

    // Bit planes of a large set, and the guesses scored together.
    std::vector<uint16_t> column_of_;
    std::vector<uint64_t> member_bits_;
    std::vector<uint64_t> place_;
    std::vector<uint64_t> copies_;
    std::vector<int64_t> tally_;
    SetPlanes planes_{};
    std::vector<uint64_t> batch_;
    std::vector<uint64_t> sums_;
};

} // namespace codepegs
