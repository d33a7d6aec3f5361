// The expected cost of guesses after their replies, for any kind of false replies.
// A row is a state of a code and its true reply; a matrix has the probability of each shown reply by row. The codes are
// added up by row once per guess, and the posterior after each shown reply follows from these sums.
#include "core/elementary.hpp"
#include "core/export.hpp"
#include "guess_costs.hpp"

namespace codepegs {

namespace {

/// The codes on which guesses are compared, each with its own weight and state.
struct StatedCodes {
    // The column of each code in a table of replies.
    Array<const int64_t> columns;
    // Number of false replies that each code implies, up to the limit of the model.
    Array<const int64_t> state;
    // The weights of the codes; they add up to one.
    Array<const double> mass;
    // The probability of each code, above 0; less than its weight if it represents several.
    Array<const double> chance;
};
CODEPEGS_STRUCT(StatedCodes, columns, state, mass, chance);

/// The probability of each shown reply by row, and the expected cost of a posterior.
struct ChannelModel {
    // Probability of each shown reply, shape (states * parts, parts); row `state * parts + true part`.
    Array<const double, 2> shown;
    // 0 or 1: whether the codemaker ends the game at the secret. The win is then the last part.
    int64_t announced;
    // Expected further guesses by entropy, `CURVE_STEPS` points per bit: ascending, not negative.
    Array<const double> curve;
    double doubt;
};
CODEPEGS_STRUCT(ChannelModel, shown, announced, curve, doubt);

/// A row from which a reply can be shown.
struct Source {
    std::size_t row;
    double chance;
    double log;
};

/// Sums over codes: of their weights, of weight times logarithm of the probability, and the largest probability.
struct RowSums {
    double mass = 0.0;
    double logs = 0.0;
    double top = 0.0;
};

/// Write the expected cost of guesses [`start`, `stop`), and the information of their replies, as `expected_costs`,
/// with a model of errors.
void channel_costs(Array<const uint16_t, 2> table, Array<const double> wins, const StatedCodes &codes,
                   const ChannelModel &model, int64_t start, int64_t stop, Array<double> costs, Array<double> bits) {
    const int64_t parts = model.shown.size(1);
    require(parts >= 1 && parts <= 0xFFFF && model.shown.size(0) % parts == 0,
            "channel_costs: one row for each state and reply is expected");
    const int64_t states = model.shown.size(0) / parts;
    require(wins.size() == table.size(0), "channel_costs: one probability for each guess is expected");
    const int64_t size = codes.columns.size();
    require(codes.state.size() == size && codes.mass.size() == size && codes.chance.size() == size,
            "channel_costs: one state, mass and chance for each code are expected");
    for (int64_t column : codes.columns)
        require(0 <= column && column < table.size(1), "channel_costs: no such column");
    for (int64_t state : codes.state) require(0 <= state && state < states, "channel_costs: no such state");
    require(model.curve.size() >= 2, "channel_costs: a curve has at least two points");
    require(0 <= start && start <= stop && stop <= table.size(0), "channel_costs: rows of the table are expected");
    require(costs.size() == table.size(0) && bits.size() == table.size(0),
            "channel_costs: one place for each guess is expected");

    std::vector<std::vector<Source>> sources(static_cast<std::size_t>(parts));
    for (int64_t row = 0; row < model.shown.size(0); ++row) {
        if (model.announced != 0 && row % parts == parts - 1) continue; // the game has ended
        for (int64_t part = 0; part < parts; ++part) {
            const double chance = model.shown(row, part);
            if (chance <= 0.0) continue;
            sources[static_cast<std::size_t>(part)].push_back(
                {static_cast<std::size_t>(row), chance, exact_log2(chance)});
        }
    }
    std::vector<double> logs;
    double entropy = 0.0;
    for (int64_t x = 0; x < size; ++x) {
        logs.push_back(codes.mass[x] * exact_log2(codes.chance[x]));
        entropy -= logs.back();
    }
    std::vector<RowSums> sums(static_cast<std::size_t>(model.shown.size(0)));
    for (int64_t n = start; n < stop; ++n) {
        const uint16_t *row = table.data() + n * table.size(1);
        check_row(row, table.size(1), parts);
        std::fill(sums.begin(), sums.end(), RowSums{});
        for (int64_t x = 0; x < size; ++x) {
            RowSums &sum = sums[static_cast<std::size_t>(codes.state[x] * parts + row[codes.columns[x]])];
            sum.mass += codes.mass[x];
            sum.logs += logs[static_cast<std::size_t>(x)];
            sum.top = std::max(sum.top, codes.chance[x]);
        }
        double cost = 0.0;
        double entropy_left = 0.0;
        double reached = 0.0;
        for (const std::vector<Source> &shown : sources) {
            double z = 0.0;
            double sum_log = 0.0;
            double best = 0.0;
            for (const Source &source : shown) {
                const RowSums &sum = sums[source.row];
                if (sum.mass <= 0.0) continue;
                z += source.chance * sum.mass;
                sum_log += source.chance * (sum.logs + sum.mass * source.log);
                best = std::max(best, source.chance * sum.top);
            }
            if (z <= 1e-300) continue;
            const double after = std::max(0.0, exact_log2(z) - sum_log / z);
            reached += z;
            entropy_left += z * after;
            cost += z * (cost_of(after, model.curve) + model.doubt * std::max(0.0, 1.0 - best / z));
        }
        double goes_on = 0.0;
        if (reached > 1e-12) goes_on = model.announced != 0 ? (1.0 - wins[n]) / reached : 1.0;
        costs[n] = goes_on * cost;
        bits[n] = entropy - goes_on * entropy_left;
    }
}

} // namespace

} // namespace codepegs

CODEPEGS_EXPORT(channel_costs, table, wins, codes, model, start, stop, costs, bits);
