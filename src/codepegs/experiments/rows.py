"""A row of a results file: one unit, its result, and its cost."""

from __future__ import annotations

import msgspec

from codepegs.experiments.units import Outcome, Unit


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The row of one finished unit in a results file; the fields are the columns, the last three of them its cost."""

    unit: str
    """A hash of all that affects the answer, `Unit.name`."""
    rules: str
    """The rules id."""
    strategy: str
    """The strategy text."""
    seed: int
    """The seed; 0 if nothing is random."""
    wanted: int | None
    """Games of the unit; None for a share of all secrets."""
    start: int
    """Number of the first game; 0 for a share of all secrets."""
    shard: int
    """The number of the share of all secrets, from 0."""
    shards: int
    """The number of shares."""
    noise: str
    """Probability that a reply is replaced by a random one, or another kind of false replies."""
    declare: float | None
    """Probability at which the secret is declared; None if the codemaker announces the win."""
    codemaker: str | None
    """The function that makes the codemakers, `FILE.py:NAME`; None for true replies to the secret."""
    games: int
    """Games played, won or not."""
    unsolved: int
    """Games the strategy gave up."""
    total: int
    """Guesses in all games that were won."""
    depth: int
    """Largest number of guesses of a won game."""
    histogram: str
    """Games won with 1, 2, 3 … guesses, separated by spaces."""
    sets: int
    """Sets of candidates for which a guess was searched."""
    guesses: int
    """Guesses scored."""
    replies: int
    """Replies counted."""
    seconds: float
    """Time the unit took."""
    peak_memory_mib: float | None
    """Peak memory of its process so far, in MiB; None if unknown."""
    worker: str
    """Machine and process that played it."""

    @classmethod
    def of(cls, unit: Unit, outcome: Outcome, worker: str) -> Row:
        """Return the row of a unit."""
        figures = outcome.figures
        return cls(
            unit=unit.name,
            rules=unit.rules,
            strategy=unit.strategy,
            seed=unit.seed,
            wanted=unit.games,
            start=unit.start,
            shard=unit.shard,
            shards=unit.shards,
            noise=f"{unit.noise:g}" if isinstance(unit.noise, float) else unit.noise,
            declare=unit.declare,
            codemaker=unit.codemaker,
            games=outcome.games,
            unsolved=outcome.unsolved,
            total=figures.total,
            depth=figures.depth,
            histogram=" ".join(map(str, outcome.histogram)),
            sets=outcome.sets,
            guesses=outcome.guesses,
            replies=outcome.replies,
            seconds=outcome.seconds,
            peak_memory_mib=outcome.peak_memory_mib,
            worker=worker,
        )

    @property
    def lengths(self) -> tuple[int, ...]:
        """The histogram as numbers."""
        return tuple(map(int, self.histogram.split()))

    @property
    def answer(self) -> tuple[object, ...]:
        """All columns except the cost, which must not depend on the worker."""
        return msgspec.structs.astuple(self)[: -len(COST)]


COLUMNS = Row.__struct_fields__

COST = ("seconds", "peak_memory_mib", "worker")
"""The columns that differ from one run to the next."""
