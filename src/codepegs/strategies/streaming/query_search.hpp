// The search for a query: the items to query in which parts, for the most informative reply.
#pragma once

#include "hypotheses.hpp"
#include "sum_entropy.hpp"

#include <cstddef>

namespace codepegs::streaming {

/// A search for the most informative query about places, with the memory that all query searches share: a sample of the
/// list and its weights.
/// It does several hill climbs from an empty query. Each step sets one item in one slot, a part of a node, or removes
/// it, and clears conflicting slots.
class QuerySearch {
  public:
    explicit QuerySearch(int64_t samples) : sample_(samples), entropy_(samples) {}

    /// Begin a search with a number of climbs, and of queries compared in each.
    void begin(const Tree &tree, const Facts &facts, const Items &items, uint64_t &rng, int64_t climbs,
               int64_t evaluations);

    /// Continue with up to `comparisons`; returns whether the search is done.
    bool step(uint64_t &rng, int64_t units);

    /// Write the best query, one row per item and part; returns the number of rows.
    int64_t found(const Array<int64_t, 2> &tests) const;

    [[nodiscard]] double bits() const { return best_bits_; }

    /// Sample a list for a search of another kind; ends a search about places in progress.
    const Sample &draw_sample(const uint64_t *words, const double *weights, int64_t length, uint64_t &rng) {
        climbs_left_ = 0;
        sample_.draw_from(words, weights, length, rng);
        return sample_;
    }

    /// The entropy of the sums 0 to `most` over the sample.
    SumEntropy &entropy(int64_t most) {
        entropy_.begin(sample_, most);
        return entropy_;
    }

  private:
    struct Slot {
        int64_t node; // number of its node
        int64_t part;
        int64_t child;               // the node of the part
        int64_t below = NONE;        // the number of that node, if it has slots
        bool is_closed = false;      // it needs no query
        std::size_t first_clash = 0; // places in `clashes_`
        std::size_t end_clash = 0;
    };
    struct Node {
        int64_t node;
        int64_t first; // its slots are consecutive
        int64_t end;
        std::size_t first_item; // places in `node_items_`
        std::size_t end_item;
        int64_t over = NONE; // the number of its parent node, if that has slots
        bool is_bound = false;
    };
    struct Option {
        int64_t item;
        int64_t slot;
    };

    void add_slots(const Tree &tree, const Facts &facts, const Items &items);
    void bind_nodes(const Tree &tree, const Facts &facts);
    template <class Sum> void add_rows(const Items &items);
    template <class Sum> bool climb(uint64_t &rng, int64_t units);
    void shuffle(uint64_t &rng);
    void propose(const Option &option, uint64_t &rng);
    void choose(int64_t slot, int64_t but, uint64_t &rng);
    void cover(uint64_t &rng);

    /// The number of the option of an item in a slot, or -1 if the item cannot be there.
    [[nodiscard]] int64_t &option_of(int64_t slot, int64_t item) { return option_of_[index(slot * MOST_ITEMS + item)]; }

    Sample sample_;
    SumEntropy entropy_;
    std::vector<Node> nodes_;
    std::vector<Slot> slots_;
    std::vector<Option> options_;
    std::vector<int64_t> option_of_;
    std::vector<int64_t> node_items_; // the items of each node, in order
    std::vector<int64_t> clashes_;    // the slots of other nodes that overlap with each slot
    std::vector<int64_t> order_;
    bool any_bound_ = false;
    int64_t most_sum_ = 0;
    int64_t padded_ = 0;                         // length of a row
    std::vector<std::byte> rows_;                // pegs of each option for each member of the sample
    std::vector<std::byte> sums_, trial_sums_;   // those of the query, and of the proposal
    std::vector<int64_t> choice_, trial_, best_; // the item in each slot, or -1
    std::vector<bool> within_;
    double bits_ = 0.0;
    double best_bits_ = 0.0;
    int64_t evaluations_ = 0;
    int64_t climbs_left_ = 0;
    int64_t done_ = 0;  // comparisons in this climb
    int64_t since_ = 0; // comparisons since the last better query
    int64_t at_ = 0;    // the next proposal in `order_`
};

CODEPEGS_OBJECT(QuerySearch);

/// Write a query of one node to `tests` whose reply always shortens the list; returns its length, 0 for none.
int64_t splitting_query(const Tree &tree, const Facts &facts, const Items &items, const Array<int64_t, 2> &tests);

} // namespace codepegs::streaming
