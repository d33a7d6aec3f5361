"""What is typed in place of a command, a position, a game or a file, and the command that does what it asks.

The readers of the commands know what each thing is. A file is known by its content, and by its name where that says
nothing.
"""

from __future__ import annotations

import io
import logging
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from codepegs import files, game as games
from codepegs.cli.options import CERTIFICATE, RESULTS, SAVED_GAME, SEPARATOR, TREE
from codepegs.cli.position_argument import STANDARD_INPUT, STANDARD_NAME, Contents, Given, Line, has_several
from codepegs.errors import BadInput, CodepegsError

PIPE = "/dev/stdin"
"""Standard input as the name of a file, for commands that read one."""

KINDS = (
    (CERTIFICATE.begins, ".cert", "a certificate", "tree verify"),
    (SAVED_GAME.begins, "", "a saved game", "solve --resume"),
    (RESULTS.begins, ".sqlite", "the results of a sweep", "lab status"),
    (TREE.begins, ".tree", "a strategy tree", "tree show"),
    ("\x89PNG|\xff\xd8\xff|GIF8|RIFF", "", "a picture", "solve --picture"),
)
"""How files begin, as `beginning` reads them, how their names end, what they are, and the command that reads them."""

LONGEST_BEGINNING = 400
"""Characters by which such files are known, as `Output.check` knows them."""

SMALL = re.compile(r"p\d\d?c\d\d?.*")
"""Rules of few pegs and colours, for which a person types two numbers."""

DIGITS = "mastermind"
"""The reply rule of a list of codes that have no letters; words have that of Wordle."""


class Meant(NamedTuple):
    """What was typed, and the command for it."""

    name: str
    what: str
    words: list[str]


def recognise(words: Sequence[str]) -> Meant | None:
    """Return what the words of a command line mean that do not begin with a command; None if they are not known.

    Options that follow belong to the command. Raises a `CodepegsError` for a file that cannot be read, or not be used.
    """
    count = next((at for at, word in enumerate(words) if word != STANDARD_INPUT and word[:1] == "-"), len(words))
    given, more = words[:count], words[count:]
    found = _of_text(files.read_standard_input(), more) if [*given] == [STANDARD_INPUT] else _of_words(given, more)
    return None if found is None else found._replace(words=[*found.words, *more])


def _of_words(words: Sequence[str], options: Sequence[str]) -> Meant | None:
    text = " ".join(words)
    if spelled := _spelled(words):
        found = _of_words(spelled, options)
        return found and found._replace(name=text)
    name, turns = games.split_rules(text)
    if games.is_game_file(name) and not turns:
        return _of_game_file(name)
    if games.is_game_file(name) or games.is_rules(name) or (name and games.meant_rules(name) == name.lower()):
        if not turns:
            return Meant(text, "a game", ["play", *words])
        if SEPARATOR in text.split():
            return Meant(text, "a game on several boards", ["suggest", *words])
        return _advised(text, words, _is_over(words, options))
    found = _of_word(words[0], options)
    return found and found._replace(words=[*found.words, *words[1:]])


def _spelled(words: Sequence[str]) -> list[str]:
    """The words with a game such as `4x6` or `4 pegs 6 colours` as its rules id; none if they begin with no such."""
    for count in range(min(4, len(words)), 0, -1):
        first = " ".join(words[:count])
        rules = games.meant_rules(first)
        if rules != first.lower() and SMALL.fullmatch(rules) and not files.exists(first):
            return [rules, *words[count:]]
    return []


def _of_word(word: str, options: Sequence[str]) -> Meant | None:
    """What a word means that is not a position: the name of a file, of a tree or of a report."""
    from codepegs.render import DRAWINGS
    from codepegs.reports import REPORTS
    from codepegs.trees.gallery import PREFIX

    if word.startswith(PREFIX):
        return Meant(word, "a tree of the gallery", ["tree", "show", word])
    if word.lower() in REPORTS and not files.exists(word):
        return Meant(word, "a report", ["reproduce", word, "--play"])
    if word.lower() in DRAWINGS and not files.exists(word):
        return Meant(word, "a built-in picture", ["solve", "--picture", word.lower()])
    path = Path(word)
    if files.exists(word) and not path.is_file() and not path.is_dir():  # a pipe, which can be read once
        return _of_text(files.read_text(word, files.MOST_TREE_BYTES), options)
    if path.is_file():
        return _of_file(word, options)
    if path.suffix or os.sep in word:
        files.read_bytes(word)  # raises, and says why
    return None


def _of_file(file: str, options: Sequence[str]) -> Meant:
    """What a file is."""
    if found := _of_kind(files.beginning(file, LONGEST_BEGINNING), file, file):
        return found
    for _, ending, what, command in KINDS:
        if ending and Path(file).suffix.lower() == ending:
            return Meant(file, what, [*command.split(), file])
    text = files.read_text(file)
    found = _of_position(Contents(file, text), [file], options) or _of_list(file, file) or _of_table(file, file)
    if found is None:
        raise BadInput.because("not_recognised", name=files.shown(file))
    return found


def _of_kind(beginning: str, name: str, file: str) -> Meant | None:
    """What a file is by its beginning."""
    for begins, _, what, command in KINDS:
        if not beginning.startswith("<") and re.match(begins or "", beginning):  # which may be any picture, or a page
            return Meant(name, what, [*command.split(), file])
    return None


def _of_position(text: Contents, words: Sequence[str], options: Sequence[str]) -> Meant | None:
    """The position or the game in a text; None if it has neither."""
    lines = [line for line in text.text.splitlines() if line.partition("#")[0].strip()]
    if has_several(lines):
        is_over = all(_is_over(Line(text.name, line), options) for line in lines)
        return _advised(text.name, words, is_over, "a list of positions", "a list of finished games")
    try:
        given = _read(text, options)
    except BadInput as error:
        if error.reason is None or error.reason.kind not in ("no_game_in_file", "no_turns_in_file"):
            return Meant(text.name, "a position", ["suggest", *words])  # which says what is wrong
        return None
    if not given.position.turns:
        return Meant(text.name, "a game", ["play", *words])
    return _advised(text.name, words, _is_over(text, options))


def _advised(
    name: str, words: Sequence[str], is_over: bool, what: str = "a position", finished: str = "a finished game"
) -> Meant:
    return Meant(name, finished, ["coach", *words]) if is_over else Meant(name, what, ["suggest", *words])


def _is_over(words: Sequence[str], options: Sequence[str]) -> bool:
    """Whether a position is the end of a game, so that there is nothing to suggest."""
    from codepegs.codes import known_at

    if {"--noise", "--declare"} & {option.partition("=")[0] for option in options}:  # only suggest has these
        return False
    with suppress(CodepegsError):  # the command says what is wrong
        position = _read(words, options).position
        return position.solved or known_at(position) is not None
    return False


def _read(words: Sequence[str], options: Sequence[str]) -> Given:
    base = files.number_in(_value(options, "--base") or "")
    return Given.read(words, _value(options, "--symbols"), base, as_given=True)


def _value(options: Sequence[str], name: str) -> str | None:
    """The value of an option on the command line; None without it."""
    for option, after in pairwise([*options, ""]):
        found, equals, value = option.partition("=")
        if found == name:
            return value if equals else after
    return None


def _of_game_file(name: str) -> Meant:
    """What the rules of a game of one's own, or the file of another kind with such a name, are."""
    file = Path(name)
    if name.lower().endswith(".toml") and _is_plan(_toml(files.read_text(file, files.MOST_TOML_BYTES), name)):
        return Meant(name, "the plan of a sweep", ["lab", "status", name])
    try:
        return _of_game(games.Game.parse(name), name, name)
    except BadInput:  # perhaps a list of codes with the name of a table; else the command says what is wrong
        if name.lower().endswith(games.TABLE_ENDINGS):
            return (_of_list(name, name) if file.is_file() else None) or Meant(name, "a table", ["identify", name])
        return Meant(name, "a game", ["play", name])


def _of_game(game: games.Game, name: str, rules: str) -> Meant:
    what = "a table" if game._traits.asks_once else "a list of codes"
    asks = game._traits.asks_once or game.until != "named"
    return Meant(name, what, ["identify" if asks else "play", rules])


def _toml(text: str, name: str) -> dict[str, Any]:
    """The values at the top of a TOML file; none if it is not one."""
    try:
        return files.parse_toml(text, name)
    except BadInput:
        return {}


def _is_plan(table: dict[str, Any]) -> bool:
    """Whether the keys of a TOML file are those of a plan, which games do not have."""
    return bool({"strategies", "task"} & table.keys())


def _of_list(name: str, file: str) -> Meant | None:
    """A list of codes of one length, with the reply rule that suits them."""
    with suppress(BadInput), _silent():
        rules = f"words:{file}:wordle"
        game = games.Game.parse(rules)
        if not any(symbol.isalpha() for symbol in game._traits.symbols or ()):
            rules = f"words:{file}:{DIGITS}"
        return Meant(name, "a list of codes", ["play", rules]) if game.size > 1 else None
    return None


@contextmanager
def _silent() -> Iterator[None]:
    """Log no warnings about a file that is tried as what it may not be; the command reads it again."""
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(before)


def _of_table(name: str, file: str) -> Meant | None:
    with suppress(BadInput), _silent():
        return _of_game(games.Game.parse(f"table:{file}"), name, f"table:{file}")
    return None


def _of_text(text: str, options: Sequence[str]) -> Meant:
    """What the text of standard input or of a pipe is; it becomes standard input, to be read by the command."""
    lines = [line for line in text.splitlines() if line.partition("#")[0].strip()]
    if len(lines) == 1 and not text.lstrip().startswith("{"):  # as it would be typed
        found = _of_words([lines[0].strip()], options)
        if found is not None:
            return found
    is_file = _read_again(text)
    found = _of_kind(text.lstrip()[:LONGEST_BEGINNING], STANDARD_NAME, STANDARD_INPUT)
    if found is not None:
        is_named = found.words[0] == "tree"  # which reads files by name only
        return found._replace(words=[*found.words[:-1], PIPE]) if is_named else found
    found = _of_position(Contents(STANDARD_NAME, text), [STANDARD_INPUT], options)
    if found is None and "=" in text and _toml(text, STANDARD_NAME):
        raise BadInput.because("toml_from_standard_input")
    if found is None and is_file:
        found = _of_list(STANDARD_NAME, PIPE) or _of_table(STANDARD_NAME, PIPE)
        # Guesses and answers would come from there, too.
        found = found and found._replace(words=["describe", found.words[1]])
    if found is None:
        raise BadInput.because("not_recognised", name=STANDARD_NAME)
    return found


def _read_again(text: str) -> bool:
    """Make a text the standard input of this process; returns whether it can then be read as a file, too."""
    import tempfile

    try:
        number = sys.stdin.fileno()
    except OSError:  # another program's stream in place of it
        sys.stdin = io.StringIO(text)
        return False
    with tempfile.TemporaryFile() as file:
        file.write(text.encode())
        file.seek(0)
        os.dup2(file.fileno(), number)
    sys.stdin = open(number, encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115
    return number == 0 and files.exists(PIPE)
