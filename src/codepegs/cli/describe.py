"""`codepegs describe`: what a table or a list is like."""

from __future__ import annotations

from typing import Annotated

from codepegs import analysis, game as games
from codepegs.cli import options
from codepegs.cli.options import argument
from codepegs.cli.terminal import console, emit_json
from codepegs.reasons import counted

MOST_LISTED = 10
"""Groups and names of a kind that are printed."""

PIPE = "/dev/stdin"
"""The name of standard input as a file."""


def describe(
    table: Annotated[
        str,
        argument(
            "FILE|RULES", "a table, e.g. animals.csv or table:animals.csv:named; or a list; - for a table piped in"
        ),
    ],
    json: options.Json = False,
) -> None:
    """Describe a table: what its tests cannot distinguish, and how many any strategy needs at least.

    Examples:
        codepegs describe animals.csv
        codepegs describe table:animals.csv:named --json

    The bounds on the number of tests follow from the information that outcomes carry; a strategy may need more.
    """
    found = analysis.describe_game(f"table:{PIPE}" if table in ("-", PIPE) else table)
    if json:
        emit_json(found)
        return
    game, out = found.game, console()

    def names(codes: list[games.Code]) -> str:
        shown = ", ".join(games.CANONICAL.spell(game, code) for code in codes[:MOST_LISTED])
        return shown + (f" and {len(codes) - MOST_LISTED:,} more" if len(codes) > MOST_LISTED else "")

    what = "class" if found.until == "class" else game.traits.secret_noun
    tests = game.traits.guess_nouns
    out.print(f"{game}: {game.words}.")
    shown = ", ".join(found.replies[:MOST_LISTED]) + ("…" if len(found.replies) > MOST_LISTED else "")
    out.print(f"Outcomes: {shown or 'the win'}; at most {found.most_outcomes} of one {tests[0]}.")
    if found.classes is not None:
        out.print("Classes: " + ", ".join(f"{name} {count:,}" for name, count in found.classes.items()) + ".")
    if not found.is_told:
        what += f", as far as {tests[1]} tell"
    out.print(f"Entropy of the {what}: {found.secret_bits:.3f} bits (counted).")
    cost = "" if found.least_cost is None else f", at a cost of at least {found.least_cost:.3f}"
    out.print(
        f"Every strategy needs at least {found.least_average:.3f} {tests[1]} on average{cost}, and "
        f"{counted(found.least_longest_game, *tests)} in the worst case (proved)."
    )
    if not found.alike:
        out.print(f"The {tests[1]} distinguish all of them.")
    for group in found.alike[:MOST_LISTED]:
        out.print(f"No {tests[0]} distinguishes these: {names(group)}.")
    if len(found.alike) > MOST_LISTED:
        out.print(f"{counted(len(found.alike) - MOST_LISTED, 'more such group')}.")
    if found.useless:
        out.print(f"The same outcome for all: {names(found.useless)}.")
