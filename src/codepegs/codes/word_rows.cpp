#include "codes/word_rows.hpp"

#include "codes/lane_scores.hpp"
#include "core/bitplanes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace codepegs {

namespace {

/// Rows after one more peg.
void add_plane(const Lanes *rows, int64_t depth, const Lanes &plane, Lanes *next) {
    Lanes below = rows[0];
    next[0] = and_not(below, plane);
    for (int64_t j = 1; j <= depth; ++j) {
        const Lanes same = rows[j];
        next[j] = select_bits(plane, below, same);
        below = same;
    }
    next[depth + 1] = below & plane;
}

/// The number of codes in both a black row and a total row, per lane.
Lanes shared(const Lanes *black, const Lanes *total, int64_t words) {
    Lanes size = popcount(black[0] & total[0]);
    for (int64_t w = 1; w < words; ++w) size = size + popcount(black[w] & total[w]);
    return size;
}

/// The range of rows that may hold a code after a peg is added.
struct RowRange {
    int64_t first;
    int64_t last;

    RowRange(const Lanes *rows, int64_t pegs) : first(pegs), last(-1) {
        for (int64_t j = 0; j < pegs; ++j) {
            if (!any_bit(rows[j])) continue;
            first = std::min(first, j);
            last = j + 1;
        }
    }
};

constexpr std::array<uint8_t, MOST_COLUMNS> COLUMN_NUMBERS = [] {
    std::array<uint8_t, MOST_COLUMNS> numbers{};
    std::iota(numbers.begin(), numbers.end(), uint8_t{0});
    return numbers;
}();

} // namespace

void WordRows::begin(const SmallPlanes &planes, std::span<const uint64_t> members, const Columns &columns,
                     Packing packing, const Cells &cells, const GuessScoring &scoring) {
    planes_ = planes;
    cells_ = cells;
    each_is_a_part_ = cells.each_is_a_part(planes.pegs);
    const auto size = static_cast<int64_t>(members.size());
    in_bytes_ = size <= MOST_IN_BYTES && is_table(scoring.objective);
    if (in_bytes_) sums_.set(scoring.objective, scoring.table, size);
    const int64_t pegs = planes.pegs;
    const std::size_t depths = index(pegs + 1);
    place_.assign(index(pegs * planes.padded), splat(0));
    copies_.assign(index(pegs * planes.padded), splat(0));
    black_.resize(depths * depths);
    total_.resize(depths * depths);
    next_copy_.resize(std::max(next_copy_.size(), depths * index(planes.words * planes.padded / LANES)));
    lane_black_.resize((depths + 2) * LANES);
    lane_total_.resize((depths + 1) * LANES);
    build_planes(members.data(), 0, size, packing, columns.of_color.data(), reinterpret_cast<uint64_t *>(place_.data()),
                 reinterpret_cast<uint64_t *>(copies_.data()), {planes.padded * LANES, LANES, 1}, columns.count, LANES);
    uint64_t words[LANES] = {};
    fill_members(words, size);
    members_ = load(words);
    black_[0] = members_;
    total_[0] = members_;
    const int64_t values = planes.padded / LANES;
    for (int64_t w = 0; w < planes.words; ++w) {
        for (int64_t n = 0; n < values; ++n)
            next_copy_[index(w * values + n)] = load(planes.copies_at(w, 0) + n * LANES);
    }
}

void WordRows::place(int64_t peg, int64_t column, int64_t copy) {
    const int64_t rows = planes_.pegs + 1;
    Lanes *black = black_.data() + peg * rows;
    Lanes *total = total_.data() + peg * rows;
    add_plane(black, peg, place_[index(peg * planes_.padded + column)], black + rows);
    add_plane(total, peg, copies_[index(copy * planes_.padded + column)], total + rows);
    const int64_t values = planes_.padded / LANES;
    Lanes *next_copy = next_copy_.data() + peg * planes_.words * values;
    std::copy_n(next_copy, planes_.words * values, next_copy + planes_.words * values);
    for (int64_t w = 0; w < planes_.words; ++w) {
        Lanes &value = next_copy[(planes_.words + w) * values + column / LANES];
        value = with_lane(value, static_cast<uint64_t>(column % LANES), planes_.copies_at(w, copy + 1)[column]);
    }
}

bool WordRows::sweep(const GuessPrefixes &prefixes, BestGuess &best) {
    if (in_bytes_) return sweep_with(ByteScore(sums_), prefixes, best);
    return with_objective(best.scoring.objective, [&]<int64_t OBJECTIVE>() {
        return sweep_with(LaneScore<OBJECTIVE>(best.scoring.table.data()), prefixes, best);
    });
}

template <class Score> bool WordRows::sweep_with(Score empty, const GuessPrefixes &prefixes, BestGuess &best) {
    const int64_t pegs = planes_.pegs;
    const int64_t words = planes_.words;
    const uint64_t open = prefixes.open();
    best.found.scored += std::popcount(open);
    const RowRange black(black_.data() + (pegs - 1) * (pegs + 1), pegs);
    const RowRange total(total_.data() + (pegs - 1) * (pegs + 1), pegs);
    for (int64_t first = 0; first < planes_.padded; first += LANES) {
        const uint64_t lanes = (open >> first) & 0xFF;
        if (lanes == 0) continue;
        add_last_peg(first);
        const Lanes *rows = lane_black_.data();
        const Lanes *totals = lane_total_.data();
        Score score = empty;
        if (each_is_a_part_) { // cells outside the parts hold no code
            for (int64_t t = total.first; t <= total.last; ++t) {
                for (int64_t j = black.first; j <= std::min(t, black.last); ++j) {
                    score.add(shared(rows + j * words, totals + t * words, words));
                }
            }
        } else {
            Lanes size = splat(0);
            for (int64_t q = 0; q < cells_.black.size(); ++q) {
                size = size + shared(rows + cells_.black[q] * words, totals + cells_.total[q] * words, words);
                if (!cells_.ends[q]) continue;
                score.add(size);
                size = splat(0);
            }
        }
        Lanes wins = splat(0);
        for (int64_t w = 0; w < words; ++w) wins = wins | rows[pegs * words + w];
        const GuessBlock block{prefixes.key(), nullptr, COLUMN_NUMBERS.data() + first, lanes};
        if (best.compare(score.score(), wins, block)) return true;
    }
    return false;
}

/// The rows of the guesses with each of eight columns at the last peg.
void WordRows::add_last_peg(int64_t first_column) {
    const int64_t pegs = planes_.pegs;
    const int64_t words = planes_.words;
    const int64_t last = pegs - 1;
    const auto *black = reinterpret_cast<const uint64_t *>(black_.data() + last * (pegs + 1));
    const auto *total = reinterpret_cast<const uint64_t *>(total_.data() + last * (pegs + 1));
    Lanes *__restrict__ rows = lane_black_.data();
    Lanes *__restrict__ totals = lane_total_.data();
    for (int64_t w = 0; w < words; ++w) {
        const Lanes here = load(planes_.place_at(w, last) + first_column);
        const Lanes more = next_copy_[index(((last * words + w) * planes_.padded + first_column) / LANES)];
        Lanes below = splat(black[w]);
        Lanes below_total = splat(total[w]);
        rows[w] = and_not(below, here);
        totals[w] = and_not(below_total, more);
        for (int64_t j = 1; j < pegs; ++j) {
            const Lanes same = splat(black[j * LANES + w]);
            const Lanes same_total = splat(total[j * LANES + w]);
            rows[j * words + w] = select_bits(here, below, same);
            totals[j * words + w] = select_bits(more, below_total, same_total);
            below = same;
            below_total = same_total;
        }
        rows[pegs * words + w] = below & here;
        totals[pegs * words + w] = below_total & more;
        if (!each_is_a_part_) {
            const Lanes everyone = splat(reinterpret_cast<const uint64_t *>(&members_)[w]);
            rows[(pegs + 1) * words + w] = everyone;
            rows[(pegs + 2) * words + w] = and_not(everyone, rows[pegs * words + w]);
            totals[(pegs + 1) * words + w] = everyone;
        }
    }
}

} // namespace codepegs
