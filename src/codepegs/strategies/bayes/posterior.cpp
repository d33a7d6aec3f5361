// Loops over all codes of a game, each with a count of the replies with which it is not consistent.
// If false replies are drawn uniformly, the probability of a code depends only on that count, so one byte per code is
// the whole posterior. Codes are numbered in ascending order and never unpacked: codes with the same first pegs are
// adjacent, and few of their properties affect what a turn adds to their counts (see `MisfitPatterns`).
#include "numbered_codes.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

namespace codepegs {

namespace {

/// The largest count that is distinguished. The next one marks codes that cannot be the secret.
constexpr uint8_t MOST_FALSE = 254;
constexpr int64_t LEVELS = 256;

/// Codes of the largest pattern: it stays in the first-level cache.
constexpr int64_t LARGEST_PATTERN = 4096;
/// Codes per state from which a table of states is used.
constexpr int64_t STATE_CODES = 2;

/// Adds one to the counts of the codes that are not consistent with a turn.
/// For codes with the same first pegs, a turn adds a pattern of zeros and ones. It depends on the black pegs so far and
/// on the used copies of the guess's colours; if colours cannot repeat, on the used colours. There are few different
/// states, so each pattern is computed once, from the patterns that are one peg longer, and applied to all ranges of
/// codes that share it.
class MisfitPatterns {
  public:
    MisfitPatterns(const NumberedCodes &codes, const Array<const int64_t> &guess, const Array<const bool, 2> &fits,
                   uint8_t *counts)
        : pegs_(codes.pegs), colors_(codes.colors), repeats_(codes.repeats != 0), guess_(guess), fits_(fits),
          counts_(counts), sizes_(sizes_below(codes)), used_(static_cast<std::size_t>(colors_), 0),
          copies_(static_cast<std::size_t>(colors_), 0), weights_(static_cast<std::size_t>(colors_), 0),
          path_(static_cast<std::size_t>(pegs_), 0) {
        for (int64_t v : guess) {
            if (copies_[index(v)]++ == 0) guess_colors_.push_back(v);
        }
        remembers_ = number_states();
        depth_ = pegs_ - 1;
        while (remembers_ && depth_ > 0 && sizes_[index(depth_ - 1)] <= LARGEST_PATTERN) --depth_;
    }

    /// Count the codes numbered `start` to `stop`.
    void add(int64_t start, int64_t stop) {
        start_ = start;
        stop_ = stop;
        if (start < stop) visit(0, 0, State{});
    }

  private:
    /// The state after the pegs so far.
    struct State {
        int64_t black = 0;
        int64_t total = 0;
        int64_t key = 0; // of the colours used up
    };

    /// Whether there are few enough states to cache patterns.
    bool number_states() {
        const int64_t most = sizes_[0] / STATE_CODES;
        states_ = (pegs_ + 1) * (repeats_ ? pegs_ + 1 : 1);
        for (int64_t v = 0; v < colors_ && states_ <= most; ++v) {
            if (repeats_ && copies_[index(v)] == 0) continue;
            weights_[index(v)] = states_;
            states_ *= repeats_ ? copies_[index(v)] + 1 : 2;
        }
        if (states_ > most) return false;
        known_.assign(index(states_), -1);
        return true;
    }

    /// The state after colour `v` at peg `depth`.
    [[nodiscard]] State after(const State &state, int64_t depth, int64_t v) const {
        const int64_t used = used_[index(v)];
        const bool counts = used < copies_[index(v)];
        return {state.black + (guess_[depth] == v), state.total + counts,
                state.key + (counts || !repeats_ ? weights_[index(v)] : 0)};
    }

    /// Process the codes with the same first `depth` pegs, of which `first` is the first.
    void visit(int64_t depth, int64_t first, const State &state) {
        const int64_t size = sizes_[index(depth)];
        if (first >= stop_ || first + size <= start_) return;
        if (depth == depth_) {
            const int64_t from = std::max(first, start_);
            const int64_t to = std::min(first + size, stop_);
            const int64_t at = pattern_of(depth, state);
            const uint8_t *pattern = patterns_.data() + at + (from - first);
            uint8_t *counts = counts_ + from;
            for (int64_t n = 0; n < to - from; ++n) {
                counts[n] = static_cast<uint8_t>(counts[n] + (counts[n] < MOST_FALSE ? pattern[n] : 0));
            }
            return;
        }
        const int64_t below = sizes_[index(depth + 1)];
        for (int64_t v = 0; v < colors_; ++v) {
            if (!repeats_ && used_[index(v)]) continue;
            const State next = after(state, depth, v);
            path_[index(depth)] = v;
            ++used_[index(v)];
            visit(depth + 1, first, next);
            --used_[index(v)];
            first += below;
        }
    }

    /// The offset in `patterns_` of the pattern of a state.
    int64_t pattern_of(int64_t depth, const State &state) {
        if (!remembers_) {
            patterns_.resize(index(sizes_[index(depth)]));
            write_last(0, state);
            return 0;
        }
        // If colours cannot repeat, the set of used colours determines the depth.
        int64_t &known = known_[index(state.key + state.black + (repeats_ ? depth * (pegs_ + 1) : 0))];
        if (known >= 0) return known;
        const auto at = static_cast<int64_t>(patterns_.size());
        known = at;
        patterns_.resize(patterns_.size() + index(sizes_[index(depth)]));
        if (depth == pegs_ - 1) {
            write_last(at, state);
            return at;
        }
        const int64_t below = sizes_[index(depth + 1)];
        int64_t to = at;
        for (int64_t v = 0; v < colors_; ++v) {
            if (!repeats_ && used_[index(v)]) continue;
            const State next = after(state, depth, v);
            path_[index(depth)] = v;
            ++used_[index(v)];
            const int64_t from = pattern_of(depth + 1, next);
            --used_[index(v)];
            std::memcpy(patterns_.data() + to, patterns_.data() + from, index(below));
            to += below;
        }
        return at;
    }

    /// Write the pattern of the codes that differ only in the last peg; colours not in the guess are equivalent.
    void write_last(int64_t at, const State &state) {
        uint8_t *pattern = patterns_.data() + at;
        std::memset(pattern, !fits_(state.black, state.total), index(sizes_[index(pegs_ - 1)]));
        for (int64_t v : guess_colors_) {
            if (!repeats_ && used_[index(v)]) continue;
            const State last = after(state, pegs_ - 1, v);
            int64_t place = v;
            for (int64_t i = 0; i < pegs_ - 1 && !repeats_; ++i) place -= path_[index(i)] < v;
            pattern[place] = !fits_(last.black, last.total);
        }
    }

    int64_t pegs_;
    int64_t colors_;
    bool repeats_;
    Array<const int64_t> guess_;
    Array<const bool, 2> fits_;
    uint8_t *counts_;
    std::vector<int64_t> sizes_;   // number of codes with the same first pegs, by depth
    std::vector<int64_t> used_;    // of each colour, in the pegs so far
    std::vector<int64_t> copies_;  // of each colour, in the guess
    std::vector<int64_t> weights_; // of each colour, in the key of a state
    std::vector<int64_t> path_;    // the pegs so far
    std::vector<int64_t> guess_colors_;
    bool remembers_;
    int64_t states_ = 0;
    int64_t depth_; // pegs that the codes of an applied pattern share
    std::vector<int64_t> known_;
    std::vector<uint8_t> patterns_;
    int64_t start_ = 0;
    int64_t stop_ = 0;
};

/// Add one to `counts[start:stop]` for codes that are not consistent with a turn; counts stop at `MOST_FALSE`.
///
/// `counts` has for each code of the game the number of replies with which it is not consistent, or `EXCLUDED`. `guess`
/// has shape (pegs,). `fits` says by black count and total, shape (pegs + 1, pegs + 1), whether that is the reply.
void add_misfits(const NumberedCodes &codes, Array<const int64_t> guess, Array<const bool, 2> fits, int64_t start,
                 int64_t stop, Array<uint8_t> counts) {
    require(counts.size() == sizes_below(codes)[0], "add_misfits: one count for each code is expected");
    require(0 <= start && start <= stop && stop <= counts.size(), "add_misfits: numbers of codes are expected");
    require(guess.size() == codes.pegs, "add_misfits: a guess of the game is expected");
    for (int64_t color : guess)
        require(0 <= color && color < codes.colors, "add_misfits: a guess of the game is expected");
    require(fits.size(0) == codes.pegs + 1 && fits.size(1) == codes.pegs + 1,
            "add_misfits: fits has one row and one column for each number from 0 to the pegs");
    MisfitPatterns(codes, guess, fits, counts.data()).add(start, stop);
}

/// Add to `histogram`, shape (256,), how many codes have each count.
void count_levels(Array<const uint8_t> counts, Array<int64_t> histogram) {
    require(histogram.size() == LEVELS, "count_levels: 256 levels are expected");
    // Neighbours are often equal, and two additions to one counter are sequential: four tables are used in turn.
    std::array<std::array<int64_t, LEVELS>, 4> tables{};
    const int64_t size = counts.size();
    int64_t n = 0;
    for (; n + 4 <= size; n += 4) {
        for (std::size_t table = 0; table < 4; ++table) ++tables[table][counts[n + static_cast<int64_t>(table)]];
    }
    for (; n < size; ++n) ++tables[0][counts[n]];
    for (std::size_t level = 0; level < LEVELS; ++level) {
        histogram[static_cast<int64_t>(level)] +=
            tables[0][level] + tables[1][level] + tables[2][level] + tables[3][level];
    }
}

constexpr int64_t PICK_BLOCK = 256;

/// The number of the next `PICK_BLOCK` counts that equal a level.
int64_t count_block(const uint8_t *counts, uint8_t level) {
    std::array<uint8_t, 64> lanes{};
    for (std::size_t row = 0; row < PICK_BLOCK; row += lanes.size()) {
        for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
            lanes[lane] = static_cast<uint8_t>(lanes[lane] + (counts[row + lane] == level));
        }
    }
    int64_t sum = 0;
    for (uint8_t lane : lanes) sum += lane;
    return sum;
}

/// Find the codes from `start` to `stop` that have the count `level` and given ordinals among all codes with that
/// count.
///
/// `counts` has one entry for each code, `seen` is the number of codes before `start` with the count, and `ordinals`
/// ascend. The number of each code found is written to `picked`, at the index of its ordinal. Returns the number of
/// codes before `stop` with the count; counting ends when all ordinals are found.
int64_t pick_level(Array<const uint8_t> counts, int64_t level, int64_t start, int64_t stop, int64_t seen,
                   Array<const int64_t> ordinals, Array<int64_t> picked) {
    require(0 <= start && start <= stop && stop <= counts.size(), "pick_level: numbers of codes are expected");
    require(0 <= level && level < LEVELS, "pick_level: the level is a number from 0 to 255");
    require(ordinals.size() == picked.size(), "pick_level: one place for each ordinal is expected");
    int64_t found = std::lower_bound(ordinals.begin(), ordinals.end(), seen) - ordinals.begin();
    int64_t n = start;
    while (n < stop && found < ordinals.size()) {
        const int64_t block = std::min(PICK_BLOCK, stop - n);
        if (block == PICK_BLOCK) {
            const int64_t here = count_block(counts.data() + n, static_cast<uint8_t>(level));
            if (seen + here <= ordinals[found]) {
                seen += here;
                n += block;
                continue;
            }
        }
        for (const int64_t end = n + block; n < end && found < ordinals.size(); ++n) {
            if (counts[n] != level) continue;
            if (ordinals[found] == seen) {
                picked[found] = n;
                ++found;
            }
            ++seen;
        }
    }
    return seen;
}

/// Write the code of each number to `decoded`, shape (numbers, pegs).
void decode_numbers(const NumberedCodes &codes, Array<const int64_t> numbers, Array<int64_t, 2> decoded) {
    const std::vector<int64_t> sizes = sizes_below(codes);
    require(decoded.size(0) == numbers.size() && decoded.size(1) == codes.pegs,
            "decode_numbers: a row of pegs for each number is expected");
    std::vector<int64_t> left(static_cast<std::size_t>(codes.colors));
    for (int64_t n = 0; n < numbers.size(); ++n) {
        int64_t rest = numbers[n];
        require(0 <= rest && rest < sizes[0], "decode_numbers: a number is not that of a code");
        for (int64_t v = 0; v < codes.colors && !codes.repeats; ++v) left[static_cast<std::size_t>(v)] = v;
        for (int64_t i = 0; i < codes.pegs; ++i) {
            const int64_t below = sizes[static_cast<std::size_t>(i + 1)];
            const int64_t place = rest / below;
            rest %= below;
            if (codes.repeats) {
                decoded(n, i) = place;
                continue;
            }
            const auto chosen = left.begin() + place;
            decoded(n, i) = *chosen;
            std::copy(chosen + 1, left.begin() + (codes.colors - i), chosen);
        }
    }
}

/// Adds up the weights of codes by colour and peg.
/// Sums are taken in the order of the tree of codes: the codes below a node are summed first, and this sum is added to
/// the belief in the node's colour and to the sum of the parent.
class BeliefSums {
  public:
    BeliefSums(const NumberedCodes &codes, const Array<const uint8_t> &counts, const Array<const double> &weights,
               const Array<double> &sums, const Array<double, 2> &belief)
        : pegs_(codes.pegs), colors_(codes.colors), repeats_(codes.repeats != 0), counts_(counts), weights_(weights),
          sums_(sums), belief_(belief), sizes_(sizes_below(codes)), colors_of_(static_cast<std::size_t>(pegs_), 0),
          used_(static_cast<std::size_t>(colors_), 0) {}

    /// Process the codes numbered `start` to `stop`.
    void add(int64_t start, int64_t stop) {
        if (start == stop) return;
        const int64_t group = sizes_[index(pegs_ - 1)]; // codes that differ in the last peg only
        place(0, start);
        for (int64_t first = start - start % group; first < stop; first += group) {
            add_group(first, std::max(first, start), std::min(first + group, stop));
            if (first + group <= stop) close_group();
        }
    }

  private:
    [[nodiscard]] bool is_free(int64_t v) const { return repeats_ || !used_[index(v)]; }

    /// Set the pegs from `depth` on, except the last, to those of a code, given by its number among the codes with the
    /// same first pegs.
    void place(int64_t depth, int64_t number) {
        for (; depth < pegs_ - 1; ++depth) {
            int64_t left = number % sizes_[index(depth)] / sizes_[index(depth + 1)];
            int64_t v = 0;
            while (!is_free(v) || left > 0) left -= is_free(v++);
            set(depth, v);
        }
    }

    void set(int64_t depth, int64_t v) {
        colors_of_[index(depth)] = v;
        used_[index(v)] = 1;
    }

    /// Add the codes numbered `from` to `to`, which differ from code `first` only in the last peg.
    void add_group(int64_t first, int64_t from, int64_t to) {
        const Array<double> belief = belief_[pegs_ - 1];
        double sum = sums_[pegs_ - 1];
        int64_t number = first;
        for (int64_t v = 0; number < to; ++v) {
            if (!is_free(v)) continue;
            if (number >= from) {
                const double weight = weights_[counts_[number]];
                belief[v] += weight;
                sum += weight;
            }
            ++number;
        }
        sums_[pegs_ - 1] = sum;
    }

    /// Pass on the sums of complete nodes, and continue with the next group.
    void close_group() {
        for (int64_t depth = pegs_ - 2; depth >= 0; --depth) {
            int64_t v = colors_of_[index(depth)];
            belief_(depth, v) += sums_[depth + 1];
            sums_[depth] += sums_[depth + 1];
            sums_[depth + 1] = 0.0;
            if (!repeats_) used_[index(v)] = 0;
            do ++v;
            while (v < colors_ && !is_free(v));
            if (v < colors_) {
                set(depth, v);
                place(depth + 1, 0);
                return;
            }
        }
    }

    int64_t pegs_;
    int64_t colors_;
    bool repeats_;
    Array<const uint8_t> counts_;
    Array<const double> weights_;
    Array<double> sums_;
    Array<double, 2> belief_;
    std::vector<int64_t> sizes_;     // number of codes with the same first pegs, by depth
    std::vector<int64_t> colors_of_; // the pegs except the last
    std::vector<uint8_t> used_;      // whether they have a colour, if colours may not repeat
};

/// Add the weights of the codes numbered `start` to `stop` to each colour at each peg.
///
/// `counts` is as in `add_misfits`; `weights` has the weight of a code by its count, shape (256,). `start` is 0, or the
/// `stop` of the call before. `sums`, shape (pegs,), zeros in the first call, has partial sums that are not yet in
/// `belief`, shape (pegs, colors), which is complete when `stop` is the number of codes.
void add_belief(const NumberedCodes &codes, Array<const uint8_t> counts, Array<const double> weights, int64_t start,
                int64_t stop, Array<double> sums, Array<double, 2> belief) {
    require(counts.size() == sizes_below(codes)[0], "add_belief: one count for each code is expected");
    require(0 <= start && start <= stop && stop <= counts.size(), "add_belief: numbers of codes are expected");
    require(weights.size() == LEVELS, "add_belief: 256 weights are expected");
    require(sums.size() == codes.pegs, "add_belief: one sum for each peg is expected");
    require(belief.size(0) == codes.pegs && belief.size(1) == codes.colors,
            "add_belief: a row of colours for each peg is expected");
    BeliefSums(codes, counts, weights, sums, belief).add(start, stop);
}

} // namespace

} // namespace codepegs

CODEPEGS_EXPORT(add_misfits, codes, guess, fits, start, stop, counts);
CODEPEGS_EXPORT(count_levels, counts, histogram);
CODEPEGS_EXPORT(pick_level, counts, level, start, stop, seen, ordinals, picked);
CODEPEGS_EXPORT(decode_numbers, codes, numbers, decoded);
CODEPEGS_EXPORT(add_belief, codes, counts, weights, start, stop, sums, belief);
