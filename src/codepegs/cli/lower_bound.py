"""Lower bounds on the guesses that any strategy needs."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from codepegs import game as games, trees
from codepegs.cli import options
from codepegs.cli.optimal import print_premise, showing
from codepegs.cli.options import JOURNAL, Output, flag, writing
from codepegs.cli.terminal import console, cores, emit_json, seconds_text, span_text
from codepegs.reasons import counted
from codepegs.trees import search

SECONDS = 60.0
"""Time limit if none is given."""


def bound(
    rules: options.Rules,
    limit: Annotated[
        float,
        options.limit_option(
            f"time limit; a longer one gives a better bound [default: {SECONDS:g}]", show_default=False
        ),
    ] = SECONDS,
    candidates_only: Annotated[bool, flag("--candidates-only", "bound only strategies that guess candidates")] = False,
    journal: Annotated[
        Output | None,
        writing(JOURNAL, "file in which the bounds found so far are saved; if it exists, the search continues from it"),
    ] = None,
    workers: options.Workers = None,
    json: options.Json = False,
) -> None:
    """Prove a lower bound on the number of guesses that any strategy needs.

    Examples:
        codepegs bound p5c8
        codepegs bound p5c8 --limit 3600 --journal p5c8.bound

    This is for games too large for codepegs optimal. The lower bound on the total over all secrets shows how far the
    best known tree can be from an optimal one.
    """
    from codepegs.trees.gallery import find

    game = games.Game.parse(rules)

    def words(waited: float, bound: int) -> list[str]:
        left = span_text(max(0.0, limit - waited))
        return [f"bounding: at least {bound:,} guesses ({bound / game.size:.4f} on average), {left} left"]

    with showing(words, json=json) as line:
        found = search.lower_bound(
            game,
            limit=limit,
            candidates_only=candidates_only,
            workers=workers or cores(),
            journal=None if journal is None else journal.path,
            progress=line,
        )
    best = None if candidates_only else find(game)
    if json:
        emit_json(replace(found, best_known=None if best is None else best.total))
    else:
        _print_bound(game, found, best, candidates_only=candidates_only)
    if found.interrupted:
        raise KeyboardInterrupt


def _print_bound(
    game: games.Game, found: search.LowerBound, best: trees.Entry | None, *, candidates_only: bool
) -> None:
    out = console()
    which = " that guesses only candidates" if candidates_only else ""
    needs = f"an optimal strategy{which} needs" if found.exact else f"every strategy{which} needs at least"
    total = game.total_words(found.total)
    out.print(f"{game}: {needs} {total} in total ({found.average:.4f} on average).")
    if best is not None and not found.exact:
        more = f"{100 * (best.total / found.total - 1):.1f} %"
        tree = "An optimal tree" if best.is_proved else "The best known tree"
        out.print(f"{tree}, gallery:{game}, needs {best.total:,} ({more} more).")
    out.print(f"Proved in {seconds_text(found.seconds)} ({counted(found.bounded, 'set')} of candidates bounded).")
    print_premise(game)
