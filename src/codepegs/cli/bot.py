"""`codepegs bot`: guesses for another program."""

from __future__ import annotations

import sys
from typing import Annotated, Literal

import typer

from codepegs import codes, strategies
from codepegs.cli import options
from codepegs.cli.options import argument, option, with_first
from codepegs.cli.position_argument import Given
from codepegs.cli.prompt import next_line
from codepegs.cli.terminal import working_budget
from codepegs.errors import BadInput
from codepegs.rng import Seed


@options.reads_table("rules")
def bot(
    rules: Annotated[
        list[str],
        argument("RULES|POSITION", options.CONTINUED),
    ],
    strategy: options.Strategy = "auto",
    first: options.First = None,
    noise: options.AssumedNoise = None,
    symbols: options.Symbols = None,
    base: options.Base = None,
    seed: options.Seed = None,
    order: Annotated[
        Literal["black-white", "white-black"],
        option("black-white|white-black", "the order of two numbers without words in a reply"),
    ] = "black-white",
    workers: options.Workers = None,
) -> None:
    """Guess for another program: a guess on each line of standard output, its reply on each line of standard input.

    Examples:
        codepegs bot p4c6
        codepegs bot bc --base 0 --strategy entropy

    A reply can be written in any of the usual notations and in the words of ten languages: 1b2w, 1A2B, 1 2, 12, 1H2B,
    1 strike 2 balls and so on. Nothing else is written to
    standard output. The program ends with exit code 0 when a reply is the win, or when standard input ends; with 1, and
    a sentence on standard error, when no code fits a reply or all of them, or the strategy gives up; and with 2 when a
    line is not a reply. Empty lines are skipped. In a table, guesses are tests, and the last line is what was found.
    """
    player = strategies.Player.parse(strategy).with_noise(noise)
    given = Given.read(rules, symbols, base, noisy=player.noise.doubts)
    position = given.position
    player = with_first(player, position.game, first, given.notation)
    game, noisy = position.game, player.noise.doubts
    codebreaker = strategies.begin(player, game, Seed.of(seed), position.turns)
    line = 0
    with working_budget(workers, quiet=True) as budget:
        while not (position.solved and player.noise.trusts):
            move, _ = strategies.verified_move(codebreaker, player, budget)
            if isinstance(move, strategies.Stop):
                print(f"codepegs: no guess: {move.reason}", file=sys.stderr)
                raise typer.Exit(1)
            print(given.notation.format(game, move.code), flush=True)
            if (known := codes.known_at(position)) is not None:
                print(f"codepegs: {known.words}", file=sys.stderr)
                return
            text: str | None = ""
            while text == "":
                text = next_line()
                line += 1
            if text is None or text.lower() in ("quit", "exit"):
                return
            try:
                position = position.after(move.code, text, noisy=noisy, white_first=order == "white-black")
                if noisy and position.solved:
                    return
                if not position.solved:
                    codebreaker.learn(position.turns[-1])
            except BadInput as error:
                raise error.within(f"line {line}", line=line) from None
