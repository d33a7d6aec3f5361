"""Positions given on the command line or in files, their notation, and what is assumed about their replies.

A file has a position as text, what a command printed with --json, or a saved game.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import typer
from msgspec.structs import replace

from codepegs import analysis, codes, files, game as games
from codepegs.cli import options
from codepegs.cli.terminal import console, emit_json
from codepegs.errors import BadInput, CodepegsError, Contradiction, ImpossibleReply, Unavailable
from codepegs.reasons import chance_words, counted

STANDARD_INPUT = "-"
STANDARD_NAME = "standard input"

_ENDING = re.compile(r"\((?:not )?solved in [\d,]+\)\s*$")
"""The suffix of the position in the text of a played game."""


@contextmanager
def hinting_at_notation(symbols: str | None, base: int | None, prefix: str = "--") -> Iterator[None]:
    """Append a hint at --base or --symbols to errors about colours, if neither option is given."""
    try:
        yield
    except BadInput as error:
        wrong = ""
        if error.reason is not None and error.reason.kind == "no_such_color":
            wrong = str(dict(error.reason.values)["symbol"])
        if len(wrong) != 1 or symbols is not None or base is not None:
            raise
        hint = ""
        if wrong == "0":
            hint = f"; if the first colour is 0, add {prefix}base 0"
        elif wrong.isalpha():
            hint = f"; if letters stand for colours, add e.g. {prefix}symbols RGBYOP"
        raise error.saying(f"{error}{hint}") from None


class Given(msgspec.Struct, frozen=True):
    """A position from the command line or a file, and the notation its codes are shown in."""

    position: games.Position
    notation: games.Notation
    name: str
    """The rules as typed, e.g. `bc`."""
    options: tuple[str, ...] = ()
    """The options that select the same notation in another command."""
    secret: games.Code | None = None
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
        command: str = "suggest",
    ) -> Given:
        """Read a position from its text, or from the file that the only word names (`-` is standard input)."""
        # With symbols, canonical codes are also accepted. With `noisy`, replies need not be possible for their guesses.
        # `prefix` begins the names of the two options. With `names_file`, a single word that is not a position names a
        # file. A position with a reply that no secret gives to its guess raises an `ImpossibleReply`, or is returned
        # `as_given` with it. Names of colours are those `within` a longer text. `command` answers each of several.

        found = _contents(words, names_file)
        name, text = found or ("", " ".join(words))
        if found is not None and text.lstrip().startswith("{"):
            return _from_json(text, name, symbols, base, command)
        if found is not None and "#" not in (symbols or ""):
            text = games.without_notes(text)
        if found is not None and name != STANDARD_NAME and has_several(text.splitlines()):
            raise BadInput.because("several_positions", name=name, file=shlex.quote(name), command=command)
        if found is not None and not (isinstance(found, Line) or games.is_rules(games.split_rules(text)[0])):
            hint = {"hint": "or_word_list"} if name.endswith(".txt") else {}
            raise BadInput.because("no_game_in_file", file=name, **hint)
        text = text if found is None else _ENDING.sub("", text)
        given = cls._parse(text, symbols, base, noisy, prefix, within or text)
        if given.impossible is not None and not as_given:
            raise given.impossible
        return given

    @classmethod
    def _parse(cls, text: str, symbols: str | None, base: int | None, noisy: bool, prefix: str, within: str) -> Given:
        name, _ = games.split_rules(text)
        game = games.Game.parse(name) if name and (":" not in name or games.is_game_file(name)) else None
        notation = options.make_notation(name, symbols, base, game, prefix)
        if game is not None:
            notation = notation.as_typed(game, games.plain(within))

        def parse(notation: games.Notation) -> tuple[games.Position, ImpossibleReply | None]:
            try:
                return games.Position.parse(text, notation, noisy=noisy, game=game), None
            except ImpossibleReply as error:
                if error.position is None:
                    raise
                return error.position, error

        try:
            with hinting_at_notation(symbols, base, prefix):
                position, impossible = parse(notation)
        except BadInput as error:
            if symbols is None or isinstance(error, games.TwoMeanings):
                raise
            try:
                position, impossible = parse(games.CANONICAL)
            except BadInput:
                raise error from None
        given = ("--symbols", symbols) if symbols is not None else () if base is None else ("--base", str(base))
        return cls(position, notation, name, given, impossible=impossible)._with(notation)

    def as_typed(self, text: str, turns: Sequence[games.Turn] = ()) -> Given:
        """The same, in the notation of a text that was typed after these turns."""
        used = (color for turn in turns for color in turn.guess)
        return self._with(self.notation.as_typed(self.position.game, games.plain(text), used))

    def _with(self, notation: games.Notation) -> Given:
        names = ("--symbols", ",".join(notation.symbols)) if notation.names else self.options
        return replace(self, notation=notation, options=names)

    def command_line(self, command: str, position: games.Position, **options: str | int | bool | None) -> str:
        """Return the command line for a command at a position; options that are None are omitted, True is a flag."""
        # names are long in a command; with --symbols, canonical codes are read, too
        written = games.CANONICAL if self.notation.names else self.notation
        turns = [games.format_turn(position.game, turn, written) for turn in position.turns]
        words = ["codepegs", command, " ".join([self.name, *turns]), *self.options]
        for name, value in options.items():
            if value is not None:
                words += [f"--{name}"] if value is True else [f"--{name}", str(value)]
        return shlex.join(words)


def show_contradiction(position: games.Position, notation: games.Notation, json: bool = False) -> None:
    """Print what is wrong with a position that no code fits, as far as known."""
    conflict = codes.explain_contradiction(position)
    if conflict is None:  # the search that found it was longer than this one
        conflict = codes.ContradictionExplanation(position, None, (), (), exact=False)
    if json:
        emit_json(conflict)
        return
    out, wrong = console(), codes.impossible_turns(position)[:1]
    what = "The replies contradict each other."
    for number in wrong:
        what = f"The reply {position.turns[number - 1].reply} is impossible for the guess of turn {number}."
    out.print(what, style="bold")
    for line in codes.contradiction_sentences(conflict, notation):
        out.print(f"  {line}")


@contextmanager
def explaining(given: Given, json: bool = False, *, is_explained: bool = True) -> Iterator[None]:
    """Explain the contradiction that ends a command at a position: of its turns, or of a reply and its own guess."""
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
    if isinstance(words, Contents):
        return words
    if len(words) != 1:
        return None
    (word,) = words
    if word == STANDARD_INPUT:
        return Contents(STANDARD_NAME, files.read_standard_input())
    if games.is_game_file(word) or games.is_rules(word):
        return None
    if len(word.split()) > 1 and (games.is_rules(word.split()[0]) or not files.exists(word)):
        return None
    if files.exists(word):
        return Contents(word, files.read_text(word))
    if ":" not in word and (names_file or Path(word).suffix):
        if not word:
            raise BadInput.because("empty_position")
        raise Unavailable.because("no_position_file", file=files.shown(word))
    return None


_NAMES_GAME = re.compile(r'\s*\{.*"(rules|position)"')
"""A JSON record of a game; of the lines of a search journal, only the first is one."""


def has_several(lines: Sequence[str]) -> bool:
    """Whether lines are positions, one each; one position may have several lines, of which only the first has rules."""
    others = set(lines[1:])
    return any(line.lstrip().startswith("{") or games.is_rules(games.split_rules(line)[0]) for line in others)


def _from_json(text: str, name: str, symbols: str | None, base: int | None, command: str) -> Given:
    from codepegs.match import saved_game

    if saved_game.MARK in text[: 2 * len(saved_game.MARK)]:
        return _replayed(saved_game.parse(text, name), symbols, base)
    try:
        record: Any = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        lines = [line for line in text.splitlines() if line.strip()]
        if name != STANDARD_NAME and len(lines) > 1 and all(map(_NAMES_GAME.match, lines)):
            raise BadInput.because("several_positions", name=name, file=shlex.quote(name), command=command) from None
        raise BadInput.because("no_game_in_file", file=name) from None
    if not isinstance(record, dict):
        raise BadInput.because("no_game_in_file", file=name)
    if isinstance(record.get("position"), str):
        words = record["position"].split()
    elif isinstance(record.get("secrets"), list):
        raise BadInput.because("boards_for_coach", file=name)
    elif isinstance(record.get("rules"), str) and isinstance(record.get("turns"), list):
        if record.get("false_turns"):
            raise BadInput.because("false_replies_for_coach", file=name)
        turns = [turn if isinstance(turn, dict) else {} for turn in record["turns"]]
        words = [record["rules"], *(f"{turn.get('guess')}:{turn.get('reply')}" for turn in turns)]
    elif isinstance(record.get("rules"), str) and "guesses" in record:
        raise BadInput.because("no_turns_in_file", file=name)
    else:
        raise BadInput.because("no_game_in_file", file=name)
    secret = record.get("secret")
    found = _canonical(words, secret if isinstance(secret, str) else None, symbols, base)
    seed = record.get("seed")
    return replace(found, seed=seed) if isinstance(seed, int) and seed >= 0 else found


def _canonical(words: Sequence[str], secret: str | None, symbols: str | None, base: int | None) -> Given:
    """Read a game whose codes are canonical, to be shown in the requested notation."""
    given = Given.read(words)
    if symbols is not None or base is not None:
        shown = Given.read([str(given.position.game)], symbols, base)
        given = replace(shown, position=given.position)
    return replace(given, secret=None if secret is None else games.CANONICAL.parse(given.position.game, secret))


def _replayed(saved: Any, symbols: str | None, base: int | None) -> Given:
    """Replay a saved game up to its last saved turn."""
    from codepegs.match import play

    if saved.noise:
        raise BadInput.because("noisy_game_for_coach")
    analysis.check_size(saved.game, saved.turns)
    played = play(
        saved.game, saved.code, saved.strategy, declare=saved.declare, seed=saved.seed, turns=max(1, saved.turns)
    )
    if " ".join(str(turn.reply) for turn in played.turns) != saved.replies:
        raise BadInput.because("cannot_be_replayed")
    found = _canonical(str(played.position).split(), games.CANONICAL.format(saved.game, saved.code), symbols, base)
    return replace(found, seed=played.seed)


def for_each_position(
    words: Sequence[str],
    json: bool,
    answer: Callable[[Given], None],
    symbols: str | None,
    base: int | None,
    *,
    noisy: bool = False,
    names_file: bool = False,
    is_explained: bool = True,
    prefix: str = "--",
    echo: bool = True,
    command: str = "suggest",
) -> None:
    """Call a function with a position, or each of several lines of standard input, and explain contradictions."""
    # One position may have several lines: it has, if none but the first begins with rules. Lines that begin with `#`
    # are comments. With `echo`, each line is printed before its answer. A line that cannot be answered is reported, as
    # JSON in its place, and the next one follows; the exit code is the highest of all lines.

    def explained(words: Sequence[str]) -> None:
        given = Given.read(
            words,
            symbols,
            base,
            noisy=noisy,
            prefix=prefix,
            names_file=names_file,
            as_given=True,
            command=command,
        )
        with explaining(given, json, is_explained=is_explained):
            answer(given)

    if list(words) == [STANDARD_INPUT]:
        words = Contents(STANDARD_NAME, files.read_standard_input())
    if not isinstance(words, Contents):
        explained(words)
        return

    read = enumerate(words.text.splitlines(), 1)
    lines = {number: line for number, line in read if line.partition("#")[0].strip()}
    if not has_several([*lines.values()]):
        explained(words)
        return
    _answer_all(lines, json, lambda line: explained(Line("a line", line)), echo)


def answer_each_line(text: str, answer: Callable[[str], None], json: bool) -> None:
    """Call a function with each line of a text that is not blank, and report those that cannot be answered."""
    lines = enumerate(text.splitlines(), 1)
    _answer_all({number: line for number, line in lines if line.strip()}, json, answer, False)


def _answer_all(lines: Mapping[int, str], json: bool, answer: Callable[[str], None], echo: bool) -> None:
    from codepegs.schema import CommandErrorAnswer

    worst = 0
    for number, line in lines.items():
        if echo and not json:
            print(line.strip(), flush=True)
        try:
            answer(line)
        except typer.Exit as leaving:
            worst = max(worst, int(leaving.exit_code))
        except CodepegsError as error:
            worst = max(worst, error.exit_code)
            print(f"codepegs: line {number}: {error}", file=sys.stderr, flush=True)
            if json:
                emit_json(CommandErrorAnswer.of(error.kind, str(error), error.reason))
    if worst:
        raise typer.Exit(worst)


def suspects_text(turns: tuple[int, ...]) -> str:
    """Which replies were false, in words."""
    if not turns:
        return "No reply was false."
    if len(turns) == 1:
        return f"The reply in turn {turns[0]} was false."
    return f"The replies in turns {', '.join(map(str, turns[:-1]))} and {turns[-1]} were false."


def declared_text(turns: int, confidence: float, correct: bool | None, code: str = "") -> str:
    """That a code was declared, and whether it was correct."""
    ending = {True: ": correct.", False: ": wrong.", None: "."}[correct]
    declared = f"Declared {code} after" if code else "Declared after"
    return f"{declared} {counted(turns, 'turn')} with confidence {chance_words(confidence)}{ending}"
