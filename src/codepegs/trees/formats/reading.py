"""A tree that is being read, node by node."""

from __future__ import annotations

import numpy as np

from codepegs.codes import Codebook
from codepegs.errors import BadTree
from codepegs.game import CANONICAL, Code, Game, Reply, parse_reply, part_table
from codepegs.trees.tree import Tree


class GrowingTree:
    """A builder of a `Tree` from nodes given as text, each of which is checked."""

    def __init__(self, game: Game, strategy: str = "") -> None:
        self.game = game
        self.strategy = strategy
        self.codebook = Codebook.of(game)
        self.guesses: list[int] = []
        self.parents: list[int] = []
        self.parts: list[int] = []
        self._codes: list[Code] = []
        self._seen: set[tuple[int, int]] = set()
        self._parts: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self.guesses)

    def add(self, parent: int, reply: str, guess: str) -> int:
        """Add a node below another (-1: as the root) from canonical texts, and return its number."""
        return self.hang(parent, -1 if parent < 0 else self._number(parent, reply), CANONICAL.parse(self.game, guess))

    def hang(self, parent: int, part: int, code: Code) -> int:
        """Add a node from the number of its part and its code."""
        if (parent, part) in self._seen:
            raise BadTree(
                "the tree has two first guesses"
                if parent < 0
                else f"the reply {part_table(self.game).replies[part]} to {self.text(parent)} has two next guesses"
            )
        self._seen.add((parent, part))
        self._codes.append(self.game.check_code(code))
        self.guesses.append(self.codebook.encode(code))
        self.parents.append(parent)
        self.parts.append(part)
        return len(self.guesses) - 1

    def _number(self, parent: int, text: str) -> int:
        number = self._parts.get(text)
        if number is None:
            reply = parse_reply(self.game, text)
            number = self._parts[text] = part_table(self.game).number(self.shown(parent, reply))
        return number

    def shown(self, parent: int, reply: Reply) -> Reply:
        """Parse a reply to the guess of a node; raises `BadReply`, or `BadTree` for the win, which has no child."""
        self.game.check_reply(self._codes[parent], reply)
        if reply.solved:
            raise BadTree(f"{self.text(parent)} has a guess after the win")
        return reply

    def text(self, node: int) -> str:
        """The guess of a node."""
        return CANONICAL.format(self.game, self._codes[node])

    def tree(self) -> Tree:
        """Return the tree; raises `BadTree` if it has no nodes."""
        if not self.guesses:
            raise BadTree("the tree is empty: it needs at least a first guess")
        return Tree.assemble(
            self.game,
            np.array(self.guesses, dtype=np.uint64),
            np.array(self.parents, dtype=np.int64),
            np.array(self.parts, dtype=np.int64),
            self.strategy,
        )
