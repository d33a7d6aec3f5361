"""A share of all secrets, for one of several processes or machines."""

from __future__ import annotations

from dataclasses import dataclass

from codepegs.errors import BadInput


@dataclass(frozen=True, slots=True)
class Shard:
    """Share `index`, from 0, of `count` nearly equal shares of the secrets.

    The secrets are in the order in which a strategy tree lists them. A branch below the second guess is never divided:
    it belongs to the share of its first secret. The shares of one count cover every secret once, so their figures add
    up to those of the whole.

    Raises:
        BadInput: `index` is not from 0 to `count` - 1.

    >>> Shard(1, 3).interval(100)
    (33, 66)
    """

    index: int = 0
    """The number of the share, from 0."""
    count: int = 1
    """The number of shares."""

    def __post_init__(self) -> None:
        if not 0 <= self.index < self.count:
            raise BadInput(f"invalid share {self.index} of {self.count}")

    def interval(self, secrets: int) -> tuple[int, int]:
        """Return the secrets of the share.

        Args:
            secrets: Number of all secrets.

        Returns:
            The number of the first secret and that after the last.
        """
        return secrets * self.index // self.count, secrets * (self.index + 1) // self.count

    def holds(self, start: int, secrets: int) -> bool:
        """Return whether a branch belongs to the share.

        Args:
            start: The number of the first secret of the branch.
            secrets: Number of all secrets.

        Returns:
            True if it does.
        """
        first, after = self.interval(secrets)
        return first <= start < after

    def meets(self, start: int, size: int, secrets: int) -> bool:
        """Return whether a range of secrets may contain some of the share.

        Args:
            start: The number of the first secret of the branches.
            size: Number of secrets of the branches.
            secrets: Number of all secrets.

        Returns:
            True if one of them may.
        """
        first, after = self.interval(secrets)
        return start < after and first < start + size


WHOLE = Shard()
"""The share that contains all secrets."""

UNCUT = 2
"""Depth below which branches are not divided."""
