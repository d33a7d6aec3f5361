// Numbers of pegs in hypotheses, as sums of fields of their words.
#pragma once

#include "state.hpp"

#include <vector>

namespace codepegs::streaming {

/// A sum of fields of a hypothesis, each added or subtracted, and a constant: the number of pegs of items in parts.
/// Of two parts only the first has a field. The second has the other pegs of the item, whose number is a field of the
/// item above it, if there is one.
class FieldSum {
  public:
    /// Add (or subtract, with `sign` -1) the pegs of an item in a part of its node.
    void add(const Items &items, int64_t item, int64_t part, int64_t sign = 1);

    /// Add a constant.
    void add(int64_t number) { constant_ += number; }

    /// The sum in one hypothesis.
    [[nodiscard]] int64_t operator()(uint64_t word) const {
        int64_t sum = constant_;
        for (const Term &term : terms_) {
            const auto field = static_cast<int64_t>((word >> term.bit) & term.mask);
            sum += term.is_negative ? -field : field;
        }
        return sum;
    }

    /// The sum in each of some hypotheses.
    template <class Sum> void evaluate(const uint64_t *words, int64_t length, Sum *sums) const {
        for (int64_t s = 0; s < length; ++s) sums[s] = static_cast<Sum>(constant_);
        for (const Term &term : terms_) {
            const uint64_t bit = term.bit;
            const uint64_t mask = term.mask;
            if (term.is_negative) {
                for (int64_t s = 0; s < length; ++s) {
                    sums[s] = static_cast<Sum>(sums[s] - static_cast<Sum>((words[s] >> bit) & mask));
                }
            } else {
                for (int64_t s = 0; s < length; ++s) {
                    sums[s] = static_cast<Sum>(sums[s] + static_cast<Sum>((words[s] >> bit) & mask));
                }
            }
        }
    }

  private:
    struct Term {
        uint64_t bit;
        uint64_t mask;
        bool is_negative;
    };
    std::vector<Term> terms_;
    int64_t constant_ = 0;
};

inline void FieldSum::add(const Items &items, int64_t item, int64_t part, int64_t sign) {
    while (items.bit(item, part) < 0) { // the second part: all pegs of the item except those in the first part
        terms_.push_back(
            {static_cast<uint64_t>(items.bit(item, 0)) & (WORD - 1), field_mask(0, items.width[item]), sign > 0});
        constant_ -= sign * items.low[item];
        if (items.above[item] < 0) {
            constant_ += sign * items.total[item];
            return;
        }
        part = items.side[item];
        item = items.above[item];
    }
    terms_.push_back(
        {static_cast<uint64_t>(items.bit(item, part)) & (WORD - 1), field_mask(0, items.width[item]), sign < 0});
    constant_ += sign * items.low[item];
}

} // namespace codepegs::streaming
