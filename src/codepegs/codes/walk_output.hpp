// What a walk over all secrets of a strategy writes.
#pragma once

#include "core/array.hpp"
#include "core/export.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace codepegs {

/// Where a walk writes what it finds.
struct WalkOutput {
    /// Entry g is increased by the number of codes found with g guesses in all.
    Array<int64_t> histogram;
    /// Increased by the sets searched, the guesses scored for them and the replies that took.
    Array<int64_t> work;
    /// The nodes, parents before children, unless they are empty; the top node of set n has parent -1 - n.
    Array<uint64_t> guesses;
    Array<int64_t> parents;
    Array<int64_t> parts;

    /// Check what came from Python.
    void check() const {
        require(work.size() == 3, "work: expected 3 entries");
        require(parents.size() == guesses.size() && parts.size() == guesses.size(),
                "nodes: expected arrays of one length");
    }
};
CODEPEGS_STRUCT(WalkOutput, histogram, work, guesses, parents, parts);

/// A set of codes that are left after `depth` guesses, and its parent node.
struct WalkSet {
    int64_t start;
    int64_t stop;
    int64_t depth;
    int64_t parent;
    int64_t part;
    bool is_closed = false; // known to stay the same if colours never played are exchanged

    [[nodiscard]] int64_t size() const { return stop - start; }
};

/// The sets where a walk begins, one after another.
class WalkRoots {
  public:
    void add(int64_t size, int64_t depth) {
        const int64_t start = sets_.empty() ? 0 : sets_.back().stop;
        sets_.push_back({start, start + size, depth, -1 - static_cast<int64_t>(sets_.size()), -1});
    }

    /// Push the next set; returns whether there is one.
    bool push_next(std::vector<WalkSet> &pending) {
        if (next_ == sets_.size()) return false;
        pending.push_back(sets_[next_++]);
        return true;
    }

  private:
    std::vector<WalkSet> sets_;
    std::size_t next_ = 0;
};

inline void check_depth(int64_t depth) {
    require(depth >= 0 && depth < int64_t{1} << 20, "depth: expected a number of guesses");
}

/// Check the ends and depths of sets of `size` codes in all.
inline void check_sets(int64_t size, Array<const int64_t> ends, Array<const int64_t> depths) {
    require(ends.size() == depths.size(), "depths: expected an entry for each set");
    int64_t start = 0;
    for (const int64_t end : ends) {
        require(start < end && end <= size, "ends: expected sets of a code or more");
        start = end;
    }
    require(start == size, "ends: expected the last set to end with the codes");
    for (const int64_t depth : depths) check_depth(depth);
}

/// Writes the nodes of a walk and counts the codes found.
class WalkWriter {
  public:
    explicit WalkWriter(const WalkOutput &out) : out_(out), emit_(out.guesses.size() > 0) {}

    /// More codes are to be found, at the places that follow.
    void add_places(int64_t codes) { lengths_.resize(lengths_.size() + static_cast<std::size_t>(codes)); }

    void add_node(uint64_t guess, int64_t parent, int64_t part) {
        if (emit_) {
            require(nodes_ < out_.guesses.size(), "walk: there are more nodes than room");
            out_.guesses[nodes_] = guess;
            out_.parents[nodes_] = parent;
            out_.parts[nodes_] = part;
        }
        ++nodes_;
    }

    /// The code at a place of the walk's list of codes was found; that place is final.
    void count_found(int64_t guesses, int64_t place) {
        require(guesses < out_.histogram.size(), "walk: the histogram is too short");
        ++out_.histogram[guesses];
        lengths_[static_cast<std::size_t>(place)] = static_cast<int32_t>(guesses);
    }

    /// Write the number of guesses of each code found; `number` is that of the code at a place.
    template <class Number> void write_lengths(Array<int64_t> lengths, const Number &number) const {
        for (std::size_t at = 0; at < lengths_.size(); ++at) {
            if (lengths_[at] == 0) continue;
            const int64_t code = number(at);
            require(code < lengths.size(), "lengths: expected an entry for each code");
            lengths[code] = lengths_[at];
        }
    }

    /// A set was searched: `scored` guesses were compared, each with `size` codes.
    void count_work(int64_t scored, int64_t size) {
        out_.work[1] += scored;
        out_.work[2] += scored * size;
    }

    void count_search() { ++out_.work[0]; }

    [[nodiscard]] int64_t nodes() const { return nodes_; }

    /// Whether nodes are written, in order.
    [[nodiscard]] bool writes_nodes() const { return emit_; }

  private:
    WalkOutput out_;
    bool emit_;
    int64_t nodes_ = 0;
    std::vector<int32_t> lengths_; // by place; 0 until the code is found
};

} // namespace codepegs
