// The genetic algorithm: a population of codes that evolves towards consistent codes.
//
// L. Berghman, D. Goossens and R. Leus, Efficient solutions for Mastermind using genetic algorithms, Computers &
// Operations Research 36 (2009). A consistent code has cost 0. Codes are bred by crossover, changing colours, swapping
// pegs and reversing stretches; duplicates in a generation are replaced by random codes.
// Replies to all turns are computed together, eight in one value.
#include "shown_replies.hpp"

#include "core/random.hpp"
#include "core/turn_lanes.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

namespace codepegs {

/// How codes are bred.
struct BreedingRules {
    // 0 or 1: whether a code may use a colour twice.
    int64_t repeats;
    int64_t population;
    double black_weight;
    double base;        // added to each cost
    int64_t tournament; // a parent is the best of this many; 0: drawn in proportion to 1 / (base + cost)
    // Share of two-point crossovers; the others have one point.
    double two_point;
    // Probabilities that a child has a colour changed, two pegs swapped, and a stretch reversed.
    double mutation;
    double permutation;
    double inversion;
    int64_t generations; // of one population
    int64_t share;       // new consistent codes after which a new population is drawn
    int64_t populations; // in a row, without a new consistent code, after which breeding ends
    // Total generations after which breeding ends.
    int64_t patience;
    // Number of consistent codes at which breeding ends.
    int64_t wanted;
};
CODEPEGS_STRUCT(BreedingRules, repeats, population, black_weight, base, tournament, two_point, mutation, permutation,
                inversion, generations, share, populations, patience, wanted);

namespace {

using Color = int32_t;

/// Codes in rows of one array.
class Codes {
  public:
    Codes(std::size_t count, std::size_t pegs) : pegs_(pegs), colors_(count * pegs) {}

    Color *operator[](std::size_t n) { return colors_.data() + n * pegs_; }
    const Color *operator[](std::size_t n) const { return colors_.data() + n * pegs_; }

    [[nodiscard]] bool equal(std::size_t n, std::size_t m) const {
        return std::memcmp((*this)[n], (*this)[m], pegs_ * sizeof(Color)) == 0;
    }

    [[nodiscard]] uint64_t hash(std::size_t n) const {
        uint64_t h = GOLDEN_GAMMA;
        for (std::size_t i = 0; i < pegs_; ++i) {
            h = (h ^ static_cast<uint64_t>((*this)[n][i])) * 0xFF51AFD7ED558CCD;
            h ^= h >> 29;
        }
        return h;
    }

  private:
    std::size_t pegs_;
    std::vector<Color> colors_;
};

/// A set of codes by index: a hash table with open addressing, at most half full.
class CodeSet {
  public:
    explicit CodeSet(std::size_t most) {
        std::size_t room = 16;
        while (room < 2 * most) room *= 2;
        places_.assign(room, NONE);
    }

    void clear() { std::fill(places_.begin(), places_.end(), NONE); }

    /// Add `codes[n]`; returns whether it is new.
    bool add(const Codes &codes, std::size_t n) {
        const std::size_t mask = places_.size() - 1;
        std::size_t at = static_cast<std::size_t>(codes.hash(n)) & mask;
        while (places_[at] != NONE) {
            if (codes.equal(places_[at], n)) return false;
            at = (at + 1) & mask;
        }
        places_[at] = static_cast<uint32_t>(n);
        return true;
    }

  private:
    static constexpr uint32_t NONE = 0xFFFFFFFF;

    std::vector<uint32_t> places_;
};

/// The cost of codes: their distance from the replies shown.
///
/// Tables replace comparisons: a row for each colour and peg says which guesses have the colour there, a row for each
/// colour and k which guesses have at least k pegs of it. The sums of the rows that a code selects are its replies to
/// all turns. Colours that no guess has share rows of zeros.
class CodeCost {
  public:
    CodeCost(const ShownReplies &turns, double black_weight)
        : view_(turns.view), weight_(black_weight), pegs_(static_cast<std::size_t>(turns.guesses.size(1))),
          blocks_(static_cast<std::size_t>(turn_blocks(turns.guesses.size(0)))),
          numbers_(static_cast<std::size_t>(turns.colors), 0), black_(blocks_), other_(blocks_), black_counts_(blocks_),
          other_counts_(blocks_), asked_(blocks_) {
        const int64_t count = turns.guesses.size(0);
        uint32_t used = 1;
        for (int64_t t = 0; t < count; ++t) {
            for (const int64_t v : turns.guesses[t]) {
                uint32_t &number = numbers_[static_cast<std::size_t>(v)];
                if (number == 0) number = used++;
            }
        }
        at_peg_.assign(used * pegs_ * blocks_, TurnLanes{});
        at_least_.assign(used * pegs_ * blocks_, TurnLanes{});
        for (int64_t t = 0; t < count; ++t) {
            const auto block = static_cast<std::size_t>(t / TURN_LANES);
            const auto lane = t % TURN_LANES;
            held_.assign(used, 0);
            for (std::size_t i = 0; i < pegs_; ++i) {
                const uint32_t number = numbers_[static_cast<std::size_t>(turns.guesses(t, static_cast<int64_t>(i)))];
                at_peg_[(number * pegs_ + i) * blocks_ + block][lane] = 1;
                at_least_[(number * pegs_ + held_[number]++) * blocks_ + block][lane] = 1;
            }
            const bool won = turns.won[t];
            const bool shows_black = view_ == BLACK_AND_WHITE || view_ == BLACK_ONLY;
            black_[block][lane] = static_cast<int16_t>(won ? static_cast<int64_t>(pegs_) : turns.black[t]);
            other_[block][lane] = static_cast<int16_t>(turns.other[t]);
            black_counts_[block][lane] = won || shows_black ? -1 : 0;
            other_counts_[block][lane] = won || view_ == BLACK_ONLY ? 0 : -1;
            asked_[block][lane] = won ? 0 : -1;
        }
        held_.assign(used, 0);
    }

    /// Compute the weighted differences in black and in the other count shown, over all turns, if `code` were the
    /// secret; returns also whether the code was guessed without winning.
    std::pair<double, bool> operator()(const Color *code) {
        const TurnLanes all = splat_turns(static_cast<int64_t>(pegs_));
        int64_t blacks = 0;
        int64_t others = 0;
        int64_t asked = 0;
        for (std::size_t block = 0; block < blocks_; ++block) {
            TurnLanes same = {};
            TurnLanes total = {};
            for (std::size_t i = 0; i < pegs_; ++i) {
                const uint32_t number = numbers_[static_cast<std::size_t>(code[i])];
                same += at_peg_[(number * pegs_ + i) * blocks_ + block];
                total += at_least_[(number * pegs_ + held_[number]++) * blocks_ + block];
            }
            for (std::size_t i = 0; i < pegs_; ++i) held_[numbers_[static_cast<std::size_t>(code[i])]] = 0;
            const TurnLanes far = same - black_[block];
            const TurnLanes rest = (view_ == TOTAL_ONLY ? total : total - same) - other_[block];
            blacks += sum(magnitude(far) & black_counts_[block]);
            others += sum(magnitude(rest) & other_counts_[block]);
            asked -= sum((same == all) & asked_[block]);
        }
        // in these views the win would have been announced
        if (view_ == TOTAL_ONLY || view_ == WHITE_ONLY) others += asked;
        return {weight_ * static_cast<double>(blacks) + static_cast<double>(others), asked > 0};
    }

  private:
    static TurnLanes magnitude(const TurnLanes &x) { return x < 0 ? -x : x; }

    static int64_t sum(const TurnLanes &x) {
        int64_t total = 0;
        for (int64_t lane = 0; lane < TURN_LANES; ++lane) total += x[lane];
        return total;
    }

    int64_t view_;
    double weight_;
    std::size_t pegs_;
    std::size_t blocks_;
    std::vector<uint32_t> numbers_;   // of the colours; 0 if no guess has it
    std::vector<uint32_t> held_;      // pegs of each colour so far
    std::vector<TurnLanes> at_peg_;   // a row of turns for each colour and peg
    std::vector<TurnLanes> at_least_; // a row of turns for each colour and number of pegs
    std::vector<TurnLanes> black_;
    std::vector<TurnLanes> other_;
    std::vector<TurnLanes> black_counts_; // all bits where the difference counts
    std::vector<TurnLanes> other_counts_;
    std::vector<TurnLanes> asked_; // all bits where the guess did not win
};

} // namespace

class Population {
  public:
    Population(const ShownReplies &turns, const BreedingRules &rules, uint64_t seed)
        : rules_(rules), pegs_(static_cast<std::size_t>(turns.guesses.size(1))), colors_(turns.colors),
          size_(static_cast<std::size_t>(rules.population)), state_(seed), cost_(turns, rules.black_weight),
          turns_(turns.guesses.size(0)), codes_(size_ + 1, pegs_),
          children_(size_ + 1, pegs_), // an odd size has one more child
          costs_(size_), sums_(size_), members_(size_), eligible_(static_cast<std::size_t>(rules.wanted), pegs_),
          kept_(static_cast<std::size_t>(rules.wanted)), fittest_(1, pegs_),
          marks_(static_cast<std::size_t>(colors_), 0) {
        for (int64_t v = 0; v < colors_; ++v) deck_.push_back(static_cast<Color>(v));
        draw_code(fittest_[0]);
    }

    /// Continue for about `units` nanoseconds; returns whether breeding has ended.
    bool step(int64_t units) {
        const auto pegs = static_cast<int64_t>(pegs_);
        while (units > 0 && phase_ != Phase::ENDED) {
            if (phase_ == Phase::DRAW) {
                draw_code(codes_[next_++]);
                units -= 4 * pegs;
            } else if (phase_ == Phase::SCORE) {
                score(next_++);
                units -= 50 + pegs * (turns_ / 4 + 4);
            } else {
                breed_pair(next_);
                next_ += 2;
                units -= 50 + 10 * pegs + 10 * rules_.tournament;
            }
            if (next_ >= size_) end_phase();
        }
        return phase_ == Phase::ENDED;
    }

    /// Write the codes found; returns the number of consistent codes and of generations.
    std::tuple<int64_t, int64_t> result(const Array<int64_t, 2> &eligible, const Array<int64_t> &fittest) const {
        require(phase_ == Phase::ENDED, "bred_codes: breeding has not ended");
        require(eligible.size(0) == rules_.wanted && eligible.size(1) == static_cast<int64_t>(pegs_) &&
                    fittest.size() == static_cast<int64_t>(pegs_),
                "bred_codes: room for all codes wanted is expected");
        std::copy_n(eligible_[0], found_ * pegs_, eligible.data());
        std::copy_n(fittest_[0], pegs_, fittest.data());
        return {static_cast<int64_t>(found_), generation_};
    }

  private:
    enum class Phase { DRAW, SCORE, BREED, ENDED };

    /// End a phase after the whole population is processed, and begin the next.
    void end_phase() {
        next_ = 0;
        if (phase_ == Phase::DRAW) {
            members_.clear();
            phase_ = Phase::SCORE;
            return;
        }
        if (phase_ == Phase::BREED) {
            std::swap(codes_, children_);
            members_.clear();
            phase_ = Phase::SCORE;
            return;
        }
        const bool is_over = own_generation_ >= rules_.generations || own_found_ >= rules_.share;
        if (is_over) idle_ = own_found_ > 0 ? 0 : idle_ + 1;
        const bool is_last = found_ > 0 && idle_ >= rules_.populations;
        if (found_ == static_cast<std::size_t>(rules_.wanted) || is_last || generation_ >= rules_.patience) {
            phase_ = Phase::ENDED;
            return;
        }
        ++generation_;
        ++own_generation_;
        phase_ = Phase::BREED;
        if (!is_over) return;
        own_generation_ = own_found_ = 0; // the codes of one population are related, so a new one is drawn
        phase_ = Phase::DRAW;
    }

    int64_t below(int64_t bound) { return xorshift::below(state_, bound); }
    bool happens(double probability) { return xorshift::uniform(state_) < probability; }

    void draw_code(Color *code) {
        for (std::size_t i = 0; i < pegs_; ++i) {
            if (rules_.repeats) {
                code[i] = static_cast<Color>(below(colors_));
                continue;
            }
            const std::size_t j = i + static_cast<std::size_t>(below(colors_ - static_cast<int64_t>(i)));
            std::swap(deck_[i], deck_[j]);
            code[i] = deck_[i];
        }
    }

    /// Compute the cost of code `n`, which is replaced by a random one if it is a duplicate.
    void score(std::size_t n) {
        if (!members_.add(codes_, n)) {
            draw_code(codes_[n]);
            members_.add(codes_, n);
        }
        const auto [cost, asked] = cost_(codes_[n]);
        costs_[n] = cost;
        if (rules_.tournament == 0) sums_[n] = 1.0 / (rules_.base + cost) + (n > 0 ? sums_[n - 1] : 0.0);
        if (!asked && cost < least_) {
            least_ = cost;
            std::copy_n(codes_[n], pegs_, fittest_[0]);
        }
        if (cost == 0.0 && found_ < static_cast<std::size_t>(rules_.wanted)) {
            std::copy_n(codes_[n], pegs_, eligible_[found_]);
            const bool is_new = kept_.add(eligible_, found_);
            found_ += is_new;
            own_found_ += is_new;
        }
    }

    /// Make children `n` and `n + 1`.
    void breed_pair(std::size_t n) {
        const std::size_t mother = draw_parent();
        const std::size_t father = draw_parent();
        const bool two_points = happens(rules_.two_point);
        cross(codes_[mother], codes_[father], two_points, children_[n], children_[n + 1]);
        vary(children_[n]);
        vary(children_[n + 1]);
    }

    std::size_t draw_parent() {
        if (rules_.tournament == 0) {
            const double at = xorshift::uniform(state_) * sums_[size_ - 1];
            const auto n = static_cast<std::size_t>(std::upper_bound(sums_.begin(), sums_.end(), at) - sums_.begin());
            return std::min(n, size_ - 1);
        }
        auto best = static_cast<std::size_t>(below(rules_.population));
        for (int64_t drawn = 1; drawn < rules_.tournament; ++drawn) {
            const auto n = static_cast<std::size_t>(below(rules_.population));
            if (costs_[n] < costs_[best]) best = n;
        }
        return best;
    }

    /// Draw two different pegs.
    std::pair<std::size_t, std::size_t> draw_pegs() {
        const auto pegs = static_cast<int64_t>(pegs_);
        const int64_t i = below(pegs);
        int64_t j = below(pegs - 1);
        if (j >= i) ++j;
        return {static_cast<std::size_t>(i), static_cast<std::size_t>(j)};
    }

    /// Write the two children of two codes: the pegs between the points are exchanged.
    void cross(const Color *mother, const Color *father, bool two_points, Color *one, Color *two) {
        std::size_t first = pegs_;
        std::size_t last = pegs_;
        if (pegs_ > 1) first = 1 + static_cast<std::size_t>(below(static_cast<int64_t>(pegs_) - 1));
        if (two_points && pegs_ > 2) {
            const auto [i, j] = draw_pegs();
            first = std::min(i, j);
            last = std::max(i, j);
        }
        for (std::size_t i = 0; i < pegs_; ++i) {
            const bool swapped = first <= i && i < last;
            one[i] = swapped ? father[i] : mother[i];
            two[i] = swapped ? mother[i] : father[i];
        }
        if (!rules_.repeats) {
            replace_repeats(one);
            replace_repeats(two);
        }
    }

    /// Replace colours that appeared before by random ones that do not appear.
    void replace_repeats(Color *code) {
        marks_clock_ += 2;
        const uint64_t used = marks_clock_;
        const uint64_t seen = marks_clock_ + 1; // and used
        for (std::size_t i = 0; i < pegs_; ++i) marks_[static_cast<std::size_t>(code[i])] = used;
        for (std::size_t i = 0; i < pegs_; ++i) {
            auto v = static_cast<std::size_t>(code[i]);
            if (marks_[v] == seen) {
                v = static_cast<std::size_t>(below(colors_));
                while (marks_[v] >= used) v = (v + 1) % marks_.size();
                code[i] = static_cast<Color>(v);
            }
            marks_[v] = seen;
        }
    }

    /// Change one colour, swap two pegs, reverse a stretch: each with its probability, in this order.
    void vary(Color *code) {
        if (happens(rules_.mutation) && colors_ > 1) {
            const auto i = static_cast<std::size_t>(below(static_cast<int64_t>(pegs_)));
            auto v = static_cast<Color>(below(colors_ - 1));
            if (v >= code[i]) ++v;
            for (std::size_t j = 0; j < pegs_ && !rules_.repeats; ++j) {
                if (code[j] == v) code[j] = code[i];
            }
            code[i] = v;
        }
        if (happens(rules_.permutation) && pegs_ > 1) {
            const auto [i, j] = draw_pegs();
            std::swap(code[i], code[j]);
        }
        if (happens(rules_.inversion) && pegs_ > 1) {
            const auto [i, j] = draw_pegs();
            std::reverse(code + std::min(i, j), code + std::max(i, j) + 1);
        }
    }

    BreedingRules rules_;
    std::size_t pegs_;
    int64_t colors_;
    std::size_t size_;
    uint64_t state_;
    CodeCost cost_;
    int64_t turns_;
    Codes codes_;
    Codes children_;
    std::vector<double> costs_;
    std::vector<double> sums_; // cumulative sums of 1 / (base + cost)
    CodeSet members_;          // of this generation
    Codes eligible_;           // distinct consistent codes
    CodeSet kept_;             // their set
    Codes fittest_;            // the code of least cost not guessed before
    double least_ = std::numeric_limits<double>::infinity();
    std::vector<Color> deck_; // each colour once
    std::vector<uint64_t> marks_;
    uint64_t marks_clock_ = 0;

    Phase phase_ = Phase::DRAW;
    std::size_t next_ = 0; // the next code of the phase
    std::size_t found_ = 0;
    int64_t generation_ = 0;
    int64_t own_generation_ = 0; // of this population
    int64_t own_found_ = 0;      // new consistent codes of this population
    int64_t idle_ = 0;           // populations in a row without a new consistent code
};
CODEPEGS_OBJECT(Population);

namespace {

/// Draw a population; `seed` is not 0.
std::unique_ptr<Population> start_population(const ShownReplies &turns, const BreedingRules &rules, uint64_t seed) {
    check_turns(turns);
    require(rules.repeats || turns.colors >= turns.guesses.size(1),
            "start_population: fewer colours than pegs, none of which may repeat");
    require(seed != 0, "start_population: the seed is not 0");
    require(rules.population >= 1 && rules.population < (int64_t{1} << 31), "start_population: at least one code");
    require(rules.wanted >= 1 && rules.wanted < (int64_t{1} << 31), "start_population: at least one code is wanted");
    require(rules.populations >= 1 && rules.populations < (int64_t{1} << 31) && rules.generations < (int64_t{1} << 31),
            "start_population: the number of populations is at least 1");
    require(rules.share >= 1, "start_population: the share of a population is at least 1");
    require(turns.guesses.size(1) < (int64_t{1} << 14), "start_population: fewer than 16,384 pegs are expected");
    require(rules.tournament >= 0 && rules.generations >= 0 && rules.patience >= 0,
            "start_population: a number is negative");
    return std::make_unique<Population>(turns, rules, seed);
}

/// Continue for about `units` nanoseconds; returns whether it has ended. The steps do not affect the result.
bool breed_population(Population &population, int64_t units) { return population.step(units); }

/// Write the codes found, after breeding has ended; returns the number of consistent codes, and of generations.
///
/// `eligible`, shape (wanted, pegs), receives the distinct consistent codes in the order they were found; `fittest`,
/// shape (pegs,), the code of least cost that was not guessed before, the first among equals.
std::tuple<int64_t, int64_t> bred_codes(const Population &population, Array<int64_t, 2> eligible,
                                        Array<int64_t> fittest) {
    return population.result(eligible, fittest);
}

} // namespace

} // namespace codepegs

CODEPEGS_FREE(Population);
CODEPEGS_EXPORT(start_population, turns, rules, seed);
CODEPEGS_EXPORT(breed_population, population, units);
CODEPEGS_EXPORT(bred_codes, population, eligible, fittest);
