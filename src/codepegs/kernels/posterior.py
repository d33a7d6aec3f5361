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
def replies(guess_place: Any, guess_copies: Any, code_place: Any, code_copies: Any, part_of: Any, out: Any) -> None:
    """Write to `out`, shape (guesses, codes), the part number of every code when every guess is asked."""
    words = code_place.shape[1]
    for n in range(guess_place.shape[0]):
        for x in range(code_place.shape[0]):
            black = np.uint64(0)
            total = np.uint64(0)
            for w in range(words):
                black += ones(guess_place[n, w] & code_place[x, w])
                total += ones(guess_copies[n, w] & code_copies[x, w])
            out[n, x] = part_of[np.intp(black), np.intp(total)]


@compiled
def expected_costs(
    table: Any,
    columns: Any,
    kind: Any,
    mass: Any,
    chance: Any,
    start: int,
    stop: int,
    share_as_is: float,
    share_by_chance: float,
    told: bool,
    parts: int,
    wins: Any,
    curve: Any,
    doubt: float,
    costs: Any,
    bits: Any,
) -> None:
    """What guesses [start, stop) are expected to cost, and the bits their replies tell.

    `table` has the reply of each guess (row) to each code; `columns` are the codes that matter and `kind` says of which
    kind each is: `mass` has the weight of a code by its kind, all weights adding up to one, `chance` the probability of
    one code of a kind (a code in a sample stands for several). `wins` has the guesses' probabilities to be the secret.
    A reply is shown with probability `share_as_is` where it is true, and with `share_by_chance` in any case. The win is
    the last reply. Guesses still to come are taken from `curve`, `CURVE_STEPS` points a bit of posterior entropy, and
    `doubt` for all the probability that the most probable code leaves.
    """
    kinds = mass.shape[0]
    seen = np.empty(kinds * parts, np.int64)
    logs = np.log2(chance)
    offset = np.empty(kind.shape[0], np.int64)
    entropy = 0.0
    for x in range(kind.shape[0]):
        offset[x] = kind[x] * parts
        entropy -= mass[kind[x]] * logs[kind[x]]
    fit = share_as_is + share_by_chance
    other = share_by_chance
    fit_log = np.log2(fit)
    other_log = np.log2(other) if other > 0.0 else 0.0
    left = np.empty(kinds, np.int64)
    for n in range(start, stop):
        seen[:] = 0
        for x in range(columns.shape[0]):
            seen[offset[x] + table[n, columns[x]]] += 1
        held = 0.0
        held_log = 0.0
        for k in range(kinds):
            if told:
                seen[k * parts + parts - 1] = 0
            left[k] = 0
            for r in range(parts):
                left[k] += seen[k * parts + r]
            held += left[k] * mass[k]
            held_log += left[k] * mass[k] * logs[k]
        most = 0.0
        for k in range(kinds):
            if left[k] and chance[k] > most:
                most = chance[k]
        cost = 0.0
        entropy_left = 0.0
        reached = 0.0
        for r in range(parts):
            h = 0.0
            g = 0.0
            top = 0.0
            for k in range(kinds):
                count = seen[k * parts + r]
                if count:
                    h += count * mass[k]
                    g += count * mass[k] * logs[k]
                    top = max(top, chance[k])
            rest = max(0.0, held - h)
            z = fit * h + other * rest
            if z <= 1e-300:
                continue
            sum_log = fit * (g + h * fit_log) + other * (held_log - g + rest * other_log)
            after = max(0.0, np.log2(z) - sum_log / z)
            reached += z
            entropy_left += z * after
            cost += z * (cost_of(after, curve) + doubt * max(0.0, 1.0 - max(fit * top, other * most) / z))
        goes_on = 0.0
        if reached > 1e-12:
            goes_on = (1.0 - wins[n]) / reached if told else 1.0
        costs[n] = goes_on * cost
        bits[n] = entropy - goes_on * entropy_left


@compiled
def cost_further(
    table: Any,
    first: int,
    first_replies: Any,
    columns: Any,
    kind: Any,
    mass: Any,
    chance: Any,
    share_as_is: float,
    share_by_chance: float,
    told: bool,
    parts: int,
    wins: Any,
    curve: Any,
    doubt: float,
) -> float:
    """What a guess is expected to cost when after each of its replies the best guess of the table follows.

    `first` is the row of the guess, `first_replies` has its replies to the codes of all rows; the rest is as for
    `expected_costs`. One pass over the codes, for each guess that may follow, serves all replies to the first one.
    """
    kinds = mass.shape[0]
    logs = np.log2(chance)
    fit = share_as_is + share_by_chance
    other = share_by_chance
    fit_log = np.log2(fit)
    other_log = np.log2(other) if other > 0.0 else 0.0
    # Replies that some code gives have a group each; the others are alike and share the last one.
    group_of = np.full(parts, -1, np.int64)
    groups = 0
    kept = np.empty(columns.shape[0], np.int64)
    offset = np.empty(columns.shape[0], np.int64)
    size = 0
    for x in range(columns.shape[0]):
        r = table[first, columns[x]]
        if told and r == parts - 1:
            continue
        if group_of[r] < 0:
            group_of[r] = groups
            groups += 1
        kept[size] = columns[x]
        offset[size] = (group_of[r] * kinds + kind[x]) * parts
        size += 1
    empty = groups
    for r in range(parts):
        if group_of[r] < 0:
            group_of[r] = empty
            groups = empty + 1
    # Probability of each group's reply, one reply of the group.
    reply_chance = np.zeros(groups)
    held = 0.0
    for x in range(size):
        held += mass[offset[x] // parts % kinds]
    for x in range(size):
        reply_chance[offset[x] // parts // kinds] += mass[offset[x] // parts % kinds]
    for d in range(groups):
        reply_chance[d] = fit * reply_chance[d] + other * (held - reply_chance[d])
    least = np.full(groups, np.inf)

    seen = np.empty(max(1, empty) * kinds * parts, np.int64)
    joint = np.zeros((groups, parts))
    joint_log = np.zeros((groups, parts))
    joint_top = np.zeros((groups, parts))
    first_sum = np.zeros(groups)
    first_log = np.zeros(groups)
    first_top = np.zeros(groups)
    second_sum = np.zeros(parts)
    second_log = np.zeros(parts)
    second_top = np.zeros(parts)
    shown = parts - 1 if told else parts
    both, one, none = fit * fit, fit * other, other * other
    for n in range(table.shape[0]):
        seen[:] = 0
        for x in range(size):
            seen[offset[x] + table[n, kept[x]]] += 1
        second_sum[:] = 0.0
        second_log[:] = 0.0
        second_top[:] = 0.0
        all_sum = 0.0
        all_log = 0.0
        all_top = 0.0
        for d in range(empty):
            d_sum = 0.0
            d_log = 0.0
            d_top = 0.0
            for r in range(shown):
                h = 0.0
                g = 0.0
                top = 0.0
                for k in range(kinds):
                    count = seen[(d * kinds + k) * parts + r]
                    if count:
                        h += count * mass[k]
                        g += count * mass[k] * logs[k]
                        top = max(top, chance[k])
                joint[d, r] = h
                joint_log[d, r] = g
                joint_top[d, r] = top
                d_sum += h
                d_log += g
                d_top = max(d_top, top)
                second_sum[r] += h
                second_log[r] += g
                second_top[r] = max(second_top[r], top)
            first_sum[d] = d_sum
            first_log[d] = d_log
            first_top[d] = d_top
            all_sum += d_sum
            all_log += d_log
            all_top = max(all_top, d_top)
        mine = group_of[first_replies[n]]
        for d in range(groups):
            if reply_chance[d] <= 0.0:
                continue
            alike = -1.0
            alike_reached = 0.0
            cost = 0.0
            reached = 0.0
            for r in range(parts):
                if second_sum[r] == 0.0 and alike >= 0.0:
                    cost += alike
                    reached += alike_reached
                    continue
                pp = joint[d, r]
                pn = max(0.0, first_sum[d] - pp)
                np_ = max(0.0, second_sum[r] - pp)
                nn = max(0.0, all_sum - pp - pn - np_)
                z = both * pp + one * (pn + np_) + none * nn
                if z <= 1e-300:
                    continue
                g = joint_log[d, r]
                gn = first_log[d] - g + second_log[r] - g
                sum_log = (
                    both * (g + pp * 2.0 * fit_log)
                    + one * (gn + (pn + np_) * (fit_log + other_log))
                    + none * (all_log - g - gn + nn * 2.0 * other_log)
                )
                after = max(0.0, np.log2(z) - sum_log / z)
                top = max(both * joint_top[d, r], one * max(first_top[d], second_top[r]), none * all_top)
                worth = z * (cost_of(after, curve) + doubt * max(0.0, 1.0 - top / z))
                cost += worth
                reached += z
                if second_sum[r] == 0.0:
                    alike = worth
                    alike_reached = z
            value = 1.0
            if reached > 1e-300:
                goes_on = 1.0
                if told:
                    win = (
                        0.0 if n == first else wins[n] * (fit if mine == d and d != empty else other) / reply_chance[d]
                    )
                    goes_on = 1.0 - min(1.0, win)
                value += goes_on * cost / reached
            if value < least[d]:
                least[d] = value
    total = 0.0
    reached = 0.0
    for r in range(parts):
        d = group_of[r]
        if reply_chance[d] > 0.0:
            total += reply_chance[d] * least[d]
            reached += reply_chance[d]
    if reached <= 1e-12:
        return 0.0
    return ((1.0 - wins[first]) if told else 1.0) * total / reached


@compiled
def cost_of(entropy: float, curve: Any) -> float:
    """The guesses still to come at a posterior of so many bits, between the points of the curve."""
    at = entropy * CURVE_STEPS
    low = min(int(at), curve.shape[0] - 2)
    return curve[low] + (at - low) * (curve[low + 1] - curve[low])
