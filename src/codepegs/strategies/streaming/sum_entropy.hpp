// The information of a reply: the entropy of a sum of fields over a sample of a list of hypotheses.
#pragma once

#include "core/elementary.hpp"
#include "core/lanes.hpp"
#include "state.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace codepegs::streaming {

/// Share of a sample drawn uniformly: improbable hypotheses occupy the list too, and have to be distinguished.
inline constexpr double EVEN = 0.1;

/// Arrays of sums are padded with zeros to a multiple of this many bytes.
inline constexpr int64_t SUM_BLOCK = 64;

/// The padded length of an array with one sum per member of a sample.
template <class Sum> constexpr int64_t padded_sums(int64_t size) {
    constexpr int64_t block = SUM_BLOCK / static_cast<int64_t>(sizeof(Sum));
    return (size + block - 1) / block * block;
}

/// Members of a list of hypotheses, and the share of each in the sample.
class Sample {
  public:
    explicit Sample(int64_t most) : most_(most), words_(index(most)), shares_(index(padded_sums<uint8_t>(most))) {}

    /// Take the whole list, or a systematic sample by weight. The weights, which sum to one, are mixed with equal ones.
    void draw_from(const uint64_t *words, const double *weights, int64_t length, uint64_t &rng);

    [[nodiscard]] int64_t most() const { return most_; }
    [[nodiscard]] int64_t size() const { return size_; }
    [[nodiscard]] bool is_even() const { return is_even_; }
    [[nodiscard]] const uint64_t *words() const { return words_.data(); }
    /// Padded as sums are.
    [[nodiscard]] const double *shares() const { return shares_.data(); }

  private:
    int64_t most_;
    int64_t size_ = 0;
    bool is_even_ = false; // whether all members have the share 1 / size
    std::vector<uint64_t> words_;
    std::vector<double> shares_;
};

inline void Sample::draw_from(const uint64_t *words, const double *weights, int64_t length, uint64_t &rng) {
    const double even = EVEN / static_cast<double>(length);
    if (length <= most_) {
        for (int64_t s = 0; s < length; ++s) {
            words_[index(s)] = words[s];
            shares_[index(s)] = (1.0 - EVEN) * weights[s] + even;
        }
        size_ = length;
        is_even_ = false;
        std::fill(shares_.data() + length, shares_.data() + shares_.size(), 0.0);
        return;
    }
    // The weights of a block are added first, and one by one only where a member is drawn.
    constexpr int64_t block = 64;
    const auto mixed = [&](double weight, int64_t members) {
        return (1.0 - EVEN) * weight + even * static_cast<double>(members);
    };
    const double step = 1.0 / static_cast<double>(most_);
    constexpr int64_t resolution = int64_t{1} << 30;
    double at = step * (static_cast<double>(draw(rng, resolution)) + 0.5) / static_cast<double>(resolution);
    double reached = 0.0; // by the members before the block
    int64_t s = 0;
    for (int64_t begin = 0; begin < length && s < most_; begin += block) {
        const int64_t size = std::min(block, length - begin);
        const double end = reached + mixed(total_weight(weights + begin, size), size);
        const bool is_last = begin + size == length; // it has what rounding leaves
        if (at <= end || is_last) {
            double below = reached + mixed(weights[begin], 1);
            for (int64_t source = begin; s < most_ && (at <= end || is_last); ++s, at += step) {
                while (below < at && source < begin + size - 1) below += mixed(weights[++source], 1);
                words_[index(s)] = words[source];
                shares_[index(s)] = step;
            }
        }
        reached = end;
    }
    size_ = most_;
    is_even_ = true;
}

/// Bits by which a query must be more informative to count as better.
inline constexpr double LEAST_GAIN = 1e-9;

/// Sum of the bytes of a vector.
inline uint64_t sum_bytes(Chunk bytes) {
    constexpr uint64_t low = 0x00FF00FF00FF00FF;
    const Chunk pairs = (bytes & low) + ((bytes >> 8) & low);
    uint64_t total = 0;
    for (int i = 0; i < CHUNK_LANES; ++i) total += pairs[i];
    return (total * 0x0001000100010001) >> 48;
}

/// The entropy of sums of fields, one sum for each member of a sample.
/// Shares are added in the order of the sample, otherwise the last bits of the entropy would depend on the processor.
/// If all shares are equal, a table has the sum of n shares, and counting members suffices. Otherwise a sum in any
/// order is computed first, which decides unless the comparison is very close.
class SumEntropy {
  public:
    explicit SumEntropy(int64_t samples);

    /// Prepare for the sums 0 to `most` over a sample, which must not change.
    void begin(const Sample &sample, int64_t most);

    /// Whether the sums, which are padded, have more information than `bits`, which is then updated.
    template <class Sum> bool improves(const Sum *sums, double &bits) {
        const double threshold = bits + LEAST_GAIN;
        if (!sample_->is_even() && mixed_entropy(sums) < threshold - CLOSE) return false;
        const double found = sample_->is_even() ? even_entropy(sums) : ordered_entropy(sums);
        if (!(found > threshold)) return false;
        bits = found;
        return true;
    }

  private:
    /// A bound on the effect of the order of summation, less than LEAST_GAIN.
    static constexpr double CLOSE = 1e-10;
    /// Number of tables used in turn, so that additions do not wait for each other.
    static constexpr int64_t TABLES = 8;
    /// Numbers with which a vector of sums is compared at a time.
    static constexpr std::size_t AT_ONCE = 4;

    template <class Sum> double even_entropy(const Sum *sums);
    template <class Sum> double mixed_entropy(const Sum *sums);
    template <class Sum> double ordered_entropy(const Sum *sums);
    int64_t count_members(const uint8_t *sums);
    template <class Sum> int64_t count_members(const Sum *sums);

    const Sample *sample_ = nullptr;
    std::size_t values_ = 0;
    std::vector<double> shares_of_; // the shares of members with each sum; TABLES rows, all zeros between two calls
    std::vector<int32_t> count_of_; // members with each sum; TABLES rows, all zeros between two calls
    std::vector<double> terms_;     // contribution to the entropy by the number of members with a sum, for equal shares
};

inline SumEntropy::SumEntropy(int64_t samples) : terms_(index(samples) + 1) {
    const double step = 1.0 / static_cast<double>(samples);
    double share = 0.0;
    for (std::size_t count = 1; count < terms_.size(); ++count) {
        share += step;
        terms_[count] = share * exact_log2(share);
    }
}

inline void SumEntropy::begin(const Sample &sample, int64_t most) {
    sample_ = &sample;
    values_ = index(most) + 1;
    shares_of_.assign(index(TABLES) * values_, 0.0);
    count_of_.assign(index(TABLES) * values_ + AT_ONCE, 0);
}

/// Count the members with each sum in the first row of `count_of_`; the largest sum.
template <class Sum> int64_t SumEntropy::count_members(const Sum *sums) {
    Sum most = 0;
    for (int64_t s = 0; s < sample_->size(); ++s) {
        ++count_of_[index(s % TABLES) * values_ + sums[s]];
        most = std::max(most, sums[s]);
    }
    for (std::size_t table = 1; table < TABLES; ++table) {
        for (std::size_t value = 0; value <= most; ++value) {
            count_of_[value] += count_of_[table * values_ + value];
            count_of_[table * values_ + value] = 0;
        }
    }
    return static_cast<int64_t>(most);
}

/// The same for sums of one byte, which are compared with each number, a vector at a time.
inline int64_t SumEntropy::count_members(const uint8_t *sums) {
    using Bytes = uint8_t __attribute__((vector_size(CHUNK_BYTES)));
    const int64_t chunks = padded_sums<uint8_t>(sample_->size()) / CHUNK_BYTES;
    const auto chunk_at = [&](int64_t chunk) {
        Bytes bytes;
        std::memcpy(&bytes, sums + chunk * CHUNK_BYTES, sizeof bytes);
        return bytes;
    };
    uint8_t most = 0;
    for (int64_t s = 0; s < chunks * CHUNK_BYTES; ++s) most = std::max(most, sums[s]);
    constexpr int64_t most_chunks = 255; // that a byte can count
    for (int64_t begin = 0; begin < chunks; begin += most_chunks) {
        const int64_t end = std::min(chunks, begin + most_chunks);
        for (std::size_t value = 0; value <= most; value += AT_ONCE) {
            Bytes wanted[AT_ONCE];
            Bytes counts[AT_ONCE];
            for (std::size_t v = 0; v < AT_ONCE; ++v) {
                wanted[v] = Bytes{} + static_cast<uint8_t>(value + v);
                counts[v] = Bytes{};
            }
            for (int64_t chunk = begin; chunk < end; ++chunk) {
                const Bytes bytes = chunk_at(chunk);
                for (std::size_t v = 0; v < AT_ONCE; ++v) counts[v] -= reinterpret_cast<Bytes>(bytes == wanted[v]);
            }
            for (std::size_t v = 0; v < AT_ONCE; ++v) {
                count_of_[value + v] += static_cast<int32_t>(sum_bytes(reinterpret_cast<Chunk>(counts[v])));
            }
        }
    }
    count_of_[0] -= static_cast<int32_t>(chunks * CHUNK_BYTES - sample_->size());
    return most;
}

template <class Sum> double SumEntropy::even_entropy(const Sum *sums) {
    const int64_t most = count_members(sums);
    double bits = 0.0;
    for (std::size_t value = 0; value <= index(most); ++value) {
        bits -= terms_[index(count_of_[value])];
        count_of_[value] = 0;
    }
    return bits;
}

/// The entropy, up to its last bits.
template <class Sum> double SumEntropy::mixed_entropy(const Sum *sums) {
    const double *shares = sample_->shares();
    double *tables[TABLES];
    for (std::size_t table = 0; table < TABLES; ++table) tables[table] = shares_of_.data() + table * values_;
    const int64_t padded = padded_sums<Sum>(sample_->size());
    for (int64_t s = 0; s < padded; s += TABLES) {
        for (int64_t table = 0; table < TABLES; ++table) tables[table][sums[s + table]] += shares[s + table];
    }
    Sum most = 0;
    for (int64_t s = 0; s < padded; ++s) most = std::max(most, sums[s]);
    double bits = 0.0;
    for (std::size_t value = 0; value <= most; ++value) {
        double share = 0.0;
        for (std::size_t table = 0; table < TABLES; ++table) {
            share += tables[table][value];
            tables[table][value] = 0.0;
        }
        if (share > 0.0) bits -= share * exact_log2(share);
    }
    return bits;
}

/// The entropy, shares added in the order of the sample.
template <class Sum> double SumEntropy::ordered_entropy(const Sum *sums) {
    const double *shares = sample_->shares();
    Sum most = 0;
    for (int64_t s = 0; s < sample_->size(); ++s) {
        shares_of_[sums[s]] += shares[s];
        most = std::max(most, sums[s]);
    }
    double bits = 0.0;
    for (std::size_t value = 0; value <= most; ++value) {
        const double share = shares_of_[value];
        if (share > 0.0) {
            bits -= share * exact_log2(share);
            shares_of_[value] = 0.0;
        }
    }
    return bits;
}

/// Calls `run` with a value of the smallest type that holds the sums 0 to `most`.
template <class Run> auto with_sum_type(int64_t most, Run run) {
    if (most <= std::numeric_limits<uint8_t>::max()) return run(uint8_t{});
    if (most <= std::numeric_limits<uint16_t>::max()) return run(uint16_t{});
    return run(uint32_t{});
}

} // namespace codepegs::streaming
