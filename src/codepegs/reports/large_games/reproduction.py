"""The large games report: its graphs and its running times, for small games and for large ones, and its claims."""

from __future__ import annotations

import gc
import io
import math
import os
import time
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TextIO

import numpy as np

from codepegs.game import CANONICAL, Game, Turn, peg_color
from codepegs.match import Secret, iter_play, play
from codepegs.render import need_pillow
from codepegs.reports.large_games.binary_search import NO_MISTAKES_BELOW, binary_search_average, most_guesses
from codepegs.reports.pages import (
    BEYOND,
    CLEAR,
    Effort,
    Page,
    Values,
    estimate,
    fit_power,
    grid_of,
    heat_map,
    in_turn,
    measured,
    ratio,
    tables_of,
)
from codepegs.rng import Seed
from codepegs.strategies import Player

TABLES = tables_of(__file__)
STAGE_ONE: tuple[str, list[str]] = TABLES["stage_one"]
STAGE_TWO: tuple[str, list[str]] = TABLES["stage_two"]

GAMES = 32
"""Games of each of the report's averages."""

SOLVER = "small-then-binary-search"

PRINTED_TURNS = 2_000
"""Guesses of the longest games with which the cost of printing is measured."""

SHOWN = 100
"""Pegs and colours of the report's two moving pictures."""

REPEATS = 3
"""Number of measurements, of which the shortest counts."""


def reproduce(page: Page, effort: Effort) -> None:
    """Its graphs and its running times, for small games and for large ones."""
    page.tell("intro")
    effort.report("large-games: averages")
    page.heading(f"Average queries, {effort.games(GAMES)} games each, random-consistent")
    small = small_averages(effort)
    heat_map(page, "averages", "Average guesses of random-consistent", small)
    seconds, slowest = slowest_small_game(effort)
    page.tell("small games", seconds=seconds * 1e3, game=slowest)
    page.tell("binary search")
    _stage_two(page, effort)
    times = overheads(small)
    least, most = min(times, key=lambda at: times[at]), max(times, key=lambda at: times[at])
    page.tell("overheads", least=times[least], least_at=Game(*least), most=times[most], most_at=Game(*most))
    for limit, sizes in ((20, range(2, 21, 2)), (100, range(10, 101, 10))):
        effort.report(f"large-games: binary search up to {limit}")
        _averages(page, effort, limit, sizes[:: 3 if effort.quick else 1])
    effort.report("large-games: running time")
    running_time(page, effort)
    effort.report("large-games: fewer guesses")
    rows = []
    for rules in TABLES["compared"][: 2 if effort.quick else None]:
        found = [beside(effort, rules, strategy) for strategy in ("binary-search:open-only", "coin-weighing")]
        rows.append((rules, binary_search_average(Game.parse(rules)), *found, found[0]["games"]))
    page.tell("fewer guesses", rows)


def overheads(no_mistakes: Values) -> Values:
    """How many times as many queries binary search needs as random-consistent."""
    return {at: binary_search_average(Game(*at)) / average for at, average in no_mistakes.items() if min(at) > 1}


def _stage_two(page: Page, effort: Effort) -> None:
    """What stage 2 costs where there are fewer colours than pegs."""
    rows = []
    for rules in TABLES["few_colors"][: 3 if effort.quick else None]:
        game = Game.parse(rules)
        found = effort.average(game, "binary-search", GAMES if game.pegs < 1_000 else 8)
        exact = [binary_search_average(game, stage_two=stage_two) for stage_two in (True, False)]
        rows.append((rules, 100 * (1 - share_without(game)), *exact, found, found["games"]))
    page.tell("stage two", rows)


def share_without(game: Game) -> float:
    """The share of secrets in which at least one colour is absent, so that stage 2 is skipped."""
    n, k = game.pegs, game.colors
    return float(sum((-1) ** (j + 1) * math.comb(k, j) * (1 - j / k) ** n for j in range(1, k)))


def _averages(page: Page, effort: Effort, most: int, sizes: range) -> None:
    """One of its graphs, beside the averages over every secret."""
    sampled = sampled_averages(effort, most, sizes)
    exact = {(pegs, colors): binary_search_average(Game(pegs, colors)) for pegs in sizes for colors in sizes}
    page.heading(f"Average queries of binary search up to {most} pegs and colours")
    heat_map(page, f"binary-{most}", f"Average over every secret, binary-search, up to {most}", exact, digits=1)
    farthest, rules = sampled["farthest"]
    page.tell("averages", games=effort.games(GAMES), farthest=farthest, rules=rules, size=len(exact))


@measured("samples up to {most}", f"codepegs evaluate p{{most}}c{{most}} -s binary-search --games {GAMES} --seed 1")
def sampled_averages(effort: Effort, most: int, sizes: range) -> dict[str, Any]:
    """Averages of samples as the report's, and which is farthest from the exact one, in standard errors."""
    found = {}
    farthest = (0.0, "")
    for game in (Game(pegs, colors) for pegs in sizes for colors in sizes):
        effort.step(f"large-games: binary search on {game}")
        (result,) = effort.evaluate(game, ["binary-search"], games=effort.games(GAMES))
        found[str(game)] = result.average
        if result.standard_error:
            off = abs(result.average - binary_search_average(game)) / result.standard_error
            farthest = max(farthest, (off, str(game)))
    return {"averages": found, "farthest": farthest}


def running_time(page: Page, effort: Effort) -> None:
    """Its table of running times, quietly and with every guess printed."""
    rows = []
    times = running_times(effort)
    for text, found in times.items():
        size = int(text)
        game = Game(size, size)
        by_method = (binary_search_average(game), most_guesses(game)) if size > 6 else (None, None)
        silent, printed = found["per guess"], found["per guess, printed"]
        made = (found["seconds"], found["guesses"], *by_method, silent * 1e6, printed * 1e6, printed / silent)
        rows.append((size, TABLES["stated_times"][text], *made))
    page.tell("running time", rows, solver=SOLVER, turns=PRINTED_TURNS, repeats=REPEATS)
    if not effort.quick:
        page.tell("growth", grown=growths(times))
    turns = play(Game(SHOWN, SHOWN), None, SOLVER, seed=Seed(effort.seed)).position.turns
    silent, printed = times[str(SHOWN)]["per guess"], times[str(SHOWN)]["per guess, printed"]
    times_of_both = [each * len(turns) * 1e3 for each in (printed, silent)]
    page.tell("pictures", size=SHOWN, guesses=len(turns), slower=SLOWER, times=times_of_both)
    page.moving("printed", "Binary search with printed guesses", lambda: moving_picture(turns, printed, True))
    page.moving("quiet", "Binary search without printed guesses", lambda: moving_picture(turns, silent, False))


@measured("running times", f"codepegs solve p10000c10000 -s {SOLVER} --seed 1 --quiet")
def running_times(effort: Effort) -> dict[str, dict[str, float]]:
    """The seconds of a game, its guesses, and seconds per guess without and with printing, by pegs and colours."""
    play(Game(300, 300), None, SOLVER, seed=effort.seed)  # so that no time has that of getting ready in it
    found = {}
    for size in map(int, TABLES["stated_times"]):
        if effort.quick and size > 100:
            continue
        effort.step(f"large-games: {size:,} pegs and colours")
        game = Game(size, size)
        began = time.process_time()
        quiet = play(game, None, SOLVER, seed=Seed(effort.seed))
        seconds = time.process_time() - began
        silent, printed, made = _printing(game, effort)
        found[str(size)] = {
            "seconds": seconds,
            "guesses": quiet.guesses,
            "per guess": silent / made,
            "per guess, printed": printed / made,
        }
    return found


def growths(times: Mapping[str, Mapping[str, float]]) -> list[tuple[float, float]]:
    """From 100 to 1,000 and to 10,000 pegs: the power of n with which the times grow, and the bound n^2 + n^2 log n."""
    seconds = {size: times[str(size)]["seconds"] for size in (100, 1_000, 10_000)}
    bounds = {size: size**2 * (1 + math.log2(size)) for size in seconds}
    return [
        (math.log10(seconds[large] / seconds[small]), math.log10(bounds[large] / bounds[small]))
        for small, large in pairwise(seconds)
    ]


def _printing(game: Game, effort: Effort) -> tuple[float, float, int]:
    """Seconds for the same guesses without and with printing, and how many there were."""
    seconds = [math.inf, math.inf]
    made = 0
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        for number in range(2 * REPEATS):
            began = time.process_time()
            made = _play_and_print(game, effort, PRINTED_TURNS, nowhere if number % 2 else None)
            seconds[number % 2] = min(seconds[number % 2], time.process_time() - began)
    return seconds[0], seconds[1], made


def _play_and_print(game: Game, effort: Effort, most: int, file: TextIO | None) -> int:
    """Play turns, at most `most`, and print each if there is a file; returns their number."""
    turns = iter_play(game, None, SOLVER, seed=Seed(effort.seed), turns=most)
    number = 0
    for number, turn in enumerate(turns, 1):
        if file is not None:
            print(number, CANONICAL.format(game, turn.guess), turn.reply, file=file)
    return number


def beside(effort: Effort, rules: str, strategy: str) -> dict[str, Any]:
    """The average of another strategy on large games."""
    game = Game.parse(rules)
    return effort.average(rules, strategy, GAMES if max(game.pegs, game.colors) <= 100 else 4)


PEG, ROWS, HEAD = 4, 40, 18
"""Pixels across a peg, guesses shown at a time, and pixels of the line above."""

SLOWER = 1_000
"""A second of the game takes this many seconds in the picture."""

PAGE, INK = "#ffffff", "#1f2328"


def moving_picture(turns: Sequence[Turn], seconds: float, printed: bool) -> bytes:
    """Draw a game as a GIF, at a thousandth of its speed."""
    image_module = need_pillow()
    from PIL import ImageDraw, ImageFont

    pegs = len(turns[0].guess)
    size = (pegs * PEG, HEAD + ROWS * PEG)
    font = ImageFont.load_default(12)
    step = max(1, len(turns) // 100)  # frames of a picture, about
    frames = []
    for made in [*range(step, len(turns), step), len(turns)]:
        image = image_module.new("RGB", size, PAGE)
        draw = ImageDraw.Draw(image)
        draw.text((2, 2), f"guess {made:,} of {len(turns):,}: {turns[made - 1].reply}", fill=INK, font=font)
        for row, turn in enumerate(turns[max(0, made - ROWS) : made] if printed else ()):
            for peg, color in enumerate(turn.guess):
                left, top = peg * PEG, HEAD + row * PEG
                draw.rectangle((left, top, left + PEG - 1, top + PEG - 1), fill=peg_color(color)[0])
        frames.append(image.quantize(64))
    each = max(20, round(step * seconds * SLOWER * 100) * 10)
    out = io.BytesIO()
    frames[0].save(
        out, format="GIF", save_all=True, append_images=frames[1:], loop=0,
        duration=[each] * (len(frames) - 1) + [3_000],
    )  # fmt: skip
    return out.getvalue()


def _small(effort: Effort) -> list[Game]:
    numbers = TABLES["colors"][:: 4 if effort.quick else 1]
    games = [Game(pegs, colors) for pegs in range(1, 17) for colors in numbers]
    return [game for game in games if game.size < NO_MISTAKES_BELOW]


def small_averages(effort: Effort) -> Values:
    """Averages of random-consistent in small games."""
    command = "codepegs evaluate p4c6 -s random-consistent --games 32 --seed 1"
    return grid_of(
        effort,
        "averages of random-consistent",
        command,
        [(game.pegs, game.colors) for game in _small(effort)],
        lambda game: effort.evaluate(game, ["random-consistent"], games=effort.games(GAMES))[0].average,
    )


@measured("slowest game of random-consistent", "codepegs evaluate p4c15 -s random-consistent --games 32 --seed 1")
def slowest_small_game(effort: Effort) -> tuple[float, str]:
    """The longest seconds per game of random-consistent, and the game."""
    sampled = (effort.evaluate(game, ["random-consistent"], games=effort.games(GAMES))[0] for game in _small(effort))
    return max((found.seconds_per_game, found.rules) for found in sampled)


def true_replies(secret: str, queries: list[str]) -> list[str]:
    """The queries of an example with the true replies."""
    game = Game(4, 6)
    held = Secret(game, tuple(map(int, secret)))
    asked = [query.partition(":")[0] for query in queries]
    return [f"{code}:{held.reply(tuple(map(int, code)))}" for code in asked]


ROUNDS = 20
"""How often measurements take turns."""

POWER_ERROR = math.log10(CLEAR) / BEYOND
"""The standard error of the exponent of times, over a power of ten, if each was measured once."""


def time_without_white(effort: Effort) -> dict[str, float]:
    """The time of a reply without white pegs as a share of that with them, at 1,000 pegs and colours."""
    times = reply_times(effort)
    return ratio(times["p1000c1000-b"], times["p1000c1000"])


def _replies(rules: str, effort: Effort, count: int) -> Callable[[int], object]:
    game = Game.parse(rules)
    held = Secret.draw(game, Seed(effort.seed))
    guesses = [Secret.draw(game, Seed(effort.seed, number)).code for number in range(1, count)]
    return lambda number: [held.reply(guess) for guess in guesses]


@measured("times of replies in turn", "codepegs reproduce large-games --measure 'without white pegs'")
def reply_times(effort: Effort) -> dict[str, list[float]]:
    """Processor times of 300 replies with and without white pegs, which take turns."""
    works = {rules: _replies(rules, effort, 300) for rules in ("p1000c1000", "p1000c1000-b")}
    return in_turn(works, effort.rounds(ROUNDS))


@measured("times of replies by size", "codepegs reproduce large-games --measure 'codemaker answers'")
def reply_times_by_size(effort: Effort) -> dict[str, list[float]]:
    """Processor times of 50 replies by pegs and colours, which take turns."""
    sizes = (500, 1_000, 2_000, 4_000, 8_000)
    return in_turn({str(size): _replies(f"p{size}c{size}", effort, 50) for size in sizes}, effort.rounds(ROUNDS))


def power_of_reply_times(effort: Effort) -> list[float]:
    """The power of the number of pegs and colours with which they grow, and its error."""
    times = {int(size): float(np.median(of_size)) for size, of_size in reply_times_by_size(effort).items()}
    return list(fit_power(list(times), list(times.values()))[:2])


@measured("times with printing in turn, {size}", "codepegs reproduce large-games --measure 'leaving out the printing'")
def printing_times(effort: Effort, size: int) -> dict[str, list[float]]:
    """Processor times of a game, or of its first guesses, without and with printing, which take turns."""
    game = Game(size, size)
    nowhere = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # closed below

    def player(file: TextIO | None) -> Callable[[int], object]:
        return lambda number: _play_and_print(game, effort, PRINTED_TURNS // 4, file)

    with nowhere:
        return in_turn({"quiet": player(None), "printed": player(nowhere)}, effort.rounds(ROUNDS))


def cost_of_printing(effort: Effort, size: int) -> dict[str, float]:
    """How many times as long a game takes with printing."""
    times = printing_times(effort, size)
    return ratio(times["printed"], times["quiet"])


@measured("averages of random-consistent, with errors", "codepegs reproduce large-games --measure 'large overheads'")
def averages_with_errors(effort: Effort) -> dict[str, list[float]]:
    """Averages of random-consistent in small games of at least two pegs and colours, and their errors."""
    found = {}
    for game in _small(effort):
        if game.pegs > 1:
            (one,) = effort.evaluate(game, ["random-consistent"], games=effort.games(GAMES))
            found[str(game)] = [one.average, one.standard_error or 0.0]
    return found


def mean_overhead(effort: Effort) -> dict[str, float]:
    """How many times as many queries binary search needs as random-consistent: the mean over the small games."""
    ratios = []
    for rules, (average, error) in averages_with_errors(effort).items():
        times = binary_search_average(Game.parse(rules)) / average
        ratios.append((times, times * error / average))
    errors = math.sqrt(sum(error**2 for _, error in ratios))
    return estimate(sum(times for times, _ in ratios) / len(ratios), errors / len(ratios))


def share_of_queries(effort: Effort, rules: str) -> dict[str, float]:
    """The queries of coin weighing as a share of those of binary search."""
    found, exact = beside(effort, rules, "coin-weighing"), binary_search_average(Game.parse(rules))
    return estimate(found["average"] / exact, found["error"] / exact)


COMPARED_SPACE = ("binary-search", "coin-weighing")


@measured("memory of {strategy}", "codepegs reproduce large-games --measure 'it needs space'")
def memory_by_size(effort: Effort, strategy: str) -> dict[str, int]:
    """Bytes at the peak that a codebreaker holds in a game, without the game's turns, by pegs and colours."""
    found = {}
    for size in (50, 100, 200) if effort.quick else (50, 100, 200, 400):
        game = Game(size, size)
        turns = play(game, None, strategy, seed=effort.seed).position.turns
        gc.collect()
        tracemalloc.start()
        codebreaker = Player.parse(strategy).start(game, Seed(effort.seed))
        for turn in turns[:-1]:
            codebreaker.next()
            codebreaker.learn(turn)
        found[str(size)] = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return found


def power_of_memory(effort: Effort, strategy: str) -> list[float]:
    """The power of the number of pegs and colours with which it grows, and its error."""
    found = {int(size): peak for size, peak in memory_by_size(effort, strategy).items()}
    return list(fit_power(list(found), list(found.values()))[:2])
