"""A strategy tree as flat arrays, and the number of guesses it needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest
from typing import Annotated, Any, ClassVar

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from codepegs import game as games
from codepegs.codes import MOST_CODES, Candidates, CodeSpace, Keys, Known
from codepegs.core import loops
from codepegs.errors import BadPosition, BadTree, shown, whole_number
from codepegs.game import (
    CANONICAL,
    Code,
    FormerName,
    Game,
    JsonKeys,
    Kinds,
    Position,
    Reply,
    Turn,
    described,
    format_turn,
    part_table,
    record,
    said,
)
from codepegs.reasons import MOST_SHOWN_OF_OBJECT, bracketed, clip, counted

MOST_REPLIES_SHOWN = 20
"""Replies to the first guess that a notebook shows."""


def check_size(game: Game) -> None:
    """Check that the codes of a game can be listed, as its trees need."""
    if game.size > MOST_CODES and not game._traits.is_tabulated:
        raise BadTree.because(game._reason("too_large_for_tree", size=game.size, most=MOST_CODES))


@dataclass(frozen=True)
class TreeFigures:
    """The number of guesses that a strategy needs, or what they cost, over all secrets."""

    histogram: Annotated[tuple[int, ...], Meta(description="secrets found with 1, 2, 3 … guesses")]

    @property
    def secrets(self) -> int:
        """Number of secrets played."""
        return sum(self.histogram)

    @property
    def total(self) -> int:
        """Number of guesses summed over all secrets, winning guesses included."""
        return sum(length * secrets for length, secrets in enumerate(self.histogram, 1))

    @property
    def longest_game(self) -> Annotated[int, described("longest_game")]:
        """Largest number of guesses for a secret."""
        return len(self.histogram)

    @property
    def codes_at_longest(self) -> Annotated[int, described("codes_at_longest")]:
        """Number of secrets that need the largest number of guesses."""
        return self.histogram[-1] if self.histogram else 0

    @property
    def average(self) -> float:
        """Expected number of guesses for a secret drawn at random."""
        return self.total / self.secrets if self.secrets else 0.0

    depth: ClassVar[FormerName] = FormerName("longest_game")
    codes_at_depth: ClassVar[FormerName] = FormerName("codes_at_longest")

    def __add__(self, other: TreeFigures) -> TreeFigures:
        """Return the figures over the secrets of both."""
        return TreeFigures(tuple(map(sum, zip_longest(self.histogram, other.histogram, fillvalue=0))))


class TreeNode:
    """One guess of a strategy tree, as an object instead of array entries; `Tree.root` and `Tree.nodes` give them.

    Nodes can be members of sets and keys of dicts. Two are equal if they are the same node of equal trees.

    Args:
        tree: The tree.
        number: The number of the node in its arrays, from 0.

    >>> from codepegs import build_tree
    >>> root = build_tree("p2c3", "minimax").root
    >>> root.guess, root.text, [(str(child.reply), child.text) for child in root.children]
    ((0, 0), '11', [('0b0w', '22'), ('1b0w', '12')])
    >>> root.children[1].parent == root, root.parent, root.reply
    (True, None, None)
    """

    __slots__ = ("number", "tree")

    def __init__(self, tree: Tree, number: int) -> None:
        self.tree: Tree = tree
        self.number: int = number

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TreeNode) or self.number != other.number:
            return False
        return self.tree is other.tree or self.tree == other.tree

    def __hash__(self) -> int:
        return hash((self.tree.game, self.number))

    def __repr__(self) -> str:
        whole = f"<{self.position}: guess {self.text}>"
        if len(whole) <= MOST_SHOWN_OF_OBJECT:
            return whole
        place = f"guess {self.depth} of {clip(str(self.tree.game))}"
        return bracketed(f"{place}: {clip(self.text)}, {counted(self.secrets, 'secret')} left")

    @property
    def position(self) -> Position:
        """The rules and the turns that lead to the guess."""
        return Position(self.tree.game, self.tree.turns(self.number))

    @property
    def guess(self) -> Code:
        """The guess, 0-based colours."""
        return self.tree.guess(self.number)

    @property
    def text(self) -> str:
        """The guess as text, as positions and files of trees have it."""
        return CANONICAL.format(self.tree.game, self.guess)

    @property
    def reply(self) -> Reply | None:
        """The reply to the guess of the parent; None at the root."""
        return self.tree.reply(self.number) if self.number else None

    @property
    def parent(self) -> TreeNode | None:
        """The guess before this one; None at the root."""
        return TreeNode(self.tree, int(self.tree.parents[self.number])) if self.number else None

    @property
    def children(self) -> list[TreeNode]:
        """The next guesses, in the game's order of replies; none for the reply that announces the win."""
        return [TreeNode(self.tree, child) for child in self.tree.children(self.number)]

    @property
    def secrets(self) -> int:
        """Number of secrets that are possible before the guess."""
        return int(self.tree.secrets[self.number])

    @property
    def is_candidate(self) -> bool:
        """Whether the guess is one of them."""
        return bool(self.tree.solves[self.number])

    @property
    def depth(self) -> int:
        """Number of this guess in a game, counted from 1."""
        return int(self.tree.depths[self.number])


@record("TreeAnswer", "The figures of a tree.")
@dataclass(frozen=True, eq=False)
class Tree:
    """A strategy tree: the next guess after every reply. The reply that announces the win has no child.

    Each array has shape (nodes,). Nodes are in preorder: a node is followed by the subtrees of its children, in
    the game's order of replies. Node 0 is the root.

    >>> from codepegs import build_tree
    >>> tree = build_tree("p2c3", "entropy")
    >>> tree.guess(0), len(tree), tree.figures.histogram
    ((0, 1), 9, (1, 4, 4))
    """

    game: Game
    """The rules."""
    guesses: Keys
    """The key of each node's guess, uint64."""
    parents: NDArray[np.int64]
    """The number of each node's parent; -1 for the root."""
    parts: NDArray[np.int64]
    """The reply to the parent's guess that leads to each node, as an index into `game.replies()`; -1 for the root."""
    strategy: str = ""
    """The text of the strategy from which the tree was built, or empty."""

    def _json_keys(self) -> JsonKeys:
        return {
            "rules": self.game,
            "strategy": self.origin,
            "total": self.total,
            "average": self.average,
            "longest_game": self.figures.longest_game,
            "histogram": self.figures.histogram,
            "nodes": self.size,
            "kinds": self.kinds,
        }

    def __post_init__(self) -> None:
        if not isinstance(self.game, Game):
            raise BadTree.because("not_a_game", value=shown(self.game))
        check_size(self.game)
        for name in ("guesses", "parents", "parts"):
            array = getattr(self, name)
            if not isinstance(array, np.ndarray) or array.ndim != 1 or array.dtype.kind not in "iu" or not len(array):
                raise BadTree.because("not_an_array_of_nodes", name=name, value=shown(array))
            object.__setattr__(self, name, array.astype(np.uint64 if name == "guesses" else np.int64, copy=False))
        if not len(self.guesses) == len(self.parents) == len(self.parts):
            raise BadTree.because("arrays_of_one_length")
        above = np.arange(len(self.parents)) > self.parents
        if self.parents[0] != -1 or not (above & (self.parents >= -1)).all() or (self.parents[1:] < 0).any():
            raise BadTree.because("parents_before_children")

    @classmethod
    def assemble(
        cls, game: Game, guesses: Keys, parents: NDArray[np.int64], parts: NDArray[np.int64], strategy: str = ""
    ) -> Tree:
        """Create a tree from nodes in any order in which parents come before their children.

        Args:
            game: The game.
            guesses: Keys of the guesses, uint64, shape (nodes,).
            parents: The number of each node's parent, int64, shape (nodes,); -1 for the root.
            parts: The reply that leads to each node, as an index into `game.replies()`, int64, shape (nodes,); -1 for
                the root.
            strategy: The text of the strategy.

        Returns:
            The tree, with its nodes in preorder.
        """
        parents, parts = (np.ascontiguousarray(numbers, dtype=np.int64) for numbers in (parents, parts))
        places, order = np.empty_like(parents), np.empty_like(parents)
        loops.places_in_preorder(parents, parts, places)
        order[places] = np.arange(len(places))
        renumbered = np.where(parents >= 0, places[parents], -1)
        return cls(game, guesses[order], renumbered[order], parts[order], strategy)

    @property
    def origin(self) -> Annotated[str, Meta(description="the strategy it was built from; - if unknown")]:
        """The strategy, or `-`."""
        return self.strategy or "-"

    @property
    def size(self) -> int:
        """Number of nodes."""
        return len(self)

    def __len__(self) -> int:
        return len(self.guesses)

    def __eq__(self, other: object) -> bool:
        """Return whether two trees make the same guesses; the strategy texts are ignored."""
        return (
            isinstance(other, Tree)
            and self.game == other.game
            and np.array_equal(self.guesses, other.guesses)
            and np.array_equal(self.parents, other.parents)
            and np.array_equal(self.parts, other.parts)
        )

    def __repr__(self) -> str:
        by = f" by {clip(self.strategy)}" if self.strategy else ""
        return bracketed(f"tree of {clip(str(self.game))}{by}: {counted(len(self), 'node')}")

    def named(self, strategy: str) -> Tree:
        """Return the same tree with another strategy text.

        Args:
            strategy: The text.

        Returns:
            The tree.
        """
        return replace(self, strategy=strategy)

    @cached_property
    def space(self) -> CodeSpace:
        """The codes of the game as keys."""
        return CodeSpace.of(self.game)

    layout: ClassVar[FormerName] = FormerName("space")

    @cached_property
    def depths(self) -> NDArray[np.int64]:
        """The depth of each node, int64, shape (nodes,), which is the number of guesses up to and including its own."""
        depths = np.ones(len(self), dtype=np.int64)
        up = self.parents.copy()
        climbing = np.flatnonzero(up >= 0)
        while len(climbing):
            depths[climbing] += 1
            up[climbing] = self.parents[up[climbing]]
            climbing = climbing[up[climbing] >= 0]
        return depths

    @cached_property
    def prices(self) -> NDArray[np.int64]:
        """The cost of the guess of each node, int64, shape (nodes,)."""
        costs = self.game.costs
        rows = self.space.rows(self.guesses).astype(np.int64)
        return np.ones(len(self), dtype=np.int64) if costs is None else costs[rows]

    @cached_property
    def spent(self) -> NDArray[np.int64]:
        """The cost of the guesses up to and including that of each node, int64, shape (nodes,)."""
        if self.game.costs is None:
            return self.depths
        spent = self.prices.copy()
        for depth in range(2, int(self.depths.max()) + 1):
            level = np.flatnonzero(self.depths == depth)
            spent[level] += spent[self.parents[level]]
        return spent

    @property
    def sum_words(self) -> str:
        """The total in words: `5,801 guesses for 1,296 secrets`."""
        secrets = counted(self.figures.secrets, self.game._traits.secret_noun)
        return f"{self.game._total_words(self.total)} for {secrets}"

    @property
    def words(self) -> str:
        """The total, the average and the depth in words."""
        longest = said("longest_game", self.figures.longest_game)
        return f"{self.sum_words}, {said('average', f'{self.average:.4f}')}, {longest}"

    @property
    def title(self) -> str:
        """The rules, the figures, and the strategy as the tree states it."""
        return f"{self.game}: {self.words}{f'. Strategy: {self.strategy}' if self.strategy else ''}"

    @property
    def total_words(self) -> str:
        """The same as `words`, and the number of secrets at the depth.

        >>> from codepegs import build_tree
        >>> build_tree("p4c6", "minimax").total_words
        '5,801 guesses for 1,296 secrets, 4.4761 on average, at most 5 (694 secrets)'
        """
        return f"{self.words} ({counted(self.figures.codes_at_longest, self.game._traits.secret_noun)})"

    @property
    def histogram_title(self) -> str:
        """What `figures.histogram` counts, in words: `Secrets by number of guesses`."""
        traits = self.game._traits
        by = f"number of {traits.guess_nouns[1]}" if self.game.costs is None else "cost"
        return f"{traits.secret_noun.capitalize()}s by {by}"

    @cached_property
    def last(self) -> NDArray[np.int64]:
        """The node with the last guess for each secret, int64, shape (game.size,); -1 if the tree does not find it."""
        last = np.full(self.game.size, -1, dtype=np.int64)
        if self.game.until == "named":
            last[self.space.numbers(self.guesses[self.solves])] = np.flatnonzero(self.solves)
            return last
        for node, known in self.known.items():
            for each in known.values():
                last[self.space.numbers(each.left.keys)] = node
        return last

    @cached_property
    def known(self) -> dict[int, dict[int, Known]]:
        """What is known where the game is over without another guess: by node, then by the reply to it, as in `parts`.

        It is empty in games that end when the secret is named.
        """
        found: dict[int, dict[int, Known]] = {}
        pending = [(0, self.space.secrets())] if self.game.until != "named" else []
        while pending:
            node, keys = pending.pop()
            parts = self.space.parts(keys, self.guess(node))
            for child in self.children(node):
                is_below = parts == self.parts[child]
                pending.append((child, keys[is_below]))
                keys, parts = keys[~is_below], parts[~is_below]
            for part in np.flatnonzero(np.bincount(parts)).tolist():
                left = keys[parts == part]
                if self.space.is_over(left) or part == len(part_table(self.game)) - 1:
                    found.setdefault(node, {})[part] = Known(Candidates(self.game, left))
        return found

    @cached_property
    def found_at(self) -> NDArray[np.int64]:
        """The node with the last guess for each secret that the tree finds, ascending, int64."""
        return np.flatnonzero(self.solves) if self.game.until == "named" else np.sort(self.last[self.last >= 0])

    @cached_property
    def solves(self) -> NDArray[np.bool_]:
        """Whether each node's guess is consistent with all replies before it, bool, shape (nodes,)."""
        found = self.space.are_secrets(self.guesses)
        at, parts, up = np.arange(len(self)), self.parts, self.parents
        while True:
            climbing = (up >= 0) & found[at]
            at, parts, up = at[climbing], parts[climbing], up[climbing]
            if not len(at):
                return found
            found[at] = self.space.parts_between(self.guesses[up], self.guesses[at]) == parts
            parts, up = self.parts[up], self.parents[up]

    @cached_property
    def ends(self) -> NDArray[np.int64]:
        """The end of each subtree, int64, shape (nodes,); node n and all nodes below it are n to ends[n] - 1."""
        ends = np.arange(1, len(self) + 1)
        for depth in range(int(self.depths.max()), 1, -1):
            level = np.flatnonzero(self.depths == depth)
            np.maximum.at(ends, self.parents[level], ends[level])
        return ends

    def sums_below(self, values: NDArray[Any]) -> NDArray[Any]:
        """Add up values of nodes over the subtree of each node.

        Args:
            values: The values, shape (nodes,).

        Returns:
            The sums, shape (nodes,).
        """
        running = np.append(0, np.cumsum(values))
        sums: NDArray[Any] = running[self.ends] - running[:-1]
        return sums

    @cached_property
    def secrets(self) -> NDArray[np.int64]:
        """The number of secrets that are possible at each node, int64, shape (nodes,)."""
        return self.sums_below(np.bincount(self.found_at, minlength=len(self)))

    @cached_property
    def figures(self) -> TreeFigures:
        """The number of guesses over all secrets, or what the guesses cost."""
        return TreeFigures(tuple(np.bincount(self.spent[self.found_at])[1:].tolist()))

    @cached_property
    def total(self) -> int:
        """The number of guesses over all secrets, or what they cost, times the weight of each secret if it has one."""
        weights = self.game.weights
        return self.figures.total if weights is None else int(weights @ self.lengths)

    @property
    def average(self) -> float:
        """`total` for a secret drawn at random, by the weights if there are any."""
        return self.figures.average if self.game.weights is None else self.total / self.game._mass

    @property
    def kinds(self) -> Kinds:
        """All figures are counted."""
        return dict.fromkeys(("total", "average", "longest_game"), "counted")

    @cached_property
    def lengths(self) -> NDArray[np.int64]:
        """The number of guesses for each secret, or what they cost, int64, shape (codes,), in the order of codes.

        The winning guess counts; 0 for a secret that the tree does not find. `Candidates.all(game)` has the codes in
        this order.

        >>> from codepegs import Candidates, build_tree
        >>> tree = build_tree("p2c2", "minimax")
        >>> [(code, length) for code, length in zip(Candidates.all("p2c2"), tree.lengths.tolist())]
        [((0, 0), 1), ((0, 1), 2), ((1, 0), 3), ((1, 1), 2)]
        """
        return np.where(self.last >= 0, self.spent[self.last], 0)

    def nodes(self) -> Iterator[TreeNode]:
        """Iterate over all guesses of the tree, as objects.

        Returns:
            The nodes in reading order: a node is followed by all nodes below it.

        >>> from codepegs import build_tree
        >>> for node in build_tree("p2c2", "minimax").nodes():
        ...     print(node.position, node.guess, node.secrets)
        p2c2 (0, 0) 4
        p2c2 11:0b0w (1, 1) 1
        p2c2 11:1b0w (0, 1) 2
        p2c2 11:1b0w 12:0b2w (1, 0) 1
        """
        return (TreeNode(self, node) for node in range(len(self)))

    @property
    def root(self) -> TreeNode:
        """The first guess, as an object."""
        return TreeNode(self, 0)

    def _repr_html_(self) -> str:
        """Return the figures and the first guesses as HTML, for notebooks."""
        from html import escape

        figures, game = self.figures, self.game
        name = f" of {self.strategy}" if self.strategy else ""
        caption = (
            f"Tree{name} for {game}: {self.sum_words}, {self.average:.4f} on average, {figures.longest_game} at most"
        )
        unit = game._traits.guess_nouns[1] if game.costs is None else "cost"
        lengths = games.table_html(
            caption,
            (unit, *(str(length) for length in range(1, figures.longest_game + 1))),
            [(f"{game._traits.secret_noun}s", *(f"{secrets:,}" for secrets in figures.histogram))],
        )
        replies, branches = part_table(game).replies, list(self.walk(levels=2))[1:]
        rows = [
            (
                escape(str(replies[part])),
                f"{int(self.secrets[at]) if isinstance(at, int) else len(at.left):,}",
                games.code_html(game, self.guess(at)) if isinstance(at, int) else escape(at.answer),
            )
            for _, part, at in branches[:MOST_REPLIES_SHOWN]
        ]
        more = (
            f", the first {MOST_REPLIES_SHOWN} of {len(branches)} replies" if len(branches) > MOST_REPLIES_SHOWN else ""
        )
        first = f"First {game._traits.guess_nouns[0]} {CANONICAL.format(game, self.guess(0))}{more}"
        left = f"{game._traits.secret_noun}s left"
        return lengths + games.table_html(first, ("reply", left, f"next {game._traits.guess_nouns[0]}"), rows)

    def guess(self, node: int) -> Code:
        """Return the guess at a node.

        Args:
            node: The number of the node.

        Returns:
            The code, 0-based colours.

        Raises:
            BadInput: There is no such node.
        """
        return self.space.decode(int(self.guesses[self._node(node)]))

    def _node(self, number: int, least: int = 0) -> int:
        """The number of a node, checked."""
        return whole_number("node", number, least, len(self) - 1)

    def reply(self, node: int) -> Reply:
        """Return the reply that leads to a node.

        Args:
            node: The number of the node, at least 1: no reply leads to the root.

        Returns:
            The reply to the guess of its parent.

        Raises:
            BadInput: There is no such node.
        """
        return part_table(self.game).replies[int(self.parts[self._node(node, 1)])]

    def children(self, node: int) -> Iterator[int]:
        """Iterate over the children of a node.

        Args:
            node: The number of the node.

        Yields:
            The numbers of the children, in the game's order of replies.
        """
        node = self._node(node)
        child = node + 1
        while child < self.ends[node]:
            yield child
            child = int(self.ends[child])

    def walk(self, top: int = 0, levels: int | None = None) -> Iterator[tuple[int, int, int | Known]]:
        """Iterate over a subtree in reading order, with what is known where the game is over.

        Args:
            top: The number of the node at which to start.
            levels: The number of levels; all if None.

        Yields:
            The level, from 0; the reply that leads there, as in `parts`; and a node, or what is known.
        """
        pending: list[tuple[int, int, int | Known]] = [(0, int(self.parts[top]), top)]
        while pending:
            level, part, at = pending.pop()
            yield level, part, at
            if isinstance(at, int) and (levels is None or level + 1 < levels):
                after: dict[int, int | Known] = {int(self.parts[child]): child for child in self.children(at)}
                after |= self.known.get(at, {})
                pending.extend((level + 1, part, after[part]) for part in sorted(after, reverse=True))

    def child(self, node: int, reply: Reply) -> int | None:
        """Return the child of a node after a reply.

        Args:
            node: The number of the node.
            reply: The reply to the guess of the node.

        Returns:
            The number of the child; None if the reply announces the win, or no remaining secret gives it.
        """
        table = part_table(self.game)
        if reply not in table.replies:
            return None
        part = table.number(reply)
        return next((child for child in self.children(node) if self.parts[child] == part), None)

    def node_after(self, turns: Iterable[Turn]) -> int | None:
        """Return the node to which turns lead.

        Args:
            turns: The turns from the start of the game.

        Returns:
            The number of the node; None if the tree ends with the last turn.

        Raises:
            BadPosition: A guess is not that of the tree, a reply is unknown, or the tree ends before the last turn.
        """
        node: int | None = 0
        for number, turn in enumerate(Position(self.game, turns).turns, 1):
            if node is None:
                raise BadPosition.because("turn_after_tree", count=number)
            if turn.guess != self.guess(node):
                given, guess = format_turn(self.game, turn), CANONICAL.format(self.game, self.guess(node))
                raise BadPosition.because("turn_not_in_tree", count=number, given=given, guess=guess)
            if turn.reply.unknown:
                raise BadPosition.because("unknown_reply_in_tree", count=number)
            node = self.child(node, turn.reply)
        return node

    def turns(self, node: int) -> tuple[Turn, ...]:
        """Return the turns that lead to a node.

        Args:
            node: The number of the node.

        Returns:
            The guesses with their replies, from the root on.
        """
        turns, node = [], self._node(node)
        while node > 0:
            parent = int(self.parents[node])
            turns.append(Turn(self.guess(parent), self.reply(node)))
            node = parent
        return tuple(reversed(turns))
