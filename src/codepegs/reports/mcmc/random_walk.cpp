#include "random_walk.hpp"
#include "core/elementary.hpp"

#include "core/random.hpp"

#include <cmath>
#include <memory>
#include <numeric>

namespace codepegs {

namespace {

/// Steps that ignore the cost, to find a code not guessed before, if the walk has found none.
constexpr int64_t BLIND_STEPS = 10'000;

/// Numbers of replies are below this, so that sums of their distances cannot overflow.
constexpr int64_t MOST_REPLIES = int64_t{1} << 28;

/// Compute the distances from the replies after one peg changes colour. Only the guesses' colours at the peg matter,
/// and the numbers of pegs of the old colour (`had`) and of the new one (`has`).
template <bool Sums>
Misfit recolor(const int32_t *at_peg, int32_t goes, int32_t comes, const int32_t *lost, const int32_t *won, int32_t had,
               int32_t has, const int32_t *black_off, const int32_t *total_off, int32_t *__restrict new_black,
               int32_t *__restrict new_total, std::size_t lanes) {
    int32_t blacks = 0;
    int32_t whites = 0;
    int32_t totals = 0;
    for (std::size_t t = 0; t < lanes; ++t) {
        const int32_t black = black_off[t] + (at_peg[t] == comes) - (at_peg[t] == goes);
        const int32_t total = total_off[t] - (had <= lost[t]) + (has < won[t]);
        new_black[t] = black;
        new_total[t] = total;
        if constexpr (Sums) {
            blacks += std::abs(black);
            whites += std::abs(total - black);
            totals += std::abs(total);
        }
    }
    return {blacks, whites, totals};
}

} // namespace

GuessWalk::GuessWalk(const WalkRules &rules, const Array<const int64_t, 2> &shown, const WalkHistory &history)
    : rules_(rules), history_(history), pegs_(history.pegs()), colors_(history.colors()), code_(pegs_),
      counts_(colors_), bag_(colors_) {
    for (int64_t black = 0; black < shown.size(0); ++black) {
        for (int64_t number : shown[black]) shown_.push_back(static_cast<int32_t>(number));
    }
}

void GuessWalk::begin(uint64_t seed) {
    const std::size_t turns = history_.turns();
    lanes_ = history_.lanes();
    state_ = mixed(seed + history_.asked());
    states_ = 0;
    phase_ = Phase::WALK;
    best_ = turns > 0 ? turns - 1 : NONE;
    if (rules_.sees_black && turns > 0) {
        for (std::size_t t = turns - 1; t-- > 0;) {
            if (history_.black(t) > history_.black(best_)) best_ = t;
        }
        const int32_t black = history_.black(best_);
        if (black < static_cast<int32_t>(pegs_) && black >= rules_.endgame * static_cast<double>(pegs_)) {
            begin_search(best_);
            return;
        }
    }
    begin_walk();
}

bool GuessWalk::step(int64_t &units) {
    if (phase_ == Phase::SEARCH) search(units);
    if (phase_ == Phase::WALK) walk(units);
    return phase_ == Phase::CHOSEN;
}

void GuessWalk::choose(bool fits) {
    fits_ = fits;
    phase_ = Phase::CHOSEN;
}

std::size_t GuessWalk::below(std::size_t bound) {
    return static_cast<std::size_t>(splitmix::below(state_, static_cast<int64_t>(bound)));
}

bool GuessWalk::happens(double probability) { return splitmix::uniform(state_) < probability; }

double GuessWalk::cost_of(const Misfit &misfit) const {
    return rules_.black_weight * static_cast<double>(misfit.black) +
           rules_.white_weight * static_cast<double>(misfit.white) +
           rules_.total_weight * static_cast<double>(misfit.total);
}

bool GuessWalk::fits_all(const Misfit &misfit) const {
    if (numbers_replies()) return misfit.black == 0;
    return rules_.sees_black * misfit.black + rules_.sees_white * misfit.white + rules_.sees_total * misfit.total == 0;
}

void GuessWalk::draw_code() {
    if (rules_.repeats) {
        for (int32_t &color : code_) color = static_cast<int32_t>(below(colors_));
        return;
    }
    std::iota(bag_.begin(), bag_.end(), 0);
    for (std::size_t i = 0; i < pegs_; ++i) {
        const std::size_t j = i + below(colors_ - i);
        std::swap(bag_[i], bag_[j]);
        code_[i] = bag_[i];
    }
}

/// Count the colours of the code, and compute the distances of its black count and total for every turn; the counts
/// themselves if replies have numbers.
void GuessWalk::measure(int32_t *black_off, int32_t *total_off) {
    std::fill(counts_.begin(), counts_.end(), 0);
    std::fill_n(black_off, lanes_, 0);
    std::fill_n(total_off, lanes_, 0);
    for (std::size_t t = 0; !numbers_replies() && t < history_.turns(); ++t) {
        black_off[t] = -history_.black(t);
        total_off[t] = -history_.total(t);
    }
    for (std::size_t i = 0; i < pegs_; ++i) {
        const auto v = static_cast<std::size_t>(code_[i]);
        const int32_t *at_peg = history_.by_peg(i);
        const int32_t *copies = history_.copies(v);
        const int32_t count = counts_[v]++;
        for (std::size_t t = 0; t < lanes_; ++t) {
            black_off[t] += at_peg[t] == code_[i];
            total_off[t] += count < copies[t];
        }
    }
}

Misfit GuessWalk::misfit_of(const int32_t *black_off, const int32_t *total_off) const {
    Misfit misfit;
    for (std::size_t t = 0; t < lanes_; ++t) {
        if (numbers_replies()) {
            misfit.black += std::abs(number_of_reply(black_off[t], total_off[t]) - wanted_[t]);
            continue;
        }
        misfit.black += std::abs(black_off[t]);
        misfit.white += std::abs(total_off[t] - black_off[t]);
        misfit.total += std::abs(total_off[t]);
    }
    return misfit;
}

// The search near an almost correct guess: the secret differs from it only in the few pegs that are not black. Pegs and
// colours are tried in random order. One change alters a black count and a total by at most one, so a branch ends when
// the distance of some turn exceeds the number of remaining changes.

void GuessWalk::begin_search(std::size_t turn) {
    phase_ = Phase::SEARCH;
    std::copy_n(history_.code(turn), pegs_, code_.begin());
    anchor_ = code_;
    changes_ = pegs_ - static_cast<std::size_t>(history_.black(turn));
    black_offs_.assign((changes_ + 1) * lanes_, 0);
    total_offs_.assign((changes_ + 1) * lanes_, 0);
    measure(black_offs_.data(), total_offs_.data());
    order_.resize(pegs_);
    tints_.resize(colors_);
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::iota(tints_.begin(), tints_.end(), 0);
    for (std::size_t i = 0; i + 1 < pegs_; ++i) std::swap(order_[i], order_[i + below(pegs_ - i)]);
    for (std::size_t i = 0; i + 1 < colors_; ++i) std::swap(tints_[i], tints_[i + below(colors_ - i)]);
    place_.assign(changes_, 0);
    tint_.assign(changes_, 0);
    twice_ = 0;
    depth_ = 0;
    last_state_ = rules_.endgame_nodes;
}

void GuessWalk::search(int64_t &units) {
    while (units > 0) {
        units -= 20 + static_cast<int64_t>(lanes_);
        if (!next_change()) {
            begin_walk();
            return;
        }
        if (!can_fit()) continue;
        if (depth_ + 1 == changes_) {
            misfit_ = {}; // the number that a consistent code has
            if (was_asked()) begin_walk();
            else choose(true);
            return;
        }
        ++depth_;
        place_[depth_] = place_[depth_ - 1] + 1;
        tint_[depth_] = 0;
    }
}

/// Make the next change at the current depth, or at a lower one if there are no more; false when the search is over.
bool GuessWalk::next_change() {
    while (true) {
        std::size_t i = order_[place_[depth_]];
        if (code_[i] != anchor_[i]) change(i, anchor_[i]); // undo the last change at this depth
        if (tint_[depth_] == colors_) {
            tint_[depth_] = 0;
            ++place_[depth_];
            if (place_[depth_] + changes_ - depth_ > pegs_) {
                if (depth_ == 0) return false;
                --depth_;
                continue;
            }
            i = order_[place_[depth_]];
        }
        const int32_t color = tints_[tint_[depth_]++];
        if (color == anchor_[i]) continue;
        ++states_;
        if (states_ > last_state_) return false;
        const auto goes = static_cast<std::size_t>(anchor_[i]);
        const auto comes = static_cast<std::size_t>(color);
        const std::size_t from = depth_ * lanes_;
        const std::size_t to = from + lanes_;
        recolor<false>(history_.by_peg(i), anchor_[i], color, history_.copies(goes), history_.copies(comes),
                       counts_[goes], counts_[comes], &black_offs_[from], &total_offs_[from], &black_offs_[to],
                       &total_offs_[to], lanes_);
        change(i, color);
        return true;
    }
}

/// Give peg `i` another colour, and count colours that the code has twice.
void GuessWalk::change(std::size_t i, int32_t color) {
    int32_t &goes = counts_[static_cast<std::size_t>(code_[i])];
    int32_t &comes = counts_[static_cast<std::size_t>(color)];
    twice_ -= goes > 1;
    --goes;
    twice_ += comes > 0;
    ++comes;
    code_[i] = color;
}

/// Whether the remaining changes can make the code consistent.
bool GuessWalk::can_fit() const {
    const auto left = static_cast<int32_t>(changes_ - depth_ - 1);
    if (!rules_.repeats && twice_ > left) return false;
    const int32_t *black_off = black_offs_.data() + (depth_ + 1) * lanes_;
    const int32_t *total_off = total_offs_.data() + (depth_ + 1) * lanes_;
    int32_t black = 0;
    int32_t total = 0;
    for (std::size_t t = 0; t < lanes_; ++t) {
        black = std::max(black, std::abs(black_off[t]));
        total = std::max(total, std::abs(total_off[t]));
    }
    return !(rules_.sees_black && black > left) && !(rules_.sees_total && total > left);
}

// The walk: a proposal swaps two pegs or changes the colour of one (without repeats, to an unused colour), and is
// accepted with probability min(1, exp(cost before - cost after)). If the walk ends at a code guessed before, it
// continues for as long again to the first code not guessed, and then ignores the cost.

void GuessWalk::begin_walk() {
    phase_ = Phase::WALK;
    const std::size_t origin = rules_.start == START_MOST_BLACK || history_.turns() == 0 ? best_ : history_.turns() - 1;
    swap_ = rules_.swap;
    bool is_ruled = false; // according to the reply to the guess at which the walk starts
    if (origin != NONE && rules_.sees_total && history_.total(origin) == static_cast<int32_t>(pegs_)) {
        swap_ = 1.0;
        is_ruled = true;
    } else if (origin != NONE && rules_.sees_black &&
               history_.black(origin) >= rules_.near * static_cast<double>(pegs_)) {
        swap_ = rules_.near_swap;
        is_ruled = true;
    }
    if (origin == NONE || (rules_.start == START_RANDOM && !is_ruled)) draw_code();
    else std::copy_n(history_.code(origin), pegs_, code_.begin());

    for (auto *off : {&black_off_, &total_off_, &new_black_, &new_total_}) off->assign(lanes_, 0);
    measure(black_off_.data(), total_off_.data());
    if (numbers_replies()) {
        wanted_.assign(lanes_, shown_[0]); // no code has a peg in common with the padding
        for (std::size_t t = 0; t < history_.turns(); ++t) wanted_[t] = history_.black(t);
    }
    misfit_ = misfit_of(black_off_.data(), total_off_.data());
    can_recolor_ = rules_.repeats ? colors_ > 1 : colors_ > pegs_;
    if (pegs_ == 1 && !can_recolor_) { // there is one code
        choose(false);
        return;
    }
    if (!can_recolor_) swap_ = 1.0;
    if (pegs_ == 1) swap_ = 0.0;
    spare_.clear();
    for (std::size_t v = 0; v < colors_; ++v) {
        if (counts_[v] == 0) spare_.push_back(static_cast<int32_t>(v));
    }
    step_ = 0;
    if (rules_.check && fits_all(misfit_) && !was_asked()) choose(true); // only a random start can be one
}

void GuessWalk::walk(int64_t &units) {
    const int64_t most = rules_.ask_again ? rules_.burn_in : 2 * rules_.burn_in + BLIND_STEPS;
    while (units > 0) {
        if (step_ == most || (step_ >= rules_.burn_in && !was_asked())) {
            choose(fits_all(misfit_) && !was_asked());
            return;
        }
        units -= 20 + static_cast<int64_t>(step_ < rules_.burn_in ? lanes_ : lanes_ + 4 * history_.asked());
        const bool moved = take_step();
        ++step_;
        if (moved && rules_.check && fits_all(misfit_) && !was_asked()) {
            choose(true);
            return;
        }
    }
}

/// Propose a step; whether it is accepted.
bool GuessWalk::take_step() {
    const bool is_blind = step_ >= 2 * rules_.burn_in;
    if (is_blind && can_recolor_ && pegs_ > 1) swap_ = 0.5;
    ++states_;
    const bool swaps = swap_ == 1.0 || (swap_ > 0.0 && happens(swap_));
    const std::size_t i = below(pegs_);
    std::size_t j = 0; // the other peg, or the index of the new colour among the unused ones
    int32_t color = 0;
    Misfit after;
    if (swaps) {
        j = below(pegs_ - 1);
        j += j >= i;
        if (code_[i] == code_[j]) return false;
        after = swapped(i, j);
    } else {
        if (rules_.repeats) {
            color = static_cast<int32_t>(below(colors_ - 1));
            color += color >= code_[i];
        } else {
            j = below(spare_.size());
            color = spare_[j];
        }
        after = recolored(i, color);
    }
    const double cost = cost_of(misfit_);
    const double new_cost = cost_of(after);
    if (!is_blind && new_cost > cost && !happens(exact_exp(cost - new_cost))) return false;

    std::swap(black_off_, new_black_);
    misfit_ = after;
    if (swaps) {
        std::swap(code_[i], code_[j]);
        return true;
    }
    std::swap(total_off_, new_total_);
    --counts_[static_cast<std::size_t>(code_[i])];
    ++counts_[static_cast<std::size_t>(color)];
    if (!rules_.repeats) spare_[j] = code_[i];
    code_[i] = color;
    return true;
}

/// The distances of the code with two pegs swapped, which does not change the totals.
Misfit GuessWalk::swapped(std::size_t i, std::size_t j) {
    const int32_t a = code_[i];
    const int32_t c = code_[j];
    const int32_t *at_i = history_.by_peg(i);
    const int32_t *at_j = history_.by_peg(j);
    const int32_t *black_off = black_off_.data();
    const int32_t *total_off = total_off_.data();
    int32_t *__restrict new_black = new_black_.data();
    int32_t blacks = 0;
    int32_t whites = 0;
    for (std::size_t t = 0; t < lanes_; ++t) {
        const int32_t black = black_off[t] + (at_i[t] == c) - (at_i[t] == a) + (at_j[t] == a) - (at_j[t] == c);
        new_black[t] = black;
        blacks += std::abs(black);
        whites += std::abs(total_off[t] - black);
    }
    if (numbers_replies()) return misfit_of(new_black, total_off);
    return {blacks, whites, misfit_.total};
}

/// The distances of the code with peg `i` in another colour.
Misfit GuessWalk::recolored(std::size_t i, int32_t color) {
    const auto goes = static_cast<std::size_t>(code_[i]);
    const auto comes = static_cast<std::size_t>(color);
    const Misfit counted = recolor<true>(history_.by_peg(i), code_[i], color, history_.copies(goes),
                                         history_.copies(comes), counts_[goes], counts_[comes], black_off_.data(),
                                         total_off_.data(), new_black_.data(), new_total_.data(), lanes_);
    return !numbers_replies() ? counted : misfit_of(new_black_.data(), new_total_.data());
}

void check_walk(const WalkRules &rules, const Array<const int64_t, 2> &shown, int64_t pegs) {
    require(pegs >= 1 && pegs < (1 << 20) && rules.colors >= 1 && rules.colors < (1 << 30),
            "walk: at least one peg and one colour are expected");
    require(rules.repeats || rules.colors >= pegs, "walk: fewer colours than pegs, none of which may repeat");
    require(rules.burn_in >= 1 && rules.burn_in < (int64_t{1} << 60), "walk: the burn-in is at least one proposal");
    require(rules.swap >= 0.0 && rules.swap <= 1.0 && rules.near_swap >= 0.0 && rules.near_swap <= 1.0,
            "walk: probabilities are numbers from 0 to 1");
    if (shown.size(0) == 0) return;
    require(shown.size(0) == pegs + 1 && shown.size(1) == pegs + 1,
            "walk: the number of a reply for each black and each total is expected");
    require(!rules.sees_black && !rules.sees_white && !rules.sees_total, "walk: replies with numbers show no counts");
    for (int64_t black = 0; black <= pegs; ++black) {
        for (int64_t number : shown[black]) {
            require(0 <= number && number < MOST_REPLIES, "walk: the number of a reply is out of range");
        }
    }
}

namespace {

/// The turns of a game, for the walk.
struct AskedCodes {
    // Shape (guesses, pegs): first those whose replies are used.
    Array<const int64_t, 2> guesses;
    // Black counts of the replies used, 0 if the view hides them; or the numbers of these replies.
    Array<const int32_t> black;
    // Totals of the same replies; white counts if the view shows only white.
    Array<const int32_t> total;
};
CODEPEGS_STRUCT(AskedCodes, guesses, black, total);

} // namespace

/// A history, and the choice of the guess after it.
class RandomWalk {
  public:
    RandomWalk(const WalkRules &rules, const Array<const int64_t, 2> &shown, const AskedCodes &turns, uint64_t seed)
        : history_(static_cast<std::size_t>(turns.guesses.size(1)), static_cast<std::size_t>(rules.colors)),
          walk_(rules, shown, history_) {
        for (int64_t n = 0; n < turns.guesses.size(0); ++n) history_.ask(turns.guesses[n].data());
        for (int64_t t = 0; t < turns.black.size(); ++t) history_.reply(turns.black[t], turns.total[t]);
        walk_.begin(seed);
    }
    RandomWalk(const RandomWalk &) = delete;
    RandomWalk &operator=(const RandomWalk &) = delete;

    bool step(int64_t units) { return walk_.step(units); }

    std::tuple<bool, int64_t, double> result(const Array<int64_t> &code) const {
        require(code.size() == static_cast<int64_t>(history_.pegs()), "walked: room for a code is expected");
        std::copy_n(walk_.code(), history_.pegs(), code.data());
        return {walk_.fits(), walk_.states(), walk_.cost()};
    }

  private:
    WalkHistory history_;
    GuessWalk walk_;
};
CODEPEGS_OBJECT(RandomWalk);

namespace {

/// Begin to choose the guess after at least one turn; `seed` is that of the game, and is combined with the number of
/// turns. `shown`: the number of the reply by black and total, shape (pegs + 1, pegs + 1), if the codemaker shows a
/// function of them; otherwise empty.
std::unique_ptr<RandomWalk> start_walk(const WalkRules &rules, Array<const int64_t, 2> shown, const AskedCodes &turns,
                                       uint64_t seed) {
    const int64_t pegs = turns.guesses.size(1);
    check_walk(rules, shown, pegs);
    require(turns.guesses.size(0) >= 1, "start_walk: at least one code that was asked is expected");
    require(turns.black.size() == turns.total.size() && turns.black.size() <= turns.guesses.size(0),
            "start_walk: replies to the first codes are expected");
    require(turns.black.size() < (int64_t{1} << 28) / pegs, "start_walk: too many turns");
    for (int64_t n = 0; n < turns.guesses.size(0); ++n) {
        for (int64_t v : turns.guesses[n]) require(0 <= v && v < rules.colors, "start_walk: no such colour");
    }
    const int64_t most = shown.size(0) > 0 ? MOST_REPLIES - 1 : pegs;
    for (int64_t t = 0; t < turns.black.size(); ++t) {
        require(0 <= turns.black[t] && turns.black[t] <= most && 0 <= turns.total[t] && turns.total[t] <= pegs,
                "start_walk: a reply has more pegs than a code");
    }
    return std::make_unique<RandomWalk>(rules, shown, turns, seed);
}

/// Continue for about `units` nanoseconds; returns whether it is done. The steps do not affect the result.
bool step_random_walk(RandomWalk &walk, int64_t units) { return walk.step(units); }

/// Write the current state of the walk to `code`, which is the guess when it is done.
///
/// Returns whether the code is consistent (valid when the walk is done); the number of states visited, that is
/// proposals of the walk and partial codes of the search; and the cost of the current code.
std::tuple<bool, int64_t, double> walked(const RandomWalk &walk, Array<int64_t> code) { return walk.result(code); }

} // namespace

} // namespace codepegs

CODEPEGS_FREE(RandomWalk);
CODEPEGS_EXPORT(start_walk, rules, shown, turns, seed);
CODEPEGS_EXPORT(step_random_walk, walk, units);
CODEPEGS_EXPORT(walked, walk, code);
