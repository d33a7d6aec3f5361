// Sums of table entries over parts, for the eight guesses of one value.
// The part sizes of a lane are bytes, eight per 64-bit value. A table of large numbers is split into bytes too, the
// highest first: one shuffle looks up a byte for 64 part sizes, and one sum of bytes adds those of a lane. The first
// two bytes already give a lower bound, which excludes most guesses.
#pragma once

#include "core/array.hpp"
#include "core/lanes.hpp"
#include "core/scoring.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace codepegs {

/// The largest part size that is looked up.
inline constexpr int64_t MOST_IN_BYTES = 127;

/// A table by part size, in bytes.
class ByteSums {
  public:
    /// Load the table of an objective other than WORST_PART, for part sizes up to `most`. Bounds with breaks count
    /// parts in the high half.
    void set(int64_t objective, Array<const uint64_t> table, int64_t most) {
        std::array<uint64_t, MOST_IN_BYTES + 1> entries{};
        uint64_t all = 0;
        for (int64_t n = 1; n <= most; ++n) {
            const uint64_t entry = entry_of(objective, table, static_cast<uint64_t>(n));
            entries[static_cast<std::size_t>(n)] = entry;
            all |= entry;
        }
        bytes_ = 0;
        small_ = most < 64;
        for (int high = static_cast<int>(std::bit_width(all)); high > 0; high -= 8) {
            const int low = std::max(high - 8, 0);
            const uint64_t mask = (uint64_t{1} << (high - low)) - 1;
            if (((all >> low) & mask) == 0) continue;
            Plane &plane = planes_[static_cast<std::size_t>(bytes_++)];
            plane.shift = low;
            for (std::size_t n = 0; n <= static_cast<std::size_t>(most); ++n) {
                plane.table.entry[n] = static_cast<uint8_t>((entries[n] >> low) & mask);
            }
        }
    }

    /// Add to `score` the entries of part sizes, which are bytes: their own bytes from `first` to before `after`.
    template <std::size_t VALUES>
    [[nodiscard]] Lanes add(const Lanes &score, const std::array<Lanes, VALUES> &sizes, int first, int after) const {
        return small_ ? add_with<64>(score, sizes, first, after) : add_with<128>(score, sizes, first, after);
    }

    /// The number of bytes of the entries, without those that are 0 in all entries.
    [[nodiscard]] int bytes() const { return bytes_; }

  private:
    /// The same for part sizes less than SIZE.
    template <int SIZE, std::size_t VALUES>
    [[nodiscard]] Lanes add_with(Lanes score, const std::array<Lanes, VALUES> &sizes, int first, int after) const {
        for (int k = first; k < after; ++k) {
            const Plane &plane = planes_[static_cast<std::size_t>(k)];
            Lanes sum = sum_of_entries<SIZE>(plane.table, sizes[0]);
            for (std::size_t i = 1; i < VALUES; ++i) sum = sum + sum_of_entries<SIZE>(plane.table, sizes[i]);
            score = score + (sum << plane.shift);
        }
        return score;
    }

    struct Plane {
        ByteTable table;
        int shift;
    };

    static uint64_t entry_of(int64_t objective, Array<const uint64_t> table, uint64_t n) {
        const auto past = [&](int64_t at) { return n > table[at] ? n - table[at] : 0; };
        constexpr uint64_t part = uint64_t{1} << 32;
        switch (objective) {
        case SUM_OF_SQUARES:
            return n * n;
        case FEWEST_PARTS:
            return 1;
        case NO_BREAK:
            return part;
        case ONE_BREAK:
            return part + past(0);
        case TWO_BREAKS:
            return part + past(0) + past(1);
        default:
            return table[static_cast<int64_t>(n)];
        }
    }

    std::array<Plane, 8> planes_{};
    int bytes_ = 0;
    bool small_ = false;
};

/// Sums the entries of part sizes given one by one, for eight guesses.
class ByteScore {
  public:
    explicit ByteScore(const ByteSums &sums) : sums_(&sums) {}

    void add(const Lanes &size) {
        sizes_[0] = push_byte(sizes_[0], size);
        if (++count_ % 8 == 0) look_up();
    }

    [[nodiscard]] Lanes score() {
        if (count_ % 8 != 0) look_up();
        return score_;
    }

  private:
    void look_up() {
        score_ = sums_->add(score_, sizes_, 0, sums_->bytes());
        sizes_[0] = splat(0);
    }

    const ByteSums *sums_;
    int count_ = 0;
    std::array<Lanes, 1> sizes_{splat(0)};
    Lanes score_ = splat(0);
};

} // namespace codepegs
