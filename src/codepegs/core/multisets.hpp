// Depth-first search, colour by colour, for the multisets of colours that are consistent with bounds of the totals.
// The final total of every turn is at least the current one, and at most that plus the remaining pegs, or the guess's
// pegs of later colours.
#pragma once

#include "array.hpp"
#include "export.hpp"
#include "turn_lanes.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace codepegs {

class MultisetSearch {
  public:
    static constexpr int64_t MOST_PEGS = std::numeric_limits<int16_t>::max() / 2; // sums of two fit 16 bits

    /// `copies` (turns, colours) is the number of pegs of each guess with a colour; `least` and `most` (turns) bound
    /// the totals.
    MultisetSearch(int64_t pegs, int64_t most_of_a_color, const Array<const int64_t, 2> &copies,
                   const Array<const int64_t> &least, const Array<const int64_t> &most)
        : colors_(copies.size(1)), most_of_a_color_(most_of_a_color),
          blocks_(static_cast<std::size_t>(turn_blocks(copies.size()))), least_(blocks_), most_(blocks_) {
        check(pegs, copies, least, most);
        const auto colors = static_cast<std::size_t>(colors_);
        copies_.resize(colors * blocks_);
        ahead_.resize((colors + 1) * blocks_);
        shown_.resize((colors + 1) * blocks_);
        rest_.resize(colors + 1);
        chosen_.resize(colors);
        for (int64_t t = 0; t < copies.size(); ++t) {
            const auto block = static_cast<std::size_t>(t / TURN_LANES);
            const int64_t lane = t % TURN_LANES;
            least_[block][lane] = static_cast<int16_t>(least[t]);
            most_[block][lane] = static_cast<int16_t>(most[t]);
            int64_t ahead = 0;
            for (std::size_t c = colors; c > 0; --c) {
                const int64_t here = copies(t, static_cast<int64_t>(c) - 1);
                ahead = std::min(ahead + here, pegs);
                copies_[(c - 1) * blocks_ + block][lane] = static_cast<int16_t>(std::min(here, pegs));
                ahead_[(c - 1) * blocks_ + block][lane] = static_cast<int16_t>(ahead);
            }
        }
        rest_[0] = pegs;
        begin(0);
    }

    [[nodiscard]] bool done() const { return color_ < 0; }

    /// Write the colour counts of the next multisets to rows of `out`, until it is full or `nodes` more prefixes were
    /// visited; returns their number.
    int64_t next(const Array<int64_t, 2> &out, int64_t &nodes) {
        int64_t found = 0;
        while (color_ >= 0) {
            const auto c = static_cast<std::size_t>(color_);
            const int64_t copies = chosen_[c] - 1;
            const int64_t rest = rest_[c] - copies;
            if (copies < 0 || rest > (colors_ - 1 - color_) * most_of_a_color_) {
                --color_;
                continue;
            }
            if (nodes <= 0 || found == out.size()) return found;
            --nodes;
            chosen_[c] = copies;
            rest_[c + 1] = rest;
            if (!extend(copies, rest)) continue;
            if (color_ < colors_ - 1) {
                begin(color_ + 1);
                continue;
            }
            std::copy(chosen_.begin(), chosen_.end(), out[found].begin());
            ++found;
        }
        return found;
    }

    /// The total of a turn with the multiset found last.
    [[nodiscard]] int64_t total(int64_t turn) const {
        const std::size_t block =
            static_cast<std::size_t>(colors_) * blocks_ + static_cast<std::size_t>(turn / TURN_LANES);
        return shown_[block][turn % TURN_LANES];
    }

  private:
    void check(int64_t pegs, const Array<const int64_t, 2> &copies, const Array<const int64_t> &least,
               const Array<const int64_t> &most) const {
        require(1 <= pegs && pegs <= MOST_PEGS && most_of_a_color_ >= 1,
                "multisets: pegs is from 1 to 16,383, most_of_a_color at least 1");
        require(copies.size(0) == least.size() && copies.size(0) == most.size() && colors_ >= 1,
                "multisets: copies has shape (turns, colors), totals one entry a turn");
        for (int64_t t = 0; t < copies.size(); ++t) {
            require(0 <= least[t] && most[t] <= pegs, "multisets: totals are of pegs");
            for (const int64_t count : copies[t]) require(count >= 0, "multisets: copies are not negative");
        }
    }

    /// Advance to a colour, trying its largest count first.
    void begin(int64_t color) {
        color_ = color;
        const auto c = static_cast<std::size_t>(color);
        chosen_[c] = std::min(rest_[c], most_of_a_color_) + 1;
    }

    /// Add copies of the current colour, which leave `rest` pegs, to all totals; returns whether they can still be
    /// consistent.
    bool extend(int64_t copies, int64_t rest) {
        const std::size_t at = static_cast<std::size_t>(color_) * blocks_;
        const TurnLanes *guess = copies_.data() + at;
        const TurnLanes *before = shown_.data() + at;
        TurnLanes *after = shown_.data() + at + blocks_;
        const TurnLanes *ahead = ahead_.data() + at + blocks_;
        for (std::size_t n = 0; n < blocks_; ++n) {
            const TurnLanes total = before[n] + min(splat_turns(copies), guess[n]);
            const TurnLanes most = total + min(splat_turns(rest), ahead[n]);
            after[n] = total;
            if (any_negative((most_[n] - total) | (most - least_[n]))) return false;
        }
        return true;
    }

    int64_t colors_;
    int64_t most_of_a_color_;
    std::size_t blocks_; // of turns
    std::vector<TurnLanes> least_;
    std::vector<TurnLanes> most_;
    std::vector<TurnLanes> copies_; // by colour and block: pegs of each guess
    std::vector<TurnLanes> ahead_;  // by colour and block: pegs of each guess of that colour and all later ones
    std::vector<TurnLanes> shown_;  // by colour and block: the totals of all colours before
    std::vector<int64_t> rest_;     // by colour: pegs that are left for it and all later ones
    std::vector<int64_t> chosen_;   // by colour: copies tried last
    int64_t color_ = 0;
};

} // namespace codepegs
