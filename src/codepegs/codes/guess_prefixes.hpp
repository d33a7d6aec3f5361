// The first pegs of all guesses that can differ, depth first and in ascending order.
#pragma once

#include "codes/columns.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace codepegs {

/// Enumerates the prefixes of one length. Equivalent colours are used in ascending order of first appearance, and so
/// are two colours at pegs where no member has either.
class GuessPrefixes {
  public:
    /// Begin with prefixes of `length` pegs, for a set whose columns these are; `nowhere[i]` is the set of columns that
    /// no member has at peg i.
    void begin(const Columns &columns, Packing packing, bool repeats, std::span<const uint64_t> nowhere,
               int64_t length) {
        columns_ = &columns;
        packing_ = packing;
        repeats_ = repeats;
        nowhere_ = nowhere.data();
        length_ = length;
        all_ = ~uint64_t{0} >> (MOST_COLUMNS - columns.count);
        const auto pegs = static_cast<std::size_t>(packing.pegs);
        levels_.resize(pegs + 1);
        ordered_.resize((pegs + 1) * pegs);
        std::fill_n(ordered_.begin(), pegs, uint64_t{0});
        copies_.assign(static_cast<std::size_t>(columns.count), 0);
        levels_[0] = {};
        levels_[0].forbidden = columns.beyond[0][0] | columns.beyond[1][0] | columns.barred[0];
        depth_ = 0;
    }

    /// Advance to the next prefix: set the next column at a peg and clear the pegs after it. Returns the peg; -1 at the
    /// end.
    int64_t next() {
        if (depth_ == length_) --depth_;
        for (; depth_ >= 0; --depth_) {
            Level &level = levels_[index(depth_)];
            if (level.column >= 0) --copies_[index(level.column)];
            const uint64_t later = level.column < MOST_COLUMNS - 1 ? ~uint64_t{0} << (level.column + 1) : 0;
            const uint64_t open = all_ & later & ~level.forbidden;
            if (open == 0) continue;
            level.column = std::countr_zero(open);
            enter(level);
            return depth_++;
        }
        return -1;
    }

    [[nodiscard]] bool complete() const { return depth_ == length_; }
    [[nodiscard]] int64_t column(int64_t peg) const { return levels_[index(peg)].column; }

    /// The number of pegs of the prefix with a column.
    [[nodiscard]] int64_t copies(int64_t column) const { return copies_[index(column)]; }

    /// The colours of the prefix, as the beginning of a key.
    [[nodiscard]] uint64_t key() const { return levels_[index(depth_)].key; }

    /// Columns that the peg after the prefix can have.
    [[nodiscard]] uint64_t open() const { return all_ & ~levels_[index(depth_)].forbidden; }

    /// Columns that the second peg after the prefix can have, when the first has `column`.
    [[nodiscard]] uint64_t open_after(int64_t column) const {
        const Level &level = levels_[index(depth_)];
        const uint64_t bit = uint64_t{1} << column;
        const uint64_t ordered =
            ordered_[index(depth_ * packing_.pegs + depth_ + 1)] | ordered_by(bit, depth_, depth_ + 1);
        return all_ & ~forbidden(used(level, column), level.seen | bit, depth_ + 1, ordered);
    }

  private:
    /// The state after some pegs.
    struct Level {
        int64_t column = -1;           // at the next peg
        std::array<int64_t, 2> used{}; // columns of each class
        uint64_t seen = 0;             // columns used
        uint64_t forbidden = 0;        // columns that the next peg cannot have
        uint64_t key = 0;
    };

    [[nodiscard]] std::array<int64_t, 2> used(const Level &level, int64_t column) const {
        std::array<int64_t, 2> used = level.used;
        const int64_t kind = columns_->kind[index(column)];
        if (kind > 0 && !((level.seen >> column) & 1)) ++used[index(kind - 1)];
        return used;
    }

    /// Columns that `later` cannot have because `peg` has the column of `bit`: no member has either of them there, so
    /// they come in ascending order.
    [[nodiscard]] uint64_t ordered_by(uint64_t bit, int64_t peg, int64_t later) const {
        const uint64_t nowhere = nowhere_[peg] & nowhere_[later];
        return nowhere & bit ? nowhere & (bit - 1) : 0;
    }

    [[nodiscard]] uint64_t forbidden(const std::array<int64_t, 2> &used, uint64_t seen, int64_t peg,
                                     uint64_t ordered) const {
        return columns_->beyond[0][index(used[0])] | columns_->beyond[1][index(used[1])] |
               columns_->barred[index(peg)] | ordered | (repeats_ ? 0 : seen);
    }

    void enter(const Level &level) {
        Level &next = levels_[index(depth_ + 1)];
        const uint64_t bit = uint64_t{1} << level.column;
        const uint64_t *ordered = ordered_.data() + depth_ * packing_.pegs;
        uint64_t *next_ordered = ordered_.data() + (depth_ + 1) * packing_.pegs;
        for (int64_t peg = depth_ + 1; peg < packing_.pegs; ++peg) {
            next_ordered[peg] = ordered[peg] | ordered_by(bit, depth_, peg);
        }
        next.column = -1;
        next.used = used(level, level.column);
        next.seen = level.seen | bit;
        next.forbidden = forbidden(next.used, next.seen, depth_ + 1, next_ordered[depth_ + 1]);
        next.key = packing_.append(level.key, columns_->color_of[index(level.column)]);
        ++copies_[index(level.column)];
    }

    const Columns *columns_ = nullptr;
    Packing packing_{};
    bool repeats_ = true;
    const uint64_t *nowhere_ = nullptr;
    int64_t length_ = 0;
    uint64_t all_ = 0;
    int64_t depth_ = -1;
    std::vector<Level> levels_;
    std::vector<uint64_t> ordered_; // by depth and peg: columns excluded by the order at interchangeable pegs
    std::vector<int64_t> copies_;   // by column
};

} // namespace codepegs
