"""Limits of the strategy for large games, in units of work."""

from __future__ import annotations

from dataclasses import dataclass

LISTED = ((500, 524_288), (300, 131_072), (0, 32_768))
"""Pairs (pegs, hypotheses): the length of the list in games of at least so many pegs, the most pegs first.

In smaller games a longer list saves no guesses, because guesses have too few positions to ask about all of its items.
"""


@dataclass(frozen=True, slots=True)
class Settings:
    """Sizes of the lists and limits of the search for a query; none of them is a time."""

    listed: int | None = None
    """Number of hypotheses about places up to which groups become items; by default `LISTED`."""
    counted: int = 32_768
    """Number of hypotheses about counts up to which colours are added."""
    halved: int = 2_048
    """Number of hypotheses about sets of colours up to which sets are added: with fewer, each is settled sooner."""
    samples: int = 2_048
    """Number of hypotheses on which queries are compared."""
    restarts: int = 3
    """Number of hill climbs for a query, each from an empty one."""
    evaluations: int = 240
    """Number of queries compared in each climb."""
    without_dummy: int = 3
    """Factor for the number of queries compared without a dummy, where every change requires others."""
    misfits: int = 3
    """Number of groups too large for the list that are skipped before it counts as full."""
    compared: int = 3
    """Number of waiting groups compared before one becomes an item."""
    at_root: int = 3
    """Number of groups of the root that become items before any other."""
    in_part: int = 10
    """Number of groups that wait in a part of the root before they become items; items are of one part at a time."""
    worth: float = 0.6
    """Value of a bit about counts in bits about places, for queries that use all pegs for counts."""
    equations: int = 256
    """Number of queries about counts whose black counts are stored; later ones give only counts."""
    parts: tuple[tuple[float, int], ...] = ((1.0, 6), (0.0, 2))
    """Pairs (share, parts): nodes of at least this share of all pegs have this many parts, the largest share first."""

    def most_listed(self, pegs: int) -> int:
        """The number of hypotheses about places up to which groups become items, in a game of some pegs.

        >>> Settings().most_listed(100), Settings().most_listed(1_000), Settings(listed=64).most_listed(1_000)
        (32768, 524288, 64)
        """
        return self.listed or next(most for least_pegs, most in LISTED if pegs >= least_pegs)
