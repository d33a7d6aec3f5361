"""The public names as a program uses them: texts for objects, one word for one thing, errors that say what is wrong."""

from __future__ import annotations

import copy
import importlib
import inspect
import multiprocessing
import pickle
import random
import re
import runpy
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import polars
import pytest
from hypothesis import example, given, settings, strategies as st

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
    Contradiction,
    Game,
    Guess,
    ListedGame,
    Noisy,
    Notation,
    Position,
    Reply,
    Report,
    Secret,
    Strategy,
    Turn,
    Unavailable,
    View,
    WorkerThreads,
    add_strategy,
    build_tree,
    evaluate,
    explain_contradiction,
    make_codebreaker,
    play,
    read_tree,
    review,
    score,
    suggest,
    write_tree,
)
from codepegs.game.reply import Code
from codepegs.game.rules import FORMER_NAMES, INSTEAD
from codepegs.match.codemakers import Ends
from codepegs.strategies import registry
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
    lambda position: explain_contradiction(position),
)


@pytest.mark.parametrize("asked", OF_A_GAME)
def test_a_game_is_taken_as_text_too(asked: Callable[[Any], object]) -> None:
    assert asked(GAME) == asked("p4c6") == asked("mm")
    with pytest.raises(BadRules, match="'p4' is not a valid rules id"):
        asked("p4")
    with pytest.raises(CodepegsError, match="not 4"):
        asked(4)


@pytest.mark.parametrize("asked", OF_A_POSITION)
def test_a_position_is_taken_as_text_too(asked: Callable[[Any], object]) -> None:
    assert asked(ONE_TURN) == asked(TEXT)
    with pytest.raises(BadPosition, match="has no colon"):
        asked("p4c6 1122")
    with pytest.raises(BadPosition, match="expected a Position, a Game or a text"):
        asked(None)


def test_one_word_for_one_thing() -> None:
    """The same names, in the same order, and all that is seldom given by name only."""
    first = {"game": 0, "position": 0, "secret": 1, "strategy": 1, "strategies": 1}
    for function in (play, suggest, make_codebreaker, build_tree, evaluate, review, explain_contradiction):
        parameters = list(inspect.signature(function).parameters.values())
        for number, parameter in enumerate(parameters):
            if parameter.kind is parameter.POSITIONAL_OR_KEYWORD:
                assert number == first[parameter.name] or (function is play and parameter.name == "strategy")
            else:
                assert parameter.kind is parameter.KEYWORD_ONLY
        names = {parameter.name for parameter in parameters}
        assert not names & {"history", "threads", "budget", "player", "rules"}


SIDE_BY_SIDE = runpy.run_path(str(Path(__file__).parents[1] / "docs/make/side_by_side.py"))
"""The table of commands and functions, and what it is made from."""

COMMANDS = dict(SIDE_BY_SIDE["commands"]())


def test_commands_and_functions_stand_side_by_side() -> None:
    assert [*SIDE_BY_SIDE["AS_COMMANDS"]] == [*COMMANDS]
    assert SIDE_BY_SIDE["page"]() == SIDE_BY_SIDE["PAGE"].read_text(encoding="utf-8"), "run make reference"
    packages = ("analysis", "experiments", "match", "reports", "server", "strategies", "trees")
    known: dict[str, Any] = {name: importlib.import_module(f"codepegs.{name}") for name in packages}
    known |= {name: getattr(codepegs, name) for name in codepegs.__all__} | {"random": random}
    for command in COMMANDS:
        row = next(line for line in SIDE_BY_SIDE["table"]().splitlines() if line.startswith(f"| `{command}` |"))
        others = SIDE_BY_SIDE["AS_COMMANDS"][command].others.replace("=", "= ").split()[1::2]
        for name in [*re.findall(r"`([^`]+)`", row.split("|")[2]), *(name for name in others if "." in name)]:
            assert eval(name, known) is not None


@pytest.mark.parametrize("name", COMMANDS)
def test_options_are_spelled_as_on_the_command_line(name: str) -> None:
    """Each option is an argument of the same name, or is in the table, or belongs to what all commands share."""
    same = SIDE_BY_SIDE["AS_COMMANDS"][name]
    options, arguments = set(SIDE_BY_SIDE["options_of"](COMMANDS[name])), SIDE_BY_SIDE["arguments_of"](same)
    others = SIDE_BY_SIDE["others_of"](same)
    assert options <= arguments | others.keys() | SIDE_BY_SIDE["ANYWHERE"].keys()
    assert others.keys() <= options


def test_all_errors_have_one_base() -> None:
    errors = [getattr(codepegs, name) for name in codepegs.__all__]
    errors = [error for error in errors if isinstance(error, type) and issubclass(error, Exception)]
    assert len(errors) == 11
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
    long = play("p300c5", None, "streaming", seed=1, turns=2)
    assert repr(long) == "<p300c5 (not solved in 2)>"
    assert repr(long.position) == "<position of p300c5 after 2 turns>"
    assert str(explain_contradiction("p2c2 11:0b0w 22:0b0w")).startswith(
        "No code is consistent with turn 1 (11:0b0w) and turn 2"
    )


PUBLIC = {
    Game: (
        "can_reply check_code check_guess check_reply classes codes colors costs draw from_table of parse parse_reply "
        "pegs repeats replies reply reply_matrix size text_of until view weights win words"
    ),
    ListedGame: "class_names given_texts hard name texts",
}
"""The public attributes of games, those of lists besides the others."""


def public_attributes(*things: object) -> set[str]:
    return {name for thing in things for name in dir(thing) if not name.startswith("_")}


def test_games_have_few_public_attributes() -> None:
    listed = ListedGame({"ab": [1], "cd": [2]}, reply="columns", weights=[1, 2], costs=[1, 2], classes=["x", "y"])
    table = Game.from_table([[0, 1]])
    for game in (listed, table):
        assert suggest(game, "entropy")  # which fills what is cached
    assert public_attributes(Game, GAME) == {*PUBLIC[Game].split()}
    assert len(PUBLIC[Game].split()) <= 25
    more = public_attributes(ListedGame, listed, table) - public_attributes(Game, GAME)
    assert more == {*PUBLIC[ListedGame].split()}


def test_former_attributes_of_games_work_with_a_warning() -> None:
    listed = ListedGame({"ab": [1], "cd": [2]}, reply="columns")
    for name in FORMER_NAMES.split():
        game = GAME if hasattr(GAME, f"_{name}") else listed
        with pytest.warns(DeprecationWarning, match=rf"Game\.{name} will be removed: (use|it is internal)") as caught:
            former = getattr(game, name)
        assert caught[0].filename == __file__
        assert repr(former) == repr(getattr(game, f"_{name}"))
    assert set(INSTEAD) < set(FORMER_NAMES.split())
    with pytest.raises(AttributeError, match="'Game' object has no attribute 'colours'"):
        _ = GAME.colours  # type: ignore[attr-defined]


def test_a_game_has_codes_as_texts() -> None:
    assert GAME.text_of((0, 0, 1, 1)) == GAME.text_of("1122") == "1122"
    assert Game.parse("bc").text_of((0, 0, 0, 0)) == "1111"
    assert Game(2, 100).text_of((0, 99)) == "1,100"
    assert ListedGame(["crane"]).text_of("Crane") == "CRANE"
    with pytest.raises(BadCode):
        GAME.text_of((0, 0, 1, 6))
    assert "1122" in GAME
    assert "1111" not in Game.parse("bc")
    assert (9, 9) not in GAME
    assert 5 not in GAME
    assert build_tree("p2c3", "minimax").root.text == "11"


@pytest.mark.parametrize("rules", ["p9c9", "p9c12", "p20c20", "p300c5"])
def test_a_game_too_large_to_list_is_no_fault_of_a_strategy(rules: str, tmp_path: Path) -> None:
    one, file = np.zeros(1, dtype=np.int64), tmp_path / "large.tree"
    write_tree(build_tree("p2c3"), file)
    file.write_text(file.read_text(encoding="utf-8").replace("p2c3", rules), encoding="utf-8")
    game = Game.parse(rules)
    calls: list[Callable[[], object]] = [
        lambda: Candidates.all(rules),
        lambda: Candidates.after(rules),
        lambda: Position(rules).candidates(),
        lambda: codepegs.Adversary(rules),
        lambda: codepegs.optimal(rules),
        lambda: codepegs.improve(rules),
        lambda: codepegs.lower_bound(rules),
        lambda: codepegs.certify(rules, 5),
        lambda: codepegs.Tree(game, one.astype(np.uint64), one - 1, one - 1),
        lambda: read_tree(file),
    ]
    for call in calls:
        with pytest.raises(CodepegsError) as caught:
            call()
        assert not isinstance(caught.value, BadStrategy)
        assert "choose a strategy" not in str(caught.value)


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: Game(4.0, 6), BadRules, "pegs must be an integer"),  # type: ignore[arg-type]
        (lambda: Game(4, 6, view="b"), BadRules, "is not a view"),  # type: ignore[arg-type]
        (lambda: score((1, 2, 3), (1, 2)), BadCode, "the secret has 2 pegs and the guess 3"),
        (lambda: play(GAME, "3456", codemaker=Secret(GAME, "3456")), BadInput, "cannot be combined"),
        (lambda: play(GAME, codemaker=Secret(Game(3, 6), "345")), BadInput, "a code of p3c6, not of p4c6"),
        (lambda: play(GAME, codemaker=lambda guess: (3, 1)), BadReply, "3b1w"),
        (lambda: play(GAME, codemaker=lambda guess: "3b1w"), BadReply, "3b1w"),
        (lambda: play(GAME, codemaker=lambda guess: 3), BadReply, "not 3"),
        (lambda: play(GAME, codemaker=3), BadInput, "reply\\(guess\\), or a function"),  # type: ignore[arg-type]
        (lambda: evaluate(GAME, "minimax", games="some"), BadInput, "games='some' is invalid"),  # type: ignore[arg-type]
        (lambda: evaluate(GAME, "minimax", games=0), BadInput, "games must be at least 1"),
        (lambda: play(GAME, seed=-1), BadInput, "at least 0, not -1"),
        (lambda: play(GAME, seed=1.5), BadInput, "at least 0, not 1.5"),  # type: ignore[arg-type]
        (lambda: suggest(TEXT, top=0), BadInput, "guesses must be at least 1"),
        (
            lambda: Candidates.all(GAME).filter(Turn((0, 0, 1, 1), Reply(black=3, white=1))),
            BadReply,
            "3b1w is not a reply",
        ),
        (lambda: play(GAME, "3456", "minimax", workers=0), BadInput, "workers must be at least 1"),
        (lambda: write_tree(build_tree("p2c2"), "none.tree", "best"), BadInput, "unknown tree format 'best'"),
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
    assert "1111" in every
    for other in ((0, 0, 0, 9), (0, 0, 0, 1, 1), (0, 0, 0), (0, 0, 0, -1), "111", 5, None):
        assert other not in every


def with_turn(code: Any) -> Position:
    return Position(GAME, (Turn(code, Reply(black=1, white=0)), Turn((0, 1, 2, 3), Reply(black=0, white=1))))


class Fixed:
    """Asks one thing, whatever it is."""

    def __init__(self, code: Any) -> None:
        self.position = Position(GAME)
        self.code = code

    def next(self, budget: Budget | None = None) -> Guess:
        return Guess(self.code)

    def learn(self, turn: Turn) -> None:
        self.position = self.position.after(turn.guess, turn.reply)

    def report(self) -> Report:
        return Report()


def asked_by_a_strategy(code: Any) -> object:
    from codepegs.match.codemakers import Secret
    from codepegs.match.game_loop import Playing

    playing = Playing(registry.Player.of("auto"), Fixed(code), Secret(GAME, "1122"), seed=codepegs.Seed(1))
    return next(iter(playing)).guess


def learned(code: Any) -> object:
    codebreaker = make_codebreaker(GAME, "minimax")
    codebreaker.learn(Turn(code, Reply(black=1, white=0)))
    return codebreaker.report()


LEFT = Candidates.after(TEXT)

OF_A_CODE: dict[str, Callable[[Any], object]] = {
    "Game.check_code": GAME.check_code,
    "Game.reply, secret": lambda code: GAME.reply("1122", code),
    "Game.reply, guess": lambda code: GAME.reply(code, (0, 0, 1, 1)),
    "Game.can_reply": lambda code: GAME.can_reply(code, Reply(black=1, white=1)),
    "Game.check_reply": lambda code: GAME.check_reply(code, Reply(black=1, white=0)),
    "Notation.format": lambda code: Notation("RGBYOP").format(GAME, code),
    "Position.after": lambda code: Position(GAME).after(code, "1b0w"),
    "Candidates.parts": lambda code: LEFT.parts(code).tolist(),
    "Candidates.partition": lambda code: {reply: len(part) for reply, part in LEFT.partition(code).items()},
    "Secret": lambda code: Secret(GAME, code).code,
    "Secret.reply": lambda code: Secret(GAME, "1122").reply(code),
    "Noisy.reply": lambda code: Noisy(GAME, Secret(GAME, "1122"), 0.0).reply(code),
    "play": lambda code: play(GAME, 0 if code is None else code, "tree:gallery:p4c6", turns=1).secret,  # type: ignore[arg-type]
    "review": lambda code: review(Position(GAME).after(code, "1b0w")).turns[0].fits,
    "Picture.with_code": lambda code: codepegs.Picture(2, 2, ((0, 0, 0),) * 6, (0,) * 4).with_code(code).code,
    "Picture": lambda code: codepegs.Picture(2, 2, ((0, 0, 0),) * 6, code).code,
    "a strategy's guess": asked_by_a_strategy,
}

OF_A_TURN: dict[str, Callable[[Any], object]] = {
    "Candidates.filter": lambda code: len(LEFT.filter(Turn(code, Reply(black=1, white=0)))),
    "Candidates.after": lambda code: len(Candidates.after(with_turn(code))),
    "explain_contradiction": lambda code: explain_contradiction(with_turn(code)),
    "Codebreaker.learn": learned,
}

COLORS = st.lists(st.integers(-2, 7), max_size=6)
ANYTHING = st.one_of(
    COLORS.map(tuple),
    st.tuples(*[st.integers(0, 5)] * 4),
    st.text("0123456789,. aR", max_size=6),
    st.from_regex("[1-6]{4}", fullmatch=True),
    COLORS,
    COLORS.map(lambda colors: bytes(color % 6 for color in colors)),
    st.sets(st.integers(0, 5), max_size=4),
    st.tuples(*[st.one_of(st.integers(0, 5), st.floats(0, 5), st.none(), st.text(max_size=1))] * 4),
    st.sampled_from([None, 1122, 1.5, {0: 0, 1: 0, 2: 1, 3: 1}, object(), (0, 0, 1, 10**30), (0, 0, 1, 1.0)]),
)


def code_meant(given: object) -> Code | None:
    """The code of p4c6 that something is, by the simplest of rules; None when it is none."""
    if isinstance(given, str):
        words = given.replace(",", " ").split() if "," in given or len(given.split()) > 1 else list(given.strip())
        if (
            len(words) != 4
            or given.count(",") not in (0, 3)
            or any(word.lstrip("0") not in [*"123456"] for word in words)
        ):
            return None
        return (
            None if "," not in given and "0" in given and len(given.split()) == 1 else tuple(int(w) - 1 for w in words)
        )
    if not isinstance(given, (tuple, list)) or len(given) != 4:
        return None
    return tuple(given) if all(isinstance(color, int) and 0 <= color < 6 for color in given) else None


@pytest.mark.parametrize("asked", [*OF_A_CODE.values(), *OF_A_TURN.values()], ids=[*OF_A_CODE, *OF_A_TURN])
@given(ANYTHING)
@example("1344")
@example((0, 2, 3))
@example((0, 2, 3, 9))
@settings(max_examples=60, deadline=None)
def test_whatever_is_given_for_a_code_is_read_or_refused(asked: Callable[[Any], object], given: Any) -> None:
    code = code_meant(given)
    if code is None or (isinstance(given, str) and asked in OF_A_TURN.values()):
        with pytest.raises(BadInput):
            asked(given)
    else:
        assert asked(given) == asked(code)
    assert (given in LEFT) == (code is not None and LEFT.filter(Turn(code, GAME.win)).keys.size == 1)


@given(ANYTHING, ANYTHING)
@settings(deadline=None)
def test_score_takes_colors(guess: Any, secret: Any) -> None:
    codes = [code for code in (guess, secret) if isinstance(code, (tuple, list)) and all(type(c) is int for c in code)]
    if len(codes) == 2 and len(secret) == len(guess):
        assert sum(score(guess, secret)) <= len(secret)
    else:
        with pytest.raises(BadCode):
            score(guess, secret)


class Careless:
    """A codemaker that never says `solved`."""

    def reply(self, guess: Code) -> Reply:
        black, white = score(guess, (2, 3, 4, 5))
        return Reply(black, white)


def test_the_win_need_not_be_said() -> None:
    assert not isinstance(Careless(), Ends)
    assert play(GAME, strategy="minimax", codemaker=Careless(), turns=9).guesses == 4
    typed = play(GAME, strategy="minimax", codemaker=lambda guess: "{},{}".format(*score(guess, (2, 3, 4, 5))))
    assert typed.solved
    assert typed.guesses == 4
    assert GAME.check_reply((0, 1, 2, 3), Reply(4, 0)) == GAME.win
    black = Game.parse("p4c6-b")
    assert black.check_reply((0, 1, 2, 3), Reply(4)) == black.win
    with pytest.raises(BadReply):
        black.check_reply((0, 1, 2, 3), Reply(4, 0))


def test_workers_are_a_number_or_threads_that_stays() -> None:
    with WorkerThreads(2) as threads:
        assert build_tree("p4c6", "entropy", workers=threads) == build_tree("p4c6", "entropy", workers=2)
        assert suggest("p4c8", "entropy", workers=threads) == suggest("p4c8", "entropy")
        assert threads.map(4, 4, lambda start, stop: start) == [0, 1, 2, 3]


def test_work_bounds_a_guess() -> None:
    fewest = play(Game(20, 20), None, "first-consistent", seed=3, work=100)
    assert fewest.stopped is not None
    assert "100 partial codes" in fewest.stopped


def test_texts_of_turns_that_may_be_false() -> None:
    """No code answers so to a guess of one colour, which a strategy that reckons with false replies does not mind."""
    text = "p4c6 1111:1b1w"
    position = Position.parse(text, noisy=True)
    assert suggest(text, "bayes:noise=0.2", top=1) == suggest(position, "bayes:noise=0.2", top=1)
    assert make_codebreaker(text, "bayes:noise=0.2").position == position
    with pytest.raises(BadReply, match="a guess of one colour never gets a white"):
        suggest(text, "bayes")


def test_no_advice_has_a_reason() -> None:
    none = suggest("p4c6 1122:1b0w", "first-consistent")
    assert none.stopped is None
    far = suggest(play(Game(20, 20), None, "mcmc", seed=3, turns=4).position, "first-consistent", work=100)
    assert far == []
    assert far.stopped is not None
    assert "100 partial codes" in far.stopped


@pytest.mark.parametrize("strategy", ["auto", "minimax", "first-consistent", "random-consistent"])
def test_a_solved_game_leaves_nothing_to_ask(cli: Cli, strategy: str) -> None:
    """Python, the command and the server take one way."""
    solved = suggest("p4c6 1234:1b0w 1155:4b0w", strategy)
    assert solved == []
    assert solved.stopped == "the game is solved"
    record = cli.json("suggest", str(solved.position), "-s", strategy)
    assert (record["suggestions"], record["stopped"]) == ([], solved.stopped)
    with pytest.raises(Contradiction, match="consistent with both turns"):
        suggest("p4c6 1122:1b0w 1122:4b0w", strategy)
    assert suggest("p4c6 1122:4b0w", "bayes:noise=0.2", top=1)


@pytest.mark.parametrize("rules", ["p100c100", "p31c10", "p35c35", "p8c12", "p45c3-b", "p300c5"])
def test_every_first_guess_may_be_the_secret(rules: str) -> None:
    for found in suggest(rules):
        assert found.is_candidate
        assert "cannot" not in found.why


@pytest.mark.parametrize("strategy", ["auto", "mcmc", "genetic", "binary-search", "sampling", "brute-force"])
def test_what_may_be_the_secret_is_checked(strategy: str) -> None:
    played = play(Game(12, 12), None, "random-consistent", seed=2, turns=4)
    if registry.Player.parse(strategy).strategy.own_guesses_only:
        played = play(Game(12, 12), None, strategy, seed=2, turns=4)
    for found in suggest(played.position, strategy, work=2000):
        assert found.is_candidate == all(played.game.reply(t.guess, found.guess) == t.reply for t in played.turns)
        assert not (found.win_chance and not found.is_candidate)


@pytest.mark.parametrize(
    "strategy", ["bayes:noise=0.2", pytest.param("sampling:noise=0.2", marks=pytest.mark.extended)]
)
def test_false_replies_leave_open_what_may_be_the_secret(cli: Cli, strategy: str) -> None:
    position = "p5c5 11223:1b1w 11445:0b1w 12345:2b1w"
    for found in suggest(position, strategy):
        assert found.is_candidate is None
        assert found.win_chance is not None
        assert "cannot be the secret" not in found.why
    record = cli.json("suggest", position, "-s", strategy)
    assert {found["is_candidate"] for found in record["suggestions"]} == {None}
    assert "no" not in cli("suggest", position, "-s", strategy).split()


def test_a_strategy_that_says_nothing_claims_nothing() -> None:
    assert Guess((0, 0, 1, 1)).consistent is None


def test_the_first_of_several_differs_from_none() -> None:
    first, second = evaluate("p2c3", ["minimax", "first-consistent"])
    assert first.difference is None
    assert second.difference is not None
    assert second.difference.against == "minimax"


def test_turns_may_be_a_list() -> None:
    assert Position(GAME, list(ONE_TURN.turns)) == ONE_TURN


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


def test_texts_where_objects_are_expected(tmp_path: Path) -> None:
    assert Position(TEXT) == Position.parse(TEXT) == ONE_TURN
    assert Position("p4c6", ONE_TURN.turns) == ONE_TURN
    assert Position(TEXT, [Turn((0, 2, 3, 3), Reply(0, 2))]) == Position.parse(f"{TEXT} 1344:0b2w")
    with pytest.raises(BadPosition, match="expected a Position, a Game or a text"):
        Position(4)  # type: ignore[arg-type]
    with pytest.raises(BadPosition, match="in the same text as the rules"):
        Position("p4c6", "1122:1b0w")  # type: ignore[arg-type]
    assert Notation.of("bulls-and-cows").parse("bc", "0123") == (0, 1, 2, 3)
    assert Notation.of("bc-b").format("bc", (0, 1, 2, 3)) == "0123"
    assert Notation("RGBYOP").parse("p4c6", "RRGG") == (0, 0, 1, 1)
    with pytest.raises(BadInput, match=r"expected the symbols as text.*Notation\.of"):
        Notation(GAME)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=r"'p4c6' are rules.*for the notation of a game use Notation\.of"):
        Notation("p4c6")
    with pytest.raises(BadRules, match=r"expected the name of a file, not \{'secrets': .* use ListedGame"):
        codepegs.load_game({"secrets": ["ab"]})  # type: ignore[arg-type]
    assert read_tree("gallery:p4c6").figures.total == 5625
    with pytest.raises(codepegs.BadTree, match="gallery:p4c6 is a tree for p4c6, not for p5c6"):
        read_tree("gallery:p4c6", "p5c6")
    with pytest.raises(BadInput, match=r"knuth\.png has an unknown ending: expected \.tree, "):
        write_tree(build_tree("p2c3", "minimax"), tmp_path / "knuth.png")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("rules", ["p4c6", "p4c6-b", "p4c6-t", "p4c6-w"])
def test_a_reply_is_made_from_its_text(rules: str) -> None:
    for reply in Game.parse(rules).replies():
        if not reply.solved:
            assert Reply(str(reply)) == reply
            assert str(Reply(str(reply))) == str(reply)
    for text in ("1b5", "b", "2B1B", "●○", "-y-g-", "", "1"):
        with pytest.raises(BadReply, match="is not a reply without its game"):
            Reply(text)
    with pytest.raises(BadReply, match="omit the other arguments"):
        Reply("1b", 2)


def in_thirds(sizes: Any) -> Any:
    return ((sizes / 3) ** 2).sum(axis=1)


WORDS = codepegs.ListedGame(["CRANE", "CRATE", "TRACE"], ["SLATE"], "wordle")

COPIED: dict[str, Callable[[], object]] = {
    "Game": lambda: GAME,
    "Game.codes": lambda: GAME.codes,
    "ListedGame": lambda: WORDS,
    "Position": lambda: ONE_TURN,
    "position of words": lambda: Position(WORDS).after("slate", "--g-g"),
    "Turn": lambda: ONE_TURN.turns[0],
    "Reply": lambda: Reply("1b2w"),
    "View": lambda: View.BLACK,
    "Notation": lambda: Notation("RGBYOP"),
    "Seed": lambda: codepegs.Seed(3, 4),
    "Candidates": lambda: Candidates.after(TEXT),
    "Suggestion": lambda: suggest(TEXT, "minimax", top=1)[0],
    "suggestions": lambda: suggest(TEXT, "minimax:candidates-only", seed=1),
    "Tree": lambda: build_tree("p2c3", "minimax"),
    "TreeNode": lambda: [*build_tree("p2c3", "minimax").nodes()][3],
    "Evaluation": lambda: evaluate("p2c3", "minimax")[0],
    "evaluations": lambda: evaluate("p2c3", ["minimax", "entropy"]),
    "GameReview": lambda: review(f"{TEXT} 1344:0b1w 3526:1b2w"),
    "PlayedGame": lambda: play("p4c6", "1234", "minimax", seed=1),
    "optimal": lambda: codepegs.optimal("p2c3"),
    "Certificate": lambda: codepegs.certify("p2c3", 21),
    "verify": lambda: codepegs.verify(build_tree("p2c3", "minimax")),
    "ContradictionExplanation": lambda: explain_contradiction(f"{TEXT} 1122:0b0w"),
    "Secret": lambda: Secret("p4c6", "1234"),
    "Adversary": lambda: codepegs.Adversary(TEXT),
    "Strategy": lambda: codepegs.one_step_strategy("thirds", in_thirds),
    "built-in strategies": lambda: [registry.Player.parse(name) for name in registry.STRATEGIES if name != "tree"],
}


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda made: pickle.loads(pickle.dumps(made))])
@pytest.mark.parametrize("made", COPIED.values(), ids=list(COPIED))
def test_copies_are_equal(made: Callable[[], object], copied: Callable[[object], object]) -> None:
    first = made()
    assert copied(first) == first
    again = copied(first)
    if isinstance(again, codepegs.Evaluation):
        assert again.lengths.tolist() == evaluate("p2c3", "minimax")[0].lengths.tolist()
        assert not again.lengths.flags.writeable


class Minimal:
    """The least that plays: the codes in their order."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def next(self, budget: codepegs.Budget | None = None) -> Guess:
        return Guess(self.position.candidates()[0])

    def learn(self, turn: Turn) -> None:
        self.position = self.position.after(turn.guess, turn.reply)

    def report(self) -> codepegs.Report:
        return codepegs.Report()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Minimal) and self.position == other.position


NAMES = [*(name for name in registry.STRATEGIES if name != "tree"), "auto:noise=0.1", "tree:gallery:p4c6", "", "thirds"]


@pytest.mark.parametrize("name", NAMES)
def test_copies_of_codebreakers_are_equal_and_play_on_by_themselves(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.STRATEGIES, "thirds", codepegs.one_step_strategy("thirds", in_thirds))

    def begun() -> codepegs.Codebreaker:
        return make_codebreaker("p4c6", name, seed=3) if name else codepegs.Codebreaker.of(Minimal(Position("p4c6")))

    codebreaker, secret = begun(), Secret("p4c6", "5164")
    for _ in range(2):
        move = codebreaker.next()
        assert isinstance(move, Guess)
        codebreaker.learn(Turn(move.code, secret.reply(move.code)))
    move = codebreaker.next()
    assert isinstance(move, Guess)
    for copied in (copy.copy(codebreaker), copy.deepcopy(codebreaker), pickle.loads(pickle.dumps(codebreaker))):
        assert copied == codebreaker != begun()
        assert copied.next() == move
        copied.learn(Turn(move.code, secret.reply(move.code)))
        assert copied != codebreaker
        assert codebreaker.next() == move
    codebreaker.learn(Turn(move.code, secret.reply(move.code)))
    assert copied == codebreaker
    assert copied.next() == codebreaker.next()


def test_codebreakers_that_play_otherwise_are_not_equal() -> None:
    made = [
        make_codebreaker(TEXT, name, seed=seed)
        for name in ("minimax", "entropy", "entropy:candidates-only", "first-consistent", "random-consistent", "bayes")
        for seed in (1, 2)
    ]
    assert [[one == other for other in made] for one in made] == [
        [i == j for j in range(len(made))] for i in range(len(made))
    ]
    with pytest.raises(BadStrategy, match="give a strategy of your own to add_strategy, then its name"):
        make_codebreaker(TEXT, codepegs.one_step_strategy("thirds", in_thirds))  # type: ignore[arg-type]


@pytest.mark.parametrize("method", ["spawn", pytest.param("forkserver", marks=pytest.mark.extended)])
def test_reviews_and_strategies_travel(method: str) -> None:
    own = codepegs.one_step_strategy("in-thirds", in_thirds)
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(1, context, initializer=add_strategy, initargs=(own,)) as pool:
        reviewed = pool.submit(review, f"{TEXT} 1344:0b1w 3526:1b2w")
        evaluated = pool.submit(evaluate, "p3c4", "in-thirds")
        assert reviewed.result() == review(f"{TEXT} 1344:0b1w 3526:1b2w")
        assert evaluated.result()[0].total == evaluated.result()[0].lengths.sum()


def test_results_make_a_table(cli: Cli, tmp_path: Path) -> None:
    rows = evaluate("p3c4", ["entropy", "minimax"]).to_dicts()
    assert [row["strategy"] for row in rows] == ["entropy", "minimax"]
    assert all(isinstance(row["average"], float) for row in rows)
    assert (rows[0]["difference_more"], rows[1]["difference_against"]) == (None, "entropy")
    frame = polars.DataFrame(rows)
    assert frame["total"].to_list() == [row["total"] for row in rows]
    file = tmp_path / "rows.csv"
    cli("evaluate", "p3c4", "-s", "entropy", "-s", "minimax", "-o", str(file))
    assert polars.read_csv(file).columns == frame.columns


@pytest.mark.parametrize("rules", ["p1c1", "p2c3", "p4c6", "p3c5n", "p4c4n", "p5c2-b"])
def test_the_codes_of_a_game_are_a_sequence(rules: str) -> None:
    codes, listed = Game.parse(rules).codes, list(Candidates.all(rules))
    assert len(codes) == len(listed)
    assert list(codes) == listed == [codes[number] for number in range(len(codes))] == codes[:]
    assert [codes.index(code) for code in listed] == list(range(len(listed)))
    assert codes[-1] == listed[-1]
    assert list(reversed(codes)) == listed[::-1]
    assert codes == Game.parse(rules).codes != Game(3, 3).codes
    for number in (len(codes), -len(codes) - 1):
        with pytest.raises(IndexError, match="numbered from 0"):
            codes[number]
    assert Position(rules).candidates() == Candidates.all(rules)


def test_codes_of_lists_and_of_large_games() -> None:
    assert [WORDS.text_of(code) for code in WORDS.codes] == ["CRANE", "CRATE", "TRACE"]
    assert ("trace" in WORDS.codes, "slate" in WORDS.codes, "zzzzz" in WORDS.codes) == (True, False, False)
    assert (WORDS.codes.index("trace"), WORDS.codes.count("slate")) == (2, 0)
    with pytest.raises(ValueError, match="is not in this part"):
        WORDS.codes.index("slate")
    with pytest.raises(ValueError, match="is not in this part"):
        GAME.codes.index("1122", 8)
    assert (0, 0, 1) not in GAME.codes
    assert None not in GAME.codes
    large = Game(30, 40, repeats=False).codes
    assert large.index(large[10**40]) == 10**40
    assert next(iter(large)) == large[0] == tuple(range(30))
    assert large
    with pytest.raises(BadInput, match=r"more codes than len can return: use Game\.size"):
        len(large)
    longest = Game(300, 7).codes
    assert next(iter(longest)) == longest[0] == (0,) * 300
    assert longest[7**300 - 1] == (6,) * 300


def test_suggestions_have_texts() -> None:
    position = Position(TEXT)
    for strategy in ("auto", "minimax", "first-consistent"):
        assert all(GAME.check_code(found.text) == found.guess for found in suggest(position, strategy))
    large = Position("p9c9")
    for guess in ("1" * 9, "2" * 9, "222211111", "222222211", "222222111", "222221111"):
        large = large.after(guess, large.game.reply(guess, "111111211"))
    assert [found.text for found in suggest(large)] == ["111111211"]
    assert suggest(Position(WORDS))[0].text in WORDS.texts
    reviewed = review(f"{TEXT} 1344:0b1w")
    assert [turn.asked and turn.asked.text for turn in reviewed.turns] == ["1122", "1344"]
    assert all(turn.best and GAME.check_code(turn.best.text) == turn.best.guess for turn in reviewed.turns)


def test_nodes_of_a_tree_are_linked() -> None:
    tree = build_tree("p3c4", "entropy")
    nodes = list(tree.nodes())
    assert nodes[0] == tree.root
    assert len({*nodes}) == len(tree)
    assert {(node.parent, node) for node in nodes[1:]} == {(above, node) for above in nodes for node in above.children}
    for node in nodes[1:]:
        assert node.parent
        assert node.reply
        assert node.position == node.parent.position.after(node.parent.guess, node.reply)
        assert node.depth == node.parent.depth + 1 == len(node.position.turns) + 1
        assert node.secrets == len(node.position.candidates())
        assert node.is_candidate == (node.guess in node.position.candidates())
        assert tree.node_after(node.position.turns) == node.number
    assert tree.root != build_tree("p3c4", "minimax").root
    assert tree.root != 0


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
    with pytest.raises(BadStrategy, match="unknown strategy 'last'"):
        play("p2c3", "12", "last")
    add_strategy(Strategy("last", Last, summary="not yet"))
    add_strategy(Strategy("last", Last))  # as in a cell of a notebook that is changed and run again
    assert str(play("p2c3", "12", "last")) == "p2c3 33:0b0w 22:1b0w 21:0b2w 12:2b0w (solved in 4)"
    mirrored, first = evaluate("p3c4", ["last", "first-consistent"])
    assert mirrored.histogram == first.histogram  # what the lowest code does, with the colours the other way round
    assert build_tree("p3c4", "last").figures.histogram == first.histogram
    assert suggest("p2c3 33:0b0w", "last")[0].guess == (1, 1)
    assert make_codebreaker("p2c3 33:0b0w", "last").next() == Guess((1, 1))
    with pytest.raises(BadStrategy, match="unknown option 'first'"):
        play("p2c3", "12", "last:first=11")
    with pytest.raises(BadStrategy, match="cannot play if replies may be false"):
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
    with pytest.raises(Unavailable, match="brought:LAST is not a strategy named other"):
        play("p2c3", "12", "other")


@pytest.mark.usefixtures("brought")
def test_strategies_of_other_packages_are_listed(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codepegs.strategies.STRATEGIES", registry.STRATEGIES)
    assert "\nlast\n" in cli("strategies")
    wrong = cli.captured.err
    assert "the strategy first cannot be loaded from brought:FIRST" in wrong
    assert "brought:LAST is not a strategy named other" in wrong
    assert [each["name"] for each in cli.json("strategies", "--for", "p2c3")["strategies"]][-1] == "last"


@pytest.mark.parametrize("name", ["", "Mine", "my strategy", "a:b", "a,b", "-a", "a-"])
def test_a_strategy_has_a_name(name: str) -> None:
    with pytest.raises(BadStrategy, match="is not a valid strategy name"):
        add_strategy(Strategy(name, Last))
    with pytest.raises(BadStrategy, match="minimax is a built-in strategy"):
        add_strategy(Strategy("minimax", Last))


def test_optimal_trees_their_journal_and_their_proof(tmp_path: Path) -> None:
    journal = tmp_path / "search"
    found = codepegs.optimal("p3c5", journal=journal)
    assert found.proved
    assert found.tree is not None
    assert found.upper_bound == found.tree.figures.total
    assert codepegs.optimal("p3c5", journal=str(journal)).upper_bound == found.upper_bound
    with pytest.raises(BadInput, match="the journal of another search"):
        codepegs.optimal("p3c6", journal=journal)
    with pytest.raises(BadInput, match="then goes with"):
        codepegs.optimal("p3c5", "last-turn:5", then="depth")
    with pytest.raises(BadInput, match="start goes with"):
        codepegs.optimal("p3c5", "worst", start=found.tree)
    certificate = codepegs.certify("p3c5", found.upper_bound)
    file = tmp_path / "p3c5.cert"
    certificate.write(file)
    checked = codepegs.verify(file)
    assert checked.valid
    assert checked.total == found.upper_bound
    with pytest.raises(BadInput, match="for p3c5, not for p3c6"):
        codepegs.verify(file, "p3c6")
    with pytest.raises(BadInput):
        codepegs.certify("p3c5", found.upper_bound + 1)


def test_trees_are_verified_wherever_they_come_from(tmp_path: Path) -> None:
    tree = codepegs.improve("p3c4", passes=1)
    assert codepegs.verify(tree).total == tree.figures.total
    for name in ("tree.txt", "tree.json", "tree.dot"):
        file = tmp_path / name
        codepegs.write_tree(tree, file)
        if name != "tree.dot":
            assert codepegs.verify(file) == codepegs.verify(tree)
    gallery = codepegs.verify("gallery:p4c6")
    assert (gallery.valid, gallery.total) == (True, 5625)
    text = (tmp_path / "tree.txt").read_text()
    (tmp_path / "wrong").write_text(text.replace("total ", "total 9"))
    wrong = codepegs.verify(tmp_path / "wrong")
    assert not wrong.valid
    assert wrong.faults
    (tmp_path / "other").write_text("nothing")
    with pytest.raises(BadInput):
        codepegs.verify(tmp_path / "other")


@pytest.mark.parametrize("move", [None, (0, 0, 1, 1), "1122", 3, Guess((9, 9, 9, 9)), Guess((0, 0))])
def test_a_wrong_move_is_one_clear_error(move: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    class Wrong:
        """A codebreaker whose `next` returns what it should not."""

        def __init__(self, game: Game, options: object, seed: object, history: tuple[Turn, ...] = ()) -> None:
            self.position = Position(game, history)

        def next(self, budget: object = None) -> Any:
            return move

        def learn(self, turn: Turn) -> None:
            self.position = self.position.after(turn.guess, turn.reply)

        def report(self) -> Report:
            return Report()

    monkeypatch.setattr(registry, "STRATEGIES", dict(registry.STRATEGIES))
    add_strategy(Strategy("wrong", Wrong))
    for use in (
        lambda: play(GAME, "3456", "wrong"),
        lambda: evaluate(GAME, "wrong"),
        lambda: evaluate(GAME, "wrong", games=2, seed=1),
        lambda: suggest(GAME, "wrong"),
        lambda: build_tree(GAME, "wrong"),
    ):
        with pytest.raises(BadStrategy, match=r"Wrong\.next returned"):
            use()


@pytest.mark.parametrize("name", sorted(name for name in codepegs.__all__ if isinstance(getattr(codepegs, name), type)))
def test_the_members_of_public_classes_are_described(name: str) -> None:
    """A method that overrides another may leave the description to it."""
    for member in inspect.classify_class_attrs(getattr(codepegs, name)):
        home: Any = member.defining_class
        is_code = inspect.isroutine(member.object) or isinstance(member.object, property | cached_property)
        is_ours = home.__module__.startswith("codepegs") and not member.name.startswith("_")
        if is_code and is_ours and member.name not in getattr(home, "__dataclass_fields__", ()):
            assert inspect.getdoc(getattr(home, member.name)), member.name
