"""Games from files: TOML, or lists of codes as they come: a code on each line, CSV, JSON, numbered, with comments."""

from __future__ import annotations

import csv
import logging
import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import product
from math import isfinite
from pathlib import Path
from typing import Any, get_args
from unicodedata import normalize

from codepegs import files
from codepegs.errors import BadInput, BadRules, Unavailable, hint_at, shown
from codepegs.game.families import (
    codes_where,
    game_of_cards,
    game_of_families,
    game_with_clues,
    given_of,
    objects_of,
    selected,
    values_of_texts,
)
from codepegs.game.listed import ListedGame, known_game
from codepegs.game.notation import CLUES, TABLE_ENDINGS, is_game_file, notation_for
from codepegs.game.outcomes import weighed
from codepegs.game.rules import Game
from codepegs.game.tables import COLUMNS, LIST_OPTIONS, LISTED, Axis, load_table, parse_options, parse_table_text
from codepegs.game.words import distinct, fold_of, identity
from codepegs.reasons import Reason

logger = logging.getLogger(__name__)

MOST_CODES_IN_FILE = 1_000_000
"""Codes of the longest list in a file, and of the largest game of pegs that a file can select from."""

MOST_LIST_BYTES = 16_000_000
"""Size of the largest file with a list of codes."""

FILES_VARIABLE = "CODEPEGS_GAME_FILES"
"""Environment variable that is 1 where rules may name files, as on the command line; a server must not read them."""

SERVED_VARIABLE = "CODEPEGS_SERVED_GAMES"
"""Environment variable with the games, one a line, whose files a server may read although `FILES_VARIABLE` is not 1."""

_SERVED: dict[str, ListedGame] = {}


def find_game(text: str) -> ListedGame | None:
    """Return the listed game that a rules text names."""
    found = known_game(text)
    if found is not None or not is_game_file(text):
        return found
    if text.lower().startswith(CLUES):  # whose own game may be a file
        return game_with_clues(text, Game.parse)
    allowed = os.environ.get(FILES_VARIABLE)
    if allowed == "1":
        return load_game(text)
    if text not in os.environ.get(SERVED_VARIABLE, "").split("\n"):
        raise BadRules.because("game_not_served" if allowed else "files_not_read", text=text[:60])
    _SERVED[text] = load_game(text)  # which keeps it
    return _SERVED[text]


def load_game(source: str | Path) -> ListedGame:
    """Load a listed game from files.

    Args:
        source: A TOML file, a table, `table:FILE[:OPTION…]` for one of these, or
            `words:SECRETS[,GUESSES]:REPLY[:LENGTH][:OPTION…]`, where `SECRETS` and `GUESSES` are files with one code
            per line; in the file of the secrets, a weight may follow each code. The options are `named`, `known` or
            `class`, and `weights=FILE`, `costs=FILE` and `classes=FILE`, with a code and its value on each line. Lists
            in one line, in CSV or JSON, and numbered ones are read, too. A `#` at the beginning of a line or after a
            blank begins a comment, unless the words from there on are as long as other codes. With `LENGTH`, only codes
            of this length are kept. The TOML file must contain either `secrets` (a list of codes, a table from codes to
            attributes, or the name of a file), `rules` (a rules id, all codes of which are secrets) or `table` (the
            name of a CSV file). It may also contain `guesses`, `reply` (default: mastermind), `hard` (true or
            "wordle"), `length`, `weights` (a list, a table by secret, or the name of a file with lines `CODE WEIGHT`)
            and `exclude`, a pattern or a list of patterns: secrets that match one are omitted. In a pattern, `*` stands
            for any text, `?` for one symbol, and `[abc]` for one of these. `where` is an expression: secrets for which
            it does not hold are omitted. `objects` (names and their values), `tests` (families of tests with `for` and
            `outcome`) and `cards` (with `laws`) state whole games; see docs/how-to/state-a-rule.md.

            A table, which is text or a spreadsheet, has the names of the tests in its first row, then an object in
            each row, its name first, with the outcome of each test. The options are `tests` if each row is a test,
            `heading` or `no-heading`, `objects=NAME` (the column of the names), `skip=NAME` (a column or row that is
            left out), `named`, `known` or `class` for the end of the game, and `weights=NAME`, `classes=NAME` (a
            column) and `costs=NAME` (a row). In a TOML file, `rows`, `until`, `weights`, `costs` and `classes` are as
            in `Game.from_table`; lists take the last four, too, and files for the last three.

    Returns:
        The game. The text of its positions begins with `source` in place of a rules id.

    Raises:
        BadRules: The file does not describe a game.
        BadInput: A file is not text.
        Unavailable: A file cannot be read.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp(), "animals.toml")
    >>> _ = file.write_text('secrets = ["tiger", "horse", "sheep"]\\nreply = "common"')
    >>> game = load_game(str(file))
    >>> game.size, str(game.reply("horse", "tiger"))
    (3, '2t')
    """
    if not isinstance(source, str | os.PathLike):
        raise BadRules.because("not_a_file_name", value=shown(source))
    text = str(source)
    if not text:
        raise BadRules.because("no_file_name")
    if re.search(r"\s", text):
        raise BadRules.because("blanks_in_name", text=text[:60])
    if text.lower().startswith("table:") or (text.lower().endswith(TABLE_ENDINGS) and not text.startswith("words:")):
        file, options = parse_table_text(text)
        is_toml = file.lower().endswith(".toml")
        return _from_toml(Path(file), text, options) if is_toml else load_table(file, text, options)
    if text.lower().startswith(CLUES):
        return game_with_clues(text, lambda name: load_game(name) if is_game_file(name) else Game.parse(name))
    if not text.lower().startswith("words:"):
        return _from_toml(Path(source), text, {})
    _, names, *words = text.split(":")
    if not names or not words or "" in words[1:]:
        raise BadRules.because("not_a_list", text=text[:60])
    reply, *given = words
    length = int(given.pop(0)[:4]) if given and given[0].isdecimal() else None
    options = parse_options(given, LIST_OPTIONS)
    files = [_CodeFile(Path(file)) for file in names.split(",")]
    secrets = _of_length(files[0].codes, length)
    more = [code for file in files[1:] for code in _of_length(file.codes, length)]
    weights = _given_weights(Path(), options, secrets, files[0])
    if weights is not None and "weights" not in options:
        weights = {code: weights[code] for code in secrets}
    stated = _stated_of_list(Path(), _with_end(options))
    return ListedGame(secrets, more, reply or "mastermind", name=text, weights=weights, **stated)


def _with_end(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options in a text; with classes, they end the game, unless it says otherwise."""
    return {"until": "class", **options} if "classes" in options else dict(options)


def _of_length(codes: list[str], length: int | None) -> list[str]:
    """The codes of a length; all if it is None."""
    kept = [code for code in codes if length is None or len(code) == length]
    if not kept:
        raise BadRules.because("empty_list_file" if length is None else "no_code_of_length", length=length or 0)
    return kept


@dataclass(frozen=True)
class _CodeFile:
    """A file with one code per line, and perhaps its weight; it is read once, for a pipe cannot be read again."""

    path: Path

    @cached_property
    def rows(self) -> list[list[str]]:
        """The words of each line that has any."""
        rows = _written_rows(files.read_text(self.path, MOST_LIST_BYTES), files.shown(self.path))
        if sum(map(len, rows)) > 2 * MOST_CODES_IN_FILE:
            raise BadRules.because("too_many_listed", file=files.shown(self.path), most=MOST_CODES_IN_FILE)
        return rows

    @cached_property
    def codes(self) -> list[str]:
        """The codes, each once; dropped duplicates are counted aloud."""
        weights = self.weights()
        if weights:
            return list(weights)
        return list(_each_once([word for row in self.rows for word in row], files.shown(self.path)))

    def weights(self, *, needed: bool = False) -> dict[str, float] | None:
        """The weights in a file with lines `CODE WEIGHT`; None if it has codes only, or may have, unless `needed`."""
        pairs = [row for row in self.rows if len(row) == 2 and _number(row[1]) is not None]
        # Where all codes are numbers, a second number is a code, too.
        if not needed and not any(_number(code) is None for code, _ in pairs):
            return None
        if len(pairs) < len(self.rows):
            line = next(line for line, row in enumerate(self.rows, 1) if len(row) != 2 or _number(row[1]) is None)
            words = " ".join(self.rows[line - 1])[:40]
            raise BadRules.because("entry_not_weighed", file=str(self.path), line=line, words=words)
        codes = distinct(code for code, _ in pairs)
        if len(codes) < len(pairs):
            counts = Counter(identity(code) for code, _ in pairs)
            twice = next(code for code, _ in pairs if counts[identity(code)] > 1)
            raise BadRules.because("code_weighed_twice", file=str(self.path), text=twice)
        return {code: float(weight) for code, (_, weight) in zip(codes, pairs, strict=True)}

    def values(self, key: str) -> dict[str, Any]:
        """The values of a file with lines `CODE VALUE`: classes, or whole numbers for costs."""
        odd = next((line for line, row in enumerate(self.rows, 1) if len(row) != 2), None)
        if odd is not None:
            words = " ".join(self.rows[odd - 1])[:40]
            raise BadRules.because("entry_without_value", file=str(self.path), line=odd, words=words, value=VALUES[key])
        pairs = dict(self.rows)
        if key == "classes":
            return pairs
        numbers = {code: _number(value) for code, value in pairs.items()}
        return {
            code: int(number) if number is not None and number == int(number) else pairs[code]
            for code, number in numbers.items()
        }


def _each_once(words: list[str], source: str) -> list[str]:
    """Different words of a list; says how many duplicates are dropped."""
    kept = distinct(words)
    if dropped := len(words) - len(kept):
        logger.warning(Reason.of("duplicates_dropped", source=source, count=dropped).text)
    return kept


def _written_rows(text: str, name: str) -> list[list[str]]:
    """The rows of a list as people write them."""
    if text.lstrip().startswith(("[", "{")):
        found = _json_rows(text)
        if found is not None:
            return found
    lines = _without_comments(text.splitlines())
    if all(re.fullmatch(r'\s*"[^"]+"\s*', line) for line in lines):
        return [[line.strip().strip('"')] for line in lines]
    for separator in ",;\t":
        if any(separator in line for line in lines):
            try:
                cells = [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=separator)]
            except csv.Error as error:
                raise BadRules.because("not_csv_list", file=name, error=str(error)) from None
            filled = [kept for row in cells if (kept := [cell for cell in row if cell])]
            rows = _without_header(_without_numbers(filled))
            if len(lines) == 1 or all(len(row) == 1 or (len(row) == 2 and _number(row[1])) for row in rows):
                return rows
    return _without_header(_without_numbers([line.split() for line in lines]))


_COMMENT = re.compile(r"(?:^|(?<=\s))#.*")


def _without_comments(lines: Iterable[str]) -> list[str]:
    """The lines that have more than a comment, without it; words that are as long as codes are not taken for one."""
    lines = [line for line in lines if line.strip() and not re.match(r"\s*#(\s|$)", line)]
    plain = [line for line in lines if not line.lstrip().startswith("#")]
    if not plain or not any("#" in line for line in lines):
        return lines
    words = [word for line in plain for word in _words(re.split(r"\s#", line)[0])]
    lengths = {len(word) for word in [word for word in words if _number(word) is None] or words}

    def shortened(line: str) -> str:
        comment = _COMMENT.search(line.lstrip())
        if comment is None or line.lstrip()[: comment.start()].count('"') % 2:  # in quotes
            return line
        if all(len(word) in lengths or _number(word) is not None for word in _words(comment[0])):
            return line
        return line.lstrip()[: comment.start()].rstrip()

    return [line for line in map(shortened, lines) if line]


def _words(line: str) -> list[str]:
    """The words of a line, without the numbers of numbered lines."""
    return [word for word in re.split(r'[\s,;"]+', re.sub(r"^\s*\d+[.)]\s", "", line)) if word]


def _json_rows(text: str) -> list[list[str]] | None:
    """The rows of a list of texts in JSON, perhaps the one list of an object, or of an object from texts to weights."""
    import json

    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    lists = [value for value in found.values() if isinstance(value, list)] if isinstance(found, dict) else []
    if len(lists) == 1:
        found = lists[0]
    if isinstance(found, list) and all(isinstance(code, str) for code in found):
        return [[code] for code in found]
    if isinstance(found, dict) and all(isinstance(weight, int | float) for weight in found.values()):
        return [[code, repr(weight)] for code, weight in found.items()]
    return None


def _without_numbers(rows: list[list[str]]) -> list[list[str]]:
    """The rows without their numbers, if the lines are numbered from 1."""
    plain = [re.fullmatch(r"(\d+)[.)]?", row[0]) for row in rows]
    numbered = len(rows) > 1 and all(
        match is not None and int(match[1][:9]) == line and len(row) > 1 and _number(row[1]) is None
        for line, (match, row) in enumerate(zip(plain, rows, strict=True), 1)
    )
    return [row[1:] for row in rows] if numbered else rows


def _without_header(rows: list[list[str]]) -> list[list[str]]:
    """The rows without a first row of names above a column of numbers."""
    is_header = (
        len(rows) > 2
        and all(len(row) == 2 for row in rows)
        and _number(rows[0][1]) is None
        and all(_number(row[1]) is not None for row in rows[1:])
    )
    return rows[1:] if is_header else rows


def _number(text: str) -> float | None:
    try:
        return float(text) if isfinite(float(text)) else None
    except ValueError:
        return None


VALUES = {"costs": "cost", "classes": "class"}
"""What stands beside a code in a file of these."""

_KEYS: dict[str, tuple[type | tuple[type, ...], str]] = {
    "rules": (str, "a_rules_id"),
    "secrets": ((list, dict, str), "a_list"),
    "guesses": ((list, dict, str), "a_list"),
    "reply": (str, "a_reply_rule"),
    "exclude": ((str, list), "patterns"),
    "where": (str, "an_expression"),
    "tests": (list, "families_of_tests"),
    "cards": (list, "cards_with_laws"),
    "name": (str, "a_name_of_objects"),
    "base": (int, "a_base"),
    "hard": ((bool, str), "hard_or_not"),
    "length": (int, "a_length"),
    "weights": ((list, dict, str), "a_list_of_weights"),
    "table": (str, "a_table"),
    "rows": (str, "rows_or_columns"),
    "heading": (bool, "heading_or_not"),
    "objects": (str, "loops_or_column"),
    "skip": ((list, str), "names_to_skip"),
    "unknown": ((list, str), "unknown_texts"),
    "whole": ((list, str), "names_of_tests"),
    "until": (str, "an_end"),
    "costs": ((list, dict, str), "a_list_of_costs"),
    "classes": ((list, dict, str), "a_list_of_classes"),
}
"""The keys of a TOML file: the types of their values, and the kind of the clause that says what these are."""


OF_TABLES = ("rows", "heading", "objects", "skip", "unknown", "whole")
"""Keys of how the file of a table is read."""

MEANT = {"words": "secrets", "codes": "secrets", "answers": "secrets", "file": "secrets", "list": "secrets"}
MEANT |= {"allowed": "guesses", "csv": "table", "feedback": "reply", "game": "rules"}
"""Other words for keys."""


def _from_toml(path: Path, name: str, options: Mapping[str, Any]) -> ListedGame:
    """The game of a file, with options in place of its own."""
    text, file = files.read_text(path, files.MOST_TOML_BYTES), files.shown(path)
    try:
        record = files.parse_toml(text, file)
    except BadInput as error:
        raise BadRules.like(error) from None
    for key, value in record.items():
        if key not in _KEYS:
            hint = hint_at(MEANT.get(key, key), sorted(_KEYS), "like_keys", keys=", ".join(sorted(_KEYS)))
            raise BadRules.because("unknown_key", file=file, key=key[:60], **hint)
        types, wanted = _KEYS[key]
        if not isinstance(value, types):
            raise BadRules.because("wrong_value", file=file, key=key, wanted=wanted, value=files.shown(value))
    record |= options if "table" in record or "until" in record else _with_end(options)
    kinds = [key for key in ("rules", "secrets", "table", "objects") if key in record]
    if kinds != ["table", "objects"] and len(kinds) != 1:  # whose column of objects is named
        raise BadRules.because("no_secrets", file=file)
    try:
        if "table" in record:
            return _of_table(path, record, name)
        if "tests" in record or "cards" in record or ("objects" in record and "reply" not in record):
            return _of_families(record, name)
        more = {key: record[key] for key in ("reply", "hard") if key in record} | _stated_of_list(path, record)
        if "name" in record and "objects" not in record:
            raise BadRules.because("name_without_objects")
        if "base" in record and "rules" not in record:
            raise BadRules.because("base_without_rules")
        if other := next((key for key in OF_TABLES if key in record and key not in kinds), None):
            raise BadRules.because("belongs_to_table", key=other)
        of_secrets = None
        if "rules" in record:
            secrets = _rows(_codes_of(record["rules"], record.get("base"), record.get("where")))
        elif "objects" in record:
            names, columns = objects_of(record)
            rows = zip(*(column.tolist() for column in columns.values()), strict=True)
            secrets = {each: list(row) for each, row in zip(names, rows, strict=True)}
        elif isinstance(record["secrets"], str):
            of_secrets = _CodeFile(path.parent / record["secrets"])
            secrets = _rows(of_secrets.codes)
        else:
            secrets = _listed(path, "secrets", record["secrets"])
        if "where" in record and "secrets" in record:
            kept = set(selected(list(secrets), record["where"]))
            secrets = {code: row for code, row in secrets.items() if code in kept}
        guesses = _listed(path, "guesses", record["guesses"]) if "guesses" in record else None
        if "length" in record:
            kept = set(_of_length(list(secrets), record["length"]))
            secrets = {code: row for code, row in secrets.items() if code in kept}
            guesses = guesses and {code: row for code, row in guesses.items() if len(code) == record["length"]}
        weights = _given_weights(path, record, list(secrets), of_secrets)
        if "exclude" in record:
            excluded = _matching(record["exclude"], secrets)
            secrets = {code: row for code, row in secrets.items() if code not in excluded}
            if weights is not None:
                without = set(map(identity, excluded))
                weights = {code: weight for code, weight in weights.items() if identity(code) not in without}
        return ListedGame(secrets, guesses, name=name, weights=weights, **more)
    except (BadInput, Unavailable) as error:
        raise error.within(file, source=file) from None


def _of_table(path: Path, record: Mapping[str, Any], name: str) -> ListedGame:
    options = {key: record[key] for key in (*COLUMNS, "until", *OF_TABLES) if key in record}
    for key in LISTED:
        if isinstance(options.get(key), str):
            options[key] = [options[key]]
        if not all(isinstance(name, str) for name in options.get(key, ())):
            raise BadRules.because("wrong_list", key=key, wanted=_KEYS[key][1])
    other = next((key for key in record if key not in (*options, "table")), None)
    if other is not None:
        raise BadRules.because("not_with_table", key=other)
    if record.get("rows", "objects") not in get_args(Axis):
        raise BadRules.because("wrong_rows", value=shown(record["rows"]))
    return load_table(str(path.parent / record["table"]), name, options)


def _of_families(record: Mapping[str, Any], name: str) -> ListedGame:
    """The game of a file whose tests are expressions over its objects, or over the codes of a game of pegs."""
    if "cards" in record:
        keys = {"cards", "rules", "base", "where", "until"}
    else:
        keys = {
            "tests",
            "where",
            "until",
            "weights",
            *(("objects", "name") if "objects" in record else ("rules", "base")),
        }
    other = next((key for key in record if key not in keys), None)
    if other is not None or "secrets" in record:
        raise BadRules.because("not_with_tests", key=other or "secrets")
    families = record.get("cards", record.get("tests"))
    if not families or not all(isinstance(family, dict) for family in families) or not {"rules", "objects"} & {*record}:
        raise BadRules.because("no_tests")
    if not isinstance(record.get("weights", ""), str):
        raise BadRules.because("weights_of_tests")
    if "objects" in record:
        names, given = objects_of(record)
    else:
        names = _codes_of(record["rules"], record.get("base"), record.get("where"))
        if "cards" in record:
            return game_of_cards(names, families, name, record.get("until"))
        given = given_of(values_of_texts(names))
    return game_of_families(names, given, record, name, record.get("until"))


def _rows(codes: Any) -> dict[str, Any]:
    return codes if isinstance(codes, dict) else dict.fromkeys(codes)


def _listed(path: Path, key: str, given: Any) -> dict[str, Any]:
    if isinstance(given, str):
        return _rows(_CodeFile(path.parent / given).codes)
    kind = list if isinstance(given, dict) else str
    if all(isinstance(value, kind) for value in (given.values() if isinstance(given, dict) else given)):
        if isinstance(given, dict):
            return given
        return _rows(_each_once(given, f"{files.shown(path)}: {key}"))
    number = next((value for value in given if isinstance(value, int | float)), None)
    if number is not None and not isinstance(given, dict):
        raise BadRules.because("number_not_quoted", key=key, number=number)
    raise BadRules.because("wrong_list", key=key, wanted="a_list")


def _matching(patterns: str | list[object], codes: Iterable[str]) -> set[str]:
    """The codes that match one of the patterns; raises `BadRules` for a pattern that none matches.

    These are patterns as of file names: a regular expression can take for ever, and a file may be a stranger's.
    """
    found, given = set(), list(codes)
    fold = fold_of(given, by_letter=True)
    for pattern in [patterns] if isinstance(patterns, str) else patterns:
        text = fold(normalize("NFC", str(pattern)))
        matching = {code for code in given if fnmatchcase(fold(normalize("NFC", code)), text)}
        if not matching:
            raise BadRules.because("excludes_nothing", pattern=str(pattern)[:60])
        found |= matching
    return found


def _stated_of_list(path: Path, record: Mapping[str, Any]) -> dict[str, Any]:
    """The end, the costs and the classes of a list, from the keys of a TOML file or the options of its text."""
    stated = {key: record[key] for key in ("until", "costs", "classes") if key in record}
    for key in ("costs", "classes"):
        if isinstance(stated.get(key), str):
            stated[key] = _CodeFile(path.parent / stated[key]).values(key)
    return stated


def _given_weights(
    path: Path, record: Mapping[str, Any], secrets: Sequence[str], of_secrets: _CodeFile | None
) -> dict[str, Any] | None:
    """The weights of a TOML file by secret, from its key or the file of the secrets."""
    given = record.get("weights")
    if given is None:
        return None if of_secrets is None else of_secrets.weights()
    if isinstance(given, str):
        given = _CodeFile(path.parent / given).weights(needed=True)
    if isinstance(given, list):
        if len(given) != len(secrets):
            weighed(secrets, given)  # raises BadRules
        given = dict(zip(secrets, given, strict=True))
    return given


def _codes_of(rules: str, base: int | None, where: str | None = None) -> list[str]:
    """The codes of a game of pegs, whose first colour is the digit `base`; that of the game if None.

    With `where`, those for which this expression holds.
    """
    if base not in (None, 0, 1):
        raise BadRules.because("wrong_base", value=str(base))
    game, notation = Game.parse(rules), notation_for(rules, None, base)
    if game.size > MOST_CODES_IN_FILE and where is None:
        raise BadRules.because(game._reason("too_many_to_list", size=game.size, most=MOST_CODES_IN_FILE))
    if not notation.fits(game):
        raise BadRules.because(game._reason("more_colors_than_symbols"))
    if where is not None:
        return codes_where(game, notation, where)
    colors = product(range(game.colors), repeat=game.pegs)
    return [notation.spell(game, code) for code in colors if game.repeats or len(set(code)) == game.pegs]
