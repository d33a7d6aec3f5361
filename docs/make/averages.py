"""Write the tables of averages on the pages from `docs/results/averages.csv`: `python docs/make/averages.py`.

A table between `<!-- averages … -->` and `<!-- end -->` is made whole from the rows of the strategies named there. In a
table below `<!-- averages -->` each cell is filled that belongs to a strategy and a game, named in its row or column.
With files as arguments, which have the output of `codepegs evaluate … --json` as `result`, with its `command` and its
CPU time as `cpu`, the rows of these commands are renewed first.
"""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from codepegs.files import write_whole

ROOT = Path(__file__).parents[2]
FILE = ROOT / "docs" / "results" / "averages.csv"
VIEWS = {"black and white": "", "black only": "-b", "white only": "-w", "total only": "-t"}
WHOLE = re.compile(r"(<!-- averages (.+?) -->\n)(.*?)(?=<!-- end -->)", re.DOTALL)
CELLS = re.compile(r"(<!-- averages -->\n+)((?:\|.*\n)+)")
WRONG = {"wrong replies", "Q", "kind", "noise"}
"""Headings of tables whose averages are not those with true replies."""
TOTAL = re.compile(r"[\d,]+ \(")
RULES = re.compile(r"p\d+c\d+n?(?:-[bwt])?")


@dataclass(frozen=True, slots=True)
class Row:
    """One measured average; texts, so that each page prints what the file has."""

    strategy: str
    game: str
    view: str
    noise: str
    declare: str
    games: str
    seed: str
    total: str
    average: str
    standard_error: str
    longest_game: str
    adjusted_average: str
    adjusted_standard_error: str
    cpu_seconds: str
    command: str

    @property
    def rules(self) -> str:
        """The game with its view."""
        return self.game + VIEWS[self.view]

    @property
    def key(self) -> tuple[str, ...]:
        """What has one average."""
        return self.strategy, self.rules, self.noise, self.declare

    @property
    def size(self) -> tuple[int, ...]:
        """The pegs, the colours and the number of the view, to sort by."""
        return *map(int, re.findall(r"\d+", self.game)), list(VIEWS).index(self.view)

    @property
    def is_exact(self) -> bool:
        """Whether every secret was played."""
        return self.games == "all"

    @property
    def stated(self) -> tuple[str, str]:
        """The average to state, with its error: adjusted for luck if it was."""
        if self.adjusted_average:
            return self.adjusted_average, self.adjusted_standard_error
        return self.average, self.standard_error

    def text(self, *, longest: bool = True, total: bool = False) -> str:
        """The average as a page states it, possibly behind the total."""
        average, error = self.stated
        if total:
            return f"{thousands(self.total)} ({average}, {self.longest_game})"
        if error:
            return f"{thousands(average)} ± {error}"
        return f"{thousands(average)} ({self.longest_game})" if longest and self.longest_game else thousands(average)


def thousands(number: str) -> str:
    """A number of the file with commas."""
    whole, point, rest = number.partition(".")
    return f"{int(whole):,}{point}{rest}"


def with_error(average: float, error: float) -> tuple[str, str]:
    """Write a measured average, with as many digits as its error allows."""
    digits = 3 if 0 < error < 0.1 else 2 if 0 < error < 1 else 1
    return f"{average:.{digits}f}", f"{error:.{digits}f}"


def rows() -> dict[tuple[str, ...], Row]:
    """Read the file; every strategy and game has one row."""
    read = [Row(**row) for row in csv.DictReader(FILE.read_text(encoding="utf-8").splitlines())]
    found = {row.key: row for row in read}
    assert len(found) == len(read), "a strategy and game have two rows"
    return found


def as_csv(measured: list[Row]) -> str:
    """Return the content of the file."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(field.name for field in fields(Row))
    writer.writerows([getattr(row, field.name) for field in fields(Row)] for row in measured)
    return file.getvalue()


def measured_rows(path: Path) -> Iterator[Row]:
    """The rows of one measurement."""
    stored = json.loads(path.read_text(encoding="utf-8"))
    result, command = stored["result"], stored["command"].removesuffix(" --json")
    records: list[dict[str, Any]] = result if isinstance(result, list) else [result]
    noise = found[1] if (found := re.search(r"--noise (\S+)", command)) else ""
    declare = found[1] if (found := re.search(r"--declare (\S+)", command)) else ""
    strategies = re.findall(r"-s (\S+)", command)
    for strategy, record in zip(strategies, records, strict=True):
        game, _, view = record["rules"].partition("-")
        adjusted = "adjusted_average" in record
        longest = str(record.get("longest_game", record.get("depth")))
        is_alone = len(records) == 1 and not adjusted
        yield Row(
            strategy, game, next(name for name, end in VIEWS.items() if end.lstrip("-") == view), noise, declare,
            str(record["games"]), str(record["seed"]), "",
            *with_error(record["average"], record["standard_error"]), longest,
            *(with_error(record["adjusted_average"], record["adjusted_standard_error"]) if adjusted else ("", "")),
            f"{stored['cpu'] / record['games']:.2g}" if is_alone else "", command,
        )  # fmt: skip


def table(names: list[str], known: dict[tuple[str, ...], Row]) -> str:
    """Return the table of some strategies, with the columns that distinguish its rows; `wrong`: with wrong replies."""
    chosen = [row for row in known.values() if row.strategy in names and ("wrong" not in names or row.noise)]
    chosen.sort(key=lambda row: (names.index(row.strategy), row.declare, row.noise, row.size))
    columns = {
        "game": [row.rules for row in chosen],
        "strategy": [f"`{row.strategy}`" for row in chosen] if len({row.strategy for row in chosen}) > 1 else [],
        "wrong replies": [row.noise and f"`{row.noise}`" for row in chosen],
        "declared at": [row.declare for row in chosen],
        "total": [row.total and thousands(row.total) for row in chosen],
        "guesses": [row.text(longest=False) for row in chosen],
        "not adjusted": [f"{row.average} ± {row.standard_error}" if row.adjusted_average else "" for row in chosen],
        "longest game": [thousands(row.longest_game) if row.longest_game else "" for row in chosen],
        "games": ["every secret" if row.is_exact else thousands(row.games) for row in chosen],
        "seed": [row.seed for row in chosen],
        "CPU seconds per game": [row.cpu_seconds for row in chosen],
    }
    columns = {heading: cells for heading, cells in columns.items() if any(cells)}
    lines = [list(columns), ["---"] * len(columns), *map(list, zip(*columns.values(), strict=True))]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines).replace("|  |", "| |").replace("|  |", "| |")


def cells_of(line: str) -> list[str]:
    """The cells of a line of a table."""
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def places(lines: list[str], known: dict[tuple[str, ...], Row]) -> Iterator[tuple[int, int, Row]]:
    """The cells of a table that belong to a strategy and a game of the file: line, column and row of the file."""
    strategies = {key[0] for key in known}

    def strategy(cell: str) -> str:
        named: list[str] = re.findall(r"^\[?`([^`]+)`", cell)
        return named[0] if named and named[0] in strategies else ""

    heads = cells_of(lines[0])
    if WRONG.intersection(heads):
        return
    for number, line in enumerate(lines[2:], 2):
        cells = cells_of(line)
        in_row = (next(filter(None, map(strategy, cells)), ""), next(filter(RULES.fullmatch, cells), ""))
        for column, head in enumerate(heads):
            if column >= len(cells) or strategy(cells[column]) or RULES.fullmatch(cells[column]):
                continue
            named = strategy(head) or in_row[0]
            named += ":candidates-only" if "candidates only" in cells else ""
            game = next(iter(RULES.findall(head)), "") or in_row[1]
            heads_average = strategy(head) or RULES.fullmatch(head) or head in {*VIEWS, "average", "guesses", "queries"}
            view = VIEWS.get(head, "")
            row = known.get((named, game + view, "", "")) or known.get((named, f"p4c6{view}", "", ""))
            if heads_average and row is not None and (game or head in VIEWS) and row.rules == (game or "p4c6") + view:
                yield number, column, row


def filled(lines: list[str], known: dict[tuple[str, ...], Row]) -> list[str]:
    """Return the lines of a table with the averages of the file."""
    for number, column, row in places(lines, known):
        cells = cells_of(lines[number])
        cells[column] = row.text(total=bool(row.total and TOTAL.match(cells[column])))
        lines[number] = f"| {' | '.join(cells)} |".replace("|  |", "| |").replace("|  |", "| |")
    return lines


def written(page: str, known: dict[tuple[str, ...], Row]) -> str:
    """Return a page with its tables made again."""
    page = WHOLE.sub(lambda block: f"{block[1]}\n{table(block[2].split(), known)}\n", page)
    return CELLS.sub(lambda block: block[1] + "\n".join(filled(block[2].splitlines(), known)) + "\n", page)


def pages() -> list[Path]:
    """All pages that may have averages."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def main(measurements: list[str]) -> None:
    """Renew rows from measurements, then write the pages."""
    known = rows()
    for name in measurements:
        for row in measured_rows(Path(name)):
            old = known.get(row.key)
            if old and old.adjusted_average and not row.adjusted_average:
                continue  # one adjusted for luck is more exact
            known[row.key] = replace(row, cpu_seconds=row.cpu_seconds or (old.cpu_seconds if old else ""))
    write_whole(FILE, as_csv(list(known.values())))
    for page in pages():
        old_text = page.read_text(encoding="utf-8")
        if (text := written(old_text, known)) != old_text:
            write_whole(page, text)


if __name__ == "__main__":
    main(sys.argv[1:])
