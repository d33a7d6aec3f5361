// The settings of a search for best trees, and its current history.
#pragma once

#include "core/array.hpp"
#include "core/buffer.hpp"
#include "core/export.hpp"
#include "core/packed_codes.hpp"
#include "trees/search/search_game.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace codepegs {

/// The value of a set that cannot be solved in the remaining turns.
inline constexpr int64_t FORBIDDEN = int64_t{1} << 44;

/// The costs and the methods of a search.
struct SearchSettings {
    alignas(8) bool candidates_only;
    /// The last turn; `NEVER` if unlimited.
    int64_t turns;
    /// The cost of not finding a code at each turn, from 0; two more entries than the search has turns.
    Array<const int64_t> step;
    /// Whether values and bounds are the same at every turn.
    alignas(8) bool same_turns;
    /// Lower bound of any set, by turn and size up to that of the game; one row if it is the same at every turn, or the
    /// game has a `Valuation`.
    Array<const int64_t, 2> bounds;
    /// Whether a reply is a sum over pegs: only black is shown, and colours may repeat.
    alignas(8) bool blacks_alone;
    /// Whether bounds better than those by size are computed.
    alignas(8) bool bounded;
    /// Whether guesses with lower bounds are tried first.
    alignas(8) bool ordered;
    /// Whether the largest part of a guess is searched first, not the smallest.
    alignas(8) bool largest_first;
    /// All permutations of the pegs, the identity first; or only the identity, to ignore symmetry of pegs.
    Array<const int64_t, 2> permutations;
};
CODEPEGS_STRUCT(SearchSettings, candidates_only, turns, step, same_turns, bounds, blacks_alone, bounded, ordered,
                largest_first, permutations);

/// The validated settings of a search, and its game.
struct SearchRules : SearchSettings {
    SearchRules(std::unique_ptr<SearchGame> searched, const SearchSettings &settings);

    std::unique_ptr<SearchGame> game;

    /// Codes of the game.
    [[nodiscard]] int64_t game_size() const { return bounds.size(1) - 1; }
    [[nodiscard]] int64_t most_turns() const { return step.size() - 2; }
    [[nodiscard]] int64_t parts() const { return game->parts(); }

    /// The guesses that are left from a turn on.
    [[nodiscard]] int64_t left_at(int64_t turn) const { return turns - turn + 1; }

    /// Codes that can be guessed.
    [[nodiscard]] int64_t guesses() const { return game->most_guesses(game_size()); }

    /// A lower bound for `size` codes at a turn, if no guess makes more parts than `below` and `other`.
    [[nodiscard]] int64_t least(int64_t turn, int64_t size, int64_t below, int64_t other) const;
};

/// A lower bound for `size` codes from the number of parts, if every guess costs 1.
/// `below` is the largest number of parts that a member makes besides itself, `other` that of any other guess. Subsets
/// are split into no more parts. In a tree, a code with d guesses before its own costs d. For any s, the sum of s - d
/// over the codes with d < s is at most g(s) = max(s + below g(s - 1), other g(s - 1)), so the value is at least s size
///- g(s).
int64_t full_tree(int64_t size, int64_t below, int64_t other);

/// The largest numbers of parts of a set, also for its subsets: of a member besides itself, and of another guess.
struct MostParts {
    int64_t below;
    int64_t other;
};

/// Work counted over all searches of one thread.
struct WorkDone {
    int64_t sets = 0;      // sets whose guesses were scored
    int64_t scored = 0;    // guesses scored
    int64_t expanded = 0;  // guesses tried
    int64_t known = 0;     // answers from the table
    int64_t checked = 0;   // sets whose members were checked
    int64_t symmetric = 0; // guesses skipped by symmetry
};

/// The guesses made before a turn.
class History {
  public:
    Buffer<uint64_t> guesses;     // by turn, from 1
    Buffer<int64_t> first_played; // by colour; NEVER if it was not played

    explicit History(const SearchRules &rules);

    /// Set the guess of a turn, and remove later ones.
    void play(int64_t turn, uint64_t guess);
    void forget_from(int64_t turn);

  private:
    Packing packing_;
};

} // namespace codepegs
