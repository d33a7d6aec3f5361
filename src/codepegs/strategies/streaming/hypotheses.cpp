// The list of hypotheses about the positions of the pegs of the items.
#include "hypotheses.hpp"

#include <algorithm>

namespace codepegs::streaming {

uint64_t fields_of(const Tree &tree, const Items &items, int64_t item) {
    uint64_t mask = 0;
    const int64_t end = last_field(tree, items.node[item]);
    for (int64_t part = items.start[item]; part < end; ++part)
        mask |= field_mask(items.bit(item, part), items.width[item]);
    return mask;
}

bool add_item(const Tree &tree, const Facts &facts, const Items &items, int64_t group) {
    const int64_t item = facts.number(ITEMS);
    if (item == MOST_ITEMS) return false;
    const int64_t node = facts.node[group];
    const int64_t width = width_of(facts.count[group]);
    auto taken = static_cast<uint64_t>(facts.number(TAKEN));
    int64_t bit = 0;
    for (int64_t part = facts.start[group]; part < last_field(tree, node); ++part) {
        while (bit + width <= WORD && (taken & field_mask(bit, width))) ++bit;
        if (bit + width > WORD) return false;
        taken |= field_mask(bit, width);
        items.bit(item, part) = bit;
    }
    if (tree.parts[node] == 2) items.bit(item, 1) = NONE;
    items.group[item] = group;
    items.above[item] = NONE;
    items.low[item] = 0;
    items.color[item] = facts.color[group];
    items.node[item] = node;
    items.total[item] = facts.count[group];
    items.start[item] = facts.start[group];
    items.width[item] = width;
    facts.number(TAKEN) = static_cast<int64_t>(taken);
    ++facts.number(ITEMS);
    return true;
}

void drop_item(const Tree &tree, const Facts &facts, const Items &items, int64_t item) {
    const auto taken = static_cast<uint64_t>(facts.number(TAKEN)) & ~fields_of(tree, items, item);
    facts.number(TAKEN) = static_cast<int64_t>(taken);
    const int64_t last = --facts.number(ITEMS);
    for (int64_t other = 0; other < last; ++other) {
        if (items.above[other] == last) items.above[other] = item;
    }
    if (item == last) return;
    for (const Array<int64_t> &column : {items.group, items.color, items.node, items.total, items.start, items.above,
                                         items.side, items.low, items.width}) {
        column[item] = column[last];
    }
    for (int64_t part = 0; part < MOST_PARTS; ++part) items.bit(item, part) = items.bit(last, part);
}

void turn_over(const Facts &facts, const Items &items, int64_t length) {
    facts.number(FRONT) = 1 - facts.number(FRONT);
    facts.number(LENGTH) = length;
    normalize(items.weights[facts.number(FRONT)].data(), length);
}

Agreement agreement(const uint64_t *words, int64_t length) {
    uint64_t every = words[0];
    uint64_t some = words[0];
    for (int64_t s = 1; s < length; ++s) {
        every &= words[s];
        some |= words[s];
    }
    return {every, some};
}

namespace {

/// Set the number of pegs of the item below a part, if there is one; 0 or all of the part make no group.
void settle_below(const Tree &tree, const Facts &facts, const Items &items, int64_t item, int64_t part, int64_t count) {
    for (int64_t other = 0; other < facts.number(ITEMS); ++other) {
        if (items.above[other] != item || items.side[other] != part) continue;
        items.above[other] = NONE;
        items.total[other] = count;
        if (items.group[item] >= 0 && 0 < count && count < tree.size(items.node[other])) {
            items.group[other] = facts.number(GROUPS) - 1; // new, and already an item
            remove_waiting(tree, facts, items.group[other]);
        }
    }
}

} // namespace

int64_t settle(const Tree &tree, const Facts &facts, const Items &items) {
    uint64_t *words = list_of(facts, items);
    const int64_t length = facts.number(LENGTH);
    const Agreement agreed = agreement(words, length);
    uint64_t cleared = 0;
    int64_t done = 0;
    int64_t item = 0;
    while (item < facts.number(ITEMS)) {
        const uint64_t mask = fields_of(tree, items, item);
        if (items.above[item] >= 0 || (agreed.mixed() & mask)) {
            ++item;
            continue;
        }
        const int64_t node = items.node[item];
        const int64_t color = items.color[item];
        for (int64_t part = items.start[item]; part < tree.parts[node]; ++part) {
            FieldSum pegs;
            pegs.add(items, item, part);
            const int64_t count = pegs(agreed.every);
            if (node == 0) facts.shares(color, part) = static_cast<int32_t>(count);
            if (items.group[item] >= 0) add_group(tree, facts, color, tree.first[node] + part, count);
            settle_below(tree, facts, items, item, part, count);
        }
        if (items.group[item] >= 0) facts.settled[node] = static_cast<int32_t>(color);
        cleared |= mask;
        drop_item(tree, facts, items, item);
        ++done;
        item = 0; // an item that was below this one may precede it
    }
    if (cleared) {
        for (int64_t s = 0; s < length; ++s) words[s] &= ~cleared;
    }
    return done;
}

void repack(const Facts &facts, const Items &items) {
    uint64_t *words = list_of(facts, items);
    const int64_t length = facts.number(LENGTH);
    const int64_t made = facts.number(ITEMS);
    struct Field {
        uint64_t bit;
        uint64_t mask;
        uint64_t least;
        uint64_t new_bit;
    };
    std::vector<Field> fields;
    int64_t at = 0;
    for (int64_t item = 0; item < made; ++item) {
        Field field{static_cast<uint64_t>(items.bit(item, 0)) & (WORD - 1), field_mask(0, items.width[item]), 0, 0};
        uint64_t lowest = field.mask;
        uint64_t highest = 0;
        for (int64_t s = 0; s < length; ++s) {
            const uint64_t value = (words[s] >> field.bit) & field.mask;
            lowest = std::min(lowest, value);
            highest = std::max(highest, value);
        }
        field.least = lowest;
        field.new_bit = static_cast<uint64_t>(at) & (WORD - 1);
        items.low[item] += static_cast<int64_t>(lowest);
        items.width[item] = width_of(static_cast<int64_t>(highest - lowest));
        items.bit(item, 0) = at;
        at += items.width[item];
        if (items.width[item]) fields.push_back(field);
    }
    facts.number(TAKEN) = at < WORD ? static_cast<int64_t>(field_mask(0, at)) : -1;
    for (int64_t s = 0; s < length; ++s) {
        uint64_t word = 0;
        for (const Field &field : fields)
            word |= (((words[s] >> field.bit) & field.mask) - field.least) << field.new_bit;
        words[s] = word;
    }
}

/// Make a group an item with its own fields, before `expand_items`; False if the words are full.
bool add_group_item(const Tree &tree, const Facts &facts, const Items &items, int64_t group) {
    facts.check(tree);
    items.check(facts);
    require(group >= 0 && group < facts.number(GROUPS), "group: one that was made");
    return add_item(tree, facts, items, group);
}

/// Expand each hypothesis by every possible distribution of the last item; returns the length of the list: 0 if no
/// distribution is possible, or `BIG` above the limit, with the list unchanged.
int64_t expand_items(const Tree &tree, const Facts &facts, const Items &items, const Array<const double> &log_factorial,
                     int64_t limit) {
    facts.check(tree);
    items.check(facts);
    require(facts.number(ITEMS) > 0, "expand_items: an item");
    require(log_factorial.size() > tree.pegs(), "log_factorial: one for each number of pegs");
    require(limit <= items.room(), "limit: no more than there is room for");
    const int64_t length = expand(tree, facts, items, log_factorial, limit);
    if (length > 0) turn_over(facts, items, length);
    return length;
}

/// Make groups of the parts of all items on which the hypotheses agree; returns the number of these items.
int64_t settle_items(const Tree &tree, const Facts &facts, const Items &items) {
    facts.check(tree);
    items.check(facts);
    return settle(tree, facts, items);
}

/// Repack every field with the bits that its values need. All items must be of nodes of two parts.
void repack_items(const Facts &facts, const Items &items) {
    facts.check();
    items.check(facts);
    repack(facts, items);
}

namespace {

FieldSum sum_of(const Facts &facts, const Items &items, const Array<const int64_t, 2> &tests) {
    require(tests.size(1) == 2, "tests: an item and its part in each row");
    FieldSum sum;
    for (int64_t t = 0; t < tests.size(); ++t) {
        const int64_t item = tests(t, 0);
        const int64_t part = tests(t, 1);
        require(item >= 0 && item < facts.number(ITEMS) && part >= 0 && part < MOST_PARTS, "tests: items and parts");
        sum.add(items, item, part);
    }
    return sum;
}

} // namespace

/// Keep the hypotheses in which the tested parts have `wanted` pegs in total; returns their number. If it is 0, the
/// list is unchanged. `tests` has an item and one of its parts per row.
int64_t keep_matching_places(const Facts &facts, const Items &items, const Array<const int64_t, 2> &tests,
                             int64_t wanted) {
    facts.check();
    items.check(facts);
    const FieldSum sum = sum_of(facts, items, tests);
    const Lanes all_wanted = splat(static_cast<uint64_t>(wanted));
    const int64_t front = facts.number(FRONT);
    const int64_t length = facts.number(LENGTH);
    const uint64_t *words = items.words[front].data();
    const double *weights = items.weights[front].data();
    uint64_t *new_words = items.words[1 - front].data();
    double *new_weights = items.weights[1 - front].data();
    int64_t made = 0;
    const auto keep = [&](int64_t s) {
        new_words[made] = words[s];
        new_weights[made] = weights[s];
        ++made;
    };
    const int64_t whole = length - length % LANES;
    for (int64_t s = 0; s < whole; s += LANES) {
        uint64_t kept = equal_lanes(sum(load(words + s)), all_wanted);
        for (; kept != 0; kept &= kept - 1) keep(s + std::countr_zero(kept));
    }
    for (int64_t s = whole; s < length; ++s) {
        if (sum(words[s]) == wanted) keep(s);
    }
    if (made > 0) turn_over(facts, items, made);
    return made;
}

/// Write the pegs of the tested parts in each hypothesis to `sums`.
void sum_places(const Facts &facts, const Items &items, const Array<const int64_t, 2> &tests,
                const Array<int64_t> &sums) {
    facts.check();
    items.check(facts);
    require(sums.size() == facts.number(LENGTH), "sums: one for each hypothesis");
    sum_of(facts, items, tests).evaluate(list_of(facts, items), sums.size(), sums.data());
}

} // namespace codepegs::streaming

namespace codepegs {
using streaming::add_group_item;
using streaming::expand_items;
using streaming::keep_matching_places;
using streaming::repack_items;
using streaming::settle_items;
using streaming::sum_places;
} // namespace codepegs

CODEPEGS_EXPORT(add_group_item, tree, facts, items, group);
CODEPEGS_EXPORT(expand_items, tree, facts, items, log_factorial, limit);
CODEPEGS_EXPORT(settle_items, tree, facts, items);
CODEPEGS_EXPORT(repack_items, facts, items);
CODEPEGS_EXPORT(keep_matching_places, facts, items, tests, wanted);
CODEPEGS_EXPORT(sum_places, facts, items, tests, sums);
