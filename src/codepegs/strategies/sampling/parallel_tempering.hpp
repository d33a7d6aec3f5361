// Parallel tempering over codes (Swendsen and Wang 1986; Geyer 1991): random walks among codes that are nearly
// consistent, each at its own temperature, which exchange codes with their neighbours.
// A move swaps the colours of two pegs or changes that of one. It is accepted by the rule of Metropolis and others
//(1953), so a code at distance 0 is a uniform sample of the consistent codes. The distances of a code from the replies
// are bytes, one per turn; a move updates 32 of them with a few vector operations.
#pragma once

#include "core/buffer.hpp"
#include "core/byte_lanes.hpp"
#include "core/export.hpp"
#include "core/random.hpp"
#include "strategies/sampling/reply_lanes.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace codepegs {

/// The energy of a distance for each chain, hottest first: min(slope * distance, cap).
struct TemperatureLadder {
    Array<const int64_t> slopes;
    Array<const int64_t> caps;
    // Energy up to which a chain's code is kept; -1 for none.
    Array<const int64_t> grounds;
    // A rise in energy is accepted when 32 random bits are below its entry; never past the end.
    Array<const uint64_t> thresholds;
};
CODEPEGS_STRUCT(TemperatureLadder, slopes, caps, grounds, thresholds);

/// The states of the chains.
struct ChainStates {
    // Shape (chains, pegs).
    Array<uint8_t, 2> codes;
    // Black count of each code minus the one shown, at the start, shape (chains, lanes); 0 if none is shown.
    Array<const int8_t, 2> first;
    // The same for the total, or for white if only that is shown.
    Array<const int8_t, 2> second;
    // Written after each step.
    Array<int64_t> energies;
};
CODEPEGS_STRUCT(ChainStates, codes, first, second, energies);

/// Distinct codes and how often each was found.
struct FoundCodes {
    // Shape (room, pegs).
    Array<uint8_t, 2> codes;
    Array<int64_t> hits;
};
CODEPEGS_STRUCT(FoundCodes, codes, hits);

/// The limits of a run of the chains.
struct TemperingPlan {
    // Moves of each chain in one round.
    int64_t moves;
    // Moves of a chain between two samples.
    int64_t spacing;
    // Largest number of rounds.
    int64_t rounds;
    // Number of codes at which to stop.
    int64_t enough;
    // Number of successful samples at which to stop.
    int64_t draws;
    // Stop after as many rounds without a new code as it took to find the last one, plus this number.
    int64_t patience;
    bool repeats; // last, because a bool is shorter than its slot
};
CODEPEGS_STRUCT(TemperingPlan, moves, spacing, rounds, enough, draws, patience, repeats);

namespace tempering {

/// Distinct codes in the order in which they came, and a hash table of their rows.
class CodePool {
  public:
    explicit CodePool(const FoundCodes &found)
        : found_(found),
          rows_(static_cast<int64_t>(std::bit_ceil(2 * static_cast<uint64_t>(found.hits.size()) + 1)), -1) {}

    [[nodiscard]] int64_t size() const { return size_; }

    /// Add a code, or count another hit; a new code is dropped if the table is full.
    void add(const uint8_t *code) {
        const int64_t pegs = found_.codes.size(1);
        const int64_t mask = rows_.size() - 1;
        int64_t at = static_cast<int64_t>(hash(code, pegs)) & mask;
        for (; rows_[at] >= 0; at = (at + 1) & mask) {
            if (std::equal(code, code + pegs, found_.codes[rows_[at]].data())) {
                ++found_.hits[rows_[at]];
                return;
            }
        }
        if (size_ == found_.hits.size()) return;
        rows_[at] = size_;
        std::copy_n(code, pegs, found_.codes[size_].data());
        found_.hits[size_] = 1;
        ++size_;
    }

  private:
    static uint64_t hash(const uint8_t *code, int64_t pegs) {
        auto value = static_cast<uint64_t>(pegs);
        for (int64_t i = 0; i < pegs; ++i) {
            value = (value ^ code[i]) * GOLDEN_GAMMA;
            value ^= value >> 29;
        }
        return value;
    }

    FoundCodes found_;
    Buffer<int64_t> rows_;
    int64_t size_ = 0;
};

/// The next words of splitmix64, computed many at once: each is a hash of a counter.
class RandomWords {
  public:
    explicit RandomWords(uint64_t state) : state_(state) { fill(); }

    /// Ensure that at least `wanted` words are left after the first `used`; returns the new number of used words.
    int64_t renew(int64_t used, int64_t wanted) {
        if (used + wanted <= COUNT) return used;
        state_ += static_cast<uint64_t>(used) * GOLDEN_GAMMA;
        fill();
        return 0;
    }

    uint64_t operator[](int64_t n) const { return words_[n]; }

  private:
    static constexpr int64_t COUNT = 64;

    void fill() {
        for (uint64_t n = 0; n < COUNT; ++n) words_[n] = mixed(state_ + n * GOLDEN_GAMMA);
    }

    uint64_t state_;
    uint64_t words_[COUNT];
};

/// `x` or `y`, without a branch, which would be unpredictable: moves of both kinds are equally frequent.
inline int64_t select(uint64_t all_ones_for_x, int64_t x, int64_t y) {
    return static_cast<int64_t>(static_cast<uint64_t>(y) ^
                                ((static_cast<uint64_t>(x) ^ static_cast<uint64_t>(y)) & all_ones_for_x));
}

} // namespace tempering

class Tempering {
  public:
    Tempering(const ReplyLanes &turns, const TemperatureLadder &ladder, const ChainStates &chains,
              const Array<const uint8_t, 2> &known, const FoundCodes &found, const Array<uint8_t> &nearest,
              const TemperingPlan &plan, uint64_t random_state)
        : turns_(turns), ladder_(ladder), chains_(chains), nearest_(nearest), plan_(plan), random_(random_state),
          pool_(found), pegs_(chains.codes.size(1)), width_(turns.match.size(1)) {
        check(known, found);
        colors_ = turns.match.size(0) / pegs_;
        gather_rows();
        held_ = Buffer<int64_t>(chains.codes.size(0) * colors_, 0);
        distances_ = Buffer<int8_t>(chains.codes.size(0) * 2 * width_);
        for (int64_t chain = 0; chain < chains.codes.size(0); ++chain) {
            for (const uint8_t color : chains.codes[chain]) {
                require(color < colors_, "chains.codes: a colour that the game does not have");
                ++held_of(chain)[color];
            }
            for (int64_t turn = 0; turn < width_; ++turn) {
                distances_of(chain)[place_of(turn)] = chains.first(chain, turn);
                distances_of(chain)[place_of(turn) + BYTE_LANES] = chains.second(chain, turn);
            }
            chains_.energies[chain] = energy_at(chain, chain);
        }
        for (int64_t row = 0; row < known.size(0); ++row) pool_.add(known[row].data());
        size_before_ = pool_.size();
    }

    [[nodiscard]] int64_t found() const { return pool_.size(); }
    [[nodiscard]] int64_t rounds_made() const { return rounds_made_; }

    /// Run up to `rounds` more rounds; returns whether it is done.
    bool run(int64_t rounds) {
        for (; rounds > 0 && !finished_; --rounds) {
            for (int64_t chain = 0; chain < chains_.codes.size(0); ++chain) walk(chain);
            note_nearest();
            exchange_neighbours();
            if (pool_.size() > size_before_) {
                size_before_ = pool_.size();
                last_find_ = rounds_made_;
            }
            const bool exhausted = size_before_ > 0 && rounds_made_ > 2 * last_find_ + plan_.patience;
            ++rounds_made_;
            finished_ =
                rounds_made_ >= plan_.rounds || pool_.size() >= plan_.enough || looks_ >= plan_.draws || exhausted;
        }
        return finished_;
    }

  private:
    void check(const Array<const uint8_t, 2> &known, const FoundCodes &found) const {
        const int64_t chains = chains_.codes.size(0);
        require(chains >= 1 && pegs_ >= 1 && pegs_ <= 255, "chains.codes: expected codes of 1 to 255 pegs");
        require(width_ >= BYTE_LANES && width_ % BYTE_LANES == 0,
                "turns.match: expected rows of a multiple of 32 turns");
        const int64_t colors = turns_.match.size(0) / pegs_;
        require(colors >= 1 && turns_.match.size(0) == pegs_ * colors, "turns.match: expected pegs * colors rows");
        require(turns_.more.size(0) == colors * pegs_, "turns.more: expected colors * pegs rows");
        require(turns_.more.size(1) == width_ && turns_.black_mask.size() == width_ &&
                    turns_.white_mask.size() == width_,
                "turns: expected the same number of turns in all arrays");
        require(chains_.first.size(0) == chains && chains_.second.size(0) == chains &&
                    chains_.energies.size() == chains,
                "chains: expected the same number of chains in all arrays");
        require(chains_.first.size(1) == width_ && chains_.second.size(1) == width_,
                "chains: expected a distance for each turn");
        require(ladder_.slopes.size() == chains && ladder_.caps.size() == chains && ladder_.grounds.size() == chains,
                "ladder: expected a slope, a cap and a ground for each chain");
        require(known.size(1) == pegs_ && nearest_.size() == pegs_ && found.codes.size(1) == pegs_,
                "known, found, nearest: expected codes of as many pegs as the chains");
        require(found.hits.size() == found.codes.size(0), "found: expected hits for each code");
        require(plan_.moves >= 0 && plan_.spacing >= 1, "plan: expected moves, and a spacing of at least 1");
    }

    int64_t *held_of(int64_t chain) { return held_.data() + chain * colors_; }
    int8_t *distances_of(int64_t chain) { return distances_.data() + chain * 2 * width_; }

    /// The index of a turn in a row: 32 turns by peg, the same turns by colour, the next 32 turns, and so on.
    static int64_t place_of(int64_t turn) { return turn + turn / BYTE_LANES * BYTE_LANES; }

    /// Number of the row that a colour adds to the distances at a peg.
    [[nodiscard]] int64_t row_of_peg(int64_t peg, int64_t color) const { return peg * colors_ + color; }
    /// Number of the row that one more peg of a colour adds to them if there are `held` already.
    [[nodiscard]] int64_t row_of_count(int64_t color, int64_t held) const { return (colors_ + color) * pegs_ + held; }

    void gather_rows() {
        rows_ = Buffer<int8_t>(2 * pegs_ * colors_ * 2 * width_, 0);
        const auto is_zero = [](int8_t mask) { return mask == 0; };
        only_totals_ = std::all_of(turns_.black_mask.begin(), turns_.black_mask.end(), is_zero) &&
                       std::all_of(turns_.white_mask.begin(), turns_.white_mask.end(), is_zero);
        for (int64_t n = 0; n < pegs_ * colors_; ++n) {
            int8_t *const by_peg = rows_.data() + n * 2 * width_;
            int8_t *const by_count = rows_.data() + (pegs_ * colors_ + n) * 2 * width_;
            for (int64_t turn = 0; turn < width_; ++turn) {
                const int8_t match = turns_.match(n, turn);
                by_peg[place_of(turn)] = match & turns_.black_mask[turn];
                by_peg[place_of(turn) + BYTE_LANES] = static_cast<int8_t>(-(match & turns_.white_mask[turn]));
                by_count[place_of(turn) + BYTE_LANES] = turns_.more(n, turn);
            }
        }
    }

    /// The energy that the code of a chain has at the temperature of another.
    int64_t energy_at(int64_t chain, int64_t temperature) {
        int64_t energy = 0;
        for (int64_t at = 0; at < 2 * width_; at += 2 * BYTE_LANES) {
            energy +=
                capped_sum(load_bytes(distances_of(chain) + at), load_bytes(distances_of(chain) + at + BYTE_LANES),
                           ladder_.slopes[temperature], ladder_.caps[temperature]);
        }
        return energy;
    }

    /// The rule of Metropolis.
    bool accepts(int64_t rise, const Array<const uint64_t> &thresholds, int64_t &words_used) const {
        if (rise <= 0) return true;
        if (rise >= thresholds.size()) return false;
        return (random_[words_used++] >> 32) < thresholds[rise];
    }

    /// Run the moves of a round for one chain; after every `spacing` moves its code is kept if its energy is low
    /// enough.
    void walk(int64_t chain) {
        int64_t left = plan_.moves;
        for (; left >= plan_.spacing; left -= plan_.spacing) {
            move(chain, plan_.spacing);
            if (chains_.energies[chain] <= ladder_.grounds[chain]) {
                ++looks_;
                pool_.add(chains_.codes[chain].data());
            }
        }
        move(chain, left);
    }

    void note_nearest() {
        const int64_t coldest = chains_.codes.size(0) - 1;
        if (chains_.energies[coldest] >= least_energy_) return;
        least_energy_ = chains_.energies[coldest];
        std::copy_n(chains_.codes[coldest].data(), pegs_, nearest_.data());
    }

    void move(int64_t chain, int64_t moves) {
        if (width_ == BYTE_LANES) move<1>(chain, moves);
        else if (width_ == 2 * BYTE_LANES) move<2>(chain, moves);
        else move<0>(chain, moves);
    }

    template <int64_t vectors> void move(int64_t chain, int64_t moves) {
        const bool capped = ladder_.caps[chain] < UINT16_MAX || ladder_.slopes[chain] * UINT8_MAX > UINT16_MAX;
        if (capped && only_totals_) move<vectors, true, true>(chain, moves);
        else if (capped) move<vectors, true, false>(chain, moves);
        else if (only_totals_) move<vectors, false, true>(chain, moves);
        else move<vectors, false, false>(chain, moves);
    }

    /// Run some moves of one chain. There are `vectors` times 32 turns, or any number if that is 0; without `capped`,
    /// no distance reaches the cap.
    template <int64_t vectors, bool capped, bool only_totals>
    [[gnu::noinline]] void move(int64_t chain, int64_t moves) {
        uint8_t *const code = chains_.codes[chain].data();
        int64_t *const held = held_of(chain);
        int8_t *const distances = distances_of(chain);
        const int8_t *const rows = rows_.data();
        const int64_t row_size = 2 * (vectors ? vectors * BYTE_LANES : width_);
        const auto pegs = static_cast<uint64_t>(pegs_);
        const auto colors = static_cast<uint64_t>(colors_);
        const int64_t slope = ladder_.slopes[chain];
        const int64_t cap = ladder_.caps[chain];
        const Array<const uint64_t> thresholds = ladder_.thresholds;
        const bool repeats = plan_.repeats;
        int64_t energy = chains_.energies[chain];
        int64_t words_used = words_used_;

        for (; moves > 0; --moves) {
            words_used = random_.renew(words_used, 2);
            const uint64_t word = random_[words_used++];
            const auto i = static_cast<int64_t>(((word & 0xFFFFFFFF) * pegs) >> 32);
            const int64_t old_color = code[i];
            const uint64_t draw = ((word >> 32) & 0x7FFFFFFF) << 1;
            const uint64_t swaps = uint64_t{0} - (word >> 63); // all ones or none
            const auto j = static_cast<int64_t>((draw * pegs) >> 32);
            const int64_t new_color = tempering::select(swaps, code[j], static_cast<int64_t>((draw * colors) >> 32));
            if (old_color == new_color || !(repeats || swaps || held[new_color] == 0)) continue;
            if (only_totals && swaps) {
                std::swap(code[i], code[j]);
                continue;
            }
            // each kind of move adds two rows and takes two away
            const int8_t *const gained = rows + row_of_peg(i, new_color) * row_size;
            const int8_t *const lost = rows + row_of_peg(i, old_color) * row_size;
            const int8_t *const also_gained =
                rows +
                tempering::select(swaps, row_of_peg(j, old_color), row_of_count(new_color, held[new_color])) * row_size;
            const int8_t *const also_lost = rows + tempering::select(swaps, row_of_peg(j, new_color),
                                                                     row_of_count(old_color, held[old_color] - 1)) *
                                                       row_size;
            const auto distances_after = [=](int64_t at) {
                return (load_bytes(distances + at) + load_bytes(gained + at) - load_bytes(lost + at)) +
                       (load_bytes(also_gained + at) - load_bytes(also_lost + at));
            };
            int64_t new_energy = 0;
            for (int64_t at = 0; at < row_size; at += 2 * BYTE_LANES) {
                const ByteLanes first = distances_after(at);
                const ByteLanes second = distances_after(at + BYTE_LANES);
                new_energy += capped ? capped_sum(first, second, slope, cap) : slope * distance_sum(first, second);
            }
            if (!accepts(new_energy - energy, thresholds, words_used)) continue;
            for (int64_t at = 0; at < row_size; at += BYTE_LANES) store_bytes(distances + at, distances_after(at));
            code[i] = static_cast<uint8_t>(new_color);
            code[j] = static_cast<uint8_t>(tempering::select(swaps, old_color, code[j]));
            const auto changes = static_cast<int64_t>(swaps + 1); // 1 for a change of colour
            held[new_color] += changes;
            held[old_color] -= changes;
            energy = new_energy;
        }
        chains_.energies[chain] = energy;
        words_used_ = words_used;
    }

    /// Propose to exchange the codes of each pair of neighbours, hottest first.
    void exchange_neighbours() {
        for (int64_t hot = 0; hot + 1 < chains_.codes.size(0); ++hot) {
            const int64_t cold = hot + 1;
            const int64_t hot_energy = energy_at(cold, hot);
            const int64_t cold_energy = energy_at(hot, cold);
            const int64_t rise = hot_energy + cold_energy - chains_.energies[hot] - chains_.energies[cold];
            words_used_ = random_.renew(words_used_, 1);
            if (!accepts(rise, ladder_.thresholds, words_used_)) continue;
            std::swap_ranges(chains_.codes[hot].begin(), chains_.codes[hot].end(), chains_.codes[cold].begin());
            std::swap_ranges(held_of(hot), held_of(cold), held_of(cold));
            std::swap_ranges(distances_of(hot), distances_of(cold), distances_of(cold));
            chains_.energies[hot] = hot_energy;
            chains_.energies[cold] = cold_energy;
        }
    }

    ReplyLanes turns_;
    TemperatureLadder ladder_;
    ChainStates chains_;
    Array<uint8_t> nearest_;
    TemperingPlan plan_;
    tempering::RandomWords random_;
    int64_t words_used_ = 0;
    tempering::CodePool pool_;
    int64_t pegs_;
    int64_t width_;
    int64_t colors_ = 0;
    Buffer<int8_t> rows_;      // contributions of pegs to the distances of a code: `row_of_peg`, `row_of_count`
    Buffer<int8_t> distances_; // of the code of each chain
    Buffer<int64_t> held_;     // pegs of each colour in the code of each chain
    bool only_totals_ = false; // whether replies do not depend on positions, so that every swap is accepted
    int64_t rounds_made_ = 0;
    int64_t size_before_ = 0;
    int64_t last_find_ = 0;
    int64_t looks_ = 0;
    int64_t least_energy_ = int64_t{1} << 40;
    bool finished_ = false;
};
CODEPEGS_OBJECT(Tempering);

} // namespace codepegs
