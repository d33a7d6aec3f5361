"""The public names as a program uses them: texts for objects, one word for one thing, errors that say what is wrong."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import codepegs
from codepegs import (
    BadCode,
    BadInput,
    BadPosition,
    BadReply,
    BadRules,
    BadStrategy,
    Budget,
    Candidates,
    CodepegsError,
    Crew,
    Game,
    Guess,
    Noisy,
    Position,
    Reply,
    Report,
    Secret,
    Strategy,
    Turn,
    Unavailable,
    View,
    add_strategy,
    build_tree,
    evaluate,
    explain_conflict,
    make_codebreaker,
    play,
    read_tree,
    review,
    score,
    suggest,
    write_tree,
)
from codepegs.codebreakers import registry
from codepegs.codemakers import Ends
from codepegs.game import Code
from tests.conftest import Cli

GAME = Game(4, 6)
ONE_TURN = Position(GAME).after((0, 0, 1, 1), Reply(black=1, white=0))
TEXT = "p4c6 1122:1b0w"

OF_A_GAME: tuple[Callable[[Any], object], ...] = (
    lambda game: play(game, "3456", "minimax").position,
    lambda game: build_tree(game, "first-consistent"),
    lambda game: [found.total for found in evaluate(game, "minimax")],
    lambda game: Candidates.all(game).keys.tolist(),
    lambda game: suggest(game, "minimax"),
    lambda game: make_codebreaker(game, "minimax").next(),
)

OF_A_POSITION: tuple[Callable[[Any], object], ...] = (
    lambda position: suggest(position, "minimax"),
    lambda position: make_codebreaker(position, "minimax").next(),
    lambda position: Candidates.after(position).keys.tolist(),
    lambda position: review(position),
    lambda position: explain_conflict(position),
)


@pytest.mark.parametrize("asked", OF_A_GAME)
def test_a_game_is_taken_as_text_too(asked: Callable[[Any], object]) -> None:
    assert asked(GAME) == asked("p4c6") == asked("mm")
    with pytest.raises(BadRules, match="'p4' is no rules id"):
        asked("p4")
    with pytest.raises(CodepegsError, match="not 4"):
        asked(4)


@pytest.mark.parametrize("asked", OF_A_POSITION)
def test_a_position_is_taken_as_text_too(asked: Callable[[Any], object]) -> None:
    assert asked(ONE_TURN) == asked(TEXT)
    with pytest.raises(BadPosition, match="has no colon"):
        asked("p4c6 1122")
    with pytest.raises(BadPosition, match="a position is a Position, a Game or a text"):
        asked(None)


def test_one_word_for_one_thing() -> None:
    """The same names, in the same order, and all that is seldom given by name only."""
    first = {"game": 0, "position": 0, "secret": 1, "strategy": 1, "strategies": 1}
    for function in (play, suggest, make_codebreaker, build_tree, evaluate, review, explain_conflict):
        parameters = list(inspect.signature(function).parameters.values())
        for number, parameter in enumerate(parameters):
            if parameter.kind is parameter.POSITIONAL_OR_KEYWORD:
                assert number == first[parameter.name] or (function is play and parameter.name == "strategy")
            else:
                assert parameter.kind is parameter.KEYWORD_ONLY
        names = {parameter.name for parameter in parameters}
        assert not names & {"history", "crew", "budget", "player", "rules", "turns"}


def test_all_errors_have_one_base() -> None:
    errors = [getattr(codepegs, name) for name in codepegs.__all__]
    errors = [error for error in errors if isinstance(error, type) and issubclass(error, Exception)]
    assert len(errors) == 10
    assert all(issubclass(error, CodepegsError) for error in errors)


def test_texts_of_turns() -> None:
    assert Position(GAME).after("1122", "1,0") == ONE_TURN
    assert Secret(GAME, "1122").code == (0, 0, 1, 1)
    assert Secret.draw(GAME, 5).code == Secret.draw(GAME, codepegs.Seed(5)).code
    assert review(TEXT, "1345") == review(TEXT, (0, 2, 3, 4))
    with pytest.raises(BadCode):
        review(TEXT, (0, 2, 3))


def test_what_is_shown() -> None:
    """Reading what is shown gives the thing again, and long things are told in short."""
    for thing in (GAME, ONE_TURN, ONE_TURN.turns[0], Reply(total=3), Reply(solved=True), Reply(white=0)):
        assert eval(repr(thing), vars(codepegs)) == thing
    assert repr(play(GAME, "3456", "minimax")) == "<p4c6 1122:0b0w 3345:1b2w 3454:3b0w 3456:4b0w (solved in 4)>"
    assert repr(build_tree("p2c3", "minimax")) == "<tree of p2c3 by minimax: 9 nodes>"
    assert repr(Secret(GAME, "1122")) == "<secret 1122 of p4c6>"
    assert repr(review(TEXT)) == f"<p4c6: {review(TEXT)}>"
    long = play("p300c5", None, "streaming", seed=1, most_turns=2)
    assert repr(long) == "<p300c5 (not solved in 2)>"
    assert repr(long.position) == "<position of p300c5 after 2 turns>"
    assert str(explain_conflict("p2c2 11:0b0w 22:0b0w")).startswith("No code fits turn 1 (11: 0b0w) and turn 2")


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: Game(4.0, 6), BadRules, "pegs is a whole number"),  # type: ignore[arg-type]
        (lambda: Game(4, 6, view="b"), BadRules, "is no view"),  # type: ignore[arg-type]
        (lambda: score((1, 2), (1, 2, 3)), BadCode, "2 pegs cannot answer one of 3"),
        (lambda: play(GAME, "3456", codemaker=Secret(GAME, "3456")), BadInput, "not both"),
        (lambda: play(GAME, codemaker=Secret(Game(3, 6), "345")), BadInput, "one of p3c6, not of p4c6"),
        (lambda: play(GAME, codemaker=lambda guess: (3, 1)), BadReply, "3b1w"),
        (lambda: play(GAME, codemaker=lambda guess: "3b1w"), BadReply, "3b1w"),
        (lambda: play(GAME, codemaker=lambda guess: 3), BadReply, "not 3"),  # type: ignore[arg-type, return-value]
        (lambda: play(GAME, codemaker=3), BadInput, "reply\\(guess\\), or is a function"),  # type: ignore[arg-type]
        (lambda: suggest(TEXT, most=0), BadInput, "at least one guess"),
        (lambda: evaluate(GAME, "minimax", games=0), BadInput, "at least one game"),
        (lambda: Candidates.all(GAME).filter(Turn((0, 0, 1, 1), Reply(black=3, white=1))), BadReply, "no reply 3b1w"),
        (lambda: play(GAME, "3456", "minimax", workers=0), BadInput, "at least one worker"),
        (lambda: write_tree(build_tree("p2c2"), "none.tree", "best"), BadInput, "no tree format 'best'"),
    ],
)
def test_what_goes_wrong_is_said(call: Callable[[], object], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()


def test_numbers_of_numpy_make_the_same_game() -> None:
    import numpy as np

    game = Game(np.int64(4), np.int32(6), view=View.TOTAL)  # type: ignore[arg-type]
    assert game == Game.parse("p4c6-t")
    assert type(game.size) is int


def test_candidates_hold_codes_of_the_game_only() -> None:
    every = Candidates.all(GAME)
    assert (5, 5, 5, 5) in every
    for other in ((0, 0, 0, 9), (0, 0, 0, 1, 1), (0, 0, 0), (0, 0, 0, -1), "1111"):
        assert other not in every


class Careless:
    """A codemaker that never says `solved`."""

    def reply(self, guess: Code) -> Reply:
        black, white = score((2, 3, 4, 5), guess)
        return Reply(black, white)


def test_the_win_need_not_be_said() -> None:
    assert not isinstance(Careless(), Ends)
    assert play(GAME, strategy="minimax", codemaker=Careless(), most_turns=9).guesses == 4
    typed = play(GAME, strategy="minimax", codemaker=lambda guess: "{},{}".format(*score((2, 3, 4, 5), guess)))
    assert typed.solved
    assert typed.guesses == 4
    assert GAME.check_reply((0, 1, 2, 3), Reply(4, 0)) == GAME.win
    black = Game.parse("p4c6-b")
    assert black.check_reply((0, 1, 2, 3), Reply(4)) == black.win
    with pytest.raises(BadReply):
        black.check_reply((0, 1, 2, 3), Reply(4, 0))


def test_workers_are_a_number_or_a_crew_that_stays() -> None:
    with Crew(2) as crew:
        assert build_tree("p4c6", "entropy", workers=crew) == build_tree("p4c6", "entropy", workers=2)
        assert suggest("p4c8", "entropy", workers=crew) == suggest("p4c8", "entropy")
        assert crew.map(4, 4, lambda start, stop: start) == [0, 1, 2, 3]


def test_work_bounds_a_guess() -> None:
    fewest = play(Game(20, 20), None, "first-consistent", seed=3, work=100)
    assert fewest.stopped is not None
    assert "100 partial codes" in fewest.stopped


def test_texts_of_turns_that_may_be_false() -> None:
    """No code answers so to a guess of one colour, which a strategy that reckons with false replies does not mind."""
    text = "p4c6 1111:1b1w"
    position = Position.parse(text, noisy=True)
    assert suggest(text, "bayes:noise=0.2", most=1) == suggest(position, "bayes:noise=0.2", most=1)
    assert make_codebreaker(text, "bayes:noise=0.2").position == position
    with pytest.raises(BadReply, match="a guess of one colour never gets white"):
        suggest(text, "bayes")


def test_no_advice_has_a_reason() -> None:
    none = suggest("p4c6 1122:1b0w", "first-consistent")
    assert none.stopped is None
    far = suggest(play(Game(20, 20), None, "mcmc", seed=3, most_turns=4).position, "first-consistent", work=100)
    assert far == []
    assert far.stopped is not None
    assert "100 partial codes" in far.stopped


def test_the_first_of_several_differs_from_none() -> None:
    first, second = evaluate("p2c3", ["minimax", "first-consistent"])
    assert first.difference is None
    assert second.difference is not None
    assert second.difference.against == "minimax"


def test_turns_may_be_a_list() -> None:
    assert Position(GAME, list(ONE_TURN.turns)) == ONE_TURN  # type: ignore[arg-type]


def test_noise_is_the_seeds() -> None:
    def shown(seed: int) -> list[str]:
        noisy = Noisy(GAME, Secret(GAME, "1234"), 0.5, seed)
        return [str(noisy.reply((0, 1, 2, 3))) for _ in range(9)]

    assert shown(3) == shown(3) != shown(4)


def test_trees_by_names(tmp_path: Any) -> None:
    tree = build_tree("p2c3", "minimax")
    file = tmp_path / "a.txt"
    write_tree(tree, file, "braces")
    assert read_tree(file, "p2c3") == read_tree(file, Game(2, 3)) == tree
    with pytest.raises(BadInput):
        read_tree(file, "p3c3")


class Last:
    """Asks the last code that fits."""

    def __init__(self, game: Game, options: object, seed: codepegs.Seed, history: tuple[Turn, ...] = ()) -> None:
        self.position = Position(game, history)

    def next(self, budget: Budget | None = None) -> Guess:
        return Guess(Candidates.after(self.position)[-1])

    def learn(self, turn: Turn) -> None:
        self.position = self.position.after(turn.guess, turn.reply)

    def report(self) -> Report:
        return Report()


def test_a_strategy_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "STRATEGIES", dict(registry.STRATEGIES))
    with pytest.raises(BadStrategy, match="no strategy 'last'"):
        play("p2c3", "12", "last")
    add_strategy(Strategy("last", Last, summary="not yet"))
    add_strategy(Strategy("last", Last))  # as in a cell of a notebook that is changed and run again
    assert str(play("p2c3", "12", "last")) == "p2c3 33:0b0w 22:1b0w 21:0b2w 12:2b0w (solved in 4)"
    mirrored, first = evaluate("p3c4", ["last", "first-consistent"])
    assert mirrored.histogram == first.histogram  # what the lowest code does, with the colours the other way round
    assert build_tree("p3c4", "last").figures.histogram == first.histogram
    assert suggest("p2c3 33:0b0w", "last")[0].guess == (1, 1)
    assert make_codebreaker("p2c3 33:0b0w", "last").next() == Guess((1, 1))
    with pytest.raises(BadStrategy, match="has no option 'first'"):
        play("p2c3", "12", "last:first=11")
    with pytest.raises(BadStrategy, match="takes every reply for true"):
        play("p2c3", "12", "last", noise=0.1)


@pytest.fixture
def brought(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that is installed, with two strategies of which one is not there."""
    (tmp_path / "brought.py").write_text(
        "from codepegs import Strategy\nfrom tests.test_python_api import Last\nLAST = Strategy('last', Last)\n"
    )
    (tmp_path / "brought-1.dist-info").mkdir()
    (tmp_path / "brought-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: brought\nVersion: 1\n")
    (tmp_path / "brought-1.dist-info" / "entry_points.txt").write_text(
        "[codepegs.strategies]\nlast = brought:LAST\nfirst = brought:FIRST\nother = brought:LAST\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "STRATEGIES", dict(registry.STRATEGIES))


@pytest.mark.usefixtures("brought")
def test_strategies_of_other_packages(cli: Cli) -> None:
    assert str(play("p2c3", "12", "last")) == "p2c3 33:0b0w 22:1b0w 21:0b2w 12:2b0w (solved in 4)"
    assert cli.json("solve", "p2c3", "12", "-s", "last")["guesses"] == 4
    with pytest.raises(Unavailable, match="the strategy first cannot be loaded from brought:FIRST"):
        play("p2c3", "12", "first")
    with pytest.raises(Unavailable, match="brought:LAST is no strategy of the name other"):
        play("p2c3", "12", "other")


@pytest.mark.parametrize("name", ["", "Mine", "my strategy", "a:b", "a,b", "-a", "a-"])
def test_a_strategy_has_a_name(name: str) -> None:
    with pytest.raises(BadStrategy, match="is no name"):
        add_strategy(Strategy(name, Last))
    with pytest.raises(BadStrategy, match="minimax is a strategy of codepegs"):
        add_strategy(Strategy("minimax", Last))
