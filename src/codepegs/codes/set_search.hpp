// The best guess of a one-step strategy for one set of any size, in steps.
#pragma once

#include "codes/byte_sums.hpp"
#include "codes/large_sets.hpp"
#include "codes/small_sets.hpp"
#include "core/array.hpp"
#include "core/differing_guesses.hpp"
#include "core/export.hpp"
#include "core/packed_codes.hpp"
#include "core/symmetry.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace codepegs {

/// A one-step strategy: the guess with the least score is played, a candidate first among equals, then the numerically
/// lowest.
struct OneStepOptions {
    int64_t objective; // WORST_PART to FEWEST_PARTS
    bool candidates_only;
    int64_t searched_most;       // candidates up to which guesses are compared; above it, the lowest is played
    Array<const uint64_t> table; // of `score_with`; for NEGATIVE_ENTROPY with entries up to MOST_MEMBERS at least

    /// Check the arguments from Python.
    void check() const;

    /// Check that a set of `size` codes can be scored.
    void check_set(int64_t size) const;
};
CODEPEGS_STRUCT(OneStepOptions, objective, candidates_only, searched_most, table);

/// Check the arguments of a search: the codes, the first guess that played each colour, the game and the strategy.
void check_arguments(Array<const uint64_t> keys, Array<const int64_t> first_played, const CodeRules &rules,
                     const Cells &cells, const OneStepOptions &options);

/// Check that keys are those of codes of the game.
void check_keys(Array<const uint64_t> keys, const CodeRules &rules);

/// Searches the guesses for one set after another. For one thread.
class SetSearch {
  public:
    SetSearch(const CodeRules &rules, const Cells &cells, const OneStepOptions &options);

    /// Begin with a set of three codes or more. Colours with `first_played[v] >= depth` were never played. The codes
    /// are read until the search has ended.
    ///
    /// `is_closed`: whether exchanging colours never played is known to map the set to itself. Returns whether it is
    /// known now; it then holds for each part of the set after any guess, too. `symmetry`: symmetries that map the set
    /// to itself, if they are known.
    bool begin(std::span<const uint64_t> members, int64_t depth, Array<const int64_t> first_played,
               bool is_closed = false, const HistorySymmetry *symmetry = nullptr);

    /// Begin with a set of any size, and the guesses to compare. Both are read until the search has ended.
    void begin_listed(std::span<const uint64_t> members, std::span<const uint64_t> guesses);

    /// Continue; returns whether the search has ended. A unit takes about 0.3 nanoseconds.
    bool step(int64_t units);

    uint64_t guess = 0;
    int64_t scored = 0;

  private:
    enum class Stage { DONE, SMALL, LARGE };

    GuessFound choose_member();
    template <int64_t PEGS> GuessFound choose_member_in_bytes();
    void begin_small(const GuessScoring &scoring);
    bool list_members(bool is_closed, const HistorySymmetry *symmetry);
    [[nodiscard]] bool names_in_order(uint64_t key) const;
    [[nodiscard]] bool holds_all_orbits() const;
    void begin_large();
    bool step_small(int64_t units);
    bool step_large(int64_t units);

    CodeRules rules_;
    Packing packing_;
    Cells cells_;
    OneStepOptions options_;
    Stage stage_ = Stage::DONE;
    std::span<const uint64_t> members_;

    SmallSetSearch small_;
    uint64_t incumbent_ = 0;
    std::vector<int64_t> counts_; // by part
    bool members_in_bytes_;
    std::array<ByteSums, 2> sums_; // for sets of one word of members, or of more

    PartCounter counter_;
    GuessEnumerator guesses_;
    std::span<const uint64_t> listed_; // the guesses to compare, if they are not enumerated
    std::size_t next_listed_ = 0;
    std::vector<uint64_t> lowest_; // members that name colours never played in order
    std::vector<int64_t> free_;    // colours never played, ascending
    std::vector<int64_t> rank_of_; // by colour: its number among them, or -1
    uint64_t best_ = 0;
    std::vector<uint16_t> column_of_;
    std::vector<uint64_t> member_bits_;
    std::vector<uint64_t> place_;
    std::vector<uint64_t> copies_;
    std::vector<uint64_t> batch_;
    std::vector<uint64_t> scores_;
    SetPlanes planes_;
};

} // namespace codepegs
