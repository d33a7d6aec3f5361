// The parts that guesses make of a set of secrets, and the best guess, by a table of replies.
#include "codes/table_counts.hpp"
#include "core/export.hpp"

#include <cstdint>
#include <tuple>
#include <vector>

namespace codepegs {

namespace {

template <class Part>
void write_sizes(PartNumbers<Part> table, Array<const uint64_t> guesses, Array<const int64_t> members,
                 Array<int64_t, 2> sizes) {
    require(sizes.size(0) == guesses.size(), "table_sizes: sizes has a row for each guess");
    const std::vector<int32_t> set = table_members(table, members);
    TableCounts<Part> counts(table, sizes.size(1));
    counts.take(set.data(), members.size());
    for (int64_t n = 0; n < guesses.size(); ++n) {
        counts.count(static_cast<int64_t>(guesses[n]));
        std::copy(counts.sizes().begin(), counts.sizes().end(), sizes.data() + n * sizes.size(1));
        counts.clear();
    }
}

template <class Part>
std::tuple<uint64_t, int64_t> best_of(PartNumbers<Part> table, Array<const uint64_t> guesses,
                                      Array<const int64_t> members, int64_t parts, int64_t objective,
                                      Array<const uint64_t> logs, Array<uint64_t> keys) {
    require(keys.size() == 0 || keys.size() == guesses.size(), "table_best: keys has an entry for each guess");
    require(objective >= WORST_PART && objective <= FEWEST_PARTS, "table_best: unknown objective");
    require(logs.size() >= logs_listed(members.size()), "table_best: the table of logarithms is short");
    const std::vector<int32_t> set = table_members(table, members);
    TableCounts<Part> counts(table, parts);
    counts.take(set.data(), members.size());
    uint64_t least = ~uint64_t{0};
    int64_t first = -1;
    for (int64_t n = 0; n < guesses.size(); ++n) {
        const uint64_t key = counts.key(static_cast<int64_t>(guesses[n]), objective, logs);
        if (keys.size() != 0) keys[n] = key;
        if (key < least) {
            least = key;
            first = n;
        }
    }
    return {least, first};
}

/// Write the part sizes of some guesses, looked up in a table of part numbers, to `sizes`, shape (m, parts).
///
/// `table` has shape (guesses, secrets); `guesses`, shape (m,), are its rows, and `members`, shape (n,), its columns
/// that form the set.
void table_sizes(ReplyTable table, Array<const uint64_t> guesses, Array<const int64_t> members,
                 Array<int64_t, 2> sizes) {
    write_sizes(table, guesses, members, sizes);
}

/// As `table_sizes`, with part numbers in bytes.
void table_sizes_8(PartNumbers<uint8_t> table, Array<const uint64_t> guesses, Array<const int64_t> members,
                   Array<int64_t, 2> sizes) {
    write_sizes(table, guesses, members, sizes);
}

/// Return the least key of some guesses, which is twice the score, plus one if the guess cannot win; and the first
/// index that has it.
///
/// `table`, `guesses` and `members` are as in `table_sizes`; the last of the `parts` is the win. `objective` is the
/// number of the `Objective`; `logs` has n log2 n in fixed point, and is longer than `members`. If `keys`, shape (m,),
/// is not empty, the key of each guess is written to it.
std::tuple<uint64_t, int64_t> table_best(ReplyTable table, Array<const uint64_t> guesses, Array<const int64_t> members,
                                         int64_t parts, int64_t objective, Array<const uint64_t> logs,
                                         Array<uint64_t> keys) {
    return best_of(table, guesses, members, parts, objective, logs, keys);
}

/// As `table_best`, with part numbers in bytes.
std::tuple<uint64_t, int64_t> table_best_8(PartNumbers<uint8_t> table, Array<const uint64_t> guesses,
                                           Array<const int64_t> members, int64_t parts, int64_t objective,
                                           Array<const uint64_t> logs, Array<uint64_t> keys) {
    return best_of(table, guesses, members, parts, objective, logs, keys);
}

} // namespace

} // namespace codepegs

CODEPEGS_EXPORT(table_sizes, table, guesses, members, sizes);
CODEPEGS_EXPORT(table_sizes_8, table, guesses, members, sizes);
CODEPEGS_EXPORT(table_best, table, guesses, members, parts, objective, logs, keys);
CODEPEGS_EXPORT(table_best_8, table, guesses, members, parts, objective, logs, keys);
