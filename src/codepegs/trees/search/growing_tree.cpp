#include "trees/search/growing_tree.hpp"

#include <algorithm>
#include <cstddef>

namespace codepegs {

void GrowingTree::begin(int64_t size, int64_t turn, bool last_first) {
    nodes_.clear();
    pending_.assign(1, {0, size, turn, -1, -1});
    last_first_ = last_first;
}

bool GrowingTree::add(SearchStack &stack, uint64_t guess) {
    const Pending set = pending_.back();
    pending_.pop_back();
    const auto number = static_cast<int64_t>(nodes_.size());
    nodes_.push_back({guess, set.parent, set.part});
    const Valuation *const valuation = stack.rules.game->valuation;
    if (set.size() == 1) return true;
    if (set.size() == 2 && valuation == nullptr) {
        const uint64_t second = stack.keys[set.start + 1];
        nodes_.push_back({second, number, stack.rules.game->part(guess, second)});
        return true;
    }
    if (stack.is_last(set.turn)) return false;
    Frame &f = stack.open(set.turn);
    f.start = set.start;
    f.stop = set.stop;
    if (stack.split_by(set.turn, guess) < 0) return false;
    const auto first = static_cast<std::ptrdiff_t>(pending_.size());
    int64_t at = set.start;
    for (int64_t r = 0; r < stack.rules.parts() - 1; ++r) {
        const bool is_over = valuation != nullptr && valuation->is_over(stack.keys_of(at, at + f.sizes[r]));
        if (f.sizes[r] > 0 && !is_over) pending_.push_back({at, at + f.sizes[r], set.turn + 1, number, r});
        at += f.sizes[r];
    }
    if (!last_first_) std::reverse(pending_.begin() + first, pending_.end());
    return true;
}

void GrowingTree::clear() {
    nodes_.clear();
    pending_.clear();
}

int64_t GrowingTree::copy(Array<uint64_t> guesses, Array<int64_t> parents, Array<int64_t> parts) const {
    const auto count = static_cast<int64_t>(nodes_.size());
    require(guesses.size() >= count && parents.size() == guesses.size() && parts.size() == guesses.size(),
            "guesses, parents and parts: expected room for all nodes");
    for (int64_t n = 0; n < count; ++n) {
        const Node &node = nodes_[static_cast<std::size_t>(n)];
        guesses[n] = node.guess;
        parents[n] = node.parent;
        parts[n] = node.part;
    }
    return count;
}

} // namespace codepegs
