"""Branch and bound against a plain dynamic programme: values, guesses, choices, and what is left in the table."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from codepegs.codes import Candidates, CodeSpace
from codepegs.core import loops
from codepegs.errors import Unavailable
from codepegs.game.parts import code_rules, part_cells, parts_between
from codepegs.game.position import Position
from codepegs.game.reply import Code, Reply, Turn
from codepegs.game.rules import Game
from codepegs.trees.search.set_search import (
    CHOICES,
    DONE,
    GUESS,
    UNFINISHED,
    VALUE,
    Cost,
    Searcher,
    SearchOptions,
    new_memory,
    search_settings,
)
from tests import extent
from tests.trees.search.kernel_cases import draw_position
from tests.trees.search.naive_search import INFINITE, Oracle, alike, look_up, to_key, to_keys

pytestmark = pytest.mark.loops

GAMES = ["p1c5", "p2c3", "p2c4", "p3c3", "p4c2", "p2c5n", "p3c4n", "p2c4-b", "p3c3-b", "p2c4-t", "p3c3-t", "p2c4-w"]
COSTS = [Cost(), Cost(3), Cost(5), Cost.last_turn(4), Cost(4, 28, 1), Cost(5, 2, 3)]
MOST = 14
"""Codes of the largest set."""


Codes = np.ndarray[tuple[int, ...], np.dtype[np.int64]]
"""Codes, one a row, or one code."""


def position(oracle: Oracle, rng: np.random.Generator, most: int = MOST) -> tuple[list[Code], list[Code]]:
    """What some guesses leave, and the guesses."""
    left = oracle.codes
    history: list[Code] = []
    secret = left[rng.integers(len(left))]
    while len(left) > most or (rng.random() < 0.4 and len(history) < 3):
        guess = oracle.codes[rng.integers(len(oracle.codes))]
        if guess != secret:
            history.append(guess)
            left = [code for code in left if oracle.reply(guess, code) == oracle.reply(secret, guess)]
    return left, history


def draw_options(rng: np.random.Generator) -> SearchOptions:
    symmetry, bounds, order = (rng.random(3) < 0.7).tolist()
    return SearchOptions(symmetry, bounds, order, 1 << int(rng.integers(0, 12)))


def made(
    oracle: Oracle, options: SearchOptions, left: list[Code], history: list[Code], limit: int, goal: int, units: int
) -> tuple[loops.TreeSearch, int, np.ndarray[tuple[int], np.dtype[np.uint64]]]:
    """A search that is done, its value and its table."""
    game = oracle.game
    settings = search_settings(game, oracle.cost, oracle.candidates_only, options)
    search = loops.new_tree_search(code_rules(game), part_cells(game), settings)
    table = np.zeros(4 * options.entries(game), np.uint64)
    loops.begin_tree_search(search, to_keys(game, left), to_keys(game, history), limit, goal)
    progress = UNFINISHED
    while progress == UNFINISHED:
        progress, value = loops.step_tree_search(search, table, 1 << 40, units)
    assert progress == DONE
    return search, value, table


@pytest.mark.parametrize("rules", extent.longer_extended(GAMES, ["p2c4-w", "p3c3-b"]))
@pytest.mark.parametrize("candidates_only", [False, True])
def test_the_value_and_a_guess_that_has_it(rules: str, candidates_only: bool) -> None:
    rng = np.random.default_rng([GAMES.index(rules), candidates_only])
    for cost in COSTS:
        oracle = Oracle(Game.parse(rules), cost, candidates_only)
        for _ in range(6):
            left, history = position(oracle, rng)
            turn = len(history) + 1
            wanted = oracle.value(frozenset(left), turn)
            options = draw_options(rng)
            search, value, _ = made(oracle, options, left, history, 1 << 44, VALUE, int(rng.integers(1, 5000)))
            assert value == wanted
            if wanted < INFINITE and len(left) >= 3:
                search, value, _ = made(oracle, options, left, history, wanted + 1, GUESS, 1 << 30)
                found, guess = loops.best_guess_found(search)
                assert (found, value) == (True, wanted)
                costs = {to_key(oracle.game, code): code for code in oracle.codes}
                assert oracle.cost_of(frozenset(left), turn, costs[guess]) == wanted
            limit = int(rng.integers(1, 2 * len(left) * max(1, cost.guess) + 2))
            _, bound, _ = made(oracle, options, left, history, limit, VALUE, 1 << 30)
            assert bound == wanted if wanted < limit else limit <= bound <= max(wanted, limit)


@pytest.mark.parametrize("rules", [rules for rules in GAMES if rules != "p1c5"])
@pytest.mark.parametrize("symmetry", [False, True])
def test_choices(rules: str, symmetry: bool) -> None:
    rng = np.random.default_rng([GAMES.index(rules), symmetry, 3])
    for cost in COSTS[:5]:
        oracle = Oracle(Game.parse(rules), cost, False)
        for _ in range(4):
            left, history = position(oracle, rng)
            turn, codes = len(history) + 1, frozenset(left)
            limit = oracle.value(codes, turn) + int(rng.integers(1, 4)) * cost.guess + 1
            if limit > INFINITE:
                continue
            search, value, _ = made(oracle, SearchOptions(symmetry), left, history, limit, CHOICES, 500)
            guesses, scores = np.zeros(oracle.game.size, np.uint64), np.zeros(oracle.game.size, np.int64)
            count, below, other = loops.take_choices(search, guesses, scores)
            if count < 0:
                assert value == oracle.value(codes, turn)
                continue
            assert value <= oracle.value(codes, turn)
            assert scores[:count].tolist() == sorted(scores[:count])
            assert (scores[:count] < limit).all()
            parts = {guess: len(oracle.parts(codes, guess)) for guess in oracle.codes}
            assert not cost.same_turns or below == max(parts[guess] - 1 for guess in codes)
            assert not cost.same_turns or other == max(
                [below, *(made for guess, made in parts.items() if guess not in codes)]
            )
            by_key = {to_key(oracle.game, code): code for code in oracle.codes}
            listed = [by_key[key] for key in guesses[:count].tolist()]
            for guess, score in zip(listed, scores.tolist(), strict=False):
                assert score <= oracle.cost_of(codes, turn, guess)
            if symmetry:
                for guess in listed:
                    assert alike(oracle.game, history, guess) & set(listed) == {guess}
            worth = {oracle.cost_of(codes, turn, guess) for guess in oracle.codes}
            assert {cost for cost in worth if cost < limit} <= {
                oracle.cost_of(codes, turn, guess) for guess in listed
            } | ({INFINITE} & worth)


LARGE = [pytest.param(rules, marks=pytest.mark.extended) for rules in ("p4c7", "p4c9n")]


@pytest.mark.parametrize("rules", ["p2c9", "p3c5", "p4c4", "p4c6n", "p5c3", "p6c2", *LARGE])
def test_the_most_parts_of_a_small_set(rules: str) -> None:
    """The parts of sets of up to 32 codes are counted without their sizes, in words of 16 or 32 bits."""
    rng = np.random.default_rng([ord(symbol) for symbol in rules])
    game = Game.parse(rules)
    everything = CodeSpace.of(game).secrets()
    codes = CodeSpace.of(game).unpack(everything)
    sizes = set()
    for most in (8, 16, 17, 24, 32, 32, 32, 33, 40, 40):
        keys, history = draw_position(game, rng, most, 1)
        if len(keys) < 3:
            continue
        sizes.add(len(keys))
        chosen = np.searchsorted(everything, keys)
        made = np.array([len(set(parts_between(game, guess, codes[chosen]).tolist())) for guess in codes])
        held = np.isin(everything, keys)
        below = int(made[held].max()) - 1
        other = max(below, int(made[~held].max(initial=0)))
        settings = search_settings(game, Cost(), False, SearchOptions())
        search = loops.new_tree_search(code_rules(game), part_cells(game), settings)
        table = new_memory(1 << 12)
        loops.begin_tree_search(search, keys, history, 1 << 44, CHOICES)
        while loops.step_tree_search(search, table, 1 << 40, 1 << 30)[0] != DONE:
            pass
        entry = look_up(table.tolist(), keys.tolist(), None)
        assert entry is not None
        how, value, most_below, most_other, _ = entry
        if how == 3:
            continue
        assert (most_below, most_other) == (below, other)
        sums = np.array([full_sum(game, codes[chosen], guess, below, other) for guess in codes])
        assert value <= (sums - held).min()
    assert max(sizes) > 12


def full_sum(game: Game, codes: Codes, guess: Codes, below: int, other: int) -> int:
    """The number of codes and what full trees of the parts cost, the win's with them as one code."""
    _, sizes = np.unique(parts_between(game, guess, codes), return_counts=True)
    return len(codes) + sum(least_cost(int(size), below, other) for size in sizes)


def least_cost(size: int, below: int, other: int) -> int:
    """What a tree of so many codes costs at least, when no guess makes more parts."""
    best = most = 0
    for slope in range(1, size + 1):
        most = max(slope + below * most, other * most)
        best = max(best, slope * size - most)
    return best


@pytest.mark.parametrize("rules", ["p3c3", "p2c5", "p3c4n", "p3c3-b", "p2c5-t"])
@pytest.mark.parametrize("cost", [Cost(), Cost(6)], ids=["same turns", "six turns"])
def test_what_the_table_says_is_true(rules: str, cost: Cost) -> None:
    rng = np.random.default_rng(5)
    oracle = Oracle(Game.parse(rules), cost, False)
    game, known = oracle.game, {1: 0, 2: 0, 3: 0}
    by_key = {to_key(game, code): code for code in oracle.codes}
    for _ in range(8):
        left, history = position(oracle, rng)
        turn = len(history) + 1
        _, _, table = made(oracle, SearchOptions(memory_entries=1 << 10), left, history, 1 << 44, GUESS, 1 << 30)
        words = table.tolist()
        for below in {part for guess in oracle.codes for part in oracle.parts(left, guess).values()} | {
            frozenset(left)
        }:
            here = turn if below == frozenset(left) else turn + 1
            entry = look_up(words, (to_key(game, code) for code in below), None if cost.same_turns else here)
            if entry is None:
                continue
            how, value, most_below, most_other, best = entry
            wanted = oracle.value(below, here)
            known[how] += 1
            if how == 3:
                assert value == wanted
                assert not best or oracle.cost_of(below, here, by_key[best]) == wanted
            else:
                assert value <= wanted
                assert most_below >= max(len(oracle.parts(below, guess)) for guess in below) - 1
                others = [len(oracle.parts(below, guess)) for guess in oracle.codes if guess not in below]
                assert not cost.same_turns or most_other >= max(others, default=0)
    assert known[3] > 5


def test_sets_are_worth_what_each_is_worth_alone() -> None:
    position = Position.parse("p4c6 1122:1b0w")
    parts = [part.keys for part in Candidates.after(position).partition((0, 2, 2, 3)).values() if len(part) > 2]
    history = [*position.turns, Turn((0, 2, 2, 3), Reply(black=0, white=0))]
    alone = [Searcher(position.game).search(keys, history) for keys in parts]
    assert Searcher(position.game).search_sets(parts, history, 10**9) == sum(value or 0 for value in alone)
    assert len(parts) > 5
    assert None not in alone


def test_a_search_that_may_be_too_deep_says_so() -> None:
    game = Game.parse("p6c3-t")
    alike = sorted(set(permutations((0, 0, 1, 1, 2, 2))))  # only guesses that win tell them apart
    searcher, history = Searcher(game), [Turn((0, 0, 0, 0, 0, 0), game.reply((0, 0, 0, 0, 0, 0), alike[0]))]
    with pytest.raises(Unavailable, match="deeper than the 80 turns supported"):
        searcher.search(to_keys(game, alike), history)
    with pytest.raises(Unavailable, match="deeper than the 80 turns supported"):
        searcher.search(to_keys(game, alike[:3]), history * 80)
    assert searcher.search(to_keys(game, alike[:3]), history) == 3


def test_wrong_contents_are_refused() -> None:
    game = Game(3, 5)
    settings = search_settings(game, Cost(), False, SearchOptions())
    search = loops.new_tree_search(code_rules(game), part_cells(game), settings)
    keys = to_keys(game, [(0, 1, 2), (3, 4, 4)])
    none = np.zeros(0, np.uint64)
    with pytest.raises(ValueError, match="codes of the game"):
        loops.begin_tree_search(search, keys + np.uint64(3), none, 5, VALUE)
    with pytest.raises(ValueError, match="codes of the game"):
        loops.begin_tree_search(search, keys, keys << np.uint64(9), 5, VALUE)
    with pytest.raises(ValueError, match="one code at least"):
        loops.begin_tree_search(search, none, none, 5, VALUE)
    with pytest.raises(ValueError, match="too many turns"):
        loops.begin_tree_search(search, keys, np.zeros(80, np.uint64), 5, VALUE)
    with pytest.raises(ValueError, match="goal"):
        loops.begin_tree_search(search, keys, none, 5, 7)
    loops.begin_tree_search(search, keys, none, 5, VALUE)
    with pytest.raises(ValueError, match="power of two"):
        loops.step_tree_search(search, np.zeros(12, np.uint64), 1, 1)
    repeated = Game.parse("p3c5n")
    search = loops.new_tree_search(
        code_rules(repeated), part_cells(repeated), search_settings(repeated, Cost(), False, SearchOptions())
    )
    with pytest.raises(ValueError, match="codes of the game"):
        loops.begin_tree_search(search, keys, none, 5, VALUE)
    with pytest.raises(ValueError, match="permutations"):
        loops.new_tree_search(code_rules(Game(4, 4)), part_cells(Game(4, 4)), settings)


def test_units_do_not_change_what_is_found() -> None:
    game = Game(4, 4)
    oracle = Oracle(game, Cost(), False)
    reply: Reply = game.reply((0, 1, 2, 3), (0, 0, 1, 1))
    left = [code for code in oracle.codes if game.reply((0, 1, 2, 3), code) == reply]
    found = []
    for units in (1, 77, 1 << 40):
        search, value, table = made(
            oracle, SearchOptions(memory_entries=1 << 12), left, [(0, 1, 2, 3)], 1 << 44, GUESS, units
        )
        found.append((value, loops.best_guess_found(search), loops.work_done(search), table.tobytes()))
    assert found[0] == found[1] == found[2]
    assert new_memory(2).shape == (8,)


@pytest.mark.parametrize("units", [1, 2_000, 1 << 40])
def test_guesses_together_have_the_values_of_each_alone(units: int) -> None:
    game, limit = Game(4, 6), 1_000
    search = loops.new_tree_search(
        code_rules(game), part_cells(game), search_settings(game, Cost(), False, SearchOptions())
    )
    table, keys = new_memory(1 << 14), Candidates.after("p4c6 1122:1b0w").keys
    history = np.array([0o0011], dtype=np.uint64)

    def finish() -> int:
        while (found := loops.step_tree_search(search, table, 1 << 40, units))[0] == UNFINISHED:
            pass
        assert found[0] == DONE
        return found[1]

    loops.begin_tree_search(search, keys, history, limit, CHOICES)
    finish()
    guesses, scores = np.zeros(game.size, np.uint64), np.zeros(game.size, np.int64)
    count, *most_parts = loops.take_choices(search, guesses, scores)
    guesses, scores, values = guesses[:count], scores[:count], np.zeros(count, np.int64)
    together: list[int] = []
    least = limit
    while len(together) < count and scores[len(together)] < least:  # a step may end after any guess
        done = slice(len(together), count)
        loops.begin_guess_search(search, keys, history, least, guesses[done], scores[done], *most_parts)
        finish()
        together += values[: loops.take_values(search, values)].tolist()
        least = min([limit, *together])
    assert 1 < len(together) < count
    least = limit
    for number, value in enumerate(together):
        assert scores[number] < least
        alone = slice(number, number + 1)
        loops.begin_guess_search(search, keys, history, least, guesses[alone], scores[alone], *most_parts)
        assert finish() == value
        least = min(least, value)


@pytest.mark.parametrize("rules", ["p4c4", "p3c5n", "p4c3-b", "p4c3-t"])
def test_symmetries_are_those_of_the_history(rules: str) -> None:
    """A search goes from one history to another: what is kept of the symmetries must belong to the new one."""
    game, rng = Game.parse(rules), np.random.default_rng(5)
    keys = CodeSpace.of(game).secrets()
    searcher = Searcher(game)
    for _ in range(400):
        first, other, second, third = rng.choice(keys, 4)
        for history in ((first, second, third), (other, second), (other, second, third)):
            secret = searcher.space.decode(int(rng.choice(keys)))
            guesses = [searcher.space.decode(int(key)) for key in history]
            turns = [Turn(guess, game.reply(guess, secret)) for guess in guesses]
            left = Candidates.after(Position(game, tuple(turns))).keys
            if len(left) > 2:
                limit = 3 * len(left)
                assert searcher.choices(left, turns, limit) == Searcher(game).choices(left, turns, limit)


def test_a_small_set_of_many_colours() -> None:
    """Of n codes that differ in one peg, a guess tests two: f(n) = n + f(n - 2)."""
    game = Game(2, 100)
    space = CodeSpace.of(game)
    keys = np.array([space.encode((color, 1)) for color in range(25, 100)], dtype=np.uint64)
    turns = (Turn((0, 1), Reply(1, 0)), Turn((1, 2), Reply(0, 1)))
    for size in (62, 63, 64, 75):
        expected = sum(range(size, 4, -2)) + (3 if size % 2 else 5)
        assert Searcher(game).search(np.sort(keys[:size]), turns) == expected
