// The parts that guesses make of a set of secrets, and the best guess, by a table of replies.
#include "core/export.hpp"
#include "strategies/one_step/table_counts.hpp"

#include <cstdint>
#include <tuple>
#include <vector>

namespace codepegs {

namespace {

void table_sizes(ReplyTable table, Array<const uint64_t> guesses, Array<const int64_t> members,
                 Array<int64_t, 2> sizes) {
    require(sizes.size(0) == guesses.size(), "table_sizes: sizes has a row for each guess");
    const std::vector<int32_t> set = table_members(table, members);
    TableCounts counts(table, sizes.size(1));
    counts.take(set.data(), members.size());
    for (int64_t n = 0; n < guesses.size(); ++n) {
        counts.count(static_cast<int64_t>(guesses[n]));
        std::copy(counts.sizes().begin(), counts.sizes().end(), sizes.data() + n * sizes.size(1));
        counts.clear();
    }
}

/// The least key of some guesses, and the index of the first that has it. The key is twice the score, plus one for a
/// guess that cannot win.
std::tuple<uint64_t, int64_t> table_best(ReplyTable table, Array<const uint64_t> guesses, Array<const int64_t> members,
                                         int64_t parts, int64_t objective, Array<const uint64_t> logs,
                                         Array<uint64_t> keys) {
    require(keys.size() == 0 || keys.size() == guesses.size(), "table_best: keys has an entry for each guess");
    require(objective >= WORST_PART && objective <= FEWEST_PARTS, "table_best: unknown objective");
    require(logs.size() > members.size(), "table_best: the table of logarithms is short");
    const std::vector<int32_t> set = table_members(table, members);
    TableCounts counts(table, parts);
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

} // namespace

} // namespace codepegs

CODEPEGS_EXPORT(table_sizes, table, guesses, members, sizes);
CODEPEGS_EXPORT(table_best, table, guesses, members, parts, objective, logs, keys);
