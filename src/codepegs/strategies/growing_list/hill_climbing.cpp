// Hill climbing for the guess with the most informative reply on a sample of partial codes.
//
// A guess has one colour in each slot, a block of pegs or a single peg. Its score is the sum of v log2 v over the sizes
// v of the parts of the sample, less is better. A change of one or two slots is kept unless it raises the score. Sums
// are added in the order of the sample, so that results are the same everywhere.
#include "core/buffer.hpp"
#include "core/export.hpp"
#include "core/random.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace codepegs {

/// A sample of entries, for comparing guesses that have one colour in each slot.
struct SlotSample {
    // Number of pegs of each slot with each colour, shape (slots, colours, sample).
    Array<const uint8_t, 3> table;
    // Pegs of each slot.
    Array<const int64_t> sizes;
    // Number of pegs of each entry with each colour, shape (colours, sample).
    Array<const uint8_t, 2> held;
    // Colours 0 to `distinguished` - 1 are used.
    int64_t distinguished;
    int64_t view;
    int64_t pegs;
    // v log2 v for v from 0 to the size of the sample.
    Array<const double> log_table;
    // Whether the total is the same for all entries, and ignored.
    bool same_counts;
};
CODEPEGS_STRUCT(SlotSample, table, sizes, held, distinguished, view, pegs, log_table, same_counts);

namespace {

/// The view.
enum View : int64_t { BLACK_AND_TOTAL = 0, BLACK_ONLY = 1, TOTAL_ONLY = 2, WHITE_ONLY = 3 };

/// A guess, and how its replies spread over the sample.
class Climber {
  public:
    explicit Climber(const SlotSample &sample)
        : sample_(sample), slots_(sample.table.size(0)), size_(sample.table.size(2)),
          by_black_(sample.same_counts && sample.view != WHITE_ONLY), black_(size_), tried_(size_), total_(size_),
          part_(size_), counts_(HISTOGRAMS * (UINT8_MAX + 1), 0), parts_((sample.pegs + 1) * (sample.pegs + 2), 0),
          copies_(sample.table.size(1)), increments_(size_) {
        require(slots_ >= 1 && sample.sizes.size() == slots_, "sample.sizes: expected one for each slot");
        require(sample.held.size(0) == sample.table.size(1) && sample.held.size(1) == size_,
                "sample.held: expected shape (colors, sample)");
        require(sample.distinguished >= 0 && sample.distinguished <= sample.table.size(1),
                "sample.distinguished: expected at most all colours");
        require(sample.pegs >= 1 && sample.pegs <= UINT8_MAX, "sample.pegs: expected 1 to 255");
        require(sample.view >= BLACK_AND_TOTAL && sample.view <= WHITE_ONLY, "sample.view: expected 0 to 3");
        require(sample.log_table.size() > size_, "sample.log_table: expected more entries than the sample");
        for (int64_t n = 0; n < size_; ++n) increments_[n] = sample.log_table[n + 1] - sample.log_table[n];
    }

    /// Improve a guess by random changes; returns its final score.
    double climb(const Array<int64_t> &guess, int64_t steps, uint64_t &random_state) {
        uint8_t *const black = black_.data();
        std::fill_n(black, size_, uint8_t{0});
        copies_.fill(0);
        for (int64_t slot = 0; slot < slots_; ++slot) {
            require(guess[slot] >= 0 && guess[slot] < copies_.size(), "guesses: a colour that the game does not have");
            copies_[guess[slot]] += sample_.sizes[slot];
            const uint8_t *const row = row_of(slot, guess[slot]);
            for (int64_t j = 0; j < size_; ++j) black[j] = static_cast<uint8_t>(black[j] + row[j]);
        }
        double score = score_of(black_);
        if (sample_.distinguished < 2) return score;
        for (; steps > 0; --steps) {
            const Change change = draw(guess, random_state);
            apply(change);
            count_copies(change, 1);
            const double reached = score_of(tried_);
            if (reached > score) {
                count_copies(change, -1);
                continue;
            }
            score = reached;
            guess[change.slot] = change.after;
            if (change.other_slot != change.slot) guess[change.other_slot] = change.other_after;
            std::swap(black_, tried_);
        }
        return score;
    }

  private:
    static constexpr int64_t HISTOGRAMS = 4;

    /// Propose a new colour for a slot, and possibly for another.
    struct Change {
        int64_t slot;
        int64_t before;
        int64_t after;
        int64_t other_slot; // the same one for none
        int64_t other_before;
        int64_t other_after;
    };

    [[nodiscard]] const uint8_t *row_of(int64_t slot, int64_t color) const { return sample_.table[slot][color].data(); }

    [[nodiscard]] Change draw(const Array<int64_t> &guess, uint64_t &random_state) const {
        const int64_t distinguished = sample_.distinguished;
        const int64_t slot = xorshift::below(random_state, slots_);
        const int64_t before = guess[slot];
        const int64_t after = (before + 1 + xorshift::below(random_state, distinguished - 1)) % distinguished;
        Change change{slot, before, after, slot, before, after};
        if (xorshift::below(random_state, 3) != 0) return change;
        change.other_slot = xorshift::below(random_state, slots_);
        if (change.other_slot == slot) return change;
        change.other_before = guess[change.other_slot];
        if (sample_.sizes[change.other_slot] == sample_.sizes[slot] && change.other_before != before) { // a swap
            change.after = change.other_before;
            change.other_after = before;
        } else {
            change.other_after =
                (change.other_before + 1 + xorshift::below(random_state, distinguished - 1)) % distinguished;
        }
        return change;
    }

    /// The black counts after a change, into `tried_`.
    void apply(const Change &change) {
        const uint8_t *const black = black_.data();
        uint8_t *const tried = tried_.data();
        const uint8_t *const lost = row_of(change.slot, change.before);
        const uint8_t *const gained = row_of(change.slot, change.after);
        if (change.other_slot == change.slot) {
            for (int64_t j = 0; j < size_; ++j) tried[j] = static_cast<uint8_t>(black[j] - lost[j] + gained[j]);
            return;
        }
        const uint8_t *const other_lost = row_of(change.other_slot, change.other_before);
        const uint8_t *const other_gained = row_of(change.other_slot, change.other_after);
        for (int64_t j = 0; j < size_; ++j) {
            tried[j] = static_cast<uint8_t>(black[j] - lost[j] + gained[j] - other_lost[j] + other_gained[j]);
        }
    }

    /// Apply a change to the copies of the colours in the guess, or undo it.
    void count_copies(const Change &change, int64_t times) {
        copies_[change.before] -= times * sample_.sizes[change.slot];
        copies_[change.after] += times * sample_.sizes[change.slot];
        if (change.other_slot == change.slot) return;
        copies_[change.other_before] -= times * sample_.sizes[change.other_slot];
        copies_[change.other_after] += times * sample_.sizes[change.other_slot];
    }

    double score_of(const Buffer<uint8_t> &black) {
        return by_black_ ? score_by_black(black.data()) : score_by_parts(black.data());
    }

    /// If the total is the same for all, or not shown.
    double score_by_black(const uint8_t *black) {
        constexpr int64_t HISTOGRAM = UINT8_MAX + 1;
        counts_.fill(0);
        int32_t *const counts = counts_.data();
        int64_t j = 0;
        for (; j + HISTOGRAMS <= size_; j += HISTOGRAMS) { // independent tables
            ++counts[black[j]];
            ++counts[HISTOGRAM + black[j + 1]];
            ++counts[2 * HISTOGRAM + black[j + 2]];
            ++counts[3 * HISTOGRAM + black[j + 3]];
        }
        for (; j < size_; ++j) ++counts[black[j]];
        double score = 0.0;
        for (int64_t b = 0; b <= sample_.pegs; ++b) {
            const int32_t count =
                counts[b] + counts[HISTOGRAM + b] + counts[2 * HISTOGRAM + b] + counts[3 * HISTOGRAM + b];
            score += sample_.log_table[count];
        }
        return score;
    }

    double score_by_parts(const uint8_t *black) {
        number_parts(black);
        const uint16_t *const part = part_.data();
        const double *const increments = increments_.data();
        int32_t *const parts = parts_.data();
        double score = 0.0;
        for (int64_t j = 0; j < size_; ++j) score += increments[parts[part[j]]++];
        parts_.fill(0);
        return score;
    }

    /// Write the part of each member of the sample.
    void number_parts(const uint8_t *black) {
        uint8_t *const total = total_.data();
        std::fill_n(total, size_, uint8_t{0});
        if (sample_.view != BLACK_ONLY) {
            for (int64_t color = 0; color < copies_.size(); ++color) {
                if (copies_[color] == 0) continue;
                const auto most = static_cast<uint8_t>(copies_[color]);
                const uint8_t *const held = sample_.held[color].data();
                for (int64_t j = 0; j < size_; ++j) total[j] = static_cast<uint8_t>(total[j] + std::min(held[j], most));
            }
        }
        const auto win = static_cast<uint16_t>(sample_.pegs + 1);
        const auto last = static_cast<uint16_t>(parts_.size() - 1); // keeps indices in range
        uint16_t *const part = part_.data();
        if (sample_.view == BLACK_AND_TOTAL) {
            for (int64_t j = 0; j < size_; ++j) {
                part[j] = std::min(static_cast<uint16_t>(black[j] * win + total[j]), last);
            }
        } else if (sample_.view == BLACK_ONLY) {
            for (int64_t j = 0; j < size_; ++j) part[j] = std::min(uint16_t{black[j]}, last);
        } else {
            const uint8_t not_white = sample_.view == WHITE_ONLY ? 0xFF : 0;
            for (int64_t j = 0; j < size_; ++j) {
                const auto shown = static_cast<uint8_t>(total[j] - (black[j] & not_white));
                part[j] = std::min(black[j] < win - 1 ? uint16_t{shown} : win, last);
            }
        }
    }

    SlotSample sample_;
    int64_t slots_;
    int64_t size_;
    bool by_black_;
    Buffer<uint8_t> black_; // count of each member for the guess
    Buffer<uint8_t> tried_; // for the proposed guess
    Buffer<uint8_t> total_;
    Buffer<uint16_t> part_;
    Buffer<int32_t> counts_;
    Buffer<int32_t> parts_;  // sizes; zero between calls
    Buffer<int64_t> copies_; // pegs of each colour in the guess
    Buffer<double> increments_;
};

} // namespace

/// Improve each of the guesses (guesses, slots) by `steps` random changes, keeping all that do no harm.
///
/// `scores` receives the sum of v log2 v over the sizes v of the parts of the sample: less is better.
void climb(const SlotSample &sample, Array<int64_t, 2> guesses, int64_t steps, Array<uint64_t> random_state,
           Array<double> scores) {
    require(guesses.size(1) == sample.table.size(0), "guesses: expected a colour for each slot");
    require(scores.size() == guesses.size(0), "scores: expected one for each guess");
    require(random_state.size() == 1 && random_state[0] != 0, "random_state: expected one word that is not zero");
    Climber climber(sample);
    for (int64_t n = 0; n < guesses.size(0); ++n) scores[n] = climber.climb(guesses[n], steps, random_state[0]);
}

} // namespace codepegs

CODEPEGS_EXPORT(climb, sample, guesses, steps, random_state, scores);
