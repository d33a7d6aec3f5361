"""`codepegs describe`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from codepegs.cli.common import JsonOption, argument, console, emit_json

if TYPE_CHECKING:
    from codepegs.analysis import GameDescription
    from codepegs.game import Code

MOST_SHOWN = 10
"""Groups and names of a kind that are printed."""


def describe(
    table: Annotated[str, argument("FILE|RULES", "a table, e.g. animals.csv or table:animals.csv:named; or a list")],
    json: JsonOption = False,
) -> None:
    """Describe a table: what its tests cannot distinguish, and how many any strategy needs at least.

    Examples:
        codepegs describe animals.csv
        codepegs describe table:animals.csv:named --json

    The bounds on the number of tests follow from the information that outcomes carry; a strategy may need more.
    """
    from codepegs.analysis import describe_game

    found = describe_game(table)
    if json:
        emit_json(found)
    else:
        _print(found)


def _print(found: GameDescription) -> None:
    from codepegs.game import CANONICAL, counted

    game, out = found.game, console()

    def names(codes: list[Code]) -> str:
        shown = ", ".join(CANONICAL.spell(game, code) for code in codes[:MOST_SHOWN])
        return shown + (f" and {len(codes) - MOST_SHOWN:,} more" if len(codes) > MOST_SHOWN else "")

    what = "class" if found.until == "class" else game.traits.secret_noun
    tests = game.traits.guess_nouns
    out.print(f"{game}: {game.words}.")
    shown = ", ".join(found.replies[:MOST_SHOWN]) + ("…" if len(found.replies) > MOST_SHOWN else "")
    out.print(f"Outcomes: {shown}; at most {found.most_outcomes} of one {tests[0]}.")
    if found.classes is not None:
        out.print("Classes: " + ", ".join(f"{name} {count:,}" for name, count in found.classes.items()) + ".")
    out.print(f"Entropy of the {what}: {found.entropy_bits:.3f} bits.")
    cost = "" if found.least_cost is None else f", at a cost of at least {found.least_cost:.3f}"
    out.print(
        f"Every strategy needs at least {found.least_average:.3f} {tests[1]} on average{cost}, and "
        f"{counted(found.least_worst, *tests)} in the worst case."
    )
    if not found.alike:
        out.print(f"The {tests[1]} distinguish all of them.")
    for group in found.alike[:MOST_SHOWN]:
        out.print(f"No {tests[0]} distinguishes these: {names(group)}.")
    if len(found.alike) > MOST_SHOWN:
        out.print(f"{counted(len(found.alike) - MOST_SHOWN, 'more such group')}.")
    if found.useless:
        out.print(f"The same outcome for all: {names(found.useless)}.")
