"""Conflicts and repairs against the same search in plain Python, on drawn parts of codes instead of games."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice

import numpy as np
import pytest

from codepegs.codes.contradictions import CONFLICTS, OTHER_RULES, UNREPAIRED
from codepegs.core import loops
from codepegs.game import Game, code_rules
from codepegs.reasons import catalogue, fields
from tests import extent, naive
from tests.codes.kernel_cases import (
    ConflictCodes,
    conflict_by_codes,
    conflict_by_questions,
    draw_conflict,
    draw_conflict_limits,
)

CONFLICTS_DRAWN = extent.of(10_000, 500)


def plain_by_codes(codes: ConflictCodes) -> tuple[list[int], list[tuple[int, int, int]]] | None:
    """The smallest conflict and all repairs; None if some code fits every turn."""
    turns, numbers = range(len(codes.fits)), range(codes.parts.shape[1])
    failed = [{turn for turn in turns if not codes.fits[turn, codes.parts[turn, code]]} for code in numbers]
    if not all(failed):
        return None
    conflict = next(
        chosen
        for size in range(1, len(turns) + 1)
        for chosen in combinations(turns, size)
        if all(not turned.isdisjoint(chosen) for turned in failed)
    )
    counts = Counter(
        (min(failed[code]), int(codes.parts[min(failed[code]), code])) for code in numbers if len(failed[code]) == 1
    )
    repairs = sorted((-count, *place) for place, count in counts.items())
    return list(conflict), [(turn, part, -count) for count, turn, part in repairs]


class Questions:
    """The bounded search, one question after the other; `asked` has each with its answer."""

    def __init__(self, codes: ConflictCodes, limits: loops.ConflictLimits) -> None:
        self.codes, self.limits = codes, limits
        self.turns = range(len(codes.fits))
        self.work_left = limits.work
        self.asked: list[object] = []
        self.needed: set[int] = set()

    def ask(self, turns: list[int], most: int, changed: tuple[int, int] | None = None) -> tuple[list[int], bool]:
        work = min(self.limits.question_work, self.work_left)
        found, complete, done = self.codes.search(turns, changed, most, work)
        self.asked.append((turns, changed, most, work))
        self.work_left -= done
        return found, complete

    def repairs(self, turn: int) -> list[tuple[int, int, int]]:
        others = [other for other in self.turns if other != turn]
        rest, complete = self.ask(others, self.limits.codes)
        if not rest:
            return []
        self.needed.add(turn)
        counts = Counter(int(self.codes.parts[turn, code]) for code in rest)
        if complete:
            return [(turn, part, count) for part, count in counts.items()]
        found = []
        for part in range(self.codes.counts[turn]):
            codes, is_all = self.ask(list(self.turns), self.limits.few, (turn, part))
            if codes or part in counts:
                found.append((turn, part, len(codes) if is_all else -1))
        return found

    def contradict(self, turns: list[int]) -> bool:
        codes, complete = self.ask(turns, 1)
        return complete and not codes

    def conflict(self) -> list[int]:
        others = [turn for turn in self.turns if turn not in self.needed]
        chosen = (
            sorted((*self.needed, *more))
            for size in range(len(others))
            for more in combinations(others, size)
            if len(self.needed) + size > 1
        )
        for some in islice(chosen, self.limits.questions):
            if self.contradict(some):
                return some
        conflict = list(self.turns)
        for turn in others:
            fewer = [other for other in conflict if other != turn]
            if self.contradict(fewer):
                conflict = fewer
        return conflict


@pytest.mark.parametrize("seed", range(20))
def test_conflicts_by_codes(seed: int) -> None:
    rng = np.random.default_rng([seed, 1])
    sizes = Counter[int]()
    for _ in range(CONFLICTS_DRAWN // 20):
        codes = draw_conflict(rng)
        expected = plain_by_codes(codes)
        found = conflict_by_codes(codes, int(rng.integers(1, 5)), int(rng.integers(1, 40)))
        assert found == expected
        sizes[len(expected[0]) if expected else 0] += 1
    assert {0, 1, 2} <= set(sizes)


@pytest.mark.parametrize("seed", range(20))
def test_conflicts_by_questions(seed: int) -> None:
    rng = np.random.default_rng([seed, 2])
    for _ in range(CONFLICTS_DRAWN // 20):
        codes, limits = draw_conflict(rng), draw_conflict_limits(rng)
        turns = len(codes.fits)
        is_open, finds_conflict = rng.random(turns) < rng.choice([0.5, 1.0]), bool(rng.random() < 0.8)
        plain = Questions(codes, limits)
        repairs = [repair for turn in range(turns) if is_open[turn] for repair in plain.repairs(turn)]
        repairs.sort(key=lambda repair: (-np.inf if repair[2] < 0 else -repair[2], repair[0]))
        expected = plain.conflict() if finds_conflict else []
        found, written, asked = conflict_by_questions(codes, is_open, finds_conflict, limits)
        assert asked == plain.asked
        assert (found, written) == (expected, repairs)


@pytest.mark.parametrize("rules", ["p3c4", "p4c3", "p4c5n", "p1c4"])
def test_codes_scored_peg_by_peg(rules: str) -> None:
    game = Game.parse(rules)
    rng = np.random.default_rng(3)
    codes = naive.all_codes(game)
    for _ in range(10):
        secret, *guesses = (codes[rng.integers(len(codes))] for _ in range(int(rng.integers(1, 4))))
        replies = [plain_per_peg(guess, secret) for guess in guesses]
        count = sum(
            all(plain_per_peg(guess, code) == reply for guess, reply in zip(guesses, replies, strict=True))
            for code in codes
        )
        keys = np.array([key_of(game, code) for code in codes], dtype=np.uint64)
        black, white = np.array(replies, dtype=np.int64).reshape(-1, 2).T.copy()
        turns = np.array(guesses, dtype=np.int64).reshape(-1, game.pegs)
        assert loops.count_per_peg(keys, code_rules(game), turns, black, white) == count


def plain_per_peg(guess: tuple[int, ...], secret: tuple[int, ...]) -> tuple[int, int]:
    """Pegs in place, and pegs whose colour is elsewhere, each looked at by itself."""
    black = [one == other for one, other in zip(guess, secret, strict=True)]
    return sum(black), sum(color in secret for color, is_black in zip(guess, black, strict=True) if not is_black)


def key_of(game: Game, code: tuple[int, ...]) -> int:
    """The colours of a code in fields of bits."""
    bits = (game.colors - 1).bit_length()
    return sum(color << bits * place for place, color in enumerate(reversed(code)))


def test_every_sentence_has_its_values() -> None:
    given = [{"count"}, {"turns", "why"}, {"turns"}]
    for kind, values in zip(CONFLICTS, given, strict=True):
        assert {field.name for field in fields(catalogue()[kind])} == values, kind
    for kind in (*UNREPAIRED, *OTHER_RULES.values()):
        assert all(field.form == "clause" for field in fields(catalogue()[kind])), kind
