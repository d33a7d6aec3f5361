"""The beam search against a plain dynamic programme: its trees are valid, and one that leaves nothing out is best."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from codepegs.core import loops
from codepegs.game.parts import code_rules, part_cells
from codepegs.game.reply import Code
from codepegs.game.rules import Game
from codepegs.trees.search.beam import COUNTED, SCALE
from codepegs.trees.search.set_search import Cost, SearchOptions, new_memory, search_settings
from tests import extent
from tests.trees.search.naive_search import Oracle, to_key, to_keys
from tests.trees.search.test_search_loops import position

pytestmark = pytest.mark.loops

GAMES = ["p2c3", "p2c5", "p3c3", "p3c4n", "p2c5-b", "p3c3-b", "p2c4-t", "p3c3-w"]

Nodes = list[tuple[Code, int, int]]


def draw_beam(oracle: Oracle, rng: np.random.Generator, width: int, exact: int) -> loops.BeamSettings:
    """A beam of some width at all sizes, with a lower bound as optimistic cost and a random estimate."""
    sizes = np.arange(oracle.game.size + 1)
    expected = np.rint((sizes + sizes * np.sqrt(sizes) * rng.uniform(0.2, 0.8)) * SCALE).astype(np.uint64)
    if not oracle.candidates_only:
        expected[1:] += np.uint64(COUNTED)
    return loops.BeamSettings(
        expected, np.maximum(0, sizes - 1), np.full(len(sizes), width), exact, 1000, int(rng.integers(1000))
    )


class Improver:
    """A beam search, and what it keeps."""

    def __init__(self, oracle: Oracle, left: list[Code], history: list[Code], entries: int = 1 << 10) -> None:
        self.oracle, self.left = oracle, left
        game = oracle.game
        self.by_key = {to_key(game, code): code for code in oracle.codes}
        self.keys, self.history = to_keys(game, left), to_keys(game, history)
        settings = search_settings(game, Cost(), oracle.candidates_only, SearchOptions())
        self.search = loops.new_beam_search(code_rules(game), part_cells(game), settings)
        self.tables = new_memory(entries), new_memory(entries)

    def run(self, beam: loops.BeamSettings, units: int, steps: int = 1 << 30) -> None:
        """Search, or leave after some steps."""
        loops.begin_beam_search(self.search, self.keys, self.history, 1 << 44)
        for _ in range(steps):
            if loops.step_beam_search(self.search, beam, *self.tables, units):
                return
        loops.keep_unfinished(self.search, self.tables[1])

    def grow(self, beam: loops.BeamSettings) -> Nodes:
        """The nodes of the tree that is kept."""
        loops.begin_growing(self.search, self.keys, self.history)
        while not loops.step_growing(self.search, beam, *self.tables, 300):
            pass
        room = 2 * len(self.left) + 2
        guesses, parents, parts = np.zeros(room, np.uint64), np.zeros(room, np.int64), np.zeros(room, np.int64)
        count = loops.take_nodes(self.search, guesses, parents, parts)
        decoded = [self.by_key[key] for key in guesses[:count].tolist()]
        return list(zip(decoded, parents[:count].tolist(), parts[:count].tolist(), strict=True))

    def plant(self, nodes: Nodes) -> None:
        """Keep a tree in new tables."""
        for table in self.tables:
            table[:] = 0
        costs, ends, _ = walked(self.oracle, self.left, nodes)
        arrays = (np.array(values, dtype=np.int64) for values in (ends, [node[2] for node in nodes], costs))
        guesses = to_keys(self.oracle.game, [node[0] for node in nodes])
        loops.plant_tree(self.search, self.tables[1], self.keys, self.history, guesses, *arrays)


def walked(oracle: Oracle, left: list[Code], nodes: Nodes) -> tuple[list[int], list[int], dict[Code, int]]:
    """Cost and end of each subtree, and the depth of each code; fails unless the nodes are a tree of the codes."""
    replies = list(oracle.game.replies())
    ends = [1 + max([node, *(n for n in range(len(nodes)) if is_below(nodes, n, node))]) for node in range(len(nodes))]
    depths: dict[Code, int] = {}
    costs = [0] * len(nodes)
    for code in left:
        node, path = 0, [0]
        while nodes[node][0] != code:
            part = replies.index(oracle.reply(nodes[node][0], code))
            node = next(n for n, below in enumerate(nodes) if below[1:] == (node, part))
            path.append(node)
        depths[code] = len(path) - 1
        for depth, passed in enumerate(path):
            costs[passed] += len(path) - 1 - depth
    assert [node[1] for node in nodes[:1]] == [-1]
    return costs, ends, depths


def is_below(nodes: Nodes, node: int, top: int) -> bool:
    while node > top:
        node = nodes[node][1]
    return node == top


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("candidates_only", [False, True])
def test_a_beam_that_leaves_nothing_out_finds_the_best(rules: str, candidates_only: bool) -> None:
    rng = np.random.default_rng([GAMES.index(rules), candidates_only])
    oracle = Oracle(Game.parse(rules), Cost(), candidates_only)
    for exact in (0, 0, 6, 100):
        left, history = position(oracle, rng)
        improver = Improver(oracle, left, history)
        beam = draw_beam(oracle, rng, 10_000, exact)
        improver.run(beam, int(rng.integers(100, 100_000)))
        nodes = improver.grow(beam)
        assert walked(oracle, left, nodes)[0][0] == oracle.value(frozenset(left), len(history) + 1)
        assert not candidates_only or all(guess in left for guess, _, _ in nodes)


@pytest.mark.parametrize("rules", extent.longer_extended(GAMES, ["p2c5-b"]))
def test_trees_only_get_better(rules: str) -> None:
    rng = np.random.default_rng([GAMES.index(rules), 2])
    oracle = Oracle(Game.parse(rules), Cost(), False)
    for _ in range(4):
        left, history = position(oracle, rng, 25)
        improver = Improver(oracle, left, history)
        beam = draw_beam(oracle, rng, 1, 0)
        improver.run(beam, 1 << 30)
        nodes = improver.grow(beam)
        cost = walked(oracle, left, nodes)[0][0]
        assert cost >= oracle.value(frozenset(left), len(history) + 1)
        for width, steps in ((1, 3), (2, 50), (3, 1 << 30)):
            improver.plant(nodes)
            assert improver.grow(beam) == nodes
            beam = draw_beam(oracle, rng, width, int(rng.choice([0, 5])))
            improver.run(beam, 2_000, steps)
            nodes = improver.grow(beam)
            before, cost = cost, walked(oracle, left, nodes)[0][0]
            assert cost <= before


def test_a_tree_that_does_not_fit_is_refused() -> None:
    oracle = Oracle(Game(2, 3), Cost(), False)
    improver = Improver(oracle, oracle.codes, [])
    beam = draw_beam(oracle, np.random.default_rng(1), 5, 0)
    improver.run(beam, 1 << 30)
    nodes = improver.grow(beam)
    _, ends, _ = walked(oracle, oracle.codes, nodes)
    good: dict[str, Any] = {
        "guesses": to_keys(oracle.game, [node[0] for node in nodes]),
        "ends": np.array(ends),
        "parts": np.array([node[2] for node in nodes]),
        "costs": np.zeros(len(nodes), np.int64),
    }

    def plant(**changed: Any) -> None:
        arrays = (good | changed).values()
        loops.plant_tree(improver.search, improver.tables[1], improver.keys, improver.history, *arrays)

    plant()
    for changed in (
        {"ends": good["ends"] + 1},
        {"ends": good["ends"] * 0},
        {"parts": np.full(len(nodes), 100)},
        {"parts": good["parts"][::-1].copy()},
        {"guesses": good["guesses"] + np.uint64(64)},
        {"costs": good["costs"][1:]},
    ):
        with pytest.raises(ValueError, match=r"tree|codes|length"):
            plant(**changed)
    other = draw_beam(Oracle(Game(2, 4), Cost(), False), np.random.default_rng(1), 5, 0)
    with pytest.raises(ValueError, match="one entry for each size"):
        loops.step_beam_search(improver.search, other, *improver.tables, 1)
    improver.grow(beam)
    with pytest.raises(ValueError, match="room for all nodes"):
        loops.take_nodes(improver.search, np.zeros(2, np.uint64), np.zeros(2, np.int64), np.zeros(2, np.int64))


def test_a_tree_that_is_lost_is_not_grown() -> None:
    oracle = Oracle(Game(2, 5), Cost(), False)
    improver = Improver(oracle, oracle.codes, [])
    beam = draw_beam(oracle, np.random.default_rng(1), 5, 0)
    assert improver.grow(beam) == []
    improver.run(beam, 1 << 30)
    assert improver.grow(beam)
    improver.tables[1][:] = 0
    assert improver.grow(beam) == []
