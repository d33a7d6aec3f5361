"""The MCMC report: N. Blair, A. Karnati, D. Lee and J. Lee (2018), "Mastering MasterMind with MCMCs"; its claims."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from codepegs.codes import Candidates
from codepegs.experiments import bar_style, empty_figure, evaluate, line_style
from codepegs.game import Game
from codepegs.match import Secret, play
from codepegs.render import draw, film
from codepegs.reports.mcmc.codebreaker import WalkedGames, play_walks
from codepegs.reports.mcmc.rated_pictures import rated_pictures
from codepegs.reports.pages import (
    Effort,
    Page,
    Values,
    difference,
    estimate,
    evaluation_command,
    fit_power,
    heat_map,
    machine,
    mean_difference,
    measured,
    sample,
    tables_of,
)
from codepegs.rng import Seed
from codepegs.strategies import Player

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


TABLES = tables_of(__file__)
REPORT_AVERAGE: float = TABLES["average"]
PICTURE_AVERAGE: int = TABLES["picture_average"]
GAMES = 200
COLORS = range(2, 11)

BURN_IN = Player.parse("mcmc").options.burn_in
"""The default."""

READINGS = {text: words.format(burn_in=BURN_IN) for text, words in TABLES["readings"].items()}
"""What the report leaves open, and its prototypes."""

REPORTED = "mcmc:burn-in=500"
"""The strategy with the burn-in that the report states."""

AT_RANDOM = ("random-consistent", "random-consistent:first=half")
"""The walk's baselines: a uniform draw among all consistent codes, from a random first guess and from the walk's."""

GROWTH_SIZES = (*product(range(2, 11), (2, 3, 4, 6, 8, 10)), (12, 12), (15, 10), (20, 6))
"""Games in which states are counted, up to 10^15 codes."""

SMALL_GAME = 10_000
"""Codes of the games for which the growth is fitted by themselves."""

PICTURE = Game(45, 3)
"""Five by nine pixels of three colours."""


def reproduce(page: Page, effort: Effort) -> None:
    """Its figures with `mcmc`, and the baselines."""
    page.tell("intro", machine=machine())
    _board_game(page, effort)
    _grids(page, effort)
    _growth(page, effort)
    _false_information(page, effort)
    _picture(page, effort)
    _fixes(page, effort)
    _replies(page, effort)
    rated_pictures(page, effort)


def _walk(text: str, game: Game, games: int, effort: Effort, reply: str | None = None) -> WalkedGames:
    """Games of `mcmc` on the secrets that any strategy has with this seed; `reply` is a formula of black and white."""
    seeds = [Seed(effort.seed, number) for number in range(games)]
    secrets = [Secret.draw(game, seed).code for seed in seeds]
    walked = play_walks(game, Player.parse(text).options, secrets, seeds, reply)
    assert walked.lengths.all()
    return walked


def _board_game(page: Page, effort: Effort) -> None:
    effort.report("mcmc: the board game")
    rows: list[tuple[object, ...]] = [("report: MCMC", REPORT_AVERAGE, None, None, None)]
    games = effort.games(10_000)
    found: dict[str, WalkedGames] = {}
    for text in READINGS:
        effort.step(f"mcmc: {text} on p4c6")
        walked = found[text] = _walk(text, Game(4, 6), games, effort)
        average = f"{walked.average:.4f} ± {walked.error:.4f}"
        rows.append((text, average, walked.lengths.max(), walked.states.mean(), " ".join(map(str, walked.histogram))))
    drawn: dict[str, float] = {}
    for strategy in (*AT_RANDOM, "entropy", "entropy:first=best", "max-parts"):
        effort.step(f"mcmc: {strategy} on p4c6")
        count = games if strategy in AT_RANDOM else None
        (record,) = effort.evaluate("p4c6", [strategy], games=count)
        drawn[strategy] = record.average
        average = f"{record.average:.4f}"
        average += "" if record.standard_error is None else f" ± {record.standard_error:.4f}"
        rows.append((strategy, average, record.longest_game, None, " ".join(map(str, record.histogram))))
    rows.append(("best possible, Koyama and Lai 1993", "4.3403", None, None, None))
    own, unchecked = found[REPORTED], found[f"{REPORTED},check=false"]
    off, count = own.average - REPORT_AVERAGE, len(own.lengths)
    page.tell(
        "board game",
        rows,
        variants="\n" + "".join(f"\n- `{text}`: {words}" for text, words in READINGS.items()),
        own=own,
        off=abs(off),
        is_above=off > 0,
        both=own.error * math.sqrt(2),
        by_first=[
            f"{found[text].average - REPORT_AVERAGE:+.3f} with {words}"
            for text, words in READINGS.items()
            if ",first=" in text
        ],
        burn_in=BURN_IN,
        default=found["mcmc"],
        endless=found["mcmc:burn-in=100000"],
        uniform=drawn["random-consistent:first=half"],
        more=unchecked.average - own.average,
        times=unchecked.states.mean() / own.states.mean(),
        games=count,
    )

    def draw(axes: Axes) -> None:
        histogram = own.histogram
        axes.bar(range(1, len(histogram) + 1), histogram, **bar_style(0))
        axes.set(xlabel="guesses", ylabel="games", title=f"average {own.average:.3f} (report: {REPORT_AVERAGE})")
        axes.set_xticks(range(1, len(histogram) + 1))

    page.picture("histogram", f"Figure 4.1: games by number of guesses, {REPORTED}", draw)


def _grids(page: Page, effort: Effort) -> None:
    effort.report("mcmc: pegs and colours")
    page.heading("Figures 4.2 and 4.3 with mcmc")

    def averages(pegs: Iterable[int], most: float, strategy: str, average: Callable[[Game, str], float]) -> Values:
        found = {}
        for game in (Game(*size) for size in product(pegs, COLORS)):
            if game.size <= (5_000 if effort.quick else most):
                effort.step(f"mcmc: {strategy} on {game}")
                found[game.pegs, game.colors] = average(game, strategy)
        return found

    def evaluated(game: Game, strategy: str) -> float:
        games = effort.games(GAMES) if strategy == "random-consistent" else None
        return effort.evaluate(game, [strategy], games=games or "all")[0].average

    walked = averages(
        TABLES["larger_pegs"],
        math.inf,
        "mcmc",
        lambda game, strategy: _walk(strategy, game, effort.games(2 * GAMES), effort).average,
    )
    heat_map(page, "mcmc", "Average guesses of mcmc", walked)
    for strategy, name in (("random-consistent", "random"), ("entropy:candidates-only", "entropy")):
        effort.report(f"mcmc: {strategy}")
        page.heading(f"Figures 4.2 and 4.3 with {strategy}")
        heat_map(page, name, f"Average guesses of {strategy}", averages(range(2, 8), 3_000_000, strategy, evaluated))
    page.tell("grids", walks=effort.games(2 * GAMES), drawn=effort.games(GAMES))
    if page.quick:
        return
    corner = walked[4, 10] - walked[4, 2], walked[10, 4] - walked[2, 4]
    most = max(walked, key=lambda at: walked[at])
    page.tell("corners", colors=corner[0], pegs=corner[1], most=walked[most], game=Game(*most))


def _growth(page: Page, effort: Effort) -> None:
    effort.report("mcmc: states explored")
    page.tell("growth", games=effort.games(GAMES))
    sizes = [Game(p, c) for p, c in GROWTH_SIZES if not effort.quick or c**p <= SMALL_GAME]
    codes = np.array([float(game.size) for game in sizes])
    small = codes <= SMALL_GAME
    rows: list[tuple[object, ...]] = []
    series: dict[str, NDArray[np.float64]] = {}
    roots: list[str] = []
    for burn_in in (500, 1_000_000):  # nearly every walk ends before the second
        text = f"mcmc:burn-in={burn_in}"
        states = []
        for game in sizes:
            effort.step(f"mcmc: states of {text} on {game}")
            states.append(float(_walk(text, game, effort.games(GAMES), effort).states.mean()))
        series[f"burn-in {burn_in:,}"] = np.array(states)
        for words, chosen in ((f"up to {SMALL_GAME:,} codes", small), ("larger", ~small), ("all", small | ~small)):
            if np.count_nonzero(chosen) > 2:
                exponent, error, factor = fit_power(codes[chosen], series[f"burn-in {burn_in:,}"][chosen])
                if abs(exponent - 0.5) <= 2 * error:
                    roots.append(f"burn-in {burn_in:,}, {words}")
                rows.append((burn_in, words, np.count_nonzero(chosen), f"{exponent:.3f} ± {error:.3f}", factor))
    page.tell("fits", rows)

    def draw(axes: Axes) -> None:
        for number, (label, states) in enumerate(series.items()):
            axes.plot(codes, states, linestyle="none", label=label, **line_style(number))
        across = np.geomspace(codes.min(), min(codes.max(), 1e9), 50)
        axes.plot(across, 5 * np.sqrt(across), color="grey", linestyle="--", label="5 · square root of the codes")
        axes.plot(across, across, color="grey", linestyle=":", label="the codes")
        axes.set(xscale="log", yscale="log", xlabel="codes of the game", ylabel="states per game")
        axes.legend(fontsize=7)

    page.picture("states", "States explored against the number of codes", draw)
    which = f"{': ' if roots else ''}{'; '.join(roots)}"
    page.tell("exponents", near=len(roots), rows=len(rows), which=which)


def _false_information(page: Page, effort: Effort) -> None:
    effort.report("mcmc: false information")
    page.tell("false information", burn_in=BURN_IN)
    games = effort.games(500)
    noise = TABLES["noise"]
    lines: dict[str, list[float]] = {}
    cells: dict[float, list[str]] = {share: [] for share in noise}
    for strategy, rules in TABLES["noisy"]:
        label = f"{strategy}, {rules}"
        lines[label] = []
        for share in noise:
            effort.step(f"mcmc: {label}, false replies {share:g}")
            played = games if strategy.startswith("mcmc") else effort.games(GAMES)
            (found,) = effort.evaluate(rules, [strategy], games=played, noise=share)
            assert not found.unsolved
            lines[label].append(found.average)
            cells[share].append(f"{found.average:.2f} ± {found.standard_error or 0:.2f}")
    page.table(["replies replaced", *lines], [(f"{share:g}", *cells[share]) for share in noise])

    def draw(axes: Axes) -> None:
        for number, (label, averages) in enumerate(lines.items()):
            axes.plot(noise, averages, label=label, **line_style(number))
        axes.set(xlabel="probability that a reply is random", ylabel="average guesses", ylim=(0, None))
        axes.legend(fontsize=7)

    page.picture("false", "Average guesses against false replies", draw)
    honest, tenth, half = (lines["mcmc, p4c6"][noise.index(share)] for share in (0.0, 0.1, 0.5))
    page.tell("cost of false information", tenth=tenth - honest, half=half - honest)


def _picture(page: Page, effort: Effort) -> None:
    effort.report("mcmc: the picture")
    rows: list[tuple[object, ...]] = [("report", str(PICTURE_AVERAGE), None, None, "120", None)]
    averages: dict[str, float] = {}
    games = effort.games(100)
    for text in TABLES["picture_players"]:
        effort.step(f"mcmc: {text} on {PICTURE}")
        walked = _walk(text, PICTURE, games, effort)
        average = f"{walked.average:.1f} ± {walked.error:.1f}"
        averages[text] = walked.average
        seconds = f"{walked.seconds / games:.4f}"
        rows.append((text, average, walked.lengths.max(), walked.states.mean(), seconds, games))
    exact = "growing-list"  # made for games of few colours
    effort.step(f"mcmc: {exact} on {PICTURE}")
    (found,) = effort.evaluate(PICTURE, [exact], games=effort.games(20))
    average = f"{found.average:.1f} ± {found.standard_error or 0:.1f}"
    rows.append((exact, average, found.longest_game, None, f"{found.seconds_per_game:.2f}", found.games))
    nearest = min(averages, key=lambda text: abs(averages[text] - PICTURE_AVERAGE))
    page.tell(
        "picture",
        rows,
        nearest=nearest,
        theirs=PICTURE_AVERAGE,
        ours=averages[nearest],
        default=averages["mcmc"],
        reported=averages[REPORTED],
    )
    _fish(page, effort)


def _fish(page: Page, effort: Effort) -> None:
    """One game for a picture of the size of the report's: all of it moving, and selected guesses beside the secret."""
    effort.step(f"mcmc: mcmc on {PICTURE}, a picture")
    picture = draw("fish")
    game = film(picture, "mcmc", seed=effort.seed)
    guesses = [step.turn.guess for step in game.steps]
    page.tell("fish", words=picture.words, seed=effort.seed)
    page.moving("fish", f"The fish found in {len(guesses)} guesses, guess by guess", lambda: game.encode("SVG"), "svg")
    numbers = sorted({1 + round(n * (len(guesses) - 1) / 7) for n in range(8)})

    def make() -> Figure:
        figure = empty_figure(9, 1.1)
        shown = [(str(number), guesses[number - 1]) for number in numbers] + [("secret", picture.code)]
        for axes, (title, code) in zip(figure.subplots(1, len(shown)), shown, strict=True):
            axes.imshow(picture.with_code(code).pixels)
            axes.set(xticks=[], yticks=[], title=title)
        return figure

    page.figure("strip", "Figures 4.4 and 4.5: guesses of this game with their numbers, and the secret", make)


def _fixes(page: Page, effort: Effort) -> None:
    effort.report("mcmc: the two fixes")
    page.tell("fixes")
    rows: list[list[object]] = []
    times: list[list[object]] = []
    default = Player.parse("mcmc").options.endgame
    fixes: list[str] = TABLES["fixes"]
    gains, slower = [], []
    for rules, wanted in TABLES["fixed_games"].items():
        game, games = Game.parse(rules), effort.games(wanted)
        found: dict[str, WalkedGames] = {}
        for options in fixes:
            if rules == "p45c3" and (effort.quick or options == "endgame=0.6"):  # which would take minutes a game
                continue
            effort.step(f"mcmc: {options} on {rules}")
            found[options] = _walk(f"mcmc:{options}", game, games, effort)
        averages = {options: f"{walked.average:.2f} ± {walked.error:.2f}" for options, walked in found.items()}
        spent = {options: f"{walked.seconds / games * 1e3:.2f} ms" for options, walked in found.items()}
        rows.append([rules, games, *map(averages.get, fixes)])
        times.append([rules, *map(spent.get, fixes)])
        chosen, neither = found.get(f"endgame={default:g}"), found.get("near=1,endgame=1")
        if chosen is not None and neither is not None:
            gains.append(f"{neither.average - chosen.average:.2f} guesses at {rules}")
            if chosen.seconds > 1.5 * neither.seconds:
                slower.append(rules)
    page.table(["game", "games", *(f"`{options}`" for options in fixes)], rows)
    page.say("Processor time per game:")
    page.table(["game", *(f"`{options}`" for options in fixes)], times)
    more = f"They take much more time at {', '.join(slower)}." if slower else "They take about the same time."
    page.tell("gains", default=default, gains=gains, time=more)


def _replies(page: Page, effort: Effort) -> None:
    effort.report("mcmc: functions of black and white")
    page.tell("replies")
    smallest = "p4c6"  # in which all replies are compared
    averages: dict[tuple[str, str], float] = {}
    rows: list[list[object]] = []
    compared: list[tuple[str, str, str, bool]] = TABLES["replies"]
    for name, suffix, formula, is_hard in compared:
        row: list[object] = [name]
        for rules, wanted in TABLES["games_of_replies"].items():
            is_long = rules == "p45c3" and (effort.quick or formula == "max(black, white)")  # minutes each
            if is_long or (rules != smallest and is_hard):
                row.append(None)
                continue
            effort.step(f"mcmc: {name} at {rules}")
            walked = _walk("mcmc", Game.parse(rules + suffix), effort.games(wanted), effort, formula or None)
            averages[name, rules] = walked.average
            row.append(f"{walked.average:.2f} ± {walked.error:.2f}")
        rows.append(row)
    games = TABLES["games_of_replies"].items()
    page.table(["reply", *(f"{rules}, {effort.games(wanted):,} games" for rules, wanted in games)], rows)
    costs = {name: averages[name, smallest] - averages["black and white", smallest] for name, *_ in compared}
    best = min((name for name, _, formula, _ in compared if formula), key=lambda name: costs[name])
    page.tell("cost of replies", black=costs["black only"], white=costs["white only"], best=best, cost=costs[best])


@measured("{text} on {rules}, {games} games", "codepegs evaluate {rules} -s {text} --games {games} --seed 1")
def walked(effort: Effort, text: str, rules: str, games: int) -> dict[str, Any]:
    """Average guesses and states of the walk, and processor time per game."""
    found = _walk(text, Game.parse(rules), effort.games(games), effort)
    return {
        "average": found.average,
        "error": found.error,
        "spread": float(found.lengths.std()),
        "states": float(found.states.mean()),
        "seconds": found.seconds / len(found.lengths),
        "games": len(found.lengths),
    }


def seconds_by_evaluate(effort: Effort) -> float:
    """Processor time per game of `evaluate`, in seconds."""
    games = 2_000
    evaluate("p4c6", [REPORTED], games=20, seed=effort.seed)
    began = time.process_time()
    evaluate("p4c6", [REPORTED], games=games, seed=effort.seed)
    return (time.process_time() - began) / games


@measured("states", evaluation_command("p8c8", REPORTED, GAMES))
def mean_states(effort: Effort) -> list[float]:
    """The states of a game, on average, by size."""
    walks = (_walk(REPORTED, Game(*size), effort.games(GAMES), effort) for size in GROWTH_SIZES)
    return [float(found.states.mean()) for found in walks]


def exponents(effort: Effort) -> list[list[float]]:
    """The power of the number of codes with which the states grow, and its error: small games, larger ones."""
    states = np.array(mean_states(effort))
    codes = np.array([float(Game(*size).size) for size in GROWTH_SIZES])
    small = codes <= SMALL_GAME
    return [list(fit_power(codes[chosen], states[chosen])[:2]) for chosen in (small, ~small)]


def candidates_left(effort: Effort) -> list[list[float]]:
    """Candidates left before each of the first guesses: the mean, and its standard error."""
    games = effort.games(300)
    counts = np.ones((games, 5))
    for number in range(games):
        seed = Seed(effort.seed, number)
        turns = play("p4c6", Secret.draw(Game(4, 6), seed).code, REPORTED, seed=seed).position.turns
        left = Candidates.all("p4c6")
        for place in range(min(counts.shape[1], len(turns) + 1)):
            counts[number, place] = len(left)
            left = left.filter(turns[place]) if place < len(turns) else left
    means, errors = counts.mean(axis=0), counts.std(axis=0, ddof=1) / math.sqrt(games)
    return [[float(mean), float(error)] for mean, error in zip(means, errors, strict=True)]


@measured("averages by size", "codepegs reproduce mcmc --measure 'more pegs cost'")
def averages_by_size(effort: Effort) -> dict[str, list[float]]:
    """The average and its error from 2 by 2 to 10 by 10."""
    found = {}
    sizes = COLORS[:: 4 if effort.quick else 1]
    for game in (Game(*size) for size in product(sizes, sizes)):
        effort.step(f"mcmc: {REPORTED} on {game}")
        of_game = _walk(REPORTED, game, effort.games(GAMES), effort)
        found[str(game)] = [of_game.average, of_game.error]
    return found


def mean_growth(effort: Effort, which: str) -> dict[str, float]:
    """How many guesses more 10 pegs need than 2, or 10 colours, on average over the other number."""
    found = {}
    for rules, value in averages_by_size(effort).items():
        game = Game.parse(rules)
        found[game.pegs, game.colors] = estimate(*value)
    sizes = sorted({pegs for pegs, _ in found})
    least, most = sizes[0], sizes[-1]
    if which == "pegs":
        return mean_difference([found[most, size] for size in sizes], [found[least, size] for size in sizes])
    return mean_difference([found[size, most] for size in sizes], [found[size, least] for size in sizes])


def noise_pair(effort: Effort, burn_in: int) -> list[dict[str, Any]]:
    """The averages at p8c8 without false replies, and with one in ten."""
    text = f"mcmc:burn-in={burn_in}"
    pair = [effort.average("p8c8", text, 500, noise=share) for share in (0.0, 0.1)]
    return [{"burn-in": burn_in, **{key: one[key] for key in ("average", "error")}} for one in pair]


def pair_in_words(none: dict[str, Any], noisy: dict[str, Any]) -> str:
    """What false replies cost with a burn-in."""
    cost = difference(noisy, none)
    return f"{sample(cost, 1, '+')} with {none['burn-in']:,} ({none['average']:.1f} to {noisy['average']:.1f})"


def found_with_noise(effort: Effort, burn_in: int) -> float:
    """The share of games in which the secret is found, with one reply in ten false."""
    found = effort.average("p8c8", f"mcmc:burn-in={burn_in}", 500, noise=0.1)
    return float(sum(found["histogram"]) / found["games"])
