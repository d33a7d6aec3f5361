// The choice of groups that become items, while the list has space.
#pragma once

#include "equations.hpp"

#include <tuple>
#include <vector>

namespace codepegs::streaming {

/// The limits of the list, and of the search for groups.
struct Limits {
    int64_t most;     // hypotheses
    int64_t misfits;  // groups too large for the list that are skipped before it counts as full
    int64_t compared; // waiting groups of a depth compared before one is taken
    int64_t at_root;  // groups of a root of several parts that become items before any other
    int64_t in_part;  // groups that wait in a part of such a root before its groups become items
};

/// The state of the selection.
struct State {
    const Tree &tree;
    const Facts &facts;
    const Items &items;
    const Equations &equations;
    const Array<const double> &log_factorial;
};

/// Makes items of waiting groups while the list has space, then of unsettled parts of items.
/// Without a dummy, only nodes whose pegs are all accounted for can be queried. It is enough that items and known
/// groups account for them in every hypothesis. So items may be below other items, and their numbers of pegs then
/// differ between hypotheses.
/// A query about a part of the root excludes queries inside it. So with a dummy and a root of several parts, the other
/// items are of one part at a time, and queries about the root use the rest. Groups wait until their part has enough.
class ItemSelection {
  public:
    enum class Outcome { DONE, MORE, IMPOSSIBLE };

    explicit ItemSelection(const Limits &limits) : limits_(limits) {}

    /// Continue the selection. A unit of work is a group or a node tried.
    Outcome step(const State &state, uint64_t &rng, int64_t units);

    [[nodiscard]] const Limits &limits() const { return limits_; }

  private:
    enum class Phase { BEGIN, WAITING, BELOW };
    enum class Fit { FITS, FULL, IMPOSSIBLE };

    static bool apply_all_equations(const State &state);
    static int64_t next_node(const State &state, const std::vector<int64_t> &tried);
    static Fit add_node(const State &state, int64_t node, int64_t most);
    static Fit keep_last(const State &state, int64_t most);
    int64_t pick(const State &state, uint64_t &rng);
    bool try_group(const State &state, uint64_t &rng, bool &is_full);

    Limits limits_;
    Phase phase_ = Phase::BEGIN;
    int64_t part_ = 0;                 // the part of the root whose groups become items
    std::vector<int64_t> passed_over_; // groups that were too large
    std::vector<int64_t> tried_;       // nodes
};
CODEPEGS_OBJECT(ItemSelection);

/// Remove and return a waiting group that can be queried, or -1: one of the deepest, in a node with few items (without
/// a dummy with many, because finishing a node is better then). With a part of the root, only groups inside it.
int64_t pick_waiting(const Tree &tree, const Facts &facts, const Items &items, uint64_t &rng, int64_t compared,
                     int64_t part = NONE);

/// The question if the list is empty: a group and -1, or -1 and a node whose groups are compared; -1 and -1 for none.
std::tuple<int64_t, int64_t> pick_single(const Tree &tree, const Facts &facts, const Items &items,
                                         const Array<uint64_t> &rng);

} // namespace codepegs::streaming
