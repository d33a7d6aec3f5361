// How many guesses sets of candidates need on average, by their size alone, and what a guess is worth by its parts.
#pragma once

#include "core/array.hpp"
#include "core/export.hpp"

#include <cstdint>
#include <memory>
#include <tuple>
#include <vector>

namespace codepegs {

/// The curve of a game: that of its own tree, or that of other games and what its kind of game needs more.
struct Curve {
    struct Point {
        double bits; // a size, as a logarithm to base 2
        double mean;
        double spread; // standard deviation among sets of this size
    };
    std::vector<Point> points; // ascending
    double shared = 0.0;       // standard error that all sets share
    double error = 0.0;        // how far all may be off together in a game of many pegs
    double more = 0.0;         // what all codes of the game need more
    double whole = 0.0;        // their number, as a logarithm to base 2
    double pegs = 1.0;
    bool by_orders = false; // whether more is needed to try the orders of known colours

    /// What a set needs on average, and how much sets of its size scatter.
    [[nodiscard]] Point at(double size) const;

    /// What it needs more than that.
    [[nodiscard]] double addition(double size) const;
};
CODEPEGS_OBJECT(Curve);

std::unique_ptr<Curve> other_curve(int64_t pegs, int64_t colors, bool repeats, int64_t view);

std::tuple<double, double, double, double, double> value_of_parts(Array<const double> masses, Array<const double> sizes,
                                                                  Array<const double> known, int64_t price,
                                                                  Curve &curve);

} // namespace codepegs
