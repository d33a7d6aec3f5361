// The sizes of the parts of a set of secrets, looked up in a table of replies.
#pragma once

#include "core/array.hpp"
#include "core/scoring.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace codepegs {

/// A table of part numbers, of one or two bytes each.
template <class Part> using PartNumbers = Array<const Part, 2>;

using ReplyTable = PartNumbers<uint16_t>;

/// The sizes of the parts that one guess after another makes of one set.
template <class Part> class TableCounts {
  public:
    TableCounts(PartNumbers<Part> table, int64_t parts) : table_(table), sizes_(static_cast<std::size_t>(parts)) {
        require(parts >= 1 && parts <= 1 << 16, "table: expected 1 to 65,536 parts");
    }

    /// Take another set: columns of the table.
    void take(const int32_t *members, int64_t count) {
        members_ = members;
        count_ = count;
    }

    /// The part numbers of a guess, by secret.
    [[nodiscard]] const Part *row(int64_t guess) const {
        require(guess >= 0 && guess < table_.size(0), "table: a guess is not a row of the table");
        return table_.data() + guess * table_.size(1);
    }

    /// Count the parts that a guess makes.
    void count(int64_t guess) {
        sum_up(guess, [](uint64_t, uint32_t) { return uint64_t{0}; });
    }

    [[nodiscard]] int64_t parts() const { return static_cast<int64_t>(sizes_.size()); }
    [[nodiscard]] const std::vector<uint32_t> &sizes() const { return sizes_; }

    /// Set the counts back to 0.
    void clear() {
        if (static_cast<std::size_t>(count_) > sizes_.size()) {
            std::fill(sizes_.begin(), sizes_.end(), 0);
            return;
        }
        for (int64_t n = 0; n < count_; ++n) sizes_[row_[members_[n]]] = 0;
    }

    /// Twice the score of a guess, see `core/scoring.hpp`, plus one if it cannot win. The counts are 0 before and
    /// after.
    uint64_t key(int64_t guess, int64_t objective, const Array<const uint64_t> &logs) {
        if (static_cast<std::size_t>(count_) >= 4 * sizes_.size()) return key_of_many(guess, objective, logs);
        uint64_t score = 0;
        if (objective == WORST_PART) {
            score = sum_up(guess, [](uint64_t most, uint32_t size) { return std::max<uint64_t>(most, size + 1); });
        } else if (objective == SUM_OF_SQUARES) {
            score = sum_up(guess, [](uint64_t sum, uint32_t size) { return sum + 2 * uint64_t{size} + 1; });
        } else if (objective == NEGATIVE_ENTROPY) {
            score = sum_up(guess, [values = logs.data()](uint64_t sum, uint32_t size) {
                return sum + values[size + 1] - values[size];
            });
        } else {
            score = sizes_.size() - sum_up(guess, [](uint64_t parts, uint32_t size) { return parts + (size == 0); });
        }
        const uint64_t unwon = sizes_.back() != 0 ? 0 : 1;
        clear();
        return 2 * score + unwon;
    }

  private:
    /// Count the parts of a guess, and sum the terms that each code adds to its part.
    template <class Add> uint64_t sum_up(int64_t guess, const Add &add) {
        row_ = row(guess);
        const std::size_t parts = sizes_.size();
        uint64_t sum = 0;
        for (int64_t n = 0; n < count_; ++n) {
            const std::size_t part = row_[members_[n]];
            require(part < parts, "table: a part number is too large");
            sum = add(sum, sizes_[part]++);
        }
        return sum;
    }

    /// `key` of a set that is large beside the number of parts: counted alternately in four places, for an increment
    /// waits for the one before it to the same count.
    uint64_t key_of_many(int64_t guess, int64_t objective, const Array<const uint64_t> &logs) {
        constexpr std::size_t WAYS = 4;
        row_ = row(guess);
        const std::size_t parts = sizes_.size();
        ways_.assign(WAYS * parts, 0);
        for (int64_t n = 0; n < count_; ++n) {
            const std::size_t part = row_[members_[n]];
            require(part < parts, "table: a part number is too large");
            ++ways_[static_cast<std::size_t>(n) % WAYS * parts + part];
        }
        uint64_t score = 0;
        uint32_t size = 0;
        for (std::size_t part = 0; part < parts; ++part) {
            size = 0;
            for (std::size_t way = 0; way < WAYS; ++way) size += ways_[way * parts + part];
            score = score_with(score, size, objective, logs);
        }
        if (objective == FEWEST_PARTS) score = parts - score;
        return 2 * score + (size != 0 ? 0 : 1);
    }

    PartNumbers<Part> table_;
    std::vector<uint32_t> ways_;
    const int32_t *members_ = nullptr;
    int64_t count_ = 0;
    const Part *row_ = nullptr;
    std::vector<uint32_t> sizes_;
};

/// The members of a set as the loops take them.
template <class Part> std::vector<int32_t> table_members(PartNumbers<Part> table, Array<const int64_t> members) {
    std::vector<int32_t> found(static_cast<std::size_t>(members.size()));
    for (int64_t n = 0; n < members.size(); ++n) {
        require(members[n] >= 0 && members[n] < table.size(1), "table: a member is not a column of the table");
        found[static_cast<std::size_t>(n)] = static_cast<int32_t>(members[n]);
    }
    return found;
}

} // namespace codepegs
