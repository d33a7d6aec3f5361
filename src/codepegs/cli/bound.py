"""`codepegs bound`."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from codepegs.cli.common import (
    JsonOption,
    RewrittenLine,
    RulesArgument,
    WorkersOption,
    console,
    cores,
    emit_json,
    span_text,
)
from codepegs.cli.outputs import JOURNAL, Output, writing

if TYPE_CHECKING:
    from codepegs.game import Game
    from codepegs.trees.gallery import Entry
    from codepegs.trees.search import LowerBound

SECONDS = 60.0
"""Time limit if none is given."""


def bound(
    rules: RulesArgument,
    limit: Annotated[
        float,
        typer.Option(
            "--limit",
            metavar="SECONDS",
            min=0.1,
            help=f"time limit; a longer one gives a better bound (large games may take some seconds longer) "
            f"[default: {SECONDS:g}]",
            show_default=False,
        ),
    ] = SECONDS,
    candidates_only: Annotated[
        bool, typer.Option("--candidates-only", help="bound only strategies that guess candidates")
    ] = False,
    journal: Annotated[
        Output | None,
        writing(
            JOURNAL,
            "--journal",
            help="file in which the bounds of large sets are saved; if it exists, the search continues from it",
        ),
    ] = None,
    workers: WorkersOption = None,
    json: JsonOption = False,
) -> None:
    """Prove a lower bound on the number of guesses that any strategy needs.

    Examples:
        codepegs bound p5c8
        codepegs bound p5c8 --limit 3600 --journal p5c8.bound

    This is for games too large for codepegs optimal. The lower bound on the total over all secrets shows how far the
    best known tree can be from an optimal one.
    """
    from codepegs.game import Game
    from codepegs.trees.gallery import find
    from codepegs.trees.search import lower_bound

    game = Game.parse(rules)
    line = _BoundLine(game, limit) if sys.stderr.isatty() and not json else None
    try:
        found = lower_bound(
            game,
            limit=limit,
            candidates_only=candidates_only,
            workers=workers or cores(),
            journal=None if journal is None else journal.path,
            progress=line,
        )
    finally:
        if line is not None:
            line.close()
    best = None if candidates_only else find(game)
    if json:
        emit_json(replace(found, best_known=None if best is None else best.total))
    else:
        _print(game, found, best, candidates_only=candidates_only)
    if found.interrupted:
        raise KeyboardInterrupt


def _print(game: Game, found: LowerBound, best: Entry | None, *, candidates_only: bool) -> None:
    from codepegs.cli.render_board import seconds_text
    from codepegs.game import counted

    out = console()
    which = " that guesses only candidates" if candidates_only else ""
    needs = f"an optimal strategy{which} needs" if found.exact else f"every strategy{which} needs at least"
    total = game.total_words(found.total)
    out.print(f"{game}: {needs} {total} in total ({found.average:.4f} on average).", markup=False)
    if best is not None and not found.exact:
        more = f"{100 * (best.total / found.total - 1):.1f} %"
        tree = "An optimal tree" if best.is_proved else "The best known tree"
        out.print(f"{tree}, gallery:{game}, needs {best.total:,} ({more} more).", markup=False)
    out.print(
        f"Proved in {seconds_text(found.seconds)} ({counted(found.bounded, 'set')} of candidates bounded).",
        markup=False,
    )


class _BoundLine(RewrittenLine):
    """One line on a terminal: the bound so far, and the time left."""

    def __init__(self, game: Game, limit: float) -> None:
        super().__init__()
        self.game, self.limit = game, limit
        self.began = time.monotonic()

    def __call__(self, bound: int) -> None:
        waited = time.monotonic() - self.began
        if self.is_due(waited):
            left = span_text(max(0.0, self.limit - waited))
            self.show(f"bounding: at least {bound:,} guesses ({bound / self.game.size:.4f} on average), {left} left")
