"""From the parts that are asked to a whole code, every other peg filled so that its share of the reply is known."""

from __future__ import annotations

from typing import Any

import numpy as np

from codepegs.kernels.compile import compiled
from codepegs.kernels.stream_state import DUMMY, NONE, absent_color, count_in, is_complete


@compiled
def fill(tree: Any, facts: Any, asked_child: Any, asked_color: Any, asked: int, guess: Any) -> int:
    """Fill `guess` (pegs in the order of the tree); how many black pegs are certain besides those of the asked parts.

    `asked_child` and `asked_color` say with which colour a node that is a part of its parent is filled.
    """
    if facts.numbers[DUMMY] >= 0:
        dummy = facts.numbers[DUMMY]
        base = 0
        for peg in range(guess.shape[0]):
            known = facts.color_at[peg]
            guess[peg] = dummy if known < 0 else known
            base += known >= 0
        for t in range(asked):
            child = asked_child[t]
            for peg in range(tree.low[child], tree.high[child]):
                if facts.color_at[peg] < 0:
                    guess[peg] = asked_color[t]
        return base
    return fill_without_dummy(tree, facts, asked_child, asked_color, asked, guess)


@compiled
def paint(tree: Any, node: int, color: int, guess: Any) -> None:
    """Fill all of a node with a colour."""
    for peg in range(tree.low[node], tree.high[node]):
        guess[peg] = color


@compiled
def fill_without_dummy(tree: Any, facts: Any, asked_child: Any, asked_color: Any, asked: int, guess: Any) -> int:
    """The same where every colour is on some open peg: a complete node is filled with a colour counted in it."""
    nodes = tree.low.shape[0]
    asked_part = np.full(nodes, NONE, np.int64)
    for t in range(asked):
        asked_part[asked_child[t]] = asked_color[t]
    within = np.zeros(nodes, np.bool_)  # whether something is asked below a node
    for node in range(nodes - 1, -1, -1):
        for child in range(tree.first[node], tree.first[node] + tree.parts[node]):
            within[node] |= within[child] or asked_part[child] >= 0
    stack = np.empty(nodes, np.int64)
    absent = np.empty(nodes, np.int64)  # for each node on the stack a colour that does not lie in it
    stack[0], absent[0] = 0, NONE
    height = 1
    base = 0
    while height:
        height -= 1
        node, missing = stack[height], absent[height]
        first, parts = tree.first[node], tree.parts[node]
        if is_complete(facts, tree, node):
            group = facts.head[node]
            if facts.count[group] == tree.high[node] - tree.low[node]:
                paint(tree, node, facts.color[group], guess)
                base += facts.count[group]
                continue
            is_whole = not within[node]
            for child in range(first, first + parts):
                is_whole &= not is_complete(facts, tree, child)
            missing = absent_color(facts, node)
            if is_whole:  # nothing is asked in it, nor in a complete part of it
                paint(tree, node, missing if missing >= 0 else facts.color[group], guess)
                base += 0 if missing >= 0 else facts.count[group]
                continue
        for child in range(first, first + parts):
            if asked_part[child] >= 0:
                paint(tree, child, asked_part[child], guess)
            elif within[child] or is_complete(facts, tree, child):
                stack[height], absent[height] = child, missing
                height += 1
            elif missing >= 0:
                paint(tree, child, missing, guess)
            else:
                paint(tree, child, facts.settled[node], guess)
                base += count_in(facts, child, facts.settled[node])
    return base


@compiled
def known_total(facts: Any, guess: Any, copies: Any) -> int:
    """Black and white together that colours already counted earn; `copies` (colors) is zero on entry and exit."""
    for peg in range(guess.shape[0]):
        copies[guess[peg]] += 1
    total = 0
    for peg in range(guess.shape[0]):
        color = guess[peg]
        if copies[color]:
            if facts.counts[color] >= 0:
                total += min(copies[color], facts.counts[color])
            copies[color] = 0
    return total


@compiled
def place_copies(facts: Any, colors: Any, copies: Any, anywhere: bool, guess: Any) -> int:
    """Put copies of uncounted colours on known pegs, or on any; by how much the certain black pegs become fewer."""
    peg = 0
    lost = 0
    for c in range(colors.shape[0]):
        for _ in range(copies[c]):
            while not anywhere and facts.color_at[peg] < 0:
                peg += 1
            lost += facts.color_at[peg] >= 0
            guess[peg] = colors[c]
            peg += 1
    return lost


@compiled
def black_of(guess: Any, code: Any) -> int:
    """Pegs on which two codes agree."""
    black = 0
    for peg in range(guess.shape[0]):
        black += guess[peg] == code[peg]
    return black
