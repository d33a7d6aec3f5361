"""The two-part solver report: B. Provendier, "Effective Mastermind Solver Algorithms"; its tables and its claims."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from codepegs.experiments import Evaluation, line_style
from codepegs.game import Game
from codepegs.match import Secret, play
from codepegs.reasons import counted
from codepegs.reports.pages import Effort, Page, Values, grid_lines, grid_of, grid_table, heat_map, measured
from codepegs.reports.two_part_solver.solver import (
    SIMPLIFIED_MOST,
    brute_force_average,
    color_first_average,
    second_and_third,
)
from codepegs.rng import Seed

if TYPE_CHECKING:
    from matplotlib.axes import Axes


SAMPLE = 25
"""Games of which the report's averages are."""

SOLVER = "small-then-colour-first"

GAMES = 200
"""Games of which ours are, where they are sampled."""

LARGEST = 15
"""Pegs and colours to which the report goes."""

SIZES = range(2, LARGEST + 1)
AVERAGES = {"brute-force": 110, "colour-first": 65}
"""What the report states at 15 by 15."""

MARK = 10.0
"""Seconds that a game may take, as the report sets it."""

PRINTED = (3, 9, 11, 3, 14, 7, 1, 1, 7, 5, 2, 7, 2, 9, 12)
"""The secret of the 15 by 15 game it prints, which took its program 61 guesses."""

PAPER = {"p4c6": (4.39, 2_000), "p5c8": (5.62, 2_000), "p6c9": (6.475, 500), "p8c12": (8.366, 500)}
"""Averages of Berghman, Goossens and Leus, and the games played for ours."""


def large_games(page: Page, effort: Effort) -> None:
    """Its two methods for large games: exact averages beside its two figures."""
    page.tell("large games")
    exact = {name: exact_averages_of(name) for name in AVERAGES}
    for name in AVERAGES:
        effort.step(f"two-part-solver: {name}")
        heat_map(page, name, f"Average over every secret, {name}", exact[name], digits=1)
    at_largest, near = [], {}
    for strategy, found in fifteen_by_fifteen(effort).items():
        scatter = found["spread"] / math.sqrt(SAMPLE)
        formula_value = exact[strategy][LARGEST, LARGEST] if strategy in exact else None
        if formula_value is not None and scatter:
            near[strategy] = math.ceil(abs(AVERAGES[strategy] - formula_value) / scatter)
        theirs = AVERAGES[strategy.partition(":")[0]]
        at_largest.append((strategy, theirs, formula_value, found, found["depth"], scatter))
    differences = "".join(
        f" {AVERAGES[name]} differs from the average of `{name}` over every secret by less than"
        f" {counted(errors, 'standard error')}."
        for name, errors in near.items()
        if not page.quick
    )
    savings = {"printed": ":savings=printed", "plain": "", "more": ":savings=more"}
    page.tell(
        "at 15 by 15",
        at_largest,
        games=found["games"],
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
            row += [exact[name][game.pegs, game.colors], f"{average:.2f} ± {error:.2f}"]
        rows.append(row)
    page.tell("sampled games", rows, games=effort.games(GAMES), where=_where_it_pays(exact))


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
    sizes = (3, 8, 15)[:: 2 if effort.quick else 1]
    found: dict[str, dict[str, list[float]]] = {}
    for game in (Game(pegs, colors) for pegs in sizes for colors in sizes):
        effort.step(f"two-part-solver: samples of {game}")
        results = effort.evaluate(game, list(AVERAGES), games=effort.games(GAMES), workers=1)
        found[str(game)] = {
            name: [one.average, one.standard_error or 0.0] for name, one in zip(AVERAGES, results, strict=True)
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
    where = {c: [p for p in SIZES if least[p] == c] for c in least.values() if c is not None}
    ranges = [f"{p[0]}{f' to {p[-1]}' if len(p) > 1 else ''} pegs and at least {c} colours" for c, p in where.items()]
    where_fewer = f"{', '.join(ranges[:-1])}, and {ranges[-1]}" if len(ranges) > 1 else "".join(ranges)
    beginning = f"`colour-first` needs fewer guesses with {where_fewer}"
    if not never:
        return f"{beginning}."
    return f"{beginning}; with {', '.join(map(str, never))} pegs it never does, up to {SIZES[-1]} colours."


def whole_solver(page: Page, effort: Effort) -> None:
    """Its first algorithm and the second of its methods, put together, against its mark of 10 seconds."""
    page.tell("whole solver")
    found = every_size(effort)
    averages = {(Game.parse(rules).pegs, Game.parse(rules).colors): value for rules, value in found["averages"].items()}
    heat_map(page, "solver", f"Average of {effort.games(SAMPLE)} games, {SOLVER}", averages, digits=1)
    slowest, small = found["slowest"], found["slowest of the first algorithm"]
    page.tell("limit", slowest=slowest, small=small, holds=slowest[0] < MARK)


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
    rows, worse = [], []
    for (rules, strategy), (found, seconds) in genetic_games(effort).items():
        published, _ = PAPER[rules]
        if strategy == "genetic" and found["average"] - published > 2 * found["error"]:
            worse.append(rules)
        rows.append((rules, strategy, published, found, found["games"], found["depth"], seconds))
    page.tell("genetic", rows)
    page.tell("worse" if worse else "not worse", games=" and ".join(worse))
    page.tell("choices", [(strategy, found, found["games"]) for strategy, found in choices(effort).items()])


def genetic_games(effort: Effort) -> dict[tuple[str, str], tuple[dict[str, Any], float]]:
    """The average of the genetic algorithm and its seconds per game, by game and strategy."""
    found = {}
    for rules, (_, games) in PAPER.items():
        if effort.quick and rules == "p8c12":
            continue
        for strategy in ("genetic", "genetic:selection=proportional"):
            wanted = games if strategy == "genetic" else games // 20
            average = effort.average(rules, strategy, wanted)
            found[rules, strategy] = (average, _seconds_per_game(effort, rules, strategy, wanted))
    return found


@measured(
    "seconds per game of {strategy} on {rules}", "codepegs evaluate {rules} -s {strategy} --games {games} --seed 1"
)
def _seconds_per_game(effort: Effort, rules: str, strategy: str, games: int) -> float:
    (found,) = effort.evaluate(rules, [strategy], games=effort.games(games))
    return found.seconds_per_game


def choices(effort: Effort) -> dict[str, dict[str, Any]]:
    """The genetic algorithm with three choices among consistent codes."""
    return {
        strategy: effort.average("p4c6", strategy, 500)
        for strategy in ("genetic", "genetic:choice=similar", "genetic:choice=first")
    }


FIRST_SIZES = range(2, 9)


def reproduce(page: Page, effort: Effort) -> None:
    """Its first algorithm, its two methods for large games, both together, and the better way it names."""
    first_algorithm(page, effort)
    effort.report("two-part-solver: both methods")
    both_methods(page, effort)
    effort.report("two-part-solver: large games")
    large_games(page, effort)
    effort.report("two-part-solver: the whole solver")
    whole_solver(page, effort)
    effort.report("two-part-solver: the genetic algorithm")
    genetic(page, effort)


def _small(effort: Effort) -> list[tuple[int, int]]:
    most = 10_000 if effort.quick else SIMPLIFIED_MOST
    return [(p, c) for p in FIRST_SIZES for c in FIRST_SIZES if c**p <= most]


def _grid(effort: Effort, name: str, games: str, measure: Callable[[Game], float]) -> Values:
    """A figure of the first algorithm at each size."""
    command = f"codepegs evaluate p4c6 -s simplified-minimax --games {games}"
    return grid_of(effort, name, command, _small(effort), measure)


def averages_of_25(effort: Effort) -> Values:
    """Averages of the first algorithm over 25 games, as the report has them."""

    def average(game: Game) -> float:
        return effort.evaluate(game, ["simplified-minimax"], games=SAMPLE, workers=1)[0].average

    return _grid(effort, "averages of 25 games", "25 --seed 1", average)


def exact_averages(effort: Effort) -> Values:
    """Averages of the first algorithm over every secret."""
    return _grid(effort, "averages over every secret", "all", lambda game: _every(game, effort).average)


def worst_games(effort: Effort) -> Values:
    """Guesses of the first algorithm's worst game over every secret."""
    return _grid(effort, "worst game over every secret", "all", lambda game: _every(game, effort).depth)


def first_algorithm(page: Page, effort: Effort) -> None:
    """The averages of its first algorithm, and its claim about 17 million codes."""
    page.tell("intro")
    effort.report("two-part-solver: averages")
    sampled, exact = averages_of_25(effort), exact_averages(effort)
    page.heading("The first algorithm: averages over every secret")
    grid_table(page, exact, digits=3)
    grid_lines(page, "averages", "Average over every secret, simplified-minimax", exact)
    off = max(sampled, key=lambda at: abs(sampled[at] - exact[at]))
    page.tell("averages", games=SAMPLE, most=abs(sampled[off] - exact[off]), game=Game(*off), sampled=sampled[off])
    page.heading("The first algorithm: worst game over every secret")
    grid_table(page, worst_games(effort), digits=0)
    largest = Game(6, 6) if effort.quick else Game(8, 8)
    effort.report(f"two-part-solver: {largest}, every secret")
    histogram, seconds = seventeen_million(effort)
    average = sum(length * count for length, count in enumerate(histogram, 1)) / largest.size
    verdict = "true" if len(histogram) < 14 else f"true of nearly all secrets, but some need {len(histogram)}"
    page.tell(
        "seventeen million",
        game=largest,
        codes=largest.size,
        average=average,
        longest=len(histogram),
        histogram=" ".join(f"{count:,}" for count in histogram),
        verdict=verdict + (f" (its game is p8c8, not {largest})." if page.quick else "."),
        seconds=seconds,
        microseconds=seconds / largest.size * 1e6,
    )


def seventeen_million(effort: Effort) -> tuple[Sequence[int], float]:
    """Secrets of p8c8 found with 1, 2, 3 … guesses by the first algorithm, and the seconds of all games."""
    return _every_secret(effort, Game(6, 6) if effort.quick else Game(8, 8))


@measured("every secret of {game}", "codepegs evaluate {game} -s small-then-colour-first:until=16777216 --games all")
def _every_secret(effort: Effort, game: Game) -> tuple[Sequence[int], float]:
    every = _every(game, effort)
    return every.histogram, every.seconds


COMPARED = ("simplified-minimax", "brute-force")
"""Its first algorithm, and the first of its methods for large games."""


def both_methods(page: Page, effort: Effort) -> None:
    """Its graphs of attempts and time against the size of the game, both algorithms side by side."""
    found = side_by_side(effort)
    sizes = [Game.parse(rules).pegs for rules in found]
    rows = [(rules, *pair.values(), *(seconds for *_, seconds in pair.values())) for rules, pair in found.items()]
    page.tell("side by side", rows, compared=COMPARED)

    def guesses(axes: Axes) -> None:
        for number, name in enumerate(COMPARED):
            axes.plot(sizes, [pair[name][0] for pair in found.values()], label=name, **line_style(number))
        axes.set(xlabel="pegs and colours", ylabel="average guesses", ylim=(0, None))
        axes.legend()

    def times(axes: Axes) -> None:
        for number, name in enumerate(COMPARED):
            seconds = [pair[name][2] * 1e3 for pair in found.values()]
            axes.plot(sizes, seconds, label=name, **line_style(number))
        axes.set(xlabel="pegs and colours", ylabel="milliseconds per game", yscale="log")
        axes.legend()

    page.picture("both", "Average guesses of both", guesses)
    page.picture("times", "Time per game of both", times)
    first, brute = found[str(Game(sizes[-1], sizes[-1]))].values()
    page.tell("both", games=SAMPLE, size=sizes[-1], first=first, brute=brute)


@measured("both side by side", "codepegs evaluate p7c7 -s simplified-minimax -s brute-force --games 25 --seed 1")
def side_by_side(effort: Effort) -> dict[str, dict[str, list[float]]]:
    """Average, its error and the seconds per game of both algorithms, by game."""
    found: dict[str, dict[str, list[float]]] = {}
    for size in FIRST_SIZES:
        if size**size > (10_000 if effort.quick else SIMPLIFIED_MOST):
            break
        game = Game(size, size)
        effort.step(f"two-part-solver: both on {game}")
        both = [effort.evaluate(game, [name], games=effort.games(SAMPLE), workers=1)[0] for name in COMPARED]
        found[str(game)] = {
            name: [result.average, result.standard_error or 0.0, result.seconds_per_game]
            for name, result in zip(COMPARED, both, strict=True)
        }
    return found


def _every(game: Game, effort: Effort) -> Evaluation:
    strategy = f"first-consistent:first={second_and_third(game)},backwards"
    (found,) = effort.evaluate(game, [strategy], games="all")
    return found


PRINTED_COMMAND = (
    f"codepegs solve p15c15 {','.join(str(color + 1) for color in PRINTED)} -s colour-first:savings=printed"
)

GENETIC = {"p4c6": ("simplified-minimax", 2_000), "p10c10": (SOLVER, 60), "p15c15": (SOLVER, 4)}
"""The report's method and the games of the genetic algorithm, by game."""


def _exact(effort: Effort, strategy: str) -> dict[str, float]:
    """The average over every secret, with the spread of single games."""
    average = exact_averages_of(strategy)[LARGEST, LARGEST]
    return {"average": average, "error": 0.0, "spread": fifteen_by_fifteen(effort)[strategy]["spread"]}


def _under_ten(effort: Effort) -> list[float]:
    """Shares of games of fewer than 10 guesses at the largest sizes that it plays, and at p8c8."""
    found = effort.average("p7c8", "simplified-minimax", 1_000)["histogram"]
    histogram, _ = seventeen_million(effort)
    return [sum(found[:9]) / sum(found), sum(histogram[:9]) / sum(histogram)]


def _lengths(effort: Effort) -> dict[str, int]:
    """The longest game of 17 million codes, the secrets that need 14 guesses or more, and all secrets."""
    lengths, _ = seventeen_million(effort)
    return {"longest": len(lengths), "over": sum(lengths[13:]), "all": sum(lengths)}


def _genetic(effort: Effort) -> list[list[dict[str, Any]]]:
    """The genetic algorithm and the report's method, by game."""
    return [
        [effort.average(rules, "genetic", games), effort.average(rules, own, 500)]
        for rules, (own, games) in GENETIC.items()
    ]


@measured("printed session", "codepegs session two-part-solver --secret '3 3 0 0'")
def _session(effort: Effort) -> list[str]:
    """The guesses of its printed game of 4 pegs and 6 colours, colours from 0."""
    turns = play("p4c6", (3, 3, 0, 0), "simplified-minimax").position.turns
    return ["".join(map(str, turn.guess)) for turn in turns]


def _growth(effort: Effort) -> float:
    """How many times as long a game of the first algorithm takes with one more peg and colour, on average."""
    times = [pair["simplified-minimax"][2] for pair in side_by_side(effort).values()]
    return float(np.exp(np.polyfit(np.arange(len(times)), np.log(times), 1)[0]))


def _where_brute_force_pays(_: Effort) -> list[float]:
    """What colour-first needs more than brute force with 2 to 6 colours on average, and at 15 by 15."""
    brute, first = (exact_averages_of(name) for name in AVERAGES)
    gaps = {at: first[at] - brute[at] for at in brute}
    few = [gap for (_, colors), gap in gaps.items() if colors <= 6]
    return [sum(few) / len(few), gaps[LARGEST, LARGEST]]


NAMES: dict[str, Any] = {
    **AVERAGES,
    "changes sign": lambda _, gaps: gaps[0] > 0 > gaps[1],
    "each surely below": lambda _, found: all(
        genetic["average"] + 2 * genetic["error"] < own["average"] - 2 * own["error"] for genetic, own in found
    ),
    "ends in time": lambda most, found: found["longest"] <= most,
    "error of a double": lambda _: int(float(15**15)) - 15**15,
    "exact": _exact,
    "exact in words": lambda value: f"{value['average']:.2f}" if isinstance(value, dict) else str(value),
    "fewer, then slower": lambda _, found: found[0][0] < found[1][0] and found[2][2] > 10 * found[3][2],
    "genetic": _genetic,
    "growth": _growth,
    "hardly apart": lambda _, found: found[1]["average"] - found[0]["average"] < 1,
    "largest int": lambda _: int(np.iinfo(np.int32).max),
    "lengths": _lengths,
    "limit": MARK,
    "printed game": lambda effort: effort.figure(
        "printed game", PRINTED_COMMAND, lambda: printed_game("colour-first:savings=printed")
    ),
    "printed session": _session,
    "side by side": lambda effort: [
        figures for rules in ("p4c4", "p7c7") for figures in side_by_side(effort)[rules].values()
    ],
    "slowest": lambda effort: every_size(effort)["slowest"][0],
    "slowest of the first algorithm": lambda effort: every_size(effort)["slowest of the first algorithm"][0],
    "spreads": lambda effort: [fifteen_by_fifteen(effort)[name]["spread"] for name in AVERAGES],
    "under ten": _under_ten,
    "where brute force pays": _where_brute_force_pays,
}
