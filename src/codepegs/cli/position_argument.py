"""A position given on the command line or in a file, its notation, and the command line to continue from it.

A file has a position as text, what a command printed with --json, or a saved game.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from codepegs import files
from codepegs.cli.common import make_notation, show_contradiction

if TYPE_CHECKING:
    from codepegs.errors import BadInput, ImpossibleReply
    from codepegs.game import Code, Notation, Position, Turn

STANDARD_INPUT = "-"
STANDARD_NAME = "standard input"

_ENDING = re.compile(r"\((?:not )?solved in [\d,]+\)\s*$")
"""The suffix of the position in the text of a played game."""

PositionArgument = Annotated[
    list[str], typer.Argument(metavar="POSITION", help="the rules and the turns, e.g. 'p4c6 1122:1b0w 1344:0b2w'")
]


@contextmanager
def hinting_at_notation(symbols: str | None, base: int | None, prefix: str = "--") -> Iterator[None]:
    """Append a hint at --base or --symbols to errors about colours, if neither option is given."""
    from codepegs.errors import BadInput

    try:
        yield
    except BadInput as error:
        wrong = "" if error.reason is None else str(dict(error.reason.values).get("symbol", ""))
        if len(wrong) != 1 or symbols is not None or base is not None:
            raise
        hint = ""
        if wrong == "0":
            hint = f"; if the first colour is 0, add {prefix}base 0"
        elif wrong.isalpha():
            hint = f"; if letters stand for colours, add e.g. {prefix}symbols RGBYOP"
        raise error.saying(f"{error}{hint}") from None


@dataclass(frozen=True)
class Given:
    """A position from the command line or a file, and the notation its codes are shown in."""

    position: Position
    notation: Notation
    name: str
    """The rules as typed, e.g. `bc`."""
    options: tuple[str, ...] = ()
    """The options that select the same notation in another command."""
    secret: Code | None = None
    """The secret, if a file contains it."""
    seed: int | None = None
    """The seed the game was played with, if a file contains it."""
    impossible: ImpossibleReply | None = None
    """Why no secret gives one of the replies; only if read `as_given`."""

    @classmethod
    def read(
        cls,
        words: Sequence[str],
        symbols: str | None = None,
        base: int | None = None,
        *,
        noisy: bool = False,
        prefix: str = "--",
        names_file: bool = False,
        as_given: bool = False,
        within: str = "",
    ) -> Given:
        """Read a position from its text, or from the file that the only word names (`-` is standard input).

        With symbols, canonical codes are also accepted. With `noisy`, replies need not be possible for their guesses.
        `prefix` begins the names of the two options. With `names_file`, a single word that is not
        a position names a file. A position with a reply that no secret gives to its guess raises an `ImpossibleReply`,
        or is returned `as_given` with it. Names of colours are those `within` a longer text.

        >>> str(Given.read(["p4c6", "RRGG:1b0w"], symbols="RGBYOP").position)
        'p4c6 1122:1b0w'
        """
        from codepegs.game import is_rules, split_rules, without_notes

        found = _contents(words, names_file)
        name, text = found or ("", " ".join(words))
        if found is not None and text.lstrip().startswith("{"):
            return _from_json(text, name, symbols, base)
        if found is not None and "#" not in (symbols or ""):
            text = without_notes(text)
        if found is not None and name != STANDARD_NAME and has_several(text.splitlines()):
            raise _several(name)
        if found is not None and not (isinstance(found, Line) or is_rules(split_rules(text)[0])):
            raise _no_game(name)
        text = text if found is None else _ENDING.sub("", text)
        given = cls._parse(text, symbols, base, noisy, prefix, within or text)
        if given.impossible is not None and not as_given:
            raise given.impossible
        return given

    @classmethod
    def _parse(cls, text: str, symbols: str | None, base: int | None, noisy: bool, prefix: str, within: str) -> Given:
        from codepegs.errors import BadInput, ImpossibleReply
        from codepegs.game import CANONICAL, Game, Position, TwoMeanings, is_game_file, plain, split_rules

        name, _ = split_rules(text)
        game = Game.parse(name) if name and (":" not in name or is_game_file(name)) else None
        notation = make_notation(name, symbols, base, game, prefix)
        if game is not None:
            notation = notation.as_typed(game, plain(within))

        def parse(notation: Notation) -> tuple[Position, ImpossibleReply | None]:
            try:
                return Position.parse(text, notation, noisy=noisy, game=game), None
            except ImpossibleReply as error:
                if error.position is None:
                    raise
                return error.position, error

        try:
            with hinting_at_notation(symbols, base, prefix):
                position, impossible = parse(notation)
        except BadInput as error:
            if symbols is None or isinstance(error, TwoMeanings):
                raise
            try:
                position, impossible = parse(CANONICAL)
            except BadInput:
                raise error from None
        options = ("--symbols", symbols) if symbols is not None else () if base is None else ("--base", str(base))
        return cls(position, notation, name, options, impossible=impossible)._with(notation)

    def as_typed(self, text: str, turns: Sequence[Turn] = ()) -> Given:
        """The same, in the notation of a text that was typed after these turns.

        >>> given = Given.read(["p4c6", "red,blue,red,blue:1b0w"]).as_typed("red,orange,red,red")
        >>> given.notation.symbols[5], given.command_line("coach", given.position)
        ('orange', "codepegs coach 'p4c6 1212:1b0w' --symbols red,blue,green,yellow,white,orange")
        """
        from codepegs.game import plain

        used = (color for turn in turns for color in turn.guess)
        return self._with(self.notation.as_typed(self.position.game, plain(text), used))

    def _with(self, notation: Notation) -> Given:
        names = ("--symbols", ",".join(notation.symbols)) if notation.names else self.options
        return replace(self, notation=notation, options=names)

    def to_go_on(self, command: str, position: Position, **options: str | int | bool | None) -> str:
        """Return the line with the command that continues the game at a position; options that are None are omitted.

        >>> given = Given.read(["bc"])
        >>> given.to_go_on("play", given.position, seed=4)
        'To continue: codepegs play bc --seed 4'
        """
        return f"To continue: {self.command_line(command, position, **options)}"

    def command_line(self, command: str, position: Position, **options: str | int | bool | None) -> str:
        """Return the command line for a command at a position; options that are None are omitted, True is a flag."""
        from codepegs.game import CANONICAL, format_turn

        # names are long in a command; with --symbols, canonical codes are read, too
        written = CANONICAL if self.notation.names else self.notation
        turns = [format_turn(position.game, turn, written) for turn in position.turns]
        words = ["codepegs", command, " ".join([self.name, *turns]), *self.options]
        for name, value in options.items():
            if value is not None:
                words += [f"--{name}"] if value is True else [f"--{name}", str(value)]
        return shlex.join(words)


@contextmanager
def explaining(given: Given, json: bool = False, *, is_explained: bool = True) -> Iterator[None]:
    """Explain the contradiction that ends a command at a position: of its turns, or of a reply and its own guess."""
    from codepegs.errors import Contradiction

    try:
        if given.impossible is not None:
            raise given.impossible
        yield
    except Contradiction:
        if not is_explained:  # some replies may be false, which the explanation does not consider
            raise
        show_contradiction(given.position, given.notation, json)
        raise typer.Exit(1) from None


class Contents(NamedTuple):
    """What was read already, in place of the words of a position."""

    name: str
    text: str


class Line(Contents):
    """One line of several, which does not name a file."""


def _contents(words: Sequence[str], names_file: bool) -> Contents | None:
    """The name and the text of the file that the words name; None if they are a position."""
    from codepegs.game import is_game_file, is_rules

    if isinstance(words, Contents):
        return words
    if len(words) != 1:
        return None
    (word,) = words
    if word == STANDARD_INPUT:
        return Contents(STANDARD_NAME, files.read_standard_input())
    if len(word.split()) > 1 or is_game_file(word) or is_rules(word):
        return None
    if files.exists(word):
        return Contents(word, files.read_text(word))
    if ":" not in word and (names_file or Path(word).suffix):
        from codepegs.errors import BadInput, Unavailable

        example = "give a file or a position, e.g. 'p4c6 1122:1b0w 1344:0b2w'"
        if not word:
            raise BadInput(f"the position is empty: {example}")
        raise Unavailable(f"file not found: {files.shown(word)}; {example}")
    return None


def _no_game(name: str) -> BadInput:
    from codepegs.errors import BadInput

    return BadInput(
        f"{name} does not contain a game: expected a position, the output of solve --json, or a file from solve --save"
    )


def has_several(lines: Sequence[str]) -> bool:
    """Whether lines are positions, one each; one position may have several lines, of which only the first has rules."""
    from codepegs.game import is_rules, split_rules

    return any(line.lstrip().startswith("{") or is_rules(split_rules(line)[0]) for line in lines[1:])


def _several(name: str) -> BadInput:
    from codepegs.errors import BadInput

    file = shlex.quote(name)
    return BadInput(f"{name} contains several positions: for an answer to each, codepegs suggest - < {file}")


def _from_json(text: str, name: str, symbols: str | None, base: int | None) -> Given:
    import msgspec

    from codepegs.errors import BadInput
    from codepegs.match import saved_game

    if saved_game.MARK in text[: 2 * len(saved_game.MARK)]:
        return _replayed(saved_game.parse(text, name), symbols, base)
    try:
        record: Any = msgspec.json.decode(text)
    except msgspec.DecodeError:
        lines = [line for line in text.splitlines() if line.strip()]
        several = name != STANDARD_NAME and len(lines) > 1 and all(line.startswith("{") for line in lines)
        raise (_several if several else _no_game)(name) from None
    if not isinstance(record, dict):
        raise _no_game(name)
    if isinstance(record.get("position"), str):
        words = record["position"].split()
    elif isinstance(record.get("secrets"), list):
        raise BadInput(f"{name} contains a game on several boards, which the coach does not support")
    elif isinstance(record.get("rules"), str) and isinstance(record.get("turns"), list):
        if record.get("false_turns"):
            raise BadInput(f"{name} contains false replies, which the coach does not support")
        turns = [turn if isinstance(turn, dict) else {} for turn in record["turns"]]
        words = [record["rules"], *(f"{turn.get('guess')}:{turn.get('reply')}" for turn in turns)]
    elif isinstance(record.get("rules"), str) and "guesses" in record:
        raise BadInput(f"{name} contains no turns: it was written with --quiet; run solve again without it")
    else:
        raise _no_game(name)
    secret = record.get("secret")
    found = _canonical(words, secret if isinstance(secret, str) else None, symbols, base)
    seed = record.get("seed")
    return replace(found, seed=seed) if isinstance(seed, int) and seed >= 0 else found


def _canonical(words: Sequence[str], secret: str | None, symbols: str | None, base: int | None) -> Given:
    """Read a game whose codes are canonical, to be shown in the requested notation."""
    from codepegs.game import CANONICAL

    given = Given.read(words)
    if symbols is not None or base is not None:
        shown = Given.read([str(given.position.game)], symbols, base)
        given = replace(shown, position=given.position)
    return replace(given, secret=None if secret is None else CANONICAL.parse(given.position.game, secret))


def _replayed(saved: Any, symbols: str | None, base: int | None) -> Given:
    """Replay a saved game up to its last saved turn."""
    from codepegs.analysis.coach import check_size
    from codepegs.errors import BadInput
    from codepegs.game import CANONICAL
    from codepegs.match import play

    if saved.noise:
        raise BadInput("the saved game may contain false replies, which the coach does not support")
    check_size(saved.game, saved.turns)
    played = play(
        saved.game, saved.code, saved.strategy, declare=saved.declare, seed=saved.seed, turns=max(1, saved.turns)
    )
    if " ".join(str(turn.reply) for turn in played.turns) != saved.replies:
        raise BadInput("the saved game cannot be replayed with this version: use the version that saved it")
    found = _canonical(str(played.position).split(), CANONICAL.format(saved.game, saved.code), symbols, base)
    return replace(found, seed=played.seed)
