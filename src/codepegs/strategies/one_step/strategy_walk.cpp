// A whole one-step strategy from one set of candidates down to its leaves, in steps: every set is searched once,
// instead of a game played for every secret.
#include "core/array.hpp"
#include "core/export.hpp"
#include "core/packed_codes.hpp"
#include "strategies/one_step/set_search.hpp"
#include "strategies/one_step/walk_output.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <tuple>
#include <vector>

namespace codepegs {

class StrategyWalk {
  public:
    StrategyWalk(Array<const uint64_t> keys, int64_t depth, Array<const int64_t> first_played, const CodeRules &rules,
                 const Cells &cells, const OneStepOptions &options, const WalkOutput &out)
        : rules_(rules), packing_(rules.packing()), parts_(cells.parts), options_(options), out_(out),
          keys_(keys.begin(), keys.end()), first_played_(first_played.begin(), first_played.end()),
          sizes_(static_cast<std::size_t>(parts_)), search_(rules, cells, options) {
        if (keys.size() > 0) pending_.push_back({0, keys.size(), depth, -1, -1});
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
            if (pending_.empty()) return true;
            set_ = pending_.back();
            pending_.pop_back();
            units -= 100 + 30 * set_.size();
            begin();
        }
        return false;
    }

    [[nodiscard]] int64_t nodes() const { return out_.nodes(); }

  private:
    void begin() {
        const int64_t size = set_.size();
        if (size <= 2) {
            play_few();
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
        search_.begin({keys_.data() + set_.start, keys_.data() + set_.stop}, set_.depth, played());
    }

    /// One code or two: the first is played, then the other.
    void play_few() {
        const uint64_t *keys = keys_.data() + set_.start;
        out_.count_found(set_.depth + 1, 1);
        out_.add_node(keys[0], set_.parent, set_.part);
        if (set_.size() == 1) return;
        out_.count_found(set_.depth + 2, 1);
        const GuessReplies replies(keys[0], packing_, rules_.part_table);
        out_.add_node(keys[1], out_.nodes() - 1, replies.part(keys[1]));
    }

    void play(uint64_t guess, int64_t scored) {
        for (int64_t i = 0; i < packing_.pegs; ++i) {
            int64_t &first = first_played_[index(packing_.color(guess, i))];
            first = std::min(first, set_.depth);
        }
        out_.count_work(scored, set_.size());
        split(keys_.data(), set_.start, set_.stop, guess, packing_, rules_.part_table, sizes(), scratch_);
        const int64_t node = out_.nodes();
        out_.add_node(guess, set_.parent, set_.part);
        const int64_t won = sizes_.back();
        out_.count_found(set_.depth + 1, won);
        int64_t end = set_.stop - won;
        for (int64_t part = parts_ - 2; part >= 0; --part) {
            const int64_t size = sizes_[index(part)];
            if (size == 0) continue;
            pending_.push_back({end - size, end, set_.depth + 1, node, part});
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

    std::vector<uint64_t> keys_;        // reordered part by part
    std::vector<int64_t> first_played_; // by colour: the number of the guess that played it first
    std::vector<int64_t> sizes_;
    SplitScratch scratch_;
    std::vector<WalkSet> pending_;

    WalkSet set_{};
    bool searching_ = false;
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
    require(depth >= 0 && depth < NEVER, "depth: expected a number of guesses");
    out.check();
    return std::make_unique<StrategyWalk>(keys, depth, first_played, rules, cells, options, out);
}

bool step_walk(StrategyWalk &walk, int64_t units) { return walk.step(units); }

int64_t walked_nodes(StrategyWalk &walk) { return walk.nodes(); }

} // namespace codepegs

CODEPEGS_FREE(StrategyWalk);
CODEPEGS_EXPORT(begin_walk, keys, depth, first_played, rules, cells, options, out);
CODEPEGS_EXPORT(step_walk, walk, units);
CODEPEGS_EXPORT(walked_nodes, walk);
