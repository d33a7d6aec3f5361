"""The multisets of colours that a history of totals leaves, found depth first, colour by colour."""

from __future__ import annotations

from typing import Any

import numpy as np

from codepegs.kernels.compile import compiled


@compiled
def fitting_multisets(
    pegs: int, most_of_a_color: int, copies: Any, ahead: Any, totals: Any, nodes: int, out: Any, work: Any
) -> int:
    """Write how often each colour may occur to `out` (most, colours); returns how many ways there are, or -1 when
    `nodes` did not suffice.

    Stops when `out` is full. `copies` (turns, colours) is how often each guess has a colour, `ahead` (turns,
    colours + 1) how often it has that one and all later ones, `totals` (turns,) the replies. `work` gets the nodes
    visited.
    """
    turns, colors = copies.shape
    shown = np.zeros((colors + 1, turns), np.int64)
    rest = np.zeros(colors + 1, np.int64)
    chosen = np.full(colors + 1, -1, np.int64)
    rest[0] = pegs
    chosen[0] = min(pegs, most_of_a_color) + 1
    found = 0
    visited = 0
    c = 0
    while c >= 0:
        chosen[c] -= 1
        q = chosen[c]
        if q < 0 or rest[c] - q > (colors - 1 - c) * most_of_a_color:
            c -= 1
            continue
        visited += 1
        if visited > nodes:
            work[0] = visited
            return -1
        rest[c + 1] = rest[c] - q
        fits = True
        for t in range(turns):
            value = shown[c, t] + min(q, copies[t, c])
            shown[c + 1, t] = value
            if value > totals[t] or value + min(rest[c + 1], ahead[t, c + 1]) < totals[t]:
                fits = False
                break
        if not fits:
            continue
        if c < colors - 1:
            c += 1
            chosen[c] = min(rest[c], most_of_a_color) + 1
            continue
        for color in range(colors):
            out[found, color] = chosen[color]
        found += 1
        if found == out.shape[0]:
            break
    work[0] = visited
    return found
