"""Parallel tempering over codes: chains that walk at random between codes that nearly fit all replies."""

from __future__ import annotations

from typing import Any

import numpy as np

from codepegs.kernels.compile import compiled  # isort: skip  # before any file that imports Numba, to say why it fails
from codepegs.kernels import bytelanes
from codepegs.kernels.bytelanes import WIDTH
from codepegs.kernels.randomness import next_word

HASH_FACTOR = np.uint64(0x9E3779B97F4A7C15)


@compiled
def hash_code(code: Any) -> Any:
    """A 64-bit hash of a code."""
    value = np.uint64(len(code))
    for i in range(code.shape[0]):
        value = (value ^ np.uint64(code[i])) * HASH_FACTOR
        value ^= value >> np.uint64(29)
    return value


@compiled
def put(code: Any, pool: Any, hits: Any, slots: Any, filled: int, mask: Any) -> int:
    """Add a code to a pool, or one to its hits when it is there; returns the number of codes in the pool."""
    at = hash_code(code) & mask
    while slots[np.intp(at)] >= 0:
        row = slots[np.intp(at)]
        same = True
        for i in range(code.shape[0]):
            if pool[row, i] != code[i]:
                same = False
                break
        if same:
            hits[row] += 1
            return filled
        at = (at + np.uint64(1)) & mask
    if filled < pool.shape[0]:
        slots[np.intp(at)] = filled
        for i in range(code.shape[0]):
            pool[filled, i] = code[i]
        hits[filled] = 1
        return filled + 1
    return filled


@compiled
def walk(
    x: Any,
    held: Any,
    first: Any,
    second: Any,
    trial: Any,
    energy: int,
    match: Any,
    more: Any,
    black_mask: Any,
    white_mask: Any,
    slope: int,
    cap: int,
    thresholds: Any,
    repeats: bool,
    moves: int,
    spacing: int,
    state: Any,
    ground: int,
    pool: Any,
    hits: Any,
    slots: Any,
    counts: Any,
) -> int:
    """Let one chain make its moves; every `spacing` of them its code goes into the pool if its energy is low enough.

    A move swaps the colours of two pegs or changes that of one. `match` has for each peg and colour the turns whose
    guess has that colour there, `more` for each colour and number of pegs of it the turns that one more peg of it adds
    to the total; a row of zeros ends each, which stands for what a kind of move does not do, so that both kinds run
    through the same instructions. `first` and `second` are how far the code is from each reply, by the pegs and by the
    colours. Returns the energy; `counts` has the codes in the pool and the hits.
    """
    pegs = x.shape[0]
    colors = held.shape[0]
    width = first.shape[0]
    mask = np.uint64(slots.shape[0] - 1)
    n = np.uint64(pegs)
    k = np.uint64(colors)
    low = np.uint64(0xFFFFFFFF)
    none = pegs * colors * width
    nothing = colors * (pegs + 1) * width
    due = spacing
    limit = thresholds.shape[0]
    for _ in range(moves):
        word = next_word(state)
        i = np.intp(((word & low) * n) >> np.uint64(32))
        a = np.intp(x[i])
        draw = ((word >> np.uint64(32)) & np.uint64(0x7FFFFFFF)) << np.uint64(1)
        swaps = (word >> np.uint64(63)) != np.uint64(0)
        j = np.intp((draw * n) >> np.uint64(32))
        c = np.intp(x[j]) if swaps else np.intp((draw * k) >> np.uint64(32))
        if a != c and (swaps or repeats or held[c] == 0):
            ic = (i * colors + c) * width
            ia = (i * colors + a) * width
            ja = (j * colors + a) * width if swaps else none
            jc = (j * colors + c) * width if swaps else none
            gain = nothing if swaps else (c * (pegs + 1) + held[c]) * width
            loss = nothing if swaps else (a * (pegs + 1) + held[a] - 1) * width
            new = 0
            for at in range(0, width, WIDTH):
                change = bytelanes.minus(
                    bytelanes.plus(bytelanes.load(match, ic + at), bytelanes.load(match, ja + at)),
                    bytelanes.plus(bytelanes.load(match, ia + at), bytelanes.load(match, jc + at)),
                )
                by_colors = bytelanes.minus(
                    bytelanes.minus(bytelanes.load(more, gain + at), bytelanes.load(more, loss + at)),
                    bytelanes.both(change, bytelanes.load(white_mask, at)),
                )
                by_pegs = bytelanes.both(change, bytelanes.load(black_mask, at))
                p = bytelanes.plus(bytelanes.load(first, at), by_pegs)
                q = bytelanes.plus(bytelanes.load(second, at), by_colors)
                bytelanes.store(trial, at, p)
                bytelanes.store(trial, width + at, q)
                new += bytelanes.capped_sum(p, q, slope, cap)
            rise = new - energy
            if rise <= 0 or (rise < limit and (next_word(state) >> np.uint64(32)) < thresholds[rise]):
                for at in range(0, width, WIDTH):
                    bytelanes.store(first, at, bytelanes.load(trial, at))
                    bytelanes.store(second, at, bytelanes.load(trial, width + at))
                x[i] = c
                if swaps:
                    x[j] = a
                else:
                    held[c] += 1
                    held[a] -= 1
                energy = new
        due -= 1
        if due == 0:
            due = spacing
            if energy <= ground:
                counts[1] += 1
                counts[0] = put(x, pool, hits, slots, counts[0], mask)
    return energy


@compiled
def total_energy(first: Any, second: Any, slope: int, cap: int) -> int:
    """The energy of residuals under another slope and cap."""
    energy = 0
    for at in range(0, first.shape[0], WIDTH):
        energy += bytelanes.capped_sum(bytelanes.load(first, at), bytelanes.load(second, at), slope, cap)
    return energy


@compiled
def temper(
    x: Any,
    held: Any,
    first: Any,
    second: Any,
    match: Any,
    more: Any,
    black_mask: Any,
    white_mask: Any,
    slopes: Any,
    caps: Any,
    thresholds: Any,
    repeats: bool,
    moves: int,
    spacing: int,
    rounds: int,
    enough: int,
    draws: int,
    patience: int,
    state: Any,
    grounds: Any,
    pool: Any,
    hits: Any,
    slots: Any,
    counts: Any,
    best: Any,
) -> int:
    """Rounds of moves of all chains, each followed by exchanges between neighbours; returns the rounds made.

    Chain number c of the (chains, …) arrays has energies min(slopes[c] d, caps[c]) summed over the turns' distances d.
    Stops when the pool holds `enough` codes, when codes were put there `draws` times, or when no new code has come for
    as many rounds as it took until the last one did, and `patience` more.
    """
    chains = x.shape[0]
    width = first.shape[1]
    trial = np.empty(2 * width, np.int8)
    energy = np.empty(chains, np.int64)
    for chain in range(chains):
        energy[chain] = total_energy(first[chain], second[chain], slopes[chain], caps[chain])
    limit = thresholds.shape[0]
    before = counts[0]
    last = 0
    for done in range(rounds):
        for chain in range(chains):
            energy[chain] = walk(
                x[chain], held[chain], first[chain], second[chain], trial, energy[chain], match, more,
                black_mask, white_mask, slopes[chain], caps[chain], thresholds, repeats, moves, spacing, state,
                grounds[chain], pool, hits, slots, counts,
            )  # fmt: skip
            if chain == chains - 1 and energy[chain] < counts[2]:
                counts[2] = energy[chain]
                best[:] = x[chain]
        for chain in range(chains - 1):
            here = total_energy(first[chain + 1], second[chain + 1], slopes[chain], caps[chain])
            there = total_energy(first[chain], second[chain], slopes[chain + 1], caps[chain + 1])
            rise = here + there - energy[chain] - energy[chain + 1]
            if rise <= 0 or (rise < limit and (next_word(state) >> np.uint64(32)) < thresholds[rise]):
                for i in range(x.shape[1]):
                    x[chain, i], x[chain + 1, i] = x[chain + 1, i], x[chain, i]
                for c in range(held.shape[1]):
                    held[chain, c], held[chain + 1, c] = held[chain + 1, c], held[chain, c]
                for t in range(width):
                    first[chain, t], first[chain + 1, t] = first[chain + 1, t], first[chain, t]
                    second[chain, t], second[chain + 1, t] = second[chain + 1, t], second[chain, t]
                energy[chain] = here
                energy[chain + 1] = there
        if counts[0] > before:
            before = counts[0]
            last = done
        if counts[0] >= enough or counts[1] >= draws or (before and done > 2 * last + patience):
            return done + 1
    return rounds
