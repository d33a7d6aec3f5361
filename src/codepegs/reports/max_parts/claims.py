"""What the Max Parts report claims, and how each claim is judged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from codepegs.match import play
from codepegs.reports.max_parts.figures import (
    CANONICAL_FIRST,
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
from codepegs.reports.max_parts.growth import CLAIMED, NEAR, exponents, growth_times
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
from codepegs.reports.pages import (
    Claim,
    Effort,
    Verdict,
    at_most,
    below,
    close,
    duration,
    equal,
    evaluation_command,
    every,
    listed,
    measured,
    sample,
    share,
    within_errors,
)
from codepegs.rng import Seed

EVERY = ", ".join(THEIRS)

SWITCHES = (100, 1_000, 2_025, 5_000, 20_000)
"""Numbers of candidates at which max-parts begins, compared on p5c8."""


def _average(effort: Effort, rules: str, name: str) -> float:
    return float(average(effort, rules, name)["average"])


def _both(effort: Effort, figure: str) -> list[tuple[float, float]]:
    """A figure of Max Parts and of Simple, in each game."""
    return [(average(effort, rules, "Max Parts")[figure], average(effort, rules, "Simple")[figure]) for rules in THEIRS]


def _gaps(effort: Effort) -> list[float]:
    return [simple - max_parts for max_parts, simple in _both(effort, "average")]


def _largest_gaps(_: object, gaps: list[float]) -> bool:
    """Whether the gaps are largest in the first game and the last, as the report says."""
    return min(gaps[0], gaps[-1]) > max(gaps[1:-1])


def _switches(effort: Effort) -> dict[str, float]:
    strategy = "aabc-max-parts:above=random,until="
    return {f"{until:,}": effort.average("p5c8", f"{strategy}{until}", 1_000)["average"] for until in SWITCHES}


@measured("p9c9", "codepegs solve p9c9 -s aabc-max-parts --seed 1")
def _plays_nine(effort: Effort) -> int:
    """Guesses of a game of 9 pegs and 9 colours."""
    return play("p9c9", None, "aabc-max-parts", seed=Seed(effort.seed)).guesses


def _figure(name: str, command: str, measure: Callable[[], Any]) -> Callable[[Effort], Any]:
    """A figure that needs no more than its own measurement."""
    return lambda effort: effort.figure(name, command, measure)


def _numbers(digits: int) -> Callable[[Any], str]:
    return listed(lambda value: f"{value:.{digits}f}")


def _pairs(values: Any) -> str:
    return "; ".join(f"{first:g} and {second:g}" for first, second in values)


def _average_claim(rules: str, where: str) -> Claim:
    reading = "Max Parts, random above"
    strategy, games = ALGORITHMS[reading], {"p5c8": 2_000, "p6c9": 500, "p8c8": 400}.get(rules)
    command = evaluation_command(rules, strategy, games)
    if rules == "p4c6":
        command = evaluation_command(rules, ALGORITHMS["Max Parts"])
    return Claim(
        says=f"Max Parts on {rules}: average of {PLAYED} games",
        where=where,
        theirs=THEIRS[rules]["Max Parts"].average,
        ours=lambda effort: average(effort, rules, reading),
        form=sample(),
        holds=within_errors(PLAYED),
        otherwise=Verdict.DIFFERS,
        command=command,
    )


def _speed_claim(rules: str, where: str) -> Claim:
    return Claim(
        says=f"a game of {rules}, Max Parts",
        where=where,
        theirs=THEIRS[rules]["Max Parts"].seconds,
        factor=True,
        ours=lambda effort: seconds(effort, rules, "Max Parts"),
        form=duration,
        more=below,
        holds=at_most,
        command=f"codepegs solve {rules} -s {ALGORITHMS['Max Parts']}",
    )


def _fitting(effort: Effort) -> list[int]:
    """In how many games each reading of Simple gives the report's average."""
    fits = within_errors(PLAYED)
    return [
        sum(fits(claims["Simple"].average, average(effort, rules, reading)) for rules, claims in THEIRS.items())
        for reading in READINGS["Simple"]
    ]


CLAIMS = (
    _average_claim("p4c6", "3.2, figure 2(a)"),
    _average_claim("p5c8", "3.2, figure 2(b)"),
    _average_claim("p6c9", "3.2, figure 2(c)"),
    _average_claim("p8c8", "3.2, figure 2(d)"),
    Claim(
        says="Max Parts on p4c6 is expected to need 4.37",
        where="3.2, figure 2(a)",
        theirs=4.37,
        ours=lambda effort: effort.average("p4c6", "max-parts:first=1123")["average"],
        form=lambda value: f"{value:.4g}",
        holds=close(0.005),
        command="codepegs evaluate p4c6 -s max-parts:first=1123",
        why="",
    ),
    Claim(
        says="MiniMax on p4c6 is expected to need 4.46",
        where="3.2, figure 2(a)",
        theirs=4.46,
        ours=lambda effort: _average(effort, "p4c6", "MiniMax"),
        form=lambda value: f"{value:.4g}",
        holds=close(0.005),
        otherwise=Verdict.DIFFERS,
        command="codepegs evaluate p4c6 -s minimax",
        why="Knuth's rule for ties gives 5,801 / 1,296",
    ),
    Claim(
        says="Simple: averages of 100 games in four games",
        where="3.2, figure 2",
        theirs=[len(THEIRS)],
        shown="5.45, 6.27, 6.72, 8.34",
        ours=_fitting,
        form=lambda found: "games that agree, by reading: " + ", ".join(map(str, found)),
        holds=lambda theirs, ours: max(ours) == theirs[0],
        otherwise=Verdict.DIFFERS,
        command="codepegs evaluate p8c8 -s first-consistent --games all",
        why="no reading of Simple fits all four games",
    ),
    Claim(
        says="Simple always needs more attempts than Max Parts",
        where="3.2, figure 3(a)",
        ours=_gaps,
        form=lambda gaps: "more by " + _numbers(2)(gaps),
        holds=lambda _, gaps: min(gaps) > 0,
        command="codepegs evaluate p5c8 -s aabc-max-parts -s first-consistent",
    ),
    Claim(
        says="the difference is most noticeable at (4, 6) and (8, 8), about one attempt",
        where="3.2, figure 3(a)",
        shown="1.06, 0.72, 0.33, 1.07",
        ours=_gaps,
        form=_numbers(2),
        holds=_largest_gaps,
        command="codepegs evaluate p5c8 -s aabc-max-parts -s first-consistent",
        why="it is larger in the two games between",
    ),
    Claim(
        says="Max Parts takes the larger share of the time in every game",
        where="3.3, figure 3(b)",
        theirs=list(claimed_shares().values()),
        ours=lambda effort: list(shares(effort).values()),
        form=listed(share),
        holds=lambda _, ours: min(ours) > 0.5,
        command="codepegs solve p8c8 -s aabc-max-parts",
        why="in the large games Simple lists more codes after its first guess",
    ),
    Claim(
        says="at (6, 9) Max Parts takes almost 4 times as long as Simple",
        where="3.3",
        theirs=4.0,
        ours=lambda effort: seconds(effort, "p6c9", "Max Parts") / seconds(effort, "p6c9", "Simple"),
        form=lambda value: f"{value:.2g} times as long",
        holds=close(0.5),
        command="codepegs solve p6c9 -s first-consistent",
        why="as above",
    ),
    Claim(
        says="the time of Max Parts grows as n^2, that of Simple as n",
        where="3.3",
        theirs=list(CLAIMED.values()),
        ours=lambda effort: list(exponents(growth_times(effort)).values()),
        form=lambda values: "exponents " + _numbers(2)(values),
        holds=every(close(NEAR)),
        otherwise=Verdict.DIFFERS,
        command=REPRODUCED,
        why="replies are n^2 and n, but guesses that begin alike share work",
    ),
    Claim(
        says="Max Parts has the lower worst attempt in every game",
        where="3.4, figure 3(c)",
        shown="6, 7, 7, 9 against 9, 8, 8, 10",
        ours=lambda effort: _both(effort, "depth"),
        form=_pairs,
        holds=lambda _, ours: all(max_parts < simple for max_parts, simple in ours),
        command="codepegs evaluate p6c9 -s aabc-max-parts -s first-consistent",
    ),
    Claim(
        says="its two printed games",
        where="2.2, figure 1(a)",
        theirs=[list(printed) for *_, printed in PRINTED],
        shown="5 attempts each",
        ours=_figure(
            "printed games",
            REPRODUCED,
            lambda: [game_against(secret, strategy) for secret, strategy, _ in PRINTED],
        ),
        form=lambda games: "; ".join(" ".join(guesses) for guesses in games),
        holds=equal,
        command="codepegs session max-parts --secret '5 0 1 4'",
    ),
    Claim(
        says="AABC first needs fewer attempts than AABB",
        where="2.2, figure 1(a)",
        theirs=[average for average, *_ in FIRST_MOVES.values()][::-1],
        ours=lambda effort: [
            effort.average("p4c6", f"aabc-max-parts:first={first}")["average"] for first in ("1123", "1122")
        ],
        form=_numbers(3),
        holds=lambda _, ours: ours[0] < ours[1],
        command="codepegs evaluate p4c6 -s aabc-max-parts -s aabc-max-parts:first=1122",
    ),
    Claim(
        says="a hit has the chance 1/2 after AABC and 1/3 after AABB",
        where="2.2",
        theirs=[1 / 2, 1 / 3],
        ours=_figure("chances of a hit", REPRODUCED, lambda: [chance_of_a_hit("1123"), chance_of_a_hit("1122")]),
        form=listed(share),
        holds=every(close(0.01)),
        command=REPRODUCED,
        why="these are the shares of the colours in the guess: 3 and 2 of 6",
    ),
    Claim(
        says="parts after AAAA, AAAB, AABB and AABC",
        where="2.2, figure 1(b)",
        theirs=list(PARTS.values()),
        ours=_figure("parts by first move", REPRODUCED, lambda: [len(parts_of(first)) for first in PARTS]),
        form=lambda values: ", ".join(map(str, values)),
        holds=equal,
        otherwise=Verdict.DIFFERS,
        command=REPRODUCED,
        why="it misses one part each of AAAA and AABB",
    ),
    Claim(
        says="codes of two pegs without a hit, by guess",
        where="2.2, figure 1(c)",
        theirs=[none for none, _ in FIGURE_1C.values()],
        ours=_figure("codes without a hit", REPRODUCED, first_example),
        form=lambda values: ", ".join(map(str, values)),
        holds=equal,
        command=REPRODUCED,
        why="its figures fit no game",
    ),
    Claim(
        says="its algorithm, over candidates only, made figure 4: games of 3 guesses with 0011 and 0012",
        where="3.5, figure 4",
        theirs=[lengths[2] for lengths in FIGURE_4.values()],
        ours=lambda effort: [sorted({row[2] for row in rows}) for rows in lengths_by_ties(effort).values()],
        form=lambda values: ", ".join(str(v) if isinstance(v, int) else " or ".join(map(str, v)) for v in values),
        holds=every(lambda theirs, ours: theirs in ours),
        command=REPRODUCED,
        why="not under any of ten rules for ties",
    ),
    Claim(
        says="with 0012 most games take 4 attempts",
        where="3.5, figure 4",
        theirs=[FIGURE_4["0012"][3:5]],
        ours=lambda effort: [lengths_of(effort, "0012", options)[3:5] for options in ("", "candidates-only,")],
        form=_pairs,
        holds=lambda _, ours: all(four > five for four, five in ours),
        otherwise=Verdict.DIFFERS,
        command=f"codepegs evaluate p4c6 -s max-parts:first={CANONICAL_FIRST['0012']}",
        why="true over all codes, not over candidates only",
    ),
    Claim(
        says="2,025 is where Max Parts works best",
        where="2.2",
        shown="2,025",
        ours=_switches,
        form=lambda found: ", ".join(f"{until}: {value:.2f}" for until, value in found.items()),
        holds=lambda _, ours: min(ours, key=lambda until: ours[until]) == "2,025",
        command=evaluation_command("p5c8", "aabc-max-parts:above=random,until=5000", 1_000),
        why="there is no optimum: more is never worse than by chance",
    ),
    Claim(
        says="on p8c8 Max Parts needs less memory than Simple",
        where="3.6",
        shown="890 and 990 MB",
        ours=lambda effort: [memory_of(effort, "p8c8", ALGORITHMS[name])[0] for name in READINGS],
        form=lambda values: " and ".join(f"{value:.0f} MiB" for value in values),
        holds=lambda _, ours: ours[0] < ours[1],
        command="codepegs solve p8c8 -s aabc-max-parts",
    ),
    Claim(
        says="9 x 9 cannot be played: the memory does not suffice",
        where="2.2, 5",
        shown="not playable",
        ours=_plays_nine,
        form=lambda guesses: f"played in {guesses} guesses",
        more=lambda _, guesses: guesses > 0,
        command="codepegs solve p9c9 -s aabc-max-parts --seed 1",
    ),
    Claim(
        says="an int ends at 37 million",
        where="5",
        theirs=37_000_000,
        ours=lambda effort: int(np.iinfo(np.int32).max),
        form=lambda value: f"{value:,}",
        holds=equal,
        command="python -c 'print(2**31 - 1)'",
        why="32 bits suffice for 9^9 = 387,420,489 codes, too",
    ),
    Claim(
        says="conclusion: fewer attempts, lower worst, less memory than Simple, more time",
        where="4",
        theirs=[True] * 4,
        shown="yes, yes, yes, yes",
        ours=lambda effort: [
            min(_gaps(effort)) > 0,
            all(max_parts < simple for max_parts, simple in _both(effort, "depth")),
            (memory_of(effort, "p8c8", ALGORITHMS["Max Parts"])[0] or 0)
            < (memory_of(effort, "p8c8", ALGORITHMS["Simple"])[0] or 0),
            min(shares(effort).values()) > 0.5,
        ],
        form=lambda values: ", ".join("yes" if value else "no" for value in values),
        holds=equal,
        otherwise=Verdict.DIFFERS,
        command=REPRODUCED,
        why="not more time in the large games",
    ),
    _speed_claim("p4c6", "3.2, figure 2(a)"),
    _speed_claim("p8c8", "3.2, figure 2(d)"),
    Claim(
        says="better beside it, p4c6: `auto`",
        where="3.2, figure 2(a)",
        theirs=THEIRS["p4c6"]["Max Parts"].average,
        factor=True,
        ours=lambda effort: effort.average("p4c6", "auto")["average"],
        form=lambda value: f"{value:.4g}",
        more=below,
        command="codepegs evaluate p4c6",
    ),
    Claim(
        says="better beside it, p8c8: `sampling`",
        where="3.2, figure 2(d)",
        theirs=THEIRS["p8c8"]["Max Parts"].average,
        factor=True,
        ours=lambda effort: effort.average("p8c8", "sampling", 100),
        form=sample(),
        more=lambda theirs, ours: ours["average"] + 2 * ours["error"] < theirs,
        holds=lambda theirs, ours: ours["average"] < theirs,
        command=evaluation_command("p8c8", "sampling", 100),
    ),
)
"""The claims in the order of their importance."""
