"""Tables in files, as the programs of people write them: what is read, what is said of it, and all faults at once."""

from __future__ import annotations

import csv
import io
import random
import re
from collections.abc import Mapping
from fractions import Fraction
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

from codepegs import Position, load_game
from codepegs.errors import BadRules, Unavailable
from codepegs.game import table_files
from codepegs.game.table_files import read_sheet
from tests.conftest import Cli
from tests.game.kernel_cases import read_text

FILES = Path(__file__).parents[1] / "data" / "tables"
GERMAN = sorted(path.name for path in FILES.glob("german*"))
NEEDS_CALAMINE = pytest.mark.skipif(find_spec("python_calamine") is None, reason="the extra tables is not installed")

LOADS = {
    "english-excel.csv": ((), "5 objects, 3 tests", ""),
    "r-row-names.csv": ((), "5 objects, 3 tests", ""),
    "r-write-table.txt": ((), "5 objects, 3 tests", ""),
    "r-numbered.csv": ((), "5 objects, 3 tests", "the first column numbers the rows, and animal has the names"),
    "pandas-index.csv": ((), "5 objects, 3 tests", "the first column numbers the rows, and animal has the names"),
    "spss.csv": (("--objects", "name", "--skip", "case"), "4 objects, 3 tests", ""),
    "zoo.data": ((), "20 objects, 15 tests", "row 1 has no names, so the tests are called 1, 2 and so on"),
    "zoo-two-frogs.data": ((), "20 objects in 21 forms, 15 tests, until known", "frog has 2 rows, which are its forms"),
    "no-heading.csv": (("--no-heading",), "5 objects, 4 tests", ""),
    "twenty-questions.csv": ((), "5 objects, 4 tests", ""),
    "matrix-key.csv": ((), "4 objects, 3 tests", ""),
    "matrix-turned.csv": (("--transpose",), "4 objects, 3 tests", ""),
    "faults.csv": (
        ("--costs", "cost", "--skip", "cost of repair"),
        "4 objects, 3 tests, with costs",
        "",
    ),
    "unknown-cells.csv": ((), "4 objects in 7 forms, 3 tests", "5 cells are unknown (empty 3, ? 1, NA 1)"),
    "mushrooms.data": (("--skip", "6"), "2 objects in", "6 cells are unknown (? 6)"),
    "line-breaks.csv": ((), "Outcomes: 1, 4, red_or_pink, white;", ""),
    "folds.csv": ((), "Outcomes: 1, 2, GREEN, Red;", ""),
    "old-mac.csv": ((), "2 objects, 2 tests", ""),
    "ids.csv": ((), "6 objects, 3 tests", "if it is an id, leave it out with --skip 'name'"),
}
"""Files with their options, what is printed of them, and what the notice says."""

REFUSED = {
    "many-faults.csv": (
        "has 4 faults",
        "a cell of row 6 begins with a quotation mark that has no end",
        "row 3 has 5 cells, and the first 4",
        "the test 'a' is listed twice",
        "the first cell of row 4 is empty",
    ),
}
"""Files that must be repaired, and what one run says of them."""


def test_every_file_is_tried() -> None:
    assert {path.name for path in FILES.iterdir()} == {*GERMAN, *LOADS, *REFUSED}


@NEEDS_CALAMINE
def test_a_table_is_the_same_from_every_program(cli: Cli) -> None:
    """Sixteen ways to write one table, of which people use all."""
    said = set()
    for name in GERMAN:
        file = str(FILES / name)
        printed = cli("describe", file, "--weights", "Häufigkeit")
        said.add(printed.replace(f"table:{file}:weights=Häufigkeit", "IT"))
    assert len(said) == 1
    (text,) = said
    assert "IT: 6 objects, 4 tests, with weights, until known." in text


@pytest.mark.parametrize("name", LOADS)
def test_files_load(name: str, cli: Cli) -> None:
    options, printed, noticed = LOADS[name]
    assert printed in cli("describe", str(FILES / name), *options)
    assert noticed in cli.captured.err
    assert bool(noticed) == bool(cli.captured.err)


@pytest.mark.parametrize("name", REFUSED)
def test_one_run_names_all_faults(name: str, cli: Cli) -> None:
    told = cli.complaint("describe", str(FILES / name))
    for said in REFUSED[name]:
        assert said in told


def plain_rows(text: str, separator: str) -> list[list[str]]:
    """The cells of a text without notes or titles, by another reader."""
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    return [[re.sub(r"\r\n|\r|\n", " ", cell).strip() for cell in row] for row in rows]


def random_cell(rng: random.Random) -> str:
    pieces = ("red", "weiß", " ", '"', ",", ";", "\t", "|", "\n", "\r\n", "3", "é", "x")
    return "".join(rng.choice(pieces) for _ in range(rng.randrange(1, 5))).strip() or "no"


@pytest.mark.parametrize("seed", range(60))
def test_a_table_is_read_as_it_was_written(seed: int, tmp_path: Path) -> None:
    """In any separator and encoding, with a mark or without, with titles, notes, blank rows and quotes."""
    rng = random.Random(seed)
    count = rng.randrange(3, 6)
    heading = ["name", *(f"test {number}" for number in range(count))]
    table = [heading, *([f"o{row}", *(random_cell(rng) for _ in range(count))] for row in range(rng.randrange(2, 9)))]
    separator, encoding = rng.choice(",;\t|"), rng.choice(("utf-8", "utf-8-sig", "utf-16", "cp1252"))
    text = io.StringIO(newline="")
    quoting: Literal[0, 1] = 1 if rng.random() < 0.5 else 0  # all cells, or those that need it
    writer = csv.writer(text, delimiter=separator, quoting=quoting, lineterminator=rng.choice(("\n", "\r\n")))
    if rng.random() < 0.3:
        text.write(f"sep={separator}\n")
    if rng.random() < 0.3:
        text.write('# a note, with one " in it\n')
    if rng.random() < 0.3:
        writer.writerows([["A title", *[""] * count], [""] * (count + 1)])
    writer.writerows(table)
    if rng.random() < 0.3:
        writer.writerows([[""] * (count + 1)] * 2)
    (tmp_path / "t.csv").write_bytes(text.getvalue().encode(encoding))
    sheet = read_sheet(tmp_path / "t.csv", has_heading=True)
    assert not sheet.faults
    found = [sheet.heading, *([sheet.texts[cell] for cell in row] for row in sheet.cells.tolist())]
    assert found == [[re.sub(r"\r\n|\n", " ", cell) for cell in row] for row in table]


@pytest.mark.parametrize("seed", range(40))
def test_cells_are_those_of_a_plain_reader(seed: int) -> None:
    """Without titles and notes: rows that all have a name and as many cells."""
    rng = np.random.default_rng(seed)
    pieces = ["a", "b c", '"q, r"', '"a ""b"""', '"x\ny"', "1", "é"]
    columns = int(rng.integers(2, 6))
    rows = [",".join([f"o{row}", *rng.choice(pieces, columns)]) for row in range(int(rng.integers(1, 9)))]
    text = "\n".join(rows)
    *_, cells, _, ends, pool, faults = read_text(np.frombuffer(text.encode(), dtype=np.uint8), ord(","), 0)
    cuts = [0, *ends.tolist()]
    texts = [pool.tobytes()[begin:end].decode() for begin, end in pairwise(cuts)]
    assert [[texts[cell] for cell in row] for row in cells.tolist()] == plain_rows(text, ",")
    assert not len(faults)


@pytest.mark.parametrize("seed", range(8))
def test_each_fault_is_named_and_can_be_repaired(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    table = [[f"o{row}", *(rng.choice("xyz") for _ in range(4))] for row in range(8)]
    damaged = [row[:] for row in table]
    rows = rng.sample(range(8), rng.randrange(2, 6))
    for row in rows:
        if row % 2:
            damaged[row].append("more")
        else:
            damaged[row][0] = ""
    file = tmp_path / "t.csv"
    heading = "name,t1,t2,t3,t4"
    file.write_text("\n".join([heading, *(",".join(row) for row in damaged)]), encoding="utf-8")
    with pytest.raises(BadRules) as told:
        load_game(file)
    for row in rows:
        said = f"row {row + 2} has 6 cells, and the first 5" if row % 2 else f"the first cell of row {row + 2} is empty"
        assert said in str(told.value)
    assert f"has {len(rows)} faults:" in str(told.value)
    file.write_text("\n".join([heading, *(",".join(row) for row in table)]), encoding="utf-8")
    assert load_game(file).size == 8


def test_without_the_extra_one_sentence_says_how_to_install_it(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the file is looked for; a file of another name is known by its content."""
    monkeypatch.setattr(table_files, "find_spec", lambda _: None)
    for name in ("none.xlsx", "None.ODS", str(FILES / "german.xlsx")):
        told = cli.complaint("describe", name, code=Unavailable.exit_code)
        assert told.startswith("codepegs: spreadsheets need python-calamine: ")
        assert "codepegs[tables]" in told
    Path("renamed.csv").write_bytes((FILES / "german.ods").read_bytes())
    assert "spreadsheets need python-calamine" in cli.complaint("describe", "renamed.csv", code=Unavailable.exit_code)


@NEEDS_CALAMINE
def test_a_spreadsheet_is_known_by_its_content(cli: Cli) -> None:
    Path("renamed.csv").write_bytes((FILES / "german.ods").read_bytes())
    assert "6 objects, 5 tests" in cli("describe", "renamed.csv")
    Path("text.xlsx").write_text("name,a\nx,1\ny,2\n", encoding="utf-8")
    assert "text.xlsx is not a spreadsheet" in cli.complaint("describe", "text.xlsx")


def test_the_options_of_tables_are_read_by_every_command(cli: Cli) -> None:
    Path("t.csv").write_text('id,name,a,b,w\n7,x,1,0,"2.5"\n8,y,0,1,1\n9,z,1,1,1\n0,total,3,3,5\n', encoding="utf-8")
    given = ("--objects", "name", "--skip", "id", "--skip", "total", "--weights", "w")
    assert cli("candidates", "t.csv a:1", *given) == "x\nz\n"
    rules = "table:t.csv:objects=name:skip=id:skip=total:weights=w"
    assert f"{rules}: 3 objects, 2 tests, with weights, until known." in cli("describe", "t.csv", *given)
    assert np.asarray(load_game(rules).weights).tolist() == [5, 2, 2]
    assert cli("candidates", f"{rules} a:1", "--objects", "name") == "x\nz\n"
    Path("t.toml").write_text('table = "t.csv"\nobjects = "name"\nskip = ["id", "total"]\nweights = "w"\n')
    assert cli("candidates", "t.toml a:1") == "x\nz\n"
    for options, said in (
        (("--skip", "none"), "the table has no 'none'"),
        (("--objects", "none"), "the table has no 'none'"),
        (("--weights", "b", "--skip", "b"), "the table has no 'b'"),
    ):
        assert said in cli.complaint("describe", "t.csv", *options)
    Path("w.txt").write_text("crane\ntrace\n", encoding="utf-8")
    told = cli.complaint("describe", "words:w.txt:wordle", "--no-heading")
    assert "--no-heading is for tables, not for lists of words" in told


def test_yes_and_no_are_read_for_zero_and_one(cli: Cli) -> None:
    Path("z.csv").write_text(",lays eggs\ncow,0\nhen,1\n", encoding="utf-8")
    for word, found in (("yes", "hen"), ("n", "cow"), ("TRUE", "hen"), ("0", "cow"), ("false", "cow")):
        assert f"Found: {found}" in cli("identify", "z.csv", answers=f"{word}\n")
        assert cli("candidates", f"z.csv lays eggs:{word}") == f"{found}\n"
    game = load_game("z.csv")
    for value, found in ((True, "hen"), (False, "cow"), (1, "hen"), (0, "cow")):
        assert game.text_of(Position(game).after("lays_eggs", value).candidates()[0]) == found
    Path("y.csv").write_text(",eggs,legs\ncow,no,0\nhen,yes,1\nfly,yes,2\n", encoding="utf-8")
    assert cli("candidates", "y.csv eggs:true") == "hen\nfly\n"
    Path("n.csv").write_text(",legs\ncow,4\nhen,2\nfly,6\n", encoding="utf-8")
    assert "'yes' is not an outcome" in cli.complaint("candidates", "n.csv legs:yes")


FROGS = "animal,legs,water,tail\nfrog,4,yes,no\nfrog,4,yes,yes\nnewt,4,yes,yes\ncow,4,no,yes\n"


def test_rows_of_one_name_are_forms_of_one_object(cli: Cli) -> None:
    Path("f.csv").write_text(FROGS, encoding="utf-8")
    assert cli("candidates", "f.csv tail:yes water:yes") == "frog\nnewt\n"
    assert cli.captured.err == "codepegs: f.csv: frog has 2 rows, which are its forms\n"
    assert cli("candidates", "f.csv", "--count") == "3\n"
    assert "f.csv: 3 objects in 4 forms, 3 tests, until known." in cli("describe", "f.csv")
    assert cli.json("describe", "f.csv")["objects"] == 3
    for answers, found in (("no", "Found: cow."), ("yes no", "Found: frog."), ("yes yes left", "frog, newt.")):
        assert found in cli("identify", "f.csv", answers="\n".join([*answers.split(), ""]))
    assert "It is frog.\n" in cli("suggest", "f.csv tail:no")
    assert "until=named is not possible" in cli.complaint("describe", "f.csv", "--until", "named")
    Path("c.csv").write_text(FROGS.replace("\n", ",a\n", 4).replace("tail,a", "tail,class"), encoding="utf-8")
    Path("c.csv").write_text(Path("c.csv").read_text().replace("yes,yes,a", "yes,yes,b", 1), encoding="utf-8")
    told = cli.complaint("describe", "c.csv", "--classes", "class")
    assert "frog has rows of the classes a and b: give all its rows one class" in told


def test_forms_are_the_engine_of_classes(cli: Cli) -> None:
    """The same figures as a table of different names with their objects as classes."""
    rng = random.Random(8)
    for seed in range(5):
        rows = [[f"o{rng.randrange(5)}", *(rng.choice("xyz") for _ in range(4))] for _ in range(9)]
        counts = {row[0]: sum(row[0] == other[0] for other in rows) for row in rows}
        if len(counts) < 2 or len({tuple(row[1:]) for row in rows}) < 2:
            continue
        Path("forms.csv").write_text("\n".join(["o,a,b,c,d", *map(",".join, rows)]), encoding="utf-8")
        lines = [",".join([f"r{n}", *row[1:], row[0], repr(60 / counts[row[0]])]) for n, row in enumerate(rows)]
        Path("classes.csv").write_text("\n".join(["r,a,b,c,d,o,w", *lines]), encoding="utf-8")
        ours = cli.json("optimal", "forms.csv")
        theirs = cli.json("optimal", "classes.csv", "--classes", "o", "--weights", "w")
        assert (ours["total"], ours["longest_game"]) == (theirs["total"], theirs["longest_game"]), seed


POLY = """plant,flower,leaves (cm),thorns
dog rose,red/white,3-5,yes
sloe,white,2-4,yes
elder,white,10-15,no
bramble,white,5-7,yes
lilac,purple,?,no
"""


def test_a_measured_value_keeps_the_intervals_that_hold_it(cli: Cli) -> None:
    Path("poly.csv").write_text(POLY, encoding="utf-8")
    assert cli("candidates", "poly.csv leaves (cm):4") == "dog_rose\nsloe\nlilac\n"
    assert "1 cell is unknown (? 1); red/white (dog rose, flower), 3-5" in cli.captured.err
    assert cli("candidates", "poly.csv flower:red") == "dog_rose\n"
    assert cli("candidates", "poly.csv leaves (cm):12") == "elder\nlilac\n"
    assert "Found: dog rose" in cli("identify", "poly.csv", answers="red\n")
    printed = cli("describe", "poly.csv", "--whole", "leaves (cm)", "--whole", "flower")
    assert "Outcomes: 10-15, 2-4, 3-5, 5-7, no, purple, red/white, white, yes;" in printed
    Path("country.csv").write_text("o,code,sea\na,NA,yes\nb,FR,yes\nc,FR,no\n", encoding="utf-8")
    assert "Outcomes: FR, no, yes;" in cli("describe", "country.csv")
    assert "Outcomes: FR, NA, no, yes;" in cli("describe", "country.csv", "--unknown", "?")


Sets = Mapping[str, Fraction]


def random_sets(rng: random.Random) -> list[list[Sets | None]]:
    """The cells of a table, a row for each object, each with equal shares; None if it is unknown."""
    outcomes = [rng.sample("abcd", rng.randrange(2, 5)) for _ in range(3)]

    def cell(of_test: list[str]) -> Sets | None:
        if rng.random() < 0.2:
            return None
        chosen = rng.sample(of_test, 1 if rng.random() < 0.7 else 2)
        return dict.fromkeys(sorted(chosen), Fraction(1, len(chosen)))

    return [
        [dict.fromkeys([of_test[row]], Fraction(1)) if row < len(of_test) else cell(of_test) for of_test in outcomes]
        for row in range(7)
    ]


@pytest.mark.parametrize("seed", range(12))
def test_answers_keep_what_may_give_them_with_its_probability(seed: int, tmp_path: Path) -> None:
    """Consistency and probabilities by the definition, from the cells alone."""
    rng = random.Random(seed)
    table, weights = random_sets(rng), [Fraction(rng.randrange(1, 5)) for _ in range(7)]
    lines = [
        ",".join(
            [f"o{n}", *("?" if cell is None else rng.choice(("/", " or ")).join(cell) for cell in row), str(weights[n])]
        )
        for n, row in enumerate(table)
    ]
    (tmp_path / "t.csv").write_text("\n".join(["o,t0,t1,t2,w", *lines]), encoding="utf-8")
    game = load_game(f"table:{tmp_path}/t.csv:weights=w")
    usual: list[Sets] = []
    for test in range(3):
        known = [(weight, row[test]) for weight, row in zip(weights, table, strict=True) if row[test] is not None]
        mass = sum(weight for weight, _ in known)
        usual.append({x: sum((w * cell.get(x, 0) for w, cell in known if cell), Fraction(0)) / mass for x in "abcd"})
    for _ in range(4):
        asked = {test: rng.choice([x for x in usual[test] if usual[test][x]]) for test in rng.sample(range(3), 2)}
        expected = {}
        for number, (row, weight) in enumerate(zip(table, weights, strict=True)):
            chance = weight
            for test, answer in asked.items():
                chance *= (usual[test] if row[test] is None else row[test] or {}).get(answer, Fraction(0))
            if chance:
                expected[f"o{number}"] = chance
        position = Position(game)
        for test, answer in asked.items():
            position = position.after(f"t{test}", answer)
        left = position.candidates()
        found: dict[str, float] = {}
        sum_left = 0.0
        for code in left:
            number = game.codes.index(code) if game.weights is not None else 0
            its = 1.0 if game.weights is None else float(game.weights[number])
            name = game.text_of(code).partition("#")[0]
            found[name] = found.get(name, 0.0) + its
            sum_left += its
        whole = float(sum(expected.values()))
        assert found.keys() == expected.keys()
        assert all(abs(found[name] / sum_left - float(expected[name]) / whole) < 1e-5 for name in expected)
