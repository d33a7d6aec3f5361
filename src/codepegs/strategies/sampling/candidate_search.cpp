// Depth-first search for all codes that are consistent with a history: first the number of pegs of each colour, then
// the position of each colour.
// The totals depend only on the numbers of pegs of each colour, so most branches end before any peg is placed. The
// bounds of all turns are checked together, one byte per turn: the count so far must not exceed the reply, and the
// largest possible count must reach it.
#include "core/buffer.hpp"
#include "core/byte_lanes.hpp"
#include "core/export.hpp"

#include <algorithm>
#include <memory>
#include <tuple>

namespace codepegs {

struct CodeConstraints {
    Array<const int8_t, 3> added;
    Array<const int8_t, 2> ahead;
    Array<const int8_t, 3> match;
    Array<const int8_t, 3> left;
    Array<const int8_t, 2> bounds;
    Array<const int8_t> white_mask;
};
CODEPEGS_STRUCT(CodeConstraints, added, ahead, match, left, bounds, white_mask);

class CandidateSearch {
  public:
    CandidateSearch(const CodeConstraints &constraints, int64_t most_of_a_color, int64_t most_nodes,
                    const Array<uint8_t, 2> &out)
        : constraints_(constraints), most_of_a_color_(most_of_a_color), most_nodes_(most_nodes), out_(out),
          pegs_(constraints.match.size(0)), colors_(constraints.match.size(1)), width_(constraints.match.size(2)) {
        check();
        total_ = Buffer<int8_t>((colors_ + 1) * width_, 0);
        black_ = Buffer<int8_t>((pegs_ + 1) * width_, 0);
        low_ = Buffer<int8_t>(width_);
        high_ = Buffer<int8_t>(width_);
        rest_ = Buffer<int64_t>(colors_ + 1);
        counts_ = Buffer<int64_t>(colors_);
        color_of_ = Buffer<int64_t>(colors_);
        unplaced_ = Buffer<int64_t>(colors_);
        kind_at_ = Buffer<int64_t>(pegs_);
        rest_[0] = pegs_;
        counts_[0] = std::min(pegs_, most_of_a_color_) + 1;
    }

    [[nodiscard]] int64_t found() const { return found_; }
    [[nodiscard]] int64_t visited() const { return visited_; }

    /// Visit up to `nodes` more nodes; returns whether the search is over.
    bool run(int64_t nodes) {
        const int64_t pause = visited_ + nodes;
        while (!finished_ && visited_ < pause) {
            if (width_ == BYTE_LANES) advance<true>(pause);
            else advance<false>(pause);
        }
        return finished_;
    }

  private:
    void check() const {
        require(pegs_ >= 1 && pegs_ <= 127 && colors_ >= 1 && colors_ <= 256,
                "match: expected 1 to 127 pegs and 1 to 256 colours");
        require(width_ >= BYTE_LANES && width_ % BYTE_LANES == 0, "match: expected a multiple of 32 turns");
        const auto &c = constraints_;
        require(c.added.size(0) == colors_ && c.added.size(1) == pegs_ + 1 && c.added.size(2) == width_,
                "added: expected shape (colors, pegs + 1, turns)");
        require(c.ahead.size(0) == colors_ + 1 && c.ahead.size(1) == width_,
                "ahead: expected shape (colors + 1, turns)");
        require(c.left.size(0) == pegs_ + 1 && c.left.size(1) == colors_ && c.left.size(2) == width_,
                "left: expected shape (pegs + 1, colors, turns)");
        require(c.bounds.size(0) == 4 && c.bounds.size(1) == width_, "bounds: expected shape (4, turns)");
        require(c.white_mask.size() == width_, "white_mask: expected a byte for each turn");
        require(out_.size(1) == pegs_, "out: expected codes of as many pegs as match has");
        require(most_of_a_color_ >= 1, "most_of_a_color: expected at least 1");
    }

    template <bool one_vector> void advance(int64_t pause) {
        if (placing_) place_pegs<one_vector>(pause);
        else choose_counts<one_vector>(pause);
    }

    /// Whether another node may be visited; if not, the search is over.
    bool visit() {
        ++visited_;
        if (visited_ <= most_nodes_) return true;
        found_ = -1;
        finished_ = true;
        return false;
    }

    /// Continue until the numbers of all colours are consistent with the totals.
    template <bool one_vector> void choose_counts(int64_t pause) {
        const int64_t width = one_vector ? BYTE_LANES : width_;
        const int8_t *const low = constraints_.bounds[0].data();
        const int8_t *const high = constraints_.bounds[1].data();
        while (visited_ < pause) {
            if (color_ < 0) {
                finished_ = true;
                return;
            }
            const bool is_last = color_ == colors_ - 1;
            const int64_t count = --counts_[color_];
            if (count < 0 || (is_last && count < rest_[color_])) {
                --color_;
                continue;
            }
            if (is_last && count > rest_[color_]) continue;
            if (!visit()) return;
            rest_[color_ + 1] = rest_[color_] - count;
            const ByteLanes room = splat_byte(rest_[color_ + 1]);
            const int8_t *const before = total_.data() + color_ * width;
            int8_t *const after = total_.data() + (color_ + 1) * width;
            const int8_t *const added = constraints_.added.data() + (color_ * (pegs_ + 1) + count) * width;
            const int8_t *const ahead = constraints_.ahead.data() + (color_ + 1) * width;
            bool fits = true;
            for (int64_t at = 0; at < width && fits; at += BYTE_LANES) {
                const ByteLanes total = load_bytes(before + at) + load_bytes(added + at);
                store_bytes(after + at, total);
                const ByteLanes most = total + min(room, load_bytes(ahead + at));
                fits = !any_less(load_bytes(high + at), total) && !any_less(most, load_bytes(low + at));
            }
            if (!fits) continue;
            if (!is_last) {
                ++color_;
                counts_[color_] = std::min(rest_[color_], most_of_a_color_) + 1;
                continue;
            }
            begin_placing();
            return;
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
            const int total = total_[colors_ * width_ + turn] & constraints_.white_mask[turn];
            low_[turn] = static_cast<int8_t>(constraints_.bounds(2, turn) + total);
            high_[turn] = static_cast<int8_t>(constraints_.bounds(3, turn) + total);
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
    int64_t most_of_a_color_;
    int64_t most_nodes_;
    Array<uint8_t, 2> out_;
    int64_t pegs_;
    int64_t colors_;
    int64_t width_;
    // The numbers of colours are chosen colour by colour,
    Buffer<int64_t> counts_; // chosen for each colour
    Buffer<int64_t> rest_;   // pegs left for each colour and later ones
    Buffer<int8_t> total_;   // of each turn with the colours before each
    // and then the colours that occur, or kinds, are placed peg by peg.
    int64_t kinds_ = 0;
    Buffer<int64_t> color_of_; // of each kind
    Buffer<int64_t> unplaced_; // pegs of each kind not placed yet
    Buffer<int64_t> kind_at_;  // each peg; -1 before the first
    Buffer<int8_t> black_;     // of each turn with the pegs before each
    Buffer<int8_t> low_;       // bounds of the black counts for the numbers of colours chosen
    Buffer<int8_t> high_;
    int64_t color_ = 0;
    int64_t peg_ = 0;
    int64_t found_ = 0;
    int64_t visited_ = 0;
    bool placing_ = false;
    bool finished_ = false;
};
CODEPEGS_OBJECT(CandidateSearch);

std::unique_ptr<CandidateSearch> start_candidate_search(const CodeConstraints &constraints, int64_t most_of_a_color,
                                                        int64_t most_nodes, Array<uint8_t, 2> out) {
    return std::make_unique<CandidateSearch>(constraints, most_of_a_color, most_nodes, out);
}

std::tuple<bool, int64_t, int64_t> find_candidates(CandidateSearch &search, int64_t nodes) {
    const bool finished = search.run(nodes);
    return {finished, search.found(), search.visited()};
}

} // namespace codepegs

CODEPEGS_EXPORT(start_candidate_search, constraints, most_of_a_color, most_nodes, out);
CODEPEGS_EXPORT(find_candidates, search, nodes);
CODEPEGS_FREE(CandidateSearch);
