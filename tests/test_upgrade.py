"""Names of version 0.1.0 work or have gone as the changelog says, and former names warn with what replaces them."""

from __future__ import annotations

import inspect
import json
import re
import tomllib
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import codepegs
from codepegs import (
    Budget,
    Candidates,
    Game,
    Position,
    Reply,
    Turn,
    build_tree,
    evaluate,
    make_codebreaker,
    play,
    read_tree,
    suggest,
    write_tree,
)
from codepegs.cli.main import OLD_NAMES, OLD_OPTIONS
from codepegs.game.former import WORKS_UNTIL
from codepegs.game.rules import FORMER_NAMES
from codepegs.strategies import STRATEGIES, options_of
from tests.cli.fuzzing import commands

ROOT = Path(__file__).parents[1]
NAMES: dict[str, dict[str, list[str]]] = json.loads((ROOT / "tests/data/names-0.1.0.json").read_text(encoding="utf-8"))
"""Options of commands, parameters of functions, attributes of classes and options of strategies in version 0.1.0."""

CHANGES = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
UPGRADING = CHANGES[CHANGES.index("### Upgrading from 0.1.0") : CHANGES.index("\n## 0.1.0")]
FORMER = "\n".join(re.findall(r"^\| (.*?) \|", UPGRADING, re.MULTILINE))
"""The left column of the changelog's table."""

GONE = {"crew", "cancelled", "tell"}
"""Parameters without a second name."""


def named(text: str) -> set[str]:
    """The words of code in a text."""
    return set(re.findall(r"[\w-]+", " ".join(re.findall(r"`([^`]*)`", text))))


def test_options_of_the_first_version_are_taken() -> None:
    known = {" ".join(words): command for words, command in commands().items()}
    for command, options in NAMES["options"].items():
        present = OLD_NAMES.get(command, command)
        if present.startswith("python") or not options:
            continue
        name = present if present in known else present.split()[0]
        taken = {word for parameter in known[name].params for word in parameter.opts} | {"-h", "--help"}
        former = {*OLD_OPTIONS.get(name, {})}
        assert {*options} <= taken | former, command
        assert {*options} - taken <= named(FORMER), command


def test_commands_of_the_first_version_are_in_the_changelog() -> None:
    assert {*OLD_NAMES} & {*NAMES["options"]} <= named(FORMER)
    page = (ROOT / "docs/reference/command-line.md").read_text(encoding="utf-8")
    table = page[page.index("## Former commands and options") : page.index("<!-- Made by")]
    listed = named("\n".join(re.findall(r"^\| (.*?) \|", table, re.MULTILINE)))
    assert listed | {"--output"} >= {*OLD_NAMES} | {name for names in OLD_OPTIONS.values() for name in names}


def found(name: str) -> Any:
    """A public name of the first version, with what a dot reaches."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        first, _, rest = name.partition(".")
        owner = getattr(codepegs, first)
        return getattr(owner, rest) if rest else owner


def test_parameters_of_the_first_version_are_taken() -> None:
    for name, parameters in NAMES["parameters"].items():
        if name.partition(".")[2] in FORMER_NAMES.split():
            continue
        function = found(name)
        former = set(getattr(function, "former_parameters", ()))
        assert {*parameters} <= {*inspect.signature(function).parameters} | former | GONE, name
        assert former <= named(FORMER), name
    assert named(UPGRADING) >= GONE


def test_attributes_of_the_first_version_are_there() -> None:
    for name, attributes in NAMES["attributes"].items():
        owner = found(name)
        present = {*dir(owner), *getattr(owner, "__dataclass_fields__", ())}
        former = {*FORMER_NAMES.split()} if owner is Game else set()
        assert {*attributes} <= present | former | GONE, name
        assert {*attributes} & former <= named(FORMER), name


def test_strategies_of_the_first_version_are_there() -> None:
    said = named(UPGRADING)
    for name, options in NAMES["strategies"].items():
        if name in ("auto", "genetic", "mcmc"):
            continue
        present = {option.name for option in options_of(STRATEGIES[name])}
        assert {*options} - present <= said, name


HISTORY = (Turn((0, 0, 1, 1), Reply(1, 0)),)
CONFLICT = Position.parse("p4c6 1122:0b0w 3344:0b0w 5566:0b0w 1234:1b0w")
CALLS: dict[str, tuple[Callable[[Any], Any], Callable[[], Any]]] = {
    "most of suggest is now top": (
        lambda call: call(suggest)("p4c6 1122:1b0w", 1, "minimax"),
        lambda: suggest("p4c6 1122:1b0w", "minimax", top=1),
    ),
    "budget of suggest is now workers and work": (
        lambda call: call(suggest)("p3c3", budget=Budget(work=9)),
        lambda: suggest("p3c3", work=9),
    ),
    "budget of play is now workers and work": (
        lambda call: str(call(play)("p3c3", "123", "minimax", budget=Budget())),
        lambda: str(play("p3c3", "123", "minimax")),
    ),
    "every of evaluate is now games": (
        lambda call: call(evaluate)("p2c3", ["minimax"], every=True)[0].total,
        lambda: evaluate("p2c3", "minimax", games="all")[0].total,
    ),
    "every of evaluate is now left out": (
        lambda call: call(evaluate)("p2c3", ["minimax"], every=False)[0].total,
        lambda: evaluate("p2c3", "minimax")[0].total,
    ),
    "game of make_codebreaker is now position": (
        lambda call: call(make_codebreaker)(Game(4, 6), "random-consistent", 7).next(),
        lambda: make_codebreaker("p4c6", "random-consistent", seed=7).next(),
    ),
    "history of make_codebreaker is now position": (
        lambda call: call(make_codebreaker)(Game(4, 6), "minimax", history=HISTORY).next(),
        lambda: make_codebreaker("p4c6 1122:1b0w", "minimax").next(),
    ),
    "codepegs.explain_conflict is now explain_contradiction": (
        lambda call: str(codepegs.explain_conflict(CONFLICT)),  # type: ignore[attr-defined]
        lambda: str(codepegs.explain_contradiction(CONFLICT)),
    ),
    "Candidates.layout is now space": (
        lambda call: Candidates.after("p2c2").layout,
        lambda: Candidates.after("p2c2").space,
    ),
}
"""Calls with former names, and the same with present ones."""


def untyped(function: Any) -> Any:
    """The function, whose types do not have the former names."""
    return function


@pytest.mark.parametrize("message", CALLS)
def test_former_names_of_python_warn_and_work(message: str) -> None:
    former, present = CALLS[message]
    with pytest.warns(DeprecationWarning, match=rf"{re.escape(message)} \(works until codepegs 0\.3\.0\)") as caught:
        value = former(untyped)
    assert value == present()
    assert all(warning.filename == __file__ for warning in caught)


def test_trees_take_former_names(tmp_path: Path) -> None:
    tree = build_tree("p2c2", "minimax")
    file, write, read = tmp_path / "a.tree", untyped(write_tree), untyped(read_tree)
    with pytest.warns(DeprecationWarning, match="form of write_tree is now format"):
        write(tree, file, form="json")
    with pytest.warns(DeprecationWarning, match="rules of read_tree is now game"):
        assert read(file, rules="p2c2") == tree
    with pytest.warns(DeprecationWarning, match=r"Tree\.layout is now space"):
        assert tree.layout == tree.space


def test_former_names_are_removed_in_time() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert [int(part) for part in version.split(".")] < [int(part) for part in WORKS_UNTIL.split(".")]
    assert f"until {WORKS_UNTIL}" in UPGRADING
    assert f"git push origin v{version}\n" in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert re.search(rf"^## (Unreleased|{re.escape(version)}\b)", CHANGES, re.MULTILINE)


def test_the_changes_of_a_version_are_short() -> None:
    for section in re.split(r"^## ", CHANGES, flags=re.MULTILINE)[1:]:
        assert section.count("\n") <= 120, section.partition("\n")[0]
