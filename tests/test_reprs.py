"""What a program sees of an object in a console: one line of at most 100 characters that says what it is."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import codepegs
from codepegs import (
    Adversary,
    Budget,
    Candidates,
    CodepegsError,
    Declaration,
    Game,
    Guess,
    Identification,
    ListedGame,
    Noisy,
    Notation,
    Picture,
    PlayedGame,
    Position,
    Reply,
    Report,
    Secret,
    Seed,
    Stop,
    Strategy,
    Suggestion,
    Turn,
    View,
    WorkerThreads,
    build_tree,
    certify,
    describe,
    evaluate,
    explain_contradiction,
    fixed_tests,
    iter_evaluate,
    iter_optimal,
    iter_play,
    lower_bound,
    make_codebreaker,
    optimal,
    play,
    review,
    suggest,
    verify,
)
from codepegs.analysis import CertificateCheck, TreeCheck
from codepegs.strategies import Player
from codepegs.strategies.protocol import ExpectedGuesses

MOST = 100

WORDS = [f"{one}{two}{three}" for one in "abcdefghij" for two in "abcdefghij" for three in "abc"]
PAGE = Path(__file__).parents[1] / "docs" / "reference" / "python.md"


@cache
def words() -> ListedGame:
    """A game of many words, with a long name."""
    return ListedGame(WORDS, ["a-longer-word" * 5], lambda guess, secret: guess[0] < secret[0], name="words" * 50)


@cache
def mixed() -> ListedGame:
    return ListedGame(["a", "bb", "ccc"], reply=lambda guess, secret: "warm" * 40, name="mixed")


@cache
def long() -> PlayedGame:
    return play("p300c5", None, "streaming", seed=1, turns=3)


@cache
def lost() -> Position:
    """A contradiction of many turns in a game of some pegs."""
    position = Position("p4c9")
    for number in range(1, 10):
        position = position.after(str(number) * 4, "0b0w")
    return position


OF_CLASS: dict[str, Callable[[], list[object]]] = {
    "Game": lambda: [Game(2, 3), Game(10_000, 10_000, view=View.TOTAL)],
    "ListedGame": lambda: [ListedGame(["ab", "ba"]), words(), ListedGame(WORDS), Game.from_table([[0, 1]] * 50)],
    "CodeSequence": lambda: [Game(2, 3).codes, Game(10_000, 10_000).codes, words().codes],
    "View": lambda: [*View],
    "Reply": lambda: [Reply(1, 2), Reply(unknown=True), Reply(9_999, 0), mixed().replies()[0], mixed().win],
    "Notation": lambda: [Notation(), Notation(tuple(f"colour-{number}" for number in range(99)))],
    "Turn": lambda: [Turn((0, 1), Reply(1, 0)), Turn(tuple(range(30)), Reply(3, 4)), long().position.turns[0]],
    "Position": lambda: [Position("p4c6"), Position("p4c6 1122:1b0w"), lost(), long().position, _of_words()],
    "Candidates": lambda: [Candidates.all("p2c3"), Candidates.all(words()), Candidates.after(lost())],
    "ContradictionExplanation": lambda: [
        explain_contradiction("p4c6 1111:0b0w 1122:3b0w"),
        explain_contradiction(lost()),
        explain_contradiction(lost().after("1122", "1b0w", noisy=True)),
    ],
    "PlayedGame": lambda: [play("p4c6", "3456", "minimax"), long(), play("p9c9", "123456789"), _played_words()],
    "Suggestion": lambda: [*suggest("p2c3"), *suggest(mixed()), _large_suggestion()],
    "Evaluation": lambda: [*evaluate("p2c3", "minimax"), *evaluate(words(), "first-consistent", games=3, seed=1)],
    "Evaluations": lambda: [evaluate("p2c3", ["minimax", "entropy"]), evaluate(words(), "minimax", games=2, seed=1)],
    "EvaluateProgress": lambda: [
        *iter_evaluate("p2c3", "minimax"),
        *iter_evaluate(words(), "minimax", games=2, seed=1),
    ],
    "Playing": lambda: [iter_play("p2c3", "11"), iter_play("p9999c9999"), iter_play(words())],
    "Steps": lambda: [iter_evaluate("p2c3", "minimax"), iter_optimal("p2c3")],
    "Difference": lambda: [evaluate("p2c3", ["minimax", "first-consistent"])[1].difference],
    "FixedTests": lambda: [fixed_tests("p2c4"), fixed_tests(words(), limit=0.01), fixed_tests("p2c9", limit=0.01)],
    "GameDescription": lambda: [describe("p4c6"), describe("p10000c10000"), describe(words())],
    "Identification": lambda: [Identification(Game.from_table([[0, 1]] * 50)), Identification(words(), "minimax")],
    "GameReview": lambda: [review("p4c6 1122:1b0w"), review("p4c6 1122:1b0w 3344:0b1w 1536:4b0w"), _reviewed()],
    "ReviewedTurn": lambda: [*review("p4c6 1122:1b0w").turns, *_reviewed().turns],
    "Picture": lambda: [Picture.load("fish"), Picture.load("sailboat")],
    "Tree": lambda: [build_tree("p2c3", "minimax"), build_tree(words(), "first-consistent"), build_tree("p4c6")],
    "TreeNode": lambda: [build_tree("p2c3").root, _deepest(build_tree(words(), "first-consistent"))],
    "Found": lambda: [optimal("p2c3"), optimal("p2c3", "depth"), optimal("p3c4", "expected-within:2")],
    "Certificate": lambda: [certify("p2c3", 21)],
    "TreeCheck": lambda: [
        verify(build_tree("p2c3")),
        TreeCheck("x" * 99, "", 9, 1.0, 2, [1] * 99, 9, False, ["a"] * 20),
    ],
    "CertificateCheck": lambda: [
        CertificateCheck("p2c3", "any", 21, 5, True),
        CertificateCheck("x" * 99, "any", 9, 9, False, ["a"] * 9),
    ],
    "Codebreaker": lambda: [make_codebreaker("p4c6"), make_codebreaker(words(), "minimax"), make_codebreaker("p300c5")],
    "Guess": lambda: [Guess((0, 1)), Guess(tuple(range(99))), make_codebreaker("p300c5").next()],
    "Declaration": lambda: [Declaration((0, 1), 0.5), Declaration(tuple(range(99)), 1 / 3)],
    "Stop": lambda: [Stop("no code is left"), Stop("no code is left " * 20)],
    "Report": lambda: [make_codebreaker("p4c6").report(), Report(None, 1e99, (1.0, 2.0), notes=("a note",) * 20)],
    "Budget": lambda: [Budget(), Budget(WorkerThreads(workers=64, progress=print), 10**20)],
    "Strategy": lambda: [Player.parse("minimax").strategy, Strategy("mine", print, "What it does. " * 20)],  # type: ignore[arg-type]
    "Secret": lambda: [Secret("p4c6", "1122"), Secret.draw("p300c5", 1), Secret.draw(words(), 1)],
    "Noisy": lambda: [Noisy("p4c6", Secret("p4c6", "1122"), 0.1, seed=1), Noisy("p4c6", print, "lying:2", seed=1)],
    "Adversary": lambda: [Adversary("p4c6"), Adversary(words())],
    "Seed": lambda: [Seed(0), Seed(2**64, 10**9)],
    "WorkerThreads": lambda: [WorkerThreads(), WorkerThreads(workers=64, progress=print, report=print)],
    "Suggestions": lambda: [
        suggest("p2c3"),
        replace(suggest("p2c3"), suggestions=[_large_suggestion()]),
        suggest(mixed()),
        suggest("p4c6 1122:4b0w"),
    ],
    "PlayedTurn": lambda: [*play("p4c6", "3456").turns, *long().turns[:2], *_played_words().turns[:1]],
    "Repair": lambda: [*getattr(explain_contradiction("p4c6 1111:0b0w 1122:3b0w"), "repairs", ())],
    "LowerBound": lambda: [lower_bound("p2c3")],
    "Player": lambda: [Player.parse("minimax"), Player.parse("max-parts:candidates-only,first=1123")],
}
"""Small, middle and large objects of each class."""


def _large_suggestion() -> Suggestion:
    expected = ExpectedGuesses(1e9, 1e8)
    return Suggestion(tuple(range(300)), None, 10**40, 1e40, 99.9, 10**6, 1e-40, (), False, expected, "1," * 300)


def _of_words() -> Position:
    return Position(words()).after("abc", "True").after("a-longer-word" * 5, "False")


def _played_words() -> PlayedGame:
    return play(words(), WORDS[-1], "first-consistent", turns=20)


def _reviewed() -> Any:
    position = Position("p6c9")
    for number in "123":
        position = position.after(number * 6, Game.parse("p6c9").reply(number * 6, "999999"))
    return review(position, strategy="first-consistent")


def _deepest(tree: Any) -> Any:
    return max(tree.nodes(), key=lambda node: node.depth)


def public_classes() -> list[str]:
    """The classes of `codepegs`, and those that the reference describes, but for exceptions and protocols."""
    found = [getattr(codepegs, name) for name in codepegs.__all__]
    described = PAGE.read_text(encoding="utf-8").partition("## Internal modules")[0]
    for path in re.findall(r"autoclass:: codepegs\.([\w.]+)", described):
        made: Any = codepegs
        for name in path.split("."):
            made = getattr(made, name) if hasattr(made, name) else __import__(f"codepegs.{name}", fromlist=["x"])
        found.append(made)
    classes = {made for made in found if inspect.isclass(made) and not hasattr(made, "__origin__")}
    return sorted(
        made.__name__
        for made in classes
        if not issubclass(made, CodepegsError) and not getattr(made, "_is_protocol", False)
    )


def test_every_public_class_is_shown() -> None:
    assert not [name for name in public_classes() if name not in OF_CLASS]


@pytest.mark.parametrize("name", OF_CLASS)
def test_a_repr_is_short(name: str) -> None:
    shown = {repr(thing) for thing in OF_CLASS[name]()}
    for text in shown:
        assert 0 < len(text) <= MOST
        assert text.isprintable()
        assert " object at 0x" not in text
        assert "<function" not in text


def test_errors_repeat_the_beginnings_of_long_values() -> None:
    long_list = ["p4c6 1122:1b0w"] * 1_000
    calls: list[Callable[[], object]] = [
        lambda: suggest(long_list),  # type: ignore[arg-type]
        lambda: Game.parse("p" * 5_000),
        lambda: Position("p4c6", long_list),  # type: ignore[arg-type]
        lambda: play("p4c6", "1" * 5_000),
        lambda: Game(4, 6).check_code(list(range(5_000))),
        lambda: evaluate("p4c6", ["minimax" * 1_000]),
        lambda: words().check_code("x" * 1_000),
        lambda: mixed().parse_reply("x" * 1_000),
        lambda: Secret(words(), "a-longer-word" * 5),
        lambda: replace(long().position.turns[0], reply=long()),  # type: ignore[arg-type]
    ]
    for call in calls:
        with pytest.raises(CodepegsError) as caught:
            call()
        assert len(str(caught.value)) <= 400
