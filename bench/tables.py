"""Tables of tests and objects: the best tree with proof, its certificate, and a one-step strategy on a large table."""

from __future__ import annotations

import time

import numpy as np

from bench.measure import table, title
from codepegs.game import Game, load_game
from codepegs.strategies import build_tree
from codepegs.trees.certificate_checker import check_text
from codepegs.trees.search import certify, optimal
from codepegs.trees.search.certificate import CompiledBoard
from tests.data.make_attributes import PATH

OBJECTS, TESTS, OUTCOMES = 20_000, 2_000, 4
"""The large table."""


def run() -> None:
    """Tables."""
    title("Tables of tests and objects, until known, one thread: CPU seconds")
    began = time.process_time()
    found = optimal(game := load_game(PATH))
    rows = [_row("optimal", game, began, f"{found.nodes:,} sets scored", found.upper_bound)]
    assert found.upper_bound is not None
    began = time.process_time()
    made = certify(game, found.upper_bound)
    rows.append(_row("certify", game, began, f"{made.claims:,} claims", found.upper_bound))
    began = time.process_time()
    report = check_text(made.text, board_class=CompiledBoard)
    rows.append(_row("verify, compiled", game, began, f"{made.claims:,} claims", report["total"]))
    began = time.process_time()
    large = Game.from_table(np.random.default_rng(1).integers(0, OUTCOMES, size=(TESTS, OBJECTS), dtype=np.uint8))
    rows.append(_row("from_table", large, began, f"{OBJECTS * TESTS:,} outcomes", None))
    began = time.process_time()
    tree = build_tree(large, "entropy")
    rows.append(_row("entropy, whole tree", large, began, f"{len(tree):,} nodes", tree.total))
    table(["what", "objects x tests", "seconds", "work", "total"], rows)


def _row(what: str, game: Game, began: float, work: str, total: int | None) -> tuple[str, ...]:
    seconds = time.process_time() - began
    size = f"{game.size:,} x {game._guess_count:,}"
    return what, size, f"{seconds:.2f}", work, "" if total is None else f"{total:,}"
