"""The notations in which papers and mmstrat print trees, which codepegs names and a program of the tests converts."""

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
from codepegs.trees.braces import read_braces
from codepegs.trees.formats import read_tree, recognise
from codepegs.trees.text import GrowingTree
from codepegs.trees.tree import Tree
from tests.conftest import Cli
from tests.trees.printed import _letter, _rules_of_size, main, read_printed, write_irving, write_lettered

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
    with pytest.raises(BadTree, match="this tree is in the notation lettered, which codepegs does not read"):
        recognise(text)
    assert read_printed(text) == P2C3
    assert read_printed(text, "p2c3") == P2C3


def test_large_states_after_the_first_guess_have_letters() -> None:
    lines = WRITTEN.splitlines()
    assert lines[0] == "64 (123: 2 (231), 15A, 9B, 1; 3 (112*), 12C, 12D; 9E; 1)"
    assert [line[:5] for line in lines[2::2]] == ["A = (", "B = (", "C = (", "D = (", "E = ("]
    assert not any(lines[1::2])


@pytest.mark.parametrize("objective", ["", ":worst"])
def test_a_tree_of_the_gallery(objective: str) -> None:
    tree = gallery.load(gallery.named(f"gallery:p4c6{objective}"))
    assert read_printed(write_lettered(tree)) == tree


@pytest.mark.parametrize(
    ("rules", "strategy"),
    [("p1c1", "minimax"), ("p6c2", "entropy"), ("p4c4n", "minimax"), ("p4c5-w", "entropy"), ("p1c40", "minimax")],
)
def test_more_games(rules: str, strategy: str) -> None:
    tree = tree_of(rules, strategy)
    written = write_lettered(tree)
    assert read_printed(written, rules) == tree
    if "-" not in rules:
        assert read_printed(written) == tree


@pytest.mark.extended
def test_more_than_26_letters() -> None:
    tree = tree_of("p7c4", "first-consistent:first=1112234")
    written = write_lettered(tree)
    assert "AA = (" in written
    assert read_printed(written) == tree


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
    assert read_printed(write_lettered(tree), rules) == tree


def test_ten_colours_as_mmstrat_prints_them() -> None:
    tree = tree_of("p2c10n", "minimax")
    written = write_lettered(tree)
    assert "A" in written
    assert read_printed(re.sub(r"\((\w\w)", lambda code: code[0].replace("A", "0"), written)) == tree


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
def test_damage_is_named_with_its_place(content: str, complaint: str) -> None:
    with pytest.raises(BadTree, match=complaint):
        read_printed(content)


def test_other_rules_than_those_said() -> None:
    with pytest.raises(BadTree, match="the text states 9, but p2c4 leaves 16 secrets"):
        read_printed(SMALL, "p2c4")
    with pytest.raises(BadTree, match="p2c3-b"):
        read_printed(SMALL, "p2c3-b")


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.integers(0, len(WRITTEN) - 1), st.sampled_from(["", "0", "A", "7", " ", "\n", ",", ":", ";", "(", ")", "*"]))
def test_a_changed_character_is_refused_or_harmless(at: int, put: str) -> None:
    changed = WRITTEN[:at] + put + WRITTEN[at + 1 :]
    try:
        tree = read_printed(changed)
    except BadInput:
        return
    assert tree.figures.secrets == tree.game.size


def test_a_tree_that_loses_secrets_cannot_be_written() -> None:
    with pytest.raises(BadTree, match="finds 3 of the 4 secrets of p2c2"):
        write_lettered(read_braces("{AA:{00:BB,10:AB}}", "p2c2"))


IRVING = "p2c2 -\n4(11: 1(22), 2(12: 0, 0, 1(21), 1), 0, 1)\n"


def test_irving_as_in_the_literature() -> None:
    assert write_irving(tree_of("p2c2", "first-consistent")) == IRVING
    assert write_irving(tree_of("p4c6", "minimax")).splitlines()[1].startswith("1296(1122: 256(3345: ")


@pytest.mark.parametrize("rules", ["p1c1", "p3c4", "p3c5n", "p3c3-b", "p3c3-t", "p3c4-w", "p2c40", "p4c6"])
def test_irving_is_read_back(rules: str) -> None:
    tree = tree_of(rules, "minimax").named("minimax")
    again = read_printed(write_irving(tree))
    assert (again, again.strategy) == (tree, "minimax")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (IRVING.replace(", 0, 1)\n", ", 0, 1"), "truncated in the middle"),
        (IRVING.replace("0, 1)\n", "0, 0)\n"), "secrets are found there"),
        (IRVING.replace("1(22)", "2(22)"), "secrets are found there"),
        (IRVING.replace("), 0, 1)", "), 1)"), "not valid as reply number 3"),
        (IRVING.replace("4(", f"{'9' * 5_000}("), "is not the start of a reply"),
        ("p2c2 -\n4(11: x", "character 6: ' x' is not the start of a reply"),
        ("p2c2 -\n4(11: 1(22), 2(12: 0, 0, 1(21), 1), 0, 1)4(22)", "expected a single guess"),
    ],
)
def test_damage_of_irving(content: str, complaint: str) -> None:
    with pytest.raises(BadTree, match=complaint):
        read_printed(content)


@pytest.mark.parametrize(("name", "content"), [("irving", write_irving(P2C3)), ("lettered", SMALL)])
def test_a_command_names_the_notation_and_what_converts_it(
    name: str, content: str, cli: Cli, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "old.tree"
    path.write_text(content)
    for command in (["show"], ["stats"], ["verify"], ["export"]):
        told = cli.complaint("tree", *command, str(path))
        assert told.endswith(
            f"old.tree: this tree is in the notation {name}, which codepegs does not read: "
            "python -m tests.trees.printed FILE, in the source folder of codepegs, converts it to text\n"
        )
    main([str(path)])
    path.write_text(capsys.readouterr().out)
    assert read_tree(path) == P2C3
    assert "24 guesses" in cli("tree", "verify", str(path))


def test_letters_and_rules() -> None:
    assert [_letter(number) for number in (0, 25, 26, 51, 52)] == ["A", "Z", "AA", "AZ", "BA"]
    games = [_rules_of_size(size, guess) for size, guess in ((1296, "1122"), (5040, "1234"), (8, "3"))]
    assert list(map(str, games)) == ["p4c6", "p4c10n", "p1c8"]
