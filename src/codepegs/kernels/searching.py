"""The best tree of a set: depth-first branch and bound over all guesses, with a memory of the sets it has seen.

What is searched for is the least sum, over the codes of a set, of what finding each costs. Costs are relative: a code
found by the very next guess costs nothing, one that is not costs `step[t]` more, t being the turn of that guess (1 at
every turn: one more guess). A tree may also be forbidden to be deeper than `turns`.

At each set all guesses that can differ are scored by the sum of lower bounds over their parts, eight at a time, and
tried in that order. Before a part is searched it is asked for better and better bounds, the cheapest first: what the
memory knows, whether a member splits it fully, the least sum of bounds over all guesses. A guess is dropped as soon as
its sum reaches the best value so far. Guesses that a symmetry of the history maps to a lower one are left out.

The search keeps its whole state in arrays and can be left after any number of sets and taken up again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from codepegs.kernels.bounding import (
    EXPANDED,
    FORBIDDEN,
    SETS,
    TIE_BITS,
    TWINS,
    check_members,
    least,
    probe,
    score_guesses,
    value_of_few,
)
from codepegs.kernels.codes import split
from codepegs.kernels.compile import compiled
from codepegs.kernels.memory import BOUNDS, EXACT, NOTHING, hash_set, recall, remember
from codepegs.kernels.twins import find_symmetries, has_lower_twin
from codepegs.kernels.walking import NEVER


class Rules(NamedTuple):
    """What a search is about."""

    pegs: int
    bits: int
    repeats: bool
    colors: int
    part_table: Any
    cell_black: Any
    cell_total: Any
    cell_part: Any
    cell_ends: Any
    candidates_only: bool
    turns: int
    """Turn after which no code may be left; `NEVER` for any."""
    step: Any
    """Cost of not finding a code at each turn, from 0."""
    same_turns: bool
    """Whether value and bounds are the same at every turn."""
    bounds: Any
    """Least value of any set, by turn and size; one row when the same at every turn."""
    blacks_alone: bool
    """Whether replies are sums over the pegs, each by itself: black ones alone, repeats allowed."""
    bounded: bool
    """Whether sets are asked for better bounds than their sizes give."""
    ordered: bool
    """Whether guesses with lower bounds are tried first."""
    permutations: Any
    """All orders of the pegs, the identity first; or only that one, to search without symmetry of positions."""


class State(NamedTuple):
    """Where a search is: one row a turn, and scratch."""

    keys: Any
    guesses: Any
    first_played: Any
    stage: Any
    frame: Any
    """By turn: start, stop, limit, best value, number of guesses listed, the one being tried, its sum of bounds, number
    of its larger parts, the part being searched, best guess, symmetries, the most parts below a member and another
    guess, guesses tried."""
    hashes: Any
    scores: Any
    listed: Any
    order: Any
    part_start: Any
    part_size: Any
    part_value: Any
    part_known: Any
    part_hash: Any
    symmetry_pegs: Any
    symmetry_colors: Any
    symmetries: Any
    spare: Any
    spare_part: Any
    sizes: Any
    tally: Any
    live: Any
    column_of: Any
    color_of: Any
    column_class: Any
    place: Any
    copies: Any
    place_words: Any
    copies_words: Any
    members: Any
    beyond: Any
    barred: Any
    work: Any
    counts: Any


START, STOP, LIMIT, BEST, LISTED, TRYING, SUM, LARGE, AT, BEST_GUESS, FOUND, SYMMETRIES, BELOW, OTHER, TRIED = (
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    9,
    10,
    11,
    12,
    13,
    14,
)
"""Columns of `State.frame`."""

ENTER, NEXT_GUESS, NEXT_PART, LEAVE = 0, 1, 2, 3
"""What the search does next."""

CHOOSE, ONE_GUESS = 1, 2
"""Kinds of search at the top: one that must name a guess, one of a single guess."""


@compiled
def begin(rules: Any, state: Any, start: int, stop: int, turn: int, limit: int, choose: bool) -> None:
    """Get ready to search `state.keys[start:stop]` at a turn for a value below `limit`.

    With `choose` the guesses are gone through even if the value is known, so that the best one is there afterwards, in
    `state.frame[turn, BEST_GUESS]`.
    """
    state.stage[5] = CHOOSE if choose else 0
    state.stage[0] = turn
    state.stage[1] = ENTER
    state.stage[4] = turn
    state.frame[turn, START] = start
    state.frame[turn, STOP] = stop
    state.frame[turn, LIMIT] = limit
    state.frame[turn, BELOW] = state.frame[turn, OTHER] = state.sizes.shape[1] - 1
    hash_set(state.keys, start, stop, turn, rules.same_turns, state.hashes[turn])


@compiled
def begin_with(
    rules: Any, state: Any, start: int, stop: int, turn: int, limit: int, guess: Any, below: int, other: int
) -> None:
    """The same when `guess` comes next, whatever else there is; `below` and `other` as `list_choices` returned them."""
    begin(rules, state, start, stop, turn, limit, False)
    frame = state.frame[turn]
    frame[BELOW], frame[OTHER] = below, other
    frame[LISTED] = 1
    frame[TRYING] = -1
    frame[BEST] = limit
    frame[FOUND] = 0
    frame[SYMMETRIES] = 0
    state.order[turn, 0] = 0
    state.listed[turn, 0] = guess
    state.scores[turn, 0] = -1
    state.stage[1] = NEXT_GUESS
    state.stage[5] = ONE_GUESS


@compiled
def _list(rules: Any, state: Any, turn: int, limit: int, below: int, other: int) -> None:
    """List the guesses of the set at a turn whose bounds are below `limit`, best first."""
    frame = state.frame[turn]
    kept, _, below, other = score_guesses(rules, state, frame[START], frame[STOP], turn, limit, below, other, -1)
    frame[BELOW], frame[OTHER] = below, other
    if rules.ordered:
        state.order[turn, :kept] = np.argsort(state.scores[turn, :kept], kind="mergesort")
    else:
        state.order[turn, :kept] = np.arange(kept)
    if not rules.same_turns:
        state.scores[turn, :kept] >>= TIE_BITS
    frame[LISTED] = kept
    frame[TRYING] = -1
    frame[BEST] = limit
    frame[FOUND] = 0
    frame[SYMMETRIES] = find_symmetries(rules, state, turn)
    state.symmetries[turn, : rules.colors] = state.live


@compiled
def list_choices(rules: Any, state: Any, memory: Any) -> bool:
    """After `begin`: list the guesses worth trying, without twins, and return True; or leave the value in `stage[2]`.

    Their numbers are in `state.order[turn, : frame[LISTED]]`, best first.
    """
    turn = state.stage[0]
    frame = state.frame[turn]
    value, known, below, other = probe(
        rules, state, memory, frame[START], frame[STOP], turn, state.hashes[turn], frame[BELOW], frame[OTHER]
    )
    state.stage[2] = value
    if known == EXACT or value >= frame[LIMIT]:
        return False
    _list(rules, state, turn, frame[LIMIT], below, other)
    kept = 0
    for i in range(frame[LISTED]):
        n = state.order[turn, i]
        if frame[SYMMETRIES] > 0 and has_lower_twin(
            rules, state, turn, frame[SYMMETRIES], state.symmetries[turn], state.listed[turn, n]
        ):
            state.counts[TWINS] += 1
        else:
            state.order[turn, kept] = n
            kept += 1
    frame[LISTED] = kept
    return True


@compiled
def list_parts(rules: Any, state: Any, turn: int, guess: Any) -> int:
    """Split the set by a guess and list its parts of three codes and more, the largest first, with their hashes.

    Returns what the guess and all smaller parts cost, or -1 when the guess tells nothing.
    """
    frame = state.frame[turn]
    start, stop = frame[START], frame[STOP]
    for v in range(rules.colors):
        if state.first_played[v] >= turn:
            state.first_played[v] = NEVER
    mask = np.uint64((1 << rules.bits) - 1)
    for i in range(rules.pegs):
        color = np.intp((guess >> np.uint64(rules.bits * i)) & mask)
        if state.first_played[color] >= turn:
            state.first_played[color] = turn
    state.guesses[turn] = guess
    state.counts[EXPANDED] += 1
    sizes = state.sizes[turn]
    parts = sizes.shape[0]
    split(
        state.keys,
        start,
        stop,
        guess,
        rules.pegs,
        rules.bits,
        state.tally,
        rules.part_table,
        sizes,
        state.spare,
        state.spare_part,
    )
    large = 0
    at = start
    after = turn + 1
    total = (stop - start - sizes[parts - 1]) * rules.step[turn]
    for r in range(parts - 1):
        size = sizes[r]
        if size == stop - start:
            return -1
        if size == 1 or size == 2:
            total += value_of_few(rules, after, size)
        if size > 2:
            place = large  # larger parts first
            while place > 0 and state.part_size[turn, place - 1] < size:
                state.part_size[turn, place] = state.part_size[turn, place - 1]
                state.part_start[turn, place] = state.part_start[turn, place - 1]
                place -= 1
            state.part_size[turn, place] = size
            state.part_start[turn, place] = at
            large += 1
        at += size
    frame[LARGE] = large
    for b in range(large):
        first = state.part_start[turn, b]
        hash_set(state.keys, first, first + state.part_size[turn, b], after, rules.same_turns, state.part_hash[turn, b])
    return total


@compiled
def enter_part(state: Any, turn: int, b: int) -> None:
    """Get the next turn ready for a part: what is below the sum of the others is what it may cost."""
    frame, after = state.frame[turn], state.frame[turn + 1]
    after[START] = state.part_start[turn, b]
    after[STOP] = after[START] + state.part_size[turn, b]
    after[LIMIT] = frame[BEST] - frame[SUM] + state.part_value[turn, b]
    after[BELOW], after[OTHER] = frame[BELOW], frame[OTHER]
    state.hashes[turn + 1, 0] = state.part_hash[turn, b, 0]
    state.hashes[turn + 1, 1] = state.part_hash[turn, b, 1]


@compiled
def _split_by(rules: Any, state: Any, memory: Any, turn: int, guess: Any) -> bool:
    """Split the set by a guess, list its parts of three codes and more, and ask for their bounds; False to drop it."""
    total = list_parts(rules, state, turn, guess)
    if total < 0:
        return False
    frame = state.frame[turn]
    after = turn + 1
    best, large = frame[BEST], frame[LARGE]
    below, other = frame[BELOW], frame[OTHER]
    for b in range(large):
        hashes = state.part_hash[turn, b]
        size = state.part_size[turn, b]
        value = least(rules, after, size, below, other)
        known, told, _, _, _ = recall(memory, hashes[0], hashes[1])
        if known != NOTHING:
            value = max(told, value)
        total += value
        state.part_value[turn, b] = value
        state.part_known[turn, b] = known
    for b in range(large):
        if total >= best:
            return False
        if state.part_known[turn, b] == NOTHING:
            first = state.part_start[turn, b]
            value, known, _ = check_members(
                rules,
                state,
                memory,
                first,
                first + state.part_size[turn, b],
                after,
                state.part_hash[turn, b],
                below,
                other,
            )
            total += max(0, value - state.part_value[turn, b])
            state.part_value[turn, b] = max(value, state.part_value[turn, b])
            state.part_known[turn, b] = known
    for b in range(large - 1, -1, -1):  # small ones cost least to ask
        if total >= best:
            return False
        if state.part_known[turn, b] < BOUNDS:
            first = state.part_start[turn, b]
            value, known, _, _ = probe(
                rules,
                state,
                memory,
                first,
                first + state.part_size[turn, b],
                after,
                state.part_hash[turn, b],
                below,
                other,
            )
            total += max(0, value - state.part_value[turn, b])
            state.part_value[turn, b] = max(value, state.part_value[turn, b])
            state.part_known[turn, b] = known
    frame[SUM] = total
    frame[AT] = -1
    return total < best


@compiled
def run(rules: Any, state: Any, memory: Any, quota: int) -> bool:
    """Go on with the search until it is done or `quota` more sets were scored; whether it is done.

    Done, the value is in `state.stage[2]`: exact when below the limit given to `begin`, else a bound of at least that.
    """
    last = state.counts[SETS] + quota
    turn = state.stage[0]
    mode = state.stage[1]
    value = state.stage[2]
    top = state.stage[4]
    live = np.empty(rules.colors, np.bool_)
    while True:
        frame = state.frame[turn]
        if mode == ENTER:
            if state.counts[SETS] >= last:
                state.stage[0], state.stage[1], state.stage[2] = turn, mode, value
                return False
            start, stop, limit = frame[START], frame[STOP], frame[LIMIT]
            value, known, below, other = probe(
                rules, state, memory, start, stop, turn, state.hashes[turn], frame[BELOW], frame[OTHER]
            )
            if (known == EXACT or value >= limit) and not (turn == top and state.stage[5] == CHOOSE):
                mode = LEAVE
                continue
            _list(rules, state, turn, limit, below, other)
            mode = NEXT_GUESS
        elif mode == NEXT_GUESS:
            mode = LEAVE
            live[:] = state.symmetries[turn, : rules.colors]
            while frame[TRYING] + 1 < frame[LISTED]:
                frame[TRYING] += 1
                n = state.order[turn, frame[TRYING]]
                if state.scores[turn, n] >= frame[BEST]:
                    if rules.ordered:
                        break
                    continue
                guess = state.listed[turn, n]
                if frame[SYMMETRIES] > 0 and has_lower_twin(rules, state, turn, frame[SYMMETRIES], live, guess):
                    state.counts[TWINS] += 1
                    continue
                if _split_by(rules, state, memory, turn, guess):
                    mode = NEXT_PART
                    break
            if mode == LEAVE:
                hashes = state.hashes[turn]
                value = frame[BEST]
                if turn == top and state.stage[5] == ONE_GUESS:
                    continue
                if frame[FOUND]:
                    remember(memory, hashes[0], hashes[1], value, EXACT, 0, 0, np.uint64(frame[BEST_GUESS]))
                else:
                    value = min(value, FORBIDDEN)
                    known = EXACT if value == FORBIDDEN else BOUNDS
                    remember(memory, hashes[0], hashes[1], value, known, frame[BELOW], frame[OTHER], np.uint64(0))
        elif mode == NEXT_PART:
            frame[AT] += 1
            while frame[AT] < frame[LARGE] and state.part_known[turn, frame[AT]] == EXACT:
                frame[AT] += 1
            b = frame[AT]
            if b == frame[LARGE]:
                frame[BEST] = frame[SUM]
                frame[BEST_GUESS] = np.int64(state.guesses[turn])
                frame[FOUND] = 1
                mode = NEXT_GUESS
            elif turn + 2 >= state.frame.shape[0]:
                state.stage[3] = 1  # deeper than there is room for
                return True
            else:
                enter_part(state, turn, b)
                turn += 1
                mode = ENTER
        else:
            if turn == top:
                state.stage[0], state.stage[1], state.stage[2] = turn, LEAVE, value
                return True
            turn -= 1
            frame = state.frame[turn]
            b = frame[AT]
            frame[SUM] += max(0, value - state.part_value[turn, b])
            state.part_value[turn, b] = max(value, state.part_value[turn, b])
            mode = NEXT_GUESS if frame[SUM] >= frame[BEST] else NEXT_PART
