// The groups of a complete node of two parts without a dummy, each compared with the first of them.
#pragma once

#include "state.hpp"

#include <optional>
#include <vector>

namespace codepegs::streaming {

/// The groups of a node, and their differences as far as they were queried.
/// A query of group j in the first part and group 0 in the second gives x_j + (m_0 - x_0) black, where x is the number
/// of pegs of a group in the first part, and m the number in the node. With every x_j - x_0 known, the sum of all x,
/// which is the size of the first part, gives x_0.
class Differences {
  public:
    Differences(const Tree &tree, const Facts &facts, int64_t node);

    [[nodiscard]] int64_t node() const { return node_; }
    [[nodiscard]] const std::vector<int64_t> &groups() const { return groups_; }
    [[nodiscard]] bool is_done() const { return found_.size() == groups_.size(); }

    /// The group to be queried next.
    [[nodiscard]] int64_t next() const { return groups_[found_.size()]; }

    /// Add the result of its query; false if it is impossible.
    [[nodiscard]] bool take(int64_t shown);

    /// The number of pegs of each group in the first part; none if there are no such numbers.
    [[nodiscard]] std::optional<std::vector<int64_t>> solve() const;

  private:
    int64_t node_;
    int64_t size_; // pegs of the first part
    std::vector<int64_t> groups_;
    std::vector<int64_t> counts_;
    std::vector<int64_t> found_{0}; // x_j - x_0 of the groups queried so far, including group 0
};

} // namespace codepegs::streaming
