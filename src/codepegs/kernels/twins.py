"""Symmetries of a history inside the search for best trees: guesses they map to a lower one need not be tried."""

from __future__ import annotations

from typing import Any

import numpy as np

from codepegs.kernels.compile import compiled


@compiled
def find_symmetries(rules: Any, state: Any, turn: int) -> int:
    """Orders of the pegs, without the identity, that with a renaming of colours fix every guess before `turn`."""
    mask = np.uint64((1 << rules.bits) - 1)
    count = 0
    most = state.symmetry_pegs.shape[1]
    if turn >= state.symmetry_pegs.shape[0]:
        return 0
    renamed = np.empty(rules.colors, np.int64)
    origin = np.empty(rules.colors, np.int64)
    for n in range(1, rules.permutations.shape[0]):
        for v in range(rules.colors):
            renamed[v] = -1
            origin[v] = -1
        fits = True
        for earlier in range(1, turn):
            key = state.guesses[earlier]
            for i in range(rules.pegs):
                color = np.int64((key >> np.uint64(rules.bits * (rules.pegs - 1 - i))) & mask)
                there = rules.permutations[n, i]
                other = np.int64((key >> np.uint64(rules.bits * (rules.pegs - 1 - there))) & mask)
                if renamed[color] == -1 and origin[other] == -1:
                    renamed[color] = other
                    origin[other] = color
                elif renamed[color] != other:
                    fits = False
                    break
            if not fits:
                break
        if fits and count < most:
            for i in range(rules.pegs):
                state.symmetry_pegs[turn, count, i] = rules.permutations[n, i]
            for v in range(rules.colors):
                state.symmetry_colors[turn, count, v] = renamed[v]
            count += 1
    return count


@compiled
def has_lower_twin(rules: Any, state: Any, turn: int, count: int, live: Any, guess: Any) -> bool:
    """Whether a symmetry of the history maps a guess to a numerically lower one.

    Colours never played stand for each other, and so do those no member holds: they are renamed to the lowest of their
    kind in order of appearance (with repeats, all that no member holds to the lowest of them).
    """
    mask = np.uint64((1 << rules.bits) - 1)
    colors = np.empty(rules.pegs, np.int64)
    fresh = np.empty(rules.colors, np.int64)
    for n in range(count):
        for i in range(rules.pegs):
            color = np.int64((guess >> np.uint64(rules.bits * (rules.pegs - 1 - i))) & mask)
            if live[color] and state.symmetry_colors[turn, n, color] >= 0:
                color = state.symmetry_colors[turn, n, color]
            else:
                color = -1 - color
            colors[state.symmetry_pegs[turn, n, i]] = color
        for v in range(rules.colors):
            fresh[v] = -1
        next_live = 0
        next_dead = 0
        key = np.uint64(0)
        for i in range(rules.pegs):
            color = colors[i]
            if color < 0:
                color = -1 - color
                if fresh[color] < 0:
                    if live[color]:
                        while not live[next_live] or state.symmetry_colors[turn, n, next_live] >= 0:
                            next_live += 1
                        fresh[color] = next_live
                        next_live += 1
                    else:
                        while live[next_dead]:
                            next_dead += 1
                        fresh[color] = next_dead
                        if not rules.repeats:
                            next_dead += 1
                color = fresh[color]
            key = (key << np.uint64(rules.bits)) | np.uint64(color)
        if key < guess:
            return True
    return False
