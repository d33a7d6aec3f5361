"""The large-game methods of the two-part solver report: every secret, laws, exact averages, the printed game."""

from __future__ import annotations

import math
from itertools import product

import pytest

from codepegs.analysis.suggestions import suggest
from codepegs.errors import BadStrategy, Contradiction
from codepegs.experiments.evaluation import evaluate
from codepegs.game.position import Position
from codepegs.game.reply import Code, Turn, score
from codepegs.game.rules import Game
from codepegs.match.game_loop import play
from codepegs.parallel import WorkerThreads
from codepegs.reports.two_part_solver.solver import (
    Asked,
    Script,
    ScriptedCodebreaker,
    brute_force_average,
    color_first_average,
)
from codepegs.rng import Seed
from codepegs.strategies.advice import begin
from codepegs.strategies.protocol.codebreaker import ForeignHistory, Guess
from codepegs.strategies.registry import Player, make_codebreaker
from tests import extent, naive

SCRIPTS = [
    "brute-force",
    "colour-first",
    "colour-first:savings=printed",
    "colour-first:savings=more",
    "small-then-colour-first:until=10",
    "small-then-colour-first",
]
GAMES = ["p3c3", "p4c4", "p2c5", "p3c3-b", "p1c5", "p2c1", "p4c2"]


def naive_brute_force(game: Game, secret: Code) -> list[Code]:
    """The report's first method in its own words: raise a digit until black changes."""
    guess = [0] * game.pegs
    asked = [tuple(guess)]
    place = game.pegs - 1
    while asked[-1] != secret:
        before = score(guess, secret)[0]
        while True:
            guess[place] += 1
            asked.append(tuple(guess))
            after = score(guess, secret)[0]
            if after < before:  # the first colour was right: it goes back, and the next guess says so
                guess[place] = 0
            if after != before or asked[-1] == secret:
                break
        place -= 1
    return asked


@pytest.mark.parametrize("rules", extent.longer_extended(GAMES, ["p4c4"]))
@pytest.mark.parametrize("text", SCRIPTS)
def test_every_secret_is_found(rules: str, text: str) -> None:
    game = Game.parse(rules)
    total = 0
    for secret in naive.all_codes(game):
        played = play(game, secret, text, turns=100)
        assert played.solved
        assert played.turns[-1].guess == secret
        total += played.guesses
    plan = Player.parse(text).plan(game)
    assert plan.figures(WorkerThreads()).total == total == plan.tree(WorkerThreads()).figures.total
    assert sum(plan.lengths(naive.all_codes(game), WorkerThreads())) == total


@pytest.mark.parametrize("rules", ["p3c4", "p4c3-b", "p5c2"])
def test_brute_force_guess_for_guess(rules: str) -> None:
    game = Game.parse(rules)
    for secret in naive.all_codes(game):
        assert [turn.guess for turn in play(game, secret, "brute-force").turns] == naive_brute_force(game, secret)


@pytest.mark.parametrize("rules", ["p1c1", "p1c4", "p2c2", "p3c3", "p4c4", "p2c5", "p5c3", "p6c2"])
def test_averages_in_closed_form(rules: str) -> None:
    game = Game.parse(rules)
    for text, average in (("brute-force", brute_force_average), ("colour-first", color_first_average)):
        assert Player.parse(text).plan(game).figures(WorkerThreads()).average == pytest.approx(float(average(game)))


@pytest.mark.parametrize("rules", ["p3c3-b", "p4c3", "p3c4"])
@pytest.mark.parametrize("text", [text for text in SCRIPTS if not text.startswith("small")])
def test_whether_guesses_fit_is_told_right(rules: str, text: str) -> None:
    game = Game.parse(rules)
    told = set()
    for secret in naive.all_codes(game):
        codebreaker = make_codebreaker(game, text)
        while not codebreaker.position.solved:
            move = codebreaker.next()
            assert isinstance(move, Guess)
            fits = all(game.reply(turn.guess, move.code) == turn.reply for turn in codebreaker.position.turns)
            assert move.consistent in (fits, None)
            told.add(move.consistent)
            codebreaker.learn(Turn(move.code, game.reply(move.code, secret)))
    assert {True, False} <= told


@pytest.mark.parametrize("text", SCRIPTS)
def test_learning_equals_starting_with_the_history(text: str) -> None:
    game = Game(4, 5)
    for secret in ((4, 0, 3, 3), (0, 2, 0, 1)):
        learner = make_codebreaker(game, text)
        turns = play(game, secret, text).position.turns
        for made, turn in enumerate(turns, 1):
            learner.learn(turn)
            starter = make_codebreaker(Position(game, turns[:made]), text, seed=5)
            assert learner.position == starter.position
            assert learner.next() == starter.next()
            assert learner.report() == starter.report()


@pytest.mark.parametrize("text", ["brute-force", "colour-first", "small-then-colour-first:until=10"])
def test_other_guesses_go_to_auto(text: str) -> None:
    game = Game(4, 6)
    codebreaker = make_codebreaker(game, text)
    foreign = Turn((0, 1, 2, 3), game._show(1, 1))
    with pytest.raises(ForeignHistory, match="turn 1"):
        codebreaker.learn(foreign)
    assert codebreaker.position == Position(game)
    assert begin(Player.parse(text), game, Seed(1), (foreign,)).report().candidates


def test_contradictions_are_raised_and_forgotten() -> None:
    game = Game.parse("p3c3-b")
    for text in ("brute-force", "colour-first"):
        for replies in product(range(3), repeat=5):
            codebreaker = make_codebreaker(game, text)
            for black in replies:
                move = codebreaker.next()
                assert isinstance(move, Guess)
                turn = Turn(move.code, game._show(black, 0))
                before = codebreaker.position
                left = naive.candidates(before.after(turn.guess, turn.reply))
                try:
                    codebreaker.learn(turn)
                except Contradiction:
                    assert not left
                    assert codebreaker.position == before
                    assert codebreaker.next() == move
                    break
                if text == "brute-force":
                    assert left
    with pytest.raises(Contradiction, match="all 3 turns"):
        play_replies(Game(3, 3), "colour-first", [2, 2])


def test_an_interrupt_leaves_the_position() -> None:
    def interrupted() -> Script:
        yield Asked((0, 0, 0), True, 0)
        raise KeyboardInterrupt

    codebreaker = make_codebreaker(Game(3, 4), "brute-force")
    assert isinstance(codebreaker, ScriptedCodebreaker)
    codebreaker.script = interrupted()
    next(codebreaker.script)
    turn = Turn((0, 0, 0), Game(3, 4)._show(1, 0))
    with pytest.raises(KeyboardInterrupt):
        codebreaker.learn(turn)
    assert codebreaker.position == Position(Game(3, 4))
    codebreaker.learn(turn)
    assert codebreaker == make_codebreaker(Position(Game(3, 4), (turn,)), "brute-force")


def play_replies(game: Game, text: str, blacks: list[int]) -> None:
    codebreaker = make_codebreaker(game, text)
    for black in [0, *blacks]:
        move = codebreaker.next()
        assert isinstance(move, Guess)
        codebreaker.learn(Turn(move.code, game._show(black, 0)))


def test_the_game_the_document_prints() -> None:
    """Its 15 by 15 game takes 61 guesses, one of them a try of its last colour where another is known to be."""
    secret = (3, 9, 11, 3, 14, 7, 1, 1, 7, 5, 2, 7, 2, 9, 12)
    printed = play(Game(15, 15), secret, "colour-first:savings=printed")
    assert printed.guesses == 61

    def one(place: int, color: int) -> Code:
        return tuple(color if i == place else 0 for i in range(15))

    tail = [(one(4, 11), "0b1w"), (one(2, 11), "1b0w"), (one(14, 12), "1b0w"), (one(14, 14), "0b1w")]
    tail += [(one(4, 14), "1b0w"), (secret, "15b0w")]
    assert [(turn.guess, str(turn.reply)) for turn in printed.turns[-6:]] == tail
    assert play(Game(15, 15), secret, "colour-first").guesses == 60
    assert play(Game(15, 15), secret, "colour-first:savings=more").guesses < 60


@pytest.mark.parametrize(
    ("text", "claimed"), [pytest.param("brute-force", 110, marks=pytest.mark.extended), ("colour-first", 65)]
)
def test_the_averages_the_document_states(text: str, claimed: float) -> None:
    """Its means are of 25 games; the exact mean lies within two standard errors of such a sample."""
    game = Game(15, 15)
    (sampled,) = evaluate(game, [text], games=200, seed=3)
    assert sampled.standard_error is not None
    exact = float((brute_force_average if text == "brute-force" else color_first_average)(game))
    assert abs(sampled.average - exact) < 3 * sampled.standard_error
    assert abs(claimed - exact) < 2 * sampled.standard_error * math.sqrt(200 / 25)


def test_more_savings_are_never_worse() -> None:
    for game in (Game(4, 4), Game(3, 6), Game(6, 2)):
        lengths = [
            Player.parse(f"colour-first:savings={savings}").plan(game).lengths(naive.all_codes(game), WorkerThreads())
            for savings in ("more", "text", "printed")
        ]
        assert all(more <= text <= printed for more, text, printed in zip(*lengths, strict=True))


def test_games_of_any_size() -> None:
    for text in ("brute-force", "colour-first", "small-then-colour-first"):
        game = Game(10_000, 10_000)
        played = play(game, None, text, turns=5, seed=2)
        assert played.guesses == 5
        assert not played.solved
    long = play(Game(300, 2), None, "colour-first:savings=more", seed=1)
    assert long.solved
    assert long.guesses <= 301


@pytest.mark.parametrize("text", ["brute-force", "colour-first"])
def test_what_they_refuse(text: str) -> None:
    with pytest.raises(BadStrategy, match="needs black pegs, but replies show white only"):
        make_codebreaker(Game.parse("p4c6-w"), text)
    with pytest.raises(BadStrategy, match="needs black pegs, but replies show the total"):
        make_codebreaker(Game.parse("p4c6-t"), text)
    with pytest.raises(BadStrategy, match="repeated colour"):
        make_codebreaker(Game.parse("bc"), text)


def test_the_solver_of_two_parts() -> None:
    text = "small-then-colour-first"
    for rules in ("p4c6", "p3c4-w", "p3c4n"):
        game = Game.parse(rules)
        theirs, ours = (Player.parse(name).plan(game).figures(WorkerThreads()) for name in ("simplified-minimax", text))
        assert theirs == ours
    secret = (1, 2, 3, 4, 5, 6, 7, 0)
    turns = [[turn.guess for turn in play(Game(8, 8), secret, name).turns] for name in ("colour-first", text)]
    assert turns[0] == turns[1]
    with pytest.raises(BadStrategy, match="above 2,097,152 codes it uses colour-first"):
        make_codebreaker(Game.parse("p8c8-t"), text)
    with pytest.raises(BadStrategy, match="above 10 codes it uses colour-first"):
        make_codebreaker(Game.parse("p3c3-t"), f"{text}:until=10")


def test_its_suggestion() -> None:
    assert [found.guess for found in make_codebreaker(Game(4, 6), "brute-force").rank(3)] == [(0, 0, 0, 0)]
    (only,) = suggest("p4c6 1111:1b0w", strategy="brute-force")
    assert only.guess == (0, 0, 0, 1)
    assert only.why.startswith("The next guess of its fixed script")
