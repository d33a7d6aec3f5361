"""What strategies have in common: the methods of `Codebreaker`, for strategies of one's own too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from codepegs.analysis.candidate_list import belief_of
from codepegs.codes.candidates import Candidates
from codepegs.errors import BadStrategy, Contradiction
from codepegs.game.position import Position
from codepegs.game.reply import Turn
from codepegs.game.rules import Game
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed
from codepegs.strategies.advice import advise_or_stop, verify
from codepegs.strategies.protocol.codebreaker import Budget, Codebreaker, Guess, Move, Stop, next_move
from codepegs.strategies.protocol.strategy import Strategy, Suggestion, undescribed
from codepegs.strategies.protocol.tracker import Report
from codepegs.strategies.registry import Player, make_codebreaker

GAME = Game(4, 6)
TURN = Turn((0, 0, 1, 1), GAME._show(1, 0))
OTHER = Turn((0, 2, 2, 3), GAME._show(0, 1))


class Foreign:
    """A codebreaker of no base class, with the least that it needs."""

    def __init__(self, game: Game, options: object, seed: Seed, history: tuple[Turn, ...] = ()) -> None:
        self.position = Position(game, history)
        self.asked = 0

    def next(self, budget: Budget | None = None) -> Move:
        self.asked += 1
        return Guess(Candidates.after(self.position)[0], consistent=True)

    def learn(self, turn: Turn) -> None:
        self.position = self.position.after(turn.guess, turn.reply)

    def report(self) -> Report:
        return Report(notes=("mine",))


class Able(Foreign):
    """The same with some of the other methods."""

    def rank(self, most: int, budget: Budget | None = None) -> list[Suggestion]:
        return [undescribed(code) for code in list(Candidates.after(self.position))[:most]]

    def belief(self) -> Any:
        return np.eye(4, 6)


def test_an_object_with_four_methods_has_them_all() -> None:
    codebreaker = Strategy("foreign", Foreign).begin(GAME, None, Seed(1), (TURN,))
    first = Candidates.after(codebreaker.position)[0]
    suggestions, stopped = advise_or_stop(codebreaker, 5)
    assert ([found.guess for found in suggestions], stopped) == ([first], None)
    assert suggestions[0].is_candidate
    assert codebreaker.describe([first, (0, 0, 0, 0)]) == [undescribed(first), undescribed((0, 0, 0, 0))]
    assert belief_of(codebreaker).rough
    assert codebreaker.posterior(3) == []
    assert codebreaker.progress() is None
    assert not codebreaker.lists_codes
    assert not codebreaker.adopt_codes([first], complete=True)
    codebreaker.adopt(Candidates.after(codebreaker.position))
    codebreaker.learn(OTHER)
    assert codebreaker.position == Position(GAME, (TURN, OTHER))
    assert codebreaker.report().notes == ("mine",)
    assert codebreaker.asked == 1  # type: ignore[attr-defined]
    assert type(codebreaker).__name__ == "Foreign"
    with pytest.raises(AttributeError, match="unknown"):
        _ = codebreaker.unknown  # type: ignore[attr-defined]


def test_what_an_object_has_itself_is_used() -> None:
    codebreaker = Strategy("able", Able).begin(GAME, None, Seed(1), (TURN,))
    assert len(advise_or_stop(codebreaker, 5)[0]) == 5
    assert not belief_of(codebreaker).rough
    assert Codebreaker.of(codebreaker) is codebreaker


class Counting:
    """A tracker that fails at some turns, after it has changed."""

    def __init__(self, fails: Callable[[int], BaseException | None]) -> None:
        self.turns: list[Turn] = []
        self.fails = fails

    def advance(self, turn: Turn, threads: WorkerThreads | None = None) -> None:
        self.turns.append(turn)
        error = self.fails(len(self.turns))
        if error is not None:
            raise error


class Tracking(Codebreaker):
    """A codebreaker whose tracker fails once."""

    failure: BaseException | None = None

    def track(self) -> Counting:
        return Counting(self.failed)

    def failed(self, number: int) -> BaseException | None:
        error, self.failure = (self.failure, None) if number == 2 else (None, self.failure)
        return error

    def update(self) -> None:
        self.tracked()

    def choose(self, budget: Budget) -> Stop:
        return Stop(f"{len(self.tracked().turns)} turns")


@pytest.mark.parametrize("error", [Contradiction("no"), KeyboardInterrupt()], ids=["contradiction", "interrupt"])
def test_a_turn_that_fails_is_not_half_learned(error: BaseException) -> None:
    codebreaker = Tracking(GAME, None, Seed(1), (TURN,))
    assert codebreaker.next() == Stop("1 turns")
    codebreaker.failure = error
    with pytest.raises(type(error)):
        codebreaker.learn(OTHER)
    assert codebreaker.position.turns == (TURN,)
    assert codebreaker.next() == Stop("1 turns")
    codebreaker.failure = None
    codebreaker.learn(OTHER)
    assert codebreaker.next() == Stop("2 turns")
    assert advise_or_stop(codebreaker) == ([], "2 turns")


class Wrong(Codebreaker):
    """A codebreaker that chooses no code of the game."""

    code: Any = None

    def choose(self, budget: Budget) -> Any:
        return self.code


@pytest.mark.parametrize("code", [(9, 9, 9, 9), (0, 0), "1122", None])
def test_a_wrong_choice_is_one_clear_error(code: Any) -> None:
    codebreaker = Wrong(GAME, None, Seed(1), (TURN,))
    codebreaker.code = code
    with pytest.raises(BadStrategy, match=r"Wrong\.next returned"):
        next_move(codebreaker, GAME)


def test_a_choice_that_is_no_tuple_is_answered_with_what_would_be_right() -> None:
    codebreaker = Wrong(GAME, None, Seed(1), (TURN,))
    codebreaker.code = [0, 0, 1, 1]
    with pytest.raises(BadStrategy, match="or of choose a tuple of 0-based colours"):
        next_move(codebreaker, GAME)


class Replaying(Codebreaker):
    """A codebreaker that keeps no turns, and would have to play the game again for them."""

    @property
    def position(self) -> Position:
        raise AssertionError("the turns were asked for")

    def next(self, budget: Budget | None = None) -> Guess:
        return Guess((0, 0, 1, 1))


def test_a_move_is_checked_without_the_turns() -> None:
    assert next_move(Replaying(GAME, None, Seed(1)), GAME) == Guess((0, 0, 1, 1))


STRATEGIES = ("auto", "minimax", "first-consistent", "bayes", "sampling", "growing-list:entries=2000", "optimal",
              "bayes:noise=at-most:1", "aabc-max-parts")  # fmt: skip


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize("rules", ["p4c6", "p5c3"])
def test_after_a_contradiction_it_plays_as_before(rules: str, name: str) -> None:
    game = Game.parse(rules)
    lowest = (0,) * game.pegs
    turns = (Turn(lowest, game._show(1, 0)), Turn((1,) * game.pegs, game._show(1, 0)))
    impossible = Turn((2,) * game.pegs, game._show(game.pegs - 1, 0))
    codebreaker = make_codebreaker(Position(game, turns), name, seed=3)
    player = Player.parse(name)
    verify(codebreaker, player, [])
    codebreaker.next()
    for _ in range(2):
        try:
            codebreaker.learn(impossible)
        except Contradiction:
            continue
        assert "noise" in name, "replies that cannot all be true are refused"
        return
    fresh = make_codebreaker(Position(game, turns), name, seed=3)
    assert codebreaker.position == fresh.position
    assert codebreaker.next() == fresh.next()
    assert codebreaker.report() == fresh.report()
    assert codebreaker.rank(3) == fresh.rank(3)
    guess = (0, 1) + (2,) * (game.pegs - 2)
    true = Turn(guess, game.reply(guess, Candidates.after(fresh.position)[0]))
    codebreaker.learn(true)
    fresh.learn(true)
    assert codebreaker.next() == fresh.next()
