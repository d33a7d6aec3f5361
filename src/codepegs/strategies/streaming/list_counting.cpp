// Counting by a list of hypotheses about the counts of a few colours at a time.
#include "counting.hpp"

#include <algorithm>
#include <cmath>

namespace codepegs::streaming {

namespace {

/// Upper limit of the cap, above which counts are not distinguished; fields have four bits.
constexpr int64_t MOST_CAP = 15;

/// The largest count that the list distinguishes: about one colour in two thousand has as many.
int64_t cap_for(int64_t pegs, int64_t colors) {
    const double mean = static_cast<double>(pegs) / static_cast<double>(colors);
    const auto nearly_all = static_cast<int64_t>(std::ceil(mean + 4 * std::sqrt(mean) + 1));
    return std::min(MOST_CAP, std::max(int64_t{3}, nearly_all));
}

class ListCounting final : public Counting {
  public:
    ListCounting(int64_t pegs, int64_t colors, const Array<const double> &log_factorial, int64_t most,
                 int64_t most_colors)
        : cap_(cap_for(pegs, colors)), most_(most), most_colors_(most_colors), log_factorial_(log_factorial),
          memory_(colors, cap_, std::max(most, cap_ + 1)) {}

    [[nodiscard]] int64_t to_count_alone(const Facts &facts, bool one_by_one) const override {
        if (one_by_one) return std::find(facts.counts.begin(), facts.counts.end(), NONE) - facts.counts.begin();
        const int64_t large = counts().number(COUNTS_LARGE);
        return large > 0 ? counts().large[large - 1] : NONE;
    }

    bool take_up(const Facts &facts) override {
        return list_colors(facts, counts(), log_factorial_, cap_, most_, most_colors_);
    }

    Copies search(QuerySearch &query_search, const Facts &facts, uint64_t &rng, int64_t room, int64_t unit) override {
        Copies copies;
        const int64_t *listed = counts().color.data();
        copies.colors.assign(listed, listed + counts().number(COUNTS_COLORS));
        copies.number.resize(copies.colors.size());
        copies.bits =
            search_copies(query_search, facts, counts(), cap_, room, unit, {&rng, 1}, CLIMBS, view_of(copies.number));
        copies.asked = copies.number;
        return copies;
    }

    [[nodiscard]] std::variant<int64_t, Copies> single() const override { return counts().color[0]; }

    bool take(const Copies &copies, int64_t shown, const Tree &tree, const Facts &facts) override {
        return keep_total(tree, facts, counts(), cap_, view_of(copies.asked), shown);
    }

    bool count(int64_t color, int64_t count, const Tree &tree, const Facts &facts) override {
        return count_color(tree, facts, counts(), cap_, color, count);
    }

  private:
    [[nodiscard]] const Counts &counts() const { return memory_.view(); }

    int64_t cap_;
    int64_t most_;
    int64_t most_colors_;
    Array<const double> log_factorial_;
    CountsMemory memory_;
};

} // namespace

std::unique_ptr<Counting> count_by_list(int64_t pegs, int64_t colors, const Array<const double> &log_factorial,
                                        int64_t most, int64_t most_colors) {
    return std::make_unique<ListCounting>(pegs, colors, log_factorial, most, most_colors);
}

} // namespace codepegs::streaming
