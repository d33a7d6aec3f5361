// Expansion of the list of hypotheses by an item: every distribution of its pegs.
#include "core/elementary.hpp"
#include "hypotheses.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace codepegs::streaming {

namespace {

/// The distributions of pegs over the parts of a node, as bits, with their probabilities under random placement.
class Ways {
  public:
    /// The distributions for one number of pegs and free pegs: a range of `words` and `weights`.
    struct Range {
        int64_t begin;
        int64_t end;

        [[nodiscard]] int64_t size() const { return end - begin; }
    };

    /// `bits` has the lowest bit of the field of each part, or -1.
    Ways(int64_t start, int64_t end, const int64_t *bits, const Array<const double> &log_factorial)
        : start_(start), end_(end), bits_(bits), log_factorial_(log_factorial), known_(KNOWN) {}

    /// All distributions of `total` pegs over the parts, given the free pegs of each; none above the limit.
    /// Many hypotheses have the same free pegs, so the last distributions are cached.
    std::optional<Range> of(int64_t total, const int64_t *room, int64_t limit);

    std::vector<uint64_t> words;
    std::vector<double> weights;

  private:
    static constexpr std::size_t KNOWN = 256;

    struct Known {
        int64_t total = NONE;
        int64_t room[MOST_PARTS] = {};
        Range range{0, 0};
    };

    /// Numbers below which the distributions over two parts are found without comparing.
    static constexpr int64_t SMALL_TOTAL = 4;
    static constexpr int64_t SMALL_ROOM = 16;

    bool is_small(int64_t total, const int64_t *room) const {
        return end_ - start_ == 2 && total < SMALL_TOTAL && room[start_] < SMALL_ROOM && room[start_ + 1] < SMALL_ROOM;
    }

    bool add(int64_t total, const int64_t *room, int64_t limit);
    bool add_range(int64_t total, const int64_t *room, int64_t limit, Range &range);

    int64_t start_;
    int64_t end_;
    const int64_t *bits_;
    const Array<const double> &log_factorial_;
    std::vector<Known> known_;
    std::vector<Range> small_; // of each total and room; empty until it is needed
};

std::optional<Ways::Range> Ways::of(int64_t total, const int64_t *room, int64_t limit) {
    if (total < 0) return Range{0, 0};
    if (is_small(total, room)) {
        constexpr Range unknown{NONE, NONE};
        if (small_.empty()) small_.assign(SMALL_TOTAL * SMALL_ROOM * SMALL_ROOM, unknown);
        Range &range = small_[index((total * SMALL_ROOM + room[start_]) * SMALL_ROOM + room[start_ + 1])];
        if (range.begin == NONE && !add_range(total, room, limit, range)) return std::nullopt;
        if (range.size() > limit) return std::nullopt;
        return range;
    }
    auto hash = static_cast<uint64_t>(total);
    for (int64_t part = start_; part < end_; ++part) hash = (hash * 31) + static_cast<uint64_t>(room[part]);
    Known &known = known_[static_cast<std::size_t>((hash * GOLDEN_GAMMA) >> 56)];
    bool is_known = known.total == total;
    for (int64_t part = start_; part < end_; ++part) is_known &= known.room[part] == room[part];
    if (!is_known) {
        known.total = NONE;
        if (!add_range(total, room, limit, known.range)) return std::nullopt;
        known.total = total;
        std::copy(room + start_, room + end_, known.room + start_);
    }
    if (known.range.size() > limit) return std::nullopt;
    return known.range;
}

/// Append all distributions, and set their range; false above the limit.
bool Ways::add_range(int64_t total, const int64_t *room, int64_t limit, Range &range) {
    const auto begin = static_cast<int64_t>(words.size());
    if (!add(total, room, limit)) return false;
    range = {begin, static_cast<int64_t>(words.size())};
    return true;
}

/// Append all distributions; false above the limit.
bool Ways::add(int64_t total, const int64_t *room, int64_t limit) {
    int64_t behind[MOST_PARTS + 1]; // free pegs in a part and those after it
    behind[end_] = 0;
    for (int64_t part = end_ - 1; part >= start_; --part) behind[part] = behind[part + 1] + room[part];
    const int64_t whole = behind[start_];
    if (whole < total) return true;
    int64_t made = 0;
    if (total == 1) {
        for (int64_t part = start_; part < end_; ++part) {
            if (room[part] == 0) continue;
            if (made++ == limit) return false;
            words.push_back(bits_[part] >= 0 ? field_mask(bits_[part], 1) : 0);
            weights.push_back(static_cast<double>(room[part]) / static_cast<double>(whole));
        }
        return true;
    }
    const double log_whole = log_factorial_[whole] - log_factorial_[total] - log_factorial_[whole - total];
    int64_t here[MOST_PARTS];     // pegs in a part
    int64_t most[MOST_PARTS];     // and the largest number
    int64_t left[MOST_PARTS + 1]; // pegs for a part and those after it
    int64_t part = start_;
    left[part] = total;
    here[part] = std::max(int64_t{0}, total - behind[part + 1]) - 1;
    most[part] = std::min(total, room[part]);
    while (part >= start_) {
        ++here[part];
        if (here[part] > most[part]) {
            --part;
            continue;
        }
        left[part + 1] = left[part] - here[part];
        if (part < end_ - 1) {
            ++part;
            here[part] = std::max(int64_t{0}, left[part] - behind[part + 1]) - 1;
            most[part] = std::min(left[part], room[part]);
            continue;
        }
        if (made++ == limit) return false;
        uint64_t word = 0;
        double log_ways = -log_whole;
        for (int64_t p = start_; p < end_; ++p) {
            if (bits_[p] >= 0) word = with_field(word, bits_[p], here[p]);
            log_ways += log_factorial_[room[p]] - log_factorial_[here[p]] - log_factorial_[room[p] - here[p]];
        }
        words.push_back(word);
        weights.push_back(exact_exp(log_ways));
        --part;
    }
    return true;
}

/// Length from which the expanded list is estimated first, from hypotheses at equal distances, and the excess over the
/// limit from which it counts as too long. Most of the items tried do not fit.
constexpr int64_t ESTIMATED = 4096;
constexpr double MARGIN = 1.1;

/// Number of distributions of the pegs if every part has space for all.
double ways_to_part(int64_t total, int64_t parts) {
    double ways = 1.0;
    for (int64_t i = 1; i < parts; ++i) ways *= static_cast<double>(total + i) / static_cast<double>(i);
    return ways;
}

} // namespace

int64_t expand(const Tree &tree, const Facts &facts, const Items &items, const Array<const double> &log_factorial,
               int64_t limit) {
    const int64_t front = facts.number(FRONT);
    const int64_t item = facts.number(ITEMS) - 1;
    const int64_t node = items.node[item];
    const int64_t start = items.start[item];
    const int64_t end = tree.parts[node];
    const int64_t length = facts.number(LENGTH);
    int64_t base[MOST_PARTS] = {}; // pegs of each part that no known group accounts for
    int64_t tightest = int64_t{1} << 60;
    for (int64_t part = start; part < end; ++part) {
        const int64_t child = tree.first[node] + part;
        base[part] = std::max(int64_t{0}, tree.size(child) - facts.used[child]);
        tightest = std::min(tightest, base[part]);
    }
    FieldSum room_of[MOST_PARTS]; // minus the pegs of other items of the node
    for (int64_t part = start; part < end; ++part) room_of[part].add(base[part]);
    int64_t taken = items.total[item];
    bool has_siblings = false;
    for (int64_t other = 0; other < item; ++other) {
        if (items.node[other] != node) continue;
        has_siblings = true;
        taken += items.total[other];
        for (int64_t part = std::max(start, items.start[other]); part < end; ++part)
            room_of[part].add(items, other, part, -1);
    }
    const bool is_below = items.above[item] >= 0;
    FieldSum total_of;
    if (is_below) total_of.add(items, items.above[item], items.side[item]);
    else total_of.add(items.total[item]);
    if (length > limit) return BIG;
    if (!is_below && taken <= tightest &&
        static_cast<double>(length) * ways_to_part(items.total[item], end - start) > static_cast<double>(limit)) {
        return BIG;
    }

    const uint64_t *words = items.words[front].data();
    const double *weights = items.weights[front].data();
    uint64_t *new_words = items.words[1 - front].data();
    double *new_weights = items.weights[1 - front].data();
    Ways ways(start, end, items.bit[item].data(), log_factorial);
    int64_t made = 0;
    const auto add = [&](int64_t s, Ways::Range range) {
        const uint64_t word = words[s];
        const double weight = weights[s];
        for (int64_t way = range.begin; way < range.end; ++way, ++made) {
            new_words[made] = word | ways.words[index(way)];
            new_weights[made] = weight * ways.weights[index(way)];
        }
    };
    if (!has_siblings && !is_below) { // the same distributions in every hypothesis
        const std::optional<Ways::Range> range = ways.of(items.total[item], base, limit / length);
        if (!range) return BIG;
        for (int64_t s = 0; s < length; ++s) add(s, *range);
        return made;
    }
    constexpr int64_t block = 512;
    int64_t totals[block];
    int64_t rooms[MOST_PARTS][block];
    const auto evaluate = [&](const uint64_t *some, int64_t size) {
        total_of.evaluate(some, size, totals);
        for (int64_t part = start; part < end; ++part) room_of[part].evaluate(some, size, rooms[part]);
    };
    const auto ways_of = [&](int64_t s, int64_t most) {
        int64_t room[MOST_PARTS];
        for (int64_t part = start; part < end; ++part) room[part] = std::max(int64_t{0}, rooms[part][s]);
        return ways.of(totals[s], room, most);
    };
    if (length >= ESTIMATED) {
        uint64_t sample[block];
        int64_t expanded = 0;
        for (int64_t s = 0; s < block; ++s) sample[s] = words[s * length / block];
        evaluate(sample, block);
        for (int64_t s = 0; s < block; ++s) {
            const std::optional<Ways::Range> range = ways_of(s, limit);
            if (!range) return BIG;
            expanded += range->size();
        }
        if (static_cast<double>(expanded) * static_cast<double>(length) / block > MARGIN * static_cast<double>(limit))
            return BIG;
    }
    for (int64_t begin = 0; begin < length; begin += block) {
        const int64_t size = std::min(block, length - begin);
        evaluate(words + begin, size);
        for (int64_t s = 0; s < size; ++s) {
            const std::optional<Ways::Range> range = ways_of(s, limit - made);
            if (!range) return BIG;
            add(begin + s, *range);
        }
    }
    return made;
}

} // namespace codepegs::streaming
