// Lower bounds for the tree of a set: from its size, from its members, from all guesses.
// Costs are relative: a code found by the next guess costs 0; every guess that does not find it adds `step[t]`, where t
// is its turn.
#pragma once

#include "core/array.hpp"
#include "core/buffer.hpp"
#include "core/export.hpp"
#include "core/packed_codes.hpp"
#include "trees/search/guess_bounds.hpp"
#include "trees/search/search_rules.hpp"
#include "trees/search/transposition_table.hpp"
#include "trees/search/valuation.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace codepegs {

/// A lower bound for one set.
struct SetBound {
    int64_t value;
    Knowledge known;
    MostParts most_parts;
};

/// The set of candidates at the beginning of a turn.
struct SetAtTurn {
    std::span<const uint64_t> keys;
    int64_t turn;
    SetHash hash;
    MostParts most_parts; // the largest numbers of parts at a set that contains it
    const Rates *rates;   // the same for a `Valuation`

    [[nodiscard]] int64_t size() const { return static_cast<int64_t>(keys.size()); }
};

/// Bounds of sets, one after another; for one thread.
class LowerBounds {
  public:
    LowerBounds(const SearchRules &rules, WorkDone &work);

    /// The value of a set that needs no search, or `Valuation::UNKNOWN`: of one or two codes, or by the valuation.
    [[nodiscard]] int64_t known_value(int64_t turn, std::span<const uint64_t> keys) const;

    /// A lower bound from what guesses can do at best.
    [[nodiscard]] int64_t least(const SetAtTurn &set, const MostParts &most_parts) const;

    /// A bound from only the members of a small set.
    SetBound check_members(const SetAtTurn &set, TranspositionTable table);

    /// A good bound without a search, if it is known at once. If not, score all guesses: call `step` with units of work
    /// until it returns true, then `finish`.
    std::optional<SetBound> begin(const SetAtTurn &set, const History &history, TranspositionTable table);
    bool step(int64_t &units) { return guesses->step(units); }
    SetBound finish(TranspositionTable table);

    /// Scores the guesses at a set.
    std::unique_ptr<GuessBounds> guesses;

  private:
    const SearchRules &rules_;
    WorkDone &work_;
    SetAtTurn set_{};
    int64_t floor_ = 0;
};

} // namespace codepegs
