"""What the two-part solver report claims, and how each claim is judged."""

from __future__ import annotations

from typing import Any

import numpy as np

from codepegs.game import Game
from codepegs.match import play
from codepegs.reports.pages import (
    Claim,
    Effort,
    Verdict,
    at_least,
    at_most,
    below,
    duration,
    equal,
    evaluation_command,
    is_so,
    measured,
    sample,
    share,
    within_errors,
)
from codepegs.reports.two_part_solver.figures import (
    CLAIMS as AVERAGES,
    LARGEST,
    MARK,
    PRINTED,
    SAMPLE,
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


def _white(effort: Effort) -> list[dict[str, Any]]:
    """Averages of the best method for p10c10 with white pegs and without."""
    return [effort.average(rules, "sampling", games) for rules, games in (("p10c10", 60), ("p10c10-b", 16))]


def _genetic(effort: Effort) -> list[list[dict[str, Any]]]:
    """The genetic algorithm and the report's method, by game."""
    return [
        [effort.average(rules, "genetic", games), effort.average(rules, own, 500)]
        for rules, (own, games) in GENETIC.items()
    ]


def _genetic_text(found: list[list[dict[str, Any]]]) -> str:
    write = sample()
    return "; ".join(
        f"{rules}: {write(genetic)} against {write(own)}" for rules, (genetic, own) in zip(GENETIC, found, strict=True)
    )


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


def _average_claim(strategy: str) -> Claim:
    return Claim(
        says=f"{strategy} at 15 by 15: average of {SAMPLE} games",
        where="2.3",
        theirs=AVERAGES[strategy],
        ours=lambda effort: _exact(effort, strategy),
        form=lambda value: f"{value['average']:.2f}" if isinstance(value, dict) else str(value),
        holds=within_errors(SAMPLE),
        otherwise=Verdict.DIFFERS,
        command=evaluation_command("p15c15", strategy, 1_000),
    )


CLAIMS = (
    _average_claim("brute-force"),
    _average_claim("colour-first"),
    Claim(
        says="every game of up to 17 million codes takes under 14 attempts",
        where="2.2",
        theirs=13,
        shown="at most 13",
        ours=lambda effort: seventeen_million(effort)[0],
        form=lambda lengths: (
            f"at most {len(lengths)}; {sum(lengths[13:]):,} of {sum(lengths):,} secrets need 14 or more"
        ),
        holds=lambda theirs, lengths: len(lengths) <= theirs,
        command="codepegs evaluate p8c8 -s small-then-colour-first:until=16777216 --games all",
        why="a few secrets need more",
    ),
    Claim(
        says="the first algorithm usually takes under 10 attempts",
        where="3",
        theirs=0.5,
        shown="usually",
        ours=_under_ten,
        form=lambda shares: f"{share(shares[0])} at p7c8, {share(shares[1])} at p8c8",
        holds=lambda theirs, ours: min(ours) > theirs,
        command=evaluation_command("p7c8", "simplified-minimax", 1_000),
    ),
    Claim(
        says="the first algorithm, up to 8^7 codes, takes under 10 seconds",
        where="2.2",
        theirs=MARK,
        ours=lambda effort: every_size(effort)["slowest of the first algorithm"][0],
        form=duration,
        more=lambda theirs, ours: 10 * ours < theirs,
        holds=below,
        command="codepegs solve p6c11 -s simplified-minimax",
    ),
    Claim(
        says="every game up to 15 by 15 ends within 10 seconds",
        where="1.2, 3",
        theirs=MARK,
        ours=lambda effort: every_size(effort)["slowest"][0],
        form=duration,
        more=lambda theirs, ours: 10 * ours < theirs,
        holds=below,
        command=f"codepegs solve p15c15 -s {SOLVER}",
    ),
    Claim(
        says="brute force plays every code in under 0.1 s",
        where="2.3",
        theirs=0.1,
        ours=lambda effort: effort.seconds("p15c15", "brute-force", 25),
        form=duration,
        more=lambda theirs, ours: 10 * ours < theirs,
        holds=below,
        command="codepegs solve p15c15 -s brute-force --workers 1",
    ),
    Claim(
        says="the first algorithm: fewer attempts than brute force in small games, more time in large ones",
        where="2.3",
        ours=lambda effort: [*side_by_side(effort)["p4c4"].values(), *side_by_side(effort)["p7c7"].values()],
        form=lambda found: (
            f"p4c4: {found[0][0]:.1f} and {found[1][0]:.1f} guesses; "
            f"p7c7: {duration(found[2][2])} and {duration(found[3][2])}"
        ),
        holds=lambda _, found: found[0][0] < found[1][0] and found[2][2] > 10 * found[3][2],
        command="codepegs evaluate p7c7 -s simplified-minimax -s brute-force --games 25 --seed 1",
    ),
    Claim(
        says="the time of the first algorithm rises exponentially with the size",
        where="2.2",
        shown="exponentially",
        ours=_growth,
        form=lambda factor: f"{factor:.1f} times as long for each peg and colour more, from p2c2 to p7c7",
        holds=lambda _, factor: factor > 1.3,
        command="codepegs evaluate p7c7 -s simplified-minimax -s brute-force --games 25 --seed 1",
    ),
    Claim(
        says="brute force is inconsistent: spread of single games against colour-first",
        where="2.3",
        ours=lambda effort: [fifteen_by_fifteen(effort)[name]["spread"] for name in AVERAGES],
        form=lambda spreads: f"{spreads[0]:.1f} against {spreads[1]:.1f} guesses",
        holds=lambda _, spreads: spreads[0] > 1.5 * spreads[1],
        command=evaluation_command("p15c15", "brute-force", 1_000),
    ),
    Claim(
        says="brute force may be better in small games, colour-first is far better in large ones",
        where="2.3",
        ours=_where_brute_force_pays,
        form=lambda gaps: f"colour-first: {gaps[0]:+.1f} guesses with up to 6 colours, {gaps[1]:+.1f} at 15 by 15",
        holds=lambda _, gaps: gaps[0] > 0 > gaps[1],
        command="codepegs reproduce two-part-solver",
    ),
    Claim(
        says="white pegs would not make much difference",
        where="2.3",
        ours=_white,
        form=lambda found: f"p10c10: {sample(1)(found[0])} with, {sample(1)(found[1])} without (`sampling`)",
        holds=lambda _, found: found[1]["average"] - found[0]["average"] < 1,
        command=evaluation_command("p10c10-b", "sampling", 16),
        why="with them good play is much shorter",
    ),
    Claim(
        says="a genetic algorithm is better",
        where="3",
        shown="better",
        ours=_genetic,
        form=_genetic_text,
        holds=lambda _, found: all(
            genetic["average"] + 2 * genetic["error"] < own["average"] - 2 * own["error"] for genetic, own in found
        ),
        command=evaluation_command("p10c10", "genetic", 60),
    ),
    Claim(
        says="its printed game at 15 by 15",
        where="2.3",
        theirs=61,
        ours=lambda effort: effort.figure(
            "printed game", PRINTED_COMMAND, lambda: printed_game("colour-first:savings=printed")
        ),
        form=lambda guesses: f"{guesses} attempts",
        holds=equal,
        command=PRINTED_COMMAND,
    ),
    Claim(
        says="its printed session",
        where="2.1",
        theirs=["1122", "0000", "3300"],
        ours=_session,
        form=" ".join,
        holds=equal,
        command="codepegs session two-part-solver --secret '3 3 0 0'",
    ),
    Claim(
        says="Knuth needs 5 attempts or fewer",
        where="1.1",
        theirs=5,
        ours=lambda effort: effort.average("p4c6", "minimax")["depth"],
        holds=at_most,
        command="codepegs evaluate p4c6 -s minimax",
    ),
    Claim(
        says="an int of 32 bits holds billions",
        where="2.3",
        theirs=10**9,
        shown="billions",
        ours=lambda effort: int(np.iinfo(np.int32).max),
        form=lambda value: f"{value:,}",
        holds=at_least,
        command="python -c 'print(2**31 - 1)'",
    ),
    Claim(
        says="a double can hold the number of codes at 15 by 15",
        where="2.3",
        theirs=15**15,
        shown="4 · 10^17",
        ours=lambda effort: int(float(15**15)) == 15**15,
        form=lambda exact: f"{'exactly' if exact else 'not exactly'}: {int(float(15**15)) - 15**15:+d}",
        holds=is_so,
        otherwise=Verdict.DIFFERS,
        command="python -c 'print(int(float(15**15)) - 15**15)'",
        why="a double is exact to 2^53, about 9 · 10^15",
    ),
    Claim(
        says="better beside it, 15 by 15: `sampling`",
        where="2.3",
        theirs=AVERAGES["colour-first"],
        factor=True,
        ours=lambda effort: effort.average(Game(LARGEST, LARGEST), "sampling", 4),
        form=sample(1),
        more=lambda theirs, ours: ours["average"] + 2 * ours["error"] < theirs,
        command=evaluation_command("p15c15", "sampling", 4),
    ),
)
"""The claims of its sections, and what is better."""
