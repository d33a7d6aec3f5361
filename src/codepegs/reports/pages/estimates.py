"""Figures with their standard errors, and what they decide: True or False beyond two standard errors, otherwise None.

A figure is a number, which is exact, or a record with its `average` and `error`, e.g. an `Effort.average`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

Figure = float | Mapping[str, Any]

BEYOND = 2.0
"""Standard errors beyond which figures are said to differ."""

CLEAR = 2.0
"""Factor beyond which two times, or games, that were measured without repeats are said to differ."""


def estimate(average: float, error: float = 0.0) -> dict[str, float]:
    """A figure of a number and its standard error."""
    return {"average": float(average), "error": float(error)}


def mean_of(values: Sequence[float]) -> dict[str, float]:
    """The mean of some independent values, with its standard error."""
    error = float(np.std(values, ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    return estimate(float(np.mean(values)), error)


def value_of(figure: Figure) -> float:
    """The number itself."""
    return float(figure["average"] if isinstance(figure, Mapping) else figure)


def error_of(figure: Figure) -> float:
    """Its standard error; 0 for a number."""
    return float(figure["error"] if isinstance(figure, Mapping) else 0.0)


def difference(more: Figure, less: Figure, times: float = 1.0) -> dict[str, float]:
    """How much one figure is above some times another one that was measured independently."""
    error = math.hypot(error_of(more), times * error_of(less))
    return estimate(value_of(more) - times * value_of(less), error)


def mean_difference(more: Iterable[Figure], less: Iterable[Figure]) -> dict[str, float]:
    """The mean of the differences of several pairs."""
    found = [difference(one, other) for one, other in zip(more, less, strict=True)]
    error = math.sqrt(sum(one["error"] ** 2 for one in found)) / len(found)
    return estimate(sum(one["average"] for one in found) / len(found), error)


def ratio(longer: Sequence[float], shorter: Sequence[float]) -> dict[str, float]:
    """How many times as long something takes as another, by repeats measured in turn: each pair has a ratio."""
    logarithms = mean_of([math.log(one / other) for one, other in zip(longer, shorter, strict=True)])
    times = math.exp(logarithms["average"])
    return estimate(times, times * logarithms["error"])


def ratio_of_means(longer: Sequence[float], shorter: Sequence[float]) -> dict[str, float]:
    """How many times as long games of one kind take as those of another on average, against the same secrets."""
    above, below = np.array(longer), np.array(shorter)
    times = float(above.mean() / below.mean())
    rest = above - times * below  # the delta method: the error of a ratio of means of pairs
    return estimate(times, float(rest.std(ddof=1)) / math.sqrt(len(rest)) / float(below.mean()))


def exceeds(more: Figure, less: Figure, times: float = 1.0) -> bool | None:
    """Whether a figure is above some times another one."""
    above = difference(more, less, times)
    if above["error"] == 0.0:
        return above["average"] > 0.0
    return None if abs(above["average"]) <= BEYOND * above["error"] else above["average"] > 0.0


def clearly_above(more: float, less: float) -> bool | None:
    """Whether a time, or the length of a game, is above another one, where neither was measured repeatedly."""
    if max(more, less) <= CLEAR * min(more, less):
        return None
    return more > less


def every(decisions: Iterable[bool | None]) -> bool | None:
    """Whether all of some statements are true; None if that depends on one that is not decided."""
    found = list(decisions)
    return False if False in found else None if None in found else True


def opposite(decision: bool | None) -> bool | None:
    """The decision about the contrary."""
    return None if decision is None else not decision


def in_turn(
    works: Mapping[str, Callable[[int], object]],
    rounds: int,
    clock: Callable[[], float] = time.process_time,
    *,
    shortest_of: int = 1,
) -> dict[str, list[float]]:
    """The seconds of several pieces of work, which take turns for some rounds; each gets the number of the round.

    In each round every piece is done `shortest_of` times, and its shortest time counts, as other programs can only
    lengthen a time.
    """
    seconds: dict[str, list[float]] = {name: [] for name in works}
    for work in works.values():
        work(0)  # so that no time has that of getting ready in it
    for number in range(rounds):
        least = dict.fromkeys(works, math.inf)
        for _ in range(shortest_of):
            for name, work in works.items():
                began = clock()
                work(number)
                least[name] = min(least[name], max(1e-9, clock() - began))
        for name, time_of_round in least.items():
            seconds[name].append(time_of_round)
    return seconds
