"""What the claims of the parallel Knuth report measure."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from codepegs.errors import BadCode, BadRules
from codepegs.game import Game
from codepegs.match import play
from codepegs.reports.pages import Effort, claims_of, measured
from codepegs.reports.parallel_knuth.reproduction import (
    COUNTS,
    FIRST,
    GAME,
    HARD,
    SECRETS,
    balances,
    game_time,
    peaks_by_chunks,
    tasks_and_times,
    time_of,
    times_by_chunks,
    times_by_workers,
    workers_of,
)

OWN = (GAME, SECRETS[1], f"minimax:first={FIRST}")


@measured("first guess is the secret", f"codepegs solve {GAME} {FIRST} -s minimax:first={FIRST}")
def _first_is_secret(effort: Effort) -> int:
    return play(GAME, FIRST, f"minimax:first={FIRST}").guesses


@measured("its game", f"codepegs session parallel-knuth --secret '{' '.join(SECRETS[1])}'")
def _guesses(effort: Effort) -> str:
    """The guesses of its game against 8765."""
    turns = play(*OWN).position.turns
    return " ".join("".join(str(color + 1) for color in turn.guess) for turn in turns)


@measured("numbers and codes refused", f"codepegs solve {GAME} 876B")
def _refused(effort: Effort) -> bool:
    """Whether games of no or of negative numbers are refused, and codes of a colour too many or a peg too few."""
    for game in ("p0c10", "p4c0", "p-4c10", "p4c-10"):
        with suppress(BadRules):
            Game.parse(game)
            return False
    for code in ("876B", "876"):
        with suppress(BadCode):
            Game.parse(GAME).check_code(code)
            return False
    return True


def _gain(effort: Effort, plan: str) -> float:
    """How many times as fast a game is with a plan as in sequence."""
    return game_time(effort, SECRETS[1], "1", 1) / game_time(effort, SECRETS[1], plan, workers_of(effort))


def _hard(effort: Effort, plan: str) -> float:
    """The time of the larger game."""
    return time_of(effort, *HARD, plan, workers_of(effort))


def _times_by_chunks(effort: Effort, *pairs: tuple[int | str, int | str]) -> list[float]:
    """Ratios of times of the larger game, by numbers of chunks; `workers` is as many as there are workers."""
    times = times_by_chunks(effort, HARD) | {"workers": 0.0}
    times["workers"] = times[str(workers_of(effort))]
    return [times[str(chunks)] / times[str(other)] for chunks, other in pairs]


NAMES: dict[str, Any] = {
    "auto against chunks": lambda effort: _hard(effort, "auto") / _hard(effort, "512"),
    "balance": lambda effort: [100 * balances(effort)[plan] for plan in ("2", "512")],
    "fastest": lambda effort: [
        int(min(times, key=times.__getitem__)) for times in (times_by_chunks(effort, game) for game in (OWN, HARD))
    ],
    "first guess is the secret": _first_is_secret,
    "gain": _gain,
    "gain of 64 over guesses": lambda effort: _gain(effort, "64") / _gain(effort, "guesses"),
    "game time": game_time,
    "guesses": _guesses,
    "hard gain": lambda effort: time_of(effort, *HARD, "auto", 1) / _hard(effort, "auto"),
    "is its game": lambda theirs, guesses: guesses.startswith(FIRST) and guesses.endswith(theirs),
    "many chunks": lambda effort: time_of(effort, *OWN, COUNTS[-1], workers_of(effort)),
    "more workers": lambda effort: [1e3 * seconds for seconds in list(times_by_workers(effort).values())[-2:]],
    "pairs": lambda effort: tasks_and_times(effort)["pairs"][1] / tasks_and_times(effort)["1"][1],
    "peaks": lambda effort: [peaks_by_chunks(effort)[chunks] for chunks in ("1", "64", "512")],
    "refused": _refused,
    "shrinking": lambda effort: [
        _hard(effort, plan) / _hard(effort, "512") for plan in ("512/2", "512/1.2", "512/1.5")
    ],
    "times by chunks": _times_by_chunks,
}

CLAIMS = claims_of(Path(__file__).with_suffix(".toml"), NAMES)
"""What it is, the claims of its sections, and what is better."""
