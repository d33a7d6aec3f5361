#include "trees/search/list_bounds.hpp"

#include "core/byte_masks.hpp"
#include "core/random.hpp"

#include <algorithm>
#include <bit>

namespace codepegs {

namespace {

/// Units of work to compare a pair of rows in one block, to count a code, and for what a guess takes besides.
constexpr int64_t COMPARED_UNITS = 1;
constexpr int64_t COUNTED_UNITS = 4;
constexpr int64_t GUESS_UNITS = 20;

/// Codes of the largest set at which equivalent guesses are looked for; at larger ones there are few.
constexpr int64_t MOST_ALIKE = 200;

/// Where sums stop that cannot be solved in time.
constexpr uint64_t MOST_SUM = uint64_t{1} << 60;

static_assert(BYTES == ROW_PADDING);

} // namespace

ListBounds::ListBounds(const SearchRules &rules, const ListedCodes &list, WorkDone &work)
    : GuessBounds(rules, work, list.rows.size(0) > 0 ? MOST_COMPARED : 0), codes_(list),
      member_of_(static_cast<std::size_t>(list.table.size(1)), 0), sizes_(static_cast<std::size_t>(list.parts()), 0),
      first_in_(static_cast<std::size_t>(list.parts())) {}

void ListBounds::start(int64_t, const History &, int64_t floor) {
    scoring_floor_ = floor;
    compares_ = objective_ == NO_BREAK || objective_ == ONE_BREAK || objective_ == TWO_BREAKS;
    next_ = 0;
    stop_ = rules_.candidates_only ? static_cast<int64_t>(keys_.size()) : codes_.table.size(0);
    ++set_;
    for (uint64_t key : keys_) member_of_[key] = set_;
    if (compares_) count_members();
}

bool ListBounds::is_member(uint64_t guess) const { return guess < member_of_.size() && member_of_[guess] == set_; }

/// Prepare to compare rows, and score the members: the win is a part that rows do not show.
void ListBounds::count_members() {
    const auto size = static_cast<int64_t>(keys_.size());
    const auto over = [](int64_t count, uint64_t most) {
        return std::max(int64_t{0}, count - static_cast<int64_t>(most));
    };
    costs_.assign(1, 0);
    for (int64_t n = 1; n <= size; ++n) {
        int64_t cost = 2 * n - 1;
        if (objective_ != NO_BREAK) cost += over(n, breaks_[0]);
        if (objective_ == TWO_BREAKS) cost += over(n, breaks_[1]);
        costs_.push_back(static_cast<uint64_t>(cost) + (uint64_t{1} << COUNT_SHIFT));
    }
    table_ = {costs_.data(), static_cast<int64_t>(costs_.size())};
    for (std::size_t n = 0; n < keys_.size(); ++n) {
        rows_[n] = codes_.rows.data() + static_cast<int64_t>(keys_[n]) * codes_.rows.size(1);
        count_guess(keys_[n]);
    }
    least_ = fewest_repeats_ = splat_64_bytes(255);
}

bool ListBounds::step(int64_t &units) {
    const auto size = static_cast<int64_t>(keys_.size());
    const bool only_bound = limit_ < 0;
    if (compares_) {
        const int64_t cost = size * size / 2 * COMPARED_UNITS + GUESS_UNITS;
        while (next_ < stop_ && !(only_bound && result.lowest <= floor_)) {
            if (units <= 0) return false;
            units -= cost;
            if (objective_ == NO_BREAK) compare_rows<false>(next_);
            else compare_rows<true>(next_);
            next_ += BYTES;
        }
        work_.scored += std::min(next_, stop_);
        if (next_ > 0) result.most_parts.other = std::max(result.most_parts.other, size - least_byte(fewest_repeats_));
    } else {
        const int64_t cost = size * COUNTED_UNITS + GUESS_UNITS;
        for (; next_ < stop_ && !(only_bound && result.lowest <= scoring_floor_); ++next_) {
            if (units <= 0) return false;
            units -= cost;
            count_guess(rules_.candidates_only ? keys_[static_cast<std::size_t>(next_)] : static_cast<uint64_t>(next_));
        }
        work_.scored += next_;
        if (!rules_.same_turns) result.most_parts = {rules_.parts() - 1, rules_.parts() - 1};
    }
    result.most_parts.other = std::max(result.most_parts.other, result.most_parts.below);
    if (!only_bound) drop_equivalent();
    if (bounds_) settle();
    return true;
}

/// Count the codes of each part that a guess makes.
void ListBounds::count_guess(uint64_t guess) {
    const uint16_t *const part = codes_.replies(guess);
    const uint64_t *const cost = table_.data();
    uint64_t total = 0;
    int64_t made = 0; // parts besides the win
    for (uint64_t key : keys_) {
        const uint32_t size = sizes_[part[key]]++;
        made += size == 0;
        total = std::min(total + cost[size + 1] - cost[size], MOST_SUM);
    }
    const bool won = sizes_.back() > 0;
    for (uint64_t key : keys_) sizes_[part[key]] = 0;
    if (won) {
        total -= cost[1];
        --made;
    }
    int64_t &most = won ? result.most_parts.below : result.most_parts.other;
    most = std::max(most, made);
    if (objective_ != SUM_OF_TABLE) total &= (uint64_t{1} << COUNT_SHIFT) - 1;
    weigh(guess, static_cast<int64_t>(total));
}

/// Score the guesses of one block that are not members.
template <bool BREAKS> void ListBounds::compare_rows(int64_t begin) {
    const std::size_t size = keys_.size();
    Lanes repeats = splat(0); // codes whose reply an earlier one has
    Lanes more = splat(0);    // what codes cost beyond the breaks
    const Lanes one = splat_64_bytes(1);
    const Lanes first = splat_64_bytes(std::min<uint64_t>(breaks_[0], 255));
    const Lanes second = splat_64_bytes(objective_ == TWO_BREAKS ? std::min<uint64_t>(breaks_[1], 255) : 255);
    for (std::size_t j = 1; j < size; ++j) {
        const Lanes reply = load_64_bytes(rows_[j] + begin);
        if constexpr (!BREAKS) {
            ByteMask same;
            for (std::size_t i = 0; i < j; ++i) same.add_equal(load_64_bytes(rows_[i] + begin), reply);
            repeats = same.add_to(repeats);
        } else {
            Lanes earlier = splat(0);
            for (std::size_t i = 0; i < j; ++i) {
                ByteMask same;
                same.add_equal(load_64_bytes(rows_[i] + begin), reply);
                earlier = same.add_to(earlier);
            }
            ByteMask repeated;
            ByteMask dear;
            ByteMask dearest;
            repeated.add_at_least(earlier, one);
            dear.add_at_least(earlier, first);
            dearest.add_at_least(earlier, second);
            repeats = repeated.add_to(repeats);
            more = dearest.add_to(dear.add_to(more));
        }
    }
    const Lanes total = add_64_bytes(add_64_bytes(repeats, more), splat_64_bytes(size));
    fewest_repeats_ = min_64_bytes(fewest_repeats_, repeats);
    least_ = min_64_bytes(least_, total);
    if (limit_ < 0) {
        result.lowest = std::min(result.lowest, least_byte(least_));
        return;
    }
    ByteMask below;
    below.add_at_least(splat_64_bytes(static_cast<uint64_t>(std::clamp<int64_t>(limit_ - 1, 0, 255))), total);
    uint8_t totals[BYTES];
    std::memcpy(totals, &total, sizeof totals);
    for (uint64_t left = below.bits(); left != 0; left &= left - 1) {
        const int64_t lane = std::countr_zero(left);
        const auto guess = static_cast<uint64_t>(begin + lane);
        if (begin + lane < stop_ && !is_member(guess)) weigh(guess, totals[lane]);
    }
    result.lowest = std::min(result.lowest, least_byte(least_));
}

/// The hash of the partition of the set by a guess.
SetHash ListBounds::partition_by(uint64_t guess) {
    const uint16_t *const part = codes_.replies(guess);
    SetHash hash{0, 0};
    ++counted_;
    for (std::size_t n = 0; n < keys_.size(); ++n) {
        First &first = first_in_[part[keys_[n]]];
        if (first.counted != counted_) first = {counted_, n};
        const uint64_t place = static_cast<uint64_t>(n) << 32U | first.number;
        hash.first ^= mixed(place);
        hash.second ^= mixed(~place);
    }
    return hash;
}

/// Of the listed guesses that split the set in the same way, keep the members, which may win, or the first.
void ListBounds::drop_equivalent() {
    if (static_cast<int64_t>(keys_.size()) > MOST_ALIKE || result.kept < 2) return;
    const uint64_t mask = std::bit_ceil(static_cast<uint64_t>(2 * result.kept)) - 1;
    partitions_.assign(mask + 1, {0, 0});
    const auto add = [&](uint64_t guess) {
        const SetHash hash = partition_by(guess);
        uint64_t at = hash.first & mask;
        while (partitions_[at].first != 0 || partitions_[at].second != 0) {
            if (partitions_[at].first == hash.first && partitions_[at].second == hash.second) return false;
            at = (at + 1) & mask;
        }
        partitions_[at] = hash;
        return true;
    };
    for (int64_t n = 0; n < result.kept; ++n) {
        if (is_member(list_.guesses[n])) add(list_.guesses[n]);
    }
    int64_t kept = 0;
    for (int64_t n = 0; n < result.kept; ++n) {
        const uint64_t guess = list_.guesses[n];
        if (!is_member(guess) && !add(guess)) continue;
        list_.guesses[kept] = guess;
        list_.scores[kept++] = list_.scores[n];
    }
    result.kept = kept;
}

} // namespace codepegs
