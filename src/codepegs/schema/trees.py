"""The result of improving a strategy tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from codepegs.game import Seconds, record
from codepegs.trees import Tree


@record(
    "ImproveAnswer",
    "rules=tree.game total=tree.figures.total average=tree.figures.average depth=tree.figures.depth "
    "histogram=tree.figures.histogram from_total seconds",
)
@dataclass(frozen=True, slots=True)
class ImprovedTree:
    """The result of improving a tree."""

    tree: Tree
    start: Tree | None
    """The tree that the search started from, if any."""
    seconds: Seconds

    @property
    def from_total(
        self,
    ) -> Annotated[int | None, Meta(description="the total of the tree it started from; null without one")]:
        """The total of `start`."""
        return None if self.start is None else self.start.figures.total
