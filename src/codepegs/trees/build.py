"""The tree of any strategy that is a function of the history: split the candidates by its guess, part by part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from codepegs.codes import Candidates, CodeSpace
from codepegs.errors import BadInput, BadStrategy, Contradiction
from codepegs.game import Code, Position, part_table
from codepegs.parallel import WorkerThreads
from codepegs.trees.tree import Tree, TreeFigures


@dataclass(frozen=True, slots=True)
class Shard:
    """Share `index`, from 0, of `count` nearly equal shares of the secrets.

    The secrets are in the order in which a strategy tree lists them. A branch below the second guess is never divided:
    it belongs to the share of its first secret. The shares of one count cover every secret once, so their figures add
    up to those of the whole.

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
        """Return the secrets of the share."""
        return secrets * self.index // self.count, secrets * (self.index + 1) // self.count

    def holds(self, start: int, secrets: int) -> bool:
        """Return whether a branch belongs to the share."""
        first, after = self.interval(secrets)
        return first <= start < after

    def meets(self, start: int, size: int, secrets: int) -> bool:
        """Return whether a range of secrets may contain some of the share."""
        first, after = self.interval(secrets)
        return start < after and first < start + size


WHOLE = Shard()
"""The share that contains all secrets."""

UNCUT = 2
"""Depth below which branches are not divided."""


Choose = Callable[[Position, Candidates], Code]


def walk_with(
    position: Position, choose: Choose, *, threads: WorkerThreads | None = None, shard: Shard = WHOLE
) -> TreeFigures:
    """Count the guesses of a strategy over all candidates of a position.

    >>> from codepegs.game import Game
    >>> walk_with(Position(Game(2, 3)), lambda position, left: left[0]).histogram
    (1, 2, 5, 1)
    """
    return _walk_with(position, choose, threads or WorkerThreads(), shard, None)


def build_with(position: Position, choose: Choose, *, threads: WorkerThreads | None = None) -> Tree:
    """Build the tree of a strategy from a position."""
    nodes: list[tuple[int, int, int]] = []
    _walk_with(position, choose, threads or WorkerThreads(), WHOLE, nodes)
    guesses, parents, parts = zip(*nodes, strict=True)
    return Tree.assemble(position.game, np.array(guesses, np.uint64), np.array(parents), np.array(parts))


def _walk_with(
    position: Position, choose: Choose, threads: WorkerThreads, shard: Shard, nodes: list[tuple[int, int, int]] | None
) -> TreeFigures:
    table = part_table(position.game)
    candidates = Candidates.after(position, threads)
    if not len(candidates):
        raise Contradiction.of(position.game, len(position.turns))
    check_open(candidates)
    everything, done, quiet = len(candidates), 0, threads.reporting(None)
    lengths: Counter[int] = Counter()
    pending = [(position, candidates, 0, -1, -1, 0)]
    while pending:
        here, left, start, parent, own, spent = pending.pop()
        depth = len(here.turns) - len(position.turns)
        guess = choose(here, left)
        spent += position.game.cost_of(guess)
        node = -1
        if nodes is not None:
            node = len(nodes)
            nodes.append((left.space.encode(guess), parent, own))
        parts = left.partition(guess, quiet)
        if len(parts) == 1 and any(guess == turn.guess for turn in here.turns):
            raise BadStrategy(f"the strategy repeats the guess {guess} after {here} and would never end")
        for reply, part in parts.items():
            number = table.number(reply)
            if reply.solved or part.is_over:
                lengths[spent] += len(part) * (depth >= UNCUT or shard.holds(start, everything))
                done += len(part)
            elif depth >= UNCUT or (
                shard.holds(start, everything) if depth == UNCUT - 1 else shard.meets(start, len(part), everything)
            ):
                pending.append((here.after(guess, reply), part, start, node, number, spent))
            start += len(part)
        if threads.progress is not None:
            threads.progress(done, everything)
    return TreeFigures(tuple(lengths[length] for length in range(1, max(lengths, default=0) + 1)))


def check_open(candidates: Candidates) -> None:
    """Check that there is something to find, so that a tree has a first guess."""
    if not candidates.is_over:
        return
    game = candidates.game
    noun, guess = game.traits.secret_noun, game.traits.guess_nouns[0]
    if game.size == 1:
        raise BadInput(f"{game} has one {noun}, so that nothing is to be found: expected at least two")
    if game.until == "class" and game.classes is not None and not game.classes.any():
        raise BadInput(f"all {noun}s of {game} are of one class, so that nothing is to be found: expected at least two")
    raise BadInput(f"{game} is over before the first {guess}: no {guess} distinguishes its {noun}s")


def lengths_with(
    position: Position, choose: Choose, secrets: Sequence[Code], *, threads: WorkerThreads | None = None
) -> list[int]:
    """Count the guesses that a strategy needs for each of some secrets.

    `choose` is called once per position, however many of the secrets lead there.

    >>> from codepegs.game import Game
    >>> lengths_with(Position(Game(2, 3)), lambda position, left: left[0], [(0, 0), (2, 2), (0, 0)])
    [1, 3, 1]
    """
    threads = threads or WorkerThreads()
    space = CodeSpace.of(position.game)
    distinct = sorted(set(secrets))
    sought = np.array([space.encode(secret) for secret in distinct], dtype=np.uint64)
    found = np.zeros(len(distinct), dtype=np.int64)
    replies, quiet = part_table(position.game).replies, threads.reporting(None)
    pending = [(position, Candidates.after(position, quiet), np.arange(len(sought)), 0)]
    check_open(pending[0][1])
    while pending:
        here, left, group, spent = pending.pop()
        guess = choose(here, left)
        spent += position.game.cost_of(guess)
        split = Candidates(position.game, sought[group]).parts(guess)
        parts = left.parts(guess, quiet)
        for number in np.unique(split).tolist():
            members = group[split == number]
            part = Candidates(position.game, left.keys[parts == number])
            if replies[number].solved or part.is_over:
                found[members] = spent
            else:
                pending.append((here.after(guess, replies[number]), part, members, spent))
        if threads.progress is not None:
            threads.progress(int(np.count_nonzero(found)), len(found))
    number_of = {secret: int(length) for secret, length in zip(distinct, found, strict=True)}
    return [number_of[secret] for secret in secrets]
