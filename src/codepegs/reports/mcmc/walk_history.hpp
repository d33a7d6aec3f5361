// The turns of a game, for the random walk.
#pragma once

#include "core/export.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace codepegs {

/// Numbers of turns are padded to a multiple of this, so that loops have no remainder.
inline constexpr std::size_t WALK_LANES = 16;

/// The guesses, and the replies to the first of them.
/// For each peg, and for each colour, the turns are adjacent in memory. Every code is consistent with the padding.
class WalkHistory {
  public:
    WalkHistory(std::size_t pegs, std::size_t colors) : pegs_(pegs), colors_(colors) {}

    void clear() {
        asked_.clear();
        black_.clear();
        total_.clear();
        std::fill(by_peg_.begin(), by_peg_.end(), -1);
        std::fill(copies_.begin(), copies_.end(), 0);
    }

    /// Add a guess.
    template <class Color> void ask(const Color *code) {
        for (std::size_t i = 0; i < pegs_; ++i) asked_.push_back(static_cast<int32_t>(code[i]));
    }

    /// Add the reply to the first guess without one.
    void reply(int32_t black, int32_t total) {
        const std::size_t t = turns();
        if (t == capacity_) grow();
        for (std::size_t i = 0; i < pegs_; ++i) {
            const int32_t v = code(t)[i];
            by_peg_[i * capacity_ + t] = v;
            ++copies_[static_cast<std::size_t>(v) * capacity_ + t];
        }
        black_.push_back(black);
        total_.push_back(total);
    }

    [[nodiscard]] std::size_t pegs() const { return pegs_; }
    [[nodiscard]] std::size_t colors() const { return colors_; }
    /// Number of guesses.
    [[nodiscard]] std::size_t asked() const { return asked_.size() / pegs_; }
    /// Replies.
    [[nodiscard]] std::size_t turns() const { return black_.size(); }
    /// Replies, padded.
    [[nodiscard]] std::size_t lanes() const { return (turns() + WALK_LANES - 1) / WALK_LANES * WALK_LANES; }

    [[nodiscard]] const int32_t *code(std::size_t t) const { return asked_.data() + t * pegs_; }
    [[nodiscard]] int32_t black(std::size_t t) const { return black_[t]; }
    [[nodiscard]] int32_t total(std::size_t t) const { return total_[t]; }
    /// The colour of each guess at a peg.
    [[nodiscard]] const int32_t *by_peg(std::size_t i) const { return by_peg_.data() + i * capacity_; }
    /// The number of pegs of each guess with a colour.
    [[nodiscard]] const int32_t *copies(std::size_t v) const { return copies_.data() + v * capacity_; }

    [[nodiscard]] bool was_asked(const int32_t *code) const {
        for (std::size_t at = 0; at < asked_.size(); at += pegs_) {
            if (std::equal(code, code + pegs_, asked_.begin() + static_cast<std::ptrdiff_t>(at))) return true;
        }
        return false;
    }

  private:
    void grow() {
        const std::size_t more = std::max(WALK_LANES, 2 * capacity_);
        spread(by_peg_, pegs_, more, -1);
        spread(copies_, colors_, more, 0);
        capacity_ = more;
    }

    /// Extend the rows of an array.
    void spread(std::vector<int32_t> &rows, std::size_t count, std::size_t length, int32_t padding) const {
        std::vector<int32_t> longer(count * length, padding);
        for (std::size_t row = 0; row < count; ++row) {
            std::copy_n(rows.data() + row * capacity_, capacity_, longer.data() + row * length);
        }
        rows = std::move(longer);
    }

    std::size_t pegs_;
    std::size_t colors_;
    std::size_t capacity_ = 0; // capacity of the rows, in turns
    std::vector<int32_t> asked_;
    std::vector<int32_t> black_;
    std::vector<int32_t> total_;
    std::vector<int32_t> by_peg_;
    std::vector<int32_t> copies_;
};

} // namespace codepegs
