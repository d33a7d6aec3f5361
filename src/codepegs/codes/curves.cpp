#include "codes/curves.hpp"

#include "core/elementary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace codepegs {

// Guesses that games at p6c9 and p8c12 still took with 2^bits candidates left; the two differ by less than a tenth of a
// guess.
constexpr double BITS[] = {0.0, 1.0, 1.585, 2.0, 2.322, 2.8, 3.3, 3.8, 4.5, 5.5, 6.5, 7.5, 9.5, 11.0, 13.0};
constexpr double GUESSES[] = {1.0, 1.5, 1.72, 1.84, 1.90, 1.95, 2.08, 2.27, 2.45, 2.66, 2.88, 3.13, 3.58, 3.93, 4.42};

// Beyond the largest size, one more guess for each of this many bits. Steeper or flatter curves past 4 bits, by a
// tenth, change the average at p5c8 by less than 0.002.
constexpr double BITS_A_GUESS = 4.0;

// Standard error of the curve of other games.
constexpr double OTHER_GAME = 0.15;

// Pegs up to which the curve fits, and how far it may be off for each peg beyond. At some turn of every game it is off
// by 0.4 at p10c10, 0.8 at p12c12, 0.6 at p12c4 and 1.4 at p15c15 (averages of 20 to 250 games): too high at the
// beginning, too low later.
constexpr double FITTED_PEGS = 8.0;
constexpr double ERROR_A_PEG = 0.2;

// Colours a peg up to which the curve fits, and more guesses for each one beyond: to find the colours of the secret.
constexpr double COLORS_A_PEG = 1.5;
constexpr double GUESSES_FOR_COLORS = 0.6;

// More guesses for each peg if the secret has all colours once, so that only the black pegs vary.
constexpr double WITHOUT_REPEATS = 0.33;

// More guesses for each colour if replies show only the black or only the white pegs.
constexpr double ONLY_BLACK = 0.55;
constexpr double ONLY_WHITE = 0.33;

// How far all that a kind of game needs more may be off, as a share. The additions were fitted to the averages of 24 to
// 30 games at each of 30 games of 3 to 12 pegs, 5 to 100 colours, with and without repeats, in these views: the value
// of the first guess is off by this share of the addition, or 0.3, at most.
constexpr double ERROR_OF_MORE = 0.4;

// Points of a curve for each doubling of the size.
constexpr double STEPS_A_BIT = 3.0;
constexpr std::size_t MOST_STEPS = 3 * 64;

// Standard deviation among sets of one size that is assumed at least.
constexpr double LEAST_SPREAD = 0.02;

// Standard errors on each side of an estimate: about 95 % of the true values are within.
constexpr double COVERING = 2.0;

// Standard error that all parts of a guess share: sets made by other guesses than those of the tree need a little more
// or less than its own.
constexpr double BIAS = 0.03;

// Largest part whose codes are simply guessed one after the other.
constexpr double TOLD = 2.0;

constexpr double LN2 = 0.6931471805599453;

Curve::Point Curve::at(double size) const {
    const double x = exact_log2(std::max(1.0, size));
    const auto after = std::find_if(points.begin(), points.end(), [=](const Point &each) { return each.bits > x; });
    if (after == points.begin()) return *after;
    const Point &low = *(after - 1);
    if (after == points.end()) return {x, low.mean + (x - low.bits) / BITS_A_GUESS, low.spread};
    const double width = after->bits - low.bits;
    const double past = x - low.bits;
    return {x, (after->mean - low.mean) / width * past + low.mean,
            (after->spread - low.spread) / width * past + low.spread};
}

double Curve::addition(double size) const {
    if (more == 0.0) return 0.0;
    if (by_orders) return std::min(more, (size - 1.0) / 2.0);
    return more * exact_exp((exact_log2(std::max(1.0, size)) - whole) / pegs * LN2);
}

namespace {

enum ShownPegs : int64_t { BOTH_SHOWN = 0, BLACK_SHOWN = 1, TOTAL_SHOWN = 2, WHITE_SHOWN = 3 };

/// The number of codes with the colours of the secret, on average over the secrets.
double mean_orders(int64_t pegs, int64_t colors, bool repeats) {
    std::vector<double> logs(index(pegs + 1)); // of factorials
    for (std::size_t n = 1; n < logs.size(); ++n) logs[n] = logs[n - 1] + exact_log(static_cast<double>(n));
    if (!repeats) return exact_exp(logs.back());
    // The sum, over how often each colour occurs, of the square of the number of codes: a power of one colour's.
    std::vector<double> power(logs.size());
    std::vector<double> ways(logs.size());
    for (std::size_t n = 0; n < logs.size(); ++n) power[n] = exact_exp(-2.0 * logs[n]);
    ways[0] = 1.0;
    const auto multiply = [](const std::vector<double> &one, const std::vector<double> &other) {
        std::vector<double> product(one.size());
        for (std::size_t n = 0; n < one.size(); ++n) {
            for (std::size_t k = 0; k <= n; ++k) product[n] += one[k] * other[n - k];
        }
        return product;
    };
    for (int64_t left = colors; left > 0; left /= 2) {
        if (left % 2 == 1) ways = multiply(ways, power);
        if (left > 1) power = multiply(power, power);
    }
    const double codes = static_cast<double>(pegs) * exact_log(static_cast<double>(colors));
    return exact_exp(2.0 * logs.back() - codes) * ways.back();
}

/// The number of codes of a game, as a logarithm to base 2.
double bits_of_codes(int64_t pegs, int64_t colors, bool repeats) {
    double bits = 0.0;
    for (int64_t n = 0; n < pegs; ++n) bits += exact_log2(static_cast<double>(repeats ? colors : colors - n));
    return bits;
}

} // namespace

/// Make the curve of other games, with what a kind of game needs more.
///
/// `view`: which pegs replies show: 0 both, 1 black, 2 their sum, 3 white. `pegs` is 0 for a game that has none.
std::unique_ptr<Curve> other_curve(int64_t pegs, int64_t colors, bool repeats, int64_t view) {
    require(pegs >= 0 && colors >= (repeats ? 1 : pegs), "other_curve: expected colours for the pegs");
    require(view >= BOTH_SHOWN && view <= WHITE_SHOWN, "other_curve: unknown view");
    auto curve = std::make_unique<Curve>();
    curve->points.resize(std::size(BITS));
    for (std::size_t n = 0; n < std::size(BITS); ++n) curve->points[n] = {BITS[n], GUESSES[n], 2.0 * LEAST_SPREAD};
    curve->shared = OTHER_GAME;
    if (pegs == 0) return curve;
    const auto p = static_cast<double>(pegs);
    const auto c = static_cast<double>(colors);
    curve->error = ERROR_A_PEG * std::max(0.0, p - FITTED_PEGS);
    curve->shared = std::max(OTHER_GAME, curve->error / COVERING);
    curve->pegs = p;
    curve->whole = bits_of_codes(pegs, colors, repeats);
    curve->by_orders = view == TOTAL_SHOWN;
    if (curve->by_orders) {
        curve->more = mean_orders(pegs, colors, repeats) / 2.0;
        return curve;
    }
    curve->more = GUESSES_FOR_COLORS * std::max(0.0, c / p - COLORS_A_PEG);
    if (!repeats) curve->more += WITHOUT_REPEATS * (p * p * p) / (c * c);
    else if (view != BOTH_SHOWN) curve->more += (view == BLACK_SHOWN ? ONLY_BLACK : ONLY_WHITE) * c;
    return curve;
}

/// Make the curve through sets of a game.
///
/// `sizes`: the size of each set, at least one; `averages`: the guesses that it needs. Both have shape (sets,).
std::unique_ptr<Curve> fit_curve(Array<const double> sizes, Array<const double> averages) {
    require(sizes.size() >= 1 && sizes.size() == averages.size(), "fit_curve: expected an average for each size");
    struct Sums {
        double sets = 0.0, bits = 0.0, sum = 0.0, squares = 0.0;
    };
    std::vector<Sums> steps(MOST_STEPS);
    for (int64_t n = 0; n < sizes.size(); ++n) {
        const double bits = exact_log2(sizes[n]);
        const double step = std::nearbyint(bits * STEPS_A_BIT);
        require(step >= 0.0 && step < static_cast<double>(MOST_STEPS),
                "fit_curve: a set has less than one code, or too many");
        Sums &sums = steps[static_cast<std::size_t>(step)];
        sums.sets += 1.0;
        sums.bits += bits;
        sums.sum += averages[n];
        sums.squares += averages[n] * averages[n];
    }
    auto curve = std::make_unique<Curve>();
    double highest = 0.0;
    for (const Sums &sums : steps) {
        if (sums.sets == 0.0) continue;
        const double mean = sums.sum / sums.sets;
        const double spread = std::sqrt(std::max(0.0, sums.squares / sums.sets - mean * mean));
        const double least =
            LEAST_SPREAD * (1.0 + std::sqrt(1.0 / sums.sets)); // few sets say little of how they scatter
        highest = std::max(highest, mean);
        curve->points.push_back({sums.bits / sums.sets, highest, std::max(spread, least)});
    }
    return curve;
}

/// Write the guesses that sets of candidates need; `sizes` and `out` have shape (m,).
void guesses_needed(Array<const double> sizes, Curve &curve, Array<double> out) {
    require(out.size() == sizes.size(), "guesses_needed: expected room for each size");
    for (int64_t n = 0; n < sizes.size(); ++n) out[n] = curve.at(sizes[n]).mean + curve.addition(sizes[n]);
}

/// Estimate the expected number of guesses from here on if a guess is made that costs `price`, from its parts.
///
/// `masses`: the weight of each part; `sizes`: the number of candidates in it, or the effective number if they have
/// weights; `known`: the guesses that it needs, NaN if unknown. All have shape (parts,), the win last; `known` may be
/// empty if the candidates are equally probable. Returns the value, its error, the part of the error that all values at
/// a position have in common, what the parts need more than the curve says, and how far this and the curve may be off
/// together.
std::tuple<double, double, double, double, double> value_of_parts(Array<const double> masses, Array<const double> sizes,
                                                                  Array<const double> known, int64_t price,
                                                                  Curve &curve) {
    const int64_t parts = masses.size();
    require(parts >= 1 && sizes.size() == parts && (known.size() == parts || known.size() == 0),
            "value_of_parts: expected the size of each part");
    double whole = 0.0;
    for (double mass : masses) whole += mass;
    double guesses = static_cast<double>(price) * whole;
    double large = 0.0;
    double squares = 0.0;
    double more = 0.0;
    for (int64_t n = 0; n < parts; ++n) {
        double needed = std::numeric_limits<double>::quiet_NaN();
        if (known.size() > 0) needed = known[n];
        else if (n == parts - 1) needed = 0.0;
        else if (sizes[n] <= TOLD) needed = (1.0 + sizes[n]) / 2.0;
        if (std::isnan(needed)) {
            const Curve::Point point = curve.at(sizes[n]);
            needed = point.mean;
            squares += masses[n] * point.spread * (masses[n] * point.spread);
            large += masses[n];
            more += masses[n] * curve.addition(sizes[n]) / whole;
        }
        guesses += masses[n] * needed;
    }
    const double value = guesses / whole; // rounded once, so that equal totals give equal values
    const double error_of_more = ERROR_OF_MORE * more;
    const double shared = COVERING * curve.shared * large / whole + error_of_more;
    const double own = COVERING * std::sqrt(squares + BIAS * large * (BIAS * large)) / whole;
    return {value + more, std::sqrt(own * own + shared * shared), shared, more, curve.error + error_of_more};
}

} // namespace codepegs

CODEPEGS_FREE(Curve);
CODEPEGS_EXPORT(other_curve, pegs, colors, repeats, view);
CODEPEGS_EXPORT(fit_curve, sizes, averages);
CODEPEGS_EXPORT(guesses_needed, sizes, curve, out);
CODEPEGS_EXPORT(value_of_parts, masses, sizes, known, price, curve);
