// Counting colours by the totals of replies: by a list of hypotheses about counts, or by sets of colours.
#pragma once

#include "storage.hpp"

#include <memory>
#include <variant>
#include <vector>

namespace codepegs::streaming {

/// Copies of uncounted colours in a query, to determine their numbers of pegs from the total.
struct Copies {
    std::vector<int64_t> colors;
    std::vector<int64_t> number; // copies of each colour
    std::vector<int64_t> asked;  // the question: copies of each colour of the list, or the numbers of the sets queried
    int64_t certain = 0;         // the part of the total that they are known to add
    double bits = 0.0;           // information
};

/// What determines the counts of colours by queries.
class Counting {
  public:
    virtual ~Counting() = default;

    /// A colour to be counted by a query of its own, before others, or -1; any uncounted one if that is how all are.
    [[nodiscard]] virtual int64_t to_count_alone(const Facts &facts, bool one_by_one) const = 0;

    /// Take up colours while the list has space; false if no hypothesis is left.
    [[nodiscard]] virtual bool take_up(const Facts &facts) = 0;

    /// The most informative copies for at most `room` pegs; with a `unit`, each colour queried gets as many copies.
    [[nodiscard]] virtual Copies search(QuerySearch &query_search, const Facts &facts, uint64_t &rng, int64_t room,
                                        int64_t unit) = 0;

    /// What settles one question: a colour to be counted by a query of its own, or copies.
    [[nodiscard]] virtual std::variant<int64_t, Copies> single() const = 0;

    /// Keep the hypotheses in which the copies add `shown`, and settle what they agree on; false if none is left.
    [[nodiscard]] virtual bool take(const Copies &copies, int64_t shown, const Tree &tree, const Facts &facts) = 0;

    /// Record the count of a colour; false if no hypothesis is left.
    [[nodiscard]] virtual bool count(int64_t color, int64_t count, const Tree &tree, const Facts &facts) = 0;
};

/// Count by a list of hypotheses about the counts of up to `most_colors` colours at a time, of up to `most` hypotheses.
std::unique_ptr<Counting> count_by_list(int64_t pegs, int64_t colors, const Array<const double> &log_factorial,
                                        int64_t most, int64_t most_colors);

/// Write the probability of each number that the first half of a set can have, the least first.
void write_half_chances(int64_t size, int64_t having, const Array<double> &chances);

/// Count by sets of colours, with a list of up to `most` hypotheses.
std::unique_ptr<Counting> count_by_sets(int64_t pegs, int64_t colors, const Array<const double> &log_factorial,
                                        int64_t most);

/// Hill climbs in a search for copies.
inline constexpr int64_t CLIMBS = 3;

} // namespace codepegs::streaming
