// The candidates of a game after one more turn: all of them, or a uniform sample.
#include "core/elementary.hpp"
#include "core/export.hpp"
#include "core/numpy_random.hpp"
#include "strategies/sampling/code_set.hpp"
#include "strategies/sampling/evidence.hpp"
#include "strategies/sampling/parallel_tempering.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

namespace codepegs {

/// The rules that the candidates follow from.
struct TrackedGame {
    int64_t pegs;
    int64_t colors;
    int64_t view; // of `new_evidence`
    double size;  // number of codes
    bool repeats; // last, because a bool is shorter than its slot
};
CODEPEGS_STRUCT(TrackedGame, pegs, colors, view, size, repeats);

/// The limits of the work of a turn.
struct TrackLimits {
    int64_t samples;     // codes that are drawn
    int64_t moves;       // of all chains together
    int64_t listed;      // candidates up to which all of them are listed
    int64_t nodes;       // partial codes visited in one attempt to list them
    int64_t proof_nodes; // partial codes visited to decide whether any code is consistent, after none was found
    int64_t moves_a_peg; // of each chain between exchanges
    int64_t spacing;     // moves of a chain, times the pegs, between two samples
    int64_t patience; // a run ends after as many rounds without a new code as the last one took, plus this part of all
};
CODEPEGS_STRUCT(TrackLimits, samples, moves, listed, nodes, proof_nodes, moves_a_peg, spacing, patience);

/// What was known before the turn.
struct KnownBefore {
    Array<const uint8_t, 2> codes; // all candidates if `exact`, else some
    double candidates;
    double log_variance;
    int64_t proofs_failed;
    int64_t moves_made;
    bool exact;
};
CODEPEGS_STRUCT(KnownBefore, codes, candidates, log_variance, proofs_failed, moves_made, exact);

namespace {

// Number of failed attempts per game, since later turns are rarely easier.
constexpr int64_t MOST_PROOFS = 2;

// Interval in turns at which codes are listed after that, with fewer nodes.
constexpr int64_t SELDOM = 4;

// If only white is shown, a whole game has the moves of this many turns. A turn gets at most an eighth of the rest, and
// at least a sixth of its normal share: such games end with many turns in which hardly any code is found.
constexpr int64_t TURNS_BY_WHITE = 20;
constexpr int64_t SHARE_BY_WHITE = 8;
constexpr int64_t LEAST_BY_WHITE = 6;

// Standard errors of the logarithm on each side of an estimate; codes of one chain are slightly alike.
constexpr double COVERING = 2.1;

// If the chains found fewer codes than wanted, the estimated number of candidates is at most this many times as many.
constexpr double SHORT_OF_SAMPLES = 4.0;

// Inverse temperatures of the chains, in sixteenths of a nat per peg of distance, from 0.8 to 6 nats in a geometric
// sequence. Cold chains stay at distance 0 and pass from one consistent code to the next: at p20c20, in the middle of
// the game, 8 million moves find 9,700 codes; six chains from 0.5 to 2.5 found 500, which resembled each other more.
constexpr int64_t SLOPES[] = {13, 17, 23, 30, 40, 54, 72, 96};
constexpr int64_t CHAINS = std::size(SLOPES);
constexpr int64_t ENERGY_UNIT = 16;
constexpr int64_t UNCAPPED = 65'535;

// Rises in energy that are never accepted: one in 10^11.
constexpr int64_t NEVER = 400;

// Moves, and partial codes, of one step per 32 turns: about 4 and 2 milliseconds, and some times as long in a browser.
constexpr int64_t MOVES_A_STEP = 200'000;
constexpr int64_t NODES_A_STEP = 100'000;

constexpr int64_t UNLIMITED = int64_t{1} << 60;

// The share of a turn in which codes are drawn, before the last third of the moves.
constexpr double MOST_WALKED = 2.0 / 3.0;

/// The chains with their codes, and what a run of them finds.
class ChainRun {
  public:
    /// `known`: codes that count as found.
    ChainRun(const Evidence &evidence, bool repeats, const TrackLimits &limits, Array<uint8_t, 2> chains,
             const Rows &known, int64_t moves, int64_t spacing, uint64_t random_state)
        : pegs_(evidence.pegs()), each_(limits.moves_a_peg * pegs_),
          most_(std::max(int64_t{1}, moves / (each_ * CHAINS))), caps_(CHAINS, UNCAPPED), grounds_(CHAINS, 0),
          thresholds_(NEVER), first_(index(CHAINS * evidence.width())), second_(first_.size()), energies_(CHAINS),
          codes_(index(limits.samples * pegs_)), hits_(index(limits.samples)),
          nearest(chains[CHAINS - 1].begin(), chains[CHAINS - 1].end()) {
        for (int64_t n = 0; n < NEVER; ++n) {
            const double accepted = exact_exp(-static_cast<double>(n) / ENERGY_UNIT) * 4294967296.0;
            thresholds_[index(n)] = static_cast<uint64_t>(std::min(4294967295.0, accepted));
        }
        for (int64_t n = 0; n < CHAINS; ++n) {
            const int64_t row = n * evidence.width();
            evidence.compare(chains[n].data(), first_.data() + row, second_.data() + row);
        }
        const Array<const int64_t> slopes(SLOPES, CHAINS);
        const int64_t known_codes = std::min(static_cast<int64_t>(known.size()) / pegs_, limits.samples);
        const int64_t shape[2] = {CHAINS, evidence.width()};
        tempering_ = std::make_unique<Tempering>(
            evidence.lanes(),
            TemperatureLadder{slopes, {caps_.data(), CHAINS}, {grounds_.data(), CHAINS}, {thresholds_.data(), NEVER}},
            ChainStates{chains, {first_.data(), shape}, {second_.data(), shape}, {energies_.data(), CHAINS}},
            Array<const uint8_t, 2>{known.data(), {known_codes, pegs_}},
            FoundCodes{{codes_.data(), {limits.samples, pegs_}}, {hits_.data(), limits.samples}},
            Array<uint8_t>{nearest.data(), pegs_},
            TemperingPlan{each_, spacing * pegs_, most_, limits.samples, UNLIMITED, most_ / limits.patience, repeats},
            random_state);
        rounds_a_step_ = std::max(int64_t{1}, MOVES_A_STEP * BYTE_LANES / (evidence.width() * each_ * CHAINS));
    }

    bool step() { return tempering_->run(rounds_a_step_); }

    [[nodiscard]] Rows found() const { return {codes_.begin(), codes_.begin() + tempering_->found() * pegs_}; }
    [[nodiscard]] int64_t moves() const { return tempering_->rounds_made() * each_ * CHAINS; }
    /// The share of the run that is done: of the codes wanted or of the moves, whichever is more.
    [[nodiscard]] double share() const {
        const double found = static_cast<double>(tempering_->found()) / static_cast<double>(std::ssize(hits_));
        return std::max(found, static_cast<double>(tempering_->rounds_made()) / static_cast<double>(most_));
    }
    /// Whether the run ended because no new code was found for long, not at its limits.
    [[nodiscard]] bool is_exhausted() const { return tempering_->rounds_made() < most_; }

  private:
    int64_t pegs_;
    int64_t each_;
    int64_t most_;
    int64_t rounds_a_step_ = 1;
    std::vector<int64_t> caps_;
    std::vector<int64_t> grounds_;
    std::vector<uint64_t> thresholds_;
    std::vector<int8_t> first_;
    std::vector<int8_t> second_;
    std::vector<int64_t> energies_;
    Rows codes_;
    std::vector<int64_t> hits_;
    std::unique_ptr<Tempering> tempering_;

  public:
    Rows nearest; // the code of least energy that the coldest chain visited
};

} // namespace

class CandidateTurn {
  public:
    CandidateTurn(const TrackedGame &game, const TrackLimits &limits, const KnownBefore &before,
                  Array<uint8_t, 2> chains, Array<const uint8_t, 2> guesses, Array<const int64_t, 2> replies,
                  Array<const uint64_t> seed)
        : game_(game), limits_(limits), chains_(chains), turns_(guesses.size(0)),
          evidence_(game.pegs, game.colors, game.repeats, game.view, guesses, replies), random_(seed, "chains", turns_),
          fresh_(seed, "fresh", turns_), proofs_failed_(before.proofs_failed), moves_made_(before.moves_made) {
        require(chains.size(0) == CHAINS && chains.size(1) == game.pegs, "chains: expected shape (8, pegs)");
        require(turns_ >= 1, "guesses: expected a turn");
        require(before.codes.size(1) == game.pegs, "before.codes: expected codes of the game");
        require(limits.samples >= 1 && limits.moves_a_peg >= 1 && limits.spacing >= 1 && limits.patience >= 1,
                "limits: expected samples");
        for (int64_t n = 0; n < turns_; ++n) {
            const Array<const int64_t> reply = replies[n];
            const Rows guess(guesses[n].begin(), guesses[n].end());
            if (!is_among(asked_, guess.data())) asked_.push_back(guess);
            const bool shows_colors = game.view == 2 || game.view == 3;
            if (shows_colors && reply[Evidence::SOLVED] == 0 && reply[Evidence::UNKNOWN] == 0)
                excluded_.push_back(guess);
        }
        const Evidence last(game.pegs, game.colors, game.repeats, game.view,
                            {guesses[turns_ - 1].data(), {1, game.pegs}},
                            {replies[turns_ - 1].data(), {1, Evidence::COLUMNS}});
        Rows left;
        for (int64_t n = 0; n < before.codes.size(0); ++n) {
            const Array<const uint8_t> code = before.codes[n];
            int8_t first = 0;
            int8_t second = 0;
            last.compare(code.data(), &first, &second);
            if (first == 0 && second == 0) left.insert(left.end(), code.begin(), code.end());
        }
        left_ = possible(std::move(left));
        if (before.exact) {
            know_all(left_);
            return;
        }
        const auto drawn = static_cast<double>(before.codes.size(0));
        const double share = (static_cast<double>(count(left_)) + 0.5) / (drawn + 1.0);
        log_variance_ = before.log_variance + (1.0 - share) / (share * (drawn + 1.0));
        candidates_ = std::max(1.0, before.candidates * share);
        const bool is_hopeless = proofs_failed_ == MOST_PROOFS && turns_ % SELDOM != 0;
        if (candidates_ <= static_cast<double>(limits.listed) && !is_hopeless) {
            list(Stage::LISTING, 4 * limits.listed, limits.nodes);
        } else {
            walk();
        }
    }

    /// Continue for some milliseconds; returns whether the candidates are known.
    bool step() {
        switch (stage_) {
        case Stage::LISTING:
        case Stage::PROVING:
            if (listing_->run(NODES_A_STEP * BYTE_LANES / evidence_.width())) end_listing();
            break;
        case Stage::WALKING:
            if (!run_->step()) break;
            moves_ += run_->moves();
            left_ = run_->found();
            if (count(left_) >= limits_.samples || run_->is_exhausted()) {
                end_walk();
            } else { // they are rare: the last third of the moves keeps all codes visited, even if they resemble each
                     // other
                const int64_t moves = turn_moves_ - 2 * turn_moves_ / 3;
                begin_run(Stage::WALKING_ON, moves, 1);
            }
            break;
        case Stage::WALKING_ON:
            if (!run_->step()) break;
            moves_ += run_->moves();
            left_ = run_->found();
            end_walk();
            break;
        case Stage::DONE:
            break;
        }
        return stage_ == Stage::DONE;
    }

    /// The share of the turn that is done, as far as it is known before its end.
    [[nodiscard]] double share() const {
        if (stage_ == Stage::WALKING) return MOST_WALKED * run_->share();
        if (stage_ == Stage::WALKING_ON) return MOST_WALKED + (1.0 - MOST_WALKED) * run_->share();
        return stage_ == Stage::LISTING ? 0.0 : 1.0;
    }

    [[nodiscard]] const Rows &codes() const { return codes_; }
    [[nodiscard]] const Rows &nearest() const { return nearest_; }
    [[nodiscard]] int64_t count(const Rows &rows) const { return static_cast<int64_t>(rows.size()) / game_.pegs; }
    [[nodiscard]] bool exact() const { return exact_; }
    [[nodiscard]] double candidates() const { return candidates_; }
    [[nodiscard]] double log_variance() const { return log_variance_; }
    [[nodiscard]] int64_t moves() const { return moves_; }
    [[nodiscard]] int64_t nodes() const { return nodes_; }
    [[nodiscard]] int64_t proofs_failed() const { return proofs_failed_; }
    [[nodiscard]] int64_t moves_made() const { return moves_made_; }

  private:
    enum class Stage { LISTING, WALKING, WALKING_ON, PROVING, DONE };

    /// Remove the codes that were guessed without winning, if their replies do not exclude them.
    [[nodiscard]] Rows possible(Rows rows) const {
        if (excluded_.empty()) return rows;
        Rows kept;
        for (int64_t n = 0; n < count(rows); ++n) {
            const uint8_t *const code = rows.data() + n * game_.pegs;
            if (!is_among(excluded_, code)) kept.insert(kept.end(), code, code + game_.pegs);
        }
        return kept;
    }

    static bool is_among(const std::vector<Rows> &codes, const uint8_t *code) {
        return std::any_of(codes.begin(), codes.end(),
                           [=](const Rows &each) { return std::equal(each.begin(), each.end(), code); });
    }

    /// End with all candidates, if any.
    void know_all(Rows codes) {
        exact_ = true;
        candidates_ = static_cast<double>(count(codes));
        codes_ = std::move(codes);
        if (!codes_.empty()) nearest_.assign(codes_.begin(), codes_.begin() + game_.pegs);
        stage_ = Stage::DONE;
    }

    void list(Stage stage, int64_t most, int64_t nodes) {
        stage_ = stage;
        most_listed_ = most;
        room_ = Buffer<uint8_t>(most * game_.pegs);
        listing_ =
            std::make_unique<CandidateListing>(evidence_, nodes, Array<uint8_t, 2>{room_.data(), {most, game_.pegs}});
    }

    void end_listing() {
        nodes_ += listing_->visited();
        const int64_t found = listing_->found();
        const bool is_listed = found >= 0 && found <= most_listed_;
        Rows codes;
        if (is_listed) codes.assign(room_.data(), room_.data() + found * game_.pegs);
        room_ = {};
        listing_.reset();
        if (is_listed) {
            know_all(possible(std::move(codes)));
        } else if (stage_ == Stage::LISTING) {
            walk();
        } else {
            ++proofs_failed_;
            nearest_ = unasked();
            stage_ = Stage::DONE;
        }
    }

    /// Search with the chains; some of the colder half begin at codes that are consistent.
    void walk() {
        const int64_t known = count(left_);
        const int64_t begun = std::min(known, CHAINS / 2);
        for (int64_t n = 0; n < begun; ++n) {
            std::copy_n(left_.data() + (known - begun + n) * game_.pegs, game_.pegs, chains_[CHAINS - 1 - n].data());
        }
        turn_moves_ = limits_.moves;
        if (game_.view == 3) {
            const int64_t rest = (TURNS_BY_WHITE * limits_.moves - moves_made_) / SHARE_BY_WHITE;
            turn_moves_ = std::min(limits_.moves, std::max(limits_.moves / LEAST_BY_WHITE, rest));
        }
        begin_run(Stage::WALKING, 2 * turn_moves_ / 3, limits_.spacing);
    }

    void begin_run(Stage stage, int64_t moves, int64_t spacing) {
        stage_ = stage;
        run_ = std::make_unique<ChainRun>(evidence_, game_.repeats, limits_, chains_, left_, moves, spacing,
                                          random_.next_word());
    }

    void end_walk() {
        moves_made_ += moves_;
        codes_ = possible(std::move(left_));
        const auto found = static_cast<double>(count(codes_));
        if (codes_.empty()) {
            if (proofs_failed_ < MOST_PROOFS) {
                list(Stage::PROVING, limits_.listed, limits_.proof_nodes);
                return;
            }
            nearest_ = unasked();
        } else {
            nearest_.assign(codes_.begin(), codes_.begin() + game_.pegs);
            if (run_->is_exhausted() && count(codes_) < limits_.samples) {
                candidates_ = std::min(candidates_, SHORT_OF_SAMPLES * found);
            }
            candidates_ = std::max(candidates_, found);
        }
        stage_ = Stage::DONE;
    }

    /// A code that was not guessed yet, by random changes of the nearest one.
    Rows unasked() {
        Rows code = run_->nearest;
        if (static_cast<double>(asked_.size()) >= game_.size) return code;
        while (is_among(asked_, code.data())) {
            const auto first = index(fresh_.up_to(game_.pegs - 1));
            const auto second = index(fresh_.up_to(game_.pegs - 1));
            const auto color = static_cast<uint8_t>(fresh_.up_to(game_.colors - 1));
            if (game_.repeats || std::find(code.begin(), code.end(), color) == code.end()) code[first] = color;
            else std::swap(code[first], code[second]);
        }
        return code;
    }

    TrackedGame game_;
    TrackLimits limits_;
    Array<uint8_t, 2> chains_;
    int64_t turns_;
    Evidence evidence_;
    NumpyStream random_;
    NumpyStream fresh_;
    int64_t proofs_failed_;
    int64_t moves_made_;
    std::vector<Rows> asked_;    // no guess twice
    std::vector<Rows> excluded_; // codes that cannot be the secret though they may be consistent
    Stage stage_ = Stage::DONE;
    Rows left_; // consistent codes that are known
    Buffer<uint8_t> room_;
    int64_t most_listed_ = 0;
    std::unique_ptr<CandidateListing> listing_;
    int64_t turn_moves_ = 0;
    std::unique_ptr<ChainRun> run_;
    Rows codes_;
    Rows nearest_;
    bool exact_ = false;
    double candidates_ = 0.0;
    double log_variance_ = 0.0;
    int64_t moves_ = 0;
    int64_t nodes_ = 0;
};
CODEPEGS_OBJECT(CandidateTurn);

/// Begin to find the candidates after the last of some turns.
///
/// `chains`: the codes of the chains, shape (8, pegs), which go on from turn to turn. `guesses` and `replies`: as in
/// `new_evidence`. `seed`: `Seed.words`.
std::unique_ptr<CandidateTurn> begin_candidates(const TrackedGame &game, const TrackLimits &limits,
                                                const KnownBefore &before, Array<uint8_t, 2> chains,
                                                Array<const uint8_t, 2> guesses, Array<const int64_t, 2> replies,
                                                Array<const uint64_t> seed) {
    return std::make_unique<CandidateTurn>(game, limits, before, chains, guesses, replies, seed);
}

/// Continue for some milliseconds; returns whether they are known, and the thousandths of the work that are done.
std::tuple<bool, int64_t> find_more(CandidateTurn &turn) {
    const bool is_done = turn.step();
    return {is_done, thousandths(turn.share())};
}

/// Return how many codes are known, whether these are all candidates, the moves of the chains and the partial codes
/// visited this turn, and the failed proofs and the moves so far.
std::tuple<int64_t, bool, int64_t, int64_t, int64_t, int64_t> work_of_turn(CandidateTurn &turn) {
    return {turn.count(turn.codes()), turn.exact(),     turn.moves(), turn.nodes(),
            turn.proofs_failed(),     turn.moves_made()};
}

/// Return the number of candidates, counted or estimated, and the variance of the logarithm of the estimate.
std::tuple<double, double> number_of_candidates(CandidateTurn &turn) {
    return {turn.candidates(), turn.log_variance()};
}

/// Return an interval in which the number of candidates is with a probability of 95 %.
///
/// `known`: how many of them are known. `candidates`, `log_variance`: as `number_of_candidates` returns them. `most`:
/// the end of the interval one turn before, since a reply only removes candidates.
std::tuple<double, double> interval_of_candidates(int64_t known, double candidates, double log_variance, double most) {
    const double factor = exact_exp(COVERING * std::sqrt(log_variance));
    const double least = std::max(1.0, static_cast<double>(known));
    const double high = std::max(least, std::min(most, candidates * factor));
    return {std::min(high, std::max(least, candidates / factor)), high};
}

/// Write the codes that are known, shape (m, pegs), and the first of them or, if there is none, a code near to
/// consistent ones that was not guessed.
void known_codes(CandidateTurn &turn, Array<uint8_t, 2> codes, Array<uint8_t> nearest) {
    require(codes.size(0) == turn.count(turn.codes()) && codes.size(0) * codes.size(1) == std::ssize(turn.codes()),
            "codes: expected room for each code");
    require(nearest.size() == std::ssize(turn.nearest()), "nearest: expected room for a code");
    std::copy(turn.codes().begin(), turn.codes().end(), codes.data());
    std::copy(turn.nearest().begin(), turn.nearest().end(), nearest.data());
}

/// Draw the codes of the chains, shape (8, pegs), and a sample of all codes, shape (m, pegs).
void draw_start(int64_t colors, bool repeats, Array<const uint64_t> seed, Array<uint8_t, 2> chains,
                Array<uint8_t, 2> codes) {
    const int64_t pegs = chains.size(1);
    require(codes.size(1) == pegs && colors >= (repeats ? 1 : pegs) && colors <= 255,
            "codes: expected codes of the game");
    NumpyStream random(seed, "chains", 0);
    for (const Array<uint8_t, 2> &out : {chains, codes}) {
        const Rows drawn = random.codes(out.size(0), pegs, colors, repeats);
        std::copy(drawn.begin(), drawn.end(), out.data());
    }
}

} // namespace codepegs

CODEPEGS_FREE(CandidateTurn);
CODEPEGS_EXPORT(begin_candidates, game, limits, before, chains, guesses, replies, seed);
CODEPEGS_EXPORT(find_more, turn);
CODEPEGS_EXPORT(work_of_turn, turn);
CODEPEGS_EXPORT(number_of_candidates, turn);
CODEPEGS_EXPORT(interval_of_candidates, known, candidates, log_variance, most);
CODEPEGS_EXPORT(known_codes, turn, codes, nearest);
CODEPEGS_EXPORT(draw_start, colors, repeats, seed, chains, codes);
