// The turns of a game as arrays to compare codes with: one lane for each turn.
//
// The distance of a code from a reply is the sum, over the counts that the reply shows, of the absolute difference.
#pragma once

#include "core/array.hpp"
#include "core/export.hpp"
#include "strategies/sampling/candidate_search.hpp"
#include "strategies/sampling/reply_lanes.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace codepegs {

class Evidence {
  public:
    /// The columns of the replies.
    enum Shown : int64_t { BLACK, WHITE, TOTAL, SOLVED, UNKNOWN, COLUMNS };

    /// The turns; see `new_evidence`.
    Evidence(int64_t pegs, int64_t colors, bool repeats, int64_t view, Array<const uint8_t, 2> guesses,
             Array<const int64_t, 2> replies);

    [[nodiscard]] int64_t pegs() const { return pegs_; }
    [[nodiscard]] int64_t turns() const { return static_cast<int64_t>(turns_.size()); }
    [[nodiscard]] int64_t width() const { return width_; }
    [[nodiscard]] ReplyLanes lanes() const;

    /// Write the differences of a code from the replies, in black pegs and in the other count shown, one byte a turn.
    void compare(const uint8_t *code, int8_t *first, int8_t *second) const;

  private:
    friend class CandidateListing;

    struct Turn {
        const uint8_t *guess;
        const int64_t *copies; // pegs of each colour
        bool counts_black;
        bool counts_other;
        bool shows_total; // of the other count; otherwise it is white
        int64_t black;
        int64_t other;
    };

    int64_t pegs_;
    int64_t colors_;
    bool repeats_;
    int64_t width_;
    std::vector<uint8_t> guesses_;
    std::vector<int64_t> copies_;
    std::vector<Turn> turns_;
    std::vector<int8_t> match_;
    std::vector<int8_t> more_;
    std::vector<int8_t> black_mask_;
    std::vector<int8_t> white_mask_;
};
CODEPEGS_OBJECT(Evidence);

/// The search for all codes that are consistent with some turns.
class CandidateListing {
  public:
    /// Codes are written to `out`, shape (capacity, pegs).
    CandidateListing(const Evidence &evidence, int64_t most_nodes, Array<uint8_t, 2> out);

    /// Visit up to `nodes` more partial codes; returns whether the search is over.
    bool run(int64_t nodes);

    [[nodiscard]] int64_t found() const { return search_->found(); }
    [[nodiscard]] int64_t visited() const { return search_->visited(); }

  private:
    std::vector<uint8_t> order_; // the colours that the guesses use most come first: they decide the totals
    std::vector<int64_t> copies_;
    std::vector<int64_t> totals_;
    std::vector<int8_t> match_;
    std::vector<int8_t> left_;
    std::vector<int8_t> bounds_;
    std::vector<int8_t> white_mask_;
    Array<uint8_t, 2> out_;
    std::unique_ptr<CandidateSearch> search_;
    bool is_over_ = false;
};
CODEPEGS_OBJECT(CandidateListing);

} // namespace codepegs
