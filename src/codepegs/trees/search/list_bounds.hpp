// Scores the guesses at sets of secrets of a list.
//
// The replies of each secret to all guesses are a row of bytes. For a small set, the parts of 64 guesses at a time are
// counted by comparing its rows pair by pair: a code whose reply an earlier one has makes no part. For larger sets, the
// codes are counted by reply, a guess at a time.
#pragma once

#include "core/lanes.hpp"
#include "trees/search/guess_bounds.hpp"
#include "trees/search/listed_codes.hpp"
#include "trees/search/transposition_table.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace codepegs {

class ListBounds final : public GuessBounds {
  public:
    /// Codes of the largest set whose rows are compared. A code adds at most four to a sum, which fits a byte.
    static constexpr int64_t MOST_COMPARED = 48;

    ListBounds(const SearchRules &rules, const ListedCodes &list, WorkDone &work);

    bool step(int64_t &units) override;

  private:
    void start(int64_t turn, const History &history, int64_t floor) override;
    void count_members();
    void count_guess(uint64_t guess);
    template <bool BREAKS> void compare_rows(int64_t begin);
    [[nodiscard]] bool is_member(uint64_t guess) const;
    SetHash partition_by(uint64_t guess);
    void drop_equivalent();

    const ListedCodes &codes_;
    bool compares_ = false;
    int64_t scoring_floor_ = 0; // as scores have it
    int64_t next_ = 0;
    int64_t stop_ = 0;
    std::vector<uint64_t> member_of_; // by secret: the last set that it was a member of
    uint64_t set_ = 0;
    std::vector<uint32_t> sizes_; // by part: all 0 between guesses

    // Comparing rows.
    std::array<const uint8_t *, MOST_COMPARED> rows_{};
    std::vector<uint64_t> costs_; // by size of a part
    Lanes least_{};               // the least sums so far
    Lanes fewest_repeats_{};      // the fewest codes that make no part

    /// The first code of a part.
    struct First {
        uint64_t counted = 0; // the guess that was counted then
        uint64_t number = 0;
    };

    // Equivalent guesses: a hash table of partitions.
    std::vector<SetHash> partitions_;
    std::vector<First> first_in_; // by part
    uint64_t counted_ = 0;
};

} // namespace codepegs
