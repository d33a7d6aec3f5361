#include "strategies/one_step/small_sets.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace codepegs {

namespace {} // namespace

SmallSetSearch::SmallSetSearch(Packing packing, int64_t colors, bool repeats, const Cells &cells)
    : columns(packing.pegs, colors), packing_(packing), repeats_(repeats), cells_(cells), nowhere_(index(packing.pegs)),
      tally_(index(colors)) {}

void SmallSetSearch::load(std::span<const uint64_t> members) {
    keys_ = members;
    const auto size = static_cast<int64_t>(members.size());
    const int64_t words = (size + WORD_BITS - 1) / WORD_BITS;
    const int64_t padded = std::max(columns.padded(), ByteRows::COLUMNS);
    place_.assign(index(packing_.pegs * padded * words), 0);
    copies_.assign(index(packing_.pegs * padded * words), 0);
    planes_ = {place_.data(), copies_.data(), packing_.pegs, padded, words};
    build_planes(members.data(), 0, size, packing_, columns.of_color.data(), place_.data(), copies_.data(),
                 {padded, 1, packing_.pegs * padded}, tally_.data());
}

GuessFound SmallSetSearch::choose_member(int64_t objective, Array<const uint64_t> table) {
    const auto size = static_cast<int64_t>(keys_.size());
    const int64_t pegs = packing_.pegs;
    const int64_t padded = planes_.padded;
    const uint64_t everyone = ~uint64_t{0} >> (WORD_BITS - size);
    const uint64_t least = singletons_score(size, cells_.parts, objective, table);
    const uint64_t *place = place_.data();
    const uint64_t *copies = copies_.data();
    const auto p = static_cast<std::size_t>(pegs);
    rows_.resize(2 * p + 5);
    uint64_t *black = rows_.data();
    uint64_t *total = black + p + 3;
    GuessFound best{.key = ~uint64_t{0}, .guess = keys_[0]};
    uint64_t best_score = ~uint64_t{0};
    for (uint64_t key : keys_) {
        black[0] = everyone;
        total[0] = everyone;
        for (std::size_t i = 0; i < p; ++i) {
            const int64_t column =
                columns.of_color[static_cast<std::size_t>(packing_.color(key, static_cast<int64_t>(i)))];
            const uint64_t here = place[static_cast<int64_t>(i) * padded + column];
            const uint64_t more = copies[tally_[static_cast<std::size_t>(column)]++ * padded + column];
            black[i + 1] = black[i] & here;
            total[i + 1] = total[i] & more;
            for (std::size_t j = i; j > 0; --j) {
                black[j] = (black[j] & ~here) | (black[j - 1] & here);
                total[j] = (total[j] & ~more) | (total[j - 1] & more);
            }
            black[0] &= ~here;
            total[0] &= ~more;
        }
        for (int64_t i = 0; i < pegs; ++i) { tally_[columns.of_color[index(packing_.color(key, i))]] = 0; }
        black[p + 1] = everyone;
        black[p + 2] = everyone & ~black[p];
        total[p + 1] = everyone;
        uint64_t score = 0;
        uint64_t count = 0;
        for (int64_t q = 0; q < cells_.black.size(); ++q) {
            const uint64_t both =
                black[static_cast<std::size_t>(cells_.black[q])] & total[static_cast<std::size_t>(cells_.total[q])];
            count += static_cast<uint64_t>(std::popcount(both));
            if (!cells_.ends[q]) continue;
            score = score_with(score, count, objective, table);
            count = 0;
        }
        if (objective == FEWEST_PARTS) score = static_cast<uint64_t>(cells_.parts) - score;
        ++best.scored;
        if (score >= best_score) continue;
        best_score = score;
        best.guess = key;
        if (score == least) break;
    }
    best.key = best_score << 1;
    return best;
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
    in_bytes_ = pegs >= ByteRows::LEAST_PEGS && pegs <= ByteRows::MOST_PEGS && cells_.each_is_a_part(pegs) &&
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
