// Whole games of the random walk, with the same guesses as in a game played turn by turn.
#include "core/export.hpp"
#include "random_walk.hpp"

#include <memory>
#include <vector>

namespace codepegs {

class WalkedGames {
  public:
    WalkedGames(const WalkRules &rules, const Array<const int64_t, 2> &shown, const Array<const int64_t, 2> &secrets,
                const Array<const int64_t, 2> &firsts, const Array<const uint64_t> &seeds, int64_t most_turns)
        : rules_(rules), pegs_(static_cast<std::size_t>(secrets.size(1))), secrets_(rows_of(secrets)),
          firsts_(rows_of(firsts)), seeds_(seeds.begin(), seeds.end()),
          most_turns_(static_cast<std::size_t>(most_turns)), history_(pegs_, static_cast<std::size_t>(rules.colors)),
          walk_(rules, shown, history_), left_(static_cast<std::size_t>(rules.colors), 0), lengths_(seeds_.size(), 0),
          states_(seeds_.size(), 0) {
        if (!seeds_.empty()) ask(firsts_.data());
    }
    WalkedGames(const WalkedGames &) = delete;
    WalkedGames &operator=(const WalkedGames &) = delete;

    /// Continue for about `units` nanoseconds; returns whether all games have ended.
    bool step(int64_t units) {
        while (game_ < seeds_.size()) {
            if (!has_ended_) {
                if (units <= 0) return false;
                if (!walk_.step(units)) return false;
                states_[game_] += walk_.states();
                ask(walk_.code());
                continue;
            }
            ++game_;
            history_.clear();
            if (game_ < seeds_.size()) ask(firsts_.data() + game_ * pegs_);
            units -= 100;
        }
        return true;
    }

    void result(const Array<int64_t> &lengths, const Array<int64_t> &states) const {
        require(game_ == seeds_.size(), "played_games: the games have not ended");
        const auto games = static_cast<int64_t>(seeds_.size());
        require(lengths.size() == games && states.size() == games, "played_games: one place for each game is expected");
        std::copy(lengths_.begin(), lengths_.end(), lengths.begin());
        std::copy(states_.begin(), states_.end(), states.begin());
    }

  private:
    static std::vector<int32_t> rows_of(const Array<const int64_t, 2> &codes) {
        std::vector<int32_t> rows;
        for (int64_t n = 0; n < codes.size(0); ++n) {
            for (int64_t color : codes[n]) rows.push_back(static_cast<int32_t>(color));
        }
        return rows;
    }

    /// Play a guess, and begin to choose the next one.
    void ask(const int32_t *code) {
        const int32_t *secret = secrets_.data() + game_ * pegs_;
        history_.ask(code);
        int32_t black = 0;
        int32_t total = 0;
        for (std::size_t i = 0; i < pegs_; ++i) {
            black += code[i] == secret[i];
            ++left_[static_cast<std::size_t>(secret[i])];
        }
        for (std::size_t i = 0; i < pegs_; ++i) total += --left_[static_cast<std::size_t>(code[i])] >= 0;
        for (std::size_t i = 0; i < pegs_; ++i) {
            left_[static_cast<std::size_t>(code[i])] = 0;
            left_[static_cast<std::size_t>(secret[i])] = 0;
        }
        const bool is_solved = black == static_cast<int32_t>(pegs_);
        if (is_solved) lengths_[game_] = static_cast<int64_t>(history_.asked());
        has_ended_ = is_solved || history_.asked() == most_turns_;
        if (has_ended_) return;
        if (walk_.numbers_replies()) history_.reply(walk_.number_of_reply(black, total), 0);
        else if (rules_.sees_total) history_.reply(rules_.sees_black ? black : 0, total);
        else history_.reply(rules_.sees_black ? black : 0, rules_.sees_white ? total - black : 0);
        walk_.begin(seeds_[game_]);
    }

    WalkRules rules_;
    std::size_t pegs_;
    std::vector<int32_t> secrets_;
    std::vector<int32_t> firsts_;
    std::vector<uint64_t> seeds_;
    std::size_t most_turns_;
    WalkHistory history_;
    GuessWalk walk_;
    std::vector<int32_t> left_; // of each colour in the secret
    std::vector<int64_t> lengths_;
    std::vector<int64_t> states_;
    std::size_t game_ = 0;
    bool has_ended_ = false; // the current game
};
CODEPEGS_OBJECT(WalkedGames);

namespace {

/// Begin games, each with a secret and a first guess, shape (games, pegs), and a seed; a game ends after `most_turns`
/// guesses. `shown` is as for `start_walk`.
std::unique_ptr<WalkedGames> start_games(const WalkRules &rules, Array<const int64_t, 2> shown,
                                         Array<const int64_t, 2> secrets, Array<const int64_t, 2> firsts,
                                         Array<const uint64_t> seeds, int64_t most_turns) {
    const int64_t games = secrets.size(0);
    const int64_t pegs = secrets.size(1);
    check_walk(rules, shown, pegs);
    require(firsts.size(0) == games && firsts.size(1) == pegs && seeds.size() == games,
            "start_games: a first guess and a seed for each secret are expected");
    require(1 <= most_turns && most_turns < (int64_t{1} << 28) / pegs, "start_games: too many turns, or none");
    for (int64_t n = 0; n < games; ++n) {
        for (int64_t i = 0; i < pegs; ++i) {
            require(0 <= secrets(n, i) && secrets(n, i) < rules.colors && 0 <= firsts(n, i) &&
                        firsts(n, i) < rules.colors,
                    "start_games: no such colour");
        }
    }
    return std::make_unique<WalkedGames>(rules, shown, secrets, firsts, seeds, most_turns);
}

/// Continue for about `units` nanoseconds; returns whether all games have ended.
bool step_games(WalkedGames &games, int64_t units) { return games.step(units); }

/// Write the number of guesses of each game, 0 if it was not solved, and the number of states visited.
void played_games(const WalkedGames &games, Array<int64_t> lengths, Array<int64_t> states) {
    games.result(lengths, states);
}

} // namespace

} // namespace codepegs

CODEPEGS_FREE(WalkedGames);
CODEPEGS_EXPORT(start_games, rules, shown, secrets, firsts, seeds, most_turns);
CODEPEGS_EXPORT(step_games, games, units);
CODEPEGS_EXPORT(played_games, games, lengths, states);
