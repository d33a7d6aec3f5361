"""All codes that fit a history, found depth first: first how many pegs of each colour, then which where."""

from __future__ import annotations

from typing import Any

import numpy as np

from codepegs.kernels import bytelanes
from codepegs.kernels.bytelanes import WIDTH
from codepegs.kernels.compile import compiled


@compiled
def fitting_codes(
    pegs: int,
    colors: int,
    most_of_a_color: int,
    added: Any,
    ahead: Any,
    left: Any,
    match: Any,
    total_low: Any,
    total_high: Any,
    black_low: Any,
    black_high: Any,
    by_white: Any,
    nodes: int,
    out: Any,
    work: Any,
) -> int:
    """Write the codes that fit to `out` (most, pegs); returns how many there are, or -1 when `nodes` did not suffice.

    Stops past the end of `out`, with one more than it holds. Lanes are turns. `added` (colours, pegs + 1, width) is
    what so many pegs of a colour add to each total, `ahead` (colours + 1, width) the guess's pegs of that colour and
    all later ones, `left` (pegs + 1, colours, width) the guess's pegs of a colour from a place on, `match` as for the
    chains. The bounds (width) go with each reply; lanes set in `by_white` take the black count to be the total less
    `black_low`. `work` gets the nodes visited.
    """
    width = total_low.shape[0]
    total = np.zeros((colors + 1) * width, np.int8)
    black = np.zeros((pegs + 1) * width, np.int8)
    low = np.zeros(width, np.int8)
    high = np.zeros(width, np.int8)
    rest = np.zeros(colors + 1, np.int64)
    chosen = np.full(colors + 1, -1, np.int64)
    held = np.zeros(colors, np.int64)
    code = np.full(pegs + 1, -1, np.int64)
    rest[0] = pegs
    found = 0
    visited = 0
    c = 0
    chosen[0] = min(pegs, most_of_a_color) + 1
    while c >= 0:
        chosen[c] -= 1
        q = chosen[c]
        if q < 0 or (c == colors - 1 and q < rest[c]):
            c -= 1
            continue
        if c == colors - 1 and q > rest[c]:
            continue
        visited += 1
        if visited > nodes:
            work[0] = visited
            return -1
        rest[c + 1] = rest[c] - q
        room = bytelanes.splat(rest[c + 1])
        fits = True
        for at in range(0, width, WIDTH):
            value = bytelanes.plus(
                bytelanes.load(total, c * width + at), bytelanes.load(added, (c * (pegs + 1) + q) * width + at)
            )
            bytelanes.store(total, (c + 1) * width + at, value)
            most = bytelanes.plus(value, bytelanes.least(room, bytelanes.load(ahead, (c + 1) * width + at)))
            if bytelanes.any_less(bytelanes.load(total_high, at), value) or bytelanes.any_less(
                most, bytelanes.load(total_low, at)
            ):
                fits = False
                break
        if not fits:
            continue
        if c < colors - 1:
            c += 1
            chosen[c] = min(rest[c], most_of_a_color) + 1
            continue
        for color in range(colors):
            held[color] = chosen[color]
        for at in range(0, width, WIDTH):
            white = bytelanes.load(by_white, at)
            whole = bytelanes.both(bytelanes.load(total, colors * width + at), white)
            # where only white shows, black_low holds minus the white count, and so does black_high
            bytelanes.store(low, at, bytelanes.plus(bytelanes.load(black_low, at), whole))
            bytelanes.store(high, at, bytelanes.plus(bytelanes.load(black_high, at), whole))
        i = 0
        code[0] = -1
        while i >= 0:
            if code[i] >= 0:
                held[code[i]] += 1
            v = code[i] + 1
            while v < colors and held[v] == 0:
                v += 1
            if v == colors:
                code[i] = -1
                i -= 1
                continue
            code[i] = v
            held[v] -= 1
            visited += 1
            if visited > nodes:
                work[0] = visited
                return -1
            fits = True
            for at in range(0, width, WIDTH):
                value = bytelanes.plus(
                    bytelanes.load(black, i * width + at), bytelanes.load(match, (i * colors + v) * width + at)
                )
                bytelanes.store(black, (i + 1) * width + at, value)
                if bytelanes.any_less(bytelanes.load(high, at), value):
                    fits = False
                    break
                most = value
                for color in range(colors):
                    if held[color]:
                        most = bytelanes.plus(
                            most,
                            bytelanes.least(
                                bytelanes.splat(held[color]),
                                bytelanes.load(left, ((i + 1) * colors + color) * width + at),
                            ),
                        )
                if bytelanes.any_less(most, bytelanes.load(low, at)):
                    fits = False
                    break
            if not fits:
                continue
            if i < pegs - 1:
                i += 1
                code[i] = -1
                continue
            if found < out.shape[0]:
                for p in range(pegs):
                    out[found, p] = code[p]
            found += 1
            if found > out.shape[0]:
                work[0] = visited
                return found
    work[0] = visited
    return found
