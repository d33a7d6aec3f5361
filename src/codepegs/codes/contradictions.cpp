// Contradictions: a smallest set of turns that cannot all be true, and the corrections of one reply after which some
// code is consistent. Turns and parts are numbers from 0. Either all codes of a game are looked at, or exact searches,
// which the caller makes, answer questions about some of the turns.
#include "core/export.hpp"
#include "core/packed_codes.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <tuple>
#include <vector>

namespace codepegs {

/// Limits of a search by questions.
struct ConflictLimits {
    int64_t work;          // units of work for all questions
    int64_t question_work; // and for one
    int64_t codes;         // most codes that are listed without a turn
    int64_t few;           // most codes that are counted for each reply to a turn, where there are more
    int64_t questions;     // sets of turns tried for a smallest conflict
};
CODEPEGS_STRUCT(ConflictLimits, work, question_work, codes, few, questions);

namespace {

constexpr int64_t MOST_TURNS = 64;
constexpr int64_t UNCOUNTED = -1;

uint64_t bit(int64_t turn) { return uint64_t{1} << turn; }

/// The corrections of replies, the most codes first, those before which are not counted.
class Repairs {
  public:
    void add(int64_t turn, int64_t part, int64_t codes) { found_.push_back({codes, turn, size(), part}); }

    [[nodiscard]] int64_t size() const { return static_cast<int64_t>(found_.size()); }

    void write(const Array<int64_t, 2> &out) {
        require(out.size(0) == size() && out.size(1) == 3, "repairs: out has shape (repairs, 3)");
        std::make_heap(found_.begin(), found_.end()); // `std::sort` takes several kilobytes of the page
        std::sort_heap(found_.begin(), found_.end());
        for (int64_t n = 0; n < size(); ++n) {
            const Repair &repair = found_[index(n)];
            out(n, 0) = repair.turn;
            out(n, 1) = repair.part;
            out(n, 2) = repair.codes;
        }
    }

  private:
    struct Repair {
        int64_t codes;
        int64_t turn;
        int64_t order; // in which it was found
        int64_t part;

        bool operator<(const Repair &other) const {
            if (codes != other.codes) return codes == UNCOUNTED || (other.codes != UNCOUNTED && codes > other.codes);
            return turn != other.turn ? turn < other.turn : order < other.order;
        }
    };
    std::vector<Repair> found_;
};

/// The sets of `size` numbers below `of`, in lexicographic order.
class Combinations {
  public:
    Combinations(int64_t of, int64_t size) : of_(of), chosen_(index(size)) {
        for (int64_t n = 0; n < size; ++n) chosen_[index(n)] = n;
    }

    [[nodiscard]] const std::vector<int64_t> &chosen() const { return chosen_; }

    /// Go on to the next set; returns whether there is one.
    bool advance() {
        const auto size = static_cast<int64_t>(chosen_.size());
        for (int64_t n = size - 1; n >= 0; --n) {
            if (chosen_[index(n)] >= of_ - size + n) continue;
            int64_t next = chosen_[index(n)];
            for (int64_t later = n; later < size; ++later) chosen_[index(later)] = ++next;
            return true;
        }
        return false;
    }

  private:
    int64_t of_;
    std::vector<int64_t> chosen_;
};

} // namespace

/// The turns that the codes of a game fail.
class FailedTurns {
  public:
    explicit FailedTurns(const Array<const bool, 2> &fits)
        : turns_(fits.size(0)), parts_(fits.size(1)), fits_(fits.data(), fits.data() + turns_ * parts_),
          lone_(fits_.size()) {
        require(1 <= turns_ && turns_ <= MOST_TURNS, "failed turns: expected 1 to 64 turns");
    }

    /// Add codes; returns whether each of them fails a turn.
    bool add(const Array<const int64_t, 2> &parts) {
        require(parts.size(0) == turns_, "failed turns: parts has a row for each turn");
        uint64_t before = 0;
        for (int64_t code = 0; code < parts.size(1); ++code) {
            uint64_t failed = 0;
            for (int64_t turn = 0; turn < turns_; ++turn) {
                const int64_t part = parts(turn, code);
                require(0 <= part && part < parts_, "failed turns: there is no such part");
                if (fits_[cell(turn, part)] == 0) failed |= bit(turn);
            }
            if (failed == 0) return false;
            if (std::has_single_bit(failed)) {
                const int64_t turn = std::countr_zero(failed);
                ++lone_[cell(turn, parts(turn, code))];
            }
            if (failed != before) keep(failed);
            before = failed;
        }
        return true;
    }

    /// Look for the smallest set of turns of which every code fails one, the earliest turns first among equals; a step
    /// looks at `sets` sets. Returns whether it is found.
    bool search(int64_t sets) {
        require(!patterns_.empty(), "failed turns: no code was added");
        while (!is_found_ && sets-- > 0) {
            const auto depth = static_cast<int64_t>(chosen_.size());
            if (next_ > turns_ - (size_ - depth)) {
                if (chosen_.empty()) ++size_, next_ = 0;
                else next_ = chosen_.back() + 1, chosen_.pop_back();
                continue;
            }
            chosen_.push_back(next_++);
            const int64_t more = size_ - depth - 1;
            is_found_ = more == 0 && can_hit(0);
            if (!is_found_ && (more == 0 || !can_hit(more))) chosen_.pop_back();
        }
        return is_found_;
    }

    [[nodiscard]] const std::vector<int64_t> &conflict() const { return chosen_; }

    [[nodiscard]] Repairs repairs() const {
        Repairs found;
        for (int64_t turn = 0; turn < turns_; ++turn) {
            for (int64_t part = 0; part < parts_; ++part) {
                const int64_t codes = lone_[cell(turn, part)];
                if (codes > 0) found.add(turn, part, codes);
            }
        }
        return found;
    }

  private:
    [[nodiscard]] std::size_t cell(int64_t turn, int64_t part) const { return index(turn * parts_ + part); }

    /// Keep a set of failed turns, unless another one is within it.
    void keep(uint64_t failed) {
        for (const uint64_t other : patterns_) {
            if ((other & failed) == other) return;
        }
        std::erase_if(patterns_, [&](uint64_t other) { return (other & failed) == failed; });
        patterns_.push_back(failed);
    }

    /// Whether the chosen turns with `more` later ones, of which there may be none, can hit every set of failed turns.
    [[nodiscard]] bool can_hit(int64_t more) const {
        uint64_t hit = 0;
        for (const int64_t turn : chosen_) hit |= bit(turn);
        const uint64_t later = more == 0 || next_ >= turns_ ? 0 : ~uint64_t{0} << next_;
        return std::all_of(patterns_.begin(), patterns_.end(),
                           [&](uint64_t failed) { return (failed & (hit | later)) != 0; });
    }

    int64_t turns_;
    int64_t parts_;
    std::vector<uint8_t> fits_;
    std::vector<int64_t> lone_;      // codes by turn and part that fail this turn only
    std::vector<uint64_t> patterns_; // sets of failed turns without those that include another
    std::vector<int64_t> chosen_;
    int64_t size_ = 1;
    int64_t next_ = 0;
    bool is_found_ = false;
};
CODEPEGS_OBJECT(FailedTurns);

/// The search by questions: first, for each turn that may be wrong, which codes are consistent with the others; then
/// which small sets of turns contradict each other.
class ConflictSearch {
  public:
    ConflictSearch(const Array<const int64_t> &parts, const Array<const bool> &open, bool finds_conflict,
                   const ConflictLimits &limits)
        : turns_(parts.size()), parts_(parts.begin(), parts.end()), open_(open.begin(), open.end()),
          finds_conflict_(finds_conflict), limits_(limits), work_left_(limits.work), is_needed_(index(turns_)) {
        require(turns_ >= 1 && open.size() == turns_, "conflict search: expected parts and openness of each turn");
        go_to_turn(0);
    }

    [[nodiscard]] bool is_done() const { return phase_ == Phase::DONE; }
    /// The turn whose reply is in question, or -1.
    [[nodiscard]] int64_t turn() const { return phase_ == Phase::OTHERS || phase_ == Phase::CHANGED ? turn_ : -1; }
    /// The part that its reply is replaced by, or -1.
    [[nodiscard]] int64_t part() const { return phase_ == Phase::CHANGED ? part_ : -1; }
    [[nodiscard]] int64_t work() const { return std::min(limits_.question_work, work_left_); }

    /// The largest number of codes that are to be found.
    [[nodiscard]] int64_t most() const {
        if (phase_ == Phase::OTHERS) return limits_.codes;
        return phase_ == Phase::CHANGED ? limits_.few : 1;
    }

    /// Write which turns are asked about.
    void write_turns(const Array<bool> &asked) const {
        require(asked.size() == turns_, "conflict search: asked has an entry for each turn");
        std::fill(asked.begin(), asked.end(), phase_ == Phase::OTHERS || phase_ == Phase::CHANGED);
        if (phase_ == Phase::OTHERS) asked[turn_] = false;
        if (phase_ == Phase::SUBSETS || phase_ == Phase::FEWER) {
            for (const int64_t turn : asked_) asked[turn] = true;
        }
    }

    void answer(int64_t codes, const Array<const int64_t> &parts, bool is_complete, int64_t work) {
        require(!is_done(), "conflict search: it is done");
        work_left_ -= work;
        switch (phase_) {
        case Phase::OTHERS:
            answer_others(parts, is_complete);
            break;
        case Phase::CHANGED: {
            const auto same = [&](const Count &count) { return count.part == part_; };
            if (codes > 0 || std::any_of(counts_.begin(), counts_.end(), same)) {
                repairs_.add(turn_, part_, is_complete ? codes : UNCOUNTED);
            }
            if (++part_ == parts_[index(turn_)]) go_to_turn(turn_ + 1);
            break;
        }
        case Phase::SUBSETS:
            if (is_complete && codes == 0) finish(asked_);
            else if (--questions_left_ == 0 || !go_to_next_subset()) begin_fewer();
            break;
        case Phase::FEWER:
            if (is_complete && codes == 0) conflict_ = asked_;
            ++at_;
            ask_fewer();
            break;
        case Phase::DONE:
            break;
        }
    }

    [[nodiscard]] const std::vector<int64_t> &conflict() const { return conflict_; }
    Repairs &repairs() { return repairs_; }

  private:
    enum class Phase : int64_t { OTHERS, CHANGED, SUBSETS, FEWER, DONE };

    /// Codes of a part, in the order in which the parts were found.
    struct Count {
        int64_t part;
        int64_t codes;
    };

    /// Ask about the corrections of the next turn that may be wrong.
    void go_to_turn(int64_t turn) {
        phase_ = Phase::OTHERS;
        for (turn_ = turn; turn_ < turns_; ++turn_) {
            if (open_[index(turn_)] != 0) return;
        }
        for (int64_t other = 0; other < turns_; ++other) {
            if (is_needed_[index(other)] == 0) others_.push_back(other);
        }
        if (!finds_conflict_) {
            phase_ = Phase::DONE;
            return;
        }
        phase_ = Phase::SUBSETS;
        const int64_t needed = turns_ - static_cast<int64_t>(others_.size());
        subset_size_ = std::max<int64_t>(2 - needed, 0);
        questions_left_ = limits_.questions;
        if (questions_left_ <= 0 || !begin_subsets()) begin_fewer();
    }

    void answer_others(const Array<const int64_t> &parts, bool is_complete) {
        counts_.clear();
        for (const int64_t part : parts) {
            require(0 <= part && part < parts_[index(turn_)], "conflict search: there is no such part");
            const auto same = [&](const Count &count) { return count.part == part; };
            const auto found = std::find_if(counts_.begin(), counts_.end(), same);
            if (found == counts_.end()) counts_.push_back({part, 1});
            else ++found->codes;
        }
        if (counts_.empty()) return go_to_turn(turn_ + 1);
        is_needed_[index(turn_)] = 1;
        if (is_complete) {
            for (const Count &count : counts_) repairs_.add(turn_, count.part, count.codes);
            return go_to_turn(turn_ + 1);
        }
        phase_ = Phase::CHANGED;
        part_ = 0;
    }

    /// Begin with the subsets of a size; returns whether there are any.
    bool begin_subsets() {
        if (subset_size_ >= static_cast<int64_t>(others_.size())) return false;
        subsets_ = Combinations(static_cast<int64_t>(others_.size()), subset_size_);
        ask_subset();
        return true;
    }

    bool go_to_next_subset() {
        if (!subsets_.advance()) {
            ++subset_size_;
            return begin_subsets();
        }
        ask_subset();
        return true;
    }

    /// Ask about the turns that every conflict has and the chosen others.
    void ask_subset() {
        std::vector<uint8_t> is_asked = is_needed_;
        for (const int64_t n : subsets_.chosen()) is_asked[index(others_[index(n)])] = 1;
        asked_.clear();
        for (int64_t turn = 0; turn < turns_; ++turn) {
            if (is_asked[index(turn)] != 0) asked_.push_back(turn);
        }
    }

    /// From all turns take away one after the other, as long as the rest contradict each other.
    void begin_fewer() {
        phase_ = Phase::FEWER;
        for (int64_t turn = 0; turn < turns_; ++turn) conflict_.push_back(turn);
        at_ = 0;
        ask_fewer();
    }

    void ask_fewer() {
        if (at_ == static_cast<int64_t>(others_.size())) return finish(conflict_);
        asked_ = conflict_;
        std::erase(asked_, others_[index(at_)]);
    }

    void finish(const std::vector<int64_t> &conflict) {
        conflict_ = conflict;
        phase_ = Phase::DONE;
    }

    int64_t turns_;
    std::vector<int64_t> parts_;
    std::vector<uint8_t> open_;
    bool finds_conflict_;
    ConflictLimits limits_;
    int64_t work_left_;
    std::vector<uint8_t> is_needed_; // without these turns some code is consistent: they are in every conflict
    std::vector<int64_t> others_;
    Phase phase_ = Phase::OTHERS;
    int64_t turn_ = 0;
    int64_t part_ = 0;
    std::vector<Count> counts_;
    int64_t subset_size_ = 0;
    int64_t questions_left_ = 0;
    Combinations subsets_{0, 0};
    int64_t at_ = 0;
    std::vector<int64_t> asked_;
    std::vector<int64_t> conflict_;
    Repairs repairs_;
};
CODEPEGS_OBJECT(ConflictSearch);

namespace {

int64_t write_conflict(const std::vector<int64_t> &turns, const Array<int64_t> &out) {
    const auto count = static_cast<int64_t>(turns.size());
    require(out.size() >= count, "conflict: out has an entry for each turn");
    std::copy(turns.begin(), turns.end(), out.begin());
    return count;
}

} // namespace

/// Begin to look for a conflict by all codes of a game.
///
/// `fits`: whether a code of a part (column) is consistent with a turn (row), for at most 64 turns.
std::unique_ptr<FailedTurns> begin_failed_turns(Array<const bool, 2> fits) {
    return std::make_unique<FailedTurns>(fits);
}

/// Add codes by their part (column) for each turn (row); returns whether each of them fails a turn.
bool add_failed_turns(FailedTurns &failed, Array<const int64_t, 2> parts) { return failed.add(parts); }

/// Look at further sets of turns for a smallest one of which every code fails a turn, the earliest turns first among
/// equals.
///
/// Writes it to `out`, ascending, when it is found. Returns its size, zero as long as it is not found.
int64_t find_conflict(FailedTurns &failed, int64_t sets, Array<int64_t> out) {
    return failed.search(sets) ? write_conflict(failed.conflict(), out) : 0;
}

/// Return the number of corrections of one reply after which some code is consistent.
int64_t count_repairs(FailedTurns &failed) { return failed.repairs().size(); }

/// Write these corrections, the most codes first: turn, part and number of codes, shape (repairs, 3).
void write_repairs(FailedTurns &failed, Array<int64_t, 2> out) { failed.repairs().write(out); }

/// Begin to look for a conflict by questions about turns that contradict each other.
///
/// `parts`: the number of parts for each turn. `open`: the turns whose reply may be wrong. `finds_conflict`: false if
/// only corrections are wanted.
std::unique_ptr<ConflictSearch> begin_conflict_search(Array<const int64_t> parts, Array<const bool> open,
                                                      bool finds_conflict, const ConflictLimits &limits) {
    return std::make_unique<ConflictSearch>(parts, open, finds_conflict, limits);
}

/// Ask which codes are consistent with some turns, which are written to `asked`.
///
/// Returns whether no question is left; the turn whose reply is in question, -1 if there is none; the part that its
/// reply is replaced by, -1 if the turn is left out; the most codes that are to be found, and the most work.
std::tuple<bool, int64_t, int64_t, int64_t, int64_t> next_question(ConflictSearch &search, Array<bool> asked) {
    search.write_turns(asked);
    return {search.is_done(), search.turn(), search.part(), search.most(), search.work()};
}

/// Answer the question: the number of codes found, whether there are no others, and the work done.
///
/// `parts`: the part of each code for the turn that was left out, in the order found; empty in other questions.
void answer_question(ConflictSearch &search, int64_t codes, Array<const int64_t> parts, bool is_complete,
                     int64_t work) {
    search.answer(codes, parts, is_complete, work);
}

/// Write the smallest conflict found, or a small one, ascending; returns its size.
int64_t conflict_found(ConflictSearch &search, Array<int64_t> out) { return write_conflict(search.conflict(), out); }

/// Return the number of corrections of one reply after which some code is consistent.
int64_t count_repairs_found(ConflictSearch &search) { return search.repairs().size(); }

/// Write these corrections, shape (repairs, 3): turn, part, and the number of codes, -1 where they are not counted. The
/// uncounted ones come first, then those of the most codes.
void write_repairs_found(ConflictSearch &search, Array<int64_t, 2> out) { search.repairs().write(out); }

/// Count the codes that are consistent when each guessed peg is scored by itself, a common mistake with repeated
/// colours.
///
/// `guesses`: 0-based colours, shape (turns, pegs); `black` and `white` of the replies, shape (turns,).
int64_t count_per_peg(Array<const uint64_t> keys, const CodeRules &rules, Array<const int64_t, 2> guesses,
                      Array<const int64_t> black, Array<const int64_t> white) {
    rules.check();
    const int64_t turns = guesses.size(0);
    require(guesses.size(1) == rules.pegs && black.size() == turns && white.size() == turns,
            "count_per_peg: guesses has shape (turns, pegs), black and white one entry a turn");
    for (int64_t turn = 0; turn < turns; ++turn) {
        for (const int64_t color : guesses[turn]) {
            require(0 <= color && color < rules.colors, "count_per_peg: there is no such colour");
        }
    }
    const Packing packing = rules.packing();
    std::vector<int64_t> code(index(rules.pegs));
    std::vector<int64_t> holder(index(rules.colors), -1); // the last code, by number, that had a colour
    int64_t count = 0;
    for (int64_t n = 0; n < keys.size(); ++n) {
        for (int64_t peg = 0; peg < rules.pegs; ++peg) {
            const int64_t color = packing.color(keys[n], peg);
            require(color < rules.colors, "count_per_peg: a key is not a code of the game");
            code[index(peg)] = color;
            holder[index(color)] = n;
        }
        bool fits = true;
        for (int64_t turn = 0; fits && turn < turns; ++turn) {
            int64_t in_place = 0;
            int64_t elsewhere = 0;
            for (int64_t peg = 0; peg < rules.pegs; ++peg) {
                const int64_t color = guesses(turn, peg);
                if (code[index(peg)] == color) ++in_place;
                else if (holder[index(color)] == n) ++elsewhere;
            }
            fits = in_place == black[turn] && elsewhere == white[turn];
        }
        count += fits ? 1 : 0;
    }
    return count;
}

} // namespace codepegs

CODEPEGS_FREE(FailedTurns);
CODEPEGS_FREE(ConflictSearch);
CODEPEGS_EXPORT(begin_failed_turns, fits);
CODEPEGS_EXPORT(add_failed_turns, failed, parts);
CODEPEGS_EXPORT(find_conflict, failed, sets, out);
CODEPEGS_EXPORT(count_repairs, failed);
CODEPEGS_EXPORT(write_repairs, failed, out);
CODEPEGS_EXPORT(begin_conflict_search, parts, open, finds_conflict, limits);
CODEPEGS_EXPORT(next_question, search, asked);
CODEPEGS_EXPORT(answer_question, search, codes, parts, is_complete, work);
CODEPEGS_EXPORT(conflict_found, search, out);
CODEPEGS_EXPORT(count_repairs_found, search);
CODEPEGS_EXPORT(write_repairs_found, search, out);
CODEPEGS_EXPORT(count_per_peg, keys, rules, guesses, black, white);
