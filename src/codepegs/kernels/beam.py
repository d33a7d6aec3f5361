"""Good trees of sets too large to search: a few guesses tried at each, the most promising by an estimate.

The estimate of what a set costs is a table by its size, from trees that were found before. At each set the guesses with
the least sum of estimates over their parts are tried, `width` of them; each part is worth what the same search finds
for it, with what was found kept by the set. Parts that are not looked at yet count for what is hoped of them, less than
the estimate, and a guess whose sum reaches the best so far is dropped; where the hope was vain a better guess may be
lost, but never a tree that is there. Small sets are searched to the end as in `codepegs.kernels.searching`, if that
takes no more than a quota.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from codepegs.kernels.bounding import SETS, list_guesses_by
from codepegs.kernels.codes import part_of
from codepegs.kernels.compile import compiled
from codepegs.kernels.memory import EXACT, NOTHING, hash_set, recall, replace
from codepegs.kernels.randomness import mixed
from codepegs.kernels.scoring import ANY_BREAKS, SUM_OF_TABLE
from codepegs.kernels.searching import (
    AT,
    BEST,
    BEST_GUESS,
    ENTER,
    FOUND,
    LARGE,
    LEAVE,
    LIMIT,
    LISTED,
    NEXT_GUESS,
    NEXT_PART,
    START,
    STOP,
    SUM,
    TRIED,
    TRYING,
    begin,
    enter_part,
    list_parts,
    run,
)
from codepegs.kernels.twins import find_symmetries, has_lower_twin

MISSED, HELD = 1, 2
"""What is kept of a set: that its limit was not undercut, or the value and first guess of a tree."""

GIVEN, DONE = 0, 1
"""Whether a set was looked at in this search, or its tree was there before."""

COUNTED = 1 << 32
"""What the estimates have besides, to count parts."""

SCALE = 256
"""Estimates are counted in so many parts of a guess."""

SPARE = 3
"""Guesses listed for each that is tried: some cost nothing to try, because all their parts are known."""

WHOLE = 1 << 60
"""A quota that does not end."""


class Beam(NamedTuple):
    """How a search goes about it."""

    expected: Any
    """The estimate by size, in `SCALE` parts of a guess, one for each code included."""
    hoped: Any
    """What is hoped of a set by size, no more than the estimate."""
    width: Any
    """Guesses tried by size."""
    exact_most: int
    """Codes up to which a set is searched to the end."""
    exact_quota: int
    """Sets scored before such a search is given up."""
    seed: Any
    """Orders guesses of equal estimate."""
    stage: Any
    """Turn, what is next, value, first turn: where the search is."""


@compiled
def start(rules: Any, state: Any, beam: Any, size: int, turn: int, limit: int) -> None:
    """Get ready to look for a tree of `state.keys[:size]` at a turn that costs less than `limit`."""
    beam.stage[0] = beam.stage[3] = turn
    beam.stage[1] = ENTER
    frame = state.frame[turn]
    frame[START], frame[STOP], frame[LIMIT] = 0, size, limit
    hash_set(state.keys, 0, size, turn, rules.same_turns, state.hashes[turn])


@compiled
def _list_best(rules: Any, state: Any, beam: Any, turn: int, first: Any, has_first: bool) -> None:
    """List the guesses with the least estimates, `first` before all if there is one; none that has a lower twin."""
    frame = state.frame[turn]
    size = frame[STOP] - frame[START]
    objective = SUM_OF_TABLE if rules.candidates_only else ANY_BREAKS
    kept, _, _, _ = list_guesses_by(
        rules, state, frame[START], frame[STOP], turn, 1 << 40, 0, objective, beam.expected, SCALE
    )
    found = find_symmetries(rules, state, turn)
    scores, order = state.scores[turn], state.order[turn]
    room = min(kept, SPARE * beam.width[size])
    listed = 0
    if has_first:
        if kept == scores.shape[0]:
            kept -= 1
        state.listed[turn, kept] = first
        scores[kept] = -1
        order[0] = kept
        listed = 1
        room += 1
    for n in range(kept):
        guess = state.listed[turn, n]
        if has_first and guess == first:
            continue
        scores[n] = (scores[n] << 8) | np.int64(mixed(guess ^ beam.seed) & np.uint64(255))
        if listed == room and scores[n] >= scores[order[listed - 1]]:
            continue
        if found > 0 and has_lower_twin(rules, state, turn, found, state.live, guess):
            continue
        place = listed if listed < room else listed - 1
        listed = place + 1
        while place > 0 and scores[order[place - 1]] > scores[n]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = n
    frame[LISTED] = listed
    frame[TRYING] = -1
    frame[TRIED] = 0


@compiled
def _ask(rules: Any, state: Any, memory: Any, values: Any, beam: Any, turn: int) -> Any:
    """What is known of the set at a turn, a small one searched to the end: (value, whether that is all there is)."""
    frame = state.frame[turn]
    hashes = state.hashes[turn]
    limit = frame[LIMIT]
    known, value, _, _, _ = recall(memory, hashes[0], hashes[1])
    if known == EXACT or (known != NOTHING and value >= limit):
        return value, True
    known, held, looked, _, guess = recall(values, hashes[0], hashes[1])
    if known != NOTHING and looked == DONE and (known == HELD or held >= limit):
        return held, True
    bar = min(limit, held) if known == HELD else limit
    size = frame[STOP] - frame[START]
    if size <= beam.exact_most:
        begin(rules, state, frame[START], frame[STOP], turn, bar, False)
        if run(rules, state, memory, beam.exact_quota) and state.stage[3] == 0:
            value = state.stage[2]
            if value >= bar and known == HELD:
                replace(values, hashes[0], hashes[1], held, HELD, DONE, guess)
                return held, True
            return value, True
        state.stage[3] = 0
        frame[LIMIT] = limit
    frame[BEST] = bar
    frame[FOUND] = known == HELD and held < limit
    frame[BEST_GUESS] = np.int64(guess)
    _list_best(rules, state, beam, turn, guess, known == HELD)
    return bar, False


@compiled
def _try(rules: Any, state: Any, memory: Any, values: Any, beam: Any, turn: int, guess: Any) -> bool:
    """Split the set by a guess and sum up what is known and hoped of its parts; False to drop it."""
    total = list_parts(rules, state, turn, guess)
    if total < 0:
        return False
    frame = state.frame[turn]
    fresh = False
    for b in range(frame[LARGE]):
        hashes = state.part_hash[turn, b]
        known, value, _, _, _ = recall(memory, hashes[0], hashes[1])
        if known != EXACT:
            hoped = beam.hoped[state.part_size[turn, b]]
            value = max(value, hoped) if known != NOTHING else hoped
            known, held, looked, _, _ = recall(values, hashes[0], hashes[1])
            if known == HELD:
                value = min(value, held)
            if known != NOTHING and looked == DONE:
                value = held
            known = EXACT if known == HELD and looked == DONE else NOTHING
            fresh |= known == NOTHING
        state.part_value[turn, b] = value
        state.part_known[turn, b] = known
        total += value
    frame[SUM] = total
    frame[AT] = frame[LARGE]
    if total < frame[BEST]:
        frame[TRIED] += fresh
        return True
    return False


@compiled
def keep_found(state: Any, values: Any, turn: int, looked: int) -> Any:
    """Keep the best tree found at a turn, or that none was; returns its value."""
    frame, hashes = state.frame[turn], state.hashes[turn]
    guess = np.uint64(frame[BEST_GUESS])
    known = HELD if frame[FOUND] else MISSED
    value = frame[BEST]
    if known == MISSED:
        before, held, _, _, first = recall(values, hashes[0], hashes[1])
        if before == HELD:
            known, value, guess = HELD, held, first
    replace(values, hashes[0], hashes[1], value, known, looked, guess)
    return value


@compiled
def look(rules: Any, state: Any, memory: Any, values: Any, beam: Any, quota: int) -> bool:
    """Go on with the search until it is done or `quota` more sets were scored; whether it is done.

    `memory` is that of the search to the end, `values` keeps what this one finds.
    """
    last = state.counts[SETS] + quota
    turn, mode, value, top = beam.stage[0], beam.stage[1], beam.stage[2], beam.stage[3]
    while True:
        frame = state.frame[turn]
        if mode == ENTER:
            if state.counts[SETS] >= last:
                beam.stage[0], beam.stage[1], beam.stage[2] = turn, mode, value
                return False
            value, settled = _ask(rules, state, memory, values, beam, turn)
            mode = LEAVE if settled else NEXT_GUESS
        elif mode == NEXT_GUESS:
            mode = LEAVE
            width = beam.width[frame[STOP] - frame[START]]
            while frame[TRYING] + 1 < frame[LISTED] and frame[TRIED] < width:
                frame[TRYING] += 1
                guess = state.listed[turn, state.order[turn, frame[TRYING]]]
                if _try(rules, state, memory, values, beam, turn, guess):
                    mode = NEXT_PART
                    break
            if mode == LEAVE:
                value = keep_found(state, values, turn, DONE)
        elif mode == NEXT_PART:
            frame[AT] -= 1
            while frame[AT] >= 0 and state.part_known[turn, frame[AT]] == EXACT:
                frame[AT] -= 1
            if frame[AT] < 0:
                frame[BEST] = frame[SUM]
                frame[BEST_GUESS] = np.int64(state.guesses[turn])
                frame[FOUND] = 1
                mode = NEXT_GUESS
            elif turn + 2 >= state.frame.shape[0]:
                mode = NEXT_GUESS  # deeper than there is room for
            else:
                enter_part(state, turn, frame[AT])
                turn += 1
                mode = ENTER
        else:
            if turn == top:
                beam.stage[0], beam.stage[1], beam.stage[2] = turn, LEAVE, value
                return True
            turn -= 1
            frame = state.frame[turn]
            b = frame[AT]
            frame[SUM] += value - state.part_value[turn, b]
            state.part_value[turn, b] = value
            mode = NEXT_GUESS if frame[SUM] >= frame[BEST] else NEXT_PART


@compiled
def keep_unfinished(state: Any, values: Any, beam: Any) -> None:
    """Keep the trees found so far at the sets of a search that is left in the middle."""
    for turn in range(beam.stage[0] - 1, beam.stage[3] - 1, -1):
        if state.frame[turn, FOUND]:
            keep_found(state, values, turn, GIVEN)


@compiled
def plant(
    rules: Any, state: Any, values: Any, size: int, turn: int, guesses: Any, ends: Any, parts: Any, costs: Any
) -> None:
    """Keep a tree of `state.keys[:size]` at a turn: nodes in reading order, and what each costs with those below."""
    starts = np.empty(guesses.shape[0], np.int64)
    turns = np.empty(guesses.shape[0], np.int64)
    starts[0], turns[0] = 0, turn
    hashes = np.empty(2, np.uint64)
    sizes = np.empty(guesses.shape[0], np.int64)
    sizes[0] = size
    for node in range(guesses.shape[0]):
        first, count, here = starts[node], sizes[node], turns[node]
        hash_set(state.keys, first, first + count, here, rules.same_turns, hashes)
        if count > 2:
            replace(values, hashes[0], hashes[1], costs[node], HELD, GIVEN, guesses[node])
        frame = state.frame[here]
        frame[START], frame[STOP] = first, first + count
        if node + 1 == ends[node]:
            continue
        list_parts(rules, state, here, guesses[node])
        child = node + 1
        at = first
        for r in range(state.sizes.shape[1] - 1):
            if child < ends[node] and parts[child] == r:
                starts[child], turns[child], sizes[child] = at, here + 1, state.sizes[here, r]
                child = ends[child]
            at += state.sizes[here, r]


@compiled
def _guess_at(rules: Any, state: Any, memory: Any, values: Any, beam: Any, first: int, stop: int, turn: int) -> Any:
    """The guess of the tree that is kept for a set, and whether there is one."""
    hashes = np.empty(2, np.uint64)
    hash_set(state.keys, first, stop, turn, rules.same_turns, hashes)
    known, value, _, _, _ = recall(memory, hashes[0], hashes[1])
    held_known, held, _, _, guess = recall(values, hashes[0], hashes[1])
    if held_known == HELD and not (known == EXACT and value < held):
        return guess, True
    if known != EXACT and stop - first > beam.exact_most:
        return guess, False
    limit = value + 1 if known == EXACT else 1 << 40
    begin(rules, state, first, stop, turn, limit, True)
    if not run(rules, state, memory, WHOLE if known == EXACT else 100 * beam.exact_quota):
        return guess, False
    return np.uint64(state.frame[turn, BEST_GUESS]), state.frame[turn, FOUND] == 1


@compiled
def grow(
    rules: Any,
    state: Any,
    memory: Any,
    values: Any,
    beam: Any,
    size: int,
    turn: int,
    guesses: Any,
    parents: Any,
    parts: Any,
) -> int:
    """Write the nodes of the tree that is kept for `state.keys[:size]` at a turn, in reading order.

    Returns how many there are, 0 when some are lost.
    """
    room = guesses.shape[0] + 1
    stack_start = np.empty(room, np.int64)
    stack_stop = np.empty(room, np.int64)
    stack_turn = np.empty(room, np.int64)
    stack_parent = np.empty(room, np.int64)
    stack_part = np.empty(room, np.int64)
    stack_start[0], stack_stop[0], stack_turn[0], stack_parent[0], stack_part[0] = 0, size, turn, -1, -1
    top = 1
    nodes = 0
    while top > 0:
        top -= 1
        first, stop, here = stack_start[top], stack_stop[top], stack_turn[top]
        if nodes + 2 > guesses.shape[0]:
            return 0
        guess = state.keys[first]
        if stop - first > 2:
            guess, there = _guess_at(rules, state, memory, values, beam, first, stop, here)
            if not there or here + 2 >= state.frame.shape[0]:
                return 0
        guesses[nodes], parents[nodes], parts[nodes] = guess, stack_parent[top], stack_part[top]
        nodes += 1
        if stop - first == 1:
            continue
        if stop - first == 2:
            second = state.keys[first + 1]
            guesses[nodes], parents[nodes] = second, nodes - 1
            parts[nodes] = part_of(second, guess, rules.pegs, rules.bits, state.tally, rules.part_table)
            nodes += 1
            continue
        frame = state.frame[here]
        frame[START], frame[STOP] = first, stop
        if list_parts(rules, state, here, guess) < 0:
            return 0
        end = stop - state.sizes[here, -1]
        for r in range(state.sizes.shape[1] - 2, -1, -1):
            count = state.sizes[here, r]
            if count > 0:
                stack_start[top], stack_stop[top], stack_turn[top] = end - count, end, here + 1
                stack_parent[top], stack_part[top] = nodes - 1, r
                top += 1
            end -= count
    return nodes
