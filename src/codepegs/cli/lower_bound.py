"""Lower bounds on the guesses that any strategy needs."""

from __future__ import annotations

from dataclasses import replace

from codepegs import game as games, trees
from codepegs.cli.optimal import print_premise, say_how_to_continue, showing
from codepegs.cli.options import Output
from codepegs.cli.terminal import console, cores, emit_json, print_kinds, seconds_text, span_text
from codepegs.reasons import counted
from codepegs.trees import search

SECONDS = 60.0
"""Time limit if none is given."""


def bound(
    game: games.Game,
    limit: float | None,
    *,
    candidates_only: bool,
    journal: Output | None,
    workers: int | None,
    json: bool,
) -> None:
    """Prove a lower bound on the total over all secrets that any strategy needs, and print it."""
    from codepegs.trees.gallery import find

    seconds = SECONDS if limit is None else limit

    def words(waited: float, bound: int) -> list[str]:
        left = span_text(max(0.0, seconds - waited))
        return [f"bounding: at least {bound:,} guesses ({bound / game.size:.4f} on average), {left} left"]

    with showing(words, json=json) as line:
        found = search.lower_bound(
            game,
            limit=seconds,
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
        say_how_to_continue(journal)
        raise KeyboardInterrupt


def _print_bound(
    game: games.Game, found: search.LowerBound, best: trees.Entry | None, *, candidates_only: bool
) -> None:
    out = console()
    which = " that guesses only candidates" if candidates_only else ""
    needs = f"an optimal strategy{which} needs" if found.exact else f"every strategy{which} needs at least"
    total = game._total_words(found.lower_bound)
    out.print(f"{game}: {needs} {total} in total ({found.least_average:.4f} on average).")
    if best is not None and not found.exact:
        more = f"{100 * (best.total / found.lower_bound - 1):.1f} %"
        tree = "An optimal tree" if best.is_proved else "The best known tree"
        out.print(f"{tree}, gallery:{game}, needs {best.total:,} ({more} more).")
    out.print(f"Proved in {seconds_text(found.seconds)} ({counted(found.bounded, 'set')} of candidates bounded).")
    print_premise(game)
    also = {} if best is None or found.exact else {"total": best.kinds["total"]}
    print_kinds({name: found.kinds[name] for name in ("lower_bound", "least_average")}, **also)
