"""Figures with standard errors: what they decide, and how times that take turns are compared."""

from __future__ import annotations

import math

import numpy as np
import pytest

from codepegs.reports.pages import (
    clearly_above,
    difference,
    estimate,
    every,
    exceeds,
    in_turn,
    mean_difference,
    mean_of,
    opposite,
    ratio,
    ratio_of_means,
)


def test_two_standard_errors_decide() -> None:
    assert [exceeds(estimate(5.0, 0.1), less) for less in (4.7, 4.85, 5.0, 5.15, 5.3)] == [
        True,
        None,
        None,
        None,
        False,
    ]
    assert exceeds(estimate(5.0, 0.1), estimate(4.75, 0.1)) is None
    assert exceeds(estimate(5.0, 0.1), estimate(4.7, 0.1)) is True
    assert [exceeds(5.0, less) for less in (4.0, 5.0, 6.0)] == [True, False, False]
    assert exceeds(estimate(5.0, 0.1), 4.0, times=1.5) is False


def test_what_was_measured_once_decides_beyond_a_factor() -> None:
    assert [clearly_above(5.0, less) for less in (2.0, 2.6, 5.0, 9.9, 10.1)] == [True, None, None, None, False]


def test_several_statements() -> None:
    assert [every(found) for found in ([], [True], [True, None], [None, False, True])] == [True, True, None, False]
    assert [opposite(found) for found in (True, False, None)] == [False, True, None]


def test_differences() -> None:
    assert difference(estimate(5.0, 0.3), estimate(4.0, 0.4)) == estimate(1.0, 0.5)
    assert difference(5.0, estimate(1.0, 0.1), 2.0) == estimate(3.0, 0.2)
    mean = mean_difference([estimate(5.0, 0.3), 6.0], [estimate(4.0, 0.4), 3.0])
    assert mean == estimate(2.0, 0.25)


def test_errors_cover_the_truth() -> None:
    """Two standard errors around the ratio of paired times hold the true one in about 95 of 100 cases."""
    generator = np.random.default_rng(1)
    covered = np.zeros(3)
    for _ in range(500):
        speed = generator.lognormal(0.0, 0.5, 40)  # of the machine in a round, the same for both
        one, other = speed * generator.lognormal(0.0, 0.2, 40) * 3.0, speed * generator.lognormal(0.0, 0.2, 40)
        for place, found in enumerate((ratio(list(one), list(other)), ratio_of_means(list(one), list(other)))):
            covered[place] += abs(found["average"] - 3.0) <= 2 * found["error"]
        mean = mean_of(list(other / speed))
        covered[2] += abs(mean["average"] - math.exp(0.02)) <= 2 * mean["error"]
    assert ((covered / 500 > 0.9) & (covered / 500 < 0.985)).all(), covered


def test_work_takes_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[tuple[str, int]] = []
    now = 0.0

    def work(name: str, takes: list[float]) -> object:
        def run(number: int) -> None:
            nonlocal now
            now += takes[len([one for one in done if one[0] == name]) % len(takes)]
            done.append((name, number))

        return run

    works = {"a": work("a", [0.5, 5.0, 2.0, 1.0, 4.0]), "b": work("b", [7.0])}
    found = in_turn(works, 2, lambda: now, shortest_of=2)  # type: ignore[arg-type]
    assert found == {"a": [2.0, 1.0], "b": [7.0, 7.0]}  # without the first time of each
    assert done == [("a", 0), ("b", 0), *[("a", 0), ("b", 0)] * 2, *[("a", 1), ("b", 1)] * 2]
