// Beam search for good trees of sets that are too large for an exact search.
// The estimated cost of a set depends on its size, and comes from trees found before. At each set, the `width` guesses
// with the least sum of estimates over their parts are tried. Each part is searched in the same way, and the result is
// stored under the hash of the set. A part that has not been searched yet counts with an optimistic cost, below the
// estimate, and a guess is dropped when its sum reaches the best so far. If a part is even better than that, a better
// guess may be missed, but a tree already found is never lost. Small sets are searched exactly (branch_and_bound.hpp),
// up to a limit of work.
#include "core/export.hpp"
#include "core/random.hpp"
#include "trees/search/branch_and_bound.hpp"
#include "trees/search/growing_tree.hpp"
#include "trees/search/listed_codes.hpp"
#include "trees/search/peg_game.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace codepegs {

/// The settings of a beam search; the arrays are indexed by size, up to that of the game.
struct BeamSettings {
    Array<const uint64_t> expected;  // the estimate, in units of 1 / SCALE guesses, with one guess for each code
    Array<const int64_t> optimistic; // the optimistic cost, at most the estimate
    Array<const int64_t> width;      // guesses tried
    int64_t exact_most;              // largest set that is searched exactly
    int64_t exact_quota;             // sets scored before an exact search is abandoned
    uint64_t seed;                   // orders guesses of equal estimate
};
CODEPEGS_STRUCT(BeamSettings, expected, optimistic, width, exact_most, exact_quota, seed);

namespace {

/// The entry of a set in the table of values: no tree below its limit, or the value and first guess of a tree.
constexpr Knowledge MISSED = MEMBERS;
constexpr Knowledge HELD = BOUNDS;

/// Whether a set was searched completely or its tree was given; stored in the place of `Entry::below`.
constexpr int64_t GIVEN = 0;
constexpr int64_t SEARCHED = 1;

/// Estimates are in units of 1 / SCALE guesses.
constexpr int64_t SCALE = 256;

/// Guesses listed per guess tried: some take no search, because all their parts are known.
constexpr int64_t SPARE = 3;

/// Above the cost of any tree.
constexpr int64_t NO_LIMIT = int64_t{1} << 40;

constexpr int64_t WHOLE_QUOTA = int64_t{1} << 60;

/// Units of work per code for splitting a set and looking up its parts.
constexpr int64_t STEP_UNITS = 100;

} // namespace

/// Searches for trees of sets of one game, one after another; for one thread.
class BeamSearch {
  public:
    BeamSearch(std::unique_ptr<SearchGame> game, const SearchSettings &settings)
        : stack_(std::move(game), settings), exact_(stack_), beams_(static_cast<std::size_t>(settings.step.size())) {}

    [[nodiscard]] SearchStack &stack() { return stack_; }

    /// Check the values that indices depend on.
    void check(const BeamSettings &settings) const {
        const int64_t sizes = stack_.rules.game_size() + 1;
        require(settings.expected.size() == sizes && settings.optimistic.size() == sizes &&
                    settings.width.size() == sizes,
                "BeamSettings: one entry for each size up to that of the game");
    }

    /// Store a tree of the set placed at a turn: its nodes in preorder, and the cost of each subtree.
    void plant(TranspositionTable values, int64_t size, int64_t turn, Array<const uint64_t> guesses,
               Array<const int64_t> ends, Array<const int64_t> parts, Array<const int64_t> costs);

    /// Begin a search for a tree that costs less than `limit`, for the set placed at a turn.
    void begin(int64_t size, int64_t turn, int64_t limit);

    /// Continue for `units` of work; returns whether it is done. `table` is that of the exact searches; `values` stores
    /// the results of this one.
    bool step(const BeamSettings &settings, TranspositionTable table, TranspositionTable values, int64_t units);

    /// Store the trees found so far, when a search is abandoned.
    void keep_unfinished(TranspositionTable values);

    /// Prepare to write the nodes of the tree stored for the set placed at a turn.
    void begin_growing(int64_t size, int64_t turn);

    /// Continue for `units` of work; returns whether it is done.
    bool step_growing(const BeamSettings &settings, TranspositionTable table, TranspositionTable values, int64_t units);

    /// The nodes in preorder; none if some are no longer in the table.
    [[nodiscard]] const GrowingTree &tree() const { return tree_; }

  private:
    enum class Mode { ENTER, EXACT, LIST, NEXT_GUESS, NEXT_PART, LEAVE };

    /// Additional fields of a frame of the stack.
    struct Beam {
        Entry held;         // the entry of the set in `values`
        int64_t limit = 0;  // the limit of its value
        int64_t first = -1; // the number of the guess of the tree found before
        int64_t room = 0;   // guesses that may still be taken from the list
        int64_t tried = 0;  // guesses with parts that were not searched before
    };

    Beam &beam() { return beams_[static_cast<std::size_t>(turn_)]; }
    void enter(const BeamSettings &settings, TranspositionTable table, TranspositionTable values);
    void finish_exact(Progress progress, const BeamSettings &settings, TranspositionTable values);
    void begin_list(const BeamSettings &settings);
    void finish_list(const BeamSettings &settings);
    void try_next_guess(const BeamSettings &settings, TranspositionTable table, TranspositionTable values,
                        int64_t &units);
    bool ask_parts(uint64_t guess, const BeamSettings &settings, TranspositionTable table, TranspositionTable values);
    int64_t keep_found(int64_t turn, TranspositionTable values, int64_t searched);
    void next_part();
    void leave_part();

    void grow_set(const BeamSettings &settings, TranspositionTable table, TranspositionTable values);
    void grow_node(uint64_t guess);

    SearchStack stack_;
    BranchAndBound exact_;
    std::vector<Beam> beams_; // by turn
    Mode mode_ = Mode::LEAVE;
    int64_t turn_ = 1;
    int64_t top_ = 1;
    int64_t value_ = 0;

    GrowingTree tree_;
    bool searching_ = false; // for the guess at the next set of the tree
};
CODEPEGS_OBJECT(BeamSearch);

void BeamSearch::begin(int64_t size, int64_t turn, int64_t limit) {
    turn_ = top_ = turn;
    mode_ = Mode::ENTER;
    Frame &f = stack_.open(turn);
    f.start = 0;
    f.stop = size;
    f.limit = limit;
    f.found = false;
    f.hash = stack_.hash(0, size, turn);
}

bool BeamSearch::step(const BeamSettings &settings, TranspositionTable table, TranspositionTable values,
                      int64_t units) {
    while (units > 0) {
        switch (mode_) {
        case Mode::ENTER:
            enter(settings, table, values);
            --units;
            break;
        case Mode::EXACT: {
            const Progress progress = exact_.step(table, units);
            if (progress != Progress::UNFINISHED) finish_exact(progress, settings, values);
            break;
        }
        case Mode::LIST:
            if (stack_.bounds.guesses->step(units)) finish_list(settings);
            break;
        case Mode::NEXT_GUESS:
            try_next_guess(settings, table, values, units);
            break;
        case Mode::NEXT_PART:
            next_part();
            break;
        case Mode::LEAVE:
            if (turn_ == top_) return true;
            leave_part();
            break;
        }
    }
    return false;
}

/// Begin with the current set: its entry may suffice, and a small one is searched exactly.
void BeamSearch::enter(const BeamSettings &settings, TranspositionTable table, TranspositionTable values) {
    Frame &f = stack_.frame(turn_);
    const Entry known = table.recall(f.hash);
    if (known.known == EXACT || (known.known != NOTHING && known.value >= f.limit)) {
        value_ = known.value;
        mode_ = Mode::LEAVE;
        return;
    }
    const Entry held = values.recall(f.hash);
    if (held.known != NOTHING && held.below == SEARCHED && (held.known == HELD || held.value >= f.limit)) {
        value_ = held.value;
        mode_ = Mode::LEAVE;
        return;
    }
    beam().held = held;
    beam().limit = f.limit;
    if (f.size() > settings.exact_most) {
        begin_list(settings);
        return;
    }
    exact_.begin(f.start, f.stop, turn_, held.known == HELD ? std::min(f.limit, held.value) : f.limit, Goal::VALUE);
    exact_.set_quota(settings.exact_quota);
    mode_ = Mode::EXACT;
}

/// Use the result of an exact search; if it was abandoned, continue with a beam search.
void BeamSearch::finish_exact(Progress progress, const BeamSettings &settings, TranspositionTable values) {
    Frame &f = stack_.frame(turn_);
    if (progress != Progress::DONE) {
        f.limit = beam().limit;
        begin_list(settings);
        return;
    }
    const Entry &held = beam().held;
    value_ = exact_.value();
    if (held.known == HELD && value_ >= std::min(beam().limit, held.value)) {
        values.replace(f.hash, {HELD, held.value, SEARCHED, 0, held.guess});
        value_ = held.value;
    }
    mode_ = Mode::LEAVE;
}

void BeamSearch::begin_list(const BeamSettings &settings) {
    Frame &f = stack_.frame(turn_);
    const Entry &held = beam().held;
    f.best = held.known == HELD ? std::min(f.limit, held.value) : f.limit;
    f.found = held.known == HELD && held.value < f.limit;
    f.best_guess = held.guess;
    const SetAtTurn set = stack_.set_at(turn_);
    stack_.bounds.guesses->begin_with_table(set.keys, turn_, stack_.history, NO_LIMIT,
                                            stack_.rules.candidates_only ? SUM_OF_TABLE : ANY_BREAKS, settings.expected,
                                            SCALE, {f.scores.view(), f.guesses.view()});
    mode_ = Mode::LIST;
}

/// Order the guesses: that of the tree found before, then by their estimates.
void BeamSearch::finish_list(const BeamSettings &settings) {
    Frame &f = stack_.frame(turn_);
    Beam &b = beam();
    const GuessBounds &guesses = *stack_.bounds.guesses;
    int64_t kept = guesses.result.kept;
    b.room = std::min(kept, SPARE * settings.width[f.size()]);
    b.first = -1;
    b.tried = 0;
    if (b.held.known == HELD && kept == f.guesses.size()) --kept;
    for (int64_t n = 0; n < kept; ++n) {
        if (b.held.known == HELD && f.guesses[n] == b.held.guess) b.first = n;
        f.scores[n] = (f.scores[n] << 8) | static_cast<int64_t>(mixed(f.guesses[n] ^ settings.seed) & 255);
    }
    if (b.held.known == HELD) {
        ++b.room;
        if (b.first < 0) {
            b.first = kept++;
            f.guesses[b.first] = b.held.guess;
        }
        f.scores[b.first] = -1;
    }
    f.queue.fill(f.scores.data(), kept, true);
    f.symmetries = stack_.symmetries.find(stack_.history.guesses, turn_);
    std::copy_n(guesses.live().data(), f.live.size(), f.live.data());
    mode_ = Mode::NEXT_GUESS;
}

/// Continue with the next guess that may be better than the best so far, or leave the set.
void BeamSearch::try_next_guess(const BeamSettings &settings, TranspositionTable table, TranspositionTable values,
                                int64_t &units) {
    Frame &f = stack_.frame(turn_);
    Beam &b = beam();
    while (!f.queue.empty() && b.room > 0 && b.tried < settings.width[f.size()]) {
        if (units <= 0) return;
        units -= STEP_UNITS;
        const int64_t n = f.queue.next();
        if (n != b.first && f.symmetries > 0 && stack_.symmetries.has_lower_twin(turn_, f.guesses[n], f.live)) continue;
        --b.room;
        units -= f.size() * STEP_UNITS;
        if (ask_parts(f.guesses[n], settings, table, values)) {
            mode_ = Mode::NEXT_PART;
            return;
        }
    }
    value_ = keep_found(turn_, values, SEARCHED);
    mode_ = Mode::LEAVE;
}

/// Split the set by a guess and add the known or optimistic costs of its parts; false to drop the guess.
bool BeamSearch::ask_parts(uint64_t guess, const BeamSettings &settings, TranspositionTable table,
                           TranspositionTable values) {
    Frame &f = stack_.frame(turn_);
    f.sum = stack_.split_by(turn_, guess);
    if (f.sum < 0) return false;
    for (int64_t b = 0; b < f.large; ++b) {
        table.prefetch(f.parts[b].hash);
        values.prefetch(f.parts[b].hash);
    }
    bool fresh = false;
    for (int64_t b = 0; b < f.large; ++b) {
        Part &part = f.parts[b];
        const Entry known = table.recall(part.hash);
        part.value = known.value;
        part.known = known.known;
        if (known.known != EXACT) {
            const int64_t optimistic = settings.optimistic[part.size];
            if (known.known == NOTHING || part.value < optimistic) part.value = optimistic;
            const Entry held = values.recall(part.hash);
            if (held.known == HELD) part.value = std::min(part.value, held.value);
            if (held.known != NOTHING && held.below == SEARCHED) part.value = held.value;
            part.known = held.known == HELD && held.below == SEARCHED ? EXACT : NOTHING;
            fresh = fresh || part.known == NOTHING;
        }
        f.sum += part.value;
    }
    f.at = f.large;
    if (f.sum >= f.best) return false;
    beam().tried += fresh;
    return true;
}

/// Store the best tree found at a turn, or that there is none; returns its value.
int64_t BeamSearch::keep_found(int64_t turn, TranspositionTable values, int64_t searched) {
    const Frame &f = stack_.frame(turn);
    Entry entry{f.found ? HELD : MISSED, f.best, searched, 0, f.best_guess};
    if (!f.found) {
        const Entry before = values.recall(f.hash);
        if (before.known == HELD) entry = {HELD, before.value, searched, 0, before.guess};
    }
    values.replace(f.hash, entry);
    return entry.value;
}

/// Continue with the next unsettled part, the smallest first, or make this guess the best.
void BeamSearch::next_part() {
    Frame &f = stack_.frame(turn_);
    do --f.at;
    while (f.at >= 0 && f.parts[f.at].known == EXACT);
    mode_ = Mode::NEXT_GUESS;
    if (f.at < 0) {
        f.best = f.sum;
        f.best_guess = stack_.history.guesses[turn_];
        f.found = true;
    } else if (!stack_.is_last(turn_)) { // otherwise the stack is full
        stack_.enter_part(turn_, f.at);
        ++turn_;
        mode_ = Mode::ENTER;
    }
}

/// Return to the turn before with the value of the part that was searched.
void BeamSearch::leave_part() {
    --turn_;
    Frame &f = stack_.frame(turn_);
    Part &part = f.parts[f.at];
    f.sum += value_ - part.value;
    part.value = value_;
    mode_ = f.sum >= f.best ? Mode::NEXT_GUESS : Mode::NEXT_PART;
}

void BeamSearch::keep_unfinished(TranspositionTable values) {
    const bool begun = mode_ == Mode::LIST || mode_ == Mode::NEXT_GUESS || mode_ == Mode::NEXT_PART;
    for (int64_t turn = begun ? turn_ : turn_ - 1; turn >= top_; --turn) {
        if (stack_.frame(turn).found) keep_found(turn, values, GIVEN);
    }
}

void BeamSearch::plant(TranspositionTable values, int64_t size, int64_t turn, Array<const uint64_t> guesses,
                       Array<const int64_t> ends, Array<const int64_t> parts, Array<const int64_t> costs) {
    const int64_t nodes = guesses.size();
    require(nodes >= 1 && ends.size() == nodes && parts.size() == nodes && costs.size() == nodes,
            "plant_tree: guesses, ends, parts and costs of one length, not empty");
    stack_.rules.game->check_guesses({guesses.data(), static_cast<std::size_t>(nodes)});
    struct Place {
        int64_t start = 0;
        int64_t size = -1;
        int64_t turn = 0;
    };
    std::vector<Place> places(static_cast<std::size_t>(nodes));
    places[0] = {0, size, turn};
    for (int64_t node = 0; node < nodes; ++node) {
        const auto [start, count, here] = places[static_cast<std::size_t>(node)];
        require(count > 0 && ends[node] > node && ends[node] <= nodes, "plant_tree: expected a tree of the set");
        if (count > 2)
            values.replace(stack_.hash(start, start + count, here), {HELD, costs[node], GIVEN, 0, guesses[node]});
        if (node + 1 == ends[node]) continue;
        require(!stack_.is_last(here), "plant_tree: the tree is too deep");
        Frame &f = stack_.open(here);
        f.start = start;
        f.stop = start + count;
        stack_.split_by(here, guesses[node]);
        int64_t child = node + 1;
        int64_t at = start;
        for (int64_t r = 0; r < stack_.rules.parts() - 1; ++r) {
            if (child < ends[node] && parts[child] == r) {
                places[static_cast<std::size_t>(child)] = {at, f.sizes[r], here + 1};
                child = ends[child];
            }
            at += f.sizes[r];
        }
    }
}

void BeamSearch::begin_growing(int64_t size, int64_t turn) {
    tree_.begin(size, turn);
    searching_ = false;
}

bool BeamSearch::step_growing(const BeamSettings &settings, TranspositionTable table, TranspositionTable values,
                              int64_t units) {
    while (units > 0 && !tree_.done()) {
        if (!searching_) {
            units -= STEP_UNITS * (1 + tree_.next().size());
            grow_set(settings, table, values);
            continue;
        }
        const Progress progress = exact_.step(table, units);
        if (progress == Progress::UNFINISHED) break;
        searching_ = false;
        if (progress == Progress::QUOTA || !exact_.top().found) tree_.clear();
        else grow_node(exact_.top().best_guess);
    }
    return tree_.done();
}

/// Find the guess of the stored tree for the next set.
void BeamSearch::grow_set(const BeamSettings &settings, TranspositionTable table, TranspositionTable values) {
    const GrowingTree::Pending set = tree_.next();
    if (set.size() <= 2) {
        grow_node(stack_.keys[set.start]);
        return;
    }
    const SetHash hash = stack_.hash(set.start, set.stop, set.turn);
    const Entry known = table.recall(hash);
    const Entry held = values.recall(hash);
    if (held.known == HELD && !(known.known == EXACT && known.value < held.value)) {
        grow_node(held.guess);
    } else if (known.known != EXACT && set.size() > settings.exact_most) {
        tree_.clear();
    } else {
        const bool exact = known.known == EXACT;
        exact_.begin(set.start, set.stop, set.turn, exact ? known.value + 1 : NO_LIMIT, Goal::GUESS);
        exact_.set_quota(exact ? WHOLE_QUOTA : 100 * settings.exact_quota);
        searching_ = true;
    }
}

/// Write the node of the next set; an invalid tree is discarded.
void BeamSearch::grow_node(uint64_t guess) {
    if (!tree_.add(stack_, guess)) tree_.clear();
}

/// Make a search.
std::unique_ptr<BeamSearch> new_beam_search(const CodeRules &rules, const Cells &cells,
                                            const SearchSettings &settings) {
    return std::make_unique<BeamSearch>(std::make_unique<PegGame>(rules, cells), settings);
}

/// Make a search of a game whose codes are listed; see `new_listed_search`.
std::unique_ptr<BeamSearch> new_listed_beam_search(ReplyTable replies, ReplyRows rows, int64_t parts,
                                                   const SearchSettings &settings) {
    return std::make_unique<BeamSearch>(std::make_unique<ListedCodes>(replies, rows, parts), settings);
}

/// Store a tree of the set `keys`, after the guesses `history`, in the table `values`.
///
/// Its nodes are in preorder, each with the number of the node after its subtree, its part of the parent's set, and the
/// cost of its set.
void plant_tree(BeamSearch &search, Array<uint64_t> values, Array<const uint64_t> keys, Array<const uint64_t> history,
                Array<const uint64_t> guesses, Array<const int64_t> ends, Array<const int64_t> parts,
                Array<const int64_t> costs) {
    const int64_t turn = search.stack().place(keys, history);
    search.plant(TranspositionTable(values), keys.size(), turn, guesses, ends, parts, costs);
}

/// Begin to search for a tree of the set `keys`, after the guesses `history`, that costs less than `limit`.
void begin_beam_search(BeamSearch &search, Array<const uint64_t> keys, Array<const uint64_t> history, int64_t limit) {
    const int64_t turn = search.stack().place(keys, history);
    search.begin(keys.size(), turn, limit);
}

/// Continue for `units` of work; returns whether it is done.
///
/// `table` is the transposition table of exact searches; `values`, another one, stores the results of this search.
bool step_beam_search(BeamSearch &search, const BeamSettings &settings, Array<uint64_t> table, Array<uint64_t> values,
                      int64_t units) {
    search.check(settings);
    return search.step(settings, TranspositionTable(table), TranspositionTable(values), units);
}

/// Store the trees found so far, when a search is abandoned.
void keep_unfinished(BeamSearch &search, Array<uint64_t> values) { search.keep_unfinished(TranspositionTable(values)); }

/// Begin to read the tree stored for the set `keys`.
void begin_growing(BeamSearch &search, Array<const uint64_t> keys, Array<const uint64_t> history) {
    const int64_t turn = search.stack().place(keys, history);
    search.begin_growing(keys.size(), turn);
}

/// Continue for `units` of work; returns whether it is done.
bool step_growing(BeamSearch &search, const BeamSettings &settings, Array<uint64_t> table, Array<uint64_t> values,
                  int64_t units) {
    search.check(settings);
    return search.step_growing(settings, TranspositionTable(table), TranspositionTable(values), units);
}

/// Write the nodes of the tree in preorder; the parent and the part of the first are -1.
///
/// Returns their number, at most two per code; 0 if some are no longer in the table.
int64_t take_nodes(BeamSearch &search, Array<uint64_t> guesses, Array<int64_t> parents, Array<int64_t> parts) {
    return search.tree().copy(guesses, parents, parts);
}

} // namespace codepegs

CODEPEGS_FREE(BeamSearch);
CODEPEGS_EXPORT(new_beam_search, rules, cells, settings);
CODEPEGS_EXPORT(new_listed_beam_search, replies, rows, parts, settings);
CODEPEGS_EXPORT(plant_tree, search, values, keys, history, guesses, ends, parts, costs);
CODEPEGS_EXPORT(begin_beam_search, search, keys, history, limit);
CODEPEGS_EXPORT(step_beam_search, search, settings, table, values, units);
CODEPEGS_EXPORT(keep_unfinished, search, values);
CODEPEGS_EXPORT(begin_growing, search, keys, history);
CODEPEGS_EXPORT(step_growing, search, settings, table, values, units);
CODEPEGS_EXPORT(take_nodes, search, guesses, parents, parts);
