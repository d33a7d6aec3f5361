// The best guess for a set of codes that represents all candidates: one step ahead if there are many, by rollouts if
// there are few.
#include "codes/curves.hpp"
#include "core/elementary.hpp"
#include "core/export.hpp"
#include "core/numpy_random.hpp"
#include "strategies/sampling/code_set.hpp"
#include "strategies/sampling/rollout.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace codepegs {

/// The limits of the work.
struct ComparisonLimits {
    int64_t samples;  // codes by which guesses are compared
    int64_t compared; // codes that are compared as guesses
    int64_t climbs;   // how many of the best of them are improved by random changes
    int64_t steps;    // changes tried for each of them
    int64_t deep;     // candidates up to which the best guesses are rolled out to the end of the game
};
CODEPEGS_STRUCT(ComparisonLimits, samples, compared, climbs, steps, deep);

namespace {

// Guesses that an inconsistent guess found by hill climbing must save: it was optimised on the sample, so its estimated
// saving is slightly too high.
constexpr double MARGIN = 0.004;

// Guesses are compared on an eighth of the codes, but at least 2,000, and the best eighth of them on all. Climbs begin
// on as few codes; those that end best are continued on all, with as many proposals. At p8c12 and p15c15 (33 and 37
// positions), the guesses found are as good on other codes as those of climbs on all codes (difference 0.000 +- 0.001
// guesses), in two fifths of the time.
constexpr int64_t CLIMB_SHARE = 8;
constexpr int64_t CLIMB_CODES = 2'000;
constexpr int64_t LAST_CLIMBS = 3;
constexpr int64_t LAST_STEPS = 400;

// More candidates than the first are only rolled out if the best guess leaves at most this share of them, on average:
// replies that reveal little make rollouts long.
constexpr int64_t ALWAYS_DEEP = 600;
constexpr double MOST_LEFT = 0.2;

// Climbs for guesses to roll out, and proposals in each.
constexpr int64_t DEEP_CLIMBS = 30;
constexpr int64_t DEEP_STEPS = 500;

// If the best guess leaves more than this share of the candidates, on average, this many climbs begin at random codes.
// With few colours, candidates can be so much alike that climbs from them find nothing better than to try them in turn.
constexpr double POOR = 0.5;
constexpr int64_t RANDOM_STARTS = 10;

constexpr double TIE = 1e-9;

// Uncertainty of values by playing through, and by one step; the last, to which that of the curve is added, is shared
// by all guesses of a position.
constexpr double DEEP_ERROR = 0.03;
constexpr double ONE_STEP_ERROR = 0.05;
constexpr double SHARED_ERROR = 0.1;

// Approximate information of a turn in bits if replies may be false.
constexpr double NOISY_BITS_A_GUESS = 3.0;

constexpr int64_t NO_LIMIT = int64_t{1} << 60;

/// The limits of rollouts: the largest number of guesses, guesses times candidates, and the least number of guesses;
/// for the guess for a set of codes, the largest number of members compared, and the number of changes tried of the
/// best.
struct Rollouts {
    int64_t width;
    int64_t work;
    int64_t least;
    int64_t members;
    int64_t changes;

    [[nodiscard]] int64_t width_for(int64_t size) const { return std::max(least, std::min(width, work / size)); }
};

// The quick rollouts, and the thorough ones of the best guesses by these. With 12,000 to 60,000 candidates at p8c12 (20
// positions), the values of guesses by rollouts that compare 50 members and 20 changes have a correlation of 0.83 with
// those that compare all members and 200 changes (two runs of these: 0.96) and take a sixth of the time; with 150
// members, 0.90 and half the time.
constexpr Rollouts QUICK{60, 160'000, 8, 50, 20};
constexpr Rollouts THOROUGH{60, 20'000, 3, 150, 100};

} // namespace

class GuessComparison {
  public:
    /// Compare guesses where every reply is true; `codes` are all candidates if they are as many as these, or drawn.
    GuessComparison(const ComparedGame &game, Array<const uint8_t, 2> codes, double candidates, bool exact,
                    const ComparisonLimits &limits, Array<const uint64_t> seed, int64_t turn)
        : GuessComparison(game, limits, seed, turn) {
        check(codes);
        candidates_ = candidates;
        Rows rows(codes.data(), codes.data() + codes.size(0) * game.pegs);
        const int64_t most = exact && codes.size(0) <= limits.deep ? limits.deep : limits.samples;
        if (codes.size(0) > most) rows = rows_at(rows, game.pegs, random_.choose_in_order(codes.size(0), most));
        make_all(std::move(rows));
        whole_ = exact && all_->size() == codes.size(0);
        each_ = std::max(1.0, candidates / static_cast<double>(all_->size()));
        if (all_->size() <= 2) {
            const auto size = static_cast<double>(all_->size());
            guesses_ = all_->rows();
            costs_.assign(index(all_->size()), 1.0 + (size - 1.0) / 2.0);
            return;
        }
        guesses_ = all_->rows();
        if (all_->size() > limits.compared)
            guesses_ = rows_at(guesses_, game.pegs, random_.choose_in_order(all_->size(), limits.compared));
        take_few(few_size());
        score(few_ == all_.get() ? Stage::SCORED : Stage::SCORED_ON_FEW, guesses_);
    }

    /// Compare guesses where replies may be false, by `samples` codes drawn by their weights, the most probable first.
    GuessComparison(const ComparedGame &game, Array<const uint8_t, 2> codes, Array<const double> weights, double share,
                    double sample_bits, const ComparisonLimits &limits, Array<const uint64_t> seed, int64_t turn)
        : GuessComparison(game, limits, seed, turn) {
        check(codes);
        require(weights.size() == codes.size(0), "weights: expected one for each code");
        share_ = share;
        sample_bits_ = sample_bits;
        is_noisy_ = true;
        // systematic sampling: each code occurs in proportion to its probability, rounded up or down
        std::vector<double> sums(weights.begin(), weights.end());
        std::partial_sum(sums.begin(), sums.end(), sums.begin());
        std::vector<int64_t> drawn;
        const double first = random_.uniform();
        for (int64_t n = 0; n < limits.samples; ++n) {
            const double tooth = (first + static_cast<double>(n)) / static_cast<double>(limits.samples);
            const int64_t at = std::lower_bound(sums.begin(), sums.end(), tooth) - sums.begin();
            drawn.push_back(std::min(at, weights.size() - 1));
        }
        const Rows rows(codes.data(), codes.data() + codes.size(0) * game.pegs);
        make_all(rows_at(rows, game.pegs, drawn));
        drawn.erase(std::unique(drawn.begin(), drawn.end()), drawn.end());
        if (static_cast<int64_t>(drawn.size()) > limits.compared) {
            std::vector<int64_t> offered(index(std::min(limits.compared / 4, codes.size(0))));
            std::iota(offered.begin(), offered.end(), int64_t{0});
            const auto others = random_.choose(static_cast<int64_t>(drawn.size()), limits.compared);
            for (const int64_t n : others) offered.push_back(drawn[index(n)]);
            drawn = std::move(offered);
        }
        guesses_ = rows_at(rows, game.pegs, drawn);
        score(Stage::SCORED, guesses_);
    }

    /// Continue until about `replies` more are computed; returns whether it is done.
    bool run(int64_t replies) {
        while (stage_ != Stage::DONE) {
            if (!run_batch(replies)) return false;
            advance();
        }
        return true;
    }

    /// The share that is done: of four stages that end with two of climbs, or of six without these.
    [[nodiscard]] double share() const {
        const bool climbs = stage_ == Stage::CLIMBED_ON_FEW || stage_ == Stage::CLIMBED;
        const auto guesses = static_cast<double>(batch_.guesses.size()) / static_cast<double>(game_.pegs);
        const double done = static_cast<double>(stage_) + static_cast<double>(batch_.values.size()) / guesses;
        return stage_ == Stage::DONE ? 1.0 : (stage_ > Stage::CLIMBED ? done - 2.0 : done) / (climbs ? 4.0 : 6.0);
    }

    [[nodiscard]] int64_t count() const { return static_cast<int64_t>(costs_.size()); }
    [[nodiscard]] const Rows &guesses() const { return guesses_; }
    [[nodiscard]] const std::vector<double> &costs() const { return costs_; }

    struct Value {
        double guesses;
        double error;
        double shared;
    };

    /// Begin to compute the expected number of guesses from here on if a guess is made now.
    void begin_value(Array<const uint8_t> guess) {
        require(stage_ == Stage::DONE && guess.size() == game_.pegs, "begin_value: expected a guess, after the end");
        const auto size = static_cast<double>(all_->size());
        value_ = {0.0, 0.0, 0.0};
        Rows valued(guess.begin(), guess.end());
        std::vector<int64_t> parts = all_->part_sizes(valued.data());
        const auto are_pairs = [&] {
            return whole_ && std::all_of(parts.begin(), parts.end() - 1, [](int64_t part) { return part <= 2; });
        };
        const bool is_in_vain = !are_pairs() && *std::max_element(parts.begin(), parts.end()) == all_->size() &&
                                !std::equal(valued.begin(), valued.end(), guesses_.begin());
        if (is_in_vain) { // no information: a guess more than the best
            value_.guesses = 1.0;
            valued.assign(guesses_.begin(), guesses_.begin() + game_.pegs);
            parts = all_->part_sizes(valued.data());
        }
        if (are_pairs()) {
            int64_t sum = 0;
            for (std::size_t n = 0; n + 1 < parts.size(); ++n) sum += parts[n] * (1 + parts[n]);
            value_.guesses += 1.0 + static_cast<double>(sum) / 2.0 / size;
            return;
        }
        if (is_deep_) {
            roll(Stage::VALUED, std::move(valued), THOROUGH);
            value_.error = DEEP_ERROR;
            return;
        }
        double found = 1.0 + all_->score(valued.data()) / size;
        if (!whole_ && !all_->has(valued.data())) found += MARGIN;
        const std::vector<double> masses(parts.begin(), parts.end());
        std::vector<double> sizes(masses);
        for (double &part : sizes) part *= each_;
        const auto count = static_cast<int64_t>(parts.size());
        const auto [value, own, common, more, error] =
            value_of_parts({masses.data(), count}, {sizes.data(), count}, {}, 1, *curve_of_game_);
        const double shared = SHARED_ERROR + error;
        value_.guesses += found + more;
        value_.error = std::sqrt(ONE_STEP_ERROR * ONE_STEP_ERROR + shared * shared);
        if (!is_in_vain) value_.shared = shared;
    }

    [[nodiscard]] const Value &value() const { return value_; }

  private:
    enum class Stage {
        SCORED_ON_FEW,
        SCORED,
        CLIMBED_ON_FEW,
        CLIMBED,
        DEEP_CLIMBED,
        DEEP_SCORED,
        ROLLED_QUICKLY,
        ROLLED,
        VALUED,
        DONE
    };
    enum class Kind { SCORE, CLIMB, ROLL };

    /// Guesses on which the same is done one after the other.
    struct Batch {
        Kind kind;
        CodeSet *set;
        Rows guesses;
        int64_t proposals;
        Rollouts how;
        std::vector<double> values;
        std::vector<int64_t> totals;
        int64_t left; // proposals for the guess at hand
        uint64_t state;
        std::optional<Rollout> rollout;
        int64_t best; // of the totals
    };

    GuessComparison(const ComparedGame &game, const ComparisonLimits &limits, Array<const uint64_t> seed, int64_t turn)
        : game_(game), part_of_(game.part_of.data(), game.part_of.data() + game.part_of.size(0) * game.part_of.size(1)),
          limits_(limits), random_(seed, "guess", turn),
          curve_of_game_(other_curve(game.pegs, game.colors, game.repeats, game.view)),
          plain_(other_curve(4, 6, true, 0)) {
        require(game.part_of.size(0) == game.pegs + 1 && game.part_of.size(1) == game.pegs + 1,
                "part_of: expected shape (pegs + 1, pegs + 1)");
        require(limits.samples >= 1 && limits.compared >= 1, "limits: expected samples, and guesses to compare");
        game_.part_of = {part_of_.data(), {game.pegs + 1, game.pegs + 1}};
    }

    void check(Array<const uint8_t, 2> codes) const {
        require(codes.size(0) >= 1 && codes.size(1) == game_.pegs, "codes: expected a code or more of the game");
    }

    /// The expected number of guesses in all codes of a part, by the size of the part in a set of `size` codes; if
    /// replies may be false, the part is shown with a probability, whose entropy is counted as guesses saved.
    [[nodiscard]] CostTable costs_of(int64_t size) const {
        const auto whole = static_cast<double>(size);
        CostTable table(index(2 * (size + 1)));
        double *const costs = table.data();
        double *const won = costs + size + 1;
        if (is_noisy_) {
            double none = 0.0;
            for (int64_t n = 0; n <= size; ++n) {
                const auto count = static_cast<double>(n);
                const double shown = (1.0 - share_) * count / whole + share_ / static_cast<double>(game_.parts);
                const double bits = shown * exact_log2(std::max(shown, 1e-300));
                if (n == 0) none = bits;
                costs[n] = (bits - none) / NOISY_BITS_A_GUESS;
                won[n] = costs[n] - count / whole * (1.0 + sample_bits_ / NOISY_BITS_A_GUESS);
            }
            return table;
        }
        const double each = std::max(1.0, candidates_ / whole);
        for (int64_t n = 0; n <= size; ++n) {
            const auto count = static_cast<double>(n);
            costs[n] = count * plain_->at(count * each).mean;
            won[n] = costs[n] - std::min(count, 1.0) / each;
        }
        return table;
    }

    void make_all(Rows rows) {
        CostTable costs = costs_of(static_cast<int64_t>(rows.size()) / game_.pegs);
        all_ = std::make_unique<CodeSet>(game_, std::move(rows), std::move(costs));
    }

    /// Codes on which guesses are compared at first, and climbs begin.
    [[nodiscard]] int64_t few_size() const { return std::max(CLIMB_CODES, all_->size() / CLIMB_SHARE); }

    void take_few(int64_t most) {
        few_ = all_.get();
        if (all_->size() <= most) return;
        drawn_ = std::make_unique<CodeSet>(
            game_, rows_at(all_->rows(), game_.pegs, random_.choose_in_order(all_->size(), most)), costs_of(most));
        few_ = drawn_.get();
    }

    void begin(Stage stage, Kind kind, CodeSet *set, Rows guesses) {
        stage_ = stage;
        batch_ = {};
        batch_.kind = kind;
        batch_.set = set;
        batch_.guesses = std::move(guesses);
    }

    void score(Stage stage, Rows guesses) {
        begin(stage, Kind::SCORE, stage == Stage::SCORED_ON_FEW ? few_ : all_.get(), std::move(guesses));
    }

    void climb(Stage stage, CodeSet *set, Rows guesses, int64_t most, int64_t proposals) {
        guesses.resize(std::min(guesses.size(), index(most * game_.pegs)));
        begin(stage, Kind::CLIMB, set, std::move(guesses));
        batch_.proposals = proposals;
        batch_.left = -1;
    }

    void roll(Stage stage, Rows guesses, const Rollouts &how) {
        const int64_t width = stage == Stage::VALUED ? 1 : how.width_for(all_->size());
        guesses.resize(std::min(guesses.size(), index(width * game_.pegs)));
        begin(stage, Kind::ROLL, all_.get(), std::move(guesses));
        batch_.how = how;
        batch_.best = stage == Stage::VALUED ? NO_LIMIT + 1 : NO_LIMIT;
    }

    /// Continue the batch; returns whether it is done.
    bool run_batch(int64_t &replies) {
        Batch &batch = batch_;
        const auto count = batch.guesses.size() / index(game_.pegs);
        const int64_t size = std::max(int64_t{1}, batch.set->size());
        while (batch.values.size() < count) {
            if (replies <= 0) return false;
            uint8_t *const guess = batch.guesses.data() + batch.values.size() * index(game_.pegs);
            if (batch.kind == Kind::SCORE) {
                batch.values.push_back(batch.set->score(guess));
                replies -= size;
            } else if (batch.kind == Kind::CLIMB) {
                if (batch.left < 0) {
                    batch.left = batch.proposals;
                    batch.state = random_.next_word();
                }
                const int64_t tried = std::min(batch.left, std::max(int64_t{1}, replies / size));
                const double value = batch.set->improve(guess, tried, batch.state);
                replies -= (tried + 1) * size;
                batch.left -= tried;
                if (batch.left > 0) continue;
                batch.values.push_back(value);
                batch.left = -1;
            } else {
                if (!batch.rollout) {
                    batch.state = rollout_state_;
                    batch.rollout.emplace(all_->codes(), Array<const uint8_t>{guess, game_.pegs}, game_.colors,
                                          all_->replies(), game_.repeats, batch.how.members, batch.how.changes,
                                          Array<uint64_t>{&batch.state, 1}, batch.best - 1);
                    replies -= size;
                }
                if (!batch.rollout->run(std::max(int64_t{1}, replies))) {
                    replies = 0;
                    continue;
                }
                replies -= size;
                batch.totals.push_back(batch.rollout->total());
                batch.best = std::min(batch.best, batch.totals.back());
                batch.values.push_back(static_cast<double>(batch.totals.back()) / static_cast<double>(size));
                batch.rollout.reset();
            }
        }
        return true;
    }

    /// Begin what follows on a batch.
    void advance() {
        const int64_t pegs = game_.pegs;
        const int64_t size = all_->size();
        const auto whole = static_cast<double>(size);
        std::vector<double> values = std::move(batch_.values);
        Rows made = std::move(batch_.guesses);
        switch (stage_) {
        case Stage::SCORED_ON_FEW: {
            std::vector<int64_t> order = order_of(values);
            order.resize(std::min(order.size(), index(std::max(int64_t{1}, limits_.compared / CLIMB_SHARE))));
            guesses_ = rows_at(made, pegs, order);
            score(Stage::SCORED, guesses_);
            return;
        }
        case Stage::SCORED: {
            const std::vector<int64_t> order = order_of(values);
            guesses_ = rows_at(made, pegs, order);
            keep(values, order);
            values_ = values;
            if (whole_ && values[0] <= (whole - 1.0) * all_->cost(1) + TIE) {
                finish();
            } else if (whole_ && size <= limits_.deep &&
                       (size <= ALWAYS_DEEP || all_->share_left(guesses_.data()) <= MOST_LEFT)) {
                climb_deep(guesses_, DEEP_CLIMBS);
            } else {
                take_few(few_size());
                climb(Stage::CLIMBED_ON_FEW, few_, guesses_, limits_.climbs, limits_.steps);
            }
            return;
        }
        case Stage::CLIMBED_ON_FEW:
            if (few_ != all_.get()) {
                climb(Stage::CLIMBED, all_.get(), rows_at(made, pegs, order_of(values)), LAST_CLIMBS,
                      std::min(LAST_STEPS, limits_.steps));
                return;
            }
            [[fallthrough]];
        case Stage::CLIMBED: {
            const double margin = whole_ ? 0.0 : MARGIN * whole;
            for (std::size_t n = 0; n < values.size(); ++n) {
                if (!all_->has(made.data() + n * index(pegs))) values[n] = values[n] + margin;
            }
            merge(made, values);
            finish();
            return;
        }
        case Stage::DEEP_CLIMBED:
            score(Stage::DEEP_SCORED, std::move(made));
            return;
        case Stage::DEEP_SCORED:
            merge(made, values);
            if (!std::exchange(has_random_starts_, true) && all_->share_left(guesses_.data()) > POOR) {
                for (double &value : values_) value = (1.0 + value / whole - 1.0) * whole;
                climb_deep(random_.codes(RANDOM_STARTS, pegs, game_.colors, game_.repeats), RANDOM_STARTS);
                return;
            }
            for (double &value : values_) value = 1.0 + value / whole;
            is_deep_ = true;
            rollout_state_ = random_.next_word();
            if (QUICK.width_for(size) > THOROUGH.width_for(size)) roll(Stage::ROLLED_QUICKLY, guesses_, QUICK);
            else roll(Stage::ROLLED, guesses_, THOROUGH);
            return;
        case Stage::ROLLED_QUICKLY:
        case Stage::ROLLED:
            put_first(values);
            if (stage_ == Stage::ROLLED_QUICKLY) {
                roll(Stage::ROLLED, guesses_, THOROUGH);
            } else {
                costs_ = values_;
                stage_ = Stage::DONE;
            }
            return;
        case Stage::VALUED:
            value_.guesses += values[0];
            stage_ = Stage::DONE;
            return;
        case Stage::DONE:
            return;
        }
    }

    void climb_deep(Rows starts, int64_t most) {
        take_few(CLIMB_CODES);
        climb(Stage::DEEP_CLIMBED, few_, std::move(starts), most, DEEP_STEPS);
    }

    /// Add guesses with their values, and sort all; of equal guesses the best stays.
    void merge(const Rows &more, const std::vector<double> &worth) {
        guesses_.insert(guesses_.end(), more.begin(), more.end());
        values_.insert(values_.end(), worth.begin(), worth.end());
        const auto pegs = static_cast<std::ptrdiff_t>(game_.pegs);
        const auto is_before = [&](int64_t one, int64_t other) {
            const auto first = guesses_.begin() + one * pegs;
            const auto second = guesses_.begin() + other * pegs;
            return std::lexicographical_compare(first, first + pegs, second, second + pegs);
        };
        std::set<int64_t, std::function<bool(int64_t, int64_t)>> seen(is_before);
        std::vector<int64_t> order;
        for (const int64_t n : order_of(values_)) {
            if (seen.insert(n).second) order.push_back(n);
        }
        guesses_ = rows_at(guesses_, game_.pegs, order);
        keep(values_, order);
    }

    /// Sort the first guesses by their rollouts; the others follow, with greater costs.
    void put_first(std::vector<double> rolled) {
        const std::size_t count = rolled.size();
        std::vector<int64_t> order = order_of(batch_.totals);
        keep(rolled, order);
        const auto others = values_.begin() + static_cast<std::ptrdiff_t>(count);
        if (others != values_.end()) {
            const double more = std::max(0.0, rolled.back() - *std::min_element(others, values_.end()));
            std::for_each(others, values_.end(), [=](double &value) { value += more; });
        }
        std::copy(rolled.begin(), rolled.end(), values_.begin());
        for (std::size_t n = count; n < values_.size(); ++n) order.push_back(static_cast<int64_t>(n));
        guesses_ = rows_at(guesses_, game_.pegs, order);
    }

    void finish() {
        costs_ = std::move(values_);
        for (double &cost : costs_) cost = 1.0 + cost / static_cast<double>(all_->size());
        stage_ = Stage::DONE;
    }

    ComparedGame game_;
    std::vector<int64_t> part_of_;
    ComparisonLimits limits_;
    NumpyStream random_;
    std::unique_ptr<Curve> curve_of_game_;
    std::unique_ptr<Curve> plain_; // of a game that needs nothing more than others
    double candidates_ = 0.0;
    double each_ = 1.0; // candidates that each code stands for
    double share_ = 0.0;
    double sample_bits_ = 0.0;
    bool is_noisy_ = false;
    bool whole_ = false; // whether the codes are all candidates
    bool has_random_starts_ = false;
    bool is_deep_ = false;       // whether guesses are compared by playing the rest of the game through
    uint64_t rollout_state_ = 0; // the same for every guess
    std::unique_ptr<CodeSet> all_;
    std::unique_ptr<CodeSet> drawn_;
    CodeSet *few_ = nullptr;
    Stage stage_ = Stage::DONE;
    Batch batch_{};
    Rows guesses_;
    std::vector<double> values_; // of the guesses, in all codes together; after rollouts, for each
    std::vector<double> costs_;
    Value value_{};
};
CODEPEGS_OBJECT(GuessComparison);

/// Begin to compare guesses where every reply is true.
///
/// `codes`: all candidates if `exact`, else some, shape (m, pegs). `candidates`: their number, or its estimate.
/// `seed`: `Seed.words`. `turn`: the number of turns so far.
std::unique_ptr<GuessComparison> begin_comparison(const ComparedGame &game, Array<const uint8_t, 2> codes,
                                                  double candidates, bool exact, const ComparisonLimits &limits,
                                                  Array<const uint64_t> seed, int64_t turn) {
    return std::make_unique<GuessComparison>(game, codes, candidates, exact, limits, seed, turn);
}

/// Begin to compare guesses where replies may be false.
///
/// `codes`: some codes, the most probable first, shape (m, pegs), and their weights, whose sum is one. `share`: the
/// share of false replies. `sample_bits`: the entropy of the weights.
std::unique_ptr<GuessComparison> begin_noisy_comparison(const ComparedGame &game, Array<const uint8_t, 2> codes,
                                                        Array<const double> weights, double share, double sample_bits,
                                                        const ComparisonLimits &limits, Array<const uint64_t> seed,
                                                        int64_t turn) {
    return std::make_unique<GuessComparison>(game, codes, weights, share, sample_bits, limits, seed, turn);
}

/// Continue until about `replies` more are computed; returns whether it is done, the guesses and the thousandths done.
std::tuple<bool, int64_t, int64_t> compare_more(GuessComparison &comparison, int64_t replies) {
    return {comparison.run(replies), comparison.count(), thousandths(comparison.share())};
}

/// Write the guesses compared, best first, and the expected number of guesses from here on with each, this one
/// included.
void compared_guesses(GuessComparison &comparison, Array<uint8_t, 2> guesses, Array<double> costs) {
    require(guesses.size(0) == comparison.count() && costs.size() == comparison.count(),
            "expected room for each guess");
    require(guesses.size(0) * guesses.size(1) == static_cast<int64_t>(comparison.guesses().size()),
            "guesses: expected as many pegs as the game has");
    std::copy(comparison.guesses().begin(), comparison.guesses().end(), guesses.data());
    std::copy(comparison.costs().begin(), comparison.costs().end(), costs.begin());
}

/// Begin to value a guess, after the comparison. Its value does not depend on which guesses it is compared with.
void begin_value(GuessComparison &comparison, Array<const uint8_t> guess) { comparison.begin_value(guess); }

/// Continue; returns whether it is done, the expected number of guesses from here on if the guess is made, its error,
/// and the part of the error that all guesses of the position share.
std::tuple<bool, double, double, double> value_more(GuessComparison &comparison, int64_t replies) {
    const bool is_done = comparison.run(replies);
    const auto &[guesses, error, shared] = comparison.value();
    return {is_done, guesses, error, shared};
}

} // namespace codepegs

CODEPEGS_FREE(GuessComparison);
CODEPEGS_EXPORT(begin_comparison, game, codes, candidates, exact, limits, seed, turn);
CODEPEGS_EXPORT(begin_noisy_comparison, game, codes, weights, share, sample_bits, limits, seed, turn);
CODEPEGS_EXPORT(compare_more, comparison, replies);
CODEPEGS_EXPORT(compared_guesses, comparison, guesses, costs);
CODEPEGS_EXPORT(begin_value, comparison, guess);
CODEPEGS_EXPORT(value_more, comparison, replies);
