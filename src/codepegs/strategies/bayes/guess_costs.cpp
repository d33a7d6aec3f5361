// The expected cost of guesses after their replies, if replies may be false.
// Codes of one kind have equal weights, so the cost of a guess depends only on how many codes of each kind give each
// reply. The entropy of the posterior after a reply is computed from these counts in one pass.
#include "guess_costs.hpp"
#include "core/elementary.hpp"

#include <array>

namespace codepegs {

namespace {

/// Counts of the codes of each kind by their replies to a guess.
class KindCounts {
  public:
    KindCounts(const WeightedCodes &codes, int64_t parts)
        : cells_(static_cast<std::size_t>(codes.mass.size() * parts)), seen_(TABLES * cells_), columns_(codes.columns) {
        for (int64_t kind : codes.kind) offsets_.push_back(static_cast<std::size_t>(kind * parts));
    }

    /// Count the replies in a row of a table; how often part r and kind k occur stands at `k * parts + r`.
    const uint32_t *count(const uint16_t *row) {
        std::fill(seen_.begin(), seen_.end(), 0);
        const auto size = static_cast<int64_t>(offsets_.size());
        // Neighbours often give the same reply, and two additions to one counter are sequential: tables are used in
        // turn.
        int64_t x = 0;
        for (; x + TABLES <= size; x += TABLES) {
            for (std::size_t table = 0; table < TABLES; ++table) add(row, x + static_cast<int64_t>(table), table);
        }
        for (; x < size; ++x) add(row, x, 0);
        for (std::size_t table = 1; table < TABLES; ++table) {
            for (std::size_t cell = 0; cell < cells_; ++cell) seen_[cell] += seen_[table * cells_ + cell];
        }
        return seen_.data();
    }

  private:
    static constexpr int64_t TABLES = 4;

    void add(const uint16_t *row, int64_t x, std::size_t table) {
        ++seen_[table * cells_ + offsets_[static_cast<std::size_t>(x)] + row[columns_[x]]];
    }

    std::size_t cells_;
    std::vector<uint32_t> seen_;
    std::vector<std::size_t> offsets_;
    Array<const int64_t> columns_;
};

/// Write the expected cost of guesses [`start`, `stop`) after their replies to `costs`, and the bits of information of
/// the replies to `bits`; both have shape (guesses,).
///
/// `table` has the part numbers of the replies, one row per guess and one column per code; `wins` has the probability
/// of each guess to be the secret.
void expected_costs(Array<const uint16_t, 2> table, Array<const double> wins, const WeightedCodes &codes,
                    const CostModel &model, int64_t start, int64_t stop, Array<double> costs, Array<double> bits) {
    check_comparison(table, wins, codes, model);
    require(0 <= start && start <= stop && stop <= table.size(0), "expected_costs: rows of the table are expected");
    require(costs.size() == table.size(0) && bits.size() == table.size(0),
            "expected_costs: one place for each guess is expected");
    const ShownChances shown(model);
    const std::vector<double> logs = logs_of(codes.chance);
    const auto kinds = logs.size();
    const auto parts = static_cast<std::size_t>(model.parts);
    const double *mass = codes.mass.data();
    const double *chance = codes.chance.data();
    double entropy = 0.0;
    for (int64_t kind : codes.kind) entropy -= mass[kind] * logs[static_cast<std::size_t>(kind)];

    KindCounts counts(codes, model.parts);
    for (int64_t n = start; n < stop; ++n) {
        const uint16_t *row = table.data() + n * table.size(1);
        check_row(row, table.size(1), model.parts);
        const uint32_t *seen = counts.count(row);
        const std::size_t left_parts = parts - (model.announced != 0); // replies after which the game continues
        double held = 0.0;
        double held_log = 0.0;
        double most = 0.0;
        for (std::size_t k = 0; k < kinds; ++k) {
            uint32_t left = 0;
            for (std::size_t r = 0; r < left_parts; ++r) left += seen[k * parts + r];
            held += left * mass[k];
            held_log += left * mass[k] * logs[k];
            if (left != 0 && chance[k] > most) most = chance[k];
        }
        double cost = 0.0;
        double entropy_left = 0.0;
        double reached = 0.0;
        for (std::size_t r = 0; r < parts; ++r) {
            double h = 0.0;
            double g = 0.0;
            double top = 0.0;
            for (std::size_t k = 0; k < kinds && r < left_parts; ++k) {
                const uint32_t count = seen[k * parts + r];
                if (count == 0) continue;
                h += count * mass[k];
                g += count * mass[k] * logs[k];
                top = std::max(top, chance[k]);
            }
            const double rest = std::max(0.0, held - h);
            const double z = shown.fit * h + shown.other * rest;
            if (z <= 1e-300) continue;
            const double sum_log =
                shown.fit * (g + h * shown.fit_log) + shown.other * (held_log - g + rest * shown.other_log);
            const double after = std::max(0.0, exact_log2(z) - sum_log / z);
            const double best = std::max(shown.fit * top, shown.other * most);
            reached += z;
            entropy_left += z * after;
            cost += z * (cost_of(after, model.curve) + model.doubt * std::max(0.0, 1.0 - best / z));
        }
        double goes_on = 0.0;
        if (reached > 1e-12) goes_on = model.announced ? (1.0 - wins[n]) / reached : 1.0;
        costs[n] = goes_on * cost;
        bits[n] = entropy - goes_on * entropy_left;
    }
}

} // namespace

} // namespace codepegs

CODEPEGS_EXPORT(expected_costs, table, wins, codes, model, start, stop, costs, bits);
