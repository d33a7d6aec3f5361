// The list of hypotheses about the numbers of pegs of a few uncounted colours.
#include "color_counts.hpp"
#include "core/elementary.hpp"

#include <algorithm>
#include <cmath>

namespace codepegs::streaming {

namespace {

/// The list, and its fields.
struct CountList {
    const Counts &counts;
    int64_t cap;
    int64_t width;

    CountList(const Counts &all, const Facts &facts, int64_t most) : counts(all), cap(most), width(width_of(most)) {
        facts.check();
        require(cap > 0 && cap < 16, "counts: a cap of 1 to 15");
        require(counts.color.size() * width <= WORD, "counts: as many colours as a word has fields");
        require(counts.large.size() == facts.colors() && counts.is_listed.size() == facts.colors(),
                "counts: a row for each colour");
        require(counts.words.size(0) == 2 && counts.weights.size(0) == 2 && counts.weights.size(1) == room(),
                "counts: two lists of one length");
        require(counts.numbers.size() == COUNTS_NUMBERS, "counts: all numbers");
        require(length() > 0 && length() <= room() && front() >= 0 && front() <= 1 && colors() >= 0 &&
                    colors() <= counts.color.size() && large() >= 0 && large() <= facts.colors(),
                "counts: numbers in their ranges");
    }

    [[nodiscard]] int64_t room() const { return counts.words.size(1); }
    [[nodiscard]] int64_t &length() const { return counts.number(COUNTS_LENGTH); }
    [[nodiscard]] int64_t &front() const { return counts.number(COUNTS_FRONT); }
    [[nodiscard]] int64_t &colors() const { return counts.number(COUNTS_COLORS); }
    [[nodiscard]] int64_t &large() const { return counts.number(COUNTS_LARGE); }
    [[nodiscard]] uint64_t *words() const { return counts.words[front()].data(); }
    [[nodiscard]] double *weights() const { return counts.weights[front()].data(); }
    [[nodiscard]] uint64_t *new_words() const { return counts.words[1 - front()].data(); }
    [[nodiscard]] double *new_weights() const { return counts.weights[1 - front()].data(); }
    [[nodiscard]] int64_t value(uint64_t word, int64_t place) const { return field_at(word, width * place, width); }

    /// Make the back half the list, and normalise its weights.
    void turn_over(int64_t made) const {
        front() = 1 - front();
        length() = made;
        normalize(weights(), made);
    }
};

/// The probabilities of the counts 0 to `cap` of a colour with a binomial share of the pegs left, among `others`;
/// cached by the number of pegs left.
class CountChances {
  public:
    CountChances(const Array<const double> &log_factorial, int64_t cap, int64_t others)
        : log_factorial_(log_factorial), cap_(cap), others_(others) {}

    /// The probabilities, one for each count up to the smaller of `left` and `cap`.
    const double *of(int64_t left) {
        const auto row = index(left);
        if (row >= begin_.size()) begin_.resize(row + 1, NONE);
        if (begin_[row] == NONE) {
            begin_[row] = static_cast<int64_t>(chances_.size());
            add(left);
        }
        return chances_.data() + begin_[row];
    }

  private:
    void add(int64_t left) {
        const auto others = static_cast<double>(others_);
        const double log_other = exact_log(others / (others + 1.0));
        const double log_all = exact_log(others + 1.0);
        double tail = 1.0;
        for (int64_t value = 0; value <= std::min(left, cap_); ++value) {
            const double ways = log_factorial_[left] - log_factorial_[value] - log_factorial_[left - value];
            double chance = 1.0;
            if (others_ != 0) {
                chance = exact_exp(ways + static_cast<double>(left - value) * log_other -
                                   static_cast<double>(value) * log_all);
            }
            chances_.push_back(value == cap_ ? std::max(tail, 1e-12) : chance);
            tail -= chance;
        }
    }

    const Array<const double> &log_factorial_;
    int64_t cap_;
    int64_t others_;
    std::vector<int64_t> begin_; // offset of the probabilities by the number of pegs left, or -1
    std::vector<double> chances_;
};

/// Extend every hypothesis by each possible count of another colour; returns the number of hypotheses.
int64_t add_color(const CountList &list, const Facts &facts, const Array<const double> &log_factorial) {
    const int64_t others = facts.number(UNCOUNTED) - list.colors() - list.large() - 1;
    const int64_t pegs = facts.number(LEFT) - list.cap * list.large();
    const uint64_t *words = list.words();
    const double *weights = list.weights();
    uint64_t *new_words = list.new_words();
    double *new_weights = list.new_weights();
    const int64_t bit = list.width * list.colors();
    CountChances chances(log_factorial, list.cap, others);
    int64_t made = 0;
    for (int64_t s = 0; s < list.length(); ++s) {
        int64_t left = pegs;
        bool is_open = list.large() > 0; // whether a colour may have more pegs than its field says
        for (int64_t i = 0; i < list.colors(); ++i) {
            const int64_t held = list.value(words[s], i);
            left -= held;
            is_open |= held == list.cap;
        }
        left = std::max(left, int64_t{0});
        const int64_t most = std::min(left, list.cap);
        if (others == 0 && !is_open) { // it has all that is left
            new_words[made] = with_field(words[s], bit, most);
            new_weights[made] = weights[s] * 1.0;
            ++made;
            continue;
        }
        const double *chance = chances.of(left);
        for (int64_t value = 0; value <= most; ++value) {
            new_words[made] = with_field(words[s], bit, value);
            new_weights[made] = weights[s] * chance[value];
            ++made;
        }
    }
    return made;
}

/// Write the hypotheses in which the placed copies add `wanted` to the total to the back half; returns their number.
int64_t keep_matching(const CountList &list, const Array<const int64_t> &copies, int64_t wanted) {
    const uint64_t *words = list.words();
    const double *weights = list.weights();
    int64_t made = 0;
    for (int64_t s = 0; s < list.length(); ++s) {
        int64_t total = 0;
        int64_t slack = 0;
        for (int64_t i = 0; i < list.colors(); ++i) {
            const int64_t value = list.value(words[s], i);
            total += std::min(copies[i], value);
            if (value == list.cap && copies[i] > list.cap) slack += copies[i] - list.cap; // there may be more
        }
        if (total > wanted || wanted > total + slack) continue;
        list.new_words()[made] = words[s];
        list.new_weights()[made] = weights[s];
        ++made;
    }
    return made;
}

/// Write the hypotheses with this value of a colour to the back half, without its field; returns their number.
int64_t take_field(const CountList &list, int64_t place, int64_t value) {
    const uint64_t *words = list.words();
    const double *weights = list.weights();
    const int64_t bit = list.width * place;
    int64_t made = 0;
    for (int64_t s = 0; s < list.length(); ++s) {
        const uint64_t rest = words[s] >> bit;
        if (field_at(rest, 0, list.width) != value) continue;
        list.new_words()[made] = (words[s] & field_mask(0, bit)) | (rest >> list.width) << bit;
        list.new_weights()[made] = weights[s];
        ++made;
    }
    if (made) {
        --list.colors();
        for (int64_t i = place; i < list.colors(); ++i) list.counts.color[i] = list.counts.color[i + 1];
    }
    return made;
}

/// Count the colours that need no query, and clear the list when all are counted.
void end_counts(const Tree &tree, const Facts &facts, const CountList &list) {
    streaming::count_rest(tree, facts, list.counts.is_listed);
    if (facts.number(UNCOUNTED) != 0) return;
    list.colors() = 0;
    list.large() = 0;
    list.length() = 1;
    list.words()[0] = 0;
    list.weights()[0] = 1.0;
}

/// Record the counts on which all hypotheses agree, and queue colours with `cap` or more to be counted.
void settle_counts(const Tree &tree, const Facts &facts, const CountList &list) {
    uint64_t *words = list.words();
    const Agreement agreed = agreement(words, list.length());
    std::vector<int64_t> sources;
    for (int64_t i = 0; i < list.colors(); ++i) {
        const int64_t color = list.counts.color[i];
        const int64_t value = list.value(agreed.every, i);
        if (value != list.value(agreed.some, i)) {
            list.counts.color[static_cast<int64_t>(sources.size())] = color;
            sources.push_back(i);
        } else if (value == list.cap) {
            require(list.large() < list.counts.large.size(), "counts: room for every large one");
            list.counts.large[list.large()] = color;
            ++list.large();
        } else {
            list.counts.is_listed[color] = false;
            set_count(tree, facts, color, value);
        }
    }
    const auto kept = static_cast<int64_t>(sources.size());
    if (kept < list.colors()) {
        for (int64_t s = 0; s < list.length(); ++s) {
            uint64_t word = 0;
            for (int64_t i = 0; i < kept; ++i) {
                word = with_field(word, list.width * i, list.value(words[s], sources[index(i)]));
            }
            words[s] = word;
        }
        list.colors() = kept;
    }
    end_counts(tree, facts, list);
}

/// Continue with the list in the back half; false if it is empty.
bool keep(const CountList &list, int64_t made) {
    if (made == 0) return false;
    list.turn_over(made);
    return true;
}

} // namespace

/// Add colours, up to `most_colors`, while the list stays within `most`; False if no hypothesis is left.
bool list_colors(const Facts &facts, const Counts &counts, const Array<const double> &log_factorial, int64_t cap,
                 int64_t most, int64_t most_colors) {
    const CountList list(counts, facts, cap);
    require(most <= list.room() && cap < list.room(), "most: no more hypotheses than there is room for");
    require(facts.number(LEFT) < log_factorial.size(), "log_factorial: one for each number of pegs");
    while (list.colors() < std::min(most_colors, counts.color.size())) {
        if (list.length() * (cap + 1) > most && list.colors()) return true;
        require(list.length() * (cap + 1) <= list.room(), "counts: one hypothesis as long as no colour is listed");
        int64_t &color = facts.number(NEXT_COLOR);
        while (color < facts.colors() && (facts.counts[color] >= 0 || counts.is_listed[color])) ++color;
        if (color == facts.colors()) return true;
        const int64_t made = add_color(list, facts, log_factorial);
        if (made == 0) return false;
        counts.color[list.colors()] = color;
        counts.is_listed[color] = true;
        ++list.colors();
        list.turn_over(made);
    }
    return true;
}

/// Keep the hypotheses in which the copies add `wanted`, and settle what they agree on; False if none is left.
bool keep_total(const Tree &tree, const Facts &facts, const Counts &counts, int64_t cap,
                const Array<const int64_t> &copies, int64_t wanted) {
    facts.check(tree);
    const CountList list(counts, facts, cap);
    require(copies.size() >= list.colors(), "copies: a number for each colour listed");
    if (!keep(list, keep_matching(list, copies, wanted))) return false;
    settle_counts(tree, facts, list);
    return true;
}

/// Record the count of a colour, and keep the hypotheses with it; False if none is left.
bool count_color(const Tree &tree, const Facts &facts, const Counts &counts, int64_t cap, int64_t color,
                 int64_t count) {
    facts.check(tree);
    const CountList list(counts, facts, cap);
    require(color >= 0 && color < facts.colors(), "color: one of the game");
    int64_t *listed = std::find(counts.color.begin(), counts.color.begin() + list.colors(), color);
    int64_t *large = std::find(counts.large.begin(), counts.large.begin() + list.large(), color);
    if (listed != counts.color.begin() + list.colors()) {
        if (!keep(list, take_field(list, listed - counts.color.begin(), std::min(count, cap)))) return false;
    } else if (large != counts.large.begin() + list.large()) {
        if (count < cap) return false;
        std::copy(large + 1, counts.large.begin() + list.large(), large);
        --list.large();
    }
    counts.is_listed[color] = false;
    set_count(tree, facts, color, count);
    end_counts(tree, facts, list);
    return true;
}

/// Write the number of copies to place of each colour, on at most `room` pegs; returns the information in bits.
///
/// With a `unit`, all colours that are queried get this many copies.
double search_copies(QuerySearch &query_search, const Facts &facts, const Counts &counts, int64_t cap, int64_t room,
                     int64_t unit, const Array<uint64_t> &rng, int64_t climbs, const Array<int64_t> &copies) {
    const CountList list(counts, facts, cap);
    require(rng.size() == 1, "rng: a state of one word");
    require(copies.size() >= list.colors(), "copies: a number for each colour listed");
    std::fill(copies.begin(), copies.end(), 0);
    const int64_t colors = list.colors();
    if (colors == 0 || room == 0) return 0.0;
    const Sample &sample = query_search.draw_sample(list.words(), list.weights(), list.length(), rng[0]);
    const int64_t size = sample.size();
    const int64_t padded = padded_sums<uint8_t>(size);
    SumEntropy &entropy = query_search.entropy(cap * colors);
    std::vector<uint8_t> values(index(colors * padded)); // sums are at most cap * colors <= 240
    for (int64_t i = 0; i < colors; ++i) {
        for (int64_t s = 0; s < size; ++s) {
            values[index(i * padded + s)] = static_cast<uint8_t>(list.value(sample.words()[s], i));
        }
    }
    std::vector<int64_t> trial(index(colors));
    std::vector<uint8_t> sums(index(padded));
    std::vector<uint8_t> trial_sums(sums.size());
    double best_bits = 0.0;
    for (int64_t climb = 0; climb < climbs; ++climb) {
        std::fill(trial.begin(), trial.end(), 0);
        std::fill(sums.begin(), sums.end(), uint8_t{0});
        double bits = 0.0;
        int64_t taken = 0;
        int64_t since = 0;
        while (since < 3 * colors) {
            const int64_t i = draw(rng[0], colors);
            const int64_t kind = draw(rng[0], 3);
            const int64_t some = unit > 0 ? unit : (kind == 1 ? 1 : cap);
            const int64_t wanted = kind == 0 ? 0 : some;
            int64_t &old = trial[index(i)];
            if (wanted == old || taken - old + wanted > room) {
                ++since;
                continue;
            }
            const uint8_t *row = values.data() + i * padded;
            const auto more = static_cast<uint8_t>(std::min(wanted, cap));
            const auto less = static_cast<uint8_t>(std::min(old, cap));
            for (std::size_t s = 0; s < sums.size(); ++s) {
                trial_sums[s] = static_cast<uint8_t>(sums[s] + std::min(row[s], more) - std::min(row[s], less));
            }
            if (entropy.improves(trial_sums.data(), bits)) {
                taken += wanted - old;
                old = wanted;
                std::swap(sums, trial_sums);
                since = 0;
            } else {
                ++since;
            }
        }
        if (bits > best_bits) {
            best_bits = bits;
            std::copy(trial.begin(), trial.end(), copies.begin());
        }
    }
    return best_bits;
}

} // namespace codepegs::streaming

namespace codepegs {
using streaming::count_color;
using streaming::keep_total;
using streaming::list_colors;
using streaming::search_copies;
} // namespace codepegs

CODEPEGS_EXPORT(list_colors, facts, counts, log_factorial, cap, most, most_colors);
CODEPEGS_EXPORT(keep_total, tree, facts, counts, cap, copies, wanted);
CODEPEGS_EXPORT(count_color, tree, facts, counts, cap, color, count);
CODEPEGS_EXPORT(search_copies, query_search, facts, counts, cap, room, unit, rng, climbs, copies);
