"""The loops over a table of replies, against NumPy and plain Python."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from codepegs.codes import Objective, log_table
from codepegs.core import COUNTED_BY_SLOT, MARKED_BY_SLOT, loops
from codepegs.core.loops import slot_replies

pytestmark = pytest.mark.loops


def table_of(guesses: int, secrets: int, parts: int, seed: int) -> np.ndarray:
    """A table in which a guess that is a secret wins against itself only."""
    table = np.random.default_rng(seed).integers(parts - 1, size=(guesses, secrets), dtype=np.uint16)
    table[np.arange(secrets), np.arange(secrets)] = parts - 1
    return table


def score(sizes: list[int], objective: Objective, parts: int) -> int:
    logs = log_table(1000)
    return {
        Objective.WORST_PART: max(sizes),
        Objective.EXPECTED_SIZE: sum(size * size for size in sizes),
        Objective.ENTROPY: sum(int(logs[size]) for size in sizes),
        Objective.MOST_PARTS: parts - len(sizes),
    }[objective]


@pytest.mark.parametrize(("guesses", "secrets", "parts"), [(30, 20, 5), (200, 150, 9), (60, 60, 243), (40, 30, 2)])
@pytest.mark.parametrize("objective", list(Objective))
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_the_best_guess(guesses: int, secrets: int, parts: int, objective: Objective, dtype: Any) -> None:
    rng = random.Random(f"{guesses} {objective}")
    table: NDArray[np.unsignedinteger[Any]] = table_of(guesses, secrets, parts, guesses).astype(dtype)
    for size in (1, 2, 3, secrets // 2, secrets):
        members = np.array(sorted(rng.sample(range(secrets), size)))
        asked = np.array(sorted(rng.sample(range(guesses), guesses // 2)), dtype=np.uint64)
        sizes = np.zeros((len(asked), parts), dtype=np.int64)
        loops.of_table("table_sizes", table)(table, asked, members, sizes)
        expected = []
        for row, guess in zip(sizes, asked.tolist(), strict=True):
            counts = Counter(table[guess, members].tolist())
            assert row.tolist() == [counts[part] for part in range(parts)]
            expected.append(2 * score(list(counts.values()), objective, parts) + (counts[parts - 1] == 0))
        keys = np.zeros(len(asked), dtype=np.uint64)
        best = loops.of_table("table_best", table)
        found = best(table, asked, members, parts, objective.value, log_table(1000), keys)
        assert keys.tolist() == expected
        assert found == (min(expected), expected.index(min(expected)))


def plain_walk(table: np.ndarray, parts: int, objective: Objective, candidates_only: bool) -> Counter[int]:
    """The number of secrets by number of guesses, set by set."""
    lengths: Counter[int] = Counter()
    pending = [(list(range(table.shape[1])), 1)]
    while pending:
        members, depth = pending.pop()

        def key(guess: int, members: list[int] = members) -> tuple[int, bool, int]:
            counts = Counter(table[guess, members].tolist())
            return score(list(counts.values()), objective, parts), counts[parts - 1] == 0, guess

        guesses = members if candidates_only else range(len(table))
        guess = members[0] if len(members) <= 2 else min(guesses, key=key)
        for part in sorted(set(table[guess, members].tolist())):
            rest = [member for member in members if table[guess, member] == part]
            if part == parts - 1:
                lengths[depth] += len(rest)
            else:
                pending.append((rest, depth + 1))
    return lengths


@pytest.mark.parametrize("candidates_only", [False, True])
@pytest.mark.parametrize("objective", list(Objective))
@pytest.mark.parametrize(("guesses", "secrets", "parts"), [(60, 40, 6), (90, 90, 20), (50, 9, 3)])
def test_a_walk_is_that_of_plain_python(
    guesses: int, secrets: int, parts: int, objective: Objective, candidates_only: bool
) -> None:
    table = table_of(guesses, secrets, parts, secrets)
    expected = plain_walk(table, parts, objective, candidates_only)
    order = np.random.default_rng(1).permutation(secrets)
    columns = np.empty_like(table)
    for each in (table, table.astype(np.uint8)):
        columns[:] = 0
        loops.of_table("gather_columns", each)(each, order, columns)
        assert (columns == table[:, order]).all()
    position_of = np.argsort(order)
    for units in (1, 1000, 10**9):
        room = 2 * secrets
        out = loops.WalkOutput(
            np.zeros(secrets + 3, np.int64),
            np.zeros(3, np.int64),
            np.empty(room, np.uint64),
            np.empty(room, np.int64),
            np.empty(room, np.int64),
        )
        options = loops.OneStepOptions(objective.value, candidates_only, 10**6, log_table(1000))
        walk = loops.begin_table_walk(columns, position_of, order, 0, parts, options, out)
        while not loops.step_table_walk(walk, units):
            pass
        assert {length: int(count) for length, count in enumerate(out.histogram) if count} == dict(expected)
        nodes = loops.table_walk_nodes(walk)
        assert nodes >= secrets
        assert (out.parents[1:nodes] < np.arange(1, nodes)).all()


@pytest.mark.parametrize("pegs", [1, 2, 5, 9])
def test_slots(pegs: int) -> None:
    rng = np.random.default_rng(pegs)
    codes = rng.integers(4, size=(70, pegs), dtype=np.uint16)
    marked = np.empty((70, 50), dtype=np.uint16)
    slot_replies(codes, codes[:50], MARKED_BY_SLOT, 3 ** np.arange(pegs - 1, -1, -1).reshape(1, -1), marked)
    counted = np.empty((70, 50), dtype=np.uint16)
    numbers = np.arange((pegs + 1) ** 2).reshape(pegs + 1, pegs + 1)
    slot_replies(codes, codes[:50], COUNTED_BY_SLOT, numbers, counted)
    for guess, row, counts in zip(codes.tolist(), marked, counted, strict=True):
        for secret, number, pair in zip(codes[:50].tolist(), row.tolist(), counts.tolist(), strict=True):
            left = Counter(theirs for mine, theirs in zip(guess, secret, strict=True) if mine != theirs)
            total = white = 0
            for mine, theirs in zip(guess, secret, strict=True):
                mark = 2 if mine == theirs else int(left[mine] > 0)
                left[mine] -= mark == 1
                total = 3 * total + mark
                white += mine != theirs and mine in secret
            assert number == total
            assert pair == numbers[sum(m == t for m, t in zip(guess, secret, strict=True)), white]


def test_wrong_arguments() -> None:
    table = table_of(6, 4, 3, 0)
    with pytest.raises(ValueError, match="not a column"):
        loops.table_sizes(table, np.zeros(1, np.uint64), np.array([4]), np.zeros((1, 3), np.int64))
    with pytest.raises(ValueError, match="not a row"):
        loops.table_sizes(table, np.array([6], np.uint64), np.array([0]), np.zeros((1, 3), np.int64))
    with pytest.raises(ValueError, match="too large"):
        loops.table_sizes(table, np.zeros(1, np.uint64), np.arange(4), np.zeros((1, 1), np.int64))
