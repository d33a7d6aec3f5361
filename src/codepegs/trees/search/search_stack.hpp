// The stack of a search for best trees: the codes, and one frame for each turn up to the current one.
#pragma once

#include "core/buffer.hpp"
#include "core/packed_codes.hpp"
#include "trees/search/guess_bounds.hpp"
#include "trees/search/lower_bounds.hpp"
#include "trees/search/search_rules.hpp"
#include "trees/search/symmetry.hpp"
#include "trees/search/transposition_table.hpp"
#include "trees/search/valuation.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace codepegs {

/// A part whose value is not known at once: of three or more codes, if there is no `Valuation`.
struct Part {
    int64_t start;
    int64_t size;
    int64_t value; // a lower bound, or the exact value
    Knowledge known;
    SetHash hash;
};

/// The listed guesses of a set that have not been tried, the least score first.
class GuessQueue {
  public:
    /// Fill with the guesses 0 to `count - 1`, by score, then by number; or only by number.
    void fill(const int64_t *scores, int64_t count, bool ordered);

    [[nodiscard]] bool empty() const { return left_.empty(); }

    /// Remove and return the number of the next guess.
    int64_t next();

  private:
    struct Listed {
        int64_t score;
        int64_t number;
    };
    struct Later {
        bool operator()(const Listed &a, const Listed &b) const {
            return a.score != b.score ? a.score > b.score : a.number > b.number;
        }
    };
    std::vector<Listed> left_; // a heap
};

/// A set and the search for its best guess.
struct Frame {
    // The set, and the limit of its value.
    int64_t start = 0;
    int64_t stop = 0;
    SetHash hash{};
    int64_t limit = 0;
    MostParts most_parts{};
    Rates rates{};

    // The guesses listed: those with scores below `listed_below`. If turns differ and there is no `Valuation`, the
    // TIE_BITS of the scores are removed once the queue is filled.
    int64_t listed_below = 0;
    Buffer<int64_t> scores;
    Buffer<uint64_t> guesses;
    GuessQueue queue;
    int64_t symmetries = 0; // of the history
    Buffer<char> live;      // colours of some code

    // The current guess: the sizes of its parts, the parts to be searched, the sum of their bounds.
    Buffer<int64_t> sizes;
    Buffer<Part> parts;
    int64_t large = 0;
    int64_t sum = 0;
    int64_t at = 0; // the current part

    // The best guess so far.
    int64_t best = 0;
    uint64_t best_guess = 0;
    bool found = false;

    [[nodiscard]] int64_t size() const { return stop - start; }
};

/// The state that the searches share.
class SearchStack {
  public:
    SearchStack(std::unique_ptr<SearchGame> game, const SearchSettings &settings);

    /// Set the codes and the history; returns the next turn.
    int64_t place(Array<const uint64_t> codes, Array<const uint64_t> guesses);

    /// The frame of a turn, with room for its lists.
    Frame &open(int64_t turn);
    Frame &frame(int64_t turn) { return frames_[static_cast<std::size_t>(turn)]; }

    /// Whether there is no frame for the turn after the next one.
    [[nodiscard]] bool is_last(int64_t turn) const { return turn + 2 >= static_cast<int64_t>(frames_.size()); }

    /// The hash of `keys[start:stop]` at a turn.
    [[nodiscard]] SetHash hash(int64_t start, int64_t stop, int64_t turn) const {
        return hash_set(keys.data() + start, stop - start, turn, rules.same_turns);
    }

    /// Sort `keys[start:stop]`: which guess a search finds first depends on their order.
    void arrange(int64_t start, int64_t stop);

    [[nodiscard]] std::span<const uint64_t> keys_of(int64_t start, int64_t stop) const {
        return {keys.data() + start, static_cast<std::size_t>(stop - start)};
    }

    [[nodiscard]] SetAtTurn set_at(int64_t turn);
    [[nodiscard]] SetAtTurn part_at(int64_t turn, int64_t b);

    /// Split the set at a turn by a guess, and list its parts whose values are not known, the largest first.
    /// Returns the cost of the guess and all smaller parts, or -1 if all codes have the same reply.
    int64_t split_by(int64_t turn, uint64_t guess);

    /// Prepare the next turn for part b; its limit is that of the set minus the bounds of the other parts.
    void enter_part(int64_t turn, int64_t b);

    SearchRules rules;
    WorkDone work;
    History history;
    Buffer<uint64_t> keys;
    LowerBounds bounds;
    HistorySymmetries symmetries;

  private:
    std::vector<Frame> frames_;
};

} // namespace codepegs
