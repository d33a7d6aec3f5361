// Whole numbers of any size, for quotients that are rounded once.
#pragma once

#include "array.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace codepegs {

/// A positive whole number.
class WholeNumber {
  public:
    explicit WholeNumber(uint32_t value) : digits_{value} {}

    /// Number of ways to choose `chosen` of `size` things.
    static WholeNumber combinations(int64_t size, int64_t chosen) {
        WholeNumber ways(1);
        for (int64_t i = 1; i <= chosen; ++i) {
            ways.multiply(static_cast<uint32_t>(size - chosen + i));
            ways.divide(static_cast<uint32_t>(i));
        }
        return ways;
    }

    [[nodiscard]] WholeNumber operator*(const WholeNumber &other) const {
        WholeNumber product(0);
        product.digits_.assign(digits_.size() + other.digits_.size(), 0);
        for (std::size_t i = 0; i < digits_.size(); ++i) {
            uint64_t carry = 0;
            for (std::size_t j = 0; j < other.digits_.size(); ++j) {
                carry += product.digits_[i + j] + uint64_t{digits_[i]} * other.digits_[j];
                product.digits_[i + j] = static_cast<uint32_t>(carry);
                carry >>= DIGIT;
            }
            product.digits_[i + other.digits_.size()] = static_cast<uint32_t>(carry);
        }
        product.trim();
        return product;
    }

    /// The quotient of this number and one that is not smaller, correctly rounded; it must not be subnormal.
    [[nodiscard]] double over(const WholeNumber &other) const {
        constexpr int64_t bits = 55; // at least: those of a double, one to round by, and whether anything follows
        const int64_t shift = other.size() - size() + bits;
        WholeNumber rest(0);
        uint64_t quotient = 0;
        for (int64_t bit = size() + shift - 1; bit >= 0; --bit) {
            rest.append(bit >= shift && bit_at(bit - shift));
            quotient <<= 1;
            if (rest.is_less(other)) continue;
            rest.subtract(other);
            quotient |= 1;
        }
        if (rest.size() > 0) quotient |= 1;
        return std::ldexp(static_cast<double>(quotient), static_cast<int>(-shift));
    }

  private:
    static constexpr int DIGIT = 32; // bits of a digit

    /// Number of bits.
    [[nodiscard]] int64_t size() const {
        const auto before = static_cast<int64_t>(digits_.size()) - 1;
        return before * DIGIT + std::bit_width(digits_.back());
    }
    [[nodiscard]] bool bit_at(int64_t bit) const { return digits_[index(bit / DIGIT)] >> (bit % DIGIT) & 1; }

    void multiply(uint32_t by) {
        uint64_t carry = 0;
        for (uint32_t &digit : digits_) {
            carry += uint64_t{digit} * by;
            digit = static_cast<uint32_t>(carry);
            carry >>= DIGIT;
        }
        if (carry > 0) digits_.push_back(static_cast<uint32_t>(carry));
    }

    /// Divide by a number that leaves no rest.
    void divide(uint32_t by) {
        uint64_t rest = 0;
        for (std::size_t i = digits_.size(); i-- > 0;) {
            rest = rest << DIGIT | digits_[i];
            digits_[i] = static_cast<uint32_t>(rest / by);
            rest %= by;
        }
        trim();
    }

    /// Append a bit at the lower end.
    void append(bool bit) {
        uint32_t carry = bit;
        for (uint32_t &digit : digits_) {
            const uint32_t next = digit >> (DIGIT - 1);
            digit = digit << 1 | carry;
            carry = next;
        }
        if (carry > 0) digits_.push_back(carry);
    }

    [[nodiscard]] bool is_less(const WholeNumber &other) const {
        if (digits_.size() != other.digits_.size()) return digits_.size() < other.digits_.size();
        for (std::size_t i = digits_.size(); i-- > 0;) {
            if (digits_[i] != other.digits_[i]) return digits_[i] < other.digits_[i];
        }
        return false;
    }

    /// Subtract a number that is not larger.
    void subtract(const WholeNumber &other) {
        uint64_t borrow = 0;
        for (std::size_t i = 0; i < digits_.size(); ++i) {
            const uint64_t taken = borrow + (i < other.digits_.size() ? other.digits_[i] : 0);
            borrow = taken > digits_[i];
            digits_[i] = static_cast<uint32_t>(digits_[i] - taken);
        }
        trim();
    }

    /// Remove zeros at the upper end, but for the last digit.
    void trim() {
        while (digits_.size() > 1 && digits_.back() == 0) digits_.pop_back();
    }

    std::vector<uint32_t> digits_; // the lowest first
};

} // namespace codepegs
