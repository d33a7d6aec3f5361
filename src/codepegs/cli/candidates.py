"""`codepegs candidates`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from codepegs.cli.common import (
    BaseOption,
    JsonOption,
    SymbolsOption,
    WorkersOption,
    console,
    emit,
    emit_json,
    flag,
    option,
    working_budget,
)
from codepegs.cli.position_argument import AssumedNoiseOption, Given, PositionArgument, explaining, for_each_position

if TYPE_CHECKING:
    from codepegs.analysis import CandidateList
    from codepegs.strategies import Player

LINES = 10_000
"""Number of codes printed at a time."""


def candidates(
    position: PositionArgument,
    top: Annotated[int | None, option("N", "number of candidates [default: all]", "--top -n", min=1)] = None,
    random: Annotated[int | None, option("N", "a random N of them, in order", min=1)] = None,
    count: Annotated[bool, flag("--count", "print only how many there are")] = False,
    noise: AssumedNoiseOption = None,
    symbols: SymbolsOption = None,
    base: BaseOption = None,
    seed: Annotated[int, option("N", "random seed of --random", min=0)] = 0,
    workers: WorkersOption = None,
    json: JsonOption = False,
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
    from codepegs.cli.position_argument import read_assumed
    from codepegs.errors import BadInput
    from codepegs.strategies import DEFAULT, Player

    if top is not None and random is not None:
        raise BadInput("--top and --random cannot be combined: give one of them")
    player = Player.parse(DEFAULT).with_noise(read_assumed(noise))

    def answer(words: Sequence[str]) -> None:
        given = Given.read(words, symbols, base, noisy=player.noise.doubts, as_given=True)
        with explaining(given, json, is_explained=not player.noise.doubts):
            _list(given, player, 0 if count else top, random, seed, workers, count, json)

    for_each_position(position, json, answer)


def _without_codes(found: CandidateList) -> dict[str, Any]:
    import msgspec

    from codepegs.game import as_json

    answer = msgspec.to_builtins(as_json(found))
    return {key: value for key, value in answer.items() if key not in ("codes", "possible")}


def _list(
    given: Given,
    player: Player,
    most: int | None,
    drawn: int | None,
    seed: int,
    workers: int | None,
    count: bool,
    json: bool,
) -> None:
    from codepegs.analysis import list_candidates
    from codepegs.cli.render_board import count_text
    from codepegs.rng import Seed

    with working_budget(workers, quiet=json) as budget:
        found = list_candidates(
            given.position,
            most,
            draw=None if drawn is None else (drawn, Seed(seed)),
            strategy=player,
            workers=budget.threads,
        )
    if json:
        emit_json(_without_codes(found) if count else found)
        return
    if count:
        exact, size = found.count.count, count_text(None, found.count.estimate, found.count.interval)
        console().print(str(exact) if exact is not None else size or "not known")
        return
    for start in range(0, len(found.codes), LINES):
        codes = found.codes[start : start + LINES]
        emit("".join(f"{given.notation.spell(given.position.game, code)}\n" for code in codes))
    if most is None and drawn is None and found.count.count is None:
        size = count_text(None, found.count.estimate, found.count.interval)
        whole = f"of {size} candidates" if size else "of the candidates, whose number is not known"
        print(f"codepegs: the {len(found.codes):,} codes are a sample {whole}", file=sys.stderr)
