// The expected cost of a guess if replies may be false: shared by `guess_costs.cpp` and `followed_guess.cpp`.
#pragma once

#include "core/elementary.hpp"
#include "core/export.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace codepegs {

/// Points of a cost curve for each bit of entropy.
inline constexpr double CURVE_STEPS = 8.0;

/// The codes on which guesses are compared; codes of one kind have equal weights.
struct WeightedCodes {
    // The column of each code in a table of replies.
    Array<const int64_t> columns;
    Array<const int64_t> kind;
    Array<const double> mass;   // by kind: the weight of a code
    Array<const double> chance; // by kind: the probability of one code
};
CODEPEGS_STRUCT(WeightedCodes, columns, kind, mass, chance);

/// The noise model, and the expected cost of a posterior.
struct CostModel {
    // Probability that the true reply is shown.
    double share_as_is;
    // Probability of each reply to be shown instead.
    double share_by_chance;
    int64_t announced; // 0 or 1: the codemaker ends the game at the secret, and the win is the last part
    int64_t parts;
    // Expected further guesses by entropy, `CURVE_STEPS` points per bit: ascending, not negative.
    Array<const double> curve;
    double doubt;
};
CODEPEGS_STRUCT(CostModel, share_as_is, share_by_chance, announced, parts, curve, doubt);

/// Check that guesses can be compared on these codes.
inline void check_comparison(const Array<const uint16_t, 2> &table, const Array<const double> &wins,
                             const WeightedCodes &codes, const CostModel &model) {
    require(wins.size() == table.size(0), "costs: one probability for each guess is expected");
    require(codes.kind.size() == codes.columns.size(), "costs: one kind for each code is expected");
    require(codes.mass.size() == codes.chance.size(), "costs: one mass and one chance for each kind are expected");
    for (int64_t column : codes.columns) require(0 <= column && column < table.size(1), "costs: no such column");
    for (int64_t kind : codes.kind) require(0 <= kind && kind < codes.mass.size(), "costs: no such kind");
    require(model.parts >= 1 && model.parts <= 0xFFFF, "costs: at least one part is expected");
    require(model.curve.size() >= 2, "costs: a curve has at least two points");
    require(model.curve[0] >= 0.0 && std::is_sorted(model.curve.begin(), model.curve.end()),
            "costs: a curve is ascending and not negative");
    require(model.doubt >= 0.0, "costs: the doubt is not negative");
}

/// Check that a row of a table has parts of the game only.
inline void check_row(const uint16_t *row, int64_t size, int64_t parts) {
    uint16_t most = 0;
    for (int64_t x = 0; x < size; ++x) most = std::max(most, row[x]);
    require(most < parts, "costs: no such part");
}

/// The expected further guesses at a posterior of `bits`: interpolated, and linear beyond the curve.
inline double cost_of(double entropy, const Array<const double> &curve) {
    const double at = entropy * CURVE_STEPS;
    const auto last = curve.size() - 2;
    const int64_t low = at < static_cast<double>(last) ? static_cast<int64_t>(at) : last;
    const double *points = curve.data() + low;
    return points[0] + (at - static_cast<double>(low)) * (points[1] - points[0]);
}

/// Binary logarithms of probabilities.
inline std::vector<double> logs_of(const Array<const double> &chance) {
    std::vector<double> logs;
    for (double each : chance) logs.push_back(exact_log2(each));
    return logs;
}

/// The probability of a shown reply if it is the true one, and if it is another, with their logarithms.
struct ShownChances {
    explicit ShownChances(const CostModel &model)
        : fit(model.share_as_is + model.share_by_chance), other(model.share_by_chance), fit_log(exact_log2(fit)),
          other_log(other > 0.0 ? exact_log2(other) : 0.0) {}

    double fit;
    double other;
    double fit_log;
    double other_log;
};

} // namespace codepegs
