"""What the player of large games may spend, in units of work."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """Sizes of the lists, and how hard a query is searched for; nothing here depends on the clock."""

    listed: int = 8_192
    """Hypotheses about places up to which further groups are taken up."""
    counted: int = 32_768
    """Hypotheses about counts up to which further colours are taken up."""
    halved: int = 2_048
    """Hypotheses about sets of colours up to which further sets are taken up: the fewer, the sooner one is settled."""
    samples: int = 2_048
    """Hypotheses on which queries are compared."""
    restarts: int = 3
    """Climbs for a query, each from an empty one."""
    evaluations: int = 80
    """Queries compared in each climb."""
    without_dummy: int = 3
    """How many times as many are compared where no dummy exists: every change there makes others."""
    misfits: int = 3
    """Groups too large for the list that are passed over before it counts as full."""
    compared: int = 3
    """Waiting groups compared before one is taken up."""
    worth: float = 0.6
    """What a bit about counts, asked for with all pegs, is worth in bits about places."""
    equations: int = 256
    """Queries about counts whose black pegs are remembered; later ones tell of counts only."""
    parts: tuple[tuple[float, int], ...] = ((1.0, 6), (0.0, 2))
    """Nodes of at least such a share of all pegs have so many parts, the largest share first."""
