"""Plots of timings: the effect of workers and chunks, and timelines of the workers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from codepegs.experiments import COLORS, empty_figure, line_style
from codepegs.reports.parallel_knuth.chunks import Span

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
    axes.set(xlabel="workers", ylabel=f"times as fast as {_workers(numbers[0])}")
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
        axes.plot(plans, [base / time for time in times], label=_workers(workers), **line_style(number))
    axes.set(xlabel="chunks", ylabel=f"times as fast as {_workers(min(seconds))}, chunks {plans[0]}")
    axes.tick_params(axis="x", labelrotation=30)
    axes.grid(alpha=0.3)
    axes.legend()
    return figure


def times_by_chunks(plans: Sequence[str], seconds: Mapping[int, Sequence[float]], title: str) -> Figure:
    """Plot the milliseconds per game."""
    figure = empty_figure(8.0, 4.5)
    axes = figure.subplots()
    for number, (workers, times) in enumerate(seconds.items()):
        axes.plot(plans, [time * 1e3 for time in times], label=_workers(workers), **line_style(number))
    axes.set(yscale="log", xlabel="chunks", ylabel="milliseconds per game", title=title)
    axes.tick_params(axis="x", labelrotation=30)
    axes.grid(alpha=0.3)
    axes.legend()
    return figure


def timelines(spans: Mapping[str, Sequence[Span]]) -> Figure:
    """Plot when each worker was busy: one row of bars for each worker, one panel for each plan of chunks."""
    figure = empty_figure(8.0, 1.2 * len(spans) + 0.8)
    panels = figure.subplots(len(spans), 1, sharex=True, squeeze=False)[:, 0]
    workers_shown = sorted({span.worker for found in spans.values() for span in found})
    for axes, (plan, found) in zip(panels, spans.items(), strict=True):
        for worker in workers_shown:
            bars = [(span.start * 1e3, (span.end - span.start) * 1e3) for span in found if span.worker == worker]
            axes.broken_barh(
                bars, (worker - 0.4, 0.8), facecolors=COLORS[worker % len(COLORS)], edgecolor="white", linewidth=0.2
            )
        axes.set_yticks(workers_shown, [str(worker + 1) for worker in workers_shown])
        axes.set_ylabel(f"{plan} chunks" if plan.isdigit() else plan)
    panels[-1].set_xlabel("milliseconds; one row for each worker")
    panels[-1].set_xlim(0, None)
    return figure


def _workers(count: int) -> str:
    return f"{count} worker{'s' * (count != 1)}"
