"""Threads that search with one transposition table at once: each finds what one alone would.

This runs under ThreadSanitizer too, which sees whether the threads' accesses to the table are atomic.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import pytest

from codepegs.codes import Candidates, Keys
from codepegs.core import loops
from codepegs.game.parts import code_rules, part_cells
from codepegs.game.position import Position
from codepegs.game.rules import Game
from codepegs.trees.search.set_search import GUESS, UNFINISHED, Cost, SearchOptions, new_memory, search_settings

pytestmark = [pytest.mark.loops, pytest.mark.shared_table]

ROUNDS = 6


def search(game: Game, cost: Cost, table: Keys, sets: list[tuple[Keys, Keys]], start: Barrier | None) -> list[int]:
    """The values of some sets, in this thread."""
    settings = search_settings(game, cost, False, SearchOptions())
    made = loops.new_tree_search(code_rules(game), part_cells(game), settings)
    if start is not None:
        start.wait()
    values = []
    for keys, history in sets:
        loops.begin_tree_search(made, keys, history, 1 << 44, GUESS)
        progress, value = UNFINISHED, 0
        while progress == UNFINISHED:
            progress, value = loops.step_tree_search(made, table, 1 << 40, 1 << 40)
        values.append(value)
        assert loops.best_guess_found(made)[0]
    return values


@pytest.mark.parametrize("entries", [2, 64, 1 << 12])
@pytest.mark.parametrize("cost", [Cost(), Cost(7)], ids=["same turns", "seven turns"])
def test_threads_share_a_table(entries: int, cost: Cost) -> None:
    game = Game(3, 5)
    guess = (0, 0, 1)
    sets = []
    for codes in Candidates.all(game).partition(guess).values():
        if len(codes) > 2:
            sets.append((codes.keys, np.array([codes.space.encode(guess)], dtype=np.uint64)))
    wanted = search(game, cost, new_memory(entries), sets, None)
    for number in range(ROUNDS):
        table, start = new_memory(entries), Barrier(3)
        orders = [np.random.default_rng([number, thread]).permutation(len(sets)) for thread in range(3)]
        with ThreadPoolExecutor(3) as pool:
            tasks = [pool.submit(search, game, cost, table, [sets[n] for n in order], start) for order in orders]
            for order, task in zip(orders, tasks, strict=True):
                assert task.result() == [wanted[n] for n in order]


def test_a_searcher_in_each_of_two_threads() -> None:
    position = Position.parse("p4c5 1122:1b1w")
    left = Candidates.after(position)
    history = np.array([left.space.encode(turn.guess) for turn in position.turns], dtype=np.uint64)
    sets = [(left.keys, history)]
    wanted = search(position.game, Cost(), new_memory(1 << 12), sets, None)
    table, start = new_memory(1 << 12), Barrier(2)
    with ThreadPoolExecutor(2) as pool:
        tasks = [pool.submit(search, position.game, Cost(), table, sets, start) for _ in range(2)]
        assert [task.result() for task in tasks] == [wanted, wanted]
