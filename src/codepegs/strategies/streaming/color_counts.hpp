// The second list: the numbers of pegs of a few uncounted colours in the secret, determined by totals.
// A word has one field per colour. A field holds the count, or its largest value (`cap`) for that many or more.
#pragma once

#include "facts.hpp"
#include "query_search.hpp"

namespace codepegs::streaming {

/// Indices of `Counts::numbers`: hypotheses, which half of the buffer holds them, colours in the list, colours with
/// `cap` pegs or more.
enum CountsNumber : int64_t { COUNTS_LENGTH, COUNTS_FRONT, COUNTS_COLORS, COUNTS_LARGE, COUNTS_NUMBERS };

/// The colours being counted, and the list of hypotheses about them.
struct Counts {
    Array<int64_t> color;     // (places,) the colours; each has a field of `width_of(cap)` bits
    Array<int64_t> large;     // (colors,) colours that have `cap` pegs or more, to be counted one by one
    Array<bool> is_listed;    // (colors,) whether a colour is in the list, or large
    Array<uint64_t, 2> words; // (2, hypotheses) the list, in one half, and room for the next one, in the other
    Array<double, 2> weights; // (2, hypotheses)
    Array<int64_t> numbers;

    [[nodiscard]] int64_t &number(CountsNumber n) const { return numbers[n]; }
};
CODEPEGS_STRUCT(Counts, color, large, is_listed, words, weights, numbers);

/// Add colours, up to `most_colors`, while the list stays within `most`; false if no hypothesis is left.
bool list_colors(const Facts &facts, const Counts &counts, const Array<const double> &log_factorial, int64_t cap,
                 int64_t most, int64_t most_colors);

/// Keep the hypotheses in which the copies add `wanted`, and settle what they agree on; false if none is left.
bool keep_total(const Tree &tree, const Facts &facts, const Counts &counts, int64_t cap,
                const Array<const int64_t> &copies, int64_t wanted);

/// Record the count of a colour, and keep the hypotheses with it; false if none is left.
bool count_color(const Tree &tree, const Facts &facts, const Counts &counts, int64_t cap, int64_t color, int64_t count);

/// Write the number of copies to place of each colour, on at most `room` pegs; returns the information in bits.
double search_copies(QuerySearch &query_search, const Facts &facts, const Counts &counts, int64_t cap, int64_t room,
                     int64_t unit, const Array<uint64_t> &rng, int64_t climbs, const Array<int64_t> &copies);

} // namespace codepegs::streaming
