"""The documentation is true: the README's Python runs, pictures are up to date, the public names are pinned."""

from __future__ import annotations

import doctest
import gzip
import json
import re
import runpy
from importlib.metadata import version
from pathlib import Path

import pytest

import codepegs
from codepegs.game.rules import Game
from codepegs.parallel import WorkerThreads
from codepegs.strategies.registry import Player
from codepegs.trees import checker, gallery
from codepegs.trees.formats import FORMATS, READABLE, read_tree_text, recognise
from codepegs.trees.search.journal import Journal

ROOT = Path(__file__).parents[2]


def test_the_readme_begins_with_what_runs_and_names_processors() -> None:
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    first = re.search(r"^```\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    assert first is not None
    assert [line.split("  ")[0] for line in first[1].splitlines()] == ["make demo", "make test"]
    assert page[: first.end()].count("\n") < 15
    rows = re.findall(r"^\| .* \|$", page[page.index("## Speed") :], re.MULTILINE)
    assert rows[0].split(" | ")[1] == "processor"
    assert all("EPYC" in row.split(" | ")[1] for row in rows[1:])


def test_the_readme_runs() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 5
    assert not failed


def test_the_pictures_are_fresh() -> None:
    draw = runpy.run_path(str(ROOT / "docs" / "pictures" / "draw.py"))
    assert (ROOT / "docs" / "pictures" / "headline.svg").read_text(encoding="utf-8") == draw["headline"]() + "\n"
    assert (ROOT / "docs" / "pictures" / "tree.svg").read_text(encoding="utf-8") == draw["tree"]()
    lessons = runpy.run_path(str(ROOT / "docs" / "pictures" / "lessons.py"))["PICTURES"]
    for name, picture in lessons.items():
        assert (ROOT / "docs" / "pictures" / f"{name}.svg").read_text(encoding="utf-8") == picture(), name


def test_lessons_are_short_and_have_pictures_and_a_command() -> None:
    pages = sorted((ROOT / "docs" / "how-it-works").glob("*.md"))
    assert len(pages) == 5
    for page in pages:
        text = page.read_text(encoding="utf-8")
        prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
        assert len(prose.split()) <= 700, page.name
        assert text.count("](../pictures/") >= 2, page.name
        assert "$ codepegs " in text.partition("## Try it")[2], page.name


SOURCE_PATH = re.compile(r"`([a-z_0-9]+(?:/[a-z_0-9.-]+)+\.(?:py|cpp|hpp|ts|svelte|mjs|toml|json))`")
"""A file of the project as a document names it: by its whole path, or from a folder that is clear from the context."""


def test_files_that_documents_name_are_there() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    named = {
        (page.name, path)
        for page in pages
        if page.name != "CHANGELOG.md"
        for path in SOURCE_PATH.findall(page.read_text(encoding="utf-8"))
    }
    assert len(named) > 20
    folders = ("bench", "docs", "packaging", "src", "tests", "web/e2e", "web/src", "web/tests")
    files = [f"/{path.relative_to(ROOT).as_posix()}" for folder in folders for path in (ROOT / folder).rglob("*.*")]
    files += [f"/{path.relative_to(ROOT).as_posix()}" for path in ROOT.glob("web/*.*")]
    assert not [each for each in sorted(named) if not any(path.endswith(f"/{each[1]}") for path in files)]


TYPES = {"Code", "Codebook", "ReplyFunction", "Sizes"}
"""Public names of types which have no name at run time, or another."""


def test_public_names() -> None:
    assert codepegs.__all__ == [
        "Adversary",
        "BadCode",
        "BadInput",
        "BadPosition",
        "BadReply",
        "BadRules",
        "BadStrategy",
        "BadTree",
        "Budget",
        "Candidates",
        "Code",
        "Codebook",
        "Codebreaker",
        "Codemaker",
        "CodepegsError",
        "Contradiction",
        "ContradictionExplanation",
        "Declaration",
        "Evaluation",
        "FixedTests",
        "Game",
        "GameDescription",
        "GameReview",
        "Guess",
        "Identification",
        "ImpossibleReply",
        "ListedGame",
        "Noisy",
        "Notation",
        "Picture",
        "PlayedGame",
        "Position",
        "Reply",
        "ReplyFunction",
        "Report",
        "Secret",
        "Seed",
        "Sizes",
        "Stop",
        "Strategy",
        "Suggestion",
        "Tree",
        "Turn",
        "Unavailable",
        "View",
        "WorkerThreads",
        "add_strategy",
        "build_tree",
        "certify",
        "describe",
        "evaluate",
        "explain_contradiction",
        "fixed_tests",
        "improve",
        "iter_evaluate",
        "iter_optimal",
        "iter_play",
        "load_game",
        "lower_bound",
        "make_codebreaker",
        "one_step_strategy",
        "optimal",
        "parse_reply",
        "play",
        "read_tree",
        "review",
        "score",
        "suggest",
        "verify",
        "write_tree",
    ]
    for name in set(codepegs.__all__) - TYPES:
        assert getattr(codepegs, name).__name__ == name
    assert codepegs.__version__ == version("codepegs")
    assert (Path(codepegs.__file__).parent / "py.typed").exists()
    with pytest.raises(AttributeError, match="no attribute 'solve'"):
        _ = codepegs.solve  # type: ignore[attr-defined]


def test_the_page_on_trees_is_true(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (ROOT / "docs" / "trees.md").read_text(encoding="utf-8")
    blocks = dict(re.findall(r"^```(\w+)\n(.*?)^```", page, re.DOTALL | re.MULTILINE))
    tree = Player.parse("minimax").plan(Game(2, 3)).tree(WorkerThreads()).named("minimax")
    assert blocks.keys() == {*READABLE, "console"}
    for name, form in FORMATS.items():
        if name in READABLE:
            written = form.text_of(tree)
            assert recognise(blocks[name]) is form
            assert read_tree_text(blocks[name]) == tree
            assert json.loads(blocks[name]) == json.loads(written) if name == "json" else blocks[name] == written
        endings = ", ".join(f"`{suffix}`" for suffix in form.suffixes)
        assert re.search(rf"^\| `{name}`.*? \| {re.escape(endings)} \|", page, re.MULTILINE)
    for name in ("text", "json"):
        assert checker.check_text(blocks[name])["valid"]
    monkeypatch.chdir(tmp_path)
    Path("altered.tree").write_text(blocks["text"].replace(" 23\n", " 13\n"), encoding="utf-8")
    assert checker.main(["altered.tree"]) == 1
    assert "$ python checker.py altered.tree\n" + capsys.readouterr().err == blocks["console"]


def test_the_results_are_those_of_the_gallery() -> None:
    """Every tree of the least expected guesses has its line on the page, with the figures of the index."""
    page = (ROOT / "docs" / "results" / "README.md").read_text(encoding="utf-8")
    rows = {}
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if re.fullmatch(r"p\d+c\d+n?(-b)?", cells[0]) and len(cells) >= 7:
            rows[cells[0]] = cells
    entries = [entry for entry in gallery.entries() if entry.objective == gallery.EXPECTED]
    assert set(rows) == {entry.rules for entry in entries}
    for entry in entries:
        name, first, total, mean, depth, codes, *_ = rows[entry.rules]
        average = f"{entry.total / entry.game.size:.4f}"
        assert (first, total, mean, depth) == (entry.first, f"{entry.total:,}", average, str(entry.longest_game)), name
        if entry.is_proved:
            assert codes == f"{entry.codes_at_longest:,}" + ("" if entry.then_depth else " *"), name


@pytest.mark.parametrize(
    ("rules", "first", "count", "total"),
    [
        ("p4c9", "1234", 13, 34_666),
        ("p4c10", "1234", 13, 55_632),
        ("p5c6", "11223", 19, 36_721),
        ("p5c8n", "12345", 16, 34_444),
    ],
)
def test_the_journal_adds_up(rules: str, first: str, count: int, total: int) -> None:
    """The sum the page shows: the values of all parts, one more guess for the codes they hold, one for each code."""
    journal = (ROOT / "docs" / "results" / f"{rules}.search.gz").read_bytes()
    facts = [json.loads(line) for line in gzip.decompress(journal).decode().splitlines()[1:]]
    parts = {fact["set"]: fact for fact in facts if fact["guess"] is None and f"{rules} {first}:" in fact["set"]}
    game = Game.parse(rules)
    codes, tree = game.size, gallery.find(game)
    assert all(fact["exact"] for fact in parts.values())
    assert len(parts) == count
    assert sum(fact["value"] for fact in parts.values()) + codes - 1 + codes == total
    assert tree is None or tree.total == total


@pytest.mark.parametrize("rules", ["p4c9", "p4c10", "p5c6", "p5c8n"])
def test_a_search_can_continue_from_the_journal(rules: str, tmp_path: Path) -> None:
    """Every line matches its check value, and the example on the page is from there."""
    content = gzip.decompress((ROOT / "docs" / "results" / f"{rules}.search.gz").read_bytes())
    path = tmp_path / rules
    path.write_bytes(content)
    with Journal(path, rules, "expected", False) as journal:
        assert len(journal) == len({line.partition(b',"value"')[0] for line in content.splitlines()[1:]})
    assert path.read_bytes() == content
    if rules == "p4c9":
        page = (ROOT / "docs" / "optimal.md").read_text(encoding="utf-8")
        shown = page.partition("```text\n")[2].partition("```")[0].splitlines()
        assert set(shown) < set(content.decode().splitlines())
        fact = json.loads(shown[1])
        turn = fact["set"].removeprefix("p4c9 ")
        assert f"candidates after {turn} if {fact['guess']} is played next" in page
