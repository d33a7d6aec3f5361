// A whole one-step strategy from one set of candidates down to its leaves, in steps: every set is searched once,
// instead of a game played for every secret.
#include "codes/set_search.hpp"
#include "codes/walk_output.hpp"
#include "core/array.hpp"
#include "core/export.hpp"
#include "core/packed_codes.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace codepegs {

class StrategyWalk {
  public:
    StrategyWalk(const CodeRules &rules, const Cells &cells, const OneStepOptions &options, const WalkOutput &out)
        : rules_(rules), packing_(rules.packing()), parts_(cells.parts), options_(options), out_(out),
          first_played_(static_cast<std::size_t>(rules.colors)), sizes_(static_cast<std::size_t>(parts_)),
          search_(rules, cells, options) {}

    /// Add a set to be walked.
    void add(std::span<const uint64_t> keys, int64_t depth, Array<const int64_t> first_played) {
        options_.check_set(static_cast<int64_t>(keys.size()));
        roots_.add(static_cast<int64_t>(keys.size()), depth);
        out_.add_places(static_cast<int64_t>(keys.size()));
        keys_.insert(keys_.end(), keys.begin(), keys.end());
        first_plays_.insert(first_plays_.end(), first_played.begin(), first_played.end());
    }

    /// Continue; returns whether all sets are done.
    bool step(int64_t units) {
        while (units > 0) {
            if (searching_) {
                const int64_t before = search_.scored;
                if (!search_.step(units)) return false;
                searching_ = false;
                units -= (search_.scored - before) + 1000;
                play(search_.guess, search_.scored);
                continue;
            }
            if (pending_.empty() && !roots_.push_next(pending_)) return true;
            set_ = pending_.back();
            pending_.pop_back();
            units -= 100 + 30 * set_.size();
            begin();
        }
        return false;
    }

    [[nodiscard]] int64_t nodes() const { return out_.nodes(); }

    void write_lengths(Array<int64_t> lengths) const {
        std::vector<int64_t> numbers(keys_.size());
        write_code_numbers(keys_.data(), static_cast<int64_t>(keys_.size()), rules_, numbers.data());
        out_.write_lengths(lengths, [&](std::size_t at) { return numbers[at]; });
    }

    [[nodiscard]] const CodeRules &rules() const { return rules_; }

  private:
    void begin() {
        const int64_t size = set_.size();
        if (set_.parent < 0) {
            const auto row = first_plays_.begin() + (-1 - set_.parent) * rules_.colors;
            first_played_.assign(row, row + rules_.colors);
            begin_root();
        }
        if (size <= 2) {
            play_few(set_);
            return;
        }
        for (int64_t &first : first_played_) { // set in another branch
            if (first >= set_.depth) first = NEVER;
        }
        if (size > options_.searched_most) {
            play(keys_[index(set_.start)], 0);
            return;
        }
        out_.count_search();
        searching_ = true;
        const bool is_known = is_game_ && set_.depth <= 1;
        set_.is_closed = search_.begin({keys_.data() + set_.start, keys_.data() + set_.stop}, set_.depth, played(),
                                       set_.is_closed, is_known ? &*symmetry_ : nullptr);
    }

    /// If a walk begins with every code of the game, the symmetries of the guesses before a set map it to itself. Those
    /// of no guess and of one are many, and found once.
    void begin_root() {
        const auto first = keys_.begin() + set_.start;
        const auto last = keys_.begin() + set_.stop;
        is_game_ = options_.candidates_only && set_.depth == 0 && static_cast<uint64_t>(set_.size()) == rules_.size() &&
                   std::adjacent_find(first, last, std::greater_equal{}) == last;
        set_.is_closed = is_game_;
        if (is_game_) find_symmetry(0, 0);
    }

    void find_symmetry(int64_t turns, uint64_t guess) {
        std::vector<int64_t> colors;
        for (int64_t i = 0; i < packing_.pegs; ++i) colors.push_back(packing_.color(guess, i));
        const int64_t shape[2] = {turns, packing_.pegs};
        const int64_t same = 0;
        symmetry_.emplace(rules_, Array<const int64_t, 2>{colors.data(), shape}, Array<const int64_t>{&same, turns});
    }

    /// One code or two: the first is played, then the other.
    void play_few(const WalkSet &set) {
        const uint64_t *keys = keys_.data() + set.start;
        out_.count_found(set.depth + 1, set.start);
        out_.add_node(keys[0], set.parent, set.part);
        if (set.size() == 1) return;
        out_.count_found(set.depth + 2, set.start + 1);
        if (!out_.writes_nodes()) {
            out_.add_node(keys[1], out_.nodes() - 1, 0);
            return;
        }
        const GuessReplies replies(keys[0], packing_, rules_.part_table);
        out_.add_node(keys[1], out_.nodes() - 1, replies.part(keys[1]));
    }

    void play(uint64_t guess, int64_t scored) {
        for (int64_t i = 0; i < packing_.pegs; ++i) {
            int64_t &first = first_played_[index(packing_.color(guess, i))];
            first = std::min(first, set_.depth);
        }
        if (is_game_ && set_.depth == 0) find_symmetry(1, guess);
        out_.count_work(scored, set_.size());
        split(keys_.data(), set_.start, set_.stop, guess, packing_, rules_.part_table, sizes(), scratch_);
        const int64_t node = out_.nodes();
        out_.add_node(guess, set_.parent, set_.part);
        int64_t end = set_.stop;
        for (int64_t won = sizes_.back(); won > 0; --won) out_.count_found(set_.depth + 1, --end);
        for (int64_t part = parts_ - 2; part >= 0; --part) {
            const int64_t size = sizes_[index(part)];
            if (size == 0) continue;
            const WalkSet set{end - size, end, set_.depth + 1, node, part, set_.is_closed};
            if (size <= 2 && !out_.writes_nodes()) play_few(set); // there is no order to keep
            else pending_.push_back(set);
            end -= size;
        }
    }

    [[nodiscard]] Array<const int64_t> played() const {
        return {first_played_.data(), static_cast<int64_t>(first_played_.size())};
    }
    [[nodiscard]] Array<int64_t> sizes() { return {sizes_.data(), parts_}; }
    CodeRules rules_;
    Packing packing_;
    int64_t parts_;
    OneStepOptions options_;
    WalkWriter out_;

    WalkRoots roots_;
    std::vector<int64_t> first_plays_;  // of each root
    std::vector<uint64_t> keys_;        // reordered part by part
    std::vector<int64_t> first_played_; // by colour: the number of the guess that played it first
    std::vector<int64_t> sizes_;
    SplitScratch scratch_;
    std::vector<WalkSet> pending_;

    WalkSet set_{};
    bool searching_ = false;
    bool is_game_ = false; // whether the walk began with every code of the game
    std::optional<HistorySymmetry> symmetry_;
    SetSearch search_;
};
CODEPEGS_OBJECT(StrategyWalk);

/// Begin to play a one-step strategy against every code of `keys`.
///
/// `depth` guesses were made already; colour v was first played at guess number `first_played[v]` (0-based, `NEVER`
/// when not at all).
std::unique_ptr<StrategyWalk> begin_walk(Array<const uint64_t> keys, int64_t depth, Array<const int64_t> first_played,
                                         const CodeRules &rules, const Cells &cells, const OneStepOptions &options,
                                         const WalkOutput &out) {
    check_arguments(keys, first_played, rules, cells, options);
    check_depth(depth);
    out.check();
    auto walk = std::make_unique<StrategyWalk>(rules, cells, options, out);
    if (keys.size() > 0) walk->add({keys.begin(), keys.end()}, depth, first_played);
    return walk;
}

/// Walk more sets: the codes of set n end at `ends[n]`, `depths[n]` guesses were made before, and row n of
/// `first_plays` is its `first_played`.
void walk_more(StrategyWalk &walk, Array<const uint64_t> keys, Array<const int64_t> ends, Array<const int64_t> depths,
               Array<const int64_t, 2> first_plays) {
    check_sets(keys.size(), ends, depths);
    check_keys(keys, walk.rules());
    require(first_plays.size(0) == ends.size() && first_plays.size(1) == walk.rules().colors,
            "first_plays: expected an entry for each set and colour");
    int64_t start = 0;
    for (int64_t n = 0; n < ends.size(); ++n) {
        walk.add({keys.data() + start, keys.data() + ends[n]}, depths[n], first_plays[n]);
        start = ends[n];
    }
}

/// Continue for `units` of work; returns whether every code is found.
bool step_walk(StrategyWalk &walk, int64_t units) { return walk.step(units); }

/// Return the number of nodes so far.
int64_t walked_nodes(StrategyWalk &walk) { return walk.nodes(); }

/// Write the number of guesses of each code that was found, by the number of the code among all codes of the game.
void walked_lengths(StrategyWalk &walk, Array<int64_t> lengths) { walk.write_lengths(lengths); }

} // namespace codepegs

CODEPEGS_FREE(StrategyWalk);
CODEPEGS_EXPORT(begin_walk, keys, depth, first_played, rules, cells, options, out);
CODEPEGS_EXPORT(walk_more, walk, keys, ends, depths, first_plays);
CODEPEGS_EXPORT(step_walk, walk, units);
CODEPEGS_EXPORT(walked_nodes, walk);
CODEPEGS_EXPORT(walked_lengths, walk, lengths);
