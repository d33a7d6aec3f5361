// The guesses that can differ for a set of codes, in ascending order.
// Colours that no member holds are equivalent, and so are those that no guess has played: the first colour of such a
// class in a guess is its lowest, the next new one its second lowest, and so on. Interchangeable positions ("twins")
// hold colours in ascending order.
#pragma once

#include "array.hpp"
#include "packed_codes.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace codepegs {

/// Lists the guesses depth first, in steps. It can be restarted, and reuses its memory.
class GuessEnumerator {
  public:
    /// Begin a list.
    /// Columns represent the colours `color_of`, ascending. Columns of one class (`column_class` 1 or 2; 0: none) are
    /// equivalent. A position with a twin before it (its index in `twin_before`, else -1) never holds a lower
    /// colour than its twin; without `twin_before` no position has one.
    void start(Packing packing, bool repeats, std::span<const int64_t> color_of, std::span<const int64_t> column_class,
               std::span<const int64_t> twin_before = {}) {
        packing_ = packing;
        repeats_ = repeats;
        columns_.resize(color_of.size());
        int64_t ranks[CLASSES] = {};
        for (std::size_t v = 0; v < color_of.size(); ++v) {
            const int64_t kind = column_class[v];
            columns_[v] = {static_cast<uint64_t>(color_of[v]), kind, kind > 0 ? ranks[kind]++ : 0, 0};
        }
        levels_.assign(static_cast<std::size_t>(packing.pegs), Level{});
        for (std::size_t d = 0; d < twin_before.size(); ++d) levels_[d].twin = twin_before[d];
        depth_ = 0;
    }

    [[nodiscard]] bool done() const { return depth_ < 0; }

    /// Write the next guesses to `out`, until it is full or about `nodes` columns were tried; returns their number.
    int64_t next(const Array<uint64_t> &out, int64_t nodes = std::numeric_limits<int64_t>::max()) {
        int64_t found = 0;
        advance(nodes, [&](uint64_t key) {
            if (found == out.size()) return false;
            out[found++] = key;
            return true;
        });
        return found;
    }

    /// The number of remaining guesses.
    [[nodiscard]] int64_t count() const {
        GuessEnumerator copy = *this;
        int64_t found = 0;
        copy.advance(std::numeric_limits<int64_t>::max(), [&](uint64_t) {
            ++found;
            return true;
        });
        return found;
    }

    /// Replace `out` by all guesses.
    void list(std::vector<uint64_t> &out) {
        out.resize(static_cast<std::size_t>(count()));
        next({out.data(), static_cast<int64_t>(out.size())});
    }

  private:
    static constexpr int64_t CLASSES = 3;

    struct Column {
        uint64_t color;
        int64_t kind;
        int64_t rank; // in its class
        int64_t uses; // by the pegs before the current one
    };

    struct Level {
        int64_t twin = -1;
        int64_t column = 0;         // the next to try; above the current level, the one after the chosen one
        uint64_t key = 0;           // of the pegs before
        int64_t used[CLASSES] = {}; // columns of each class among the pegs before
    };

    [[nodiscard]] bool allows(const Level &level, const Column &column) const {
        return column.rank <= level.used[column.kind] && (repeats_ || column.uses == 0);
    }

    /// `emit` accepts a key, or returns false to receive the same one again.
    template <class Emit> void advance(int64_t nodes, Emit emit) {
        const auto count = static_cast<int64_t>(columns_.size());
        const int64_t last = packing_.pegs - 1;
        while (depth_ >= 0 && nodes > 0) {
            Level &level = levels_[static_cast<std::size_t>(depth_)];
            if (depth_ == last) {
                nodes -= count - level.column;
                for (; level.column < count; ++level.column) {
                    const Column &column = columns_[static_cast<std::size_t>(level.column)];
                    if (allows(level, column) && !emit((level.key << packing_.bits) | column.color)) return;
                }
                leave();
                continue;
            }
            if (level.column >= count) {
                leave();
                continue;
            }
            --nodes;
            Column &column = columns_[static_cast<std::size_t>(level.column++)];
            if (allows(level, column)) enter(level, column);
        }
    }

    /// Advance to the next peg.
    void enter(const Level &level, Column &column) {
        Level &below = levels_[static_cast<std::size_t>(++depth_)];
        below.key = (level.key << packing_.bits) | column.color;
        for (int64_t kind = 0; kind < CLASSES; ++kind) below.used[kind] = level.used[kind];
        if (column.kind > 0 && column.uses == 0) ++below.used[column.kind];
        ++column.uses;
        below.column = below.twin < 0 ? 0 : levels_[static_cast<std::size_t>(below.twin)].column - 1;
    }

    /// Return to the peg before.
    void leave() {
        if (--depth_ < 0) return;
        --columns_[static_cast<std::size_t>(levels_[static_cast<std::size_t>(depth_)].column - 1)].uses;
    }

    Packing packing_{};
    bool repeats_ = true;
    std::vector<Column> columns_;
    std::vector<Level> levels_;
    int64_t depth_ = -1;
};

} // namespace codepegs
