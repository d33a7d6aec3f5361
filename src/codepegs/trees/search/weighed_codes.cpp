#include "trees/search/weighed_codes.hpp"

#include "core/random.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace codepegs {

namespace {

/// Units of work for a code of a set that a guess splits, in the first pass and in the second.
constexpr int64_t COMPARE_UNITS = 10;
constexpr int64_t SCORE_UNITS = 30;

/// Far more than the error of a quotient.
constexpr double QUOTIENT_ROUNDING = 1e-9;

} // namespace

WeighedCodes::WeighedCodes(ReplyTable replies, ReplyRows secret_rows, int64_t part_count, const GameTerms &terms)
    : ListedCodes(replies, secret_rows, part_count), values_(terms, replies.size(1), replies.size(0)) {
    valuation = &values_;
    std::vector<int64_t> sizes(static_cast<std::size_t>(part_count));
    for (int64_t guess = 0; guess < table.size(0); ++guess) {
        const uint16_t *const part = this->replies(static_cast<uint64_t>(guess));
        int64_t made = 0;
        int64_t largest = 0;
        for (int64_t s = 0; s < table.size(1); ++s) {
            const int64_t size = ++sizes[part[s]];
            made += size == 1;
            largest = std::max(largest, size);
        }
        const int64_t named = sizes.back() > 0 ? 1 : 0;
        for (int64_t s = 0; s < table.size(1); ++s) sizes[part[s]] = 0;
        values_.include(values_.rates, static_cast<uint64_t>(guess), made, named, table.size(1) - largest);
    }
}

std::unique_ptr<GuessBounds> WeighedCodes::new_bounds(const SearchRules &search_rules, WorkDone &work) {
    return std::make_unique<WeighedBounds>(search_rules, *this, work);
}

WeighedBounds::WeighedBounds(const SearchRules &rules, const WeighedCodes &list, WorkDone &work)
    : GuessBounds(rules, work, 0), codes_(list), values_(*list.valuation),
      counted_(static_cast<std::size_t>(list.parts())) {}

void WeighedBounds::begin(std::span<const uint64_t> keys, int64_t turn, const History &history, int64_t limit,
                          int64_t floor, MostParts most_parts, GuessList list) {
    limit_ = limit;
    list_ = list;
    floor_ = floor;
    prepare(keys, turn, history, floor);
    result.most_parts = most_parts;
}

void WeighedBounds::start(int64_t turn, const History &, int64_t) {
    left_after_ = rules_.left_at(turn + 1);
    next_ = 0;
    scoring_ = false;
    exact_ = int64_t{1} << 60;
    splitting_.clear();
    const int64_t guesses = rules_.candidates_only ? static_cast<int64_t>(keys_.size()) : codes_.table.size(0);
    cheapest_.assign(std::bit_ceil(static_cast<uint64_t>(2 * guesses)), {});
    by_part_.resize(keys_.size());
    if (!values_.has_classes()) return;
    numbered_.resize(static_cast<std::size_t>(codes_.table.size(1)), -1);
    item_.clear();
    held_.clear();
    for (uint64_t key : keys_) {
        int64_t &number = numbered_[static_cast<std::size_t>(values_.item(key))];
        if (number < 0) {
            number = static_cast<int64_t>(held_.size());
            held_.push_back(0);
        }
        ++held_[static_cast<std::size_t>(number)];
        item_.push_back(number);
    }
    for (uint64_t key : keys_) numbered_[static_cast<std::size_t>(values_.item(key))] = -1;
    part_of_.resize(keys_.size());
    most_excluded_.assign(keys_.size(), 0.0);
}

bool WeighedBounds::step(int64_t &units) {
    const auto size = static_cast<int64_t>(keys_.size());
    if (!scoring_) {
        const int64_t guesses = rules_.candidates_only ? size : codes_.table.size(0);
        for (; next_ < guesses; ++next_) {
            if (units <= 0) return false;
            units -= size * COMPARE_UNITS;
            compare(rules_.candidates_only ? keys_[static_cast<std::size_t>(next_)] : static_cast<uint64_t>(next_));
        }
        work_.scored += guesses;
        next_ = 0;
        scoring_ = true;
        if (values_.has_classes()) {
            result.cover = cover();
            floor_ = std::max(floor_, result.cover);
            if (limit_ >= 0 && result.cover >= limit_) splitting_.clear(); // no guess is below the limit
        }
    }
    const bool only_bound = limit_ < 0;
    for (; next_ < static_cast<int64_t>(splitting_.size()); ++next_) {
        if (only_bound && result.lowest <= floor_) break;
        if (units <= 0) return false;
        units -= size * SCORE_UNITS;
        const uint64_t guess = splitting_[static_cast<std::size_t>(next_)];
        bool is_exact = true;
        const int64_t total = score(guess, is_exact);
        if (is_exact) exact_ = std::min(exact_, total);
        weigh(guess, total);
    }
    result.exact = !splitting_.empty() && exact_ <= result.lowest;
    return true;
}

/// Count the parts of a guess, and list it unless it splits nothing or a cheaper one makes the same parts.
void WeighedBounds::compare(uint64_t guess) {
    const uint16_t *const part = codes_.replies(guess);
    SetHash partition{0, 0};
    int64_t made = 0;
    int64_t largest = 0;
    ++now_;
    for (std::size_t n = 0; n < keys_.size(); ++n) {
        Counted &counted = counted_[part[keys_[n]]];
        if (counted.of != now_) {
            counted.of = now_;
            counted.number = made++;
            counted.size = 0;
        }
        largest = std::max(largest, ++counted.size);
        if (values_.has_classes()) part_of_[n] = counted.number;
        const uint64_t place = static_cast<uint64_t>(n) << 32U | static_cast<uint64_t>(counted.number);
        partition.first ^= mixed(place);
        partition.second ^= mixed(~place);
    }
    if (made < 2) return;
    if (values_.has_classes()) exclude(guess, made);
    const bool names = values_.ends_named() && counted_.back().of == now_;
    if (names) partition.first ^= mixed(guess); // a code that is named needs no other guess
    values_.include(result.rates, guess, made, names ? 1 : 0, static_cast<int64_t>(keys_.size()) - largest);
    const uint64_t mask = cheapest_.size() - 1;
    for (uint64_t at = partition.first & mask;; at = (at + 1) & mask) {
        Cheapest &entry = cheapest_[at];
        if (entry.partition.first == 0 && entry.partition.second == 0) {
            entry = {partition, splitting_.size()};
            splitting_.push_back(guess);
            return;
        }
        if (entry.partition.first == partition.first && entry.partition.second == partition.second) {
            uint64_t &other = splitting_[entry.place];
            if (values_.cost(guess) < values_.cost(other)) other = guess;
            return;
        }
    }
}

/// Note what a guess that makes `parts` parts excludes for each code of the set: the codes of other items in other
/// parts.
void WeighedBounds::exclude(uint64_t guess, int64_t parts) {
    const std::size_t items = held_.size();
    in_part_.assign(static_cast<std::size_t>(parts) * (items + 1), 0); // by item, and all
    for (std::size_t n = 0; n < keys_.size(); ++n) {
        int64_t *const row = in_part_.data() + static_cast<std::size_t>(part_of_[n]) * (items + 1);
        ++row[item_[n]];
        ++row[items];
    }
    const auto size = static_cast<int64_t>(keys_.size());
    const auto cost = static_cast<double>(values_.cost(guess));
    for (std::size_t n = 0; n < keys_.size(); ++n) {
        const int64_t *const row = in_part_.data() + static_cast<std::size_t>(part_of_[n]) * (items + 1);
        const int64_t others = size - held_[static_cast<std::size_t>(item_[n])];
        const int64_t left = row[items] - row[item_[n]];
        most_excluded_[n] = std::max(most_excluded_[n], static_cast<double>(others - left) / cost);
    }
}

/// A lower bound of the set: the guesses made for a code exclude all codes of other items, each guess a limited number.
int64_t WeighedBounds::cover() const {
    int64_t total = 0;
    for (std::size_t n = 0; n < keys_.size(); ++n) {
        const int64_t others = static_cast<int64_t>(keys_.size()) - held_[static_cast<std::size_t>(item_[n])];
        if (others == 0) continue;
        const double least = static_cast<double>(others) / most_excluded_[n];
        total += values_.weight_of(keys_[n]) * static_cast<int64_t>(std::ceil(least * (1 - QUOTIENT_ROUNDING)));
    }
    return total;
}

/// The price of a guess and the bounds of its parts; the sum may stop at the first bound that shows that it is too
/// large.
int64_t WeighedBounds::score(uint64_t guess, bool &is_exact) {
    const uint16_t *const part = codes_.replies(guess);
    ++now_;
    made_.clear();
    for (uint64_t key : keys_) {
        Counted &counted = counted_[part[key]];
        if (counted.of != now_) {
            counted = {now_, 0, 0, 0};
            made_.push_back(part[key]);
        }
        ++counted.size;
    }
    int64_t at = 0;
    for (int64_t p : made_) {
        counted_[static_cast<std::size_t>(p)].end = at;
        at += counted_[static_cast<std::size_t>(p)].size;
    }
    for (uint64_t key : keys_) by_part_[static_cast<std::size_t>(counted_[part[key]].end++)] = key;
    const int64_t enough = limit_ < 0 ? result.lowest : std::numeric_limits<int64_t>::max();
    int64_t total = values_.price(guess, keys_);
    for (int64_t p : made_) {
        if (values_.ends_named() && p == codes_.parts() - 1) continue; // named by the guess
        const Counted &counted = counted_[static_cast<std::size_t>(p)];
        const std::span<const uint64_t> keys(by_part_.data() + (counted.end - counted.size),
                                             static_cast<std::size_t>(counted.size));
        int64_t value = values_.known(keys, left_after_);
        if (value == Valuation::UNKNOWN) {
            is_exact = false;
            value = rules_.bounded ? values_.least(keys, result.rates, left_after_) : 0;
        }
        total += value;
        if (total > enough) {
            is_exact = false;
            break;
        }
    }
    return total;
}

} // namespace codepegs
