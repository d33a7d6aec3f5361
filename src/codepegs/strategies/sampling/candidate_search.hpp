// Depth-first search for all codes that are consistent with a history: first the number of pegs of each colour, then
// the position of each colour.
// The totals depend only on the numbers of pegs of each colour, so most branches end before any peg is placed. The
// bounds of the black counts are checked together, one byte per turn: the count so far must not exceed the reply, and
// the largest possible count must reach it.
#pragma once

#include "core/buffer.hpp"
#include "core/byte_lanes.hpp"
#include "core/export.hpp"
#include "core/multisets.hpp"

#include <algorithm>

namespace codepegs {

/// The constraints of the replies on a code; those of the black counts are arrays of bytes, one lane per turn.
struct CodeConstraints {
    // Pegs of each guess with each colour, shape (turns, colours). Colours are tried in this order.
    Array<const int64_t, 2> copies;
    // Lowest and highest total for each reply, shape (2, turns).
    Array<const int64_t, 2> totals;
    // 1 where the guess has the colour at the peg, shape (pegs, colours, lanes).
    Array<const int8_t, 3> match;
    // Pegs of the guess with the colour from this peg on, shape (pegs + 1, colours, lanes).
    Array<const int8_t, 3> left;
    // Lowest and highest black count for the reply, shape (2, lanes).
    Array<const int8_t, 2> bounds;
    // -1 if only white is shown: the bounds of black are then relative to the total.
    Array<const int8_t> white_mask;
};
CODEPEGS_STRUCT(CodeConstraints, copies, totals, match, left, bounds, white_mask);

/// The constraints, if their arrays and `out` have matching sizes.
inline const CodeConstraints &checked(const CodeConstraints &c, const Array<uint8_t, 2> &out) {
    const int64_t pegs = c.match.size(0);
    const int64_t colors = c.match.size(1);
    const int64_t width = c.match.size(2);
    require(pegs >= 1 && pegs <= 127 && colors >= 1 && colors <= 256,
            "match: expected 1 to 127 pegs and 1 to 256 colours");
    require(width >= BYTE_LANES && width % BYTE_LANES == 0, "match: expected a multiple of 32 turns");
    require(c.copies.size(0) <= width && c.copies.size(1) == colors, "copies: expected shape (turns, colors)");
    require(c.totals.size(0) == 2 && c.totals.size(1) == c.copies.size(0), "totals: expected shape (2, turns)");
    require(c.left.size(0) == pegs + 1 && c.left.size(1) == colors && c.left.size(2) == width,
            "left: expected shape (pegs + 1, colors, turns)");
    require(c.bounds.size(0) == 2 && c.bounds.size(1) == width, "bounds: expected shape (2, turns)");
    require(c.white_mask.size() == width, "white_mask: expected a byte for each turn");
    require(out.size(1) == pegs, "out: expected codes of as many pegs as match has");
    return c;
}

class CandidateSearch {
  public:
    CandidateSearch(const CodeConstraints &constraints, int64_t most_of_a_color, int64_t most_nodes,
                    const Array<uint8_t, 2> &out)
        : constraints_(checked(constraints, out)), most_nodes_(most_nodes), out_(out), pegs_(constraints.match.size(0)),
          colors_(constraints.match.size(1)), width_(constraints.match.size(2)),
          multisets_(pegs_, most_of_a_color, constraints.copies, constraints.totals[0], constraints.totals[1]) {
        black_ = Buffer<int8_t>((pegs_ + 1) * width_, 0);
        low_ = Buffer<int8_t>(width_);
        high_ = Buffer<int8_t>(width_);
        counts_ = Buffer<int64_t>(colors_);
        color_of_ = Buffer<int64_t>(colors_);
        unplaced_ = Buffer<int64_t>(colors_);
        kind_at_ = Buffer<int64_t>(pegs_);
    }

    [[nodiscard]] int64_t found() const { return found_; }
    [[nodiscard]] int64_t visited() const { return visited_; }

    /// Visit up to `nodes` more nodes; returns whether the search is over.
    bool run(int64_t nodes) {
        const int64_t pause = visited_ + nodes;
        while (!finished_ && visited_ < pause) {
            if (!placing_) choose_counts(pause);
            else if (width_ == BYTE_LANES) place_pegs<true>(pause);
            else place_pegs<false>(pause);
        }
        return finished_;
    }

  private:
    /// Whether another node may be visited; if not, the search is over.
    bool visit() {
        ++visited_;
        if (visited_ <= most_nodes_) return true;
        found_ = -1;
        finished_ = true;
        return false;
    }

    /// Continue until the numbers of all colours are consistent with the totals.
    void choose_counts(int64_t pause) {
        const int64_t given = std::min(pause, most_nodes_ + 1) - visited_;
        int64_t left = given;
        const int64_t found = multisets_.next({counts_.data(), {1, colors_}}, left);
        visited_ += given - left;
        if (visited_ > most_nodes_) {
            found_ = -1;
            finished_ = true;
        } else if (found > 0) {
            begin_placing();
        } else {
            finished_ = multisets_.done();
        }
    }

    void begin_placing() {
        kinds_ = 0;
        for (int64_t color = 0; color < colors_; ++color) {
            if (counts_[color] == 0) continue;
            color_of_[kinds_] = color;
            unplaced_[kinds_] = counts_[color];
            ++kinds_;
        }
        for (int64_t turn = 0; turn < width_; ++turn) {
            // where only the white count w is shown, both bounds are -w: black is the total less w
            const bool by_white = turn < constraints_.copies.size(0) && constraints_.white_mask[turn] != 0;
            const int64_t total = by_white ? multisets_.total(turn) : 0;
            low_[turn] = static_cast<int8_t>(constraints_.bounds(0, turn) + total);
            high_[turn] = static_cast<int8_t>(constraints_.bounds(1, turn) + total);
        }
        placing_ = true;
        peg_ = 0;
        kind_at_[0] = -1;
    }

    /// Continue placing the pegs until all arrangements were tried.
    template <bool one_vector> void place_pegs(int64_t pause) {
        const int64_t width = one_vector ? BYTE_LANES : width_;
        int64_t *const unplaced = unplaced_.data();
        const int64_t *const color_of = color_of_.data();
        const int64_t kinds = kinds_;
        while (visited_ < pause) {
            if (peg_ < 0) {
                placing_ = false;
                return;
            }
            int64_t kind = kind_at_[peg_];
            if (kind >= 0) ++unplaced[kind];
            ++kind;
            while (kind < kinds && unplaced[kind] == 0) ++kind;
            if (kind == kinds) {
                --peg_;
                continue;
            }
            kind_at_[peg_] = kind;
            --unplaced[kind];
            if (!visit()) return;
            const int8_t *const before = black_.data() + peg_ * width;
            int8_t *const after = black_.data() + (peg_ + 1) * width;
            const int8_t *const match = constraints_.match.data() + (peg_ * colors_ + color_of[kind]) * width;
            const int8_t *const left = constraints_.left.data() + (peg_ + 1) * colors_ * width;
            bool fits = true;
            for (int64_t at = 0; at < width && fits; at += BYTE_LANES) {
                const ByteLanes black = load_bytes(before + at) + load_bytes(match + at);
                store_bytes(after + at, black);
                if (any_less(load_bytes(high_.data() + at), black)) {
                    fits = false;
                    break;
                }
                ByteLanes most = black;
                for (int64_t k = 0; k < kinds; ++k) {
                    most = most + min(splat_byte(unplaced[k]), load_bytes(left + color_of[k] * width + at));
                }
                fits = !any_less(most, load_bytes(low_.data() + at));
            }
            if (!fits) continue;
            if (peg_ < pegs_ - 1) {
                ++peg_;
                kind_at_[peg_] = -1;
                continue;
            }
            if (found_ < out_.size(0)) write_code();
            ++found_;
            if (found_ > out_.size(0)) {
                finished_ = true;
                return;
            }
        }
    }

    void write_code() {
        const Array<uint8_t> row = out_[found_];
        for (int64_t peg = 0; peg < pegs_; ++peg) row[peg] = static_cast<uint8_t>(color_of_[kind_at_[peg]]);
    }

    CodeConstraints constraints_;
    int64_t most_nodes_;
    Array<uint8_t, 2> out_;
    int64_t pegs_;
    int64_t colors_;
    int64_t width_;
    MultisetSearch multisets_;
    Buffer<int64_t> counts_; // of each colour in the multiset found last; the colours that occur, or kinds, are placed
    int64_t kinds_ = 0;
    Buffer<int64_t> color_of_; // of each kind
    Buffer<int64_t> unplaced_; // pegs of each kind not placed yet
    Buffer<int64_t> kind_at_;  // each peg; -1 before the first
    Buffer<int8_t> black_;     // of each turn with the pegs before each
    Buffer<int8_t> low_;       // bounds of the black counts for the numbers of colours chosen
    Buffer<int8_t> high_;
    int64_t peg_ = 0;
    int64_t found_ = 0;
    int64_t visited_ = 0;
    bool placing_ = false;
    bool finished_ = false;
};
CODEPEGS_OBJECT(CandidateSearch);

} // namespace codepegs
