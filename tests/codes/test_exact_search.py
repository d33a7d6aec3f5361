"""Exact searches in games too large for a list: puzzles solved by another solver, and laws."""

from __future__ import annotations

from itertools import islice
from math import log2
from pathlib import Path

import numpy as np
import pytest

from codepegs import explain_contradiction, suggest
from codepegs.codes.candidates import MOST_CODES_DECIDED, Decision, _counts, decide, decide_if_few
from codepegs.core import loops
from codepegs.errors import Contradiction
from codepegs.game.parts import TurnArrays, parts_between
from codepegs.game.position import Position
from codepegs.game.reply import Turn, View
from codepegs.game.rules import Game
from tests import extent, naive

DATA = Path(__file__).parents[1] / "data"
PUZZLES = [tuple(line.split(" = ")) for line in (DATA / "number_mind.txt").read_text().splitlines()]
"""Black-only puzzles of 12 to 20 pegs, each with its only code; then the same with one reply changed: the only code,
`none` or `several`. The answers are those of the constraint solver CP-SAT of OR-tools 9."""
CONTRADICTIONS = (DATA / "contradictions.txt").read_text().splitlines()
"""Random positions of 6 to 20 pegs of which CP-SAT proved that no code is consistent."""


def answer(decision: Decision, game: Game) -> str:
    if decision.consistent is None:
        return "open"
    if not decision.complete or len(decision.codes) > 1:
        return "several"
    return "".join("123456789A"[color] for color in decision.codes[0]) if decision.codes else "none"


def drawn(game: Game, rng: np.random.Generator) -> tuple[int, ...]:
    return tuple(rng.choice(game.colors, game.pegs, replace=game.repeats).tolist())


def random_position(rng: np.random.Generator, most_pegs: int, most_colors: int) -> tuple[Position, tuple[int, ...]]:
    """A position of any view with true replies, and its secret."""
    pegs, view = int(rng.integers(2, most_pegs + 1)), list(View)[rng.integers(4)]
    colors, repeats = int(rng.integers(2, most_colors + 1)), bool(rng.random() < 0.7)
    game = Game(pegs, colors if repeats else max(colors, pegs), repeats=repeats, view=view)
    secret = drawn(game, rng)
    turns = []
    for _ in range(int(rng.integers(1, 2 * pegs + 2))):
        guess = drawn(game, rng)
        turns.append(Turn(guess, game._reply_between(secret=secret, guess=guess)))
        if guess == secret:
            break
    return Position(game, tuple(turns)), secret


def with_a_false_reply(position: Position, rng: np.random.Generator) -> Position:
    """The position with the reply of another code in one turn."""
    turns, number = list(position.turns), int(rng.integers(len(position.turns)))
    guess = turns[number].guess
    reply = position.game._reply_between(secret=drawn(position.game, rng), guess=guess)
    turns[number] = Turn(guess, reply)
    return Position(position.game, tuple(turns))


@pytest.mark.parametrize("seed", extent.few(range(150)))
def test_all_candidates_of_small_games(seed: int) -> None:
    rng = np.random.default_rng(seed)
    position, _ = random_position(rng, 5, 5)
    if seed % 2:
        position = with_a_false_reply(position, rng)
    expected = naive.candidates(position)
    found = decide(position, len(expected))
    assert found.complete
    assert sorted(found.codes) == expected
    if expected:
        few = decide(position, len(expected) - 1)
        assert not few.complete
        assert len(few.codes) == len(expected) - 1
        assert set(few.codes) <= set(expected)


@pytest.mark.parametrize("seed", extent.few(range(60)))
def test_true_replies_are_never_a_contradiction(seed: int) -> None:
    position, secret = random_position(np.random.default_rng([seed, 1]), 20, 12)
    found = decide(position, 5, 3_000_000)
    assert found.consistent is not False
    assert all(position.fits(code) for code in found.codes)
    assert secret in found.codes or not found.complete


def test_the_work_is_limited_and_repeats_exactly() -> None:
    position = Position.parse(PUZZLES[17][0])
    whole = decide(position)
    assert whole.complete
    assert decide(position) == whole
    assert decide(position, work=whole.work // 4).consistent is None


def decided(puzzles: list[tuple[str, ...]]) -> list[bool]:
    """Whether each puzzle is decided; the answers to these must be right."""
    answers = []
    for text, expected in puzzles:
        position = Position.parse(text)
        found = answer(decide(position), position.game)
        assert found in (expected, "open"), text
        assert answer(decide_if_few(position), position.game) in (expected, "open"), text
        answers.append(found != "open")
    return answers


@pytest.mark.extended
@pytest.mark.parametrize("seed", range(20))
def test_few_are_expected_by_codes_that_are_always_the_same(seed: int) -> None:
    rng = np.random.default_rng(seed)
    position, _ = random_position(rng, 9, 14)
    if seed % 3 == 0:
        position = with_a_false_reply(position, rng)
    game, turns = position.game, position.turns
    drawn_codes = np.random.default_rng(0)
    if game.repeats:
        codes = drawn_codes.integers(game.colors, size=(2_000, game.pegs))
    else:
        rows = np.tile(np.arange(game.colors), (2_000, 1))
        codes = drawn_codes.permuted(rows, axis=1)[:, : game.pegs]
    arrays, bits = TurnArrays.of(game, turns), log2(game.size)
    for number, (guess, part) in enumerate(zip(arrays.guesses, arrays.parts, strict=True), 1):
        hits = np.count_nonzero(parts_between(arrays.numbering, secrets=codes, guesses=guess) == part)
        bits += log2((hits + 0.5) / 2_001)
        counts = _counts(Position(game, turns[:number]))
        for more in (-1e-9, 1e-9):  # the limit is 12 bits
            start = log2(game.size) + 12 - bits + more
            assert loops.expects_few(game.pegs, game.colors, game.repeats, start, counts) == (more < 0)


@pytest.mark.extended
@pytest.mark.parametrize("start", [0, 100])
def test_at_least_95_of_100_puzzles_are_decided(start: int) -> None:
    assert len(PUZZLES) == 200
    found = decided(PUZZLES[start : start + 100])
    assert sum(found) >= 95
    assert all(found[:20])


@pytest.mark.parametrize("text", CONTRADICTIONS)
def test_contradictions_of_every_view(text: str) -> None:
    assert decide(Position.parse(text), 1).consistent is not True
    if "-w" not in text.split()[0]:  # white alone is the hardest view
        assert decide(Position.parse(text), 1).consistent is False


@pytest.mark.extended
@pytest.mark.parametrize(
    "text", [pytest.param(text, marks=[pytest.mark.slow] * (n % 3 == 2)) for n, text in enumerate(CONTRADICTIONS)]
)
def test_contradictions_are_reported_with_corrections(text: str) -> None:
    position = Position.parse(text)
    found = explain_contradiction(position)
    if found is None:  # open
        assert "-w" in text.split()[0]
        return
    assert found.turns is not None
    in_conflict = tuple(position.turns[number - 1] for number in found.turns)
    assert decide(Position(position.game, in_conflict), 1).consistent is False
    for repair in islice(found.repairs, 40):
        turns = list(position.turns)
        turns[repair.turn - 1] = Turn(turns[repair.turn - 1].guess, repair.reply)
        left = decide(Position(position.game, tuple(turns)))
        assert left.codes
        if repair.candidates is not None:  # in games that can be listed, all are counted
            assert left.complete == (repair.candidates <= MOST_CODES_DECIDED)
            assert len(left.codes) == min(repair.candidates, MOST_CODES_DECIDED)
    with pytest.raises(Contradiction):
        suggest(position)


@pytest.mark.slow
def test_answers_of_another_solver() -> None:
    """The recorded answers again: of each puzzle a code other than the recorded ones is searched for."""
    for text, expected in PUZZLES:
        position = Position.parse(text)
        known = () if expected in ("none", "several") else (position.game.check_code(parsed(expected)),)
        assert all(position.fits(code) for code in known)
        assert by_constraints(position, known) == (expected == "several")
    assert not any(by_constraints(Position.parse(text), ()) for text in CONTRADICTIONS)


def parsed(text: str) -> tuple[int, ...]:
    return tuple("123456789A".index(digit) for digit in text)


def by_constraints(position: Position, excluded: tuple[tuple[int, ...], ...]) -> bool:
    """Whether CP-SAT finds a consistent code other than some codes."""
    from ortools.sat.python import cp_model

    game, model = position.game, cp_model.CpModel()
    pegs, colors = range(game.pegs), range(game.colors)
    at = [[model.new_bool_var("") for _ in colors] for _ in pegs]
    held = [model.new_int_var(0, game.pegs if game.repeats else 1, "") for _ in colors]
    for peg in pegs:
        model.add_exactly_one(at[peg])
    for color in colors:
        model.add(sum(at[peg][color] for peg in pegs) == held[color])
    for turn in position.turns:
        black = sum(at[peg][turn.guess[peg]] for peg in pegs)
        total = 0
        for color in set(turn.guess):
            copies = turn.guess.count(color)
            both = model.new_int_var(0, copies, "")
            model.add_min_equality(both, [held[color], copies])
            total += both
        if turn.reply.black is not None:
            model.add(black == turn.reply.black)
        else:
            model.add(black < game.pegs)
        if turn.reply.total is not None:
            model.add(total == turn.reply.total)
        if turn.reply.white is not None:
            model.add(total - black == turn.reply.white)
    for code in excluded:
        model.add_bool_or([~at[peg][code[peg]] for peg in pegs])
    solver = cp_model.CpSolver()
    status = solver.solve(model)
    assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE)
    return bool(status != cp_model.INFEASIBLE)
