// The verdict on a turn and on a game: what a guess lost beside the best one, and how lucky the replies were.
//
// Figures in, numbers and kinds out. `analysis/coach_wording.py` has the limits and a table of what is said of each
// kind, in the order of the kinds here.
#include "core/export.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tuple>

namespace codepegs {

/// The figures of a guess that was made, and of the best one at its turn; NaN if they are not known.
struct TurnFigures {
    double value;  // expected guesses from here on, this one included
    double error;  // half the width of an interval that covers the true value with a probability of 95 %
    double shared; // the part of the error that all values at a position have in common
    double best_value;
    double best_error;
    double best_shared;
    double cost;                  // of the guess, in guesses
    double bits;                  // expected information of the reply
    double gained;                // information of the reply
    int64_t counted;              // candidates before the turn, as far as one, two and more differ; 0 if not counted
    alignas(8) bool is_best;      // no better guess is known
    alignas(8) bool is_candidate; // it may be the secret
    alignas(8) bool contradicts;  // an earlier reply
    alignas(8) bool cannot_be_secret; // it repeats a colour
    alignas(8) bool is_test;          // which is not meant to be the secret
    alignas(8) bool is_over;          // nothing was left to learn
    alignas(8) bool is_answered;
    alignas(8) bool is_win;
};
CODEPEGS_STRUCT(TurnFigures, value, error, shared, best_value, best_error, best_shared, cost, bits, gained, counted,
                is_best, is_candidate, contradicts, cannot_be_secret, is_test, is_over, is_answered, is_win);

/// The limits of the kinds.
struct VerdictLimits {
    double same;        // largest difference of equal values
    double good;        // largest loss of a good guess
    double lucky;       // least luck of a turn that is mentioned, in bits
    double some_luck;   // least mean luck of a game that is mentioned
    double decisive;    // least luck of a reply that may have decided a game
    double known_share; // least share of the turns with figures, for a game to be rated
};
CODEPEGS_STRUCT(VerdictLimits, same, good, lucky, some_luck, decisive, known_share);

/// The turns of a game with their verdicts; NaN for what is not known. All have shape (turns,).
struct JudgedTurns {
    Array<const int64_t> worth;
    Array<const int64_t> comment;
    Array<const double> skill;
    Array<const double> lost;
    Array<const double> luck;
};
CODEPEGS_STRUCT(JudgedTurns, worth, comment, skill, lost, luck);

namespace {

constexpr double UNKNOWN = std::numeric_limits<double>::quiet_NaN();

// The ratings of a guess, as the `Worth` of Python lists them.
enum Worth : int64_t { BEST, GOOD, WEAK, WASTED, FORCED, UNRATED };

// What is said of a guess: the rows of COMMENTS. Each of the pairs has the guess that contradicts a reply second.
enum Comment : int64_t {
    NOTHING_TO_LEARN,
    REPEATS_COLOR,
    TOO_LARGE,
    NO_CHOICE = TOO_LARGE + 2,
    WAS_KNOWN,
    NO_INFORMATION,
    EITHER_OF_TWO,
    THE_BEST,
    AS_GOOD = THE_BEST + 2,
    LOSES_LITTLE = AS_GOOD + 2,
    LOSES_MORE = LOSES_LITTLE + 2,
};

// What is said of a reply: the rows of REPLY_COMMENTS.
enum Fortune : int64_t { ORDINARY, UNLUCKY, LUCKY, LUCKY_WIN };

// What decided a game: the rows of DECISIONS.
enum Decision : int64_t { NOTHING, A_GUESS, A_LUCKY_REPLY, AN_UNLUCKY_REPLY };

// How lucky all replies were: the columns of PRAISE.
enum Tendency : int64_t { EVEN, MOSTLY_LUCKY, MOSTLY_UNLUCKY };

constexpr int64_t FEWEST_DIGITS = 2, MOST_DIGITS = 4;

/// A value with some decimals, at most three, as an integer; of two equally near ones the even one.
uint64_t rounded(double value, int64_t digits) {
    int exponent = 0;
    const double fraction = std::frexp(value, &exponent);
    const int shift = 53 - exponent;
    if (!(value >= 0.0 && shift > 0)) return std::bit_cast<uint64_t>(value); // it has no decimals
    auto scaled = static_cast<uint64_t>(fraction * 0x1p53);
    for (int64_t n = 0; n < digits; ++n) scaled *= 10; // less than 2^63
    if (shift >= 64) return 0;
    const uint64_t whole = scaled >> shift;
    const uint64_t rest = scaled - (whole << shift);
    const uint64_t half = uint64_t{1} << (shift - 1);
    return whole + (rest > half || (rest == half && whole % 2 == 1) ? 1 : 0);
}

/// The number of decimals that distinguishes two values; one with an error is shown with one less.
int64_t distinguishing_digits(const TurnFigures &turn) {
    for (int64_t digits = FEWEST_DIGITS; digits < MOST_DIGITS; ++digits) {
        const auto shown = [&](double error) { return error == 0.0 ? digits : std::max(int64_t{1}, digits - 1); };
        const int64_t ours = shown(turn.error);
        const int64_t theirs = shown(turn.best_error);
        if (ours != theirs || rounded(turn.value, ours) != rounded(turn.best_value, theirs)) return digits;
    }
    return MOST_DIGITS;
}

int64_t worth_of(const TurnFigures &turn, double share, const VerdictLimits &limits) {
    if (turn.is_over) return WASTED;
    if (turn.counted == 1) return turn.contradicts ? WASTED : FORCED;
    if (share == 0.0) return BEST;
    if (turn.bits == 0.0 && !turn.is_candidate) return WASTED;
    return share <= limits.good ? GOOD : WEAK;
}

int64_t comment_on(const TurnFigures &turn, int64_t worth) {
    const int64_t second = turn.contradicts ? 1 : 0;
    if (turn.is_over) return NOTHING_TO_LEARN;
    if (worth == UNRATED) return turn.cannot_be_secret ? REPEATS_COLOR : TOO_LARGE + second;
    if (worth == FORCED) return NO_CHOICE;
    if (turn.counted == 1) return WAS_KNOWN;
    if (worth == WASTED) return NO_INFORMATION;
    if (worth == BEST && turn.counted == 2 && !turn.is_test) return EITHER_OF_TWO;
    if (worth == BEST) return (turn.is_best ? THE_BEST : AS_GOOD) + second;
    return (worth == GOOD ? LOSES_LITTLE : LOSES_MORE) + second;
}

int64_t fortune_of(double luck, bool is_win, const VerdictLimits &limits) {
    if (!(std::abs(luck) >= limits.lucky)) return ORDINARY;
    if (luck < 0.0) return UNLUCKY;
    return is_win ? LUCKY_WIN : LUCKY;
}

double square_above(double error, double shared) { return std::max(0.0, error * error - shared * shared); }

/// NaN of nothing.
double mean(double sum, int64_t count) { return count == 0 ? UNKNOWN : sum / static_cast<double>(count); }

} // namespace

/// Return the uncertainty of the difference of two values at one position.
double error_of_difference(double error, double shared, double other_error, double other_shared) {
    return std::sqrt(square_above(error, shared) + square_above(other_error, other_shared)) +
           std::abs(shared - other_shared);
}

/// Judge a turn.
///
/// Returns the rating of the guess, its skill from 0 to 1, the guesses lost and their uncertainty, the luck of the
/// reply in bits, what is said of the guess, the number of decimals that distinguishes it from the best one, and what
/// is said of the reply. NaN for what is not known.
std::tuple<int64_t, double, double, double, double, int64_t, int64_t, int64_t> judge_turn(const TurnFigures &turn,
                                                                                          const VerdictLimits &limits) {
    if (std::isnan(turn.value) || std::isnan(turn.best_value)) {
        return {UNRATED, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, comment_on(turn, UNRATED), MOST_DIGITS, ORDINARY};
    }
    const double error = error_of_difference(turn.error, turn.shared, turn.best_error, turn.best_shared);
    const double difference = turn.value - turn.best_value;
    double lost = difference <= error + limits.same ? 0.0 : difference;
    if (turn.is_over) lost = turn.cost;
    const double share = lost / turn.cost; // one for a guess without information
    const int64_t worth = worth_of(turn, share, limits);
    const double luck = turn.is_answered ? turn.gained - turn.bits : UNKNOWN;
    const int64_t fortune = fortune_of(luck, turn.is_win, limits);
    const double skill = 1.0 - std::min(1.0, share);
    return {worth, skill, lost, error, luck, comment_on(turn, worth), distinguishing_digits(turn), fortune};
}

/// Judge a game from its turns.
///
/// `is_exact`: whether all figures are exact. `praise`: the least skill of each row of PRAISE, the last of which is
/// zero.
///
/// Returns the mean skill and the mean luck, NaN if they are not known; the turn that decided the game, from one, or
/// zero; what it was; the row of the praise, of which zero is that of a perfect game; and how lucky all replies were.
std::tuple<double, double, int64_t, int64_t, int64_t, int64_t>
judge_game(const JudgedTurns &turns, bool is_exact, Array<const double> praise, const VerdictLimits &limits) {
    const int64_t count = turns.skill.size();
    require(turns.worth.size() == count && turns.comment.size() == count && turns.lost.size() == count &&
                turns.luck.size() == count,
            "judge_game: expected each figure of each turn");
    int64_t known = 0, chosen = 0, lucky = 0, poor = -1, decisive = -1;
    double skills = 0.0, lucks = 0.0;
    for (int64_t n = 0; n < count; ++n) {
        if (std::isnan(turns.skill[n])) continue;
        ++known;
        if (turns.worth[n] != FORCED) ++chosen, skills += turns.skill[n];
        if (!std::isnan(turns.luck[n])) ++lucky, lucks += turns.luck[n];
        const bool is_poor =
            turns.worth[n] == WEAK || (turns.worth[n] == WASTED && turns.comment[n] != NOTHING_TO_LEARN);
        if (is_poor && (poor < 0 || turns.lost[n] > turns.lost[poor])) poor = n;
        const auto size = [&](int64_t at) { return std::isnan(turns.luck[at]) ? 0.0 : std::abs(turns.luck[at]); };
        if (decisive < 0 || size(n) > size(decisive)) decisive = n;
    }
    if (known == 0 || static_cast<double>(known) < limits.known_share * static_cast<double>(count)) {
        return {UNKNOWN, UNKNOWN, 0, NOTHING, 0, EVEN};
    }
    const double skill = chosen == 0 ? 1.0 : mean(skills, chosen);
    const double luck = mean(lucks, lucky);
    int64_t turning_point = poor;
    if (poor < 0 && known > 1 && std::abs(turns.luck[decisive]) >= limits.decisive) turning_point = decisive;
    int64_t decision = NOTHING;
    if (turning_point >= 0) {
        const int64_t worth = turns.worth[turning_point];
        if (worth == WEAK || worth == WASTED) decision = A_GUESS;
        else decision = turns.luck[turning_point] > 0.0 ? A_LUCKY_REPLY : AN_UNLUCKY_REPLY;
    }
    int64_t row = 0;
    if (!(is_exact && skill == 1.0)) {
        while (row < praise.size() - 1 && skill < praise[row]) ++row;
        ++row;
    }
    int64_t tendency = EVEN;
    if (std::abs(luck) >= limits.some_luck) tendency = luck > 0.0 ? MOSTLY_LUCKY : MOSTLY_UNLUCKY;
    return {skill, luck, turning_point + 1, decision, row, tendency};
}

} // namespace codepegs

CODEPEGS_EXPORT(error_of_difference, error, shared, other_error, other_shared);
CODEPEGS_EXPORT(judge_turn, turn, limits);
CODEPEGS_EXPORT(judge_game, turns, is_exact, praise, limits);
