// Searches for best trees, for Python: the value of a set, its best guess, the guesses worth trying, its whole tree.
#include "core/export.hpp"
#include "trees/search/branch_and_bound.hpp"
#include "trees/search/growing_tree.hpp"
#include "trees/search/listed_codes.hpp"
#include "trees/search/peg_game.hpp"
#include "trees/search/weighed_codes.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

namespace codepegs {

/// A search that Python owns.
class TreeSearch {
  public:
    TreeSearch(std::unique_ptr<SearchGame> game, const SearchSettings &settings)
        : stack(std::move(game), settings), search(stack) {}

    /// Begin to search the placed set.
    void begin(int64_t size, int64_t turn, int64_t limit, Goal goal);

    /// Begin to search guesses at the placed set one after another, each for a value below those before it.
    void begin_guesses(int64_t size, int64_t turn, int64_t limit, Array<const uint64_t> guesses,
                       Array<const int64_t> scores, MostParts most_parts);

    /// Continue the search for `units` of work, or until `sets` more sets were scored.
    Progress step(TranspositionTable table, int64_t sets, int64_t units);

    /// Begin to write the best tree of the current set. Its first guess is given, and the second guess of each part
    /// (-1: unknown). The transposition table has the values.
    void begin_tree(int64_t size, int64_t turn, uint64_t guess, Array<const int64_t> next_guesses);
    Progress step_tree(TranspositionTable table, int64_t units);

    SearchStack stack;
    BranchAndBound search;
    GrowingTree tree;
    bool paused = false;         // paused within a limit of sets
    std::vector<int64_t> values; // of the guesses that were searched

  private:
    /// Guesses at one set, with lower bounds, the least first.
    struct GuessList {
        std::vector<uint64_t> keys; // the set, in its order before a guess split it
        int64_t turn;
        int64_t limit;
        std::vector<uint64_t> guesses;
        std::vector<int64_t> scores;
        MostParts most_parts;
    };

    bool begin_next_guess();

    /// The goal of the search at the next set of the tree.
    enum class Wanted { NOTHING, VALUE, GUESS };

    void grow_set();
    void search_set(int64_t limit, Goal goal);
    void add_node(uint64_t guess);

    GuessList listed_{};
    int64_t last_ = 0; // sets scored at which a step ends

    Wanted wanted_ = Wanted::NOTHING;
    uint64_t guess_ = 0;
    std::vector<int64_t> next_guesses_;
};
CODEPEGS_OBJECT(TreeSearch);

void TreeSearch::begin(int64_t size, int64_t turn, int64_t limit, Goal goal) {
    search.begin(0, size, turn, limit, goal);
    listed_ = {};
    values.clear();
    paused = false;
}

void TreeSearch::begin_guesses(int64_t size, int64_t turn, int64_t limit, Array<const uint64_t> guesses,
                               Array<const int64_t> scores, MostParts most_parts) {
    const std::span<const uint64_t> keys = stack.keys_of(0, size);
    listed_ = {{keys.begin(), keys.end()},     turn,      limit, {guesses.begin(), guesses.end()},
               {scores.begin(), scores.end()}, most_parts};
    values.clear();
    paused = false;
    begin_next_guess();
}

/// Begin with the next guess of the list; false if none can have a value below the limit.
bool TreeSearch::begin_next_guess() {
    const std::size_t next = values.size();
    if (next < listed_.guesses.size() && listed_.scores[next] >= listed_.limit) listed_.guesses.resize(next);
    if (next == listed_.guesses.size()) return false;
    std::copy(listed_.keys.begin(), listed_.keys.end(), stack.keys.begin());
    search.begin_with(0, static_cast<int64_t>(listed_.keys.size()), listed_.turn, listed_.limit, listed_.guesses[next],
                      listed_.most_parts);
    return true;
}

Progress TreeSearch::step(TranspositionTable table, int64_t sets, int64_t units) {
    if (!paused) last_ = stack.work.sets + sets;
    Progress progress = Progress::DONE;
    do {
        search.set_quota(last_ - stack.work.sets);
        progress = search.step(table, units);
        if (progress != Progress::DONE || values.size() == listed_.guesses.size()) break;
        values.push_back(search.value());
        listed_.limit = std::min(listed_.limit, search.value());
    } while (begin_next_guess() && units > 0);
    paused = progress == Progress::UNFINISHED;
    return progress;
}

void TreeSearch::begin_tree(int64_t size, int64_t turn, uint64_t guess, Array<const int64_t> next_guesses) {
    tree.begin(size, turn, true);
    wanted_ = Wanted::NOTHING;
    guess_ = guess;
    next_guesses_.assign(next_guesses.begin(), next_guesses.end());
}

Progress TreeSearch::step_tree(TranspositionTable table, int64_t units) {
    while (!tree.done()) {
        if (units <= 0) return Progress::UNFINISHED;
        if (wanted_ == Wanted::NOTHING) {
            units -= 1 + tree.next().size();
            grow_set();
            continue;
        }
        const Progress progress = search.step(table, units);
        if (progress == Progress::TOO_DEEP) return progress;
        if (progress != Progress::DONE) continue;
        if (wanted_ == Wanted::VALUE) {
            search_set(search.value() + 1, Goal::GUESS);
            wanted_ = Wanted::GUESS;
        } else {
            wanted_ = Wanted::NOTHING;
            if (!search.top().found || search.value() + 1 != search.top().limit) {
                throw std::runtime_error("a set has not the value it had before");
            }
            add_node(search.top().best_guess);
        }
    }
    return Progress::DONE;
}

/// Write the node of the next set, or search for its guess.
void TreeSearch::grow_set() {
    const GrowingTree::Pending &set = tree.next();
    const bool is_second = set.parent == 0;
    if (set.size() <= (stack.rules.game->valuation == nullptr ? 2 : 1)) {
        add_node(stack.keys[set.start]);
    } else if (set.parent < 0) {
        add_node(guess_);
    } else if (is_second && next_guesses_[static_cast<std::size_t>(set.part)] >= 0) {
        add_node(static_cast<uint64_t>(next_guesses_[static_cast<std::size_t>(set.part)]));
    } else {
        search_set(FORBIDDEN, Goal::VALUE);
        wanted_ = Wanted::VALUE;
    }
}

void TreeSearch::search_set(int64_t limit, Goal goal) {
    stack.arrange(tree.next().start, tree.next().stop);
    search.begin(tree.next().start, tree.next().stop, tree.next().turn, limit, goal);
}

void TreeSearch::add_node(uint64_t guess) {
    stack.arrange(tree.next().start, tree.next().stop);
    if (!tree.add(stack, guess)) throw std::runtime_error("a guess of the tree does not split its set");
}

/// Make a search.
std::unique_ptr<TreeSearch> new_tree_search(const CodeRules &rules, const Cells &cells,
                                            const SearchSettings &settings) {
    return std::make_unique<TreeSearch>(std::make_unique<PegGame>(rules, cells), settings);
}

/// Make a search of a game whose codes are listed.
///
/// `replies` has the part numbers by guess and secret; `rows`, which may have no rows, is the table transposed. The
/// search uses both as long as it exists.
std::unique_ptr<TreeSearch> new_listed_search(ReplyTable replies, ReplyRows rows, int64_t parts,
                                              const SearchSettings &settings) {
    return std::make_unique<TreeSearch>(std::make_unique<ListedCodes>(replies, rows, parts), settings);
}

/// Make a search of a game whose trees are measured by weights and costs; see `new_listed_search`.
std::unique_ptr<TreeSearch> new_weighed_search(ReplyTable replies, ReplyRows rows, int64_t parts,
                                               const SearchSettings &settings, const GameTerms &terms) {
    return std::make_unique<TreeSearch>(std::make_unique<WeighedCodes>(replies, rows, parts, terms), settings);
}

/// Begin to search the set `keys`, after the guesses `history`, for a value below `limit`.
///
/// With the goal `GUESS`, guesses are searched even if the value is known.
void begin_tree_search(TreeSearch &search, Array<const uint64_t> keys, Array<const uint64_t> history, int64_t limit,
                       int64_t goal) {
    require(goal >= 0 && goal <= static_cast<int64_t>(Goal::BOUND), "goal: there is no such goal");
    const int64_t turn = search.stack.place(keys, history);
    search.begin(keys.size(), turn, limit, static_cast<Goal>(goal));
}

/// Begin to search guesses one after another, each for a value below those before it.
///
/// `guesses`, `scores`, `below` and `other` are those of `take_choices`. The search is done when no guess is left, or
/// when the units of a step are used up after a guess; `take_values` has the values so far.
void begin_guess_search(TreeSearch &search, Array<const uint64_t> keys, Array<const uint64_t> history, int64_t limit,
                        Array<const uint64_t> guesses, Array<const int64_t> scores, int64_t below, int64_t other) {
    require(below >= 1 && other >= 1, "below and other: a guess makes one part at least");
    require(guesses.size() >= 1 && scores.size() == guesses.size(), "guesses and scores: expected a score for each");
    require(scores[0] < limit, "scores: expected one below the limit");
    search.stack.rules.game->check_guesses({guesses.begin(), guesses.end()});
    const int64_t turn = search.stack.place(keys, history);
    search.begin_guesses(keys.size(), turn, limit, guesses, scores, {below, other});
}

/// Continue for `units` of work, about 0.3 nanoseconds each, or until `sets` more sets were scored.
///
/// Sets are counted from the last step that did not end in `UNFINISHED`. The outcome does not depend on the steps.
/// Returns the result of the step and, if it is `DONE`, the value of the set: exact if below the limit, otherwise a
/// lower bound of at least the limit.
std::tuple<int64_t, int64_t> step_tree_search(TreeSearch &search, Array<uint64_t> table, int64_t sets, int64_t units) {
    const Progress progress = search.step(TranspositionTable(table), sets, units);
    return {static_cast<int64_t>(progress), search.search.value()};
}

/// Write the values of the first guesses of a list, as `step_tree_search` returns them; returns their number.
int64_t take_values(TreeSearch &search, Array<int64_t> values) {
    require(search.values.size() <= static_cast<std::size_t>(values.size()), "values: expected one for each guess");
    std::copy(search.values.begin(), search.values.end(), values.begin());
    return static_cast<int64_t>(search.values.size());
}

/// Whether a search with the goal `BOUND` found the value itself.
bool value_is_exact(TreeSearch &search) { return search.search.is_exact(); }

/// Whether the search found a guess with a value below the limit, and the guess.
std::tuple<bool, uint64_t> best_guess_found(TreeSearch &search) {
    const Frame &f = search.search.top();
    return {f.found, f.found ? f.best_guess : 0};
}

/// Write the guesses worth trying, best first, and a lower bound for each; call it once, after a `CHOICES` search.
///
/// Returns their number, or -1 if the value is known or at least the limit; the largest number of parts that a member
/// makes besides itself; the largest number that another guess makes.
std::tuple<int64_t, int64_t, int64_t> take_choices(TreeSearch &search, Array<uint64_t> guesses, Array<int64_t> scores) {
    require(guesses.size() == search.stack.rules.guesses() && scores.size() == guesses.size(),
            "guesses and scores: expected room for every guess of the game");
    if (!search.search.has_choices()) return {-1, 0, 0};
    const Frame &f = search.search.top();
    int64_t count = 0;
    for (int64_t n : search.search.take_choices()) {
        guesses[count] = f.guesses[n];
        scores[count++] = f.scores[n];
    }
    return {count, f.most_parts.below, f.most_parts.other};
}

/// Begin to write the best tree of the set `keys`, at the first turn, with the first guess `guess`.
///
/// `next_guesses` has the second guess by part, -1 if it is not known. The best guesses of other sets are searched for,
/// which is fast with the transposition table of the preceding search.
void begin_tree(TreeSearch &search, Array<const uint64_t> keys, uint64_t guess, Array<const int64_t> next_guesses) {
    const SearchRules &rules = search.stack.rules;
    require(next_guesses.size() == rules.parts(), "next_guesses: expected one for each part");
    rules.game->check_guesses({&guess, 1});
    for (int64_t key : next_guesses) {
        const auto next = static_cast<uint64_t>(key);
        if (key >= 0) rules.game->check_guesses({&next, 1});
    }
    const int64_t turn = search.stack.place(keys, {});
    search.begin_tree(keys.size(), turn, guess, next_guesses);
}

/// Continue for `units` of work; returns `DONE`, `UNFINISHED` or `TOO_DEEP`.
int64_t step_tree(TreeSearch &search, Array<uint64_t> table, int64_t units) {
    return static_cast<int64_t>(search.step_tree(TranspositionTable(table), units));
}

/// Write the nodes of the tree, parents before children; the parent and the part of the first are -1.
///
/// Returns their number, at most two per code.
int64_t take_tree(TreeSearch &search, Array<uint64_t> guesses, Array<int64_t> parents, Array<int64_t> parts) {
    return search.tree.copy(guesses, parents, parts);
}

/// Return the work of all searches of one `TreeSearch`: sets scored, guesses scored, guesses tried, answers from the
/// table, member checks, guesses skipped by symmetry.
std::tuple<int64_t, int64_t, int64_t, int64_t, int64_t, int64_t> work_done(TreeSearch &search) {
    const WorkDone &work = search.stack.work;
    return {work.sets, work.scored, work.expanded, work.known, work.checked, work.symmetric};
}

} // namespace codepegs

CODEPEGS_FREE(TreeSearch);
CODEPEGS_EXPORT(new_tree_search, rules, cells, settings);
CODEPEGS_EXPORT(new_listed_search, replies, rows, parts, settings);
CODEPEGS_EXPORT(new_weighed_search, replies, rows, parts, settings, terms);
CODEPEGS_EXPORT(begin_tree_search, search, keys, history, limit, goal);
CODEPEGS_EXPORT(begin_guess_search, search, keys, history, limit, guesses, scores, below, other);
CODEPEGS_EXPORT(step_tree_search, search, table, sets, units);
CODEPEGS_EXPORT(take_values, search, values);
CODEPEGS_EXPORT(value_is_exact, search);
CODEPEGS_EXPORT(best_guess_found, search);
CODEPEGS_EXPORT(take_choices, search, guesses, scores);
CODEPEGS_EXPORT(begin_tree, search, keys, guess, next_guesses);
CODEPEGS_EXPORT(step_tree, search, table, units);
CODEPEGS_EXPORT(take_tree, search, guesses, parents, parts);
CODEPEGS_EXPORT(work_done, search);
