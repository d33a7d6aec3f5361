"""Cases of the searches for best trees: whole searches, so that what they leave in the tables is compared too."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from codepegs.codes import CodeSpace
from codepegs.core import loops
from codepegs.core.loops import log
from codepegs.game.parts import code_rules, part_cells, parts_between
from codepegs.game.reply import View
from codepegs.game.rules import Game
from codepegs.trees.search.beam import COUNTED, SCALE
from codepegs.trees.search.set_search import (
    CHOICES,
    DONE,
    GUESS,
    QUOTA,
    TOO_DEEP,
    Cost,
    SearchOptions,
    new_memory,
    search_settings,
)
from tests.kernels import Case

Ints = NDArray[np.int64]
Keys = NDArray[np.uint64]

SMALL_GAMES = (
    "p1c9", "p2c5", "p2c9", "p3c4", "p3c6", "p3c8", "p4c3", "p4c4", "p4c5", "p4c6", "p5c3", "p5c4", "p6c2", "p6c3",
    "p7c2", "p2c8n", "p3c7n", "p4c6n", "p4c7n", "p5c5n", "p2c7-b", "p3c5-b", "p4c3-b", "p3c6n-b", "p2c8-t", "p3c5-t",
    "p4c3-t", "p2c8-w", "p3c5-w", "p4c6n-w",
)  # fmt: skip
REAL_GAMES = ("p4c5", "p4c6", "p5c4", "p4c7n", "p4c8n", "p3c9", "p3c5-b", "p4c3-b", "p4c4-w", "p6c3")
LARGE_GAMES = ("p4c6", "p5c5", "p3c11", "p2c70", "p4c7n", "p4c6-b", "p4c6-w", "p10c2", "p4c8n-t", "p3c12n")
COSTS = ((None, 1, 0), (6, 1, 0), (9, 1, 0), (7, 0, 1), (6, 131, 1), (8, 2, 3))
"""Turns, cost of a guess and additional cost of the last turn, for `Cost`."""

MOST_EASY = 26
"""Codes of the largest set that is searched to its end where bounds or turns make that slow."""


def draw_position(game: Game, rng: np.random.Generator, most: int, turns: int) -> tuple[Keys, Keys]:
    """The codes left after some guesses, and the guesses."""
    layout, everything = CodeSpace.of(game), CodeSpace.of(game).secrets()
    left = everything
    guesses: list[np.uint64] = []
    secret = rng.choice(everything)
    while len(guesses) < turns or len(left) > most:
        pool = everything if rng.random() < 0.7 else left
        guess = rng.choice(pool[: 1 + len(pool) // 3] if rng.random() < 0.5 else pool)
        if guess == secret and len(left) > 1:
            continue
        codes = layout.unpack(left)
        parts = parts_between(game, layout.unpack(np.array([guess]))[0], codes)
        left = left[parts == parts[np.searchsorted(left, secret)]]
        guesses.append(guess)
        if len(guesses) > 8:
            left = left[: most or 1]
    return left.copy(), np.array(guesses, dtype=np.uint64)


def draw_search(rng: np.random.Generator) -> tuple[Any, ...]:
    """Arguments of `search_set`."""
    only = bool(rng.random() < 0.2)
    options = tuple(bool(rng.random() < 0.9) for _ in range(3))
    cost = COSTS[0] if rng.random() < 0.4 else COSTS[rng.integers(len(COSTS))]
    easy = options == (True, True, True) and cost[0] is None
    rules = str(rng.choice(SMALL_GAMES))
    game = Game.parse(rules)
    most = 250 if easy and game.view is View.BLACK_WHITE else MOST_EASY
    keys, history = draw_position(game, rng, most, int(rng.choice([0, 1, 1, 2, 3])))
    goal = int(rng.integers(3))
    limit = 1 << 44 if rng.random() < 0.6 else int(rng.integers(1, 3 * len(keys) + 2) * max(1, cost[1]))
    entries = int(rng.choice([1, 8, 64, 4096]))
    quota = int(rng.choice([1, 3, 20, 1 << 40]))
    return rules, cost, only, options, entries, keys, history, goal, limit, quota, int(rng.integers(2))


def draw_large(rng: np.random.Generator) -> tuple[Any, ...]:
    """Arguments of `search_set` for a set of more than 512 codes or with more than 64 colours: choices alone."""
    rules = str(rng.choice(LARGE_GAMES))
    game = Game.parse(rules)
    keys, history = draw_position(game, rng, 2_000, int(rng.integers(2)))
    cost = COSTS[rng.integers(len(COSTS))]
    limit = int(len(keys) * (2 + 4 * rng.random()) * max(1, cost[1]))
    only = bool(rng.random() < 0.2)
    return rules, cost, only, (True, True, True), 512, keys, history, CHOICES, limit, 1 << 40, 0


def draw_real(rng: np.random.Generator) -> tuple[Any, ...]:
    """Arguments of `search_set` for what one guess leaves of a game."""
    rules = str(rng.choice(REAL_GAMES))
    keys, history = draw_position(Game.parse(rules), rng, 300, 1)
    return rules, COSTS[0], False, (True, True, True), 4096, keys, history, GUESS, 1 << 44, 1 << 40, 0


def search_set(
    rules: str,
    cost: tuple[int | None, int, int],
    candidates_only: bool,
    options: tuple[bool, bool, bool],
    entries: int,
    keys: Keys,
    history: Keys,
    goal: int,
    limit: int,
    quota: int,
    tried: int,
) -> dict[str, Any]:
    """Search a set, then the first `tried` choices one by one if there are any, with the same table."""
    game = Game.parse(rules)
    settings = search_settings(game, Cost(*cost), candidates_only, SearchOptions(*options))
    search = loops.new_tree_search(code_rules(game), part_cells(game), settings)
    table = new_memory(entries)

    def finish() -> tuple[int, int, int]:
        rests = 0
        while True:
            progress, value = loops.step_tree_search(search, table, quota, 3_000_000)
            rests += progress == QUOTA
            if progress in (DONE, TOO_DEEP):
                return progress, value if progress == DONE else 0, rests

    loops.begin_tree_search(search, keys, history, limit, goal)
    found: dict[str, Any] = {"searched": finish(), "best": loops.best_guess_found(search)}
    if goal == CHOICES and found["searched"][0] == DONE:
        guesses, scores = np.zeros(game.size, np.uint64), np.zeros(game.size, np.int64)
        count, below, other = loops.take_choices(search, guesses, scores)
        found["choices"] = (count, below, other, guesses[: max(0, count)], scores[: max(0, count)])
        for number in range(min(tried, count)):
            some = slice(number, number + 1)
            loops.begin_guess_search(search, keys, history, limit, guesses[some], scores[some], below, other)
            found[f"tried {number}"] = finish()
    return found | {"work": loops.work_done(search), "table": table}


def draw_beam(rng: np.random.Generator) -> tuple[Any, ...]:
    """Arguments of `improve_set`."""
    rules = str(rng.choice(SMALL_GAMES))
    game = Game.parse(rules)
    keys, history = draw_position(game, rng, 250 if game.view is View.BLACK_WHITE else 16, int(rng.integers(1, 3)))
    sizes = np.arange(game.size + 1)
    rate = np.maximum.accumulate(np.minimum(sizes / 2, log(sizes + 1) * rng.uniform(0.5, 1.1)))
    expected, optimistic = rate * sizes, np.floor(rate * sizes * rng.uniform(0.5, 1.0))
    least = np.maximum(2 * sizes - 1 - 14, np.maximum(sizes - 1, 0))
    widths = [
        np.maximum(1, np.rint(width * (1 + 2 * (sizes < 20)))).astype(np.int64) for width in (1.0, rng.uniform(1, 5))
    ]
    counted = np.rint((expected + sizes) * SCALE).astype(np.uint64)
    only = bool(rng.random() < 0.3)
    if not only:
        counted[1:] += np.uint64(COUNTED)
    exact = int(rng.choice([0, 8, 20])), int(rng.choice([1, 5, 60]))
    entries = 16 if len(keys) < 30 and rng.random() < 0.3 else 4096
    beams = [
        (counted, np.maximum(least, optimistic).astype(np.int64), width, *exact, int(rng.integers(1 << 20)))
        for width in widths
    ]
    return rules, only, entries, keys, history, beams[0], beams[1]


def improve_set(
    rules: str,
    candidates_only: bool,
    entries: int,
    keys: Keys,
    history: Keys,
    first: tuple[Any, ...],
    second: tuple[Any, ...],
) -> dict[str, Any]:
    """Look for a tree of a set, and then for a better one from there on; the nodes and both tables after each."""
    game = Game.parse(rules)
    settings = search_settings(game, Cost(), candidates_only, SearchOptions())
    search = loops.new_beam_search(code_rules(game), part_cells(game), settings)
    found: dict[str, Any] = {}
    nodes: tuple[Keys, Ints, Ints] | None = None
    for name, beam in (("first", first), ("second", second)):
        table, values = new_memory(entries), new_memory(entries)
        if nodes is not None:
            ends, costs = subtrees(game, keys, *nodes)
            loops.plant_tree(search, values, keys, history, nodes[0], ends, nodes[2], costs)
        loops.begin_beam_search(search, keys, history, 1 << 44)
        while not loops.step_beam_search(search, loops.BeamSettings(*beam), table, values, 400_000):
            pass
        loops.begin_growing(search, keys, history)
        while not loops.step_growing(search, loops.BeamSettings(*beam), table, values, 400_000):
            pass
        room = 2 * len(keys) + 2
        guesses = np.zeros(room, np.uint64)
        parents, parts = np.zeros(room, np.int64), np.zeros(room, np.int64)
        count = loops.take_nodes(search, guesses, parents, parts)
        nodes = (guesses[:count], parents[:count], parts[:count]) if count else None
        found[name] = (table, values, nodes)
    return found


def subtrees(game: Game, keys: Keys, guesses: Keys, parents: Ints, parts: Ints) -> tuple[Ints, Ints]:
    """For each node of a tree of some keys, the number of the node after its subtree, and what its set costs."""
    layout = CodeSpace.of(game)
    depths = np.zeros(len(guesses), np.int64)
    ends = np.arange(1, len(guesses) + 1)
    for node in range(1, len(guesses)):
        depths[node] = depths[parents[node]] + 1
    for node in range(len(guesses) - 1, 0, -1):
        ends[parents[node]] = max(ends[parents[node]], ends[node])
    turns = {int(key): 0 for key in keys}
    for key in turns:
        node = 0
        while int(guesses[node]) != key:
            codes = layout.unpack(np.array([key, guesses[node]], dtype=np.uint64))
            part = parts_between(game, codes[1], codes[:1])[0]
            node = next(n for n in range(node + 1, ends[node]) if parents[n] == node and parts[n] == part)
        turns[key] = node
    solved = np.array(list(turns.values()))
    costs = [
        int((depths[solved[(solved >= node) & (solved < end)]] - depths[node]).sum()) for node, end in enumerate(ends)
    ]
    return ends.astype(np.int64), np.array(costs, dtype=np.int64)


CASES = [
    Case("search_set", search_set, draw_search, seeds=240),
    Case("search_part_of_game", search_set, draw_real, seeds=25),
    Case("search_large_set", search_set, draw_large, seeds=30),
    Case("improve_set", improve_set, draw_beam, seeds=60),
]
