"""Loops over all codes of a game, each with a count of the replies it does not fit, and the worth of a guess by them.

Codes are numbered in ascending order, so that a count is all that is kept of a code. `EXCLUDED` stands for a code that
cannot be the secret whatever the replies; counts stop at `MOST_FALSE`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from codepegs.kernels.compile import compiled
from codepegs.kernels.simd import ones

EXCLUDED = 255
"""The count of a code that was asked and did not end the game."""

CURVE_STEPS = 8
"""Points for each bit of entropy."""

MOST_FALSE = 254
"""False replies up to which codes are told apart."""


@compiled
def add_turn(
    counts: Any,
    at: int,
    first: int,
    after: int,
    pegs: int,
    colors: int,
    repeats: bool,
    guess: Any,
    copies: Any,
    fits: Any,
) -> None:
    """Add one to the count of each code that begins with a colour in [first, after) and does not fit a turn.

    `counts[at]` belongs to the first of these codes. `copies` says how often the guess holds each colour, `fits` by
    black count and total whether the reply was that one.
    """
    digit = np.empty(pegs, np.int64)
    used = np.zeros(colors, np.int64)
    black = np.zeros(pegs + 1, np.int64)
    total = np.zeros(pegs + 1, np.int64)
    d = 0
    digit[0] = first - 1
    while d >= 0:
        if digit[d] >= (first if d == 0 else 0):
            used[digit[d]] -= 1
        digit[d] += 1
        v = digit[d]
        if v >= (after if d == 0 else colors):
            d -= 1
            continue
        used[v] += 1
        if not repeats and used[v] > 1:
            continue
        black[d + 1] = black[d] + (guess[d] == v)
        total[d + 1] = total[d] + (used[v] <= copies[v])
        if d < pegs - 1:
            d += 1
            digit[d] = -1
            continue
        if not fits[black[pegs], total[pegs]] and counts[at] < MOST_FALSE:
            counts[at] += 1
        at += 1


@compiled
def histogram(counts: Any, out: Any) -> None:
    """Add to `out` (256 numbers) how many codes have each count."""
    for n in range(counts.shape[0]):
        out[counts[n]] += 1


@compiled
def pick(counts: Any, level: int, ordinals: Any, out: Any) -> None:
    """Write the numbers of the codes whose count is `level`, those at `ordinals` (ascending) among them, to `out`."""
    found = 0
    seen = 0
    for n in range(counts.shape[0]):
        if found == ordinals.shape[0]:
            return
        if counts[n] == level:
            if ordinals[found] == seen:
                out[found] = n
                found += 1
            seen += 1


@compiled
def decode(numbers: Any, pegs: int, colors: int, repeats: bool, out: Any) -> None:
    """Write the code of each number to `out`, shape (numbers, pegs)."""
    for n in range(numbers.shape[0]):
        rest = numbers[n]
        if repeats:
            for i in range(pegs - 1, -1, -1):
                out[n, i] = rest % colors
                rest //= colors
            continue
        below = 1
        for i in range(1, pegs):
            below *= colors - i
        for i in range(pegs):
            place = rest // below
            rest %= below
            if i < pegs - 1:
                below //= colors - 1 - i
            for v in range(colors):
                taken = False
                for earlier in range(i):
                    taken |= out[n, earlier] == v
                if not taken:
                    if place == 0:
                        out[n, i] = v
                        break
                    place -= 1


@compiled
def belief(counts: Any, pegs: int, colors: int, repeats: bool, weights: Any, out: Any) -> None:
    """Add to `out`, shape (pegs, colours), the weight of all codes with each colour at each peg.

    `weights` gives the weight of a code by its count, 256 numbers.
    """
    digit = np.empty(pegs, np.int64)
    used = np.zeros(colors, np.int64)
    below = np.zeros(pegs + 1)
    at = 0
    d = 0
    digit[0] = -1
    while d >= 0:
        if digit[d] >= 0:
            used[digit[d]] -= 1
            out[d, digit[d]] += below[d + 1]
            below[d] += below[d + 1]
            below[d + 1] = 0.0
        digit[d] += 1
        v = digit[d]
        if v >= colors:
            d -= 1
            continue
        used[v] += 1
        if not repeats and used[v] > 1:
            continue
        if d < pegs - 1:
            d += 1
            digit[d] = -1
            continue
        below[pegs] = weights[counts[at]]
        at += 1


@compiled
def expected_costs(
    guess_place: Any,
    guess_copies: Any,
    start: int,
    stop: int,
    code_place: Any,
    code_copies: Any,
    mass: Any,
    mass_log: Any,
    share_as_is: float,
    share_by_chance: float,
    told: bool,
    win: int,
    part_of: Any,
    parts: int,
    wins: Any,
    curve: Any,
    costs: Any,
    bits: Any,
) -> None:
    """What guesses [start, stop) are expected to cost, and the bits their replies tell.

    `wins` has their probabilities to be the secret. `mass` has the weights of the codes, adding up to one, `mass_log`
    each times the logarithm (base 2) of the probability of one code (a code in a sample stands for several). A reply is
    shown with probability `share_as_is` where it is true, and with `share_by_chance` in any case. `curve` has the
    guesses still to come by posterior entropy, `CURVE_STEPS` points a bit.
    """
    h = np.empty(parts)
    g = np.empty(parts)
    words = code_place.shape[1]
    fit = share_as_is + share_by_chance
    entropy = 0.0
    for x in range(mass.shape[0]):
        entropy -= mass_log[x]
    for n in range(start, stop):
        for r in range(parts):
            h[r] = 0.0
            g[r] = 0.0
        for x in range(mass.shape[0]):
            black = np.uint64(0)
            total = np.uint64(0)
            for w in range(words):
                black += ones(guess_place[n, w] & code_place[x, w])
                total += ones(guess_copies[n, w] & code_copies[x, w])
            r = part_of[np.intp(black), np.intp(total)]
            h[r] += mass[x]
            g[r] += mass_log[x]
        held = 1.0
        held_log = -entropy
        goes_on = 1.0
        if told:
            held -= h[win]
            held_log -= g[win]
            h[win] = 0.0
            g[win] = 0.0
            goes_on = (1.0 - wins[n]) / held if held > 1e-12 else 0.0
        cost = 0.0
        left = 0.0
        for r in range(parts):
            z = share_as_is * h[r] + share_by_chance * held
            if z <= 1e-300:
                continue
            sum_log = share_as_is * g[r] + share_by_chance * held_log
            if h[r] > 0.0:
                sum_log += fit * h[r] * np.log2(fit)
            if share_by_chance > 0.0:
                sum_log += share_by_chance * (held - h[r]) * np.log2(share_by_chance)
            after = max(0.0, np.log2(z) - sum_log / z)
            left += z * after
            cost += z * cost_of(after, curve)
        costs[n] = goes_on * cost
        bits[n] = entropy - goes_on * left


@compiled
def cost_of(entropy: float, curve: Any) -> float:
    """The guesses still to come at a posterior of so many bits, between the points of the curve."""
    at = entropy * CURVE_STEPS
    low = min(int(at), curve.shape[0] - 2)
    return curve[low] + (at - low) * (curve[low + 1] - curve[low])
