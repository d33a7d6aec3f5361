// Tests fixed in advance: the cheapest set of tests whose outcomes distinguish any two objects of different labels.
//
// A set of tests divides the objects into cells: those with the same outcomes. A cell is open if it has two labels, and
// its pairs are those of objects with different labels. Two searches share the best set so far.
//
// The first is a proof by iterative deepening: it looks for a set that costs at most the lower bound, and if there is
// none, the least cost at which a branch was cut is the next bound. A node holds the tests chosen and the tests
// excluded. Tests are one class if a symmetry of the game maps one to the other and leaves every chosen test as it is.
// Some test of every solution divides a given open pair, so the node branches over the classes with such a test: one
// test of the class is chosen, and later branches exclude the class. A solution that they miss this way is mapped by a
// symmetry to one that an earlier branch looked at, so no equivalence between excluded tests is needed.
//
// The second is a local search: it removes a test, adds the best of some tests drawn at random, and keeps the exchange
// if it leaves few open pairs.
#include "core/array.hpp"
#include "core/export.hpp"
#include "core/random.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace codepegs {

namespace {

constexpr int64_t NONE = std::numeric_limits<int64_t>::max();
constexpr int64_t PAIRS_TRIED = 64; // pairs of which the one that fewest tests divide is branched on
constexpr int64_t RESTART = 2000;   // exchanges after which the local search starts again
constexpr int64_t DRAWN = 48;       // tests tried in an exchange

/// The open cells of a set of tests; objects of a cell stand together, those of one label together.
struct OpenCells {
    std::vector<int32_t> objects;
    std::vector<int32_t> ends; // of the cells, in `objects`
    int64_t pairs = 0;         // of objects with different labels in one cell
    int64_t most_labels = 0;   // in a cell
};

/// The symmetry of a game: colours and pegs may be exchanged, or, `by_peg`, the colours of each peg by themselves.
class TestSymmetry {
  public:
    TestSymmetry(const Array<const int64_t, 2> &codes, int64_t colors, bool by_peg)
        : tests_(codes.size(0)), pegs_(codes.size(1)), colors_(colors), by_peg_(by_peg) {
        for (int64_t test = 0; test < tests_; ++test) {
            for (const int64_t color : codes[test]) codes_.push_back(static_cast<uint16_t>(color));
        }
    }

    [[nodiscard]] int64_t pegs() const { return pegs_; }

    /// Prepare for the tests that stay as they are; returns whether any symmetry may be left.
    bool fix(const std::vector<int64_t> &chosen) {
        if (pegs_ == 0) return false;
        class_of_.assign(index(pegs_), 0);
        value_of_.assign(index(pegs_ * colors_), 0);
        // A column has the colours of the chosen tests at a peg, numbered as they first occur if these are exchanged by
        // themselves. Pegs of one class have equal columns.
        std::vector<std::vector<uint16_t>> columns(index(pegs_));
        std::vector<int64_t> used(index(pegs_), 0);
        for (int64_t peg = 0; peg < pegs_; ++peg) {
            std::vector<uint16_t> &column = columns[index(peg)];
            for (const int64_t test : chosen) {
                const int64_t color = at(test, peg);
                if (by_peg_) {
                    uint16_t &value = value_of_[index(peg * colors_ + color)];
                    if (value == 0) value = static_cast<uint16_t>(++used[index(peg)]);
                    column.push_back(value);
                } else {
                    for (int64_t other = 0; other < pegs_; ++other) {
                        value_of_[index(other * colors_ + color)] = static_cast<uint16_t>(color + 1);
                    }
                    column.push_back(static_cast<uint16_t>(color));
                }
            }
        }
        bool is_left = false;
        for (int64_t peg = 0; peg < pegs_; ++peg) {
            int64_t same = 0;
            while (columns[index(same)] != columns[index(peg)]) ++same;
            class_of_[index(peg)] = same;
            is_left |= same < peg;
            const auto values = value_of_.begin() + peg * colors_;
            is_left |= std::count(values, values + colors_, 0) > 1;
        }
        return is_left;
    }

    /// Write what the symmetry does not change of a test, as one text: tests with the same text are equivalent.
    void describe(int64_t test, std::string &text) {
        // A colour that no chosen test has is described by how often it occurs in each class of pegs.
        fresh_.clear();
        if (!by_peg_) {
            for (int64_t peg = 0; peg < pegs_; ++peg) {
                const uint16_t color = at(test, peg);
                if (value_of_[index(peg * colors_ + color)] != 0) continue;
                auto found =
                    std::find_if(fresh_.begin(), fresh_.end(), [&](const auto &f) { return f.second == color; });
                if (found == fresh_.end()) found = fresh_.insert(found, {std::string(index(pegs_), '\0'), color});
                ++found->first[index(class_of_[index(peg)])];
            }
            std::sort(fresh_.begin(), fresh_.end());
        }
        values_.clear();
        for (int64_t peg = 0; peg < pegs_; ++peg) {
            const uint16_t color = at(test, peg);
            int64_t value = value_of_[index(peg * colors_ + color)];
            if (value == 0) {
                value = colors_ + 1;
                while (!by_peg_ && fresh_[index(value - colors_ - 1)].second != color) ++value;
            }
            values_.emplace_back(class_of_[index(peg)], value);
        }
        std::sort(values_.begin(), values_.end());
        text.clear();
        for (const auto &[_, value] : values_) {
            text += static_cast<char>(value & 0xFF);
            text += static_cast<char>(value >> 8);
        }
    }

  private:
    [[nodiscard]] uint16_t at(int64_t test, int64_t peg) const { return codes_[index(test * pegs_ + peg)]; }

    int64_t tests_;
    int64_t pegs_;
    int64_t colors_;
    bool by_peg_;
    std::vector<uint16_t> codes_;
    std::vector<int64_t> class_of_;  // by peg: the first peg with an equal column
    std::vector<uint16_t> value_of_; // by peg and colour: what a chosen test has made of it; 0 if none has it
    std::vector<std::pair<std::string, uint16_t>> fresh_;
    std::vector<std::pair<int64_t, int64_t>> values_;
};

/// Tests that are equivalent, and the pairs that each of them divides.
struct TestClass {
    std::vector<int32_t> tests;
    int64_t gain = 0;
    bool is_branch = false;
};

struct ProofNode {
    OpenCells cells;
    int64_t cost = 0;
    std::vector<TestClass> classes; // those with the largest gain for their cost first
    std::size_t next = 0;
    std::size_t excluded = 0; // classes, the first ones, of which some are excluded
};

} // namespace

class FixedTests {
  public:
    FixedTests(const Array<const uint16_t, 2> &table, const Array<const int64_t> &labels,
               const Array<const int64_t> &costs, const Array<const int64_t, 2> &codes, int64_t colors, bool by_peg,
               uint64_t seed)
        : tests_(table.size(0)), costs_(costs.begin(), costs.end()), symmetry_(codes, colors, by_peg), random_(seed) {
        merge(table, labels);
        counts_.assign(index(outcomes_), 0);
        starts_.assign(index(outcomes_) + 1, 0);
        excluded_.assign(index(tests_), 0);
        all_.objects.resize(labels_.size());
        std::iota(all_.objects.begin(), all_.objects.end(), 0);
        std::stable_sort(all_.objects.begin(), all_.objects.end(),
                         [&](int32_t a, int32_t b) { return labels_[index(a)] < labels_[index(b)]; });
        close(all_, 0, static_cast<int64_t>(all_.objects.size()));
        if (all_.pairs > 0) {
            lower_ = *std::min_element(costs_.begin(), costs_.end());
        } else {
            best_cost_ = 0;
        }
    }

    /// Look for better sets for about `work` outcomes: the local search and, if it `proves`, the proof share them.
    void step(int64_t work, bool proves) {
        work_ = work;
        while (work_ > 0 && lower_ < best_cost_) {
            const int64_t before = work_;
            const bool is_local = !proves || local_work_ <= proof_work_;
            if (best_cost_ == NONE) {
                add_greedily();
            } else if (is_local) {
                exchange();
            } else {
                visit();
            }
            (is_local ? local_work_ : proof_work_) += before - work_;
        }
    }

    [[nodiscard]] int64_t lower() const { return std::min(lower_, best_cost_); }
    [[nodiscard]] const std::vector<int64_t> &best() const { return best_; }
    [[nodiscard]] int64_t best_cost() const { return best_cost_; }
    [[nodiscard]] int64_t nodes() const { return nodes_; }
    [[nodiscard]] int64_t objects() const { return objects_; }

  private:
    [[nodiscard]] const uint16_t *row(int64_t test) const { return table_.data() + test * objects_; }

    /// Keep one object of those that no test distinguishes; it has a label of its own if theirs differ.
    void merge(const Array<const uint16_t, 2> &table, const Array<const int64_t> &labels) {
        const int64_t objects = labels.size();
        for (int64_t test = 0; test < tests_; ++test) {
            for (const uint16_t outcome : table[test]) outcomes_ = std::max<int64_t>(outcomes_, outcome + 1);
        }
        std::vector<int32_t> order(index(objects));
        std::iota(order.begin(), order.end(), 0);
        std::vector<int32_t> ends{static_cast<int32_t>(objects)};
        for (int64_t test = 0; test < tests_ && static_cast<int64_t>(ends.size()) < objects; ++test) {
            const Array<const uint16_t> outcome = table[test];
            std::vector<int32_t> after;
            int32_t start = 0;
            for (const int32_t end : ends) {
                std::stable_sort(order.begin() + start, order.begin() + end,
                                 [&](int32_t a, int32_t b) { return outcome[a] < outcome[b]; });
                for (int32_t i = start + 1; i < end; ++i) {
                    if (outcome[order[index(i - 1)]] != outcome[order[index(i)]]) after.push_back(i);
                }
                after.push_back(end);
                start = end;
            }
            ends = std::move(after);
        }
        int64_t own = 0;
        for (const int64_t label : labels) own = std::max(own, label + 1);
        std::vector<std::pair<int32_t, int64_t>> kept; // the first object of each cell and its label
        int32_t start = 0;
        for (const int32_t end : ends) {
            const int32_t first = *std::min_element(order.begin() + start, order.begin() + end);
            int64_t label = labels[first];
            for (int32_t i = start; i < end; ++i) {
                if (labels[order[index(i)]] != labels[first]) label = own;
            }
            own += label == own;
            kept.emplace_back(first, label);
            start = end;
        }
        std::sort(kept.begin(), kept.end());
        objects_ = static_cast<int64_t>(kept.size());
        table_.resize(index(tests_ * objects_));
        for (int64_t test = 0; test < tests_; ++test) {
            for (int64_t i = 0; i < objects_; ++i) {
                table_[index(test * objects_ + i)] = table(test, kept[index(i)].first);
            }
        }
        for (const auto &[_, label] : kept) labels_.push_back(label);
    }

    /// Count the labels and the pairs of a cell, whose objects are the last; it is dropped unless it is open.
    void close(OpenCells &cells, int64_t start, int64_t end) {
        const int64_t size = end - start;
        int64_t labels = size > 0;
        int64_t same = 0; // pairs of one label
        int64_t run = 0;
        for (int64_t i = start + 1; i < end; ++i) {
            const bool is_same = labels_[index(cells.objects[index(i)])] == labels_[index(cells.objects[index(i - 1)])];
            run = is_same ? run + 1 : 0;
            same += run;
            labels += !is_same;
        }
        if (labels < 2) {
            cells.objects.resize(index(start));
            return;
        }
        cells.ends.push_back(static_cast<int32_t>(end));
        cells.pairs += size * (size - 1) / 2 - same;
        cells.most_labels = std::max(cells.most_labels, labels);
    }

    /// The open cells after one more test.
    OpenCells divided(const OpenCells &cells, int64_t test) {
        OpenCells after;
        const uint16_t *outcome = row(test);
        after.objects.reserve(cells.objects.size());
        work_ -= static_cast<int64_t>(cells.objects.size()) + 1;
        int64_t start = 0;
        for (const int32_t end : cells.ends) {
            seen_.clear();
            for (int64_t i = start; i < end; ++i) {
                const uint16_t found = outcome[cells.objects[index(i)]];
                if (counts_[found]++ == 0) seen_.push_back(found);
            }
            sorted_.resize(index(end - start));
            int32_t at = 0;
            for (const uint16_t found : seen_) {
                starts_[found] = at;
                at += counts_[found];
            }
            for (int64_t i = start; i < end; ++i) {
                const int32_t object = cells.objects[index(i)];
                sorted_[index(starts_[outcome[object]]++)] = object;
            }
            for (const uint16_t found : seen_) {
                const int32_t last = starts_[found];
                const auto from = static_cast<int64_t>(after.objects.size());
                after.objects.insert(after.objects.end(), sorted_.begin() + last - counts_[found],
                                     sorted_.begin() + last);
                close(after, from, static_cast<int64_t>(after.objects.size()));
                counts_[found] = 0;
            }
            start = end;
        }
        return after;
    }

    /// The number of pairs that a test divides.
    int64_t gain(const OpenCells &cells, int64_t test) {
        const uint16_t *outcome = row(test);
        work_ -= static_cast<int64_t>(cells.objects.size()) + 1;
        int64_t left = 0;
        int64_t start = 0;
        for (const int32_t end : cells.ends) {
            int64_t i = start;
            while (i < end) { // a run of one label, whose pairs do not count
                const int64_t label = labels_[index(cells.objects[index(i)])];
                int64_t stop = i;
                do {
                    left += counts_[outcome[cells.objects[index(stop)]]];
                    ++stop;
                } while (stop < end && labels_[index(cells.objects[index(stop)])] == label);
                for (; i < stop; ++i) ++counts_[outcome[cells.objects[index(i)]]];
            }
            for (i = start; i < end; ++i) counts_[outcome[cells.objects[index(i)]]] = 0;
            start = end;
        }
        return cells.pairs - left;
    }

    [[nodiscard]] bool divides(int64_t test, const std::pair<int32_t, int32_t> &pair) const {
        return row(test)[pair.first] != row(test)[pair.second];
    }

    OpenCells cells_of(const std::vector<int64_t> &tests) {
        OpenCells cells = all_;
        for (const int64_t test : tests) cells = divided(cells, test);
        return cells;
    }

    [[nodiscard]] int64_t cost_of(const std::vector<int64_t> &tests) const {
        int64_t cost = 0;
        for (const int64_t test : tests) cost += costs_[index(test)];
        return cost;
    }

    void keep(const std::vector<int64_t> &tests) {
        const int64_t cost = cost_of(tests);
        if (cost >= best_cost_) return;
        best_ = tests;
        std::sort(best_.begin(), best_.end());
        best_cost_ = cost;
        exchanged_ = best_;
        open_pairs_ = NONE;
        exchanges_ = 0;
    }

    // ---- the first set, and exchanges ----

    /// Add the test that divides the most pairs for its cost, until no cell is open.
    void add_greedily() {
        const OpenCells cells = cells_of(exchanged_);
        if (cells.pairs == 0) {
            keep(exchanged_);
            return;
        }
        double most = 0.0;
        int64_t chosen = -1;
        for (int64_t test = 0; test < tests_; ++test) {
            const double value = static_cast<double>(gain(cells, test)) / static_cast<double>(costs_[index(test)]);
            if (value > most) {
                most = value;
                chosen = test;
            }
        }
        exchanged_.push_back(chosen);
    }

    [[nodiscard]] int64_t draw(int64_t bound) { return splitmix::below(random_, bound); }

    /// Exchange tests of the current set so that it costs less than the best one, and has few open pairs.
    void exchange() {
        if (++exchanges_ % RESTART == 0) {
            exchanged_.clear();
            open_pairs_ = NONE;
        }
        const std::vector<int64_t> before = exchanged_;
        const int64_t budget = best_cost_ - 1;
        int64_t cost = cost_of(exchanged_);
        for (bool is_first = true; !exchanged_.empty() && (is_first || cost > budget); is_first = false) {
            const int64_t removed = draw(static_cast<int64_t>(exchanged_.size()));
            cost -= costs_[index(exchanged_[index(removed)])];
            exchanged_.erase(exchanged_.begin() + removed);
        }
        work_ -= tests_; // even if nothing can be added
        OpenCells cells = cells_of(exchanged_);
        while (cells.pairs > 0) {
            double most = 0.0;
            int64_t chosen = -1;
            for (int64_t n = 0; n < std::min(tests_, DRAWN); ++n) {
                const int64_t test = tests_ <= DRAWN ? n : draw(tests_);
                if (cost + costs_[index(test)] > budget) continue;
                const double value = static_cast<double>(gain(cells, test)) / static_cast<double>(costs_[index(test)]);
                if (value > most || (value == most && value > 0.0 && draw(2) == 0)) {
                    most = value;
                    chosen = test;
                }
            }
            if (chosen < 0) break;
            exchanged_.push_back(chosen);
            cost += costs_[index(chosen)];
            cells = divided(cells, chosen);
        }
        if (cells.pairs == 0) {
            keep(exchanged_);
            return;
        }
        // More open pairs are accepted with a probability that halves for each fortieth of them, or each pair.
        if (cells.pairs > open_pairs_) {
            const int64_t step = std::max<int64_t>(1, open_pairs_ / 40);
            const int64_t halvings = 1 + std::min<int64_t>(60, (cells.pairs - open_pairs_) / step);
            if (splitmix::next_word(random_) >> (64 - halvings) != 0) {
                exchanged_ = before;
                return;
            }
        }
        open_pairs_ = cells.pairs;
    }

    // ---- the proof ----

    void visit() {
        if (path_.empty()) {
            cut_ = NONE;
            ++nodes_;
            chosen_.clear();
            path_.push_back(opened(all_, 0));
            return;
        }
        ProofNode &node = path_.back();
        while (node.next < node.classes.size()) {
            const TestClass &found = node.classes[node.next];
            // Classes that were branched on are excluded from here on; what is left may be too little.
            if (!found.is_branch) {
                ++node.next;
                continue;
            }
            const int64_t bound = bounded(node);
            if (bound > lower_) {
                cut_ = std::min(cut_, bound);
                break;
            }
            for (; node.excluded < node.next; ++node.excluded) exclude(node.classes[node.excluded], 1);
            const int64_t test = found.tests.front();
            ++node.next;
            ++nodes_;
            const int64_t cost = node.cost + costs_[index(test)];
            OpenCells cells = divided(node.cells, test);
            chosen_.push_back(test);
            if (cells.pairs == 0) {
                keep(chosen_);
                chosen_.pop_back();
                if (best_cost_ <= lower_) return;
                continue;
            }
            ProofNode child = opened(std::move(cells), cost);
            path_.push_back(std::move(child));
            return;
        }
        for (std::size_t n = 0; n < node.excluded; ++n) exclude(node.classes[n], -1);
        path_.pop_back();
        if (!path_.empty()) {
            chosen_.pop_back();
        } else {
            lower_ = std::min(cut_, best_cost_);
        }
    }

    void exclude(const TestClass &tests, int32_t change) {
        if (!tests.is_branch) return;
        for (const int32_t test : tests.tests) excluded_[index(test)] += change;
    }

    /// A node with its classes of tests and a pair that few of them divide; without branches if it can be cut.
    ProofNode opened(OpenCells cells, int64_t cost) {
        ProofNode node{std::move(cells), cost, {}, 0, 0};
        const int64_t least = cost + least_by_outcomes(node.cells);
        if (least > lower_) {
            cut_ = std::min(cut_, least);
            return node;
        }
        classify(node);
        std::sort(node.classes.begin(), node.classes.end(), [&](const TestClass &a, const TestClass &b) {
            const int64_t left = a.gain * costs_[index(b.tests.front())];
            const int64_t right = b.gain * costs_[index(a.tests.front())];
            return left != right ? left > right : a.tests.front() < b.tests.front();
        });
        int64_t bound = bounded(node);
        if (bound <= lower_) bound = std::max(bound, choose_pair(node));
        if (bound > lower_) {
            cut_ = std::min(cut_, bound);
            node.classes.clear();
        }
        return node;
    }

    /// Tests that can still divide a pair, by class.
    void classify(ProofNode &node) {
        const bool is_symmetric = symmetry_.fix(chosen_);
        std::unordered_map<std::string, std::size_t> classes;
        std::string text;
        for (int64_t test = 0; test < tests_; ++test) {
            if (excluded_[index(test)] > 0) continue;
            if (is_symmetric) {
                work_ -= 16 * symmetry_.pegs();
                symmetry_.describe(test, text);
                const auto [found, is_new] = classes.try_emplace(text, node.classes.size());
                if (!is_new) {
                    node.classes[found->second].tests.push_back(static_cast<int32_t>(test));
                    continue;
                }
            }
            node.classes.push_back({{static_cast<int32_t>(test)}, gain(node.cells, test), false});
        }
        std::erase_if(node.classes, [](const TestClass &found) { return found.gain == 0; });
    }

    /// The least cost if every cell must be divided into its labels, each test giving the most outcomes that any has.
    [[nodiscard]] int64_t least_by_outcomes(const OpenCells &cells) const {
        int64_t tests = 0;
        for (int64_t parts = 1; parts < cells.most_labels; parts *= std::max<int64_t>(2, outcomes_)) ++tests;
        return tests * *std::min_element(costs_.begin(), costs_.end());
    }

    /// The least cost by which the tests that are left can divide so many pairs, if no two divide the same.
    [[nodiscard]] int64_t bounded(const ProofNode &node) const {
        int64_t left = node.cells.pairs;
        int64_t cost = node.cost;
        for (std::size_t n = 0; n < node.classes.size(); ++n) {
            const TestClass &found = node.classes[n];
            if (n < node.next && found.is_branch) continue; // excluded
            const int64_t price = costs_[index(found.tests.front())];
            const auto count = static_cast<int64_t>(found.tests.size());
            if (found.gain * count >= left) {
                // In shares of a test, rounded up: costs are whole.
                return cost + (left * price + found.gain - 1) / found.gain;
            }
            left -= found.gain * count;
            cost += price * count;
        }
        return NONE;
    }

    /// Mark the classes to branch on: those with a test that divides a pair of which few do; returns a lower bound.
    int64_t choose_pair(ProofNode &node) {
        draw_pairs(node.cells);
        std::vector<std::pair<int64_t, std::size_t>> by_tests; // the tests that divide each pair
        for (std::size_t n = 0; n < pairs_.size(); ++n) {
            int64_t count = 0;
            for (const TestClass &found : node.classes) {
                for (const int32_t test : found.tests) count += divides(test, pairs_[n]);
                work_ -= static_cast<int64_t>(found.tests.size());
            }
            by_tests.emplace_back(count, n);
            if (count == 0) return NONE;
        }
        std::sort(by_tests.begin(), by_tests.end());
        // Pairs that no test divides two of need a test each.
        std::vector<std::size_t> apart;
        int64_t bound = node.cost;
        for (const auto &[count, n] : by_tests) {
            int64_t least = NONE;
            bool is_apart = true;
            for (const TestClass &found : node.classes) {
                for (const int32_t test : found.tests) {
                    if (!divides(test, pairs_[n])) continue;
                    least = std::min(least, costs_[index(test)]);
                    for (const std::size_t other : apart) is_apart &= !divides(test, pairs_[other]);
                }
                if (!is_apart) break;
                work_ -= static_cast<int64_t>(found.tests.size());
            }
            if (!is_apart) continue;
            apart.push_back(n);
            bound += least;
        }
        const std::pair<int32_t, int32_t> &pair = pairs_[by_tests.front().second];
        for (TestClass &found : node.classes) {
            found.is_branch =
                std::any_of(found.tests.begin(), found.tests.end(), [&](int32_t test) { return divides(test, pair); });
        }
        return bound;
    }

    /// Some open pairs: of each cell that of its first two labels, and of the cells in turn others.
    void draw_pairs(const OpenCells &cells) {
        pairs_.clear();
        const auto count = static_cast<int64_t>(cells.ends.size());
        for (int64_t n = 0; n < PAIRS_TRIED; ++n) {
            const int64_t cell = (n * std::max<int64_t>(count, PAIRS_TRIED) / PAIRS_TRIED) % count;
            const int64_t start = cell == 0 ? 0 : cells.ends[index(cell - 1)];
            const int64_t size = cells.ends[index(cell)] - start;
            const int64_t from = start + n * 7919 % size;
            for (int64_t i = 1; i < size; ++i) {
                const int32_t a = cells.objects[index(from)];
                const int32_t b = cells.objects[index(start + (from - start + i) % size)];
                if (labels_[index(a)] == labels_[index(b)]) continue;
                pairs_.emplace_back(a, b);
                break;
            }
            if (size == 2 && count == 1) break;
        }
    }

    int64_t tests_;
    int64_t objects_ = 0;
    int64_t outcomes_ = 1;
    std::vector<int64_t> costs_;
    TestSymmetry symmetry_;
    std::vector<uint16_t> table_;
    std::vector<int64_t> labels_;
    OpenCells all_;
    uint64_t random_;
    int64_t work_ = 0; // left in this step
    int64_t local_work_ = 0;
    int64_t proof_work_ = 0;
    int64_t lower_ = 0;
    std::vector<int64_t> best_;
    int64_t best_cost_ = NONE;
    std::vector<int64_t> exchanged_;
    int64_t open_pairs_ = NONE;
    int64_t exchanges_ = 0; // since the best set was found, or another was begun
    std::vector<ProofNode> path_;
    std::vector<int64_t> chosen_;
    std::vector<int32_t> excluded_; // by test: how many nodes of the path exclude it
    int64_t cut_ = NONE;            // the least bound at which a branch was cut
    int64_t nodes_ = 0;
    std::vector<int32_t> counts_, starts_; // by outcome
    std::vector<uint16_t> seen_;
    std::vector<int32_t> sorted_;
    std::vector<std::pair<int32_t, int32_t>> pairs_;
};

CODEPEGS_OBJECT(FixedTests);

/// Begin the search for the cheapest set of tests that distinguishes all objects of different labels, if any test does.
///
/// `table` has the outcome of each test for each object; `labels`, shape (objects,), and `costs`, shape (tests,), are
/// whole numbers from 0 and from 1. Where tests are codes, `codes` has their colours, shape (tests, pegs), and the
/// tests are all codes of a game in which pegs and `colors` may be exchanged, `by_peg` the colours of each peg by
/// themselves; otherwise it has the shape (tests, 0).
std::unique_ptr<FixedTests> search_fixed_tests(const Array<const uint16_t, 2> &table,
                                               const Array<const int64_t> &labels, const Array<const int64_t> &costs,
                                               const Array<const int64_t, 2> &codes, int64_t colors, bool by_peg,
                                               uint64_t seed) {
    require(table.size(0) >= 1 && table.size(1) >= 1 && table.size(1) < (int64_t{1} << 31) &&
                table.size(0) < (int64_t{1} << 31),
            "table: expected tests and objects");
    require(labels.size() == table.size(1), "labels: expected one for each object");
    require(costs.size() == table.size(0) && codes.size(0) == table.size(0),
            "costs, codes: expected one for each test");
    require(codes.size(1) <= 127 && colors >= 0 && colors < 0x7FFF, "codes: too many pegs or colors");
    for (const int64_t label : labels) require(label >= 0, "labels: expected numbers from 0");
    for (const int64_t cost : costs) require(cost >= 1 && cost < (int64_t{1} << 31), "costs: expected numbers from 1");
    for (int64_t test = 0; test < codes.size(0); ++test) {
        for (const int64_t color : codes[test]) require(0 <= color && color < colors, "codes: there is no such color");
    }
    return std::make_unique<FixedTests>(table, labels, costs, codes, colors, by_peg, seed);
}

/// Search on for about `work` outcomes, by exchanges, and if it `proves`, by the proof, too. Writes the tests of the
/// best set to `best`, shape (tests,); returns their number, -1 if there is none yet, their cost, the lower bound, the
/// number of sets that the proof has looked at, and the number of objects that the tests distinguish.
std::tuple<int64_t, int64_t, int64_t, int64_t, int64_t> step_fixed_tests(FixedTests &search, int64_t work, bool proves,
                                                                         const Array<int64_t> &best) {
    search.step(work, proves);
    const bool is_known = search.best_cost() != NONE;
    const std::vector<int64_t> &tests = search.best();
    require(static_cast<int64_t>(tests.size()) <= best.size(), "best: expected shape (tests,)");
    std::copy(tests.begin(), tests.end(), best.begin());
    return {is_known ? static_cast<int64_t>(tests.size()) : -1, is_known ? search.best_cost() : -1, search.lower(),
            search.nodes(), search.objects()};
}

} // namespace codepegs

CODEPEGS_FREE(FixedTests);
CODEPEGS_EXPORT(search_fixed_tests, table, labels, costs, codes, colors, by_peg, seed);
CODEPEGS_EXPORT(step_fixed_tests, search, work, is_local, best);
