"""The MCMC report's random walk: its costs, its rules, its progress, and what it needs."""

from __future__ import annotations

import doctest
import itertools
import math
import random
from pathlib import Path

import numpy as np
import pytest

from codepegs.core import loops
from codepegs.errors import BadStrategy
from codepegs.game.listed import ListedGame
from codepegs.game.position import Position
from codepegs.game.reply import Code, Reply, Turn, View, score
from codepegs.game.rules import Game
from codepegs.match.codemakers import Secret
from codepegs.match.game_loop import play
from codepegs.reports.mcmc.codebreaker import (
    McmcCodebreaker,
    McmcOptions,
    asked_codes,
    play_walks,
    shown_numbers,
    walk_rules,
)
from codepegs.rng import Seed
from codepegs.strategies.protocol.codebreaker import Budget, Guess
from codepegs.strategies.registry import Player, make_codebreaker
from tests import extent, naive

VIEWS = ["", "-b", "-t", "-w"]


def twin_sums(position: Position, code: Code) -> tuple[int, int, int]:
    """How far off black, white and total are, summed over the turns, of what the view shows."""
    sums = [0, 0, 0]
    for turn in position.turns:
        black, white = score(turn.guess, code)
        reply = turn.reply
        if reply.black is not None:
            sums[0] += abs(black - reply.black)
        if reply.white is not None:
            sums[1] += abs(white - reply.white)
        shown = reply.total if reply.white is None or reply.black is None else reply.black + reply.white
        if shown is not None:
            sums[2] += abs(black + white - shown)
    return sums[0], sums[1], sums[2]


def history(game: Game, turns: int, rng: random.Random) -> Position:
    """Random turns that are true of a random secret, none of them the secret."""
    codes = random.Random(rng.random())

    def draw() -> Code:
        if game.repeats:
            return tuple(codes.randrange(game.colors) for _ in range(game.pegs))
        return tuple(codes.sample(range(game.colors), game.pegs))

    secret = draw()
    position = Position(game)
    while len(position.turns) < turns:
        guess = draw()
        if guess != secret:
            position = position.after(guess, game.reply(guess, secret))
    return position


def test_the_cost_is_the_reports() -> None:
    def weights(view: View) -> tuple[float, float, float]:
        rules = walk_rules(Game(4, 6, view=view), McmcOptions())
        return rules.black_weight, rules.white_weight, rules.total_weight

    assert weights(View.BLACK_WHITE) == (1, 1, 2)
    assert weights(View.BLACK) == (1, 0, 0)
    assert weights(View.TOTAL) == (0, 0, 2)
    assert weights(View.WHITE) == (0, 1, 0)


@pytest.mark.parametrize("rules", [f"{size}{view}" for size in ("p5c4", "p6c9n", "p9c3", "p1c4") for view in VIEWS])
def test_what_replies_hide_costs_nothing(rules: str) -> None:
    """The cost of a code is that of what the view shows, with what stands in for hidden counts."""
    game = Game.parse(rules)
    rng = random.Random(rules)
    for turns in (1, 3, 7):
        position = history(game, turns, rng)
        options = McmcOptions(repeats=True, check=False, endgame=1, burn_in=30)
        weights = walk_rules(game, options)
        walk = loops.start_walk(weights, shown_numbers(game, None), asked_codes(game, position.turns), turns)
        code = np.zeros(game.pegs, dtype=np.int64)
        done = False
        while not done:
            done = loops.step_random_walk(walk, 1)
            _, _, cost = loops.walked(walk, code)
            black, white, total = twin_sums(position, tuple(code.tolist()))
            assert cost == weights.black_weight * black + weights.white_weight * white + weights.total_weight * total


def test_the_walk_stays_at_codes_as_their_scores_say() -> None:
    """Without the check it is a Metropolis walk: how often it ends at a code goes by e to the minus cost."""
    position = Position.parse("p2c3 12:0b1w 33:0b0w")
    codes = naive.all_codes(position.game)
    scores = {}
    for code in codes:
        black, white, total = twin_sums(position, code)
        scores[code] = math.exp(-(black + white + 2 * total))
    ends = dict.fromkeys(codes, 0)
    games = 4_000
    for number in range(games):
        options = McmcOptions(check=False, repeats=True, burn_in=40)
        move = McmcCodebreaker(position.game, options, Seed(2, number), position.turns).next()
        assert isinstance(move, Guess)
        ends[move.code] += 1
    for code in codes:
        expected = scores[code] / sum(scores.values())
        error = math.sqrt(expected * (1 - expected) / games)
        assert abs(ends[code] / games - expected) < 4 * error + 1e-9


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(
    "size", extent.rest_extended(["p3c3", "p3c5n", "p1c6", "p2c2", "p4c4n", "p5c1"], ["p3c3", "p2c2", "p5c1"])
)
def test_every_secret_is_found_and_no_code_asked_twice(size: str, view: str) -> None:
    game = Game.parse(size + view)
    for number, secret in enumerate(naive.all_codes(game)):
        for text in ("mcmc", "mcmc:burn-in=1", "mcmc:check=false,start=most-black", "mcmc:near=0,endgame=0.3,swap=1"):
            played = play(game, secret, text, seed=Seed(3, number), turns=game.size)
            assert played.solved
            asked = [turn.guess for turn in played.turns]
            assert len(set(asked)) == len(asked)
            assert all(len(set(code)) == game.pegs for code in asked) or game.repeats


def test_guesses_said_to_fit_do() -> None:
    for rules in ("p5c6", "p5c6-t", "p5c6-w", "p6c8n", "p12c6"):
        game = Game.parse(rules)
        for number in range(20):
            played = play(game, None, "mcmc", seed=Seed(5, number))
            codebreaker = make_codebreaker(game, "mcmc", seed=Seed(5, number))
            for made, turn in enumerate(played.turns):
                move = codebreaker.next()
                assert isinstance(move, Guess)
                assert move.code == turn.guess
                before = played.turns[:made]
                fits = all(game.reply(old.guess, move.code) == old.reply for old in before)
                assert move.consistent == fits
                codebreaker.learn(Turn(turn.guess, turn.reply))


@pytest.mark.parametrize("rules", ["p4c6", "p6c5-b", "p4c5-t", "p4c5-w", "p5c8n", "p10c4"])
@pytest.mark.parametrize("text", ["mcmc", "mcmc:first=random,start=random", "mcmc:check=false,burn-in=50"])
def test_whole_games_in_one_loop_are_the_games_of_the_door(rules: str, text: str) -> None:
    game, player = Game.parse(rules), Player.parse(text)
    seeds = [Seed(4, number) for number in range(15)]
    secrets = [Secret.draw(game, seed).code for seed in seeds]
    walked = play_walks(game, player.options, secrets, seeds)
    for seed, secret, length, states in zip(seeds, secrets, walked.lengths, walked.states, strict=True):
        codebreaker = player.start(game, seed)
        budget = Budget()
        guesses = 0
        while not codebreaker.position.solved:
            move = codebreaker.next(budget)
            assert isinstance(move, Guess)
            codebreaker.learn(Turn(move.code, game.reply(move.code, secret)))
            guesses += 1
        assert isinstance(codebreaker, McmcCodebreaker)
        assert guesses == length
        assert codebreaker.states == states == budget.threads.work.guesses


DOCS = Path(__file__).parents[3] / "docs"


def walked_average(text: str, games: int = 4_000, *, seed: int = 9) -> tuple[float, float]:
    """Average and standard error at p4c6."""
    game, player = Game(4, 6), Player.parse(text)
    seeds = [Seed(seed, number) for number in range(games)]
    secrets = [Secret.draw(game, seed).code for seed in seeds]
    lengths = play_walks(game, player.options, secrets, seeds).lengths
    return float(lengths.mean()), float(lengths.std() / math.sqrt(games))


@pytest.mark.parametrize(
    ("text", "average"),
    [
        ("mcmc:burn-in=500", 4.694),  # 100,000 games; the report 4.687 in 10,000
        ("mcmc", 4.653),
        *extent.rest_extended(
            [
                ("mcmc:burn-in=500,first=random", 4.733),
                ("mcmc:burn-in=500,first=1111", 5.187),
                ("mcmc:burn-in=500,check=false", 5.24),
            ],
            [],
        ),
    ],
)
def test_averages_at_the_board_game(text: str, average: float) -> None:
    found, error = walked_average(text)
    assert abs(found - average) < 4 * error


@pytest.mark.extended
@pytest.mark.parametrize(("text", "printed"), [("mcmc", "4.653 ± 0.003"), ("mcmc:burn-in=500", "4.699 ± 0.003")])
def test_the_averages_that_the_documentation_states(text: str, printed: str) -> None:
    """Of 100,000 games, with the secrets of seed 1."""
    found, error = walked_average(text, 100_000, seed=1)
    assert f"{found:.3f} ± {error:.3f}" == printed
    assert f"| p4c6 | `{text}` | {printed} |" in (DOCS / "strategies" / "mcmc.md").read_text(encoding="utf-8")


def test_a_total_that_equals_the_pegs_leaves_swaps_only() -> None:
    """Also where most pegs are black, from which on swaps would else be rare."""
    for replied in ("p6c6 112345:2b4w", "p6c6 112345:4b2w"):
        position = Position.parse(replied)
        for number in range(20):
            move = make_codebreaker(position, "mcmc:near-swap=0,near=0.5", seed=Seed(1, number)).next()
            assert isinstance(move, Guess)
            assert sorted(move.code) == sorted(position.turns[0].guess)
    position = Position.parse("p6c6 112345:5b0w")
    for number in range(20):
        move = make_codebreaker(position, "mcmc:near-swap=0,endgame=1", seed=Seed(1, number)).next()
        assert isinstance(move, Guess)
        assert move.consistent


def test_budget_is_a_number_of_proposals() -> None:
    position = history(Game(20, 20), 12, random.Random(1))
    codebreaker = McmcCodebreaker(position.game, McmcOptions(repeats=True), Seed(1), position.turns)
    codebreaker.next(Budget(work=30))
    assert codebreaker.states == 30
    codebreaker.next(Budget(work=30))
    assert codebreaker.states == 30  # the move is remembered
    codebreaker.next()
    assert codebreaker.states == 5_030  # and those of the default burn-in


@pytest.mark.parametrize("rules", ["p4c6", "p3c3-t", "p2c2-w", "p4c5n", "p1c3"])
def test_false_replies_are_borne(rules: str) -> None:
    """Replies drawn at random, the win among them, with nobody to end the game."""
    game = Game.parse(rules)
    rng = random.Random(rules)
    for number in range(5):
        codebreaker = make_codebreaker(game, "mcmc:burn-in=50", seed=Seed(6, number))
        for _ in range(60):
            move = codebreaker.next()
            assert isinstance(move, Guess)
            codebreaker.learn(Turn(move.code, rng.choice(game.replies())))
            assert codebreaker.report().candidates is None


@pytest.mark.extended
def test_games_with_false_replies_end_at_the_secret() -> None:
    for rules in ("p4c6", "p5c7n-b", "p4c4-t"):
        for number in range(20):
            played = play(Game.parse(rules), None, "mcmc", noise=0.4, seed=Seed(7, number))
            assert played.solved
            assert played.turns[-1].guess == played.secret
    with pytest.raises(BadStrategy, match="mcmc cannot declare the secret"):
        play(Game(4, 6), None, "mcmc", noise=0.1, declare=0.9)


def test_a_false_win_is_asked_no_more() -> None:
    game = Game(3, 3)
    played = Position.parse("p3c3 112:1b0w 123:3b0w")
    on = Turn((2, 2, 2), Reply(black=0, white=0))
    for number in range(10):
        move = make_codebreaker(Position(game, (*played.turns, on)), "mcmc", seed=Seed(number)).next()
        assert isinstance(move, Guess)
        assert move.code not in {turn.guess for turn in played.turns}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mcmc:swap=2", "mcmc: invalid value swap=2: expected a number from 0 to 1"),
        ("mcmc:swap=often", "a number from 0 to 1"),
        ("mcmc:swap=nan", "a number from 0 to 1"),
        ("mcmc:burn-in=0", "a whole number from 1 to 10,000,000"),
        ("mcmc:start=best", "expected previous, most-black or random"),
    ],
)
def test_wrong_options(text: str, words: str) -> None:
    with pytest.raises(BadStrategy, match=words):
        Player.parse(text)


def test_large_games() -> None:
    played = play(Game(45, 3), None, "mcmc", seed=1)
    assert played.solved
    codebreaker = make_codebreaker(Game(100, 100), "mcmc", seed=1)
    secret = Secret.draw(Game(100, 100), Seed(1))
    for _ in range(20):
        move = codebreaker.next()
        assert isinstance(move, Guess)
        codebreaker.learn(Turn(move.code, secret.reply(move.code)))
    with pytest.raises(BadStrategy, match="1,000"):
        make_codebreaker(Game(1_001, 2), "mcmc")


def test_the_page_on_codemakers_of_ones_own_runs() -> None:
    page = Path(__file__).parents[3] / "docs" / "codemakers.md"
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried > 15
    assert not failed


@pytest.mark.extended
def test_the_5_by_9_game_takes_at_most_the_guesses_of_the_report() -> None:
    """By default; the report states 45."""
    game, options = Game(45, 3), McmcOptions()
    seeds = [Seed(2, number) for number in range(100)]
    lengths = play_walks(game, options, [Secret.draw(game, seed).code for seed in seeds], seeds).lengths
    assert lengths.mean() + 2 * lengths.std() / 10 < 45


FORMULAS = ("black + white", "2*black + white", "black - white", "max(black, white)", "1 if black > white else 0")


def formula_game(pegs: int, colors: int, reply: str) -> ListedGame:
    codes = ["".join(code) for code in itertools.product("123456789"[:colors], repeat=pegs)]
    return ListedGame(codes, reply=reply)


@pytest.mark.parametrize("reply", FORMULAS)
def test_every_secret_is_found_by_a_function_of_black_and_white(reply: str) -> None:
    """No guess is repeated, and a guess is consistent exactly if it would have given every value shown."""
    game = formula_game(3, 3, reply)
    for number, secret in enumerate(game.codes):
        for text in ("mcmc", "mcmc:burn-in=3,start=most-black", "mcmc:check=false,first=random"):
            played = play(game, secret, text, seed=Seed(1, number), turns=game.size)
            assert played.solved
            guesses = [turn.guess for turn in played.turns]
            assert len(set(guesses)) == len(guesses)
            for made, turn in enumerate(played.turns):
                before = played.turns[:made]
                values = [naive_value(reply, old.guess, turn.guess) for old in before]
                assert turn.consistent == (values == [int(old.reply.marks or "") for old in before])


def naive_value(reply: str, guess: Code, secret: Code) -> int:
    black, white = score(guess, secret)
    return int(eval(reply, {"black": black, "white": white, "max": max}))


@pytest.mark.parametrize("reply", [*FORMULAS, "mastermind", "common", "same-place"])
def test_whole_games_of_lists_in_one_loop_are_the_games_of_the_door(reply: str) -> None:
    game = formula_game(4, 4, reply)
    seeds = [Seed(4, number) for number in range(6)]
    secrets = [Secret.draw(game, seed).code for seed in seeds]
    walked = play_walks(game, McmcOptions(), secrets, seeds)
    pegs = Game(4, 4, view=game.view)
    same = play_walks(pegs, McmcOptions(), secrets, seeds, reply if reply in FORMULAS else None)
    assert walked.lengths.tolist() == same.lengths.tolist()
    for seed, secret, length in zip(seeds, secrets, walked.lengths.tolist(), strict=True):
        assert play(game, secret, "mcmc", seed=seed).guesses == length


def test_a_formula_that_shows_both_counts_is_worth_as_much() -> None:
    """10 black + white can be read as black and white; only the distances differ."""
    seeds = [Seed(3, number) for number in range(2_000)]
    secrets = [Secret.draw(Game(4, 6), seed).code for seed in seeds]
    both, formula = (
        play_walks(Game(4, 6), McmcOptions(), secrets, seeds, r).lengths for r in (None, "10*black + white")
    )
    error = math.sqrt((both.var() + formula.var()) / len(seeds))
    assert abs(both.mean() - formula.mean()) < max(0.1, 4 * error)


def test_lists_that_it_refuses() -> None:
    some = ListedGame(["112", "121", "333"], reply="black + white")
    hard = ListedGame([f"{n:03b}" for n in range(8)], reply="black + white", hard=True)
    words = ListedGame([f"{n:03b}" for n in range(8)], reply="wordle")
    own = ListedGame([f"{n:03b}" for n in range(8)], reply=lambda guess, secret: guess < secret)
    for game in (some, hard, words, own):
        with pytest.raises(BadStrategy, match="of lists it plays those of all codes, without hard mode, whose reply"):
            make_codebreaker(game, "mcmc")
