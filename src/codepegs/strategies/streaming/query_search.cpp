// The search for a query about places.
#include "query_search.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace codepegs::streaming {

namespace {

template <class Sum> Sum *numbers_of(std::vector<std::byte> &bytes) { return reinterpret_cast<Sum *>(bytes.data()); }

} // namespace

/// List the nodes of the items, their parts, and the items possible in each.
void QuerySearch::add_slots(const Tree &tree, const Facts &facts, const Items &items) {
    const int64_t made = facts.number(ITEMS);
    nodes_.clear();
    slots_.clear();
    options_.clear();
    node_items_.clear();
    clashes_.clear();
    most_sum_ = 0;
    for (int64_t item = 0; item < made; ++item) {
        most_sum_ += items.total[item];
        const auto is_same = [&](const Node &node) { return node.node == items.node[item]; };
        if (std::none_of(nodes_.begin(), nodes_.end(), is_same)) nodes_.push_back({items.node[item], 0, 0, 0, 0});
    }
    if (facts.number(DUMMY) < 0) {
        std::sort(nodes_.begin(), nodes_.end(), [](const Node &a, const Node &b) { return a.node < b.node; });
    }
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
        Node &node = nodes_[n];
        node.first_item = node_items_.size();
        for (int64_t item = 0; item < made; ++item) {
            if (items.node[item] == node.node) node_items_.push_back(item);
        }
        node.end_item = node_items_.size();
        node.first = static_cast<int64_t>(slots_.size());
        for (int64_t part = 0; part < tree.parts[node.node]; ++part) {
            slots_.push_back({static_cast<int64_t>(n), part, tree.first[node.node] + part});
        }
        node.end = static_cast<int64_t>(slots_.size());
    }
    for (Slot &slot : slots_) {
        slot.first_clash = clashes_.size();
        for (std::size_t other = 0; other < slots_.size(); ++other) {
            const int64_t there = slots_[other].child;
            if (slots_[other].node != slot.node && tree.low[slot.child] < tree.high[there] &&
                tree.low[there] < tree.high[slot.child]) {
                clashes_.push_back(static_cast<int64_t>(other));
            }
        }
        slot.end_clash = clashes_.size();
    }
    option_of_.assign(slots_.size() * MOST_ITEMS, NONE);
    for (int64_t item = 0; item < made; ++item) {
        const auto is_same = [&](const Node &node) { return node.node == items.node[item]; };
        const Node &node = *std::find_if(nodes_.begin(), nodes_.end(), is_same);
        for (int64_t slot = node.first + items.start[item]; slot < node.end; ++slot) {
            option_of(slot, item) = static_cast<int64_t>(options_.size());
            options_.push_back({item, slot});
        }
    }
}

/// Without a dummy: find the bound nodes, whose slots are all queried or none, and the nodes inside each slot.
void QuerySearch::bind_nodes(const Tree &tree, const Facts &facts) {
    any_bound_ = false;
    if (facts.number(DUMMY) >= 0) return;
    std::vector<int64_t> missing(nodes_.size(), NONE); // a colour that is not in the node
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
        for (int64_t s = nodes_[n].first; s < nodes_[n].end; ++s) {
            Slot &slot = slots_[index(s)];
            slot.is_closed = is_complete(tree, facts, slot.child);
            for (std::size_t lower = n + 1; lower < nodes_.size(); ++lower) {
                if (nodes_[lower].node != slot.child) continue;
                slot.below = static_cast<int64_t>(lower);
                nodes_[lower].over = static_cast<int64_t>(n);
            }
        }
    }
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
        Node &node = nodes_[n];
        if (is_complete(tree, facts, node.node)) missing[n] = absent_color(facts, node.node);
        else if (node.over >= 0) missing[n] = missing[index(node.over)];
        node.is_bound = missing[n] < 0 && facts.settled[node.node] < 0;
        any_bound_ |= node.is_bound;
    }
}

/// Evaluate every option on the sample.
template <class Sum> void QuerySearch::add_rows(const Items &items) {
    const int64_t size = sample_.size();
    padded_ = padded_sums<Sum>(size);
    rows_.assign(options_.size() * index(padded_) * sizeof(Sum), std::byte{0});
    sums_.assign(index(padded_) * sizeof(Sum), std::byte{0});
    trial_sums_ = sums_;
    std::vector<int64_t> most(slots_.size(), 0);
    for (std::size_t o = 0; o < options_.size(); ++o) {
        Sum *row = numbers_of<Sum>(rows_) + static_cast<int64_t>(o) * padded_;
        const Option &option = options_[o];
        FieldSum pegs;
        pegs.add(items, option.item, slots_[index(option.slot)].part);
        pegs.evaluate(sample_.words(), size, row);
        Sum highest = 0;
        for (int64_t s = 0; s < size; ++s) highest = std::max(highest, row[s]);
        most[index(option.slot)] = std::max(most[index(option.slot)], static_cast<int64_t>(highest));
    }
    const int64_t highest = std::accumulate(most.begin(), most.end(), int64_t{0});
    entropy(std::min(highest, static_cast<int64_t>(std::numeric_limits<Sum>::max())));
}

void QuerySearch::begin(const Tree &tree, const Facts &facts, const Items &items, uint64_t &rng, int64_t climbs,
                        int64_t evaluations) {
    const int64_t front = facts.number(FRONT);
    draw_sample(items.words[front].data(), items.weights[front].data(), facts.number(LENGTH), rng);
    add_slots(tree, facts, items);
    bind_nodes(tree, facts);
    with_sum_type(most_sum_, [&](auto number) { add_rows<decltype(number)>(items); });
    order_.resize(options_.size());
    std::iota(order_.begin(), order_.end(), int64_t{0});
    choice_.assign(slots_.size(), NONE);
    best_ = choice_;
    trial_ = choice_;
    within_.assign(nodes_.size(), false);
    best_bits_ = 0.0;
    evaluations_ = evaluations;
    climbs_left_ = climbs;
    done_ = NONE;
}

void QuerySearch::shuffle(uint64_t &rng) {
    for (int64_t i = static_cast<int64_t>(order_.size()) - 1; i > 0; --i) {
        const int64_t j = draw(rng, i + 1);
        std::swap(order_[index(i)], order_[index(j)]);
    }
}

/// Set a random item other than a given one in a slot of the trial, or that one if there is no other.
void QuerySearch::choose(int64_t slot, int64_t but, uint64_t &rng) {
    const Node &node = nodes_[index(slots_[index(slot)].node)];
    const auto is_able = [&](std::size_t place) {
        return node_items_[place] != but && option_of(slot, node_items_[place]) != NONE;
    };
    int64_t others = 0;
    for (std::size_t place = node.first_item; place < node.end_item; ++place) others += is_able(place);
    trial_[index(slot)] = but;
    if (others == 0) return;
    int64_t chosen = draw(rng, others);
    for (std::size_t place = node.first_item; place < node.end_item; ++place) {
        if (is_able(place) && chosen-- == 0) trial_[index(slot)] = node_items_[place];
    }
}

/// Set an item in a slot of the trial, or clear the slot if it is set, and clear conflicting slots.
/// In a bound node all slots are queried or none; `cover` ensures this.
void QuerySearch::propose(const Option &option, uint64_t &rng) {
    const Node &node = nodes_[index(slots_[index(option.slot)].node)];
    if (trial_[index(option.slot)] == option.item) {
        trial_[index(option.slot)] = NONE;
        if (node.is_bound) std::fill(trial_.data() + node.first, trial_.data() + node.end, NONE);
        return;
    }
    trial_[index(option.slot)] = option.item;
    if (node.is_bound) {
        for (int64_t slot = node.first; slot < node.end; ++slot) {
            if (trial_[index(slot)] == NONE) choose(slot, option.item, rng);
        }
    }
    for (int64_t slot = node.first; slot < node.end; ++slot) {
        if (trial_[index(slot)] == NONE) continue;
        for (std::size_t c = slots_[index(slot)].first_clash; c < slots_[index(slot)].end_clash; ++c)
            trial_[index(clashes_[c])] = NONE;
    }
}

/// Set an item in every slot of a bound node in which any slot is set, at any depth.
void QuerySearch::cover(uint64_t &rng) {
    std::fill(within_.begin(), within_.end(), false);
    for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
        if (trial_[slot] != NONE) within_[index(slots_[slot].node)] = true;
    }
    for (std::size_t n = nodes_.size(); n-- > 0;) {
        if (within_[n] && nodes_[n].over >= 0) within_[index(nodes_[n].over)] = true;
    }
    for (std::size_t s = 0; s < slots_.size(); ++s) { // in the order of the nodes
        const Slot &slot = slots_[s];
        if (!(within_[index(slot.node)] && nodes_[index(slot.node)].is_bound) || trial_[s] != NONE || slot.is_closed)
            continue;
        if (slot.below >= 0 && within_[index(slot.below)]) continue;
        choose(static_cast<int64_t>(s), NONE, rng);
    }
}

template <class Sum> bool QuerySearch::climb(uint64_t &rng, int64_t units) {
    const int64_t size = padded_;
    const Sum *rows = numbers_of<Sum>(rows_);
    Sum *sums = numbers_of<Sum>(sums_);
    Sum *trial_sums = numbers_of<Sum>(trial_sums_);
    const auto options = static_cast<int64_t>(options_.size());
    while (climbs_left_ > 0) {
        if (done_ == NONE) { // a new climb
            std::fill(choice_.begin(), choice_.end(), NONE);
            std::fill(sums, sums + size, Sum{0});
            bits_ = 0.0;
            done_ = since_ = 0;
            at_ = options;
        }
        if (done_ >= evaluations_ || since_ >= options) {
            if (bits_ > best_bits_) {
                best_bits_ = bits_;
                best_ = choice_;
            }
            --climbs_left_;
            done_ = NONE;
            continue;
        }
        if (units-- == 0) return false;
        if (at_ == options) {
            shuffle(rng);
            at_ = 0;
        }
        const Option &option = options_[index(order_[index(at_++)])];
        trial_ = choice_;
        propose(option, rng);
        if (any_bound_) cover(rng);
        std::copy(sums, sums + size, trial_sums);
        for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
            const int64_t before = choice_[slot];
            const int64_t after = trial_[slot];
            if (before == after) continue;
            if (before != NONE) {
                const Sum *row = rows + option_of(static_cast<int64_t>(slot), before) * size;
                for (int64_t s = 0; s < size; ++s) trial_sums[s] = static_cast<Sum>(trial_sums[s] - row[s]);
            }
            if (after != NONE) {
                const Sum *row = rows + option_of(static_cast<int64_t>(slot), after) * size;
                for (int64_t s = 0; s < size; ++s) trial_sums[s] = static_cast<Sum>(trial_sums[s] + row[s]);
            }
        }
        ++done_;
        if (entropy_.improves(trial_sums, bits_)) {
            std::swap(choice_, trial_);
            std::swap(sums_, trial_sums_);
            std::swap(sums, trial_sums);
            since_ = 0;
        } else {
            ++since_;
        }
    }
    return true;
}

bool QuerySearch::step(uint64_t &rng, int64_t units) {
    return with_sum_type(most_sum_, [&](auto number) { return climb<decltype(number)>(rng, units); });
}

int64_t QuerySearch::found(const Array<int64_t, 2> &tests) const {
    int64_t length = 0;
    for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
        if (best_[slot] == NONE) continue;
        tests(length, 0) = best_[slot];
        tests(length, 1) = slots_[slot].part;
        ++length;
    }
    return length;
}

/// Prepare to search for queries, which are compared on a sample of hypotheses.
std::unique_ptr<QuerySearch> new_query_search(int64_t samples) {
    require(samples > 0, "samples: one at least");
    return std::make_unique<QuerySearch>(samples);
}

/// Begin a search for the most informative query about places, by hill climbs with a number of comparisons each.
void begin_query_search(QuerySearch &query_search, const Tree &tree, const Facts &facts, const Items &items,
                        const Array<uint64_t> &rng, int64_t climbs, int64_t evaluations) {
    facts.check(tree);
    items.check(facts);
    require(rng.size() == 1, "rng: a state of one word");
    query_search.begin(tree, facts, items, rng[0], climbs, evaluations);
}

/// Continue for a number of comparisons; returns whether the search is done.
bool climb_query_search(QuerySearch &query_search, const Array<uint64_t> &rng, int64_t units) {
    require(rng.size() == 1, "rng: a state of one word");
    require(units > 0, "units: one at least");
    return query_search.step(rng[0], units);
}

/// Write the best query to `tests`, one row (item, part) per queried part; returns its length and its bits.
std::tuple<int64_t, double> best_query(const QuerySearch &query_search, const Array<int64_t, 2> &tests) {
    require(tests.size() >= MOST_ITEMS * MOST_PARTS && tests.size(1) == 2, "tests: room for every part of every item");
    return {query_search.found(tests), query_search.bits()};
}

/// Write a query of one node to `tests` whose reply always shortens the list; returns its length, 0 for none.
///
/// It has one part of an item on which hypotheses differ, or in a bound node two such items.
int64_t splitting_query(const Tree &tree, const Facts &facts, const Items &items, const Array<int64_t, 2> &tests) {
    facts.check(tree);
    items.check(facts);
    require(tests.size() >= 2 && tests.size(1) == 2, "tests: two rows");
    const uint64_t *words = list_of(facts, items);
    const uint64_t mixed = agreement(words, facts.number(LENGTH)).mixed();
    for (int64_t item = 0; item < facts.number(ITEMS); ++item) {
        if (!(mixed & fields_of(tree, items, item))) continue;
        const int64_t node = items.node[item];
        if (!is_open(tree, facts, node)) continue;
        if (!is_bound(facts, node)) {
            for (int64_t part = items.start[item]; part < last_field(tree, node); ++part) {
                if (!(mixed & field_mask(items.bit(item, part), items.width[item]))) continue;
                tests(0, 0) = item;
                tests(0, 1) = part;
                return 1;
            }
            continue;
        }
        for (int64_t other = 0; other < facts.number(ITEMS); ++other) {
            if (other == item || items.node[other] != node) continue;
            FieldSum sum;
            sum.add(items, item, 0);
            sum.add(items, other, 1);
            const int64_t first = sum(words[0]);
            for (int64_t s = 1; s < facts.number(LENGTH); ++s) {
                if (sum(words[s]) == first) continue;
                tests(0, 0) = item;
                tests(0, 1) = 0;
                tests(1, 0) = other;
                tests(1, 1) = 1;
                return 2;
            }
        }
    }
    return 0;
}

} // namespace codepegs::streaming

namespace codepegs {
using streaming::begin_query_search;
using streaming::best_query;
using streaming::climb_query_search;
using streaming::new_query_search;
using streaming::QuerySearch;
using streaming::splitting_query;
} // namespace codepegs

CODEPEGS_EXPORT(new_query_search, samples);
CODEPEGS_EXPORT(begin_query_search, query_search, tree, facts, items, rng, climbs, evaluations);
CODEPEGS_EXPORT(climb_query_search, query_search, rng, units);
CODEPEGS_EXPORT(best_query, query_search, tests);
CODEPEGS_EXPORT(splitting_query, tree, facts, items, tests);
CODEPEGS_FREE(QuerySearch);
