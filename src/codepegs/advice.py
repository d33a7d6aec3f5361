"""Several guesses ranked, with the figures behind the ranking and one sentence why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codepegs.candidates import Candidates, Keys
from codepegs.choice import OneStep, part_sizes
from codepegs.chunks import Crew
from codepegs.game import Code, counted
from codepegs.partitions import flagged, part_table, scores
from codepegs.symmetry import differing_guesses
from codepegs.texts import Position

BLOCK = 1 << 16
"""Guesses whose part sizes are kept at a time."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One guess and what it does to the candidates."""

    guess: Code
    is_candidate: bool
    worst: int | None
    """Size of the largest part; like the figures below None where it can be neither counted nor estimated."""
    expected_size: float | None
    """Expected number of candidates left."""
    entropy_bits: float | None
    """Expected information of the reply."""
    parts: int | None
    win_chance: float | None
    why: str
    exact: bool = True
    """Whether the figures are counted over all candidates rather than estimated."""


class Suggestions(list[Suggestion]):
    """Guesses ranked, best first: a list that knows its `position`, so that notebooks show it as a table.

    Where there is none `stopped` says why.

    >>> Suggestions(Position.parse("p4c6"), [])
    []
    """

    def __init__(self, position: Position, suggestions: Iterable[Suggestion], stopped: str | None = None) -> None:
        super().__init__(suggestions)
        self.position = position
        self.stopped = stopped

    def _repr_html_(self) -> str:
        """The guesses with their figures and reasons, for notebooks."""
        from html import escape

        from codepegs.notebooks import code_html, number_html, table_html

        game = self.position.game
        headings = ("rank", "guess", "may be the secret", "worst", "left on average", "bits", "parts", "why")
        rows = [
            (
                str(rank),
                code_html(game, each.guess),
                "yes" if each.is_candidate else "no",
                number_html(each.worst),
                number_html(each.expected_size, 1),
                number_html(each.entropy_bits, 3),
                number_html(each.parts),
                escape(each.why),
            )
            for rank, each in enumerate(self, 1)
        ]
        turns = counted(len(self.position.turns), "turn")
        return table_html(f"{game} after {turns}: the best guesses", headings, rows)


def best_suggestions(
    position: Position,
    candidates: Candidates,
    search: OneStep,
    most: int,
    crew: Crew | None = None,
    guesses: Keys | None = None,
) -> list[Suggestion]:
    """The `most` best guesses by the search's own order; of guesses that are alike only the lowest is named.

    With `guesses` (keys, ascending) only those are looked at.

    >>> from codepegs.partitions import Objective
    >>> position = Position.parse("p4c6 1122:1b0w")
    >>> best, *_ = best_suggestions(position, Candidates.after(position), OneStep(Objective.WORST_PART), 3)
    >>> best.guess, best.worst
    ((0, 2, 3, 3), 44)
    """
    crew = crew or Crew()
    if guesses is None:
        guesses = differing_guesses(position, candidates, candidates_only=search.candidates_only, crew=crew)
    keys = np.empty(0, dtype=np.uint64)
    sizes = np.empty((0, len(part_table(position.game))), dtype=np.int64)
    fewest_left = None
    for start in range(0, len(guesses), BLOCK):
        block = guesses[start : start + BLOCK]
        more = part_sizes(block, candidates, crew)
        winning = more[more[:, -1] > 0]
        if len(winning):
            left = int((winning**2).sum(axis=1).min())
            fewest_left = left if fewest_left is None else min(left, fewest_left)
        keys, sizes = np.concatenate([keys, block]), np.concatenate([sizes, more])
        order = np.argsort(flagged(scores(sizes, search.objective), sizes[:, -1]), kind="stable")[:most]
        keys, sizes = keys[order], sizes[order]
    return [_suggestion(candidates, int(key), row, fewest_left) for key, row in zip(keys, sizes, strict=True)]


def figures_of(candidates: Candidates, code: Code, crew: Crew | None = None) -> Suggestion:
    """What one guess does to the candidates."""
    key = candidates.layout.encode(code)
    return _suggestion(candidates, key, part_sizes(np.array([key], np.uint64), candidates, crew)[0], None)


def _suggestion(candidates: Candidates, key: int, sizes: NDArray[np.int64], fewest_left: int | None) -> Suggestion:
    return describe(candidates.layout.decode(key), sizes, fewest_left)


def describe(guess: Code, sizes: NDArray[np.int64], fewest_left: int | None = None) -> Suggestion:
    """A guess by the sizes of the parts it makes, the win last.

    `fewest_left` is the least sum of squared part sizes that a candidate reaches, where known.

    >>> describe((0, 1), np.array([2, 0, 1])).why
    'Its reply leaves 2 at worst and 1.7 on average of 3, and it may be the secret.'
    """
    count = int(sizes.sum())
    present = sizes[sizes > 0]
    shares = present / count
    return Suggestion(
        guess=guess,
        is_candidate=bool(sizes[-1]),
        worst=int(present.max()),
        expected_size=float(present @ shares),
        entropy_bits=float(-(shares @ np.log2(shares))) + 0.0,
        parts=len(present),
        win_chance=float(sizes[-1]) / count,
        why=_why(count, sizes, present, fewest_left),
    )


def estimate(guess: Code, sizes: NDArray[np.int64], candidates: float, fits: bool) -> Suggestion:
    """A guess by the sizes of the parts it makes of a sample that stands for so many candidates.

    >>> estimate((0, 1), np.array([2, 0, 2]), 400.0, fits=True).expected_size
    200.0
    """
    each = candidates / float(sizes.sum())
    present = sizes[sizes > 0]
    shares = present / sizes.sum()
    left = float(present @ shares * each)
    rest = "and it may be the secret" if fits else "it cannot be the secret"
    return Suggestion(
        guess=guess,
        is_candidate=fits,
        worst=round(present.max() * each),
        expected_size=left,
        entropy_bits=float(-(shares @ np.log2(shares))) + 0.0,
        parts=len(present),
        win_chance=1.0 / candidates if fits else 0.0,
        why=f"By a sample of {sizes.sum():,}, its reply leaves one in {1 / (left / candidates):,.1f} codes; {rest}.",
        exact=False,
    )


def _why(count: int, sizes: NDArray[np.int64], present: NDArray[np.int64], fewest_left: int | None) -> str:
    wins = bool(sizes[-1])
    if count == 1:
        return "It is the only code left." if wins else "The code is known already; this only asks for the reply."
    if count == 2 and wins:
        return "One of the two codes left: it wins now or next turn."
    if len(present) == count:
        return (
            "Wins now, or its reply tells which code it is."
            if wins
            else "Cannot win now, but whatever the reply, the next guess wins."
        )
    if len(present) == 1:
        return "Tells nothing: every code left gives the same reply."
    text = f"Its reply leaves {present.max():,} at worst and {present @ present / count:,.1f} on average of {count:,}"
    if wins:
        return f"{text}, and it may be the secret."
    if fewest_left is not None and fewest_left > sizes @ sizes:
        return f"{text}; it cannot win now, but no code that can does as well ({fewest_left / count:,.1f} on average)."
    return f"{text}; it cannot win now."
