// The parts that guesses make of a set of secrets, looked up in a table of replies.
#include "core/export.hpp"
#include "core/scoring.hpp"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

namespace codepegs {

namespace {

/// The sizes of the parts of one set by a row of the table after another.
template <class Part> class TableCounts {
  public:
    TableCounts(Array<const Part, 2> table, Array<const int64_t> members, int64_t parts)
        : table_(table), members_(static_cast<std::size_t>(members.size())), sizes_(static_cast<std::size_t>(parts)) {
        for (int64_t n = 0; n < members.size(); ++n) {
            require(members[n] >= 0 && members[n] < table.size(1), "table: a member is not a column of the table");
            members_[static_cast<std::size_t>(n)] = static_cast<int32_t>(members[n]);
        }
    }

    /// Count the parts of one guess.
    const std::vector<uint32_t> &count(int64_t guess) {
        const Part *row = row_of(guess);
        for (const int32_t member : members_) ++sizes_[part_at(row, member)];
        return sizes_;
    }

    /// Set the counts back to 0.
    void clear(int64_t guess) {
        if (members_.size() * 4 > sizes_.size()) {
            std::fill(sizes_.begin(), sizes_.end(), 0);
            return;
        }
        const Part *row = row_of(guess);
        for (const int32_t member : members_) sizes_[row[member]] = 0;
    }

    /// Add up `cost` of the size of every part, and set the counts back to 0.
    template <class Cost> void take(int64_t guess, const Cost &cost) {
        if (members_.size() * 2 > sizes_.size()) {
            for (const uint32_t size : sizes_) {
                if (size != 0) cost(size);
            }
            std::fill(sizes_.begin(), sizes_.end(), 0);
            return;
        }
        const Part *row = row_of(guess);
        for (const int32_t member : members_) {
            uint32_t &size = sizes_[row[member]];
            if (size != 0) cost(size);
            size = 0;
        }
    }

    [[nodiscard]] int64_t parts() const { return static_cast<int64_t>(sizes_.size()); }

  private:
    [[nodiscard]] const Part *row_of(int64_t guess) const {
        require(guess >= 0 && guess < table_.size(0), "table: a guess is not a row of the table");
        return table_.data() + guess * table_.size(1);
    }

    [[nodiscard]] std::size_t part_at(const Part *row, int32_t member) const {
        const std::size_t part = row[member];
        require(part < sizes_.size(), "table: a part number is too large");
        return part;
    }

    Array<const Part, 2> table_;
    std::vector<int32_t> members_;
    std::vector<uint32_t> sizes_;
};

template <class Part>
void write_sizes(Array<const Part, 2> table, Array<const uint64_t> guesses, Array<const int64_t> members,
                 Array<int64_t, 2> sizes) {
    require(sizes.size(0) == guesses.size(), "table_sizes: sizes has a row for each guess");
    TableCounts<Part> counts(table, members, sizes.size(1));
    for (int64_t n = 0; n < guesses.size(); ++n) {
        const auto guess = static_cast<int64_t>(guesses[n]);
        const std::vector<uint32_t> &found = counts.count(guess);
        std::copy(found.begin(), found.end(), sizes.data() + n * sizes.size(1));
        counts.clear(guess);
    }
}

/// The least key of some guesses, and the index of the first that has it. The key is twice the score, plus one for a
/// guess that cannot win.
template <class Part>
std::tuple<uint64_t, int64_t> find_best(Array<const Part, 2> table, Array<const uint64_t> guesses,
                                        Array<const int64_t> members, int64_t parts, int64_t objective,
                                        Array<const uint64_t> logs, Array<uint64_t> keys) {
    require(parts >= 1, "table_best: expected at least one part");
    require(keys.size() == 0 || keys.size() == guesses.size(), "table_best: keys has an entry for each guess");
    require(objective != NEGATIVE_ENTROPY || logs.size() > members.size(),
            "table_best: the table of logarithms is short");
    TableCounts<Part> counts(table, members, parts);
    uint64_t least = ~uint64_t{0};
    int64_t first = -1;
    for (int64_t n = 0; n < guesses.size(); ++n) {
        const auto guess = static_cast<int64_t>(guesses[n]);
        const bool wins = counts.count(guess).back() != 0;
        uint64_t score = 0;
        if (objective == WORST_PART) {
            counts.take(guess, [&](uint32_t size) { score = std::max<uint64_t>(score, size); });
        } else if (objective == SUM_OF_SQUARES) {
            counts.take(guess, [&](uint32_t size) { score += uint64_t{size} * size; });
        } else if (objective == NEGATIVE_ENTROPY) {
            counts.take(guess, [&](uint32_t size) { score += logs.data()[size]; });
        } else {
            counts.take(guess, [&](uint32_t) { ++score; });
            score = static_cast<uint64_t>(parts) - score;
        }
        const uint64_t key = 2 * score + (wins ? 0 : 1);
        if (keys.size() != 0) keys[n] = key;
        if (key < least) {
            least = key;
            first = n;
        }
    }
    return {least, first};
}

void table_sizes(Array<const uint16_t, 2> table, Array<const uint64_t> guesses, Array<const int64_t> members,
                 Array<int64_t, 2> sizes) {
    write_sizes(table, guesses, members, sizes);
}

void table_sizes_8(Array<const uint8_t, 2> table, Array<const uint64_t> guesses, Array<const int64_t> members,
                   Array<int64_t, 2> sizes) {
    write_sizes(table, guesses, members, sizes);
}

std::tuple<uint64_t, int64_t> table_best(Array<const uint16_t, 2> table, Array<const uint64_t> guesses,
                                         Array<const int64_t> members, int64_t parts, int64_t objective,
                                         Array<const uint64_t> logs, Array<uint64_t> keys) {
    return find_best(table, guesses, members, parts, objective, logs, keys);
}

std::tuple<uint64_t, int64_t> table_best_8(Array<const uint8_t, 2> table, Array<const uint64_t> guesses,
                                           Array<const int64_t> members, int64_t parts, int64_t objective,
                                           Array<const uint64_t> logs, Array<uint64_t> keys) {
    return find_best(table, guesses, members, parts, objective, logs, keys);
}

} // namespace

} // namespace codepegs

CODEPEGS_EXPORT(table_sizes, table, guesses, members, sizes);
CODEPEGS_EXPORT(table_sizes_8, table, guesses, members, sizes);
CODEPEGS_EXPORT(table_best, table, guesses, members, parts, objective, logs, keys);
CODEPEGS_EXPORT(table_best_8, table, guesses, members, parts, objective, logs, keys);
