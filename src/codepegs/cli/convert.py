"""`codepegs convert`: a position in other notations."""

from __future__ import annotations

from typing import Annotated

from codepegs import files, game as games
from codepegs.cli import options, position_argument as positions
from codepegs.cli.options import BOARD, Output, flag, option, tell_saved, writing
from codepegs.cli.terminal import emit_json
from codepegs.errors import BadInput


def convert(
    position: options.Position,
    symbols: Annotated[str | None, option("RGBYOP", "symbols for the colours in the output")] = None,
    base: Annotated[
        int | None, option("N", "number of the first colour in the output [default: 1]", min=0, max=1)
    ] = None,
    numbers: Annotated[bool, flag("--numbers", "write codes as comma-separated numbers")] = False,
    from_symbols: Annotated[str | None, option("RGBYOP", "symbols for the colours in the input")] = None,
    from_base: Annotated[int | None, option("N", "number of the first colour in the input", min=0, max=1)] = None,
    svg: Annotated[Output | None, writing(BOARD, "draw the board to an SVG file")] = None,
    json: options.Json = False,
) -> None:
    """Convert a position to canonical text, other symbols, numbers or an SVG picture.

    Examples:
        codepegs convert 'bc 0123:1b1w'
        codepegs convert 'p4c6 1122:1b0w' --symbols RGBYOP
        codepegs convert 'p4c6 RRGG:1b0w' --from-symbols RGBYOP
        codepegs convert 'p4c6 1122:1b0w' --svg board.svg

    With - in place of the position, each line of standard input is a position.
    """
    if numbers and symbols is not None:
        raise BadInput.because("not_both", first="--symbols", second="--numbers")
    plain = games.Notation("", 1 if base is None else base)

    def answer(given: positions.Given) -> None:
        found = given.position
        writing = plain if numbers else options.make_notation("", symbols, base, found.game)
        if json:
            from codepegs.schema import PositionAnswer

            emit_json(PositionAnswer(found))
        else:
            print(" ".join([str(found.game), *(games.format_turn(found.game, turn, writing) for turn in found.turns)]))
        if svg is not None:
            files.write_whole(svg.path, games.board_svg(found.game, found.turns, notation=writing) + "\n")
            tell_saved(svg)

    positions.for_each_position(
        position,
        json,
        answer,
        from_symbols,
        from_base,
        is_explained=False,
        prefix="--from-",
        echo=False,
        command="convert",
    )
