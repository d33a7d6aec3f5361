"""The loops over packed codes against brute force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from numpy.typing import NDArray

from codepegs.codes.candidates import symmetry_maps
from codepegs.core import loops
from codepegs.game.position import Position
from codepegs.game.rules import Game
from tests import extent, naive
from tests.core.kernel_cases import (
    exact_arguments,
    find_exactly,
    first_consistent,
    list_consistent,
    list_guesses,
    list_multisets,
)

pytestmark = pytest.mark.loops

Code = tuple[int, ...]
Ints = NDArray[np.int64]


def bits_for(colors: int) -> int:
    return len(f"{colors - 1:b}") if colors > 1 else 0


def key_of(code: Code, bits: int) -> int:
    return sum(color << bits * place for place, color in enumerate(reversed(code)))


def keys_of(codes: list[Code], bits: int) -> NDArray[np.uint64]:
    return np.array([key_of(code, bits) for code in codes], dtype=np.uint64)


def reply(guess: Code, code: Code) -> tuple[int, int]:
    """Black count and total."""
    return sum(a == b for a, b in zip(guess, code, strict=True)), (Counter(guess) & Counter(code)).total()


def every_code(pegs: int, colors: int, repeats: bool) -> list[Code]:
    return [code for code in product(range(colors), repeat=pegs) if repeats or len(set(code)) == pegs]


def merged_parts(pegs: int, rng: np.random.Generator, parts: int) -> Ints:
    """Any table of parts, as views make them that hide something."""
    return rng.integers(parts, size=(pegs + 1, pegs + 1))


@st.composite
def sets_of_codes(draw: st.DrawFn) -> tuple[loops.CodeRules, list[Code], Code]:
    """The rules of a game with a part for each reply, some codes, and a guess."""
    pegs, colors = draw(st.integers(1, 12)), draw(st.sampled_from([1, 2, 3, 4, 5, 8, 9, 16, 20]))
    code = st.tuples(*[st.integers(0, colors - 1)] * pegs)
    table = np.arange((pegs + 1) ** 2).reshape(pegs + 1, pegs + 1)
    return loops.CodeRules(pegs, colors, True, table), draw(st.lists(code, max_size=40)), draw(code)


@given(sets_of_codes())
def test_parts(drawn: tuple[loops.CodeRules, list[Code], Code]) -> None:
    rules, codes, guess = drawn
    bits = bits_for(rules.colors)
    out = np.full(len(codes), -1)
    loops.parts_of(keys_of(codes, bits), key_of(guess, bits), rules, out)
    assert out.tolist() == [int(rules.part_table[reply(guess, code)]) for code in codes]


@given(sets_of_codes())
def test_split(drawn: tuple[loops.CodeRules, list[Code], Code]) -> None:
    rules, codes, guess = drawn
    bits = bits_for(rules.colors)
    keys, sizes = keys_of(codes, bits), np.zeros(rules.part_table.size, dtype=np.int64)
    loops.split_keys(keys, key_of(guess, bits), rules, sizes)
    parts = [int(rules.part_table[reply(guess, code)]) for code in codes]
    assert sizes.tolist() == [parts.count(part) for part in range(rules.part_table.size)]
    in_order = [code for _, _, code in sorted(zip(parts, range(len(codes)), codes, strict=True))]
    assert keys.tolist() == keys_of(in_order, bits).tolist()


def test_split_refuses_codes_that_the_game_does_not_have() -> None:
    table = np.array([[0, -1], [-1, 1]])
    rules = loops.CodeRules(1, 4, True, table)
    sizes = np.zeros(2, dtype=np.int64)
    loops.split_keys(np.array([0, 3], dtype=np.uint64), 3, rules, sizes)
    assert sizes.tolist() == [1, 1]
    table[0, 0] = -1
    with pytest.raises(ValueError, match="does not have"):
        loops.split_keys(np.array([0, 3], dtype=np.uint64), 3, rules, sizes)
    table[0, 0] = 2
    with pytest.raises(ValueError, match="one entry a part"):
        loops.split_keys(np.array([0, 3], dtype=np.uint64), 3, rules, sizes)


def appear_in_order(code: Code, kinds: list[int], kind: int) -> bool:
    """Whether the columns of a class are used from the lowest on, without gaps, in order of first appearance."""
    members = [column for column, other in enumerate(kinds) if other == kind]
    first = list(dict.fromkeys(column for column in code if kinds[column] == kind))
    return first == members[: len(first)]


@settings(deadline=None)
@given(st.data(), st.integers(1, 5), st.lists(st.integers(0, 2), min_size=1, max_size=5), st.booleans())
def test_guesses_that_differ(data: st.DataObject, pegs: int, kinds: list[int], repeats: bool) -> None:
    twins = [data.draw(st.integers(-1, peg - 1)) for peg in range(pegs)]
    colors = sorted(data.draw(st.sets(st.integers(0, 9), min_size=len(kinds), max_size=len(kinds))))
    room, nodes = data.draw(st.integers(1, 30)), data.draw(st.integers(1, 30))
    expected = [
        tuple(colors[column] for column in code)
        for code in every_code(pegs, len(kinds), repeats)
        if all(twin < 0 or code[twin] <= code[peg] for peg, twin in enumerate(twins))
        and appear_in_order(code, kinds, 1)
        and appear_in_order(code, kinds, 2)
    ]
    found = list_guesses(pegs, 4, repeats, np.array(colors), np.array(kinds), np.array(twins), room, nodes)
    assert found.tolist() == keys_of(expected, 4).tolist()


def fits(code: Code, guesses: list[Code], parts: list[int], table: Ints) -> bool:
    return all(table[reply(guess, code)] == part for guess, part in zip(guesses, parts, strict=True))


@st.composite
def histories(draw: st.DrawFn) -> tuple[loops.CodeRules, list[Code], list[int]]:
    """A small game with any table of parts, and turns, most of which a secret answers."""
    pegs, colors, repeats = draw(st.integers(1, 4)), draw(st.integers(1, 5)), draw(st.booleans())
    colors = colors if repeats else max(colors, pegs)
    codes = st.sampled_from(every_code(pegs, colors, repeats))
    rng = np.random.default_rng(draw(st.integers(0, 1000)))
    parts = draw(st.sampled_from([2, 4, 50]))
    table = merged_parts(pegs, rng, parts)
    turns = draw(st.integers(0, 4) | st.integers(7, 18))
    guesses, secret = draw(st.lists(codes, min_size=turns, max_size=turns)), draw(codes)
    answers = [int(table[reply(guess, secret)]) for guess in guesses]
    if draw(st.booleans()) and answers:
        answers[-1] = draw(st.integers(0, parts - 1))
    return loops.CodeRules(pegs, colors, repeats, table), guesses, answers


def turns_of(rules: loops.CodeRules, guesses: list[Code], parts: list[int]) -> tuple[Ints, Ints]:
    return np.array(guesses, dtype=np.int64).reshape(-1, rules.pegs), np.array(parts, dtype=np.int64)


@settings(deadline=None, max_examples=200)
@given(st.data(), histories(), st.integers(1, 20), st.integers(1, 50))
def test_consistent_codes(
    data: st.DataObject, drawn: tuple[loops.CodeRules, list[Code], list[int]], room: int, nodes: int
) -> None:
    rules, guesses, parts = drawn
    first = data.draw(st.integers(0, rules.colors))
    after = data.draw(st.integers(first, rules.colors))
    expected = [
        code
        for code in every_code(rules.pegs, rules.colors, rules.repeats)
        if first <= code[0] < after and fits(code, guesses, parts, rules.part_table)
    ]
    found = list_consistent(rules, *turns_of(rules, guesses, parts), first, after, room, nodes)
    assert found.tolist() == keys_of(expected, bits_for(rules.colors)).tolist()


@settings(deadline=None)
@given(histories(), st.integers(0, 1000), st.integers(1, 50))
def test_first_consistent_code(drawn: tuple[loops.CodeRules, list[Code], list[int]], seed: int, nodes: int) -> None:
    rules, guesses, parts = drawn
    order = np.random.default_rng(seed).permuted(np.tile(np.arange(rules.colors), (rules.pegs, 1)), axis=1)
    in_order = [
        tuple(int(row[place]) for row, place in zip(order, places, strict=True))
        for places in every_code(rules.pegs, rules.colors, True)
    ]
    expected = [
        code
        for code in in_order
        if (rules.repeats or len(set(code)) == rules.pegs) and fits(code, guesses, parts, rules.part_table)
    ]
    found = first_consistent(rules, *turns_of(rules, guesses, parts), order, 100_000, nodes)
    assert found == (1, list(expected[0])) if expected else found == (0, [])


def test_a_search_counts_every_peg_it_sets() -> None:
    rules = loops.CodeRules(2, 3, True, np.arange(9).reshape(3, 3))
    order = np.tile(np.arange(3), (2, 1))
    guesses, parts = np.array([[2, 2]]), np.array([8])  # both pegs right: three colours are tried at each
    assert [first_consistent(rules, guesses, parts, order, limit, 1)[0] for limit in (1, 5, 6, 100)] == [-1, -1, 1, 1]
    impossible = np.array([5])  # one black of a total of two does not occur
    assert [first_consistent(rules, guesses, impossible, order, limit, 2)[0] for limit in (5, 6)] == [-1, 0]


@pytest.mark.parametrize(
    "text",
    [
        "p3c4",
        "p5c4",
        "p4c4 1122:1b0w",
        "p4c5 1123:1b1w",
        "p3c6n 123:1b0w",
        "p4c4-t 1234:2t",
        "p5c3 11122:2b1w",
        "p4c4 1122:1b1w 3344:1b1w",
        "p4c5 1212:1b1w 2121:1b1w",
        "p4c6n 1234:0b2w 2143:0b2w",
    ],
)
@pytest.mark.extended
def test_symmetric_guesses_share_a_key(text: str) -> None:
    position = Position.parse(text)
    game, maps = position.game, symmetry_maps(position)
    codes = naive.all_codes(game)
    rules = loops.CodeRules(game.pegs, game.colors, game.repeats, np.zeros((game.pegs + 1,) * 2, dtype=np.int64))
    keys = np.zeros(len(codes), dtype=np.uint64)
    loops.canonical_keys(keys_of(codes, bits_for(game.colors)), rules, maps, keys)
    lowest = naive.alike(position, codes)
    groups: dict[Code, set[int]] = {}
    for code, key in zip(codes, keys.tolist(), strict=True):
        groups.setdefault(lowest[code], set()).add(key)
    assert all(len(group) == 1 for group in groups.values())
    assert len(set(keys.tolist())) == len(groups)


@settings(deadline=None)
@given(st.data(), st.integers(1, 6), st.integers(1, 4), st.booleans())
def test_multisets(data: st.DataObject, pegs: int, colors: int, repeats: bool) -> None:
    most = pegs if repeats else 1
    turns = data.draw(st.integers(0, 3) | st.integers(8, 10))
    counts = st.lists(st.integers(0, pegs), min_size=colors, max_size=colors)
    copies = [data.draw(counts) for _ in range(turns)]
    secret = data.draw(counts)
    totals = [min(pegs, sum(map(min, row, secret))) for row in copies]
    room, nodes = data.draw(st.integers(1, 40)), data.draw(st.integers(1, 40))
    every = [count for count in product(range(min(pegs, most), -1, -1), repeat=colors) if sum(count) == pegs]
    expected = [
        count
        for count in every
        if all(sum(map(min, row, count)) == total for row, total in zip(copies, totals, strict=True))
    ]
    array = np.array(copies, dtype=np.int64).reshape(turns, colors)
    found, rows = list_multisets(pegs, most, array, np.array(totals, dtype=np.int64), room, 1_000_000, nodes)
    assert found == min(room, len(expected))
    assert [tuple(row) for row in rows.tolist()] == expected[:room]


def beginnings(pegs: int, most: int, copies: list[list[int]], totals: list[int], chosen: tuple[int, ...] = ()) -> int:
    """How many beginnings are looked at: those that leave no more pegs than fit, after one that can give all totals."""
    colors, rest, seen = len(copies[0]), pegs - sum(chosen), 0
    for count in range(min(rest, most), -1, -1):
        longer = (*chosen, count)
        if rest - count > (colors - len(longer)) * most:
            break
        seen += 1
        have = [sum(map(min, row, longer)) for row in copies]
        more = [min(rest - count, sum(row[len(longer) :])) for row in copies]
        reachable = all(a <= total <= a + b for a, b, total in zip(have, more, totals, strict=True))
        if reachable and len(longer) < colors:
            seen += beginnings(pegs, most, copies, totals, longer)
    return seen


@pytest.mark.parametrize("seed", range(20))
def test_a_search_for_multisets_counts_the_beginnings_it_looks_at(seed: int) -> None:
    rng = np.random.default_rng(seed)
    pegs, colors, turns = (int(number) for number in rng.integers((3, 2, 1), (8, 6, 12)))
    most = pegs if rng.random() < 0.7 else 2
    guesses = rng.integers(colors, size=(turns, pegs))
    copies = np.array([np.bincount(guess, minlength=colors) for guess in guesses])
    totals = np.minimum(copies, np.bincount(guesses[0], minlength=colors)).sum(axis=1)
    search = loops.search_multisets(pegs, most, copies, totals)
    visited, done = 0, False
    while not done:
        _, nodes, done = loops.next_multisets(search, np.zeros((4, colors), dtype=np.int64), 7)
        visited += nodes
    assert visited == beginnings(pegs, most, copies.tolist(), totals.tolist())


def counted_exactly(pegs: int, colors: int, repeats: bool, turns: loops.TurnCounts, work: int) -> list[list[int]]:
    """The codes that give all counts shown, by trying every code; a guess whose black is hidden is not the secret."""
    columns = (turns.black.tolist(), turns.total.tolist(), turns.white.tolist())
    shown = list(zip(map(tuple, turns.guesses.tolist()), *columns, strict=True))

    def gives(code: Code, guess: Code, black: int, total: int, white: int) -> bool:
        blacks, totals = reply(code, guess)
        is_right = all(a in (-1, b) for a, b in ((black, blacks), (total, totals), (white, totals - blacks)))
        return is_right and (black >= 0 or blacks < pegs)

    codes = every_code(pegs, colors, repeats)
    return [list(code) for code in codes if all(gives(code, *turn) for turn in shown)]


@pytest.mark.parametrize("seed", extent.few(range(60, 160)))
def test_an_exact_search_finds_every_consistent_code(seed: int) -> None:
    arguments = exact_arguments(np.random.default_rng([seed, 7]))
    assert find_exactly(*arguments) == counted_exactly(*arguments)


EULER = """
5616185650518293:2b 3847439647293047:1b 5855462940810587:3b 9742855507068353:3b 4296849643607543:3b
3174248439465858:1b 4513559094146117:2b 7890971548908067:3b 8157356344118483:1b 2615250744386899:2b
8690095851526254:3b 6375711915077050:1b 6913859173121360:1b 6442889055042768:2b 2321386104303845:0b
2326509471271448:2b 5251583379644322:2b 1748270476758276:3b 4895722652190306:1b 3041631117224635:3b
1841236454324589:3b 2659862637316867:2b
"""
"""Project Euler 185: clues of one unique code of 16 digits; 2b is two digits in their places."""


@pytest.mark.parametrize("work", [300_000, 50_000_000])
def test_an_exact_search_that_learns_and_forgets(work: int) -> None:
    """A search of 17,000 conflicts, which restarts and forgets learned clauses, comes to the right end."""
    clues = [clue.split(":") for clue in EULER.split()]
    guesses = np.array([[int(digit) for digit in guess] for guess, _ in clues])
    black, hidden = np.array([int(shown[:-1]) for _, shown in clues]), np.full(len(clues), -1)
    found = find_exactly(16, 10, True, loops.TurnCounts(guesses, black, hidden, hidden), work)
    assert ["".join(map(str, code)) for code in found] == ["4640261571849533"]


RULES = loops.CodeRules(2, 3, True, np.zeros((3, 3), dtype=np.int64))
NO_ORDER = np.empty((0, 0), dtype=np.int64)
SIDES = np.array([0, 1])


def ints(*values: int) -> Ints:
    return np.array(values, dtype=np.int64)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: loops.enumerate_guesses(2, 2, True, ints(0, 1), ints(0), ints(-1, 0)), "one entry a column"),
        (lambda: loops.enumerate_guesses(2, 2, True, ints(0), ints(3), ints(-1, 0)), "0, 1 or 2"),
        (lambda: loops.enumerate_guesses(2, 2, True, ints(0), ints(0), ints(-1, 1)), "an earlier peg"),
        (lambda: loops.enumerate_guesses(2, 2, True, ints(0), ints(0), ints(-1)), "one entry a peg"),
        (lambda: loops.enumerate_guesses(0, 2, True, ints(0), ints(0), ints()), "at least 1"),
        (lambda: loops.enumerate_guesses(2, 64, True, ints(0), ints(0), ints(-1, 0)), "0 to 63"),
        (lambda: search(ints(0, 1).reshape(1, 2), ints(0, 0)), "one entry a turn"),
        (lambda: search(ints(0, 3).reshape(1, 2), ints(0)), "no such color"),
        (lambda: search(ints(0, -1).reshape(1, 2), ints(0)), "no such color"),
        (lambda: search(ints(0, 1).reshape(1, 2), ints(0), after=4), "first and after"),
        (lambda: search(ints(0, 1).reshape(1, 2), ints(0), order=np.zeros((2, 2), np.int64)), "order has shape"),
        (lambda: search(ints(0, 1).reshape(1, 2), ints(0), order=np.full((2, 3), 3)), "no such color"),
        (lambda: symmetries(ints(0, 3).reshape(1, 2), ints(0)), "no such color"),
        (lambda: symmetries(ints(0, 1, 1).reshape(1, 3), ints(0)), "one column a peg"),
        (lambda: symmetries(ints(0, 1).reshape(1, 2), ints(0, 0)), "one entry a turn"),
        (lambda: canonical(ints(0, 2)), "no such class"),
        (lambda: canonical(classes=ints(0, 0)), "permutes"),
        (lambda: canonical(colors=ints(0, 1, 3)), "no such color"),
        (lambda: canonical(colors=ints(0, -1, -1)), "every color"),
        (lambda: canonical(unplayed=ints(3)), "no such color"),
        (lambda: canonical(key=15), "does not have"),
        (lambda: exact(guess=ints(0, 3)), "no such color"),
        (lambda: exact(guess=ints(0, 1, 2)), "guesses has shape"),
        (lambda: exact(black=ints(3)), "of pegs, or -1"),
        (lambda: exact(white=ints(0, 0)), "one entry a turn"),
        (lambda: exact(pegs=0, guess=ints()), "at least one peg"),
        (lambda: exact(colors=100_000), "at most 100,000"),
        (lambda: loops.search_exactly(exact(), 9, np.zeros((1, 3), dtype=np.int64)), "out has shape"),
        (lambda: loops.search_multisets(2, 2, ints(1, 1).reshape(1, 2), ints(1, 2)), "one entry a turn"),
        (lambda: loops.search_multisets(2, 2, ints(1, 1).reshape(1, 2), ints(3)), "of pegs"),
        (lambda: loops.search_multisets(2, 2, ints(1, -1).reshape(1, 2), ints(1)), "not negative"),
        (
            lambda: loops.parts_of(np.zeros(1, np.uint64), 0, loops.CodeRules(2, 3, True, NO_ORDER), ints(0)),
            "part_table",
        ),
        (lambda: loops.parts_of(np.zeros(1, np.uint64), 0, rules_of(0, 3), ints(0)), "at least 1"),
        (lambda: loops.parts_of(np.zeros(1, np.uint64), 0, rules_of(33, 3), ints(0)), "64 bits"),
    ],
)
def test_wrong_values_are_refused(call: Callable[[], Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()


def exact(
    pegs: int = 2, colors: int = 3, guess: Ints | None = None, black: Ints | None = None, white: Ints | None = None
) -> loops.ExactSearch:
    hidden = ints(-1)
    guesses = (ints(0, 1) if guess is None else guess).reshape(1, -1)
    turns = loops.TurnCounts(guesses, hidden if black is None else black, hidden, hidden if white is None else white)
    return loops.start_exact_search(pegs, colors, True, turns)


def rules_of(pegs: int, colors: int) -> loops.CodeRules:
    return loops.CodeRules(pegs, colors, True, np.zeros((pegs + 1, pegs + 1), dtype=np.int64))


def search(guesses: Ints, parts: Ints, after: int = 3, order: Ints = NO_ORDER) -> loops.ConsistentCodes:
    return loops.search_consistent_codes(RULES, guesses, parts, 0, after, order)


def symmetries(guesses: Ints, same: Ints) -> loops.HistorySymmetry:
    return loops.find_symmetries(RULES, guesses, same)


def canonical(
    class_of: Ints = SIDES,
    classes: Ints = SIDES,
    colors: Ints | None = None,
    unplayed: Ints | None = None,
    key: int = 1,
) -> None:
    color_map = ints(0, 1, -1) if colors is None else colors
    names = ints(2) if unplayed is None else unplayed
    maps = loops.SymmetryMaps(class_of, classes.reshape(1, -1), color_map.reshape(1, -1), names)
    loops.canonical_keys(np.array([key], np.uint64), RULES, maps, np.zeros(1, np.uint64))


@pytest.mark.parametrize("rules", ["p100c1", "p1c300", "p20c2", "p5c5n"])
def test_games_of_unusual_shape(rules: str) -> None:
    game = Game.parse(rules)
    table = np.arange((game.pegs + 1) ** 2).reshape(game.pegs + 1, game.pegs + 1)
    code = tuple(range(game.pegs)) if not game.repeats else tuple(peg % game.colors for peg in range(game.pegs))
    out = np.zeros(1, dtype=np.int64)
    bits = bits_for(game.colors)
    loops.parts_of(keys_of([code], bits), key_of(code, bits), loops.CodeRules(game.pegs, game.colors, True, table), out)
    assert out.tolist() == [(game.pegs + 1) ** 2 - 1]
