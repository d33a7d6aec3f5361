// Depth-first branch and bound for the best tree of a set, with a transposition table.
// The search minimises the sum of the costs (lower_bounds.hpp) of finding each code of a set, optionally by a tree of
// limited depth.
// At each set, all guesses that can differ are scored by the sum of lower bounds over their parts, eight at a time, and
// tried in that order. Before a part is searched, its bound is improved step by step, the least work first: the
// transposition table, whether a member splits the part fully, the least sum of bounds over all guesses. A guess is
// dropped when its sum reaches the best value so far. Guesses that a symmetry of the history maps to a lower one are
// skipped, as in G. Ville, "An optimal Mastermind (4,7) strategy and more results in the expected case", 2013.
// A search runs in steps: it can be paused after any amount of work and continued with the same result.
#pragma once

#include "trees/search/search_stack.hpp"
#include "trees/search/transposition_table.hpp"

#include <cstdint>
#include <limits>
#include <vector>

namespace codepegs {

/// The result wanted of a search.
enum class Goal {
    VALUE,     // the value, if it is below the limit
    GUESS,     // the best guess too, even if the value is known
    CHOICES,   // the guesses worth trying, without searching them
    BOUND,     // a lower bound of the value, from one step ahead
    ONE_GUESS, // the value of one given guess
};

/// How a step of a search ended.
enum class Progress : int64_t {
    DONE = 0,
    UNFINISHED = 1, // out of units of work
    QUOTA = 2,      // the limit of sets scored is reached
    TOO_DEEP = 3,   // there may be more turns than the stack holds
};

/// Searches, one after another, on a stack that others may use in between.
class BranchAndBound {
  public:
    explicit BranchAndBound(SearchStack &stack) : stack_(stack) {}

    /// Begin to search `keys[start:stop]` at a turn for a value below `limit`.
    void begin(int64_t start, int64_t stop, int64_t turn, int64_t limit, Goal goal);

    /// Begin to search `guess` alone; `most_parts` is that of the list of choices.
    void begin_with(int64_t start, int64_t stop, int64_t turn, int64_t limit, uint64_t guess, MostParts most_parts);

    /// Make the search pause after `sets` more sets were scored.
    void set_quota(int64_t sets) { last_ = stack_.work.sets + sets; }

    /// Continue for `units` of work, about 0.3 nanoseconds each.
    Progress step(TranspositionTable table, int64_t &units);

    /// The value when done: exact if below the limit, otherwise a lower bound of at least the limit.
    [[nodiscard]] int64_t value() const { return value_; }

    /// After a search for a bound: whether it is the value.
    [[nodiscard]] bool is_exact() const { return exact_; }

    /// The frame of the set that is searched.
    [[nodiscard]] Frame &top() { return stack_.frame(top_); }

    /// After a search for choices: whether they are listed; they are not if the value is known or at least the limit.
    [[nodiscard]] bool has_choices() const { return listed_; }

    /// Return the choices, best first, without equivalent ones, as numbers of guesses of `top()`.
    std::vector<int64_t> take_choices();

  private:
    enum class Mode { ENTER, PROBE, LIST, NEXT_GUESS, PROBE_PARTS, NEXT_PART, LEAVE };

    bool has_twin(const Frame &f, uint64_t guess);
    void answer(const SetBound &bound);
    void list_guesses(MostParts most_parts, int64_t limit);
    void finish_list();
    void try_next_guess(TranspositionTable table, int64_t &units);
    bool ask_parts(uint64_t guess, TranspositionTable table, int64_t &units);
    bool probe_parts(TranspositionTable table, int64_t &units);
    void raise_part(Part &part, const SetBound &bound);
    void leave_set(TranspositionTable table);
    bool next_part();
    void leave_part();

    SearchStack &stack_;
    Mode mode_ = Mode::LEAVE;
    Goal goal_ = Goal::VALUE;
    int64_t turn_ = 1;
    int64_t top_ = 1;
    int64_t value_ = 0;
    int64_t last_ = std::numeric_limits<int64_t>::max();
    bool scoring_ = false; // the guesses at the part whose bound is computed
    bool listed_ = false;
    bool exact_ = false;
};

} // namespace codepegs
