"""Options that write, of all commands: checked before the work, `-` is standard output, and no result is lost."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from codepegs import build_tree, files
from codepegs.cli import improved_tree
from codepegs.cli.options import JOURNAL, PLOT, TREE, Kind, Output
from codepegs.errors import Unavailable
from codepegs.trees import Tree, read_tree, search, write_tree
from tests import extent
from tests.cli.fuzzing import check, commands, play_plan, run
from tests.conftest import Cli

ARGUMENTS = {
    "coach": ("p4c6 1122:1b0w 3344:0b1w 1536:4b0w",),
    "score": ("p4c6 1122:1b0w",),
    "evaluate": ("p2c2",),
    "fixed": ("p2c3",),
    "lab export": ("rows.sqlite",),
    "lab merge": ("rows.sqlite",),
    "lab plot": ("rows.sqlite",),
    "lab run": ("plan.toml", "--executor", "serial"),
    "lab status": ("rows.sqlite",),
    "optimal": ("p2c3",),
    "optimal --bound-only": ("p2c3",),
    "optimal --no-proof": ("p2c3", "--passes", "1", "--seed", "1"),
    "reproduce": ("max-parts", "--quick"),
    "solve": ("p2c3", "11"),
    "solve --picture": ("fish", "--size", "2x2", "--colors", "2", "--pace", "0", "--seed", "1"),
    "tree build": ("p2c3",),
    "tree export": ("p2c3",),
}
"""What a command with an option that writes needs besides."""

READ = {
    "describe rules",
    "identify table",
    "serve games",
    "coach game",
    "lab export file",
    "lab merge files",
    "lab plot file",
    "lab run plan",
    "lab status of",
    "lab status results",
    "optimal start",
    "tree verify source",
}
"""Files that are only read."""

APPENDED = {"serve access_log"}
"""Files that grow while a command runs; that it can open them is tested where they are (`tests/server`)."""


def is_output(parameter: Any) -> bool:
    """Whether an option names something that the command writes."""
    return isinstance(getattr(parameter.type, "func", None), Kind)


MODES = {("solve", "--output"): "solve --picture"}
"""Options that are of one mode of a command only."""

OUTPUTS = [
    (MODES.get((" ".join(words), parameter.opts[0]), " ".join(words)), parameter.opts[0], kind)
    for words, command in commands().items()
    for parameter in command.params
    if is_output(parameter)
    for kind in getattr(parameter.type.func, "kinds", [parameter.type.func])
] + [("optimal --no-proof", "--output", TREE), ("optimal --bound-only", "--journal", JOURNAL)]
FILES = [output for output in OUTPUTS if not output[2].is_folder]
GROWING = {"a saved game", "a search journal", "a results file"}
CHANGED = [output for output in FILES if output[2].words not in GROWING]
"""Files written as a whole when the work is done; journals and results files grow while it is."""
EVERY = pytest.mark.parametrize(("command", "option", "kind"), OUTPUTS)


@pytest.fixture(scope="module")
def planned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a plan and the results of it."""
    path = tmp_path_factory.mktemp("planned")
    play_plan(path)
    return path


@pytest.fixture(autouse=True)
def folder(planned: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, as the current folder."""
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(planned, tmp_path, dirs_exist_ok=True))


def line(command: str, option: str, value: str) -> list[str]:
    given = [] if option == "--resume" and command == "solve" else ARGUMENTS[command]
    return [*command.split(), *given, option, value]


def test_every_option_that_names_a_file_is_checked_or_only_read() -> None:
    files = set()
    for words, command in commands().items():
        for parameter in command.params:
            names_file = re.search(r"\b(FILE|FOLDER|PLAN)\b", parameter.metavar or "") or parameter.type.name == "path"
            if names_file and not is_output(parameter):
                files.add(f"{' '.join(words)} {parameter.name}")
    assert files == READ | APPENDED
    assert {command for command, _, _ in OUTPUTS} == set(ARGUMENTS)


@EVERY
def test_what_cannot_be_written_is_refused_before_the_work(command: str, option: str, kind: Kind) -> None:
    suffix = kind.suffix
    Path("plain").write_text("text")
    Path(f"folder{suffix}").mkdir(exist_ok=True)
    for path in [f"plain/x{suffix}"] if kind.is_folder else [f"none/x{suffix}", f"plain/x{suffix}", f"folder{suffix}"]:
        ended = check(run(line(command, option, path)))
        assert (ended.code, ended.out) == (3, ""), path
        assert ended.err.startswith(f"codepegs: {path} ")


@pytest.mark.parametrize(("command", "option", "kind"), FILES)
def test_another_kind_of_file_is_kept(command: str, option: str, kind: Kind) -> None:
    path = Path(f"mine{kind.suffix}")
    path.write_text("Dear diary\n")
    ended = check(run(line(command, option, str(path))))
    assert (ended.code, ended.out) == (2, "")
    assert path.read_text() == "Dear diary\n"


def test_an_index_of_other_pages_is_kept() -> None:
    Path("README.md").write_text("# My project\n")
    ended = check(run(["reproduce", "max-parts", "--quick", "-o", "."]))
    assert ended.code == 2
    assert Path("README.md").read_text() == "# My project\n"


@pytest.mark.parametrize(
    ("command", "option", "kind"),
    extent.longer_extended(FILES, [each for each in FILES if each[2].words == PLOT.words]),
)
def test_standard_output_has_the_file_and_nothing_else(command: str, option: str, kind: Kind) -> None:
    if kind.reads:
        run(["solve", "p2c3", "11", "--save", "game"])
    form = ["--format", kind.suffix[1:]] if command in ("evaluate", "lab status") else []
    ended = check(run([*line(command, option, "-"), *form], Path("game").read_text() if kind.reads else ""))
    assert ended.code == 0, ended.err
    if form:
        again = run([*line(command, option, "-")[:-2], *form]).out
        assert again[:4] == ended.out[:4]
        assert kind.suffix == ".parquet" or again.count("\n") == ended.out.count("\n")  # seconds may be any bytes there
    assert not re.search(r"codepegs-\w{8}[\\/]", ended.err), "a temporary file is named"
    assert re.match(kind.begins or "", ended.out.replace("\ufffdPNG", "\x89PNG"))
    if kind.suffix in (".csv", ".svg", ".cert"):  # ends where the file ends
        path = f"same{kind.suffix}"
        run(line(command, option, path))
        assert len(ended.out.splitlines()) == len(Path(path).read_text().splitlines())


@pytest.mark.parametrize("command", [command for command, _, kind in OUTPUTS if kind.is_folder])
def test_a_folder_is_not_printed(command: str) -> None:
    ended = check(run(line(command, "-o", "-")))
    assert (ended.code, ended.out) == (2, "")
    assert "standard output, which is not a folder" in ended.err


def test_only_one_thing_can_be_printed() -> None:
    for more in ("--json", "-o-"):
        ended = check(run(["evaluate", "p2c2", "-o", "-", more]))
        assert ended.code == 2
        assert "both print to standard output" in ended.err
    ended = check(run(["evaluate", "p2c2", "-o", "same.csv", "-o", "./same.csv"]))
    assert ended.code == 2
    assert "are the same file" in ended.err


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that turns read-only when the work is done."""
    Path("full").mkdir()
    monkeypatch.setattr(os, "replace", _failing_in_full(os.replace))


def _failing_in_full(replace: Callable[[str, Path], None]) -> Callable[[str, Path], None]:
    def fail(source: str, target: Path) -> None:
        if "full" in Path(target).parts:
            raise OSError(28, "No space left on device")
        replace(source, target)

    return fail


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize(("command", "option", "kind"), CHANGED)
def test_what_cannot_be_written_at_the_end_is_written_elsewhere(command: str, option: str, kind: Kind) -> None:
    ended = check(run(line(command, option, f"full/found{kind.suffix}")))
    assert ended.code == 3
    spare = Path(f"found-2{kind.suffix}").absolute()
    assert f"No space left on device; it was written to {spare} instead" in ended.err
    assert re.match(kind.begins or "", spare.read_bytes().decode("latin-1"))
    whole = check(run(line(command, option, f"found{kind.suffix}")))
    assert {row for row in _words(ended.out) if "full" not in row} <= _words(whole.out)
    if "export" not in command:
        assert ended.out


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize("json", [False, True])
@pytest.mark.parametrize(
    ("command", "option", "kind"),
    extent.longer_extended(OUTPUTS, [each for each in OUTPUTS if each[0] in ("reproduce", "lab plot")]),
)
def test_the_files_named_at_the_end_are_there(command: str, option: str, kind: Kind, json: bool) -> None:
    """Of a file that could not be written, only the error says the name; every other file that is named is there."""
    if command in ("lab plot", "reproduce"):
        pytest.importorskip("matplotlib")
    names = {
        parameter.opts[0]
        for parameter in commands()[tuple(word for word in command.split() if not word.startswith("--"))].params
    }
    if json and "--json" not in names:
        pytest.skip("has no --json")
    words = line(command, option, f"full/found{kind.suffix}")
    if kind.reads:
        assert run(["solve", "p2c3", "11", "--save", words[-1].removeprefix("full/")]).code == 0
        shutil.copy(Path(words[-1]).name, words[-1])
    if "--seed" in names and not (kind.reads or {*words} & {"--seed", "optimal"}):
        words += ["--seed", "1"]
    if command == "solve":
        words += ["--turns", "1"]
    ended = check(run([*words, *["--json"] * json]))
    assert ended.code in (0, 1, 3), ended.err
    told = [text for text in (ended.out + ended.err).splitlines() if "cannot be written" not in text]
    named = re.findall(rf"(?:full/|{re.escape(os.getcwd())}/)[^\s\"';,)]+", "\n".join(told))
    missing = [name for name in named if not Path(name.rstrip(".:")).exists()]
    assert not missing, ended
    if ended.code == 3 and "Saved as" not in ended.err + ended.out:
        assert json or command in SILENT, ended


SILENT = {"lab plot", "solve"}
"""Commands that write and have no sentence with "Saved as"."""


@pytest.mark.usefixtures("broken")
def test_nothing_is_said_of_a_file_that_could_not_be_written_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(source: str, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    tree = check(run(["tree", "build", "p2c3", "-o", "full/found.tree"]))
    game = check(run(["solve", "p2c3", "11", "--save", "full/game", "--seed", "1", "--turns", "1"]))
    for ended in (tree, game):
        assert ended.code == 3
        assert "nor could it be written to another folder" in ended.err
        assert "aved" not in ended.out + ended.err.split("codepegs-tree")[0].split("{")[0]
    assert "codepegs-tree" in tree.err


@pytest.mark.usefixtures("broken")
def test_an_interrupted_search_names_the_file_that_was_written() -> None:
    output = Output("full/best.tree", TREE)
    assert improved_tree._last_words(output) == [
        "Interrupted: the best tree so far is in full/best.tree; run the same command to continue."
    ]
    with files.moving():
        files.write_whole(output.path, "a tree")
        (words,) = improved_tree._last_words(output)
    assert words.endswith(f"is in {Path('best-2.tree').absolute()}; to continue, give it with --start.")


def test_a_file_that_can_be_written_again_is_the_file() -> None:
    """The other file is out of date as soon as the file itself is written, and is then deleted."""
    Path("full").mkdir()
    path, spare = Path("full/game"), Path("game-2").absolute()
    with files.moving() as moved:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(os, "replace", _failing_in_full(os.replace))
            for content in ("one", "two"):
                files.write_whole(path, content)
                assert (files.written_to(path), spare.read_text(), path.exists()) == (spare, content, False)
        files.write_whole(path, "three")
        assert files.written_to(path) == path
    assert (list(moved), path.read_text(), spare.exists()) == ([path], "three", False)


def test_it_is_said_once_that_a_file_can_be_written_nowhere(capsys: pytest.CaptureFixture[str]) -> None:
    """Also if it could be written elsewhere before; what was written there is kept."""
    Path("full").mkdir()
    path = Path("full/game")
    with files.moving() as moved, pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "replace", _failing_in_full(os.replace))
        files.write_whole(path, "one")
        patch.setattr(files, "_write", _unavailable)
        for _ in range(2):
            files.write_whole(path, "two")
        assert (moved, files.written_to(path)) == ({path: None}, None)
    assert capsys.readouterr().err.count("two") == 1
    assert Path("game-2").read_text() == "one"


def _unavailable(path: Path, data: bytes) -> None:
    raise Unavailable(f"{path} cannot be written")


def _words(text: str) -> set[str]:
    """The words of a text without times and sizes."""
    return {word for word in text.split() if not re.match(r"\(?[\d.,]+", word)} - {"ms", "µs", "us", "s", "MiB"}


@pytest.mark.usefixtures("broken")
def test_a_game_that_cannot_be_saved_goes_on() -> None:
    ended = check(run(["solve", "p2c3", "11", "--save", "full/game", "--seed", "1"]))
    assert ended.code == 3
    assert "Solved" in ended.out
    assert check(run(["solve", "--resume", "game-2"])).code == 0


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        ("p3c3", "p3c3"),
        ("sub/lamp.csv", "lamp.csv"),
        ("table:sub/lamp.csv:named", "lamp.csv-named"),
        ("TABLE:lamp.csv:classes=whole?:weights=n", "lamp.csv-classes=whole-weights=n"),
        ("words:sub/a.txt,sub/b.txt:common", "a.txt,b.txt-common"),
    ],
)
def test_a_tree_without_a_name_is_in_the_current_folder(rules: str, name: str, cli: Cli) -> None:
    Path("sub").mkdir()
    for file in ("lamp.csv", "sub/lamp.csv"):
        Path(file).write_text("fault,on?,whole?,n\nswitch,no,yes,1\nbulb,yes,yes,2\nfuse,yes,no,3\n")
    Path("sub/a.txt").write_text("crane\ntrace\n")
    Path("sub/b.txt").write_text("slate\n")
    cli("tree", "build", rules, "-s", "entropy")
    cli("optimal", "--no-proof", rules, "--passes", "1")
    assert Path(f"{name}-entropy.tree").exists()
    assert Path(f"{name}-improved.tree").exists()


def test_a_better_tree_that_another_search_wrote_is_kept(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    better, worse = build_tree("p3c4", "entropy"), build_tree("p3c4", "minimax")
    assert better.total < worse.total

    def improve(*given: object, save: Callable[[Tree], None], **options: object) -> Tree:
        save(worse)
        assert read_tree("best.tree").total == worse.total
        write_tree(better, "best.tree")
        save(worse)
        return worse

    monkeypatch.setattr(search, "improve", improve)
    cli("optimal", "--no-proof", "p3c4", "-o", "best.tree")
    assert read_tree("best.tree").total == better.total
    assert "best.tree was kept: it has a better tree, written during this search." in cli.captured.err
    assert "Saved" not in cli.captured.err
