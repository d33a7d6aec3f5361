// n log2 n as a whole number, by which the entropies of partitions are compared.
#include "core/array.hpp"
#include "core/elementary.hpp"
#include "core/export.hpp"
#include "core/scoring.hpp"

#include <cmath>

namespace codepegs {

/// Write n log2 n in fixed point for n from 0 on.
///
/// The logarithm of n is the sum of those of its prime factors. So two partitions of equal entropy have exactly equal
/// sums, whatever the order of their parts and even if their part sizes differ (4 log 4 is 4 times 2 log 2).
void write_log_table(Array<uint64_t> out) {
    for (uint64_t &entry : out) entry = 0; // the least prime factor, then the logarithm
    const int64_t size = out.size();
    for (int64_t prime = 2; prime * prime < size; ++prime) {
        if (out[prime] != 0) continue;
        for (int64_t n = prime * prime; n < size; n += prime) {
            if (out[n] == 0) out[n] = static_cast<uint64_t>(prime);
        }
    }
    for (int64_t n = 2; n < size; ++n) {
        const auto factor = static_cast<int64_t>(out[n]);
        if (factor > 0) out[n] = out[factor] + out[n / factor];
        else out[n] = static_cast<uint64_t>(std::nearbyint(exact_log2(static_cast<double>(n)) * FIXED_POINT));
    }
    for (int64_t n = 2; n < size; ++n) out[n] *= static_cast<uint64_t>(n);
}

/// Return the number of entries of the table with which sets of up to `most` codes are scored.
int64_t log_table_size(int64_t most) { return logs_listed(most); }

} // namespace codepegs

CODEPEGS_EXPORT(write_log_table, out);
CODEPEGS_EXPORT(log_table_size, most);
