// Symmetries of a history in the search for best trees: a guess that a symmetry maps to a lower one is skipped.
// A symmetry is a permutation of pegs with a renaming of colours that together map every guess so far to itself. Each
// guess keeps or breaks a symmetry, so those of a turn are a subset of those of the turn before.
#pragma once

#include "core/array.hpp"
#include "core/buffer.hpp"
#include "core/packed_codes.hpp"

#include <cstdint>
#include <vector>

namespace codepegs {

/// The symmetries of one history, kept turn by turn.
class HistorySymmetries {
  public:
    /// `permutations` of the pegs to try, the identity first, shape (orders, pegs).
    HistorySymmetries(Packing packing, int64_t colors, bool repeats, Array<const int64_t, 2> permutations);

    /// Find the symmetries that fix `guesses[1]` to `guesses[turn - 1]`, without the identity; returns their number.
    /// From turn MOST_TURN on, where they are rare, it returns 0.
    int64_t find(const Buffer<uint64_t> &guesses, int64_t turn);

    /// Whether one of the symmetries of a turn maps a guess to a numerically lower one; `live` has the colours that
    /// occur in some code of the set.
    /// Colours never played are interchangeable, and so are those that occur in no code: they are renamed to the lowest
    /// of their kind in the order of appearance (with repeats, all that occur in no code to the lowest of them).
    [[nodiscard]] bool has_lower_twin(int64_t turn, uint64_t guess, const Buffer<char> &live) const;

  private:
    static constexpr int64_t MOST_TURN = 5;

    /// The symmetries that fix the guesses before a turn, one row each: the order of the pegs, where each colour goes
    /// (-1: free), and where each colour comes from.
    struct Level {
        bool filled = false;
        uint64_t guess = 0; // the last of the guesses
        std::vector<int32_t> rows;
    };

    [[nodiscard]] int64_t row_size() const { return packing_.pegs + 2 * colors_; }
    [[nodiscard]] bool fixes(int32_t *row, uint64_t guess) const;
    [[nodiscard]] bool maps_lower(const int32_t *row, const int64_t *digits, const Buffer<char> &live) const;

    Packing packing_;
    int64_t colors_;
    bool repeats_;
    Level levels_[MOST_TURN];
};

} // namespace codepegs
