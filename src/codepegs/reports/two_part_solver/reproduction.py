"""The two-part solver report: B. Provendier, "Effective Mastermind Solver Algorithms"; its tables and its claims."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from codepegs.experiments import Evaluation, line_style
from codepegs.game import Game
from codepegs.match import Secret, play
from codepegs.reasons import counted
from codepegs.reports.pages import (
    Effort,
    Page,
    Values,
    estimate,
    fit_power,
    grid_lines,
    grid_of,
    grid_table,
    heat_map,
    measured,
    tables_of,
)
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
TABLES = tables_of(__file__)
AVERAGES: dict[str, int] = TABLES["averages"]
PRINTED: list[int] = TABLES["printed"]


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
    average = brute_force_average if name == "brute-force" else color_first_average
    return {(pegs, colors): float(average(Game(pegs, colors))) for pegs in SIZES for colors in SIZES}


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
    return play(Game(LARGEST, LARGEST), tuple(PRINTED), strategy).guesses


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
    page.tell("limit", slowest=slowest, small=small, holds=slowest[0] < TABLES["limit"])


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
    rows: list[tuple[object, ...]] = []
    worse = []
    for rules, (published, games) in TABLES["paper"].items():
        if effort.quick and rules == "p8c12":
            continue
        for strategy, wanted in (("genetic", games), ("genetic:selection=proportional", games // 20)):
            found = effort.average(rules, strategy, wanted)
            if strategy == "genetic" and found["average"] - published > 2 * found["error"]:
                worse.append(rules)
            seconds = _seconds_per_game(effort, rules, strategy, wanted)
            rows.append((rules, strategy, published, found, found["games"], found["depth"], seconds))
    page.tell("genetic", rows)
    page.tell("worse" if worse else "not worse", games=" and ".join(worse))
    choices = ("genetic", "genetic:choice=similar", "genetic:choice=first")
    averages = [effort.average("p4c6", strategy, 500) for strategy in choices]
    page.tell("choices", [(strategy, found, found["games"]) for strategy, found in zip(choices, averages, strict=True)])


@measured(
    "seconds per game of {strategy} on {rules}", "codepegs evaluate {rules} -s {strategy} --games {games} --seed 1"
)
def _seconds_per_game(effort: Effort, rules: str, strategy: str, games: int) -> float:
    return effort.evaluate(rules, [strategy], games=effort.games(games))[0].seconds_per_game


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


def first_algorithm(page: Page, effort: Effort) -> None:
    """The averages of its first algorithm, and its claim about 17 million codes."""
    page.tell("intro")
    effort.report("two-part-solver: averages")
    most = 10_000 if effort.quick else SIMPLIFIED_MOST
    sizes = [(pegs, colors) for pegs in FIRST_SIZES for colors in FIRST_SIZES if colors**pegs <= most]

    def grid(name: str, games: str, measure: Callable[[Game], float]) -> Values:
        command = f"codepegs evaluate p4c6 -s simplified-minimax --games {games}"
        return grid_of(effort, name, command, sizes, measure)

    def average_of_sample(game: Game) -> float:
        return effort.evaluate(game, ["simplified-minimax"], games=SAMPLE, workers=1)[0].average

    sampled = grid("averages of 25 games", "25 --seed 1", average_of_sample)
    exact = grid("averages over every secret", "all", lambda game: _every(game, effort).average)
    worst = grid("worst game over every secret", "all", lambda game: _every(game, effort).longest_game)
    page.heading("The first algorithm: averages over every secret")
    grid_table(page, exact, digits=3)
    grid_lines(page, "averages", "Average over every secret, simplified-minimax", exact)
    off = max(sampled, key=lambda at: abs(sampled[at] - exact[at]))
    page.tell("averages", games=SAMPLE, most=abs(sampled[off] - exact[off]), game=Game(*off), sampled=sampled[off])
    page.heading("The first algorithm: worst game over every secret")
    grid_table(page, worst, digits=0)
    largest = Game(6, 6) if effort.quick else Game(8, 8)
    effort.report(f"two-part-solver: {largest}, every secret")
    histogram, seconds = seventeen_million(effort, str(largest))
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


@measured("every secret of {rules}", "codepegs evaluate {rules} -s small-then-colour-first:until=16777216 --games all")
def seventeen_million(effort: Effort, rules: str) -> tuple[Sequence[int], float]:
    """Secrets found with 1, 2, 3 … guesses by the first algorithm, and the seconds of all games."""
    every = _every(Game.parse(rules), effort)
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
    return effort.evaluate(game, [strategy], games="all")[0]


def growth(effort: Effort) -> dict[str, float]:
    """How many times as long a game of the first algorithm takes with one more peg and colour, on average."""
    times = [pair["simplified-minimax"][2] for pair in side_by_side(effort).values()]
    slope, error, _ = fit_power(np.exp(np.arange(len(times))), times)
    return estimate(math.exp(slope), math.exp(slope) * error)


def share_under_ten(effort: Effort) -> dict[str, float]:
    """The games at p7c8, the largest of the first algorithm, with under ten attempts, in per cent."""
    lengths = effort.average("p7c8", "simplified-minimax", 1_000)["histogram"]
    share = sum(lengths[:9]) / sum(lengths)
    return estimate(100 * share, 100 * math.sqrt(share * (1 - share) / sum(lengths)))


def spread_of(found: Mapping[str, Any]) -> dict[str, float]:
    """The standard deviation of single games, and its error."""
    return estimate(found["spread"], found["spread"] / math.sqrt(2 * found["games"]))


def where_brute_force_pays() -> list[float]:
    """What colour-first needs more than brute force with 2 to 6 colours on average, and at 15 by 15."""
    brute, first = (exact_averages_of(name) for name in AVERAGES)
    gaps = {at: first[at] - brute[at] for at in brute}
    few = [gap for (_, colors), gap in gaps.items() if colors <= 6]
    return [sum(few) / len(few), gaps[LARGEST, LARGEST]]
