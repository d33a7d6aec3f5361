"""Public functions give an odd value the answer of the plain value it equals, or an error of ours."""

from __future__ import annotations

import itertools
import math
import numbers
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from codepegs import (
    Adversary,
    Budget,
    Candidates,
    CodepegsError,
    Declaration,
    Game,
    Guess,
    ListedGame,
    Noisy,
    Notation,
    Picture,
    Position,
    Reply,
    Secret,
    Seed,
    Tree,
    Turn,
    WorkerThreads,
    build_tree,
    certify,
    evaluate,
    explain_contradiction,
    improve,
    load_game,
    lower_bound,
    make_codebreaker,
    optimal,
    parse_reply,
    play,
    read_tree,
    review,
    score,
    suggest,
    verify,
    write_tree,
)
from tests import extent
from tests.odd_values import NOTHING, ODD, Odd

GAME = Game(4, 6)
WORDS = ListedGame(["abc", "abd", "bcd", "cde"], reply="wordle", weights=[1, 2, 3, 4], costs=[1, 2, 1, 1])
TABLE = Game.from_table([[0, 1, 1], [0, 0, 1]], classes=["x", "y", "y"], costs=[2, 1])
HERE = Position("p4c6 1122:1b0w")
TURN = Turn((0, 0, 1, 1), Reply(1, 0))
SMALL = build_tree("p2c3", "entropy")


class Target(NamedTuple):
    """A public function of one value; `legal` tells which plain values it has an answer for."""

    name: str
    call: Callable[[Any], Any]
    legal: Callable[[Any], bool]


def whole(least: float = 0, most: float = math.inf) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, int) and least <= value <= most


def optional(legal: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: value is None or legal(value)


def number(least: float, most: float = math.inf) -> Callable[[Any], bool]:
    return lambda value: (
        isinstance(value, numbers.Real) and (least < float(value) < most or value == most == math.inf)
    )  # nor NaN


def code(pegs: int = 4, colors: int = 6) -> Callable[[Any], bool]:
    def legal(value: Any) -> bool:
        if isinstance(value, list):
            value = tuple(value)
        return (
            isinstance(value, tuple)
            and len(value) == pegs
            and all(isinstance(color, int) and 0 <= color < colors for color in value)
        )

    return legal


def never(value: Any) -> bool:
    return False


def is_table(value: Any) -> bool:
    """Whether a value has a row for each object."""
    return isinstance(value, list | np.ndarray) and all(hasattr(row, "__len__") for row in value)


def outcome(played: Any) -> Any:
    return str(played), played.solved


CODES: dict[str, Callable[[Any], Any]] = {
    "score, guess": lambda value: score(value, (0, 1, 2, 3)),
    "score, secret": lambda value: score((0, 1, 2, 3), value),
    "check_code": GAME.check_code,
    "check_guess": GAME.check_guess,
    "number_of_code": GAME._number_of_code,
    "reply, guess": lambda value: GAME.reply(value, (0, 1, 2, 3)),
    "reply, secret": lambda value: GAME.reply((0, 1, 2, 3), value),
    "reply_between, guess": lambda value: GAME._reply_between(value, (0, 1, 2, 3)),
    "reply_between, secret": lambda value: GAME._reply_between((0, 1, 2, 3), value),
    "reply_if_secret": lambda value: GAME._reply_if_secret(value, (0, 1, 2, 3)),
    "reply_matrix, guesses": lambda value: GAME.reply_matrix([value], ["1122"]).tolist(),
    "reply_matrix, secrets": lambda value: GAME.reply_matrix(["1122"], [value]).tolist(),
    "is_found": lambda value: GAME._is_found(value, (0, 0, 1, 1)),
    "can_reply": lambda value: GAME.can_reply(value, Reply(1, 0)),
    "check_reply": lambda value: GAME.check_reply(value, Reply(1, 0)),
    "why_impossible": lambda value: GAME._why_impossible(value, Reply(3, 1)),
    "Turn": lambda value: str(Position(GAME, [Turn(value, Reply(1, 0))])),
    "Position": lambda value: suggest(Position(GAME, [Turn(value, Reply(1, 0))]), "entropy", top=1)[0].text,
    "equal positions": lambda value: Position(GAME, [Turn(value, Reply(1, 0))]) == HERE,
    "hash": lambda value: hash(Position(GAME, [Turn(value, Reply(1, 0))])),
    "review of an odd turn": lambda value: review(Position(GAME, [Turn(value, Reply(1, 0))]), strategy="entropy").words,
    "after": lambda value: str(HERE.after(value, "1b0w", noisy=True)),
    "fits": HERE.fits,
    "filter": lambda value: len(Candidates.all(GAME).filter(Turn(value, Reply(1, 0)))),
    "parts": lambda value: Candidates.all(GAME).parts(value).tolist(),
    "partition": lambda value: len(Candidates.all(GAME).partition(value)),
    "index in codes": GAME.codes.index,
    "play, secret": lambda value: outcome(play(GAME, value, "entropy")),
    "review, secret": lambda value: review("p4c6 3344:0b2w 1122:2b2w", value, strategy="entropy").words,
    "Secret": lambda value: Secret(GAME, value).code,
    "Secret.reply": lambda value: Secret(GAME, "1122").reply(value),
    "Adversary.reply": lambda value: Adversary("p4c6 1122:0b0w").reply(value),
    "Noisy.reply": lambda value: Noisy(GAME, Secret(GAME, "1122"), 0.0, 1).reply(value),
    "Notation.format": lambda value: Notation().format(GAME, value),
    "Notation.spell": lambda value: Notation().spell(GAME, value),
    "Guess": lambda value: str(Guess(value)),
    "Declaration": lambda value: str(Declaration(value, 0.5)),
    "optimal, first": lambda value: optimal("p4c2", first=value).upper_bound,
    "with_code": lambda value: Picture(2, 2, ((0, 0, 0),) * 6, (0, 0, 1, 1)).with_code(value).code,
}


def colors(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(color, int) and 0 <= color < 6 for color in value)


def integers(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(color, int) for color in value)


LEGAL_CODES = {
    "Notation.spell": colors,
    "equal positions": integers,
    "hash": integers,
    "Guess": lambda value: isinstance(value, str) or integers(value),
    "Declaration": lambda value: isinstance(value, str) or integers(value),
    "score, guess": lambda value: isinstance(value, tuple) and len(value) == 4,
    "score, secret": lambda value: isinstance(value, tuple) and len(value) == 4,
    "optimal, first": code(4, 2),
}
WORD_CODES: dict[str, Callable[[Any], Any]] = {
    "check_code of words": WORDS.check_code,
    "text_of": WORDS.text_of,
    "row_of": WORDS._row_of,
    "cost_of": WORDS._cost_of,
    "number_of_code of words": WORDS._number_of_code,
    "number_of_secret": WORDS._number_of_secret,
    "given_name": WORDS._given_name,
    "is_test": WORDS._is_test,
    "reply of words": lambda value: WORDS.reply(value, "abd"),
    "reply_between of words": lambda value: WORDS._reply_between(value, WORDS.check_code("abd")),
    "reply_if_secret of words": lambda value: WORDS._reply_if_secret(WORDS.check_code("abd"), value),
    "check_allowed": lambda value: ListedGame(["abc", "abd"], hard=True)._check_allowed((), value),
    "Turn of words": lambda value: str(Position(WORDS, [Turn(value, WORDS.parse_reply("---"))])),
    "cost_of in a table": TABLE._cost_of,
    "is_test of a table": TABLE._is_test,
}
NUMBERS: list[Target] = [
    Target("Game, pegs", lambda value: str(Game(value, 6)), whole(1, 10_000)),
    Target("Game, colors", lambda value: str(Game(4, value)), whole(1, 10_000)),
    Target("code_at", GAME._code_at, whole(0, 1295)),
    Target("code_at without repeats", Game.parse("bc")._code_at, whole(0, 5039)),
    Target("code_at of words", WORDS._code_at, whole(0, 3)),
    Target("class_name", TABLE._class_name, whole(0, 1)),
    Target("show, black", lambda value: GAME._show(value, 0), whole(0, 10_000)),
    Target("show, white", lambda value: GAME._show(0, value), whole(0, 10_000)),
    Target("Reply, black", lambda value: str(Reply(value, 0)), whole(0)),
    Target("Reply, white", lambda value: str(Reply(0, value)), whole(0)),
    Target("Reply, total", lambda value: str(Reply(total=value)), whole(0)),
    Target("Reply, solved", lambda value: str(Reply(4, 0, solved=value)), whole(-math.inf)),
    Target("play, turns", lambda value: outcome(play(GAME, "5353", "entropy", turns=value)), optional(whole(1))),
    Target("play, work", lambda value: outcome(play(GAME, "5353", "entropy", work=value)), optional(whole(0))),
    Target(
        "play, seed", lambda value: outcome(play(GAME, "5353", "random-consistent", seed=value)), optional(whole(0))
    ),
    Target("play, workers", lambda value: outcome(play(GAME, "5353", "entropy", workers=value)), whole(1, 10_000)),
    Target("play, noise", lambda value: outcome(play("p2c2", "12", noise=value, seed=1)), number(-1, 1)),
    Target("play, declare", lambda value: outcome(play("p2c2", "12", noise=0.1, declare=value, seed=1)), number(0, 1)),
    Target("suggest, top", lambda value: [s.text for s in suggest(HERE, "entropy", top=value)], whole(1)),
    Target("suggest, work", lambda value: [s.text for s in suggest(HERE, "entropy", work=value)], optional(whole(0))),
    Target("suggest, seed", lambda value: suggest(HERE, "entropy", top=1, seed=value)[0].text, optional(whole(0))),
    Target("suggest, workers", lambda value: suggest(HERE, "entropy", top=1, workers=value)[0].text, whole(1, 10_000)),
    Target(
        "suggest, most_counted", lambda value: suggest(HERE, "entropy", top=1, most_counted=value)[0].text, whole(0)
    ),
    Target("review, workers", lambda value: review(HERE, strategy="entropy", workers=value).words, whole(1, 10_000)),
    Target("review, work", lambda value: review(HERE, strategy="entropy", work=value).words, optional(whole(0))),
    Target("evaluate, games", lambda value: evaluate("p2c3", "entropy", games=value, seed=1)[0].total, whole(1, 10**9)),
    Target("evaluate, workers", lambda value: evaluate("p2c3", "entropy", workers=value)[0].total, whole(1, 10_000)),
    Target("evaluate, seed", lambda value: evaluate("p2c3", "entropy", games=3, seed=value)[0].total, whole(0)),
    Target("explain, most_codes", lambda value: explain_contradiction("p2c3", most_codes=value), whole(0)),
    Target("Candidates.after, workers", lambda value: len(Candidates.after(HERE, value)), whole(1, 10_000)),
    Target(
        "reply_matrix, workers", lambda value: GAME.reply_matrix(["1122"], ["1122"], value).tolist(), whole(1, 10_000)
    ),
    Target("WorkerThreads", lambda value: WorkerThreads(value).workers, whole(1, 10_000)),
    Target("Seed", lambda value: Seed(value).value, whole(0)),
    Target("Seed, game", lambda value: Seed(1, value).game, whole(0)),
    Target("Seed.of", lambda value: None if value is None else Seed.of(value).value, optional(whole(0))),
    Target("Seed.stream", lambda value: Seed(1).stream("x", value).integers(100), whole(0)),
    Target("Budget", lambda value: Budget(work=value).work, optional(whole(0))),
    Target("Declaration", lambda value: Declaration((0, 0, 1, 1), value).confidence, number(0, 1.0001)),
    Target("Notation, base", lambda value: Notation(base=value).base, whole(0, 1)),
    Target("Notation.symbol", lambda value: Notation().symbol(GAME, value), whole(0, 5)),
    Target("write_tree, levels", lambda value: write_tree(SMALL, "t.svg", levels=value), optional(whole(1))),
    Target("Tree.guess", SMALL.guess, whole(0, 2)),
    Target("Tree.reply", SMALL.reply, whole(0, 2)),
    Target("Tree.turns", SMALL.turns, whole(0, 2)),
    Target("Tree.child", lambda value: SMALL.child(value, Reply(0, 0)), whole(0, 2)),
    Target("certify, total", lambda value: certify("p2c3", value).text, whole(1, 1 << 50)),
    Target("improve, passes", lambda value: improve("p2c3", passes=value).total, whole(1, 1_000)),
    Target("improve, limit", lambda value: improve("p2c3", limit=value, passes=1).total, number(0)),
    Target("improve, workers", lambda value: improve("p2c3", passes=1, workers=value).total, whole(1, 10_000)),
    Target("improve, seed", lambda value: improve("p2c3", passes=1, seed=value).total, whole(0)),
    Target("optimal, limit", lambda value: optimal("p2c3", limit=value).upper_bound, optional(number(0))),
    Target("optimal, workers", lambda value: optimal("p2c3", workers=value).upper_bound, whole(1, 10_000)),
    Target("lower_bound, limit", lambda value: lower_bound("p2c3", limit=value).lower_bound, optional(number(0))),
    Target("lower_bound, workers", lambda value: lower_bound("p2c3", workers=value).lower_bound, whole(1, 10_000)),
    Target("verify, sample", lambda value: str(verify("gallery:p3c4", sample=value)), optional(whole(1))),
    Target("verify, seed", lambda value: str(verify("gallery:p3c4", sample=5, seed=value)), whole(0)),
    Target("Picture, width", lambda value: Picture(value, 2, ((0, 0, 0),) * 2, (0, 0, 1, 1)).width, whole(2, 2)),
]
OBJECTS: list[Target] = [
    Target("Position, game", lambda value: str(Position(value)), never),
    Target("Position, turns", lambda value: str(Position(GAME, value)), lambda value: value in ((), "")),
    Target("Position, a turn", lambda value: str(Position(GAME, [value])), never),
    Target("Turn, reply", lambda value: Turn((0, 0, 1, 1), value), never),
    Target("Position.of", Position.of, never),
    Target("Position.parse", Position.parse, never),
    Target("parse_reply", lambda value: parse_reply(GAME, value), never),
    Target("parse_reply, game", lambda value: parse_reply(value, "1b"), never),
    Target("Game.of", Game.of, never),
    Target("Game.parse", Game.parse, never),
    Target("Game.draw", GAME.draw, never),
    Target("check_reply, reply", lambda value: GAME.check_reply("1122", value), never),
    Target("can_reply, reply", lambda value: GAME.can_reply("1122", value), never),
    Target("has_reply", GAME._has_reply, never),
    Target("has_reply of words", WORDS._has_reply, never),
    Target("given_outcome", TABLE._given_outcome, never),
    Target("Reply, text", Reply, lambda value: whole(0)(value)),
    Target("Reply.fits", Reply(1, 0).fits, never),
    Target("after, reply", lambda value: HERE.after("1122", value), never),
    Target("filter, turn", lambda value: Candidates.all(GAME).filter(value), never),
    Target("Candidates.all", Candidates.all, never),
    Target("Candidates.after", Candidates.after, never),
    Target("suggest", suggest, never),
    Target("suggest, strategy", lambda value: suggest(HERE, strategy=value), never),
    Target("review", review, never),
    Target("play", play, never),
    Target("play, strategy", lambda value: play(GAME, "1122", value), never),
    Target("evaluate", lambda value: evaluate(value, "entropy"), never),
    Target("evaluate, strategies", lambda value: evaluate("p2c3", value), lambda value: value in ((), [])),
    Target("make_codebreaker", make_codebreaker, never),
    Target("build_tree", build_tree, never),
    Target("explain_contradiction", explain_contradiction, never),
    Target("load_game", load_game, never),
    Target("read_tree", read_tree, never),
    Target("write_tree", lambda value: write_tree(value, "t.tree"), never),
    Target("write_tree, path", lambda value: write_tree(SMALL, value), lambda value: value == "nonsense"),
    Target("verify", verify, never),
    Target("node_after", SMALL.node_after, lambda value: value in ((), "")),
    Target("Tree, guesses", lambda value: Tree(SMALL.game, value, SMALL.parents, SMALL.parts), never),
    Target("Tree, parents", lambda value: Tree(SMALL.game, SMALL.guesses, value, SMALL.parts), never),
    Target("Tree, parts", lambda value: Tree(SMALL.game, SMALL.guesses, SMALL.parents, value), never),
    Target("Notation, symbols", lambda value: Notation(value).symbols, lambda value: isinstance(value, str)),
    Target("Notation.parse", lambda value: Notation().parse(GAME, value), never),
    Target("Picture, palette", lambda value: Picture(2, 2, value, (0, 0, 1, 1)), never),
    Target("Picture.load", Picture.load, never),
    Target("Picture.from_bytes", Picture.from_bytes, never),
    Target("ListedGame", lambda value: ListedGame(value).texts, never),
    Target("ListedGame, guesses", lambda value: ListedGame(["ab", "ba"], value).texts, lambda value: value in ((), [])),
    Target(  # a function is code of the user's own
        "ListedGame, reply",
        lambda value: ListedGame(["ab", "ba"], reply="x" if callable(value) else value).texts,
        never,
    ),
    Target("ListedGame, weights", lambda value: ListedGame(["ab", "ba"], weights=value).weights, never),
    Target("ListedGame, costs", lambda value: ListedGame(["ab", "ba"], costs=value).costs, never),
    Target("ListedGame, classes", lambda value: ListedGame(["ab", "ba"], classes=value).class_names, never),
    Target("ListedGame, hard", lambda value: ListedGame(["ab", "ba"], hard=value).hard, lambda value: value in (0, 1)),
    Target("from_table", Game.from_table, is_table),
    Target("Secret, game", lambda value: Secret(value, "1122"), never),
    Target("Adversary", Adversary, never),
    Target("Noisy, codemaker", lambda value: Noisy(GAME, value, 0.0, 1), callable),
]
TARGETS = [
    *(Target(name, call, LEGAL_CODES.get(name, code())) for name, call in CODES.items()),
    *(Target(name, call, code(1, 5) if "table" in name else never) for name, call in WORD_CODES.items()),
    *NUMBERS,
    *OBJECTS,
]


def answered(target: Target, value: Any) -> tuple[Any] | None:
    """The answer; None if an error of ours refuses the value."""
    try:
        return (target.call(value),)
    except CodepegsError as error:
        message = str(error)
    assert "\n" not in message
    assert len(message) < 500
    return None


@pytest.mark.parametrize("target", TARGETS, ids=[target.name for target in TARGETS])
def test_an_odd_value_is_answered_like_the_plain_one_or_refused(
    target: Target, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    place = TARGETS.index(target)
    for odd in itertools.islice(ODD, place % extent.of(1, 9), None, extent.of(1, 9)):
        check(target, odd)


def check(target: Target, odd: Odd) -> None:
    found = answered(target, odd.make())
    if found is None:
        return
    plain = odd.make() if odd.plain is NOTHING else odd.plain
    assert target.legal(plain), f"{target.name} takes {odd.name}: {found[0]!r:.80}"
    if odd.plain is not NOTHING:
        assert found == answered(target, odd.plain), f"{target.name}, {odd.name}"


def test_a_column_of_numpy_makes_the_same_game_as_a_list() -> None:
    rows = {"a": (0, 1), "b": (1, 0), "c": (1, 1)}
    for kind in (np.int64, np.uint8, np.float64, np.str_, np.bool_, object):
        plain = {name: tuple(np.array(row, dtype=kind).tolist()) for name, row in rows.items()}
        given = {name: np.array(row, dtype=kind) for name, row in rows.items()}
        assert ListedGame(plain, reply="columns")._identity == ListedGame(given, reply="columns")._identity
    words = ["abc", "abd", "bcd"]
    assert ListedGame(np.array(words)) == ListedGame(words)
    assert ListedGame(words, weights=np.array([1, 2, 3])) == ListedGame(words, weights=[1, 2, 3])
    assert ListedGame(words, costs=np.array([1, 2, 3])) == ListedGame(words, costs=[1, 2, 3])
