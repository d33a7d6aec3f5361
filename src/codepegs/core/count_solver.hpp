// Conflict-driven clause learning for constraints on how many of some literals are true (Marques-Silva and Sakallah
// 1999; Een and Sorensson 2003). A count has bounds, and may have thresholds: literal k of them is true if and only if
// at least k of the counted literals are. Bounds are propagated by counting; what implied a literal is found again when
// a conflict is analysed. Every number depends on the constraints alone, so a search repeats exactly.
#pragma once

#include "array.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace codepegs {

/// Twice the number of a variable, plus 1 if it is negated.
using Literal = int32_t;

constexpr Literal negation(Literal literal) { return literal ^ 1; }
constexpr int64_t variable_of(Literal literal) { return literal >> 1; }

/// A vector with signed indices, checked like those of `Array`.
template <class T> class List : public std::vector<T> {
  public:
    using std::vector<T>::vector;
    [[nodiscard]] T &operator[](int64_t i) {
        check(i);
        return std::vector<T>::operator[](index(i));
    }
    [[nodiscard]] const T &operator[](int64_t i) const {
        check(i);
        return std::vector<T>::operator[](index(i));
    }
    [[nodiscard]] int32_t length() const { return static_cast<int32_t>(this->size()); }
    void cut(int64_t size) { this->resize(index(size)); }

  private:
    void check(int64_t i) const {
        if constexpr (CODEPEGS_BOUNDS) {
            if (i < 0 || i >= length()) index_out_of_bounds(i, length());
        }
    }
};

using Literals = List<Literal>;

class CountSolver {
  public:
    enum class Outcome { PAUSED, MODEL, EXHAUSTED };

    /// A new variable, as its literal; `guess` is the value tried first.
    Literal add_variable(bool guess) {
        const int32_t variable = phase_.length();
        phase_.push_back(guess);
        level_.push_back(0);
        reason_.push_back(NONE);
        place_.push_back(0);
        seen_.push_back(UNSEEN);
        activity_.push_back(0.0);
        heap_place_.push_back(NONE);
        for (int side = 0; side < 2; ++side) {
            value_.push_back(0);
            watches_.emplace_back();
            uses_.emplace_back();
        }
        insert(variable);
        return 2 * variable;
    }

    /// From `low` to `high` of `literals` are true, and at least k of them if and only if literal k of `thresholds` is.
    /// Constraints are added before the first run; no literal is in one count twice.
    void add_count(const Literals &literals, int64_t low, int64_t high, const Literals &thresholds = {}) {
        const int32_t id = counts_.length();
        counts_.push_back({pool_.length(), literals.length(), pool_.length() + literals.length(), thresholds.length(),
                           static_cast<int32_t>(low), static_cast<int32_t>(high)});
        pool_.insert(pool_.end(), literals.begin(), literals.end());
        pool_.insert(pool_.end(), thresholds.begin(), thresholds.end());
        for (const Literal literal : literals) {
            uses_[literal].push_back({id, 1, 0});
            uses_[negation(literal)].push_back({id, 0, 1});
        }
        for (const Literal literal : thresholds) {
            uses_[literal].push_back({id, 0, 0});
            uses_[negation(literal)].push_back({id, 0, 0});
        }
        failed_ = failed_ || !propagate_count(id);
    }

    /// At least one of `literals` is true.
    void add_clause(Literals literals) {
        int32_t size = 0;
        for (const Literal literal : literals) {
            if (value_[literal] > 0) return;
            if (value_[literal] == 0) literals[size++] = literal;
        }
        literals.cut(size);
        if (size == 0) failed_ = true;
        else if (size == 1) assign(literals[0], NONE);
        else attach(literals, PERMANENT);
    }

    /// Search until all variables have values, there are no such values, or `work` more units of work were done. A unit
    /// is about a visit of a constraint.
    Outcome run(int64_t work) {
        const int64_t pause = work_ + work;
        while (!failed_) {
            if (!propagate()) {
                ++conflicts_;
                failed_ = !resolve();
            } else if (conflicts_ >= restart_) {
                back_to(0);
                ++restarts_;
                restart_ = conflicts_ + RESTART_UNIT * luby(restarts_);
                if (learned_ >= most_learned_) forget();
            } else {
                if (work_ >= pause) return Outcome::PAUSED;
                const int32_t variable = next_variable();
                if (variable == NONE) return Outcome::MODEL;
                ends_.push_back(trail_.length());
                assign(2 * variable + (phase_[variable] ? 0 : 1), NONE);
            }
        }
        return Outcome::EXHAUSTED;
    }

    /// After a model: at least one of `literals`, all false in it, is true from now on.
    void exclude(Literals literals) {
        int32_t level = 0;
        for (const Literal literal : literals) level = std::max(level, level_[variable_of(literal)]);
        failed_ = level == 0;
        if (failed_) return;
        back_to(level);
        std::stable_sort(literals.begin(), literals.end(),
                         [&](Literal a, Literal b) { return level_[variable_of(a)] > level_[variable_of(b)]; });
        if (literals.length() > 1) attach(literals, PERMANENT);
        conflict_ = std::move(literals);
        failed_ = !resolve();
    }

    [[nodiscard]] bool is_true(Literal literal) const { return value_[literal] > 0; }
    [[nodiscard]] int64_t work() const { return work_; }

  private:
    static constexpr int32_t NONE = -1;
    static constexpr int32_t PERMANENT = 0; // instead of the number of levels of a learned clause
    static constexpr int64_t RESTART_UNIT = 50;
    static constexpr int32_t LEARNED_MORE = 2'000; // learned clauses until half of them are forgotten
    static constexpr int32_t KEPT_LEVELS = 2;      // learned clauses of so few levels are kept
    static constexpr double DECAY = 0.95;
    static constexpr double LARGEST = 1e100;
    static constexpr int64_t DEEPEST = 20; // implications followed when a learned clause is shortened
    static constexpr int8_t UNSEEN = 0, IN_CLAUSE = 1, IMPLIED = 2, NEEDED = 3;

    struct Count {
        int32_t begin, size, thresholds, levels, low, high;
        int32_t trues = 0, falses = 0;
    };
    struct Use {
        int32_t count, is_true, is_false;
    };
    struct Clause {
        int32_t begin, size, levels;
    };
    struct Watch {
        int32_t clause;
        Literal other; // if true, the clause need not be looked at
    };

    [[nodiscard]] int32_t level() const { return ends_.length(); }

    static int64_t luby(int64_t number) { // 1 1 2 1 1 2 4 ... (Luby, Sinclair and Zuckerman 1993)
        for (;;) {
            int64_t power = 1;
            while (2 * power - 1 < number) power *= 2;
            if (2 * power - 1 == number) return power;
            number -= power - 1;
        }
    }

    /// Set a literal; the reason is twice a clause, or twice a count plus 1.
    void assign(Literal literal, int32_t reason) {
        const int64_t variable = variable_of(literal);
        value_[literal] = 1;
        value_[negation(literal)] = -1;
        level_[variable] = level();
        reason_[variable] = reason;
        place_[variable] = trail_.length();
        trail_.push_back(literal);
    }

    void attach(const Literals &literals, int32_t levels) {
        clauses_.push_back({clause_literals_.length(), literals.length(), levels});
        clause_literals_.insert(clause_literals_.end(), literals.begin(), literals.end());
        watch(clauses_.length() - 1);
    }

    void watch(int32_t clause) {
        const Literal *literals = literals_of(clauses_[clause]);
        watches_[negation(literals[0])].push_back({clause, literals[1]});
        watches_[negation(literals[1])].push_back({clause, literals[0]});
    }

    [[nodiscard]] Literal *literals_of(const Clause &clause) { return clause_literals_.data() + clause.begin; }

    bool propagate() {
        while (head_ < trail_.length()) {
            const Literal literal = trail_[head_++];
            const List<Use> &uses = uses_[literal];
            for (const Use &use : uses) {
                counts_[use.count].trues += use.is_true;
                counts_[use.count].falses += use.is_false;
            }
            work_ += uses.length() + watches_[literal].length() + 1;
            if (!propagate_clauses(literal)) return false;
            for (const Use &use : uses) {
                if (!propagate_count(use.count)) return false;
            }
        }
        return true;
    }

    /// Follow the clauses that watch the negation of a literal that became true.
    bool propagate_clauses(Literal literal) {
        List<Watch> &watches = watches_[literal];
        const Literal is_false = negation(literal);
        int32_t kept = 0;
        bool fits = true;
        for (int32_t n = 0; n < watches.length(); ++n) {
            const Watch seen = watches[n];
            if (!fits || value_[seen.other] > 0) {
                watches[kept++] = seen;
                continue;
            }
            const Clause &clause = clauses_[seen.clause];
            Literal *literals = literals_of(clause);
            if (literals[0] == is_false) std::swap(literals[0], literals[1]);
            int32_t next = 2;
            if (value_[literals[0]] > 0) next = clause.size;
            while (next < clause.size && value_[literals[next]] < 0) ++next;
            if (next < clause.size) {
                std::swap(literals[1], literals[next]);
                watches_[negation(literals[1])].push_back({seen.clause, literals[0]});
                continue;
            }
            watches[kept++] = {seen.clause, literals[0]};
            if (value_[literals[0]] < 0) {
                conflict_.assign(literals, literals + clause.size);
                fits = false;
            } else if (value_[literals[0]] == 0) {
                assign(literals[0], 2 * seen.clause);
            }
        }
        watches.cut(kept);
        return fits;
    }

    /// Set what the bounds of a count imply; false if they cannot be met: `conflict_` has the reason.
    bool propagate_count(int32_t id) {
        const Count &count = counts_[id];
        const Literal *literals = pool_.data() + count.begin;
        const Literal *thresholds = pool_.data() + count.thresholds;
        int32_t low = count.low;
        int32_t high = count.high;
        for (int32_t k = count.levels; k > low; --k) {
            if (value_[thresholds[k - 1]] > 0) low = k;
        }
        for (int32_t k = 1; k <= std::min(count.levels, high); ++k) {
            if (value_[thresholds[k - 1]] < 0) high = k - 1;
        }
        const int32_t least = std::max(low, count.trues);
        const int32_t most = std::min(high, count.size - count.falses);
        for (int32_t k = 1; k <= count.levels; ++k) {
            if (k > least && k <= most) continue;
            const Literal implied = k <= least ? thresholds[k - 1] : negation(thresholds[k - 1]);
            if (!imply(implied, id)) return false;
        }
        if (least > most) {
            conflict_.clear();
            if (count.trues > high) { // else too many are false
                add_some(count, 1, high + 1, trail_.length(), conflict_);
                if (high < count.high) conflict_.push_back(thresholds[high]);
            } else {
                add_some(count, -1, count.size - low + 1, trail_.length(), conflict_);
                if (low > count.low) conflict_.push_back(negation(thresholds[low - 1]));
            }
            return false;
        }
        if (count.trues + count.falses == count.size || (count.trues < high && count.size - count.falses > low)) {
            return true;
        }
        for (int32_t k = 0; k < count.size; ++k) {
            if (value_[literals[k]] == 0) assign(count.trues == high ? negation(literals[k]) : literals[k], 2 * id + 1);
        }
        return true;
    }

    /// Set a literal that a count implies; false if it is false already.
    bool imply(Literal literal, int32_t id) {
        if (value_[literal] == 0) assign(literal, 2 * id + 1);
        if (value_[literal] > 0) return true;
        conflict_.assign(1, literal);
        explain(id, literal, trail_.length(), conflict_);
        return false;
    }

    /// Add the false one of each of `needed` counted literals that had a value before a place; none if they are fewer.
    bool add_some(const Count &count, int8_t value, int32_t needed, int32_t place, Literals &out) {
        const int32_t before = out.length();
        for (int32_t k = 0; k < count.size && needed > 0; ++k) {
            const Literal literal = pool_[count.begin + k];
            if (value_[literal] != value || place_[variable_of(literal)] >= place) continue;
            out.push_back(value > 0 ? negation(literal) : literal);
            --needed;
        }
        if (needed > 0) out.cut(before);
        return needed <= 0;
    }

    /// Whether threshold k of a count had a value before a place.
    [[nodiscard]] bool has_value(const Count &count, int32_t k, int8_t value, int32_t place) const {
        const Literal threshold = pool_[count.thresholds + k - 1];
        return value_[threshold] == value && place_[variable_of(threshold)] < place;
    }

    /// Add literals that were false before a place and together imply a literal by a count.
    void explain(int32_t id, Literal implied, int32_t place, Literals &out) {
        const Count &count = counts_[id];
        work_ += count.size / 4;
        for (int32_t k = 1; k <= count.levels; ++k) {
            const Literal threshold = pool_[count.thresholds + k - 1];
            if (threshold == implied) { // at least k
                if (k <= count.low || add_some(count, 1, k, place, out)) return;
                for (int32_t more = k + 1; more <= count.levels; ++more) {
                    if (!has_value(count, more, 1, place)) continue;
                    out.push_back(negation(pool_[count.thresholds + more - 1]));
                    return;
                }
            } else if (threshold == negation(implied)) { // fewer than k
                if (k > count.high || add_some(count, -1, count.size - k + 1, place, out)) return;
                for (int32_t fewer = k - 1; fewer >= 1; --fewer) {
                    if (!has_value(count, fewer, -1, place)) continue;
                    out.push_back(pool_[count.thresholds + fewer - 1]);
                    return;
                }
            }
        }
        bool is_counted = false;
        for (int32_t k = 0; k < count.size && !is_counted; ++k) is_counted = pool_[count.begin + k] == implied;
        if (is_counted) { // the others are too few
            if (add_some(count, -1, count.size - count.low, place, out)) return;
            for (int32_t k = count.levels; k >= 1; --k) {
                if (!has_value(count, k, 1, place) || !add_some(count, -1, count.size - k, place, out)) continue;
                out.push_back(negation(pool_[count.thresholds + k - 1]));
                return;
            }
        } else {
            if (add_some(count, 1, count.high, place, out)) return;
            for (int32_t k = 1; k <= count.levels; ++k) {
                if (!has_value(count, k, -1, place) || !add_some(count, 1, k - 1, place, out)) continue;
                out.push_back(pool_[count.thresholds + k - 1]);
                return;
            }
        }
        require(false, "count solver: a literal has no reason");
    }

    /// Write the literals that were false and together imply a literal.
    void explain(Literal implied, Literals &out) {
        const int32_t reason = reason_[variable_of(implied)];
        out.clear();
        if (reason % 2 != 0) {
            explain(reason / 2, implied, place_[variable_of(implied)], out);
            return;
        }
        const Clause &clause = clauses_[reason / 2];
        work_ += clause.size / 4;
        const Literal *literals = literals_of(clause);
        for (int32_t k = 0; k < clause.size; ++k) {
            if (literals[k] != implied) out.push_back(literals[k]);
        }
    }

    /// Learn a clause from `conflict_`, whose literals are false, and go back to where it implies a literal (first
    /// unique implication point); false if there is no solution.
    bool resolve() {
        if (level() == 0) return false;
        Literals &learned = clause_;
        learned.assign(1, 0);
        marked_.clear();
        int32_t open = 0;
        int32_t place = trail_.length();
        for (;;) {
            for (const Literal literal : conflict_) {
                const int64_t variable = variable_of(literal);
                if (seen_[variable] != UNSEEN || level_[variable] == 0) continue;
                mark(variable, IN_CLAUSE);
                raise(static_cast<int32_t>(variable));
                if (level_[variable] == level()) ++open;
                else learned.push_back(literal);
            }
            do --place;
            while (seen_[variable_of(trail_[place])] == UNSEEN);
            if (--open == 0) break;
            explain(trail_[place], conflict_);
        }
        learned[0] = negation(trail_[place]);
        int32_t size = 1;
        for (int32_t n = 1; n < learned.length(); ++n) {
            if (!is_implied(learned[n], 0)) learned[size++] = learned[n];
        }
        learned.cut(size);
        for (const int64_t variable : marked_) seen_[variable] = UNSEEN;
        const int32_t levels = count_levels(learned);
        int32_t back = 0;
        for (int32_t n = 1; n < size; ++n) {
            const int32_t other = level_[variable_of(learned[n])];
            if (other <= back) continue;
            back = other;
            std::swap(learned[1], learned[n]);
        }
        back_to(back);
        if (size == 1) {
            assign(learned[0], NONE);
        } else {
            attach(learned, levels);
            ++learned_;
            assign(learned[0], 2 * (clauses_.length() - 1));
        }
        bump_ /= DECAY;
        return true;
    }

    void mark(int64_t variable, int8_t as) {
        seen_[variable] = as;
        marked_.push_back(variable);
    }

    /// Whether the other literals of the learned clause imply that a literal is false.
    bool is_implied(Literal literal, int64_t depth) {
        if (reason_[variable_of(literal)] == NONE || depth == DEEPEST) return false;
        Literals &premises = premises_[static_cast<std::size_t>(depth)];
        explain(negation(literal), premises);
        bool implied = true;
        for (const Literal premise : premises) {
            const int64_t variable = variable_of(premise);
            const int8_t seen = seen_[variable];
            if (level_[variable] == 0 || seen == IN_CLAUSE || seen == IMPLIED) continue;
            implied = seen != NEEDED && is_implied(premise, depth + 1);
            if (!implied) break;
        }
        if (depth > 0) mark(variable_of(literal), implied ? IMPLIED : NEEDED);
        return implied;
    }

    [[nodiscard]] int32_t count_levels(const Literals &literals) {
        ++stamp_;
        level_stamps_.resize(std::max(level_stamps_.size(), ends_.size() + 1), 0);
        int32_t levels = 0;
        for (const Literal literal : literals) {
            int64_t &stamp = level_stamps_[level_[variable_of(literal)]];
            levels += stamp != stamp_;
            stamp = stamp_;
        }
        return levels;
    }

    void back_to(int32_t target) {
        if (level() <= target) return;
        const int32_t end = ends_[target];
        for (int32_t n = trail_.length() - 1; n >= end; --n) {
            const Literal literal = trail_[n];
            const auto variable = static_cast<int32_t>(variable_of(literal));
            if (n < head_) {
                for (const Use &use : uses_[literal]) {
                    counts_[use.count].trues -= use.is_true;
                    counts_[use.count].falses -= use.is_false;
                }
            }
            value_[literal] = 0;
            value_[negation(literal)] = 0;
            phase_[variable] = literal == 2 * variable;
            if (heap_place_[variable] == NONE) insert(variable);
        }
        trail_.cut(end);
        head_ = std::min(head_, end);
        ends_.cut(target);
    }

    /// At level 0: forget half of the learned clauses, those of the most levels, and what is true for ever.
    void forget() {
        List<int32_t> order;
        for (int32_t n = 0; n < clauses_.length(); ++n) {
            if (clauses_[n].levels > KEPT_LEVELS) order.push_back(n);
        }
        std::stable_sort(order.begin(), order.end(),
                         [&](int32_t a, int32_t b) { return clauses_[a].levels > clauses_[b].levels; });
        List<int8_t> is_forgotten(clauses_.size(), 0);
        for (int32_t n = 0; n < order.length() / 2; ++n) is_forgotten[order[n]] = 1;
        for (List<Watch> &watches : watches_) watches.clear();
        for (const Literal literal : trail_) reason_[variable_of(literal)] = NONE;
        List<Clause> old_clauses;
        Literals old_literals;
        old_clauses.swap(clauses_);
        old_literals.swap(clause_literals_);
        learned_ = 0;
        Literals kept;
        for (int32_t n = 0; n < old_clauses.length(); ++n) {
            const Clause &clause = old_clauses[n];
            const Literal *literals = old_literals.data() + clause.begin;
            const bool holds = std::any_of(literals, literals + clause.size, [&](Literal l) { return value_[l] > 0; });
            if (is_forgotten[n] || holds) continue;
            kept.clear();
            std::copy_if(literals, literals + clause.size, std::back_inserter(kept),
                         [&](Literal l) { return value_[l] == 0; });
            attach(kept, clause.levels);
            learned_ += clause.levels != PERMANENT;
        }
        most_learned_ = learned_ + LEARNED_MORE;
    }

    void raise(int32_t variable) {
        activity_[variable] += bump_;
        if (activity_[variable] > LARGEST) {
            for (double &activity : activity_) activity /= LARGEST;
            bump_ /= LARGEST;
        }
        if (heap_place_[variable] != NONE) rise(heap_place_[variable]);
    }

    /// The unset variable of the greatest activity; NONE if all are set.
    int32_t next_variable() {
        while (!heap_.empty()) {
            const int32_t variable = heap_[0];
            heap_place_[variable] = NONE;
            const int32_t last = heap_.back();
            heap_.pop_back();
            if (!heap_.empty()) sink(last);
            if (value_[2 * variable] == 0) return variable;
        }
        return NONE;
    }

    [[nodiscard]] bool precedes(int32_t a, int32_t b) const {
        return activity_[a] > activity_[b] || (activity_[a] == activity_[b] && a < b);
    }

    void insert(int32_t variable) {
        heap_.push_back(variable);
        rise(heap_.length() - 1);
    }

    void put(int32_t variable, int32_t place) {
        heap_[place] = variable;
        heap_place_[variable] = place;
    }

    void rise(int32_t place) {
        const int32_t variable = heap_[place];
        while (place > 0 && precedes(variable, heap_[(place - 1) / 2])) {
            put(heap_[(place - 1) / 2], place);
            place = (place - 1) / 2;
        }
        put(variable, place);
    }

    /// Put a variable where the first one was.
    void sink(int32_t variable) {
        int32_t place = 0;
        for (int32_t child = 1; child < heap_.length(); child = 2 * place + 1) {
            if (child + 1 < heap_.length() && precedes(heap_[child + 1], heap_[child])) ++child;
            if (!precedes(heap_[child], variable)) break;
            put(heap_[child], place);
            place = child;
        }
        put(variable, place);
    }

    List<Count> counts_;
    Literals pool_;             // of all counts: the literals counted, then the thresholds
    List<List<Use>> uses_;      // by literal: the counts that change when it becomes true
    List<List<Watch>> watches_; // by literal: the clauses to look at when it becomes true
    List<Clause> clauses_;
    Literals clause_literals_;
    List<int8_t> value_;       // by literal: 1 true, -1 false, 0 unset
    List<int32_t> level_;      // by variable: decisions made before it was set
    List<int32_t> reason_;     // by variable
    List<int32_t> place_;      // by variable: in the trail
    List<int8_t> phase_;       // by variable: its last value
    List<int8_t> seen_;        // by variable, during the analysis of a conflict
    List<double> activity_;    // by variable
    List<int32_t> heap_;       // of variables, by activity
    List<int32_t> heap_place_; // by variable
    Literals trail_;           // the true literals, in the order in which they were set
    List<int32_t> ends_;       // by decision: the length of the trail before it
    int32_t head_ = 0;         // of the literals in the trail that are not propagated yet
    Literals conflict_;        // literals that are all false
    Literals clause_;          // being learned
    List<int64_t> marked_;     // variables seen
    std::array<Literals, DEEPEST> premises_;
    List<int64_t> level_stamps_;
    int64_t stamp_ = 0;
    double bump_ = 1.0;
    int64_t conflicts_ = 0;
    int64_t restarts_ = 0;
    int64_t restart_ = RESTART_UNIT; // number of conflicts at which the search begins again
    int32_t learned_ = 0;
    int32_t most_learned_ = LEARNED_MORE;
    int64_t work_ = 0;
    bool failed_ = false;
};

} // namespace codepegs
