// Which groups become items: what is asked for next, while the list has room.
#pragma once

#include "equations.hpp"

#include <vector>

namespace codepegs::streaming {

/// How far the list may grow, and how hard is looked for groups that fit.
struct Limits {
    int64_t most;     // hypotheses
    int64_t misfits;  // groups too large for the list that are passed over before it counts as full
    int64_t compared; // waiting groups of a depth compared before one is taken
};

/// What the selection works on.
struct State {
    const Tree &tree;
    const Facts &facts;
    const Items &items;
    const Equations &equations;
    const Array<const double> &log_factorial;
};

/// Makes items of waiting groups while the list has room, then of parts of items that are not known yet.
///
/// Where no dummy exists only nodes all of whose pegs are accounted for can be asked for. They need not be known,
/// though: it is enough that in every hypothesis items and known groups account for them. So items may stand below
/// other items, and how many pegs they share out differs from one hypothesis to the next.
class ItemSelection {
  public:
    enum class Outcome { DONE, MORE, IMPOSSIBLE };

    explicit ItemSelection(const Limits &limits) : limits_(limits) {}

    /// Go on with the selection. A unit of work is a group or a node that is tried.
    Outcome step(const State &state, uint64_t &rng, int64_t units);

    [[nodiscard]] const Limits &limits() const { return limits_; }

  private:
    enum class Phase { BEGIN, WAITING, BELOW };
    enum class Fit { FITS, FULL, IMPOSSIBLE };

    static bool apply_all_equations(const State &state);
    static int64_t next_node(const State &state, const std::vector<int64_t> &tried);
    static Fit add_node(const State &state, int64_t node, int64_t most);
    static Fit keep_last(const State &state, int64_t most);
    bool try_group(const State &state, uint64_t &rng, bool &is_full);

    Limits limits_;
    Phase phase_ = Phase::BEGIN;
    std::vector<int64_t> passed_over_; // groups that did not fit
    std::vector<int64_t> tried_;       // nodes
};
CODEPEGS_OBJECT(ItemSelection);

/// A waiting group that can be asked for, taken off its list, or -1: one of the deepest, preferring nodes with fewer
/// items (with more where no dummy exists, because a node is better finished there).
int64_t pick_waiting(const Tree &tree, const Facts &facts, const Items &items, uint64_t &rng, int64_t compared);

} // namespace codepegs::streaming
