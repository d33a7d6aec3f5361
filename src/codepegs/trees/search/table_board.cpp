// Lower bounds of sets of codes for certificates of tables, for Python: from all guesses at a set.
//
// These are the rules of `Table` and `TableBoard` in `certificate_checker.py`, which gives the reasons. Nothing here is
// shared with the searches.
#include "core/export.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <queue>
#include <tuple>
#include <vector>

namespace codepegs {

/// Lower bounds of sets of secrets of a table; for one thread.
class TableBoard {
  public:
    /// What guesses can do to a set at best, also to its subsets.
    struct Rates {
        int64_t arity = 0;   // parts besides one that is named
        int64_t cost = 0;    // of the cheapest guess that splits the set
        int64_t outside = 0; // codes outside of the largest part
    };

    TableBoard(Array<const uint16_t, 2> by_guess, Array<const int64_t> weights, Array<const int64_t> costs,
               Array<const int64_t> items, Array<const int64_t, 2> endings);

    [[nodiscard]] int64_t guesses() const { return by_guess_.size(0); }
    void check_set(Array<const uint16_t> codes) const;

    /// A lower bound of the cost of a set, from the rates of a set that contains it.
    int64_t least(const std::vector<uint16_t> &codes, const Rates &rates);

    /// Count the parts that all guesses make of a set.
    Rates split(const std::vector<uint16_t> &codes);

    /// Call `use(guess, sum)` for the guesses of the set split last, with the sums of their prices and bounds.
    template <typename Use> void score(const std::vector<uint16_t> &codes, const Rates &rates, Use use);

  private:
    static constexpr uint16_t WIN = 0; // the number of the reply to the guess that names the secret

    [[nodiscard]] bool ends_named() const { return endings_.size(0) == 0; }
    [[nodiscard]] int64_t weight(const std::vector<uint16_t> &codes) const;
    [[nodiscard]] int64_t exact(const std::vector<uint16_t> &codes) const;
    int64_t huffman(const std::vector<uint16_t> &codes, int64_t arity);

    static constexpr int64_t UNKNOWN = -1;

    Array<const uint16_t, 2> by_guess_;
    Array<const int64_t> weights_;
    Array<const int64_t> costs_;
    Array<const int64_t> items_;
    Array<const int64_t, 2> endings_;
    int64_t largest_item_ = 1;
    std::vector<int64_t> of_item_;                      // by item: all 0 between calls
    std::vector<int64_t> sorted_;                       // weights, the largest first
    std::vector<uint16_t> name_;                        // by reply
    std::map<std::vector<uint16_t>, int64_t> cheapest_; // by partition: the guess
};
CODEPEGS_OBJECT(TableBoard);

TableBoard::TableBoard(Array<const uint16_t, 2> by_guess, Array<const int64_t> weights, Array<const int64_t> costs,
                       Array<const int64_t> items, Array<const int64_t, 2> endings)
    : by_guess_(by_guess), weights_(weights), costs_(costs), items_(items), endings_(endings),
      of_item_(index(weights.size()), 0), name_(std::size_t{UINT16_MAX} + 1, 0) {
    const int64_t secrets = by_guess.size(1);
    require(secrets > 0 && secrets <= UINT16_MAX, "by_guess: expected a column for each of 1 to 65,535 secrets");
    require(by_guess.size(0) > 0 && costs.size() == by_guess.size(0), "costs: expected one for each row of by_guess");
    require(weights.size() == secrets && items.size() == secrets, "weights and items: expected one for each secret");
    require(endings.size(1) == secrets, "endings: expected a label for each secret");
    require(!ends_named() || by_guess.size(0) >= secrets, "by_guess: expected a guess that names each secret");
    for (int64_t item : items) {
        require(item >= 0 && item < secrets, "items: expected numbers of secrets");
        largest_item_ = std::max(largest_item_, ++of_item_[index(item)]);
    }
    std::fill(of_item_.begin(), of_item_.end(), 0);
}

void TableBoard::check_set(Array<const uint16_t> codes) const {
    require(codes.size() > 0, "codes: expected one at least");
    require(std::all_of(codes.begin(), codes.end(), [this](uint16_t code) { return code < weights_.size(); }),
            "codes: there is no such code");
}

int64_t TableBoard::weight(const std::vector<uint16_t> &codes) const {
    int64_t total = 0;
    for (uint16_t code : codes) total += weights_[code];
    return total;
}

/// The cost of a set after which the game is over, or whose only code is left to be named; UNKNOWN for others.
int64_t TableBoard::exact(const std::vector<uint16_t> &codes) const {
    if (ends_named()) return codes.size() == 1 ? costs_[codes[0]] * weights_[codes[0]] : UNKNOWN;
    for (int64_t row = 0; row < endings_.size(0); ++row) {
        const int64_t label = endings_(row, codes[0]);
        if (std::all_of(codes.begin(), codes.end(), [&](uint16_t code) { return endings_(row, code) == label; })) {
            return 0;
        }
    }
    return UNKNOWN;
}

/// The least sum of weights times depths of the leaves of a tree with at most `arity` branches, a leaf for each item.
int64_t TableBoard::huffman(const std::vector<uint16_t> &codes, int64_t arity) {
    std::priority_queue<int64_t, std::vector<int64_t>, std::greater<>> heap;
    for (uint16_t code : codes) of_item_[index(items_[code])] += weights_[code];
    for (uint16_t code : codes) {
        int64_t &item = of_item_[index(items_[code])];
        if (item > 0) heap.push(item);
        item = 0;
    }
    auto left = static_cast<int64_t>(heap.size());
    int64_t total = 0;
    for (int64_t take = (left + arity - 3) % (arity - 1) + 2; left > 1; left -= take - 1, take = arity) {
        int64_t joined = 0;
        for (int64_t n = 0; n < take; ++n) {
            joined += heap.top();
            heap.pop();
        }
        total += joined;
        heap.push(joined);
    }
    return total;
}

int64_t TableBoard::least(const std::vector<uint16_t> &codes, const Rates &rates) {
    if (const int64_t known = exact(codes); known != UNKNOWN) return known;
    const auto size = static_cast<int64_t>(codes.size());
    sorted_.clear();
    for (uint16_t code : codes) sorted_.push_back(weights_[code]);
    std::sort(sorted_.begin(), sorted_.end(), std::greater<>());
    int64_t total = 0;
    if (ends_named()) { // one at the first node, `arity` at those after it, and so on
        int64_t before = 0;
        int64_t width = 1;
        for (int64_t next = 0; next < size; width = std::min(width * rates.arity, size), before += rates.cost) {
            for (const int64_t stop = std::min(next + width, size); next < stop; ++next) {
                total += before * sorted_[index(next)];
            }
        }
        for (uint16_t code : codes) total += weights_[code] * costs_[code];
    } else {
        total = rates.cost * std::max(weight(codes), huffman(codes, std::max(rates.arity, int64_t{2})));
    }
    int64_t peeled = 0; // along the largest parts
    int64_t left = weight(codes);
    const int64_t step = std::max(rates.outside, int64_t{1});
    for (int64_t gone = 0; gone < size - largest_item_; gone += step) {
        peeled += rates.cost * left;
        for (int64_t n = gone; n < std::min(gone + step, size); ++n) left -= sorted_[index(n)];
    }
    return std::max(total, peeled);
}

TableBoard::Rates TableBoard::split(const std::vector<uint16_t> &codes) {
    cheapest_.clear();
    Rates rates{.cost = std::numeric_limits<int64_t>::max()};
    const auto size = static_cast<int64_t>(codes.size());
    std::vector<uint16_t> partition(codes.size());
    std::vector<int64_t> sizes;
    for (int64_t guess = 0; guess < guesses(); ++guess) {
        const uint16_t *const reply = by_guess_.data() + guess * by_guess_.size(1);
        sizes.assign(1, 0); // the code that is named
        for (std::size_t n = 0; n < codes.size(); ++n) {
            uint16_t &name = name_[reply[codes[n]]];
            if (name == 0 && reply[codes[n]] != WIN) {
                name = static_cast<uint16_t>(sizes.size());
                sizes.push_back(0);
            }
            partition[n] = name;
            ++sizes[name];
        }
        for (uint16_t code : codes) name_[reply[code]] = 0;
        const int64_t largest = *std::max_element(sizes.begin(), sizes.end());
        if (largest == size) continue; // no information
        rates.outside = std::max(rates.outside, size - largest);
        const int64_t won = !ends_named() && sizes[WIN] > 0 ? 1 : 0; // an end as any other
        rates.arity = std::max(rates.arity, static_cast<int64_t>(sizes.size()) - 1 + won);
        rates.cost = std::min(rates.cost, costs_[guess]);
        const auto [found, is_new] = cheapest_.try_emplace(partition, guess);
        if (!is_new && costs_[guess] < costs_[found->second]) found->second = guess;
    }
    require(rates.arity > 0, "codes: expected a set after which the game is not over");
    return rates;
}

template <typename Use> void TableBoard::score(const std::vector<uint16_t> &codes, const Rates &rates, Use use) {
    const int64_t all = weight(codes);
    std::vector<std::vector<uint16_t>> parts;
    for (const auto &[partition, guess] : cheapest_) {
        parts.assign(static_cast<std::size_t>(*std::max_element(partition.begin(), partition.end())) + 1, {});
        for (std::size_t n = 0; n < codes.size(); ++n) parts[partition[n]].push_back(codes[n]);
        int64_t sum = costs_[guess] * all;
        for (std::size_t part = 1; part < parts.size(); ++part) sum += least(parts[part], rates);
        use(guess, sum);
    }
}

/// Make a board of a table.
///
/// `by_guess` has the numbers of the replies to each guess (row) by each secret (column); 0 is that to the guess that
/// names the secret. `weights` and `items` are those of the secrets: secrets of different items are never left together
/// at the end. `costs` are those of the guesses. `endings` has labels of the secrets, shape (rows, secrets): the game
/// is over when those left have one label in one row; without rows, when the secret is named, by the guess of its
/// number.
std::unique_ptr<TableBoard> new_table_board(Array<const uint16_t, 2> by_guess, Array<const int64_t> weights,
                                            Array<const int64_t> costs, Array<const int64_t> items,
                                            Array<const int64_t, 2> endings) {
    return std::make_unique<TableBoard>(by_guess, weights, costs, items, endings);
}

static std::vector<uint16_t> set_of(const TableBoard &board, Array<const uint16_t> codes) {
    board.check_set(codes);
    return {codes.begin(), codes.end()};
}

/// Return a lower bound of the cost of a set, from the rates of a set that contains it.
int64_t bound_of_part(TableBoard &board, Array<const uint16_t> codes, int64_t arity, int64_t cost, int64_t outside) {
    require(arity >= 1 && cost >= 1 && outside >= 0, "rates: expected those of a set");
    return board.least(set_of(board, codes), {arity, cost, outside});
}

/// Return a lower bound of the cost of a set that is not over, from all guesses at it.
int64_t one_step_of_set(TableBoard &board, Array<const uint16_t> codes) {
    const std::vector<uint16_t> held = set_of(board, codes);
    const TableBoard::Rates rates = board.split(held);
    int64_t lowest = std::numeric_limits<int64_t>::max();
    board.score(held, rates, [&](int64_t, int64_t sum) { lowest = std::min(lowest, sum); });
    return std::max(lowest, board.least(held, rates));
}

/// Write the guesses, ascending, for which counting alone does not show that a set costs `target`.
///
/// Of guesses that make the same parts, only the cheapest is written. Returns their number and the rates of the set:
/// into how many parts guesses split it, what the cheapest costs, how many codes lie outside of the largest part.
std::tuple<int64_t, int64_t, int64_t, int64_t> guesses_left_open(TableBoard &board, Array<const uint16_t> codes,
                                                                 int64_t target, Array<int64_t> guesses) {
    require(guesses.size() >= board.guesses(), "guesses: expected room for every guess");
    const std::vector<uint16_t> held = set_of(board, codes);
    const TableBoard::Rates rates = board.split(held);
    int64_t count = 0;
    if (board.least(held, rates) < target) {
        board.score(held, rates, [&](int64_t guess, int64_t sum) {
            if (sum < target) guesses[count++] = guess;
        });
    }
    std::sort(guesses.begin(), guesses.begin() + count);
    return {count, rates.arity, rates.cost, rates.outside};
}

} // namespace codepegs

CODEPEGS_FREE(TableBoard);
CODEPEGS_EXPORT(new_table_board, by_guess, weights, costs, items, endings);
CODEPEGS_EXPORT(bound_of_part, board, codes, arity, cost, outside);
CODEPEGS_EXPORT(one_step_of_set, board, codes);
CODEPEGS_EXPORT(guesses_left_open, board, codes, target, guesses);
