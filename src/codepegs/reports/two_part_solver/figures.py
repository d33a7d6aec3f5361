"""The two-part solver report: its methods for large games, its whole solver, and the genetic algorithm it names."""

from __future__ import annotations

import math
from functools import partial
from pathlib import Path
from typing import Any

from codepegs.game import Game, counted
from codepegs.match import Secret, play
from codepegs.reports.pages import Effort, Page, Values, evaluation_command, heat_map, measured, milliseconds, texts_of
from codepegs.reports.two_part_solver.scripted import brute_force_average, color_first_average
from codepegs.reports.two_part_solver.solver import SIMPLIFIED_MOST
from codepegs.rng import Seed

TEXTS = texts_of(Path(__file__).with_name("page.md"))
"""What the page says."""

SAMPLE = 25
"""Games of which the report's averages are."""

SOLVER = "small-then-colour-first"

GAMES = 200
"""Games of which ours are, where they are sampled."""

LARGEST = 15
"""Pegs and colours to which the report goes."""

SIZES = range(2, LARGEST + 1)
SAMPLED_SIZES = (3, 8, 15)

CLAIMS = {"brute-force": 110, "colour-first": 65}
"""What the report states at 15 by 15."""

MARK = 10.0
"""Seconds that a game may take, as the report sets it."""

PRINTED = (3, 9, 11, 3, 14, 7, 1, 1, 7, 5, 2, 7, 2, 9, 12)
"""The secret of the 15 by 15 game it prints, which took its program 61 guesses."""

PAPER = {"p4c6": (4.39, 2_000), "p5c8": (5.62, 2_000), "p6c9": (6.475, 500), "p8c12": (8.366, 500)}
"""Averages of Berghman, Goossens and Leus, and the games played for ours."""


def large_games(page: Page, effort: Effort) -> None:
    """Its two methods for large games: exact averages beside its two figures."""
    page.heading("The two methods for large games")
    page.tell(TEXTS["large games"])
    exact = {name: exact_averages_of(name) for name in CLAIMS}
    for name in CLAIMS:
        effort.step(f"two-part-solver: {name}")
        heat_map(page, name, f"Average over every secret, {name}", exact[name], digits=1)
    page.heading("110 and 65 guesses at 15 by 15")
    rows: list[tuple[object, ...]] = []
    near = {}
    played = fifteen_by_fifteen(effort)
    for strategy, found in played.items():
        error = found["error"]
        scatter = found["spread"] / math.sqrt(SAMPLE)
        formula_value = exact[strategy][LARGEST, LARGEST] if strategy in exact else None
        if formula_value is not None and scatter:
            near[strategy] = math.ceil(abs(CLAIMS[strategy] - formula_value) / scatter)
        rows.append(
            (
                f"`{strategy}`",
                CLAIMS[strategy.partition(":")[0]],
                None if formula_value is None else f"{formula_value:.2f}",
                f"{found['average']:.2f} ± {error:.2f}",
                found["depth"],
                f"{scatter:.1f}",
            )
        )
    page.table(
        ["strategy", "report", "over every secret", f"{found['games']:,} games", "worst", "error of 25 games"], rows
    )
    differences = "".join(
        f" {CLAIMS[name]} differs from the average of `{name}` over every secret by less than"
        f" {counted(errors, 'standard error')}."
        for name, errors in near.items()
        if not page.quick
    )
    savings = {"printed": ":savings=printed", "plain": "", "more": ":savings=more"}
    page.tell(
        TEXTS["at 15 by 15"],
        differences=differences,
        secret=" ".join(map(str, PRINTED)),
        **{name: printed_game(f"colour-first{options}") for name, options in savings.items()},
    )
    effort.report("two-part-solver: samples")
    rows = []
    for rules, pair in sampled_games(effort).items():
        game = Game.parse(rules)
        row: list[object] = [rules]
        for name, (average, error) in pair.items():
            row += [f"{exact[name][game.pegs, game.colors]:.2f}", f"{average:.2f} ± {error:.2f}"]
        rows.append(tuple(row))
    page.heading("Sampled games")
    page.table(["game", "brute-force, exact", "played", "colour-first, exact", "played"], rows)
    page.tell(TEXTS["sampled games"], games=effort.games(GAMES), where=_where_it_pays(exact))


def exact_averages_of(name: str) -> Values:
    """Averages of one of the two methods over every secret."""
    games = [Game(p, c) for p in SIZES for c in SIZES]
    if name == "brute-force":
        return {(game.pegs, game.colors): float(brute_force_average(game)) for game in games}
    return {(game.pegs, game.colors): color_first_average(game) for game in games}


PLAYED = ("brute-force", "colour-first:savings=printed", "colour-first", "colour-first:savings=more")


def fifteen_by_fifteen(effort: Effort) -> dict[str, dict[str, Any]]:
    """Averages at 15 by 15 of both methods, and of the second with fewer and with more savings."""
    return {strategy: effort.average(Game(LARGEST, LARGEST), strategy, 5 * GAMES) for strategy in PLAYED}


@measured("sampled games", "codepegs evaluate p8c8 -s brute-force --games 200 --seed 1")
def sampled_games(effort: Effort) -> dict[str, dict[str, list[float]]]:
    """The average of some games and its error, for both methods, by game."""
    sizes = SAMPLED_SIZES[:: 2 if effort.quick else 1]
    found: dict[str, dict[str, list[float]]] = {}
    for game in (Game(pegs, colors) for pegs in sizes for colors in sizes):
        effort.step(f"two-part-solver: samples of {game}")
        results = effort.evaluate(game, list(CLAIMS), games=effort.games(GAMES), workers=1)
        found[str(game)] = {
            name: [one.average, one.standard_error or 0.0] for name, one in zip(CLAIMS, results, strict=True)
        }
    return found


def printed_game(strategy: str) -> int:
    """The guesses of a strategy against the secret of the printed game."""
    return play(Game(LARGEST, LARGEST), PRINTED, strategy).guesses


def _where_it_pays(exact: dict[str, Values]) -> str:
    """From how many colours on the second method needs fewer guesses, by pegs."""
    brute, first = exact["brute-force"], exact["colour-first"]
    least = {
        p: next((c for c in SIZES if all(first[p, more] < brute[p, more] for more in SIZES if more >= c)), None)
        for p in SIZES
    }
    never = [p for p, c in least.items() if c is None]
    where: dict[int, list[int]] = {}
    for p, c in least.items():
        if c is not None:
            where.setdefault(c, []).append(p)
    ranges = [
        f"{p[0]} to {p[-1]} pegs and at least {c} colours" if len(p) > 1 else f"{p[0]} pegs and at least {c} colours"
        for c, p in where.items()
    ]
    where_fewer = f"{', '.join(ranges[:-1])}, and {ranges[-1]}" if len(ranges) > 1 else "".join(ranges)
    beginning = f"`colour-first` needs fewer guesses with {where_fewer}"
    if not never:
        return f"{beginning}."
    return f"{beginning}; with {', '.join(map(str, never))} pegs it never does, up to {SIZES[-1]} colours."


def whole_solver(page: Page, effort: Effort) -> None:
    """Its first algorithm and the second of its methods, put together, against its mark of 10 seconds."""
    page.heading("The whole solver and its 10-second limit")
    page.tell(TEXTS["whole solver"])
    found = every_size(effort)
    averages = {(Game.parse(rules).pegs, Game.parse(rules).colors): value for rules, value in found["averages"].items()}
    heat_map(page, "solver", f"Average of {effort.games(SAMPLE)} games, {SOLVER}", averages, digits=1)
    slowest, small = found["slowest"], found["slowest of the first algorithm"]
    page.tell(TEXTS["limit"], slowest=slowest, small=small, holds=slowest[0] < MARK)


@measured("the whole solver", f"codepegs solve p15c15 -s {SOLVER}")
def every_size(effort: Effort) -> dict[str, Any]:
    """Averages of 25 games of the whole solver at every size, and its slowest games in seconds."""
    sizes = (2, 4, 6) if effort.quick else SIZES
    slowest: tuple[float, str] = (0.0, "")
    small: tuple[float, str] = (0.0, "")
    averages = {}
    play(Game(6, 6), None, SOLVER, seed=effort.seed)  # so that no game's time has that of getting ready in it
    for game in (Game(pegs, colors) for pegs in sizes for colors in sizes):
        effort.step(f"two-part-solver: the whole solver on {game}")
        lengths = []
        for number in range(effort.games(SAMPLE)):
            seed = Seed(effort.seed, number)
            played = play(game, Secret.draw(game, seed).code, SOLVER, seed=seed)
            assert played.solved
            lengths.append(played.guesses)
            slowest = max(slowest, (played.seconds, str(game)))
            if game.size <= SIMPLIFIED_MOST:
                small = max(small, (played.seconds, str(game)))
        averages[str(game)] = sum(lengths) / len(lengths)
    return {"averages": averages, "slowest": slowest, "slowest of the first algorithm": small}


def genetic(page: Page, effort: Effort) -> None:
    """The better way that the report names, beside the paper that made it known."""
    page.heading("The genetic algorithm")
    page.tell(TEXTS["genetic"])
    rows = []
    worse = []
    for (rules, strategy), (found, seconds) in genetic_games(effort).items():
        published, _ = PAPER[rules]
        if strategy == "genetic" and found["average"] - published > 2 * found["error"]:
            worse.append(rules)
        rows.append(
            (
                rules,
                f"`{strategy}`",
                published,
                f"{found['average']:.3f} ± {found['error']:.3f}",
                f"{found['games']:,}",
                found["depth"],
                milliseconds(seconds),
            )
        )
    page.table(["game", "strategy", "paper", "ours", "games", "worst", "time per game"], rows)
    page.tell(TEXTS["genetic games"])
    page.tell(TEXTS["worse" if worse else "not worse"], games=" and ".join(worse))
    page.table(
        ["choice among consistent codes, p4c6", "average", "games"],
        [
            (f"`{strategy}`", f"{found['average']:.3f} ± {found['error']:.3f}", f"{found['games']:,}")
            for strategy, found in choices(effort).items()
        ],
    )


def genetic_games(effort: Effort) -> dict[tuple[str, str], tuple[dict[str, Any], float]]:
    """The average of the genetic algorithm and its seconds per game, by game and strategy."""
    found = {}
    for rules, (_, games) in PAPER.items():
        if effort.quick and rules == "p8c12":
            continue
        for strategy in ("genetic", "genetic:selection=proportional"):
            wanted = games if strategy == "genetic" else games // 20
            average = effort.average(rules, strategy, wanted)
            seconds = effort.figure(
                f"seconds per game of {strategy} on {rules}",
                evaluation_command(rules, strategy, wanted),
                partial(_seconds_per_game, effort, rules, strategy, wanted),
            )
            found[rules, strategy] = (average, seconds)
    return found


def _seconds_per_game(effort: Effort, rules: str, strategy: str, games: int) -> float:
    (found,) = effort.evaluate(rules, [strategy], games=effort.games(games))
    return found.seconds_per_game


def choices(effort: Effort) -> dict[str, dict[str, Any]]:
    """The genetic algorithm with three choices among consistent codes."""
    return {
        strategy: effort.average("p4c6", strategy, 500)
        for strategy in ("genetic", "genetic:choice=similar", "genetic:choice=first")
    }
