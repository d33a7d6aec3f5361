// Depth-first search, peg by peg, for the codes that are consistent with a history.
// The final black count and total of every turn are at least the current ones, and at most one more per remaining peg.
// A prefix is abandoned when the reply of some turn is out of reach. Eight turns are processed together.
#include "array.hpp"
#include "export.hpp"
#include "packed_codes.hpp"
#include "turn_lanes.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <tuple>
#include <vector>

namespace codepegs {

namespace {

constexpr int16_t MOST = std::numeric_limits<int16_t>::max() / 2; // sums of two fit
constexpr int16_t LEAST = -MOST;

/// Black count and total of eight turns.
struct Counts {
    TurnLanes black;
    TurnLanes total;
};

/// The bounds of the counts of eight turns.
struct Limits {
    Counts least{splat_turns(LEAST), splat_turns(LEAST)};
    Counts most{splat_turns(MOST), splat_turns(MOST)};

    /// Whether all bounds can still be met with `left` remaining pegs.
    [[nodiscard]] bool reachable(const Counts &now, int16_t left) const {
        return !any_negative((most.black - now.black) | (now.black + left - least.black) | (most.total - now.total) |
                             (now.total + left - least.total));
    }
};

/// The counts with one more peg: `guess` is the colour of each turn there, `copies` its number of pegs of `color`, of
/// which the code has `held` already.
Counts with_peg(const Counts &now, const TurnLanes &guess, const TurnLanes &copies, int64_t color, int64_t held) {
    return {now.black - (guess == static_cast<int16_t>(color)), now.total - (copies > static_cast<int16_t>(held))};
}

} // namespace

class ConsistentCodes {
  public:
    /// Codes that begin with a colour in [first, after) and answer each of `guesses` with its entry of `parts`.
    /// `order[peg]` is the order in which colours are tried; ascending when it is empty.
    ConsistentCodes(const CodeRules &rules, const Array<const int64_t, 2> &guesses, const Array<const int64_t> &parts,
                    int64_t first, int64_t after, const Array<const int64_t, 2> &order)
        : pegs_(rules.pegs), colors_(rules.colors), bits_(rules.packing().bits), repeats_(rules.repeats),
          part_table_(rules.part_table), parts_(parts), order_(order), after_(after),
          blocks_(turn_blocks(parts.size())) {
        const auto blocks = static_cast<std::size_t>(blocks_);
        const auto pegs = static_cast<std::size_t>(pegs_);
        next_.resize(pegs);
        held_.assign(pegs, -1);
        chosen_.resize(pegs);
        keys_.resize(pegs + 1);
        used_.resize(static_cast<std::size_t>(colors_));
        counts_.resize((pegs + 1) * blocks);
        limits_.resize(blocks);
        guess_.assign(pegs * blocks, splat_turns(-1));
        copies_.resize(static_cast<std::size_t>(colors_) * blocks);
        for (int64_t t = 0; t < parts.size(); ++t) add_turn(guesses[t], t);
        next_[0] = first;
    }

    [[nodiscard]] bool done() const { return depth_ < 0; }

    /// The colour of the last code found at a peg.
    [[nodiscard]] int64_t color(int64_t peg) const { return chosen_[static_cast<std::size_t>(peg)]; }

    /// Write the keys of the next codes to `out`, until it is full or `nodes` more pegs were set; returns their number.
    int64_t next(const Array<uint64_t> &out, int64_t nodes) {
        int64_t found = 0;
        while (depth_ >= 0) {
            const auto d = static_cast<std::size_t>(depth_);
            if (held_[d] >= 0) --used_[static_cast<std::size_t>(held_[d])];
            held_[d] = -1;
            if (next_[d] == (depth_ == 0 ? after_ : colors_)) {
                --depth_;
                continue;
            }
            if (nodes <= 0 || found == out.size()) return found;
            if (depth_ == pegs_ - 1) {
                found += set_last(out.from(found), nodes);
                continue;
            }
            --nodes;
            const int64_t color = color_at(next_[d]++);
            chosen_[d] = color;
            if (!extend(color)) continue;
            held_[d] = color;
            ++used_[static_cast<std::size_t>(color)];
            keys_[d + 1] = (keys_[d] << bits_) | static_cast<uint64_t>(color);
            ++depth_;
            next_[d + 1] = 0;
        }
        return found;
    }

  private:
    void add_turn(const Array<const int64_t> &guess, int64_t turn) {
        const auto block = static_cast<std::size_t>(turn / TURN_LANES);
        const auto lane = static_cast<std::size_t>(turn % TURN_LANES);
        const auto blocks = static_cast<std::size_t>(blocks_);
        for (int64_t i = 0; i < pegs_; ++i) {
            guess_[static_cast<std::size_t>(i) * blocks + block][lane] = static_cast<int16_t>(guess[i]);
            ++copies_[static_cast<std::size_t>(guess[i]) * blocks + block][lane];
        }
        int64_t least_black = MOST;
        int64_t most_black = LEAST;
        int64_t least_total = MOST;
        int64_t most_total = LEAST;
        for (int64_t black = 0; black <= pegs_; ++black) {
            for (int64_t total = 0; total <= pegs_; ++total) {
                if (part_table_(black, total) != parts_[turn]) continue;
                least_black = std::min(least_black, black);
                most_black = std::max(most_black, black);
                least_total = std::min(least_total, total);
                most_total = std::max(most_total, total);
            }
        }
        for (int64_t black = least_black; black <= most_black; ++black) {
            for (int64_t total = std::max(black, least_total); total <= most_total; ++total) {
                const int64_t part = part_table_(black, total);
                exact_ &= part == parts_[turn] || part < 0; // -1: no code gives it
            }
        }
        limits_[block].least.black[lane] = static_cast<int16_t>(least_black);
        limits_[block].most.black[lane] = static_cast<int16_t>(most_black);
        limits_[block].least.total[lane] = static_cast<int16_t>(least_total);
        limits_[block].most.total[lane] = static_cast<int16_t>(most_total);
    }

    /// The colour to try at the current peg.
    [[nodiscard]] int64_t color_at(int64_t place) const { return order_.size() > 0 ? order_(depth_, place) : place; }

    /// Try colours at the last peg, as `next` does at any.
    int64_t set_last(const Array<uint64_t> &out, int64_t &nodes) {
        const auto d = static_cast<std::size_t>(depth_);
        const int64_t begin = next_[d];
        const int64_t end = std::min(depth_ == 0 ? after_ : colors_, begin + std::min(nodes, colors_));
        const uint64_t key = keys_[d] << bits_;
        int64_t found = 0;
        int64_t place = begin;
        int64_t last = chosen_[d];
        if (blocks_ == 1 && exact_) { // the usual case, kept in registers
            const Counts now = counts_[d];
            const TurnLanes guess = guess_[d];
            const Limits limits = limits_[0];
            for (; place < end && found < out.size(); ++place) {
                const int64_t color = color_at(place);
                const int64_t held = used_[static_cast<std::size_t>(color)];
                const Counts counts = with_peg(now, guess, copies_[static_cast<std::size_t>(color)], color, held);
                out[found] = key | static_cast<uint64_t>(color); // kept if it fits: no branch, for either is likely
                const bool fits = (repeats_ || held == 0) & limits.reachable(counts, 0);
                found += fits;
                last = fits ? color : last;
            }
        }
        while (place < end && found < out.size()) {
            const int64_t color = color_at(place++);
            out[found] = key | static_cast<uint64_t>(color); // kept if it fits: no branch, for either is likely
            const bool fits = extend(color) && (exact_ || gives_every_reply());
            found += fits;
            last = fits ? color : last;
        }
        chosen_[d] = last;
        nodes -= place - begin;
        next_[d] = place;
        return found;
    }

    /// Add a colour to the counts of all turns; returns whether the code can still be consistent.
    bool extend(int64_t color) {
        const int64_t held = used_[static_cast<std::size_t>(color)];
        const auto blocks = static_cast<std::size_t>(blocks_);
        const auto d = static_cast<std::size_t>(depth_);
        const Counts *now = counts_.data() + d * blocks;
        Counts *after = counts_.data() + (d + 1) * blocks;
        const TurnLanes *guess = guess_.data() + d * blocks;
        const TurnLanes *copies = copies_.data() + static_cast<std::size_t>(color) * blocks;
        const auto left = static_cast<int16_t>(pegs_ - 1 - depth_);
        bool fits = repeats_ || held == 0;
        for (std::size_t n = 0; n < blocks && fits; ++n) {
            const Counts counts = with_peg(now[n], guess[n], copies[n], color, held);
            after[n].black = counts.black;
            after[n].total = counts.total;
            fits = limits_[n].reachable(counts, left);
        }
        return fits;
    }

    /// Whether a whole code, whose counts are within the limits, gives every reply.
    [[nodiscard]] bool gives_every_reply() const {
        const Counts *last = counts_.data() + pegs_ * blocks_;
        for (int64_t t = 0; t < parts_.size(); ++t) {
            const Counts &counts = last[t / TURN_LANES];
            if (part_table_(counts.black[t % TURN_LANES], counts.total[t % TURN_LANES]) != parts_[t]) return false;
        }
        return true;
    }

    int64_t pegs_;
    int64_t colors_;
    int64_t bits_;
    bool repeats_;
    Array<const int64_t, 2> part_table_;
    Array<const int64_t> parts_;
    Array<const int64_t, 2> order_;
    int64_t after_;
    int64_t blocks_;    // of turns
    bool exact_ = true; // whether a code whose counts are within the limits gives every reply
    int64_t depth_ = 0;
    std::vector<int64_t> next_;     // by peg: place in its order of the colour to try next
    std::vector<int64_t> held_;     // by peg: the colour that `used_` counts, or -1
    std::vector<int64_t> chosen_;   // by peg: the colour tried last
    std::vector<uint64_t> keys_;    // of the first pegs
    std::vector<int64_t> used_;     // by colour
    std::vector<Counts> counts_;    // by pegs set and block
    std::vector<Limits> limits_;    // by block
    std::vector<TurnLanes> guess_;  // by peg and block
    std::vector<TurnLanes> copies_; // by colour and block
};

CODEPEGS_OBJECT(ConsistentCodes);

/// Begin the search for the codes that are consistent with all turns.
///
/// `guesses` has shape (turns, pegs); `parts` has the part number of each reply. `order` has the order in which colours
/// are tried at each position, shape (pegs, colors); ascending if it has no rows. The first peg gets those at places
/// [`first`, `after`) of its order.
std::unique_ptr<ConsistentCodes> search_consistent_codes(const CodeRules &rules, const Array<const int64_t, 2> &guesses,
                                                         const Array<const int64_t> &parts, int64_t first,
                                                         int64_t after, const Array<const int64_t, 2> &order) {
    rules.check(false);
    require(rules.pegs <= MOST && rules.colors <= MOST, "search_consistent_codes: at most 16,383 pegs and colors");
    require(guesses.size(0) == parts.size() && guesses.size(1) == rules.pegs,
            "search_consistent_codes: guesses has shape (turns, pegs), parts one entry a turn");
    require(0 <= first && first <= after && after <= rules.colors,
            "search_consistent_codes: first and after are colours");
    require(order.size(0) == 0 || (order.size(0) == rules.pegs && order.size(1) == rules.colors),
            "search_consistent_codes: order has shape (pegs, colors), or no rows");
    const auto check_colors = [&](const Array<const int64_t, 2> &array) {
        for (int64_t row = 0; row < array.size(); ++row) {
            for (const int64_t color : array[row]) {
                require(0 <= color && color < rules.colors, "search_consistent_codes: there is no such color");
            }
        }
    };
    check_colors(guesses);
    check_colors(order);
    return std::make_unique<ConsistentCodes>(rules, guesses, parts, first, after, order);
}

/// Write the next keys to `out`, until it is full or `nodes` more pegs were set; returns the number of keys written,
/// and whether the search is complete.
std::tuple<int64_t, bool> next_consistent_keys(ConsistentCodes &codes, const Array<uint64_t> &out, int64_t nodes) {
    const int64_t found = codes.next(out, nodes);
    return {found, codes.done()};
}

/// Write the colours of the next code to `out`, shape (pegs,), if it is found before `nodes` more pegs were set;
/// returns whether a code was found, and whether the search is complete.
std::tuple<bool, bool> next_consistent_code(ConsistentCodes &codes, const Array<int64_t> &out, int64_t nodes) {
    uint64_t key;
    const bool found = codes.next({&key, 1}, nodes) == 1;
    if (found) {
        for (int64_t i = 0; i < out.size(); ++i) out[i] = codes.color(i);
    }
    return {found, codes.done()};
}

} // namespace codepegs

CODEPEGS_FREE(ConsistentCodes);
CODEPEGS_EXPORT(search_consistent_codes, rules, guesses, parts, first, after, order);
CODEPEGS_EXPORT(next_consistent_keys, codes, out, nodes);
CODEPEGS_EXPORT(next_consistent_code, codes, out, nodes);
