"""Strategy trees: built, cut into shards, written, read back, played."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable
from functools import lru_cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from codepegs import build_tree
from codepegs.analysis.suggestions import suggest
from codepegs.codes import Candidates
from codepegs.errors import BadInput, BadPosition, BadStrategy, BadTree, Unavailable
from codepegs.game.listed import ListedGame
from codepegs.game.notation import CANONICAL
from codepegs.game.position import Position
from codepegs.game.rules import Game
from codepegs.match.game_loop import play
from codepegs.parallel import WorkerThreads
from codepegs.strategies.protocol.codebreaker import ForeignHistory, Guess
from codepegs.strategies.protocol.whole_strategy import ChosenPlan
from codepegs.strategies.registry import Player, make_codebreaker
from codepegs.trees import text
from codepegs.trees.braces import read_braces, write_braces
from codepegs.trees.build import Shard
from codepegs.trees.formats import (
    FORMATS,
    READABLE,
    format_of,
    read_tree,
    read_tree_text,
    recognise,
    write_tree,
)
from codepegs.trees.gallery import FOLDER
from codepegs.trees.tree import Tree, TreeFigures
from tests import extent, naive

GAMES = ["p1c1", "p1c4", "p2c2", "p3c4", "p3c5n", "p3c3-b", "p3c3-t", "p3c4-w", "p4c4"]

WITHOUT_RULES = ("braces",)
"""Formats that contain neither the rules nor the strategy."""

DETERMINISTIC = [
    "auto",
    "minimax",
    "entropy:candidates-only",
    "expected-size:ties=lowest",
    "first-consistent",
    "first-consistent:first=half,backwards",
    "aabc-max-parts:until=20",
    "simplified-minimax",
    "optimal",
]


@lru_cache
def tree_of(rules: str, strategy: str) -> Tree:
    return Player.parse(strategy).plan(Game.parse(rules)).tree(WorkerThreads()).named(strategy)


@pytest.mark.parametrize(
    ("strategy", "rules"),
    extent.rest_extended(
        product(DETERMINISTIC, GAMES),
        [
            (strategy, rules)
            for strategy, rules in product(DETERMINISTIC, GAMES)
            if rules not in ("p3c4-w", "p4c4") or strategy in ("minimax", "first-consistent")
        ],
    ),
)
def test_the_whole_is_what_its_guesses_make(rules: str, strategy: str) -> None:
    """The plan, compiled or not, agrees with asking a codebreaker for one guess after another."""
    game, player = Game.parse(rules), Player.parse(strategy)
    plan, asked = player.plan(game), ChosenPlan(game, player._choose)
    tree = plan.tree(WorkerThreads())
    assert tree == asked.tree(WorkerThreads())
    assert tree.figures == plan.figures(WorkerThreads()) == asked.figures(WorkerThreads())
    secrets = naive.all_codes(game)
    lengths = [play(game, secret, player, seed=1).guesses for secret in secrets]
    assert plan.lengths(secrets, WorkerThreads()) == asked.lengths(secrets, WorkerThreads()) == lengths
    assert tree.figures == TreeFigures(tuple(np.bincount(lengths)[1:].tolist()))


@pytest.mark.parametrize(
    ("rules", "count"),
    extent.rest_extended(
        product(["p3c4", "p4c6", "p3c4-t"], [2, 3, 7, 50]),
        [*product(["p3c4", "p3c4-t"], [2, 3, 7, 50]), ("p4c6", 3)],
    ),
)
def test_shards_add_up(rules: str, count: int, tmp_path: Path) -> None:
    game = Game.parse(rules)
    file = tmp_path / "a.tree"
    write_tree(tree_of(rules, "entropy"), file)
    for strategy in ("minimax", "aabc-max-parts", "expected-size:ties=lowest", f"tree:{file}"):
        plan = Player.parse(strategy).plan(game)
        shares = [plan.figures(WorkerThreads(), Shard(index, count)) for index in range(count)]
        assert sum(shares, TreeFigures(())) == plan.figures(WorkerThreads())


def test_a_shard_that_is_not_there() -> None:
    with pytest.raises(BadInput, match="invalid share 3 of 3"):
        Shard(3, 3)


def test_published_tree_figures() -> None:
    assert tree_of("p4c6", "minimax").figures.histogram == (1, 6, 62, 533, 694)
    assert tree_of("p4c6", "entropy").figures.total == 5722


@pytest.mark.parametrize("workers", [1, 2])
def test_trees_are_the_same_for_any_number_of_workers(workers: int) -> None:
    with WorkerThreads(workers) as threads:
        tree = Player.parse("minimax").plan(Game(4, 7)).tree(threads)
    assert tree == tree_of("p4c7", "minimax")


def test_a_list_of_many_words_is_walked_by_any_number_of_workers() -> None:
    rng = random.Random(1)
    game = ListedGame(list(dict.fromkeys("".join(rng.choices("abcdefghijklm", k=5)) for _ in range(2_050))))
    for_one, for_three = (Player.parse("entropy").plan(game).tree(WorkerThreads(workers)) for workers in (1, 3))
    assert game.size > max(for_one.secrets[1:]) + 1_024  # one worker walks more codes at a time than any set has
    assert for_one == for_three


def test_nodes_stand_in_reading_order() -> None:
    tree = tree_of("p4c5", "minimax")
    for node in range(len(tree)):
        children = list(tree.children(node))
        assert all(tree.parents[child] == node for child in children)
        parts = tree.parts[children]
        assert (np.diff(parts) > 0).all()
        assert tree.node_after(tree.turns(node)) == node
        here = Position(tree.game, tree.turns(node))
        assert tree.secrets[node] == len(naive.candidates(here)) if node < 40 else True
    assert tree.secrets[0] == tree.game.size


@pytest.mark.parametrize("form", READABLE)
@pytest.mark.parametrize("rules", [*GAMES, *extent.rest_extended(["p10c2", "p2c40", "p2c60n"], []), "p4c6", "p3c5-b"])
@pytest.mark.parametrize("strategy", extent.rest_extended(["minimax", "first-consistent"], ["minimax"]))
def test_formats_read_back_what_they_write(form: str, rules: str, strategy: str, tmp_path: Path) -> None:
    tree = tree_of(rules, strategy)
    written = FORMATS[form].write(tree)
    assert recognise(written).name == form
    said = rules if form in WITHOUT_RULES else None
    assert read_tree_text(written, said) == tree
    for ending in (FORMATS[form].suffixes[0], f"{FORMATS[form].suffixes[0]}.gz"):
        path = tmp_path / f"a{ending}"
        assert format_of(path).name == form
        write_tree(tree, path)
        again = read_tree(path, said)
        assert again == tree
        assert again.strategy == ("" if form in WITHOUT_RULES else strategy)


@pytest.mark.parametrize("form", ["text", "json", "dot"])
def test_names_with_quotes_and_backslashes_are_read_back(form: str) -> None:
    tests = ['Is it "big"?', 'größer\\n"\\']
    table = [["no", "\\", '"a "\\', '"a "\\'], ["no", "no", "ä", "no"]]
    game = Game.from_table(table, tests=tests, objects=["x", "y", "z", "w"], name=f"table-of-{form}")
    tree = build_tree(game, "max-parts")
    assert read_tree_text(FORMATS[form].write(tree)) == tree
    if form == "json":
        assert json.loads(FORMATS[form].write(tree))["tree"]["guess"] == CANONICAL.format(game, tree.guess(0))


LISTED: dict[str, Callable[[], Game]] = {
    "counts": lambda: ListedGame(["CRANE", "CRATE", "TRACE", "SLATE"]),
    "marks": lambda: ListedGame(["CRANE", "CRATE", "TRACE", "SLATE"], None, "wordle"),
    "other letters": lambda: ListedGame(["ÄB", "BÄ", "BB"]),
    "until known": lambda: ListedGame(["CRANE", "CRATE", "TRACE", "SLATE"], until="known"),
    "a table": lambda: Game.from_table([[0, 1, 1], [1, 0, 1]]),
}
WITHOUT_BRACES = {"marks", "a table"}
"""Kinds that braces cannot state."""


@pytest.mark.parametrize("form", READABLE)
@pytest.mark.parametrize("kind", LISTED)
def test_a_format_reads_back_a_listed_game_or_refuses_it(form: str, kind: str, tmp_path: Path) -> None:
    game = LISTED[kind]()
    tree = build_tree(game, "entropy")
    if form == "braces" and kind in WITHOUT_BRACES:
        with pytest.raises(BadInput, match=f"the format {form} cannot state the codes, the replies or the end of"):
            write_tree(tree, tmp_path / "a.tree", form)
        return
    write_tree(tree, tmp_path / "a.tree", form)
    assert read_tree(tmp_path / "a.tree", game) == tree


def test_braces_need_no_rules_where_the_codes_tell() -> None:
    for rules in ("p2c2", "p3c4", "p3c5n", "p4c6", "p10c2"):
        assert read_braces(write_braces(tree_of(rules, "minimax"))).game == Game.parse(rules)
    with pytest.raises(BadTree, match="give"):
        read_braces(write_braces(tree_of("p3c3-t", "minimax")))


def test_braces_of_other_programs() -> None:
    """Blanks, line ends and the win written out are read too."""
    tree = read_braces("{AA: {00: BB,\n 10: {AB: {02: BA, 20: AB}}, 20: AA}}\n")
    assert tree == tree_of("p2c2", "first-consistent")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("", "not a strategy tree"),
        ("hello", "not a strategy tree"),
        ("codepegs-tree 1\nrules p2c9999\n\n", "codes"),
        ("codepegs-tree 1\nrules p2c2\n\n11\n  0b0w 22\n", "line 5"),
        ("codepegs-tree 1\nrules p2c2\n\n11\n 0b0w 23\n", "line 5"),
        ("codepegs-tree 1\nrules p2c2\n\n11\n 0b0w 22\n 0b0w 21\n", "line 6"),
        ("codepegs-tree 1\nrules p2c2\n\n11\n 2b0w 22\n", "after the win"),
        ("codepegs-tree 1\nrules p2c2\n\n", "empty"),
        ("codepegs-tree 1\nrules p2c2\nnodes 5\n\n11\n", "expected 5 nodes, found 1"),
        ('{"rules": "p2c2"}', "strategy"),
        ('{"rules": ', "invalid JSON, perhaps truncated"),
        ("digraph strategy {\n}\n", "rules"),
        ("digraph strategy {\n  n0 -> ;\n}\n", "line 2"),
        ("{AA:{00:BB,10:{AB:{02:BA}}", "bracket"),
        ("{AA:{00:BB,10:{AB:{02:BA}}}} x", "after the tree"),
        ("{AA:{00:BB,11:{AB:{02:BA}}}}", "not a reply"),
        ("{AA:{00:BB,00:AB}}", "two next guesses"),
        ("{AA:{00:B}}", "length"),
        ("{AA:}", "expected"),
    ],
)
def test_what_is_no_tree_is_refused_in_a_sentence(content: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "some.tree"
    path.write_text(content)
    with pytest.raises(BadInput, match=complaint) as caught:
        read_tree(path)
    assert str(path) in str(caught.value)


def test_a_text_cut_anywhere_in_its_nodes_is_called_truncated() -> None:
    written = FORMATS["text"].write(tree_of("p3c3", "minimax"))
    for length in range(written.index("\n\n") + 3, len(written) - 1):
        with pytest.raises(BadInput, match="the file is truncated"):
            read_tree_text(written[:length])


@settings(max_examples=150, deadline=None, derandomize=True)
@given(form=st.sampled_from(sorted(READABLE)), data=st.data())
def test_damage_is_refused_or_harmless(form: str, data: st.DataObject) -> None:
    """A changed byte gives the same tree, another whole tree, or a sentence: never anything else."""
    written = FORMATS[form].write(tree_of("p3c3", "minimax"))
    at = data.draw(st.integers(0, len(written) - 1))
    put = data.draw(st.sampled_from(["", "0", "A", "7", " ", "\n", "{", "}", ",", ":", '"', "#", "(", "b"]))
    changed = written[:at] + put + written[at + 1 :]
    try:
        tree = read_tree_text(changed)
    except BadInput:
        return
    assert len(tree) > 0
    assert tree.secrets[0] == tree.figures.secrets


def test_canonical_text_notices_every_changed_guess() -> None:
    written = text.write(tree_of("p3c3", "minimax"))
    lines = written.splitlines()
    for number in range(8, len(lines)):
        words = lines[number].split(" #")
        other = "112" if not words[0].endswith("112") else "113"
        changed = "\n".join([*lines[:number], " #".join([words[0][:-3] + other, *words[1:]]), *lines[number + 1 :], ""])
        with pytest.raises(BadInput):
            text.read(changed)


@pytest.mark.parametrize("rules", ["p2c2", "p3c4", "p3c4n", "p3c5-b", "p4c6.worst", "p2c10"])
def test_a_canonical_text_is_read_at_once_as_by_its_lines(rules: str) -> None:
    written = gzip.decompress((FOLDER / "trees" / f"{rules}.tree.gz").read_bytes()).decode()
    head, _, body = written.partition("\n\n")
    game = Game.parse(rules.partition(".")[0])
    tree = text._read_at_once(game, "", head, body)
    assert tree is not None
    assert tree == text._read_by_line(game, "", head, body, str(len(tree))) == text.read(written)
    assert text.write(text.read(written)) == written


def test_texts_that_are_not_letter_for_letter_are_read_by_line() -> None:
    head, _, body = text.write(tree_of("p3c3", "minimax")).partition("\n\n")
    lines = body.splitlines()
    last = lines[-1]
    for other in (
        [*lines, last],  # a reply twice
        [*lines[:-1], f"  {last}"],  # a level too deep
        [*lines[:-1], last[:-1]],
        [*lines[:-1], f"{last[:-1]}9"],
        [*lines[:-1], last.replace("b", "x")],
        [*lines[:-1], last[:-4] + "3b0w" + last[-4:]],
        [lines[0][:3], *lines[1:]],  # without its check
        [lines[0], f" 3b0w {lines[0][:3]}", *lines[1:]],  # a guess after the win
        [f" {lines[0]}", *lines[1:]],
        [],
    ):
        assert text._read_at_once(Game(3, 3), "", head, "\n".join(other)) is None
        with pytest.raises(BadInput):
            text.read(f"{head}\n\n" + "\n".join([*other, ""]))


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="file not found"):
        read_tree(tmp_path / "none.tree")
    with pytest.raises(Unavailable, match="is a folder"):
        read_tree(tmp_path)
    with pytest.raises(Unavailable, match="cannot be written"):
        write_tree(tree_of("p2c2", "minimax"), tmp_path / "none" / "a.tree")
    (tmp_path / "bad.tree.gz").write_bytes(b"not gzip")
    with pytest.raises(BadInput, match="damaged"):
        read_tree(tmp_path / "bad.tree.gz")


def test_a_tree_plays(tmp_path: Path) -> None:
    file = tmp_path / "odd, name:1.tree"
    write_tree(tree_of("p3c4", "minimax"), file)
    game = Game(3, 4)
    for secret in naive.all_codes(game):
        played = play(game, secret, f"tree:{file}")
        assert played.solved
        assert [turn.guess for turn in played.turns] == [turn.guess for turn in play(game, secret, "minimax").turns]
    with pytest.raises(BadStrategy, match="a tree for p3c4, not for p3c5"):
        make_codebreaker(Game(3, 5), f"tree:{file}")
    with pytest.raises(BadStrategy, match="'tree' needs the name or the file of a tree"):
        Player.parse("tree")


def test_a_tree_follows_its_own_guesses_only(tmp_path: Path) -> None:
    file = tmp_path / "a.tree"
    write_tree(tree_of("p4c6", "minimax"), file)
    own = Position.parse("p4c6 1122:1b0w").turns
    foreign = Position.parse("p4c6 1234:1b0w").turns
    move = make_codebreaker(Position(Game(4, 6), own), f"tree:{file}").next()
    assert isinstance(move, Guess)
    assert move.code == (0, 2, 3, 3)
    codebreaker = make_codebreaker(Game(4, 6), f"tree:{file}")
    with pytest.raises(ForeignHistory, match="is not in the tree"):
        codebreaker.learn(foreign[0])
    assert not codebreaker.position.turns
    with pytest.raises(BadPosition):
        make_codebreaker(Position(Game(4, 6), foreign), f"tree:{file}")
    position = Position(Game(4, 6), foreign)
    assert suggest(position, f"tree:{file}", top=1) == suggest(position, "auto", top=1)


def test_a_tree_that_loses_secrets_is_no_plan(tmp_path: Path) -> None:
    file = tmp_path / "a.braces"
    file.write_text("{AA:{00:BB,10:AB}}")
    with pytest.raises(BadInput, match="3 of the 4 secrets"):
        Player.parse(f"tree:{file}").plan(Game(2, 2))


def test_random_strategies_are_not_trees() -> None:
    with pytest.raises(BadStrategy, match="makes random choices"):
        Player.parse("random-consistent").plan(Game(3, 3))


@pytest.mark.parametrize("rules", ["p3c4", "p4c3-b", "p3c5n"])
def test_nodes_and_lengths_in_plain_terms(rules: str) -> None:
    tree = build_tree(rules, "entropy")
    nodes = list(tree.nodes())
    assert len(nodes) == len(tree)
    for number, node in enumerate(nodes):
        assert node.position.turns == tree.turns(number)
        assert node.guess == tree.guess(number)
        left = Candidates.after(node.position)
        assert node.secrets == len(left)
        assert node.is_candidate == (node.guess in left)
    codes = list(Candidates.all(rules))
    assert tree.lengths.tolist() == [play(rules, code, "entropy").guesses for code in codes]
    by_node = {node.guess: node.depth for node in nodes if node.is_candidate}
    assert [by_node[code] for code in codes] == tree.lengths.tolist()


@pytest.mark.parametrize("seed", range(20))
def test_nodes_are_put_into_preorder(seed: int) -> None:
    rng = np.random.default_rng(seed)
    nodes = int(rng.integers(1, 40))
    parents = np.array([-1, *(int(rng.integers(node)) for node in range(1, nodes))])
    parts = rng.permutation(nodes)
    tree = Tree.assemble(Game(2, 30), np.arange(nodes, dtype=np.uint64), parents, parts)
    order: list[int] = []

    def visit(node: int) -> None:
        order.append(node)
        for child in sorted(np.flatnonzero(parents == node).tolist(), key=lambda child: int(parts[child])):
            visit(child)

    visit(0)
    assert tree.guesses.tolist() == order
    assert tree.parts.tolist() == parts[order].tolist()
    assert tree.parents.tolist() == [-1, *(order.index(parents[node]) for node in order[1:])]


@pytest.mark.parametrize("parents", [[0], [-1, -1], [-1, 2, 0], [-1, 1]])
def test_a_parent_comes_before_its_children(parents: list[int]) -> None:
    numbers = np.array(parents)
    with pytest.raises(ValueError, match="parents"):
        Tree.assemble(Game(2, 3), numbers.astype(np.uint64), numbers, numbers)
