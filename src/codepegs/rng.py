"""Independent streams of random numbers, keyed so that results repeat whatever runs beside them."""

from __future__ import annotations

import secrets
import zlib
from contextlib import suppress
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING

from codepegs.errors import BadInput

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

    def __post_init__(self) -> None:
        for number in (self.value, self.game):
            if not isinstance(number, int) or number < 0:
                raise BadInput(f"the seed must be an integer of at least 0, not {number!r:.40}")

    @classmethod
    def draw(cls) -> Seed:
        """Draw a seed, to be reported with the result."""
        return cls(secrets.randbits(DRAWN_BITS))

    @classmethod
    def of(cls, seed: Seed | int | None) -> Seed:
        """The seed a caller gave, or a drawn one; raises `BadInput`."""
        if seed is None:
            return cls.draw()
        if isinstance(seed, Seed):
            return seed
        with suppress(TypeError):
            seed = index(seed)
        return cls(seed)

    def stream(self, name: str, turn: int = 0) -> np.random.Generator:
        """The generator for one purpose at one turn."""
        import numpy as np

        return np.random.Generator(
            np.random.PCG64DXSM(np.random.SeedSequence([self.value, self.game, zlib.crc32(name.encode()), turn]))
        )
