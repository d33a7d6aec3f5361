// Numbers of pegs in hypotheses, as sums of fields of their words.
#pragma once

#include "core/lanes.hpp"
#include "state.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace codepegs::streaming {

/// A sum of fields of a hypothesis, each added or subtracted, and a constant: the number of pegs of items in parts.
/// Of two parts only the first has a field. The second has the other pegs of the item, whose number is a field of the
/// item above it, if there is one.
/// Bits of equal weight are counted together, which takes one population count instead of a shift for each field.
class FieldSum {
  public:
    /// Add (or subtract, with `sign` -1) the pegs of an item in a part of its node.
    void add(const Items &items, int64_t item, int64_t part, int64_t sign = 1);

    /// Add a constant.
    void add(int64_t number) { constant_ += number; }

    /// The sum in one hypothesis.
    [[nodiscard]] int64_t operator()(uint64_t word) const {
        int64_t sum = constant_;
        for (const Plane &plane : planes_) {
            const int64_t count = int64_t{std::popcount(word & plane.mask)} << plane.shift;
            sum += plane.is_negative ? -count : count;
        }
        return sum;
    }

    /// The sum in each of eight hypotheses.
    [[nodiscard]] Lanes operator()(const Lanes &words) const {
        Lanes sums = splat(static_cast<uint64_t>(constant_));
        for (const Plane &plane : planes_) {
            const Lanes counts = popcount(words & splat(plane.mask)) << plane.shift;
            sums = plane.is_negative ? sums - counts : sums + counts;
        }
        return sums;
    }

    /// The sum in each of some hypotheses.
    template <class Sum> void evaluate(const uint64_t *words, int64_t length, Sum *sums) const {
        const int64_t whole = length - length % LANES;
        for (int64_t s = 0; s < whole; s += LANES) {
            uint64_t eight[LANES];
            store(eight, (*this)(load(words + s)));
            for (int64_t lane = 0; lane < LANES; ++lane) sums[s + lane] = static_cast<Sum>(eight[lane]);
        }
        for (int64_t s = whole; s < length; ++s) sums[s] = static_cast<Sum>((*this)(words[s]));
    }

  private:
    /// Bits that count 2^shift each.
    struct Plane {
        uint64_t mask;
        int shift;
        bool is_negative;
    };

    void add_field(const Items &items, int64_t item, int64_t part, bool is_negative);

    std::vector<Plane> planes_;
    int64_t constant_ = 0;
};

inline void FieldSum::add_field(const Items &items, int64_t item, int64_t part, bool is_negative) {
    for (int shift = 0; shift < items.width[item]; ++shift) {
        const uint64_t bit = field_mask(items.bit(item, part) + shift, 1);
        const auto has_space = [&](const Plane &plane) { // a field can be added more than once
            return plane.shift == shift && plane.is_negative == is_negative && !(plane.mask & bit);
        };
        const auto found = std::find_if(planes_.begin(), planes_.end(), has_space);
        if (found == planes_.end()) planes_.push_back({bit, shift, is_negative});
        else found->mask |= bit;
    }
}

inline void FieldSum::add(const Items &items, int64_t item, int64_t part, int64_t sign) {
    while (items.bit(item, part) < 0) { // the second part: all pegs of the item except those in the first part
        add_field(items, item, 0, sign > 0);
        constant_ -= sign * items.low[item];
        if (items.above[item] < 0) {
            constant_ += sign * items.total[item];
            return;
        }
        part = items.side[item];
        item = items.above[item];
    }
    add_field(items, item, part, sign < 0);
    constant_ += sign * items.low[item];
}

} // namespace codepegs::streaming
