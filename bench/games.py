"""One game: the parallel Knuth report's, against NumPy without symmetry."""

from __future__ import annotations

import time

from bench.baselines import numpy_minimax_game
from bench.measure import best_seconds, milliseconds, table, title
from codepegs.game import CANONICAL, Game
from codepegs.match import play
from codepegs.parallel import WorkerThreads


def run() -> None:
    """The two games of the parallel Knuth report: p4c10, minimax, first guess 1111."""
    game = Game(4, 10)
    rows = []
    for secret, sequential, parallel in (("2613", "14 s", "-"), ("8765", "50 s", "15 s")):
        code = CANONICAL.parse(game, secret)
        began = time.perf_counter()
        expected = numpy_minimax_game(10, 4, code, (0, 0, 0, 0))
        numpy = time.perf_counter() - began
        threads = WorkerThreads()
        played = play(game, code, "minimax:first=1111", workers=threads)
        assert [turn.guess for turn in played.turns] == expected
        ours = best_seconds(lambda: play(game, code, "minimax:first=1111"))
        rows.append(
            (
                f"1111 to {secret}",
                played.guesses,
                f"{threads.work.replies:,}",
                milliseconds(numpy),
                milliseconds(ours),
                f"{numpy / ours:,.0f}",
                sequential,
                parallel,
            )
        )
    title("The games of the parallel Knuth report, in-process after warm-up, one thread")
    table(["game", "turns", "replies counted", "NumPy", "codepegs", "ratio", "seed, sequential", "seed, 8 cores"], rows)
