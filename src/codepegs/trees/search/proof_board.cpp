// Lower bounds of sets of codes for certificates, for Python: by counting, one step ahead, and by the claims accepted.
//
// These are the rules of `certificate_checker.py`, which gives the reasons. Nothing here is shared with the searches.
#include "core/byte_lanes.hpp"
#include "core/export.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <map>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace codepegs {

using CodeSet = std::vector<uint16_t>; // the numbers of the codes, ascending

struct CodeSetHash {
    std::size_t operator()(const CodeSet &codes) const {
        uint64_t hash = codes.size();
        for (uint16_t code : codes) {
            hash = (hash ^ code) * 0x9E3779B97F4A7C15U;
            hash ^= hash >> 32U;
        }
        return static_cast<std::size_t>(hash);
    }
};

using Bounds = std::unordered_map<CodeSet, int64_t, CodeSetHash>;

/// Lower bounds of sets of codes, by the rules of certificates; for one thread.
class ProofBoard {
  public:
    /// How many parts guesses make besides themselves: at most `below` a member of the set, `other` any guess.
    struct Most {
        int64_t below = 0;
        int64_t other = 0;
    };

    /// `steps` are what the guesses cost for every code not found before; later ones cost nothing. Without steps all
    /// cost 1. `codes` has a row of colours for each code, `colors_apart` of them for each peg alone, or 0 if the pegs
    /// share them; the secrets are the first of the codes. The tables have the part numbers of the replies: `by_secret`
    /// a row for each secret, `by_guess` a row for each guess. `permutations` are those of the pegs that are tried as
    /// symmetries.
    ProofBoard(Array<const uint16_t, 2> codes, int64_t colors_apart, Array<const uint8_t, 2> by_secret,
               Array<const uint8_t, 2> by_guess, Array<const int64_t, 2> permutations, Array<const int64_t> steps,
               int64_t parts, int64_t win, bool candidates_only);

    [[nodiscard]] int64_t size() const { return size_; }
    void check_code(int64_t code) const { require(code >= 0 && code < size_, "there is no such code"); }
    void check_set(Array<const uint16_t> codes) const;
    void claim(Array<const uint16_t> codes, int64_t made, int64_t target);

    /// Write the guesses for which counting alone does not show that a set costs `target`, ascending.
    int64_t open_guesses(const CodeSet &codes, Array<const int64_t> history, int64_t target, Array<int64_t> guesses);

    /// A lower bound of the cost of a set for a guess, after `made` guesses; parts are looked at one step ahead until
    /// it is the target.
    int64_t bound(const CodeSet &codes, int64_t made, int64_t guess, int64_t target, Most most);

    /// The best lower bound known for a part, after `made` guesses, of a set of which guesses make that many parts at
    /// most.
    int64_t known(const CodeSet &part, int64_t made, Most most) { return known(part, stage(made), most); }

    /// How many parts the guesses made of the set that was counted last.
    [[nodiscard]] Most most() const { return most_; }

  private:
    /// The bounds of sets of codes after some number of guesses, and what the next guesses cost.
    struct Stage {
        std::vector<int64_t> costs; // of a code found with each of the next guesses; unused if all guesses cost 1
        int64_t now = 1;            // what the next guess costs for every code
        std::map<std::pair<int64_t, int64_t>, std::vector<int64_t>> least; // by size, for a `Most`
        Bounds claimed;
        Bounds looked_at;
    };

    [[nodiscard]] Stage &stage(int64_t made) {
        require(made >= 0, "made: expected 0 or more");
        return stages_[std::min(index(made), stages_.size() - 1)];
    }
    [[nodiscard]] Stage &after(const Stage &stage) {
        return stages_[std::min(index(&stage - stages_.data()) + 1, stages_.size() - 1)];
    }
    int64_t known(const CodeSet &part, Stage &stage, Most most);
    void count(const CodeSet &codes);
    void count_by_part(const CodeSet &codes);
    void count_block(const CodeSet &codes, int64_t start);
    void count_by_pair(const CodeSet &codes);
    void count_by_guess(const CodeSet &codes);
    void load_replies(int8_t *bytes, uint16_t secret, int64_t start, int64_t width) const;
    [[nodiscard]] int64_t cost(int64_t n, const CodeSet &codes, int64_t now, const std::vector<int64_t> &least) const;
    [[nodiscard]] int64_t floor(int64_t replies, bool wins, int64_t now, const std::vector<int64_t> &least) const;
    int64_t one_step(const CodeSet &codes, Stage &stage);
    const std::vector<int64_t> &least(Stage &stage, Most most);
    [[nodiscard]] int64_t least_sum(int64_t size, Most most) const;
    [[nodiscard]] int64_t least_cost(const std::vector<int64_t> &costs, int64_t size, Most most) const;
    void find_symmetries(Array<const int64_t> history);
    [[nodiscard]] bool has_lower_image(int64_t guess) const;
    [[nodiscard]] int32_t fresh_color(int64_t peg, std::size_t named) const;
    [[nodiscard]] const uint8_t *replies_of(int64_t secret) const { return by_secret_.data() + secret * size_; }
    [[nodiscard]] const uint8_t *replies_to(int64_t guess) const { return by_guess_.data() + guess * secrets_; }

    static constexpr int64_t MOST_PEGS = 16;
    static constexpr int64_t MOST_STEP = 1'000'000'000; // keeps sums of weights within 64 bits
    static constexpr int64_t BLOCK = BYTE_LANES;        // guesses that are counted at once
    static constexpr int64_t MOST_COUNTED_PARTS = 64;   // with more, most parts of a guess are empty
    static constexpr int64_t MOST_PAIRED_CODES = 160;   // above that, comparing all pairs takes longer than counting

    struct Symmetry {
        int64_t permutation;        // its row
        std::vector<int32_t> names; // the new names of the colours; -1: not played
    };

    Array<const uint16_t, 2> codes_;
    int64_t colors_apart_;
    std::size_t colors_ = 0; // how many different colours there are
    Array<const uint8_t, 2> by_secret_;
    Array<const uint8_t, 2> by_guess_;
    Array<const int64_t, 2> permutations_;
    int64_t size_;
    int64_t secrets_;
    int64_t pegs_;
    int64_t parts_;
    int64_t win_;
    bool candidates_only_;
    std::vector<int64_t> everything_;

    // Of the set counted last.
    std::vector<int64_t> guesses_;
    std::vector<uint16_t> sizes_;   // of each part, by part and guess; empty if there are too many parts
    std::vector<uint16_t> replies_; // how many parts a guess makes, the win among them
    std::vector<uint8_t> wins_;     // whether a guess is in the set
    std::map<std::pair<int64_t, bool>, std::vector<int64_t>> kinds_; // the guesses by replies and whether they can win
    int64_t columns_ = 0;
    Most most_;
    int64_t counted_ = 0;

    std::vector<ByteLanes> block_counts_; // by part

    // Of the history set last.
    std::vector<Symmetry> symmetries_;
    std::vector<bool> played_;
    std::vector<int32_t> fresh_; // the colours not played, ascending; if each peg has its own, the lowest of each peg

    bool all_cost_one_;
    std::vector<Stage> stages_; // by the number of guesses made; the last is that of all later ones too
};
CODEPEGS_OBJECT(ProofBoard);

ProofBoard::ProofBoard(Array<const uint16_t, 2> codes, int64_t colors_apart, Array<const uint8_t, 2> by_secret,
                       Array<const uint8_t, 2> by_guess, Array<const int64_t, 2> permutations,
                       Array<const int64_t> steps, int64_t parts, int64_t win, bool candidates_only)
    : codes_(codes), colors_apart_(colors_apart), by_secret_(by_secret), by_guess_(by_guess),
      permutations_(permutations), size_(codes.size()), secrets_(by_secret.size()), pegs_(codes.size(1)), parts_(parts),
      win_(win), candidates_only_(candidates_only), everything_(index(size_)), all_cost_one_(steps.size() == 0),
      stages_(index(steps.size() + 1)) {
    require(size_ > 0 && size_ <= UINT16_MAX, "codes: expected 1 to 65,535");
    require(secrets_ > 0 && secrets_ <= size_, "by_secret: expected a row for each of the first codes");
    require(by_secret.size(1) == size_, "by_secret: expected a column for each code");
    require(by_guess.size() == size_ && by_guess.size(1) == secrets_,
            "by_guess: expected a row for each code and a column for each secret");
    require(pegs_ >= 1 && pegs_ <= MOST_PEGS, "codes: expected 1 to 16 pegs");
    require(win >= 0 && win < parts, "win: there is no such part");
    for (const auto &table : {by_secret, by_guess}) {
        require(
            std::all_of(table.data(), table.data() + size_ * secrets_, [parts](uint8_t part) { return part < parts; }),
            "by_secret and by_guess: there is no such part");
    }
    require(permutations.size(1) == pegs_, "permutations: expected a column for each peg");
    require(std::all_of(permutations.data(), permutations.data() + permutations.size() * pegs_,
                        [this](int64_t peg) { return peg >= 0 && peg < pegs_; }),
            "permutations: there is no such peg");
    require(colors_apart >= 0, "colors_apart: expected 0 or more");
    colors_ = std::size_t{1} + *std::max_element(codes.data(), codes.data() + size_ * pegs_);
    colors_ = std::max(colors_, index(pegs_ * colors_apart));
    std::iota(everything_.begin(), everything_.end(), 0);
    for (int64_t made = 0; !all_cost_one_ && made <= steps.size(); ++made) {
        Stage &stage = stages_[index(made)];
        stage.now = made < steps.size() ? steps[made] : 0;
        require(stage.now >= 0 && stage.now <= MOST_STEP, "steps: expected 0 to 1,000,000,000");
        stage.costs.resize(index(steps.size() - made));
        std::partial_sum(steps.begin() + made, steps.end(), stage.costs.begin());
    }
}

void ProofBoard::check_set(Array<const uint16_t> codes) const {
    require(std::all_of(codes.begin(), codes.end(), [this](uint16_t code) { return code < secrets_; }),
            "codes: there is no such code");
}

void ProofBoard::claim(Array<const uint16_t> codes, int64_t made, int64_t target) {
    int64_t &known = stage(made).claimed[CodeSet(codes.begin(), codes.end())];
    known = std::max(known, target);
}

/// Count the parts that all guesses make of a set.
void ProofBoard::count(const CodeSet &codes) {
    if (candidates_only_) guesses_.assign(codes.begin(), codes.end());
    else guesses_ = everything_;
    counted_ = static_cast<int64_t>(codes.size());
    columns_ = (static_cast<int64_t>(guesses_.size()) + BLOCK - 1) / BLOCK * BLOCK;
    replies_.assign(index(columns_), 0);
    wins_.assign(index(columns_), candidates_only_ ? 1 : 0);
    if (!candidates_only_) {
        for (uint16_t code : codes) wins_[code] = 1;
    }
    if (parts_ <= MOST_COUNTED_PARTS) count_by_part(codes);
    else if (counted_ <= MOST_PAIRED_CODES) count_by_pair(codes);
    else count_by_guess(codes);
    most_ = {};
    kinds_.clear();
    for (int64_t n = 0; n < static_cast<int64_t>(guesses_.size()); ++n) {
        const int64_t replies = replies_[index(n)];
        if (replies < 2) continue; // no information
        const bool wins = wins_[index(n)] != 0;
        if (wins) most_.below = std::max(most_.below, replies - 1);
        most_.other = std::max(most_.other, replies - wins);
        kinds_[{replies, wins}].push_back(n);
    }
}

/// Count the sizes of the parts: a row for each part, a column for each guess.
void ProofBoard::count_by_part(const CodeSet &codes) {
    sizes_.assign(index(parts_ * columns_), 0);
    for (int64_t start = 0; start < columns_; start += BLOCK) count_block(codes, start);
    for (int64_t part = 0; part < parts_; ++part) {
        const uint16_t *sizes = sizes_.data() + part * columns_;
        for (int64_t n = 0; n < columns_; ++n)
            replies_[index(n)] = static_cast<uint16_t>(replies_[index(n)] + (sizes[n] != 0));
    }
}

/// Load the replies of a secret to a block of guesses.
void ProofBoard::load_replies(int8_t *bytes, uint16_t secret, int64_t start, int64_t width) const {
    const uint8_t *all = replies_of(secret);
    if (candidates_only_) {
        for (int64_t n = 0; n < width; ++n) bytes[n] = static_cast<int8_t>(all[guesses_[index(start + n)]]);
    } else {
        std::memcpy(bytes, all + start, index(width));
    }
}

/// Count the parts that a block of guesses make.
void ProofBoard::count_block(const CodeSet &codes, int64_t start) {
    const int64_t width = std::min(BLOCK, static_cast<int64_t>(guesses_.size()) - start);
    std::array<int8_t, BLOCK> bytes{};
    std::size_t next = 0;
    while (next < codes.size()) {
        const std::size_t stop = std::min(codes.size(), next + UINT8_MAX); // what a byte can count
        block_counts_.assign(index(parts_), splat_byte(0));
        for (; next < stop; ++next) {
            load_replies(bytes.data(), codes[next], start, width);
            const ByteLanes replies = load_bytes(bytes.data());
            for (int64_t part = 0; part < parts_; ++part) {
                ByteLanes &counts = block_counts_[index(part)];
                counts = add_equal(counts, replies, splat_byte(part));
            }
        }
        for (int64_t part = 0; part < parts_; ++part) {
            store_bytes(bytes.data(), block_counts_[index(part)]);
            uint16_t *sizes = sizes_.data() + part * columns_ + start;
            for (int64_t n = 0; n < width; ++n) {
                sizes[n] = static_cast<uint16_t>(sizes[n] + static_cast<uint8_t>(bytes[index(n)]));
            }
        }
    }
}

/// Count the parts only, not their sizes: a code whose reply an earlier one gave makes no new part.
void ProofBoard::count_by_pair(const CodeSet &codes) {
    std::vector<ByteLanes> earlier;
    std::array<int8_t, BLOCK> bytes{};
    for (int64_t start = 0; start < columns_; start += BLOCK) {
        const int64_t width = std::min(BLOCK, static_cast<int64_t>(guesses_.size()) - start);
        earlier.clear();
        ByteLanes repeated = splat_byte(0);
        for (uint16_t code : codes) {
            load_replies(bytes.data(), code, start, width);
            const ByteLanes replies = load_bytes(bytes.data());
            ByteLanes equal = splat_byte(0);
            for (const ByteLanes &other : earlier) equal = equal | equal_bytes(replies, other);
            repeated = repeated - equal; // equal lanes are -1
            earlier.push_back(replies);
        }
        store_bytes(bytes.data(), repeated);
        for (int64_t n = 0; n < width; ++n) {
            const int64_t parts = counted_ - static_cast<uint8_t>(bytes[index(n)]);
            replies_[index(start + n)] = static_cast<uint16_t>(parts);
        }
    }
}

/// The same for large sets, guess by guess.
void ProofBoard::count_by_guess(const CodeSet &codes) {
    std::array<int64_t, 256> seen;
    seen.fill(-1);
    for (int64_t n = 0; n < static_cast<int64_t>(guesses_.size()); ++n) {
        const uint8_t *replies = replies_to(guesses_[index(n)]);
        uint16_t parts = 0;
        for (uint16_t code : codes) {
            int64_t &last = seen[replies[code]];
            parts = static_cast<uint16_t>(parts + (last != n));
            last = n;
        }
        replies_[index(n)] = parts;
    }
}

/// A lower bound of the cost of the set counted last, for its guess number n, by counting its parts.
int64_t ProofBoard::cost(int64_t n, const CodeSet &codes, int64_t now, const std::vector<int64_t> &least) const {
    int64_t total = counted_ * now;
    if (parts_ <= MOST_COUNTED_PARTS) {
        for (int64_t part = 0; part < parts_; ++part) {
            if (part != win_) total += least[sizes_[index(part * columns_ + n)]];
        }
        return total;
    }
    std::array<uint16_t, 256> sizes{};
    const uint8_t *replies = replies_to(guesses_[index(n)]);
    for (uint16_t code : codes) {
        uint16_t &size = sizes[replies[code]];
        total -= least[size]; // that of an empty part is 0
        total += least[++size];
    }
    return wins_[index(n)] != 0 ? total - least[1] : total;
}

/// The same for all guesses with `replies` replies, as if their parts were equal.
int64_t ProofBoard::floor(int64_t replies, bool wins, int64_t now, const std::vector<int64_t> &least) const {
    const int64_t parts = replies - wins;
    const int64_t each = (counted_ - wins) / parts;
    const int64_t more = (counted_ - wins) % parts;
    return counted_ * now + (parts - more) * least[index(each)] + more * least[index(each + 1)];
}

/// `least_sum` of certificate_checker.py.
int64_t ProofBoard::least_sum(int64_t size, Most most) const {
    int64_t best = 0;
    int64_t weight = 0;
    for (int64_t slope = 0, value = 0; (value = (slope + 1) * size - weight) > 0;) {
        best = std::max(best, value);
        ++slope;
        weight = std::max(slope + most.below * weight, most.other * weight);
    }
    return best;
}

/// `least_cost` of certificate_checker.py. Above cost * secrets_ the weights give no bound, so they need not be exact.
int64_t ProofBoard::least_cost(const std::vector<int64_t> &costs, int64_t size, Most most) const {
    int64_t best = 0;
    for (int64_t cost : costs) {
        int64_t weight = 0;
        for (auto earlier = costs.rbegin(); earlier != costs.rend(); ++earlier) {
            weight = std::max(std::max<int64_t>(0, cost - *earlier) + most.below * weight, most.other * weight);
            weight = std::min(weight, cost * secrets_);
        }
        best = std::max(best, cost * size - weight);
    }
    return best;
}

/// The lower bounds by counting, for all sizes.
const std::vector<int64_t> &ProofBoard::least(Stage &stage, Most most) {
    require(most.below >= 1 && most.other >= 1, "below and other: a guess makes one part at least");
    std::vector<int64_t> &bounds = stage.least[{most.below, most.other}];
    if (bounds.empty()) {
        bounds.resize(index(secrets_ + 1));
        for (int64_t size = 0; size <= secrets_; ++size) {
            bounds[index(size)] = all_cost_one_ ? least_sum(size, most) : least_cost(stage.costs, size, most);
        }
    }
    return bounds;
}

int64_t ProofBoard::one_step(const CodeSet &codes, Stage &stage) {
    if (auto found = stage.looked_at.find(codes); found != stage.looked_at.end()) return found->second;
    count(codes);
    const std::vector<int64_t> &bounds = least(after(stage), most_);
    std::vector<std::pair<int64_t, const std::vector<int64_t> *>> floors;
    for (const auto &[kind, guesses] : kinds_) {
        floors.emplace_back(floor(kind.first, kind.second, stage.now, bounds), &guesses);
    }
    std::sort(floors.begin(), floors.end());
    int64_t best = INT64_MAX;
    for (const auto &[floor, guesses] : floors) {
        if (floor >= best) break;
        for (int64_t n : *guesses) best = std::min(best, cost(n, codes, stage.now, bounds));
    }
    stage.looked_at.emplace(codes, best);
    return best;
}

int64_t ProofBoard::open_guesses(const CodeSet &codes, Array<const int64_t> history, int64_t target,
                                 Array<int64_t> guesses) {
    count(codes);
    find_symmetries(history);
    Stage &here = stage(history.size());
    const std::vector<int64_t> &bounds = least(after(here), most_);
    std::unordered_set<std::string> columns;
    std::unordered_set<std::string> partitions;
    std::string column(codes.size(), '\0');
    std::string partition(codes.size() + 1, '\0');
    int64_t found = 0;
    std::vector<int64_t> open;
    for (const auto &[kind, numbers] : kinds_) {
        if (floor(kind.first, kind.second, here.now, bounds) >= target) continue;
        std::copy_if(numbers.begin(), numbers.end(), std::back_inserter(open),
                     [&](int64_t n) { return cost(n, codes, here.now, bounds) < target; });
    }
    std::sort(open.begin(), open.end());
    for (int64_t n : open) {
        const int64_t guess = guesses_[index(n)];
        const uint8_t *replies = replies_to(guess);
        std::array<int16_t, 256> names;
        names.fill(-1);
        int16_t named = 0;
        bool wins = false;
        for (std::size_t i = 0; i < codes.size(); ++i) {
            const uint8_t part = replies[codes[i]];
            if (names[part] < 0) names[part] = named++;
            wins = wins || part == win_;
            column[i] = static_cast<char>(part);
            partition[i] = static_cast<char>(names[part]);
        }
        partition[codes.size()] = wins ? 1 : 0;
        if (!columns.insert(column).second || has_lower_image(guess)) continue;
        if (partitions.insert(partition).second) guesses[found++] = guess;
    }
    return found;
}

int64_t ProofBoard::known(const CodeSet &part, Stage &stage, Most most) {
    int64_t best = least(stage, most)[part.size()];
    for (const Bounds *bounds : {&stage.claimed, &stage.looked_at}) {
        if (auto found = bounds->find(part); found != bounds->end()) best = std::max(best, found->second);
    }
    return best;
}

int64_t ProofBoard::bound(const CodeSet &codes, int64_t made, int64_t guess, int64_t target, Most most) {
    std::vector<CodeSet> parts; // in the order of the plain checker
    std::array<int16_t, 256> place;
    place.fill(-1);
    const uint8_t *replies = replies_to(guess);
    for (uint16_t code : codes) {
        if (replies[code] == win_) continue;
        int16_t &found = place[replies[code]];
        if (found < 0) {
            found = static_cast<int16_t>(parts.size());
            parts.emplace_back();
        }
        parts[index(found)].push_back(code);
    }
    std::stable_sort(parts.begin(), parts.end(), [](const auto &a, const auto &b) { return a.size() < b.size(); });
    Stage &next = stage(made + 1);
    int64_t total = static_cast<int64_t>(codes.size()) * stage(made).now;
    for (const CodeSet &part : parts) total += known(part, next, most);
    for (const CodeSet &part : parts) {
        if (total >= target) break;
        if (part.size() <= 2) continue;
        const int64_t before = known(part, next, most);
        total += std::max<int64_t>(0, one_step(part, next) - before);
    }
    return total;
}

/// Find the permutations of the pegs that, with a renaming of the colours, leave every guess of a history unchanged.
void ProofBoard::find_symmetries(Array<const int64_t> history) {
    symmetries_.clear();
    for (int64_t n = 0; n < permutations_.size(); ++n) {
        Symmetry symmetry{n, std::vector<int32_t>(colors_, -1)};
        std::vector<bool> taken(colors_);
        bool fits = true;
        for (int64_t guess : history) {
            const uint16_t *colors = codes_.data() + guess * pegs_;
            for (int64_t peg = 0; peg < pegs_ && fits; ++peg) {
                int32_t &name = symmetry.names[colors[permutations_(n, peg)]];
                if (name < 0) {
                    fits = !taken[colors[peg]];
                    name = colors[peg];
                    taken[colors[peg]] = true;
                }
                fits = fits && name == colors[peg];
            }
        }
        if (fits) symmetries_.push_back(symmetry);
    }
    played_.assign(colors_, false);
    for (int64_t guess : history) {
        for (int64_t peg = 0; peg < pegs_; ++peg) played_[codes_(guess, peg)] = true;
    }
    fresh_.clear();
    if (colors_apart_ == 0) {
        for (std::size_t color = 0; color < colors_; ++color) {
            if (!played_[color]) fresh_.push_back(static_cast<int32_t>(color));
        }
        return;
    }
    for (int64_t peg = 0; peg < pegs_; ++peg) {
        const auto first = played_.begin() + peg * colors_apart_;
        fresh_.push_back(static_cast<int32_t>(std::find(first, first + colors_apart_, false) - played_.begin()));
    }
}

/// The new name of a colour not played, at a peg, if `named` others have one.
int32_t ProofBoard::fresh_color(int64_t peg, std::size_t named) const {
    return fresh_[colors_apart_ == 0 ? named : index(peg)];
}

/// Whether a symmetry of the history maps a guess to a lower one; colours not played get the lowest names.
bool ProofBoard::has_lower_image(int64_t guess) const {
    const uint16_t *colors = codes_.data() + guess * pegs_;
    for (const Symmetry &symmetry : symmetries_) {
        std::array<std::pair<uint16_t, int32_t>, MOST_PEGS> given;
        std::size_t named = 0;
        for (int64_t peg = 0; peg < pegs_; ++peg) {
            const uint16_t color = colors[permutations_(symmetry.permutation, peg)];
            int32_t image = symmetry.names[color];
            if (image < 0) {
                std::size_t n = 0;
                while (n < named && given[n].first != color) ++n;
                if (n == named) {
                    given[named] = {color, fresh_color(peg, named)};
                    ++named;
                }
                image = given[n].second;
            }
            if (image < colors[peg]) return true;
            if (image > colors[peg]) break;
        }
    }
    return false;
}

/// Make a board.
///
/// `codes` has a row of 0-based colours for each code of the game, the secrets first. If each peg has colours of its
/// own, as where only black is shown, these are `colors_apart` in number, those of peg i from i times this number on;
/// else it is 0. `by_secret` has the part numbers of the replies of each secret (row) to each guess, `by_guess` those
/// to each guess (row) by each secret; there are `parts`, at most 256. `permutations` has a row for each permutation of
/// the pegs that is tried as a symmetry. `steps` are what the guesses cost for every code not found before; later ones
/// cost nothing. Without steps all cost 1. `win` is the part number of the winning guess.
std::unique_ptr<ProofBoard> new_proof_board(Array<const uint16_t, 2> codes, int64_t colors_apart,
                                            Array<const uint8_t, 2> by_secret, Array<const uint8_t, 2> by_guess,
                                            Array<const int64_t, 2> permutations, Array<const int64_t> steps,
                                            int64_t parts, int64_t win, bool candidates_only) {
    return std::make_unique<ProofBoard>(codes, colors_apart, by_secret, by_guess, permutations, steps, parts, win,
                                        candidates_only);
}

static CodeSet set_of(const ProofBoard &board, Array<const uint16_t> codes) {
    board.check_set(codes);
    return {codes.begin(), codes.end()};
}

/// Take it as proved that a set costs at least `target` after `made` guesses.
void accept_claim(ProofBoard &board, Array<const uint16_t> codes, int64_t made, int64_t target) {
    board.claim(codes, made, target);
}

/// Write the guesses for which counting alone does not show that a set costs `target`, ascending.
///
/// `history` has the numbers of the guesses made before; guesses that it makes symmetric are skipped. Returns their
/// number; the largest number of parts that a member of the set makes besides itself; the largest number that any guess
/// makes besides itself.
std::tuple<int64_t, int64_t, int64_t> find_open_guesses(ProofBoard &board, Array<const uint16_t> codes,
                                                        Array<const int64_t> history, int64_t target,
                                                        Array<int64_t> guesses) {
    for (int64_t guess : history) board.check_code(guess);
    require(guesses.size() >= board.size(), "guesses: expected room for every code of the game");
    const int64_t found = board.open_guesses(set_of(board, codes), history, target, guesses);
    return {found, board.most().below, board.most().other};
}

/// Return a lower bound of the cost of a set for a guess; parts are looked at one step ahead until it is `target`.
///
/// `made` guesses were made before. `below` and `other` are those that `find_open_guesses` returned for the set.
int64_t bound_of_guess(ProofBoard &board, Array<const uint16_t> codes, int64_t made, int64_t guess, int64_t target,
                       int64_t below, int64_t other) {
    board.check_code(guess);
    return board.bound(set_of(board, codes), made, guess, target, {below, other});
}

/// Return the best lower bound known for a part of a set for which `find_open_guesses` returned `below`, `other`.
///
/// `made` is the number of guesses that lead to the part.
int64_t known_bound(ProofBoard &board, Array<const uint16_t> codes, int64_t made, int64_t below, int64_t other) {
    return board.known(set_of(board, codes), made, {below, other});
}

} // namespace codepegs

CODEPEGS_FREE(ProofBoard);
CODEPEGS_EXPORT(new_proof_board, codes, colors_apart, by_secret, by_guess, permutations, steps, parts, win,
                candidates_only);
CODEPEGS_EXPORT(accept_claim, board, codes, made, target);
CODEPEGS_EXPORT(find_open_guesses, board, codes, history, target, guesses);
CODEPEGS_EXPORT(bound_of_guess, board, codes, made, guess, target, below, other);
CODEPEGS_EXPORT(known_bound, board, codes, made, below, other);
