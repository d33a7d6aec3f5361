"""`codepegs bot`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from codepegs.cli.common import (
    GAME_FILE,
    BaseOption,
    SeedOption,
    StrategyOption,
    SymbolsOption,
    WorkersOption,
    argument,
    emit,
    working_budget,
)
from codepegs.cli.position_argument import AssumedNoiseOption, Given

if TYPE_CHECKING:
    from codepegs.rng import Seed
    from codepegs.strategies import Budget, Player


def bot(
    rules: Annotated[
        list[str],
        argument(
            "RULES|POSITION",
            f"the game, e.g. p4c6, or a position to continue from; or your own list of codes: {GAME_FILE}",
        ),
    ],
    strategy: StrategyOption = "auto",
    noise: AssumedNoiseOption = None,
    symbols: SymbolsOption = None,
    base: BaseOption = None,
    seed: SeedOption = None,
    workers: WorkersOption = None,
) -> None:
    """Guess for another program: a guess on each line of standard output, its reply on each line of standard input.

    Examples:
        codepegs bot p4c6
        codepegs bot bc --base 0 --strategy entropy

    A reply can be written in any of the usual notations: 1b2w, 1A2B, 1 2, 12 and so on. Nothing else is written to
    standard output. The program ends with exit code 0 when a reply is the win, or when standard input ends; with 1, and
    a sentence on standard error, when no code fits a reply or all of them, or the strategy gives up; and with 2 when a
    line is not a reply. Empty lines are skipped.
    """
    from codepegs.cli.position_argument import read_assumed
    from codepegs.rng import Seed
    from codepegs.strategies import Player

    player = Player.parse(strategy).with_noise(read_assumed(noise))
    given = Given.read(rules, symbols, base, noisy=player.noise.doubts)
    player.check(given.position.game)
    with working_budget(workers, quiet=True) as budget:
        _guess(given, player, Seed.of(seed), budget)


def _guess(given: Given, player: Player, seed: Seed, budget: Budget) -> None:
    """Write guesses and read replies until the game ends."""
    from codepegs.cli.prompt import next_line
    from codepegs.errors import BadInput
    from codepegs.match import begin, verified_move
    from codepegs.strategies import Declaration, Stop

    position = given.position
    game, noisy = position.game, player.noise.doubts
    codebreaker = begin(player, game, seed, position.turns)
    line = 0
    while not (position.solved and player.noise.trusts):
        move, _ = verified_move(codebreaker, player, budget)
        if isinstance(move, Stop):
            print(f"codepegs: no guess: {move.reason}", file=sys.stderr)
            raise typer.Exit(1)
        emit(f"{given.notation.format(game, move.code)}\n")
        if isinstance(move, Declaration) and game.until != "named":
            return
        text: str | None = ""
        while text == "":
            text = next_line()
            line += 1
        if text is None or text.lower() in ("quit", "exit"):
            return
        try:
            position = position.after(move.code, text, noisy=noisy)
            if noisy and position.solved:
                return
            if not position.solved:
                codebreaker.learn(position.turns[-1])
        except BadInput as error:
            raise error.within(f"line {line}", line=line) from None
