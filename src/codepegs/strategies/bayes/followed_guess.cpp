// The expected cost of a guess if the best guess of a table follows each of its replies.
// For each second guess (a follower), one pass over the codes counts them by both replies, for all replies to the first
// guess. For each reply to the first guess, the cost of the follower is a sum over the replies to the second, with one
// logarithm per term. Most followers are not the best after most replies, so these sums are first estimated with a
// polynomial approximation of the logarithm, with a known error, in loops that the compiler vectorises. A sum is
// computed exactly only if its estimate is close to the least cost so far.
#include "core/double_lanes.hpp"
#include "core/elementary.hpp"
#include "guess_costs.hpp"

#include <array>
#include <bit>
#include <limits>
#include <numeric>
#include <utility>

namespace codepegs {

namespace {

/// A part without a slot.
constexpr uint16_t NO_SLOT = 0xFFFF;
/// Number of tables that count in turn, and of sums computed at the same time.
constexpr std::size_t TABLES = 4;
constexpr std::size_t CHAINS = 4;
/// Probabilities below this count as zero.
constexpr double IMPOSSIBLE = 1e-300;
/// An upper bound in bits of the entropy of any number of codes that can be counted.
constexpr double MOST_BITS = 64.0;
/// Rows are padded to a multiple of this many doubles, so that loops have no remainder.
constexpr std::size_t PADDED = 8;

constexpr uint64_t UPPER_HALF = 0xFFFFFFFF00000000;
constexpr double TWO_TO_52 = 4503599627370496.0;

/// Binary logarithms of normal positive numbers to `LOG_ERROR`: the exponent, and a polynomial for the rest, fitted at
/// Chebyshev nodes.
inline Doubles rough_log2(const Doubles &x) {
    constexpr uint64_t mantissa = (uint64_t{1} << 52) - 1;
    constexpr double coefficients[] = {-0.18983244652665962, 0.41156148231042833, -0.7072534335743333,
                                       1.441592077206544, 1.4390929995333757e-05};
    const Lanes bits = to_bits(x);
    // An integer below 2^52, added to 2^52, is stored in the low bits of the sum.
    const Doubles exponent = from_bits((bits >> 52) | to_bits(splat(TWO_TO_52))) - splat(TWO_TO_52 + 1023.0);
    const Doubles m = from_bits((bits & splat(mantissa)) | to_bits(splat(1.0))) - splat(1.0);
    Doubles y = splat(0.04392862784794777);
    for (double coefficient : coefficients) y = y * m + splat(coefficient);
    return exponent + y;
}
constexpr double LOG_ERROR = 1.5e-5;

/// Codes that give the same reply to the first guess and are of the same kind.
struct Run {
    std::size_t group;
    std::size_t kind;
    std::size_t start;
    std::size_t stop;
};

/// Sums over codes: of their weights, of weight times logarithm of the probability, and the largest probability.
struct Sums {
    double mass = 0.0;
    double logs = 0.0;
    double top = 0.0;
};

} // namespace

class FollowedGuess {
  public:
    FollowedGuess(const Array<const uint16_t, 2> &table, const Array<const double> &wins, const WeightedCodes &codes,
                  const CostModel &model, int64_t first, const Array<const uint16_t> &first_replies)
        : table_(table), wins_(wins), model_(model), first_(first), first_replies_(first_replies), shown_(model),
          mass_(codes.mass.begin(), codes.mass.end()), chance_(codes.chance.begin(), codes.chance.end()),
          logs_(logs_of(codes.chance)), parts_(static_cast<std::size_t>(model.parts)),
          width_((parts_ + 1 + PADDED - 1) / PADDED * PADDED), announced_(model.announced != 0) {
        for (int64_t point = 1; point < model.curve.size(); ++point) {
            const double rise = model.curve[point] - model.curve[point - 1];
            steepest_ = std::max(steepest_, rise * CURVE_STEPS);
            segments_.push_back((std::bit_cast<uint64_t>(model.curve[point - 1]) & UPPER_HALF) |
                                (std::bit_cast<uint64_t>(rise) >> 32));
        }
        group_codes(codes);
        const std::size_t cells = (empty_ + 1) * width_;
        joint_.assign(cells, 0.0);
        joint_logs_.assign(cells, 0.0);
        joint_top_.assign(cells, 0.0);
        by_first_.assign(empty_ + 1, Sums{});
        const double fit_log = shown_.fit_log;
        const double other_log = shown_.other_log;
        log_once_ = shown_.other * (shown_.fit * (fit_log + other_log) - 2.0 * shown_.other * other_log);
        log_both_ = 2.0 * (shown_.fit * shown_.fit * fit_log - shown_.fit * shown_.other * (fit_log + other_log) +
                           shown_.other * shown_.other * other_log);
        slot_chance_.assign(width_, 0.0);
        slot_logs_.assign(width_, 0.0);
        slot_top_.assign(width_, 0.0);
        second_.assign(width_, 0.0);
        second_logs_.assign(width_, 0.0);
        second_top_.assign(width_, 0.0);
        parts_in_slot_.assign(width_, 0.0);
        slot_of_.resize(parts_);
        std::iota(slot_of_.begin(), slot_of_.end(), uint16_t{0});
        slots_ = parts_;
        set_stride();
        seen_.assign(TABLES * width_, 0);
        least_.assign(groups_, std::numeric_limits<double>::infinity());
    }

    /// Continue for about `units` nanoseconds; returns whether all followers have been evaluated.
    bool step(int64_t units) {
        const auto cells = static_cast<int64_t>(groups_ * width_);
        const int64_t each = static_cast<int64_t>(columns_.size()) + 4 * cells;
        while (next_ < table_.size(0) && units > 0) {
            follow(next_);
            ++next_;
            units -= each;
        }
        return next_ == table_.size(0);
    }

    [[nodiscard]] double cost() const {
        require(next_ == table_.size(0), "followed_cost: the work is not done");
        double total = 0.0;
        double reached = 0.0;
        for (std::size_t group : group_of_) {
            if (reply_chance_[group] > 0.0) {
                total += reply_chance_[group] * least_[group];
                reached += reply_chance_[group];
            }
        }
        if (reached <= 1e-12) return 0.0;
        return (announced_ ? 1.0 - wins_[first_] : 1.0) * total / reached;
    }

  private:
    /// Number the groups, sort the codes into runs, and compute the probabilities of the replies to the first guess.
    /// Each reply to the first guess that some code gives is a group; the others are equivalent and share the last
    /// group.
    void group_codes(const WeightedCodes &codes) {
        constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
        const uint16_t *row = table_.data() + first_ * table_.size(1);
        check_row(row, table_.size(1), model_.parts);
        group_of_.assign(parts_, none);
        std::vector<std::pair<std::size_t, std::size_t>> kept; // group and kind
        std::vector<int64_t> columns;
        for (int64_t x = 0; x < codes.columns.size(); ++x) {
            const std::size_t r = row[codes.columns[x]];
            if (announced_ && r == parts_ - 1) continue;
            if (group_of_[r] == none) group_of_[r] = groups_++;
            kept.emplace_back(group_of_[r], static_cast<std::size_t>(codes.kind[x]));
            columns.push_back(codes.columns[x]);
        }
        empty_ = groups_;
        for (std::size_t &group : group_of_) {
            if (group == none) {
                group = empty_;
                groups_ = empty_ + 1;
            }
        }

        reply_chance_.assign(groups_, 0.0);
        double held = 0.0;
        for (const auto &[group, kind] : kept) held += mass_[kind];
        for (const auto &[group, kind] : kept) reply_chance_[group] += mass_[kind];
        for (double &chance : reply_chance_) chance = shown_.fit * chance + shown_.other * (held - chance);

        std::vector<std::size_t> order(kept.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return kept[a] < kept[b]; });
        for (std::size_t x : order) {
            const auto &[group, kind] = kept[x];
            if (runs_.empty() || runs_.back().group != group || runs_.back().kind != kind) {
                runs_.push_back({group, kind, columns_.size(), columns_.size()});
            }
            columns_.push_back(static_cast<uint32_t>(columns[x]));
            ++runs_.back().stop;
        }
    }

    /// Evaluate the follower in row `n`, and store its cost after each reply if it is the least.
    void follow(int64_t n) {
        const uint16_t *row = table_.data() + n * table_.size(1);
        check_row(row, table_.size(1), model_.parts);
        add_up(row);
        const std::size_t mine = group_of_[first_replies_[n]];
        for (std::size_t group = 0; group < groups_; ++group) {
            if (reply_chance_[group] <= 0.0) continue;
            double goes_on = 1.0; // probability that the follower does not end the game
            if (announced_) {
                const bool is_fit = mine == group && group != empty_;
                const double win =
                    n == first_ ? 0.0 : wins_[n] * (is_fit ? shown_.fit : shown_.other) / reply_chance_[group];
                goes_on = 1.0 - std::min(1.0, win);
            }
            if (estimate(group, goes_on) < least_[group])
                least_[group] = std::min(least_[group], exact(group, goes_on));
        }
    }

    /// Add up the codes by both replies.
    void add_up(const uint16_t *row) {
        if (columns_.size() < groups_ * parts_) number_slots(row);
        const std::size_t cells = (empty_ + 1) * stride_; // the last row stays zero: replies that no code gives
        std::fill_n(joint_.begin(), cells, 0.0);
        std::fill_n(joint_logs_.begin(), cells, 0.0);
        std::fill_n(joint_top_.begin(), cells, 0.0);
        for (const Run &run : runs_) add_run(run, row);
        for (std::size_t group = 0; group < empty_ && announced_; ++group) { // the win ends the game
            const std::size_t win = group * stride_ + slot_of_[parts_ - 1];
            joint_[win] = joint_logs_[win] = joint_top_[win] = 0.0;
        }
        add_groups();
        add_parts();
    }

    /// Number the parts that contain a code; all others are equivalent and share the slot after these.
    void number_slots(const uint16_t *row) {
        std::fill(slot_of_.begin(), slot_of_.end(), NO_SLOT);
        for (uint32_t column : columns_) slot_of_[row[column]] = 0;
        slots_ = 0;
        for (uint16_t &slot : slot_of_) {
            if (slot != NO_SLOT) slot = static_cast<uint16_t>(slots_++);
        }
        for (uint16_t &slot : slot_of_) slot = std::min(slot, static_cast<uint16_t>(slots_));
        set_stride();
    }

    void set_stride() {
        stride_ = (slots_ + 1 + PADDED - 1) / PADDED * PADDED;
        std::fill(parts_in_slot_.begin(), parts_in_slot_.end(), 0.0);
        std::fill_n(parts_in_slot_.begin(), slots_, 1.0);
        parts_in_slot_[slots_] = static_cast<double>(parts_ - slots_);
    }

    /// Add the codes of one group and kind by their replies to the follower.
    void add_run(const Run &run, const uint16_t *row) {
        double *joint = joint_.data() + run.group * stride_;
        double *joint_logs = joint_logs_.data() + run.group * stride_;
        double *joint_top = joint_top_.data() + run.group * stride_;
        const double mass = mass_[run.kind];
        const double log = logs_[run.kind];
        const double chance = chance_[run.kind];
        const std::size_t size = run.stop - run.start;
        const uint32_t *columns = columns_.data() + run.start;
        const uint16_t *slot_of = slot_of_.data();
        uint32_t *seen = seen_.data();
        if (size < stride_ / 4) {
            for (std::size_t x = 0; x < size; ++x) ++seen[slot_of[row[columns[x]]]];
            for (std::size_t x = 0; x < size; ++x) {
                const std::size_t slot = slot_of[row[columns[x]]];
                if (seen[slot] == 0) continue;
                joint[slot] += seen[slot] * mass;
                joint_logs[slot] += seen[slot] * mass * log;
                joint_top[slot] = std::max(joint_top[slot], chance);
                seen[slot] = 0;
            }
            return;
        }
        // Neighbours often give the same reply, and two additions to one counter are sequential: tables are used in
        // turn.
        std::size_t x = 0;
        for (; x + TABLES <= size; x += TABLES) {
            for (std::size_t table = 0; table < TABLES; ++table)
                ++seen[table * stride_ + slot_of[row[columns[x + table]]]];
        }
        for (; x < size; ++x) ++seen[slot_of[row[columns[x]]]];
        for (std::size_t slot = 0; slot < stride_; ++slot) {
            uint32_t sum = 0;
            for (std::size_t table = 0; table < TABLES; ++table) sum += seen[table * stride_ + slot];
            const auto count = static_cast<double>(static_cast<int32_t>(sum));
            joint[slot] += count * mass;
            joint_logs[slot] += count * mass * log;
            joint_top[slot] = std::max(joint_top[slot], count > 0.0 ? chance : 0.0);
        }
        std::fill_n(seen, TABLES * stride_, 0);
    }

    /// Sum the rows of several groups at once, because each sum is a chain of dependent additions; then the groups.
    void add_groups() {
        std::size_t group = 0;
        for (; group + CHAINS <= empty_; group += CHAINS) add_rows<CHAINS>(group);
        for (; group < empty_; ++group) add_rows<1>(group);
        all_ = Sums{};
        for (group = 0; group < empty_; ++group) {
            all_.mass += by_first_[group].mass;
            all_.logs += by_first_[group].logs;
            all_.top = std::max(all_.top, by_first_[group].top);
        }
    }

    template <std::size_t Rows> void add_rows(std::size_t group) {
        std::array<Sums, Rows> sums{};
        const std::size_t at = group * stride_;
        for (std::size_t slot = 0; slot < slots_; ++slot) {
            for (std::size_t row = 0; row < Rows; ++row) {
                const std::size_t cell = at + row * stride_ + slot;
                sums[row].mass += joint_[cell];
                sums[row].logs += joint_logs_[cell];
                sums[row].top = std::max(sums[row].top, joint_top_[cell]);
            }
        }
        for (std::size_t row = 0; row < Rows; ++row) by_first_[group + row] = sums[row];
    }

    /// Sum each part over the groups, and compute the terms that the estimates need.
    void add_parts() {
        const double fit = shown_.fit;
        const double other = shown_.other;
        for (std::size_t slot = 0; slot < stride_; slot += PADDED) {
            Doubles mass = splat(0.0);
            Doubles logs = splat(0.0);
            Doubles top = splat(0.0);
            for (std::size_t at = slot; at < empty_ * stride_ + slot; at += stride_) {
                mass = mass + load(&joint_[at]);
                logs = logs + load(&joint_logs_[at]);
                top = larger(top, load(&joint_top_[at]));
            }
            store(&second_[slot], mass);
            store(&second_logs_[slot], logs);
            store(&second_top_[slot], top);
            store(&slot_chance_[slot], splat(other * (fit - other)) * mass);
            store(&slot_logs_[slot], splat(other * (fit - other)) * logs + splat(log_once_) * mass);
            store(&slot_top_[slot], splat(fit * other) * top);
        }
    }

    /// A lower bound on the cost of the follower after a reply of the group.
    ///
    /// The probability of both replies and the sum of its logarithms (see `after`) are linear in the sums over codes
    /// that are in the group, in the part, in both, and in any.
    [[nodiscard]] double estimate(std::size_t group, double goes_on) const {
        const double fit = shown_.fit;
        const double other = shown_.other;
        const Sums &first = by_first_[group];
        const Doubles in_both = splat((fit - other) * (fit - other));
        const Doubles logs_of_both = splat(log_both_);
        const Doubles group_chance = splat(other * (fit - other) * first.mass + other * other * all_.mass);
        const Doubles group_logs = splat(other * (fit - other) * first.logs + log_once_ * first.mass +
                                         other * other * (all_.logs + 2.0 * shown_.other_log * all_.mass));
        const Doubles group_top = splat(std::max(fit * other * first.top, other * other * all_.top));
        const Doubles fits_both = splat(fit * fit);
        const Doubles last = splat(static_cast<double>(segments_.size() - 1));
        const Doubles doubt = splat(model_.doubt);
        Doubles costs = splat(0.0);
        Doubles chances = splat(0.0);
        for (std::size_t slot = 0; slot < stride_; slot += PADDED) {
            const std::size_t at = group * stride_ + slot;
            const Doubles p = load(&joint_[at]);
            const Doubles z = in_both * p + group_chance + load(&slot_chance_[slot]);
            const Doubles logs =
                in_both * load(&joint_logs_[at]) + logs_of_both * p + group_logs + load(&slot_logs_[slot]);
            const Doubles top = larger(fits_both * load(&joint_top_[at]), larger(group_top, load(&slot_top_[slot])));
            const Doubles chance = load(&parts_in_slot_[slot]) * zero_up_to(splat(IMPOSSIBLE), z);
            const Doubles bits = rough_log2(z) - logs / z;
            const Doubles entropy = smaller(splat(MOST_BITS), larger(splat(0.0), bits)); // 0 instead of NaN
            const Doubles x = entropy * splat(CURVE_STEPS);
            // Adding 2^52 rounds to a whole number: to a point of the curve before x, or to x.
            const Doubles rounded = larger(splat(0.0), smaller(last, x - splat(0.5))) + splat(TWO_TO_52);
            const Lanes point = to_bits(rounded) & splat(uint64_t{0xFFFFFFFF});
            const Lanes segment = gather(segments_.data(), point);
            const Doubles cost =
                from_bits(segment & splat(UPPER_HALF)) + (x - (rounded - splat(TWO_TO_52))) * from_bits(segment << 32);
            costs = costs + chance * cost + doubt * larger(splat(0.0), chance - load(&parts_in_slot_[slot]) * top);
            chances = chances + chance;
        }
        const double reached = sum_lanes(chances);
        if (!(reached > IMPOSSIBLE)) return 0.0;
        const double value = 1.0 + goes_on * sum_lanes(costs) / reached;
        const double highest = model_.curve[0] + MOST_BITS * steepest_;
        const double rounding = 1e-9 * value + 1e-14 * static_cast<double>(parts_) * highest / reached;
        return value - (2.0 * LOG_ERROR * steepest_ + rounding);
    }

    /// The posterior after one reply to each guess.
    struct After {
        double chance;   // probability of both replies
        double sum_logs; // chance times the mean log probability of a code with these replies
        double top;      // chance times the probability of the most probable code
    };

    /// The posterior after the replies of a group and of a part in a slot.
    [[nodiscard]] After after(std::size_t group, std::size_t slot) const {
        const double both = shown_.fit * shown_.fit;
        const double one = shown_.fit * shown_.other;
        const double none = shown_.other * shown_.other;
        const Sums &first = by_first_[group];
        const std::size_t at = group * stride_ + slot;
        const double p = joint_[at];
        const double first_only = std::max(0.0, first.mass - p);
        const double second_only = std::max(0.0, second_[slot] - p);
        const double neither = std::max(0.0, all_.mass - p - first_only - second_only);
        const double z = both * p + one * (first_only + second_only) + none * neither;
        const double log = joint_logs_[at];
        const double logs_once = first.logs - log + second_logs_[slot] - log;
        const double sum_logs = both * (log + p * 2.0 * shown_.fit_log) +
                                one * (logs_once + (first_only + second_only) * (shown_.fit_log + shown_.other_log)) +
                                none * (all_.logs - log - logs_once + neither * 2.0 * shown_.other_log);
        const double top_once = std::max(first.top, second_top_[slot]);
        return {z, sum_logs, std::max({both * joint_top_[at], one * top_once, none * all_.top})};
    }

    /// The cost of the follower after a reply of the group.
    [[nodiscard]] double exact(std::size_t group, double goes_on) const {
        bool is_known = false; // the cost of an empty part
        double known_chance = 0.0;
        double known_cost = 0.0;
        double cost = 0.0;
        double reached = 0.0;
        for (const std::size_t slot : slot_of_) {
            if (second_[slot] == 0.0 && is_known) {
                cost += known_cost;
                reached += known_chance;
                continue;
            }
            const After found = after(group, slot);
            if (found.chance <= IMPOSSIBLE) continue;
            const double entropy = std::max(0.0, exact_log2(found.chance) - found.sum_logs / found.chance);
            const double worth = found.chance * (cost_of(entropy, model_.curve) +
                                                 model_.doubt * std::max(0.0, 1.0 - found.top / found.chance));
            cost += worth;
            reached += found.chance;
            if (second_[slot] == 0.0) {
                is_known = true;
                known_chance = found.chance;
                known_cost = worth;
            }
        }
        return reached > IMPOSSIBLE ? 1.0 + goes_on * cost / reached : 1.0;
    }

    Array<const uint16_t, 2> table_;
    Array<const double> wins_;
    CostModel model_;
    int64_t first_;
    Array<const uint16_t> first_replies_;
    ShownChances shown_;
    std::vector<double> mass_;
    std::vector<double> chance_;
    std::vector<double> logs_;
    std::size_t parts_;
    std::size_t width_; // of the longest row
    bool announced_;
    // For each point of the curve except the last: its value and the rise to the next, both truncated to the upper half
    // of a double, which makes estimates slightly smaller.
    std::vector<uint64_t> segments_;
    double steepest_ = 0.0; // rise of the curve for a bit
    double log_once_ = 0.0; // the term of the sum of logarithms for the weight of a group or of a part
    double log_both_ = 0.0; // and of both

    std::vector<std::size_t> group_of_; // by part
    std::size_t groups_ = 0;
    std::size_t empty_ = 0;            // the group of replies that no code gives, and the number of the others
    std::vector<double> reply_chance_; // of one reply of a group
    std::vector<Run> runs_;
    std::vector<uint32_t> columns_;
    std::vector<double> least_; // cost after a reply of a group

    // The current follower: slots of the parts.
    std::vector<uint16_t> slot_of_;     // by part
    std::vector<double> parts_in_slot_; // how many
    std::size_t slots_ = 0;             // of parts with codes; the slot after these is for all others
    std::size_t stride_ = 0;            // from one group to the next
    std::vector<uint32_t> seen_;
    // Its sums: by both replies, by the first, by the second, over all.
    std::vector<double> joint_;
    std::vector<double> joint_logs_;
    std::vector<double> joint_top_;
    std::vector<Sums> by_first_;
    std::vector<double> second_;
    std::vector<double> second_logs_;
    std::vector<double> second_top_;
    Sums all_;
    // The term of a part in the estimates.
    std::vector<double> slot_chance_;
    std::vector<double> slot_logs_;
    std::vector<double> slot_top_;

    int64_t next_ = 0;
};
CODEPEGS_OBJECT(FollowedGuess);

namespace {

/// Begin to compute the cost of the guess in row `first` of the table.
///
/// `table` and `wins` are as in `expected_costs`; `first_replies` has the part numbers of the replies to this guess for
/// the codes of the rows.
std::unique_ptr<FollowedGuess> follow_guess(Array<const uint16_t, 2> table, Array<const double> wins,
                                            const WeightedCodes &codes, const CostModel &model, int64_t first,
                                            Array<const uint16_t> first_replies) {
    check_comparison(table, wins, codes, model);
    require(0 <= first && first < table.size(0), "follow_guess: a row of the table is expected");
    require(first_replies.size() == table.size(0), "follow_guess: one reply for each guess is expected");
    for (uint16_t reply : first_replies) require(reply < model.parts, "follow_guess: no such part");
    return std::make_unique<FollowedGuess>(table, wins, codes, model, first, first_replies);
}

/// Continue for about `units` nanoseconds; returns whether it is done. The steps do not affect the result.
bool step_followed_guess(FollowedGuess &search, int64_t units) { return search.step(units); }

/// Return the expected cost, after the computation is done.
double followed_cost(const FollowedGuess &search) { return search.cost(); }

} // namespace

} // namespace codepegs

CODEPEGS_FREE(FollowedGuess);
CODEPEGS_EXPORT(follow_guess, table, wins, codes, model, first, first_replies);
CODEPEGS_EXPORT(step_followed_guess, search, units);
CODEPEGS_EXPORT(followed_cost, search);
