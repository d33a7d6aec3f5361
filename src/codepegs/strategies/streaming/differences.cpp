// Differences between the groups of a node.
#include "differences.hpp"

#include <numeric>

namespace codepegs::streaming {

Differences::Differences(const Tree &tree, const Facts &facts, int64_t node)
    : node_(node), size_(tree.size(tree.first[node])) {
    for (int64_t group = facts.head[node]; group >= 0; group = facts.next_group[group]) {
        groups_.push_back(group);
        counts_.push_back(facts.count[group]);
    }
}

bool Differences::take(int64_t shown) {
    const int64_t difference = shown - counts_[0];
    found_.push_back(difference);
    return -counts_[0] <= difference && difference <= counts_[found_.size() - 1];
}

std::optional<std::vector<int64_t>> Differences::solve() const {
    const int64_t rest = size_ - std::accumulate(found_.begin(), found_.end(), int64_t{0});
    const auto groups = static_cast<int64_t>(groups_.size());
    if (rest % groups != 0) return std::nullopt;
    std::vector<int64_t> firsts;
    for (std::size_t n = 0; n < groups_.size(); ++n) {
        const int64_t first = rest / groups + found_[n];
        if (first < 0 || first > counts_[n]) return std::nullopt;
        firsts.push_back(first);
    }
    return firsts;
}

} // namespace codepegs::streaming
