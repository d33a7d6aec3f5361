"""The best guess among many for one set of candidates, by what it does to the partition.

This is the one-step search that the exhaustive strategies share: score every guess by the sizes of the parts it makes,
prefer a candidate among equals, then the numerically lowest.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from codepegs import packing
from codepegs.arrangements import are_arrangements, arrangements_of
from codepegs.candidates import MOST_CODES, Candidates, Keys, is_light
from codepegs.chunks import MOST_PAIRS, Crew
from codepegs.errors import BadInput, Contradiction
from codepegs.game import Code, View
from codepegs.partitions import Objective, flagged, log_table, part_table, scores
from codepegs.symmetry import differing_guesses
from codepegs.texts import Position

LIGHT_BLOCK = 250_000
"""Replies that NumPy works out at a time."""

LANES_MOST = 512
"""Candidates up to which every guess that can differ is scored in one sweep, eight at a time."""

LANES_COLORS = 64
"""Colours up to which that sweep works."""


class Ties(Enum):
    """Which of the guesses with the best score is played."""

    CANDIDATE = "candidate"
    """A candidate first, then the numerically lowest."""
    LOWEST = "lowest"
    """The numerically lowest, candidate or not."""
    RANDOM = "random"
    """Drawn among those that differ by symmetry, candidates first."""


@dataclass(frozen=True, slots=True)
class OneStep:
    """A one-step strategy: at every turn the guess whose partition of the candidates scores best.

    >>> from codepegs.game import Game
    >>> search = OneStep(Objective.WORST_PART)
    >>> search.choose(Position(Game(4, 6)), Candidates.all(Game(4, 6)))
    (0, 0, 1, 1)
    """

    objective: Objective
    candidates_only: bool = False
    ties: Ties = Ties.CANDIDATE
    searched_most: int = MOST_CODES
    """Candidates up to which guesses are searched; among more, the lowest candidate is played."""

    def choose(
        self,
        position: Position,
        candidates: Candidates,
        *,
        crew: Crew | None = None,
        turn: int = 1,
        rng: np.random.Generator | None = None,
    ) -> Code:
        """The guess for a position whose candidates these are; raises `Contradiction` when there are none."""
        crew = crew or Crew()
        count = len(candidates)
        if count == 0:
            raise Contradiction.of(position.game, len(position.turns))
        if count > self.searched_most or (count <= 2 and self.ties is not Ties.RANDOM):
            return candidates[0]
        if self.ties is not Ties.RANDOM and only_order_is_open(candidates):
            return candidates[0]
        if self._by_lanes(candidates, crew):
            key, scored = _choose_small(position, candidates, self.objective)
            crew.work.add(1, scored, scored * count)
            return candidates.layout.decode(key)
        guesses = differing_guesses(position, candidates, candidates_only=self.candidates_only, crew=crew)
        key = best_guess(guesses, candidates, self.objective, ties=self.ties, rng=rng, crew=crew, turn=turn)
        return candidates.layout.decode(key)

    def _by_lanes(self, candidates: Candidates, crew: Crew) -> bool:
        """Whether the search for small sets applies: one worker is done before others would have started."""
        game = candidates.game
        if self.candidates_only or self.ties is not Ties.CANDIDATE or crew.plan.kind != "auto":
            return False
        return (
            len(candidates) <= LANES_MOST
            and game.colors <= LANES_COLORS
            and not is_light(_light_work(candidates, game.size))
        )


def only_order_is_open(candidates: Candidates) -> bool:
    """Whether no reply but the win tells the candidates apart, so that the lowest of them is as good as any guess.

    >>> only_order_is_open(Candidates.after(Position.parse("p4c6-t 1122:4t")))
    True
    """
    if candidates.game.view is not View.TOTAL or not len(candidates):
        return False
    colors = tuple(sorted(candidates[0]))
    if len(candidates) > arrangements_of(colors) or tuple(sorted(candidates[-1])) != colors:
        return False  # seen without unpacking what may be millions of codes
    return are_arrangements(candidates.codes)


def _light_work(candidates: Candidates, guesses: int) -> int:
    """What so many guesses cost on NumPy: one step a pair and mask word, and the tallies that packing keeps."""
    game, count = candidates.game, len(candidates)
    return guesses * count * packing.mask_words(game) + (guesses + count) * game.colors


def _choose_small(position: Position, candidates: Candidates, objective: Objective) -> tuple[int, int]:
    from codepegs.kernels import walking

    game, layout = candidates.game, candidates.layout
    table = part_table(game)
    first_played = np.full(game.colors, walking.NEVER, dtype=np.int64)
    for turn in position.turns:
        first_played[list(turn.guess)] = 0
    key, scored = walking.choose_small(
        candidates.keys,
        first_played,
        1,
        game.pegs,
        layout.bits,
        game.repeats,
        table.cell_black,
        table.cell_total,
        table.cell_ends,
        objective.value,
        log_table(len(candidates)),
        len(table),
    )
    return int(key), int(scored)


def best_guess(
    guesses: Keys,
    candidates: Candidates,
    objective: Objective,
    *,
    ties: Ties = Ties.CANDIDATE,
    rng: np.random.Generator | None = None,
    crew: Crew | None = None,
    turn: int = 1,
) -> int:
    """The key of the best of `guesses` (ascending) for the candidates; `turn` counts the searches of a game from 1."""
    crew = crew or Crew()
    crew.work.add(1, len(guesses), len(guesses) * len(candidates))
    if crew.plan.kind == "pairs":
        scored = _score_pairs(guesses, candidates, objective, crew)
    elif is_light(_light_work(candidates, len(guesses))):
        scored = _score_lightly(guesses, candidates, objective)
    elif ties is Ties.CANDIDATE:
        return _best_by_planes(guesses, candidates, objective, crew, turn)
    else:
        scored = np.empty(len(guesses), dtype=np.uint64)
        _best_by_planes(guesses, candidates, objective, crew, turn, scored)
    if ties is Ties.LOWEST:
        scored >>= np.uint64(1)
    if ties is Ties.RANDOM and rng is not None:
        return int(rng.choice(guesses[scored == scored.min()]))
    return int(guesses[scored.argmin()])


def part_sizes(guesses: Keys, candidates: Candidates, crew: Crew | None = None, turn: int = 1) -> NDArray[np.int64]:
    """How many candidates answer each part to each guess, shape (guesses, parts)."""
    if is_light(_light_work(candidates, len(guesses))):
        return _sizes_lightly(guesses, candidates)
    planes = PlaneSet.build(guesses, candidates, crew or Crew())
    out = np.zeros((len(guesses), len(part_table(candidates.game))), dtype=np.int64)

    def run(start: int, stop: int) -> None:
        planes.count(guesses, start, stop, out[start:stop])

    crew = crew or Crew()
    crew.map(len(guesses), crew.plan.chunks(len(guesses), len(candidates), turn, crew.workers), run)
    return out


def _sizes_lightly(guesses: Keys, candidates: Candidates) -> NDArray[np.int64]:
    game, layout = candidates.game, candidates.layout
    table = part_table(game)
    codes = candidates.codes
    step = max(1, LIGHT_BLOCK // len(codes))
    blocks = []
    for start in range(0, len(guesses), step):
        block = layout.unpack(guesses[start : start + step])
        black, total = packing.replies(game, block, codes)
        parts = table.part_of[black, total] + np.arange(len(block))[:, None] * len(table)
        counts = np.bincount(parts.ravel(), minlength=len(block) * len(table))
        blocks.append(counts.reshape(len(block), len(table)))
    return np.concatenate(blocks)


def _score_lightly(guesses: Keys, candidates: Candidates, objective: Objective) -> NDArray[np.uint64]:
    sizes = _sizes_lightly(guesses, candidates)
    return flagged(scores(sizes, objective), sizes[:, -1])


def _score_pairs(guesses: Keys, candidates: Candidates, objective: Objective, crew: Crew) -> NDArray[np.uint64]:
    """One task for each guess and candidate: far more time goes into handing out work than into doing it."""
    from codepegs.kernels import codes

    game, layout = candidates.game, candidates.layout
    table = part_table(game)
    pairs = len(guesses) * len(candidates)
    if pairs > MOST_PAIRS:
        raise BadInput(
            f"one task for each pair would be {pairs:,} tasks; that is for games of up to {MOST_PAIRS:,} pairs a turn"
        )
    count = len(candidates)
    tally = [np.zeros(game.colors, dtype=np.int64) for _ in range(crew.workers)]

    def run(start: int, stop: int) -> int:
        scratch = np.zeros(game.colors, dtype=np.int64) if crew.workers > 1 else tally[0]
        guess, key = guesses[start // count], candidates.keys[start % count]
        return int(codes.part_of(key, guess, layout.pegs, layout.bits, scratch, table.part_of))

    parts = np.array(crew.map(pairs, pairs, run)).reshape(len(guesses), count)
    offset = np.arange(len(guesses))[:, None] * len(table)
    sizes = np.bincount((parts + offset).ravel(), minlength=len(guesses) * len(table)).reshape(len(guesses), -1)
    return flagged(scores(sizes, objective), sizes[:, -1])


@dataclass(frozen=True)
class PlaneSet:
    """The bit planes of a set of candidates, for the colours that some guesses use."""

    candidates: Candidates
    column_of: NDArray[np.uint16]
    place: NDArray[np.uint64]
    copies: NDArray[np.uint64]
    strides: NDArray[np.int64]
    members: NDArray[np.uint64]

    @classmethod
    def build(cls, guesses: Keys, candidates: Candidates, crew: Crew) -> PlaneSet:
        """Turn the candidates sideways; the crew shares the work."""
        from codepegs.kernels import planes, simd

        game, layout = candidates.game, candidates.layout
        used = np.zeros(game.colors, dtype=np.bool_)
        for position in range(game.pegs):
            used |= np.bincount(layout.colors_at(guesses, position), minlength=game.colors) > 0
        column_of = np.full(game.colors, planes.ABSENT, dtype=np.uint16)
        column_of[used] = np.arange(np.count_nonzero(used))
        columns = int(np.count_nonzero(used))
        size = len(candidates)
        words = -(-size // (planes.WORD * simd.LANES)) * simd.LANES
        strides = np.array([columns * words, words, 1], dtype=np.int64)
        place = np.zeros(game.pegs * columns * words, dtype=np.uint64)
        copies = np.zeros_like(place)

        def run(start: int, stop: int) -> None:
            tally = np.zeros(game.colors, dtype=np.int64)
            planes.build_planes(
                candidates.keys,
                start * planes.WORD,
                min(stop * planes.WORD, size),
                game.pegs,
                layout.bits,
                column_of,
                place[start:],
                strides,
                copies[start:],
                strides,
                tally,
            )

        crew.map(-(-size // planes.WORD), size // 100_000 + 1, run)
        members = np.zeros(words, dtype=np.uint64)
        planes.fill_members(members, size)
        return cls(candidates, column_of, place, copies, strides, members)

    def count(self, guesses: Keys, start: int, stop: int, out: NDArray[np.int64]) -> None:
        """Add the part sizes of guesses[start:stop] to the rows of `out`."""
        from codepegs.kernels import counting

        game, layout = self.candidates.game, self.candidates.layout
        table = part_table(game)
        counting.count_parts(
            guesses,
            start,
            stop,
            game.pegs,
            layout.bits,
            self.column_of,
            self.members,
            len(self.members),
            self.place,
            self.copies,
            self.strides,
            table.cell_black,
            table.cell_total,
            table.cell_part,
            out,
        )

    def best(
        self, guesses: Keys, start: int, stop: int, objective: Objective, scored: NDArray[np.uint64]
    ) -> tuple[int, int]:
        """The least flagged score in guesses[start:stop] and its first index; all go to a non-empty `scored`."""
        from codepegs.kernels import counting

        game, layout = self.candidates.game, self.candidates.layout
        table = part_table(game)
        best, at = counting.best_in_range(
            guesses,
            start,
            stop,
            game.pegs,
            layout.bits,
            self.column_of,
            self.members,
            len(self.members),
            self.place,
            self.copies,
            self.strides,
            table.cell_black,
            table.cell_total,
            table.cell_part,
            objective.value,
            log_table(len(self.candidates)),
            len(table),
            scored,
        )
        return int(best), int(at)


def _best_by_planes(
    guesses: Keys,
    candidates: Candidates,
    objective: Objective,
    crew: Crew,
    turn: int,
    scored: NDArray[np.uint64] | None = None,
) -> int:
    planes = PlaneSet.build(guesses, candidates, crew)
    out = np.empty(0, dtype=np.uint64) if scored is None else scored

    def run(start: int, stop: int) -> tuple[int, int]:
        return planes.best(guesses, start, stop, objective, out)

    chunks = crew.plan.chunks(len(guesses), len(candidates), turn, crew.workers)
    return int(guesses[min(crew.map(len(guesses), chunks, run))[1]])
