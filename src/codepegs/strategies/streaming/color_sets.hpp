// The list of hypotheses about sets of colours: how many colours of each set have at least a given number of pegs.
// A word has one field per set. The numbers of different sets are independent except for their sums in replies.
#pragma once

#include "query_search.hpp"

namespace codepegs::streaming {

/// Indices of `SetList::numbers`: hypotheses, and which half of the buffer holds them.
enum SetListNumber : int64_t { SETS_LENGTH, SETS_FRONT, SETS_NUMBERS };

/// The list of hypotheses.
struct SetList {
    Array<uint64_t, 2> words; // (2, hypotheses) the list, in one half, and room for the next one, in the other
    Array<double, 2> weights; // (2, hypotheses)
    Array<int64_t> numbers;

    [[nodiscard]] int64_t room() const { return words.size(1); }
    [[nodiscard]] int64_t length() const { return numbers[SETS_LENGTH]; }
    [[nodiscard]] Array<uint64_t> front_words() const { return {words[numbers[SETS_FRONT]].data(), length()}; }
    [[nodiscard]] double *front_weights() const { return weights[numbers[SETS_FRONT]].data(); }
    [[nodiscard]] uint64_t *back_words() const { return words[1 - numbers[SETS_FRONT]].data(); }
    [[nodiscard]] double *back_weights() const { return weights[1 - numbers[SETS_FRONT]].data(); }

    /// Make the back half, with this many hypotheses, the list.
    void turn_over(int64_t length) const {
        numbers[SETS_FRONT] = 1 - numbers[SETS_FRONT];
        numbers[SETS_LENGTH] = length;
    }

    void check() const {
        require(numbers.size() == SETS_NUMBERS, "sets: all numbers");
        require(words.size(0) == 2 && weights.size(0) == 2 && weights.size(1) == room(),
                "sets: two lists of one length");
        require(length() > 0 && length() <= room() && (numbers[SETS_FRONT] == 0 || numbers[SETS_FRONT] == 1),
                "sets: numbers in their ranges");
    }
};
CODEPEGS_STRUCT(SetList, words, weights, numbers);

/// Extend every hypothesis by each number from 0 on of a new field, with its probability.
void add_set_field(const SetList &sets, const Array<const double> &chances, int64_t bit);

/// Keep the hypotheses whose fields at `bits` sum to `wanted`; returns their number. If 0, the list is unchanged.
int64_t keep_set_sum(const SetList &sets, const Array<const int64_t> &bits, const Array<const int64_t> &widths,
                     int64_t wanted);

/// The bits on which hypotheses differ.
uint64_t mixed_set_bits(const SetList &sets);

/// Move fields to other bits, and clear all others.
void move_set_fields(const SetList &sets, const Array<const int64_t> &bits, const Array<const int64_t> &widths,
                     const Array<const int64_t> &new_bits);

/// Choose the fields with the most informative sum, for at most `room` pegs; returns the information in bits.
double search_sets(QuerySearch &query_search, const SetList &sets, const Array<const int64_t> &bits,
                   const Array<const int64_t> &widths, const Array<const int64_t> &costs, int64_t room,
                   const Array<uint64_t> &rng, int64_t climbs, const Array<bool> &asked);

} // namespace codepegs::streaming
