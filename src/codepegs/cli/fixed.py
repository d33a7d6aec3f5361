"""`codepegs fixed`: tests or guesses fixed in advance that distinguish all objects."""

from __future__ import annotations

from typing import Annotated

from codepegs import analysis, files, game as games
from codepegs.cli import options
from codepegs.cli.optimal import print_premise, showing
from codepegs.cli.options import TESTS, Output, option, tell_saved, writing
from codepegs.cli.terminal import console, emit_json, seconds_text, span_text
from codepegs.reasons import counted

SECONDS = 60.0
"""Time limit if none is given."""


@options.reads_table("rules")
def fixed(
    rules: Annotated[str, options.argument("TABLE|RULES", "a table, e.g. animals.csv, a list, or a game, e.g. p4c6")],
    limit: Annotated[
        float | None,
        options.limit_option("time limit, after which the best set and a lower bound are printed [default: 60]"),
    ] = None,
    output: Annotated[Output | None, writing(TESTS, "output file for the tests, one a line", "--output -o")] = None,
    seed: Annotated[int, option("N", "random seed of the local search", "--seed", min=0)] = 0,
    json: options.Json = False,
) -> None:
    """Find the fewest tests that distinguish all objects if all are chosen in advance, before the first outcome.

    Examples:
        codepegs fixed animals.csv
        codepegs fixed mushrooms.csv --classes edible
        codepegs fixed p4c6 --limit 600 -o guesses.txt

    In a game of pegs, the replies to these guesses together determine the secret, as in static Mastermind. In a table
    with costs, the set costs as little as possible; with classes, it distinguishes those of different classes. The set
    is proved to be the cheapest, or a lower bound is printed beside it. After Ctrl-C, the best set so far is printed.
    """
    game, notation = games.Game.parse(rules), games.notation_for(rules)
    seconds = SECONDS if limit is None else limit
    what = "guesses" if game._traits.counts_pegs else game._traits.guess_nouns[1]

    def words(waited: float, lower: int, best: int) -> list[str]:
        unit = what if game.costs is None else "cost"
        left = span_text(max(0.0, seconds - waited))
        return [f"searching: best {best:,} {unit}, at least {lower:,}, {left} left"]

    with showing(words, json=json) as line:
        found = analysis.fixed_tests(game, limit=seconds, seed=seed, progress=line)
    names = [notation.spell(game, test) for test in found.tests]
    if output is not None:
        files.write_whole(output.path, "".join(f"{line}\n" for line in (f"# Tests fixed in advance: {game}", *names)))
        tell_saved(output)
    if json:
        emit_json(found)
    else:
        _show(found, names)
    if found.interrupted:
        raise KeyboardInterrupt


def _show(found: analysis.FixedTests, names: list[str]) -> None:
    """Print the tests, and what is proved of them."""
    game, out = found.game, console()
    nouns = game._traits.guess_nouns
    tests = counted(len(names), *nouns)
    cost = "" if game.costs is None else f", at a cost of {found.upper_bound:,},"
    what = {"class": "the class", "known": f"the {game._traits.secret_noun}"}.get(game.until, "the secret")
    if game._ends_by_form:
        what = f"the {game._traits.secret_noun}"
    far = "" if game._traits.counts_pegs or analysis.describe(game).is_told else f", as far as {nouns[1]} tell"
    out.print(f"{game}: {tests}{cost} fixed in advance determine{'s' * (len(names) == 1)} {what}{far}.")
    for name in names:
        out.print(f"  {name}", markup=False)
    work = seconds_text(found.seconds)
    if found.proved:
        out.print(f"Proved in {work}: no {'smaller set does' if game.costs is None else 'set costs less'}.")
    else:
        least = counted(found.lower_bound, *nouns) if game.costs is None else f"a cost of {found.lower_bound:,}"
        out.print(f"Best set found in {work}; every set needs at least {least} (proved).")
    if found.drawn is not None:
        out.print(f"The set is of {found.drawn:,} {nouns[1]} drawn at random (seed {found.seed}).")
    if game.until == "named":
        out.print(f"One more guess names the secret: {counted(len(names) + 1, *nouns)} in all.")
    print_premise(game)
