// Replies of listed codes that look at each slot of a guess: marked letter by letter, as in Wordle, or counted.
#include "core/export.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace codepegs {

namespace {

/// What of the slots is shown; the numbers are those of `core/loops.py`.
enum Kind : int64_t { MARKED_BY_SLOT = 0, COUNTED_BY_SLOT = 1 };

/// The secrets, slot after slot, and what one guess has in common with them.
class SlotReplies {
  public:
    SlotReplies(Array<const uint16_t, 2> secrets, int64_t kind, Array<const int64_t, 2> numbers)
        : count_(secrets.size(0)), pegs_(secrets.size(1)), kind_(kind), numbers_(numbers),
          symbols_(static_cast<std::size_t>(count_ * pegs_)), held_(static_cast<std::size_t>(count_)),
          number_(static_cast<std::size_t>(count_)), white_(static_cast<std::size_t>(count_)) {
        for (int64_t secret = 0; secret < count_; ++secret) {
            for (int64_t peg = 0; peg < pegs_; ++peg)
                symbols_[static_cast<std::size_t>(peg * count_ + secret)] = secrets(secret, peg);
        }
    }

    void write(Array<const uint16_t> guess, uint16_t *out) {
        std::fill(number_.begin(), number_.end(), 0);
        std::fill(white_.begin(), white_.end(), 0);
        for (int64_t peg = 0; peg < pegs_; ++peg) {
            if (kind_ == MARKED_BY_SLOT) mark(guess, peg);
            else count(guess, peg);
        }
        for (int64_t n = 0; n < count_; ++n) {
            const auto at = static_cast<std::size_t>(n);
            const int64_t number = kind_ == MARKED_BY_SLOT ? number_[at] : numbers_(number_[at], white_[at]);
            out[n] = static_cast<uint16_t>(number);
        }
    }

  private:
    [[nodiscard]] const uint16_t *slot(int64_t peg) const { return symbols_.data() + peg * count_; }

    /// Add the place value of a mark: twice for a symbol in place, once for one that the secret has elsewhere. Of equal
    /// symbols in a guess, those in place are served first, then those further left.
    void mark(Array<const uint16_t> guess, int64_t peg) {
        const uint16_t symbol = guess[peg];
        std::fill(held_.begin(), held_.end(), int8_t{0});
        for (int64_t other = 0; other < pegs_; ++other) {
            const uint16_t *there = slot(other);
            if (guess[other] != symbol) {
                for (std::size_t n = 0; n < held_.size(); ++n) held_[n] = int8_t(held_[n] + (there[n] == symbol));
            } else if (other < peg) { // an equal symbol further left, not in place, takes one
                for (std::size_t n = 0; n < held_.size(); ++n) held_[n] = int8_t(held_[n] - (there[n] != symbol));
            }
        }
        const uint16_t *here = slot(peg);
        const auto value = static_cast<int32_t>(numbers_(0, peg));
        for (std::size_t n = 0; n < held_.size(); ++n)
            number_[n] += value * (here[n] == symbol ? 2 : (held_[n] > 0 ? 1 : 0));
    }

    /// Count a slot in place, or one whose symbol the secret has elsewhere, whatever other slots show.
    void count(Array<const uint16_t> guess, int64_t peg) {
        const uint16_t symbol = guess[peg];
        std::fill(held_.begin(), held_.end(), int8_t{0});
        for (int64_t other = 0; other < pegs_; ++other) {
            const uint16_t *there = slot(other);
            for (std::size_t n = 0; n < held_.size(); ++n) held_[n] = int8_t(held_[n] | (there[n] == symbol));
        }
        const uint16_t *here = slot(peg);
        for (std::size_t n = 0; n < held_.size(); ++n) {
            const bool black = here[n] == symbol;
            number_[n] += black;
            white_[n] += !black && held_[n] != 0;
        }
    }

    int64_t count_;
    int64_t pegs_;
    int64_t kind_;
    Array<const int64_t, 2> numbers_;
    std::vector<uint16_t> symbols_;
    std::vector<int8_t> held_;
    std::vector<int32_t> number_;
    std::vector<int32_t> white_;
};

/// Write the part number of the reply for every secret (column) to every guess (row), slot by slot.
///
/// `guesses` and `secrets` have a row of symbols for each code; `parts` has shape (guesses, secrets). `kind` is
/// `MARKED_BY_SLOT`, and `numbers` the place value of each mark, shape (1, pegs); or it is `COUNTED_BY_SLOT`, and
/// `numbers` the part numbers by black and white, shape (pegs + 1, pegs + 1).
void slot_replies(Array<const uint16_t, 2> guesses, Array<const uint16_t, 2> secrets, int64_t kind,
                  Array<const int64_t, 2> numbers, Array<uint16_t, 2> parts) {
    const int64_t pegs = secrets.size(1);
    require(guesses.size(1) == pegs, "slot_replies: guesses and secrets have the same number of slots");
    require(pegs >= 1 && pegs <= 100, "slot_replies: expected 1 to 100 slots");
    require(parts.size(0) == guesses.size(0) && parts.size(1) == secrets.size(0),
            "slot_replies: parts has a row for each guess and a column for each secret");
    require(kind == MARKED_BY_SLOT || kind == COUNTED_BY_SLOT, "slot_replies: unknown kind");
    require(kind == MARKED_BY_SLOT ? numbers.size(0) == 1 && numbers.size(1) == pegs
                                   : numbers.size(0) == pegs + 1 && numbers.size(1) == pegs + 1,
            "slot_replies: numbers has a place value for each slot, or a part number for each pair of counts");
    SlotReplies replies(secrets, kind, numbers);
    for (int64_t n = 0; n < guesses.size(0); ++n) replies.write(guesses[n], parts.data() + n * parts.size(1));
}

} // namespace

} // namespace codepegs

CODEPEGS_EXPORT(slot_replies, guesses, secrets, kind, numbers, parts);
