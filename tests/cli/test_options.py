"""The options of all commands: one way to name outputs, --json in every report, one meaning of a name."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from codepegs.cli.main import OLD_OPTIONS
from codepegs.cli.options import Formats, Kind
from codepegs.cli.prompt import ABSENT, why_absent
from codepegs.reasons import Reason
from tests.cli.fuzzing import check, commands, play_plan, run

STATES = {
    "solve --save": "the state of a game, which is read again",
    "solve --resume": "likewise",
    "optimal --journal": "the state of a search, which is read again",
    "optimal --certificate": "the second result of a search, in a file of any name",
}
"""Why an option that writes is not --output."""

HELPS = {
    "--base": "score has notations of two texts",
    "--executor": "what it is best for differs",
    "--first": "in optimal and the reports the guess of a search, in a table a question",
    "--format": "each command has formats of its own",
    "--games": "of the reports, only max-parts plays several",
    "--json": "evaluate prints an object for each strategy",
    "--levels": "pictures have levels that are closed at first",
    "--limit": "what is printed after it differs",
    "--noise": "play, solve and evaluate make replies false, the others assume it",
    "--output": "each command writes something else",
    "--rules": "of two codes, or of a tree",
    "--secret": "the person's, or that of a game",
    "--seed": "what is drawn, and its default, differ",
    "--strategy": "what it is for differs",
    "--symbols": "score has notations of two texts",
    "--top": "what is counted differs",
    "--turns": "play has a limit by default",
    "--verbose": "solve prints more of guesses, suggest of columns",
    "--workers": "lab run and serve have processes",
}
"""Why the help of an option differs between commands."""

METAVARS = {
    "--first": "the question of a table is a test",
    "--format": "each command has formats of its own",
    "--games": "evaluate can play all secrets",
    "--noise": "unknown noise can be assumed, but not made",
    "--output": "a folder, or a file",
}
"""Why the metavar of an option differs between commands."""


def options() -> list[tuple[str, Any]]:
    """The options of each command."""
    return [
        (" ".join(words), parameter)
        for words, command in commands().items()
        for parameter in command.params
        if parameter.param_type_name == "option"
    ]


def test_outputs_are_named_in_one_way() -> None:
    others = set()
    for command, parameter in options():
        kind = getattr(parameter.type, "func", None)
        if isinstance(kind, Kind) and parameter.opts != ["--output", "-o"]:
            others.add(f"{command} {parameter.opts[0]}")
        assert isinstance(kind, Kind) or "-o" not in parameter.opts, command
        if isinstance(kind, Formats):
            assert parameter.multiple
            assert any(other.opts == ["--format"] for name, other in options() if name == command), command
    assert others == STATES.keys()


@pytest.mark.parametrize("option", ABSENT)
def test_every_command_has_an_option_or_says_why_not(option: str) -> None:
    missing = {why: names.split(", ") for why, names in ABSENT[option].items()}
    listed = [name for names in missing.values() for name in names]
    assert len(listed) == len({*listed})
    for words, command in commands().items():
        name = " ".join(words)
        has = any(option in parameter.opts for parameter in command.params)
        why = why_absent(name, option)
        assert has != bool(why), name
        if why and option not in OLD_OPTIONS.get(name, {}):
            ended = check(run([*words, option, "1"]))
            assert (ended.code, ended.out) == (2, "")
            assert ended.err == f"codepegs: {name}: unknown option {option}{Reason.of(why).text}\n"
    assert {*listed} <= {" ".join(words) for words in commands()}


@pytest.mark.parametrize(("what", "exceptions"), [("help", HELPS), ("metavar", METAVARS)])
def test_an_option_has_one_meaning(what: str, exceptions: dict[str, str]) -> None:
    told: dict[str, set[str | None]] = defaultdict(set)
    for _, parameter in options():
        for name in parameter.opts:
            told[name if name.startswith("--") else parameter.opts[0]].add(getattr(parameter, what))
    assert {name for name, texts in told.items() if len(texts) > 1} == exceptions.keys()


def test_a_short_option_is_of_one_long_one() -> None:
    long: dict[str, set[str]] = defaultdict(set)
    for _, parameter in options():
        for name in parameter.opts[1:]:
            long[name].add(parameter.opts[0])
    assert {name: names for name, names in long.items() if len(names) > 1} == {}


def test_a_first_guess_is_of_every_command_that_plays(tmp_path: Path) -> None:
    file = tmp_path / "x.tree"
    assert check(run(["bot", "p4c6", "-s", "entropy", "--first", "1123"])).out == "1123\n"
    assert "1   1   2   3 " in check(run(["host", "p4c6", "-s", "entropy", "--first", "1123"])).out
    assert check(run(["tree", "build", "p3c4", "-s", "entropy", "--first", "112", "-o", str(file)])).code == 0
    assert check(run(["tree", "show", str(file), "--levels", "1"])).out.split()[:3] == ["1", "1", "2"]
    ended = check(
        run(["identify", "examples/animals.csv", "-s", "entropy", "--first", "Can_it_fly?", "--seed", "3"], "no")
    )
    assert "Can it fly? (" in ended.out
    assert "--strategy 'entropy:first=Can_it_fly?' --seed 3" in ended.out
    for words in (["bot", "p4c6"], ["host", "p4c6"], ["tree", "build", "p4c6"]):
        assert "auto chooses its own first guess" in check(run([*words, "--first", "1123"])).err


def test_the_part_of_a_tree_as_json() -> None:
    shown = check(run(["tree", "show", "gallery:p3c4", "112:0b1w", "--levels", "9"])).out.splitlines()[1:]
    part = json.loads(check(run(["tree", "show", "gallery:p3c4", "112:0b1w", "--levels", "9", "--json"])).out)
    assert (part["rules"], part["position"]) == ("p3c4", "p3c4 112:0b1w")
    assert [node["level"] for node in part["nodes"]] == [(len(line) - len(line.lstrip())) // 3 for line in shown]
    assert [node["is_candidate"] for node in part["nodes"]] == ["not one" not in line for line in shown]
    assert json.loads(run(["tree", "show", "gallery:p3c4", "112:3b0w", "--json"]).out)["nodes"] == []
    known = json.loads(run(["tree", "show", "examples/animals.csv", "--levels", "9", "--json"]).out)["nodes"]
    assert sum(node["secrets"] for node in known if node["known"]) == known[0]["secrets"] == 30
    assert all((node["guess"] is None) == (node["known"] is not None) for node in known)


def test_merged_sweeps_as_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play_plan(tmp_path)
    monkeypatch.chdir(tmp_path)
    merged = json.loads(check(run(["lab", "merge", "rows.sqlite", "rows.sqlite", "-o", "all.sqlite", "--json"])).out)
    files = [{"file": "rows.sqlite", "new_rows": 1}, {"file": "rows.sqlite", "new_rows": 0}]
    assert merged == {"file": "all.sqlite", "files": files}


@pytest.mark.extended
def test_drawn_sweeps_as_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    play_plan(tmp_path)
    monkeypatch.chdir(tmp_path)
    drawn = json.loads(check(run(["lab", "plot", "rows.sqlite", "-o", "plots", "--json"])).out)
    assert drawn["unfinished_tasks"] == 0
    assert {*map(Path, drawn["files"])} == {*Path("plots").iterdir()}
