// The games of a list whose trees are measured by weights and costs: their replies, and the scores of guesses.
#pragma once

#include "trees/search/guess_bounds.hpp"
#include "trees/search/listed_codes.hpp"
#include "trees/search/transposition_table.hpp"
#include "trees/search/valuation.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace codepegs {

class WeighedCodes final : public ListedCodes {
  public:
    WeighedCodes(ReplyTable replies, ReplyRows secret_rows, int64_t part_count, const GameTerms &terms);

    [[nodiscard]] int64_t most_checked() const override { return 0; }
    std::unique_ptr<GuessBounds> new_bounds(const SearchRules &search_rules, WorkDone &work) override;

  private:
    Valuation values_;
};

/// Scores guesses by their price and the sum of the bounds of their parts. The guesses are split twice: bounds follow
/// from what all of them can do at best.
class WeighedBounds final : public GuessBounds {
  public:
    WeighedBounds(const SearchRules &rules, const WeighedCodes &list, WorkDone &work);

    void begin(std::span<const uint64_t> keys, int64_t turn, const History &history, int64_t limit, int64_t floor,
               MostParts most_parts, GuessList list) override;
    bool step(int64_t &units) override;

  private:
    void start(int64_t turn, const History &history, int64_t floor) override;
    void compare(uint64_t guess);
    int64_t score(uint64_t guess, bool &is_exact);
    void exclude(uint64_t guess, int64_t parts);
    [[nodiscard]] int64_t cover() const;

    const WeighedCodes &codes_;
    Valuation &values_;
    int64_t next_ = 0;
    int64_t left_after_ = 0;          // guesses after the next one
    bool scoring_ = false;            // in the second pass
    int64_t exact_ = 0;               // the least sum of a guess after which nothing is left to search
    std::vector<uint64_t> splitting_; // the guesses that split the set, one for each partition
    std::vector<uint64_t> by_part_;

    // Of games that end when the class is known: see `cover`.
    std::vector<int64_t> item_;         // by code of the set: its item, numbered from 0
    std::vector<int64_t> numbered_;     // by item of the game: its number; -1 outside of the set
    std::vector<int64_t> held_;         // by item of the set: its codes
    std::vector<int64_t> part_of_;      // by code of the set: its part of the current guess
    std::vector<int64_t> in_part_;      // by part and item: the codes
    std::vector<double> most_excluded_; // by code of the set: the most codes of other items excluded for a cost of 1

    std::vector<int64_t> made_; // the parts of a guess, in the order of their first keys

    /// A part of the current guess.
    struct Counted {
        uint64_t of = 0; // the guess that was counted then
        int64_t number = 0;
        int64_t size = 0;
        int64_t end = 0;
    };
    std::vector<Counted> counted_; // by part
    uint64_t now_ = 0;

    /// The cheapest guess of a partition: a hash table.
    struct Cheapest {
        SetHash partition{0, 0};
        std::size_t place = 0;
    };
    std::vector<Cheapest> cheapest_;
};

} // namespace codepegs
