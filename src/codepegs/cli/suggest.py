"""`codepegs suggest`."""

from __future__ import annotations

import time
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
    say_what_it_takes,
    working_budget,
)
from codepegs.cli.convert import PositionArgument
from codepegs.cli.given import Given
from codepegs.cli.wrong_replies import AssumedNoiseOption, EndOption

if TYPE_CHECKING:
    from codepegs.advice import Suggestion
    from codepegs.arrangements import OpenOrder
    from codepegs.codebreakers.registry import Player
    from codepegs.game import Code
    from codepegs.texts import Notation, Position

MOST_BITS = 14_000
"""Bits of the largest count that JSON gets: Python writes no number of more than 4,300 digits."""


def suggest(
    position: PositionArgument,
    strategy: StrategyOption = "auto",
    top: Annotated[int, typer.Option("--top", "-n", min=1, help="how many guesses to show")] = 5,
    noise: AssumedNoiseOption = None,
    end: EndOption = "secret",
    symbols: SymbolsOption = None,
    base: BaseOption = None,
    seed: SeedOption = None,
    workers: WorkersOption = None,
    json: JsonOption = False,
) -> None:
    """Advice for a game you are in: the codes left, and the best guesses with the reasons for them.

    codepegs suggest 'p4c6 1122:1b0w'

    codepegs suggest 'bc 0123:1b1w' --strategy minimax --top 10

    codepegs suggest 'p4c6 1122:1b0w 3344:1b0w 5566:1b1w 1356:0b0w' --noise 0.1

    When the replies contradict each other, it says which, and what would put them right (exit 1). With --noise they
    may: it says how probable codes are and which replies are probably false. No guess so far was the secret then,
    unless --end declare=0.99 says that nobody would have told.
    """
    from codepegs.cli.wrong_replies import read_assumed, read_end
    from codepegs.codebreakers.registry import Player
    from codepegs.errors import Contradiction

    player = Player.parse(strategy).with_noise(read_assumed(noise), read_end(end))
    given = Given.read(position, symbols, base, noisy=player.noise.share != 0.0)
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
    from msgspec import UNSET

    from codepegs.arrangements import open_order
    from codepegs.cli.contradiction import is_shown_to_contradict
    from codepegs.cli.wrong_replies import POSTERIOR_SHOWN, print_belief
    from codepegs.codebreakers.door import Believes, Report
    from codepegs.driver import advise_or_stop, begin
    from codepegs.errors import Contradiction
    from codepegs.game import counted
    from codepegs.results import OpenOrderRecord, ProbabilityRecord, SuggestionRecord, SuggestRecord
    from codepegs.seeds import Seed

    drawn = Seed.of(seed)
    player.check(position.game)
    began = time.perf_counter()
    suggestions: list[Suggestion] = []
    stopped: str | None = None
    candidates: int | None
    report = Report()
    order: OpenOrder | None = None
    posterior: list[tuple[Code, float]] | None = None
    if position.solved and player.noise.trusts:
        candidates, stopped = check_win(position), "the game is solved"
    else:
        codebreaker = begin(player, position.game, drawn, position.turns)
        say_what_it_takes(position.game, player, workers, codebreaker=codebreaker)
        with working_budget(workers, quiet=json) as budget:
            suggestions, stopped = advise_or_stop(codebreaker, top, budget)
        if stopped is not None and is_shown_to_contradict(position):
            raise Contradiction(f"no code of {position.game} fits all {len(position.turns)} turns")
        report = codebreaker.report()
        candidates = report.candidates
        if player.noise.trusts:
            order = open_order(position, candidates)
        if isinstance(codebreaker, Believes) and not player.noise.trusts:
            posterior = codebreaker.posterior(max(top, POSTERIOR_SHOWN))
    if json:
        emit_json(
            SuggestRecord(
                position=str(position),
                candidates=None if candidates is not None and candidates.bit_length() > MOST_BITS else candidates,
                suggestions=[SuggestionRecord.of(position.game, suggestion) for suggestion in suggestions],
                strategy=str(player),
                seed=drawn.value,
                seconds=round(time.perf_counter() - began, 6),
                stopped=UNSET if stopped is None else stopped,
                noise=UNSET if report.noise is None else report.noise,
                posterior=UNSET
                if posterior is None
                else [ProbabilityRecord.of(position.game, code, probability) for code, probability in posterior],
                suspect_turns=UNSET if posterior is None else list(report.suspect_turns),
                open_order=UNSET if order is None else OpenOrderRecord.of(len(position.turns), order),
            )
        )
        if stopped is not None and not position.solved:
            raise typer.Exit(1)
        return
    out = console()
    if position.solved and player.noise.trusts:
        out.print("The last guess was the secret: nothing is left to ask.")
        return
    if candidates is not None:
        out.print(f"{counted(candidates, 'code')} {'is' if candidates == 1 else 'are'} possible.")
    if order is not None:
        out.print(order.sentence, markup=False)
    if stopped is not None:
        out.print(f"No guess: {stopped}.", markup=False)
        raise typer.Exit(1)
    if posterior is not None:
        print_belief(position, posterior[:POSTERIOR_SHOWN], report, notation)
    _print_table(position, notation, suggestions)


def _percent_text(share: float) -> str:
    """A share in per cent, to two digits and never in powers of ten above one.

    >>> _percent_text(1), _percent_text(0.125), _percent_text(0.00077)
    ('100 %', '12 %', '0.077 %')
    """
    return f"{100 * share:.0f} %" if share >= 0.1 else f"{100 * share:.2g} %"


def check_win(position: Position) -> int:
    """The one code left after the announced win; raises `Contradiction` when an earlier turn forbids it."""
    from codepegs.errors import Contradiction

    secret = position.turns[-1].guess
    if any(position.game.reply(secret, turn.guess) != turn.reply for turn in position.turns):
        raise Contradiction(f"no code of {position.game} fits all {len(position.turns)} turns")
    return 1


def _print_table(position: Position, notation: Notation, suggestions: list[Suggestion]) -> None:
    from rich.table import Table
    from rich.text import Text

    from codepegs.cli.board import MOST_PEGS_SHOWN, code_text

    out = console()
    counted = [suggestion for suggestion in suggestions if suggestion.worst is not None]
    if counted:
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column("guess", no_wrap=True)
        for heading in ("possible", "worst", "expected", "bits", "parts", "wins now"):
            table.add_column(heading, justify="right")
        for suggestion in counted:
            table.add_row(
                code_text(position.game, suggestion.guess, notation),
                "yes" if suggestion.is_candidate else "no",
                f"{suggestion.worst:,}",
                f"{suggestion.expected_size:,.1f}",
                f"{suggestion.entropy_bits:.3f}",
                str(suggestion.parts),
                _percent_text(suggestion.win_chance or 0),
            )
        out.print(table)
    elif suggestions and suggestions[0].entropy_bits is not None:
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column("guess", no_wrap=True)
        for heading in ("bits", "wins now"):
            table.add_column(heading, justify="right")
        for suggestion in suggestions:
            table.add_row(
                code_text(position.game, suggestion.guess, notation),
                f"{suggestion.entropy_bits:.3f}",
                _percent_text(suggestion.win_chance or 0),
            )
        out.print(table)
    for suggestion in suggestions[:1]:
        out.print(Text.assemble(code_text(position.game, suggestion.guess, notation), f"  {suggestion.why}"))
        if position.game.pegs > MOST_PEGS_SHOWN:
            out.print(f"In full: {notation.format(position.game, suggestion.guess)}", markup=False, soft_wrap=True)
