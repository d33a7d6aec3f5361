// Scores all guesses at a set by the sum of lower bounds over their parts.
#pragma once

#include "core/array.hpp"
#include "core/buffer.hpp"
#include "core/scoring.hpp"
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
    // With a `Valuation`:
    Rates rates{};      // of the guesses
    int64_t cover = 0;  // a lower bound of the set from all guesses together
    bool exact = false; // whether the least sum is the value of the set
};

/// Scores the guesses at one set after another, in steps.
class GuessBounds {
  public:
    virtual ~GuessBounds() = default;
    GuessBounds(const GuessBounds &) = delete;
    GuessBounds &operator=(const GuessBounds &) = delete;
    GuessBounds(GuessBounds &&) = delete;
    GuessBounds &operator=(GuessBounds &&) = delete;

    /// If turns have different costs, many bounds tie; these lower bits of a score order them by the least number of
    /// guesses.
    static constexpr int64_t TIE_BITS = 18;

    /// Begin to list the guesses whose sum of bounds is below `limit`; scores have TIE_BITS more bits if turns differ.
    /// With a `limit` of -1 nothing is listed, and the first guess whose sum is at most `floor` ends the scoring.
    virtual void begin(std::span<const uint64_t> keys, int64_t turn, const History &history, int64_t limit,
                       int64_t floor, MostParts most_parts, GuessList list);

    /// The same with the sum of `table`, indexed by size, over all parts except the win. With the objective
    /// ANY_BREAKS every entry of a size from 1 on has 2^32 more, to count parts; with SUM_OF_TABLE not. A guess costs
    /// `unit` for each code, which the table includes.
    void begin_with_table(std::span<const uint64_t> keys, int64_t turn, const History &history, int64_t limit,
                          int64_t objective, Array<const uint64_t> table, int64_t unit, GuessList list);

    /// Continue for `units` of work, about 0.3 nanoseconds each; returns whether all guesses are scored.
    virtual bool step(int64_t &units) = 0;

    /// After the last step.
    GuessesScored result;

    /// The colours that occur in some code of the set.
    [[nodiscard]] const Buffer<char> &live() const { return live_; }

  protected:
    /// Objectives with breaks are used for sets of up to `most_with_breaks` codes.
    GuessBounds(const SearchRules &rules, WorkDone &work, int64_t most_with_breaks);

    /// Begin with the guesses at `keys_`.
    virtual void start(int64_t turn, const History &history, int64_t floor) = 0;

    /// Replace an objective with breaks by the table of bounds by size, for sets that cannot be scored by breaks.
    void tabulate_breaks(int64_t turn);

    /// Begin with the guesses at `keys`.
    void prepare(std::span<const uint64_t> keys, int64_t turn, const History &history, int64_t floor);

    /// Record the sum of bounds of one guess.
    void weigh(uint64_t guess, int64_t total);

    /// Derive the bound of the set from the result.
    void settle();

    /// The number of parts is counted above the bits of a sum of bounds.
    static constexpr int COUNT_SHIFT = 32;

    const SearchRules &rules_;
    WorkDone &work_;

    // The current set.
    std::span<const uint64_t> keys_;
    int64_t objective_ = NO_BREAK;
    Array<const uint64_t> table_;
    uint64_t breaks_[2] = {}; // the table of objectives with breaks
    int64_t limit_ = -1;
    int64_t unit_ = 0;
    GuessList list_;
    Buffer<char> live_;
    bool bounds_ = false; // whether `begin` was given a floor and `most_parts`
    int64_t floor_ = 0;
    int64_t least_limit_ = -1;

  private:
    void fill_table(int64_t size, int64_t turn, MostParts most_parts);

    int64_t most_with_breaks_;
    MostParts given_{};

    // Tables of bounds by size are cached: many consecutive sets use the same one.
    std::vector<uint64_t> own_table_;
    int64_t own_turn_ = -1;
    MostParts own_parts_{};
};

} // namespace codepegs
