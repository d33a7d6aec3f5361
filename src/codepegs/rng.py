"""Independent streams of random numbers: the numbers of a game do not depend on other games."""

from __future__ import annotations

import os
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from codepegs.errors import BadInput, shown, whole_number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


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
        for name in ("value", "game"):
            try:
                object.__setattr__(self, name, whole_number(name, getattr(self, name)))
            except BadInput:
                raise BadInput.because("wrong_seed", value=shown(getattr(self, name))) from None

    @classmethod
    def draw(cls) -> Seed:
        """Draw a seed at random, to be reported with the result.

        Returns:
            A seed of 32 bits.
        """
        return cls(int.from_bytes(os.urandom(4), "big"))  # short enough to type

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
        return cls(seed)

    @property
    def words(self) -> NDArray[np.uint64]:
        """The seed and the number of the game in words of 32 bits, for loops that draw from its streams.

        >>> Seed(2**32 + 5).words.tolist()
        [5, 1, 0]
        """
        import numpy as np

        numbers = (self.value, self.game)
        words = [number >> at & 0xFFFFFFFF for number in numbers for at in range(0, max(1, number.bit_length()), 32)]
        return np.array(words, dtype=np.uint64)

    def stream(self, name: str, turn: int = 0) -> np.random.Generator:
        """Return the random generator for one purpose.

        Args:
            name: The purpose, such as `secret` or the name of a strategy.
            turn: The turn that it is used for.

        Returns:
            A generator that depends on the seed, the game and the arguments only.
        """
        import numpy as np

        turn = whole_number("turn", turn)
        return np.random.Generator(
            np.random.PCG64DXSM(np.random.SeedSequence([self.value, self.game, zlib.crc32(name.encode()), turn]))
        )
