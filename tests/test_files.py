"""The reader of files: what is too large is refused while it is read, whatever it is, and no name makes it fail."""

from __future__ import annotations

import gzip
import io
import os
import re
import subprocess
import sys
import threading
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from codepegs import Game, files, load_game, read_tree
from codepegs.errors import BadInput, BadRules, Unavailable
from codepegs.experiments import read_plan
from codepegs.match import saved_game
from codepegs.render import Picture
from codepegs.rng import Seed
from codepegs.strategies import Player
from codepegs.trees import certificate_checker, checker
from codepegs.trees.gallery import entries
from tests import extent

SOURCES = sorted((Path(__file__).parents[1] / "src/codepegs").rglob("*.py"))

OWN_READERS = {
    "files.py": "the reader",
    "trees/checker.py": "stands alone",
    "trees/certificate_checker.py": "stands alone",
    "trees/search/journal.py": "reads and writes",
    "cli/main.py": "the null device",
    "cli/options.py": "what the command has just written",
    "cli/prompt.py": "one line",
    "cli/recognise.py": "what it has read of standard input, for the command",
    "core/binding.py": "the compiled library",
    "experiments/units.py": "a file of the system",
    "foreign.py": "the receipt of an installer",
    "reports/large_games/reproduction.py": "the null device",
    "reports/pages/page.py": "a file of the system",
    "reasons.py": "a file of the package",
    "server/schema.py": "a file of the package",
    "server/dispatch.py": "a file of the package",
    "server/app.py": "files of the package",
    "server/worker.py": "a file of the system",
}
"""Modules that open files themselves, and why."""


def test_all_other_modules_read_files_with_the_reader() -> None:
    opens = re.compile(
        r"(?<![\w.])(?<!def )open\(|\.open\(\"|\.read_(?:text|bytes)\(|gzip\.(?:open|decompress)|stdin\.read"
    )
    root = Path(files.__file__).parent
    found = set()
    for path in SOURCES:
        code = re.sub(r'"""[\s\S]*?"""', "", path.read_text(encoding="utf-8"))
        if opens.search(re.sub(r"\bfiles\.read_\w+\(", "", code)):
            found.add(path.relative_to(root).as_posix())
    assert found == set(OWN_READERS)


LIMITED = pytest.mark.parametrize(
    ("most", "read"),
    [
        (files.MOST_TREE_BYTES, read_tree),
        (files.MOST_TREE_BYTES, lambda path: Player.parse(f"tree:{path}").start(Game.parse("p4c6"), Seed(0))),
        (16_000_000, lambda path: load_game(f"words:{path}:wordle")),
        (files.MOST_TOML_BYTES, lambda path: load_game(Path(path))),
        (files.MOST_TOML_BYTES, read_plan),
        (files.MOST_FILE_BYTES, saved_game.read),
        (files.MOST_FILE_BYTES, Picture.load),
    ],
    ids=["tree", "strategy", "words", "game", "plan", "saved game", "picture"],
)


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="this system has no /dev/zero")
@LIMITED
def test_a_device_without_end_is_read_to_the_limit(most: int, read: Callable[[str], object]) -> None:
    if read is saved_game.read:
        pytest.skip("says that it is not a saved game")
    with pytest.raises(BadInput, match=rf"/dev/zero is larger than {most // 10**6} MB: give a smaller file"):
        read("/dev/zero")


@pytest.fixture(scope="module")
def bomb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A gzip file of 300 kB with 300 MB inside."""
    path = tmp_path_factory.mktemp("bomb") / "bomb.gz"
    member = gzip.compress(bytes(10_000_000))
    path.write_bytes(member * 30)
    return path


@pytest.mark.parametrize("most", [0, 1, 1_000, files.CHUNK, files.CHUNK + 1, 64_000_000])
def test_decompression_stops_at_the_limit(bomb: Path, most: int) -> None:
    files.read_bytes(Path(__file__))
    tracemalloc.start()
    with pytest.raises(BadInput, match=r"bomb\.gz is larger than [\d,]+ MB when decompressed: give a smaller file"):
        files.read_bytes(bomb, most)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < most + 4 * files.CHUNK


def test_the_checkers_stop_at_their_limit(bomb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (checker, certificate_checker):
        assert module.MOST_BYTES == files.MOST_TREE_BYTES
        monkeypatch.setattr(module, "MOST_BYTES", 1_000_000)
        with pytest.raises(module.Unreadable, match="larger than 1 MB"):
            module.check_file(str(bomb))


@pytest.mark.parametrize("size", [0, 1, 999, 1_000])
@pytest.mark.parametrize("packed", [False, True])
def test_what_is_as_large_as_the_limit_is_read(size: int, packed: bool, tmp_path: Path) -> None:
    content = bytes(range(250)) * 4
    path = tmp_path / "file"
    for name in ("file", "file.gz") if packed else ("file",):
        path = tmp_path / name
        path.write_bytes(gzip.compress(content[:size]) if packed else content[:size])
        assert files.read_bytes(path, 1_000) == content[:size]
        assert files.read_bytes(path, 1_000, as_it_is=True) == path.read_bytes()
    path.write_bytes(gzip.compress(content + b"x") if packed else content + b"x")
    with pytest.raises(BadInput, match="is larger than 0 MB"):
        files.read_bytes(path, 1_000)


def test_a_large_file_is_refused_by_its_size(tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    with path.open("wb") as file:
        file.truncate(1_204_000_000)  # takes no room on the disk
    with pytest.raises(BadInput, match=r"large\.txt is larger than 64 MB \(1,204 MB\): give a smaller file"):
        files.read_text(path)


def test_all_that_codepegs_comes_with_is_far_below_the_limit() -> None:
    largest = max(entries(), key=lambda entry: entry.size)
    assert 20 * len(files.read_bytes(largest.path)) < files.MOST_TREE_BYTES


@pytest.mark.skipif(os.name != "posix", reason="named pipes")
@pytest.mark.parametrize(
    "content", [b"CRANE\nSLATE\n", gzip.compress(b"CRANE\nSLATE\n", mtime=0), "\ufeffCRANE\r\nSLATE".encode()]
)
def test_pipes_are_read_once(content: bytes, tmp_path: Path) -> None:
    """As with words:<(…):wordle of a shell; a file with a byte order mark is the same list."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(content,))
    writer.start()
    assert load_game(f"words:{path}:wordle").texts == ("CRANE", "SLATE")
    writer.join()


def test_standard_input_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_FILE_BYTES", 10)
    monkeypatch.setattr(sys, "stdin", io.StringIO("0123456789"))
    assert files.read_standard_input() == "0123456789"
    monkeypatch.setattr(sys, "stdin", io.StringIO("0123456789x"))
    with pytest.raises(BadInput, match="standard input is larger than"):
        files.read_standard_input()


def test_lists_have_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codepegs.game.game_files.MOST_CODES_IN_FILE", 3)
    path = tmp_path / "words"
    path.write_text("A B C D E F")
    assert load_game(f"words:{path}:wordle").size == 6
    path.write_text("A B C D E F G")
    with pytest.raises(BadRules, match="has more than 3 codes"):
        load_game(f"words:{path}:wordle")


LONG = "a" * 300

NAMED = [
    lambda: read_tree(LONG),
    lambda: Player.parse(f"tree:{LONG}").start(Game.parse("p4c6"), Seed(0)),
    lambda: load_game(f"{LONG}.toml"),
    lambda: load_game(f"words:{LONG}:wordle"),
    lambda: read_plan(LONG),
    lambda: saved_game.read(LONG),
    lambda: Picture.load(LONG),
    lambda: files.check_output(LONG),
    lambda: files.check_folder(LONG),
    lambda: files.write_whole(LONG, "text"),
    lambda: files.beginning(LONG, 10),
]


@pytest.mark.parametrize("use", NAMED)
def test_names_that_no_file_can_have(use: Callable[[], object]) -> None:
    with pytest.raises((BadInput, Unavailable), match="aaa…aaa") as told:
        use()
    assert len(str(told.value)) < 300
    assert "\n" not in str(told.value)
    assert not files.exists(LONG)
    assert not files.exists("a\0b")
    assert not files.exists("")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = [", "invalid value"),
        (f"a = {'[' * 5_000}", "too deeply nested"),
        (f"a.{'b.' * 3_000}c = 1", "too deeply nested"),
        (f"a = {'9' * 5_000}", "a number has more than 20 digits"),
    ],
)
def test_toml_that_python_cannot_read(text: str, said: str) -> None:
    with pytest.raises(BadInput, match=rf"^plan\.toml is not valid TOML: {said}"):
        files.parse_toml(text, "plan.toml")


@pytest.mark.parametrize("limit", extent.rest_extended(["inf", "1e11", "1e300"], ["1e11"]))
def test_no_limit_of_seconds_is_too_long(limit: str) -> None:
    """A timer cannot wait for ever; its thread would print a traceback, which only another process shows."""
    command = [sys.executable, "-m", "codepegs", "optimal", "p2c3", "--workers", "1", "--limit", limit]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize("write", [files.check_output, files.Hold, lambda path: files.write_whole(path, "a tree")])
def test_the_folder_that_a_file_would_need_is_named(write: Callable[[Path], object], tmp_path: Path) -> None:
    file = tmp_path / "none" / "best.tree"
    with pytest.raises(Unavailable, match=re.escape(f"best.tree cannot be written: folder {file.parent} not found")):
        write(file)
