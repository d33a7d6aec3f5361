"""The gallery: its index and its trees agree, and `optimal` plays them, searches, or says what it cannot do."""

from __future__ import annotations

import gzip
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from typer.testing import CliRunner

from codepegs import read_tree, write_tree
from codepegs.analysis.suggestions import suggest
from codepegs.codes.candidates import Candidates
from codepegs.errors import BadInput, BadStrategy, Unavailable
from codepegs.experiments.units import Unit, _read
from codepegs.game.position import Position
from codepegs.game.reply import Turn
from codepegs.game.rules import Game
from codepegs.match.game_loop import play
from codepegs.parallel import WorkerThreads
from codepegs.strategies import tree_strategies
from codepegs.strategies.protocol import values
from codepegs.strategies.protocol.codebreaker import Guess
from codepegs.strategies.registry import Player, make_codebreaker
from codepegs.trees import checker, gallery
from codepegs.trees.gallery import FOLDER, Entry, entries, file_of, find, load, named, read_index
from codepegs.trees.search.set_search import Searcher
from tests.conftest import Cli
from tests.trees.search.test_objectives import PUBLISHED


def _maker() -> ModuleType:
    """The program of maintainers, which is not part of the package."""
    spec = spec_from_file_location("gallery", Path(__file__).parents[2] / "packaging" / "gallery.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


make = _maker()

LARGE = 5_000
"""Codes of a game from which on its tree is checked by `make slow` only."""

ENTRIES = [
    pytest.param(entry, id=entry.name, marks=[pytest.mark.slow] if entry.game.size > LARGE else [])
    for entry in entries()
]


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch, logged: list[str]) -> list[str]:
    """Log messages, including those that are logged once in a process."""
    tree_strategies._log_once.cache_clear()
    return logged


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_tree_is_what_the_index_says(entry: Entry) -> None:
    found = checker.check_file(str(entry.path))
    assert found["valid"], found["faults"]
    histogram = found["histogram"]
    assert (found["rules"], found["total"], found["longest_game"]) == (entry.rules, entry.total, entry.longest_game)
    assert (histogram[-1], sum(histogram)) == (entry.codes_at_longest, entry.game.size)
    assert found["strategy"].startswith("optimal" if entry.is_proved else "best known")
    assert entry.objective in found["strategy"]


def test_index_and_files_agree() -> None:
    assert {entry.path for entry in entries()} == set((FOLDER / "trees").iterdir())
    assert len({entry.name for entry in entries()}) == len(entries())
    assert list(entries()) == sorted(entries(), key=make._place)
    assert all(named(entry.name) == entry == find(entry.game, entry.objective) for entry in entries())
    assert sum(entry.size for entry in entries()) < 4 * 2**20


def test_published_totals() -> None:
    wanted = {**PUBLISHED, "p4c7": 11228, "p4c8": 20471, "p4c9n": 14914, "p4c10n": 26274, "p5c5": 13496}
    assert {rules: named(rules).total for rules in wanted} == wanted
    assert all(named(rules).is_proved for rules in wanted)
    for objective in ("worst", "expected-within:5"):
        entry = named(f"gallery:p4c6:{objective}")
        assert (entry.total, entry.longest_game) == (5626, 5)


def test_making_a_tree_again_gives_the_same_bytes(tmp_path: Path) -> None:
    for rules, objective in (("p4c4", "expected"), ("p3c8n", "expected"), ("p4c6", "worst")):
        entry = named(f"{rules}:{objective}")
        assert make.add_proved(tmp_path, entry.game, objective, entry.then_depth, workers=2) == entry
        assert file_of(entry.rules, objective, tmp_path).read_bytes() == entry.path.read_bytes()
    assert [entry.name for entry in read_index(tmp_path)] == ["gallery:p4c4", "gallery:p4c6:worst", "gallery:p3c8n"]


def test_the_best_known_gives_way_to_better_ones_only(tmp_path: Path) -> None:
    game, trees = Game(4, 4), []
    for strategy in ("minimax", "max-parts"):
        trees.append(Player.parse(strategy).plan(game).tree(WorkerThreads()))
    worse, better = sorted(trees, key=lambda tree: -tree.figures.total)
    assert worse.figures.total > better.figures.total
    assert make.add_known(tmp_path, worse, "expected", "by hand").status == "best known"
    entry = make.add_known(tmp_path, better, "expected", "by hand again")
    assert read_index(tmp_path) == (entry,)
    for tree in (worse, better):
        with pytest.raises(BadInput, match="equally good"):
            make.add_known(tmp_path, tree, "expected", "by hand")
    assert read_tree(file_of(str(game), "expected", tmp_path)).strategy == "best known, optimal expected"
    proved = make.add_proved(tmp_path, game, "expected", True)
    assert read_index(tmp_path) == (proved,)
    with pytest.raises(BadInput, match="equally good"):
        make.add_known(tmp_path, better, "expected", "by hand")


def test_the_making_command(tmp_path: Path) -> None:
    file = tmp_path / "a.tree"
    write_tree(Player.parse("minimax").plan(Game(2, 3)).tree(WorkerThreads()), file)
    app = make.app
    made = CliRunner().invoke(app, ["p2c2", "--then", "depth", "--into", str(tmp_path)])
    assert made.exit_code == 0, made.output
    assert "gallery:p2c2 8 guesses" in made.output
    made = CliRunner().invoke(app, ["--tree", str(file), "--found", "minimax", "--into", str(tmp_path)])
    assert "best known" in made.output
    assert [entry.found for entry in read_index(tmp_path)] == ["codepegs optimal p2c2 --then depth", "minimax"]


def test_the_list(cli: Cli) -> None:
    printed = cli("tree", "list")
    assert printed.count("\n") == len(entries()) + 3  # the kinds, the names of the columns, and the legend
    listed = cli.json("tree", "list", "mm")["trees"]
    assert [record["name"] for record in listed] == [
        "gallery:p4c6", "gallery:p4c6:expected-within:5", "gallery:p4c6:worst",
    ]  # fmt: skip
    assert listed[0]["total"] == 5625
    assert listed[0]["average"] == 5625 / 1296
    assert listed[0]["status"] == "proved"
    assert "no tree for p6c9" in cli("tree", "list", "p6c9")
    assert cli.json("tree", "list", "p6c9") == {"trees": []}


def test_names_of_the_gallery_stand_for_files(cli: Cli, tmp_path: Path) -> None:
    assert "Valid" in cli("tree", "verify", "gallery:p4c6")
    assert cli.json("tree", "stats", "gallery:mm:worst")["longest_game"] == 5
    assert "1,296 secrets" in cli("tree", "show", "gallery:p4c6")
    assert cli("tree", "show", "gallery:bc").startswith(" 0   1   2   3")
    assert cli("tree", "export", "gallery:p2c2").startswith("codepegs-tree 1\nrules p2c2\n")
    assert cli.json("evaluate", "p4c6", "-s", "tree:gallery:p4c6")["total"] == 5625
    file = tmp_path / "best.tree.gz"
    cli("tree", "build", "p4c6", "-s", "optimal", "-o", str(file))
    assert read_tree(file).named("") == load(named("p4c6")).named("")
    assert "tree list" in cli.complaint("tree", "show", "gallery:p6c9")
    assert "gallery:p4" in cli.complaint("tree", "verify", "gallery:p4")
    assert "not for p4c7" in cli.complaint("tree", "stats", "gallery:p4c6", "--rules", "p4c7")
    assert "not for p4c5" in cli.complaint("solve", "p4c5", "-s", "tree:gallery:p4c6")


@pytest.mark.parametrize("rules", ["p2c4", "p3c4", "p4c6", "p4c6n", "p3c5-b", "p6c3", "p2c11", "p2c5-t", "p3c4-w"])
def test_optimal_over_all_secrets(rules: str) -> None:
    game = Game.parse(rules)
    figures = Player.parse("optimal").plan(game).figures(WorkerThreads())
    entry = find(game)
    assert figures.secrets == game.size
    if entry is not None:
        assert (figures.total, figures.longest_game, figures.codes_at_longest) == (
            entry.total,
            entry.longest_game,
            entry.codes_at_longest,
        )


def test_suggestions_from_the_tree() -> None:
    best = suggest("p4c6", strategy="optimal")[0]
    tree = load(named("p4c6"))
    assert best.guess == tree.guess(0)
    assert "4.3403 guesses on average" in best.why
    again = suggest(str(play(Game(4, 6), "3456", "optimal").position).rpartition(" ")[0], strategy="optimal")[0]
    assert again.guess == (2, 3, 4, 5)


def test_other_colours_and_places_stay_in_the_tree(heard: list[str]) -> None:
    """A codemaker who renames colours and pegs is played as well as one who does not."""
    for rules, pegs, colors in (
        ("p4c6", (2, 0, 3, 1), (3, 5, 0, 1, 4, 2)),
        ("p4c7n", (1, 0, 3, 2), (6, 5, 4, 3, 2, 1, 0)),
    ):
        tree = load(named(rules))
        for node in range(1, len(tree), 37):
            turns = tree.turns(node)[:-1]
            images = [Turn(tuple(colors[turn.guess[peg]] for peg in pegs), turn.reply) for turn in turns]
            wanted = values._average_below(tree, int(tree.parents[node]))
            found = values._alike(tree, tuple(images))
            assert found is not None
            assert values._average_below(tree, found[0]) == wanted
            left = Candidates.after(Position(tree.game, tuple(images)))
            sizes = sorted(len(part) for part in left.partition(found[1]).values())
            here = Candidates.after(Position(tree.game, turns))
            assert sizes == sorted(len(part) for part in here.partition(tree.guess(found[0])).values())
    assert suggest("p4c10n 5678:0b1w", strategy="optimal")[0].why.endswith("on average, including this one.")
    assert not heard


FOREIGN = [
    "p4c6 1111:0b0w", "p4c6 1122:1b0w", "p4c6 1122:1b0w 3344:0b1w", "p4c6 6543:1b1w", "p3c4 111:1b0w",
    "p4c7n 7654:0b2w",
    "p3c4-b 123:1b", "p4c6 1111:1b0w 1111:1b0w", "p3c4 111:1b0w 234:0b2w 222:1b0w", "p4c6 1123:0b1w 1123:0b1w",
    "p4c6 1213:0b1w", "p4c6 5466:1b1w", "p4c6 4565:1b0w 1123:0b2w",
]  # fmt: skip


@pytest.mark.parametrize("text", FOREIGN)
def test_after_other_guesses_the_best_is_searched_for(text: str, heard: list[str]) -> None:
    """The guess keeps to the exact best: the parts it makes are worth, together, what the whole set is worth."""
    position = Position.parse(text)
    left = Candidates.after(position)
    codebreaker = make_codebreaker(position, "optimal", seed=1)
    move = codebreaker.next()
    assert isinstance(move, Guess)
    searcher = Searcher(position.game)
    wanted = searcher.search(left.keys, position.turns)
    worth = 0
    for reply, part in left.partition(move.code).items():
        if not reply.solved:
            value = searcher.search(part.keys, position.after(move.code, reply).turns)
            assert value is not None
            worth += value + len(part)
    assert worth == wanted
    assert not heard


def test_too_much_to_search_goes_to_auto(heard: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    position = "p4c8 1111:0b0w"
    assert suggest(position, strategy="optimal") == suggest(position, strategy="auto")
    assert len(heard) == 1
    assert "2,401 candidates" in heard[0]
    assert "auto" in heard[0]
    monkeypatch.setattr(tree_strategies, "SCORED_MOST", 1)
    monkeypatch.setattr(values, "SCORED", 1)
    position = "p4c7 1122:1b0w"
    assert suggest(position, strategy="optimal") == suggest(position, strategy="auto")
    assert "candidates are left" in heard[1]


def test_a_game_too_large_for_both() -> None:
    with pytest.raises(BadStrategy, match=r"optimal cannot play p6c9: .* 300 codes are searched during play; use auto"):
        make_codebreaker(Game(6, 9), "optimal")
    with pytest.raises(BadStrategy, match=r"no tree .* codepegs optimal p5c5-b -o FILE"):
        make_codebreaker(Game.parse("p5c5-b"), "optimal")


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A gallery to spoil."""
    shutil.copytree(FOLDER / "trees", tmp_path / "trees")
    shutil.copy(FOLDER / "index.jsonl", tmp_path)
    caches = (gallery.entries, gallery._by_name, gallery.best_of)
    monkeypatch.setattr(gallery, "FOLDER", tmp_path)
    for cached in caches:
        cached.cache_clear()
    yield tmp_path
    for cached in caches:
        cached.cache_clear()


def test_the_best_known_is_said_to_be_that(copied: Path, heard: list[str]) -> None:
    lines = (copied / "index.jsonl").read_text().splitlines(keepends=True)
    altered = [line.replace("proved", "best known") if '"p3c4"' in line else line for line in lines]
    (copied / "index.jsonl").write_text("".join(altered))
    assert "The best known play" in suggest("p3c4", strategy="optimal")[0].why
    assert play(Game(3, 4), "123", "optimal").solved
    assert len(heard) == 1
    assert "best known" in heard[0]


@pytest.mark.parametrize("strategy", ["optimal", "auto"])
def test_another_tree_makes_another_unit_of_a_sweep(strategy: str, copied: Path) -> None:
    names = [Unit(rules=rules, strategy=strategy).name for rules in ("p3c4", "p3c5")]
    _read.cache_clear()
    write_tree(Player.parse("minimax").plan(Game(3, 4)).tree(WorkerThreads()), copied / "trees" / "p3c4.tree.gz")
    again = [Unit(rules=rules, strategy=strategy).name for rules in ("p3c4", "p3c5")]
    _read.cache_clear()
    assert again[0] != names[0]
    assert again[1] == names[1]


@pytest.mark.parametrize("kind", ["cut", "other", "text", "gone"])
def test_a_damaged_gallery(kind: str, copied: Path, cli: Cli) -> None:
    file = copied / "trees" / "p3c4.tree.gz"
    if kind == "cut":
        file.write_bytes(file.read_bytes()[:100])
    elif kind == "other":
        write_tree(Player.parse("first-consistent").plan(Game(3, 4)).tree(WorkerThreads()), file)
    elif kind == "text":
        file.write_bytes(gzip.compress(gzip.decompress(file.read_bytes()).replace(b"111", b"112")))
    else:
        file.unlink()
    for arguments in (("solve", "p3c4", "-s", "optimal"), ("solve", "p3c4"), ("tree", "show", "gallery:p3c4")):
        complaint = cli.complaint(*arguments, code=3)
        assert complaint.count("\n") == 1
        assert "reinstall codepegs" in complaint


def test_a_damaged_index(copied: Path, cli: Cli) -> None:
    (copied / "index.jsonl").write_text('{"rules": "p4c6"}\n')
    assert "index is damaged" in cli.complaint("tree", "list", code=3)
    (copied / "index.jsonl").unlink()
    with pytest.raises(Unavailable, match="index is damaged"):
        find(Game(4, 6))


def test_nothing_heavy_is_imported_for_help_and_list() -> None:
    for arguments, words in ((["--help"], ("numpy", "codepegs.trees.gallery")), (["tree", "list"], ("rich.progress",))):
        program = (
            f"import sys; sys.argv = ['codepegs', *{arguments}]\n"
            "from codepegs.cli.main import run\n"
            "try: run()\n"
            "except SystemExit: pass\n"
            f"print([name for name in {words} if name in sys.modules], file=sys.stderr)"
        )
        ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        assert ran.stderr.splitlines()[-1] == "[]"
