"""`codepegs candidates`: what is still possible."""

from __future__ import annotations

import sys
from typing import Annotated

from msgspec import to_builtins

from codepegs import analysis, game as games, strategies
from codepegs.cli import options, terminal
from codepegs.cli.options import flag, option
from codepegs.cli.position_argument import Given, for_each_position
from codepegs.cli.terminal import working_budget
from codepegs.errors import BadInput
from codepegs.reasons import count_text
from codepegs.rng import Seed

LINES = 10_000
"""Number of codes printed at a time."""


@options.reads_table("position")
def candidates(
    position: options.Position,
    top: Annotated[int | None, option("N", "number of candidates [default: all]", "--top -n", min=1)] = None,
    random: Annotated[int | None, option("N", "a random N of them, in order", min=1)] = None,
    count: Annotated[bool, flag("--count", "print only how many there are")] = False,
    noise: options.AssumedNoise = None,
    symbols: options.Symbols = None,
    base: options.Base = None,
    seed: Annotated[int, option("N", "random seed of --random", min=0)] = 0,
    workers: options.Workers = None,
    json: options.Json = False,
) -> None:
    """List the codes that can still be the secret, one a line.

    Examples:
        codepegs candidates 'p4c6 1122:1b0w 1344:0b2w'
        codepegs candidates 'bc 0123:1b1w' --random 10
        codepegs candidates wordle.toml CRANE:-y--g --count

    Codes are in ascending order. In games with more than 50 million codes, and with --noise, the candidates that the
    default strategy knows are listed, the most probable first, and their number can be an estimate; standard error
    says if they are a sample. If the replies contradict each other, the conflicting turns and possible corrections are
    printed, and the exit code is 1. With - in place of the position, each line of standard input is a position.
    """
    if top is not None and random is not None:
        raise BadInput.because("not_both", first="--top", second="--random")
    player = strategies.Player.parse(strategies.DEFAULT).with_noise(noise)

    def answer(given: Given) -> None:
        with working_budget(workers, quiet=json, asks=False) as budget:
            found = analysis.list_candidates(
                given.position,
                0 if count else top,
                draw=None if random is None else (random, Seed(seed)),
                strategy=player,
                workers=budget.threads,
            )
        if json and count:
            record = to_builtins(games.as_json(found))
            terminal.emit_json({key: value for key, value in record.items() if key not in ("codes", "possible")})
            return
        if json:
            terminal.emit_json(found)
            return
        if count:
            exact, size = found.count.count, count_text(None, found.count.estimate, found.count.interval)
            terminal.console().print(str(exact) if exact is not None else size or "not known")
            return
        for start in range(0, len(found.codes), LINES):
            codes = found.codes[start : start + LINES]
            print("\n".join(given.notation.spell(given.position.game, code) for code in codes), flush=True)
        if top is None and random is None and found.count.count is None:
            size = count_text(None, found.count.estimate, found.count.interval)
            whole = f"of {size} candidates" if size else "of the candidates, whose number is not known"
            print(f"codepegs: the {len(found.codes):,} codes are a sample {whole}", file=sys.stderr)

    trusts = not player.noise.doubts
    for_each_position(
        position, json, answer, symbols, base, noisy=not trusts, is_explained=trusts, command="candidates"
    )
