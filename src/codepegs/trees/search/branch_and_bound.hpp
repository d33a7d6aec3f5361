// The best tree of a set: depth-first branch and bound over all guesses, with a table of the sets it has seen.
//
// What is searched for is the least sum, over the codes of a set, of what finding each costs (lower_bounds.hpp), by a
// tree that may be forbidden to be deeper than some turns.
//
// At each set all guesses that can differ are scored by the sum of lower bounds over their parts, eight at a time, and
// tried in that order. Before a part is searched it is asked for better and better bounds, the cheapest first: what the
// table knows, whether a member splits it fully, the least sum of bounds over all guesses. A guess is dropped as soon
// as its sum reaches the best value so far. Guesses that a symmetry of the history maps to a lower one are left out, as
// in G. Ville, "An optimal Mastermind (4,7) strategy and more results in the expected case", 2013.
//
// A search is made in steps: it can be left after any amount of work and taken up again, with the same outcome.
#pragma once

#include "trees/search/search_stack.hpp"
#include "trees/search/transposition_table.hpp"

#include <cstdint>
#include <limits>
#include <vector>

namespace codepegs {

/// What a search at the top is to find.
enum class Goal {
    VALUE,     // the value, if it is below the limit
    GUESS,     // the best guess too, even where the value is known
    CHOICES,   // the guesses worth trying, which are not tried
    ONE_GUESS, // the value when one guess comes next, whatever else there is
};

/// How a step of a search ended.
enum class Progress : int64_t {
    DONE = 0,
    UNFINISHED = 1, // the units of work are used up
    QUOTA = 2,      // as many sets as wanted were scored
    TOO_DEEP = 3,   // there may be more turns than a search has room for
};

/// One search after another, in a stack that may have other users in between.
class BranchAndBound {
  public:
    explicit BranchAndBound(SearchStack &stack) : stack_(stack) {}

    /// Get ready to search `keys[start:stop]` at a turn for a value below `limit`.
    void begin(int64_t start, int64_t stop, int64_t turn, int64_t limit, Goal goal);

    /// Get ready for `guess` alone; `most_parts` as the list of choices had it.
    void begin_with(int64_t start, int64_t stop, int64_t turn, int64_t limit, uint64_t guess, MostParts most_parts);

    /// Let the search pause once `sets` more sets were scored.
    void set_quota(int64_t sets) { last_ = stack_.work.sets + sets; }

    /// Go on for so many units of work, about 0.3 nanoseconds each.
    Progress step(TranspositionTable table, int64_t &units);

    /// When done: exact when below the limit, else a bound of at least that.
    [[nodiscard]] int64_t value() const { return value_; }

    /// The frame of the set that is searched.
    [[nodiscard]] Frame &top() { return stack_.frame(top_); }

    /// After a search for choices: whether they are listed, the value being neither known nor at least the limit.
    [[nodiscard]] bool has_choices() const { return listed_; }

    /// Take out the choices, best first, without twins: the numbers of guesses of `top()`.
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
    bool scoring_ = false; // the guesses at the part that is asked for its bound
    bool listed_ = false;
};

} // namespace codepegs
