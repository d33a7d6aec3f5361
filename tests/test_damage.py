"""Damaged files of codepegs: a changed byte is noticed, or changes nothing, but never gives another result."""

from __future__ import annotations

import random
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from codepegs import read_tree, write_tree
from codepegs.errors import BadInput, CodepegsError
from codepegs.experiments.executors import Serial
from codepegs.experiments.store import Store, read_rows
from codepegs.experiments.sweep import parse_plan, run_sweep
from codepegs.game.rules import Game
from codepegs.match import saved_game
from codepegs.trees import gallery
from codepegs.trees.certificate_checker import Unreadable, check_text
from codepegs.trees.search import journal as journals
from codepegs.trees.search.best_first import OBJECTIVE, LowerBoundSearch
from codepegs.trees.search.certificate import certify
from codepegs.trees.search.journal import Fact, Journal
from codepegs.trees.search.objectives import optimal
from tests import extent
from tests.cli.fuzzing import check, run
from tests.conftest import Cli

SEARCH = ("p3c5", "expected", False)
OPTIMUM = 451
BYTES = 400


@pytest.fixture
def search(tmp_path: Path) -> Path:
    path = tmp_path / "p3c5.search"
    assert optimal("p3c5", journal=path).upper_bound == OPTIMUM
    return path


def facts(path: Path, rules: str = SEARCH[0], objective: str = SEARCH[1]) -> list[Fact]:
    with Journal(path, rules, objective, False) as journal:
        return list(journal._facts.values())


# Journals


def test_no_changed_digit_of_a_journal_gives_a_false_proof(search: Path) -> None:
    data = search.read_bytes()
    head = data.index(b"\n")
    digits = [match.start() for match in re.finditer(rb"\d", data)]
    assert len(digits) > 200
    for at in digits[:: extent.of(1, 7)]:
        changed = b"%d" % ((int(data[at : at + 1]) + 1) % 10)
        search.write_bytes(data[:at] + changed + data[at + 1 :])
        if at < head:
            with pytest.raises(BadInput, match=r"is damaged in line 1|of format \d, but"):
                optimal("p3c5", journal=search)
        else:
            found = optimal("p3c5", journal=search)
            assert (found.upper_bound, found.proved) == (OPTIMUM, True)


@pytest.mark.parametrize("change", ["lost", "repeated", "exchanged", "from another journal", "changed", "empty"])
def test_a_journal_ends_at_a_line_that_is_not_in_its_place(
    change: str, search: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    whole = facts(search)
    lines = search.read_bytes().splitlines(keepends=True)
    if change == "lost":
        del lines[4]
    elif change == "repeated":
        lines.insert(4, lines[3])
    elif change == "exchanged":
        lines[4:6] = lines[5:3:-1]
    elif change == "changed":
        lines[4] = lines[4].replace(b'"exact":true', b'"exact": true')
    elif change == "empty":
        lines[4] = b"\n"
    else:
        other = tmp_path / "p3c4.search"
        optimal("p3c4", journal=other)
        lines[4] = other.read_bytes().splitlines(keepends=True)[4]
    search.write_bytes(b"".join(lines))
    assert facts(search) == whole[:3]
    assert caplog.messages == [f"{search} is damaged in line 5: continuing from the 3 facts before it"]
    caplog.clear()
    assert facts(search) == whole[:3]  # the rest has been dropped
    found = optimal("p3c5", journal=search)
    assert (found.upper_bound, found.proved) == (OPTIMUM, True)
    assert not caplog.messages
    assert len(facts(search)) > 3


def test_the_command_goes_on_from_a_damaged_journal(search: Path) -> None:
    lines = search.read_bytes().splitlines(keepends=True)
    lines[7] = lines[7].replace(b"1", b"2", 1)
    search.write_bytes(b"".join(lines))
    ended = check(run(["optimal", "p3c5", "--journal", str(search)]))
    assert ended.code == 0
    assert "451 guesses for 125 secrets" in ended.out
    assert ended.err == f"codepegs: {search} is damaged in line 8: continuing from the 6 facts before it\n"


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (
            lambda head: b'{"journal":1,"rules":"p3c5","objective":"expected","candidates_only":false}\n',
            "is a search journal of format 1, but this version of codepegs needs format 2, which has check values",
        ),
        (lambda head: head.replace(b'"journal":2', b'"journal":3'), "is a search journal of format 3"),
        (lambda head: head.replace(b"p3c5", b"p3c6"), "is damaged in line 1"),
        (lambda head: head.replace(b'"soundness":1', b'"soundness":2'), "is damaged in line 1"),
        (lambda head: head[1:], "is not a search journal"),
    ],
)
def test_a_journal_with_another_head_is_refused(
    spoil: Callable[[bytes], bytes], words: str, search: Path, cli: Cli
) -> None:
    head, rest = search.read_bytes().split(b"\n", 1)
    search.write_bytes(spoil(head + b"\n") + rest)
    before = search.read_bytes()
    with pytest.raises(BadInput, match=re.escape(words)) as caught:
        optimal("p3c5", journal=search)
    assert "give a new file to start again" in str(caught.value)
    assert search.read_bytes() == before


@pytest.mark.parametrize(
    ("soundness", "words"), [(0, "an older version of codepegs, whose proofs may be wrong"), (2, "a newer version")]
)
def test_facts_of_an_unsound_version_are_refused(
    soundness: int, words: str, search: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = search.with_name("other.search")
    monkeypatch.setattr(journals, "SOUNDNESS", soundness)
    optimal("p3c5", journal=written)
    monkeypatch.undo()
    with pytest.raises(BadInput, match=f"was written by {words}"):
        optimal("p3c5", journal=written)


# Random bytes of each kind of file


def write_search(path: Path) -> None:
    optimal("p3c5", journal=path)


def write_bound(path: Path) -> None:
    with Journal(path, "p5c4", OBJECTIVE, False) as journal:
        LowerBoundSearch(Game(5, 4), journal=journal).run(steps=40)


def write_rows(path: Path) -> None:
    units = parse_plan('rules = ["p2c3", "p3c3"]\nstrategies = ["minimax", "entropy"]\nshards = 4')
    with Store(path) as store:
        run_sweep(units, store, Serial())


def write_gallery_tree(path: Path) -> None:
    write_tree(read_tree(gallery.tree_file("gallery:p3c4")), path)


def write_certificate(path: Path) -> None:
    certify("p2c4", 45).write(path)


def write_saved_game(path: Path) -> None:
    assert run(["solve", "p4c6", "3456", "-s", "minimax", "--seed", "1", "--save", str(path)]).code == 0


def read_certificate(path: Path) -> object:
    try:
        return check_text(path.read_text(encoding="utf-8", errors="surrogateescape"))
    except Unreadable as error:
        raise BadInput(str(error)) from None


KINDS: dict[str, tuple[Callable[[Path], None], Callable[[Path], Any]]] = {
    "search": (write_search, facts),
    "bound": (write_bound, lambda path: facts(path, "p5c4", OBJECTIVE)),
    "sqlite": (write_rows, read_rows),
    "tree": (write_gallery_tree, read_tree),
    "json": (write_gallery_tree, read_tree),
    "cert": (write_certificate, read_certificate),
    "saved": (write_saved_game, saved_game.read),
}
"""By the ending of the name: how a file is written and read."""


@pytest.mark.parametrize("kind", KINDS)
def test_a_random_byte_never_gives_another_result(kind: str, tmp_path: Path) -> None:
    write, read = KINDS[kind]
    path = tmp_path / f"good.{kind}"
    write(path)
    data, good = path.read_bytes(), read(path)
    rng = random.Random(kind)
    refused = 0
    for number in range(BYTES):
        at = rng.randrange(len(data))
        byte = rng.choice([byte for byte in range(256) if byte != data[at]])
        bad = tmp_path / f"{number}.{kind}"
        bad.write_bytes(data[:at] + bytes([byte]) + data[at + 1 :])
        try:
            found = read(bad)
        except CodepegsError:
            refused += 1
            continue
        if kind in ("search", "bound"):  # what is before the damage
            assert found == good[: len(found)], (at, byte)
            refused += len(found) < len(good)
        else:
            assert found == good, (at, byte)
    assert refused > BYTES / 20


# Sweeps


def test_a_damaged_row_is_told_and_played_again(tmp_path: Path, cli: Cli) -> None:
    plan, path = tmp_path / "plan.toml", tmp_path / "plan.sqlite"
    plan.write_text('rules = ["p3c3"]\nstrategies = ["minimax", "entropy"]\nshards = 2')
    units = parse_plan(plan.read_text())
    with Store(path) as store:
        run_sweep(units, store, Serial())
        good = [row.answer for row in store.rows()]
    data = path.read_bytes()
    assert data.count(b"p3c3entropy") == 2
    path.write_bytes(data.replace(b"p3c3entropy", b"p3c3entrepy", 1))
    words = "is inconsistent with its check value"
    for arguments in (("status", str(plan)), ("export", str(path)), ("merge", str(path), "-o", str(tmp_path / "all"))):
        complaint = cli.complaint("lab", *arguments)
        assert words in complaint
        assert "run its plan again" in complaint
    ended = check(run(["lab", "run", str(plan), "--executor", "serial"]))
    assert ended.code == 0
    assert words in ended.err
    assert "1 unit played in " in ended.err
    assert [row.answer for row in read_rows(path)] == good


@pytest.mark.parametrize("column", ["unit", "rules", "seconds", "worker", "wanted", "check_value"])
def test_every_column_is_checked(column: str, tmp_path: Path) -> None:
    path = tmp_path / "rows.sqlite"
    write_rows(path)
    rows = sqlite3.connect(path)
    value = {"seconds": "seconds * 1.0000001", "wanted": "7"}.get(column, f"CAST(x'ff41' AS TEXT) || {column}")
    with rows:
        rows.execute(f"UPDATE units SET {column} = {value} WHERE unit = (SELECT min(unit) FROM units)")
    rows.close()
    with pytest.raises(BadInput, match=r"is damaged: unit .* is inconsistent with its check value"):
        read_rows(path)
    with Store(path) as store:
        assert len(store.rows()) == 15
    assert len(read_rows(path)) == 15


def test_a_results_file_of_an_older_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rows.sqlite"
    rows = sqlite3.connect(path)
    rows.executescript(
        "CREATE TABLE meta (key, value); CREATE TABLE units (unit); INSERT INTO meta VALUES ('schema_version', '1')"
    )
    rows.close()
    with pytest.raises(BadInput, match="has schema version 1, but this version of codepegs needs 3: give another file"):
        read_rows(path)


def test_a_schema_that_is_not_utf_8_is_told_in_a_sentence(tmp_path: Path, cli: Cli) -> None:
    path = tmp_path / "rows.sqlite"
    write_rows(path)
    data = path.read_bytes()
    at = data.index(b"tableunitsunits")
    for place in range(at, at + len(b"tableunitsunits")):
        path.write_bytes(data[:place] + b"\xff" + data[place + 1 :])
        assert "is damaged or not a results file" in cli.complaint("lab", "status", str(path))
