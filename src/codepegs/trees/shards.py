"""A share of all secrets: what one of several processes or machines walks."""

from __future__ import annotations

from dataclasses import dataclass

from codepegs.errors import BadInput


@dataclass(frozen=True, slots=True)
class Shard:
    """Share `index`, from 0, of `count` equal shares of the secrets in the order of a tree.

    A branch below the second guess is never cut: it belongs to the share its first secret lies in. The shares of one
    count cover every secret once, so their figures add up to those of the whole.

    >>> Shard(1, 3).interval(100)
    (33, 66)
    """

    index: int = 0
    count: int = 1

    def __post_init__(self) -> None:
        if not 0 <= self.index < self.count:
            raise BadInput(f"invalid share {self.index} of {self.count}")

    def interval(self, secrets: int) -> tuple[int, int]:
        """The share's secrets, from and up to."""
        return secrets * self.index // self.count, secrets * (self.index + 1) // self.count

    def holds(self, start: int, secrets: int) -> bool:
        """Whether a branch that begins with secret number `start` belongs to the share."""
        first, after = self.interval(secrets)
        return first <= start < after

    def meets(self, start: int, size: int, secrets: int) -> bool:
        """Whether some branch of those `size` secrets may belong to the share."""
        first, after = self.interval(secrets)
        return start < after and first < start + size


WHOLE = Shard()

UNCUT = 2
"""Guesses below which no branch is cut."""
