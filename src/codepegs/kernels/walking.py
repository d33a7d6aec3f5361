"""A whole one-step strategy from one set of candidates down to its leaves, without leaving compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from codepegs.kernels.choosing import MOST_COLUMNS, MOST_WORDS, choose_any, choose_member
from codepegs.kernels.codes import list_guesses, part_of, split
from codepegs.kernels.compile import compiled
from codepegs.kernels.counting import best_in_range
from codepegs.kernels.planes import ABSENT, WORD, build_planes, fill_members
from codepegs.kernels.scoring import singletons_score
from codepegs.kernels.simd import LANES

NEVER = 1 << 40
"""First play of a colour that was not played."""


@compiled
def best_of_list(
    guesses: Any,
    count: int,
    keys: Any,
    start: int,
    stop: int,
    pegs: int,
    bits: int,
    column_of: Any,
    column_count: int,
    tally: Any,
    cell_black: Any,
    cell_total: Any,
    cell_part: Any,
    objective: int,
    table: Any,
    parts: int,
) -> Any:
    """Best of `guesses[:count]`, in ascending order, for the set `keys[start:stop]`, whatever its size."""
    size = stop - start
    words = (size + LANES * WORD - 1) // (LANES * WORD) * LANES
    place = np.zeros(pegs * column_count * words, np.uint64)
    copies = np.zeros(pegs * column_count * words, np.uint64)
    strides = np.array([column_count * words, words, 1], np.int64)
    members = np.zeros(words, np.uint64)
    fill_members(members, size)
    build_planes(keys, start, stop, pegs, bits, column_of, place, strides, copies, strides, tally)
    at = best_in_range(
        guesses,
        0,
        count,
        pegs,
        bits,
        column_of,
        members,
        words,
        place,
        copies,
        strides,
        cell_black,
        cell_total,
        cell_part,
        objective,
        table,
        parts,
        np.empty(0, np.uint64),
    )[1]
    return guesses[at]


@compiled
def plane_room(pegs: int, colors: int) -> int:
    """Words that one kind of planes takes for the largest set that is searched by lanes."""
    columns = (min(colors, MOST_COLUMNS) + LANES - 1) // LANES * LANES
    return pegs * columns * MOST_WORDS


@compiled
def work_room(pegs: int, colors: int) -> int:
    """Words of scratch that `choose_any` and `choose_member` take."""
    columns = (min(colors, MOST_COLUMNS) + LANES - 1) // LANES * LANES
    rows = 2 * (pegs + 1) * (pegs + 1) * MOST_WORDS + (2 * pegs + 5) * MOST_WORDS * LANES
    return rows + MOST_WORDS * columns + 3 * LANES


@compiled
def classify_colors(
    keys: Any,
    start: int,
    stop: int,
    depth: int,
    first_played: Any,
    pegs: int,
    bits: int,
    repeats: bool,
    candidates_only: bool,
    live: Any,
    column_of: Any,
    color_of: Any,
    column_class: Any,
) -> int:
    """Give a column to each colour that can make a guess differ; returns the number of columns.

    Those are the colours some member holds (class 1 when they were never played, else 0) and, unless guesses are
    members only, of those none holds one, or without repeats as many as a code has pegs (class 2).
    """
    colors = first_played.shape[0]
    digit_mask = np.uint64((1 << bits) - 1)
    for v in range(colors):
        live[v] = False
    for s in range(start, stop):
        for i in range(pegs):
            live[np.intp((keys[s] >> np.uint64(bits * i)) & digit_mask)] = True
    dead_allowed = 0 if candidates_only else (1 if repeats else pegs)
    count = 0
    for v in range(colors):
        if live[v]:
            column_class[count] = 1 if first_played[v] >= depth else 0
        elif dead_allowed > 0:
            dead_allowed -= 1
            column_class[count] = 2
        else:
            column_of[v] = ABSENT
            continue
        column_of[v] = count
        color_of[count] = v
        count += 1
    return count


@compiled
def allow_in_order(pegs: int, column_count: int, column_class: Any, beyond: Any) -> None:
    """Fill `beyond[class - 1, k]`: the columns of a class that may not come next once k of them are used."""
    for kind in range(2):
        for k in range(pegs + 1):
            beyond[kind, k] = 0
            rank = 0
            for v in range(column_count):
                if column_class[v] == kind + 1:
                    if rank > k:
                        beyond[kind, k] |= np.uint64(1) << np.uint64(v)
                    rank += 1


@compiled
def choose_by_lanes(
    keys: Any,
    start: int,
    stop: int,
    pegs: int,
    bits: int,
    repeats: bool,
    candidates_only: bool,
    column_of: Any,
    color_of: Any,
    column_class: Any,
    column_count: int,
    cell_black: Any,
    cell_total: Any,
    cell_ends: Any,
    objective: int,
    table: Any,
    parts: int,
    tally: Any,
    place: Any,
    copies: Any,
    place_words: Any,
    copies_words: Any,
    members: Any,
    beyond: Any,
    work: Any,
) -> Any:
    """Best guess for a small set: a member that splits it fully, else the best of all guesses that can differ.

    Returns the guess and the number of guesses scored.
    """
    size = stop - start
    words = (size + WORD - 1) // WORD
    columns = (column_count + LANES - 1) // LANES * LANES
    strides = np.array([columns, 1, pegs * columns], np.int64)
    place[: pegs * columns * words] = 0
    copies[: pegs * columns * words] = 0
    build_planes(keys, start, stop, pegs, bits, column_of, place, strides, copies, strides, tally)
    guess = keys[start]
    best = ~np.uint64(0)
    floor = np.uint64(0)
    if size <= parts:
        floor = (singletons_score(size, parts, objective, table) << np.uint64(1)) + np.uint64(1)
    if words == 1:
        best, at = choose_member(
            keys,
            start,
            stop,
            pegs,
            bits,
            column_of,
            place,
            copies,
            columns,
            tally,
            cell_black,
            cell_total,
            cell_ends,
            objective,
            table,
            parts,
            work,
        )
        guess = keys[at]
    if candidates_only or best <= floor:
        return guess, size
    members[:] = 0
    fill_members(members, size)
    strides = np.array([columns * MOST_WORDS, MOST_WORDS, 1], np.int64)
    place_words[: pegs * columns * MOST_WORDS] = 0
    copies_words[: pegs * columns * MOST_WORDS] = 0
    build_planes(keys, start, stop, pegs, bits, column_of, place_words, strides, copies_words, strides, tally)
    allow_in_order(pegs, column_count, column_class, beyond)
    best_columns = np.empty(pegs, np.int64)
    found, scored, _, _, _ = choose_any(
        pegs,
        repeats,
        column_count,
        columns,
        words,
        members,
        place,
        copies,
        place_words,
        copies_words,
        column_class,
        beyond,
        np.zeros(pegs, np.uint64),
        cell_black,
        cell_total,
        cell_ends,
        objective,
        table,
        parts,
        best,
        floor,
        best_columns,
        work,
        np.uint64(0),
        np.uint64(0),
        1,
        np.empty(0, np.int64),
        np.empty(0, np.uint64),
    )
    if found < best:
        guess = np.uint64(0)
        for i in range(pegs):
            guess = (guess << np.uint64(bits)) | np.uint64(color_of[best_columns[i]])
    return guess, scored + (size if words == 1 else 0)


@compiled
def choose_small(
    keys: Any,
    first_played: Any,
    depth: int,
    pegs: int,
    bits: int,
    repeats: bool,
    cell_black: Any,
    cell_total: Any,
    cell_ends: Any,
    objective: int,
    table: Any,
    parts: int,
) -> Any:
    """Best of all guesses for a set of at most `64 * MOST_WORDS` codes of a game of at most `MOST_COLUMNS` colours.

    Returns the guess and the number of guesses scored.
    """
    colors = first_played.shape[0]
    live = np.empty(colors, np.bool_)
    column_of = np.empty(colors, np.uint16)
    color_of = np.empty(colors, np.int64)
    column_class = np.zeros(colors, np.int64)
    stop = keys.shape[0]
    count = classify_colors(
        keys, 0, stop, depth, first_played, pegs, bits, repeats, False, live, column_of, color_of, column_class
    )
    room = plane_room(pegs, colors)
    return choose_by_lanes(
        keys,
        0,
        stop,
        pegs,
        bits,
        repeats,
        False,
        column_of,
        color_of,
        column_class,
        count,
        cell_black,
        cell_total,
        cell_ends,
        objective,
        table,
        parts,
        np.zeros((colors + LANES - 1) // LANES * LANES, np.int64),
        np.empty(room, np.uint64),
        np.empty(room, np.uint64),
        np.empty(room, np.uint64),
        np.empty(room, np.uint64),
        np.empty(MOST_WORDS, np.uint64),
        np.empty((2, pegs + 1), np.uint64),
        np.empty(work_room(pegs, colors), np.uint64),
    )


@compiled
def walk(
    keys: Any,
    depth: int,
    first_played: Any,
    pegs: int,
    bits: int,
    repeats: bool,
    candidates_only: bool,
    cell_black: Any,
    cell_total: Any,
    cell_part: Any,
    cell_ends: Any,
    part_table: Any,
    objective: int,
    searched_most: int,
    table: Any,
    histogram: Any,
    work_done: Any,
    node_guess: Any,
    node_parent: Any,
    node_part: Any,
) -> int:
    """Play the one-step strategy against every code of `keys`, which it reorders.

    Sets of more than `searched_most` codes are not searched: their lowest code is played.

    `depth` guesses were made already; colour v was first played at guess number `first_played[v]` (0-based, `NEVER`
    when not at all; scratch). `histogram[g]` is increased by the number of codes found with g guesses in all;
    `work_done` by the sets searched, the guesses scored for them and the replies that took. Nodes are written to the
    `node_` arrays, parents before children, unless they are empty; the top node has parent -1. Returns the number of
    nodes.
    """
    parts = part_table[pegs, pegs] + 1
    size = keys.shape[0]
    colors = first_played.shape[0]
    emit = node_guess.shape[0] > 0

    stack_start = np.empty(size + 1, np.int64)
    stack_stop = np.empty(size + 1, np.int64)
    stack_depth = np.empty(size + 1, np.int64)
    stack_parent = np.empty(size + 1, np.int64)
    stack_part = np.empty(size + 1, np.int64)
    spare = np.empty(size, np.uint64)
    spare_part = np.empty(size, np.int64)
    sizes = np.empty(parts, np.int64)
    tally = np.zeros((colors + LANES - 1) // LANES * LANES, np.int64)
    live = np.empty(colors, np.bool_)
    column_of = np.empty(colors, np.uint16)
    color_of = np.empty(colors, np.int64)
    column_class = np.zeros(colors, np.int64)
    beyond = np.empty((2, pegs + 1), np.uint64)
    room = plane_room(pegs, colors)
    place = np.empty(room, np.uint64)
    copies = np.empty(room, np.uint64)
    place_words = np.empty(room, np.uint64)
    copies_words = np.empty(room, np.uint64)
    members = np.empty(MOST_WORDS, np.uint64)
    work = np.empty(work_room(pegs, colors), np.uint64)
    universe = np.empty(0, np.uint64)
    no_twins = np.full(pegs, -1, np.int64)
    digit_mask = np.uint64((1 << bits) - 1)

    nodes = 0
    stack_start[0], stack_stop[0], stack_depth[0] = 0, size, depth
    stack_parent[0] = -1
    stack_part[0] = -1
    top = 1
    while top > 0:
        top -= 1
        a, b, d = stack_start[top], stack_stop[top], stack_depth[top]
        m = b - a
        if emit:
            node_parent[nodes] = stack_parent[top]
            node_part[nodes] = stack_part[top]
        if m <= 2:
            histogram[d + 1] += 1
            if emit:
                node_guess[nodes] = keys[a]
            nodes += 1
            if m == 2:
                histogram[d + 2] += 1
                if emit:
                    node_parent[nodes] = nodes - 1
                    node_part[nodes] = part_of(keys[a + 1], keys[a], pegs, bits, tally, part_table)
                    node_guess[nodes] = keys[a + 1]
                nodes += 1
            continue

        for v in range(colors):
            if first_played[v] >= d:
                first_played[v] = NEVER
        searched = m <= searched_most
        count = (
            0
            if not searched
            else classify_colors(
                keys,
                a,
                b,
                d,
                first_played,
                pegs,
                bits,
                repeats,
                candidates_only,
                live,
                column_of,
                color_of,
                column_class,
            )
        )
        if not searched:
            guess, scored = keys[a], 0
        elif m <= WORD * MOST_WORDS and count <= MOST_COLUMNS and (m <= WORD or not candidates_only):
            guess, scored = choose_by_lanes(
                keys,
                a,
                b,
                pegs,
                bits,
                repeats,
                candidates_only,
                column_of,
                color_of,
                column_class,
                count,
                cell_black,
                cell_total,
                cell_ends,
                objective,
                table,
                parts,
                tally,
                place,
                copies,
                place_words,
                copies_words,
                members,
                beyond,
                work,
            )
        else:
            if candidates_only:
                universe = keys[a:b]
                listed = m
            else:
                listed = list_guesses(
                    pegs, bits, repeats, color_of, count, column_class, no_twins, np.empty(0, np.uint64)
                )
                if universe.shape[0] < listed:
                    universe = np.empty(listed, np.uint64)
                list_guesses(pegs, bits, repeats, color_of, count, column_class, no_twins, universe)
            scored = listed
            guess = best_of_list(
                universe,
                listed,
                keys,
                a,
                b,
                pegs,
                bits,
                column_of,
                count,
                tally,
                cell_black,
                cell_total,
                cell_part,
                objective,
                table,
                parts,
            )

        for i in range(pegs):
            color = np.intp((guess >> np.uint64(bits * i)) & digit_mask)
            if first_played[color] >= d:
                first_played[color] = d
        work_done[0] += searched
        work_done[1] += scored
        work_done[2] += scored * m
        split(keys, a, b, guess, pegs, bits, tally, part_table, sizes, spare, spare_part)
        if emit:
            node_guess[nodes] = guess
        histogram[d + 1] += sizes[parts - 1]
        end = b - sizes[parts - 1]
        for r in range(parts - 2, -1, -1):
            if sizes[r] > 0:
                stack_start[top], stack_stop[top], stack_depth[top] = end - sizes[r], end, d + 1
                stack_parent[top] = nodes
                stack_part[top] = r
                top += 1
                end -= sizes[r]
        nodes += 1
    return nodes
