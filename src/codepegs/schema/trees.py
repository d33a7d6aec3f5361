"""Strategy trees: their figures, and the results of searches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from codepegs.game import CANONICAL
from codepegs.schema.base import Answer

if TYPE_CHECKING:
    from codepegs.game import Code, Game
    from codepegs.trees import Tree
    from codepegs.trees.search import Found, LowerBound, TreeObjective

Histogram = Annotated[tuple[int, ...], Meta(description="secrets found with 1, 2, 3 … guesses")]


class TreeAnswer(Answer, frozen=True, kw_only=True):
    """The figures of a tree."""

    rules: str
    strategy: Annotated[str, Meta(description="the strategy it was built from; - if unknown")]
    total: int
    average: float
    depth: int
    histogram: Histogram
    nodes: int
    """Number of nodes of the tree."""

    @classmethod
    def of(cls, tree: Tree) -> TreeAnswer:
        """Return the answer for a tree.

        Args:
            tree: The tree.

        Returns:
            The answer.

        >>> from codepegs import build_tree
        >>> TreeAnswer.of(build_tree("p4c6", "minimax")).total
        5801
        """
        figures = tree.figures
        return cls(
            rules=str(tree.game),
            strategy=tree.strategy or "-",
            total=figures.total,
            average=figures.average,
            depth=figures.depth,
            histogram=figures.histogram,
            nodes=len(tree),
        )


class OptimalAnswer(Answer, frozen=True, kw_only=True):
    """The result of a search for an optimal tree; the figures are null without a tree."""

    rules: str
    objective: str
    first: Annotated[str | None, Meta(description="the first guess, if one was given")]
    total: int | None
    depth: int | None
    histogram: Histogram | None
    codes_at_depth: int | None
    proved: bool
    """Whether the tree is proved optimal, or there is proved to be none."""
    seconds: float
    nodes: Annotated[int, Meta(description="sets whose guesses were scored; with several workers it varies")]
    lower_bound: Annotated[
        int, Meta(description="proved lower bound on the cost of every tree, in the units of the objective")
    ]
    upper_bound: Annotated[int | None, Meta(description="the cost of the tree; null without one")]

    @classmethod
    def of(cls, game: Game, objective: TreeObjective, found: Found, first: Code | None = None) -> OptimalAnswer:
        """Return the answer for a search for an optimal tree.

        Args:
            game: The game.
            objective: What the search minimised.
            found: Its result.
            first: The first guess, if one was given.

        Returns:
            The answer.
        """
        figures = found.tree.figures if found.tree is not None else None
        return cls(
            rules=str(game),
            objective=str(objective),
            first=None if first is None else CANONICAL.format(game, first),
            total=figures.total if figures else None,
            depth=figures.depth if figures else None,
            histogram=figures.histogram if figures else None,
            codes_at_depth=figures.codes_at_depth if figures else None,
            proved=found.proved,
            seconds=round(found.seconds, 6),
            nodes=found.nodes,
            lower_bound=found.lower,
            upper_bound=found.value,
        )


class BoundAnswer(Answer, frozen=True, kw_only=True):
    """A lower bound on the guesses that every strategy needs."""

    rules: str
    lower_bound: Annotated[int, Meta(description="no strategy needs fewer guesses, summed over all secrets")]
    average: Annotated[float, Meta(description="the same per secret")]
    exact: Annotated[bool, Meta(description="whether the bound is the optimum")]
    upper_bound: Annotated[
        int | None,
        Meta(description="the bound if it is exact, else the total of the best tree in the gallery; null without one"),
    ]
    bounded: Annotated[int, Meta(description="sets of candidates that were bounded")]
    seconds: float

    @classmethod
    def of(cls, game: Game, found: LowerBound, best: int | None) -> BoundAnswer:
        """Return the answer for a lower bound.

        Args:
            game: The game.
            found: What was proved.
            best: The total of the best known tree, if any.

        Returns:
            The answer.
        """
        return cls(
            rules=str(game),
            lower_bound=found.total,
            average=found.total / game.size,
            exact=found.exact,
            upper_bound=found.total if found.exact else best,
            bounded=found.bounded,
            seconds=round(found.seconds, 6),
        )


class ImproveAnswer(Answer, frozen=True, kw_only=True):
    """The result of improving a tree."""

    rules: str
    total: int
    average: float
    depth: int
    histogram: Histogram
    from_total: Annotated[int | None, Meta(description="the total of the tree it started from; null without one")]
    seconds: float

    @classmethod
    def of(cls, found: Tree, start: Tree | None, seconds: float) -> ImproveAnswer:
        """Return the answer for the tree that `improve` found.

        Args:
            found: The tree.
            start: The tree that the search started from, if any.
            seconds: Duration of the search.

        Returns:
            The answer.
        """
        figures = found.figures
        return cls(
            rules=str(found.game),
            total=figures.total,
            average=figures.average,
            depth=figures.depth,
            histogram=figures.histogram,
            from_total=start.figures.total if start is not None else None,
            seconds=round(seconds, 6),
        )
