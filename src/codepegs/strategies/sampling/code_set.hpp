// A set of codes in columns, on which guesses are scored.
#pragma once

#include "core/array.hpp"
#include "core/export.hpp"
#include "strategies/sampling/guess_entropy.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace codepegs {

/// The rules that a comparison needs.
struct ComparedGame {
    int64_t pegs;
    int64_t colors;
    int64_t view;                    // of `other_curve`
    Array<const int64_t, 2> part_of; // part of each (black, total); 0 for impossible pairs
    int64_t parts;                   // the last one is the win
    bool repeats;                    // last, because a bool is shorter than its slot
};
CODEPEGS_STRUCT(ComparedGame, pegs, colors, view, part_of, parts, repeats);

/// Rows of codes, one after the other.
using Rows = std::vector<uint8_t>;

/// The share of work that is done, as callers take it.
inline int64_t thousandths(double share) { return static_cast<int64_t>(1000.0 * share); }

inline Rows rows_at(const Rows &rows, int64_t pegs, const std::vector<int64_t> &numbers) {
    Rows found;
    found.reserve(numbers.size() * index(pegs));
    for (const int64_t n : numbers) found.insert(found.end(), rows.begin() + n * pegs, rows.begin() + (n + 1) * pegs);
    return found;
}

/// The order of some values, the first of equal ones first.
template <class Value> inline std::vector<int64_t> order_of(const std::vector<Value> &values) {
    std::vector<int64_t> order(values.size());
    std::iota(order.begin(), order.end(), int64_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](int64_t one, int64_t other) { return values[index(one)] < values[index(other)]; });
    return order;
}

/// Keep some of the values, in this order.
template <class Value> inline void keep(std::vector<Value> &values, const std::vector<int64_t> &numbers) {
    std::vector<Value> kept;
    for (const int64_t n : numbers) kept.push_back(values[index(n)]);
    values = std::move(kept);
}

/// The costs of parts of 0, 1, 2, ... codes, and the same for the win.
using CostTable = std::vector<double>;

/// A set of codes in columns, on which guesses are scored.
class CodeSet {
  public:
    CodeSet(const ComparedGame &game, Rows codes, CostTable costs)
        : game_(game), rows_(std::move(codes)), costs_(std::move(costs)),
          size_(static_cast<int64_t>(rows_.size()) / game.pegs),
          width_((size_ + COLUMN_PADDING - 1) / COLUMN_PADDING * COLUMN_PADDING), columns_(index(game.pegs * width_)),
          counts_(index(game.colors * width_)), scorer_(replies(), size_, game.colors) {
        for (int64_t s = 0; s < size_; ++s) {
            for (int64_t i = 0; i < game.pegs; ++i) {
                const uint8_t color = rows_[index(s * game.pegs + i)];
                require(color < game.colors, "codes: a colour that the game does not have");
                columns_[index(i * width_ + s)] = color;
                ++counts_[index(color * width_ + s)];
            }
        }
        scorer_.set_codes({{columns_.data(), {game.pegs, width_}}, {counts_.data(), {game.colors, width_}}, size_});
    }
    CodeSet(const CodeSet &) = delete;
    CodeSet &operator=(const CodeSet &) = delete;

    [[nodiscard]] int64_t size() const { return size_; }
    [[nodiscard]] const Rows &rows() const { return rows_; }
    [[nodiscard]] Array<const uint8_t, 2> codes() const { return {rows_.data(), {size_, game_.pegs}}; }
    [[nodiscard]] double cost(int64_t size) const { return costs_[index(size)]; }
    [[nodiscard]] ReplyCosts replies() const {
        return {game_.part_of, game_.parts, {costs_.data(), {2, static_cast<int64_t>(costs_.size()) / 2}}};
    }

    double score(const uint8_t *guess) { return scorer_.score(guess); }
    double improve(uint8_t *guess, int64_t proposals, uint64_t &state) {
        return scorer_.improve(guess, game_.repeats, proposals, state, 0.0);
    }

    /// The sizes of the parts by a guess.
    std::vector<int64_t> part_sizes(const uint8_t *guess) {
        std::vector<int64_t> sizes(index(game_.parts));
        scorer_.score(guess);
        for (int64_t s = 0; s < size_; ++s) ++sizes[index(scorer_.part_of(s))];
        return sizes;
    }

    /// The share of the codes that a guess leaves, on average.
    double share_left(const uint8_t *guess) {
        double squares = 0.0;
        for (const int64_t part : part_sizes(guess)) squares += static_cast<double>(part * part);
        return squares / static_cast<double>(size_ * size_);
    }

    [[nodiscard]] bool has(const uint8_t *code) const {
        for (int64_t s = 0; s < size_; ++s) {
            if (std::equal(code, code + game_.pegs, rows_.data() + s * game_.pegs)) return true;
        }
        return false;
    }

  private:
    ComparedGame game_;
    Rows rows_;
    CostTable costs_;
    int64_t size_;
    int64_t width_;
    std::vector<uint8_t> columns_;
    std::vector<uint8_t> counts_;
    GuessScorer scorer_;
};

} // namespace codepegs
