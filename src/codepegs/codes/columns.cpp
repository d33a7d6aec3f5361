#include "codes/columns.hpp"

#include <algorithm>

namespace codepegs {

Columns::Columns(int64_t pegs, int64_t colors)
    : of_color(static_cast<std::size_t>(colors)), color_of(static_cast<std::size_t>(colors)),
      kind(static_cast<std::size_t>(colors)), barred(static_cast<std::size_t>(pegs)),
      live_(static_cast<std::size_t>(colors)) {
    for (auto &sets : beyond) sets.resize(static_cast<std::size_t>(pegs + 1));
}

void classify_colors(std::span<const uint64_t> members, int64_t depth, Array<const int64_t> first_played,
                     Packing packing, bool repeats, bool candidates_only, Columns &columns) {
    std::fill(columns.live_.begin(), columns.live_.end(), char{0});
    char *live = columns.live_.data();
    if (columns.live_.size() <= MOST_COLUMNS) {
        uint64_t held = 0;
        for (int64_t i = 0; i < packing.pegs; ++i) {
            for (uint64_t key : members) held |= uint64_t{1} << packing.color(key, i);
        }
        for (std::size_t v = 0; v < columns.live_.size(); ++v) live[v] = (held >> v) & 1;
    } else {
        for (uint64_t key : members) {
            for (int64_t i = 0; i < packing.pegs; ++i) live[packing.color(key, i)] = 1;
        }
    }
    int64_t absent_allowed = candidates_only ? 0 : repeats ? 1 : packing.pegs;
    std::size_t count = 0;
    for (std::size_t v = 0; v < columns.live_.size(); ++v) {
        if (live[v]) {
            columns.kind[count] = first_played[static_cast<int64_t>(v)] >= depth ? 1 : 0;
        } else if (absent_allowed > 0) {
            --absent_allowed;
            columns.kind[count] = 2;
        } else {
            columns.of_color[v] = ABSENT;
            continue;
        }
        columns.of_color[v] = static_cast<uint16_t>(count);
        columns.color_of[count] = static_cast<int64_t>(v);
        ++count;
    }
    columns.count = static_cast<int64_t>(count);
}

void allow_in_order(int64_t pegs, Columns &columns) {
    for (int64_t kind = 1; kind <= 2; ++kind) {
        for (int64_t k = 0; k <= pegs; ++k) {
            uint64_t beyond = 0;
            int64_t rank = 0;
            for (int64_t v = 0; v < columns.count; ++v) {
                if (columns.kind[static_cast<std::size_t>(v)] != kind) continue;
                if (rank > k) beyond |= uint64_t{1} << v;
                ++rank;
            }
            columns.beyond[kind - 1][static_cast<std::size_t>(k)] = beyond;
        }
    }
}

} // namespace codepegs
