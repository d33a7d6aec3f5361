// Rollout: play a game for every code of a small set, and count the guesses that they need in total.
// For each set, the guess is the member whose partition has the least cost, or a better one found from it by hill
// climbing, without further lookahead; of large sets, only some members are compared. Sets are kept on a stack, so the
// rollout can pause between any two of them.
#pragma once

#include "core/buffer.hpp"
#include "core/export.hpp"
#include "strategies/sampling/guess_entropy.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace codepegs {

class Rollout {
  public:
    Rollout(const Array<const uint8_t, 2> &candidates, const Array<const uint8_t> &guess, int64_t colors,
            const ReplyCosts &replies, bool repeats, int64_t compared, int64_t proposals,
            const Array<uint64_t> &random_state, int64_t limit)
        : pegs_(candidates.size(1)), colors_(colors), replies_(replies), repeats_(repeats), compared_(compared),
          proposals_(proposals), random_state_(random_state), limit_(limit), codes_(candidates.size(0) * pegs_),
          spare_(codes_.size()), part_(candidates.size(0)), ends_(replies.parts),
          columns_(padded(candidates.size(0)) * pegs_, 0), counts_(padded(candidates.size(0)) * colors), guess_(pegs_),
          scorer_(replies, candidates.size(0), colors) {
        require(pegs_ + 1 == replies.part_of.size(0) && guess.size() == pegs_,
                "candidates, guess: expected as many pegs as replies.part_of has");
        require(compared >= 1, "compared: expected at least 1");
        require(colors >= 1 && colors <= 256, "colors: expected 1 to 256");
        require(random_state.size() == 1, "random_state: expected one word");
        for (int64_t row = 0; row < candidates.size(0); ++row) {
            for (const uint8_t color : candidates[row]) {
                require(color < colors, "candidates: a colour that the game does not have");
            }
            std::copy_n(candidates[row].data(), pegs_, code(row));
        }
        const Set all{0, candidates.size(0), false};
        show(all);
        std::copy_n(guess.data(), pegs_, guess_.data());
        scorer_.score(guess_.data());
        total_ = all.size();
        split(all, true);
        for (const Set &set : waiting_) total_ += least_guesses(set);
    }

    /// Total guesses of all candidates; a lower bound while sets are waiting.
    [[nodiscard]] int64_t total() const { return total_; }

    /// Continue until about `work` replies are computed; returns whether it is done.
    bool run(int64_t work) {
        while (!waiting_.empty() && work > 0) {
            const Set set = waiting_.back();
            if (set.is_counted) {
                if (total_ > limit_) {
                    waiting_.clear();
                    break;
                }
                total_ -= least_guesses(set);
            }
            waiting_.pop_back();
            play(set);
            work -= set.size() * (std::min(set.size(), compared_) + proposals_);
        }
        return waiting_.empty();
    }

  private:
    /// Candidates `start` to `stop`.
    struct Set {
        int64_t start;
        int64_t stop;
        bool is_counted; // whether its minimum is included in the total

        [[nodiscard]] int64_t size() const { return stop - start; }
    };

    static int64_t padded(int64_t size) { return (size + COLUMN_PADDING - 1) / COLUMN_PADDING * COLUMN_PADDING; }
    static int64_t least_guesses(const Set &set) { return 2 * set.size() - 1; }

    uint8_t *code(int64_t row) { return codes_.data() + row * pegs_; }

    /// Store a set by columns.
    void show(const Set &set) {
        const int64_t row = padded(set.size());
        std::fill_n(counts_.data(), colors_ * row, uint8_t{0});
        for (int64_t s = 0; s < set.size(); ++s) {
            for (int64_t i = 0; i < pegs_; ++i) {
                const uint8_t color = code(set.start + s)[i];
                columns_[i * row + s] = color;
                ++counts_[color * row + s];
            }
        }
        scorer_.set_codes(CodeColumns{{columns_.data(), {pegs_, row}}, {counts_.data(), {colors_, row}}, set.size()});
    }

    /// Add the guesses that a set needs, and push its parts.
    void play(const Set &set) {
        const int64_t size = set.size();
        if (size <= 2) {
            total_ += least_guesses(set);
            return;
        }
        show(set);
        const double alone = replies_.costs(0, 1);
        double best = std::numeric_limits<double>::infinity();
        const int64_t step = (size + compared_ - 1) / compared_;
        for (int64_t s = set.start; s < set.stop; s += step) {
            const double value = scorer_.score(code(s));
            if (value >= best) continue;
            best = value;
            std::copy_n(code(s), pegs_, guess_.data());
            if (value <= static_cast<double>(size - 1) * alone + 1e-9) { // every other candidate in a part of its own
                total_ += least_guesses(set);
                return;
            }
        }
        const double apart = static_cast<double>(size) * alone;
        best = scorer_.improve(guess_.data(), repeats_, proposals_, random_state_[0], apart);
        if (best <= apart + 1e-9) {
            total_ += 2 * size;
            return;
        }
        total_ += size;
        split(set, false);
    }

    /// Reorder a set part by part, by the guess scored last, and push all parts except the win, the first on top.
    void split(const Set &set, bool are_counted) {
        ends_.fill(0);
        for (int64_t s = 0; s < set.size(); ++s) {
            part_[s] = scorer_.part_of(s);
            ++ends_[part_[s]];
            std::copy_n(code(set.start + s), pegs_, spare_.data() + s * pegs_);
        }
        int64_t at = set.start;
        for (int64_t &end : ends_) { // first the start of each part
            const int64_t size = end;
            end = at;
            at += size;
        }
        for (int64_t s = 0; s < set.size(); ++s) std::copy_n(spare_.data() + s * pegs_, pegs_, code(ends_[part_[s]]++));
        for (int64_t number = ends_.size() - 2; number >= 0; --number) {
            const int64_t start = number > 0 ? ends_[number - 1] : set.start;
            if (ends_[number] > start) waiting_.push_back({start, ends_[number], are_counted});
        }
    }

    int64_t pegs_;
    int64_t colors_;
    ReplyCosts replies_;
    bool repeats_;
    int64_t compared_; // members of a set, at most
    int64_t proposals_;
    Array<uint64_t> random_state_;
    int64_t limit_;
    int64_t total_ = 0;
    Buffer<uint8_t> codes_;
    Buffer<uint8_t> spare_;
    Buffer<int64_t> part_;
    Buffer<int64_t> ends_; // of the parts
    Buffer<uint8_t> columns_;
    Buffer<uint8_t> counts_;
    Buffer<uint8_t> guess_;
    GuessScorer scorer_;
    std::vector<Set> waiting_;
};
CODEPEGS_OBJECT(Rollout);

} // namespace codepegs
