"""The stand-alone checker reads tables and lists as codepegs does, finds its totals, and refuses what it refuses."""

from __future__ import annotations

import csv
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from codepegs import BadInput, ListedGame, build_tree, load_game, verify
from codepegs.trees import Tree, checker
from codepegs.trees.formats import read_tree, write_tree
from codepegs.trees.search import optimal
from tests import extent
from tests.conftest import Cli
from tests.trees.test_checker import sealed

EXAMPLE = Path(__file__).parents[2] / "examples" / "animals.csv"
KINDS = ("table", "turned", "list", "files")
ENDS = ("named", "known", "class")


def toml(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{json.dumps(key)} = {toml(each)}' for key, each in value.items())}}}"
    return json.dumps(value)


def written(folder: Path, seed: int) -> Path:
    """The TOML file of a random game, with the files that it names."""
    rng = random.Random(seed)
    kind, until = KINDS[seed % 4], ENDS[seed // 4 % 3]
    record: dict[str, Any] = {"until": until}
    if kind in ("table", "turned"):
        size, tests = rng.randint(2, 9), rng.randint(1, 8)
        names = [f"object {n}" for n in range(size)]
        questions = [f"is it: {n}?" for n in range(tests)]
        if tests > 1 and rng.random() < 0.3:
            questions[-1] = names[0].upper()
        outcomes = rng.choice([["no", "yes"], ["10", "9", "x y"], ["solid", "liquid", "no", "-1.5"]])
        cells = [[rng.choice(outcomes) for _ in questions] for _ in names]
        cells[0][0], cells[1][0] = outcomes[:2]
        rows, head = [[name, *row] for name, row in zip(names, cells, strict=True)], ["name", *questions]
        if rng.random() < 0.5:
            head.append("how often")
            for row in rows:
                row.append(rng.choice(["1", "2", "0.5", "7"]))
            record["weights"] = "how_often"
        if until == "class" or rng.random() < 0.3:
            head.append("kind")
            for n, row in enumerate(rows):
                row.append(["a", "b", rng.choice("abc")][min(n, 2)])
            record["classes"] = "Kind"
        if rng.random() < 0.5:
            special = [name for name in ("how often", "kind") if name in head]
            rows.append(["price", *(str(rng.randint(1, 4)) for _ in questions), *("" for _ in special)])
            record["costs"] = "price"
        elif rng.random() < 0.5:
            record["costs"] = {questions[0]: 3}
        if kind == "turned":
            head, *rows = map(list, zip(head, *rows, strict=True))
            record["rows"] = "tests"
        with (folder / "table.csv").open("w", newline="") as file:
            csv.writer(file, delimiter=rng.choice(",;\t")).writerows([head, *rows])
        record["table"] = "table.csv"
    else:
        letters = "etaoin"[: rng.randint(3, 6)]
        pegs = rng.randint(2, 4)
        words = list(dict.fromkeys("".join(rng.choices(letters, k=pegs)) for _ in range(rng.randint(8, 14))))
        size = rng.randint(3, len(words))
        record |= {"secrets": words[:size], "guesses": words[size:], "reply": rng.choice(checker.KINDS)}
        if rng.random() < 0.5:
            record["weights"] = [rng.choice([1, 2, 0.25, 9]) for _ in words[:size]]
        if until == "class" or rng.random() < 0.3:
            record["classes"] = dict(zip(words, [1, 2.5, *rng.choices([1, "b"], k=size - 2)], strict=False))
        if rng.random() < 0.5:
            record["costs"] = {words[1].upper(): 2, words[-1]: 5}
        if kind == "files":
            weights = record.pop("weights", None)
            lines = [f"{word} {weights[n]}" if weights else word for n, word in enumerate(words[:size])]
            (folder / "secrets.txt").write_text("\n".join([*lines, ""]))
            record["secrets"] = "secrets.txt"
    path = folder / "game.toml"
    path.write_text("".join(f"{key} = {toml(value)}\n" for key, value in record.items()))
    return path


def report_of(content: str | Path, game: Path | str) -> dict[str, Any]:
    """The report of the stand-alone checker; one fault where the file is unreadable."""
    try:
        return (
            checker.check_text(content, str(game))
            if isinstance(content, str)
            else checker.check_file(str(content), str(game))
        )
    except checker.Unreadable as error:
        return {"valid": False, "faults": [str(error)]}


def is_valid(path: Path) -> bool:
    """Whether codepegs itself accepts the tree."""
    try:
        return verify(path).valid
    except BadInput:
        return False


def check_agreement(folder: Path, seed: int) -> None:
    path = written(folder, seed)
    game = load_game(path)
    strategy = ["optimal", "entropy", "max-parts"][seed % 3]
    found = optimal(game).tree if strategy == "optimal" else build_tree(game, strategy)
    assert isinstance(found, Tree)
    for name in ("a.tree", "a.json", "a.tree.gz"):
        write_tree(found, folder / name)
        ours, theirs = report_of(folder / name, path), verify(folder / name)
        assert ours["valid"], (seed, ours["faults"])
        for key in ("total", "average", "longest_game", "histogram", "nodes"):
            assert ours[key] == getattr(theirs, key), (seed, key)
    assert (ours["total"], ours["histogram"]) == (found.total, list(found.figures.histogram))


@pytest.mark.parametrize("seed", extent.few(range(120)))
def test_trees_of_random_tables_and_lists_have_the_totals_of_codepegs(seed: int, tmp_path: Path) -> None:
    check_agreement(tmp_path, seed)


def damaged(lines: list[str], texts: list[str], rng: random.Random) -> list[str]:
    """The lines of a tree with one thing altered."""
    start = lines.index("") + 1
    at = rng.randrange(start, len(lines) - 1)
    kind = rng.randrange(7)
    if kind == 0:
        return [*lines[:at], *lines[at + 1 :]]
    if kind == 1:
        return [*lines[:at], lines[at], *lines[at:]]
    if kind == 2:
        return [
            *lines[:at],
            re.sub(r"[^ ]+(?= #|$)", lambda _: rng.choice(texts), lines[at], count=1),
            *lines[at + 1 :],
        ]
    if kind == 3:
        other = rng.randrange(start, len(lines) - 1)
        found = list(lines)
        found[at], found[other] = found[other], found[at]
        return found
    if kind == 4:
        at = rng.randrange(3, start - 2)
        return [*lines[:at], re.sub(r"\d+", lambda match: str(int(match[0]) + 1), lines[at], count=1), *lines[at + 1 :]]
    if kind == 5:
        return [
            *lines[:at],
            re.sub(
                r"^( *)[^ ]+ ",
                lambda match: f"{match[1]}{rng.choice(['no', 'x_y', '9', '0b', '1t', 'solved'])} ",
                lines[at],
            ),
            *lines[at + 1 :],
        ]
    return [*lines[: start - 2], "lists 0123456789ab", *lines[start - 1 :]]


def check_damage(folder: Path, seed: int, count: int) -> int:
    """Damage a tree: both refuse what was altered, or accept it with one total. Returns how often they accept."""
    rng = random.Random(seed)
    path = written(folder, seed)
    game = load_game(path)
    tree, accepted = build_tree(game, "entropy"), 0
    write_tree(tree, folder / "a.tree")
    lines = (folder / "a.tree").read_text().split("\n")
    assert isinstance(game, ListedGame)
    for _ in range(count):
        altered = damaged(lines, list(game.texts), rng)
        if altered == lines:
            continue
        for content in ("\n".join(altered), sealed(altered)):
            (folder / "b.tree").write_text(content)
            ours, theirs = report_of(content, path), is_valid(folder / "b.tree")
            assert ours["valid"] == theirs, (seed, content, ours)
            accepted += theirs
            if theirs:
                assert ours["total"] == verify(folder / "b.tree").total
    return accepted


@pytest.mark.parametrize("seed", extent.few(range(60)))
def test_damaged_trees_are_refused_by_both_checkers(seed: int, tmp_path: Path) -> None:
    check_damage(tmp_path, seed, extent.of(40, 6))


def test_the_shipped_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every end of its game, with weights, costs and classes by name in the rules; the command line says the same."""
    with EXAMPLE.open(newline="") as file:
        head, *rows = csv.reader(file)
    head.append("seen")
    for n, row in enumerate(rows):
        row.append(str(1 + n % 4))
    rows.append(["price", *(str(1 + n % 3) for n in range(len(head) - 2)), ""])
    with (tmp_path / "priced.csv").open("w", newline="") as file:
        csv.writer(file).writerows([head, *rows])
    totals = []
    for rules in (
        str(EXAMPLE),
        *(f"table:{tmp_path / 'priced.csv'}:weights=seen:costs=price:{until}" for until in ("known", "named")),
        f"table:{tmp_path / 'priced.csv'}:weights=seen:costs=price:classes=what_covers_it?",
    ):
        path = tmp_path / "found.tree"
        tree = build_tree(load_game(rules), "entropy")
        write_tree(tree, path)
        assert checker.main([str(path), "--game", rules, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert (found["total"], found["average"]) == (tree.total, tree.total / tree.game._mass)
        totals.append(found["total"])
        assert checker.main([str(path)]) == 2
        assert "of a list of codes with its files, e.g. --game animals.csv, or with" in capsys.readouterr().err
        altered = path.read_text().replace("no ", "yes ", 1)
        path.write_text(altered)
        assert checker.main([str(path), "--game", rules]) == 1
        assert not is_valid(path)
    assert totals == sorted(set(totals), key=totals.index), "the ends differ"


def test_names_with_number_signs(tmp_path: Path) -> None:
    """In a tree, `#` begins a check only after the guess; eight digits after it may be a name, too."""
    path = tmp_path / "keys.csv"
    path.write_text(
        "key,#1,is it #2?,deep\nC#,#,yes,#12345678\nF#,no,no,#\n#3,#,no,x\n#12345678,no,yes,x\n#,no,yes,#\n"
    )
    for until in ("known", "named"):
        game = load_game(f"table:{path}:{until}")
        for tree in (optimal(game).tree, build_tree(game, "entropy")):
            assert isinstance(tree, Tree)
            for name in ("a.tree", "a.json", "a.dot"):
                write_tree(tree, tmp_path / name)
                assert read_tree(tmp_path / name).total == tree.total
                assert name == "a.dot" or report_of(tmp_path / name, game.name)["valid"]


LAMP = """fault,Is the switch on?,Does another lamp work here?,Does it work elsewhere?,Is the fuse whole?
switch off,no,yes,yes,yes
bulb broken,yes,yes,no,yes
cord broken,yes,yes,no,yes
fuse blown,yes,no,yes,no
socket dead,yes,no,yes,yes
"""


@pytest.mark.parametrize("ending", ["tree", "json"])
def test_verify_says_where_a_tree_of_a_table_was_altered(ending: str, cli: Cli) -> None:
    Path("lamp.csv").write_text(LAMP)
    cli("tree", "build", "lamp.csv", "-s", "entropy", "-o", f"lamp.{ending}")
    content = Path(f"lamp.{ending}").read_text()
    for other, where in (("Is_the_fuse_whole?", "no guess follows"), ("Is_it_dark?", "is not a code of lamp.csv")):
        Path(f"b.{ending}").write_text(content.replace("Is_the_switch_on?", other))
        printed = cli("tree", "verify", f"b.{ending}", code=1)
        assert all(line.startswith("Wrong: ") for line in printed.splitlines())
        assert "does not match its checksum" in printed
        assert where in printed
        assert cli.json("tree", "verify", f"b.{ending}", code=1)["valid"] is False


@pytest.mark.parametrize("ending", ["tree", "json"])
def test_verify_says_where_a_tree_was_altered_that_the_checker_cannot_read(ending: str, cli: Cli) -> None:
    Path("hard.toml").write_text('secrets = ["crane", "crate", "trace", "slate"]\nreply = "wordle"\nhard = true\n')
    cli("tree", "build", "hard.toml", "-s", "entropy", "-o", f"a.{ending}")
    assert cli("tree", "verify", f"a.{ending}").startswith("Valid: ")
    content = Path(f"a.{ending}").read_text()
    for before, after in (("SLATE", "TRACE"), ("total 7", "total 8"), ('"total": 7', '"total": 8')):
        if before in content:
            Path(f"b.{ending}").write_text(content.replace(before, after))
            printed = cli("tree", "verify", f"b.{ending}", code=1)
            assert all(
                re.match("Wrong: .*(the tree has .* there|the tree ends at .*|is not found|forbids)", line)
                for line in printed.splitlines()
            )
            assert ("secret SLATE" in printed) == (before == "SLATE")


@pytest.mark.parametrize("rules", ["lamp.csv", "words:words.txt:wordle"])
@pytest.mark.parametrize("ending", ["json", "dot", "gv.gz"])
def test_verify_accepts_what_codepegs_wrote_for_a_listed_game(rules: str, ending: str, cli: Cli) -> None:
    Path("lamp.csv").write_text(LAMP)
    Path("words.txt").write_text("crane\ntrace\ncrate\nslate\n")
    cli("tree", "export", rules, "-s", "entropy", "-o", f"a.{ending}")
    assert cli("tree", "verify", f"a.{ending}").startswith("Valid: the tree finds all")


def test_words_in_the_rules(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("crane 3\ntrace 1\ncrate 0.5\n")
    (tmp_path / "b.txt").write_text("slate\n\ntrain\n")
    rules = f"words:{tmp_path / 'a.txt'},{tmp_path / 'b.txt'}:wordle"
    tree = build_tree(load_game(rules), "minimax")
    write_tree(tree, tmp_path / "a.tree")
    assert report_of(tmp_path / "a.tree", rules)["total"] == tree.total
    other = rules.replace("wordle", "common")
    assert any("wrong lists" in fault for fault in report_of(tmp_path / "a.tree", other)["faults"])


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ("secrets = 3", "expected lists of codes, or names of files with a code on each line"),
        ('secrets = ["ab", "cd"]\nhard = true', "'hard' is beyond this checker: use codepegs tree verify"),
        (
            'secrets = ["ab", "cd"]\nreply = "black"',
            "the reply 'black' is beyond this checker: use codepegs tree verify",
        ),
        ('secrets = ["ab", "cde"]', "the reply mastermind needs codes of one length"),
        ('secrets = ["ab", "AB"]', "expected at least one secret, and none of them twice"),
        ("secrets = []", "expected at least one secret, and none of them twice"),
        ('secrets = ["ab", "cd"]\nuntil = "never"', "until is 'never': expected named, known, or class with classes"),
        ('secrets = ["ab", "cd"]\nuntil = "class"', "until is 'class': expected named, known, or class with classes"),
        ('secrets = ["ab", "cd"]\nweights = [1]', "the weights are wrong: expected one for each of 2"),
        ('secrets = ["ab", "cd"]\nweights = [1, 0]', "a weight is not above 0"),
        ('secrets = ["ab", "cd"]\nweights = ["x", 1]', "does not state a list of codes or a table"),
        ('secrets = ["ab", "cd"]\ncosts = {xy = 2}', "the costs are wrong: expected one for each of 2"),
        ('secrets = ["ab", "cd"]\nclasses = {ab = 2}', "the classes are wrong: expected one for each of 2"),
        ('secrets = "list.txt"', "'ab, cd': expected a code on each line, or a code and its weight"),
        ('table = "list.txt"', "expected a row of names of tests, then as many cells in the row of each object"),
        ('table = "t.csv"\nweights = "seen"', "the table has no 'seen'"),
        ("table", "game.toml"),
    ],
)
def test_games_that_are_not_read(record: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("ab, cd\n")
    (tmp_path / "t.csv").write_text("name,big?\na,yes\nb,no\n")
    (tmp_path / "game.toml").write_text(record)
    text = "codepegs-tree 1\nrules game.toml\nstrategy -\ntotal 3\ndepth 2\nhistogram 1 1\nnodes 2\n\nAB #00000000\n"
    with pytest.raises(checker.Unreadable, match=re.escape(sentence)) as caught:
        checker.check_text(text, str(tmp_path / "game.toml"))
    assert str(tmp_path / "game.toml") in str(caught.value)
    with pytest.raises(OSError, match=r"missing\.toml"):
        checker.check_text(text, str(tmp_path / "missing.toml"))
