"""What a turn may cost, in units of work."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """How much is drawn, listed and compared; nothing here depends on the clock."""

    samples: int = 3_000
    """Codes by which guesses are compared."""
    moves: int = 12_000_000
    """Moves of all chains together in one turn."""
    noisy_moves: int = 8_000_000
    """The same where replies may be false."""
    listed: int = 60_000
    """Candidates up to which all of them are listed, if `nodes` suffice."""
    nodes: int = 5_000_000
    """Partial codes that one attempt to list them may visit."""
    compared: int = 1_500
    """Codes that fit, compared as guesses."""
    climbs: int = 4
    """Best of them from which other guesses are climbed for."""
    steps: int = 1_500
    """Proposals in each climb."""
    deep: int = 600
    """Listed candidates up to which the rest of the game is played through for the best guesses."""
