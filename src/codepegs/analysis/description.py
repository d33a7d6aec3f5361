"""What a table or a list is like: what its guesses cannot distinguish, and how many any strategy needs at least."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from math import log2
from typing import Annotated

import numpy as np
from msgspec import Meta

from codepegs.codes import Candidates
from codepegs.errors import BadInput
from codepegs.game import Code, Game, alike_columns, record


@record(
    "DescribeAnswer",
    "rules=game objects tests replies until entropy_bits most_outcomes least_average least_worst least_cost? alike "
    "classes? useless",
    "What a table or a list of codes is like.",
)
@dataclass(frozen=True, slots=True)
class GameDescription:
    """What a table or a list of codes is like."""

    game: Game
    """The game."""
    objects: Annotated[int, Meta(description="number of secrets")]
    """Number of secrets."""
    tests: Annotated[int, Meta(description="number of guesses")]
    """Number of guesses."""
    replies: Annotated[list[str], Meta(description="the outcomes, or the replies without the win")]
    """The outcomes that occur."""
    entropy_bits: Annotated[float, Meta(description="entropy of the secret, or of its class if that is to be found")]
    """Entropy, in bits, of what is to be found."""
    most_outcomes: Annotated[int, Meta(description="largest number of different outcomes of one guess")]
    """Largest number of different outcomes of one guess."""
    least_average: Annotated[float, Meta(description="lower bound on the expected number of guesses")]
    """A lower bound on the expected number of guesses of any strategy."""
    least_worst: Annotated[int, Meta(description="lower bound on the largest number of guesses")]
    """A lower bound on the largest number of guesses of any strategy."""
    least_cost: Annotated[float | None, Meta(description="lower bound on the expected cost; only with costs")]
    """A lower bound on the expected cost; None without costs."""
    alike: Annotated[list[list[Code]], Meta(description="groups of secrets that no guess distinguishes")]
    """Groups of secrets that no guess distinguishes."""
    classes: Annotated[dict[str, int] | None, Meta(description="number of secrets of each class; only with classes")]
    """Number of secrets of each class; None without classes."""
    useless: Annotated[list[Code], Meta(description="guesses that have the same outcome for every secret")]
    """Guesses that have the same outcome for every secret."""

    @property
    def until(self) -> Annotated[str, Meta(description="when the game ends: named, known or class")]:
        """When the game ends."""
        return self.game.until


def describe_game(game: Game | str) -> GameDescription:
    """Describe a table or a list of codes.

    The bounds hold for every strategy: with at most m different outcomes of a guess, a code of m symbols for what is to
    be found (Huffman 1952) is at most as long as a strategy is.

    >>> found = describe_game(Game.from_table([[0, 0, 1, 1], [0, 1, 2, 2]], objects=list("abcd")))
    >>> found.entropy_bits, found.least_average, found.least_worst, [len(group) for group in found.alike]
    (1.5, 1.0, 1, [2])
    """
    game = Game.of(game)
    if not game.traits.is_tabulated:
        raise BadInput.because(game.reason("no_table_to_describe"))
    everything = Candidates.all(game)
    space, table = everything.space, everything.space.table
    assert table is not None
    weights = np.ones(game.size, dtype=np.int64) if game.weights is None else game.weights
    groups = alike_columns(table)
    wanted = np.arange(game.size) if game.until == "named" else game.endings[0]
    masses = np.bincount(wanted, weights).astype(np.int64)
    shares = masses / masses.sum()
    outcomes = np.array([np.count_nonzero(np.bincount(row)) for row in table])
    most = int(outcomes.max())
    used = np.flatnonzero(np.bincount(table.ravel(), minlength=len(game.replies())))
    bits = float(-(shares @ np.log2(shares))) + 0.0
    if game.until == "class":
        least = bits / log2(most) if most > 1 else 0.0
    else:
        least = huffman_cost(sorted(masses.tolist()), most) / int(masses.sum())
    if not everything.is_over:
        least = max(1.0, least)
    members = [np.flatnonzero(groups == group) for group in np.flatnonzero(np.bincount(groups) > 1).tolist()]
    counts = None if game.classes is None else np.bincount(game.classes).tolist()
    return GameDescription(
        game=game,
        objects=game.size,
        tests=game.guess_count,
        replies=[str(game.replies()[number]) for number in used.tolist() if number < len(game.replies()) - 1],
        entropy_bits=bits,
        most_outcomes=most,
        least_average=least,
        least_worst=max(int(game.until == "named"), _least_depth(len(masses), most)),
        least_cost=None if game.costs is None else least * int(game.costs.min()),
        alike=[[space.decode(int(key)) for key in group] for group in members],
        classes=None if counts is None else {game.class_name(number): count for number, count in enumerate(counts)},
        useless=[space.decode(int(key)) for key in space.guesses()[outcomes == 1]],
    )


def huffman_cost(masses: list[int], symbols: int) -> int:
    """The least sum of mass times length of the words of a code with these masses and this many symbols.

    >>> huffman_cost([1, 1, 2, 4], 2), huffman_cost([1, 1, 1, 1], 3), huffman_cost([5], 2)
    (14, 6, 0)
    """
    if symbols < 2 or len(masses) < 2:
        return 0
    heap = [0] * (-(len(masses) - 1) % (symbols - 1)) + masses
    heapq.heapify(heap)
    total = 0
    while len(heap) > 1:
        merged = sum(heapq.heappop(heap) for _ in range(symbols))
        total += merged
        heapq.heappush(heap, merged)
    return total


def _least_depth(wanted: int, outcomes: int) -> int:
    """The least depth at which a tree with `outcomes` branches a node has `wanted` leaves."""
    depth, leaves = 0, 1
    while leaves < wanted and outcomes > 1:
        depth, leaves = depth + 1, leaves * outcomes
    return depth
