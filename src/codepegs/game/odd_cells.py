"""Cells of a table that look as if they said more than one outcome; each is taken as an outcome of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import numpy as np

from codepegs.game.listed import ListedGame
from codepegs.game.outcomes import Outcomes
from codepegs.game.ranges import LONGEST_RANGE, read_number, read_range
from codepegs.game.rules import Game
from codepegs.reasons import Reason

MOST_CELLS_NAMED = 3
"""Cells that are named in the notice."""

UNKNOWN = ("unknown", "not known", "na", "n/a", "n.a.", "nan", "null", "nil", "unk", "-", "--", "–", "—")
"""Texts that people write for a value that they do not know; a dash is an outcome beside a plus."""

SEVERAL = re.compile(r"\s*[/;,|]\s*|\s+or\s+")
"""What separates several values of a cell."""
_MAY_BE_ODD = re.compile(r"[/;,|±<>≤≥+–—-]|\bor\b|\bto\b|\.\.|…|~", re.IGNORECASE)
_SPREAD = re.compile(r"(?=.*\d.*[±–—-].*\d)(?=.*[±(])[\d\s().,±–—-]+[^\W\d]{0,3}")
"""A number with its spread, or a range with its extremes in brackets: `3±1`, `(3-)5-7(-10)`."""

KINDS = {"several": "several values", "range": "a range", "unknown": "an unknown"}
"""What a cell may look like, with its words."""


def may_be_odd(text: str) -> bool:
    """Whether a text may say more than one outcome, or an unknown one; most are not, which is seen at once."""
    return text in ("", "?") or text.lower() in UNKNOWN or text[:4].lower() == "not " or bool(_MAY_BE_ODD.search(text))


class OddCell(NamedTuple):
    """A cell, by its object and test, and what it looks like."""

    text: str
    thing: str
    test: str
    kind: str


def cells_notice(game: Game, kind: str = "cells_as_outcomes") -> Reason | None:
    """Return what is to be said of a table whose cells look like several values, ranges or unknowns; else None."""
    if not isinstance(game, ListedGame) or not isinstance(game._how, Outcomes):
        return None
    if kind == "proved_of_outcomes" and game._how.is_divided:
        return Reason.of("proved_of_forms")
    found = list(_odd_outcomes(game, game._how))
    if not found:
        return None
    count = sum(cells for _, cells in found)
    kinds = [kind for kind in KINDS if any(cell.kind == kind for cell, _ in found)]
    first = {cell.kind: cell for cell, _ in reversed(found)}
    named = [cell for cell, _ in found if cell in first.values()]
    named += islice((cell for cell, _ in found if cell not in named), MOST_CELLS_NAMED - len(named))
    cells = [f"{cell.text} ({cell.thing}, {cell.test})" for cell in named]
    if count > len(cells):
        cells.append(f"{count - len(cells):,} more")
    words = [KINDS[kind] for kind in kinds]
    return Reason.of(kind, table=str(game), cells=_joined(cells, "and"), looks=_joined(words, "or"), count=count)


def _joined(words: list[str], last: str) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def _odd_outcomes(game: ListedGame, outcomes: Outcomes) -> Iterator[tuple[OddCell, int]]:
    """The odd outcomes of each test: the first cell that has it, and how many have."""
    labels, numbers = outcomes.given_labels, outcomes.numbers
    suspects = [number for number, label in enumerate(labels) if label.lower() in UNKNOWN or _MAY_BE_ODD.search(label)]
    if not suspects:
        return
    is_suspect = np.zeros(len(labels), dtype=np.bool_)
    is_suspect[suspects] = True
    for number_of_test, (test, row) in enumerate(zip(outcomes.tests, numbers, strict=True)):
        if not is_suspect[row].any():
            continue
        sizes = np.bincount(row, minlength=len(labels))
        alone = {labels[number].lower() for number in np.flatnonzero(sizes).tolist()}
        for number in np.flatnonzero((sizes > 0) & is_suspect).tolist():
            kind = _kind(labels[number], alone)
            if kind and not (kind == "range" and number_of_test in outcomes.measured):
                thing = game.given_texts[int(np.argmax(row == number))]
                yield OddCell(labels[number], thing, test, kind), int(sizes[number])


def _kind(text: str, alone: set[str]) -> str:
    """What a cell looks like, empty if it is usual, in a test with these outcomes."""
    low = text.lower()
    if low in UNKNOWN:
        return "" if low in "-–—" and "+" in alone else "unknown"
    if len(text) > LONGEST_RANGE:
        return ""
    if read_number(text) is None and (read_range(text) is not None or _SPREAD.fullmatch(text)):
        return "range"
    pieces = [piece for piece in SEVERAL.split(low) if piece]
    are_numbers = re.search(r"\bor\b", low) is not None and all(read_number(piece) is not None for piece in pieces)
    return "several" if len(pieces) > 1 and (are_numbers or not alone.isdisjoint(pieces)) else ""
