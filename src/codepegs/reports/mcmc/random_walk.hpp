// A Metropolis walk towards consistent codes, and the search near an almost correct guess.
//
// N. Blair, A. Karnati, D. Lee and J. Lee, "Mastering MasterMind with MCMCs" (2018). For every turn the walk stores the
// distances of its code's black count and total from the reply. A step changes each by at most two, so a proposal costs
// a few operations per turn, independent of the number of pegs.
#pragma once

#include "walk_history.hpp"

#include <cstdint>
#include <limits>
#include <vector>

namespace codepegs {

/// Options of the strategy, the view and the rules.
struct WalkRules {
    int64_t colors;
    // Whether a code may use a colour twice.
    int64_t repeats;
    int64_t sees_black;
    int64_t sees_white;
    int64_t sees_total;
    double black_weight; // weights in the cost; 0 if the view hides the count
    double white_weight;
    double total_weight;
    int64_t burn_in;
    double swap;
    double near;
    double near_swap;
    double endgame;
    int64_t endgame_nodes;
    int64_t start;
    int64_t check;
    int64_t ask_again;
};
CODEPEGS_STRUCT(WalkRules, colors, repeats, sees_black, sees_white, sees_total, black_weight, white_weight,
                total_weight, burn_in, swap, near, near_swap, endgame, endgame_nodes, start, check, ask_again);

/// The start of a walk.
enum WalkStart : int64_t { START_PREVIOUS = 0, START_MOST_BLACK = 1, START_RANDOM = 2 };

/// The distances of black, white and total, summed over the turns; if replies have numbers, that of these and two
/// zeros.
struct Misfit {
    int64_t black = 0;
    int64_t white = 0;
    int64_t total = 0;
};

/// The choice of one guess after the turns of a history, which is not owned.
///
/// If the codemaker shows a function of black and white, `shown` has the number of the reply by black and total;
/// otherwise it is empty. The black count of a turn is then that number, the cost of a code is how far its numbers are
/// from those of the turns, and nothing else is seen.
class GuessWalk {
  public:
    GuessWalk(const WalkRules &rules, const Array<const int64_t, 2> &shown, const WalkHistory &history);

    /// Begin after the current turns of the history; `seed` is that of the game, combined with the number of turns.
    void begin(uint64_t seed);

    /// Continue for about `units` nanoseconds; returns whether the guess is chosen.
    bool step(int64_t &units);

    /// The current code: the guess, after it is chosen.
    [[nodiscard]] const int32_t *code() const { return code_.data(); }
    /// Whether the guess is consistent with all replies.
    [[nodiscard]] bool fits() const { return fits_; }
    /// Proposals and partial codes visited.
    [[nodiscard]] int64_t states() const { return states_; }
    [[nodiscard]] double cost() const { return cost_of(misfit_); }

    /// Whether replies have numbers.
    [[nodiscard]] bool numbers_replies() const { return !shown_.empty(); }
    /// The number of a reply.
    [[nodiscard]] int32_t number_of_reply(int32_t black, int32_t total) const {
        return shown_[static_cast<std::size_t>(black) * (pegs_ + 1) + static_cast<std::size_t>(total)];
    }

  private:
    enum class Phase { SEARCH, WALK, CHOSEN };

    void begin_search(std::size_t turn);
    void search(int64_t &units);
    bool next_change();
    void change(std::size_t i, int32_t color);
    [[nodiscard]] bool can_fit() const;

    void begin_walk();
    void walk(int64_t &units);
    bool take_step();
    Misfit swapped(std::size_t i, std::size_t j);
    Misfit recolored(std::size_t i, int32_t color);

    void choose(bool fits);
    void draw_code();
    void measure(int32_t *black_off, int32_t *total_off);
    [[nodiscard]] Misfit misfit_of(const int32_t *black_off, const int32_t *total_off) const;
    [[nodiscard]] double cost_of(const Misfit &misfit) const;
    [[nodiscard]] bool fits_all(const Misfit &misfit) const;
    [[nodiscard]] bool was_asked() const { return history_.was_asked(code_.data()); }
    std::size_t below(std::size_t bound);
    bool happens(double probability);

    WalkRules rules_;
    const WalkHistory &history_;
    std::size_t pegs_;
    std::size_t colors_;
    std::vector<int32_t> shown_;  // the number of the reply by black and total, if replies have numbers
    std::vector<int32_t> wanted_; // by turn: the number of its reply
    std::size_t lanes_ = 0;       // turns, padded
    uint64_t state_ = 0;
    Phase phase_ = Phase::CHOSEN;
    std::size_t best_ = NONE; // the latest of the turns with the most black
    int64_t states_ = 0;
    bool fits_ = false;
    std::vector<int32_t> code_;
    std::vector<int32_t> counts_; // of each colour in the code
    Misfit misfit_;               // of the code
    std::vector<int32_t> bag_;

    // The search visits all codes that differ from the anchor in a given number of pegs, change by change.
    std::size_t changes_ = 0;
    std::size_t depth_ = 0;
    int64_t last_state_ = 0;
    int64_t twice_ = 0; // repeated colours, if none may repeat
    std::vector<int32_t> anchor_;
    std::vector<std::size_t> order_;  // of the pegs, random
    std::vector<int32_t> tints_;      // the colours in random order
    std::vector<std::size_t> place_;  // by depth: of the changed peg in `order_`
    std::vector<std::size_t> tint_;   // by depth: past its colour in `tints_`
    std::vector<int32_t> black_offs_; // by depth and turn
    std::vector<int32_t> total_offs_;

    // The walk.
    int64_t step_ = 0;
    double swap_ = 0.0; // probability of a swap
    bool can_recolor_ = false;
    std::vector<int32_t> black_off_; // by turn
    std::vector<int32_t> total_off_;
    std::vector<int32_t> new_black_;
    std::vector<int32_t> new_total_;
    std::vector<int32_t> spare_; // colours that the code does not use

    static constexpr std::size_t NONE = std::numeric_limits<std::size_t>::max();
};

/// Check that the options are consistent with each other.
void check_walk(const WalkRules &rules, const Array<const int64_t, 2> &shown, int64_t pegs);

} // namespace codepegs
