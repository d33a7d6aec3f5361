// How often each reply comes to the first guess of a game, without a list of its codes.
//
// With repeated colours: mark some of the black pegs; the other pegs are free. A colour that occurs g times in the
// guess, j of them marked, and on m free pegs of the code adds min(g, j + m) to the total. The product of these choices
// over the colours counts every code once for each set of marks, so codes with exactly b black pegs follow by inclusion
// and exclusion. Without: choose the black pegs, choose which of the other colours are white, place these away from
// their own pegs (inclusion and exclusion over those that are not), and fill the rest with colours that were not
// guessed.
#include "core/array.hpp"
#include "core/elementary.hpp"
#include "core/export.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace codepegs {

namespace {

// Of less, rounding errors are the largest part.
constexpr double LEAST_SHARE = 1e-15;

/// n (n - 1) … with k factors.
double falling(int64_t n, int64_t k) {
    double product = 1.0;
    for (int64_t i = 0; i < k; ++i) product *= static_cast<double>(n - i);
    return product;
}

double factorial(int64_t n) { return falling(n, n); }

double choices(int64_t n, int64_t k) {
    double product = 1.0; // exact: every factor makes a binomial coefficient
    for (int64_t i = 1; i <= k; ++i) product = product * static_cast<double>(n - k + i) / static_cast<double>(i);
    return product;
}

double power(int64_t base, int64_t exponent) {
    double product = 1.0;
    for (int64_t n = 0; n < exponent; ++n) product *= static_cast<double>(base);
    return product;
}

/// The choices for some colours of the guess, by the pegs marked, the free pegs and the total; free pegs are counted as
/// in an exponential generating function.
class MarkedPegs {
  public:
    explicit MarkedPegs(int64_t pegs) : side_(pegs + 1), ways_(index(side_ * side_ * side_)) { ways_[0] = 1.0; }

    [[nodiscard]] double at(int64_t marked, int64_t free, int64_t total) const {
        return ways_[index((marked * side_ + free) * side_ + total)];
    }

    /// Add a colour that is on `count` pegs of the guess.
    void add(int64_t count) {
        std::vector<double> after(ways_.size());
        for (int64_t marked = 0; marked <= count; ++marked) {
            for (int64_t free = 0; free < side_ - marked; ++free) {
                const int64_t total = std::min(count, marked + free);
                const double weight = choices(count, marked) / factorial(free);
                for (int64_t m = marked; m < side_; ++m) {
                    for (int64_t f = free; f < side_ - m; ++f) {
                        double *const row = after.data() + (m * side_ + f) * side_;
                        for (int64_t t = total; t < side_; ++t) row[t] += weight * at(m - marked, f - free, t - total);
                    }
                }
            }
        }
        ways_ = std::move(after);
    }

  private:
    int64_t side_;
    std::vector<double> ways_;
};

/// The number of codes without a repeated colour that give a reply.
double without_repeats(int64_t pegs, int64_t colors, int64_t black, int64_t white) {
    const int64_t rest = pegs - black;
    double placed = 0.0;
    for (int64_t fixed = 0; fixed <= white; ++fixed) {
        const double sign = fixed % 2 == 0 ? 1.0 : -1.0;
        placed += sign * choices(white, fixed) * falling(rest - fixed, white - fixed);
    }
    return choices(pegs, black) * choices(rest, white) * placed * falling(colors - pegs, rest - white);
}

/// The number of codes that give each reply to a guess with a pattern, by black and total, in a game with repeats.
std::vector<double> with_repeats(int64_t pegs, int64_t colors, Array<const int64_t> pattern) {
    MarkedPegs state(pegs);
    for (const int64_t count : pattern) state.add(count);
    const int64_t others = colors - pattern.size();
    const int64_t side = pegs + 1;
    std::vector<double> by_marks(index(side * side));
    for (int64_t marked = 0; marked <= pegs; ++marked) {
        const int64_t free = pegs - marked;
        for (int64_t used = 0; used <= free; ++used) {
            const double rest = power(others, free - used) / factorial(free - used);
            for (int64_t total = 0; total <= pegs; ++total)
                by_marks[index(marked * side + total)] += factorial(free) * rest * state.at(marked, used, total);
        }
    }
    std::vector<double> exactly(by_marks.size());
    for (int64_t black = 0; black <= pegs; ++black) {
        for (int64_t marked = black; marked <= pegs; ++marked) {
            const double sign = (marked - black) % 2 == 0 ? 1.0 : -1.0;
            for (int64_t total = black; total <= pegs; ++total)
                exactly[index(black * side + total)] +=
                    sign * choices(marked, black) * by_marks[index(marked * side + total)];
        }
    }
    return exactly;
}

} // namespace

/// Write the share of all codes that gives each reply to a first guess; returns the expected information of the reply.
///
/// `pattern`: how many pegs of the guess have each of its colours. `part_of`: the part number of each (black, total),
/// shape (pegs + 1, pegs + 1), -1 where there is no such reply. `shares`: shape (parts,).
double first_reply_shares(Array<const int64_t> pattern, int64_t colors, bool repeats, Array<const int64_t, 2> part_of,
                          Array<double> shares) {
    const int64_t pegs = part_of.size(0) - 1;
    int64_t guessed = 0;
    for (const int64_t count : pattern) {
        require(count >= 1, "pattern: expected colours of the guess");
        guessed += count;
    }
    require(pegs >= 1 && part_of.size(1) == pegs + 1 && guessed == pegs,
            "part_of: expected shape (pegs + 1, pegs + 1)");
    require(pattern.size() <= colors, "pattern: expected at most as many colours as the game has");
    require(repeats || pattern.size() == pegs, "pattern: expected each colour once");
    const std::vector<double> counts = repeats ? with_repeats(pegs, colors, pattern) : std::vector<double>();
    std::fill(shares.begin(), shares.end(), 0.0);
    for (int64_t black = 0; black <= pegs; ++black) {
        for (int64_t total = black; total <= pegs; ++total) {
            const int64_t part = part_of(black, total);
            require(part < shares.size(), "part_of: a part without room");
            if (part < 0) continue;
            shares[part] += repeats ? counts[index(black * (pegs + 1) + total)]
                                    : without_repeats(pegs, colors, black, total - black);
        }
    }
    const double codes = repeats ? power(colors, pegs) : falling(colors, pegs);
    double bits = 0.0;
    for (double &share : shares) {
        share = std::clamp(share / codes, 0.0, 1.0);
        if (share > LEAST_SHARE) bits -= share * exact_log2(share);
    }
    return bits;
}

} // namespace codepegs

CODEPEGS_EXPORT(first_reply_shares, pattern, colors, repeats, part_of, shares);
