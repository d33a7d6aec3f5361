"""What the claims of the Max Parts report measure."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from codepegs.match import play
from codepegs.reports.max_parts.figures import (
    FIGURE_1C,
    FIGURE_4,
    FIRST_MOVES,
    PARTS,
    PRINTED,
    REPRODUCED,
    chance_of_a_hit,
    first_example,
    game_against,
    lengths_by_ties,
    lengths_of,
    memory_of,
    parts_of,
)
from codepegs.reports.max_parts.growth import CLAIMED, exponents, growth_times
from codepegs.reports.max_parts.reproduction import (
    ALGORITHMS,
    PLAYED,
    READINGS,
    THEIRS,
    average,
    claimed_shares,
    seconds,
    shares,
)
from codepegs.reports.pages import Effort, claims_of, measured, within_errors
from codepegs.rng import Seed

SWITCHES = (100, 1_000, 2_025, 5_000, 20_000)
"""Numbers of candidates at which max-parts begins, compared on p5c8."""


def _both(effort: Effort, figure: str) -> list[tuple[float, float]]:
    """A figure of Max Parts and of Simple, in each game."""
    return [(average(effort, rules, "Max Parts")[figure], average(effort, rules, "Simple")[figure]) for rules in THEIRS]


def _gaps(effort: Effort) -> list[float]:
    return [simple - max_parts for max_parts, simple in _both(effort, "average")]


def _switches(effort: Effort) -> dict[str, float]:
    strategy = "aabc-max-parts:above=random,until="
    return {f"{until:,}": effort.average("p5c8", f"{strategy}{until}", 1_000)["average"] for until in SWITCHES}


@measured("p9c9", "codepegs solve p9c9 -s aabc-max-parts --seed 1")
def _plays_nine(effort: Effort) -> int:
    """Guesses of a game of 9 pegs and 9 colours."""
    return play("p9c9", None, "aabc-max-parts", seed=Seed(effort.seed)).guesses


def _fitting(effort: Effort) -> list[int]:
    """In how many games each reading of Simple gives the report's average."""
    fits = within_errors(PLAYED)
    return [
        sum(fits(claims["Simple"].average, average(effort, rules, reading)) for rules, claims in THEIRS.items())
        for reading in READINGS["Simple"]
    ]


def _memory(effort: Effort) -> list[float | None]:
    return [memory_of(effort, "p8c8", ALGORITHMS[name])[0] for name in READINGS]


def _conclusion(effort: Effort) -> list[bool]:
    """Whether Max Parts needs fewer attempts, also at worst, less memory, and the larger share of the time."""
    ours, theirs = (peak or 0.0 for peak in _memory(effort))
    lower = all(max_parts < simple for max_parts, simple in _both(effort, "depth"))
    return [min(_gaps(effort)) > 0, lower, ours < theirs, min(shares(effort).values()) > 0.5]


NAMES: dict[str, Any] = {
    **{f"average at {rules}": claimed["Max Parts"].average for rules, claimed in THEIRS.items()},
    **{f"seconds at {rules}": claimed["Max Parts"].seconds for rules, claimed in THEIRS.items()},
    **{f"expected by {name}": claimed.expected for name, claimed in THEIRS["p4c6"].items()},
    "alternatives": lambda values: ", ".join(
        str(value) if isinstance(value, int) else " or ".join(map(str, value)) for value in values
    ),
    "ascending pairs": lambda _, pairs: all(first < second for first, second in pairs),
    "average of": average,
    "averages by first move": [average for average, *_ in FIRST_MOVES.values()][::-1],
    "best at 2,025": lambda _, ours: min(ours, key=lambda until: ours[until]) == "2,025",
    "by switch": lambda found: ", ".join(f"{until}: {value:.2f}" for until, value in found.items()),
    "chances of a hit": lambda effort: effort.figure(
        "chances of a hit", REPRODUCED, lambda: [chance_of_a_hit("1123"), chance_of_a_hit("1122")]
    ),
    "codes without a hit": lambda effort: effort.figure("codes without a hit", REPRODUCED, first_example),
    "codes without a hit in figure 1(c)": [none for none, _ in FIGURE_1C.values()],
    "conclusion": _conclusion,
    "descending pairs": lambda _, pairs: all(first > second for first, second in pairs),
    "exponents": lambda effort: list(exponents(growth_times(effort)).values()),
    "fitting": _fitting,
    "game of nine": _plays_nine,
    "games": lambda games: "; ".join(" ".join(guesses) for guesses in games),
    "games of 3 guesses": lambda effort: [
        sorted({row[2] for row in rows}) for rows in lengths_by_ties(effort).values()
    ],
    "games of 3 guesses in figure 4": [lengths[2] for lengths in FIGURE_4.values()],
    "games of 4 and 5 guesses in figure 4": [FIGURE_4["0012"][3:5]],
    "games of 4 and 5 guesses": lambda effort: [
        lengths_of(effort, "0012", options)[3:5] for options in ("", "candidates-only,")
    ],
    "gaps": _gaps,
    "largest first and last": lambda _, gaps: min(gaps[0], gaps[-1]) > max(gaps[1:-1]),
    "largest int": lambda _: int(np.iinfo(np.int32).max),
    "memory": _memory,
    "pairs": lambda pairs: "; ".join(f"{first:g} and {second:g}" for first, second in pairs),
    "parts": list(PARTS.values()),
    "parts by first move": lambda effort: effort.figure(
        "parts by first move", REPRODUCED, lambda: [len(parts_of(first)) for first in PARTS]
    ),
    "powers": list(CLAIMED.values()),
    "printed games": [list(printed) for *_, printed in PRINTED],
    "games against its secrets": lambda effort: effort.figure(
        "printed games", REPRODUCED, lambda: [game_against(secret, strategy) for secret, strategy, _ in PRINTED]
    ),
    "ratio of times": lambda effort, rules: seconds(effort, rules, "Max Parts") / seconds(effort, rules, "Simple"),
    "seconds of": seconds,
    "shares": list(claimed_shares().values()),
    "shares of the time": lambda effort: list(shares(effort).values()),
    "switches": _switches,
    "worst games": lambda effort: _both(effort, "depth"),
}

CLAIMS = claims_of(Path(__file__).with_suffix(".toml"), NAMES)
"""What it is, the claims of its sections, and what is better."""
