"""A position given on the command line, its notation, and the command line to continue from a later position."""

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


_NO_COLOR = re.compile(r"'(.)' in .* is not a colour of ")


@contextmanager
def hinting_at_notation(symbols: str | None, base: int | None, prefix: str = "--") -> Iterator[None]:
    """Append a hint at --base or --symbols to errors about colours, if neither option is given."""
    from codepegs.errors import BadInput

    try:
        yield
    except BadInput as error:
        wrong = _NO_COLOR.search(str(error))
        if wrong is None or symbols is not None or base is not None:
            raise
        hint = ""
        if wrong[1] == "0":
            hint = f"; if the first colour is 0, add {prefix}base 0"
        elif wrong[1].isalpha():
            hint = f"; if letters stand for colours, add e.g. {prefix}symbols RGBYOP"
        raise type(error)(f"{error}{hint}") from None


@dataclass(frozen=True)
class Given:
    """A position from the command line and the notation its codes are shown in."""

    position: Position
    notation: Notation
    name: str
    """The rules as typed, e.g. `bc`."""
    options: tuple[str, ...] = ()
    """The options that select the same notation in another command."""

    @classmethod
    def read(
        cls,
        words: Sequence[str],
        symbols: str | None = None,
        base: int | None = None,
        *,
        noisy: bool = False,
        prefix: str = "--",
    ) -> Given:
        """Read a position in the requested notation; with symbols, canonical codes are also accepted.

        With `noisy`, replies need not be possible for their guesses. `prefix` begins the names of the two options.

        >>> str(Given.read(["p4c6", "RRGG:1b0w"], symbols="RGBYOP").position)
        'p4c6 1122:1b0w'
        """
        from codepegs.errors import BadInput
        from codepegs.game import CANONICAL, Game, Position, is_game_file

        text = " ".join(words)
        name = text.split()[0] if text.split() else ""
        game = Game.parse(name) if name and (":" not in name or is_game_file(name)) else None
        notation = make_notation(name, symbols, base, game, prefix)
        try:
            with hinting_at_notation(symbols, base, prefix):
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

    def to_go_on(self, command: str, position: Position, **options: str | int | bool | None) -> str:
        """Return the line with the command that continues the game at a position; options that are None are omitted.

        >>> given = Given.read(["bc"])
        >>> given.to_go_on("play", given.position, seed=4)
        'To continue: codepegs play bc --seed 4'
        """
        return f"To continue: {self.command_line(command, position, **options)}"

    def command_line(self, command: str, position: Position, **options: str | int | bool | None) -> str:
        """Return the command line for a command at a position; options that are None are omitted, True is a flag."""
        from codepegs.game import format_turn

        turns = [format_turn(position.game, turn, self.notation) for turn in position.turns]
        words = ["codepegs", command, " ".join([self.name, *turns]), *self.options]
        for name, value in options.items():
            if value is not None:
                words += [f"--{name}"] if value is True else [f"--{name}", str(value)]
        return shlex.join(words)
