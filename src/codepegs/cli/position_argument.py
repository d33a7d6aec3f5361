"""A position given on the command line: how its codes are read, and the command to go on from a later one."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from codepegs.cli.common import make_notation

if TYPE_CHECKING:
    from codepegs.game import Notation, Position


_NO_COLOR = re.compile(r" has '(.)', which is no colour of ")


@contextmanager
def telling_how_codes_are_read(symbols: str | None, base: int | None) -> Iterator[None]:
    """Add to a complaint about a code, where neither option is given, the one that may have been meant."""
    from codepegs.errors import BadInput

    try:
        yield
    except BadInput as error:
        wrong = _NO_COLOR.search(str(error))
        if wrong is None or symbols is not None or base is not None:
            raise
        hint = ""
        if wrong[1] == "0":
            hint = "; where colours are counted from 0, add --base 0"
        elif wrong[1].isalpha():
            hint = "; where letters stand for them, add --symbols with one for each, RGBYOP for instance"
        raise type(error)(f"{error}{hint}") from None


@dataclass(frozen=True)
class Given:
    """A position as a person gave it, and how its codes are spelled to that person."""

    position: Position
    notation: Notation
    name: str
    """The rules as they were written, `bc` for instance."""
    options: tuple[str, ...] = ()
    """What must stand behind a command so that it spells codes in the same way."""

    @classmethod
    def read(
        cls, words: Sequence[str], symbols: str | None = None, base: int | None = None, *, noisy: bool = False
    ) -> Given:
        """Read a position by the notation that is asked for; canonical codes are taken too where symbols are given.

        Where replies may be false (`noisy`) they need not be possible for their guesses.

        >>> str(Given.read(["p4c6", "RRGG:1b0w"], symbols="RGBYOP").position)
        'p4c6 1122:1b0w'
        """
        from codepegs.errors import BadInput
        from codepegs.game import CANONICAL, Game, Position

        text = " ".join(words)
        name = text.split()[0] if text.split() else ""
        game = Game.parse(name) if name and ":" not in name else None
        notation = make_notation(name, symbols, base, game)
        try:
            with telling_how_codes_are_read(symbols, base):
                position = Position.parse(text, notation, noisy=noisy)
        except BadInput as error:
            if symbols is None:
                raise
            try:
                position = Position.parse(text, CANONICAL, noisy=noisy)
            except BadInput:
                raise error from None
        options = ("--symbols", symbols) if symbols is not None else () if base is None else ("--base", str(base))
        return cls(position, notation, name, options)

    def to_go_on(self, command: str, position: Position, **options: str | int | None) -> str:
        """The command line that takes the game up again at a position; options that are None are left out.

        >>> given = Given.read(["bc"])
        >>> given.to_go_on("play", given.position, seed=4)
        'To go on: codepegs play bc --seed 4'
        """
        return f"To go on: {self.command_line(command, position, **options)}"

    def command_line(self, command: str, position: Position, **options: str | int | None) -> str:
        """The command line for a command at a position; options that are None are left out."""
        from codepegs.game import format_turn

        turns = [format_turn(position.game, turn, self.notation) for turn in position.turns]
        words = ["codepegs", command, " ".join([self.name, *turns]), *self.options]
        for name, value in options.items():
            if value is not None:
                words += [f"--{name}", str(value)]
        return shlex.join(words)
