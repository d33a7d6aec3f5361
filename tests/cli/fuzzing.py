"""What the fuzzing tests share: whole commands run in this process, words to make their arguments of."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import typer
from hypothesis import strategies as st

from codepegs.cli.command_list import COMMANDS
from codepegs.cli.main import _run, app

EXIT_CODES = (0, 1, 2, 3, 130, 141)
"""All that are documented."""


@dataclass
class Ended:
    """How a command ended."""

    arguments: tuple[str, ...]
    code: int
    out: str
    err: str


def run(arguments: Sequence[str], answers: str = "", name: str = "") -> Ended:
    """One command in this process, or one that its module runs; whatever it raises is a failure of the test."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["codepegs", *arguments])
        patch.setattr(sys, "stdin", io.StringIO(answers))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        code = _run(name)
    return Ended(tuple(arguments), code, out.getvalue(), err.getvalue())


def check(ended: Ended) -> Ended:
    """The laws of every command: a documented code, no traceback, a sentence with a failure, JSON where asked."""
    told = f"{ended.arguments} ended with {ended.code}\n{ended.out}\n{ended.err}"
    assert ended.code in EXIT_CODES, told
    assert "Traceback" not in ended.out + ended.err, told
    if ended.code in (2, 3):
        assert ended.err.strip(), told
    if "--json" in ended.arguments and ended.code in (0, 1) and not {"-h", "--checkers"} & {*ended.arguments}:
        for line in ended.out.splitlines():
            assert isinstance(json.loads(line), dict | list), told
    return ended


def play_plan(folder: Path) -> None:
    """Write a plan, and the results of it, into a folder."""
    (folder / "plan.toml").write_text('rules = ["p2c2"]\nstrategies = ["minimax"]\n')
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.chdir(folder)
        assert run(("lab", "run", "plan.toml", "-o", "rows.sqlite", "--executor", "serial")).code == 0


def commands() -> dict[tuple[str, ...], Any]:
    """Every command and every command within a command, by its words."""
    group: Any = typer.main.get_command(app)
    found: dict[tuple[str, ...], Any] = {}
    for name in COMMANDS:
        command = group.get_command(None, name)
        inner = getattr(command, "commands", None)
        if inner:
            found.update({(name, word): each for word, each in inner.items()})
        else:
            found[(name,)] = command
    return found


RULES = ("p4c6", "p2c3", "p3c4n", "p3c3-t", "p3c3-w", "p2c4-b", "mm", "bc", "p1c1", "p2c40", "p5c2")
BROKEN_RULES = ("p0c1", "p4c6x", "p4c2n", "p99999999999c1", "c4p6", "p4c6-b-w", "P4C6", "", "p4", "p10001c2", "４")
POSITIONS = (
    "p4c6 1122:1b0w",
    "p4c6 1122:1b0w 1344:0b2w",
    "bc 0123:1b1w",
    "p3c3-t 123:2t 111:solved",
    "p2c40 1,40:1b0w",
)
CODES = ("1122", "123", "11", "1 1 2 2", "1,40", "0123", "RRGG", "9999", "", "1,2,3,4,5,6,7,8,9,10")
STRATEGIES = (
    *("minimax", "auto", "entropy:first=1123", "max-parts:candidates-only", "first-consistent", "mcmc", "bayes"),
    *(
        "bayes:noise=0.1",
        "genetic",
        "tree:missing.tree",
        "tree:gallery:p4c6",
        "tree:",
        "optimal",
        "sampling",
        "streaming",
    ),
    *(
        "minimax:first=9",
        "minimax:ties=none",
        "nobody",
        "minimax:",
        "minimax:first",
        ":",
        "binary-search",
        "brute-force",
    ),
)
NUMBERS = ("0", "1", "2", "3", "7", "-1", "0.5", "0.99", "1e400", "nan", "inf", "99999999999999999999", "x", "", "٣")
WORDS = (
    *(
        "unknown",
        "secret",
        "declare=0.9",
        "declare=2",
        "grid:2x2",
        "grid:0x9",
        "4x4",
        "0x0",
        "all",
        "auto",
        "N/F",
        "4/2",
    ),
    *(
        "expected",
        "worst",
        "last-turn:3",
        "depth",
        "RGBYOP",
        "RR",
        "fish",
        "missing.png",
        "threads",
        "text",
        "dot",
        "json",
    ),
    *("out.tree", "out.svg", "out.csv", "no/such/folder/out", ".", "--", "-", "\x00", "\n", "a\u0301", "\udcff", "💥"),
)
HEAVY = {
    "--executor",
    "--limit",
    "--workers",
    "--chunks",
    "--pace",
    "--games",
    "--passes",
    "--turns",
    "--colors",
    "--size",
}
"""Options whose values are kept small, so that no example takes long."""

SMALL = ("1", "2", "0", "-3", "x", "", "0.1", "threads", "2x2")

text = st.text(st.characters(blacklist_characters="/", blacklist_categories=()), max_size=12)
position = st.one_of(st.sampled_from(POSITIONS), st.sampled_from(RULES))


@st.composite
def altered(draw: Any, texts: Any) -> str:
    """A text of which a few characters are lost, doubled or replaced."""
    letters = list(draw(texts))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(letters)))
        letters[at : at + draw(st.integers(0, 2))] = draw(
            st.sampled_from(["", "1", "b", ":", " ", "0", ",", "-", "9", "é"])
        )
    return "".join(letters)


def word() -> Any:
    """Any argument: a rules id, a position, a code, a name, a number, or none of these."""
    pools = (RULES, BROKEN_RULES, POSITIONS, CODES, NUMBERS, WORDS)
    return st.one_of(*(st.sampled_from(pool) for pool in pools), altered(position), text)


@st.composite
def arguments(draw: Any, words: tuple[str, ...], command: Any) -> list[str]:
    """Arguments for a command: its own options with values of all kinds, in any order, and words between them."""
    given = []
    options = [each for each in command.params if each.param_type_name == "option"]
    for option in draw(st.lists(st.sampled_from(options), max_size=4)) if options else []:
        name = draw(st.sampled_from(option.opts))
        if option.is_flag:
            given.append([name])
        elif HEAVY & set(option.opts):
            given.append([name, draw(st.sampled_from(SMALL))])
        elif "--strategy" in option.opts:
            given.append([name, draw(st.one_of(st.sampled_from(STRATEGIES), altered(st.sampled_from(STRATEGIES))))])
        else:
            given.append([name, draw(word())])
    positionals = [each for each in command.params if each.param_type_name == "argument"]
    sensible = st.one_of(st.sampled_from(RULES), st.sampled_from(POSITIONS))
    for number, _ in enumerate(positionals):
        if draw(st.integers(0, 9)):
            given.append([draw(sensible if number == 0 and draw(st.booleans()) else word())])
    if not draw(st.integers(0, 9)):
        given.append([draw(word())])
    order = draw(st.permutations(given))
    return [*words, *(part for parts in order for part in parts)]
