"""Cases of the loops of certificates: what is known about all guesses at a set, and after claims about its parts."""

from __future__ import annotations

from typing import Any

import numpy as np

from codepegs.trees.certificate_checker import EXPECTED, Board, Lists, Rules, Table, TableBoard, table_hash
from codepegs.trees.search.certificate import CompiledBoard, CompiledTableBoard
from tests.kernels import Case

GAMES = (
    "p1c5",
    "p2c6",
    "p3c4",
    "p3c5",
    "p4c3",
    "p3c5n",
    "p4c4",
    "p5c2",
    "p3c4-b",
    "p3c4-t",
    "p4c3-w",
    "p6c2",
    "p4c5n-w",
)


def draw_bounds(rng: np.random.Generator) -> tuple[Any, ...]:
    """Arguments of `bounds_of_set`: some codes that one secret leaves, or any codes."""
    rules = str(rng.choice(GAMES))
    return rules, *draw_set(rng, Board(Rules(rules)))


def draw_set(rng: np.random.Generator, board: Board) -> tuple[Any, ...]:
    """The other arguments of `bounds_of_set`, without the objective."""
    codes = board.everything
    history: list[int] = []
    for _ in range(int(rng.integers(3))):
        guess = int(rng.integers(len(board.codes)))
        parts = [part for part in board.parts(codes, guess).values() if len(part) > 2]
        if parts:
            codes = parts[int(rng.integers(len(parts)))]
            history.append(guess)
    slack = float(rng.choice([0.5, 1.0, 1.5, 3.0]))
    target = int(slack * board.one_step(codes, len(history))) + int(rng.integers(3)) if len(codes) > 1 else 1
    return bool(rng.random() < 0.3), tuple(history), codes, target


def bounds_of_set(
    rules: str | Lists,
    candidates_only: bool,
    history: tuple[int, ...],
    codes: tuple[int, ...],
    target: int,
    objective: str = EXPECTED,
    board_class: type[Board] = CompiledBoard,
) -> list[tuple[int, ...]]:
    """The guesses that are open at a set, with their bounds before and after claims about every third part."""
    board = board_class(Rules(rules) if isinstance(rules, str) else rules, candidates_only, objective)
    if len(codes) < 2:
        return []
    played = tuple(board.codes[number] for number in history)
    found: list[tuple[int, ...]] = []
    for _ in range(2):
        for number, guess in enumerate(board.open_guesses(played, codes, target)):
            names = {part: text for text, part in board.replies.items()}
            known = [
                guess.known(part) for _, part in sorted((names[part], codes) for part, codes in guess.parts.items())
            ]
            found.append((guess.guess, *known, guess.bound(target), guess.bound(1 << 30)))
            if number % 3 == 0:
                part = max(guess.parts.values(), key=len)
                board.accept(part, guess.known(part) + 1, len(history) + 1)
    return found


def draw_table_bounds(rng: np.random.Generator) -> tuple[Any, ...]:
    """Arguments of `bounds_in_table`: a table that ends when the object or its class is known, or named."""
    until = str(rng.choice(["named", "known", "class"]))
    size, tests = int(rng.integers(2, 14)), int(rng.integers(1, 8))
    cells = rng.integers(0, rng.integers(2, 5), size=(tests, size))
    cells[0, :2] = (0, 1)
    named = [["solved" if n == code else "no" for code in range(size)] for n in range(size * (until == "named"))]
    rows = [*named, *cells.tolist()]

    def line(*words: object) -> str:
        return " ".join(map(str, words))

    lines = [line("until", until), line("objects", *(f"o{n}" for n in range(size)))]
    lines.append(line("weights", *rng.integers(1, 20, size=size)))
    lines.append(line("costs", *rng.integers(1, 6, size=len(rows))))
    lines.append(line("classes", 0, 1, *rng.integers(0, 3, size=size - 2)))
    return (
        tuple(lines + [line("test", f"t{n}", *row) for n, row in enumerate(rows)]),
        float(rng.choice([0.5, 1, 1.5])),
    )


def bounds_in_table(
    lines: tuple[str, ...], slack: float, board_class: type[TableBoard] = CompiledTableBoard
) -> tuple[Any, ...]:
    """The bounds of all objects of a table and of the parts of its tests, and the tests left open."""
    board = board_class(Table(f"table:{table_hash(lines)}", lines))
    codes = board.everything
    bound = board.one_step(codes)
    left, rates = board.left_open(codes, int(slack * bound) + 1)
    parts = [part for guess in range(len(board.codes)) for part in board.parts(codes, guess).values()]
    return bound, left, rates, [board.least(part, rates) for part in parts]


CASES = [
    Case("certificate_bounds", bounds_of_set, draw_bounds, seeds=120),
    Case("certificate_bounds_in_table", bounds_in_table, draw_table_bounds, seeds=120),
]
