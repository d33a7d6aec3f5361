// The beginning of a game, what is known of it, and the interface of C.
#include "streaming.hpp"

#include "core/elementary.hpp"
#include "core/numpy_random.hpp"

#include <algorithm>
#include <numbers>
#include <tuple>
#include <utility>

namespace codepegs::streaming {

namespace {

/// Room for hypotheses that equations remove again, as a multiple of those kept.
constexpr int64_t ROOM = 4;

/// Pegs per colour up to which colours are counted by a list: its four-bit fields then distinguish nearly all counts.
constexpr int64_t MOST_MEAN = 6;

/// Colours up to which one query each counts them, if there are more pegs than colours: a list would hardly save any.
constexpr int64_t FEW_COLORS = 8;

/// Colours in the list of counts in addition to the number of parts of the root, if count queries use its parts.
constexpr int64_t MORE_COLORS = 4;

/// Colours per peg up to which count queries use the parts of the root, because black is informative too.
constexpr int64_t COLORS_BY_PARTS = 2;

/// Colours per peg from which they are counted by sets, because most are not in the secret.
constexpr int64_t MANY_COLORS = 12;

/// Approximate information of a query in measured games of 50 pegs and more.
constexpr double MOST_BITS_A_QUERY = 3.6;

/// Weights of the entropy that the replies left, as predicted, beside that of the pegs not known yet. The first is too
/// low at the end of a game, the second too high in the middle. The second weight is for games in which colours are
/// counted by sets.
constexpr double REPLIES_WEIGHT = 0.8;
constexpr double REPLIES_WEIGHT_OF_SETS = 0.5;

/// The number of hypotheses about places by the pegs of a game. In small games a longer list saves no guesses, because
/// guesses have too few positions to ask about all of its items.
int64_t most_listed(int64_t pegs) {
    if (pegs >= 500) return 524'288;
    return pegs >= 300 ? 131'072 : 32'768;
}

bool has_many_colors(int64_t pegs, int64_t colors) { return colors >= MANY_COLORS * pegs; }

/// Number of queries that suffice if each asks one question.
int64_t plain_queries(int64_t pegs, int64_t colors, int64_t root_parts) {
    const int64_t counting = colors + (has_many_colors(pegs, colors) ? pegs : 0);
    return counting + std::max(PegTree(pegs, root_parts).most_queries(), PegTree(pegs, 2).most_queries());
}

/// Natural logarithms of 0! to `most`!.
std::vector<double> log_factorials(int64_t most) {
    std::vector<double> logs(index(most + 1));
    for (int64_t n = 2; n <= most; ++n) logs[index(n)] = logs[index(n - 1)] + exact_log(static_cast<double>(n));
    return logs;
}

/// The entropy of a binomial number with this variance, in bits.
double bits_of_spread(double variance) { return exact_log2(2 * std::numbers::pi * std::numbers::e * variance) / 2; }

/// The average information of a query, a fit to games: less with few pegs, or if most colours are absent.
double bits_a_query(double pegs, double colors) {
    const double spread = bits_of_spread(std::max(2.0, pegs) / 4); // the entropy of black, each peg a fair coin
    const double absent = exact_exp(0.7 * exact_log(1 + 0.4 * colors / (pegs * pegs)));
    return std::min(MOST_BITS_A_QUERY, 0.9 * spread) / absent;
}

} // namespace

Streaming::Streaming(const Array<const uint64_t> &seed, int64_t pegs, int64_t colors, bool shows_total,
                     const Settings &settings)
    : settings_(settings), seed_(seed.begin(), seed.end()), pegs_(pegs), colors_(colors), shows_total_(shows_total),
      lists_counts_(shows_total && pegs <= (colors <= FEW_COLORS ? colors : MOST_MEAN * colors)),
      goes_by_parts_(lists_counts_ && COLORS_BY_PARTS * pegs >= colors), log_factorials_(log_factorials(pegs)),
      tree_(pegs, lists_counts_ ? settings.root_parts : 2), tree_view_(tree_.view()), facts_(colors, tree_),
      items_(ROOM * settings.listed), equations_(settings.equations),
      selection_({settings.listed, settings.misfits, settings.compared, settings.at_root, settings.in_part}),
      query_search_(settings.samples), tests_(MOST_ITEMS * MOST_PARTS * 2) {
    NumpyStream stream(view_of(std::as_const(seed_)), "streaming", 0);
    peg_of_ = stream.permutation<int64_t>(pegs);
    color_of_ = stream.permutation<int64_t>(colors);
    if (lists_counts_ && has_many_colors(pegs, colors)) {
        counting_ = count_by_sets(pegs, colors, log_factorial(), settings.halved);
    } else {
        const int64_t most_colors = goes_by_parts_ ? MORE_COLORS + tree_view_.parts[0] : colors;
        counting_ = count_by_list(pegs, colors, log_factorial(), settings.counted, most_colors);
    }
}

void Streaming::write_guess(const Array<uint16_t> &guess) const {
    for (int64_t peg = 0; peg < pegs_; ++peg) {
        const int64_t color = color_of_[index(query_->guess[index(peg)])];
        guess[peg_of_[index(peg)]] = static_cast<uint16_t>(color);
    }
}

void Streaming::write_known(const Array<int32_t> &known) const {
    for (int64_t peg = 0; peg < pegs_; ++peg) {
        const int64_t color = facts().color_at[peg];
        known[peg_of_[index(peg)]] = static_cast<int32_t>(color < 0 ? NONE : color_of_[index(color)]);
    }
}

/// Estimated number of queries still to be made.
///
/// It is the remaining entropy divided by the information of a query in measured games: from 20 to 1,000 pegs and 3 to
/// 1,000 colours, 98 % of the estimates at ten points of a game are within 40 % and three queries.
double Streaming::queries_left() const {
    const auto as_double = [](int64_t n) { return static_cast<double>(n); };
    const double left = as_double(number(LEFT));
    const double uncounted = as_double(number(UNCOUNTED));
    double bits = left * exact_log2(std::max(2.0, uncounted)) + left * exact_log2(std::max(1.0, left)) / 2;
    const auto add = [&](int64_t group) {
        const double count = as_double(facts().count[group]);
        bits += count * exact_log2(as_double(tree_view_.size(facts().node[group])) / std::max(1.0, count));
    };
    for (int64_t item = 0; item < number(ITEMS); ++item) {
        if (items().above[item] < 0 && items().group[item] >= 0) add(items().group[item]);
    }
    for (int64_t depth = 0; depth < facts().waits.size(); ++depth) {
        const Array<int32_t> waiting = facts().waiting[depth];
        for (int64_t place = 0; place < facts().waits[depth]; ++place) add(waiting[place]);
    }
    const double entropy = as_double(pegs_) * exact_log2(std::max(2.0, as_double(colors_)));
    bits = std::min(bits, entropy);
    const double untold = std::min(bits, std::max(0.0, entropy - bits_told_));
    const double weight = has_many_colors(pegs_, colors_) ? REPLIES_WEIGHT_OF_SETS : REPLIES_WEIGHT;
    bits = weight * untold + (1 - weight) * bits;
    const double alone = lists_counts_ ? 0.0 : uncounted; // each of these colours takes a query, which gives its count
    if (alone > 0) bits -= alone * bits_of_spread(std::max(1.0, left / uncounted));
    return 1.0 + alone + std::max(0.0, bits) / bits_a_query(as_double(pegs_), as_double(colors_));
}

/// Begin a game of the strategy `streaming`.
///
/// `seed` has the words of `Seed.words`; `listed` is the number of hypotheses about positions that are kept, 0 for the
/// default of the game; `evaluations` the number of queries compared in each local search; `plain_from` the number of
/// queries after which each query asks one question, -1 for that which would suffice if all did.
std::unique_ptr<Streaming> begin_streaming(const Array<const uint64_t> &seed, int64_t pegs, int64_t colors,
                                           bool shows_total, int64_t listed, int64_t evaluations, int64_t plain_from) {
    require(pegs > 0 && colors > 0 && colors <= 1 << 16, "pegs, colors: one at least, and numbers of 16 bits");
    require(listed >= 0 && evaluations > 0, "listed, evaluations: not negative");
    Settings settings{};
    settings.listed = listed > 0 ? listed : most_listed(pegs);
    settings.evaluations = evaluations;
    settings.plain_from = plain_from >= 0 ? plain_from : plain_queries(pegs, colors, settings.root_parts);
    return std::make_unique<Streaming>(seed, pegs, colors, shows_total, settings);
}

/// Continue the choice of the next guess, and write it when it is done; `guess` has shape (pegs,).
///
/// Returns whether it is done; whether any code is consistent, otherwise the game cannot go on; and whether the guess
/// is the secret, if the replies are true.
std::tuple<bool, bool, bool> next_streaming(Streaming &streaming, const Array<uint16_t> &guess) {
    require(guess.size() == streaming.pegs(), "guess: one colour for each peg");
    const auto step = streaming.choose();
    if (step == Streaming::Step::DONE) streaming.write_guess(guess);
    return {step != Streaming::Step::MORE, step != Streaming::Step::IMPOSSIBLE, streaming.is_sure()};
}

/// Continue after the reply to the last guess, its total -1 if that is hidden; False if no code gives the reply, and
/// the game cannot go on.
bool learn_streaming(Streaming &streaming, int64_t black, int64_t total, bool is_win) {
    require(streaming.has_query(), "learn_streaming: a guess was made");
    return streaming.learn(black, total, is_win);
}

/// Write the colour of each peg that is known, or -1; `known` has shape (pegs,). Returns the number of pegs that are
/// known and of colours that are counted.
std::tuple<int64_t, int64_t> known_streaming(const Streaming &streaming, const Array<int32_t> &known) {
    require(known.size() == streaming.pegs(), "known: one colour for each peg");
    streaming.write_known(known);
    return {streaming.pegs_known(), streaming.colors_counted()};
}

/// Estimate the number of guesses still to be made.
double left_streaming(const Streaming &streaming) { return streaming.queries_left(); }

} // namespace codepegs::streaming

namespace codepegs {
using streaming::begin_streaming;
using streaming::known_streaming;
using streaming::learn_streaming;
using streaming::left_streaming;
using streaming::next_streaming;
using streaming::Streaming;
} // namespace codepegs

CODEPEGS_EXPORT(begin_streaming, seed, pegs, colors, shows_total, listed, evaluations, plain_from);
CODEPEGS_EXPORT(next_streaming, streaming, guess);
CODEPEGS_EXPORT(learn_streaming, streaming, black, total, is_win);
CODEPEGS_EXPORT(known_streaming, streaming, known);
CODEPEGS_EXPORT(left_streaming, streaming);
CODEPEGS_FREE(Streaming);
