// The choice of the next query.
#include "core/numpy_random.hpp"
#include "guess.hpp"
#include "streaming.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>
#include <variant>

namespace codepegs::streaming {

namespace {

/// Bits from which a query has information.
constexpr double NO_BITS = 1e-9;

/// Queries compared in one step, some microseconds each.
constexpr int64_t COMPARED_AT_ONCE = 5'000;

/// Groups tried in one step, some milliseconds each in the longest lists.
constexpr int64_t TRIED_AT_ONCE = 8;

} // namespace

Streaming::Step Streaming::choose() {
    if (query_) return Step::DONE;
    switch (phase_) {
    case Phase::BEGIN:
        return begin();
    case Phase::SELECT:
        return select();
    case Phase::COMPARE:
        return compare();
    }
    return Step::IMPOSSIBLE;
}

Streaming::Step Streaming::begin() {
    rng_ = NumpyStream(view_of(std::as_const(seed_)), "streaming", queries_ + 1).next_word() >> 1;
    if (pegs_known() == pegs_) return ask_secret();
    if (differences_) return ask_difference();
    is_plain_ = queries_ >= settings_.plain_from;
    if (number(UNCOUNTED) > 0) {
        if (queries_ == 0 || !lists_counts_) {
            const Array<int32_t> &counts = facts().counts;
            return ask_count(std::find(counts.begin(), counts.end(), NONE) - counts.begin());
        }
        const int64_t alone = counting_->to_count_alone(facts(), is_plain_);
        if (alone != NONE) return ask_count(alone);
        if (!counting_->take_up(facts())) return Step::IMPOSSIBLE;
        if (is_plain_) return ask_single();
    }
    if (is_plain_) return ask_best(0, 0.0);
    phase_ = Phase::SELECT;
    return select();
}

/// Make items of groups; then compare queries about them.
Streaming::Step Streaming::select() {
    const Array<const double> factorials = log_factorial();
    const auto outcome = selection_.step({tree_view_, facts(), items(), equations(), factorials}, rng_, TRIED_AT_ONCE);
    if (outcome == ItemSelection::Outcome::MORE) return Step::MORE;
    if (outcome == ItemSelection::Outcome::IMPOSSIBLE) return Step::IMPOSSIBLE;
    if (pegs_known() == pegs_) return ask_secret();
    if (number(LENGTH) == 1) return ask_best(0, 0.0);
    const int64_t more = number(DUMMY) < 0 ? settings_.without_dummy : 1;
    query_search_.begin(tree_view_, facts(), items(), rng_, CLIMBS, settings_.evaluations * more);
    phase_ = Phase::COMPARE;
    return Step::MORE;
}

Streaming::Step Streaming::compare() {
    if (!query_search_.step(rng_, COMPARED_AT_ONCE)) return Step::MORE;
    return ask_best(query_search_.found(tests()), query_search_.bits());
}

/// Make the query: about places if there is one, or else about something else.
Streaming::Step Streaming::ask_best(int64_t asked, double bits) {
    if (bits <= NO_BITS && number(LENGTH) > 1) asked = splitting_query(tree_view_, facts(), items(), tests());
    if (number(UNCOUNTED) > 0) return weigh_counts(asked, bits);
    return asked > 0 ? ask_places(asked, bits) : ask_one();
}

/// Query places and count on known pegs, or count on all; counts come free later, so places are worth more.
Streaming::Step Streaming::weigh_counts(int64_t asked, double bits) {
    const int64_t parts = tree_view_.parts[0];
    const int64_t unit = goes_by_parts_ && parts > 2 ? pegs_ / parts : 0;
    const int64_t all = unit > 0 ? unit * parts : pegs_;
    Copies everywhere = counting_->search(query_search_, facts(), rng_, all, unit);
    Copies beside = counting_->search(query_search_, facts(), rng_, pegs_known(), 0);
    if (asked > 0 && bits + beside.bits >= settings_.worth * everywhere.bits)
        return ask_places_and_counts(asked, bits, std::move(beside));
    if (everywhere.bits <= NO_BITS) return ask_single();
    return unit > 0 ? ask_total_by_parts(std::move(everywhere)) : ask_total(std::move(everywhere));
}

Streaming::Step Streaming::ask(Query query) {
    query_ = std::move(query);
    phase_ = Phase::BEGIN;
    return Step::DONE;
}

/// Guess the secret, if it is consistent with the black counts that were not used.
Streaming::Step Streaming::ask_secret() {
    const int32_t *code = facts().color_at.data();
    for (const auto &[guess, black] : unused_) {
        if (std::inner_product(guess.begin(), guess.end(), code, int64_t{0}, std::plus<>(), std::equal_to<>()) != black)
            return Step::IMPOSSIBLE;
    }
    return ask({Kind::SECRET, {code, code + pegs_}});
}

Streaming::Step Streaming::ask_count(int64_t color) {
    Query query{Kind::COUNT, std::vector<int32_t>(index(pegs_), static_cast<int32_t>(color))};
    query.about = color;
    return ask(std::move(query));
}

/// A query that settles one question about counts.
Streaming::Step Streaming::ask_single() {
    std::variant<int64_t, Copies> single = counting_->single();
    if (const int64_t *color = std::get_if<int64_t>(&single)) return ask_count(*color);
    return ask_total(std::get<Copies>(std::move(single)));
}

Streaming::Step Streaming::ask_total(Copies copies) {
    const int64_t filler = number(DUMMY) < 0 ? counted_color() : number(DUMMY);
    Query query{Kind::TOTAL, std::vector<int32_t>(index(pegs_), static_cast<int32_t>(filler))};
    place_copies(facts(), view_of(std::as_const(copies.colors)), view_of(std::as_const(copies.number)), true,
                 view_of(query.guess));
    return ask_with(std::move(query), std::move(copies));
}

/// A query that fills each part of the root with a colour to be counted, or with one already counted.
Streaming::Step Streaming::ask_total_by_parts(Copies copies) {
    const int64_t parts = tree_view_.parts[0];
    const int64_t dummy = number(DUMMY);
    Query query{Kind::TOTAL, std::vector<int32_t>(index(pegs_))};
    query.by_part.assign(index(parts), dummy < 0 ? counted_color() : dummy);
    NumpyStream stream(view_of(std::as_const(seed_)), "parts", queries_ + 1);
    const std::vector<int64_t> order = stream.permutation<int64_t>(parts);
    std::size_t next = 0;
    for (std::size_t n = 0; n < copies.number.size(); ++n) {
        if (copies.number[n] == 0) continue;
        const int64_t part = order[next++];
        query.by_part[index(part)] = copies.colors[n];
        copies.number[n] = tree_view_.size(tree_view_.first[0] + part);
    }
    copies.asked = copies.number;
    for (int64_t part = 0; part < parts; ++part) {
        const int64_t child = tree_view_.first[0] + part;
        int64_t &color = query.by_part[index(part)];
        std::fill(query.guess.data() + tree_view_.low[child], query.guess.data() + tree_view_.high[child],
                  static_cast<int32_t>(color));
        if (color == dummy) color = NONE;
    }
    return ask_with(std::move(query), std::move(copies));
}

Streaming::Step Streaming::ask_places(int64_t asked, double bits) {
    Query query = places_query(asked, bits);
    query.total = known_total_of(query);
    return ask(std::move(query));
}

Streaming::Step Streaming::ask_places_and_counts(int64_t asked, double bits, Copies copies) {
    Query query = places_query(asked, bits);
    query.base -= place_copies(facts(), view_of(std::as_const(copies.colors)), view_of(std::as_const(copies.number)),
                               false, view_of(query.guess));
    return ask_with(std::move(query), std::move(copies));
}

/// A query for a single group, if the list is empty: the group is large, or its node holds every colour.
Streaming::Step Streaming::ask_one() {
    const auto [group, node] = pick_single(tree_view_, facts(), items(), {&rng_, 1});
    if (group != NONE) {
        remove_waiting(tree_view_, facts(), group);
        const int64_t child = tree_view_.first[facts().node[group]] + facts().start[group];
        Query query = filled(Kind::PART, {child}, {facts().color[group]});
        query.total = known_total_of(query);
        query.about = group;
        return ask(std::move(query));
    }
    if (node == NONE) return Step::IMPOSSIBLE; // pegs are open, so true replies leave a group to ask about
    differences_.emplace(tree_view_, facts(), node);
    remove_waiting_groups(tree_view_, facts(), node);
    return ask_difference();
}

Streaming::Step Streaming::ask_difference() {
    const int64_t child = tree_view_.first[differences_->node()];
    const int64_t first = facts().color[differences_->next()];
    const int64_t second = facts().color[differences_->groups()[0]];
    Query query = filled(Kind::DIFFERENCE, {child, child + 1}, {first, second});
    query.total = known_total_of(query);
    return ask(std::move(query));
}

Streaming::Step Streaming::ask_with(Query query, Copies copies) {
    query.total = known_total_of(query).value_or(0) + copies.certain;
    query.bits += copies.bits;
    query.copies = std::move(copies);
    return ask(std::move(query));
}

Query Streaming::places_query(int64_t asked, double bits) {
    std::vector<int64_t> children;
    std::vector<int64_t> colors;
    for (int64_t test = 0; test < asked; ++test) {
        const int64_t item = tests()(test, 0);
        children.push_back(tree_view_.first[items().node[item]] + tests()(test, 1));
        colors.push_back(items().color[item]);
    }
    Query query = filled(Kind::PLACES, children, colors);
    query.tests.assign(tests_.begin(), tests_.begin() + 2 * asked);
    query.bits = bits;
    return query;
}

/// A query with these colours in these nodes, other pegs filled so that their black count is known.
Query Streaming::filled(Kind kind, const std::vector<int64_t> &children, const std::vector<int64_t> &colors) const {
    Query query{kind, std::vector<int32_t>(index(pegs_))};
    query.base = fill_guess(tree_view_, facts(), view_of(children), view_of(colors), view_of(query.guess));
    return query;
}

std::optional<int64_t> Streaming::known_total_of(const Query &query) const {
    if (!shows_total_) return std::nullopt;
    return known_total(facts(), view_of(query.guess));
}

/// The first colour that is counted.
int64_t Streaming::counted_color() const {
    const Array<int32_t> &counts = facts().counts;
    const int32_t *found = std::find_if(counts.begin(), counts.end(), [](int32_t count) { return count >= 0; });
    return found == counts.end() ? 0 : found - counts.begin();
}

} // namespace codepegs::streaming
