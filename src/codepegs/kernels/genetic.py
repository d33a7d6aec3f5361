"""Loops of the genetic algorithm: a population of codes bred towards those that fit, and the choice among these.

Codes are rows of colours.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from codepegs.kernels.compile import compiled
from codepegs.kernels.constants import BLACK_AND_TOTAL, BLACK_ONLY, TOTAL_ONLY, WHITE_ONLY
from codepegs.kernels.randomness import xorshift_below, xorshift_uniform

PROPORTIONAL = 0
"""Stands for parents drawn in proportion to a weight; other numbers are of codes drawn, of which the best is taken."""


@compiled
def random_into(state: Any, repeats: bool, deck: Any, code: Any) -> None:
    """Fill `code` with a random code; `deck` holds each colour once and is left in another order."""
    colors = deck.shape[0]
    for i in range(code.shape[0]):
        if repeats:
            code[i] = xorshift_below(state, colors)
        else:
            j = i + xorshift_below(state, colors - i)
            deck[i], deck[j] = deck[j], deck[i]
            code[i] = deck[i]


@compiled
def cost_of(
    code: Any, guesses: Any, copies: Any, black: Any, other: Any, won: Any, view: int, weight: float, held: Any
) -> tuple[float, bool]:
    """How far a code is from fitting all turns, and whether it is one that was asked and did not win.

    For each turn `weight` times the difference in black and the difference in what else the view shows, as if `code`
    were the secret: 0 exactly when it fits. `guesses` has shape (turns, pegs), `copies` (turns, colours), `black` and
    `other` the replies, `won` whether a turn was announced as the win; `held` is zero on entry and exit.
    """
    pegs = code.shape[0]
    cost = 0.0
    asked = False
    for i in range(pegs):
        held[code[i]] += 1
    for t in range(guesses.shape[0]):
        same = 0
        for i in range(pegs):
            same += code[i] == guesses[t, i]
        if won[t]:
            cost += weight * (pegs - same)
            continue
        if same == pegs:
            asked = True
            if view >= TOTAL_ONLY:  # or white only: the win would have been announced
                cost += 1.0
        if view == BLACK_ONLY:
            cost += weight * abs(same - black[t])
            continue
        total = 0
        for i in range(pegs):
            v = code[i]
            if held[v] > 0:
                total += min(held[v], copies[t, v])
                held[v] = -held[v]  # counted in this turn
        for i in range(pegs):
            held[code[i]] = abs(held[code[i]])
        if view == TOTAL_ONLY:
            cost += abs(total - other[t])
        else:
            cost += abs(total - same - other[t])
            if view == BLACK_AND_TOTAL:
                cost += weight * abs(same - black[t])
    for i in range(pegs):
        held[code[i]] = 0
    return cost, asked


@compiled
def equal(first: Any, second: Any) -> bool:
    """Whether two codes are the same."""
    for i in range(first.shape[0]):  # noqa: SIM110 (compiled code has no generators)
        if first[i] != second[i]:
            return False
    return True


@compiled
def hash_of(code: Any) -> Any:
    """A hash of a code: multiply and add, then mixed."""
    h = np.uint64(0x9E3779B97F4A7C15)
    for i in range(code.shape[0]):
        h = (h ^ np.uint64(code[i])) * np.uint64(0xFF51AFD7ED558CCD)
        h ^= h >> np.uint64(29)
    return h


@compiled
def is_new(codes: Any, n: int, table: Any) -> bool:
    """Whether `codes[n]` is not among those in the table, to which it is then added; the table's size is a power of 2.

    A place of the table holds the number of a code, or -1.
    """
    mask = table.shape[0] - 1
    at = np.int64(hash_of(codes[n]) & np.uint64(mask))
    while table[at] >= 0:
        if equal(codes[table[at]], codes[n]):
            return False
        at = (at + 1) & mask
    table[at] = n
    return True


@compiled
def cross(
    state: Any, mother: Any, father: Any, two_points: bool, repeats: bool, colors: int, one: Any, two: Any
) -> None:
    """Write the two children of a crossing of two codes: what lies between the points changes sides.

    Without repeats a colour that a child would have twice is replaced by a random one that neither it nor the parents'
    stretch gave it.
    """
    pegs = mother.shape[0]
    first = pegs
    last = pegs
    if pegs > 1:
        first = 1 + xorshift_below(state, pegs - 1)
    if two_points and pegs > 2:
        first = xorshift_below(state, pegs)
        last = xorshift_below(state, pegs - 1)
        if last >= first:
            last += 1
        first, last = min(first, last), max(first, last)
    for i in range(pegs):
        swapped = first <= i < last
        one[i] = father[i] if swapped else mother[i]
        two[i] = mother[i] if swapped else father[i]
    if not repeats:
        _mend(state, colors, one)
        _mend(state, colors, two)


@compiled
def _mend(state: Any, colors: int, code: Any) -> None:
    """Replace colours that appeared before by random ones that do not appear."""
    used = np.zeros(colors, np.bool_)
    for i in range(code.shape[0]):
        used[code[i]] = True
    seen = np.zeros(colors, np.bool_)
    for i in range(code.shape[0]):
        if seen[code[i]]:
            v = xorshift_below(state, colors)
            while used[v]:
                v = (v + 1) % colors
            code[i] = v
            used[v] = True
        seen[code[i]] = True


@compiled
def vary(
    state: Any, code: Any, repeats: bool, colors: int, mutation: float, permutation: float, inversion: float
) -> None:
    """Change one colour, swap two pegs, reverse a stretch: each with its probability, in this order."""
    pegs = code.shape[0]
    if xorshift_uniform(state) < mutation and colors > 1:
        i = xorshift_below(state, pegs)
        v = xorshift_below(state, colors - 1)
        if v >= code[i]:
            v += 1
        if not repeats:
            for j in range(pegs):
                if code[j] == v:
                    code[j] = code[i]
        code[i] = v
    if xorshift_uniform(state) < permutation and pegs > 1:
        i = xorshift_below(state, pegs)
        j = xorshift_below(state, pegs - 1)
        if j >= i:
            j += 1
        code[i], code[j] = code[j], code[i]
    if xorshift_uniform(state) < inversion and pegs > 1:
        i = xorshift_below(state, pegs)
        j = xorshift_below(state, pegs - 1)
        if j >= i:
            j += 1
        i, j = min(i, j), max(i, j)
        while i < j:
            code[i], code[j] = code[j], code[i]
            i += 1
            j -= 1


@compiled
def draw_parent(state: Any, drawn: int, costs: Any, sums: Any) -> int:
    """The number of a parent: the best of so many drawn, or in proportion to the weights that `sums` adds up."""
    size = costs.shape[0]
    if drawn == PROPORTIONAL:
        return min(np.searchsorted(sums, xorshift_uniform(state) * sums[size - 1], "right"), size - 1)
    best = xorshift_below(state, size)
    for _ in range(drawn - 1):
        n = xorshift_below(state, size)
        if costs[n] < costs[best]:
            best = n
    return best


@compiled
def evolve(
    state: Any,
    repeats: bool,
    guesses: Any,
    copies: Any,
    black: Any,
    other: Any,
    won: Any,
    view: int,
    weight: float,
    base: float,
    drawn: int,
    size: int,
    crossing: float,
    mutation: float,
    permutation: float,
    inversion: float,
    generations: int,
    patience: int,
    eligible: Any,
    fittest: Any,
) -> tuple[int, int]:
    """Breed codes until `eligible` is full of codes that fit all turns, all different; how many, and generations bred.

    Stops after `generations`; as long as there is no code that fits, a fresh population follows, until there have been
    `patience` generations in all. `fittest` gets the code of least cost that was not asked before. The turns are as in
    `cost_of`; the fitness value of a code, the less the better, is its cost and `base`. Parents are as in
    `draw_parent`, the weight being the inverse of the fitness value.
    """
    pegs, colors = guesses.shape[1], copies.shape[1]
    codes = np.empty((size + 1, pegs), np.int64)  # one more for the second child of an odd size
    children = np.empty((size + 1, pegs), np.int64)
    costs = np.empty(size)
    sums = np.empty(size)
    held = np.zeros(colors, np.int64)
    deck = np.arange(colors)
    room = 16
    while room < 2 * size:
        room *= 2
    table = np.empty(room, np.int64)
    kept_room = 16
    while kept_room < 2 * eligible.shape[0]:
        kept_room *= 2
    kept = np.full(kept_room, -1, np.int64)
    found = 0
    least = np.inf
    random_into(state, repeats, deck, fittest)
    for n in range(size):
        random_into(state, repeats, deck, codes[n])
    generation = 0
    while True:
        table[:] = -1
        for n in range(size):
            if not is_new(codes, n, table):
                random_into(state, repeats, deck, codes[n])
                is_new(codes, n, table)
            costs[n], asked = cost_of(codes[n], guesses, copies, black, other, won, view, weight, held)
            sums[n] = 1.0 / (base + costs[n]) + (sums[n - 1] if n > 0 else 0.0)
            if not asked and costs[n] < least:
                least = costs[n]
                fittest[:] = codes[n]
            if costs[n] == 0.0 and found < eligible.shape[0]:
                eligible[found] = codes[n]
                if is_new(eligible, found, kept):
                    found += 1
        if (
            found == eligible.shape[0]
            or (found > 0 and generation % (generations + 1) == generations)
            or generation >= patience
        ):
            return found, generation
        generation += 1
        if generation % (generations + 1) == 0:  # nothing fits after all these: a fresh population
            for n in range(size):
                random_into(state, repeats, deck, codes[n])
            continue
        for n in range(0, size, 2):
            mother = draw_parent(state, drawn, costs, sums)
            father = draw_parent(state, drawn, costs, sums)
            two_points = xorshift_uniform(state) < crossing
            cross(state, codes[mother], codes[father], two_points, repeats, colors, children[n], children[n + 1])
            vary(state, children[n], repeats, colors, mutation, permutation, inversion)
            vary(state, children[n + 1], repeats, colors, mutation, permutation, inversion)
        codes, children = children, codes


@compiled
def reply_number(first: Any, second: Any, view: int, held: Any) -> int:
    """A number for the reply of one code to another: equal numbers, equal replies; `held` is zero on entry and exit."""
    pegs = first.shape[0]
    same = 0
    total = 0
    for i in range(pegs):
        held[second[i]] += 1
        same += first[i] == second[i]
    for i in range(pegs):
        if held[first[i]] > 0:
            held[first[i]] -= 1
            total += 1
    for i in range(pegs):
        held[second[i]] = 0
    if same == pegs:
        return (pegs + 1) * (pegs + 1) - 1
    if view == BLACK_ONLY:
        return same
    if view == TOTAL_ONLY:
        return total
    if view == WHITE_ONLY:
        return total - same
    return same * (pegs + 1) + total


@compiled
def left_after(codes: Any, sample: Any, view: int, colors: int) -> Any:
    """For each of `codes`, asked next, how many of all codes would fit on, added up over the `sample` as secrets.

    The sample is given by numbers. Shape (codes,); a code that is the secret itself leaves none.
    """
    size, pegs = codes.shape
    held = np.zeros(colors, np.int64)
    numbers = np.empty(size, np.int64)
    tally = np.zeros((pegs + 1) * (pegs + 1), np.int64)
    left = np.zeros(size, np.int64)
    for c in range(size):
        for e in range(size):
            numbers[e] = reply_number(codes[c], codes[e], view, held)
            tally[numbers[e]] += 1
        for s in range(sample.shape[0]):
            if sample[s] != c:
                left[c] += tally[numbers[sample[s]]]
        for e in range(size):
            tally[numbers[e]] = 0
    return left


@compiled
def likeness(codes: Any, sample: Any, colors: int) -> Any:
    """For each of `codes` how many black and white pegs it has in common with the codes of the `sample`, added up."""
    size, pegs = codes.shape
    held = np.zeros(colors, np.int64)
    alike = np.zeros(size, np.int64)
    for c in range(size):
        for s in range(sample.shape[0]):
            if sample[s] != c:
                for i in range(pegs):
                    held[codes[sample[s], i]] += 1
                for i in range(pegs):
                    if held[codes[c, i]] > 0:
                        held[codes[c, i]] -= 1
                        alike[c] += 1
                for i in range(pegs):
                    held[codes[sample[s], i]] = 0
    return alike
