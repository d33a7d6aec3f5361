"""`codepegs solve`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from codepegs.cli.common import (
    BaseOption,
    ChunksOption,
    JsonOption,
    RulesArgument,
    SeedOption,
    StrategyOption,
    SymbolsOption,
    WorkersOption,
    console,
    emit_json,
    make_notation,
    say_what_it_takes,
    working_budget,
)
from codepegs.cli.wrong_replies import EndOption, NoiseOption

if TYPE_CHECKING:
    from rich.text import Text

    from codepegs.driver import PlayedGame, PlayedTurn
    from codepegs.game import Game
    from codepegs.texts import Notation


def solve(
    rules: RulesArgument,
    secret: Annotated[
        list[str] | None, typer.Argument(help="the code to break [default: a random one]", show_default=False)
    ] = None,
    strategy: StrategyOption = "auto",
    first: Annotated[
        str | None,
        typer.Option("--first", metavar="CODE", help="the first guess, or random, or best", show_default=False),
    ] = None,
    turns: Annotated[
        int | None, typer.Option("--turns", min=1, help="give up after so many guesses", show_default=False)
    ] = None,
    noise: NoiseOption = None,
    end: EndOption = "secret",
    symbols: SymbolsOption = None,
    base: BaseOption = None,
    seed: SeedOption = None,
    workers: WorkersOption = None,
    chunks: ChunksOption = "auto",
    show: Annotated[
        str | None,
        typer.Option(
            "--show",
            metavar="grid:WxH",
            help="draw codes as pictures, W pegs across and H down, pegs read row by row",
            show_default=False,
        ),
    ] = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="show no turns, only how it ends: faster in games of many pegs")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Watch a strategy break a code.

    codepegs solve p4c6

    codepegs solve p4c10 8 7 6 5 --strategy minimax --first 1111

    codepegs solve bc 0427 --strategy entropy --json

    codepegs solve p4c6 --noise 0.1 --end declare=0.99

    codepegs solve p10000c10000 --strategy binary-search --quiet

    With --noise replies may be false. The game then ends when the guess is the secret, whatever the reply shows, unless
    --end says that the strategy has to declare the secret by itself; what it declares wrongly ends with exit code 1.
    """
    from codepegs.cli.board import seconds_text
    from codepegs.cli.order_note import OrderNote
    from codepegs.cli.picture_board import PictureBoard, WatchedGame, parse_grid
    from codepegs.cli.wrong_replies import declared_text, read_end, read_share, suspects_text
    from codepegs.codebreakers.registry import Player
    from codepegs.driver import play
    from codepegs.errors import BadInput
    from codepegs.game import Game, counted
    from codepegs.results import SolveRecord
    from codepegs.seeds import Seed

    game = Game.parse(rules)
    notation = make_notation(rules, symbols, base, game)
    held = notation.parse(game, " ".join(secret)) if secret else None
    player = Player.parse(strategy)
    if first is not None:
        player = player.with_first(first_text(game, first, notation))
    share, declare = read_share(noise), read_end(end)
    player = player.with_noise(share, declare)
    player.start(game, Seed(0))  # complains about options that do not suit the game
    say_what_it_takes(game, player, workers)
    out = console()
    shown = _Rows(game, notation)
    order = OrderNote(game) if player.noise.trusts and not share else None
    if quiet and show is not None:
        raise BadInput("--quiet shows no turns and --show draws them: give one of the two")
    grid = None if show is None else parse_grid(show, game)
    watched = None if grid is None or json else WatchedGame()

    def on_turn(number: int, turn: PlayedTurn) -> None:
        if order is not None and not turn.ends:
            order.learn(turn.guess, turn.reply, turn.candidates)
        if not json:
            out.print(shown.row(number, turn))
            if order is not None and order.is_new and not turn.ends:
                out.print(f"     {order.sentence}", style="dim", markup=False)

    def play_it() -> PlayedGame:
        with working_budget(workers, chunks, quiet=json or watched is not None) as budget:
            if not json:
                out.print(f"{game}: {game.words}, {counted(game.size, 'code')}; strategy {player}", markup=False)
            return play(
                game,
                held,
                player,
                noise=share,
                declare=declare,
                turns=turns,
                seed=seed,
                budget=budget,
                on_turn=watched.on_turn if watched else None if quiet else on_turn,
                on_start=watched.on_start if watched else None,
            )

    played = play_it() if watched is None or grid is None else watched.run(play_it, PictureBoard(grid, notation))
    if json:
        emit_json(SolveRecord.of(played, noisy=share > 0, quiet=quiet, order=None if order is None else order.first))
    elif played.declared is not None and played.confidence is not None:
        out.print(declared_text(notation, played.position, played.declared, played.confidence, played.correct))
        if not played.correct:
            out.print(f"The secret was {notation.format(game, played.secret or ())}.")
    elif played.solved:
        out.print(f"Solved in {played.guesses} turn{'s' * (played.guesses != 1)} ({seconds_text(played.seconds)}).")
    else:
        told = notation.format(game, played.secret or ())
        out.print(f"{unsolved_text(played.stopped, played.guesses)} The secret was {told}.")
    if not json and share > 0 and played.false_turns is not None:
        out.print(suspects_text(played.false_turns))
    if not json and held is None and seed is None:
        out.print(f"To see the same game again: --seed {played.seed}", style="dim")
    if not played.solved:
        raise typer.Exit(1)


def unsolved_text(reason: str | None, guesses: int) -> str:
    """That the strategy gave up, and why, or that it ran out of turns."""
    from codepegs.game import counted

    turns = counted(guesses, "turn")
    ending = f"gave up after {turns}: {reason}" if reason else f"not solved in {turns}"
    return f"{ending[0].upper()}{ending[1:]}."


def first_text(game: Game, first: str, notation: Notation) -> str:
    """What --first says, as a strategy's option takes it."""
    from codepegs.codebreakers.first import NAMED
    from codepegs.texts import CANONICAL

    if first in NAMED or first in ("random", "best"):
        return first
    return CANONICAL.format(game, notation.parse(game, first)).replace(",", ".")


class _Rows:
    """The rows of a game as it is played."""

    def __init__(self, game: Game, notation: Notation) -> None:
        self.game = game
        self.notation = notation

    def row(self, number: int, turn: PlayedTurn) -> Text:
        """One turn: number, guess, reply, candidates left, time."""
        from rich.text import Text

        from codepegs.cli.board import code_text, count_text, reply_text, seconds_text

        left = "" if turn.ends else count_text(turn.candidates, turn.candidates_estimate)
        reply = reply_text(self.game, turn.reply)
        reply.pad_right(max(0, self.game.pegs + 24 - len(reply)))
        code = code_text(self.game, turn.guess, self.notation)
        return Text.assemble(
            f"{number:>3}  ", code, "  ", reply, f"  {left:>14}  ", (seconds_text(turn.seconds), "dim")
        )
