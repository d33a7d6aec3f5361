// What a walk over all secrets of a strategy writes.
#pragma once

#include "core/array.hpp"
#include "core/export.hpp"

#include <cstdint>

namespace codepegs {

/// Where a walk writes what it finds.
struct WalkOutput {
    /// Entry g is increased by the number of codes found with g guesses in all.
    Array<int64_t> histogram;
    /// Increased by the sets searched, the guesses scored for them and the replies that took.
    Array<int64_t> work;
    /// The nodes, parents before children, unless they are empty; the top node has parent -1.
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

    [[nodiscard]] int64_t size() const { return stop - start; }
};

/// Writes the nodes of a walk and counts the codes found.
class WalkWriter {
  public:
    explicit WalkWriter(const WalkOutput &out) : out_(out), emit_(out.guesses.size() > 0) {}

    void add_node(uint64_t guess, int64_t parent, int64_t part) {
        if (emit_) {
            require(nodes_ < out_.guesses.size(), "walk: there are more nodes than room");
            out_.guesses[nodes_] = guess;
            out_.parents[nodes_] = parent;
            out_.parts[nodes_] = part;
        }
        ++nodes_;
    }

    void count_found(int64_t guesses, int64_t codes) {
        require(guesses < out_.histogram.size(), "walk: the histogram is too short");
        out_.histogram[guesses] += codes;
    }

    /// A set was searched: `scored` guesses were compared, each with `size` codes.
    void count_work(int64_t scored, int64_t size) {
        out_.work[1] += scored;
        out_.work[2] += scored * size;
    }

    void count_search() { ++out_.work[0]; }

    [[nodiscard]] int64_t nodes() const { return nodes_; }

  private:
    WalkOutput out_;
    bool emit_;
    int64_t nodes_ = 0;
};

} // namespace codepegs
