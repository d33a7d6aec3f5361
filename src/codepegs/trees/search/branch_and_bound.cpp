#include "trees/search/branch_and_bound.hpp"

#include <algorithm>

namespace codepegs {

namespace {

/// Units of work per code for splitting a set, looking up its parts and finding symmetric guesses.
constexpr int64_t SPLIT_UNITS = 100;

/// Codes of the largest part whose bound is improved before those of smaller parts.
constexpr int64_t MOST_CHEAP = 24;

/// Codes of the largest set whose guesses are first listed only up to the bound of the set.
constexpr int64_t MOST_LIKELY = 32;

/// Units of work for checking a pair of members.
constexpr int64_t PAIR_UNITS = 30;

} // namespace

void BranchAndBound::begin(int64_t start, int64_t stop, int64_t turn, int64_t limit, Goal goal) {
    Frame &f = stack_.open(turn);
    f.start = start;
    f.stop = stop;
    f.limit = limit;
    f.most_parts = {stack_.rules.parts() - 1, stack_.rules.parts() - 1};
    if (stack_.rules.game->valuation != nullptr) f.rates = stack_.rules.game->valuation->rates;
    f.hash = stack_.hash(start, stop, turn);
    f.found = false;
    turn_ = top_ = turn;
    goal_ = goal;
    mode_ = Mode::ENTER;
    listed_ = false;
    last_ = std::numeric_limits<int64_t>::max();
}

void BranchAndBound::begin_with(int64_t start, int64_t stop, int64_t turn, int64_t limit, uint64_t guess,
                                MostParts most_parts) {
    begin(start, stop, turn, limit, Goal::ONE_GUESS);
    Frame &f = stack_.frame(turn);
    f.most_parts = most_parts;
    f.listed_below = limit;
    f.best = limit;
    f.symmetries = 0;
    f.scores[0] = -1;
    f.guesses[0] = guess;
    f.queue.fill(f.scores.data(), 1, true);
    mode_ = Mode::NEXT_GUESS;
}

Progress BranchAndBound::step(TranspositionTable table, int64_t &units) {
    LowerBounds &bounds = stack_.bounds;
    for (;;) {
        if (units <= 0) return Progress::UNFINISHED;
        switch (mode_) {
        case Mode::ENTER:
            if (stack_.work.sets >= last_) return Progress::QUOTA;
            if (const auto known = bounds.begin(stack_.set_at(turn_), stack_.history, table)) answer(*known);
            else mode_ = Mode::PROBE;
            break;
        case Mode::PROBE:
            if (bounds.step(units)) answer(bounds.finish(table));
            break;
        case Mode::LIST:
            if (!bounds.step(units)) break;
            finish_list();
            if (goal_ == Goal::CHOICES) {
                mode_ = Mode::LEAVE;
                listed_ = true;
            }
            break;
        case Mode::NEXT_GUESS:
            try_next_guess(table, units);
            break;
        case Mode::PROBE_PARTS:
            if (!probe_parts(table, units)) break;
            stack_.frame(turn_).at = stack_.rules.largest_first ? -1 : stack_.frame(turn_).large;
            mode_ = stack_.frame(turn_).sum < stack_.frame(turn_).best ? Mode::NEXT_PART : Mode::NEXT_GUESS;
            break;
        case Mode::NEXT_PART:
            if (!next_part()) return Progress::TOO_DEEP;
            break;
        case Mode::LEAVE:
            if (turn_ == top_) return Progress::DONE;
            leave_part();
            break;
        }
    }
}

/// Look up the current set: its entry suffices, or its guesses have to be listed.
void BranchAndBound::answer(const SetBound &bound) {
    const Frame &f = stack_.frame(turn_);
    value_ = bound.value;
    if (turn_ == top_ && goal_ == Goal::BOUND) {
        exact_ = bound.known == EXACT;
        mode_ = Mode::LEAVE;
        return;
    }
    if ((bound.known == EXACT || bound.value >= f.limit) && !(turn_ == top_ && goal_ == Goal::GUESS)) {
        mode_ = Mode::LEAVE;
        return;
    }
    // The value of a small set hardly ever differs from its bound, which few guesses reach.
    const bool likely = bound.known == BOUNDS && f.size() <= MOST_LIKELY && goal_ != Goal::CHOICES;
    list_guesses(bound.most_parts, likely ? std::min(f.limit, bound.value + 1) : f.limit);
}

/// Begin to list the guesses whose sum of bounds is below `limit`.
void BranchAndBound::list_guesses(MostParts most_parts, int64_t limit) {
    Frame &f = stack_.frame(turn_);
    f.listed_below = limit;
    if (stack_.rules.game->valuation != nullptr) stack_.arrange(f.start, f.stop);
    stack_.bounds.guesses->begin(stack_.set_at(turn_).keys, turn_, stack_.history, limit, -1, most_parts,
                                 {f.scores.view(), f.guesses.view()});
    mode_ = Mode::LIST;
}

void BranchAndBound::finish_list() {
    Frame &f = stack_.frame(turn_);
    const GuessBounds &guesses = *stack_.bounds.guesses;
    const int64_t kept = guesses.result.kept;
    f.most_parts = guesses.result.most_parts;
    f.rates = guesses.result.rates;
    f.queue.fill(f.scores.data(), kept, stack_.rules.ordered);
    if (!stack_.rules.same_turns && stack_.rules.game->valuation == nullptr) {
        for (int64_t n = 0; n < kept; ++n) f.scores[n] >>= GuessBounds::TIE_BITS;
    }
    f.best = f.listed_below;
    f.found = false;
    f.symmetries = stack_.symmetries.find(stack_.history.guesses, turn_);
    std::copy_n(guesses.live().data(), f.live.size(), f.live.data());
    mode_ = Mode::NEXT_GUESS;
}

bool BranchAndBound::has_twin(const Frame &f, uint64_t guess) {
    if (f.symmetries == 0 || !stack_.symmetries.has_lower_twin(turn_, guess, f.live)) return false;
    ++stack_.work.symmetric;
    return true;
}

std::vector<int64_t> BranchAndBound::take_choices() {
    Frame &f = top();
    std::vector<int64_t> choices;
    while (!f.queue.empty()) {
        const int64_t n = f.queue.next();
        if (!has_twin(f, f.guesses[n])) choices.push_back(n);
    }
    std::stable_sort(choices.begin(), choices.end(), [&](int64_t a, int64_t b) { return f.scores[a] < f.scores[b]; });
    return choices;
}

/// Continue with the next guess that may be better than the best so far, or leave the set.
void BranchAndBound::try_next_guess(TranspositionTable table, int64_t &units) {
    Frame &f = stack_.frame(turn_);
    while (!f.queue.empty()) {
        if (units <= 0) return;
        const int64_t n = f.queue.next();
        if (f.scores[n] >= f.best) {
            if (stack_.rules.ordered) break;
            continue;
        }
        units -= SPLIT_UNITS;
        if (has_twin(f, f.guesses[n])) continue;
        if (ask_parts(f.guesses[n], table, units)) {
            scoring_ = false;
            f.at = 0;
            mode_ = Mode::PROBE_PARTS;
            return;
        }
    }
    if (!f.found && f.listed_below < f.limit) list_guesses(f.most_parts, f.limit);
    else leave_set(table);
}

/// Split the set by a guess, and compute the inexpensive bounds of its larger parts; false to drop the guess.
bool BranchAndBound::ask_parts(uint64_t guess, TranspositionTable table, int64_t &units) {
    Frame &f = stack_.frame(turn_);
    units -= f.size() * SPLIT_UNITS;
    f.sum = stack_.split_by(turn_, guess);
    if (f.sum < 0) return false;
    for (int64_t b = 0; b < f.large; ++b) table.prefetch(f.parts[b].hash);
    for (int64_t b = 0; b < f.large; ++b) {
        Part &part = f.parts[b];
        const Entry entry = table.recall(part.hash);
        part.known = entry.known;
        part.value = stack_.bounds.least(stack_.part_at(turn_, b), f.most_parts);
        if (entry.known != NOTHING) part.value = std::max(part.value, entry.value);
        f.sum += part.value;
    }
    for (int64_t b = 0; b < f.large; ++b) {
        if (f.sum >= f.best) return false;
        if (f.parts[b].known != NOTHING) continue;
        units -= f.parts[b].size * f.parts[b].size * PAIR_UNITS;
        raise_part(f.parts[b], stack_.bounds.check_members(stack_.part_at(turn_, b), table));
    }
    return true;
}

/// Improve the bounds of the parts; whether all needed are known.
///
/// The bounds of large parts increase most. Parts of up to MOST_CHEAP codes take about equal work, so the largest of
/// these comes first; then come the others, the smallest first, or all the largest first.
bool BranchAndBound::probe_parts(TranspositionTable table, int64_t &units) {
    Frame &f = stack_.frame(turn_);
    LowerBounds &bounds = stack_.bounds;
    int64_t larger = 0;
    while (!stack_.rules.largest_first && larger < f.large && f.parts[larger].size > MOST_CHEAP) ++larger;
    for (; f.at < f.large && f.sum < f.best; ++f.at) {
        const int64_t b = f.at < f.large - larger ? larger + f.at : f.large - 1 - f.at;
        Part &part = f.parts[b];
        if (part.known >= BOUNDS) continue;
        if (!scoring_) {
            if (const auto known = bounds.begin(stack_.part_at(turn_, b), stack_.history, table)) {
                raise_part(part, *known);
                continue;
            }
            scoring_ = true;
        }
        if (!bounds.step(units)) return false;
        scoring_ = false;
        raise_part(part, bounds.finish(table));
    }
    return true;
}

/// Use a bound of a part.
void BranchAndBound::raise_part(Part &part, const SetBound &bound) {
    Frame &f = stack_.frame(turn_);
    f.sum += std::max(int64_t{0}, bound.value - part.value);
    part.value = std::max(part.value, bound.value);
    part.known = bound.known;
}

/// Store the result of a set after all its guesses were tried.
void BranchAndBound::leave_set(TranspositionTable table) {
    const Frame &f = stack_.frame(turn_);
    mode_ = Mode::LEAVE;
    value_ = f.best;
    if (turn_ == top_ && goal_ == Goal::ONE_GUESS) return;
    if (f.found) {
        table.remember(f.hash, {.known = EXACT, .value = value_, .guess = f.best_guess});
        return;
    }
    value_ = std::min(value_, FORBIDDEN);
    const Knowledge known = value_ == FORBIDDEN ? EXACT : BOUNDS;
    table.remember(f.hash, {known, value_, f.most_parts.below, f.most_parts.other, 0});
}

/// Continue with the next unsettled part, or make this guess the best; false if the stack is full.
///
/// The smallest part comes first: it takes least work, and its value lowers the limits of the others. If only the
/// number of turns is limited, the largest comes first: it is the likeliest to need too many, and one such part
/// suffices.
bool BranchAndBound::next_part() {
    Frame &f = stack_.frame(turn_);
    const int64_t next = stack_.rules.largest_first ? 1 : -1;
    do f.at += next;
    while (f.at >= 0 && f.at < f.large && f.parts[f.at].known == EXACT);
    if (f.at < 0 || f.at == f.large) {
        f.best = f.sum;
        f.best_guess = stack_.history.guesses[turn_];
        f.found = true;
        mode_ = Mode::NEXT_GUESS;
        return true;
    }
    if (stack_.is_last(turn_)) return false;
    stack_.enter_part(turn_, f.at);
    ++turn_;
    mode_ = Mode::ENTER;
    return true;
}

/// Return to the turn before with the value of the part that was searched.
void BranchAndBound::leave_part() {
    --turn_;
    Frame &f = stack_.frame(turn_);
    Part &part = f.parts[f.at];
    f.sum += std::max(int64_t{0}, value_ - part.value);
    part.value = std::max(part.value, value_);
    mode_ = f.sum >= f.best ? Mode::NEXT_GUESS : Mode::NEXT_PART;
}

} // namespace codepegs
