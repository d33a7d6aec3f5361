"""Certificates of tables, weights, costs and other ends: the optima are proved, nothing more, and damage is refused."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from codepegs import BadInput, Game, ListedGame, load_game, verify
from codepegs.trees import certificate_checker as checker
from codepegs.trees.certificate_checker import Board, Table, TableBoard, Unproved, seal, table_hash
from codepegs.trees.search import certify, optimal
from codepegs.trees.search.certificate import CompiledBoard, CompiledTableBoard, checked_rules
from tests.conftest import Cli
from tests.data.make_attributes import PATH
from tests.trees.search.test_weighed_search import random_table, values_of

BOARDS = (Board, CompiledBoard)


def sealed(lines: list[str]) -> str:
    body = "".join(f"{line}\n" for line in lines)
    return body + seal(body)


def is_refused(text: str) -> bool:
    """Whether both checkers refuse a text, and say the same of it."""
    found = []
    for board in BOARDS:
        try:
            report = checker.check_text(text, board_class=board)
        except checker.Unreadable as error:
            found.append((False, [str(error)]))
        else:
            found.append((report["valid"], report["faults"]))
    assert found[0] == found[1]
    return not found[0][0]


def table_of(game: Game) -> Table:
    table = checked_rules(game)
    assert isinstance(table, Table)
    return table


def drawn_sets(game: Game, rng: np.random.Generator) -> Iterator[tuple[int, ...]]:
    """Sets of secrets of which the game is not over."""
    table = table_of(game)
    while True:
        codes = tuple(np.flatnonzero(rng.random(game.size) < rng.choice([0.4, 0.7, 1.0])).tolist())
        if codes and table.exact(codes) is None:
            yield codes


def check_certificate(seed: int) -> None:
    game = random_table(seed)
    least = optimal(game).upper_bound
    assert least is not None
    made = certify(game, least)
    assert f"\nuntil {game.until}\n" in made.text
    for board in BOARDS:
        report = checker.check_text(made.text, board_class=board)
        assert (report["valid"], report["total"], report["claims"]) == (True, least, made.claims)
    with pytest.raises(BadInput, match=r"a strategy (costs less|needs fewer) than"):
        certify(game, least + 1)


@pytest.mark.parametrize("start", range(0, 30, 10))
def test_optima_of_random_tables_are_proved_by_both_checkers(start: int) -> None:
    for seed in range(start, start + 10):
        check_certificate(seed)


@pytest.mark.extended
def test_optima_of_more_random_tables_are_proved() -> None:
    for seed in range(30, 500):
        check_certificate(seed)


@pytest.mark.loops
@pytest.mark.parametrize("start", range(0, 30, 10))
def test_no_set_is_proved_to_cost_more_than_it_does(start: int) -> None:
    for seed in range(start, start + 10):
        game, rng = random_table(seed), np.random.default_rng(seed)
        table, least = table_of(game), values_of(game)
        plain, compiled = TableBoard(table), CompiledTableBoard(table)
        for codes in islice(drawn_sets(game, rng), 5):
            value = least(codes)
            assert plain.one_step(codes) == compiled.one_step(codes) <= value
            _, rates = plain.splits(codes)
            for part in islice(drawn_sets(game, rng), 3):
                if set(part) <= set(codes):
                    assert plain.least(part, rates) == compiled.least(part, rates) <= least(part)
            for target in (value // 2, value, value + 1):
                assert plain.left_open(codes, target) == compiled.left_open(codes, target)
            for board in (plain, compiled):
                with pytest.raises(Unproved):
                    board.check((), codes, value + 1)


def weighed_table() -> Game:
    """A table whose certificate has claims."""
    rng = np.random.default_rng(45)
    table, weights = rng.integers(0, 3, size=(7, 22)), rng.integers(1, 30, size=22)
    classes = rng.integers(0, 8, size=22)
    costs = rng.integers(1, 5, size=7)
    return Game.from_table(table, weights=weights.tolist(), costs=costs.tolist(), classes=classes.tolist())


@cache
def written() -> str:
    game = weighed_table()
    least = optimal(game).upper_bound
    assert least is not None
    return certify(game, least).text


def falsified(lines: list[str], draw: random.Random) -> list[str]:
    """Lines that state something false, or no table at all, sealed anew: numbers, heads, or a line that is missing."""
    first = lines.index("") + 1
    total = lines.index(next(line for line in lines if line.startswith("total ")))
    kind = draw.choice(["claim", "total", "weight", "head", "missing"])
    if kind == "claim":  # more than all secrets cost
        at = draw.randrange(first, len(lines))
        more = int(lines[total].split()[1]) + draw.randrange(1, 100)
        return [*lines[:at], re.sub(r"\d+$", str(more), lines[at]), *lines[at + 1 :]]
    if kind == "total":
        more = int(lines[total].split()[1]) + draw.randrange(1, 100)
        return [*lines[:total], f"total {more}", *lines[total + 1 :]]
    if kind == "weight":  # every secret costs something, so that the optimum is less
        at = next(n for n, line in enumerate(lines) if line.startswith("weights "))
        words = lines[at].split()
        n = draw.choice([n for n, word in enumerate(words) if n and int(word) > 1])
        words[n] = str(draw.randrange(1, int(words[n])))
        held = [*lines[:at], " ".join(words), *lines[at + 1 :]]
        return [line if n != 1 else f"rules table:{table_hash(held[3:total])}" for n, line in enumerate(held)]
    at = draw.randrange(total)
    if kind == "missing":
        return [*lines[:at], *lines[at + 1 :]]
    words = lines[at].split(" ")
    n = draw.randrange(len(words))
    words[n] += draw.choice(["0", "1", "x"])
    return [*lines[:at], " ".join(words), *lines[at + 1 :]]


def test_damage_is_refused_by_both_checkers() -> None:
    text, draw = written(), random.Random(45)
    lines = text.split("\n")[:-2]
    assert not is_refused(text)
    for _ in range(100):
        assert is_refused(sealed(falsified(lines, draw)))
    for _ in range(50):
        at, bit = draw.randrange(len(text)), 1 << draw.randrange(7)
        assert is_refused(text[:at] + chr(ord(text[at]) ^ bit) + text[at + 1 :])
    for _ in range(50):
        held = text.splitlines(keepends=True)
        del held[draw.randrange(len(held))]
        assert is_refused("".join(held))


def test_claims_that_are_missing_or_changed_prove_nothing_false() -> None:
    lines, draw = written().split("\n")[:-2], random.Random(46)
    first, total = lines.index("") + 1, int(next(line for line in lines if line.startswith("total "))[6:])
    refused = 0
    for _ in range(60):
        at = draw.randrange(first, len(lines))
        start, _, number = lines[at].rpartition(" ")
        changed = [] if draw.random() < 0.5 else [f"{start} {int(number) + draw.choice([-2, -1, 1, 2])}"]
        held = sealed([*lines[:at], *changed, *lines[at + 1 :]])
        if is_refused(held):
            refused += 1
        else:
            assert checker.check_text(held)["total"] == total
    assert refused > 30


LINES = ("until known", "objects a b c", "test t 0 0 1", "test u 0 1 1")


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (("until never", *LINES[1:]), "the table is incomplete"),
        (LINES[:2], "the table is incomplete"),
        ((*LINES, "test t 0 0 1"), "the head has two lines 't'"),
        ((*LINES, "test v 0 1"), "a test has not 3 replies"),
        ((*LINES, "weights 1 2"), "the line weights is wrong: expected 3 numbers from 1 to 33,554,432"),
        ((*LINES, "weights 1 2 0"), "the line weights is wrong"),
        ((*LINES, "costs 1 10001"), "the line costs is wrong: expected 2 numbers from 1 to 10,000"),
        ((*LINES, "test v solved 0 solved"), "the tests that name objects are wrong"),
        (("until named", *LINES[1:]), "the tests that name objects are wrong"),
        (("until class", "classes 0 1 x", *LINES[1:]), "the line classes is wrong"),
    ],
)
def test_a_table_that_is_none_is_refused_in_one_sentence(lines: tuple[str, ...], fault: str) -> None:
    with pytest.raises(checker.Unreadable, match=re.escape(fault)):
        Table(f"table:{table_hash(lines)}", lines)


@pytest.mark.parametrize(
    "change", [("guesses any", "guesses candidates"), ("guesses any", "guesses any\nobjective last-turn:3")]
)
def test_other_objectives_are_refused(change: tuple[str, str]) -> None:
    assert is_refused(sealed(written().replace(*change).split("\n")[:-2]))


def test_tables_that_end_when_named_and_lists_with_weights_are_proved() -> None:
    words = ["AAB", "ABA", "BAA", "BBA", "ABC", "CAB"]
    for game in (
        Game.from_table([[0, 0, 1, 1], [0, 1, 0, 1]], until="named"),
        ListedGame(words, reply="wordle", weights=[1, 2, 3, 4, 5, 6]),
        ListedGame(words, reply="wordle", until="known", costs=[1, 2, 3, 1, 2, 3]),
    ):
        least = optimal(game).upper_bound
        assert least is not None
        assert not is_refused(certify(game, least).text)
        with pytest.raises(BadInput):
            certify(game, least + 1)


def test_the_example_of_the_document_is_valid() -> None:
    page = (Path(__file__).parents[2] / "docs" / "certificates.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"^```text\n(.*\nrules table:.*\n(?:.*\n)*?)```", page, re.MULTILINE)
    assert not is_refused(text)


@pytest.mark.extended
def test_the_optimum_of_300_objects_is_proved() -> None:
    game = load_game(PATH)
    least = optimal(game).upper_bound
    assert least is not None
    made = certify(game, least)
    assert checker.check_text(made.text, board_class=CompiledBoard)["valid"]


def test_the_checker_runs_alone_and_the_commands_agree(cli: Cli, tmp_path: Path) -> None:
    file, lamp = tmp_path / "lamp.cert", tmp_path / "lamp.csv"
    lamp.write_text("fault,switch on?,other lamp?,how often\nswitch,no,yes,5\nbulb,yes,yes,9\nfuse,yes,no,1\n")
    rules = f"table:{lamp}:weights=how_often"
    cli("optimal", rules, "--certificate", str(file))
    for options in ((), ("--compiled",), ("--rules", rules)):
        words = cli("tree", "verify", str(file), *options)
        assert "Valid: no strategy for table:" in words
        assert "costs less than 25 in total" in words
    assert f"not for {lamp}" in cli.complaint("tree", "verify", str(file), "--rules", str(lamp))
    shutil.copy(str(checker.__file__), tmp_path / "copy.py")
    command = [sys.executable, "-I", "-S", "copy.py", "lamp.cert"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"valid: table:[0-9a-f]{12}, any guess, total at least 25, claims 0\n", done.stdout)
    found = verify(file)
    assert found.valid


def test_an_objective_without_certificates_is_refused_before_the_search(cli: Cli) -> None:
    Path("lamp.csv").write_text("fault,on?,whole?\nswitch,no,yes\nbulb,yes,yes\nfuse,yes,no\n")
    for objective in ("depth", "worst", "expected-within:3"):
        said = cli.complaint("optimal", "lamp.csv", "--objective", objective, "--certificate", "a.cert")
        assert "with the objective expected only if a certificate is wanted" in said
        assert not cli.captured.out
    assert not Path("a.cert").exists()


def test_the_table_is_compared_and_not_its_hash(cli: Cli) -> None:
    """Two tables whose lines have the same 12 digits; the optimum of one is no bound of the other."""
    Path("A.csv").write_text("object,t\na,0\nb,1\nc,2\nd,N15425429\n", encoding="utf-8")
    Path("B.csv").write_text("object,t,u,v\na,0,0,0\nb,0,0,1\nc,0,1,0\nd,1,0,N14738551\n", encoding="utf-8")
    for name in ("A", "B"):
        cli("optimal", f"{name}.csv", "--certificate", f"{name}.cert")
    assert cli.json("tree", "verify", "A.cert")["rules"] == cli.json("tree", "verify", "B.cert")["rules"]
    for compiled in ((), ("--compiled",)):
        said = cli.complaint("tree", "verify", "B.cert", "--rules", "A.csv", *compiled)
        assert "not for A.csv: it states 'test t 0 0', and A.csv 'test t 0 1'" in said
        assert "it states 'test t 0 1', and B.csv 'test t 0 0'" in cli.complaint(
            "tree", "verify", "A.cert", "--rules", "B.csv", *compiled
        )
    assert cli("tree", "verify", "B.cert", "--rules", "B.csv").endswith(
        "checked). The game is that of B.csv. Figures: proved.\n"
    )
    assert cli.json("tree", "verify", "B.cert", "--rules", "B.csv")["compared"] == "B.csv"
    assert "compared" not in cli.json("tree", "verify", "B.cert")
    Path("C.csv").write_text("object,t\na,0\nb,1\nc,2\n", encoding="utf-8")
    assert "it states 'objects a b c d', and C.csv 'objects a b c'" in cli.complaint(
        "tree", "verify", "A.cert", "--rules", "C.csv"
    )
