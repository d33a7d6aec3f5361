"""Sweeps as a person sees them in a terminal: a line while they run, a table of what they found."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from codepegs.cli.common import RewrittenLine, console, print_table

if TYPE_CHECKING:
    from codepegs.experiments import Summary, SweepProgress


class SweepLine(RewrittenLine):
    """One line on a terminal, rewritten while a sweep runs; nothing if standard error is not a terminal."""

    def __init__(self) -> None:
        super().__init__()
        self.wanted = sys.stderr.isatty()

    def update(self, state: SweepProgress) -> None:
        """Show how far it is."""
        if not self.wanted or not self.is_due(state.seconds):
            return
        left = "" if state.seconds_left is None else f", about {duration_text(state.seconds_left)} left"
        self.show(
            f"{state.found + state.played:,} of {state.units:,} units, "
            f"{state.games_found + state.games_played:,} of {state.games:,} games{left}"
        )


def duration_text(seconds: float) -> str:
    """A time to wait, in two units at most.

    >>> duration_text(42.3), duration_text(200), duration_text(9_000), duration_text(200_000)
    ('42 s', '3 min 20 s', '2 h 30 min', '2 d 7 h')
    """
    whole = round(seconds)
    for large, small, size, part in (("d", "h", 86_400, 3_600), ("h", "min", 3_600, 60), ("min", "s", 60, 1)):
        if whole >= size:
            return f"{whole // size} {large} {whole % size // part} {small}"
    return f"{whole} s"


def show_summaries(summaries: Sequence[Summary]) -> None:
    """A table with a line for each strategy at each game."""
    from rich.table import Table

    from codepegs.cli.render_board import seconds_text

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("rules", no_wrap=True)
    table.add_column("strategy")
    for heading in ("units", "games", "unsolved", "total", "average", "worst", "time/game"):
        table.add_column(heading, justify="right", no_wrap=True)
    for summary in summaries:
        error = "" if summary.standard_error is None else f" ± {summary.standard_error:.4f}"
        table.add_row(
            summary.rules,
            summary.label,
            f"{summary.units:,}" + ("" if summary.units_wanted is None else f" of {summary.units_wanted:,}"),
            f"{summary.games:,}",
            f"{summary.unsolved:,}",
            f"{summary.total:,}",
            "" if summary.average is None else f"{summary.average:.4f}{error}",
            str(summary.depth) if summary.games else "",
            "" if summary.seconds_per_game is None else seconds_text(summary.seconds_per_game),
        )
    if summaries:
        print_table(table, "units", "unsolved", "total", "games", "worst", "time/game")
        errors = any(summary.standard_error is not None for summary in summaries)
        legend = "unit: a batch of games that is played and saved together; total: guesses in all solved games"
        console().print(f"{legend}{'; ±: standard error' * errors}", style="dim", markup=False)
