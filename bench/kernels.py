"""Replies counted a second, one thread: a plain port, NumPy, mask loops, and bit planes."""

from __future__ import annotations

import numpy as np

from bench.baselines import bare_loop, count_responses, mask_replies, scatter_histogram
from bench.measure import best_seconds, rate, table, title
from codepegs.codes import Candidates, PlaneSet
from codepegs.game import Game, pack, part_table
from codepegs.parallel import WorkerThreads


def run() -> None:
    """Histograms of replies over all codes of a game, for guesses drawn from it."""
    for rules in ("p4c10", "p5c8"):
        game = Game.parse(rules)
        everything = Candidates.all(game)
        rng = np.random.default_rng(1)
        guesses = np.sort(rng.choice(everything.keys, 512, replace=False))
        codes, asked = everything.codes, everything.space.unpack(guesses)
        pairs = len(guesses) * len(everything)
        place, copies = (mask[:, 0].copy() for mask in pack(game, codes))
        guess_place, guess_copies = (mask[:, 0].copy() for mask in pack(game, asked))
        few = list(everything)[:2000]

        python = best_seconds(lambda: count_responses(few, tuple(range(game.pegs))))
        python_rate = len(few) / python
        numpy = best_seconds(lambda: mask_replies(place, copies, guess_place[:16], guess_copies[:16]))
        bare = best_seconds(lambda: bare_loop(place, copies, guess_place, guess_copies))
        bins = np.zeros((len(guesses), (game.pegs + 1) ** 2), dtype=np.int64)
        scatter = best_seconds(lambda: scatter_histogram(place, copies, guess_place, guess_copies, game.pegs, bins))
        planes = PlaneSet.build(guesses, everything, WorkerThreads())
        out = np.zeros((len(guesses), len(part_table(game))), dtype=np.int64)
        sideways = best_seconds(lambda: planes.count(guesses, out))
        building = best_seconds(lambda: PlaneSet.build(guesses, everything, WorkerThreads()))

        title(f"Reply histograms, {rules}: {len(guesses)} guesses against all {len(everything):,} codes, one thread")
        bare_rate = pairs / bare
        rows = [
            ("line-by-line Python port", python_rate, ""),
            ("NumPy on masks (replies only)", 16 * len(codes) / numpy, ""),
            ("compiled masks, scattered histogram", pairs / scatter, ""),
            ("compiled masks, added up (bare loop)", bare_rate, "no histogram"),
            ("bit planes", pairs / sideways, f"planes built in {building * 1e3:.2f} ms"),
        ]
        table(
            ["method", "replies", "x Python port", "x bare loop", "note"],
            [
                (name, rate(found, 1), f"{found / python_rate:,.0f}", f"{found / bare_rate:.3f}", note)
                for name, found, note in rows
            ],
        )
