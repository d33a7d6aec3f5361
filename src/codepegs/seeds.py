"""Independent streams of random numbers, keyed so that results repeat whatever runs beside them."""

from __future__ import annotations

import secrets
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

DRAWN_BITS = 32
"""Bits of a seed that was not given: short enough to read out and type again."""


@dataclass(frozen=True, slots=True)
class Seed:
    """The seed of a run and the number of one game in it.

    Secret, noise and each strategy draw from streams of their own, keyed by (seed, game, stream, turn): game 17 of seed
    5 has the same secret for every strategy, on any number of workers.

    >>> bool(Seed(5, 17).stream("secret").random() == Seed(5, 17).stream("secret").random())
    True
    """

    value: int
    game: int = 0

    @classmethod
    def draw(cls) -> Seed:
        """A seed nobody gave, to be reported with the result."""
        return cls(secrets.randbits(DRAWN_BITS))

    @classmethod
    def of(cls, seed: Seed | int | None) -> Seed:
        """The seed a caller gave, or a drawn one."""
        if seed is None:
            return cls.draw()
        return cls(seed) if isinstance(seed, int) else seed

    def stream(self, name: str, turn: int = 0) -> np.random.Generator:
        """The generator for one purpose at one turn."""
        import numpy as np

        return np.random.Generator(
            np.random.PCG64DXSM(np.random.SeedSequence([self.value, self.game, zlib.crc32(name.encode()), turn]))
        )
