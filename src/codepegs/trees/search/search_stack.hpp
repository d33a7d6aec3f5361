// Where a search for best trees is: the codes, and one frame for each turn from the first to the present one.
#pragma once

#include "core/buffer.hpp"
#include "core/packed_codes.hpp"
#include "trees/search/guess_bounds.hpp"
#include "trees/search/lower_bounds.hpp"
#include "trees/search/search_rules.hpp"
#include "trees/search/symmetry.hpp"
#include "trees/search/transposition_table.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace codepegs {

/// One part of three codes or more that a guess makes.
struct Part {
    int64_t start;
    int64_t size;
    int64_t value; // a lower bound, or the value itself
    Knowledge known;
    SetHash hash;
};

/// The guesses listed at a set that are still to be tried, the one with the least score first.
class GuessQueue {
  public:
    /// Take the guesses 0 to `count - 1`; by score, the first of equal ones first, or in order of their numbers.
    void fill(const int64_t *scores, int64_t count, bool ordered);

    [[nodiscard]] bool empty() const { return left_.empty(); }

    /// Take out the number of the next guess.
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
    // The set, and the value that it has to be below.
    int64_t start = 0;
    int64_t stop = 0;
    SetHash hash{};
    int64_t limit = 0;
    MostParts most_parts{};

    // The guesses listed, those below a limit of their own. Where turns differ, scores are without their TIE_BITS once
    // the queue is filled.
    int64_t listed_below = 0;
    Buffer<int64_t> scores;
    Buffer<uint64_t> guesses;
    GuessQueue queue;
    int64_t symmetries = 0; // of the history
    Buffer<char> live;      // colours that some code holds

    // The guess being tried: the sizes of its parts, those of three codes and more, the sum of their bounds.
    Buffer<int64_t> sizes;
    Buffer<Part> parts;
    int64_t large = 0;
    int64_t sum = 0;
    int64_t at = 0; // the part being looked at

    // The best guess so far.
    int64_t best = 0;
    uint64_t best_guess = 0;
    bool found = false;

    [[nodiscard]] int64_t size() const { return stop - start; }
};

/// What the searches share.
class SearchStack {
  public:
    SearchStack(const CodeRules &game, const Cells &cells, const SearchSettings &settings);

    /// Put a set after a history; returns the turn that is next.
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

    [[nodiscard]] SetAtTurn set_at(int64_t turn);
    [[nodiscard]] SetAtTurn part_at(int64_t turn, int64_t b);

    /// Split the set at a turn by a guess, and list its parts of three codes and more, the largest first.
    ///
    /// Returns what the guess and all smaller parts cost, or -1 when all codes have the same reply.
    int64_t split_by(int64_t turn, uint64_t guess);

    /// Get the next turn ready for part b: what is below the sum of the others is what it may cost.
    void enter_part(int64_t turn, int64_t b);

    SearchRules rules;
    WorkDone work;
    History history;
    Buffer<uint64_t> keys;
    LowerBounds bounds;
    HistorySymmetries symmetries;

  private:
    std::vector<Frame> frames_;
    SplitScratch scratch_;
};

} // namespace codepegs
