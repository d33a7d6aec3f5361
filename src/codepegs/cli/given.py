"""A position given on the command line: how its codes are read, and the command to go on from a later one."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from codepegs.cli.common import make_notation

if TYPE_CHECKING:
    from codepegs.texts import Notation, Position


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
        from codepegs.game import Game
        from codepegs.texts import CANONICAL, Position

        text = " ".join(words)
        name = text.split()[0] if text.split() else ""
        notation = make_notation(name, symbols, base, Game.parse(name) if name else None)
        try:
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
        from codepegs.texts import format_turn

        turns = [format_turn(position.game, turn, self.notation) for turn in position.turns]
        words = ["codepegs", command, " ".join([self.name, *turns]), *self.options]
        for name, value in options.items():
            if value is not None:
                words += [f"--{name}", str(value)]
        return shlex.join(words)
