#include "trees/search/guess_bounds.hpp"

#include <algorithm>

namespace codepegs {

namespace {

/// The largest bound of a part when TIE_BITS lower bits are added.
constexpr uint64_t MOST_BOUND = uint64_t{1} << 38;

/// The number of parts is counted above the bits of a sum of bounds.
constexpr int COUNT_SHIFT = 32;

/// Units of work to compute one reply.
constexpr int64_t REPLY_UNITS = 10;

/// Guesses scored together at a large set.
constexpr int64_t MOST_BATCH = 512;

} // namespace

GuessBounds::GuessBounds(const SearchRules &rules, WorkDone &work)
    : rules_(rules), work_(work), small_(rules.packing, rules.game.colors, rules.game.repeats, rules.cells),
      counts_(rules.packing, rules.game.repeats), counter_(rules.packing, rules.cells), live_(rules.game.colors, 0),
      sizes_(rules.cells.parts), tally_(static_cast<std::size_t>(rules.game.colors)) {}

void GuessBounds::begin(std::span<const uint64_t> keys, int64_t turn, const History &history, int64_t limit,
                        int64_t floor, MostParts most_parts, GuessList list) {
    const auto size = static_cast<int64_t>(keys.size());
    const int64_t ties = rules_.same_turns ? 0 : TIE_BITS;
    bounds_ = true;
    floor_ = floor;
    least_limit_ = limit;
    given_ = most_parts;
    list_ = list;
    unit_ = rules_.step[turn] << ties;
    limit_ = limit < 0 ? limit : limit << ties;
    objective_ = SUM_OF_TABLE;
    if (rules_.same_turns && !rules_.candidates_only && rules_.bounded) {
        // The sizes at which the cost of an additional code increases by one guess.
        const auto [below, other] = most_parts;
        const int64_t second = std::max(2 + below, other);
        const int64_t third = std::max(3 + below * second, other * second);
        const int64_t fourth = std::max(4 + below * third, other * third);
        objective_ = ANY_BREAKS;
        if (size - 1 <= fourth - third && size <= MOST_MEMBERS) {
            objective_ = size - 1 <= second - 1 ? NO_BREAK : size - 1 <= third - second ? ONE_BREAK : TWO_BREAKS;
            breaks_[0] = static_cast<uint64_t>(second - 1);
            breaks_[1] = static_cast<uint64_t>(third - second);
            table_ = {breaks_, 2};
        }
    }
    if (objective_ == ANY_BREAKS || objective_ == SUM_OF_TABLE) fill_table(size, turn, most_parts);
    start(keys, turn, history, ((floor + 1) << ties) - 1);
}

void GuessBounds::begin_with_table(std::span<const uint64_t> keys, int64_t turn, const History &history, int64_t limit,
                                   int64_t objective, Array<const uint64_t> table, int64_t unit, GuessList list) {
    bounds_ = false;
    list_ = list;
    unit_ = unit;
    limit_ = limit;
    objective_ = objective;
    table_ = table;
    start(keys, turn, history, 0);
}

/// Point `table_` at the lower bounds of parts by size, up to `size`.
void GuessBounds::fill_table(int64_t size, int64_t turn, MostParts most_parts) {
    if (own_turn_ != turn || own_parts_.below != most_parts.below || own_parts_.other != most_parts.other) {
        own_table_.assign(1, 0);
        own_turn_ = turn;
        own_parts_ = most_parts;
    }
    const auto [below, other] = most_parts;
    const int64_t most_ties = (int64_t{1} << TIE_BITS) / (2 * rules_.cells.parts);
    for (auto n = static_cast<int64_t>(own_table_.size()); n <= size; ++n) {
        auto cost = static_cast<uint64_t>(rules_.least(turn + 1, n, below, other) + n * rules_.step[turn]);
        if (objective_ == ANY_BREAKS) cost += uint64_t{1} << COUNT_SHIFT;
        if (!rules_.same_turns) {
            cost = std::min(cost, MOST_BOUND) << TIE_BITS;
            cost += static_cast<uint64_t>(std::min(full_tree(n, below, other), most_ties));
        }
        own_table_.push_back(cost);
    }
    table_ = {own_table_.data(), static_cast<int64_t>(own_table_.size())};
}

void GuessBounds::start(std::span<const uint64_t> keys, int64_t turn, const History &history, int64_t floor) {
    keys_ = keys;
    result = {.kept = 0, .lowest = int64_t{1} << 60, .most_parts = {0, 0}};
    ++work_.sets;
    Columns &columns = small_.columns;
    classify_colors(keys, turn, history.first_played.view(), rules_.packing, rules_.game.repeats,
                    rules_.candidates_only, columns);
    for (int64_t v = 0; v < rules_.game.colors; ++v) {
        const auto color = static_cast<std::size_t>(v);
        live_[v] = columns.of_color[color] != ABSENT && columns.kind[columns.of_color[color]] != 2;
    }
    if (rules_.blacks_alone) bar_alike(turn, history);
    if (rules_.candidates_only) {
        way_ = Way::MEMBERS;
        next_member_ = 0;
        work_.scored += static_cast<int64_t>(keys.size());
    } else if (static_cast<int64_t>(keys.size()) > MOST_MEMBERS || columns.count > MOST_COLUMNS) {
        way_ = Way::LARGE;
        load_large();
    } else {
        allow_in_order(rules_.packing.pegs, columns);
        scoring_floor_ = floor;
        if (is_counted()) way_ = Way::COUNTED;
        else score_small();
    }
}

void GuessBounds::score_small() {
    way_ = Way::SMALL;
    small_.load(keys_);
    GuessScoring scoring;
    scoring.objective = objective_;
    scoring.table = table_;
    scoring.floor = static_cast<uint64_t>(std::max(int64_t{0}, scoring_floor_ + unit_));
    scoring.limit = static_cast<uint64_t>(std::max(int64_t{0}, limit_ + unit_));
    scoring.unwon = static_cast<uint64_t>(unit_);
    scoring.kept_keys = list_.scores;
    scoring.kept_guesses = list_.guesses;
    small_.begin(scoring);
}

/// Whether the least sum of bounds follows from the numbers of parts.
///
/// Up to the first break the bound of a part is its size minus 1. A guess with c parts of n codes has no part of more
/// than n - c + 1 codes, so if its sum, 2 n - c or 2 n - c - 1, is low enough, no part is larger than the break.
bool GuessBounds::is_counted() const {
    const auto size = static_cast<int64_t>(keys_.size());
    return bounds_ && limit_ < 0 && (objective_ == NO_BREAK || objective_ == ONE_BREAK) &&
           size <= PartCounts::MOST_CODES && small_.columns.count <= PartCounts::MOST_COLUMNS &&
           PartCounts::suits(rules_.cells, rules_.packing.pegs) && is_below_break(floor_);
}

/// Whether a guess whose sum is `lowest` has no part larger than the first break.
bool GuessBounds::is_below_break(int64_t lowest) const {
    const auto size = static_cast<int64_t>(keys_.size());
    return objective_ == NO_BREAK || lowest - size + 2 <= static_cast<int64_t>(breaks_[0]);
}

/// Count the parts of all guesses; false if the sizes are needed too.
bool GuessBounds::count_parts() {
    const auto size = static_cast<int64_t>(keys_.size());
    const PartCounts::Most most = counts_.count(keys_, small_.columns, 2 * size - 1 - floor_, 2 * size - floor_);
    work_.scored += most.guesses;
    result = {0, 2 * size - std::max(most.won + 1, most.other), {most.won - 1, most.other}};
    return is_below_break(result.lowest);
}

/// If replies are sums over the pegs, use one column per class of equivalent columns at each peg.
/// Then only whether the colour at a peg is right matters, so colours never played at a peg are interchangeable there,
/// and so are those that no code has there. No other classes are needed.
void GuessBounds::bar_alike(int64_t turn, const History &history) {
    Columns &columns = small_.columns;
    std::fill_n(columns.kind.begin(), columns.count, 0);
    const uint64_t everything = ~uint64_t{0} >> (WORD_BITS - columns.count);
    const auto column_at = [&](uint64_t key, int64_t peg) {
        return columns.of_color[static_cast<std::size_t>(rules_.packing.color(key, peg))];
    };
    for (int64_t i = 0; i < rules_.packing.pegs; ++i) {
        uint64_t held = 0;
        for (uint64_t key : keys_) held |= uint64_t{1} << column_at(key, i);
        uint64_t played = 0;
        for (int64_t t = 1; t < turn; ++t) {
            const uint16_t column = column_at(history.guesses[t], i);
            if (column < columns.count) played |= uint64_t{1} << column;
        }
        const uint64_t fresh = held & ~played;
        const uint64_t absent = everything & ~held;
        columns.barred[static_cast<std::size_t>(i)] = (fresh & (fresh - 1)) | (absent & (absent - 1));
    }
}

bool GuessBounds::step(int64_t &units) {
    if (way_ == Way::COUNTED) {
        const int64_t before = work_.scored;
        const bool enough = count_parts();
        units -= (work_.scored - before) * rules_.cells.black.size() / 4;
        if (!enough) {
            score_small();
            return false;
        }
    } else if (way_ == Way::SMALL) {
        const GuessFound &found = small_.found();
        if (!small_.step(units)) {
            units = 0;
            return false;
        }
        units -= found.scored * rules_.cells.black.size() * (1 + static_cast<int64_t>(keys_.size()) / WORD_BITS);
        work_.scored += found.scored;
        result = {
            found.kept, static_cast<int64_t>(found.key) - unit_, {found.most_parts - 1, found.most_parts_of_others}};
        for (int64_t n = 0; n < std::min(found.kept, list_.scores.size()); ++n) list_.scores[n] -= unit_;
    } else if (way_ == Way::MEMBERS) {
        if (!score_members(units)) return false;
    } else if (!score_large(units)) {
        return false;
    }
    if (bounds_) settle();
    return true;
}

/// Record the sum of bounds of one guess.
void GuessBounds::weigh(uint64_t guess, int64_t total) {
    result.lowest = std::min(result.lowest, total);
    if (total >= limit_) return;
    list_.scores[result.kept] = total;
    list_.guesses[result.kept] = guess;
    ++result.kept;
}

/// Score only the members; returns whether all are scored.
bool GuessBounds::score_members(int64_t &units) {
    const auto size = static_cast<int64_t>(keys_.size());
    for (; next_member_ < size; ++next_member_) {
        if (units <= 0) return false;
        units -= size * REPLY_UNITS;
        const uint64_t guess = keys_[static_cast<std::size_t>(next_member_)];
        const GuessReplies replies(guess, rules_.packing, rules_.game.part_table);
        sizes_.fill(0);
        for (int64_t s = 0; s < size; s += LANES) {
            const int64_t count = std::min(size - s, LANES);
            int64_t parts[LANES];
            replies.parts(keys_.data() + s, count, parts);
            for (int64_t i = 0; i < count; ++i) ++sizes_[parts[i]];
        }
        int64_t total = 0;
        int64_t made = 0;
        for (int64_t r = 0; r < rules_.cells.parts - 1; ++r) {
            total += static_cast<int64_t>(table_[sizes_[r]]);
            made += sizes_[r] > 0;
        }
        result.most_parts.below = std::max(result.most_parts.below, made);
        weigh(guess, total);
    }
    result.most_parts.other = result.most_parts.below;
    return true;
}

/// Build the bit planes of a large set, and begin to list the guesses that can differ.
void GuessBounds::load_large() {
    const auto size = static_cast<int64_t>(keys_.size());
    const int64_t words = (size + LANES * WORD_BITS - 1) / (LANES * WORD_BITS) * LANES;
    Columns &columns = small_.columns;
    const int64_t shape[3] = {rules_.game.pegs, columns.count, words};
    const auto room = static_cast<std::size_t>(rules_.game.pegs * columns.count * words);
    place_.assign(room, 0);
    copies_.assign(room, 0);
    member_bits_.assign(static_cast<std::size_t>(words), 0);
    column_of_ = columns.of_color;
    build_planes(keys_.data(), 0, size, rules_.packing, column_of_.data(), place_.data(), copies_.data(),
                 {columns.count * words, words, 1}, tally_.data());
    fill_members(member_bits_.data(), size);
    planes_ = {{column_of_.data(), rules_.game.colors},
               {member_bits_.data(), words},
               {place_.data(), shape},
               {copies_.data(), shape}};
    const auto count = static_cast<std::size_t>(columns.count);
    guesses_.start(rules_.packing, rules_.game.repeats, {columns.color_of.data(), count}, {columns.kind.data(), count});
}

/// Score all guesses that can differ, in batches; returns whether all are scored.
bool GuessBounds::score_large(int64_t &units) {
    const int64_t cost = planes_.members.size() * (rules_.cells.black.size() + 2 * rules_.game.pegs);
    while (!guesses_.done()) {
        if (units <= 0) return false;
        batch_.resize(static_cast<std::size_t>(std::clamp(units / cost, int64_t{1}, MOST_BATCH)));
        const int64_t count = guesses_.next({batch_.data(), static_cast<int64_t>(batch_.size())});
        batch_.resize(static_cast<std::size_t>(count));
        sums_.resize(batch_.size());
        counter_.score(batch_, planes_, NEGATIVE_ENTROPY, table_, sums_.data());
        for (std::size_t n = 0; n < batch_.size(); ++n) {
            if (!is_barred(batch_[n])) weigh_large(batch_[n], static_cast<int64_t>(sums_[n] >> 1), !(sums_[n] & 1));
        }
        work_.scored += count;
        units -= (count + 1) * cost;
    }
    if (!rules_.same_turns) result.most_parts = {rules_.cells.parts - 1, rules_.cells.parts - 1};
    return true;
}

/// Whether a guess has a column that another one represents.
bool GuessBounds::is_barred(uint64_t guess) const {
    const Columns &columns = small_.columns;
    for (int64_t i = 0; rules_.blacks_alone && i < rules_.game.pegs; ++i) {
        const uint16_t column = columns.of_color[static_cast<std::size_t>(rules_.packing.color(guess, i))];
        if (columns.barred[static_cast<std::size_t>(i)] >> column & 1) return true;
    }
    return false;
}

/// Record the sum over all parts of one guess, including the win.
void GuessBounds::weigh_large(uint64_t guess, int64_t total, bool won) {
    if (rules_.same_turns) {
        const int64_t made = total >> COUNT_SHIFT;
        total &= (int64_t{1} << COUNT_SHIFT) - 1;
        int64_t &most = won ? result.most_parts.below : result.most_parts.other;
        most = std::max(most, won ? made - 1 : made);
    }
    weigh(guess, won ? total - unit_ : total);
}

/// Derive the bound of the set from the result.
void GuessBounds::settle() {
    if (!rules_.same_turns) result.lowest >>= TIE_BITS;
    const MostParts found = result.most_parts;
    result.most_parts = given_;
    if (objective_ != SUM_OF_TABLE && (least_limit_ >= 0 || result.lowest > floor_)) { // all guesses were scored
        result.most_parts.below = std::min(given_.below, found.below);
        result.most_parts.other = std::max(std::min(given_.other, found.other), result.most_parts.below);
    } else if (rules_.candidates_only) {
        result.most_parts = found;
    }
}

} // namespace codepegs
