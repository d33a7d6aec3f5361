// The symmetries of a history, canonical keys of guesses, and one guess for each orbit.
#include "symmetry.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace codepegs {

void SymmetryMaps::check() const {
    require(color_maps.size(0) == maps(), "SymmetryMaps: class_maps and color_maps have one row a symmetry");
    for (const int64_t a : class_of) require(0 <= a && a < classes(), "SymmetryMaps: there is no such class");
    for (const int64_t v : unplayed) require(0 <= v && v < colors(), "SymmetryMaps: there is no such color");
    std::vector<bool> seen;
    for (int64_t k = 0; k < maps(); ++k) {
        seen.assign(index(classes()), false);
        for (const int64_t image : class_maps[k]) {
            require(0 <= image && image < classes() && !seen[index(image)],
                    "SymmetryMaps: a row of class_maps permutes the classes");
            seen[index(image)] = true;
        }
        int64_t unnamed = 0;
        for (const int64_t image : color_maps[k]) {
            require(-1 <= image && image < colors(), "SymmetryMaps: there is no such color");
            unnamed += image < 0;
        }
        require(unnamed <= unplayed.size(), "SymmetryMaps: unplayed has every color without an image");
    }
}

namespace {

using Values = std::vector<int64_t>;

constexpr int64_t MOST_MAPS = 5'000; // symmetries that are listed; only very short histories have more, and few suffice
constexpr int64_t MOST_TURN_ORDERS = 720;

constexpr uint64_t EXACT_MOST = 200'000'000; // guesses times maps for exact orbits; above it, only the simple rules
constexpr uint64_t EXACT_FREE = 2'000;       // guesses times maps up to which orbits are always exact
constexpr uint64_t EXACT_RATIO = 20; // above that, they are exact up to this many times the number of candidates

constexpr int64_t UNITS_OF_COLUMN = 10; // of the enumerator
constexpr int64_t UNITS_OF_PEG = 4;
constexpr int64_t UNITS_OF_IMAGE = 20; // of a peg
constexpr std::size_t KEYS_A_STEP = 1 << 16;

/// Finds all maps of columns to columns of equal size that are one-to-one on colours, for the turns in some order.
class ColumnMaps {
  public:
    ColumnMaps(const std::vector<Values> &columns, const Values &sizes, int64_t colors)
        : columns_(columns), sizes_(sizes), image_(index(colors), -1), source_(index(colors), -1),
          taken_(columns.size(), false) {}

    /// Add the maps to `found`, each with the images of the classes first, then those of the colours; at most `most`.
    void find(const Values &order, int64_t most, std::set<Values> &found) {
        order_ = &order;
        left_ = most;
        if (left_ > 0) extend(found);
    }

  private:
    void extend(std::set<Values> &found) {
        const std::size_t at = target_.size();
        if (at == columns_.size()) {
            --left_;
            Values map = target_;
            map.insert(map.end(), image_.begin(), image_.end());
            found.insert(std::move(map));
            return;
        }
        for (std::size_t other = 0; other < columns_.size() && left_ > 0; ++other) {
            if (taken_[other] || sizes_[other] != sizes_[at]) continue;
            const std::size_t before = named_.size();
            if (name(columns_[at], columns_[other])) {
                taken_[other] = true;
                target_.push_back(static_cast<int64_t>(other));
                extend(found);
                target_.pop_back();
                taken_[other] = false;
            }
            while (named_.size() > before) {
                source_[index(image_[named_.back()])] = -1;
                image_[named_.back()] = -1;
                named_.pop_back();
            }
        }
    }

    /// Name the colours of a column by those of another; returns whether each has one name, and each name one colour.
    bool name(const Values &column, const Values &other) {
        for (std::size_t n = 0; n < column.size(); ++n) {
            const std::size_t color = index(column[n]);
            const int64_t image = other[index((*order_)[n])];
            if (image_[color] < 0 && source_[index(image)] < 0) {
                image_[color] = image;
                source_[index(image)] = column[n];
                named_.push_back(color);
            } else if (image_[color] != image) {
                return false;
            }
        }
        return true;
    }

    const std::vector<Values> &columns_;
    const Values &sizes_;
    const Values *order_ = nullptr;
    int64_t left_ = 0;
    Values image_;                   // by colour, -1: none yet
    Values source_;                  // by image
    std::vector<std::size_t> named_; // colours with an image, in the order in which they got it
    std::vector<bool> taken_;        // by class
    Values target_;
};

} // namespace

HistorySymmetry::HistorySymmetry(const CodeRules &rules, Array<const int64_t, 2> guesses, Array<const int64_t> same)
    : packing_(rules.packing()), colors_(rules.colors), repeats_(rules.repeats), has_turns_(guesses.size(0) > 0) {
    const int64_t turns = guesses.size(0);
    std::vector<Values> columns;
    Values sizes;
    Values last;
    std::vector<bool> played(index(colors_), false);
    for (int64_t peg = 0; peg < packing_.pegs; ++peg) {
        Values column;
        for (int64_t turn = 0; turn < turns; ++turn) {
            column.push_back(guesses(turn, peg));
            played[index(column.back())] = true;
        }
        const auto number =
            static_cast<std::size_t>(std::find(columns.begin(), columns.end(), column) - columns.begin());
        if (number == columns.size()) {
            columns.push_back(std::move(column));
            sizes.push_back(0);
            last.push_back(-1);
        }
        class_of_.push_back(static_cast<int64_t>(number));
        twin_before_.push_back(last[number]);
        last[number] = peg;
        ++sizes[number];
    }
    for (int64_t color = 0; color < colors_; ++color) {
        if (!played[index(color)]) unplayed_.push_back(color);
    }
    std::set<Values> found;
    ColumnMaps maps(columns, sizes, colors_);
    Values order(index(turns));
    std::iota(order.begin(), order.end(), 0);
    int64_t tried = 0;
    do {
        bool keeps = true;
        for (int64_t turn = 0; turn < turns; ++turn) keeps &= same[turn] == same[order[index(turn)]];
        if (keeps) maps.find(order, MOST_MAPS - static_cast<int64_t>(found.size()), found);
    } while (++tried < MOST_TURN_ORDERS && std::next_permutation(order.begin(), order.end()));
    classes_ = static_cast<int64_t>(columns.size());
    count_ = static_cast<int64_t>(found.size());
    for (const Values &map : found) {
        class_maps_.insert(class_maps_.end(), map.begin(), map.begin() + classes_);
        color_maps_.insert(color_maps_.end(), map.begin() + classes_, map.end());
    }
}

SymmetryMaps HistorySymmetry::maps() const {
    return {{class_of_.data(), packing_.pegs},
            {class_maps_.data(), {count_, classes_}},
            {color_maps_.data(), {count_, colors_}},
            {unplayed_.data(), static_cast<int64_t>(unplayed_.size())}};
}

SymmetryKeys::SymmetryKeys(Packing packing, const SymmetryMaps &symmetry)
    : packing_(packing), symmetry_(symmetry), pegs_(static_cast<std::size_t>(packing.pegs)),
      classes_(static_cast<std::size_t>(symmetry.classes())), colors_(pegs_), images_(pegs_),
      class_images_(static_cast<std::size_t>(symmetry.maps()) * pegs_),
      sources_(static_cast<std::size_t>(symmetry.maps()) * classes_),
      tally_(static_cast<std::size_t>(symmetry.colors()) * classes_),
      name_(static_cast<std::size_t>(symmetry.colors())), order_(pegs_) {
    for (std::size_t k = 0; k < static_cast<std::size_t>(symmetry.maps()); ++k) {
        const Array<const int64_t> row = symmetry.class_maps[static_cast<int64_t>(k)];
        for (std::size_t i = 0; i < pegs_; ++i) {
            class_images_[k * pegs_ + i] = static_cast<uint64_t>(row[symmetry.class_of[static_cast<int64_t>(i)]]);
        }
        for (std::size_t a = 0; a < classes_; ++a) {
            sources_[k * classes_ + static_cast<std::size_t>(row[static_cast<int64_t>(a)])] = a;
        }
    }
}

void SymmetryKeys::pair_pegs() {
    pegs_from_.resize(class_images_.size());
    for (std::size_t k = 0; k < static_cast<std::size_t>(symmetry_.maps()); ++k) {
        std::vector<std::size_t> next(classes_); // by class: where to look for its next peg
        for (std::size_t i = 0; i < pegs_; ++i) {
            const std::size_t source = sources_[k * classes_ + class_of(i)];
            while (class_of(next[source]) != source) ++next[source];
            pegs_from_[k * pegs_ + i] = next[source]++;
        }
    }
}

bool SymmetryKeys::has_lower_image(uint64_t code) {
    if (pegs_from_.empty()) pair_pegs();
    for (std::size_t i = 0; i < pegs_; ++i) {
        colors_[i] = static_cast<std::size_t>(packing_.color(code, static_cast<int64_t>(i)));
    }
    for (int64_t k = 0; k < symmetry_.maps(); ++k) {
        if (is_image_lower(k)) return true;
    }
    return false;
}

bool SymmetryKeys::is_image_lower(int64_t k) const {
    const int64_t *color_map = symmetry_.color_maps[k].data();
    const std::size_t *from = pegs_from_.data() + static_cast<std::size_t>(k) * pegs_;
    int64_t named = 0; // colours never played, in the order in which they appear
    for (std::size_t i = 0; i < pegs_; ++i) {
        const std::size_t color = colors_[from[i]];
        int64_t image = color_map[color];
        if (image < 0) {
            std::size_t first = 0; // its first peg in the image; up to it, all pegs are those of the guess
            while (colors_[from[first]] != color) ++first;
            image = first < i ? static_cast<int64_t>(colors_[first]) : symmetry_.unplayed[named++];
        }
        if (image != static_cast<int64_t>(colors_[i])) return image < static_cast<int64_t>(colors_[i]);
    }
    return false;
}

uint64_t SymmetryKeys::key(uint64_t code) {
    for (std::size_t i = 0; i < pegs_; ++i) {
        const int64_t color = packing_.color(code, static_cast<int64_t>(i));
        require(color < symmetry_.colors(), "canonical_keys: a key holds a color that the game does not have");
        colors_[i] = static_cast<std::size_t>(color);
        ++tally_[colors_[i] * classes_ + class_of(i)];
    }
    uint64_t best = ~uint64_t{0};
    for (int64_t k = 0; k < symmetry_.maps(); ++k) best = std::min(best, image(k));
    for (std::size_t i = 0; i < pegs_; ++i) tally_[colors_[i] * classes_ + class_of(i)] = 0;
    return best;
}

/// The image of the code under one symmetry.
uint64_t SymmetryKeys::image(int64_t k) {
    const int64_t *color_map = symmetry_.color_maps[k].data();
    const uint64_t *class_image = class_images_.data() + static_cast<std::size_t>(k) * pegs_;
    name_unplayed(color_map, sources_.data() + static_cast<std::size_t>(k) * classes_);
    for (std::size_t i = 0; i < pegs_; ++i) { // sort the pegs by class and colour
        const int64_t played = color_map[colors_[i]];
        const uint64_t color = static_cast<uint64_t>(played >= 0 ? played : name_[colors_[i]]);
        const uint64_t peg = (class_image[i] << packing_.bits) | color;
        std::size_t at = i;
        for (; at > 0 && images_[at - 1] > peg; --at) images_[at] = images_[at - 1];
        images_[at] = peg;
    }
    uint64_t key = 0;
    for (std::size_t i = 0; i < pegs_; ++i) key = (key << packing_.bits) | (images_[i] & packing_.mask());
    return key;
}

/// Rename the colours of the code without an image: those with larger counts in the first image classes are first.
void SymmetryKeys::name_unplayed(const int64_t *color_map, const std::size_t *sources) {
    std::size_t found = 0;
    for (std::size_t i = 0; i < pegs_; ++i) {
        const std::size_t color = colors_[i];
        if (color_map[color] >= 0) continue;
        if (std::find(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(found), color) !=
            order_.begin() + static_cast<std::ptrdiff_t>(found)) {
            continue;
        }
        std::size_t at = found++;
        for (; at > 0 && comes_before(color, order_[at - 1], sources); --at) order_[at] = order_[at - 1];
        order_[at] = color;
    }
    for (std::size_t n = 0; n < found; ++n) name_[order_[n]] = symmetry_.unplayed[static_cast<int64_t>(n)];
}

/// Whether a colour has a larger count than another in the first image class in which they differ.
bool SymmetryKeys::comes_before(std::size_t color, std::size_t other, const std::size_t *sources) const {
    for (std::size_t image = 0; image < classes_; ++image) {
        const int64_t mine = tally_[color * classes_ + sources[image]];
        const int64_t its = tally_[other * classes_ + sources[image]];
        if (mine != its) return mine > its;
    }
    return false;
}

DifferingGuesses::DifferingGuesses(const HistorySymmetry &symmetry, Array<const uint64_t> candidates,
                                   bool candidates_only)
    : symmetry_(symmetry), packing_(symmetry.packing()), candidates_(candidates),
      stage_(candidates_only && symmetry.has_turns() ? Stage::FILTERED : Stage::HELD),
      live_(packing_.mask() + 1, false), rank_(packing_.mask() + 1, -1), canonical_(packing_, symmetry.maps()) {
    const Values &unplayed = symmetry.unplayed();
    for (std::size_t n = 0; n < unplayed.size() && unplayed.size() > 1; ++n) {
        rank_[index(unplayed[n])] = static_cast<int64_t>(n);
    }
}

bool DifferingGuesses::step(int64_t units) {
    while (units > 0 && stage_ != Stage::DONE) {
        switch (stage_) {
        case Stage::HELD:
            units -= hold(units);
            break;
        case Stage::FILTERED:
            units -= filter(units);
            break;
        case Stage::ENUMERATED:
            units -= enumerate(units);
            break;
        case Stage::DISTINGUISHED:
            units -= distinguish(units);
            break;
        case Stage::DONE:
            break;
        }
    }
    return stage_ == Stage::DONE;
}

/// Note the colours that candidates hold, until all are held.
int64_t DifferingGuesses::hold(int64_t units) {
    const int64_t cost = UNITS_OF_PEG * packing_.pegs, start = at_;
    const int64_t stop = std::min(candidates_.size(), at_ + units / cost + 1);
    const auto colors = live_.begin() + symmetry_.colors();
    for (; at_ < stop; ++at_) {
        for (int64_t peg = 0; peg < packing_.pegs; ++peg) live_[index(packing_.color(candidates_[at_], peg))] = true;
        if (at_ % 64 == 63 && std::find(live_.begin(), colors, false) == colors) break;
    }
    if (at_ < stop || stop == candidates_.size()) begin_enumeration();
    return (at_ - start + 1) * cost;
}

/// Of the colours that no candidate holds only one is used, or without repeats as many as a code has pegs.
void DifferingGuesses::begin_enumeration() {
    Values color_of;
    Values column_class;
    int64_t dead = symmetry_.repeats() ? 1 : packing_.pegs;
    const Values &unplayed = symmetry_.unplayed();
    for (int64_t color = 0; color < symmetry_.colors(); ++color) {
        const bool is_live = live_[index(color)];
        if (!is_live && dead-- <= 0) continue;
        color_of.push_back(color);
        column_class.push_back(!is_live ? 2 : std::binary_search(unplayed.begin(), unplayed.end(), color) ? 1 : 0);
    }
    enumerator_.start(packing_, symmetry_.repeats(), color_of, column_class, symmetry_.twin_before());
    stage_ = Stage::ENUMERATED;
}

int64_t DifferingGuesses::enumerate(int64_t units) {
    const std::size_t before = guesses_.size();
    guesses_.resize(before + KEYS_A_STEP);
    const int64_t nodes = units / UNITS_OF_COLUMN + 1;
    const int64_t found = enumerator_.next({guesses_.data() + before, static_cast<int64_t>(KEYS_A_STEP)}, nodes);
    guesses_.resize(before + index(found));
    if (enumerator_.done()) begin_to_distinguish();
    return found < static_cast<int64_t>(KEYS_A_STEP) ? units : found * UNITS_OF_COLUMN;
}

/// Keep the candidates that satisfy the simple rules: twins ascend, and colours never played appear in their order.
int64_t DifferingGuesses::filter(int64_t units) {
    const int64_t cost = UNITS_OF_PEG * packing_.pegs, start = at_;
    const int64_t stop = std::min(candidates_.size(), at_ + units / cost + 1);
    for (; at_ < stop; ++at_) {
        if (is_lowest(candidates_[at_])) guesses_.push_back(candidates_[at_]);
    }
    if (stop == candidates_.size()) begin_to_distinguish();
    return (at_ - start + 1) * cost;
}

bool DifferingGuesses::is_lowest(uint64_t key) const {
    const Values &twin_before = symmetry_.twin_before();
    int64_t used = 0;
    for (int64_t peg = 0; peg < packing_.pegs; ++peg) {
        const int64_t color = packing_.color(key, peg), twin = twin_before[index(peg)];
        const int64_t rank = rank_[index(color)];
        if (rank > used || (twin >= 0 && color < packing_.color(key, twin))) return false;
        used = std::max(used, rank + 1);
    }
    return true;
}

void DifferingGuesses::begin_to_distinguish() {
    const uint64_t work = guesses_.size() * static_cast<uint64_t>(symmetry_.maps().maps());
    const bool is_short = work <= EXACT_FREE || work <= static_cast<uint64_t>(candidates_.size()) * EXACT_RATIO;
    stage_ = symmetry_.trivial() || !is_short || work > EXACT_MOST ? Stage::DONE : Stage::DISTINGUISHED;
    at_ = 0;
    if (stage_ == Stage::DISTINGUISHED) seen_.assign(std::bit_ceil(2 * guesses_.size() + 1), 0);
}

/// Keep the first guess of each orbit.
int64_t DifferingGuesses::distinguish(int64_t units) {
    const int64_t cost = UNITS_OF_IMAGE * packing_.pegs * symmetry_.maps().maps(), start = at_;
    const int64_t stop = std::min(static_cast<int64_t>(guesses_.size()), at_ + units / cost + 1);
    for (; at_ < stop; ++at_) {
        const uint64_t guess = guesses_[index(at_)];
        if (!canonical_.has_lower_image(guess) && insert(canonical_.key(guess))) guesses_[kept_++] = guess;
    }
    if (stop == static_cast<int64_t>(guesses_.size())) {
        guesses_.resize(kept_);
        stage_ = Stage::DONE;
    }
    return (at_ - start + 1) * cost;
}

/// Returns whether a canonical key is new.
bool DifferingGuesses::insert(uint64_t key) {
    const std::size_t mask = seen_.size() - 1;
    const uint64_t entry = key + 1;
    if (entry == 0) return !std::exchange(seen_last_, true);
    std::size_t at = static_cast<std::size_t>(key * 0x9E3779B97F4A7C15 >> 20) & mask;
    while (seen_[at] != 0 && seen_[at] != entry) at = (at + 1) & mask;
    return std::exchange(seen_[at], entry) != entry;
}

/// Write canonical keys to `out`, which are equal if and only if a symmetry maps one key to the other; for tests.
/// `keys` and `out` have shape (m,).
void canonical_keys(const Array<const uint64_t> &keys, const CodeRules &rules, const SymmetryMaps &symmetry,
                    const Array<uint64_t> &out) {
    rules.check();
    symmetry.check();
    require(keys.size() == out.size(), "canonical_keys: out has one entry a key");
    require(symmetry.class_of.size() == rules.pegs && symmetry.colors() == rules.colors,
            "canonical_keys: class_of has one entry a peg, color_maps one a color in each row");
    SymmetryKeys canonical(rules.packing(), symmetry);
    for (int64_t s = 0; s < keys.size(); ++s) out[s] = canonical.key(keys[s]);
}

/// Set `out`, shape (colors,), to true for each colour that a key holds; `keys` has shape (m,).
void colors_held(const Array<const uint64_t> &keys, const CodeRules &rules, const Array<bool> &out) {
    rules.check();
    require(out.size() == rules.colors, "colors_held: out has one entry a color");
    const Packing packing = rules.packing();
    for (const uint64_t key : keys) {
        for (int64_t i = 0; i < rules.pegs; ++i) {
            const int64_t color = packing.color(key, i);
            require(color < rules.colors, "colors_held: a key holds a color that the game does not have");
            out[color] = true;
        }
    }
}

/// Find the symmetries of a history.
///
/// `guesses` has the colours of each turn, shape (turns, pegs); `same` the first turn with the same reply, shape
/// (turns,).
std::unique_ptr<HistorySymmetry> find_symmetries(const CodeRules &rules, const Array<const int64_t, 2> &guesses,
                                                 const Array<const int64_t> &same) {
    rules.check();
    require(guesses.size(1) == rules.pegs || guesses.size(0) == 0, "find_symmetries: guesses has one column a peg");
    require(same.size() == guesses.size(0), "find_symmetries: same has one entry a turn");
    for (int64_t turn = 0; turn < guesses.size(0); ++turn) {
        for (const int64_t color : guesses[turn]) {
            require(0 <= color && color < rules.colors, "find_symmetries: there is no such color");
        }
    }
    return std::make_unique<HistorySymmetry>(rules, guesses, same);
}

/// Return the numbers of symmetries, of classes of positions, and of colours never played.
std::tuple<int64_t, int64_t, int64_t> symmetry_counts(const HistorySymmetry &symmetry) {
    const SymmetryMaps maps = symmetry.maps();
    return {maps.maps(), maps.classes(), maps.unplayed.size()};
}

/// Write the class of each position, shape (pegs,), the images of classes, shape (symmetries, classes), and of colours,
/// shape (symmetries, colors), -1: never played, and the colours never played, ascending.
void write_symmetry(const HistorySymmetry &symmetry, const Array<int64_t> &class_of,
                    const Array<int64_t, 2> &class_maps, const Array<int64_t, 2> &color_maps,
                    const Array<int64_t> &unplayed) {
    const SymmetryMaps maps = symmetry.maps();
    require(class_of.size() == maps.class_of.size() && class_maps.size(0) == maps.maps() &&
                class_maps.size(1) == maps.classes() && color_maps.size(0) == maps.maps() &&
                color_maps.size(1) == maps.colors() && unplayed.size() == maps.unplayed.size(),
            "write_symmetry: the arrays have the shapes that symmetry_counts says");
    std::copy(maps.class_of.begin(), maps.class_of.end(), class_of.data());
    std::copy_n(maps.class_maps.data(), maps.maps() * maps.classes(), class_maps.data());
    std::copy_n(maps.color_maps.data(), maps.maps() * maps.colors(), color_maps.data());
    std::copy(maps.unplayed.begin(), maps.unplayed.end(), unplayed.data());
}

/// Begin the list of the guesses that differ: one of every orbit, or some more where that would take long. With
/// `candidates_only`, only candidates are listed.
///
/// `symmetry` and `candidates`, shape (m,), ascending, are read until the list is complete.
std::unique_ptr<DifferingGuesses> begin_differing(const HistorySymmetry &symmetry,
                                                  const Array<const uint64_t> &candidates, bool candidates_only) {
    return std::make_unique<DifferingGuesses>(symmetry, candidates, candidates_only);
}

/// Continue for about `units` of 0.3 nanoseconds; returns whether the list is complete, and the number of guesses.
std::tuple<bool, int64_t> step_differing(DifferingGuesses &differing, int64_t units) {
    const bool ended = differing.step(units);
    return {ended, static_cast<int64_t>(differing.guesses().size())};
}

/// Write the guesses, ascending, to `out`, shape (guesses,).
void write_differing(const DifferingGuesses &differing, const Array<uint64_t> &out) {
    require(out.size() == static_cast<int64_t>(differing.guesses().size()),
            "write_differing: out has one entry a guess");
    std::copy(differing.guesses().begin(), differing.guesses().end(), out.data());
}

} // namespace codepegs

CODEPEGS_FREE(HistorySymmetry);
CODEPEGS_FREE(DifferingGuesses);
CODEPEGS_EXPORT(find_symmetries, rules, guesses, same);
CODEPEGS_EXPORT(symmetry_counts, symmetry);
CODEPEGS_EXPORT(write_symmetry, symmetry, class_of, class_maps, color_maps, unplayed);
CODEPEGS_EXPORT(begin_differing, symmetry, candidates, candidates_only);
CODEPEGS_EXPORT(step_differing, differing, units);
CODEPEGS_EXPORT(write_differing, differing, out);
CODEPEGS_EXPORT(colors_held, keys, rules, out);
CODEPEGS_EXPORT(canonical_keys, keys, rules, symmetry, out);
