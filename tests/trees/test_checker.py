"""The stand-alone checker accepts every tree the library writes and rejects, at the right place, every altered one."""

from __future__ import annotations

import ast
import gzip
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from codepegs.errors import BadInput
from codepegs.game.notation import CANONICAL
from codepegs.game.position import Position
from codepegs.game.reply import View
from codepegs.game.rules import Game
from codepegs.parallel import WorkerThreads
from codepegs.strategies.registry import Player
from codepegs.trees import checker, formats, text
from codepegs.trees.formats import write_tree
from codepegs.trees.tree import Tree
from tests import extent
from tests.naive import all_codes

SOURCE = Path(checker.__file__)
FIRST = 9
"""The line of the first guess in a canonical text."""

PLACE = re.compile(r"(line \d+, )?p\d+c\d+n?(-[btw])?( [^ :]+:[^ :]*)*: ")

WRITTEN = [
    ("p1c1", "minimax"),
    ("p1c5", "first-consistent"),
    ("p2c3", "minimax"),
    ("p2c40", "first-consistent"),
    ("p3c3-t", "minimax"),
    ("p3c4", "entropy"),
    ("p3c4n", "expected-size"),
    ("p3c4n-w", "entropy"),
    ("p3c4-b", "entropy"),
    ("p3c4-w", "max-parts"),
    ("p4c2", "minimax"),
    ("p4c4n-t", "minimax"),
    ("p4c6n-w", "expected-size"),
    ("p4c6", "minimax"),
    ("p4c6", "max-parts:candidates-only"),
    ("p4c6", "simplified-minimax"),
]


@lru_cache
def tree_of(rules: str, strategy: str) -> Tree:
    return Player.parse(strategy).plan(Game.parse(rules)).tree(WorkerThreads()).named(strategy)


SMALL = ("p3c4", "minimax:first=112")
LARGE = ("p4c6", "minimax")
BOTH = pytest.mark.parametrize(
    "name", [SMALL, pytest.param(LARGE, marks=pytest.mark.extended)], ids=lambda name: str(name[0])
)


def check(content: str) -> dict[str, Any]:
    """The report, whose faults all name a place; one fault without a place when the text is unreadable."""
    try:
        report = checker.check_text(content)
    except checker.Unreadable as error:
        return {"valid": False, "faults": [str(error)], "unreadable": True}
    assert report["valid"] == (not report["faults"])
    assert len(report["faults"]) <= checker.MOST_FAULTS
    assert all(PLACE.match(fault) for fault in report["faults"])
    return report


def line_of(fault: str) -> int:
    match = re.match(r"line (\d+), ", fault)
    assert match, fault
    return int(match[1])


def sealed(lines: list[str]) -> str:
    """The canonical text of lines, every check made to agree with it, so that only replaying can find what is wrong."""
    bare = [re.sub(r" #[0-9a-f]{8}$", "", line) for line in lines]
    blank = bare.index("")
    body = bare[blank + 1 : -1]
    depths = [len(line) - len(line.lstrip()) for line in body]
    found = list(body)
    for node, depth in enumerate(depths):
        if depth < 2:
            end = next((n for n in range(node + 1, len(body)) if depths[n] <= depth), len(body))
            covered = body[node:end] if depth else bare[:blank] + body
            found[node] += f" #{zlib.crc32(chr(10).join(covered).encode()):08x}"
    return "\n".join([*bare[: blank + 1], *found, ""])


# Every tree that the library writes


@pytest.mark.parametrize(
    ("rules", "strategy"), extent.longer_extended(WRITTEN, [("p4c6", "minimax")]), ids=lambda name: str(name)
)
def test_written_trees_are_valid(rules: str, strategy: str, tmp_path: Path) -> None:
    tree = tree_of(rules, strategy)
    figures = tree.figures
    for name in ("a.tree", "a.tree.gz", "a.json", "a.json.gz"):
        write_tree(tree, tmp_path / name)
        assert checker.check_file(str(tmp_path / name)) == {
            "rules": rules,
            "strategy": strategy,
            "total": figures.total,
            "average": figures.average,
            "longest_game": figures.longest_game,
            "histogram": list(figures.histogram),
            "nodes": len(tree),
            "valid": True,
            "faults": [],
        }


@pytest.mark.parametrize(
    "rules", ["p1c1", "p1c3", "p2c2", "p4c2", "p3c3n", "p4c6n", "p5c7n", "p4c6", "p12c1", "p2c40", "p2c40n"]
)
@pytest.mark.parametrize("view", list(View))
def test_rules_mean_the_same(rules: str, view: View) -> None:
    game = replace(Game.parse(rules), view=view)
    own = checker.Rules(str(game))
    assert own.win == str(game.win)
    wanted = [str(reply) for reply in game.replies()[:-1]]
    assert [reply for reply in own.order if reply in wanted] == wanted
    if game.colors > 2:
        assert list(own.order) == wanted
    codes = all_codes(game)
    texts = [CANONICAL.format(game, code) for code in codes]
    assert [own.joint.join(code) for code in own.codes()] == texts
    rng = random.Random(1)
    for guess in rng.sample(codes, min(3, len(codes))):
        secrets = rng.sample(codes, min(60, len(codes)))
        spelled = own.code(CANONICAL.format(game, guess))
        assert spelled is not None
        for secret in secrets:
            held = own.code(CANONICAL.format(game, secret))
            assert held is not None
            assert own.split(spelled, [held]) == {str(game.reply(guess, secret)): [held]}


def test_trees_may_be_deep() -> None:
    game = Game(1, 800)
    lines = [f"{' ' * n}{'0b0w ' if n else ''}{n + 1}" for n in range(game.colors)]
    head = f"{text.MAGIC}\nrules {game}\nstrategy -\ntotal {800 * 801 // 2}\ndepth 800"
    content = f"{head}\nhistogram {' '.join('1' * 800)}\nnodes 800\n\n" + "\n".join([*lines, ""])
    report = check(sealed(content.split("\n")))
    assert report["valid"]
    assert report["longest_game"] == 800
    cut = check("\n".join([*sealed(content.split("\n")).split("\n")[:-2], ""]))
    assert any("800:0b0w" not in fault and "799:0b0w" in fault for fault in cut["faults"])


def test_games_too_large_to_list_are_refused_at_once() -> None:
    for rules in ("p10000c10000", "p10c10", "p30c4-b", "p8c8"):
        tree = tree_of(*SMALL)
        report = check(text.write(tree).replace("rules p3c4\n", f"rules {rules}\n"))
        assert f"line {FIRST}, {rules}: the game has more secrets than {len(tree)} nodes can find" in report["faults"]
        assert report["total"] is None


# Alterations of the canonical text


def other_codes(tree: Tree, node: int, rng: random.Random, count: int) -> list[str]:
    codes = [code for code in all_codes(tree.game) if code != tree.guess(node)]
    return [CANONICAL.format(tree.game, code) for code in rng.sample(codes, count)]


def branch_of(tree: Tree, node: int) -> int:
    """The node of the first two guesses whose check covers a node most closely."""
    while tree.depths[node] > checker.CHECKED_DEPTH:
        node = int(tree.parents[node])
    return node


def branch_fault(tree: Tree, branch: int) -> str:
    lines = f"lines {FIRST + branch} to {FIRST + int(tree.ends[branch]) - 1}, does not match its checksum"
    where = Position(tree.game, tree.turns(branch))
    what = f"the branch {str(where).split()[1]}" if branch else "the tree with its header"
    return f"line {FIRST + branch}, {where}: {what}, {lines if branch else lines.replace(f'lines {FIRST}', 'lines 1')}"


@BOTH
def test_altered_guesses(name: tuple[str, str]) -> None:
    tree = tree_of(*name)
    lines = text.write(tree).split("\n")
    rng = random.Random(2)
    equivalent = 0
    step = 1 if name == SMALL else extent.of(29, 29 * 8)
    for node in range(0, len(tree), step):
        line = FIRST - 1 + node
        own = CANONICAL.format(tree.game, tree.guess(node))
        before, _, after = lines[line].rpartition(own) if "#" not in lines[line] else lines[line].partition(own)
        for guess in other_codes(tree, node, rng, extent.of(30, 20) if name == SMALL else 1):
            altered = [*lines[:line], before + guess + after, *lines[line + 1 :]]
            report = check("\n".join(altered))
            branch = branch_of(tree, node)
            assert branch_fault(tree, branch) in report["faults"]
            assert branch_fault(tree, 0) in report["faults"]
            here = str(Position(tree.game, tree.turns(node)))
            replayed = [fault for fault in report["faults"] if "its checksum" not in fault]
            assert all(
                line < line_of(fault) <= FIRST + tree.ends[node] - 1 or line_of(fault) < FIRST for fault in replayed
            )
            assert all(fault.partition(", ")[2].startswith(here) or line_of(fault) < FIRST for fault in replayed)
            if not replayed:  # the guess does as well as the one it replaces, so only the checks object
                equivalent += 1
                assert report["histogram"] == list(tree.figures.histogram)
                assert len(report["faults"]) == len({branch, 0})
    assert equivalent or name == LARGE


@BOTH
def test_equivalent_branches(name: tuple[str, str]) -> None:
    """Two colours the first guess lacks swapped below one reply: all is solved as before, so only checks object."""
    tree = tree_of(*name)
    lines = text.write(tree).split("\n")
    swap = str.maketrans({"3": "4", "4": "3"})
    tried = 0
    for branch in tree.children(0):
        span = range(FIRST - 1 + branch, FIRST - 1 + int(tree.ends[branch]))
        altered = [
            re.sub(r"^( *\S+ )(\w+)", lambda match: match[1] + match[2].translate(swap), line) if at in span else line
            for at, line in enumerate(lines)
        ]
        if altered != lines:
            tried += 1
            report = check("\n".join(altered))
            assert report["faults"] == [branch_fault(tree, 0), branch_fault(tree, branch)]
            assert report["histogram"] == list(tree.figures.histogram)
            assert check(sealed(altered))["valid"]
    assert tried >= 5


@pytest.mark.parametrize("guess", ["121", "125", "12", "1234", "1,2,3", "12a", "120", "１23"])
def test_guesses_that_are_no_codes(guess: str) -> None:
    tree = tree_of("p3c4n", "expected-size")
    lines = text.write(tree).split("\n")
    own = CANONICAL.format(tree.game, tree.guess(1))
    report = check(sealed([*lines[:FIRST], lines[FIRST].replace(own, guess), *lines[FIRST + 1 :]]))
    first = f"{CANONICAL.format(tree.game, tree.guess(0))}:{tree.reply(1)}"
    assert report["faults"] == [f"line 10, p3c4n {first}: the guess {guess!r} is not a code of p3c4n"]
    assert (report["total"], report["average"], report["longest_game"], report["histogram"]) == (None,) * 4
    assert report["nodes"] == len(tree)


@BOTH
def test_altered_replies(name: tuple[str, str]) -> None:
    tree = tree_of(*name)
    lines = text.write(tree).split("\n")
    replies = [str(reply) for reply in tree.game.replies()] + ["9b9w", "00b1w", "1b", "x", "solved", "3b1w"]
    rng = random.Random(3)
    for node in range(1, len(tree), extent.of(1, 4) if name == SMALL else extent.of(29, 29 * 8)):
        line = FIRST - 1 + node
        own, parent = str(tree.reply(node)), int(tree.parents[node])
        wanted = [reply for reply in replies if reply != own]
        for reply in wanted if name == SMALL else rng.sample(wanted, 1):
            report = check("\n".join([*lines[:line], lines[line].replace(own, reply, 1), *lines[line + 1 :]]))
            assert not report["valid"]
            branch = branch_of(tree, node)
            assert (
                branch_fault(tree, branch).replace(f":{own}", f":{reply}" if branch == node else f":{own}")
                in report["faults"]
            )
            replayed = [fault for fault in report["faults"] if "its checksum" not in fault]
            assert all(FIRST + parent <= line_of(fault) <= FIRST + tree.ends[parent] - 1 for fault in replayed)
            position = Position(tree.game, tree.turns(parent))
            assert any(fault.startswith(f"line {FIRST + parent}, {position}: ") for fault in replayed)
            assert any(line_of(fault) == line + 1 for fault in replayed) or reply in {
                str(tree.reply(child)) for child in tree.children(parent)
            }


def changed_lines(lines: list[str], first: int, step: int) -> Iterator[tuple[str, list[str]]]:
    """Lines deleted, doubled, swapped and shifted; `lines` end with the empty text after the last newline."""
    for at in range(first, len(lines) - 1, step):
        yield f"delete {at + 1}", lines[:at] + lines[at + 1 :]
        yield f"double {at + 1}", lines[: at + 1] + lines[at:]
        if at + 2 < len(lines) and lines[at] != lines[at + 1]:
            yield f"swap {at + 1}", [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
        yield f"indent {at + 1}", [*lines[:at], " " + lines[at], *lines[at + 1 :]]
        yield f"indent much {at + 1}", [*lines[:at], " " * 9 + lines[at], *lines[at + 1 :]]
        if lines[at].startswith(" "):
            yield f"outdent {at + 1}", [*lines[:at], lines[at][1:], *lines[at + 1 :]]
        yield f"blank at the end {at + 1}", [*lines[:at], lines[at] + " ", *lines[at + 1 :]]
        yield f"tab {at + 1}", [*lines[:at], "\t" + lines[at], *lines[at + 1 :]]
        yield f"empty line {at + 1}", [*lines[:at], "", *lines[at:]]
        yield f"rubbish {at + 1}", [*lines[:at], "rubbish, of all things", *lines[at:]]


@BOTH
def test_changed_lines(name: tuple[str, str]) -> None:
    lines = text.write(tree_of(*name)).split("\n")
    step = extent.of(1, 5) if name == SMALL else extent.of(401, 401 * 3)
    for what, altered in [*changed_lines(lines, 0, step), *changed_lines(lines, FIRST - 1, step)]:
        report = check("\n".join(altered))
        assert not report["valid"], what
        at = int(what.split()[-1])
        if not report.get("unreadable") and at > FIRST:
            assert any(line_of(fault) >= FIRST for fault in report["faults"]), what
    for what, altered in changed_lines(lines, FIRST, step):
        report = check(sealed(altered) if "" in altered else "\n".join(altered))
        if not what.startswith(("swap", "tab")):
            assert not report["valid"], what
            at = int(what.split()[-1])
            assert any(at - 60 <= line_of(fault) <= at + 60 for fault in report["faults"] if line_of(fault) != FIRST), (
                what
            )


def test_a_line_that_cannot_be_read_is_told_once() -> None:
    """What hangs below it is passed over; a first guess has no reply."""
    tree = tree_of(*SMALL)
    lines = text.write(tree).split("\n")
    for node in tree.children(0):
        at = FIRST - 1 + node
        faults = check("\n".join([*lines[:at], f"{lines[at]} x", *lines[at + 1 :]]))["faults"]
        (told,) = [fault for fault in faults if "is malformed" in fault]
        assert told.startswith(f"line {at + 1}, p3c4: ")
    for first in (f"0b0w {lines[FIRST - 1]}", f" {lines[FIRST - 1]}", f" 0b0w {lines[FIRST - 1]}"):
        faults = check(sealed([*lines[: FIRST - 1], first, *lines[FIRST:]]))["faults"]
        (told,) = [fault for fault in faults if "is malformed" in fault]
        assert told.startswith(f"line {FIRST}, p3c4: ")


def test_swapped_replies_are_out_of_order() -> None:
    lines = text.write(tree_of(*SMALL)).split("\n")
    seen = 0
    for at, (line, following) in enumerate(pairwise(lines)):
        if at >= FIRST and following and line.count(" ") == following.count(" ") and line.index(line.split()[0]) > 1:
            swapped = sealed([*lines[:at], following, line, *lines[at + 2 :]])
            faults = check(swapped)["faults"]
            if len(line) - len(line.lstrip()) != len(following) - len(following.lstrip()):
                continue
            seen += 1
            assert any("out of order" in fault or "twice" in fault for fault in faults)
    assert seen > 5


@BOTH
@pytest.mark.parametrize("field", checker.HEADER)
def test_altered_header(name: tuple[str, str], field: str) -> None:
    tree = tree_of(*name)
    lines = text.write(tree).split("\n")
    at = checker.HEADER.index(field) + 1
    key, _, value = lines[at].partition(" ")
    variants = [
        f"{value} 1",
        f"{value}0",
        f" {value}",
        f"{value} ",
        "-",
        "",
        "0",
        "p4c5",
        "p3c5",
        f"{value}-b",
        "x" * 5000,
    ]
    variants += [str(int(value) + change) for change in (-1, 1)] if value.isdecimal() else []
    variants += [value.replace(" ", "  ", 1), value[::-1]] if field == "histogram" else []
    assert field == key
    for variant in variants if name == SMALL else variants[::4]:
        if variant == value:
            continue
        altered = [*lines[:at], f"{key} {variant}", *lines[at + 1 :]]
        report = check("\n".join(altered))
        assert not report["valid"]
        if report.get("unreadable"):
            assert field == "rules"
            continue
        if field != "rules":
            assert any(
                fault.startswith(f"line {FIRST}, {tree.game}: the tree with its header") for fault in report["faults"]
            )
        report = check(sealed(altered))
        if field not in ("strategy", "rules"):
            assert report["faults"] == [
                f"line {at + 1}, {tree.game}: wrong {field} {checker._short(variant)} in the header: expected {value}"
            ]
        assert report["valid"] == (field == "strategy")
    for altered, sentence, line in (
        ([*lines[:at], *lines[at + 1 :]], f"missing {field}", None),
        ([*lines[: at + 1], *lines[at:]], f"unknown, duplicate or misplaced '{field}' in the header", at + 2),
        ([*lines[:at], "colour red", *lines[at:]], "unknown, duplicate or misplaced 'colour' in the header", at + 1),
        ([lines[0], *lines[2 : at + 1], lines[1], *lines[at + 1 :]], "", None),
    ):
        if altered == lines:
            continue
        for content in ("\n".join(altered), sealed(altered)):
            report = check(content)
            assert not report["valid"]
            if not report.get("unreadable"):
                found = [fault for fault in report["faults"] if sentence in fault]
                assert found
                assert line is None or line_of(found[0]) == line


@BOTH
def test_altered_checks(name: tuple[str, str]) -> None:
    tree = tree_of(*name)
    lines = text.write(tree).split("\n")
    marked = [at for at, line in enumerate(lines) if "#" in line]
    assert [at - FIRST + 1 for at in marked] == np.flatnonzero(tree.depths <= checker.CHECKED_DEPTH).tolist()
    for at in marked[:: 1 if name == SMALL else extent.of(1, 6)]:
        bare, _, sum_text = lines[at].partition(" #")
        position = Position(tree.game, tree.turns(at - FIRST + 1))
        for place in range(8) if name == SMALL else (0, 7):
            digit = "0123456789abcdef"[(int(sum_text[place], 16) + 1) % 16]
            altered = [*lines[:at], f"{bare} #{sum_text[:place]}{digit}{sum_text[place + 1 :]}", *lines[at + 1 :]]
            assert check("\n".join(altered))["faults"] == [branch_fault(tree, at - FIRST + 1)]
        removed = check("\n".join([*lines[:at], bare, *lines[at + 1 :]]))
        assert len(removed["faults"]) == 1
        assert removed["faults"][0].startswith(f"line {at + 1}, {position}: ")
        assert removed["faults"][0].endswith("has no checksum")
        misspelt = (f" #{sum_text[:-1]}", f" #{sum_text.upper()}x", f"  #{sum_text}", f" #{sum_text} ", f" {sum_text}")
        for odd in misspelt if name == SMALL else misspelt[:1]:
            assert not check("\n".join([*lines[:at], bare + odd, *lines[at + 1 :]]))["valid"]
    for one, other in list(pairwise(marked))[:: 1 if name == SMALL else extent.of(1, 6)]:
        altered = list(lines)
        altered[one] = lines[one][:-8] + lines[other][-8:]
        altered[other] = lines[other][:-8] + lines[one][-8:]
        assert len(check("\n".join(altered))["faults"]) == 2
    for at in range(FIRST, len(lines) - 1, 7 if name == SMALL else 61):
        if at not in marked:
            altered = [*lines[:at], f"{lines[at]} #{zlib.crc32(lines[at].encode()):08x}", *lines[at + 1 :]]
            (fault,) = check("\n".join(altered))["faults"]
            assert line_of(fault) == at + 1
            assert "checksums are only for the first 2 guesses" in fault


@BOTH
def test_grafted_branches(name: tuple[str, str]) -> None:
    """A branch, its checks with it, put in the place of another."""
    tree = tree_of(*name)
    lines = text.write(tree).split("\n")
    rng = random.Random(5)
    tried = 0
    while tried < (60 if name == SMALL else extent.of(20, 5)):
        stock, scion = sorted(rng.sample(range(1, len(tree)), 2), key=lambda node: rng.random())
        stock_end, scion_end = int(tree.ends[stock]), int(tree.ends[scion])
        if stock <= scion < stock_end or scion <= stock < scion_end:
            continue
        shift = int(tree.depths[stock] - tree.depths[scion])
        taken = [line.lstrip() for line in lines[FIRST - 1 + scion : FIRST - 1 + scion_end]]
        moved = [" " * (int(depth) - 1 + shift) for depth in tree.depths[scion:scion_end]]
        grafted = [blanks + line for blanks, line in zip(moved, taken, strict=True)]
        own = lines[FIRST - 1 + stock].split()[0]
        grafted[0] = grafted[0].replace(str(tree.reply(scion)), own, 1)
        altered = lines[: FIRST - 1 + stock] + grafted + lines[FIRST - 1 + stock_end :]
        if altered == lines:
            continue
        tried += 1
        report = check("\n".join(altered))
        assert not report["valid"]
        branch = branch_of(tree, stock)
        faults = [fault for fault in report["faults"] if line_of(fault) > FIRST]
        assert any(FIRST + branch <= line_of(fault) < FIRST + tree.ends[branch] + len(grafted) for fault in faults)
        assert all(line_of(fault) >= FIRST + branch_of(tree, stock) for fault in faults)
        resealed = check(sealed(altered))
        solves = resealed["total"] is not None
        assert resealed["valid"] <= solves


@BOTH
def test_cut_text(name: tuple[str, str]) -> None:
    content = text.write(tree_of(*name))
    for end in range(0, len(content), extent.of(1, 3) if name == SMALL else extent.of(331, 997)):
        report = check(content[:end])
        assert not report["valid"]
    last = check(content[:-1])
    (fault,) = last["faults"]
    assert fault.startswith(f"line {content.count(chr(10))}, {name[0]}: the file ends without a newline")
    assert last["total"] == tree_of(*name).figures.total


@pytest.mark.parametrize("more", ["\n", " ", "x", "11\n", " 0b0w 112\n", "codepegs-tree 1\n", "#\n", "\r\n", "\0"])
def test_rubbish_behind(more: str) -> None:
    content = text.write(tree_of(*SMALL))
    report = check(content + more)
    assert not report["valid"]
    assert any(line_of(fault) == content.count("\n") + 1 for fault in report["faults"])


def plays(tree: Tree) -> bool:
    """Whether a tree finds every secret and has no node that none of them reaches, found out by playing each one."""
    reached = set()
    for secret in all_codes(tree.game):
        node: int | None = 0
        while node is not None:
            reached.add(node)
            if tree.guess(node) == secret:
                break
            node = tree.child(node, tree.game.reply(tree.guess(node), secret))
        if node is None:
            return False
    return len(reached) == len(tree)


@given(data=st.data())
@settings(derandomize=True, deadline=None, max_examples=100, database=None)
def test_verdict_equals_playing_every_secret(data: st.DataObject) -> None:
    """Trees altered and then written anew, so that header and checks agree with them."""
    tree = tree_of(
        *data.draw(st.sampled_from([("p2c3", "minimax"), ("p3c3-t", "minimax"), ("p3c4n", "expected-size")]))
    )
    guesses = tree.guesses.copy()
    codes = all_codes(tree.game)
    for _ in range(data.draw(st.integers(0, 2))):
        node = data.draw(st.integers(0, len(tree) - 1))
        guesses[node] = tree.space.encode(data.draw(st.sampled_from(codes)))
    altered = replace(tree, guesses=guesses)
    playable = plays(altered)
    for write in (text.write, formats.write_json):
        report = check(write(altered))
        assert report["valid"] == playable
        if playable:
            assert tuple(report["histogram"]) == altered.figures.histogram


# Alterations of the JSON


def walk(record: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str, str]]:
    """Each member that holds a node, in reading order: what it is a member of, its name, the position there."""
    pending: list[tuple[dict[str, Any], str, str]] = [(record, "tree", record["rules"])]
    while pending:
        holder, name, position = pending.pop()
        yield holder, name, position
        value = holder[name]
        if isinstance(value, dict):
            below = [(value["replies"], reply, f"{position} {value['guess']}:{reply}") for reply in value["replies"]]
            pending.extend(reversed(below))


def altered_json(name: tuple[str, str], alter: Callable[[dict[str, Any], int], object], node: int) -> dict[str, Any]:
    record = json.loads(formats.write_json(tree_of(*name)))
    alter(record, node)
    return check(json.dumps(record))


def set_guess(holder: dict[str, Any], name: str, guess: str) -> None:
    if isinstance(holder[name], dict):
        holder[name]["guess"] = guess
    else:
        holder[name] = guess


@BOTH
def test_altered_json_nodes(name: tuple[str, str]) -> None:
    tree = tree_of(*name)
    content = formats.write_json(tree)
    rng = random.Random(7)
    codes = [CANONICAL.format(tree.game, code) for code in all_codes(tree.game)]
    replies = [str(reply) for reply in tree.game.replies()] + ["9b9w", "", "solved"]
    for node in range(0, len(tree), 1 if name == SMALL else extent.of(199, 797)):
        for way in ("guess", "reply", "delete", "list", "none", "more"):
            record = json.loads(content)
            holder, key, position = list(walk(record))[node]
            branch = " ".join(position.split()[:2])
            parent = position.rpartition(" ")[0] or position
            if way == "guess":
                own = holder[key]["guess"] if isinstance(holder[key], dict) else holder[key]
                set_guess(holder, key, rng.choice([code for code in [*codes, "", "1", "12 1", "\n"] if code != own]))
                parent = position
            elif way == "reply" and node:
                other = rng.choice([reply for reply in replies if reply not in holder])
                holder[other] = holder.pop(key)
                branch = branch if len(position.split()) > 2 else branch.partition(":")[0]
            elif way == "delete" and node:
                del holder[key]
            elif way == "more":
                value = holder[key] if isinstance(holder[key], dict) else {"guess": holder[key], "replies": {}}
                holder[key] = {**value, "comment": 1}
            else:
                holder[key] = [holder[key]] if way == "list" else None
            report = check(json.dumps(record))
            assert not report["valid"]
            if node:
                assert any(fault.startswith((position, parent)) for fault in report["faults"])
                checked = [fault for fault in report["faults"] if fault.startswith(branch) and "check" in fault]
                assert checked or (len(position.split()) == 2 and way != "guess")
            assert any("the tree with its header does not match" in fault for fault in report["faults"]) or node == 0


def test_altered_json_header() -> None:
    content = formats.write_json(tree_of(*SMALL))
    record = json.loads(content)
    for key in record:
        if key == "tree":
            continue
        odd: tuple[object, ...] = (None, True, 0, -1, 1.5, "", "x", [], {}, "1 2", [[]])
        for value in odd:
            if value != record[key]:
                report = check(json.dumps({**record, key: value}))
                assert not report["valid"], (key, value)
                assert report.get("unreadable", False) == (key in ("format", "rules"))
        if isinstance(record[key], int | float):
            for near in (record[key] + 1, record[key] - 1e-9, str(record[key])):
                report = check(json.dumps({**record, key: near}))
                assert any(f"{key} " in fault for fault in report["faults"])
        without = {name: value for name, value in record.items() if name != key}
        assert not check(json.dumps(without))["valid"]
        doubled = content.replace("{", f'{{"{key}": {json.dumps(record[key])}, ', 1)
        assert not check(doubled)["valid"]
    assert not check(json.dumps({**record, "comment": "x"}))["valid"]
    assert not check(json.dumps({**record, "histogram": [float(count) for count in record["histogram"]]}))["valid"]


def test_altered_json_checks() -> None:
    tree = tree_of(*SMALL)
    record = json.loads(formats.write_json(tree))
    for reply, own in record["checks"].items():
        for value in (own[:-1] + "x", own.upper() + " ", own[::-1], None, 1, [own]):
            report = check(json.dumps({**record, "checks": {**record["checks"], reply: value}}))
            (fault,) = report["faults"]
            what = f"112:{reply}" if reply else ""
            assert fault.startswith(f"p3c4 {record['tree']['guess']}:{reply}: the branch" if what else "p3c4: the tree")
        left = {name: value for name, value in record["checks"].items() if name != reply}
        (fault,) = check(json.dumps({**record, "checks": left}))["faults"]
        assert fault.endswith("has no checksum")
    for extra in ("9b9w", "0b0w 111", "solved"):
        (fault,) = check(json.dumps({**record, "checks": {**record["checks"], extra: "00000000"}}))["faults"]
        assert fault.startswith(f"p3c4: unexpected checksum for '{extra}', ")
    again = json.dumps(record).replace(
        '"checks": {', '"checks": {"0b0w": ' + json.dumps(record["checks"]["0b0w"]) + ", "
    )
    (fault,) = check(again)["faults"]
    assert fault.startswith("p3c4: unexpected checksum for '0b0w', ")


def test_json_takes_no_value_for_another() -> None:
    tree = tree_of("p1c1", "minimax")
    digits = next(
        record
        for record in (json.loads(formats.write_json(tree.named(f"s{n}"))) for n in range(500))
        if record["checks"][""].isdecimal() and not record["checks"][""].startswith("0")
    )
    assert check(json.dumps(digits))["valid"]
    assert check(json.dumps({**digits, "average": 1}))["valid"]
    assert not check(json.dumps({**digits, "average": True}))["valid"]
    assert not check(json.dumps({**digits, "checks": {"": int(digits["checks"][""])}}))["valid"]


@pytest.mark.parametrize("strategy", ["a\nb", "a\x85b", "a\u2028b", "\x1b[1m", "\ud800"])
def test_names_of_strategies_must_print(strategy: str) -> None:
    tree = tree_of(*SMALL)
    record = json.loads(formats.write_json(tree))
    lines = ["strategy " + strategy if line.startswith("strategy") else line for line in text.write(tree).split("\n")]
    contents = [json.dumps({**record, "strategy": strategy})]
    if strategy not in ("a\nb", "\ud800"):  # the one is two lines, the other no UTF-8
        contents.append(sealed(lines))
    for content in contents:
        faults = check(content)["faults"]
        assert all(fault.isprintable() for fault in faults)
        assert any("unprintable characters" in fault for fault in faults)


def test_json_may_be_laid_out_freely_but_not_doubled() -> None:
    content = formats.write_json(tree_of(*SMALL))
    record = json.loads(content)
    for layout in (json.dumps(record, sort_keys=True, indent=3), "\n " + content.rstrip("\n"), content + "\n\n"):
        assert check(layout)["valid"]
    holder, key, position = list(walk(record))[-1]
    member = f"{json.dumps(key)}: {json.dumps(holder[key])}"
    report = check((content[::-1].replace(member[::-1], f"{member}, {member}"[::-1], 1))[::-1])
    guess = position.rpartition(" ")[2].partition(":")[0]
    assert f"{position.rpartition(' ')[0]}: duplicate reply {key!r} to {guess}" in report["faults"]


@BOTH
def test_cut_json(name: tuple[str, str]) -> None:
    content = formats.write_json(tree_of(*name)).rstrip("\n")
    for end in range(0, len(content), 1 if name == SMALL else 331):
        with pytest.raises(checker.Unreadable):
            checker.check_text(content[:end])
    for more in ("x", "{}", "}", ",", "\0"):
        with pytest.raises(checker.Unreadable):
            checker.check_text(content + more)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "\n",
        "hello\n",
        "[]",
        "{}",
        '{"a": 1}',
        '{"a":' * 50_000,
        "codepegs-tree 1\n",
        "codepegs-tree 2\nrules p1c1\n\n1\n",
    ]
    + [
        f"codepegs-tree 1\nrules {rules}\n\n1\n"
        for rules in ("", "p0c4", "p04c6", "p4c3n", "mm", "p4c6r", "P4C6", "p4c6-x")
    ],
)
def test_unreadable(content: str) -> None:
    with pytest.raises(checker.Unreadable):
        checker.check_text(content)


@given(content=st.text() | st.text().map(lambda more: f"{text.MAGIC}\nrules p2c3\n{more}"), cut=st.integers(0, 300))
@settings(derandomize=True, deadline=None, max_examples=100, database=None)
def test_nothing_else_is_raised(content: str, cut: int) -> None:
    written = text.write(tree_of("p2c3", "minimax"))
    for garbled in (content, written[:cut] + content + written[cut:], "{" + content):
        assert not check(garbled)["valid"] or garbled == written


JSON_NAMES = st.sampled_from(["guess", "replies", "0b0w", "1b0w"])
JSON_VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text("12b0w"),
    lambda inner: st.lists(inner) | st.dictionaries(JSON_NAMES, inner),
)


@given(value=JSON_VALUES)
@settings(derandomize=True, deadline=None, max_examples=extent.of(100, 20), database=None)
def test_nothing_else_is_raised_by_json(value: Any) -> None:
    record = json.loads(formats.write_json(tree_of("p2c3", "minimax")))
    for key in record:
        if value != record[key]:
            assert not check(json.dumps({**record, key: value}))["valid"]


def test_the_library_refuses_what_it_must() -> None:
    """The readers of the library look at the same checks and figures."""
    tree = tree_of(*SMALL)
    content = formats.write_json(tree)
    for old, new in (
        ('"total": ', '"total": 1'),
        ('"average": ', '"average": 1'),
        ("tree 1", "tree 2"),
        ('"nodes": ', '"nodes": ' + "1" * 5000),
    ):
        with pytest.raises(BadInput):
            formats.read_json(content.replace(old, new, 1))
    with pytest.raises(BadInput, match="duplicate members"):
        formats.read_json(content.replace("{", '{"nodes": 3, ', 1))
    for strategy in ("tree:a\nb", "tree:a\u2028b", "tree:\udcff"):
        with pytest.raises(BadInput, match="unprintable characters"):
            text.write(tree.named(strategy))


# The file by itself


def test_imports_nothing_but_the_standard_library() -> None:
    imported = set()
    for node in ast.walk(ast.parse(SOURCE.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported.add((node.module or "").partition(".")[0])
    assert imported <= sys.stdlib_module_names
    assert "__import__" not in SOURCE.read_text(encoding="utf-8")


@pytest.fixture
def alone(tmp_path: Path) -> Path:
    """An empty folder with nothing but a copy of the checker."""
    shutil.copy(SOURCE, tmp_path / "copy_of_checker.py")
    return tmp_path


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", "-S", "copy_of_checker.py", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)


def test_runs_alone(alone: Path) -> None:
    missing = subprocess.run(
        [sys.executable, "-I", "-S", "-c", "import codepegs"], cwd=alone, capture_output=True, check=False
    )
    assert missing.returncode == 1
    tree = tree_of(*SMALL)
    for name in ("good.tree", "good.json.gz"):
        write_tree(tree, alone / name)
    good = run(alone, "good.tree")
    assert (good.returncode, good.stderr) == (0, "")
    assert good.stdout.startswith(f"valid: p3c4, strategy 'minimax:first=112', total {tree.figures.total}, average ")
    told = run(alone, "good.json.gz", "--json")
    assert (told.returncode, told.stderr, told.stdout.count("\n")) == (0, "", 1)
    assert list(json.loads(told.stdout)) == list(check(text.write(tree)))

    (alone / "wrong.txt").write_text(text.write(tree).replace("depth ", "depth 1"))
    wrong = run(alone, "wrong.txt", "--json")
    assert wrong.returncode == 1
    report = json.loads(wrong.stdout)
    assert not report["valid"]
    assert wrong.stderr.splitlines() == [f"wrong.txt: {fault}" for fault in report["faults"]]
    assert run(alone, "wrong.txt").stdout == ""

    (alone / "cut.json.gz").write_bytes((alone / "good.json.gz").read_bytes()[:-9])
    (alone / "fake.gz").write_bytes(b"codepegs-tree 1")
    (alone / "binary.tree").write_bytes(b"\xff\xfe\0")
    (alone / "other.tree").write_text("digraph {}\n")
    for name in ("cut.json.gz", "fake.gz", "binary.tree", "other.tree"):
        damaged = run(alone, name)
        assert (damaged.returncode, damaged.stdout, damaged.stderr.count("\n")) == (2, "", 1)
        assert damaged.stderr.startswith(f"{name}: ")
    assert run(alone).returncode == 2
    assert run(alone, "--help").returncode == 0

    for name in ("absent.tree", "."):
        absent = run(alone, name)
        assert (absent.returncode, absent.stdout, absent.stderr.count("\n")) == (3, "", 1)
        assert absent.stderr.startswith(f"{name}: ")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are closed otherwise there")
def test_closed_pipe_full_disk_and_interrupt(alone: Path) -> None:
    write_tree(tree_of(*SMALL), alone / "good.tree")
    command = [sys.executable, "-I", "-S", "copy_of_checker.py"]
    reading, writing = os.pipe()
    os.close(reading)
    closed = subprocess.run([*command, "good.tree"], cwd=alone, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (closed.returncode, closed.stderr) == (141, b"")
    if Path("/dev/full").exists():
        with open("/dev/full", "w") as full:
            failed = subprocess.run(
                [*command, "good.tree"], cwd=alone, stdout=full, stderr=subprocess.PIPE, check=False
            )
        assert failed.returncode == 3
        assert failed.stderr.startswith(b"the output: ")
        assert failed.stderr.count(b"\n") == 1
    os.mkfifo(alone / "slow.tree")
    with subprocess.Popen([*command, "slow.tree"], cwd=alone, stderr=subprocess.PIPE) as waiting:
        with open(alone / "slow.tree", "w"):  # opens when the checker does
            waiting.send_signal(signal.SIGINT)
            assert waiting.stderr is not None
            assert waiting.stderr.read() == b"interrupted\n"
        assert waiting.wait() == 130


def test_main_in_process(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.json.gz"
    path.write_bytes(gzip.compress(formats.write_json(tree_of(*SMALL)).encode()))
    assert checker.main([str(path)]) == 0
    assert capsys.readouterr().err == ""

    def scarce(path: str, game: str) -> dict[str, Any]:
        raise MemoryError

    monkeypatch.setattr(checker, "check_file", scarce)
    assert checker.main([str(path)]) == 3
    assert "not enough memory" in capsys.readouterr().err


def test_a_tree_of_a_table_is_sent_to_the_command_that_checks_it() -> None:
    game = Game.from_table([[0, 0, 1], [0, 1, 1]], name="fruit.csv")
    tree = Player.parse("entropy").plan(game).tree(WorkerThreads())
    with pytest.raises(checker.Unreadable, match=r"'fruit\.csv' is not a valid rules id: .* with codepegs tree verify"):
        checker.check_text(text.write(tree))
