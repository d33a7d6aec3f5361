"""Searches for consistent codes without a list of candidates.

Depth-first search finds one. Exact search finds all if they are few; it learns from conflicts
(`core/count_solver.hpp`). It proves contradictions, and that a code is the only one left, in games of 20 pegs in which
no list and no depth-first search comes to an end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2

import numpy as np

from codepegs.codes.candidates import Candidates
from codepegs.codes.codebook import MOST_CODES, nodes_a_step
from codepegs.core import loops
from codepegs.game import Code, Game, Position, Turn, TurnArrays, View, code_rules, parts_between

SEARCH_NODES = 200_000_000
"""Largest number of partial codes that a search visits; this takes a few seconds."""


def same_guess_twice(turns: Sequence[Turn]) -> tuple[int, int] | None:
    """Find two turns with the same guess and different replies, a contradiction that is visible in any game.

    >>> same_guess_twice(Position.parse("p4c6 1122:1b0w 3456:0b0w 1122:2b0w").turns)
    (1, 3)
    """
    first: dict[Code, int] = {}
    for number, turn in enumerate(turns):
        if turn.reply.unknown:
            continue
        earlier = first.setdefault(turn.guess, number)
        if turns[earlier].reply != turn.reply:
            return earlier + 1, number + 1
    return None


def find_consistent(
    position: Position, rng: np.random.Generator | None, nodes: int = SEARCH_NODES, backwards: bool = False
) -> Code | None:
    """Search depth-first for a code that is consistent with all turns.

    >>> position = Position.parse("p4c6 1122:1b0w")
    >>> find_consistent(position, None), find_consistent(position, None, backwards=True)
    ((0, 2, 2, 2), (2, 2, 2, 1))
    """
    game = position.game
    if not position.turns:
        return tuple(range(game.pegs)) if not game.repeats else (0,) * game.pegs
    if same_guess_twice(position.turns):
        return None
    if not position.is_known:
        left = Candidates.after(position)
        if not len(left):
            return None
        if rng is not None:
            return left.draw(rng)
        return min(left, key=lambda code: code[::-1]) if backwards else left[0]
    turns = TurnArrays.of(game, position.turns)
    guesses, parts = turns.guesses, turns.parts
    if backwards:
        guesses = np.ascontiguousarray(guesses[:, ::-1])
    order = np.empty((0, 0), dtype=np.int64)
    if rng is not None:
        order = rng.permuted(np.tile(np.arange(game.colors), (game.pegs, 1)), axis=1)
    codes = loops.search_consistent_codes(code_rules(game, turns.numbering), guesses, parts, 0, game.colors, order)
    out = np.empty(game.pegs, dtype=np.int64)
    found = done = False
    while not (found or done):
        if nodes <= 0:
            raise TimeoutError
        step = min(nodes, nodes_a_step(len(parts)))
        found, done = loops.next_consistent_code(codes, out, step)
        nodes -= step
    code = tuple(out.tolist())
    return (code[::-1] if backwards else code) if found else None


MOST_CELLS = 20_000
"""Largest number of pegs times colours; the search has one variable for each, and takes some tenths of a second there
to begin."""

MOST_LISTED = 200
"""Codes after which the search ends without counting the others."""

DECISION_WORK = 100_000_000
"""Units of work for one question: one to two seconds up to p40c40, more where the search does not fit the processor's
cache. The 22 clues of Project Euler 185 take 12 million."""

WORK_A_STEP = 2_000_000
"""Units of work between checks for interrupts: about 30 milliseconds."""

FEW = 12.0
"""Binary logarithm of the expected number of candidates up to which it is worthwhile to count them exactly, before
anything else is known of them."""

FEW_CELLS = 1_600
"""Largest number of pegs times colours for that; in larger games, such a search may take longer than the rest."""

DRAWN = 2_000
"""Codes drawn for that expectation."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The result of an exact search: some consistent codes, and whether they are all."""

    codes: tuple[Code, ...]
    """Consistent codes."""
    complete: bool
    """Whether no other code is consistent."""
    work: int = 0
    """Units of work done."""

    @property
    def consistent(self) -> bool | None:
        """Whether any code is consistent; None if the search ended without an answer."""
        return True if self.codes else False if self.complete else None


def decide(position: Position, most: int = MOST_LISTED, work: int = DECISION_WORK) -> Decision:
    """Search for all consistent codes, within limits.

    >>> found = decide(Position.parse("p20c9-b " + "1" * 20 + ":9b " + "2" * 20 + ":10b"))
    >>> found.consistent, found.complete, len(found.codes)
    (True, False, 200)
    >>> decide(Position.parse("p30c9-b " + "1" * 30 + ":5b " + "1" * 30 + ":4b")).consistent
    False
    """
    game = position.game
    if not (game.traits.counts_pegs and position.is_known):
        listed = Candidates.after(position)
        return Decision(tuple(listed[n] for n in range(min(most, len(listed)))), len(listed) <= most)
    if same_guess_twice(position.turns):
        return Decision((), True)
    if game.pegs * game.colors > MOST_CELLS:
        return Decision((), False)
    search = loops.start_exact_search(game.pegs, game.colors, game.repeats, _counts(position))
    out = np.empty((most + 1, game.pegs), dtype=np.int64)
    found, done, complete = 0, 0, False
    while not complete and found <= most and done < work:
        found, done, complete = loops.search_exactly(search, min(WORK_A_STEP, work - done), out)
    return Decision(tuple(tuple(row) for row in out[: min(found, most)].tolist()), complete, done)


def decide_if_few(position: Position) -> Decision:
    """Search for all consistent codes of a game whose codes are too many to list, if few are expected.

    >>> decide_if_few(Position.parse("p12c12 112233445566:2b3w"))
    Decision(codes=(), complete=False, work=0)
    """
    game = position.game
    if same_guess_twice(position.turns) is not None:
        return Decision((), True)
    if not position.turns or game.pegs * game.colors > FEW_CELLS or game.size <= MOST_CODES:
        return Decision((), False)
    return decide(position) if _expected_bits(position) <= FEW else Decision((), False)


def _expected_bits(position: Position) -> float:
    """Binary logarithm of the number of candidates, as if the replies were independent of each other."""
    game = position.game
    bits = log2(game.size)
    if bits > FEW + len(position.turns) * log2(2 * DRAWN + 2):
        return bits
    turns = TurnArrays.of(game, position.turns)
    codes = _drawn(game)
    for guess, part in zip(turns.guesses, turns.parts, strict=True):
        hits = np.count_nonzero(parts_between(turns.numbering, secrets=codes, guesses=guess) == part)
        bits += log2((hits + 0.5) / (DRAWN + 1))
    return bits


def _drawn(game: Game) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """Random codes, the same in every call, shape (DRAWN, pegs)."""
    rng = np.random.default_rng(0)
    if game.repeats:
        return rng.integers(game.colors, size=(DRAWN, game.pegs))
    return rng.permuted(np.tile(np.arange(game.colors), (DRAWN, 1)), axis=1)[:, : game.pegs].copy()


def _counts(position: Position) -> loops.TurnCounts:
    """The counts that the replies show, -1 where they are hidden."""
    view = position.game.view
    turns = TurnArrays.of(position.game, position.turns)
    hidden = np.full(len(position.turns), -1)
    shows_black, shows_total = view in (View.BLACK_WHITE, View.BLACK), view in (View.BLACK_WHITE, View.TOTAL)
    return loops.TurnCounts(
        turns.guesses,
        turns.black if shows_black else np.where(turns.solved, position.game.pegs, hidden),
        np.where(turns.solved, hidden, turns.total) if shows_total else hidden,
        np.where(turns.solved, hidden, turns.white) if view is View.WHITE else hidden,
    )
