#include "trees/search/symmetry.hpp"

namespace codepegs {

namespace {

constexpr int32_t FREE = -1;
constexpr int64_t KEY_PEGS = 64; // a key has 64 bits

} // namespace

HistorySymmetries::HistorySymmetries(Packing packing, int64_t colors, bool repeats,
                                     Array<const int64_t, 2> permutations)
    : packing_(packing), colors_(colors), repeats_(repeats) {
    std::vector<int32_t> &rows = levels_[1].rows;
    for (int64_t n = 1; n < permutations.size(); ++n) {
        for (int64_t i = 0; i < packing.pegs; ++i) rows.push_back(static_cast<int32_t>(permutations(n, i)));
        rows.insert(rows.end(), static_cast<std::size_t>(2 * colors), FREE);
    }
    levels_[1].filled = true;
}

/// Extend a symmetry, if possible, so that it fixes one more guess.
bool HistorySymmetries::fixes(int32_t *row, uint64_t guess) const {
    int32_t *const renamed = row + packing_.pegs;
    int32_t *const origin = renamed + colors_;
    for (int64_t i = 0; i < packing_.pegs; ++i) {
        const auto color = static_cast<int32_t>(packing_.color(guess, i));
        const auto image = static_cast<int32_t>(packing_.color(guess, row[i]));
        if (renamed[color] == FREE && origin[image] == FREE) {
            renamed[color] = image;
            origin[image] = color;
        } else if (renamed[color] != image) {
            return false;
        }
    }
    return true;
}

int64_t HistorySymmetries::find(const Buffer<uint64_t> &guesses, int64_t turn) {
    if (turn >= MOST_TURN || levels_[1].rows.empty()) return 0;
    const auto size = static_cast<std::size_t>(row_size());
    bool same = true; // unchanged since the last call
    for (int64_t t = 2; t <= turn; ++t) {
        Level &level = levels_[t];
        same = same && level.filled && level.guess == guesses[t - 1];
        if (same) continue;
        const std::vector<int32_t> &before = levels_[t - 1].rows;
        level = {true, guesses[t - 1], std::move(level.rows)};
        level.rows.resize(before.size());
        int32_t *row = level.rows.data();
        for (std::size_t at = 0; at < before.size(); at += size) {
            std::copy_n(before.data() + at, size, row);
            if (fixes(row, level.guess)) row += size;
        }
        level.rows.resize(static_cast<std::size_t>(row - level.rows.data()));
    }
    for (int64_t t = turn + 1; t < MOST_TURN && !same; ++t) levels_[t].filled = false; // it continued another history
    return static_cast<int64_t>(levels_[turn].rows.size() / size);
}

bool HistorySymmetries::maps_lower(const int32_t *row, const int64_t *digits, const Buffer<char> &live) const {
    const int32_t *const renamed = row + packing_.pegs;
    int64_t moved[KEY_PEGS]; // by peg, the colour that comes there
    int64_t image[KEY_PEGS]; // its new name
    for (int64_t i = 0; i < packing_.pegs; ++i) moved[row[i]] = digits[i];
    int64_t next_live = 0;
    int64_t next_dead = 0;
    for (int64_t i = 0; i < packing_.pegs; ++i) {
        const int64_t color = moved[i];
        if (live[color] && renamed[color] != FREE) {
            image[i] = renamed[color];
        } else {
            int64_t before = 0;
            while (before < i && moved[before] != color) ++before;
            if (before < i) {
                image[i] = image[before];
            } else if (live[color]) {
                while (!live[next_live] || renamed[next_live] != FREE) ++next_live;
                image[i] = next_live++;
            } else {
                while (live[next_dead]) ++next_dead;
                image[i] = repeats_ ? next_dead : next_dead++;
            }
        }
        if (image[i] != digits[i]) return image[i] < digits[i];
    }
    return false;
}

bool HistorySymmetries::has_lower_twin(int64_t turn, uint64_t guess, const Buffer<char> &live) const {
    if (turn >= MOST_TURN || levels_[turn].rows.empty()) return false;
    int64_t digits[KEY_PEGS];
    for (int64_t i = 0; i < packing_.pegs; ++i) digits[i] = packing_.color(guess, i);
    const std::vector<int32_t> &rows = levels_[turn].rows;
    for (const int32_t *row = rows.data(); row != rows.data() + rows.size(); row += row_size()) {
        if (maps_lower(row, digits, live)) return true;
    }
    return false;
}

} // namespace codepegs
