#include "trees/search/listed_codes.hpp"

#include "core/export.hpp"
#include "trees/search/list_bounds.hpp"

#include <algorithm>
#include <numeric>

namespace codepegs {

namespace {

constexpr int64_t BYTES = 256; // numbers of a byte
constexpr int64_t UNNUMBERED = -1;

/// Rows and columns that are transposed together: a line of the cache in both tables.
constexpr int64_t BLOCK = 64;

} // namespace

ListedCodes::ListedCodes(ReplyTable replies, ReplyRows secret_rows, int64_t part_count)
    : SearchGame({0, 0}, 0, true), table(replies), rows(secret_rows), parts_(part_count),
      scratch_(static_cast<std::size_t>(replies.size(1))), seen_(static_cast<std::size_t>(part_count), 0) {
    require(parts_ >= 1 && parts_ <= 1 << 16, "table: expected 1 to 65,536 parts");
    require(table.size(1) >= 1 && table.size(0) >= 1, "table: expected a guess and a secret");
    require(rows.size(0) == 0 ||
                (rows.size(0) == table.size(1) && rows.size(1) >= table.size(0) && rows.size(1) % ROW_PADDING == 0),
            "rows: expected one for each secret, padded");
    const uint16_t *const end = table.data() + table.size(0) * table.size(1);
    require(std::reduce(table.data(), end, uint16_t{0}, [](uint16_t a, uint16_t b) { return std::max(a, b); }) < parts_,
            "table: a part number is too large");
}

void ListedCodes::check_secrets(std::span<const uint64_t> keys) const {
    for (uint64_t key : keys) require(key < static_cast<uint64_t>(table.size(1)), "expected secrets of the list");
}

void ListedCodes::check_guesses(std::span<const uint64_t> keys) const {
    for (uint64_t key : keys) require(key < static_cast<uint64_t>(table.size(0)), "expected guesses of the list");
}

int64_t ListedCodes::part(uint64_t guess, uint64_t secret) const { return replies(guess)[secret]; }

void ListedCodes::split(uint64_t *keys, int64_t start, int64_t stop, uint64_t guess, const Array<int64_t> &sizes) {
    const uint16_t *const part = replies(guess);
    std::copy(keys + start, keys + stop, scratch_.data());
    std::fill(sizes.begin(), sizes.end(), int64_t{0});
    for (int64_t n = start; n < stop; ++n) ++sizes[part[keys[n]]];
    int64_t at = start;
    for (int64_t &count : sizes) { // from the sizes to where each part begins
        const int64_t next = at + count;
        count = at;
        at = next;
    }
    for (int64_t n = 0; n < stop - start; ++n) {
        const uint64_t key = scratch_[static_cast<std::size_t>(n)];
        keys[sizes[part[key]]++] = key;
    }
    at = start;
    for (int64_t &end : sizes) {
        const int64_t next = end;
        end -= at;
        at = next;
    }
}

MemberSplit ListedCodes::best_member(std::span<const uint64_t> keys) {
    MemberSplit most{0, keys[0]};
    for (uint64_t guess : keys) {
        if (++now_ == 0) { // after 2^32 guesses
            std::fill(seen_.begin(), seen_.end(), 0);
            now_ = 1;
        }
        const uint16_t *const part = replies(guess);
        int64_t made = 0;
        for (uint64_t key : keys) {
            uint32_t &seen = seen_[part[key]];
            made += seen != now_;
            seen = now_;
        }
        if (made <= most.parts) continue;
        most = {made, guess};
        if (made == static_cast<int64_t>(keys.size())) break;
    }
    return most;
}

std::unique_ptr<GuessBounds> ListedCodes::new_bounds(const SearchRules &search_rules, WorkDone &work) {
    return std::make_unique<ListBounds>(search_rules, *this, work);
}

namespace {

/// Transpose a table of part numbers, by guess and secret, to bytes by secret and guess, padded with 0; returns whether
/// bytes suffice for the different replies to each guess.
///
/// Where part numbers do not fit bytes, those of each guess are numbered again in the order in which they occur.
bool transpose_replies(ReplyTable table, int64_t parts, Array<uint8_t, 2> rows) {
    const int64_t guesses = table.size(0);
    const int64_t secrets = table.size(1);
    require(rows.size(0) == secrets && rows.size(1) >= guesses, "rows: expected one for each secret");
    std::fill(rows.data(), rows.data() + rows.size(0) * rows.size(1), uint8_t{0});
    std::vector<int64_t> number(static_cast<std::size_t>(parts), UNNUMBERED);
    std::vector<uint8_t> block(static_cast<std::size_t>(BLOCK * secrets));
    for (int64_t begin = 0; begin < guesses; begin += BLOCK) {
        const int64_t count = std::min(BLOCK, guesses - begin);
        for (int64_t g = 0; g < count; ++g) {
            const uint16_t *const from = table.data() + (begin + g) * secrets;
            uint8_t *const to = block.data() + g * secrets;
            if (parts <= BYTES) {
                for (int64_t s = 0; s < secrets; ++s) to[s] = static_cast<uint8_t>(from[s]);
                continue;
            }
            int64_t different = 0;
            std::fill(number.begin(), number.end(), UNNUMBERED);
            for (int64_t s = 0; s < secrets; ++s) {
                require(from[s] < parts, "table: a part number is too large");
                int64_t &found = number[from[s]];
                if (found == UNNUMBERED) found = different++;
                to[s] = static_cast<uint8_t>(found);
            }
            if (different > BYTES) return false;
        }
        for (int64_t s = 0; s < secrets; ++s) {
            uint8_t *const to = rows.data() + s * rows.size(1) + begin;
            for (int64_t g = 0; g < count; ++g) to[g] = block[static_cast<std::size_t>(g * secrets + s)];
        }
    }
    return true;
}

} // namespace

} // namespace codepegs

CODEPEGS_EXPORT(transpose_replies, table, parts, rows);
