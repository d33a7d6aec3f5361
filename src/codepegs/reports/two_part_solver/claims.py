"""What the claims of the two-part solver report measure."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from codepegs.match import play
from codepegs.reports.pages import Effort, claims_of, measured
from codepegs.reports.two_part_solver.figures import (
    CLAIMS as AVERAGES,
    LARGEST,
    MARK,
    PRINTED,
    SOLVER,
    every_size,
    exact_averages_of,
    fifteen_by_fifteen,
    printed_game,
)
from codepegs.reports.two_part_solver.reproduction import seventeen_million, side_by_side

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

CLAIMS = claims_of(Path(__file__).with_suffix(".toml"), NAMES)
"""What it is, the claims of its sections, and what is better."""
