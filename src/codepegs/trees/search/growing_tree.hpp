// A tree written node by node, once the guess of each set is known.
#pragma once

#include "trees/search/search_stack.hpp"

#include <cstdint>
#include <vector>

namespace codepegs {

/// The nodes so far, and the sets that still need a guess. Parents come before their children.
class GrowingTree {
  public:
    struct Node {
        uint64_t guess;
        int64_t parent; // the number of a node, or -1
        int64_t part;   // of the set of the parent, or -1
    };

    struct Pending {
        int64_t start;
        int64_t stop;
        int64_t turn;
        int64_t parent;
        int64_t part;

        [[nodiscard]] int64_t size() const { return stop - start; }
    };

    /// Begin with the set of the first `size` keys at a turn. Subtrees are written in the order of the parts, or with
    /// `last_first` in the opposite order.
    void begin(int64_t size, int64_t turn, bool last_first = false);

    [[nodiscard]] bool done() const { return pending_.empty(); }

    /// The set that needs the next guess. For one code, or two without a `Valuation`, the guess is its first key.
    [[nodiscard]] const Pending &next() const { return pending_.back(); }

    /// Write the node of that set, and split it by its guess; false if the guess does not split it, or the stack is
    /// full.
    bool add(SearchStack &stack, uint64_t guess);

    /// Abandon the tree.
    void clear();

    [[nodiscard]] const std::vector<Node> &nodes() const { return nodes_; }

    /// Write the nodes to arrays; returns how many there are.
    int64_t copy(Array<uint64_t> guesses, Array<int64_t> parents, Array<int64_t> parts) const;

  private:
    std::vector<Node> nodes_;
    std::vector<Pending> pending_;
    bool last_first_ = false;
};

} // namespace codepegs
