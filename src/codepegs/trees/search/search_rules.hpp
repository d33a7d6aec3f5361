// What a search for best trees is about, and the history that it is at.
#pragma once

#include "core/array.hpp"
#include "core/buffer.hpp"
#include "core/export.hpp"
#include "core/packed_codes.hpp"
#include "strategies/one_step/small_sets.hpp"

#include <cstdint>
#include <span>

namespace codepegs {

/// The value of a set whose codes cannot all be found in the turns that are left.
inline constexpr int64_t FORBIDDEN = int64_t{1} << 44;

/// The costs and the means of a search.
struct SearchSettings {
    alignas(8) bool candidates_only;
    /// The turn after which no code may be left; `NEVER` for any.
    int64_t turns;
    /// The cost of not finding a code at each turn, from 0; there are two more entries than turns that are searched.
    Array<const int64_t> step;
    /// Whether value and bounds are the same at every turn.
    alignas(8) bool same_turns;
    /// The least value of any set, by turn and size up to that of the game; one row when the same at every turn.
    Array<const int64_t, 2> bounds;
    /// Whether replies are sums over the pegs, each by itself: black ones alone, repeats allowed.
    alignas(8) bool blacks_alone;
    /// Whether sets are asked for better bounds than their sizes give.
    alignas(8) bool bounded;
    /// Whether guesses with lower bounds are tried first.
    alignas(8) bool ordered;
    /// All orders of the pegs, the identity first; or only that one, to search without symmetry of positions.
    Array<const int64_t, 2> permutations;
};
CODEPEGS_STRUCT(SearchSettings, candidates_only, turns, step, same_turns, bounds, blacks_alone, bounded, ordered,
                permutations);

/// What a search is about, checked.
struct SearchRules : SearchSettings {
    SearchRules(const CodeRules &game_rules, const Cells &game_cells, const SearchSettings &settings);

    CodeRules game;
    Cells cells;
    Packing packing;

    /// Codes of the game.
    [[nodiscard]] int64_t game_size() const { return bounds.size(1) - 1; }
    [[nodiscard]] int64_t most_turns() const { return step.size() - 2; }

    /// Check that keys are codes of the game.
    void check_codes(std::span<const uint64_t> keys) const;

    /// The least value of `size` codes at a turn, when no guess makes more parts of them than `below` and `other` say.
    [[nodiscard]] int64_t least(int64_t turn, int64_t size, int64_t below, int64_t other) const;
};

/// The least value of `size` codes, every guess costing 1, when no guess makes many parts of them.
///
/// `below` is the most parts a member makes besides itself, `other` the most that another guess makes. Subsets of the
/// codes make no more parts than they do, so a tree of them that finds c codes with d guesses before them has a sum of
/// d c; and for any s the sum of s - d over the codes with d < s is at most g(s) = max(s + below g(s - 1), other
/// g(s - 1)), whence the value is at least s size - g(s).
int64_t full_tree(int64_t size, int64_t below, int64_t other);

/// The most parts that a guess makes of a set: a member besides itself, and another guess. Its subsets make no more.
struct MostParts {
    int64_t below;
    int64_t other;
};

/// Work counted over all searches of one thread.
struct WorkDone {
    int64_t sets = 0;     // sets whose guesses were scored
    int64_t scored = 0;   // guesses scored
    int64_t expanded = 0; // guesses tried
    int64_t known = 0;    // answers from the table
    int64_t checked = 0;  // sets whose members were checked
    int64_t twins = 0;    // guesses left out because of a symmetry
};

/// The guesses made before a turn.
struct History {
    Buffer<uint64_t> guesses;     // by turn, from 1
    Buffer<int64_t> first_played; // by colour; NEVER for colours that were not

    explicit History(const SearchRules &rules);

    /// Make a guess at a turn, in place of any made there or later.
    void play(int64_t turn, uint64_t guess, Packing packing);
    void forget_from(int64_t turn);
};

} // namespace codepegs
