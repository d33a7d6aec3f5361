// The memory of a game: the tree of its pegs, and the arrays that the loops work on, before the first reply.
#pragma once

#include "color_counts.hpp"
#include "color_sets.hpp"
#include "core/buffer.hpp"
#include "equations.hpp"

#include <vector>

namespace codepegs::streaming {

/// A view of the numbers of a vector.
template <class T> Array<T> view_of(std::vector<T> &numbers) {
    return {numbers.data(), static_cast<int64_t>(numbers.size())};
}
template <class T> Array<const T> view_of(const std::vector<T> &numbers) {
    return {numbers.data(), static_cast<int64_t>(numbers.size())};
}

/// The tree of the pegs of a game, in breadth-first order: the root has up to `root_parts` parts, other nodes have two.
class PegTree {
  public:
    PegTree(int64_t pegs, int64_t root_parts);

    [[nodiscard]] Tree view() const {
        return {view_of(low_), view_of(high_), view_of(first_), view_of(parts_), view_of(depth_)};
    }
    [[nodiscard]] int64_t levels() const { return depth_.back() + 1; }

    /// The number of queries if every group is located one part at a time: for each peg, the parts minus one, summed
    /// over the levels.
    [[nodiscard]] int64_t most_queries() const;

  private:
    std::vector<int64_t> low_, high_, first_, parts_, depth_;
};

/// No facts: nothing is counted or located.
class FactsMemory {
  public:
    FactsMemory(int64_t colors, const PegTree &tree);

    [[nodiscard]] const Facts &view() const { return view_; }

  private:
    Buffer<int32_t> color_at_, used_, counts_, placed_, color_, node_, count_, start_, next_group_, head_, waiting_,
        absent_, settled_, shares_;
    Buffer<int64_t> waits_, numbers_;
    Facts view_;
};

/// A list of hypotheses: a single one, with all fields 0, and room for more.
class ListMemory {
  public:
    explicit ListMemory(int64_t room);

    [[nodiscard]] Array<uint64_t, 2> words() { return {words_.data(), {2, room_}}; }
    [[nodiscard]] Array<double, 2> weights() { return {weights_.data(), {2, room_}}; }

  private:
    int64_t room_;
    Buffer<uint64_t> words_;
    Buffer<double> weights_;
};

/// No items, and their list.
class ItemsMemory {
  public:
    explicit ItemsMemory(int64_t room);

    [[nodiscard]] const Items &view() const { return view_; }

  private:
    ListMemory list_;
    Buffer<int64_t> group_, color_, node_, total_, start_, above_, side_, bit_, width_, low_;
    Items view_;
};

/// No colours being counted, and their list; `cap` is the largest value of a field.
class CountsMemory {
  public:
    CountsMemory(int64_t colors, int64_t cap, int64_t room);

    [[nodiscard]] const Counts &view() const { return view_; }

  private:
    ListMemory list_;
    Buffer<int64_t> color_, large_, numbers_;
    Buffer<bool> is_listed_;
    Counts view_;
};

/// No sets of colours being queried, and their list.
class SetsMemory {
  public:
    explicit SetsMemory(int64_t room);

    [[nodiscard]] const SetList &view() const { return view_; }

  private:
    ListMemory list_;
    Buffer<int64_t> numbers_;
    SetList view_;
};

/// No equations, and room for some.
class EquationsMemory {
  public:
    explicit EquationsMemory(int64_t most);

    [[nodiscard]] const Equations &view() const { return view_; }

  private:
    Buffer<int32_t> color_, black_;
    Buffer<bool> is_alive_;
    Buffer<int64_t> made_;
    Equations view_;
};

} // namespace codepegs::streaming
