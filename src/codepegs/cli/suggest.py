"""`codepegs suggest`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from codepegs.cli.common import (
    SEPARATOR,
    BaseOption,
    JsonOption,
    StrategyOption,
    SymbolsOption,
    WorkersOption,
    console,
    emit_json,
    print_estimate,
    print_table,
    working_budget,
)
from codepegs.cli.position_argument import (
    AssumedNoiseOption,
    DeclareOption,
    Given,
    PositionArgument,
    explaining,
    for_each_position,
)

if TYPE_CHECKING:
    from codepegs.analysis import Suggestions
    from codepegs.game import Game, Notation, Position
    from codepegs.strategies import Codebreaker, Player, Suggestion


def suggest(
    position: PositionArgument,
    strategy: StrategyOption = "auto",
    top: Annotated[int, typer.Option("--top", "-n", metavar="N", min=1, help="number of guesses to show")] = 5,
    every: Annotated[
        bool, typer.Option("--all", help="also list the guesses that are as good as these by symmetry")
    ] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="explain the columns")] = False,
    noise: AssumedNoiseOption = None,
    declare: DeclareOption = None,
    symbols: SymbolsOption = None,
    base: BaseOption = None,
    seed: Annotated[
        int,
        typer.Option(
            "--seed", metavar="N", min=0, help="random seed of the strategy; codepegs coach has the same default"
        ),
    ] = 0,
    workers: WorkersOption = None,
    json: JsonOption = False,
) -> None:
    """Suggest the next guess: the number of candidates and the best guesses.

    Examples:
        codepegs suggest 'p4c6 1122:1b0w'
        codepegs suggest 'bc 0123:1b1w' --strategy minimax --top 10
        codepegs suggest 'p4c6 1122:1b0w 3344:1b0w 5566:1b1w 1356:0b0w' --noise 0.1
        codepegs suggest 'p4c6 1122:1b0w / 1122:0b2w'

    The columns: guesses is the expected number of guesses from here on, with the best known play after the guess; worst
    and average are the candidates left after the reply; bits is the expected information of the reply; parts is the
    number of possible replies; P(win) is the probability that the guess is the secret. Of guesses that are equivalent
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
    from codepegs.cli.position_argument import check_declare, read_assumed
    from codepegs.strategies import Player

    check_declare(declare)
    if SEPARATOR in " ".join(position).split():
        from codepegs.cli.boards import check_alone, suggest_on_boards

        check_alone({"--noise": noise is not None, "--declare": declare is not None, "--all": every}, "several boards")
        suggest_on_boards(position, strategy, top, symbols, base, workers, json=json, verbose=verbose)
        return
    player = Player.parse(strategy).with_noise(read_assumed(noise), declare)

    def answer(words: Sequence[str]) -> None:
        given = Given.read(words, symbols, base, noisy=player.noise.doubts, as_given=True)
        with explaining(given, json, is_explained=player.noise.model is None):
            _suggest(given.position, given.notation, player, top, seed, workers, json, every, verbose)

    for_each_position(position, json, answer)


def _suggest(
    position: Position,
    notation: Notation,
    player: Player,
    top: int,
    seed: int,
    workers: int | None,
    json: bool,
    every: bool,
    verbose: bool,
) -> None:
    from codepegs.analysis import POSTERIOR_SHOWN, suggest as ranked
    from codepegs.cli.position_argument import print_belief
    from codepegs.cli.render_board import count_text
    from codepegs.game import counted, is_interval_said
    from codepegs.match import over_words

    def show_candidates(codebreaker: Codebreaker) -> None:
        print_estimate(position.game, player, workers, codebreaker=codebreaker)

    with working_budget(workers, quiet=json) as budget:
        advice = ranked(position, player, top=top, seed=seed, workers=budget.threads, on_start=show_candidates)
    if every and advice:
        advice = advice.with_equivalents()
    candidates, order, stopped = advice.candidates.count, advice.open_order, advice.stopped
    is_over = position.solved or over_words(position) is not None
    if json:
        emit_json(advice)
        if stopped is not None and not is_over:
            raise typer.Exit(1)
        return
    out = console()
    if position.solved and player.noise.trusts:
        out.print("The last guess was the secret: the game is solved.")
        return
    estimate = count_text(None, advice.candidates.estimate, advice.candidates.interval)
    if candidates is not None:
        left = counted(candidates, "candidate")
        out.print(f"{left[0].upper()}{left[1:]} left.")
    elif estimate:
        interval = " (95 % interval)" * is_interval_said(advice.candidates.interval)
        out.print(f"{estimate[0].upper()}{estimate[1:]} candidates left{interval}.")
    if order is not None:
        out.print(order.sentence, markup=False)
    if stopped is not None and is_over:
        out.print(f"{stopped[0].upper()}{stopped[1:]}.", markup=False)
        return
    if stopped is not None:
        out.print(f"No guess: {stopped}.", markup=False)
        raise typer.Exit(1)
    if advice.posterior is not None:
        print_belief(position, advice.posterior[:POSTERIOR_SHOWN], advice.report, notation)
    _print_table(position, notation, advice, is_explained=verbose)


def _legend(game: Game, *, is_exact: bool) -> dict[str, str]:
    """What the columns of the table mean, by their names."""
    what = "test" if game.first_guess else "guess"
    unit = "cost" if game.costs is not None else f"number of {what}{'s' if game.first_guess else 'es'}"
    interval = "" if is_exact else ", with a 95 % interval"
    needed = f"expected {unit} from here on, assuming the best known play after the {what}{interval}"
    price = {} if game.costs is None else {"price": "cost of the guess itself"}
    explained = {
        **price,
        "cost" if price else "tests" if game.first_guess else "guesses": needed,
        "candidate": "whether the guess may be the secret",
        "worst, average": "candidates left after the reply",
        "bits": "expected information of the reply",
        "parts": "number of possible replies",
        "P(win)": "probability that the guess is the secret",
    }
    of_secrets = ("candidate", "P(win)") if game.first_guess else ()
    return {name: words for name, words in explained.items() if name not in of_secrets}


def _print_legend(explained: dict[str, str], columns: Sequence[str], shown: Sequence[Suggestion]) -> None:
    """Print what the columns mean."""
    legend = []
    for heading, words in explained.items():
        names = [name for name in heading.split(", ") if name in columns]
        legend += [f"{', '.join(names)}: {words}"] * bool(names)
    if all(found.worst is None and found.expected is None for found in shown):
        legend.append("the ranking also takes the next guess into account")
    console().print("; ".join(legend), style="dim", markup=False)


LEAST_NEEDED = ("parts", "P(win)", "average", "bits", "worst", "candidate")
"""The columns that a narrow terminal does without, in this order."""


def _about(count: float | None) -> str:
    """An estimated count, with the digits that a sample supports.

    >>> _about(341769), _about(None)
    ('≈340,000', '')
    """
    from codepegs.game import rounded_words

    return "" if count is None else f"≈{rounded_words(count, 2)}"


def _print_table(position: Position, notation: Notation, suggestions: Suggestions, *, is_explained: bool) -> None:
    from rich.table import Table
    from rich.text import Text

    from codepegs.cli.render_board import code_rows, code_text, is_narrow, terminal_columns
    from codepegs.game import MOST_PEGS_READ, chance_words

    out = console()
    counted = [found for found in suggestions if found.worst is not None]
    shown = counted or [found for found in suggestions if found.entropy_bits is not None]
    if shown:
        game = position.game
        explained = _legend(game, is_exact=all(found.expected is None or found.expected.exact for found in shown))
        columns = [name for heading in explained for name in heading.split(", ")]
        if not counted:
            columns = [name for name in columns if name in ("guesses", "tests", "cost", "bits", "P(win)")]
        if all(found.expected is None for found in shown):
            columns = [name for name in columns if name not in ("guesses", "tests", "cost")]
        if all(found.win_chance is None for found in shown):
            columns = [name for name in columns if name != "P(win)"]

        def table_of(is_compact: bool) -> Table:
            table, is_compact = Table(box=None, pad_edge=False, header_style="bold"), is_compact or is_narrow()
            table.add_column("test" if game.first_guess else "guess", no_wrap=True)
            for name in columns:
                table.add_column(name, justify="right")
            for found in shown:
                expected = "?" if found.expected is None else str(found.expected)
                cells = {
                    **dict.fromkeys(("guesses", "tests", "cost"), expected),
                    "price": f"{game.cost_of(found.guess):,}",
                    "candidate": {True: "yes", False: "no", None: "?"}[found.is_candidate],
                    "worst": f"{found.worst:,}" if found.exact and found.worst is not None else _about(found.worst),
                    "average": f"{found.expected_size or 0:,.1f}" if found.exact else _about(found.expected_size),
                    "bits": f"{found.entropy_bits:.3f}",
                    "parts": str(found.parts),
                    "P(win)": "?" if found.win_chance is None else chance_words(found.win_chance),
                }
                for code in (found.guess, *(found.equivalents or ())):
                    guess = code_text(position.game, code, notation, is_compact=is_compact)
                    table.add_row(guess, *(cells[name] for name in columns))
            return table

        left_out = print_table(table_of(False), *LEAST_NEEDED, compact=lambda: table_of(True))
        more = suggestions.more_by_symmetry
        if more and suggestions[0].equivalents is None:
            are = "guess is" if more == 1 else "guesses are"
            out.print(f"{more:,} more {are} as good by symmetry: add --all to list them.", style="dim")
        if is_explained:
            _print_legend(explained, [name for name in columns if name not in left_out], shown)
    for found in suggestions[:1]:
        head = "Recommended: "
        columns_left = terminal_columns()
        rows = code_rows(position.game, found.guess, notation, columns_left and columns_left - len(head))
        out.print(Text(head).append(Text("\n" + " " * len(head)).join(rows)))
        if found.why:
            out.print(found.why, markup=False)
        if position.game.pegs > MOST_PEGS_READ:
            out.print(f"In full: {notation.format(position.game, found.guess)}", markup=False, soft_wrap=True)
