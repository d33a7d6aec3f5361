#include "codes/byte_rows.hpp"

#include "codes/lane_scores.hpp"
#include "core/bitplanes.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

namespace codepegs {

namespace {

constexpr uint64_t EVERY_BYTE = 0x0101010101010101;

/// The scores of partitions into parts of some sizes.
Lanes score_of(std::span<const Lanes> sizes, const GuessScoring &scoring) {
    return with_objective(scoring.objective, [&]<int64_t OBJECTIVE>() {
        Lanes score = splat(0);
        for (const Lanes &size : sizes) score = lanes_with<OBJECTIVE>(score, size, scoring.table.data());
        return score;
    });
}

/// For each byte value: the indices of its bits, ascending, one per byte from the lowest on.
constexpr std::array<uint64_t, 256> BIT_NUMBERS = [] {
    std::array<uint64_t, 256> numbers{};
    for (std::size_t byte = 0; byte < 256; ++byte) {
        int shift = 0;
        for (uint64_t bit = 0; bit < 8; ++bit) {
            if (!((byte >> bit) & 1)) continue;
            numbers[byte] |= bit << shift;
            shift += 8;
        }
    }
    return numbers;
}();

} // namespace

/// The columns of the last two pegs of some guesses, in ascending order.
struct ByteRows::Pairs {
    static constexpr std::size_t MOST = COLUMNS * COLUMNS;
    int64_t count = 0;
    std::array<uint8_t, MOST + LANES> before_last;
    std::array<uint8_t, MOST + LANES> last;

    /// Append the pairs of a column and each of a set of columns.
    void add(int64_t column, uint64_t open) {
        const uint64_t same = EVERY_BYTE * static_cast<uint64_t>(column);
        for (uint64_t first = 0; open != 0; first += 8, open >>= 8) {
            const uint64_t columns = BIT_NUMBERS[open & 0xFF] + EVERY_BYTE * first;
            std::memcpy(before_last.data() + count, &same, sizeof same);
            std::memcpy(last.data() + count, &columns, sizeof columns);
            count += std::popcount(open & 0xFF);
        }
    }

    /// The number of guesses up to a column of the second-to-last peg.
    [[nodiscard]] int64_t count_up_to(uint8_t column) const {
        return std::upper_bound(before_last.begin(), before_last.begin() + count, column) - before_last.begin();
    }
};

void ByteRows::begin(const SmallPlanes &planes, int64_t size, const GuessScoring &scoring) {
    planes_ = planes;
    size_ = size;
    if (scoring.objective != WORST_PART) sums_.set(scoring.objective, scoring.table, std::min(size, MOST_IN_BYTES));
    const int64_t words = planes.words;
    const std::size_t depths = index(planes.pegs);
    black_.resize(std::max(black_.size(), depths * index(words)));
    total_.resize(black_.size());
    next_copy_.resize(std::max(next_copy_.size(), depths * index(words)));
    after_copy_.resize(next_copy_.size());
    for (int64_t w = 0; w < words; ++w) {
        const int64_t left = std::min(size - w * WORD_BITS, WORD_BITS);
        black_[index(w)] = with_lane(splat(0), 0, ~uint64_t{0} >> (WORD_BITS - left));
        total_[index(w)] = black_[index(w)];
        std::copy_n(planes.copies_at(w, 0), COLUMNS, next_copy_[index(w)].of);
        std::copy_n(planes.copies_at(w, 1), COLUMNS, after_copy_[index(w)].of);
    }
}

void ByteRows::place(int64_t peg, int64_t column, int64_t copy) {
    const int64_t words = planes_.words;
    Lanes *black = black_.data() + peg * words;
    Lanes *total = total_.data() + peg * words;
    const Words *next_copy = next_copy_.data() + peg * words;
    const Words *after_copy = after_copy_.data() + peg * words;
    for (int64_t w = 0; w < words; ++w) {
        const Lanes here = splat(planes_.place_at(w, peg)[column]);
        const Lanes more = splat(planes_.copies_at(w, copy)[column]);
        black[words + w] = select_bits(here, move_up(black[w]), black[w]);
        total[words + w] = select_bits(more, move_up(total[w]), total[w]);
        set_column(next_copy_[index((peg + 1) * words + w)], next_copy[w], column,
                   planes_.copies_at(w, copy + 1)[column]);
        const uint64_t after = copy + 2 < planes_.pegs ? planes_.copies_at(w, copy + 2)[column] : 0;
        set_column(after_copy_[index((peg + 1) * words + w)], after_copy[w], column, after);
    }
}

/// Words that differ in one column, stored as whole vectors for reading.
void ByteRows::set_column(Words &out, const Words &words, int64_t column, uint64_t word) {
    for (int64_t first = 0; first < COLUMNS; first += LANES) {
        store(out.of + first, with_lane(load(words.of + first), static_cast<uint64_t>(column - first), word));
    }
}

/// The rows of one chunk of guesses, for one word.
template <int64_t PEGS>
inline void ByteRows::make_rows(int64_t word, const ChunkLanes &before_last, const ChunkLanes &last,
                                typename PartBytes<PEGS>::Rows &black, typename PartBytes<PEGS>::Rows &total) const {
    const int64_t words = planes_.words;
    const int64_t row = (PEGS - 2) * words + word;
    const auto *black_words = reinterpret_cast<const uint64_t *>(black_.data() + row);
    const auto *total_words = reinterpret_cast<const uint64_t *>(total_.data() + row);
    const auto black_before = [=](std::size_t j) { return splat<1>(black_words[j]); };
    const auto total_before = [=](std::size_t j) { return splat<1>(total_words[j]); };
    const uint64_t *next_copy = next_copy_[index(row)].of;
    add_two_pegs(black_before, pick(planes_.place_at(word, PEGS - 2), before_last),
                 pick(planes_.place_at(word, PEGS - 1), last), black);
    const ChunkLanes again = pick(after_copy_[index(row)].of, last);
    add_two_pegs(total_before, pick(next_copy, before_last),
                 select_equal(before_last, last, again, pick(next_copy, last)), total);
}

bool ByteRows::sweep(const GuessPrefixes &prefixes, BestGuess &best) {
    return with_pegs(planes_.pegs, [&]<int64_t PEGS>() { return sweep_with<PEGS>(prefixes, best); });
}

template <int64_t PEGS> bool ByteRows::sweep_with(const GuessPrefixes &prefixes, BestGuess &best) {
    Pairs pairs;
    for (uint64_t open = prefixes.open(); open != 0; open &= open - 1) {
        const int64_t column = std::countr_zero(open);
        pairs.add(column, prefixes.open_after(column));
    }
    std::fill_n(pairs.before_last.begin() + pairs.count, LANES, uint8_t{0});
    std::fill_n(pairs.last.begin() + pairs.count, LANES, uint8_t{0});
    const uint64_t begun = prefixes.key();
    return score<PEGS>(pairs, begun, best);
}

template <int64_t PEGS> bool ByteRows::score(const Pairs &pairs, uint64_t begun, BestGuess &best) const {
    using Bytes = PartBytes<PEGS>;
    const int64_t words = planes_.words;
    const int64_t objective = best.scoring.objective;
    const bool cut = size_ > MOST_IN_BYTES && objective != FEWEST_PARTS;
    const int bytes = sums_.bytes();
    const int64_t scored_before = best.found.scored;
    best.found.scored += pairs.count;
    int64_t end = -1; // the guess at which the search may end
    for (int64_t first = 0; first < pairs.count; first += LANES) {
        GuessBlock block{begun, pairs.before_last.data() + first, pairs.last.data() + first, 0xFF};
        if (pairs.count - first < LANES) block.lanes >>= LANES - (pairs.count - first);
        if (end >= 0) { // only those compared together with it
            for (int64_t lane = 0; lane < LANES; ++lane) {
                if (!compared_together(block, lane, end - first)) block.lanes &= ~(uint64_t{1} << lane);
            }
            if (block.lanes == 0) break;
        }
        const Lanes before_last = widen(block.before_last);
        const Lanes last = widen(block.last);
        Lanes wins = splat(0);
        typename Bytes::AllSizes sizes;
        for (int c = 0; c < CHUNKS; ++c) {
            typename Bytes::Sizes some{};
            for (int64_t w = 0; w < words; ++w) {
                typename Bytes::Rows black;
                typename Bytes::Rows total;
                make_rows<PEGS>(w, chunk_of(before_last, c), chunk_of(last, c), black, total);
                wins.chunk[c] |= black[PEGS].chunk[0];
                const typename Bytes::Sizes more = Bytes::count(black, total);
                for (std::size_t n = 0; n < some.size(); ++n) some[n] = add_bytes(some[n], more[n]);
            }
            for (std::size_t n = 0; n < some.size(); ++n) sizes[n].chunk[c] = some[n].chunk[0];
        }
        Lanes score = splat(0);
        if (objective == WORST_PART) {
            for (const Lanes &value : sizes) score = max_bytes(score, value);
            score = max_byte(score);
        } else if (is_bound(objective) || bytes <= 2) {
            score = sums_.add(score, sizes, 0, bytes);
        } else {
            score = sums_.add(score, sizes, 0, 2);
            if (!best.may_be_best(score, block.lanes)) continue;
            score = sums_.add(score, sizes, 2, bytes);
        }
        if (cut) {
            if (!best.may_be_best(score, block.lanes)) continue;
            score = exact_score<PEGS>(before_last, last, best.scoring);
        }
        if (best.compare(score, wins, block)) end = first + best.end;
    }
    if (end >= 0) best.found.scored = scored_before + pairs.count_up_to(pairs.before_last[index(end)]);
    return end >= 0;
}

template <int64_t PEGS>
Lanes ByteRows::exact_score(const Lanes &before_last, const Lanes &last, const GuessScoring &scoring) const {
    using Bytes = PartBytes<PEGS>;
    std::array<Lanes, Bytes::PARTS> sizes;
    for (int c = 0; c < CHUNKS; ++c) {
        std::array<ChunkLanes, Bytes::PARTS> some{};
        for (int64_t w = 0; w < planes_.words; ++w) {
            typename Bytes::Rows black;
            typename Bytes::Rows total;
            make_rows<PEGS>(w, chunk_of(before_last, c), chunk_of(last, c), black, total);
            std::size_t n = 0;
            for (std::size_t t = 0; t <= index(PEGS); ++t) {
                for (std::size_t j = 0; j <= t; ++j, ++n) some[n] = some[n] + popcount(black[j] & total[t]);
            }
        }
        for (std::size_t n = 0; n < some.size(); ++n) sizes[n].chunk[c] = some[n].chunk[0];
    }
    return score_of(sizes, scoring);
}

} // namespace codepegs
