// Exact search for the codes that are consistent with a history, for games whose codes are too many to list. A variable
// says that a peg has a colour; others, that a colour has at least k pegs. Then black is a number of true literals, and
// so are the total, the sum over the colours of the smaller of two numbers of pegs, and white: the total plus the pegs
// that are not black, less all pegs.
#include "count_solver.hpp"
#include "elementary.hpp"
#include "export.hpp"
#include "numpy_random.hpp"

#include <algorithm>
#include <memory>
#include <tuple>
#include <vector>

namespace codepegs {

/// What is known of each turn: -1 where a count is hidden.
struct TurnCounts {
    // 0-based colours, shape (turns, pegs).
    Array<const int64_t, 2> guesses;
    Array<const int64_t> black;
    Array<const int64_t> total;
    Array<const int64_t> white;
};
CODEPEGS_STRUCT(TurnCounts, guesses, black, total, white);

namespace {

void check(int64_t pegs, int64_t colors, const TurnCounts &turns) {
    constexpr int64_t most_cells = 100'000;
    require(1 <= pegs && 1 <= colors && pegs <= most_cells / colors,
            "exact search: at least one peg and colour, and at most 100,000 pegs times colours");
    const int64_t count = turns.guesses.size(0);
    require(turns.guesses.size(1) == pegs && turns.black.size() == count && turns.total.size() == count &&
                turns.white.size() == count,
            "exact search: guesses has shape (turns, pegs), the counts one entry a turn");
    for (int64_t t = 0; t < count; ++t) {
        for (const int64_t color : turns.guesses[t]) {
            require(0 <= color && color < colors, "exact search: there is no such color");
        }
        for (const int64_t shown : {turns.black[t], turns.total[t], turns.white[t]}) {
            require(-1 <= shown && shown <= pegs, "exact search: counts are of pegs, or -1");
        }
    }
}

} // namespace

class ExactSearch {
  public:
    ExactSearch(int64_t pegs, int64_t colors, bool repeats, const TurnCounts &turns) : pegs_(pegs), colors_(colors) {
        check(pegs, colors, turns);
        add_code(repeats, turns);
        for (int64_t t = 0; t < turns.guesses.size(0); ++t) add_turn(turns, t);
    }

    /// Write further codes to `out`, until it is full, all are found or `work` units of work are done.
    void run(int64_t work, const Array<int64_t, 2> &out) {
        require(out.size(1) == pegs_, "exact search: out has shape (codes, pegs)");
        const int64_t pause = solver_.work() + work;
        while (!complete_ && found_ < out.size(0)) {
            const CountSolver::Outcome outcome = solver_.run(std::max<int64_t>(pause - solver_.work(), 0));
            if (outcome == CountSolver::Outcome::PAUSED) return;
            complete_ = outcome == CountSolver::Outcome::EXHAUSTED;
            if (complete_) return;
            Literals others;
            for (int64_t peg = 0; peg < pegs_; ++peg) {
                int64_t color = 0;
                while (color < colors_ - 1 && !solver_.is_true(at(peg, color))) ++color;
                out(found_, peg) = color;
                others.push_back(negation(at(peg, color)));
            }
            ++found_;
            solver_.exclude(std::move(others));
        }
    }

    [[nodiscard]] int64_t found() const { return found_; }
    [[nodiscard]] int64_t work() const { return solver_.work(); }
    [[nodiscard]] bool complete() const { return complete_; }

  private:
    /// The literal that a peg has a colour.
    [[nodiscard]] Literal at(int64_t peg, int64_t color) const {
        return static_cast<Literal>(2 * (peg * colors_ + color));
    }

    /// The variables, and what every code of the game satisfies.
    void add_code(bool repeats, const TurnCounts &turns) {
        for (int64_t cell = 0; cell < pegs_ * colors_; ++cell) solver_.add_variable(true);
        Literals literals;
        for (int64_t peg = 0; peg < pegs_; ++peg) {
            literals.clear();
            for (int64_t color = 0; color < colors_; ++color) literals.push_back(at(peg, color));
            solver_.add_count(literals, 1, 1);
        }
        const auto is_shown = [](int64_t shown) { return shown >= 0; };
        const bool counts_colors = std::any_of(turns.total.begin(), turns.total.end(), is_shown) ||
                                   std::any_of(turns.white.begin(), turns.white.end(), is_shown);
        if (repeats && !counts_colors) return;
        const int64_t most = repeats ? pegs_ : 1;
        held_.resize(index(colors_));
        Literals all;
        for (int64_t color = 0; color < colors_; ++color) {
            literals.clear();
            for (int64_t peg = 0; peg < pegs_; ++peg) literals.push_back(at(peg, color));
            for (int64_t k = 0; k < (counts_colors ? most : 0); ++k) {
                held_[color].push_back(solver_.add_variable(false));
            }
            solver_.add_count(literals, 0, most, held_[color]);
            all.insert(all.end(), held_[color].begin(), held_[color].end());
        }
        if (counts_colors) solver_.add_count(all, pegs_, pegs_);
    }

    void add_turn(const TurnCounts &turns, int64_t turn) {
        Literals black;
        Literals not_black;
        Literals total;
        List<int64_t> used(index(colors_), 0);
        const bool counts_total = turns.total[turn] >= 0 || turns.white[turn] >= 0;
        for (int64_t peg = 0; peg < pegs_; ++peg) {
            const int64_t color = turns.guesses(turn, peg);
            black.push_back(at(peg, color));
            not_black.push_back(negation(at(peg, color)));
            const int64_t k = used[color]++;
            if (counts_total && k < held_[color].length()) total.push_back(held_[color][k]);
        }
        if (turns.black[turn] >= 0) solver_.add_count(black, turns.black[turn], turns.black[turn]);
        else solver_.add_clause(not_black); // a guess that is the secret shows the win
        if (turns.total[turn] >= 0) solver_.add_count(total, turns.total[turn], turns.total[turn]);
        if (turns.white[turn] >= 0) {
            total.insert(total.end(), not_black.begin(), not_black.end());
            solver_.add_count(total, turns.white[turn] + pegs_, turns.white[turn] + pegs_);
        }
    }

    int64_t pegs_;
    int64_t colors_;
    CountSolver solver_;
    List<Literals> held_; // by colour and k: at least k + 1 pegs have it
    int64_t found_ = 0;
    bool complete_ = false;
};
CODEPEGS_OBJECT(ExactSearch);

/// Return whether few codes are expected to be consistent, as if the replies were independent of each other: so few
/// that it is worthwhile to search for all of them before anything else is known.
///
/// `bits`: binary logarithm of the number of codes of the game. The share that gives a reply is taken from codes that
/// are always the same.
bool expects_few(int64_t pegs, int64_t colors, bool repeats, double bits, const TurnCounts &turns) {
    constexpr double few = 12.0;
    constexpr int64_t drawn = 2'000;
    check(pegs, colors, turns);
    require(repeats || pegs <= colors, "exact search: without repeats, at least as many colours as pegs");
    const int64_t count = turns.guesses.size(0);
    if (bits > few + static_cast<double>(count) * exact_log2(2.0 * drawn + 2.0)) return false;
    std::vector<int64_t> hits(index(count));
    std::vector<int64_t> held(index(colors));
    NumpyStream random;
    for (int64_t n = 0; n < drawn; ++n) {
        std::vector<int64_t> code(index(pegs));
        if (repeats) std::generate(code.begin(), code.end(), [&] { return random.up_to(colors - 1); });
        else code = random.permutation<int64_t>(colors);
        for (int64_t t = 0; t < count; ++t) {
            std::fill(held.begin(), held.end(), 0);
            for (int64_t peg = 0; peg < pegs; ++peg) ++held[index(code[index(peg)])];
            int64_t black = 0;
            int64_t total = 0;
            for (int64_t peg = 0; peg < pegs; ++peg) {
                const int64_t color = turns.guesses(t, peg);
                black += code[index(peg)] == color;
                total += held[index(color)]-- > 0;
            }
            const auto fits = [](int64_t shown, int64_t is) { return shown < 0 || shown == is; };
            const bool is_won = turns.black[t] < 0 && black == pegs; // which the reply would show
            hits[index(t)] += !is_won && fits(turns.black[t], black) && fits(turns.total[t], total) &&
                              fits(turns.white[t], total - black);
        }
    }
    for (const int64_t hit : hits) bits += exact_log2((static_cast<double>(hit) + 0.5) / (drawn + 1.0));
    return bits <= few;
}

/// Begin an exact search for consistent codes. A guess whose reply hides black is not consistent itself.
std::unique_ptr<ExactSearch> start_exact_search(int64_t pegs, int64_t colors, bool repeats, const TurnCounts &turns) {
    return std::make_unique<ExactSearch>(pegs, colors, repeats, turns);
}

/// Write further codes to `out`, until it is full, there are no more, or about `work` units of work were done.
///
/// A unit takes 10 to 20 nanoseconds; `out`, shape (m, pegs), is the same array in every call. Returns the number of
/// codes found so far, the units of work done so far, and whether these are all consistent codes.
std::tuple<int64_t, int64_t, bool> search_exactly(ExactSearch &search, int64_t work, const Array<int64_t, 2> &out) {
    search.run(work, out);
    return {search.found(), search.work(), search.complete()};
}

} // namespace codepegs

CODEPEGS_FREE(ExactSearch);
CODEPEGS_EXPORT(expects_few, pegs, colors, repeats, bits, turns);
CODEPEGS_EXPORT(start_exact_search, pegs, colors, repeats, turns);
CODEPEGS_EXPORT(search_exactly, search, work, out);
