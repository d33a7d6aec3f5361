"""Games from tables: arrays, data frames, functions and CSV files of the outcome of each test for each object."""

from __future__ import annotations

import csv
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np

from codepegs import files, game as face
from codepegs.errors import BadRules, hint_at, shown
from codepegs.game.kinds import Until
from codepegs.game.listed import ListedGame
from codepegs.game.odd_cells import cells_notice
from codepegs.game.outcomes import Outcomes, written_name
from codepegs.game.words import Names, identity

logger = logging.getLogger(__name__)

Axis = Literal["objects", "tests"]
"""What the rows of a table are."""

COLUMNS = ("weights", "costs", "classes")
"""The options of a table that take a column or a row out of it."""

LIST_OPTIONS = "named, known, class, weights=FILE, costs=FILE or classes=FILE"
"""What may follow the reply of a list in the text of rules, or the length of its words."""

OPTIONS = "tests, named, known, class, weights=NAME, costs=NAME or classes=NAME"
"""What may follow the file of a table in the text of rules."""


@dataclass
class Table:
    """A table with names, one row for each test."""

    tests: list[str]
    objects: list[str]
    rows: Any
    """The outcomes by test and object: a list of arrays; or an iterator over them, if it is never changed."""

    def taken_out(self, test: str) -> list[Any]:
        """Remove a test by its name and return what it says of each object."""
        taken: list[Any] = np.asarray(self.rows.pop(self.removed(self.tests, test))).tolist()
        return taken

    def object_taken_out(self, name: str) -> list[Any]:
        """Remove an object by its name and return what it says of each test."""
        at = self.removed(self.objects, name)
        values = [np.asarray(row).tolist()[at] for row in self.rows]
        self.rows = [np.delete(np.asarray(row), at) for row in self.rows]
        return values

    @staticmethod
    def removed(names: list[str], name: str) -> int:
        """Remove a name and return where it was."""
        found = Names(written_name(str(each), "a_name") for each in names).find(written_name(name, "a_name"))
        if found is None:
            hint = hint_at(name, names, "like_name", like=names[0])
            raise BadRules.because("not_in_table", name=name, **hint)
        names.pop(found)
        return found


def read_table(table: Any, tests: Any, objects: Any, rows: Axis | None) -> Table:
    """Read an array, a data frame or a function; see `Game.from_table`."""
    if rows not in (None, "objects", "tests"):
        raise BadRules.because("wrong_axis", value=shown(rows))
    if not callable(table):
        return _of_array(table, tests, objects, rows)
    if tests is None or objects is None or isinstance(objects, str):
        raise BadRules.because("function_needs_both")
    # Row by row, to save memory.
    return Table(_names(tests), _names(objects), (table(test, objects) for test in tests))


def game_of(
    read: Table,
    name: str | None,
    weights: Any = None,
    costs: Any = None,
    classes: Any = None,
    until: Until | None = None,
) -> ListedGame:
    """Make a game of a table, from which names of weights, costs and classes are taken out."""
    if not isinstance(read.rows, list) and any(isinstance(given, str) for given in (weights, costs, classes)):
        raise BadRules.because("function_has_no_columns")
    prices = dict(zip(read.tests, read.object_taken_out(costs), strict=True)) if isinstance(costs, str) else None
    if isinstance(weights, str):
        weights = _numbers(read.taken_out(weights), "not_a_weight")
    if isinstance(classes, str):
        classes = read.taken_out(classes)
    if prices is not None:
        costs = _numbers([prices[test] for test in read.tests], "not_a_cost")
    if not len(read.tests) or not len(read.objects):
        raise BadRules.because("empty_table")
    until = until or ("known" if classes is None else "class")
    if costs is not None and not isinstance(costs, Mapping):
        given = list(costs) if isinstance(costs, Iterable) else [costs]
        if len(given) != len(read.tests):
            raise BadRules.because("costs_given", tests=len(read.tests), costs=len(given))
    outcomes = Outcomes.of(read.rows, read.tests, read.objects)
    if costs is not None and not isinstance(costs, Mapping):
        costs = dict(zip(outcomes.guesses(read.objects, named=until == "named"), given, strict=True))
    game = ListedGame(
        read.objects, None, outcomes, name=name, weights=weights, costs=costs, classes=classes, until=until
    )
    if notice := cells_notice(game):
        logger.warning(notice.text)
    return game


def _of_array(table: Any, tests: Any, objects: Any, rows: Axis | None) -> Table:
    if isinstance(table, Mapping) or (hasattr(table, "columns") and hasattr(table, "__array__")):
        found = _of_columns(table, objects, rows or "objects")
    else:
        if isinstance(table, str | Path):
            raise BadRules.because("text_for_table", text=str(table)[:60])
        try:
            array = np.asarray(table)
        except ValueError:
            raise BadRules.because("uneven_table") from None
        if array.ndim != 2:
            raise BadRules.because("not_two_dimensions", shape=str(array.shape))
        array = array.T if rows == "objects" else array
        names = _numbered("object", array.shape[1]) if objects is None else _names(objects)
        found = Table(_numbered("test", len(array)), names, list(array))
    if tests is not None:
        found.tests = _names(tests)
    if len(found.tests) != len(found.rows):
        raise BadRules.because("names_of_tests_given", tests=len(found.rows), count=len(found.tests))
    columns = len(found.rows[0]) if len(found.rows) else 0
    if len(found.objects) != columns:
        raise BadRules.because("names_of_objects_given", objects=columns, count=len(found.objects))
    return found


def _of_columns(table: Any, objects: Any, rows: Axis) -> Table:
    """The table of a data frame, or of a mapping; names are an index, or a first column, of different texts."""
    values = {str(column): np.asarray(table[column]) for column in getattr(table, "columns", table)}
    for column, cells in values.items():
        if cells.ndim != 1:
            raise BadRules.because("column_no_list", name=column, value=shown(table[column]))
    names: Any = objects
    if isinstance(objects, str):
        if objects not in values:
            raise BadRules.because("no_such_column", name=objects, **hint_at(objects, list(values)))
        names = values.pop(objects)
    elif objects is None:
        index, first = np.asarray(getattr(table, "index", ())), next(iter(values), "")
        if index.dtype.kind in "OU" and len(index):
            names = index
        elif len(values) > 1 and values[first].dtype.kind in "OU":
            names = values.pop(first) if len({*map(str, values[first])}) == len(values[first]) else None
    count = len(next(iter(values.values()), ()))
    names = _numbered("object" if rows == "objects" else "test", count) if names is None else _names(names)
    if rows == "objects":
        return Table(list(values), names, list(values.values()))
    return Table(names, list(values), list(np.array([list(column) for column in values.values()], dtype=object).T))


def _names(given: Iterable[Any]) -> list[str]:
    if isinstance(given, str):
        raise BadRules.because("text_for_names", value=shown(given))
    return [str(name) for name in (given.tolist() if isinstance(given, np.ndarray) else given)]


def _folded(name: str) -> str:
    return identity(written_name(name, "a_name"))


def _numbered(what: str, count: int) -> list[str]:
    return [f"{what}{number}" for number in range(1, count + 1)]


def _numbers(values: list[Any], refusal: str) -> list[float]:
    numbers = []
    for value in values:
        try:
            numbers.append(float(value))
        except (TypeError, ValueError):
            raise BadRules.because(refusal, text=shown(value)) from None
    return numbers


def _without_empty_columns(rows: list[list[str]]) -> list[list[str]]:
    """Rows without the columns that have neither a name nor a cell, as spreadsheets write them behind a table."""
    used = {column for row in rows for column, cell in enumerate(row) if cell}
    return [[cell for column, cell in enumerate(row) if column in used] for row in rows]


def _meant_by(row: Sequence[str], *, is_special: bool) -> dict[str, str]:
    """What a row with an empty cell may be, if not an object: the row of the costs, which the options may name."""
    if is_special:
        return {"hint": "or_column_of_objects"}
    try:
        _numbers([cell for cell in row[1:] if cell], "not_a_cost")
    except BadRules:
        return {}
    return {"hint": "or_row_of_costs"} if any(row[1:]) else {}


def read_csv(path: Path | str, options: Mapping[str, Any], rows_are: Axis) -> Table:
    """Read a table from a CSV file: a row of names of tests, then an object in each row, its name first; or turned."""
    text, file = files.read_text(path, face.MOST_LIST_BYTES), files.shown(path)
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 2:
        raise BadRules.because("not_a_table", file=file)
    separator = max(",;\t", key=lines[0].count)
    try:
        rows = [row for row in csv.reader(text.splitlines(keepends=True), delimiter=separator) if row]
    except csv.Error as error:
        raise BadRules.because("not_csv_table", file=file, error=str(error)) from None
    cells = [
        [" ".join(cell.strip().splitlines()) for cell in row] for row in rows
    ]  # quoted cells may have several lines
    filled = _without_empty_columns([row for row in cells if any(row)])
    if len(filled) < 2:
        raise BadRules.because("not_a_table", file=file)
    head, *rows = filled
    if len(head) < 2:
        raise BadRules.because("one_column", file=file)
    for key in COLUMNS:
        if isinstance(options.get(key), str):
            in_head = (key == "costs") == (rows_are == "tests")
            Table.removed(head[1:] if in_head else [row[0] for row in rows], options[key])
    # The row of costs has nothing to say of the column of weights.
    special = {_folded(options[key]) for key in COLUMNS if isinstance(options.get(key), str)}
    number_of: dict[str, int] = {}
    for number, row in enumerate(rows, 2):
        if len(row) != len(head):
            raise BadRules.because("uneven_rows", file=file, row=number, cells=len(row), columns=len(head))
        if not row[0]:
            raise BadRules.because("empty_first_cell", file=file, row=number)
        name = _folded(row[0])
        empty = {test: cell for test, cell in zip(head, row, strict=True) if cell in ("", "?")}
        wrong = next((test for test in empty if name not in special or _folded(test) not in special), None)
        if wrong is not None:
            if empty[wrong]:
                raise BadRules.because("unknown_cell", file=file, name=row[0], column=wrong, text=empty[wrong])
            meant = {} if rows_are == "tests" else _meant_by(row, is_special=name in special)
            raise BadRules.because("empty_cell", file=file, name=row[0], column=wrong, **meant)
        if number_of.setdefault(name, number) != number:
            raise BadRules.because("row_twice", file=file, name=row[0], first=number_of[name], row=number)
    values, names = [row[1:] for row in rows], [row[0] for row in rows]
    if rows_are == "tests":
        return Table(names, head[1:], [np.array(row, dtype=object) for row in values])
    return Table(head[1:], names, [np.array(column, dtype=object) for column in zip(*values, strict=True)])


def parse_table_text(text: str) -> tuple[str, dict[str, Any]]:
    """The file of a text `FILE.csv`, `FILE.tsv` or `table:FILE[:OPTION…]`, and its options by their names in TOML."""
    _, file, *given = text.split(":") if text.lower().startswith("table:") else ("", text)
    if not file:
        raise BadRules.because("no_table_file", text=text[:60])
    return file, parse_options(given, OPTIONS)


def parse_options(given: Sequence[str], known: str) -> dict[str, Any]:
    """The options in the text of a table or a list by their names in TOML; `known` has them in words."""
    options: dict[str, Any] = {}
    for word in given:
        key, _, value = word.partition("=")
        if word == "tests" and word in known:
            options["rows"] = word
        elif word in get_args(Until):
            options["until"] = word
        elif key in COLUMNS and value:
            options[key] = value
        else:
            raise BadRules.because("no_table_option", text=word[:40], options=known)
    return options


def table_text(text: str, options: Mapping[str, str]) -> str:
    """Return the text of a table, list or TOML file, with `until`, or names of `weights`, `costs` or `classes`, added.

    They replace those that it has.
    """
    kind = next((kind for kind in ("table", "words") if text.lower().startswith(f"{kind}:")), "")
    if not kind and not text.lower().endswith((".csv", ".tsv", ".toml")):
        raise BadRules.because("no_table_to_state", option=f"--{next(iter(options))}", text=text[:60])
    until = options.get("until")
    if until not in (None, *get_args(Until)):
        raise BadRules.because("no_such_until", value=shown(until))
    head, *words = text.split(":")[1:] if kind else [text]
    if kind == "words":  # the files and the reply, and then perhaps a length
        head = ":".join([head, *words[:1]])
        words = words[1:]
    words = [word for word in words if ("until" if word in get_args(Until) else word.partition("=")[0]) not in options]
    for key, value in options.items():
        if kind == "words" and (":" in value or value.split() != [value]):
            raise BadRules.because("blanks_in_name", text=value[:60])
        words.append(value if key == "until" else f"{key}={written_name(value, 'a_name')}")
    return ":".join([kind or "table", head, *words])


def load_table(file: str, name: str, options: Mapping[str, Any]) -> ListedGame:
    """Make the game of a CSV file, with `rows` and the options of `game_of`."""
    given = dict(options)
    rows_are: Axis = given.pop("rows", "objects")
    return game_of(read_csv(file, given, rows_are), name, **given)
