"""Tables in files: text of any encoding and separator, or a spreadsheet, as cells; what was assumed, and all faults."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import pairwise
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from codepegs import files, game as face
from codepegs.core import loops
from codepegs.errors import BadInput, BadRules, Unavailable
from codepegs.game.notation import SPREADSHEETS
from codepegs.game.outcomes import Cells
from codepegs.reasons import Reason

MOST_UNPACKED = 256_000_000
"""Bytes of the largest spreadsheet, decompressed."""

MOST_FAULTS_TOLD = 100
"""Faults that are listed; a file with more is probably another one than was meant."""

MOST_QUOTED = 60
"""Characters of a title in the notice."""

LEAST_TO_NAME_IDS = 6
"""Objects of the smallest table in which the notice names a column that is different for all, as an id is."""

_ARCHIVES = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How spreadsheets begin, which are archives, or of an older kind."""

_WITH_COMMA = re.compile(r"[-+]?\d+,\d+")
_WHOLE = re.compile(r"[-+]?\d+")

OPEN_QUOTE, LONG_ROW, SPARSE = 1, 2, 3
"""The faults that the loop finds."""


class Fault(NamedTuple):
    """What is wrong in a file, as a kind of sentence with the row, and its values."""

    kind: str
    row: int
    values: Mapping[str, Any] = {}


@dataclass
class Sheet:
    """The cells of a file."""

    file: str
    texts: list[str]
    cells: NDArray[np.int32]
    """Numbers of texts, a row for each row below the heading; 0 is the empty text."""
    numbers: list[int]
    """The numbers of the rows in the file."""
    heading: list[str]
    """The names of the columns."""
    separator: str = ","
    assumed: list[Reason] = field(default_factory=list)
    """What the notice says."""
    faults: list[Fault] = field(default_factory=list)
    unlisted: int = 0
    """How many there are besides."""

    def column(self, at: int) -> Cells:
        """The cells of a column."""
        return Cells(self.cells[:, at], self.texts)

    def check(self) -> None:
        """Raise `BadRules`, with all faults, if there are any."""
        if not self.faults:
            return
        first = sorted(self.faults, key=lambda fault: fault.row)[:MOST_FAULTS_TOLD]
        said = [Reason.of(fault.kind, file=self.file, row=fault.row, **fault.values) for fault in first]
        if len(self.faults) == 1:
            raise BadRules.because(said[0])
        reason = Reason.of("table_faults", file=self.file, count=len(self.faults) + self.unlisted)
        more = len(self.faults) + self.unlisted - len(said)
        lines = [reason.text, *(f"  {one.text.removeprefix(f'{self.file}: ')}" for one in said)]
        if more:
            lines.append("  " + Reason.of("more_faults", more=more).text)
        raise BadRules.because(reason).saying("\n".join(lines))

    def notice(self) -> Reason | None:
        """What was assumed of the file, in one sentence; None if nothing was."""
        if not self.assumed:
            return None
        return Reason.of("table_assumed", file=self.file, assumed="; ".join(one.text for one in self.assumed))


def read_sheet(path: Path | str, *, has_heading: bool | None = None) -> Sheet:
    """Read the cells of a file; without `has_heading`, whether its first row has names is guessed, and said."""
    file, assumed = files.shown(path), list[Reason]()
    is_spreadsheet = str(path).lower().endswith(SPREADSHEETS)
    if is_spreadsheet:
        _check_reader()
    data, separator = files.read_bytes(path, face.MOST_LIST_BYTES), 0
    if data.startswith(_ARCHIVES):
        _check_reader()
        text, separator = _of_spreadsheet(data, file, assumed), ord("\t")
    elif is_spreadsheet:
        raise BadInput.because("no_spreadsheet", file=file)
    else:
        text = _decoded(data, file, assumed)
    return _parsed(text, separator, file, has_heading, assumed)


def holds_table(path: Path | str) -> bool:
    """Whether a file of any name has several tests of several objects; two columns may be something else."""
    with suppress(BadInput, Unavailable):
        sheet = read_sheet(path)
        return sheet.cells.shape[0] > 1 and sheet.cells.shape[1] > 2 and not sheet.faults
    return False


def _check_reader() -> None:
    if find_spec("python_calamine") is None:
        raise Unavailable.without("tables", "spreadsheets_need_calamine")


def _decoded(data: bytes, file: str, assumed: list[Reason]) -> bytes:
    """The text of a file in UTF-8, from UTF-8, UTF-16 or Windows-1252."""
    encoding = ""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16"
    elif b"\0" in data[:1000]:
        odd, even = data[1:1000:2].count(0), data[:1000:2].count(0)
        encoding = "utf-16-le" if odd > even else "utf-16-be"
    try:
        if encoding:
            text = data.decode(encoding)
            if "\0" in text:
                raise UnicodeDecodeError(encoding, data, 0, 1, "a null character")
            return text.encode()
        data.decode()  # raises
        return data.removeprefix(codecs.BOM_UTF8)
    except UnicodeError:
        if encoding:
            raise BadInput.because("damaged_text", file=file) from None
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        raise BadInput.because("damaged_text", file=file) from None
    assumed.append(Reason.of("read_as", encoding="Windows-1252"))
    return text.encode()


def _of_spreadsheet(data: bytes, file: str, assumed: list[Reason]) -> bytes:
    """The first sheet of a spreadsheet that is not empty, as text with tabs."""
    import zipfile

    from python_calamine import CalamineWorkbook

    try:
        if data.startswith(b"PK"):
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                if sum(entry.file_size for entry in archive.infolist()) > MOST_UNPACKED:
                    raise BadInput.because("file_too_large", file=file, most=round(MOST_UNPACKED / 1e6))
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        names, rows = book.sheet_names, list[list[Any]]()
        for name in names:
            rows = book.get_sheet_by_name(name).to_python(skip_empty_area=False)
            if any(cell not in ("", None) for row in rows for cell in row):
                break
    except BadInput:
        raise
    except Exception:  # the reader has no documented list of what it raises
        raise BadInput.because("damaged_spreadsheet", file=file) from None
    if len(names) > 1:
        assumed.append(Reason.of("sheet_of_several", sheet=name[:MOST_QUOTED], count=len(names)))
    text = io.StringIO()
    csv.writer(text, delimiter="\t", quoting=csv.QUOTE_ALL).writerows(
        [_cell_text(cell) for cell in row] for row in rows
    )
    return text.getvalue().encode()


def _cell_text(value: Any) -> str:
    """The text of a cell of a spreadsheet: whole numbers without a decimal point, truth values as yes and no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return str(int(value)) if value == int(value) else repr(value)
    return "" if value is None else str(value)


def _parsed(text: bytes, separator: int, file: str, has_heading: bool | None, assumed: list[Reason]) -> Sheet:
    """Find the cells of a table in its text."""
    reader = loops.new_table_text(
        np.frombuffer(text, np.uint8), separator, -1 if has_heading is None else int(has_heading)
    )
    loops.finish(loops.read_table_text, reader)
    rows, columns, texts, size, titles, found_heading, found_separator, faults = loops.shape_of_table_text(reader)
    if not rows:
        raise BadRules.because("not_a_table", file=file)
    cells, numbers = np.empty((rows, columns), dtype=np.int32), np.empty(rows, dtype=np.int64)
    ends, pool = np.empty(texts, dtype=np.int64), np.empty(size, dtype=np.uint8)
    wrong = np.empty((faults, 3), dtype=np.int64)
    loops.write_table_text(reader, cells, numbers, ends, pool, wrong)
    held, cuts = pool.tobytes(), [0, *ends.tolist()]
    found = [held[begin:end].decode() for begin, end in pairwise(cuts)]
    for row, line in zip(numbers[:titles].tolist(), cells[:titles].tolist(), strict=True):
        quoted = " ".join(found[cell] for cell in line if cell)[:MOST_QUOTED]
        assumed.append(Reason.of("title_row", row=row, text=quoted))
    body = titles + found_heading
    if found_heading:
        heading = [found[cell] for cell in cells[titles].tolist()]
    else:
        heading = ["", *map(str, range(1, columns))]
        if has_heading is None and columns > 1 and rows > titles + 1:
            assumed.append(Reason.of("no_heading", row=int(numbers[titles])))
    if columns < 2 and not faults:
        raise BadRules.because("not_a_table" if rows < 2 else "one_column", file=file)
    if body == rows and not faults:
        raise BadRules.because("not_a_table", file=file)
    sheet = Sheet(file, found, cells[body:], numbers[body:].tolist(), heading, chr(found_separator), assumed)
    for kind, row, count in wrong.tolist():
        sheet.faults.append(_fault(kind, row, count, columns))
    if found_separator != ord(","):
        _read_decimal_commas(sheet)
    return sheet


def _fault(kind: int, row: int, count: int, columns: int) -> Fault:
    if kind == OPEN_QUOTE:
        return Fault("open_quote", row)
    return Fault("uneven_rows" if kind == LONG_ROW else "short_rows", row, {"cells": count, "columns": columns})


def _read_decimal_commas(sheet: Sheet) -> None:
    """Write the numbers of a column with points, if all its cells are numbers and some have decimal commas."""
    with_comma = {number for number, text in enumerate(sheet.texts) if _WITH_COMMA.fullmatch(text)}
    if not with_comma:
        return
    is_number = np.array([not text or _WHOLE.fullmatch(text) is not None for text in sheet.texts])
    is_number[list(with_comma)] = True
    point_of = np.arange(len(sheet.texts), dtype=np.int32)
    for number in with_comma:
        point_of[number] = len(sheet.texts)
        sheet.texts.append(sheet.texts[number].replace(",", "."))
    columns = [at for at in range(1, sheet.cells.shape[1]) if is_number[sheet.cells[:, at]].all()]
    before = sheet.cells[:, columns]
    sheet.cells[:, columns] = point_of[before]
    if (sheet.cells[:, columns] != before).any():
        sheet.assumed.append(Reason.of("decimal_comma"))


def read_decimal(text: str, *, with_comma: bool = False) -> float | None:
    """Read a number, perhaps with a decimal comma; None if a text is none."""
    if with_comma and _WITH_COMMA.fullmatch(text):
        text = text.replace(",", ".")
    try:
        number = float(text)
    except ValueError:
        return None
    return number if isfinite(number) else None
