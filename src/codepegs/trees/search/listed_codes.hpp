// The games whose codes are listed, as the searches for best trees see them: keys are numbers of the list, secrets
// first.
#pragma once

#include "trees/search/search_game.hpp"

#include <vector>

namespace codepegs {

/// The part numbers by guess (row) and secret (column).
using ReplyTable = Array<const uint16_t, 2>;

/// The same in bytes, by secret (row) and guess; rows are padded to a multiple of ROW_PADDING. Replies to one guess
/// have different numbers; those to different guesses may be numbered differently.
using ReplyRows = Array<const uint8_t, 2>;

inline constexpr int64_t ROW_PADDING = 64;

class ListedCodes : public SearchGame {
  public:
    ListedCodes(ReplyTable replies, ReplyRows secret_rows, int64_t part_count);

    ReplyTable table;
    ReplyRows rows; // without rows if bytes do not suffice

    /// The part numbers of a guess.
    [[nodiscard]] const uint16_t *replies(uint64_t guess) const {
        return table.data() + static_cast<int64_t>(guess) * table.size(1);
    }

    [[nodiscard]] int64_t parts() const override { return parts_; }
    [[nodiscard]] int64_t most_guesses(int64_t) const override { return table.size(0); }
    void check_secrets(std::span<const uint64_t> keys) const override;
    void check_guesses(std::span<const uint64_t> keys) const override;
    void split(uint64_t *keys, int64_t start, int64_t stop, uint64_t guess, const Array<int64_t> &sizes) override;
    [[nodiscard]] int64_t part(uint64_t guess, uint64_t secret) const override;
    [[nodiscard]] int64_t most_checked() const override { return parts_; }
    MemberSplit best_member(std::span<const uint64_t> keys) override;
    std::unique_ptr<GuessBounds> new_bounds(const SearchRules &search_rules, WorkDone &work) override;

  private:
    int64_t parts_;
    std::vector<uint64_t> scratch_;
    std::vector<uint32_t> seen_; // by part: the last guess that made it
    uint32_t now_ = 0;
};

} // namespace codepegs
