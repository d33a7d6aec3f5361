#include "trees/search/peg_bounds.hpp"

#include <algorithm>

namespace codepegs {

namespace {

/// Units of work to compute one reply.
constexpr int64_t REPLY_UNITS = 10;

/// Guesses scored together at a large set.
constexpr int64_t MOST_BATCH = 512;

} // namespace

PegBounds::PegBounds(const SearchRules &rules, const PegGame &game, WorkDone &work)
    : GuessBounds(rules, work, MOST_MEMBERS), game_(game),
      small_(game.packing, game.rules.colors, game.rules.repeats, game.cells),
      counts_(game.packing, game.rules.repeats), counter_(game.packing, game.cells), sizes_(game.cells.parts) {}

void PegBounds::start(int64_t turn, const History &history, int64_t floor) {
    Columns &columns = small_.columns;
    classify_colors(keys_, turn, history.first_played.view(), game_.packing, game_.rules.repeats,
                    rules_.candidates_only, columns);
    for (int64_t v = 0; v < game_.rules.colors; ++v) {
        const auto color = static_cast<std::size_t>(v);
        live_[v] = columns.of_color[color] != ABSENT && columns.kind[columns.of_color[color]] != 2;
    }
    if (rules_.blacks_alone) bar_alike(turn, history);
    if (rules_.candidates_only) {
        way_ = Way::MEMBERS;
        next_member_ = 0;
        work_.scored += static_cast<int64_t>(keys_.size());
    } else if (static_cast<int64_t>(keys_.size()) > MOST_MEMBERS || columns.count > MOST_COLUMNS) {
        way_ = Way::LARGE;
        tabulate_breaks(turn); // a small set may have too many columns
        load_large();
    } else {
        allow_in_order(game_.packing.pegs, columns);
        scoring_floor_ = floor;
        if (is_counted()) way_ = Way::COUNTED;
        else score_small();
    }
}

void PegBounds::score_small() {
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
bool PegBounds::is_counted() const {
    const auto size = static_cast<int64_t>(keys_.size());
    return bounds_ && limit_ < 0 && (objective_ == NO_BREAK || objective_ == ONE_BREAK) &&
           size <= PartCounts::MOST_CODES && small_.columns.count <= PartCounts::MOST_COLUMNS &&
           PartCounts::suits(game_.cells, game_.packing.pegs) && is_below_break(floor_);
}

/// Whether a guess whose sum is `lowest` has no part larger than the first break.
bool PegBounds::is_below_break(int64_t lowest) const {
    const auto size = static_cast<int64_t>(keys_.size());
    return objective_ == NO_BREAK || lowest - size + 2 <= static_cast<int64_t>(breaks_[0]);
}

/// Count the parts of all guesses; false if the sizes are needed too.
bool PegBounds::count_parts() {
    const auto size = static_cast<int64_t>(keys_.size());
    const PartCounts::Most most = counts_.count(keys_, small_.columns, 2 * size - 1 - floor_, 2 * size - floor_);
    work_.scored += most.guesses;
    result = {0, 2 * size - std::max(most.won + 1, most.other), {most.won - 1, most.other}};
    return is_below_break(result.lowest);
}

/// If replies are sums over the pegs, use one column per class of equivalent columns at each peg.
/// Then only whether the colour at a peg is right matters, so colours never played at a peg are interchangeable there,
/// and so are those that no code has there. No other classes are needed.
void PegBounds::bar_alike(int64_t turn, const History &history) {
    Columns &columns = small_.columns;
    std::fill_n(columns.kind.begin(), columns.count, 0);
    const uint64_t everything = ~uint64_t{0} >> (WORD_BITS - columns.count);
    const auto column_at = [&](uint64_t key, int64_t peg) {
        return columns.of_color[static_cast<std::size_t>(game_.packing.color(key, peg))];
    };
    for (int64_t i = 0; i < game_.packing.pegs; ++i) {
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

bool PegBounds::step(int64_t &units) {
    if (way_ == Way::COUNTED) {
        const int64_t before = work_.scored;
        const bool enough = count_parts();
        units -= (work_.scored - before) * game_.cells.black.size() / 4;
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
        units -= found.scored * game_.cells.black.size() * (1 + static_cast<int64_t>(keys_.size()) / WORD_BITS);
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

/// Score only the members; returns whether all are scored.
bool PegBounds::score_members(int64_t &units) {
    const auto size = static_cast<int64_t>(keys_.size());
    for (; next_member_ < size; ++next_member_) {
        if (units <= 0) return false;
        units -= size * REPLY_UNITS;
        const uint64_t guess = keys_[static_cast<std::size_t>(next_member_)];
        const GuessReplies replies(guess, game_.packing, game_.rules.part_table);
        sizes_.fill(0);
        for (int64_t s = 0; s < size; s += LANES) {
            const int64_t count = std::min(size - s, LANES);
            int64_t parts[LANES];
            replies.parts(keys_.data() + s, count, parts);
            for (int64_t i = 0; i < count; ++i) ++sizes_[parts[i]];
        }
        int64_t total = 0;
        int64_t made = 0;
        for (int64_t r = 0; r < game_.cells.parts - 1; ++r) {
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
void PegBounds::load_large() {
    const auto size = static_cast<int64_t>(keys_.size());
    const int64_t words = (size + LANES * WORD_BITS - 1) / (LANES * WORD_BITS) * LANES;
    Columns &columns = small_.columns;
    const int64_t shape[3] = {game_.rules.pegs, columns.count, words};
    const auto room = static_cast<std::size_t>(game_.rules.pegs * columns.count * words);
    place_.assign(room, 0);
    copies_.resize(room);
    member_bits_.assign(static_cast<std::size_t>(words), 0);
    column_of_ = columns.of_color;
    build_planes(keys_.data(), 0, size, game_.packing, column_of_.data(), place_.data(), copies_.data(),
                 {columns.count * words, words, 1}, columns.count, words);
    fill_members(member_bits_.data(), size);
    planes_ = {{column_of_.data(), game_.rules.colors},
               {member_bits_.data(), words},
               {place_.data(), shape},
               {copies_.data(), shape}};
    const auto count = static_cast<std::size_t>(columns.count);
    guesses_.start(game_.packing, game_.rules.repeats, {columns.color_of.data(), count}, {columns.kind.data(), count});
}

/// Score all guesses that can differ, in batches; returns whether all are scored.
bool PegBounds::score_large(int64_t &units) {
    const int64_t cost = planes_.members.size() * (game_.cells.black.size() + 2 * game_.rules.pegs);
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
    if (!rules_.same_turns) result.most_parts = {game_.cells.parts - 1, game_.cells.parts - 1};
    return true;
}

/// Whether a guess has a column that another one represents.
bool PegBounds::is_barred(uint64_t guess) const {
    const Columns &columns = small_.columns;
    for (int64_t i = 0; rules_.blacks_alone && i < game_.rules.pegs; ++i) {
        const uint16_t column = columns.of_color[static_cast<std::size_t>(game_.packing.color(guess, i))];
        if (columns.barred[static_cast<std::size_t>(i)] >> column & 1) return true;
    }
    return false;
}

/// Record the sum over all parts of one guess, including the win.
void PegBounds::weigh_large(uint64_t guess, int64_t total, bool won) {
    if (rules_.same_turns) {
        const int64_t made = total >> COUNT_SHIFT;
        total &= (int64_t{1} << COUNT_SHIFT) - 1;
        int64_t &most = won ? result.most_parts.below : result.most_parts.other;
        most = std::max(most, won ? made - 1 : made);
    }
    weigh(guess, won ? total - unit_ : total);
}

} // namespace codepegs
