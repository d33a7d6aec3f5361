"""The notation of the literature with lettered subtrees."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from codepegs.codes import CodeSpace
from codepegs.errors import BadInput, BadTree
from codepegs.game.parts import part_table
from codepegs.game.rules import Game
from codepegs.parallel import WorkerThreads
from codepegs.strategies.registry import Player
from codepegs.trees import gallery
from codepegs.trees.formats import read_tree, read_tree_text, recognise
from codepegs.trees.notations import read_braces, read_lettered, write_lettered
from codepegs.trees.text import GrowingTree
from codepegs.trees.tree import Tree

SMALL = "9(11: 0,0,4(22: 0,0,1; 2(23); 1); 4(12); 1)"


def tree_of(rules: str, strategy: str) -> Tree:
    return Player.parse(strategy).plan(Game.parse(rules)).tree(WorkerThreads())


P2C3, P3C4 = tree_of("p2c3", "minimax"), tree_of("p3c4", "minimax")
WRITTEN = write_lettered(P3C4)


@pytest.mark.parametrize(
    "text",
    [
        SMALL,
        "9 (11:\n 0, 0, 4 (22 : 0 ,0 , 1;\n\t2 ( 23 ) ;1) ; 4( 12 ); 1 )\n\n",
        "9(11: 0,0,4A; 4(12); 1)\n\nA = (22: 0,0,1; 2(23); 1)\n",
        "9(11: 0,0,4A; 4B; 1)\nB=(12) A=(22: 0,0,1; 2C; 1)\nC = (23: 1,0,0; 0; 1)",
        "9(11: 0,0,4XY; 4(12:1,1,0; 1; 1); 1) XY = (22: 0,0,1; 2; 1)",  # of 23 and 32 the lower one first
        "9(11: 0,0,4(22: 0,0,1; 0,2(23); 1); 0,4(12:1,1,0;0,1;1); 1)",  # the zero for 1b1w
        "9(11: 0,0,4(22x); 4(12); 1)",
        "9(11: 0,0,4(22*; 4(12x); 1)",  # marks are not checked, and the bracket after one may be missing
    ],
)
def test_one_tree_in_many_forms(text: str) -> None:
    assert recognise(text).name == "lettered"
    assert read_lettered(text) == P2C3
    assert read_lettered(text, "p2c3") == P2C3


def test_large_states_after_the_first_guess_have_letters() -> None:
    lines = WRITTEN.splitlines()
    assert lines[0] == "64 (123: 2 (231), 15A, 9B, 1; 3 (112*), 12C, 12D; 9E; 1)"
    assert [line[:5] for line in lines[2::2]] == ["A = (", "B = (", "C = (", "D = (", "E = ("]
    assert not any(lines[1::2])


@pytest.mark.parametrize("objective", ["", ":worst"])
def test_a_tree_of_the_gallery(objective: str) -> None:
    tree = gallery.load(gallery.named(f"gallery:p4c6{objective}"))
    assert read_lettered(write_lettered(tree)) == tree


@pytest.mark.parametrize(
    ("rules", "strategy"),
    [("p1c1", "minimax"), ("p6c2", "entropy"), ("p4c4n", "minimax"), ("p4c5-w", "entropy"), ("p1c40", "minimax")],
)
def test_more_games(rules: str, strategy: str) -> None:
    tree = tree_of(rules, strategy)
    written = write_lettered(tree)
    assert read_lettered(written, rules) == tree
    if "-" not in rules:
        assert read_lettered(written) == tree


@pytest.mark.extended
def test_more_than_26_letters() -> None:
    tree = tree_of("p7c4", "first-consistent:first=1112234")
    written = write_lettered(tree)
    assert "AA = (" in written
    assert read_lettered(written) == tree


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.data())
def test_random_trees(data: st.DataObject) -> None:
    """Any codes as guesses, useless ones included."""
    rules = data.draw(st.sampled_from(["p2c2", "p2c3", "p3c2", "p3c3n", "p2c4-b", "p2c3-w"]))
    game = Game.parse(rules)
    codes = [tuple(code) for code in CodeSpace.of(game).unpack(CodeSpace.of(game).secrets()).tolist()]
    growing = GrowingTree(game)
    states = [(-1, -1, codes)]
    while states:
        parent, part, left = states.pop()
        useless = data.draw(st.integers(0, 3)) == 0 and len(growing) < 30
        guess = data.draw(st.sampled_from(codes if useless else left))
        node = growing.hang(parent, part, guess)
        after: dict[int, list[tuple[int, ...]]] = {}
        for code in left:
            reply = game.reply(guess, code)
            if reply != game.win:
                after.setdefault(part_table(game).number(reply), []).append(code)
        states += [(node, number, cell) for number, cell in after.items()]
    tree = growing.tree()
    assert read_lettered(write_lettered(tree), rules) == tree


def test_ten_colours_as_mmstrat_prints_them() -> None:
    tree = tree_of("p2c10n", "minimax")
    written = write_lettered(tree)
    assert "A" in written
    assert read_lettered(re.sub(r"\((\w\w)", lambda code: code[0].replace("A", "0"), written)) == tree


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (
            SMALL.replace("4(12)", "3(12)"),
            r"line 1, character 35, at '3\(12\); 1\)': .* 3, but p2c3 11:1b0w leaves 4 se",
        ),
        (SMALL.replace("4(12)", "4"), "p2c3 11:1b0w leaves 4 secrets, but their next guess is not given"),
        (SMALL.replace("4(12)", "4(11)"), "11:1b0w 11:1b0w leaves 4 secrets, but their next guess is not given"),
        (SMALL.replace("4(12)", "4(17)"), "character 36, .*'7' in '17' is not a colour of p2c3"),
        (SMALL.replace("4(12)", "4(12"), "expected a guess in brackets"),
        (SMALL.replace("4(12)", "4A"), "at the end of the text: the text ends without the subtree A"),
        (SMALL.replace("4(12)", "4A").replace("2(23)", "2A") + "A = (12)", "the subtree A occurs twice"),
        (
            SMALL.replace("4(12)", "4A") + "\nA = (12)\nA = (12)",
            r"line 3, character 1, at 'A = .12.': the subtree A is given twice",
        ),
        (SMALL + "\nA = (12)", "the subtree A does not occur before"),
        (SMALL.replace("4(12)", "4A") + "\nA = 12", "expected a guess in brackets"),
        (SMALL + " and so on", r"expected a subtree, e.g. A = \(…\), or the end"),
        (SMALL[:-1], r"at the end of the text: expected '\)'"),
        (SMALL[:-4], "at the end of the text: expected ';'"),
        (SMALL[:-2], "at the end of the text: expected a number"),
        (SMALL.replace("1)", "0)"), "the text states 0"),
        (SMALL.replace("0,0,4", "0;0,4"), r"expected ',' \(5 replies of p2c3 to a guess\)"),
        (SMALL.replace("9(", "10("), "no game with 2 pegs has 10 secrets"),
        (SMALL.replace("9(", "16("), "the text states 0, but p2c4 11:0b0w leaves|the text states 4"),
        ("1000000(123: 0)", "the text is too short"),
        ("999999999999999999(123456789: 0)", "the text is too short|no game"),
    ],
)
def test_damage_is_named_with_its_place(content: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "some.txt"
    path.write_text(content)
    with pytest.raises(BadTree, match=complaint) as caught:
        read_tree(path)
    assert str(path) in str(caught.value)


def test_other_rules_than_those_said() -> None:
    with pytest.raises(BadTree, match="the text states 9, but p2c4 leaves 16 secrets"):
        read_lettered(SMALL, "p2c4")
    with pytest.raises(BadTree, match="p2c3-b"):
        read_lettered(SMALL, "p2c3-b")


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.integers(0, len(WRITTEN) - 1), st.sampled_from(["", "0", "A", "7", " ", "\n", ",", ":", ";", "(", ")", "*"]))
def test_a_changed_character_is_refused_or_harmless(at: int, put: str) -> None:
    changed = WRITTEN[:at] + put + WRITTEN[at + 1 :]
    try:
        tree = read_tree_text(changed)
    except BadInput:
        return
    assert tree.figures.secrets == tree.game.size


def test_a_tree_that_loses_secrets_cannot_be_written() -> None:
    with pytest.raises(BadTree, match="finds 3 of the 4 secrets of p2c2"):
        write_lettered(read_braces("{AA:{00:BB,10:AB}}", "p2c2"))
