"""What the MCMC report claims, and how each claim is judged."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from codepegs.codes import Candidates
from codepegs.experiments import evaluate
from codepegs.game import Game
from codepegs.match import Secret, play
from codepegs.reports.mcmc.reproduction import (
    GAMES,
    GROWTH_SIZES,
    PICTURE,
    PICTURE_AVERAGE,
    REPORT_AVERAGE,
    REPORT_GAMES,
    REPORT_SECONDS,
    SMALL_GAME,
    _walk,
    fit_power,
)
from codepegs.reports.pages import (
    Claim,
    Effort,
    Verdict,
    at_most,
    below,
    cited,
    close,
    duration,
    evaluation_command,
    listed,
    measured,
    sample,
    within_errors,
)
from codepegs.rng import Seed

REPORTED = "mcmc:burn-in=500"
"""The walk with the burn-in of the report."""

KNUTH_WORST = 4
"""The moves in which, by the report, Knuth's algorithm always ends: less than five."""

BURN_INS = (100, 500, 2_000, 20_000)
"""Proposals per walk that are compared with false replies."""

FALSE = 0.1
"""The share of false replies."""

PICTURE_SECONDS = 120.0
"""A game of the picture in the report, about."""

FEW_EXTRA = 0.1
"""Guesses, as a share, that burn-in may cost if false replies are harmless: the report gives no figure."""


def _walked(effort: Effort, text: str, rules: str, games: int) -> dict[str, Any]:
    """Average guesses and states of the walk, and processor time per game."""

    def measure() -> dict[str, Any]:
        found = _walk(text, Game.parse(rules), effort.games(games), effort)
        return {
            "average": found.average,
            "error": found.error,
            "spread": float(found.lengths.std()),
            "states": float(found.states.mean()),
            "seconds": found.seconds / len(found.lengths),
            "games": len(found.lengths),
        }

    return dict(effort.figure(f"{text} on {rules}, {games} games", evaluation_command(rules, text, games), measure))


def _board_game(effort: Effort, text: str = REPORTED) -> dict[str, Any]:
    return _walked(effort, text, "p4c6", REPORT_GAMES)


@measured("seconds of evaluate", evaluation_command("p4c6", REPORTED, 2_000))
def _seconds_by_evaluate(effort: Effort) -> float:
    """Processor time per game of `evaluate`, in seconds."""
    games = 2_000
    evaluate("p4c6", [REPORTED], games=20, seed=effort.seed)
    began = time.process_time()
    evaluate("p4c6", [REPORTED], games=games, seed=effort.seed)
    return (time.process_time() - began) / games


def _exponents(effort: Effort) -> list[list[float]]:
    """The power of the number of codes with which the states grow, and its error: small games, larger ones."""

    def measure() -> list[float]:
        walks = (_walk(REPORTED, Game(*size), effort.games(GAMES), effort) for size in GROWTH_SIZES)
        return [float(found.states.mean()) for found in walks]

    states = np.array(effort.figure("states", evaluation_command("p8c8", REPORTED, GAMES), measure))
    codes = np.array([float(Game(*size).size) for size in GROWTH_SIZES])
    small = codes <= SMALL_GAME
    return [list(fit_power(codes[chosen], states[chosen])[:2]) for chosen in (small, ~small)]


def _increases(effort: Effort) -> list[float]:
    """Guesses that 2 to 10 pegs cost with 4 colours, and 2 to 10 colours with 4 pegs."""
    found = {
        rules: _walked(effort, REPORTED, rules, 2 * GAMES)["average"] for rules in ("p2c4", "p10c4", "p4c2", "p4c10")
    }
    return [found["p10c4"] - found["p2c4"], found["p4c10"] - found["p4c2"]]


@measured("candidates left", "codepegs solve p4c6 -s mcmc:burn-in=500 --seed 1")
def _left(effort: Effort) -> list[float]:
    """Candidates left before each of the first guesses, on average."""
    counts = np.zeros(5)
    games = 300
    for number in range(games):
        seed = Seed(effort.seed, number)
        turns = play("p4c6", Secret.draw(Game(4, 6), seed).code, REPORTED, seed=seed).position.turns
        left = Candidates.all("p4c6")
        for place in range(len(counts)):
            counts[place] += len(left) if place <= len(turns) else 1
            left = left.filter(turns[place]) if place < len(turns) else left
    return [float(count) for count in counts / games]


def _false_replies(effort: Effort) -> list[dict[str, Any]]:
    """Averages at p8c8 with false replies, by burn-in."""
    return [effort.average("p8c8", f"mcmc:burn-in={burn_in}", 500, noise=FALSE) for burn_in in BURN_INS]


def _harmless(_: object, found: list[dict[str, Any]]) -> bool:
    """Whether 500 proposals need hardly more guesses than many do."""
    return bool(found[1]["average"] <= (1 + FEW_EXTRA) * found[-1]["average"])


def _fixes(effort: Effort) -> list[dict[str, Any]]:
    """The picture game without and with both fixes."""
    return [_walked(effort, text, str(PICTURE), 40) for text in (f"{REPORTED},near=1,endgame=1", REPORTED)]


CLAIMS = (
    Claim(
        says=f"the board game: average of {REPORT_GAMES:,} games",
        where="4, figure 4.1",
        theirs=REPORT_AVERAGE,
        ours=_board_game,
        form=sample(3),
        holds=within_errors(REPORT_GAMES),
        otherwise=Verdict.DIFFERS,
        command=evaluation_command("p4c6", REPORTED, REPORT_GAMES),
    ),
    Claim(
        says="a game takes 0.03 s (10,000 take 5 minutes)",
        where="4",
        theirs=REPORT_SECONDS,
        ours=_seconds_by_evaluate,
        factor=True,
        form=duration,
        more=lambda theirs, ours: 10 * ours < theirs,
        holds=at_most,
        command=evaluation_command("p4c6", REPORTED, 2_000),
    ),
    Claim(
        says="Knuth's algorithm always wins in less than five moves",
        where="1",
        theirs=KNUTH_WORST,
        shown="less than 5",
        ours=lambda effort: effort.average("p4c6", "minimax")["depth"],
        holds=at_most,
        command="codepegs evaluate p4c6 -s minimax",
        why="it needs five",
    ),
    Claim(
        says="the best possible average is 4.34",
        where="1, 4",
        theirs=4.340,
        ours=lambda effort: effort.average("p4c6", "auto")["average"],
        form=lambda value: f"{value:.4f}",
        holds=close(0.0005),
        command="codepegs evaluate p4c6",
    ),
    Claim(
        says="states explored: a constant times the square root of the codes",
        where="1",
        theirs=0.5,
        shown="exponent 0.5",
        ours=_exponents,
        form=lambda found: (
            f"{found[0][0]:.2f} ± {found[0][1]:.2f} up to {SMALL_GAME:,} codes, "
            f"{found[1][0]:.2f} ± {found[1][1]:.2f} above"
        ),
        holds=lambda theirs, found: all(abs(exponent - theirs) <= 2 * error for exponent, error in found),
        otherwise=Verdict.DIFFERS,
        command=evaluation_command("p8c8", REPORTED, GAMES),
        why="true of small games; in larger ones the burn-in bounds the states",
    ),
    Claim(
        says="more pegs cost many more guesses, more colours fewer",
        where="4, figures 4.2 and 4.3",
        ours=_increases,
        form=lambda found: f"2 to 10 pegs {found[0]:+.1f}, 2 to 10 colours {found[1]:+.1f}",
        holds=lambda _, found: found[0] > 1.2 * found[1],
        command=evaluation_command("p10c4", REPORTED, 2 * GAMES),
    ),
    Claim(
        says="checking each code for consistency improves on the first prototype",
        where="3",
        ours=lambda effort: [_board_game(effort, f"{REPORTED},check=false"), _board_game(effort)],
        form=lambda found: " to ".join(f"{one['average']:.2f} guesses, {one['states']:,.0f} states" for one in found),
        holds=lambda _, found: found[1]["average"] < found[0]["average"] and found[1]["states"] < found[0]["states"],
        command=evaluation_command("p4c6", f"{REPORTED},check=false", REPORT_GAMES),
    ),
    Claim(
        says="starting from the guess with the most black did not help the prototype",
        where="3",
        ours=lambda effort: [
            _board_game(effort, text)["average"]
            for text in (f"{REPORTED},check=false", f"{REPORTED},check=false,start=most-black")
        ],
        form=listed(lambda value: f"{value:.3f}"),
        holds=lambda _, found: found[1] > found[0] - 0.03,
        command=evaluation_command("p4c6", f"{REPORTED},check=false,start=most-black", REPORT_GAMES),
    ),
    Claim(
        says="the two fixes need fewer guesses in large games",
        where="3",
        ours=_fixes,
        form=lambda found: f"{PICTURE}: {sample(1)(found[0])} to {sample(1)(found[1])}",
        holds=lambda _, found: found[1]["average"] < found[0]["average"],
        command=evaluation_command(str(PICTURE), f"{REPORTED},near=1,endgame=1", 40),
    ),
    Claim(
        says="the two fixes are much faster in large games",
        where="3",
        ours=_fixes,
        form=lambda found: f"{PICTURE}: {duration(found[0]['seconds'])} to {duration(found[1]['seconds'])}",
        holds=lambda _, found: found[1]["seconds"] < found[0]["seconds"],
        command=evaluation_command(str(PICTURE), REPORTED, 40),
        why="the search near the end takes longer than the walks it saves",
    ),
    Claim(
        says="with a burn-in of about 500, false replies cost few extra guesses",
        where="3",
        ours=_false_replies,
        form=lambda found: (
            "p8c8, one in ten false: "
            + ", ".join(f"{one['average']:.1f}" for one in found)
            + " with "
            + ", ".join(f"{burn_in:,}" for burn_in in BURN_INS)
        ),
        holds=_harmless,
        command=evaluation_command("p8c8", "mcmc:burn-in=500", 500, FALSE),
        why="500 is too few",
    ),
    Claim(
        says="most of the work is done in the first guesses",
        where="5",
        ours=_left,
        form=lambda found: (
            "codes left: " + ", ".join(f"{value:,.3g}" if value < 1_000 else f"{value:,.0f}" for value in found)
        ),
        holds=lambda _, found: found[2] < 0.1 * found[0],
        command="codepegs solve p4c6 -s mcmc:burn-in=500 --seed 1",
    ),
    Claim(
        says="the 5 x 9 picture: average guesses",
        where="4, figure 4.5",
        theirs=PICTURE_AVERAGE,
        ours=lambda effort: _walked(effort, "mcmc", str(PICTURE), 100),
        form=sample(1),
        more=lambda theirs, ours: ours["average"] + 2 * ours["error"] < theirs,
        holds=lambda theirs, ours: ours["average"] - 2 * ours["error"] <= theirs,
        command=evaluation_command(str(PICTURE), "mcmc", 100),
        why="more proposals per walk need fewer",
    ),
    Claim(
        says="the 5 x 9 picture: about 2 minutes",
        where="4",
        theirs=PICTURE_SECONDS,
        ours=lambda effort: _walked(effort, "mcmc", str(PICTURE), 100)["seconds"],
        factor=True,
        form=duration,
        more=lambda theirs, ours: 10 * ours < theirs,
        holds=at_most,
        command=evaluation_command(str(PICTURE), "mcmc", 100),
    ),
    Claim(
        says="with more pegs and colours, Mastermind is NP-hard",
        where="3",
        shown="NP-hard",
        ours=cited("proved by Stuckman and Zhang 2005"),
        command="codepegs candidates 'p4c6 1122:1b0w' --count",
    ),
    Claim(
        says="better beside it, p4c6: `auto`",
        where="4",
        theirs=REPORT_AVERAGE,
        factor=True,
        ours=lambda effort: effort.average("p4c6", "auto")["average"],
        form=lambda value: f"{value:.4g}",
        more=below,
        command="codepegs evaluate p4c6",
    ),
    Claim(
        says="better beside it, 5 x 9: `growing-list`",
        where="4",
        theirs=PICTURE_AVERAGE,
        factor=True,
        ours=lambda effort: effort.average(str(PICTURE), "growing-list", 20),
        form=sample(1),
        more=lambda theirs, ours: ours["average"] + 2 * ours["error"] < theirs,
        command=evaluation_command(str(PICTURE), "growing-list", 20),
    ),
)
"""The claims of its sections, and what is better."""
