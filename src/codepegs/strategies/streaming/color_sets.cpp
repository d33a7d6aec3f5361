// The list of hypotheses about sets of colours: how many colours of each set have at least a given number of pegs.
// A word has one field per set. The numbers of different sets are independent except for their sums in replies.
#include "color_sets.hpp"

namespace codepegs::streaming {

namespace {

/// Fields of a word: their lowest bits and their widths.
struct Fields {
    const Array<const int64_t> &bits;
    const Array<const int64_t> &widths;

    Fields(const Array<const int64_t> &all_bits, const Array<const int64_t> &all_widths)
        : bits(all_bits), widths(all_widths) {
        require(widths.size() == bits.size(), "widths: one for each field");
        for (int64_t i = 0; i < bits.size(); ++i) {
            require(bits[i] >= 0 && widths[i] >= 0 && widths[i] < WORD && bits[i] + widths[i] <= WORD,
                    "bits: fields of a word");
        }
    }

    [[nodiscard]] int64_t size() const { return bits.size(); }
    [[nodiscard]] int64_t value(uint64_t word, int64_t i) const { return field_at(word, bits[i], widths[i]); }
};

} // namespace

/// Extend every hypothesis by each number from 0 on of a new field, with its probability.
void add_set_field(const SetList &sets, const Array<const double> &chances, int64_t bit) {
    sets.check();
    require(chances.size() > 0 && sets.length() * chances.size() <= sets.room(), "chances: room for every number");
    require(bit >= 0 && bit < WORD, "bit: one of a word");
    const Array<uint64_t> words = sets.front_words();
    int64_t made = 0;
    for (int64_t s = 0; s < words.size(); ++s) {
        for (int64_t value = 0; value < chances.size(); ++value) {
            sets.back_words()[made] = with_field(words[s], bit, value);
            sets.back_weights()[made] = sets.front_weights()[s] * chances[value];
            ++made;
        }
    }
    sets.turn_over(made);
}

/// Keep the hypotheses whose fields at `bits` sum to `wanted`; returns their number. If 0, the list is unchanged.
int64_t keep_set_sum(const SetList &sets, const Array<const int64_t> &bits, const Array<const int64_t> &widths,
                     int64_t wanted) {
    sets.check();
    const Fields fields(bits, widths);
    const Array<uint64_t> words = sets.front_words();
    int64_t made = 0;
    for (int64_t s = 0; s < words.size(); ++s) {
        int64_t total = 0;
        for (int64_t i = 0; i < fields.size(); ++i) total += fields.value(words[s], i);
        if (total != wanted) continue;
        sets.back_words()[made] = words[s];
        sets.back_weights()[made] = sets.front_weights()[s];
        ++made;
    }
    if (made > 0) {
        normalize(sets.back_weights(), made);
        sets.turn_over(made);
    }
    return made;
}

/// The bits on which hypotheses differ.
uint64_t mixed_set_bits(const SetList &sets) {
    sets.check();
    return agreement(sets.front_words().data(), sets.length()).mixed();
}

/// Move fields to other bits, and clear all others.
void move_set_fields(const SetList &sets, const Array<const int64_t> &bits, const Array<const int64_t> &widths,
                     const Array<const int64_t> &new_bits) {
    sets.check();
    const Fields fields(bits, widths);
    const Fields moved(new_bits, widths);
    for (uint64_t &word : sets.front_words()) {
        uint64_t packed = 0;
        for (int64_t i = 0; i < fields.size(); ++i) packed = with_field(packed, moved.bits[i], fields.value(word, i));
        word = packed;
    }
}

namespace {

/// Hill climbing for the fields with the most informative sum; returns its bits.
template <class Sum>
double choose_fields(QuerySearch &query_search, const Sample &sample, const Fields &fields,
                     const Array<const int64_t> &costs, int64_t room, uint64_t &rng, int64_t climbs,
                     const Array<bool> &asked) {
    const int64_t size = sample.size();
    const int64_t padded = padded_sums<Sum>(size);
    const int64_t items = fields.size();
    std::vector<Sum> values(index(items * padded));
    int64_t most = 0;
    for (int64_t i = 0; i < items; ++i) {
        int64_t highest = 0;
        for (int64_t s = 0; s < size; ++s) {
            const int64_t value = fields.value(sample.words()[s], i);
            values[index(i * padded + s)] = static_cast<Sum>(value);
            highest = std::max(highest, value);
        }
        most += highest;
    }
    SumEntropy &entropy = query_search.entropy(most);
    std::vector<char> trial(index(items));
    std::vector<Sum> sums(index(padded));
    std::vector<Sum> trial_sums(sums.size());
    double best_bits = 0.0;
    for (int64_t climb = 0; climb < climbs; ++climb) {
        std::fill(trial.begin(), trial.end(), char{0});
        std::fill(sums.begin(), sums.end(), Sum{0});
        double bits = 0.0;
        int64_t taken = 0;
        int64_t since = 0;
        while (since < 3 * items) {
            const int64_t i = draw(rng, items);
            const int64_t j = draw(rng, items); // exchanged with another where that is asked
            char &is_asked = trial[index(i)];
            char &other = trial[index(j)];
            bool swaps = i != j && other && !is_asked;
            if (swaps) swaps = draw(rng, 2) == 0;
            int64_t change = is_asked ? -costs[i] : costs[i];
            if (swaps) change -= costs[j];
            if (taken + change > room) {
                ++since;
                continue;
            }
            const Sum *row = values.data() + i * padded;
            const Sum *less = values.data() + j * padded;
            for (std::size_t s = 0; s < sums.size(); ++s) {
                const int64_t sum = static_cast<int64_t>(sums[s]) + (is_asked ? -static_cast<int64_t>(row[s]) : row[s]);
                trial_sums[s] = static_cast<Sum>(swaps ? sum - less[s] : sum);
            }
            if (entropy.improves(trial_sums.data(), bits)) {
                is_asked = !is_asked;
                if (swaps) other = false;
                taken += change;
                std::swap(sums, trial_sums);
                since = 0;
            } else {
                ++since;
            }
        }
        if (bits > best_bits) {
            best_bits = bits;
            for (int64_t i = 0; i < items; ++i) asked[i] = trial[index(i)];
        }
    }
    return best_bits;
}

} // namespace

/// Choose the fields with the most informative sum, for at most `room` pegs; returns the information in bits.
double search_sets(QuerySearch &query_search, const SetList &sets, const Array<const int64_t> &bits,
                   const Array<const int64_t> &widths, const Array<const int64_t> &costs, int64_t room,
                   const Array<uint64_t> &rng, int64_t climbs, const Array<bool> &asked) {
    sets.check();
    require(rng.size() == 1, "rng: a state of one word");
    const Fields fields(bits, widths);
    require(costs.size() == fields.size() && asked.size() == fields.size(), "costs: one for each field");
    std::fill(asked.begin(), asked.end(), false);
    const Sample &sample =
        query_search.draw_sample(sets.front_words().data(), sets.front_weights(), sets.length(), rng[0]);
    int64_t most = 0;
    for (int64_t i = 0; i < fields.size(); ++i) most += field_at(~uint64_t{0}, bits[i], widths[i]);
    require(most <= std::numeric_limits<uint32_t>::max(), "widths: small numbers");
    return with_sum_type(most, [&](auto number) {
        return choose_fields<decltype(number)>(query_search, sample, fields, costs, room, rng[0], climbs, asked);
    });
}

} // namespace codepegs::streaming

namespace codepegs {
using streaming::add_set_field;
using streaming::keep_set_sum;
using streaming::mixed_set_bits;
using streaming::move_set_fields;
using streaming::search_sets;
} // namespace codepegs

CODEPEGS_EXPORT(add_set_field, sets, chances, bit);
CODEPEGS_EXPORT(keep_set_sum, sets, bits, widths, wanted);
CODEPEGS_EXPORT(mixed_set_bits, sets);
CODEPEGS_EXPORT(move_set_fields, sets, bits, widths, new_bits);
CODEPEGS_EXPORT(search_sets, query_search, sets, bits, widths, costs, room, rng, climbs, asked);
