#include "codes/large_sets.hpp"

#include "codes/part_bytes.hpp"
#include "core/scoring.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <tuple>

namespace codepegs {

namespace {

constexpr int64_t TILE = TILE_WORDS / LANES;

/// Guesses whose part sizes are counted before they are scored.
constexpr int64_t GUESSES_COUNTED = 512;

/// Number of values whose bytes can be summed without overflow: sizes in one word are at most 64.
constexpr int64_t MOST_BYTE_SUMS = 3;

/// Rows after one more peg.
void add_plane(const Lanes *__restrict__ rows, int64_t depth, int64_t width, const uint64_t *__restrict__ plane,
               Lanes *__restrict__ next) {
    for (int64_t w = 0; w < width; ++w) {
        const Lanes bits = load(plane + w * LANES);
        Lanes below = rows[w];
        next[w] = and_not(below, bits);
        for (int64_t j = 1; j <= depth; ++j) {
            const Lanes same = rows[j * TILE + w];
            next[j * TILE + w] = select_bits(bits, below, same);
            below = same;
        }
        next[(depth + 1) * TILE + w] = below & bits;
    }
}

/// The same for the last peg and one chunk of codes, into an array of rows.
template <std::size_t ROWS>
[[gnu::always_inline]] inline void add_last(const Lanes *rows, int c, const ChunkLanes &bits,
                                            std::array<ChunkLanes, ROWS> &out) {
    ChunkLanes below = chunk_of(rows[0], c);
    out[0] = and_not(below, bits);
#pragma GCC unroll 8
    for (std::size_t j = 1; j < ROWS - 1; ++j) {
        const ChunkLanes same = chunk_of(rows[static_cast<int64_t>(j) * TILE], c);
        out[j] = select_bits(bits, below, same);
        below = same;
    }
    out[ROWS - 1] = below & bits;
}

/// The scores of some guesses. IN_TABLE: no part is too large for the table.
template <int64_t OBJECTIVE, bool IN_TABLE>
void score_sizes(const int64_t *sizes, int64_t count, int64_t parts, Array<const uint64_t> table, uint64_t *out) {
    const uint64_t *entries = table.data();
    for (int64_t g = 0; g < count; ++g) {
        const int64_t *row = sizes + g * parts;
        uint64_t score = 0;
        for (int64_t r = 0; r < parts; ++r) {
            if constexpr (IN_TABLE) score += entries[row[r]];
            else score = score_with(score, static_cast<uint64_t>(row[r]), OBJECTIVE, table);
        }
        if (OBJECTIVE == FEWEST_PARTS) score = static_cast<uint64_t>(parts) - score;
        out[g] = (score << 1) + (row[parts - 1] == 0);
    }
}

} // namespace

void SetPlanes::check(const CodeRules &rules) const {
    const int64_t pegs = rules.pegs;
    const int64_t columns = place.size(1);
    const int64_t words = members.size();
    require(place.size(0) == pegs && copies.size(0) == pegs && copies.size(1) == columns && place.size(2) == words &&
                copies.size(2) == words && words % LANES == 0,
            "planes: expected place and copies of shape (pegs, columns, words), words a multiple of 8");
    require(column_of.size() == rules.colors, "planes: expected a column number for each colour");
    for (uint16_t column : column_of)
        require(column == ABSENT || column < columns, "planes: a column number is too large");
}

PartCounter::PartCounter(Packing packing, const Cells &cells)
    : packing_(packing), cells_(cells),
      in_bytes_(packing.pegs >= LEAST_PEGS_IN_BYTES && packing.pegs <= MOST_PEGS_IN_BYTES &&
                cells.each_is_a_part(packing.pegs)) {
    for (int64_t q = 0; q < cells.black.size(); ++q) {
        rows_beyond_ |= cells.black[q] > packing.pegs || cells.total[q] > packing.pegs;
        totals_count_ |= cells.total[q] <= packing.pegs;
    }
}

void PartCounter::count(std::span<const uint64_t> guesses, const SetPlanes &planes, int64_t *out) {
    const int64_t pegs = packing_.pegs;
    black_.resize(static_cast<std::size_t>((pegs + 1) * (pegs + 3) * TILE));
    total_.resize(black_.size());
    const int64_t words = planes.members.size();
    for (int64_t first = 0; first < words; first += TILE_WORDS) {
        const Tile tile{std::min(TILE_WORDS, words - first) / LANES,
                        planes.members.data() + first,
                        planes.place.data() + first,
                        planes.copies.data() + first,
                        words,
                        planes.place.size(1),
                        planes.column_of};
        for (int64_t w = 0; w < tile.width; ++w) {
            black_[static_cast<std::size_t>(w)] = load(tile.members + w * LANES);
            total_[static_cast<std::size_t>(w)] = load(tile.members + w * LANES);
        }
        if (in_bytes_) with_pegs(pegs, [&]<int64_t PEGS>() { count_in_bytes<PEGS>(guesses, tile, out); });
        else count_in_words(guesses, tile, out);
    }
}

/// The planes of a peg of a guess.
PartCounter::PegPlanes PartCounter::planes_of(uint64_t key, int64_t peg, const Tile &tile) const {
    const int64_t color = packing_.color(key, peg);
    const int64_t column = color < tile.column_of.size() ? tile.column_of[color] : ABSENT;
    require(column != ABSENT, "guesses: a colour has no planes");
    int64_t copy = 0;
    for (int64_t i = 0; i < peg; ++i) copy += packing_.color(key, i) == color;
    return {tile.place + (peg * tile.columns + column) * tile.words,
            tile.copies + (copy * tile.columns + column) * tile.words};
}

/// Compute the rows of the first `length` pegs of a guess; the first `made` are those of the preceding guess.
void PartCounter::make_prefix(uint64_t key, uint64_t before, int64_t made, int64_t length, const Tile &tile) {
    const int64_t depth_size = (packing_.pegs + 3) * TILE;
    int64_t d = 0;
    while (d < made && packing_.color(key, d) == packing_.color(before, d)) ++d;
    for (; d < length; ++d) {
        const PegPlanes planes = planes_of(key, d, tile);
        Lanes *black = black_.data() + d * depth_size;
        Lanes *total = total_.data() + d * depth_size;
        add_plane(black, d, tile.width, planes.place, black + depth_size);
        if (totals_count_) add_plane(total, d, tile.width, planes.copies, total + depth_size);
    }
}

template <int64_t PEGS>
void PartCounter::count_in_bytes(std::span<const uint64_t> guesses, const Tile &tile, int64_t *out) {
    using Bytes = PartBytes<PEGS>;
    constexpr std::size_t SUMS = (2 * Bytes::layout.values + 7) / 8 * 8;
    struct Place {
        std::size_t word;
        int shift;
    };
    std::array<Place, 64> places{}; // of part sizes: even bytes go to one sum, odd ones to the next
    for (int64_t q = 0; q < cells_.parts; ++q) {
        const auto total = static_cast<std::size_t>(cells_.total[q]);
        const std::size_t byte = Bytes::layout.byte_of[total][static_cast<std::size_t>(cells_.black[q])];
        places[static_cast<std::size_t>(q)] = {byte / 8 * 2 + byte % 2, static_cast<int>(byte % 8 / 2 * 16)};
    }
    const Lanes *black_rows = black_.data() + (PEGS - 1) * (PEGS + 3) * TILE;
    const Lanes *total_rows = total_.data() + (PEGS - 1) * (PEGS + 3) * TILE;
    const ChunkLanes even = splat<1>(0x00FF00FF00FF00FF);
    uint64_t before = 0;
    int64_t made = 0;
    std::array<PegPlanes, index(PEGS)> of_peg;
    uint64_t last = 0;
    int64_t planned = 0; // pegs of `last` whose planes `of_peg` has
    for (std::size_t g = 0; g < guesses.size(); ++g) {
        const uint64_t key = guesses[g];
        const auto same_prefix = [&](uint64_t other) { return ((key ^ other) >> packing_.bits) == 0; };
        const bool is_made = made > 0 && same_prefix(before);
        // Stored rows are worth their time if the next guess shares them.
        const bool by_rows = is_made || (g + 1 < guesses.size() && same_prefix(guesses[g + 1]));
        if (by_rows) {
            make_prefix(key, before, made, PEGS - 1, tile);
            before = key;
            made = PEGS - 1;
            of_peg[PEGS - 1] = planes_of(key, PEGS - 1, tile);
            planned = 0;
        } else {
            int64_t same = 0; // first pegs, whose planes are those of the last guess
            while (same < planned && packing_.color(key, same) == packing_.color(last, same)) ++same;
            for (int64_t i = same; i < PEGS; ++i) of_peg[index(i)] = planes_of(key, i, tile);
            last = key;
            planned = PEGS;
        }
        std::array<ChunkLanes, SUMS> sums;
        for (ChunkLanes &sum : sums) sum = splat<1>(0);
        for (int64_t first = 0; first < tile.width; first += MOST_BYTE_SUMS) {
            const int64_t after = std::min(first + MOST_BYTE_SUMS, tile.width);
            for (int c = 0; c < CHUNKS; ++c) {
                typename Bytes::Sizes sizes;
                for (ChunkLanes &value : sizes) value = splat<1>(0);
                for (int64_t w = first; w < after; ++w) {
                    const int64_t word = w * LANES + c * CHUNK_LANES;
                    typename Bytes::Rows black;
                    typename Bytes::Rows total;
                    if (by_rows) {
                        add_last(black_rows + w, c, load<1>(of_peg[PEGS - 1].place + word), black);
                        add_last(total_rows + w, c, load<1>(of_peg[PEGS - 1].copies + word), total);
                    } else {
                        const ChunkLanes members = load<1>(tile.members + word);
                        add_pegs(members, [&](std::size_t i) { return load<1>(of_peg[i].place + word); }, black);
                        add_pegs(members, [&](std::size_t i) { return load<1>(of_peg[i].copies + word); }, total);
                    }
                    const typename Bytes::Sizes more = Bytes::count(black, total);
                    for (std::size_t n = 0; n < sizes.size(); ++n) sizes[n] = sizes[n] + more[n];
                }
                for (std::size_t n = 0; n < sizes.size(); ++n) {
                    sums[2 * n] = sums[2 * n] + (sizes[n] & even);
                    sums[2 * n + 1] = sums[2 * n + 1] + ((sizes[n] >> 8) & even);
                }
            }
        }
        std::array<uint64_t, SUMS> found;
        for (std::size_t n = 0; n < SUMS; n += LANES) store(found.data() + n, sums_of_lanes(sums.data() + n));
        for (int64_t q = 0; q < cells_.parts; ++q) {
            const Place &place = places[static_cast<std::size_t>(q)];
            out[q] += static_cast<int64_t>((found[place.word] >> place.shift) & 0xFFFF);
        }
        out += cells_.parts;
    }
}

void PartCounter::count_in_words(std::span<const uint64_t> guesses, const Tile &tile, int64_t *out) {
    const int64_t pegs = packing_.pegs;
    Lanes *black = black_.data() + pegs * (pegs + 3) * TILE;
    Lanes *total = total_.data() + pegs * (pegs + 3) * TILE;
    uint64_t before = 0;
    int64_t made = 0;
    for (uint64_t key : guesses) {
        make_prefix(key, before, made, pegs, tile);
        before = key;
        made = pegs;
        for (int64_t w = 0; rows_beyond_ && w < tile.width; ++w) {
            const Lanes everyone = load(tile.members + w * LANES);
            black[(pegs + 1) * TILE + w] = everyone;
            black[(pegs + 2) * TILE + w] = and_not(everyone, black[pegs * TILE + w]);
            total[(pegs + 1) * TILE + w] = everyone;
        }
        for (int64_t q = 0; q < cells_.black.size(); ++q) {
            const Lanes *row = black + cells_.black[q] * TILE;
            const Lanes *column = total + cells_.total[q] * TILE;
            Lanes sum = splat(0);
            for (int64_t w = 0; w < tile.width; ++w) sum = sum + popcount(row[w] & column[w]);
            out[cells_.part[q]] += static_cast<int64_t>(sum_lanes(sum));
        }
        out += cells_.parts;
    }
}

void PartCounter::score(std::span<const uint64_t> guesses, const SetPlanes &planes, int64_t objective,
                        Array<const uint64_t> table, uint64_t *out) {
    const int64_t parts = cells_.parts;
    const auto size = static_cast<int64_t>(guesses.size());
    int64_t members = 0;
    for (const uint64_t word : planes.members) members += std::popcount(word);
    sizes_.resize(static_cast<std::size_t>(std::min(GUESSES_COUNTED, size) * parts));
    for (int64_t first = 0; first < size; first += GUESSES_COUNTED) {
        const int64_t batch = std::min(GUESSES_COUNTED, size - first);
        int64_t *sizes = sizes_.data();
        std::fill_n(sizes, batch * parts, int64_t{0});
        count(guesses.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(batch)), planes, sizes);
        switch (objective) {
        case WORST_PART:
            score_sizes<WORST_PART, false>(sizes, batch, parts, table, out + first);
            break;
        case SUM_OF_SQUARES:
            score_sizes<SUM_OF_SQUARES, false>(sizes, batch, parts, table, out + first);
            break;
        case FEWEST_PARTS:
            score_sizes<FEWEST_PARTS, false>(sizes, batch, parts, table, out + first);
            break;
        default:
            if (members < table.size()) score_sizes<NEGATIVE_ENTROPY, true>(sizes, batch, parts, table, out + first);
            else score_sizes<NEGATIVE_ENTROPY, false>(sizes, batch, parts, table, out + first);
        }
    }
}

// Exported functions. The caller slices the guesses so that a call takes some milliseconds.

/// Fill the planes of the codes of some words, and their bits in `members`; all planes hold zeros before.
void fill_planes(Array<const uint64_t> keys, int64_t first_word, int64_t after_word, const CodeRules &rules,
                 const SetPlanes &planes) {
    rules.check();
    planes.check(rules);
    const int64_t pegs = rules.pegs;
    const Packing packing = rules.packing();
    require(0 <= first_word && first_word <= after_word && after_word <= planes.members.size(),
            "fill_planes: expected a range of words of the planes");
    const int64_t start = std::min(first_word * WORD_BITS, keys.size());
    const int64_t stop = std::min(after_word * WORD_BITS, keys.size());
    const int64_t columns = planes.place.size(1);
    const int64_t words = planes.members.size();
    for (int64_t s = start; s < stop; ++s) {
        for (int64_t i = 0; i < pegs; ++i) {
            require(packing.color(keys[s], i) < rules.colors, "fill_planes: a colour is out of range");
        }
    }
    const int64_t filled = stop == keys.size() ? words : after_word; // the words behind the last hold no codes
    build_planes(keys.data(), start, stop, packing, planes.column_of.data(), planes.place.data() + first_word,
                 planes.copies.data() + first_word, {columns * words, words, 1}, columns, filled - first_word);
    fill_members(planes.members.data() + first_word, stop - start);
}
CODEPEGS_EXPORT(fill_planes, keys, first_word, after_word, rules, planes);

/// Add to `out[g - start, part]` the number of members in each part of guess g, for g in [start, stop).
void count_parts(Array<const uint64_t> guesses, int64_t start, int64_t stop, const CodeRules &rules,
                 const SetPlanes &planes, const Cells &cells, Array<int64_t, 2> out) {
    planes.check(rules);
    cells.check(rules);
    require(0 <= start && start <= stop && stop <= guesses.size(), "count_parts: expected a range of the guesses");
    require(out.size(0) == stop - start && out.size(1) == cells.parts, "out: expected shape (stop - start, parts)");
    PartCounter counter(rules.packing(), cells);
    counter.count({guesses.data() + start, guesses.data() + stop}, planes, out.data());
}
CODEPEGS_EXPORT(count_parts, guesses, start, stop, rules, planes, cells, out);

/// The least (twice the score, plus one for a guess that cannot win) in guesses[start:stop], and its first index.
///
/// If `out` is not empty, this key of every guess of the range is written to it, at the guess's index.
std::tuple<uint64_t, int64_t> best_in_range(Array<const uint64_t> guesses, int64_t start, int64_t stop,
                                            const CodeRules &rules, const SetPlanes &planes, const Cells &cells,
                                            int64_t objective, Array<const uint64_t> table, Array<uint64_t> out) {
    planes.check(rules);
    cells.check(rules);
    require(0 <= start && start <= stop && stop <= guesses.size(), "best_in_range: expected a range of the guesses");
    require(out.size() == 0 || out.size() == guesses.size(), "out: expected no entries, or one a guess");
    require(0 <= objective && objective <= FEWEST_PARTS, "objective: expected 0 to 3");
    PartCounter counter(rules.packing(), cells);
    std::vector<uint64_t> scores;
    uint64_t *scored = out.data() + start;
    if (out.size() == 0) {
        scores.resize(static_cast<std::size_t>(stop - start));
        scored = scores.data();
    }
    counter.score({guesses.data() + start, guesses.data() + stop}, planes, objective, table, scored);
    if (start == stop) return {std::numeric_limits<uint64_t>::max(), start};
    const uint64_t *best = std::min_element(scored, scored + (stop - start));
    return {*best, start + (best - scored)};
}
CODEPEGS_EXPORT(best_in_range, guesses, start, stop, rules, planes, cells, objective, table, out);

} // namespace codepegs
