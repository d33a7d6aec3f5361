// Counting by sets, for games in which most colours are not in the secret.
//
// A set states that `having` of its colours have at least `level` pegs, and that all of them have at least `level` - 1.
// Queried with `level` copies of each colour, it adds `level` - 1 to the total for each colour, and one more for each
// colour with at least `level` pegs. A new set is queried whole, with level 1, then by halves; colours found to have
// `level` pegs form sets of the next level. This is quantitative group testing (Dorfman 1943; Söderberg and Shapiro
// 1963), with several sets per query.
#include "core/elementary.hpp"
#include "core/whole_numbers.hpp"
#include "counting.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace codepegs::streaming {

namespace {

/// Colours of a set of a level above the first: few, because colours cannot be located before they are counted.
constexpr int64_t BATCH = 2;

/// Approximate number of present colours in a new set.
constexpr double PRESENT = 2.0;

/// Known pegs from which new sets have at most as many colours as known pegs, so that they need no query of their own.
constexpr int64_t LEAST_ROOM = 6;

/// Least probability of a possible number.
constexpr double SMALLEST = 1e-300;

/// A set: the number of its colours with at least `level` pegs, or -1 if unknown; all have at least one less.
struct ColorSet {
    std::vector<int64_t> colors;
    int64_t level;
    int64_t having;

    [[nodiscard]] int64_t size() const { return static_cast<int64_t>(colors.size()); }
};

/// A set being queried: the number for the first `asked` of its colours, all or half of them, minus `low`.
struct SetField {
    ColorSet set;
    int64_t asked;
    int64_t low;
    std::vector<double> chances; // of the numbers 0, 1, …
    int64_t bit = 0;

    [[nodiscard]] int64_t width() const { return width_of(static_cast<int64_t>(chances.size()) - 1); }
    [[nodiscard]] int64_t cost() const { return asked * set.level; }
};

/// The bits and widths of some fields.
struct Layout {
    std::vector<int64_t> bits;
    std::vector<int64_t> widths;

    void add(const SetField &field) {
        bits.push_back(field.bit);
        widths.push_back(field.width());
    }
};

/// The sum of numbers in the order in which NumPy adds them.
double pairwise_sum(const double *numbers, int64_t size) {
    constexpr int64_t rows = 8;
    constexpr int64_t block = 128;
    if (size > block) {
        const int64_t half = size / 2 - size / 2 % rows;
        return pairwise_sum(numbers, half) + pairwise_sum(numbers + half, size - half);
    }
    double total = 0.0;
    int64_t n = 0;
    if (size >= rows) {
        double sums[rows] = {};
        for (; n < size - size % rows; ++n) sums[n % rows] += numbers[n];
        total = ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
    }
    for (; n < size; ++n) total += numbers[n];
    return total;
}

/// The least and the largest number of a set's colours of a level in its first half.
struct HalfRange {
    int64_t first; // colours of the first half
    int64_t low;
    int64_t high;

    HalfRange(int64_t size, int64_t having)
        : first(size / 2), low(std::max(int64_t{0}, having - (size - first))), high(std::min(having, first)) {}
};

/// A set with a known number, queried by its first half.
SetField half_of(ColorSet set) {
    const HalfRange range(set.size(), set.having);
    std::vector<double> chances(index(range.high - range.low + 1));
    write_half_chances(set.size(), set.having, view_of(chances));
    return {std::move(set), range.first, range.low, std::move(chances)};
}

class SetCounting final : public Counting {
  public:
    SetCounting(int64_t pegs, int64_t colors, const Array<const double> &log_factorial, int64_t most)
        : pegs_(pegs), most_(most), log_factorial_(log_factorial), unseen_(pegs), memory_(std::max(most, pegs + 1)),
          is_listed_(colors, false) {}

    /// None: a single set settles as much.
    [[nodiscard]] int64_t to_count_alone(const Facts & /*facts*/, bool /*one_by_one*/) const override { return NONE; }

    bool take_up(const Facts &facts) override;
    Copies search(QuerySearch &query_search, const Facts &facts, uint64_t &rng, int64_t room, int64_t unit) override;
    [[nodiscard]] std::variant<int64_t, Copies> single() const override {
        return fields_.empty() ? Copies() : copies_of({0}, 0.0);
    }
    bool take(const Copies &copies, int64_t shown, const Tree &tree, const Facts &facts) override;
    bool count(int64_t color, int64_t count, const Tree &tree, const Facts &facts) override;

  private:
    /// Colours to be put into sets of a level.
    struct Risen {
        int64_t level;
        std::vector<int64_t> colors;
    };

    [[nodiscard]] const SetList &list() const { return memory_.view(); }
    [[nodiscard]] Copies copies_of(std::vector<int64_t> asked, double bits) const;
    std::optional<SetField> next(const Facts &facts);
    void put_back(ColorSet set, const Facts &facts);
    void wait(ColorSet set);
    std::vector<int64_t> &risen_to(int64_t level);
    [[nodiscard]] double chance(const Facts &facts, int64_t level) const;
    [[nodiscard]] SetField whole(ColorSet set, const Facts &facts) const;
    bool keep(const Layout &fields, int64_t shown) {
        return keep_set_sum(list(), view_of(fields.bits), view_of(fields.widths), shown) > 0;
    }
    bool settle(const Tree &tree, const Facts &facts);
    void note_agreed(const Tree &tree, const Facts &facts);
    void note(ColorSet set, const Tree &tree, const Facts &facts);
    void count_all(const std::vector<int64_t> &colors, int64_t count, const Tree &tree, const Facts &facts);
    void end(const Tree &tree, const Facts &facts);

    int64_t pegs_;
    int64_t most_;
    Array<const double> log_factorial_;
    std::vector<SetField> fields_;
    int64_t unseen_;                                         // pegs of the secret that no set accounts for
    int64_t present_ = 0;                                    // colours known to be in the secret and not counted
    std::map<std::pair<int64_t, int64_t>, ColorSet> halved_; // sets to be halved, those with the fewest pegs first
    int64_t serial_ = 0;
    std::vector<Risen> risen_; // by level, in the order in which levels were reached
    SetsMemory memory_;
    Buffer<bool> is_listed_; // none: sets are counted in no list
};

/// Add sets while the list has space, at least one.
bool SetCounting::take_up(const Facts &facts) {
    int64_t bits = 0;
    for (const SetField &field : fields_) bits += field.width();
    while (std::optional<SetField> found = next(facts)) {
        const int64_t length = list().length() * static_cast<int64_t>(found->chances.size());
        if (!fields_.empty() && (length > most_ || bits + found->width() > WORD)) {
            put_back(std::move(found->set), facts);
            return true;
        }
        add_set_field(list(), view_of(std::as_const(found->chances)), bits);
        found->bit = bits;
        bits += found->width();
        fields_.push_back(*std::move(found));
    }
    return true;
}

/// The sets to query with `room` pegs.
Copies SetCounting::search(QuerySearch &query_search, const Facts & /*facts*/, uint64_t &rng, int64_t room,
                           int64_t /*unit*/) {
    if (fields_.empty() || room == 0) return {};
    Layout layout;
    std::vector<int64_t> costs;
    for (const SetField &field : fields_) {
        layout.add(field);
        costs.push_back(field.cost());
    }
    Buffer<bool> is_asked(static_cast<int64_t>(fields_.size()));
    const double bits =
        search_sets(query_search, list(), view_of(std::as_const(layout.bits)), view_of(std::as_const(layout.widths)),
                    view_of(std::as_const(costs)), room, {&rng, 1}, CLIMBS, is_asked.view());
    std::vector<int64_t> asked;
    for (int64_t n = 0; n < is_asked.size(); ++n) {
        if (is_asked[n]) asked.push_back(n);
    }
    return copies_of(std::move(asked), bits);
}

Copies SetCounting::copies_of(std::vector<int64_t> asked, double bits) const {
    Copies copies;
    for (const int64_t n : asked) {
        const SetField &field = fields_[index(n)];
        copies.colors.insert(copies.colors.end(), field.set.colors.begin(), field.set.colors.begin() + field.asked);
        copies.number.resize(copies.colors.size(), field.set.level);
        copies.certain += field.low + (field.set.level - 1) * field.asked;
    }
    copies.asked = std::move(asked);
    copies.bits = bits;
    return copies;
}

bool SetCounting::take(const Copies &copies, int64_t shown, const Tree &tree, const Facts &facts) {
    Layout asked;
    for (const int64_t n : copies.asked) asked.add(fields_[index(n)]);
    if (!keep(asked, shown) || !settle(tree, facts)) return false;
    end(tree, facts);
    return true;
}

/// Record the count of a colour outside all sets.
bool SetCounting::count(int64_t color, int64_t count, const Tree &tree, const Facts &facts) {
    unseen_ -= count;
    set_count(tree, facts, color, count);
    if (!settle(tree, facts)) return false;
    end(tree, facts);
    return true;
}

/// The next set to query: colours of the lowest level, the smallest known set, or a new one.
std::optional<SetField> SetCounting::next(const Facts &facts) {
    Risen *lowest = nullptr;
    for (Risen &risen : risen_) {
        if (!risen.colors.empty() && (lowest == nullptr || risen.level < lowest->level)) lowest = &risen;
    }
    if (lowest != nullptr) {
        const auto size = std::min({BATCH, pegs_ / lowest->level, static_cast<int64_t>(lowest->colors.size())});
        const auto end = lowest->colors.begin() + size;
        ColorSet set{{lowest->colors.begin(), end}, lowest->level, NONE};
        lowest->colors.erase(lowest->colors.begin(), end);
        return whole(std::move(set), facts);
    }
    if (!halved_.empty()) return half_of(std::move(halved_.extract(halved_.begin()).mapped()));
    const int64_t begin = facts.number(NEXT_COLOR);
    const int64_t fresh = facts.colors() - begin;
    if (fresh == 0) return std::nullopt;
    const auto wanted = static_cast<int64_t>(std::nearbyint(PRESENT / chance(facts, 1)));
    int64_t size = std::min({pegs_, fresh, std::max(int64_t{1}, wanted)});
    if (facts.number(SOLVED) >= LEAST_ROOM) size = std::min(size, facts.number(SOLVED));
    facts.number(NEXT_COLOR) += size;
    ColorSet set{{}, 1, NONE};
    for (int64_t color = begin; color < begin + size; ++color) set.colors.push_back(color);
    return whole(std::move(set), facts);
}

void SetCounting::put_back(ColorSet set, const Facts &facts) {
    if (set.having != NONE) {
        wait(std::move(set));
    } else if (set.level > 1) {
        std::vector<int64_t> &colors = risen_to(set.level);
        colors.insert(colors.begin(), set.colors.begin(), set.colors.end());
    } else {
        facts.number(NEXT_COLOR) = set.colors[0];
    }
}

/// Queue a set to be halved: of those with equally many pegs, the newest is first.
void SetCounting::wait(ColorSet set) {
    const int64_t pegs = set.size() * set.level;
    halved_.emplace(std::pair{pegs, -serial_++}, std::move(set));
}

/// The colours to be put into sets of a level.
std::vector<int64_t> &SetCounting::risen_to(int64_t level) {
    const auto found = std::find_if(risen_.begin(), risen_.end(), [&](const Risen &r) { return r.level == level; });
    if (found != risen_.end()) return found->colors;
    risen_.push_back({level, {}});
    return risen_.back().colors;
}

/// The probability that a colour with level - 1 pegs has one more (Poisson; half as many for a known colour).
double SetCounting::chance(const Facts &facts, int64_t level) const {
    const auto fresh = static_cast<double>(facts.colors() - facts.number(NEXT_COLOR));
    const double open = std::max(1.0, fresh + static_cast<double>(present_) / 2);
    const double mean = std::max(1e-6, static_cast<double>(unseen_) / open);
    double exactly = exact_exp(-mean);
    double at_least = 1.0;
    double fewer = 1.0; // the probability of at least one peg less
    for (int64_t number = 0; number < level; ++number) {
        fewer = at_least;
        at_least = std::max(at_least - exactly, 1e-12);
        exactly *= mean / static_cast<double>(number + 1);
    }
    return std::min(0.999, std::max(1e-9, at_least / fewer));
}

/// A set without information, queried whole.
SetField SetCounting::whole(ColorSet set, const Facts &facts) const {
    const int64_t size = set.size();
    const double is_higher = chance(facts, set.level);
    const double odds = exact_log(is_higher) - exact_log(1.0 - is_higher);
    std::vector<double> chances;
    for (int64_t having = 0; having <= std::min(size, unseen_); ++having) {
        const double ways = log_factorial_[size] - log_factorial_[having] - log_factorial_[size - having];
        chances.push_back(ways + static_cast<double>(having) * odds);
    }
    const double most = *std::max_element(chances.begin(), chances.end());
    for (double &chance_of : chances) chance_of = std::max(exact_exp(chance_of - most), SMALLEST);
    const double total = pairwise_sum(chances.data(), static_cast<int64_t>(chances.size()));
    for (double &chance_of : chances) chance_of /= total;
    return {std::move(set), size, 0, std::move(chances)};
}

/// Record what all hypotheses agree on; when every peg is accounted for, no colour has more pegs than known. False if
/// no hypothesis is left.
bool SetCounting::settle(const Tree &tree, const Facts &facts) {
    note_agreed(tree, facts);
    if (unseen_ < 0) return false;
    while (unseen_ == 0) {
        for (const Risen &risen : risen_) count_all(risen.colors, risen.level - 1, tree, facts);
        risen_.clear();
        for (int64_t color = facts.number(NEXT_COLOR); color < facts.colors(); ++color)
            set_count(tree, facts, color, 0);
        facts.number(NEXT_COLOR) = facts.colors();
        Layout new_sets;
        for (const SetField &field : fields_) {
            if (field.set.having == NONE) new_sets.add(field);
        }
        if (new_sets.bits.empty()) return true;
        if (!keep(new_sets, 0)) return false;
        note_agreed(tree, facts);
    }
    return true;
}

/// Remove fields with one value in all hypotheses from the list.
void SetCounting::note_agreed(const Tree &tree, const Facts &facts) {
    const uint64_t mixed = mixed_set_bits(list());
    const uint64_t word = list().front_words()[0];
    std::vector<SetField> settled;
    std::vector<SetField> kept;
    std::vector<int64_t> values;
    Layout layout;
    std::vector<int64_t> moved;
    int64_t next_bit = 0;
    for (SetField &field : fields_) {
        if ((mixed & field_mask(field.bit, field.width())) == 0) {
            values.push_back(field.low + field_at(word, field.bit, field.width()));
            settled.push_back(std::move(field));
        } else {
            layout.add(field);
            moved.push_back(next_bit);
            next_bit += field.width();
            kept.push_back(std::move(field));
        }
    }
    fields_ = std::move(kept);
    if (settled.empty()) return;
    move_set_fields(list(), view_of(std::as_const(layout.bits)), view_of(std::as_const(layout.widths)),
                    view_of(std::as_const(moved)));
    for (std::size_t n = 0; n < fields_.size(); ++n) fields_[n].bit = moved[n];
    for (std::size_t n = 0; n < settled.size(); ++n) {
        ColorSet &set = settled[n].set;
        if (set.having == NONE) {
            unseen_ -= values[n];
            set.having = values[n];
            note(std::move(set), tree, facts);
        } else {
            const auto middle = set.colors.begin() + settled[n].asked;
            note({{set.colors.begin(), middle}, set.level, values[n]}, tree, facts);
            note({{middle, set.colors.end()}, set.level, set.having - values[n]}, tree, facts);
        }
    }
}

/// Queue a set to be halved, unless all or none of its colours have the level.
void SetCounting::note(ColorSet set, const Tree &tree, const Facts &facts) {
    if (set.having == 0) {
        count_all(set.colors, set.level - 1, tree, facts);
    } else if (set.having == set.size()) {
        std::vector<int64_t> &colors = risen_to(set.level + 1);
        colors.insert(colors.end(), set.colors.begin(), set.colors.end());
        if (set.level == 1) present_ += set.size();
    } else {
        wait(std::move(set));
    }
}

void SetCounting::count_all(const std::vector<int64_t> &colors, int64_t count, const Tree &tree, const Facts &facts) {
    for (const int64_t color : colors) set_count(tree, facts, color, count);
    if (count > 0) present_ -= static_cast<int64_t>(colors.size());
}

/// Count the colours that need no query; when all are counted, clear the list.
void SetCounting::end(const Tree &tree, const Facts &facts) {
    count_rest(tree, facts, is_listed_.view());
    if (facts.number(UNCOUNTED) > 0) return;
    fields_.clear();
    halved_.clear();
    risen_.clear();
    present_ = 0;
    memory_ = SetsMemory(std::max(most_, pegs_ + 1));
}

} // namespace

/// Write the probability of each number that the first half of a set can have, the least first.
///
/// Of the `size` colours of the set, `having` have the level asked about, each as likely as the others. The quotients
/// of whole numbers are rounded once.
void write_half_chances(int64_t size, int64_t having, const Array<double> &chances) {
    require(size > 0 && having >= 0 && having <= size, "having: colours of the set");
    const HalfRange range(size, having);
    require(chances.size() == range.high - range.low + 1, "chances: one for each number");
    const WholeNumber all = WholeNumber::combinations(size, having);
    for (int64_t value = range.low; value <= range.high; ++value) {
        const WholeNumber ways = WholeNumber::combinations(range.first, value) *
                                 WholeNumber::combinations(size - range.first, having - value);
        chances[value - range.low] = ways.over(all);
    }
}

std::unique_ptr<Counting> count_by_sets(int64_t pegs, int64_t colors, const Array<const double> &log_factorial,
                                        int64_t most) {
    return std::make_unique<SetCounting>(pegs, colors, log_factorial, most);
}

} // namespace codepegs::streaming

namespace codepegs {
using streaming::write_half_chances;
}

CODEPEGS_EXPORT(write_half_chances, size, having, chances);
