"""A Metropolis walk among codes, drawn to those that fit the replies, and the search near an almost right guess.

Blair, Karnati, Lee and Lee (2018), "Mastering MasterMind with MCMCs" (the fifth seed). For every turn the walk keeps
how far its code's black count and total are from the reply's; a step changes each by at most two, so that a proposal
costs a few operations a turn, whatever the number of pegs.

The history comes as arrays: `guesses` (asked, pegs), a row for every code that was asked; the first `turns` rows have
replies to go by, the rest do not. `by_peg` (pegs, capacity) is the same sideways and `copies` (colours, capacity) how
often each guess has each colour. `black` and `total` (capacity,) are the counts of the replies; `codepegs.codebreakers.
mcmc.targets` says what stands in for those that a view hides.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from codepegs.kernels.compile import compiled
from codepegs.kernels.randomness import below, mixed, uniform

START_PREVIOUS, START_MOST_BLACK, START_RANDOM = 0, 1, 2
"""Where a walk starts."""

BLIND_STEPS = 10_000
"""Steps without looking at the cost, for a code never asked, when the walk itself has found none."""


class WalkRules(NamedTuple):
    """What the compiled walk is told of the strategy's options and of the view."""

    repeats: bool
    """Whether a code may use a colour twice."""
    sees_black: bool
    sees_white: bool
    sees_total: bool
    black_weight: float
    """Weights in the cost, 0 where the view hides the count."""
    white_weight: float
    total_weight: float
    burn_in: int
    swap: float
    near: float
    near_swap: float
    endgame: float
    endgame_nodes: int
    start: int
    check: bool
    keep_best: bool
    ask_again: bool


@compiled
def measure(
    code: Any, by_peg: Any, copies: Any, black: Any, total: Any, turns: int, counts: Any, black_off: Any, total_off: Any
) -> None:
    """Count the colours of `code`, and how far its black count and total are off at every turn."""
    counts[:] = 0
    for t in range(turns):
        black_off[t] = -black[t]
        total_off[t] = -total[t]
    for i in range(code.shape[0]):
        v = code[i]
        for t in range(turns):
            black_off[t] += by_peg[i, t] == v
            total_off[t] += counts[v] < copies[v, t]
        counts[v] += 1


@compiled
def swap_pegs(
    code: Any, i: int, j: int, by_peg: Any, turns: int, black_off: Any, total_off: Any, new_black: Any, sums: Any
) -> None:
    """How far off the code is with pegs i and j swapped: black counts to `new_black`, sums over turns to `sums`."""
    a, c = code[i], code[j]
    at_i, at_j = by_peg[i], by_peg[j]
    blacks, whites, totals = 0, 0, 0
    for t in range(turns):
        b = black_off[t] + (at_i[t] == c) - (at_i[t] == a) + (at_j[t] == a) - (at_j[t] == c)
        new_black[t] = b
        blacks += abs(b)
        whites += abs(total_off[t] - b)
        totals += abs(total_off[t])
    sums[0], sums[1], sums[2] = blacks, whites, totals


@compiled
def recolor_peg(
    code: Any,
    i: int,
    c: int,
    counts: Any,
    by_peg: Any,
    copies: Any,
    turns: int,
    black_off: Any,
    total_off: Any,
    new_black: Any,
    new_total: Any,
    sums: Any,
) -> None:
    """How far off the code is with peg i in another colour c, as `swap_pegs` says it, totals to `new_total`."""
    a = code[i]
    at_i, lost, won = by_peg[i], copies[a], copies[c]
    had, has = counts[a], counts[c]
    blacks, whites, totals = 0, 0, 0
    for t in range(turns):
        b = black_off[t] + (at_i[t] == c) - (at_i[t] == a)
        s = total_off[t] - (had <= lost[t]) + (has < won[t])
        new_black[t] = b
        new_total[t] = s
        blacks += abs(b)
        whites += abs(s - b)
        totals += abs(s)
    sums[0], sums[1], sums[2] = blacks, whites, totals


@compiled
def sum_up(turns: int, black_off: Any, total_off: Any, sums: Any) -> None:
    """Write how far off black, white and total are, summed over the turns, to `sums`."""
    sums[:] = 0
    for t in range(turns):
        sums[0] += abs(black_off[t])
        sums[1] += abs(total_off[t] - black_off[t])
        sums[2] += abs(total_off[t])


@compiled
def cost_of(rules: Any, sums: Any) -> float:
    """The cost that the walk goes by."""
    return rules.black_weight * sums[0] + rules.white_weight * sums[1] + rules.total_weight * sums[2]


@compiled
def fits_all(rules: Any, sums: Any) -> bool:
    """Whether all that the view shows is as the replies say."""
    return rules.sees_black * sums[0] + rules.sees_white * sums[1] + rules.sees_total * sums[2] == 0


@compiled
def was_asked(code: Any, guesses: Any, asked: int) -> bool:
    """Whether the code is among the first rows of `guesses`."""
    for g in range(asked):
        i = 0
        while i < code.shape[0] and guesses[g, i] == code[i]:
            i += 1
        if i == code.shape[0]:
            return True
    return False


@compiled
def random_code(rules: Any, colors: int, state: Any, out: Any) -> None:
    """Draw a code uniformly."""
    if rules.repeats:
        for i in range(out.shape[0]):
            out[i] = below(state, colors)
    else:
        bag = np.arange(colors)
        for i in range(out.shape[0]):
            j = i + below(state, colors - i)
            bag[i], bag[j] = bag[j], bag[i]
            out[i] = bag[i]


@compiled
def search_near(
    rules: Any,
    code: Any,
    changes: int,
    by_peg: Any,
    copies: Any,
    black: Any,
    total: Any,
    turns: int,
    colors: int,
    state: Any,
    nodes: Any,
) -> bool:
    """Look through all codes that differ from `code` in exactly so many pegs for one that fits all replies.

    Pegs and colours are tried in random order. True when one is found, in `code` then; False when there is none or
    after `rules.endgame_nodes`. One change moves a black count and a total by one at most, so a branch ends where some
    turn is further off than the changes that are left. `nodes` (1,) is raised by the partial codes looked at.
    """
    pegs = code.shape[0]
    counts = np.zeros(colors, np.int32)
    black_off = np.zeros((changes + 1, turns), np.int32)
    total_off = np.zeros((changes + 1, turns), np.int32)
    measure(code, by_peg, copies, black, total, turns, counts, black_off[0], total_off[0])
    anchor = code.copy()
    order, tints = np.arange(pegs), np.arange(colors)
    for i in range(pegs - 1):
        j = i + below(state, pegs - i)
        order[i], order[j] = order[j], order[i]
    for i in range(colors - 1):
        j = i + below(state, colors - i)
        tints[i], tints[j] = tints[j], tints[i]
    sums = np.zeros(3, np.int64)
    place, tint = np.zeros(changes, np.int64), np.full(changes, -1)
    twice = 0  # colours too many where none may repeat
    last = nodes[0] + rules.endgame_nodes
    depth = 0
    while depth >= 0:
        i = order[place[depth]]
        a = anchor[i]
        if code[i] != a:  # take back what was tried last here
            c = code[i]
            twice -= counts[c] > 1
            counts[c] -= 1
            twice += counts[a] > 0
            counts[a] += 1
            code[i] = a
        tint[depth] += 1
        if tint[depth] == colors:
            tint[depth] = 0
            place[depth] += 1
            if place[depth] > pegs - (changes - depth):
                depth -= 1
                continue
            i = order[place[depth]]
            a = anchor[i]
        c = tints[tint[depth]]
        if c == a:
            continue
        nodes[0] += 1
        if nodes[0] > last:
            code[:] = anchor
            return False
        recolor_peg(
            code, i, c, counts, by_peg, copies, turns,
            black_off[depth], total_off[depth], black_off[depth + 1], total_off[depth + 1], sums,
        )  # fmt: skip
        twice -= counts[a] > 1
        counts[a] -= 1
        twice += counts[c] > 0
        counts[c] += 1
        code[i] = c
        left = changes - depth - 1
        fits = rules.repeats or twice <= left
        for t in range(turns):
            if (rules.sees_black and abs(black_off[depth + 1, t]) > left) or (
                rules.sees_total and abs(total_off[depth + 1, t]) > left
            ):
                fits = False
                break
        if not fits:
            continue
        if left == 0:
            return True
        depth += 1
        place[depth] = place[depth - 1] + 1
        tint[depth] = -1
    code[:] = anchor
    return False


@compiled
def next_guess(
    rules: Any,
    colors: int,
    guesses: Any,
    asked: int,
    by_peg: Any,
    copies: Any,
    black: Any,
    total: Any,
    turns: int,
    seed: Any,
    out: Any,
    work: Any,
) -> bool:
    """Choose the guess after a history of at least one code: in `out`, True when it fits all replies.

    `seed` is a 64-bit number that belongs to the game; the turn is mixed in. `work[0]` is raised by the states looked
    at, which are the proposals of the walk and the partial codes of the search near a guess.
    """
    pegs = out.shape[0]
    state = np.empty(1, np.uint64)
    state[0] = mixed(seed + np.uint64(asked))
    best = turns - 1  # of the turns with most black the latest
    if rules.sees_black:
        for t in range(turns - 2, -1, -1):
            if black[t] > black[best]:
                best = t
        if best >= 0 and black[best] < pegs and black[best] >= rules.endgame * pegs:
            out[:] = guesses[best]
            if search_near(
                rules, out, pegs - black[best], by_peg, copies, black, total, turns, colors, state, work
            ) and not was_asked(out, guesses, asked):
                return True
    origin = best if rules.start == START_MOST_BLACK else turns - 1
    swap = rules.swap
    ruled = False
    if origin >= 0 and rules.sees_total and total[origin] == pegs:
        swap, ruled = 1.0, True
    elif origin >= 0 and rules.sees_black and black[origin] >= rules.near * pegs:
        swap, ruled = rules.near_swap, True
    if origin < 0 or (rules.start == START_RANDOM and not ruled):
        random_code(rules, colors, state, out)
    else:
        out[:] = guesses[origin]
    can_recolor = colors > 1 if rules.repeats else colors > pegs
    if pegs == 1 and not can_recolor:
        return False
    if not can_recolor:
        swap = 1.0
    if pegs == 1:
        swap = 0.0
    return walk(rules, colors, guesses, asked, by_peg, copies, black, total, turns, swap, can_recolor, state, out, work)


@compiled
def walk(
    rules: Any,
    colors: int,
    guesses: Any,
    asked: int,
    by_peg: Any,
    copies: Any,
    black: Any,
    total: Any,
    turns: int,
    swap: float,
    can_recolor: bool,
    state: Any,
    code: Any,
    work: Any,
) -> bool:
    """Walk from `code`, whose place the code to ask takes; True when that fits all replies.

    A proposal swaps two pegs with probability `swap` and gives one another colour otherwise (where none may repeat, one
    that the code does not use), and is accepted with probability exp(cost before - cost after), if that is less than 1.
    After the burn-in a walk that stands on a code asked before goes on for as long again, to the first that was not,
    and then without looking at the cost.
    """
    pegs = code.shape[0]
    counts = np.zeros(colors, np.int32)
    black_off, total_off = np.zeros(turns, np.int32), np.zeros(turns, np.int32)
    new_black, new_total = np.zeros(turns, np.int32), np.zeros(turns, np.int32)
    sums, new_sums = np.zeros(3, np.int64), np.zeros(3, np.int64)
    measure(code, by_peg, copies, black, total, turns, counts, black_off, total_off)
    sum_up(turns, black_off, total_off, sums)
    cost = cost_of(rules, sums)
    spare = np.zeros(colors, np.int64)
    spares = 0
    for v in range(colors):
        if counts[v] == 0:
            spare[spares] = v
            spares += 1
    best_cost = np.inf
    best, best_fits = code.copy(), False
    if rules.check and fits_all(rules, sums) and not was_asked(code, guesses, asked):
        return True  # only a code drawn to start with
    most = rules.burn_in * (1 if rules.ask_again else 2) + (0 if rules.ask_again else BLIND_STEPS)
    for step in range(most):
        if step >= rules.burn_in:
            if step == rules.burn_in and rules.keep_best and best_cost < np.inf:
                code[:] = best
                return best_fits
            if not was_asked(code, guesses, asked):
                break
        blind = step >= 2 * rules.burn_in
        if blind and can_recolor and pegs > 1:
            swap = 0.5
        work[0] += 1
        swaps = swap == 1.0 or (swap > 0.0 and uniform(state) < swap)
        if swaps:
            i = below(state, pegs)
            j = below(state, pegs - 1)
            j += j >= i
            if code[i] == code[j]:
                continue
            swap_pegs(code, i, j, by_peg, turns, black_off, total_off, new_black, new_sums)
        else:
            i = below(state, pegs)
            if rules.repeats:
                c = below(state, colors - 1)
                c += c >= code[i]
                j = 0
            else:
                j = below(state, spares)
                c = spare[j]
            recolor_peg(
                code, i, c, counts, by_peg, copies, turns, black_off, total_off, new_black, new_total, new_sums
            )  # fmt: skip
        new_cost = cost_of(rules, new_sums)
        if not (blind or new_cost <= cost or uniform(state) < np.exp(cost - new_cost)):
            continue
        if swaps:
            code[i], code[j] = code[j], code[i]
        else:
            a = code[i]
            counts[a] -= 1
            counts[c] += 1
            code[i] = c
            if not rules.repeats:
                spare[j] = a
            for t in range(turns):
                total_off[t] = new_total[t]
        for t in range(turns):
            black_off[t] = new_black[t]
        cost = new_cost
        sums[:] = new_sums
        if rules.check and fits_all(rules, sums) and not was_asked(code, guesses, asked):
            return True
        if rules.keep_best and cost < best_cost and not was_asked(code, guesses, asked):
            best_cost = cost
            best[:] = code
            best_fits = fits_all(rules, sums)
    return fits_all(rules, sums) and not was_asked(code, guesses, asked)


@compiled
def play_games(
    rules: Any, colors: int, secrets: Any, firsts: Any, seeds: Any, most_turns: int, lengths: Any, states: Any
) -> None:
    """Play whole games, one a row of `secrets` and `firsts`, as `next_guess` does turn by turn.

    `lengths` gets the guesses of each game, 0 for one not solved in `most_turns`; `states` the states looked at.
    """
    games, pegs = secrets.shape
    guesses = np.empty((most_turns, pegs), np.int64)
    by_peg = np.empty((pegs, most_turns), np.int32)
    copies = np.empty((colors, most_turns), np.int32)
    black, total = np.empty(most_turns, np.int32), np.empty(most_turns, np.int32)
    held = np.empty(colors, np.int64)
    guess = np.empty(pegs, np.int64)
    work = np.zeros(1, np.int64)
    for g in range(games):
        work[0] = 0
        lengths[g] = 0
        guess[:] = firsts[g]
        held[:] = 0
        for i in range(pegs):
            held[secrets[g, i]] += 1
        for t in range(most_turns):
            if t:
                next_guess(
                    rules, colors, guesses, t, by_peg, copies, black, total, t, seeds[g], guess, work
                )  # fmt: skip
            copies[:, t] = 0
            blacks, totals = 0, 0
            for i in range(pegs):
                v = guess[i]
                guesses[t, i] = v
                by_peg[i, t] = v
                blacks += v == secrets[g, i]
                totals += copies[v, t] < held[v]
                copies[v, t] += 1
            if blacks == pegs:
                lengths[g] = t + 1
                break
            black[t] = blacks if rules.sees_black else 0
            total[t] = totals if rules.sees_total else totals - blacks if rules.sees_white else 0
        states[g] = work[0]
