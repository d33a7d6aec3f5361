// Black counts of queries for colour counts, as constraints on the list of hypotheses.
#include "equations.hpp"
#include "core/elementary.hpp"

#include <algorithm>
#include <cmath>

namespace codepegs::streaming {

void Equations::check(const Facts &facts) const {
    require(color.size(1) == MOST_PARTS && color.size() == black.size() && is_alive.size() == black.size(),
            "equations: a row for each");
    require(made.size() == 2 && made[0] >= 0 && made[0] <= black.size(), "equations: two numbers");
    for (int64_t e = 0; e < made[0]; ++e) {
        require(black[e] >= 0 && black[e] <= facts.color_at.size(), "equations: black pegs of a guess");
    }
}

namespace {

/// An equation in terms of the current list.
struct Constraint {
    FieldSum sum;          // fields of the parts of current items
    FieldSum own;          // those of the item that was added last
    int64_t fields = 0;    // parts in the sum
    bool is_about = false; // whether any is of that item
    int64_t rest = 0;      // the sum of these fields and of the colours that are not items
    int64_t bound = 0;     // the largest number of pegs of these colours
    double mean = 0.0;     // the average number of pegs of these
    double own_mean = 0.0; // and of that item
};

Constraint constraint_of(const Tree &tree, const Facts &facts, const Items &items, const Equations &equations,
                         int64_t e, int64_t last) {
    Constraint found;
    found.rest = equations.black[e];
    const auto pegs = static_cast<double>(facts.color_at.size());
    for (int64_t part = 0; part < tree.parts[0]; ++part) {
        const int64_t color = equations.color(e, part);
        if (color < 0 || facts.counts[color] == 0) continue;
        if (facts.shares(color, part) >= 0) {
            found.rest -= facts.shares(color, part);
            continue;
        }
        const int64_t size = tree.size(tree.first[0] + part);
        const int64_t count = facts.counts[color];
        int64_t item = NONE;
        for (int64_t i = 0; i < facts.number(ITEMS); ++i) {
            if (items.node[i] == 0 && items.color[i] == color) item = i;
        }
        if (item >= 0) {
            found.sum.add(items, item, part);
            ++found.fields;
            if (item == last) {
                found.own.add(items, item, part);
                found.is_about = true;
                found.own_mean += static_cast<double>(count * size) / pegs;
            }
        } else if (count >= 0) {
            found.bound += std::min(size, count);
            found.mean += static_cast<double>(count * size) / pegs;
        } else {
            const int64_t left = facts.number(LEFT);
            found.bound += std::min(size, left);
            const double each =
                static_cast<double>(left) / static_cast<double>(std::max(int64_t{1}, facts.number(UNCOUNTED)));
            found.mean += each * static_cast<double>(size) / pegs;
        }
    }
    return found;
}

} // namespace

int64_t apply_equations(const Tree &tree, const Facts &facts, const Items &items, const Equations &equations,
                        const Array<const double> &log_factorial, int64_t item, int64_t half, int64_t length) {
    uint64_t *words = items.words[half].data();
    double *weights = items.weights[half].data();
    for (int64_t e = 0; e < equations.made[0]; ++e) {
        if (!equations.is_alive[e]) continue;
        const Constraint found = constraint_of(tree, facts, items, equations, e, item);
        if (found.fields == 0) {
            if (found.rest < 0 || found.rest > found.bound) return 0;
            if (found.bound == 0) equations.is_alive[e] = false;
            continue;
        }
        if (item != ALL_EQUATIONS && !found.is_about) continue;
        const double mean = std::max(found.mean, 1e-9);
        const double log_mean = exact_log(mean);
        const double log_before = exact_log(mean + found.own_mean + 1e-9);
        int64_t kept = 0;
        for (int64_t s = 0; s < length; ++s) {
            const uint64_t word = words[s];
            const int64_t left = found.rest - found.sum(word);
            if (left < 0 || left > found.bound) continue;
            double weight = weights[s];
            if (item != ALL_EQUATIONS) {
                const int64_t before = left + found.own(word);
                const double chance = static_cast<double>(left) * log_mean - log_factorial[left] -
                                      static_cast<double>(before) * log_before + log_factorial[before];
                weight *= exact_exp(chance);
            }
            words[kept] = word;
            weights[kept] = weight;
            ++kept;
        }
        length = kept;
        if (length == 0) return 0;
    }
    return length;
}

/// Keep the hypotheses that satisfy the equations, at the front of the list; returns their number.
///
/// With an item, only its equations are applied, and weights are multiplied by the probability of the remainder for
/// colours that are not items yet. With `ALL_EQUATIONS`, weights are unchanged.
int64_t apply_place_equations(const Tree &tree, const Facts &facts, const Items &items, const Equations &equations,
                              const Array<const double> &log_factorial, int64_t item) {
    facts.check(tree);
    items.check(facts);
    equations.check(facts);
    require(log_factorial.size() > tree.pegs(), "log_factorial: one for each number of pegs");
    require(item >= ALL_EQUATIONS && item < facts.number(ITEMS), "item: one of those made, or -1 for all equations");
    return apply_equations(tree, facts, items, equations, log_factorial, item, facts.number(FRONT),
                           facts.number(LENGTH));
}

} // namespace codepegs::streaming

namespace codepegs {
using streaming::apply_place_equations;
}

CODEPEGS_EXPORT(apply_place_equations, tree, facts, items, equations, log_factorial, item);
