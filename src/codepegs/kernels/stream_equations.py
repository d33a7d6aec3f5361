"""Black pegs of queries that asked for counts: kept as equations until the places they are about are asked for.

Such a query fills every part of the root with one colour, so that its black pegs are a sum of one part each of some
colours. It holds back what it told until those colours become items.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from codepegs.kernels.compile import compiled
from codepegs.kernels.stream_state import FRONT, ITEMS, LEFT, MOST_PARTS, UNCOUNTED


class Equations(NamedTuple):
    """One row an equation."""

    color: Any
    """(equations, parts) the colour of each part of the root, or -1 for one that is on no open peg."""
    black: Any
    """(equations,) black pegs."""
    is_alive: Any
    """(equations,) whether it may still tell something."""
    made: Any
    """(2,) equations in use, and how many colours were uncounted when the list was last held to all of them."""


@compiled
def obey(
    tree: Any, facts: Any, items: Any, equations: Any, log_factorial: Any, last: int, half: int, length: int
) -> int:
    """Keep of the first `length` hypotheses in a half of the buffer those that the equations allow; how many they are.

    With `last` 0 or more only equations about that item count, and weights are multiplied by how probable it makes
    what they leave to colours that are no items yet; with -1 all equations count, and weights stay.
    """
    items_made = facts.numbers[ITEMS]
    parts = tree.parts[0]
    pegs = facts.color_at.shape[0]
    tests = np.empty((MOST_PARTS, 2), np.int64)
    own = np.empty(MOST_PARTS, np.bool_)
    words, weights = items.words[half], items.weights[half]
    for e in range(equations.made[0]):
        if not equations.is_alive[e]:
            continue
        rest, bound, tested, is_about = np.int64(equations.black[e]), np.int64(0), 0, False
        mean, own_mean = 0.0, 0.0
        for part in range(parts):
            color = equations.color[e, part]
            if color < 0 or facts.counts[color] == 0:
                continue
            child = tree.first[0] + part
            size = tree.high[child] - tree.low[child]
            if facts.shares[color, part] >= 0:
                rest -= facts.shares[color, part]
                continue
            found = -1
            for item in range(items_made):
                if items.node[item] == 0 and items.color[item] == color:
                    found = item
            if found >= 0:
                tests[tested, 0] = found
                tests[tested, 1] = part
                own[tested] = found == last
                if found == last:
                    is_about = True
                    own_mean += facts.counts[color] * size / pegs
                tested += 1
            elif facts.counts[color] >= 0:
                bound += min(size, facts.counts[color])
                mean += facts.counts[color] * size / pegs
            else:
                bound += min(size, facts.numbers[LEFT])
                mean += facts.numbers[LEFT] / max(1, facts.numbers[UNCOUNTED]) * size / pegs
        if tested == 0:
            if rest < 0 or rest > bound:
                return 0
            if bound == 0:
                equations.is_alive[e] = False
            continue
        if last >= 0 and not is_about:
            continue
        kept = 0
        mean = max(mean, 1e-9)
        log_mean, log_before = np.log(mean), np.log(mean + own_mean + 1e-9)
        for s in range(length):
            word = words[s]
            here, mine = np.int64(0), np.int64(0)
            for t in range(tested):
                bit, width = items.bit[tests[t, 0], tests[t, 1]], items.width[tests[t, 0]]
                value = np.int64((word >> np.uint64(bit)) & np.uint64((1 << width) - 1))
                here += value
                if own[t]:
                    mine += value
            left = rest - here
            if left < 0 or left > bound:
                continue
            weight = weights[s]
            if last >= 0:
                before = left + mine
                chance = left * log_mean - log_factorial[left] - before * log_before + log_factorial[before]
                weight *= np.exp(chance)
            words[kept] = word
            weights[kept] = weight
            kept += 1
        length = kept
        if length == 0:
            return 0
    return length


@compiled
def obey_all(tree: Any, facts: Any, items: Any, equations: Any, log_factorial: Any, length: int) -> int:
    """Hold the list to all equations; its new length."""
    front = facts.numbers[FRONT]
    kept = obey(tree, facts, items, equations, log_factorial, -1, front, length)
    weights = items.weights[front]
    total = 0.0
    for s in range(kept):
        total += weights[s]
    for s in range(kept):
        weights[s] = weights[s] / total if total > 0.0 else 1.0 / kept
    return kept
