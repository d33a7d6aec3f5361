// The sizes of the parts of a set of secrets, looked up in a table of replies.
#pragma once

#include "core/array.hpp"
#include "core/scoring.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace codepegs {

using ReplyTable = Array<const uint16_t, 2>;

/// The sizes of the parts that one guess after another makes of one set.
class TableCounts {
  public:
    TableCounts(ReplyTable table, int64_t parts) : table_(table), sizes_(static_cast<std::size_t>(parts)) {
        require(parts >= 1 && parts <= 1 << 16, "table: expected 1 to 65,536 parts");
    }

    /// Take another set: columns of the table.
    void take(const int32_t *members, int64_t count) {
        members_ = members;
        count_ = count;
    }

    /// The part numbers of a guess, by secret.
    [[nodiscard]] const uint16_t *row(int64_t guess) const {
        require(guess >= 0 && guess < table_.size(0), "table: a guess is not a row of the table");
        return table_.data() + guess * table_.size(1);
    }

    /// Count the parts that a guess makes.
    void count(int64_t guess) {
        row_ = row(guess);
        const std::size_t parts = sizes_.size();
        for (int64_t n = 0; n < count_; ++n) {
            const std::size_t part = row_[members_[n]];
            if (part >= parts) throw std::invalid_argument("table: a part number is too large");
            ++sizes_[part];
        }
    }

    [[nodiscard]] const std::vector<uint32_t> &sizes() const { return sizes_; }
    [[nodiscard]] bool wins() const { return sizes_.back() != 0; }

    /// Call `each` with the size of every part that is not empty, and set the counts back to 0.
    template <class Each> void drain(const Each &each) {
        if (static_cast<std::size_t>(count_) * 2 > sizes_.size()) {
            for (const uint32_t size : sizes_) {
                if (size != 0) each(size);
            }
            std::fill(sizes_.begin(), sizes_.end(), 0);
            return;
        }
        for (int64_t n = 0; n < count_; ++n) {
            uint32_t &size = sizes_[row_[members_[n]]];
            if (size != 0) each(size);
            size = 0;
        }
    }

    /// The score of the guess counted last, and the counts set back to 0; see `core/scoring.hpp`.
    uint64_t score(int64_t objective, const uint64_t *logs) {
        uint64_t total = 0;
        if (objective == WORST_PART) {
            drain([&](uint32_t size) { total = std::max<uint64_t>(total, size); });
        } else if (objective == SUM_OF_SQUARES) {
            drain([&](uint32_t size) { total += uint64_t{size} * size; });
        } else if (objective == NEGATIVE_ENTROPY) {
            drain([&](uint32_t size) { total += logs[size]; });
        } else {
            drain([&](uint32_t) { ++total; });
            total = sizes_.size() - total;
        }
        return total;
    }

    /// The score of a guess that leaves every code of the set in a part of its own, than which none is less.
    [[nodiscard]] uint64_t least_score(int64_t objective) const {
        const auto count = static_cast<uint64_t>(count_);
        if (objective == WORST_PART) return 1;
        if (objective == SUM_OF_SQUARES) return count;
        if (objective == NEGATIVE_ENTROPY) return 0;
        return sizes_.size() - std::min<uint64_t>(sizes_.size(), count);
    }

  private:
    ReplyTable table_;
    const int32_t *members_ = nullptr;
    int64_t count_ = 0;
    const uint16_t *row_ = nullptr;
    std::vector<uint32_t> sizes_;
};

/// The members of a set as the loops take them.
inline std::vector<int32_t> table_members(ReplyTable table, Array<const int64_t> members) {
    std::vector<int32_t> found(static_cast<std::size_t>(members.size()));
    for (int64_t n = 0; n < members.size(); ++n) {
        require(members[n] >= 0 && members[n] < table.size(1), "table: a member is not a column of the table");
        found[static_cast<std::size_t>(n)] = static_cast<int32_t>(members[n]);
    }
    return found;
}

} // namespace codepegs
