"""Plots of timings: the effect of workers and chunks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from codepegs.experiments import empty_figure, line_style

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def speed_up_by_workers(seconds: Mapping[str, Mapping[int, float]]) -> Figure:
    """Plot how many times as fast each number of workers is as the smallest number. Needs matplotlib."""
    figure = empty_figure(6.0, 4.5)
    axes = figure.subplots()
    numbers = sorted({workers for times in seconds.values() for workers in times})
    axes.plot(numbers, [workers / numbers[0] for workers in numbers], color="grey", linestyle="--", label="ideal")
    for number, (label, times) in enumerate(seconds.items()):
        workers = sorted(times)
        ups = [times[workers[0]] * workers[0] / numbers[0] / times[count] for count in workers]
        axes.plot(workers, ups, label=label, **line_style(number))
    axes.set(xlabel="workers", ylabel=f"times as fast as {_workers_in(numbers[0])}")
    axes.set_xticks(numbers, map(str, numbers))
    axes.grid(alpha=0.3)
    axes.legend()
    return figure


def speed_up_by_chunks(plans: Sequence[str], seconds: Mapping[int, Sequence[float]]) -> Figure:
    """Plot the speed-up over the smallest number of workers with the first plan."""
    figure = empty_figure(8.0, 4.5)
    axes = figure.subplots()
    base = seconds[min(seconds)][0]
    for number, (workers, times) in enumerate(seconds.items()):
        axes.plot(plans, [base / time for time in times], label=_workers_in(workers), **line_style(number))
    axes.set(xlabel="chunks", ylabel=f"times as fast as {_workers_in(min(seconds))}, chunks {plans[0]}")
    axes.tick_params(axis="x", labelrotation=30)
    axes.grid(alpha=0.3)
    axes.legend()
    return figure


def times_by_chunks(plans: Sequence[str], seconds: Mapping[int, Sequence[float]], title: str) -> Figure:
    """Plot the milliseconds per game."""
    figure = empty_figure(8.0, 4.5)
    axes = figure.subplots()
    for number, (workers, times) in enumerate(seconds.items()):
        axes.plot(plans, [time * 1e3 for time in times], label=_workers_in(workers), **line_style(number))
    axes.set(yscale="log", xlabel="chunks", ylabel="milliseconds per game", title=title)
    axes.tick_params(axis="x", labelrotation=30)
    axes.grid(alpha=0.3)
    axes.legend()
    return figure


def _workers_in(count: int) -> str:
    return f"{count} worker{'s' * (count != 1)}"
