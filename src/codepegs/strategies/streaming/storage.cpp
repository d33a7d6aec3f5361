// The memory of a game before the first reply.
#include "storage.hpp"

#include <algorithm>

namespace codepegs::streaming {

PegTree::PegTree(int64_t pegs, int64_t root_parts) : low_{0}, high_{pegs}, first_{0}, parts_{0}, depth_{0} {
    for (std::size_t node = 0; node < low_.size(); ++node) {
        const int64_t low = low_[node];
        const int64_t size = high_[node] - low;
        if (size == 1) continue;
        const int64_t parts = std::min(size, node == 0 ? root_parts : 2);
        first_[node] = static_cast<int64_t>(low_.size());
        parts_[node] = parts;
        for (int64_t part = 0; part < parts; ++part) {
            low_.push_back(low + size * part / parts);
            high_.push_back(low + size * (part + 1) / parts);
            first_.push_back(0);
            parts_.push_back(0);
            depth_.push_back(depth_[node] + 1);
        }
    }
}

int64_t PegTree::most_queries() const {
    std::vector<int64_t> most(index(levels()), 1); // parts of a node, by level
    for (std::size_t node = 0; node < parts_.size(); ++node) {
        int64_t &parts = most[index(depth_[node])];
        parts = std::max(parts, parts_[node]);
    }
    int64_t queries = 0;
    for (const int64_t parts : most) queries += high_[0] * (parts - 1);
    return queries;
}

FactsMemory::FactsMemory(int64_t colors, const PegTree &peg_tree) {
    const Tree tree = peg_tree.view();
    const int64_t pegs = tree.pegs();
    const int64_t nodes = tree.nodes();
    const int64_t levels = peg_tree.levels();
    const int64_t groups = pegs * levels + colors;
    const int64_t most_waiting = std::max(pegs, colors);
    constexpr auto none = static_cast<int32_t>(NONE);
    color_at_ = Buffer<int32_t>(pegs, none);
    used_ = Buffer<int32_t>(nodes, 0);
    counts_ = Buffer<int32_t>(colors, none);
    placed_ = Buffer<int32_t>(colors, 0);
    for (Buffer<int32_t> *column : {&color_, &node_, &count_, &start_, &next_group_}) *column = Buffer<int32_t>(groups);
    head_ = Buffer<int32_t>(nodes, none);
    waiting_ = Buffer<int32_t>(levels * most_waiting);
    waits_ = Buffer<int64_t>(levels, 0);
    absent_ = Buffer<int32_t>(nodes, static_cast<int32_t>(UNKNOWN));
    settled_ = Buffer<int32_t>(nodes, none);
    shares_ = Buffer<int32_t>(colors * MOST_PARTS, none);
    numbers_ = Buffer<int64_t>(NUMBERS, 0);
    numbers_[DUMMY] = NONE;
    numbers_[LEFT] = pegs;
    numbers_[UNCOUNTED] = colors;
    numbers_[LENGTH] = 1;
    view_ = {color_at_.view(),
             used_.view(),
             counts_.view(),
             placed_.view(),
             color_.view(),
             node_.view(),
             count_.view(),
             start_.view(),
             next_group_.view(),
             head_.view(),
             {waiting_.data(), {levels, most_waiting}},
             waits_.view(),
             absent_.view(),
             settled_.view(),
             {shares_.data(), {colors, MOST_PARTS}},
             numbers_.view()};
}

ListMemory::ListMemory(int64_t room) : room_(room), words_(2 * room), weights_(2 * room) {
    words_[0] = 0;
    weights_[0] = 1.0;
}

ItemsMemory::ItemsMemory(int64_t room) : list_(room) {
    for (Buffer<int64_t> *column : {&group_, &color_, &node_, &total_, &start_, &above_, &side_, &width_, &low_})
        *column = Buffer<int64_t>(MOST_ITEMS, 0);
    bit_ = Buffer<int64_t>(MOST_ITEMS * MOST_PARTS, 0);
    view_ = {group_.view(), color_.view(), node_.view(),  total_.view(),
             start_.view(), above_.view(), side_.view(),  {bit_.data(), {MOST_ITEMS, MOST_PARTS}},
             width_.view(), low_.view(),   list_.words(), list_.weights()};
}

CountsMemory::CountsMemory(int64_t colors, int64_t cap, int64_t room)
    : list_(room), color_(WORD / width_of(cap), 0), large_(colors, 0), numbers_(COUNTS_NUMBERS, 0),
      is_listed_(colors, false) {
    numbers_[COUNTS_LENGTH] = 1;
    view_ = {color_.view(), large_.view(), is_listed_.view(), list_.words(), list_.weights(), numbers_.view()};
}

SetsMemory::SetsMemory(int64_t room) : list_(room), numbers_(SETS_NUMBERS, 0) {
    numbers_[SETS_LENGTH] = 1;
    view_ = {list_.words(), list_.weights(), numbers_.view()};
}

EquationsMemory::EquationsMemory(int64_t most)
    : color_(most * MOST_PARTS, static_cast<int32_t>(NONE)), black_(most, 0), is_alive_(most, false), made_(2, 0) {
    view_ = {{color_.data(), {most, MOST_PARTS}}, black_.view(), is_alive_.view(), made_.view()};
}

} // namespace codepegs::streaming
