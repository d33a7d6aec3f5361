"""Games from tables: arrays, data frames, functions and CSV files of the outcome of each test for each object."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import compress
from math import gcd, lcm, prod
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from codepegs.errors import BadRules, hint_at, shown
from codepegs.game.cells import Column, Shares, read_column, shares_of_unknown
from codepegs.game.kinds import Until
from codepegs.game.listed import ListedGame
from codepegs.game.notation import TABLE_ENDINGS
from codepegs.game.odd_cells import MOST_CELLS_NAMED, cells_notice, may_be_odd
from codepegs.game.outcomes import LONGEST_CODE, Cells, Outcomes, written_name
from codepegs.game.table_files import LEAST_TO_NAME_IDS, MOST_FAULTS_TOLD, Fault, Sheet, read_decimal, read_sheet
from codepegs.game.words import Names, identity
from codepegs.reasons import Reason, Value

logger = logging.getLogger(__name__)

Axis = Literal["objects", "tests"]
"""What the rows of a table are."""

LISTED = ("skip", "unknown", "whole")
"""The options of a table that can be repeated."""

HEADINGS = {"heading": True, "no-heading": False}
"""The options of a table that say whether its first row has the names of the columns."""

MOST_FORMS = 20_000
"""Forms of all objects of a table, at most."""

MOST_IDS_NAMED = 3
"""Columns that tell every object apart, of those that the notice names."""

COLUMNS = ("weights", "costs", "classes")
"""The options of a table that take a column or a row out of it."""

LIST_OPTIONS = "named, known, class, weights=FILE, costs=FILE or classes=FILE"
"""What may follow the reply of a list in the text of rules, or the length of its words."""

OPTIONS = (
    "tests, heading, no-heading, named, known, class, objects=NAME, skip=NAME, unknown=TEXT, whole=NAME, weights=NAME, "
    "costs=NAME or classes=NAME"
)
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
    *,
    with_forms: bool = False,
    measured: Iterable[int] = (),
    is_divided: bool = False,
) -> ListedGame:
    """Make a game of a table, from which names of weights, costs and classes are taken out.

    `with_forms`, objects of one name are forms of one object, which is known when all that are left are its forms.
    """
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
    outcomes = replace(
        Outcomes.of(read.rows, read.tests, read.objects), measured=frozenset(measured), is_divided=is_divided
    )
    objects = read.objects
    if with_forms and (forms := _forms_of(objects)) is not None:
        if until == "named":
            raise BadRules.because("forms_not_named")
        weights = _weights_of_forms(forms) if weights is None else weights
        if until == "known":
            classes, until = [objects[first] for first in forms], "class"
        objects = _names_of_forms(objects, forms)
        outcomes = replace(outcomes, forms=tuple(forms))
    if costs is not None and not isinstance(costs, Mapping):
        costs = dict(zip(outcomes.guesses(objects, named=until == "named"), given, strict=True))
    game = ListedGame(objects, None, outcomes, name=name, weights=weights, costs=costs, classes=classes, until=until)
    if notice := cells_notice(game):
        logger.warning(notice.text)
    return game


def _forms_of(names: Sequence[str]) -> list[int] | None:
    """For each name, the number of the first that is the same; None if all are different."""
    first_of: dict[str, int] = {}
    forms = [first_of.setdefault(_folded(name), number) for number, name in enumerate(names)]
    return forms if len(first_of) < len(names) else None


def _weights_of_forms(forms: Sequence[int]) -> list[int]:
    """The weights of forms if all objects weigh the same."""
    counts = Counter(forms)
    whole = lcm(*counts.values())
    return [whole // counts[first] for first in forms]


def _names_of_forms(names: Sequence[str], forms: Sequence[int]) -> list[str]:
    """A name for each form: that of the object for the first, and with a number for the others."""
    taken, made = {_folded(name) for name in names}, list[str]()
    numbers: Counter[int] = Counter()
    for name, first in zip(names, forms, strict=True):
        numbers[first] += 1
        if numbers[first] > 1:
            name = names[first]
            while _folded(f"{name}#{numbers[first]}") in taken:
                numbers[first] += 1
            name = f"{name}#{numbers[first]}"
        made.append(name)
    return made


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


def _place_of(names: Sequence[str], name: str) -> int:
    """Where a name is among some, as it is typed."""
    found = Names(written_name(each or "_", "a_name") for each in names).find(written_name(name, "a_name"))
    if found is None:
        known = [*filter(None, names)]
        hint = hint_at(name, known, "like_name", like=known[0]) if known else {}
        raise BadRules.because("not_in_table", name=name, **hint)
    return found


def _counts_rows(cells: Cells) -> bool:
    """Whether a column has the numbers of its rows, from 0 or 1."""
    texts = cells.tolist()
    return any(texts == [*map(str, range(first, first + len(texts)))] for first in (0, 1))


def _column_of_names(sheet: Sheet, wanted: str | None) -> tuple[int, list[int]]:
    """The column with the names of the rows, the first by default, and those that only number them."""
    heading, first = sheet.heading, sheet.column(0)
    numbers = [0] if not heading[0] and len(first) > 1 and _counts_rows(first) else []
    if wanted is not None:
        names = _place_of(heading, wanted)
    elif numbers and len(heading) > 2 and _are_names(sheet.column(1)):
        names = 1
    else:
        return 0, []
    if numbers and names:
        sheet.assumed.append(Reason.of("rows_numbered", column=heading[names]))
    return names, numbers if names else []


def _are_names(cells: Cells) -> bool:
    """Whether the cells of a column may be the names of objects: different, and none of them a number."""
    return len(cells.different[0]) == len(cells) and not any(text[:1].isdigit() for text in cells.different[0])


def _table_of(sheet: Sheet, options: dict[str, Any]) -> Table:
    """The table of a file; what columns and rows say of the objects and tests takes the place of their names."""
    rows_are: Axis = options.pop("rows", "objects")
    at, numbers = _column_of_names(sheet, options.pop("objects", None))
    columns = [column for column in range(len(sheet.heading)) if column != at and column not in numbers]
    head, names = [sheet.heading[column] for column in columns], sheet.column(at).tolist()
    rows, cells = [*range(len(names))], sheet.cells[:, columns]
    for name in options.pop("skip", ()):
        if _is_among(head, name):
            columns_left = np.arange(len(head)) != _place_of(head, name)
            cells, head = cells[:, columns_left], [*compress(head, columns_left)]
        else:
            rows.remove(_row_of(names, rows, name))
    special = dict[str, int]()
    for key in COLUMNS:
        if isinstance(options.get(key), str):
            is_column = (key == "costs") == (rows_are == "tests")
            special[key] = _place_of(head, options[key]) if is_column else _row_of(names, rows, options[key])
    in_head = [place for key, place in special.items() if (key == "costs") == (rows_are == "tests")]
    in_rows = [place for key, place in special.items() if (key == "costs") != (rows_are == "tests")]
    _note_faults(sheet, cells, head, names, rows, in_head, in_rows, rows_are)
    kept = [row for row in rows if row not in in_rows]
    left = [place for place in range(len(head)) if place not in in_head]
    for key, place in special.items():
        is_column = place in in_head and (key == "costs") == (rows_are == "tests")
        held = Cells(cells[kept, place] if is_column else cells[place, left], sheet.texts).tolist()
        lines = [sheet.numbers[row] for row in kept] if is_column else [sheet.numbers[place]] * len(held)
        options[key] = held if key == "classes" else _read_numbers(sheet, key, held, lines)
    if rows_are == "objects":
        _note_forms(sheet, [names[row] for row in kept], options.get("classes"))
    sheet.check()
    _name_ids(sheet, cells[np.ix_(kept, left)], [head[place] for place in left], rows_are)
    table = cells[np.ix_(kept, left)]
    across, down = [head[place] for place in left], [names[row] for row in kept]
    if rows_are == "tests":
        found = Table(down, across, [Cells(row, sheet.texts) for row in table])
    else:
        found = Table(across, down, [Cells(column, sheet.texts) for column in table.T])
    return _with_distributions(sheet, found, options)


def _with_distributions(sheet: Sheet, table: Table, options: dict[str, Any]) -> Table:
    """The table with each cell of several outcomes divided: an object gets a form for each choice of outcomes."""
    whole, said = options.pop("whole", ()), {text.lower() for text in options.pop("unknown", ())}
    for name in whole:
        _place_of(table.tests, name)
    wanted = {_folded(name) for name in whole}
    columns = [
        _column_of(cells, is_whole=_folded(test) in wanted, said=said)
        for test, cells in zip(table.tests, table.rows, strict=True)
    ]
    options["measured"] = [number for number, column in enumerate(columns) if column is not None and column.is_measured]
    open_columns = {
        number: column for number, column in enumerate(columns) if column is not None and not column.is_certain
    }
    if not open_columns:
        return table
    forms = _forms_of(table.objects)
    weights = [
        *map(_exact, options.get("weights") or (_weights_of_forms(forms) if forms else [1] * len(table.objects)))
    ]
    table, weights, times = _without_equal_rows(table, weights, options)
    shares: dict[int, list[Shares]] = {}
    known, cells_unknown, divided = [*range(len(table.tests))], Counter[str](), list[str]()
    for number, column in open_columns.items():
        texts = table.rows[number].tolist()
        usual = shares_of_unknown(column, [*zip(texts, weights, strict=True)])
        if not usual:
            known.remove(number)
            sheet.assumed.append(Reason.of("nothing_known", column=table.tests[number]))
            continue
        found = {text: _shares_of(text, column, usual) for text in column.cells}
        for name, text, count in zip(table.objects, texts, times, strict=True):
            if column.cells[text] is None and text not in column.without:
                cells_unknown[text or "empty"] += count
            elif len(found[text]) > 1:
                divided.append(f"{text} ({name}, {table.tests[number]})")
            elif not found[text]:
                values = {"name": name, "column": table.tests[number], "text": text}
                sheet.faults.append(Fault("excludes_only_outcome", 0, values))
        shares[number] = [found[text] for text in texts]
    sheet.check()
    _note_distributions(sheet, cells_unknown, divided)
    return _expanded(sheet, Table(table.tests, table.objects, table.rows), known, shares, weights, options)


def _column_of(cells: Cells, *, is_whole: bool, said: Collection[str]) -> Column | None:
    """What the cells of a test say; None if each says one outcome."""
    texts, local = cells.different
    if not said and not any(map(may_be_odd, texts)):
        return None
    counts = np.bincount(local, minlength=len(texts)).tolist()
    return read_column(dict(zip(texts, counts, strict=True)), is_whole=is_whole, unknown_texts=said)


def _exact(weight: float) -> Fraction:
    return Fraction(weight) if isinstance(weight, int) else Fraction(repr(weight))


def _shares_of(text: str, column: Column, usual: Shares) -> Shares:
    """The distribution of a cell, where unknown ones have the usual shares; empty if no outcome is possible."""
    stated = column.cells[text]
    if stated is not None:
        return stated
    left = {outcome: share for outcome, share in usual.items() if outcome != column.without.get(text)}
    total = sum(left.values(), Fraction(0))
    return {outcome: share / total for outcome, share in left.items()} if total else {}


def _note_distributions(sheet: Sheet, unknown: Counter[str], divided: Sequence[str]) -> None:
    """Say which texts were read as unknown, and which cells as several outcomes."""
    if unknown:
        texts = ", ".join(f"{text} {count:,}" for text, count in unknown.items())
        sheet.assumed.append(Reason.of("cells_unknown", count=unknown.total(), texts=texts))
    if divided:
        named = ", ".join(divided[:MOST_CELLS_NAMED])
        more: dict[str, Value] = (
            {"more": len(divided) - MOST_CELLS_NAMED, "hint": "and_more"} if len(divided) > MOST_CELLS_NAMED else {}
        )
        sheet.assumed.append(Reason.of("cells_divided", cells=named, count=len(divided), **more))


def _expanded(
    sheet: Sheet,
    table: Table,
    known: Sequence[int],
    shares: Mapping[int, Sequence[Shares]],
    weights: Sequence[Fraction],
    options: dict[str, Any],
) -> Table:
    """The table of the forms of objects: one for each choice of the outcomes that their cells can have."""
    sizes = [prod(len(of_test[thing]) for of_test in shares.values()) for thing in range(len(table.objects))]
    if sum(sizes) > MOST_FORMS:
        most = max(range(len(sizes)), key=sizes.__getitem__)
        raise BadRules.because(
            "too_many_forms", file=sheet.file, name=table.objects[most], forms=sizes[most], most=MOST_FORMS
        )
    of_object = np.repeat(np.arange(len(sizes)), sizes)
    made, chosen = _combined(shares, weights)
    rows: list[Any] = []
    for number in known:
        if number in shares:
            rows.append(chosen[number])
        else:
            cells = table.rows[number]
            rows.append(Cells(cells.numbers[of_object], cells.texts))
    if len(made) > len(table.objects):
        options["is_divided"] = True
        sheet.assumed.append(Reason.of("played_as_forms"))
    options["weights"] = made
    if isinstance(options.get("classes"), list):
        options["classes"] = [options["classes"][thing] for thing in of_object.tolist()]
    if isinstance(options.get("costs"), list):
        options["costs"] = [options["costs"][number] for number in known]
    options["measured"] = [place for place, number in enumerate(known) if number in options["measured"]]
    return Table([table.tests[number] for number in known], [table.objects[thing] for thing in of_object], rows)


def _combined(
    shares: Mapping[int, Sequence[Shares]], weights: Sequence[Fraction]
) -> tuple[list[int], dict[int, Cells]]:
    """The weights of all choices, as whole numbers, and the outcomes of each divided test."""
    denominators: list[int] = []
    numerators: list[list[int]] = []
    of_test: dict[int, list[NDArray[np.int64]]] = {number: [] for number in shares}
    number_of: dict[int, dict[str, int]] = {number: {} for number in shares}
    for thing, weight in enumerate(weights):
        below, above, repeats = weight.denominator, [weight.numerator], 1
        choices = []
        for number, distributions in shares.items():
            found = distributions[thing]
            common = lcm(*(share.denominator for share in found.values()))
            parts = [share.numerator * (common // share.denominator) for share in found.values()]
            below, above = below * common, [each * part for each in above for part in parts]
            known = number_of[number]
            choices.append(np.array([known.setdefault(outcome, len(known)) for outcome in found]))
        for number, choice in zip(shares, choices, strict=True):
            after = len(above) // (repeats * len(choice))
            of_test[number].append(np.tile(np.repeat(choice, after), repeats))
            repeats *= len(choice)
        denominators.append(below)
        numerators.append(above)
    scale = lcm(*denominators)
    made = [each * (scale // below) for below, above in zip(denominators, numerators, strict=True) for each in above]
    shared = gcd(scale, *made)
    cells = {number: Cells(np.concatenate(found), [*number_of[number]]) for number, found in of_test.items()}
    return [weight // shared for weight in made], cells


def _without_equal_rows(
    table: Table, weights: Sequence[Fraction], options: dict[str, Any]
) -> tuple[Table, list[Fraction], list[int]]:
    """The table in which equal rows of one object are one, with the sum of their weights, and how many they are."""
    number_of: dict[object, int] = {}
    classes = options["classes"] if isinstance(options.get("classes"), list) else [None] * len(table.objects)
    things = zip(map(_folded, table.objects), map(str, classes), strict=True)
    own = np.array([number_of.setdefault(thing, len(number_of)) for thing in things])
    if len(number_of) == len(own):
        return table, [*weights], [1] * len(own)
    cells = np.stack([own, *(row.numbers for row in table.rows)], axis=1)
    _, first, place, counts = np.unique(cells, axis=0, return_index=True, return_inverse=True, return_counts=True)
    summed = [Fraction(0)] * len(first)
    for group, weight in zip(place.ravel().tolist(), weights, strict=True):
        summed[group] += weight
    order = np.argsort(first)
    kept = first[order].tolist()
    if isinstance(options.get("classes"), list):
        options["classes"] = [classes[row] for row in kept]
    rows = [Cells(row.numbers[kept], row.texts) for row in table.rows]
    merged = Table(table.tests, [table.objects[row] for row in kept], rows)
    return merged, [summed[group] for group in order], counts[order].tolist()


def _is_among(names: Sequence[str], name: str) -> bool:
    return Names(written_name(each or "_", "a_name") for each in names).find(written_name(name, "a_name")) is not None


def _row_of(names: Sequence[str], rows: Sequence[int], name: str) -> int:
    """The row of a name, of those that are left."""
    return rows[_place_of([names[row] for row in rows], name)]


def _note_faults(
    sheet: Sheet,
    cells: NDArray[np.int32],
    head: list[str],
    names: list[str],
    rows: list[int],
    in_head: list[int],
    in_rows: list[int],
    rows_are: Axis,
) -> None:
    """Note what is wrong with names and cells."""
    first_of: dict[str, int] = {}
    for place, column in enumerate(head):
        if not column:
            sheet.faults.append(Fault("empty_name", 0, {"thing": "name_of_test"}))
        elif (first := first_of.setdefault(_folded(column), place)) != place:
            kind = "test_twice" if head[first] == column else "tests_alike"
            sheet.faults.append(Fault(kind, 0, {"text": head[first], "other": column}))
    asked = next((number for number, text in enumerate(sheet.texts) if text == "?"), -1)
    unknown = (cells == 0) | (cells == asked)
    unknown[np.ix_(in_rows, in_head)] = False
    is_test, is_object = np.ones(len(head), dtype=np.bool_), np.ones(len(names), dtype=np.bool_)
    is_test[in_head], is_object[in_rows] = False, False
    may_be_costs = _are_like_costs(sheet, cells) if not in_rows and rows_are == "objects" else ~is_object
    unknown[np.ix_(is_object & ~may_be_costs, is_test)] = False
    long = next((names[row] for row in rows if len(names[row]) > LONGEST_CODE), None)
    if long is not None:  # which is written once for each form
        raise BadRules.because("long_code", text=long[:40], count=len(long), most=LONGEST_CODE)
    row_of: dict[str, int] = {}
    for row in rows:
        number, name = sheet.numbers[row], names[row]
        if not name:
            sheet.faults.append(Fault("empty_first_cell", number))
        elif rows_are == "objects" and row not in in_rows:
            continue
        elif (first := row_of.setdefault(_folded(name), number)) != number:
            sheet.faults.append(Fault("row_twice", number, {"name": name, "first": first}))
    places = np.argwhere(unknown[rows])
    sheet.unlisted += max(0, len(places) - MOST_FAULTS_TOLD)
    for at, place in places[:MOST_FAULTS_TOLD].tolist():
        row = rows[at]
        text, number = sheet.texts[cells[row, place]], sheet.numbers[row]
        values = {"name": names[row], "column": head[place]}
        if text:
            sheet.faults.append(Fault("unknown_cell", number, values | {"text": text}))
            continue
        if rows_are == "objects" and row in in_rows:
            values["hint"] = "or_column_of_objects"
        elif may_be_costs[row]:
            values["hint"] = "or_row_of_costs"
        sheet.faults.append(Fault("empty_cell", number, values))


def _note_forms(sheet: Sheet, names: list[str], classes: Any) -> None:
    """Say which objects have several rows, each of which is one of its forms."""
    forms = _forms_of(names) if all(names) else None
    if forms is None:
        return
    counts = {first: count for first, count in Counter(forms).items() if count > 1}
    first, count = next(iter(counts.items()))
    several: dict[str, Value] = {"more": len(counts) - 1, "hint": "and_more_forms"} if len(counts) > 1 else {}
    sheet.assumed.append(Reason.of("forms", name=names[first], count=count, **several))
    if isinstance(classes, list):
        for number, first in enumerate(forms):
            if classes[number] != classes[first]:
                values = {"name": names[first], "class": classes[first], "other": classes[number]}
                sheet.faults.append(Fault("forms_of_two_classes", 0, values))


def _are_like_costs(sheet: Sheet, cells: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Whether each row may have the costs of the tests, which the options may name.

    Some of its cells are empty, and all others are numbers, also in a test in which no other cell is one.
    """
    is_number = np.array([read_decimal(text) is not None for text in sheet.texts])[cells]
    is_alone = is_number & (is_number.sum(axis=0) == 1)
    return np.asarray((cells == 0).any(axis=1) & (is_number | (cells == 0)).all(axis=1) & is_alone.any(axis=1))


def _read_numbers(sheet: Sheet, key: str, texts: list[str], rows: list[int]) -> list[float]:
    """The weights or costs of a file; other texts are faults."""
    found = []
    for text, row in zip(texts, rows, strict=True):
        number = read_decimal(text, with_comma=sheet.separator != ",")
        if number is None and text:
            sheet.faults.append(Fault("not_a_weight" if key == "weights" else "not_a_cost", row, {"text": shown(text)}))
        found.append(1.0 if number is None else number)
    return found


def _name_ids(sheet: Sheet, cells: NDArray[np.int32], head: list[str], rows_are: Axis) -> None:
    """Name the tests that tell every object apart, which may be numbers of the objects."""
    if rows_are == "tests" or len(cells) < LEAST_TO_NAME_IDS:
        return
    ids = [name for name, column in zip(head, cells.T, strict=True) if len(np.unique(column)) == len(column)]
    sheet.assumed.extend(Reason.of("tells_all", column=name) for name in ids[:MOST_IDS_NAMED])


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
        elif word in HEADINGS and word in known:
            options["heading"] = HEADINGS[word]
        elif key == "objects" and value and key in known:
            options[key] = value
        elif key in LISTED and value and key in known:
            options[key] = (*options.get(key, ()), value)
        elif word in get_args(Until):
            options["until"] = word
        elif key in COLUMNS and value:
            options[key] = value
        else:
            raise BadRules.because("no_table_option", text=word[:40], options=known)
    return options


def table_text(text: str, options: Mapping[str, Any]) -> str:
    """Return the text of a table, list or TOML file with options added, which replace those that it has.

    Options are by their names on the command line: `until`, names of `weights`, `costs`, `classes` and `objects`, a
    list of names to `skip`, and whether to `transpose` and whether there is a `heading`.
    """
    kind = next((kind for kind in ("table", "words") if text.lower().startswith(f"{kind}:")), "")
    if not kind and not text.lower().endswith((*TABLE_ENDINGS, ".txt", ".toml")):
        raise BadRules.because("no_table_to_state", option=_option(options), text=text[:60])
    until = options.get("until")
    if until not in (None, *get_args(Until)):
        raise BadRules.because("no_such_until", value=shown(until))
    head, *words = text.split(":")[1:] if kind else [text]
    if kind == "words":  # the files and the reply, and then perhaps a length
        if other := next((key for key in options if key not in (*COLUMNS, "until")), None):
            raise BadRules.because("only_for_tables", option=_option({other: options[other]}))
        head = ":".join([head, *words[:1]])
        words = words[1:]
    words = [word for word in words if _key_of(word) not in options]
    for key, value in options.items():
        if key == "transpose":
            words.append("tests")
        elif key == "heading":
            words.append("heading" if value else "no-heading")
        elif key in LISTED:
            words += [f"{key}={written_name(name, 'a_name')}" for name in value]
        elif kind == "words" and (":" in value or value.split() != [value]):
            raise BadRules.because("blanks_in_name", text=value[:60])
        else:
            words.append(value if key == "until" else f"{key}={written_name(value, 'a_name')}")
    return ":".join([kind or "table", head, *words])


def _key_of(word: str) -> str:
    """The name on the command line of an option in a text."""
    if word in HEADINGS:
        return "heading"
    return "transpose" if word == "tests" else "until" if word in get_args(Until) else word.partition("=")[0]


def _option(options: Mapping[str, Any]) -> str:
    """The first of some options, as it is typed."""
    key, value = next(iter(options.items()))
    return "--no-heading" if key == "heading" and value is False else f"--{key}"


def load_table(file: str, name: str, options: Mapping[str, Any]) -> ListedGame:
    """Make the game of the file of a table, with `rows`, `heading`, `objects`, `skip`, and the options of `game_of`."""
    given = dict(options)
    sheet = read_sheet(file, has_heading=given.pop("heading", None))
    game = game_of(_table_of(sheet, given), name, **given, with_forms=True)
    if notice := sheet.notice():
        logger.warning(notice.text)
    return game
