#include "trees/search/valuation.hpp"

#include "trees/search/search_rules.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace codepegs {

namespace {

double bits_of(int64_t weight) { return static_cast<double>(weight) * std::log2(static_cast<double>(weight)); }

/// Far more than the error of a sum of logarithms.
constexpr double ROUNDING = 1e-9;

} // namespace

Valuation::Valuation(const GameTerms &terms, int64_t secrets, int64_t guesses)
    : terms_(terms), bits_(static_cast<std::size_t>(secrets)), of_item_(static_cast<std::size_t>(secrets), 0) {
    require(terms.weights.size() == secrets && terms.items.size() == secrets, "GameTerms: expected all secrets");
    require(terms.costs.size() == guesses, "GameTerms: expected the cost of every guess");
    require(terms.endings.size(1) == secrets, "GameTerms: expected a label for each secret");
    require(!ends_named() || guesses >= secrets, "GameTerms: expected a guess that names each secret");
    for (int64_t cost : terms.costs) require(cost >= 1, "GameTerms: a cost is 1 at least");
    for (int64_t s = 0; s < secrets; ++s) {
        require(terms.weights[s] >= 1, "GameTerms: a weight is 1 at least");
        require(terms.items[s] >= 0 && terms.items[s] < secrets, "GameTerms: items are numbered from 0");
        bits_[static_cast<std::size_t>(s)] = bits_of(terms.weights[s]);
        const int64_t held = ++of_item_[static_cast<std::size_t>(terms.items[s])];
        largest_item_ = std::max(largest_item_, static_cast<std::size_t>(held));
    }
    merged_ = largest_item_ > 1;
    std::fill(of_item_.begin(), of_item_.end(), 0);
}

void Valuation::arrange(std::span<uint64_t> keys) const {
    const auto before = [this](uint64_t a, uint64_t b) {
        const int64_t first = terms_.weights[static_cast<int64_t>(a)];
        const int64_t second = terms_.weights[static_cast<int64_t>(b)];
        return first != second ? first > second : a < b;
    };
    std::sort(keys.begin(), keys.end(), before);
}

int64_t Valuation::weight(std::span<const uint64_t> keys) const {
    int64_t total = 0;
    for (uint64_t key : keys) total += terms_.weights[static_cast<int64_t>(key)];
    return total;
}

int64_t Valuation::known(std::span<const uint64_t> keys, int64_t guesses_left) const {
    for (int64_t row = 0; row < terms_.endings.size(0); ++row) {
        const auto label = [&](uint64_t key) { return terms_.endings(row, static_cast<int64_t>(key)); };
        if (std::all_of(keys.begin(), keys.end(), [&](uint64_t key) { return label(key) == label(keys[0]); })) return 0;
    }
    if (guesses_left < 1) return FORBIDDEN;
    return ends_named() && keys.size() == 1 ? price(keys[0], keys) : UNKNOWN;
}

void Valuation::include(Rates &into, uint64_t guess, int64_t parts, int64_t named, int64_t outside) const {
    if (parts < 2) return;
    into.outside = std::max(into.outside, outside);
    into.arity = std::max(into.arity, ends_named() ? parts - named : parts);
    into.cost = std::min(into.cost, cost(guess));
    into.per_bit = std::min(into.per_bit, static_cast<double>(cost(guess)) / std::log2(static_cast<double>(parts)));
}

int64_t Valuation::least(std::span<const uint64_t> keys, const Rates &of, int64_t guesses_left) {
    const int64_t total = weight(keys);
    double bits = bits_of(total);
    sorted_.clear();
    if (merged_) {
        for (uint64_t key : keys) {
            of_item_[static_cast<std::size_t>(terms_.items[static_cast<int64_t>(key)])] +=
                terms_.weights[static_cast<int64_t>(key)];
        }
        for (uint64_t key : keys) {
            int64_t &item = of_item_[static_cast<std::size_t>(terms_.items[static_cast<int64_t>(key)])];
            if (item == 0) continue;
            sorted_.push_back(item);
            bits -= bits_of(item);
            item = 0;
        }
        std::sort(sorted_.begin(), sorted_.end(), std::greater<>());
    } else {
        for (uint64_t key : keys) {
            sorted_.push_back(terms_.weights[static_cast<int64_t>(key)]);
            bits -= bits_[static_cast<std::size_t>(key)];
        }
    }
    const auto items = static_cast<int64_t>(sorted_.size());
    if (!has_room(static_cast<int64_t>(keys.size()), items, of, guesses_left)) return FORBIDDEN;
    const double shannon = bits * of.per_bit;
    const auto by_bits = static_cast<int64_t>(std::ceil(shannon - ROUNDING * (bits_of(total) * of.per_bit + 1)));
    const int64_t by_depth = ends_named() ? named_least(keys, of) : of.cost * std::max(total, huffman(of.arity));
    return std::max({by_bits, by_depth, peeled(keys, of)});
}

/// Whether a tree of this depth has a leaf for each item, or a node for each code that is named, and its guesses leave
/// enough codes behind.
bool Valuation::has_room(int64_t codes, int64_t items, const Rates &of, int64_t guesses_left) const {
    if (guesses_left >= codes) return true;
    if (codes > static_cast<int64_t>(largest_item_) + guesses_left * of.outside) return false;
    int64_t width = 1;
    int64_t nodes = 0;
    for (int64_t n = 0; n < guesses_left; ++n) {
        if ((ends_named() ? nodes : width) >= items) return true;
        nodes += width;
        width = std::min(width * of.arity, items);
    }
    return (ends_named() ? nodes : width) >= items;
}

/// The cost of the guesses at the sets along the largest parts, each of which has at least the lightest codes left.
int64_t Valuation::peeled(std::span<const uint64_t> keys, const Rates &of) const {
    int64_t total = 0;
    int64_t left = weight(keys);
    std::size_t gone = 0;
    while (keys.size() - gone > largest_item_) {
        total += of.cost * left;
        const std::size_t next =
            std::min(keys.size(), gone + std::max(static_cast<std::size_t>(of.outside), std::size_t{1}));
        for (; gone < next; ++gone) left -= terms_.weights[static_cast<int64_t>(keys[gone])];
    }
    return total;
}

/// The sum of weights times depths of Huffman's tree of `sorted_`.
int64_t Valuation::huffman(int64_t arity) {
    arity = std::max(arity, int64_t{2});
    auto leaf = static_cast<int64_t>(sorted_.size()) - 1; // the smallest left
    if (leaf < 1) return 0;
    int64_t joined = 0; // the smallest left of those joined
    int64_t total = 0;
    joined_.clear();
    int64_t take = (leaf - 1) % (arity - 1) + 2;
    for (int64_t left = leaf + 1; left > 1; left -= take - 1, take = arity) {
        int64_t sum = 0;
        for (int64_t n = 0; n < take; ++n) {
            const bool has_joined = joined < static_cast<int64_t>(joined_.size());
            if (leaf >= 0 &&
                (!has_joined || sorted_[static_cast<std::size_t>(leaf)] <= joined_[static_cast<std::size_t>(joined)])) {
                sum += sorted_[static_cast<std::size_t>(leaf--)];
            } else {
                sum += joined_[static_cast<std::size_t>(joined++)];
            }
        }
        joined_.push_back(sum);
        total += sum;
    }
    return total;
}

/// A bound for codes that are named: one at the first node, `arity` at those after it, and so on.
int64_t Valuation::named_least(std::span<const uint64_t> keys, const Rates &of) const {
    int64_t total = 0;
    int64_t before = 0; // the cost of the guesses before
    int64_t room = 1;
    int64_t width = 1;
    for (uint64_t key : keys) { // the largest weights first
        if (room == 0) {
            width = std::min(width * of.arity, static_cast<int64_t>(keys.size()));
            room = width;
            before += of.cost;
        }
        --room;
        total += terms_.weights[static_cast<int64_t>(key)] * (before + cost(key));
    }
    return total;
}

} // namespace codepegs
