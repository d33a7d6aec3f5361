"""A lower bound on the average number of guesses in a game of any size, from the information that replies carry.

The replies of a game up to the win identify its secret, and no such sequence is the beginning of another. With R
different replies their average length is therefore at least H / log2(R), where H is the entropy of the secret in bits.
The same holds if the codebreaker knows from the start how often each colour occurs in the secret. The total of black
and white is then known in advance, so a reply has only n + 1 values, that of black; in games of many pegs this is the
larger bound.
"""

from __future__ import annotations

import math

from codepegs.errors import BadInput
from codepegs.game import FOR_PEGS, Game, View

REPLIES_KNOWN = {View.BLACK_WHITE: 1, View.BLACK: 1, View.WHITE: 2, View.TOTAL: 2}
"""By view, what a reply has more than values of its largest count: the win is announced where it is not shown."""


def least_by_information(game: Game | str) -> float:
    """Return a lower bound on the average number of guesses of any strategy.

    >>> round(least_by_information("p4c6"), 2), round(least_by_information("p1000c1000"), 1)
    (2.72, 811.7)
    """
    game = Game.of(game)
    if not game.traits.counts_pegs:
        raise BadInput(f"the bound is for {FOR_PEGS}")
    all_values = _reply_values(game.pegs, game.view)
    known_values = 2 if game.view is View.TOTAL else game.pegs + REPLIES_KNOWN[game.view]
    return max(1.0, math.log2(game.size) / math.log2(all_values), bits_of_places(game) / math.log2(known_values))


def bits_of_places(game: Game | str) -> float:
    """Return the entropy of a random secret of which is known how often each colour occurs.

    >>> round(bits_of_places("p2c2"), 3), round(bits_of_places("p3c5n"), 3)
    (0.5, 2.585)
    """
    game = Game.of(game)
    pegs, colors = game.pegs, game.colors
    orders = _log2_factorial(pegs)
    if not game.repeats or colors == 1:
        return orders if not game.repeats else 0.0
    each, other = -math.log2(colors), math.log2(1.0 - 1.0 / colors)
    same = 0.0  # expected bits of the orders of the pegs of one colour
    for count in range(2, pegs + 1):
        chance = orders - _log2_factorial(count) - _log2_factorial(pegs - count) + count * each + (pegs - count) * other
        same += 2.0**chance * _log2_factorial(count)
    return orders - colors * same


def _reply_values(pegs: int, view: View) -> int:
    """An upper bound on the number of different replies."""
    return pegs * (pegs + 3) // 2 if view is View.BLACK_WHITE else pegs + REPLIES_KNOWN[view]


def _log2_factorial(number: int) -> float:
    return math.lgamma(number + 1) / math.log(2.0)
