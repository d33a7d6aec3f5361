"""One walk over a strategy's tree against playing every secret, and what it costs to hand units of work out."""

from __future__ import annotations

import time

from bench.measure import best_seconds, milliseconds, table, title
from codepegs.experiments import Unit, run_unit
from codepegs.game import Game
from codepegs.match import Secret, play
from codepegs.rng import Seed
from codepegs.strategies import Player
from codepegs.trees.search import SearchOptions, optimal


def run() -> None:
    """Tables."""
    _walks()
    _samples()
    _best()
    _without()


def _walks() -> None:
    title("All secrets of a game: one walk against a game for each secret (entropy, one thread)")
    rows = []
    for rules, sample in (("p4c6", 300), ("p4c10", 200), ("p5c8", 100)):
        game = Game.parse(rules)
        walked = best_seconds(lambda: run_unit(Unit(rules=rules, strategy="entropy")))
        began = time.perf_counter()
        for number in range(sample):
            seed = Seed(1, number)
            play(game, Secret.draw(game, seed).code, "entropy", seed=seed)
        one = (time.perf_counter() - began) / sample
        rows.append(
            (
                rules,
                milliseconds(walked),
                milliseconds(one),
                f"{one * game.size:,.0f} s",
                f"{one * game.size / walked:,.0f}",
            )
        )
    table(["rules", "walk", "one game", "all games", "ratio"], rows)
    print("\nAll games: the time of a drawn game times the number of secrets.")


def _best() -> None:
    title("Best trees, proved: two threads, in this process, after a first search")
    optimal(Game(4, 4), workers=2)
    rows = []
    for rules in ("p4c6", "p4c7", "p5c5", "p4c9n", "p4c8", "p4c10n", "p6c4"):
        game = Game.parse(rules)
        found = optimal(game, workers=2)
        assert found.proved
        assert found.value is not None
        rows.append(
            (
                rules,
                f"{found.value:,}",
                f"{found.seconds:.2f} s",
                f"{found.nodes:,}",
                f"{found.nodes / found.seconds:,.0f}",
            )
        )
    table(["rules", "least total", "seconds", "sets scored", "a second"], rows)


def _without() -> None:
    title("The same search without one of its parts (p4c4, one thread): sets scored and time, against all parts")
    game = Game(4, 4)
    cases = {
        "all parts": SearchOptions(),
        "no symmetry": SearchOptions(symmetry=False),
        "no memory": SearchOptions(memory_entries=1),
        "no order": SearchOptions(order=False),
    }
    found = {name: optimal(game, options=options) for name, options in cases.items()}
    base = found["all parts"]
    table(
        ["search", "least total", "sets scored", "ratio", "time ratio"],
        [
            (name, one.value, f"{one.nodes:,}", f"{one.nodes / base.nodes:.1f}", f"{one.seconds / base.seconds:.1f}")
            for name, one in found.items()
        ],
    )


def _samples() -> None:
    title("A sample of secrets: each guess chosen once for all games that need it, against game by game (entropy)")
    rows = []
    for rules, count in (("p5c8", 1000), ("p6c9", 100)):
        game, player = Game.parse(rules), Player.parse("entropy")
        found = run_unit(Unit(rules=rules, strategy="entropy", seed=1, games=count), each_game=True)
        lengths, together = found.lengths, found.seconds
        assert lengths is not None
        few = max(10, count // 20)
        began = time.perf_counter()
        for number in range(few):
            seed = Seed(1, number)
            assert play(game, Secret.draw(game, seed).code, player, seed=seed).guesses == lengths[number]
        apart = (time.perf_counter() - began) / few * count
        rows.append((rules, count, f"{together:.2f} s", f"{apart:.2f} s", f"{apart / together:.1f}"))
    table(["rules", "games", "together", "game by game", "ratio"], rows)
