// The symmetries of a history, and one guess for each orbit under them.
//
// A permutation of positions with one of colours is a symmetry if it maps the guesses of a history to themselves, with
// equal replies. It then maps the candidates to themselves too, so a guess and its image have the same partition.
// Colours never played are interchangeable, and so are colours that no candidate holds. A guess is dropped only if a
// lower one is known to be equivalent, so the lowest of each orbit stays, whichever rules are applied.
#pragma once

#include "array.hpp"
#include "differing_guesses.hpp"
#include "export.hpp"
#include "packed_codes.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace codepegs {

/// The symmetries of a history. Row k of `class_maps` and `color_maps` has the images of classes of positions and
/// colours under the k-th symmetry (-1: never played); `class_of` is the class of each position, `unplayed` are the
/// colours never played, ascending.
struct SymmetryMaps {
    // The class of each position.
    Array<const int64_t> class_of;
    // The images of the classes of positions, one row per symmetry.
    Array<const int64_t, 2> class_maps;
    // The images of the colours, one row per symmetry; -1: never played.
    Array<const int64_t, 2> color_maps;
    // The colours never played, ascending.
    Array<const int64_t> unplayed;

    [[nodiscard]] int64_t maps() const { return class_maps.size(0); }
    [[nodiscard]] int64_t classes() const { return class_maps.size(1); }
    [[nodiscard]] int64_t colors() const { return color_maps.size(1); }

    void check() const;
};
CODEPEGS_STRUCT(SymmetryMaps, class_of, class_maps, color_maps, unplayed);

/// The symmetries of a history: all, the identity included, or very many.
class HistorySymmetry {
  public:
    /// Row n of `guesses` has the colours of turn n; `same[n]` is the first turn with the reply of turn n.
    HistorySymmetry(const CodeRules &rules, Array<const int64_t, 2> guesses, Array<const int64_t> same);

    [[nodiscard]] SymmetryMaps maps() const;
    [[nodiscard]] bool has_turns() const { return has_turns_; }
    [[nodiscard]] Packing packing() const { return packing_; }
    [[nodiscard]] int64_t colors() const { return colors_; }
    [[nodiscard]] bool repeats() const { return repeats_; }

    /// The colours never played, ascending.
    [[nodiscard]] const std::vector<int64_t> &unplayed() const { return unplayed_; }

    /// For each position the one before it in its class, or -1. At positions of one class all guesses have equal
    /// colours.
    [[nodiscard]] const std::vector<int64_t> &twin_before() const { return twin_before_; }

    /// Whether no two positions or played colours can be exchanged.
    [[nodiscard]] bool trivial() const { return count_ == 1 && classes_ == packing_.pegs; }

  private:
    Packing packing_;
    int64_t colors_;
    bool repeats_;
    bool has_turns_;
    int64_t classes_ = 0;
    int64_t count_ = 0;
    std::vector<int64_t> class_of_;
    std::vector<int64_t> twin_before_;
    std::vector<int64_t> unplayed_;
    std::vector<int64_t> class_maps_;
    std::vector<int64_t> color_maps_;
};
CODEPEGS_OBJECT(HistorySymmetry);

/// Keys that are equal if and only if a symmetry of the history maps one guess to the other.
///
/// Within a class of positions only the multiset of colours matters. A symmetry maps classes to classes and played
/// colours to played colours; colours never played are renamed in the order of their counts in the classes, largest
/// first. The key is the least image of the guess: its pegs class by class, ascending within each.
class SymmetryKeys {
  public:
    SymmetryKeys(Packing packing, const SymmetryMaps &symmetry);
    uint64_t key(uint64_t code);

    /// Whether one of the images of the guess with the pegs of each class in their order is lower than the guess: most
    /// guesses that are not the lowest of their orbit have one.
    bool has_lower_image(uint64_t code);

  private:
    /// Find the pegs that are mapped to each other; only for symmetries of a history, which keep the sizes of classes.
    void pair_pegs();
    [[nodiscard]] bool is_image_lower(int64_t k) const;
    [[nodiscard]] std::size_t class_of(std::size_t peg) const {
        return index(symmetry_.class_of[static_cast<int64_t>(peg)]);
    }
    uint64_t image(int64_t k);
    void name_unplayed(const int64_t *color_map, const std::size_t *sources);
    [[nodiscard]] bool comes_before(std::size_t color, std::size_t other, const std::size_t *sources) const;

    Packing packing_;
    SymmetryMaps symmetry_;
    std::size_t pegs_;
    std::size_t classes_;
    std::vector<std::size_t> colors_;    // of the code, by peg
    std::vector<uint64_t> images_;       // class and colour of each peg of the image, ascending
    std::vector<uint64_t> class_images_; // by symmetry and peg
    std::vector<std::size_t> sources_;   // by symmetry and class: the class mapped there
    std::vector<std::size_t> pegs_from_; // by symmetry and peg: the peg mapped there
    std::vector<int64_t> tally_;         // count of each colour in each class
    std::vector<int64_t> name_;          // by colour: its name in the image, if it has none of its own
    std::vector<std::size_t> order_;     // colours without an image
};

/// Lists the lowest guess of each orbit, or some more where that would take long, in steps. For one thread.
class DifferingGuesses {
  public:
    /// The guesses are all codes, or after a turn only the candidates if `candidates_only`. `candidates` are read until
    /// the list has ended, and the symmetry, too.
    DifferingGuesses(const HistorySymmetry &symmetry, Array<const uint64_t> candidates, bool candidates_only);

    /// Continue; returns whether the list has ended. A unit takes about 0.3 nanoseconds.
    bool step(int64_t units);

    /// The guesses so far, ascending.
    [[nodiscard]] const std::vector<uint64_t> &guesses() const { return guesses_; }

  private:
    enum class Stage { HELD, FILTERED, ENUMERATED, DISTINGUISHED, DONE };

    int64_t hold(int64_t units);
    int64_t filter(int64_t units);
    int64_t enumerate(int64_t units);
    int64_t distinguish(int64_t units);
    void begin_enumeration();
    void begin_to_distinguish();
    [[nodiscard]] bool is_lowest(uint64_t key) const;
    bool insert(uint64_t key);

    const HistorySymmetry &symmetry_;
    Packing packing_;
    Array<const uint64_t> candidates_;
    Stage stage_;
    int64_t at_ = 0; // of the candidates, then of the guesses
    std::vector<bool> live_;
    std::vector<int64_t> rank_; // by colour: its number among those never played, or -1
    GuessEnumerator enumerator_;
    SymmetryKeys canonical_;
    std::vector<uint64_t> guesses_;
    std::size_t kept_ = 0;
    std::vector<uint64_t> seen_; // a hash table of canonical keys plus one; 0: free
    bool seen_last_ = false;     // the key with all bits set
};
CODEPEGS_OBJECT(DifferingGuesses);

} // namespace codepegs
