#include "strategies/sampling/evidence.hpp"

#include "core/byte_lanes.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <tuple>

namespace codepegs {

namespace {

enum View : int64_t { BLACK_AND_WHITE, BLACK_ALONE, TOTAL_ALONE, WHITE_ALONE };

} // namespace

Evidence::Evidence(int64_t pegs, int64_t colors, bool repeats, int64_t view, Array<const uint8_t, 2> guesses,
                   Array<const int64_t, 2> replies)
    : pegs_(pegs), colors_(colors), repeats_(repeats),
      width_(BYTE_LANES * std::max(int64_t{1}, (guesses.size(0) + BYTE_LANES - 1) / BYTE_LANES)),
      guesses_(guesses.data(), guesses.data() + guesses.size(0) * guesses.size(1)),
      copies_(index(guesses.size(0) * colors)), match_(index(pegs * colors * width_)),
      more_(index(colors * pegs * width_)), black_mask_(index(width_)), white_mask_(index(width_)) {
    require(pegs >= 1 && pegs <= 127 && colors >= 1 && colors <= 256, "expected 1 to 127 pegs and 1 to 256 colours");
    require(view >= BLACK_AND_WHITE && view <= WHITE_ALONE, "view: expected 0 to 3");
    require(guesses.size(1) == pegs, "guesses: expected shape (turns, pegs)");
    require(replies.size(0) == guesses.size(0) && replies.size(1) == COLUMNS, "replies: expected shape (turns, 5)");
    for (const uint8_t color : guesses_) require(color < colors, "guesses: a colour that the game does not have");
    for (int64_t number = 0; number < guesses.size(0); ++number) {
        const Array<const int64_t> reply = replies[number];
        const auto count = [&](Shown column) { return std::max(int64_t{0}, reply[column]); };
        const bool hides_black = reply[UNKNOWN] != 0 && reply[BLACK] < 0;
        const bool hides_white = reply[UNKNOWN] != 0 && reply[WHITE] < 0;
        const bool only_win =
            reply[SOLVED] != 0 && (view == TOTAL_ALONE || view == WHITE_ALONE); // nothing else is shown
        Turn turn{};
        turn.guess = guesses_.data() + number * pegs;
        turn.copies = copies_.data() + number * colors;
        turn.counts_black = only_win || (!hides_black && (view == BLACK_AND_WHITE || view == BLACK_ALONE));
        turn.counts_other = !only_win && !hides_white && view != BLACK_ALONE;
        turn.shows_total = turn.counts_other && !hides_black && view != WHITE_ALONE;
        turn.black = only_win ? pegs : count(BLACK);
        const int64_t total = reply[TOTAL] >= 0 ? reply[TOTAL] : count(BLACK) + count(WHITE);
        turn.other = turn.shows_total ? total : count(WHITE);
        for (int64_t i = 0; i < pegs; ++i) {
            const int64_t color = turn.guess[i];
            int64_t &copies = copies_[index(number * colors + color)];
            match_[index((i * colors + color) * width_ + number)] = 1;
            more_[index((color * pegs + copies) * width_ + number)] = turn.counts_other ? 1 : 0;
            ++copies;
        }
        black_mask_[index(number)] = turn.counts_black ? -1 : 0;
        white_mask_[index(number)] = turn.counts_other && !turn.shows_total ? -1 : 0;
        turns_.push_back(turn);
    }
}

ReplyLanes Evidence::lanes() const {
    const int64_t rows = pegs_ * colors_;
    return {{match_.data(), {rows, width_}},
            {more_.data(), {rows, width_}},
            {black_mask_.data(), width_},
            {white_mask_.data(), width_}};
}

void Evidence::compare(const uint8_t *code, int8_t *first, int8_t *second) const {
    std::vector<int64_t> held(index(colors_));
    for (int64_t i = 0; i < pegs_; ++i) ++held[code[i]];
    for (const Turn &turn : turns_) {
        int64_t black = 0;
        for (int64_t i = 0; i < pegs_; ++i) black += code[i] == turn.guess[i];
        *first++ = turn.counts_black ? static_cast<int8_t>(black - turn.black) : int8_t{0};
        int64_t total = 0;
        for (int64_t v = 0; turn.counts_other && v < colors_; ++v) total += std::min(held[index(v)], turn.copies[v]);
        const int64_t shown = turn.shows_total ? total : total - black;
        *second++ = turn.counts_other ? static_cast<int8_t>(shown - turn.other) : int8_t{0};
    }
}

CandidateListing::CandidateListing(const Evidence &evidence, int64_t most_nodes, Array<uint8_t, 2> out)
    : order_(index(evidence.colors_)), white_mask_(evidence.white_mask_), out_(out) {
    const int64_t pegs = evidence.pegs_;
    const int64_t colors = evidence.colors_;
    const int64_t turns = evidence.turns();
    const int64_t width = evidence.width_;
    std::vector<int64_t> used(index(colors));
    for (int64_t n = 0; n < turns * colors; ++n) used[index(n % colors)] += evidence.copies_[index(n)];
    std::iota(order_.begin(), order_.end(), uint8_t{0});
    std::stable_sort(order_.begin(), order_.end(), [&](uint8_t one, uint8_t other) { return used[one] > used[other]; });
    copies_.resize(index(turns * colors));
    totals_.resize(index(2 * turns));
    match_.resize(index(pegs * colors * width));
    left_.resize(index((pegs + 1) * colors * width));
    bounds_.resize(index(2 * width));
    for (int64_t t = 0; t < turns; ++t) {
        const Evidence::Turn &turn = evidence.turns_[index(t)];
        const bool by_white = turn.counts_other && !turn.shows_total;
        for (int64_t place = 0; place < colors; ++place) {
            const int64_t color = order_[index(place)];
            copies_[index(t * colors + place)] = turn.copies[color];
            int8_t left = 0;
            for (int64_t i = pegs; i-- > 0;) {
                const bool is_here = turn.guess[i] == color;
                left = static_cast<int8_t>(left + is_here);
                match_[index((i * colors + place) * width + t)] = is_here ? 1 : 0;
                left_[index((i * colors + place) * width + t)] = left;
            }
        }
        const int64_t black = turn.counts_black ? turn.black : 0;
        totals_[index(t)] = turn.counts_other ? turn.other : black;
        totals_[index(turns + t)] = turn.shows_total ? turn.other : pegs;
        const int64_t least = by_white ? -turn.other : int64_t{0};
        bounds_[index(t)] = static_cast<int8_t>(turn.counts_black ? turn.black : least);
        bounds_[index(width + t)] = static_cast<int8_t>(turn.counts_black ? turn.black : by_white ? -turn.other : pegs);
    }
    const CodeConstraints constraints{{copies_.data(), {turns, colors}},      {totals_.data(), {2, turns}},
                                      {match_.data(), {pegs, colors, width}}, {left_.data(), {pegs + 1, colors, width}},
                                      {bounds_.data(), {2, width}},           {white_mask_.data(), width}};
    search_ = std::make_unique<CandidateSearch>(constraints, evidence.repeats_ ? pegs : 1, most_nodes, out);
}

bool CandidateListing::run(int64_t nodes) {
    if (is_over_ || !search_->run(nodes)) return is_over_;
    is_over_ = true;
    uint8_t *const codes = out_.data();
    const int64_t listed = std::clamp(search_->found(), int64_t{0}, out_.size(0));
    std::transform(codes, codes + listed * out_.size(1), codes, [&](uint8_t place) { return order_[place]; });
    return true;
}

/// Return the turns of a game for comparisons with codes.
///
/// `view`: what replies show: 0 black and white, 1 black, 2 their sum, 3 white. `guesses`: shape (turns, pegs).
/// `replies`: black, white, their sum where only that is shown, whether the reply announces the win, and whether counts
/// are unknown, shape (turns, 5); counts that are not shown or unknown are -1.
std::unique_ptr<Evidence> new_evidence(int64_t pegs, int64_t colors, bool repeats, int64_t view,
                                       Array<const uint8_t, 2> guesses, Array<const int64_t, 2> replies) {
    return std::make_unique<Evidence>(pegs, colors, repeats, view, guesses, replies);
}

/// Write the differences of codes from each reply, in black pegs and in the other count shown.
///
/// `codes` has shape (m, pegs), the differences (m, turns or more).
void compare_codes(Evidence &evidence, Array<const uint8_t, 2> codes, Array<int8_t, 2> first, Array<int8_t, 2> second) {
    require(codes.size(1) == evidence.pegs(), "codes: expected as many pegs as the guesses have");
    require(first.size(0) == codes.size(0) && second.size(0) == codes.size(0) && first.size(1) >= evidence.turns() &&
                second.size(1) >= evidence.turns(),
            "first, second: expected a row for each code, a difference for each turn");
    for (int64_t row = 0; row < codes.size(0); ++row) {
        evidence.compare(codes[row].data(), first[row].data(), second[row].data());
    }
}

/// Write the effect of the pegs of a code on its replies.
void copy_lanes(Evidence &evidence, Array<int8_t, 2> match, Array<int8_t, 2> more, Array<int8_t> black_mask,
                Array<int8_t> white_mask) {
    const ReplyLanes lanes = evidence.lanes();
    const auto copy = [](const auto &from, const auto &to, int64_t size, int64_t room) {
        require(size == room, "expected room for each lane");
        std::copy_n(from.data(), size, to.data());
    };
    const int64_t size = lanes.match.size(0) * lanes.match.size(1);
    copy(lanes.match, match, size, match.size(0) * match.size(1));
    copy(lanes.more, more, size, more.size(0) * more.size(1));
    copy(lanes.black_mask, black_mask, lanes.black_mask.size(), black_mask.size());
    copy(lanes.white_mask, white_mask, lanes.white_mask.size(), white_mask.size());
}

/// Prepare the list of all consistent codes, which is written to `out`, shape (capacity, pegs).
std::unique_ptr<CandidateListing> start_listing(Evidence &evidence, int64_t most_nodes, Array<uint8_t, 2> out) {
    return std::make_unique<CandidateListing>(evidence, most_nodes, out);
}

/// Visit up to `nodes` more partial codes; returns as `find_candidates` does.
std::tuple<bool, int64_t, int64_t> list_more(CandidateListing &listing, int64_t nodes) {
    const bool finished = listing.run(nodes);
    return {finished, listing.found(), listing.visited()};
}

} // namespace codepegs

CODEPEGS_FREE(Evidence);
CODEPEGS_FREE(CandidateListing);
CODEPEGS_EXPORT(new_evidence, pegs, colors, repeats, view, guesses, replies);
CODEPEGS_EXPORT(compare_codes, evidence, codes, first, second);
CODEPEGS_EXPORT(copy_lanes, evidence, match, more, black_mask, white_mask);
CODEPEGS_EXPORT(start_listing, evidence, most_nodes, out);
CODEPEGS_EXPORT(list_more, listing, nodes);
