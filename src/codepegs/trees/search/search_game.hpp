// A game as the searches for best trees see it: its codes are keys, a guess splits a set of them.
#pragma once

#include "core/array.hpp"
#include "core/packed_codes.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace codepegs {

class GuessBounds;
class Valuation;
struct SearchRules;
struct WorkDone;

/// The member of a set that makes the most parts of it.
struct MemberSplit {
    int64_t parts; // with its own
    uint64_t guess;
};

/// What guesses at a set can do at best, also at its subsets; for a `Valuation`.
struct Rates {
    int64_t arity = 1;                          // parts of a guess, without those that a guess names
    int64_t cost = int64_t{1} << 40;            // of a guess that splits it
    double per_bit = static_cast<double>(cost); // the least cost of a bit of information
    int64_t outside = 0;                        // codes that are not in the largest part of a guess
};

/// The codes of a game and their replies; for one thread.
class SearchGame {
  public:
    SearchGame(Packing layout, int64_t color_count, bool may_repeat)
        : packing(layout), colors(color_count), repeats(may_repeat) {}
    virtual ~SearchGame() = default;
    SearchGame(const SearchGame &) = delete;
    SearchGame &operator=(const SearchGame &) = delete;
    SearchGame(SearchGame &&) = delete;
    SearchGame &operator=(SearchGame &&) = delete;

    /// The pegs of a key; none if keys are numbers of a list.
    Packing packing;
    int64_t colors;
    bool repeats;

    /// What sets cost if secrets have weights, guesses have costs, or the game ends before the secret is named.
    Valuation *valuation = nullptr;

    /// Parts that a guess can make; the last one is the win.
    [[nodiscard]] virtual int64_t parts() const = 0;

    /// The largest number of codes that can be guessed.
    [[nodiscard]] virtual int64_t most_guesses(int64_t size) const { return size; }

    /// Check that keys are codes that can be secret.
    virtual void check_secrets(std::span<const uint64_t> keys) const = 0;

    /// Check that keys are codes that can be guessed.
    virtual void check_guesses(std::span<const uint64_t> keys) const = 0;

    /// Check that keys are codes that were guessed: of pegs, they may repeat a colour even if a secret may not.
    virtual void check_history(std::span<const uint64_t> keys) const { check_guesses(keys); }

    /// Reorder `keys[start:stop]` part by part, keeping the order within each; `sizes` receives the sizes.
    virtual void split(uint64_t *keys, int64_t start, int64_t stop, uint64_t guess, const Array<int64_t> &sizes) = 0;

    /// The part number of the reply to a guess.
    [[nodiscard]] virtual int64_t part(uint64_t guess, uint64_t secret) const = 0;

    /// The largest set of which `best_member` is asked.
    [[nodiscard]] virtual int64_t most_checked() const = 0;

    /// The member of a small set that makes the most parts, the first of them.
    virtual MemberSplit best_member(std::span<const uint64_t> keys) = 0;

    /// What scores the guesses at the sets of this game.
    virtual std::unique_ptr<GuessBounds> new_bounds(const SearchRules &rules, WorkDone &work) = 0;
};

} // namespace codepegs
