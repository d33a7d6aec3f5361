#include "codes/small_sets.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace codepegs {

namespace {} // namespace

SmallSetSearch::SmallSetSearch(Packing packing, int64_t colors, bool repeats, const Cells &cells)
    : columns(packing.pegs, colors), packing_(packing), repeats_(repeats), cells_(cells),
      nowhere_(index(packing.pegs)) {}

void SmallSetSearch::load(std::span<const uint64_t> members) {
    keys_ = members;
    const auto size = static_cast<int64_t>(members.size());
    const int64_t words = (size + WORD_BITS - 1) / WORD_BITS;
    const int64_t padded = std::max(columns.padded(), ByteRows::COLUMNS);
    place_.assign(index(packing_.pegs * padded * words), 0);
    copies_.resize(index(packing_.pegs * padded * words));
    planes_ = {place_.data(), copies_.data(), packing_.pegs, padded, words};
    build_planes(members.data(), 0, size, packing_, columns.of_color.data(), place_.data(), copies_.data(),
                 {padded, 1, packing_.pegs * padded}, padded, words);
}

void SmallSetSearch::begin(const GuessScoring &scoring) {
    const auto size = static_cast<int64_t>(keys_.size());
    const int64_t pegs = packing_.pegs;
    for (int64_t i = 0; i < pegs; ++i) {
        uint64_t nowhere = 0;
        for (int64_t v = 0; v < columns.count; ++v) {
            uint64_t held = 0;
            for (int64_t w = 0; w < planes_.words; ++w) held |= planes_.place_at(w, i)[v];
            if (held == 0) nowhere |= uint64_t{1} << v;
        }
        nowhere_[index(i)] = nowhere;
    }
    best_.begin(scoring, packing_, cells_.parts, size, columns.color_of);
    in_bytes_ = pegs >= LEAST_PEGS_IN_BYTES && pegs <= MOST_PEGS_IN_BYTES && cells_.each_is_a_part(pegs) &&
                columns.count <= ByteRows::COLUMNS && (size <= MOST_IN_BYTES || !is_bound(scoring.objective));
    if (in_bytes_) byte_rows_.begin(planes_, size, scoring);
    else word_rows_.begin(planes_, keys_, columns, packing_, cells_, scoring);
    prefixes_.begin(columns, packing_, repeats_, nowhere_,
                    pegs - (in_bytes_ ? ByteRows::LAST_PEGS : WordRows::LAST_PEGS));
    begun_ = false;
}

bool SmallSetSearch::step(int64_t units) { return in_bytes_ ? run(byte_rows_, units) : run(word_rows_, units); }

template <class Rows> bool SmallSetSearch::run(Rows &rows, int64_t units) {
    const int64_t cost = cells_.black.size() * planes_.words;
    while (units > 0) {
        if (begun_ || !prefixes_.complete()) {
            const int64_t peg = prefixes_.next();
            if (peg < 0) break;
            const int64_t column = prefixes_.column(peg);
            rows.place(peg, column, prefixes_.copies(column) - 1);
            units -= cost;
        }
        begun_ = true;
        if (!prefixes_.complete()) continue;
        const int64_t before = best_.found.scored;
        if (rows.sweep(prefixes_, best_)) return true;
        units -= cost * (best_.found.scored - before);
    }
    if (units <= 0) return false;
    if (is_bound(best_.scoring.objective)) best_.finish();
    return true;
}

} // namespace codepegs
