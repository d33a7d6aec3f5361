// What the tree of a set costs at least: from its size, from its members, from all guesses.
//
// Costs are relative: a code found by the very next guess costs nothing, one that is not costs `step[t]` more, t being
// the turn of that guess.
#pragma once

#include "core/array.hpp"
#include "core/buffer.hpp"
#include "core/export.hpp"
#include "core/packed_codes.hpp"
#include "strategies/one_step/small_sets.hpp"
#include "trees/search/guess_bounds.hpp"
#include "trees/search/search_rules.hpp"
#include "trees/search/transposition_table.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace codepegs {

/// A lower bound for one set.
struct SetBound {
    int64_t value;
    Knowledge known;
    MostParts most_parts;
};

/// A set of codes that a turn begins with.
struct SetAtTurn {
    std::span<const uint64_t> keys;
    int64_t turn;
    SetHash hash;
    MostParts most_parts; // of any set that it is a part of

    [[nodiscard]] int64_t size() const { return static_cast<int64_t>(keys.size()); }
};

/// Bounds for one set after another; for one thread.
class LowerBounds {
  public:
    LowerBounds(const SearchRules &rules, WorkDone &work);

    /// The value of one code or two.
    [[nodiscard]] int64_t value_of_few(int64_t turn, int64_t size) const;

    /// A bound from the members of a small set alone.
    SetBound check_members(const SetAtTurn &set, TranspositionTable table);

    /// A good bound without searching the set: what is known at once, or nothing. Then all guesses are to be scored:
    /// call `step`, of so many units of work, until it returns true, and `finish`.
    std::optional<SetBound> begin(const SetAtTurn &set, const History &history, TranspositionTable table);
    bool step(int64_t &units) { return guesses.step(units); }
    SetBound finish(TranspositionTable table);

    /// Scores the guesses at a set.
    GuessBounds guesses;

  private:
    const SearchRules &rules_;
    WorkDone &work_;
    SetAtTurn set_{};
    int64_t floor_ = 0;
};

} // namespace codepegs
