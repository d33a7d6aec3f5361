// What sets cost in the games of a list whose secrets have weights or whose guesses have costs, or which end before the
// secret is named: the sum over the secrets of the weight times the cost of the guesses made.
#pragma once

#include "core/array.hpp"
#include "core/export.hpp"
#include "trees/search/search_game.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace codepegs {

/// The rules of such a game.
struct GameTerms {
    /// The weight of each secret.
    Array<const int64_t> weights;
    /// The cost of each guess.
    Array<const int64_t> costs;
    /// Labels of the secrets: the game is over when those left have one label in one row. Without rows, it ends when
    /// the secret is named, by the guess of its number.
    Array<const int64_t, 2> endings;
    /// The item of each secret, from 0: secrets of different items are never left together at the end.
    Array<const int64_t> items;
};
CODEPEGS_STRUCT(GameTerms, weights, costs, endings, items);

/// Values and bounds of sets whose keys are arranged by weight; for one thread.
class Valuation {
  public:
    static constexpr int64_t UNKNOWN = -1;

    Valuation(const GameTerms &terms, int64_t secrets, int64_t guesses);

    /// Whether the game ends when the secret is named.
    [[nodiscard]] bool ends_named() const { return terms_.endings.size(0) == 0; }

    /// Order keys by weight, the largest first, as bounds need them; the parts of a set keep the order.
    void arrange(std::span<uint64_t> keys) const;

    /// What a guess costs for all codes of a set.
    [[nodiscard]] int64_t price(uint64_t guess, std::span<const uint64_t> keys) const {
        return cost(guess) * weight(keys);
    }
    [[nodiscard]] int64_t cost(uint64_t guess) const { return terms_.costs[static_cast<int64_t>(guess)]; }
    [[nodiscard]] int64_t weight_of(uint64_t key) const { return terms_.weights[static_cast<int64_t>(key)]; }
    [[nodiscard]] int64_t item(uint64_t key) const { return terms_.items[static_cast<int64_t>(key)]; }

    /// Whether the game also ends when all that are left are of one class.
    [[nodiscard]] bool has_classes() const { return terms_.endings.size(0) > 1; }

    [[nodiscard]] int64_t weight(std::span<const uint64_t> keys) const;

    /// The value of a set that needs no search, or UNKNOWN: 0 if the game is over; FORBIDDEN if it is not, and no guess
    /// is left.
    [[nodiscard]] int64_t known(std::span<const uint64_t> keys, int64_t guesses_left = 1) const;
    [[nodiscard]] bool is_over(std::span<const uint64_t> keys) const { return !ends_named() && known(keys) == 0; }

    /// A lower bound of the value of a set that is not over.
    ///
    /// Every guess of a tree splits a set, into `arity` parts at most, and costs `cost` at least. So the items cost at
    /// least that times the sum of weights times depths of Huffman's tree of this arity; items that are named lie at
    /// any node of a tree, one at each. By Shannon's bound they also cost their entropy times `per_bit`. And if one
    /// follows the largest parts, no guess leaves more than `outside` codes behind. FORBIDDEN if a tree of as many
    /// guesses as are left has no room for the items.
    [[nodiscard]] int64_t least(std::span<const uint64_t> keys, const Rates &rates, int64_t guesses_left);

    /// The rates of all guesses together; those of one set are found by `include`.
    Rates rates;

    /// Include a guess that splits a set into parts, `named` of them by naming a code; `outside` codes are not in the
    /// largest part.
    void include(Rates &into, uint64_t guess, int64_t parts, int64_t named, int64_t outside) const;

  private:
    [[nodiscard]] bool has_room(int64_t codes, int64_t items, const Rates &of, int64_t guesses_left) const;
    [[nodiscard]] int64_t huffman(int64_t arity);
    [[nodiscard]] int64_t peeled(std::span<const uint64_t> keys, const Rates &of) const;
    [[nodiscard]] int64_t named_least(std::span<const uint64_t> keys, const Rates &of) const;

    GameTerms terms_;
    bool merged_ = false;          // whether some item has several secrets
    std::size_t largest_item_ = 1; // its secrets
    std::vector<double> bits_;     // by secret: w log2 w
    std::vector<int64_t> of_item_;
    std::vector<int64_t> sorted_; // weights of items, the largest first
    std::vector<int64_t> joined_;
};

} // namespace codepegs
