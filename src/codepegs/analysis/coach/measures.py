"""The figures by which the coach compares guesses."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codepegs.game import Code
from codepegs.strategies import Suggestion

WIN_BITS = 1.0
"""What the certainty to win at once counts beside the bits of the reply: knowing the code is not yet having asked it.

So a game of one code left is one bit from its end, and of two codes left each is worth 1 + 1/2, a guess that only shows
them apart 1."""

SAME = 1e-9
"""Bits by which equal figures may differ, for they are sums in another order."""


@dataclass(frozen=True, slots=True)
class Figures:
    """A guess with the expected effect of its reply."""

    guess: Code
    """The code, 0-based colours."""
    expected_size: float
    """Expected number of candidates after the reply, the secret included."""
    entropy_bits: float
    """Expected information of the reply, in bits."""
    win_chance: float
    """Probability that the guess is the secret."""

    @classmethod
    def of(cls, found: Suggestion) -> Figures:
        """Return the figures of a suggestion.

        Args:
            found: A suggestion without unknown figures.

        Returns:
            The figures.
        """
        assert found.expected_size is not None
        assert found.entropy_bits is not None
        return cls(found.guess, found.expected_size, found.entropy_bits, found.win_chance or 0.0)

    @classmethod
    def of_shares(cls, guess: Code, shares: NDArray[np.float64], candidates: float) -> Figures:
        """Compute the figures of a guess from the distribution of its reply.

        Args:
            guess: The guess.
            shares: The share of the candidates that give each reply, float64, shape (replies,), the win last.
            candidates: Number of candidates.

        Returns:
            The figures.

        >>> Figures.of_shares((0, 1), np.array([0.5, 0.25, 0.25]), 4.0)
        Figures(guess=(0, 1), expected_size=1.5, entropy_bits=1.5, win_chance=0.25)
        """
        present = shares[shares > 0]
        bits = float(-(present @ np.log2(present))) + 0.0
        return cls(guess, float(present @ present) * candidates, bits, float(shares[-1]))

    @property
    def is_candidate(self) -> bool:
        """Whether the guess may be the secret."""
        return self.win_chance > 0

    @property
    def value(self) -> float:
        """The information of the reply in bits, plus `WIN_BITS` times the probability of winning."""
        return self.entropy_bits + WIN_BITS * self.win_chance

    def is_as_good_as(self, other: Figures) -> bool:
        """Return whether the guess is at least as good as another.

        Args:
            other: The other guess.

        Returns:
            True if it is more informative, or equally informative and it may be the secret or the other cannot be.
        """
        if abs(self.entropy_bits - other.entropy_bits) > SAME:
            return self.entropy_bits > other.entropy_bits
        return self.is_candidate or not other.is_candidate

    def share_of(self, best: Figures) -> float:
        """Return the value of the guess relative to that of the best guess.

        Args:
            best: The best guess.

        Returns:
            The ratio, from 0 to 1.

        >>> apart, one_of_two = Figures((0, 0), 1.0, 1.0, 0.0), Figures((0, 1), 1.0, 1.0, 0.5)
        >>> round(apart.share_of(one_of_two), 2), one_of_two.share_of(apart)
        (0.67, 1.0)
        """
        return 1.0 if best.value <= SAME or self.value >= best.value - SAME else self.value / best.value
