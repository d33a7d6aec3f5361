"""The Max Parts report, section 3.3: how the time of Max Parts and of Simple grows with the number of codes."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np

from codepegs.codes import Candidates, part_sizes
from codepegs.game import Game, Position
from codepegs.reports.max_parts.figures import TEXTS
from codepegs.reports.pages import Effort, Page, milliseconds

CLAIMED = {"Max Parts": 2.0, "Simple": 1.0}
"""The exponents of section 3.3: O(n^2) and O(n)."""

GAME = "p6c9"
"""The game of the codes."""

SIZES = {
    "Max Parts": (1_024, 2_048, 4_096, 8_192, 16_384),
    "Simple": (2_048, 8_192, 32_768, 131_072, 524_288),
}
"""Numbers of codes."""

TURN = "112345:1b1w"
"""The turn by which Simple excludes codes."""

SHORTEST = 0.02
"""Seconds of work that are timed at least."""

NEAR = 0.25
"""Difference of exponents up to which one agrees with the report's."""


def exponent(sizes: Sequence[float], values: Sequence[float]) -> float:
    """Return the power of the size with which values grow: the slope of a line through the logarithms.

    >>> round(exponent([10, 20, 40], [300, 1200, 4800]), 6)
    2.0
    """
    slope, _ = np.polyfit(np.log(sizes), np.log(values), 1)
    return float(slope)


def growth(page: Page, effort: Effort, claimed: Mapping[str, Sequence[tuple[int, float]]]) -> None:
    """Section 3.3: O(n^2) against O(n)."""
    page.heading("Section 3.3: growth with the number of codes")
    rows = []
    times = growth_times(effort)
    for name, of_size in times.items():
        for size, time_of_one in of_size.items():
            replies = size * size if name == "Max Parts" else size
            rows.append((name, f"{size:,}", f"{replies:,}", milliseconds(time_of_one)))
    found = exponents(times)
    page.table(["algorithm", "codes n", "replies", "time"], rows)
    page.tell(TEXTS["growth"])
    theirs = {name: exponent(*zip(*pairs, strict=True)) for name, pairs in claimed.items()}
    page.table(
        ["algorithm", "report", "fitted, times above", "fitted, report's times"],
        [(name, f"{CLAIMED[name]:.0f}", f"{found[name]:.2f}", f"{theirs[name]:.2f}") for name in CLAIMED],
    )
    near = [name for name in CLAIMED if abs(found[name] - CLAIMED[name]) <= NEAR]
    fits = {2: "both agree with the report", 1: f"only that of {' '.join(near)} agrees with the report"}
    why = "; guesses that begin alike share work, which lowers the first" if found["Max Parts"] < 2.0 - NEAR else ""
    fitting = fits.get(len(near), "neither agrees with the report")
    page.tell(TEXTS["exponents"], found=found, theirs=theirs, fits=fitting, near=NEAR, why=why)


def growth_times(effort: Effort) -> dict[str, dict[int, float]]:
    """Seconds of the processor by algorithm and number of codes."""

    def measure() -> dict[str, list[float]]:
        everything = Candidates.all(GAME)
        (turn,) = Position.parse(f"{GAME} {TURN}").turns
        found: dict[str, list[float]] = {}
        for name, sizes in SIZES.items():
            found[name] = []
            for size in sizes[:3] if effort.quick else sizes:
                effort.step(f"max-parts: {name} on {size:,} codes")
                codes = _spread(everything, size)
                compares_all = partial(part_sizes, codes.keys, codes)
                found[name].append(_seconds(compares_all if name == "Max Parts" else partial(codes.filter, turn)))
        return found

    found = effort.figure("growth", "codepegs reproduce max-parts", measure)
    return {name: dict(zip(SIZES[name], times, strict=False)) for name, times in found.items()}


def exponents(times: Mapping[str, Mapping[int, float]]) -> dict[str, float]:
    """The power of the number of codes with which the times grow, by algorithm."""
    return {name: exponent(list(of_size), list(of_size.values())) for name, of_size in times.items()}


def _spread(candidates: Candidates, count: int) -> Candidates:
    """So many of the candidates, evenly spread."""
    places = np.linspace(0, len(candidates) - 1, count).astype(np.int64)
    return Candidates(Game.parse(GAME), candidates.keys[places])


def _seconds(work: Callable[[], object]) -> float:
    """The shortest time of three, in seconds of the processor; short work is repeated."""
    repeats = 1
    best = 0.0
    while True:
        began = time.process_time()
        for _ in range(repeats):
            work()
        best = time.process_time() - began
        if best >= SHORTEST:
            break
        repeats *= 4
    for _ in range(2):
        began = time.process_time()
        for _ in range(repeats):
            work()
        best = min(best, time.process_time() - began)
    return best / repeats
