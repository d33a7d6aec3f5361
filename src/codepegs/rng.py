"""Independent streams of random numbers: the numbers of a game do not depend on other games."""

from __future__ import annotations

import os
import zlib
from contextlib import suppress
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING

from codepegs.errors import BadInput
from codepegs.lazy import in_source_order

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DRAWN_BITS = 32
"""Bits of a drawn seed, short enough to type."""


@in_source_order
@dataclass(frozen=True, slots=True)
class Seed:
    """The random seed of a run, and the number of one game in it.

    The secret, the noise and each strategy draw from separate streams, which depend on (seed, game, stream, turn). So
    game 17 of seed 5 has the same secret for every strategy and any number of workers; secrets depend on the rules too.

    Raises:
        BadInput: A value is not an integer of at least 0.

    >>> bool(Seed(5, 17).stream("secret").random() == Seed(5, 17).stream("secret").random())
    True
    """

    value: int
    """The seed, at least 0."""
    game: int = 0
    """The number of the game, from 0."""

    def __post_init__(self) -> None:
        for number in (self.value, self.game):
            if not isinstance(number, int) or number < 0:
                raise BadInput(f"the seed must be an integer of at least 0, not {number!r:.40}")

    @classmethod
    def draw(cls) -> Seed:
        """Draw a seed at random, to be reported with the result.

        Returns:
            A seed of 32 bits.
        """
        return cls(int.from_bytes(os.urandom(DRAWN_BITS // 8), "big"))

    @classmethod
    def of(cls, seed: Seed | int | None) -> Seed:
        """Return the seed that a caller gave, or draw one.

        Args:
            seed: A seed, an integer of at least 0, or None to draw one.

        Returns:
            The seed.

        Raises:
            BadInput: It is not an integer of at least 0.

        >>> Seed.of(5)
        Seed(value=5, game=0)
        """
        if seed is None:
            return cls.draw()
        if isinstance(seed, Seed):
            return seed
        with suppress(TypeError):
            seed = index(seed)
        return cls(seed)

    def stream(self, name: str, turn: int = 0) -> np.random.Generator:
        """Return the random generator for one purpose.

        Args:
            name: The purpose, such as `secret` or the name of a strategy.
            turn: The turn that it is used for.

        Returns:
            A generator that depends on the seed, the game and the arguments only.
        """
        import numpy as np

        return np.random.Generator(
            np.random.PCG64DXSM(np.random.SeedSequence([self.value, self.game, zlib.crc32(name.encode()), turn]))
        )


def stream_words(stream: np.random.Generator) -> NDArray[np.uint64]:
    """Return the state of a stream from which nothing was drawn, for the loops that continue it.

    Returns:
        The state and the increment, each the low word first: uint64, shape (4,).

    >>> stream_words(Seed(5).stream("guess")).shape
    (4,)
    """
    import numpy as np

    state = stream.bit_generator.state["state"]
    return np.array([word for name in ("state", "inc") for word in divmod(state[name], 1 << 64)[::-1]], dtype=np.uint64)
