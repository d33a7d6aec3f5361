#include "trees/search/part_counts.hpp"

#include "core/bitplanes.hpp"
#include "core/narrow_lanes.hpp"

namespace codepegs {

namespace {

/// Bit j: whether row j may have a code once two pegs are added.
template <std::size_t ROWS> uint32_t rows_after_two(const std::array<uint32_t, ROWS> &before) {
    uint32_t rows = 0;
    for (std::size_t j = 0; j < ROWS; ++j) rows |= uint32_t{before[j] != 0} << j;
    return rows | rows << 1 | rows << 2;
}

} // namespace

PartCounts::Most PartCounts::count(std::span<const uint64_t> keys, const Columns &columns, int64_t enough_won,
                                   int64_t enough_other) {
    load(keys, columns);
    prefixes_.begin(columns, packing_, repeats_, nowhere_, packing_.pegs - 2);
    if (keys.size() <= 16) return count_in<uint16_t>(columns, enough_won, enough_other);
    return count_in<uint32_t>(columns, enough_won, enough_other);
}

/// Transpose the codes: one bit per code, by column.
void PartCounts::load(std::span<const uint64_t> keys, const Columns &columns) {
    for (auto &row : place_) row.fill(0);
    for (auto &row : copies_) row.fill(0);
    everyone_ = static_cast<uint32_t>((uint64_t{1} << keys.size()) - 1);
    for (std::size_t s = 0; s < keys.size(); ++s) {
        const uint32_t bit = uint32_t{1} << s;
        for (int64_t i = 0; i < packing_.pegs; ++i) {
            const std::size_t column = columns.of_color[index(packing_.color(keys[s], i))];
            if (column == ABSENT) continue;
            place_[index(i)][column] |= bit;
            std::size_t copy = 0;
            while (copies_[copy][column] & bit) ++copy;
            copies_[copy][column] |= bit;
        }
    }
    for (int64_t i = 0; i < packing_.pegs; ++i) {
        uint64_t nowhere = 0;
        for (int64_t v = 0; v < columns.count; ++v) nowhere |= uint64_t{place_[index(i)][index(v)] == 0} << v;
        nowhere_[index(i)] = nowhere;
    }
}

/// Assign a lane to each pair of columns, and begin without pegs.
template <class Word> void PartCounts::lay_out(const Columns &columns) {
    const std::size_t width = columns.count <= 8 ? 8 : MOST_COLUMNS;
    const auto count = index(columns.count);
    const std::size_t lanes = count * width;
    std::array<Word, PAIRS> column_before_last;
    std::array<Word, PAIRS> column_last;
    std::array<Word, PAIRS> place_before_last;
    std::array<Word, PAIRS> place_last;
    std::array<Word, PAIRS> next_before_last;
    std::array<Word, PAIRS> next_last;
    std::array<Word, PAIRS> barred;
    const auto &places_before_last = place_[index(packing_.pegs - 2)];
    const auto &places_last = place_[index(packing_.pegs - 1)];
    for (std::size_t v = 0; v < count; ++v) {
        for (std::size_t w = 0; w < width; ++w) {
            const std::size_t lane = v * width + w;
            column_before_last[lane] = static_cast<Word>(v);
            column_last[lane] = static_cast<Word>(w);
            place_before_last[lane] = static_cast<Word>(places_before_last[v]);
            place_last[lane] = static_cast<Word>(places_last[w]);
            next_before_last[lane] = static_cast<Word>(copies_[0][v]);
            next_last[lane] = static_cast<Word>(copies_[v == w][w]);
            barred[lane] = w < count && (repeats_ || v != w) ? Word{0} : static_cast<Word>(~Word{0});
        }
    }
    constexpr auto narrow = static_cast<std::size_t>(NARROW_LANES<Word>);
    values_ = (lanes + narrow - 1) / narrow;
    for (std::size_t lane = lanes; lane < values_ * narrow; ++lane) {
        column_before_last[lane] = column_last[lane] = place_before_last[lane] = place_last[lane] = 0;
        next_before_last[lane] = next_last[lane] = 0;
        barred[lane] = static_cast<Word>(~Word{0});
    }
    Level &level = levels_[0];
    level.black.fill(0);
    level.total.fill(0);
    level.black[0] = level.total[0] = everyone_;
    for (std::size_t n = 0; n < values_; ++n) {
        column_before_last_[n] = load_narrow(column_before_last.data() + n * narrow);
        column_last_[n] = load_narrow(column_last.data() + n * narrow);
        place_before_last_[n] = load_narrow(place_before_last.data() + n * narrow);
        place_last_[n] = load_narrow(place_last.data() + n * narrow);
        level.next_before_last[n] = load_narrow(next_before_last.data() + n * narrow);
        level.next_last[n] = load_narrow(next_last.data() + n * narrow);
        level.barred[n] = load_narrow(barred.data() + n * narrow);
    }
    pairs_ = columns.count * (columns.count - !repeats_);
}

/// Add a peg; `copy` pegs before it have the same column.
template <class Word> void PartCounts::place(int64_t peg, int64_t column, int64_t copy) {
    const Level &level = levels_[index(peg)];
    Level &next = levels_[index(peg + 1)];
    const uint32_t here = place_[index(peg)][index(column)];
    const uint32_t more = copies_[index(copy)][index(column)];
    uint32_t below = 0;
    uint32_t below_total = 0;
    for (std::size_t j = 0; j <= index(peg) + 1; ++j) {
        next.black[j] = (below & here) | (level.black[j] & ~here);
        next.total[j] = (below_total & more) | (level.total[j] & ~more);
        below = level.black[j];
        below_total = level.total[j];
    }
    const Lanes number = splat_narrow(static_cast<Word>(column));
    const Lanes once = splat_narrow(static_cast<Word>(copies_[index(copy) + 1][index(column)]));
    const Lanes twice = splat_narrow(static_cast<Word>(copies_[index(copy) + 2][index(column)]));
    for (std::size_t n = 0; n < values_; ++n) {
        const Lanes first = equal_narrow<Word>(column_before_last_[n], number);
        const Lanes last = equal_narrow<Word>(column_last_[n], number);
        next.next_before_last[n] = select_bits(first, once, level.next_before_last[n]);
        next.next_last[n] = select_bits(last, select_bits(first, twice, once), level.next_last[n]);
        next.barred[n] = repeats_ ? level.barred[n] : level.barred[n] | first | last;
    }
}

template <class Word>
PartCounts::Most PartCounts::count_in(const Columns &columns, int64_t enough_won, int64_t enough_other) {
    lay_out<Word>(columns);
    switch (packing_.pegs) {
    case 2:
        return count_with<Word, 2>(enough_won, enough_other);
    case 3:
        return count_with<Word, 3>(enough_won, enough_other);
    case 4:
        return count_with<Word, 4>(enough_won, enough_other);
    case 5:
        return count_with<Word, 5>(enough_won, enough_other);
    case 6:
        return count_with<Word, 6>(enough_won, enough_other);
    case 7:
        return count_with<Word, 7>(enough_won, enough_other);
    default:
        return count_with<Word, 8>(enough_won, enough_other);
    }
}

template <class Word, int64_t PEGS> PartCounts::Most PartCounts::count_with(int64_t enough_won, int64_t enough_other) {
    constexpr auto ROWS = static_cast<std::size_t>(PEGS + 1);
    const ChunkLanes zero = splat<1>(0);
    ChunkLanes most_won = zero;
    ChunkLanes most_other = zero;
    Most most{0, 0, 0};
    for (bool begun = false;; begun = true) {
        if (begun || !prefixes_.complete()) {
            const int64_t peg = prefixes_.next();
            if (peg < 0) break;
            const int64_t column = prefixes_.column(peg);
            place<Word>(peg, column, prefixes_.copies(column) - 1);
        }
        if (!prefixes_.complete()) continue;
        const Level &level = levels_[index(PEGS - 2)];
        const uint32_t totals = rows_after_two(level.total);
        const auto black_before = [&](std::size_t j) {
            return splat_narrow<Word, 1>(static_cast<Word>(level.black[j]));
        };
        const auto total_before = [&](std::size_t j) {
            return splat_narrow<Word, 1>(static_cast<Word>(level.total[j]));
        };
        for (std::size_t n = 0; n < values_; ++n) {
            for (int c = 0; c < CHUNKS; ++c) {
                std::array<ChunkLanes, ROWS> black;
                std::array<ChunkLanes, ROWS> total;
                add_two_pegs(black_before, chunk_of(place_before_last_[n], c), chunk_of(place_last_[n], c), black);
                add_two_pegs(total_before, chunk_of(level.next_before_last[n], c), chunk_of(level.next_last[n], c),
                             total);
                ChunkLanes made = zero;
#pragma GCC unroll 16
                for (std::size_t t = 0; t < ROWS; ++t) {
                    if (!((totals >> t) & 1)) continue;
#pragma GCC unroll 16
                    for (std::size_t j = 0; j <= t; ++j) {
                        if (t + 1 == ROWS && j + 2 == ROWS) continue; // not a reply: all colours right, one peg wrong
                        made = add_shared<Word>(made, black[j], total[t]);
                    }
                }
                made = and_not(made, chunk_of(level.barred[n], c));
                const ChunkLanes unwon = equal_narrow<Word>(black[ROWS - 1], zero);
                most_won = max_narrow<Word>(most_won, and_not(made, unwon));
                most_other = max_narrow<Word>(most_other, made & unwon);
            }
        }
        most.guesses += pairs_;
        if (any_reaches<Word>(most_won, enough_won) || any_reaches<Word>(most_other, enough_other)) break;
    }
    most.won = max_narrow_lane<Word>(most_won);
    most.other = max_narrow_lane<Word>(most_other);
    return most;
}

} // namespace codepegs
