"""`codepegs convert`."""

from __future__ import annotations

from typing import Annotated

import typer

from codepegs.cli.common import JsonOption, emit_json, make_notation
from codepegs.cli.outputs import BOARD, Output, tell_saved, writing
from codepegs.cli.position_argument import Given, PositionArgument


def convert(
    position: PositionArgument,
    symbols: Annotated[
        str | None, typer.Option("--symbols", metavar="RGBYOP", help="symbols for the colours in the output")
    ] = None,
    base: Annotated[
        int | None,
        typer.Option(
            "--base", metavar="0|1", min=0, max=1, help="number of the first colour in the output [default: 1]"
        ),
    ] = None,
    numbers: Annotated[bool, typer.Option("--numbers", help="write codes as comma-separated numbers")] = False,
    from_symbols: Annotated[
        str | None, typer.Option("--from-symbols", metavar="RGBYOP", help="symbols for the colours in the input")
    ] = None,
    from_base: Annotated[
        int | None,
        typer.Option("--from-base", metavar="0|1", min=0, max=1, help="number of the first colour in the input"),
    ] = None,
    svg: Annotated[Output | None, writing(BOARD, "--svg", help="draw the board to an SVG file")] = None,
    json: JsonOption = False,
) -> None:
    """Convert a position to canonical text, other symbols, numbers or an SVG picture.

    Examples:
        codepegs convert 'bc 0123:1b1w'
        codepegs convert 'p4c6 1122:1b0w' --symbols RGBYOP
        codepegs convert 'p4c6 RRGG:1b0w' --from-symbols RGBYOP
        codepegs convert 'p4c6 1122:1b0w' --svg board.svg
    """
    from codepegs import files
    from codepegs.errors import BadInput
    from codepegs.game import Notation, board_svg, format_turn

    found = Given.read(position, from_symbols, from_base, prefix="--from-").position
    if numbers and symbols is not None:
        raise BadInput("--symbols and --numbers cannot be combined: give one of them")
    plain = Notation("", 1 if base is None else base)
    writing = plain if numbers else make_notation("", symbols, base, found.game)
    if json:
        from codepegs.schema import PositionAnswer

        emit_json(PositionAnswer.of(found))
    else:
        print(" ".join([str(found.game), *(format_turn(found.game, turn, writing) for turn in found.turns)]))
    if svg is not None:
        files.write_whole(svg.path, board_svg(found.game, found.turns, notation=writing) + "\n")
        tell_saved(svg)
