"""`codepegs suggest`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from codepegs.cli.common import (
    BaseOption,
    JsonOption,
    SeedOption,
    StrategyOption,
    SymbolsOption,
    WorkersOption,
    console,
    emit_json,
    print_table,
    say_what_it_takes,
    working_budget,
)
from codepegs.cli.convert import PositionArgument
from codepegs.cli.noise_options import AssumedNoiseOption, DeclareOption
from codepegs.cli.position_argument import Given

if TYPE_CHECKING:
    from codepegs.game import Notation, Position
    from codepegs.strategies import Codebreaker, Player, Suggestion


def suggest(
    position: PositionArgument,
    strategy: StrategyOption = "auto",
    top: Annotated[int, typer.Option("--top", "-n", metavar="N", min=1, help="number of guesses to show")] = 5,
    noise: AssumedNoiseOption = None,
    declare: DeclareOption = None,
    symbols: SymbolsOption = None,
    base: BaseOption = None,
    seed: SeedOption = None,
    workers: WorkersOption = None,
    json: JsonOption = False,
) -> None:
    """Suggest the next guess: the number of candidates and the best guesses.

    Examples:
        codepegs suggest 'p4c6 1122:1b0w'
        codepegs suggest 'bc 0123:1b1w' --strategy minimax --top 10
        codepegs suggest 'p4c6 1122:1b0w 3344:1b0w 5566:1b1w 1356:0b0w' --noise 0.1

    If the replies contradict each other, the conflicting turns and possible corrections are printed (exit 1). With
    --noise false replies are allowed: the most probable codes and the replies that are probably false are printed. A
    correct guess would have ended the game, so no earlier guess is the secret. If the codemaker does not announce the
    win, give --declare 0.99: then an earlier guess may be the secret, and the strategy names the secret when its
    probability is 0.99.
    """
    from codepegs.cli.noise_options import check_declare, read_assumed
    from codepegs.errors import Contradiction
    from codepegs.strategies import Player

    check_declare(declare)
    player = Player.parse(strategy).with_noise(read_assumed(noise), declare)
    given = Given.read(position, symbols, base, noisy=player.noise.doubts)
    found, notation = given.position, given.notation
    try:
        _suggest(found, notation, player, top, seed, workers, json)
    except Contradiction:
        from codepegs.cli.contradiction import show_contradiction

        show_contradiction(found, notation, json)
        raise typer.Exit(1) from None


def _suggest(
    position: Position, notation: Notation, player: Player, top: int, seed: int | None, workers: int | None, json: bool
) -> None:
    from codepegs.analysis import POSTERIOR_SHOWN, advise_at
    from codepegs.cli.noise_options import print_belief
    from codepegs.game import counted

    def say_it(codebreaker: Codebreaker) -> None:
        say_what_it_takes(position.game, player, workers, codebreaker=codebreaker)

    with working_budget(workers, quiet=json) as budget:
        advice = advise_at(position, player, top, seed=seed, budget=budget, begun=say_it)
    candidates, order, stopped = advice.candidates.count, advice.order, advice.stopped
    if json:
        emit_json(advice.record)
        if stopped is not None and not position.solved:
            raise typer.Exit(1)
        return
    out = console()
    if position.solved and player.noise.trusts:
        out.print("The last guess was the secret: the game is solved.")
        return
    if candidates is not None:
        out.print(f"{counted(candidates, 'code')} {'is' if candidates == 1 else 'are'} possible.")
    if order is not None:
        out.print(order.sentence, markup=False)
    if stopped is not None:
        out.print(f"No guess: {stopped}.", markup=False)
        raise typer.Exit(1)
    if advice.posterior is not None:
        print_belief(position, advice.posterior[:POSTERIOR_SHOWN], advice.report, notation)
    _print_table(position, notation, advice.suggestions)


def _expected(suggestion: Suggestion) -> str:
    """The expected number of guesses from here on, with its uncertainty."""
    return "?" if suggestion.expected is None else str(suggestion.expected)


def _about(count: float | None) -> str:
    """An estimated count, with the digits that a sample supports.

    >>> _about(341769), _about(None)
    ('≈340,000', '')
    """
    return "" if count is None else f"≈{float(f'{count:.2g}'):,.0f}"


def _print_table(position: Position, notation: Notation, suggestions: list[Suggestion]) -> None:
    from rich.table import Table
    from rich.text import Text

    from codepegs.cli.noise_options import chance_text
    from codepegs.cli.render_board import code_text
    from codepegs.game import MOST_PEGS_READ

    out = console()
    counted = [suggestion for suggestion in suggestions if suggestion.worst is not None]
    if counted:
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column("guess", no_wrap=True)
        for heading in ("guesses", "candidate", "worst", "average", "bits", "parts", "P(win)"):
            table.add_column(heading, justify="right")
        for suggestion in counted:
            table.add_row(
                code_text(position.game, suggestion.guess, notation),
                _expected(suggestion),
                {True: "yes", False: "no", None: "?"}[suggestion.is_candidate],
                f"{suggestion.worst:,}" if suggestion.exact else _about(suggestion.worst),
                f"{suggestion.expected_size:,.1f}" if suggestion.exact else _about(suggestion.expected_size),
                f"{suggestion.entropy_bits:.3f}",
                str(suggestion.parts),
                chance_text(suggestion.win_chance or 0),
            )
        print_table(table)
        out.print(
            "worst, average: candidates left; bits: information of the reply; parts: possible replies; P(win): "
            "chance of a win now",
            style="dim",
        )
    elif suggestions and suggestions[0].entropy_bits is not None:
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column("guess", no_wrap=True)
        for heading in ("guesses", "bits", "P(win)"):
            table.add_column(heading, justify="right")
        for suggestion in suggestions:
            table.add_row(
                code_text(position.game, suggestion.guess, notation),
                _expected(suggestion),
                f"{suggestion.entropy_bits:.3f}",
                chance_text(suggestion.win_chance or 0),
            )
        print_table(table)
        out.print("bits: information of the reply; P(win): chance of a win now", style="dim")
    for suggestion in suggestions[:1]:
        best = code_text(position.game, suggestion.guess, notation)
        out.print(Text.assemble("Recommended: ", best, f"  {suggestion.why}"))
        if position.game.pegs > MOST_PEGS_READ:
            out.print(f"In full: {notation.format(position.game, suggestion.guess)}", markup=False, soft_wrap=True)
