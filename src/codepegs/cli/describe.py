"""`codepegs describe`: what a game, a table or a list is like."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from codepegs import analysis, game as games
from codepegs.cli import options
from codepegs.cli.options import argument
from codepegs.cli.terminal import console, emit_json
from codepegs.reasons import counted

MOST_PRINTED = 10
"""Groups and names of a kind that are printed."""

PIPE = "/dev/stdin"
"""The name of standard input as a file."""


@options.reads_table("rules")
def describe(
    rules: Annotated[
        str,
        argument(
            "RULES|FILE",
            "a game, e.g. p4c6; a table, e.g. animals.csv; or a list; - reads a table",
            callback=lambda rules: f"table:{PIPE}" if rules in ("-", PIPE) else options.named_as_table(rules),
        ),
    ],
    json: options.Json = False,
) -> None:
    """Say what a game, a table or a list is like: its size, its replies, and how many guesses any strategy needs.

    Examples:
        codepegs describe p4c6
        codepegs describe animals.csv
        codepegs describe animals.csv --until named --json

    The bounds on the number of guesses follow from the information that replies carry, or from a tree of the gallery
    that is proved optimal; a strategy may need more. For games of pegs, the first guesses that are not equivalent by
    symmetry, the strategies that can play the game, and the best trees known are named, too; for tables, what the tests
    cannot distinguish.
    """
    found = analysis.describe(rules)
    if json:
        emit_json(found)
    elif found.game._traits.counts_pegs:
        _show_pegs(found)
    else:
        _show_table(found)


def _show_pegs(found: analysis.GameDescription) -> None:
    game, out = found.game, console()
    other = f" ({', '.join(found.aliases)})" if found.aliases else ""
    out.print(f"{game}{other}: {game.words}, {counted(found.objects, 'code')}.")
    replies = [*found.replies, str(game.win)] if found.replies is not None else []
    listed = f": {_some(replies)}" if replies else ""
    number = counted(found.most_outcomes, "different reply", "different replies")
    if found.replies is None:
        number = f"at most {number}"
    elif found.most_outcomes < len(replies):
        number = f"at most {found.most_outcomes} of {len(replies)} replies"
    out.print(f"A guess has {number}{listed}.")
    if found.first_guesses is not None:
        guesses = _some([games.CANONICAL.format(game, guess) for guess in found.first_guesses])
        count = counted(len(found.first_guesses), "first guess", "first guesses")
        out.print(f"Up to symmetry, there {'is' if len(found.first_guesses) == 1 else 'are'} {count}: {guesses}.")
    out.print(
        f"Every strategy needs at least {found.least_average:,.3f} guesses on average, and "
        f"{counted(found.least_longest_game, 'guess', 'guesses')} in the worst case (proved)."
    )
    for entry in found.trees:
        out.print(
            f"Best tree for {entry.goal} ({entry.status}): {games.said('total', f'{entry.total:,} guesses')}, "
            f"{games.said('average', f'{entry.average:.4f}')}, {games.said('longest_game', entry.longest_game)}: "
            f"codepegs tree show {entry.name}"
        )
    out.print(f"Strategies: {', '.join(found.strategies)}.")


def _some(names: Sequence[str]) -> str:
    """The first of some names, and how many there are besides."""
    return ", ".join(names[:MOST_PRINTED]) + (f" and {len(names) - MOST_PRINTED:,} more" * (len(names) > MOST_PRINTED))


def _show_table(found: analysis.GameDescription) -> None:
    game, out = found.game, console()

    def names(codes: list[games.Code]) -> str:
        return _some([games.CANONICAL.spell(game, code) for code in codes])

    what = "class" if found.until == "class" and not game._ends_by_form else game._traits.secret_noun
    tests = game._traits.guess_nouns
    out.print(f"{game}: {game.words}.")
    replies = found.replies or []
    shown = ", ".join(replies[:MOST_PRINTED]) + ("…" if len(replies) > MOST_PRINTED else "")
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
    for group in found.alike[:MOST_PRINTED]:
        out.print(f"No {tests[0]} distinguishes these: {names(group)}.")
    if len(found.alike) > MOST_PRINTED:
        out.print(f"{counted(len(found.alike) - MOST_PRINTED, 'more such group')}.")
    if found.useless:
        out.print(f"The same outcome for all: {names(found.useless)}.")
