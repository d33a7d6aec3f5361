// The game of the strategy: the next query from the facts and lists, and their update by a reply.
//
// Pegs and colours are renumbered at random, so that a secret with a pattern is like any other with the same counts.
// docs/large-games.md explains how it works and why it ends.
#pragma once

#include "counting.hpp"
#include "differences.hpp"
#include "item_selection.hpp"

#include <memory>
#include <optional>
#include <utility>

namespace codepegs::streaming {

/// The sizes of the lists and the limits of the search for a query; none of them is a time.
struct Settings {
    int64_t listed;            // hypotheses about places up to which groups become items
    int64_t evaluations;       // queries compared in each hill climb
    int64_t plain_from;        // queries after which each query asks one question
    int64_t counted = 32'768;  // hypotheses about counts up to which colours are added
    int64_t halved = 2'048;    // hypotheses about sets of colours up to which sets are added: with fewer, each is
                               // settled sooner
    int64_t samples = 2'048;   // hypotheses on which queries are compared
    int64_t without_dummy = 3; // factor for the queries compared without a dummy, where a change requires others
    int64_t misfits = 3;       // groups too large for the list that are skipped before it counts as full
    int64_t compared = 3;      // waiting groups compared before one becomes an item
    int64_t at_root = 3;       // groups of the root that become items before any other
    int64_t in_part = 10;      // groups that wait in a part of the root before they become items
    int64_t equations = 256;   // queries about counts whose black counts are stored; later ones give only counts
    int64_t root_parts = 6;    // parts of the root if a list counts colours
    double worth = 0.6;        // of a bit about counts in bits about places, if all pegs count
};

/// The meaning of the black count of a query.
enum class Kind {
    PLACES,     // the sum of some fields of the list of places
    PART,       // the number of pegs of one group in one part of its node
    DIFFERENCE, // the difference of two groups of a node in their numbers of pegs in its first part
    COUNT,      // the number of pegs of one colour, from a guess of that colour alone
    TOTAL,      // none: only the total is used
    SECRET,     // the win: everything is known, and this is the secret
};

/// One guess, its pegs in the order of the tree.
struct Query {
    Kind kind;
    std::vector<int32_t> guess;
    int64_t base = 0;               // black pegs that are certain
    std::optional<int64_t> total{}; // the total that is certain, of the colours counted
    std::vector<int64_t> tests{};   // pairs: an item, and one of its parts
    std::optional<Copies> copies{}; // of colours to be counted
    std::vector<int64_t> by_part{}; // for counts by parts: the colour on each part of the root, or -1 for one that is
                                    // on no open peg
    int64_t about = NONE;           // the colour that is counted, or the group of a part
    double bits = 0.0;              // information

    [[nodiscard]] Array<const int64_t, 2> test_rows() const {
        return {tests.data(), {static_cast<int64_t>(tests.size()) / 2, 2}};
    }
};

/// A game of the strategy, a function of the game, the seed and the replies.
class Streaming {
  public:
    enum class Step { MORE, DONE, IMPOSSIBLE };

    Streaming(const Array<const uint64_t> &seed, int64_t pegs, int64_t colors, bool shows_total,
              const Settings &settings);

    [[nodiscard]] int64_t pegs() const { return pegs_; }

    /// Continue the choice of a query.
    Step choose();

    /// Whether a query was chosen, and whether its guess is the secret, if the replies are true.
    [[nodiscard]] bool has_query() const { return query_.has_value(); }
    [[nodiscard]] bool is_sure() const { return query_ && query_->kind == Kind::SECRET; }

    /// Write the guess of the query in the pegs and colours of the game.
    void write_guess(const Array<uint16_t> &guess) const;

    /// Continue after the reply to the query; false if no code gives it. A total of -1 is hidden.
    [[nodiscard]] bool learn(int64_t black, int64_t total, bool is_win);

    /// Write the colour of each peg in the numbers of the game, or -1 if it is not known.
    void write_known(const Array<int32_t> &known) const;

    [[nodiscard]] int64_t pegs_known() const { return number(SOLVED); }
    [[nodiscard]] int64_t colors_counted() const { return colors_ - number(UNCOUNTED); }

    /// Estimated number of queries still to be made.
    [[nodiscard]] double queries_left() const;

  private:
    /// How far the choice of a query is.
    enum class Phase { BEGIN, SELECT, COMPARE };

    [[nodiscard]] const Facts &facts() const { return facts_.view(); }
    [[nodiscard]] const Items &items() const { return items_.view(); }
    [[nodiscard]] const Equations &equations() const { return equations_.view(); }
    [[nodiscard]] Array<const double> log_factorial() const { return view_of(log_factorials_); }
    [[nodiscard]] int64_t &number(FactsNumber n) const { return facts().number(n); }
    [[nodiscard]] Array<int64_t, 2> tests() { return {tests_.data(), {MOST_ITEMS * MOST_PARTS, 2}}; }

    [[nodiscard]] bool take(int64_t black, int64_t total);
    [[nodiscard]] bool take_count(int64_t color, int64_t count);
    [[nodiscard]] bool check_counts();
    void take_binary_tree();
    void remember(const Query &query, int64_t black);
    [[nodiscard]] bool take_part(int64_t group, int64_t shown);
    [[nodiscard]] bool take_difference(int64_t shown);
    [[nodiscard]] int64_t room_in(int64_t node) const { return tree_view_.size(node) - facts().used[node]; }

    Step begin();
    Step select();
    Step compare();
    Step ask_best(int64_t asked, double bits);
    Step weigh_counts(int64_t asked, double bits);
    Step ask(Query query);
    Step ask_secret();
    Step ask_count(int64_t color);
    Step ask_single();
    Step ask_total(Copies copies);
    Step ask_total_by_parts(Copies copies);
    Step ask_places(int64_t asked, double bits);
    Step ask_places_and_counts(int64_t asked, double bits, Copies copies);
    Step ask_one();
    Step ask_difference();
    Step ask_with(Query query, Copies copies);
    Query places_query(int64_t asked, double bits);
    Query filled(Kind kind, const std::vector<int64_t> &children, const std::vector<int64_t> &colors) const;
    [[nodiscard]] std::optional<int64_t> known_total_of(const Query &query) const;
    [[nodiscard]] int64_t counted_color() const;

    Settings settings_;
    std::vector<uint64_t> seed_;
    int64_t pegs_;
    int64_t colors_;
    bool shows_total_;
    bool lists_counts_;                  // whether colours are counted by totals
    bool goes_by_parts_;                 // whether count queries use the parts of the root
    std::vector<int64_t> peg_of_;        // the peg of the game for each peg of the tree
    std::vector<int64_t> color_of_;      // the colour of the game for each colour
    std::vector<double> log_factorials_; // natural logarithms of 0! to pegs!
    PegTree tree_;
    Tree tree_view_;
    FactsMemory facts_;
    ItemsMemory items_;
    EquationsMemory equations_;
    std::unique_ptr<Counting> counting_;
    ItemSelection selection_;
    QuerySearch query_search_;
    std::vector<int64_t> tests_;
    std::optional<Differences> differences_;
    std::vector<std::pair<std::vector<int32_t>, int64_t>> unused_; // guesses about counts, and their black pegs
    int64_t queries_ = 0;
    double bits_told_ = 0.0;
    std::optional<Query> query_;
    Phase phase_ = Phase::BEGIN;
    bool is_plain_ = false;
    uint64_t rng_ = 0;
};
CODEPEGS_OBJECT(Streaming);

} // namespace codepegs::streaming
