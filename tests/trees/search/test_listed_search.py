"""Optimal trees of listed games: against a plain search, and against the same games of pegs."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from codepegs import BadCode, BadInput, Candidates, Game, ListedGame, Position, improve, suggest, verify, write_tree
from codepegs.core.loops import transpose_replies
from codepegs.game import Turn, View
from codepegs.trees.search import Searcher, SearchOptions, TreeObjective, optimal
from codepegs.trees.search.set_search import Cost
from tests import extent, naive
from tests.game.test_listed import words
from tests.trees.search.naive_search import INFINITE, Oracle

PEG_GAMES = ["p3c4", "p4c3", "p2c7", "p3c5n", "p3c4-b", "p3c4-t", "p3c4-w", "p3c4n-b", "p1c6", "p2c5-t"]
KINDS = ["wordle", "common", "same-place", "per-slot", "mastermind"]


def make_game(kind: str, seed: int, secrets: int = 8, guesses: int = 5) -> ListedGame:
    found = words(secrets + guesses, 3, "ABCD", seed)
    return ListedGame(found[:secrets], found[secrets:], kind)


def list_of(game: Game) -> ListedGame:
    """The codes of a game of pegs as a list."""
    replies = {View.BLACK_WHITE: "mastermind", View.BLACK: "same-place", View.TOTAL: "common", View.WHITE: "white"}
    return ListedGame(["".join(map(str, code)) for code in naive.all_codes(game)], reply=replies[game.view])


class ListOracle(Oracle):
    """The same plain search with the guesses of a list."""

    def __post_init__(self) -> None:
        assert isinstance(self.game, ListedGame)
        self.codes = list(self.game._number_of)


def least(game: ListedGame, cost: Cost, candidates_only: bool = False) -> int | None:
    """The least cost of the whole game with the guesses that find its secrets; None if there is no tree."""
    secrets = frozenset(Candidates.all(game))
    value = ListOracle(game, cost, candidates_only).value(secrets, 1)
    return None if value >= INFINITE else value + game.size * (cost.guess > 0)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("candidates_only", [False, True])
def test_the_least_total_is_that_of_a_plain_search(kind: str, candidates_only: bool) -> None:
    for seed in range(2):
        game = make_game(kind, seed)
        found = optimal(game, candidates_only=candidates_only)
        value = least(game, Cost(), candidates_only)
        assert found.proved
        assert found.tree is not None
        assert found.upper_bound == found.tree.figures.total == found.lower_bound == value
        assert verify(found.tree).valid


@pytest.mark.parametrize("kind", ["wordle", "same-place"])
def test_other_objectives_are_those_of_a_plain_search(kind: str) -> None:
    game = make_game(kind, 5)
    depths = [least(game, Cost(turns)) for turns in range(1, 6)]
    worst = next(turns for turns, value in enumerate(depths, 1) if value is not None)
    found = optimal(game, "worst")
    assert found.tree is not None
    assert (found.tree.figures.longest_game, found.upper_bound) == (worst, depths[worst - 1])
    for turns in range(1, 6):
        within = optimal(game, TreeObjective("expected-within", turns))
        last = optimal(game, TreeObjective("last-turn", turns))
        assert within.proved
        assert last.proved
        assert within.upper_bound == depths[turns - 1]
        assert last.upper_bound == least(game, Cost.last_turn(turns))
    both = optimal(game, then="depth")
    total = optimal(game).upper_bound
    assert both.tree is not None
    assert both.tree.figures.total == total
    assert both.tree.figures.longest_game == next(turns for turns, value in enumerate(depths, 1) if value == total)


@pytest.mark.parametrize("rules", extent.longer_extended(PEG_GAMES, ["p3c4-w"]))
def test_games_of_pegs_have_the_same_optimum_as_lists(rules: str) -> None:
    game = Game.parse(rules)
    as_list = list_of(game)
    for candidates_only in (False, True):
        pegs = optimal(game, candidates_only=candidates_only)
        codes = optimal(as_list, candidates_only=candidates_only)
        assert pegs.tree is not None
        assert codes.tree is not None
        assert (codes.upper_bound, codes.proved) == (pegs.upper_bound, True)
        assert codes.tree.figures.total == pegs.tree.figures.total
    pegs, codes = optimal(game, then="depth"), optimal(as_list, then="depth")
    assert pegs.tree is not None
    assert codes.tree is not None
    of_pegs, of_codes = pegs.tree.figures, codes.tree.figures
    assert of_codes.total == of_pegs.total
    assert (of_codes.longest_game, of_codes.codes_at_longest) == (of_pegs.longest_game, of_pegs.codes_at_longest)


def test_each_first_guess_has_the_value_of_a_plain_search() -> None:
    game = make_game("wordle", 7)
    oracle = ListOracle(game, Cost(), False)
    secrets = frozenset(Candidates.all(game))
    for text in game.texts:
        found = optimal(game, first=text)
        assert found.tree is not None
        assert game.text_of(found.tree.guess(0)) == text
        assert found.upper_bound == oracle.cost_of(secrets, 1, game.check_code(text)) + game.size
    with pytest.raises(BadCode, match="not in the list"):
        optimal(game, first="ZZZ")
    with pytest.raises(BadInput, match="another first guess"):
        optimal(game, first=game.texts[0], start=optimal(game, first=game.texts[1]).tree)


def test_a_first_guess_of_pegs() -> None:
    game = Game.parse("p3c4")
    found = [optimal(game, first=first) for first in ("111", "112", "123")]
    assert [each.tree.guess(0) for each in found if each.tree is not None] == [(0, 0, 0), (0, 0, 1), (0, 1, 2)]
    assert min(each.upper_bound for each in found if each.upper_bound is not None) == optimal(game).upper_bound == 206


@pytest.mark.parametrize("most", [255, 256, 600])
def test_many_replies(most: int) -> None:
    """More different replies than a byte holds, in all or to one guess."""
    texts = [f"{number:04}" for number in range(most)]

    def reply(guess: str, secret: str) -> str:
        if guess == "0000":
            return secret  # which splits everything
        return str((int(guess) * int(secret)) % 400)

    game = ListedGame(texts, ["9999"], reply)
    found = optimal(game)
    assert found.tree is not None
    assert found.upper_bound == 2 * most - 1
    assert found.tree.guess(0) == game.check_code("0000")


def test_bounds_do_not_exceed_values() -> None:
    """Sets on both sides of the size up to which rows are compared."""
    found = words(300, 5, "ABCDEF", 11)
    game = ListedGame(found[:120], found[120:], "same-place")
    plain = Searcher(game, options=SearchOptions(bounds=False, order=False))
    searcher = Searcher(game)
    first = game.check_code(found[0])
    rng = np.random.default_rng(1)
    for size in (3, 7, 20, 47, 48, 49, 60):
        keys = np.sort(rng.choice(game.size, size, replace=False)).astype(np.uint64)
        history = (Turn(first, game.replies()[0]),)
        found_bound = Searcher(game).bound(keys, history)
        assert found_bound is not None
        bound, exact = found_bound
        value = searcher.search(keys, history)
        assert value is not None
        assert bound == value if exact else bound <= value
        if size <= 3:
            assert plain.search(keys, history) == value


@pytest.mark.parametrize("parts", [200, 1000])
def test_rows_are_the_table_transposed(parts: int) -> None:
    rng = np.random.default_rng(parts)
    table = rng.integers(0, parts, (90, 33)).astype(np.uint16)
    rows = np.full((33, 128), 7, dtype=np.uint8)
    assert transpose_replies(table, parts, rows)
    assert not rows[:, 90:].any()
    for guess in range(90):
        alike = table[guess][:, None] == table[guess][None, :]
        row = rows[:, guess]
        assert (alike == (row[:, None] == row[None, :])).all()
        if parts <= 256:
            assert (row == table[guess]).all()
    many = np.arange(300, dtype=np.uint16).reshape(1, 300)
    assert not transpose_replies(many, 300, np.empty((300, 64), dtype=np.uint8))


def test_a_search_continues_from_its_journal(tmp_path: Path) -> None:
    game = make_game("common", 3, 30, 20)
    path = tmp_path / "search"
    found = optimal(game, journal=path)
    lines = path.read_text().splitlines()
    assert len(lines) > 3
    assert found.tree is not None
    assert all(f'"set":"{game}"' in line for line in lines[1:])  # first guesses; all parts are small
    again = optimal(game, journal=path)
    assert again.tree is not None
    assert again.upper_bound == found.upper_bound
    assert again.proved
    cut = tmp_path / "cut"
    cut.write_text("\n".join(lines[: len(lines) // 2]) + "\n")
    assert optimal(game, journal=cut).upper_bound == found.upper_bound
    other = make_game("common", 4, 30, 20)
    with pytest.raises(BadInput, match="journal of another search"):
        optimal(other, journal=path)


def test_several_workers_find_the_same_total() -> None:
    game = make_game("wordle", 8, 40, 20)
    assert optimal(game, workers=3).upper_bound == optimal(game).upper_bound


def test_improve_reaches_the_optimum_of_a_small_list() -> None:
    for candidates_only in (False, True):
        game = make_game("wordle", 9, 40, 30)
        best = optimal(game, candidates_only=candidates_only)
        tree = improve(game, passes=3, candidates_only=candidates_only)
        assert tree.figures.total == best.upper_bound
        assert verify(tree).valid


def test_the_strategy_optimal_plays_lists() -> None:
    game = make_game("wordle", 10)
    best = optimal(game)
    assert best.tree is not None
    first = suggest(Position(game), "optimal")[0]
    assert first.guess == best.tree.guess(0)
    assert first.exact
    text = game.texts[-1]
    after = Position(game).after(text, game.reply(text, game.texts[0]))
    assert suggest(after, "optimal")[0].expected is not None


def test_a_tree_of_a_list_is_written(tmp_path: Path) -> None:
    rng = random.Random(1)
    game = ListedGame(rng.sample(words(60, 4, "ABCDE", 2), 40), reply="wordle")
    found = optimal(game)
    assert found.tree is not None
    write_tree(found.tree, tmp_path / "list.tree")
    assert verify(tmp_path / "list.tree").total == found.upper_bound
