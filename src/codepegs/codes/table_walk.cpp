// A whole one-step strategy of a listed game, set after set, by a table of replies.
#include "codes/set_search.hpp"
#include "codes/table_counts.hpp"
#include "codes/walk_output.hpp"
#include "core/export.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace codepegs {

class TableWalk {
  public:
    TableWalk(ReplyTable table, Array<const int64_t> guess_of, int64_t parts, const OneStepOptions &options,
              const WalkOutput &out)
        : options_(options), out_(out), table_(table), guesses_(table.size(0)), guess_of_(guess_of),
          begins_(static_cast<std::size_t>(parts) + 1), counts_(table, parts) {}

    /// Add sets to be walked, as `walk_more` does.
    void add(Array<const int64_t> members, Array<const int64_t> ends, Array<const int64_t> depths) {
        for (int64_t n = 0, start = 0; n < ends.size(); start = ends[n++])
            require(options_.table.size() > ends[n] - start, "table: the table of logarithms is short");
        const std::vector<int32_t> columns = table_members(table_, members);
        members_.insert(members_.end(), columns.begin(), columns.end());
        scratch_.resize(members_.size());
        out_.add_places(members.size());
        for (int64_t n = 0, start = 0; n < ends.size(); start = ends[n++]) roots_.add(ends[n] - start, depths[n]);
    }

    /// Go on; returns whether all sets are done.
    bool step(int64_t units) {
        while (units > 0) {
            if (next_ < 0) {
                if (pending_.empty() && !roots_.push_next(pending_)) return true;
                set_ = pending_.back();
                pending_.pop_back();
                units -= 100;
                begin();
            } else {
                units -= compare(units);
            }
        }
        return false;
    }

    [[nodiscard]] int64_t nodes() const { return out_.nodes(); }

    void write_lengths(Array<int64_t> lengths) const {
        out_.write_lengths(lengths, [this](std::size_t at) { return guess_of_[members_[at]]; });
    }

  private:
    [[nodiscard]] const int32_t *members() const { return members_.data() + set_.start; }

    void begin() {
        counts_.take(members(), set_.size());
        if (set_.size() <= 2 || set_.size() > options_.searched_most) {
            play(guess_of_.data()[members()[0]]);
            return;
        }
        out_.count_search();
        least_ = ~uint64_t{0};
        const int64_t most = std::min(set_.size(), counts_.parts());
        floor_ = 2 * singletons_score(most, counts_.parts(), options_.objective, options_.table);
        scored_ = 0;
        next_ = 0;
    }

    /// Compare some guesses: the members first, which win ties and where the search may end, then all. Returns the
    /// units that took.
    int64_t compare(int64_t units) {
        const int64_t cost = set_.size() + 10;
        const int64_t all = options_.candidates_only ? set_.size() : set_.size() + guesses_;
        const int64_t stop = std::min(all, next_ + 1 + units / cost);
        const int64_t begun = next_;
        for (; next_ < stop; ++next_) {
            const bool is_member = next_ < set_.size();
            const int64_t guess = is_member ? guess_of_.data()[members()[next_]] : next_ - set_.size();
            const uint64_t key = counts_.key(guess, options_.objective, options_.table);
            ++scored_;
            if (key >= least_) continue;
            least_ = key;
            best_ = guess;
            // No member is better than the floor; once all were compared, no other guess is better than one more.
            if (key == floor_ || (!is_member && key == floor_ + 1)) {
                next_ = all;
                break;
            }
        }
        const int64_t took = (std::min(next_, stop) - begun) * cost;
        if (next_ >= all) {
            out_.count_work(scored_, set_.size());
            play(best_);
        }
        return took;
    }

    void play(int64_t guess) {
        next_ = -1;
        const uint16_t *row = counts_.row(guess);
        const int64_t node = out_.nodes();
        out_.add_node(static_cast<uint64_t>(guess), set_.parent, set_.part);
        counts_.count(guess);
        const std::vector<uint32_t> &sizes = counts_.sizes();
        const auto parts = static_cast<int64_t>(sizes.size());
        begins_[0] = static_cast<int32_t>(set_.start);
        for (int64_t part = 0; part < parts; ++part) {
            const auto at = static_cast<std::size_t>(part);
            begins_[at + 1] = begins_[at] + static_cast<int32_t>(sizes[at]);
        }
        for (int64_t part = parts - 2; part >= 0; --part) {
            const auto at = static_cast<std::size_t>(part);
            if (sizes[at] == 0) continue;
            require(sizes[at] < set_.size(), "walk: a guess leaves all secrets of a set");
            pending_.push_back({begins_[at], begins_[at + 1], set_.depth + 1, node, part});
        }
        const auto win = static_cast<std::size_t>(parts) - 1;
        for (int64_t at = begins_[win]; at < begins_[win + 1]; ++at) out_.count_found(set_.depth + 1, at);
        std::copy(members(), members() + set_.size(), scratch_.begin());
        for (int64_t n = 0; n < set_.size(); ++n) {
            const int32_t member = scratch_[static_cast<std::size_t>(n)];
            members_[static_cast<std::size_t>(begins_[row[member]]++)] = member;
        }
        counts_.take(scratch_.data(), set_.size());
        counts_.clear();
    }

    OneStepOptions options_;
    WalkWriter out_;
    ReplyTable table_;
    int64_t guesses_;
    WalkRoots roots_;
    std::vector<int32_t> members_;  // columns, reordered part by part
    Array<const int64_t> guess_of_; // by column: the guess of that code
    std::vector<int32_t> scratch_;
    std::vector<int32_t> begins_;
    TableCounts<uint16_t> counts_;
    std::vector<WalkSet> pending_;

    // The search in one set.
    WalkSet set_{};
    int64_t next_ = -1; // the guess to compare next, the members before all others; -1 between sets
    int64_t scored_ = 0;
    uint64_t least_ = 0;
    uint64_t floor_ = 0;
    int64_t best_ = 0;
};
CODEPEGS_OBJECT(TableWalk);

namespace {

/// Begin to play a one-step strategy of a listed game, after `depth` guesses.
///
/// `table` has part numbers by guess and secret, and `members` its columns that form the set. `guess_of` has the row of
/// the code of each column. The last of the `parts` is the win.
std::unique_ptr<TableWalk> begin_table_walk(ReplyTable table, Array<const int64_t> members,
                                            Array<const int64_t> guess_of, int64_t depth, int64_t parts,
                                            const OneStepOptions &options, const WalkOutput &out) {
    require(guess_of.size() == table.size(1), "guess_of: expected one guess for each column");
    for (const int64_t guess : guess_of)
        require(guess >= 0 && guess < table.size(0), "guess_of: there is no such guess");
    check_depth(depth);
    require(options.objective >= WORST_PART && options.objective <= FEWEST_PARTS, "options: unknown objective");
    out.check();
    auto walk = std::make_unique<TableWalk>(table, guess_of, parts, options, out);
    const int64_t end = members.size();
    if (end > 0) walk->add(members, {&end, 1}, {&depth, 1});
    return walk;
}

/// Walk more sets: the columns of set n end at `ends[n]`, and `depths[n]` guesses were made before.
void walk_more_of_table(TableWalk &walk, Array<const int64_t> members, Array<const int64_t> ends,
                        Array<const int64_t> depths) {
    check_sets(members.size(), ends, depths);
    walk.add(members, ends, depths);
}

template <class Part> void copy_columns(PartNumbers<Part> table, Array<const int64_t> columns, Array<uint16_t, 2> out) {
    require(out.size(0) == table.size(0) && out.size(1) == columns.size(), "gather_columns: out has another shape");
    const std::vector<int32_t> from = table_members(table, columns);
    for (int64_t row = 0; row < table.size(0); ++row) {
        const Part *source = table.data() + row * table.size(1);
        uint16_t *target = out.data() + row * out.size(1);
        for (std::size_t n = 0; n < from.size(); ++n) target[n] = source[from[n]];
    }
}

/// Copy columns of a table in another order, row after row, to `out`, shape (guesses, columns).
void gather_columns(ReplyTable table, Array<const int64_t> columns, Array<uint16_t, 2> out) {
    copy_columns(table, columns, out);
}

/// As `gather_columns`, from part numbers in bytes.
void gather_columns_8(PartNumbers<uint8_t> table, Array<const int64_t> columns, Array<uint16_t, 2> out) {
    copy_columns(table, columns, out);
}

/// Continue for about `units` replies; returns whether every secret is found.
bool step_table_walk(TableWalk &walk, int64_t units) { return walk.step(units); }

/// Return the number of nodes so far.
int64_t table_walk_nodes(TableWalk &walk) { return walk.nodes(); }

/// Write the number of guesses of each code that was found, by the number of the code.
void table_walk_lengths(TableWalk &walk, Array<int64_t> lengths) { walk.write_lengths(lengths); }

} // namespace

} // namespace codepegs

CODEPEGS_FREE(TableWalk);
CODEPEGS_EXPORT(begin_table_walk, table, members, guess_of, depth, parts, options, out);
CODEPEGS_EXPORT(walk_more_of_table, walk, members, ends, depths);
CODEPEGS_EXPORT(gather_columns, table, columns, out);
CODEPEGS_EXPORT(gather_columns_8, table, columns, out);
CODEPEGS_EXPORT(step_table_walk, walk, units);
CODEPEGS_EXPORT(table_walk_nodes, walk);
CODEPEGS_EXPORT(table_walk_lengths, walk, lengths);
