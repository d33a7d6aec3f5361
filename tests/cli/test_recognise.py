"""What is typed in place of a command: which command starts, and that it prints what it prints when it is typed."""

from __future__ import annotations

import os
import random
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import codepegs
from codepegs.cli.command_list import COMMANDS
from codepegs.cli.prompt import INSTEAD
from tests import extent
from tests.cli.fuzzing import Ended, run

TABLE = "animal,feathers,legs\nowl,yes,2\ncat,no,4\nant,no,6\n"
DOT = (  # a PNG file of one pixel
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\2\0\0\0\x90wS\xde\0\0\0\x0cIDATx\x9cc\xf8\xcf\xc0"
    b"\0\0\3\1\1\0\xc9\xfe\x92\xef\0\0\0\0IEND\xaeB`\x82"
)
PLAN = 'rules = ["p2c2"]\nstrategies = ["entropy"]\ngames = "all"\n'

TYPED = (
    # positions and games
    ("'p3c3 112:1b0w'", "suggest 'p3c3 112:1b0w'"),
    ("p3c3 112:1b0w", "suggest p3c3 112:1b0w"),
    ("p3c3 112=1b0w --top 1 --json", "suggest p3c3 112=1b0w --top 1 --json"),
    ("'p3c3 112:1b0w / 112:0b0w'", "suggest 'p3c3 112:1b0w / 112:0b0w'"),
    ("'p3c3 112:3b0w 123:3b0w'", "coach 'p3c3 112:3b0w 123:3b0w'"),  # which explains that
    ("'p3c3 112:1b0w 133:solved'", "coach 'p3c3 112:1b0w 133:solved'"),
    ("'p3c3 RRG:3b' --symbols RGB", "coach 'p3c3 RRG:3b' --symbols RGB"),
    ("'p3c3 112:3b0w' --noise 0.1", "suggest 'p3c3 112:3b0w' --noise 0.1"),
    ("'p3c3 111:0b0w 112:2b0w'", "suggest 'p3c3 111:0b0w 112:2b0w'"),
    ("'p3c3 112:7b'", "suggest 'p3c3 112:7b'"),
    ("p4c6 --seed 3", "play p4c6 --seed 3"),
    ("MM --seed 3", "play MM --seed 3"),
    ("bulls-and-cows-t --seed 3", "play bulls-and-cows-t --seed 3"),
    ("p0c3", "play p0c3"),
    ("4x6 --seed 3", "play p4c6 --seed 3"),
    ("4 6 --seed 3", "play p4c6 --seed 3"),
    ("3 pegs 3 colours --seed 3", "play p3c3 --seed 3"),
    ("3x3 112:1b0w", "suggest p3c3 112:1b0w"),
    # files of games
    ("animals.csv", "identify animals.csv"),
    ("table:animals.csv:named", "identify table:animals.csv:named"),
    ("animals.csv feathers:no", "suggest animals.csv feathers:no"),
    ("animals.csv feathers:no legs:4", "coach animals.csv feathers:no legs:4"),
    ("table.toml", "identify table.toml"),
    ("table.txt", "identify table:table.txt"),
    ("game.toml --seed 3", "play game.toml --seed 3"),
    ("known.toml", "identify known.toml"),
    ("words.txt --seed 3", "play words:words.txt:wordle --seed 3"),
    ("words.csv --seed 3", "play words:words.csv:wordle --seed 3"),
    ("numbers.txt --seed 3", "play words:numbers.txt:mastermind --seed 3"),
    ("words:words.txt:common --seed 3", "play words:words.txt:common --seed 3"),
    ("broken.csv", "identify broken.csv"),
    ("broken.toml", "play broken.toml"),
    # files that commands wrote
    ("best.tree", "tree show best.tree"),
    ("best.tree 12:1b0w", "tree show best.tree 12:1b0w"),
    ("best.json", "tree show best.json"),
    ("best.tree.gz", "tree show best.tree.gz"),
    ("gallery:p2c3", "tree show gallery:p2c3"),
    ("best.cert", "tree verify best.cert"),
    ("a_tree_by_another_name", "tree show a_tree_by_another_name"),
    ("certificate.tree", "tree verify certificate.tree"),
    ("empty.tree", "tree show empty.tree"),
    ("plan.toml", "lab status plan.toml"),
    ("game.json", "solve --resume game.json"),
    ("played.json", "coach played.json"),
    ("position.txt", "suggest position.txt"),
    ("'my position.txt'", "suggest 'my position.txt'"),
    ("dot.png --turns 1 --seed 1 --json", "solve --picture dot.png --turns 1 --seed 1 --json"),
    ("games.txt", "suggest games.txt"),
    ("fish --turns 1 --seed 1 --json", "solve --picture fish --turns 1 --seed 1 --json"),
    # reports, and what a command and a file have in common
    ("mcmc", "reproduce mcmc --play"),
    ("max-parts --secret '1 2'", "reproduce max-parts --play --secret '1 2'"),
)
"""What people type, and the command that starts."""

ONLY_FAILS = ("MM", "p0c3", "'p3c3 112:7b'", "broken", "empty", "games.txt", "bulls", "table:", "gallery", "known")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recognised")
    texts = {
        "animals.csv": TABLE,
        "table.txt": TABLE,
        "table.toml": 'table = "animals.csv"\n',
        "game.toml": 'secrets = ["crane", "slate"]\nreply = "wordle"\n',
        "known.toml": 'secrets = ["crane", "slate"]\nreply = "wordle"\nuntil = "known"\n',
        "words.txt": "crane\nslate\ntrace\n",
        "words.csv": "crane\nslate\ntrace\n",
        "numbers.txt": "123\n321\n213\n",
        "broken.csv": "a,b\nc\n",
        "broken.toml": "secrets = [\n",
        "empty.tree": "",
        "plan.toml": PLAN,
        "position.txt": "p3c3 112:1b0w\n",
        "my position.txt": "p3c3 112:1b0w\n",
        "games.txt": "p3c3 112:1b0w\np3c3 112:0b0w\n",
        "prose.txt": "What it says\nis not for us.\n",
        "suggest": "p3c3 112:1b0w\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    (folder / "dot.png").write_bytes(DOT)
    tree = codepegs.build_tree("p2c3", "minimax")
    for name in ("best.tree", "best.json", "best.tree.gz"):
        codepegs.write_tree(tree, folder / name)
    (folder / "a_tree_by_another_name").write_text((folder / "best.tree").read_text())
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert run(shlex.split("optimal p2c3 --certificate best.cert -o found.tree")).code == 0
        assert run(shlex.split("solve p3c3 123 -s minimax --save game.json")).code == 0
        (folder / "played.json").write_text(run(shlex.split("solve p3c3 123 -s minimax --json")).out)
    (folder / "certificate.tree").write_text((folder / "best.cert").read_text())
    return folder


@pytest.fixture
def folder(made: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(made)
    return made


def started(typed: list[str], answers: str = "") -> tuple[list[str], Ended]:
    """The command that the first line names, and how it ended; it prints the same when it is typed."""
    ended = run(typed, answers)
    first, _, rest = ended.err.partition("\n")
    command = shlex.split(first.partition(": codepegs ")[2])
    assert command, ended.err
    assert command[0] in COMMANDS, first
    again = run(command, answers if "-" in command else "")
    assert (ended.code, _untimed(ended.out)) == (again.code, _untimed(again.out))
    assert _untimed(rest) == _untimed(again.err)
    return command, ended


def _untimed(text: str) -> str:
    text = re.sub(r'"(seconds\w*)":[\d.e-]+', r'"\1":0', text)
    return re.sub(r"[\d.]+ (?:µs|ms|s)\b", "0 s", text)


@pytest.mark.parametrize(
    ("typed", "command"),
    extent.longer_extended(TYPED, [row for row in TYPED if row[0].startswith(ONLY_FAILS)]),
)
def test_what_is_typed_starts_its_command(typed: str, command: str, folder: Path) -> None:
    found, ended = started(shlex.split(typed))
    assert found == shlex.split(command)
    assert "Traceback" not in ended.out + ended.err


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("p3c3 112:1b0w\n", "suggest 'p3c3 112:1b0w'"),
        ("animals.csv\n", "identify animals.csv"),
        ("p3c3\n112:1b0w\n122:0b0w\n", "suggest -"),
        ("p3c3 112:1b0w\np3c3 112:0b0w\n", "suggest -"),
        ("p3c3 112:3b0w\np3c3 111:3b0w\n", "coach -"),
        ('{"position": "p3c3 112:1b0w"}\n', "suggest -"),
    ],
)
def test_standard_input(text: str, command: str, folder: Path) -> None:
    assert started(["-"], text)[0] == shlex.split(command)


@pytest.mark.parametrize("seed", extent.few(range(40)))
def test_random_positions_print_what_their_command_prints(seed: int) -> None:
    rng = random.Random(seed)
    game = codepegs.Game.parse(rng.choice(("p3c3", "p2c4", "p3c4n", "p3c3-t", "p2c5-b")))
    secret, *guesses = _codes(game, rng)
    position = codepegs.Position(game)
    for guess in guesses:
        if not position.solved:
            position = position.after(guess, game.reply(guess, secret))
    typed = [str(position)] if seed % 2 else str(position).split()
    command, _ = started([*typed, "--seed", str(seed)])
    assert command[0] == ("coach" if position.solved else "suggest" if position.turns else "play")


def _codes(game: codepegs.Game, rng: random.Random) -> list[codepegs.Code]:
    """A secret and some guesses."""
    everything = list(game._iterate_codes())
    return [rng.choice(everything) for _ in range(rng.randint(1, 4))]


@pytest.mark.parametrize(
    ("typed", "said", "code"),
    [
        ("missing.tree", "file not found: missing.tree", 3),
        ("missing.csv", "file not found: missing.csv", 3),
        ("./", ". is a folder: give a file", 3),
        ("prose.txt", "prose.txt is none of what codepegs reads: a position, a game, ", 2),
        ("-", "standard input is none of what codepegs reads: ", 2),
        ("nonsense", "unknown command 'nonsense'; see codepegs --help", 2),
        ("suggest", "suggest: missing argument POSITION", 2),  # a file, too, but a command first
    ],
)
def test_what_starts_no_command(typed: str, said: str, code: int, folder: Path) -> None:
    ended = run(typed.split())
    assert (ended.code, ended.out) == (code, "")
    assert ended.err.startswith(f"codepegs: {said}")
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize("file", extent.rest_extended(("best.tree", "best.cert", "animals.csv"), ("best.tree",)))
def test_a_file_on_standard_input(file: str, folder: Path) -> None:
    commands = {"best.tree": "tree show", "best.cert": "tree verify", "animals.csv": "describe"}
    program = [sys.executable, "-m", "codepegs"]
    plain = {**os.environ, "PYTHONIOENCODING": "ascii"}  # as in this process
    text = (folder / file).read_bytes()
    piped = subprocess.run([*program, "-"], input=text, capture_output=True, check=True, env=plain)
    named = run([*commands[file].split(), file])
    printed = piped.stdout.decode().replace("table:/dev/stdin", file)
    assert printed.split() == named.out.split()  # lines are as wide as the terminal
    first = piped.stderr.decode().splitlines()[0]
    assert first.startswith("codepegs: standard input is a ")
    assert f": codepegs {commands[file]} " in first


def test_words_for_commands_are_hinted_at(folder: Path) -> None:
    for line, words in INSTEAD.items():
        for word in words.split():
            assert word not in COMMANDS
            assert run([word]).err == f"codepegs: unknown command {word!r}: try e.g. codepegs {line}\n"


def test_no_start_of_a_command_is_slower() -> None:
    """The module that recognises is imported only where no command is named."""
    code = "import sys; from codepegs.cli.main import app; app(['score', '12', '13'], standalone_mode=False); "
    code += "sys.exit('codepegs.cli.recognise' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, capture_output=True).returncode == 0
