"""`codepegs suggest`: advice about a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from codepegs import analysis, game as games, strategies
from codepegs.cli import options, terminal
from codepegs.cli.options import flag, option
from codepegs.cli.position_argument import Given, for_each_position
from codepegs.cli.terminal import print_estimate, working_budget
from codepegs.game import FIGURES, OF_PARTS, heading_of, kinds_of_columns
from codepegs.reasons import chance_words, rounded_words

if TYPE_CHECKING:
    from rich.table import Table


@options.reads_table("position")
def suggest(
    position: options.Position,
    strategy: options.Strategy = "auto",
    top: Annotated[int, option("N", "number of guesses to show", "--top -n", min=1)] = 5,
    every: Annotated[bool, flag("--all", "also list the guesses that are as good as these by symmetry")] = False,
    verbose: Annotated[bool, flag("--verbose -v", "explain the columns")] = False,
    noise: options.AssumedNoise = None,
    declare: options.Declare = None,
    symbols: options.Symbols = None,
    base: options.Base = None,
    seed: Annotated[
        int, option("N", "random seed of the strategy; codepegs coach has the same default", "--seed", min=0)
    ] = 0,
    workers: options.Workers = None,
    json: options.Json = False,
) -> None:
    """Suggest the next guess: the number of candidates and the best guesses.

    Examples:
        codepegs suggest 'p4c6 1122:1b0w'
        codepegs suggest 'bc 0123:1b1w' --strategy minimax --top 10
        codepegs suggest 'p4c6 1122:1b0w 3344:1b0w 5566:1b1w 1356:0b0w' --noise 0.1
        codepegs suggest 'p4c6 1122:1b0w / 1122:0b2w'

    The columns: expected guesses is the expected number of guesses from here on, with the best known play after the
    guess; worst part is the largest number of candidates that a reply can leave, expected size the expected number;
    bits is the expected information of the reply; parts is the number of possible replies; win chance is the
    probability that the guess is the secret. Figures are proved, counted or estimated, as the line above the table
    says. Of guesses that are equivalent
    by symmetry one is listed, or with --all each.

    If the replies contradict each other, the conflicting turns and possible corrections are printed, and the exit code
    is 1. With --noise, false replies are allowed: the most probable codes and the replies that are probably false are
    printed. A correct guess is assumed to end the game, so that no earlier guess can be the secret. With --declare
    0.99, it does not: an earlier guess can be the secret, and the strategy declares the secret once its probability
    reaches 0.99.

    With - in place of the position, each line of standard input is a position.

    In games with several secrets at once, give the rules and then the turns on each board, separated by /. The guesses
    suggested are the best for all boards together; contradictory replies are then reported without corrections.
    """
    from codepegs.cli.terminal import left_sentence
    from codepegs.codes import known_at

    if options.SEPARATOR in " ".join(position).split():
        options.check_alone({"--noise": noise, "--declare": declare, "--all": every}, "several boards")
        from codepegs.cli.boards import suggest_on_boards

        suggest_on_boards(position, strategy, top, symbols, base, workers, json=json, verbose=verbose)
        return
    player = strategies.Player.parse(strategy).with_noise(noise, declare)

    def answer(given: Given) -> None:
        def show_candidates(codebreaker: strategies.Codebreaker) -> None:
            print_estimate(given.position.game, player, workers, codebreaker=codebreaker)

        with working_budget(workers, quiet=json, asks=False) as budget:
            advice = analysis.suggest(
                given.position, player, top=top, seed=seed, workers=budget.threads, on_start=show_candidates
            )
        if every and advice:
            advice = advice.with_equivalents()
        candidates, order, stopped = advice.candidates.count, advice.open_order, advice.stopped
        is_over = given.position.solved or known_at(given.position) is not None
        if json:
            terminal.emit_json(advice)
            if stopped is not None and not is_over:
                raise typer.Exit(1)
            return
        out = terminal.console()
        if given.position.solved and player.noise.trusts:
            out.print("The last guess was the secret: the game is solved.")
            return
        if left := left_sentence(candidates, advice.candidates.estimate, advice.candidates.interval):
            out.print(left)
        if order is not None:
            out.print(order.sentence, markup=False)
        if stopped is not None and is_over:
            out.print(f"{stopped[0].upper()}{stopped[1:]}.", markup=False)
            return
        if stopped is not None:
            out.print(f"No guess: {stopped}.", markup=False)
            raise typer.Exit(1)
        if advice.posterior is not None:
            _print_belief(given.position, advice.posterior[: analysis.POSTERIOR_SHOWN], advice.report, given.notation)
        _print_table(given.position, given.notation, advice, is_explained=verbose)

    is_explained = player.noise.model is None
    for_each_position(position, json, answer, symbols, base, noisy=player.noise.doubts, is_explained=is_explained)


def _print_belief(
    position: games.Position,
    posterior: Sequence[tuple[games.Code, float]],
    report: strategies.Report,
    notation: games.Notation,
) -> None:
    """The most probable codes, and the turns whose replies are probably false."""
    from rich.text import Text

    from codepegs.cli.terminal import code_text

    out = terminal.console()
    if position.turns:  # before the first reply all codes are equally probable
        out.print("Most probable secrets:")
        for code, probability in posterior:
            out.print(
                Text.assemble("  ", code_text(position.game, code, notation), f"  {chance_words(probability):>8}")
            )
    for number in report.suspect_turns:
        turn = games.format_turn(position.game, position.turns[number - 1], notation)
        out.print(f"The reply in turn {number} ({turn}) is probably false.", markup=False)


def _columns(game: games.Game, shown: Sequence[strategies.Suggestion], *, are_counted: bool) -> dict[str, str]:
    """The columns of the table, and what they mean."""
    what = "test" if game._first_guess else "guess"
    unit = "cost" if game.costs is not None else f"number of {what}{'s' if game._first_guess else 'es'}"
    heading = _needed(game)
    is_exact = all(found.expected is None or found.expected.exact for found in shown)
    needed = f"expected {unit} from here on, assuming the best known play after the {what}"
    columns = {
        "price": "cost of the guess itself",
        heading: needed if is_exact else f"{needed}, with a 95 % interval",
        "candidate": "whether the guess may be the secret",
        **{heading_of(name): FIGURES[name].meaning for name in OF_PARTS},
    }
    hidden = set() if are_counted else {"price", "candidate", "worst part", "expected size", "parts"}
    if game.costs is None:
        hidden.add("price")
    if game._first_guess:
        hidden |= {"candidate", "win chance"}
    if all(found.expected is None for found in shown):
        hidden.add(heading)
    if all(found.win_chance is None for found in shown):
        hidden.add("win chance")
    return {name: meaning for name, meaning in columns.items() if name not in hidden}


def _needed(game: games.Game) -> str:
    """The heading of the expected guesses, or of what they are or cost in a game."""
    return heading_of(
        "expected_guesses", "cost" if game.costs is not None else "tests" if game._first_guess else "guesses"
    )


LEAST_NEEDED = ("parts", "win chance", "expected size", "bits", "worst part", "candidate")
"""The columns that a narrow terminal does without, in this order."""


def _about(count: float | None) -> str:
    """An estimated count, with the digits that a sample supports."""
    return "" if count is None else f"≈{rounded_words(count, 2)}"


def _print_table(
    position: games.Position, notation: games.Notation, suggestions: analysis.Suggestions, *, is_explained: bool
) -> None:
    from codepegs.cli.terminal import code_text, headed, is_narrow

    out = terminal.console()
    counted = [found for found in suggestions if found.worst_part is not None]
    shown = counted or [found for found in suggestions if found.bits is not None]
    if shown:
        game = position.game
        columns = _columns(game, shown, are_counted=bool(counted))
        figures = {_needed(game): "expected_guesses", **{heading_of(name): name for name in OF_PARTS}}

        def table_of(is_compact: bool) -> Table:
            table = terminal.new_table("test!" if game._first_guess else "guess!", *(f">{name}" for name in columns))
            is_compact = is_compact or is_narrow()
            for found in shown:
                expected = "?" if found.expected is None else str(found.expected)
                cells = {
                    _needed(game): expected,
                    "price": f"{game._cost_of(found.guess):,}",
                    "candidate": {True: "yes", False: "no", None: "?"}[found.is_candidate],
                    "worst part": f"{found.worst_part:,}"
                    if found.exact and found.worst_part is not None
                    else _about(found.worst_part),
                    "expected size": f"{found.expected_size or 0:,.1f}" if found.exact else _about(found.expected_size),
                    "bits": f"{found.bits:.3f}",
                    "parts": str(found.parts),
                    "win chance": "?" if found.win_chance is None else chance_words(found.win_chance),
                }
                for code in (found.guess, *(found.equivalents or ())):
                    guess = code_text(position.game, code, notation, is_compact=is_compact)
                    table.add_row(guess, *(cells[name] for name in columns))
            return terminal.fold_headings(table, figures)

        kinds = kinds_of_columns((found.kinds for found in shown), figures)
        left_out = terminal.print_table(table_of(False), *LEAST_NEEDED, compact=lambda: table_of(True), kinds=kinds)
        more = suggestions.more_by_symmetry
        if more and suggestions[0].equivalents is None:
            are = "guess is" if more == 1 else "guesses are"
            out.print(f"{more:,} more {are} as good by symmetry: add --all to list them.", style="dim")
        if is_explained:
            looks_ahead = all(found.worst_part is None and found.expected is None for found in shown)
            terminal.print_legend(
                columns, left_out, *["the ranking also takes the next guess into account"] * looks_ahead
            )
    for found in suggestions[:1]:
        out.print(headed("Recommended: ", position.game, found.guess, notation))
        if found.why:
            terminal.say(found.why)
        if position.game.pegs > games.MOST_PEGS_READ:
            out.print(f"In full: {notation.format(position.game, found.guess)}", markup=False, soft_wrap=True)
