"""The steps of `sampling` against plain code in the same run, and whole games against players that draw any code."""

from __future__ import annotations

import time

import numpy as np

from bench.measure import best_seconds, table, title
from codepegs.game import Game, Turn, score
from codepegs.match import play
from codepegs.rng import Seed
from codepegs.strategies import Player
from codepegs.strategies.sampling import Evidence, draw_codes, list_fitting
from tests.strategies.sampling.naive_comparison import Pool, part_costs
from tests.strategies.sampling.naive_track import Chains

MOVES = 20_000_000
GAMES = [("p6c9", 40), ("p8c8", 20), ("p10c10", 10), ("p12c12", 5), ("p15c15", 3)]


def run() -> None:
    """Moves, nodes and guesses scored a second; then games."""
    _steps()
    _games()


def _position(game: Game, turns: int) -> tuple[Turn, ...]:
    secret, *guesses = (tuple(code) for code in draw_codes(game, turns + 1, np.random.default_rng(1)).tolist())
    return tuple(Turn(guess, game.reply(guess, secret)) for guess in guesses)


def _steps() -> None:
    title("Steps of sampling, p12c12 after six turns")
    game = Game(12, 12)
    turns = _position(game, 6)
    evidence = Evidence(game, turns)
    rng = np.random.default_rng(2)
    codes = draw_codes(game, 2_000, rng)
    none = np.empty((0, game.pegs), dtype=np.uint8)

    def walk() -> None:
        Chains(game, np.random.default_rng(3)).run(evidence, 10**6, MOVES, np.random.default_rng(3), none)

    chains = Chains(game, np.random.default_rng(3))
    made = chains.run(evidence, 10**6, MOVES, np.random.default_rng(3), none).moves
    seconds = best_seconds(walk)
    rows: list[tuple[str, float, float | None]] = [
        ("moves of the chains", made / seconds, _moves_recounted(game, turns))
    ]
    nodes = list_fitting(evidence, 10**6, 5_000_000).nodes
    seconds = best_seconds(lambda: list_fitting(evidence, 10**6, 5_000_000))
    rows.append(("partial codes of the listing", nodes / seconds, None))
    pool = Pool(game, codes)
    costs = part_costs(len(codes), 1e6)
    seconds = best_seconds(lambda: pool.score(codes[:500], costs))
    rows.append(("replies, guesses scored on a pool", 500 * len(codes) / seconds, _replies_by_numpy(pool)))
    seconds = best_seconds(lambda: pool.climb(codes[0], costs, 2_000, np.random.default_rng(4)))
    rows.append(("replies, changes of a guess", 2_000 * len(codes) / seconds, None))
    table(
        ["what", "M a second", "plain code, M a second", "times"],
        [
            (
                what,
                f"{rate / 1e6:,.1f}",
                "" if plain is None else f"{plain / 1e6:,.3f}",
                "" if plain is None else f"{rate / plain:,.0f}",
            )
            for what, rate, plain in rows
        ],
    )


def _moves_recounted(game: Game, turns: tuple[Turn, ...], moves: int = 3_000) -> float:
    """Moves a second of a chain in plain Python that counts every reply anew."""
    rng = np.random.default_rng(5)
    code = draw_codes(game, 1, rng)[0].tolist()
    shown = [(turn.reply.black or 0, (turn.reply.black or 0) + (turn.reply.white or 0)) for turn in turns]
    start = time.perf_counter()
    energy = 10**9
    for _ in range(moves):
        trial = list(code)
        trial[int(rng.integers(game.pegs))] = int(rng.integers(game.colors))
        new = 0
        for turn, (black, total) in zip(turns, shown, strict=True):
            b, w = score(turn.guess, trial)
            new += abs(b - black) + abs(b + w - total)
        if new <= energy or rng.random() < np.exp(energy - new):
            code, energy = trial, new
    return moves / (time.perf_counter() - start)


def _replies_by_numpy(pool: Pool, guesses: int = 50) -> float:
    """Replies a second, counted into parts by NumPy."""
    start = time.perf_counter()
    for guess in pool.codes[:guesses]:
        pool.part_sizes(guess)
    return guesses * len(pool) / (time.perf_counter() - start)


def _games() -> None:
    title("Games of sampling, one thread; random-consistent and mcmc on the same secrets")
    rows = []
    for rules, games in GAMES:
        game = Game.parse(rules)
        row = [rules, str(games)]
        for name in ("sampling", "mcmc", "random-consistent"):
            if name == "random-consistent" and game.pegs > 8:
                row += ["", ""]  # its search finds nothing in time
                continue
            player = Player.parse(name)
            play(game, None, player, seed=Seed(0))
            start = time.process_time()
            guesses = [play(game, None, player, seed=Seed(1, number), turns=60).guesses for number in range(games)]
            row += [f"{np.mean(guesses):.2f}", f"{(time.process_time() - start) / games:.3f}"]
        rows.append(tuple(row))
    table(["game", "games", "sampling", "s a game", "mcmc", "s a game", "random-consistent", "s a game"], rows)
