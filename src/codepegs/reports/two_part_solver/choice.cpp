// The choice among consistent codes: the one that leaves the fewest of them, or is most similar to them.
#include "shown_replies.hpp"

#include <vector>

namespace codepegs {

namespace {

/// Replies to one code.
class Replies {
  public:
    Replies(const Array<const int64_t, 2> &codes, int64_t colors)
        : codes_(codes), pegs_(codes.size(1)), held_(static_cast<std::size_t>(colors), 0) {}

    /// Set the guess.
    void ask(int64_t n) {
        for (int64_t i = 0; i < pegs_ && asked_ >= 0; ++i) held(codes_(asked_, i)) = 0;
        asked_ = n;
        for (int64_t i = 0; i < pegs_; ++i) ++held(codes_(n, i));
    }

    /// Black and white pegs together if code `n` is the secret.
    int64_t total(int64_t n) {
        int64_t total = 0;
        for (int64_t i = 0; i < pegs_; ++i) total += --held(codes_(n, i)) >= 0;
        for (int64_t i = 0; i < pegs_; ++i) ++held(codes_(n, i));
        return total;
    }

    /// A number for the reply if code `n` is the secret: equal numbers, equal replies. Less than (pegs + 1)^2.
    int64_t number(int64_t n, int64_t view) {
        int64_t same = 0;
        for (int64_t i = 0; i < pegs_; ++i) same += codes_(asked_, i) == codes_(n, i);
        if (same == pegs_) return (pegs_ + 1) * (pegs_ + 1) - 1;
        if (view == BLACK_ONLY) return same;
        const int64_t all = total(n);
        if (view == TOTAL_ONLY) return all;
        if (view == WHITE_ONLY) return all - same;
        return same * (pegs_ + 1) + all;
    }

  private:
    int64_t &held(int64_t color) { return held_[static_cast<std::size_t>(color)]; }

    Array<const int64_t, 2> codes_;
    int64_t pegs_;
    std::vector<int64_t> held_; // copies of each colour in the guess
    int64_t asked_ = -1;
};

void check(const Array<const int64_t, 2> &codes, const Array<const int64_t> &sample, int64_t colors, int64_t start,
           int64_t stop, const Array<int64_t> &out) {
    check_codes(codes, colors);
    for (int64_t n : sample) require(0 <= n && n < codes.size(0), "choice: the sample has a number that is no code's");
    require(0 <= start && start <= stop && stop <= codes.size(0), "choice: rows of the codes are expected");
    require(out.size() == codes.size(0), "choice: one place for each code is expected");
}

/// For each of `codes[start:stop]` as the next guess, write to `left` the number of codes left, summed over secrets.
///
/// `codes` has shape (codes, pegs), and `left` shape (codes,). `sample` has the indices of the codes used as possible
/// secrets; a guess that is the secret leaves none. `view` is as in `ShownReplies`.
void codes_left(Array<const int64_t, 2> codes, Array<const int64_t> sample, int64_t view, int64_t colors, int64_t start,
                int64_t stop, Array<int64_t> left) {
    check(codes, sample, colors, start, stop, left);
    check_view(view);
    const int64_t pegs = codes.size(1);
    Replies replies(codes, colors);
    std::vector<std::size_t> numbers(static_cast<std::size_t>(codes.size(0)));
    std::vector<int64_t> tally(static_cast<std::size_t>((pegs + 1) * (pegs + 1)), 0);
    for (int64_t c = start; c < stop; ++c) {
        replies.ask(c);
        for (int64_t n = 0; n < codes.size(0); ++n) {
            const auto number = static_cast<std::size_t>(replies.number(n, view));
            numbers[static_cast<std::size_t>(n)] = number;
            ++tally[number];
        }
        left[c] = 0;
        for (int64_t secret : sample) {
            if (secret != c) left[c] += tally[numbers[static_cast<std::size_t>(secret)]];
        }
        for (std::size_t number : numbers) tally[number] = 0;
    }
}

/// For each of `codes[start:stop]`, write to `shared` the sum of the black and white pegs it has in common with a
/// sample.
///
/// `codes` has shape (codes, pegs), and `shared` shape (codes,). `sample` has the indices of the codes in the sample.
void shared_pegs(Array<const int64_t, 2> codes, Array<const int64_t> sample, int64_t colors, int64_t start,
                 int64_t stop, Array<int64_t> shared) {
    check(codes, sample, colors, start, stop, shared);
    Replies replies(codes, colors);
    for (int64_t c = start; c < stop; ++c) {
        replies.ask(c);
        shared[c] = 0;
        for (int64_t n : sample) {
            if (n != c) shared[c] += replies.total(n);
        }
    }
}

} // namespace

} // namespace codepegs

CODEPEGS_EXPORT(codes_left, codes, sample, view, colors, start, stop, left);
CODEPEGS_EXPORT(shared_pegs, codes, sample, colors, start, stop, shared);
