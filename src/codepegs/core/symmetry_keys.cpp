// Canonical keys: equal for two guesses if and only if a symmetry of the history maps one to the other.
// Within a class of positions only the multiset of colours matters. A symmetry maps classes to classes and played
// colours to played colours; colours never played are renamed in the order of their counts in the classes, largest
// first. The key is the least image of the guess: its pegs class by class, ascending within each.
#include "array.hpp"
#include "export.hpp"
#include "packed_codes.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace codepegs {

/// The symmetries of a history. Row k of `class_maps` and `color_maps` has the images of classes of positions and
/// colours under the k-th symmetry (-1: never played); `class_of` is the class of each position, `unplayed` are the
/// colours never played, ascending.
struct SymmetryMaps {
    Array<const int64_t> class_of;
    Array<const int64_t, 2> class_maps;
    Array<const int64_t, 2> color_maps;
    Array<const int64_t> unplayed;

    [[nodiscard]] int64_t maps() const { return class_maps.size(0); }
    [[nodiscard]] int64_t classes() const { return class_maps.size(1); }
    [[nodiscard]] int64_t colors() const { return color_maps.size(1); }

    void check() const {
        require(color_maps.size(0) == maps(), "SymmetryMaps: class_maps and color_maps have one row a symmetry");
        for (const int64_t a : class_of) require(0 <= a && a < classes(), "SymmetryMaps: there is no such class");
        for (const int64_t v : unplayed) require(0 <= v && v < colors(), "SymmetryMaps: there is no such color");
        std::vector<bool> seen;
        for (int64_t k = 0; k < maps(); ++k) {
            seen.assign(static_cast<std::size_t>(classes()), false);
            for (const int64_t image : class_maps[k]) {
                require(0 <= image && image < classes() && !seen[static_cast<std::size_t>(image)],
                        "SymmetryMaps: a row of class_maps permutes the classes");
                seen[static_cast<std::size_t>(image)] = true;
            }
            int64_t unnamed = 0;
            for (const int64_t image : color_maps[k]) {
                require(-1 <= image && image < colors(), "SymmetryMaps: there is no such color");
                unnamed += image < 0;
            }
            require(unnamed <= unplayed.size(), "SymmetryMaps: unplayed has every color without an image");
        }
    }
};
CODEPEGS_STRUCT(SymmetryMaps, class_of, class_maps, color_maps, unplayed);

namespace {

class SymmetryKeys {
  public:
    SymmetryKeys(Packing packing, const SymmetryMaps &symmetry)
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

    uint64_t key(uint64_t code) {
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

  private:
    [[nodiscard]] std::size_t class_of(std::size_t peg) const {
        return static_cast<std::size_t>(symmetry_.class_of[static_cast<int64_t>(peg)]);
    }

    /// The image of the code under one symmetry.
    uint64_t image(int64_t k) {
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
    void name_unplayed(const int64_t *color_map, const std::size_t *sources) {
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
    [[nodiscard]] bool comes_before(std::size_t color, std::size_t other, const std::size_t *sources) const {
        for (std::size_t image = 0; image < classes_; ++image) {
            const int64_t mine = tally_[color * classes_ + sources[image]];
            const int64_t its = tally_[other * classes_ + sources[image]];
            if (mine != its) return mine > its;
        }
        return false;
    }

    Packing packing_;
    const SymmetryMaps &symmetry_;
    std::size_t pegs_;
    std::size_t classes_;
    std::vector<std::size_t> colors_;    // of the code, by peg
    std::vector<uint64_t> images_;       // class and colour of each peg of the image, ascending
    std::vector<uint64_t> class_images_; // by symmetry and peg
    std::vector<std::size_t> sources_;   // by symmetry and class: the class mapped there
    std::vector<int64_t> tally_;         // count of each colour in each class
    std::vector<int64_t> name_;          // by colour: its name in the image, if it has none of its own
    std::vector<std::size_t> order_;     // colours without an image
};

} // namespace

/// Write canonical keys to `out`, which are equal if and only if a symmetry maps one key to the other; `keys` and `out`
/// have shape (m,).
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

/// Keep the keys that satisfy the simple rules of symmetry, in their order; returns their number.
///
/// `keys` and `out` have shape (m,). `twin_before` has for each position an earlier interchangeable one, whose colour
/// is not higher, or -1; shape (pegs,). `unplayed` has the colours never played, ascending, which appear in this order.
int64_t lowest_keys(const Array<const uint64_t> &keys, const CodeRules &rules, const Array<const int64_t> &twin_before,
                    const Array<const int64_t> &unplayed, const Array<uint64_t> &out) {
    rules.check();
    require(out.size() >= keys.size(), "lowest_keys: out has one entry a key");
    require(twin_before.size() == rules.pegs, "lowest_keys: twin_before has one entry a peg");
    const Packing packing = rules.packing();
    for (int64_t i = 0; i < rules.pegs; ++i) require(twin_before[i] < i, "lowest_keys: a twin comes before its peg");
    std::vector<int64_t> rank(static_cast<std::size_t>(packing.mask()) + 1, -1);
    for (int64_t n = 0; n < unplayed.size() && unplayed.size() > 1; ++n) {
        require(0 <= unplayed[n] && unplayed[n] < rules.colors, "lowest_keys: there is no such color");
        rank[index(unplayed[n])] = n;
    }
    int64_t kept = 0;
    for (const uint64_t key : keys) {
        bool is_lowest = true;
        int64_t used = 0;
        for (int64_t i = 0; i < rules.pegs; ++i) {
            const int64_t color = packing.color(key, i);
            const int64_t here = rank[index(color)];
            is_lowest &= here <= used && (twin_before[i] < 0 || color >= packing.color(key, twin_before[i]));
            used = std::max(used, here + 1);
        }
        out[kept] = key;
        kept += is_lowest;
    }
    return kept;
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

} // namespace codepegs

CODEPEGS_EXPORT(lowest_keys, keys, rules, twin_before, unplayed, out);
CODEPEGS_EXPORT(colors_held, keys, rules, out);
CODEPEGS_EXPORT(canonical_keys, keys, rules, symmetry, out);
