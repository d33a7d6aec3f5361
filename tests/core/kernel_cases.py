"""Cases of the loops over packed codes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from codepegs.codes import CodeSpace
from codepegs.core import loops
from codepegs.game.parts import part_table
from codepegs.game.reply import View
from codepegs.game.rules import Game
from tests.kernels import Case

Ints = NDArray[np.int64]
Keys = NDArray[np.uint64]

LARGEST = 3_000
"""Codes of the largest game drawn."""


def draw_game(rng: np.random.Generator) -> Game:
    """A game of any view, with or without repeats; the rare shapes are as likely as the others."""
    while True:
        pegs, colors = int(rng.integers(1, 9)), int(rng.integers(1, 13))
        repeats = bool(rng.random() < 0.6)
        if not repeats and pegs > colors:
            continue
        game = Game(pegs, colors, repeats=repeats, view=list(View)[rng.integers(4)])
        if game.size <= LARGEST:
            return game


def rules_of(game: Game) -> loops.CodeRules:
    return loops.CodeRules(game.pegs, game.colors, game.repeats, part_table(game).part_of)


def draw_code(game: Game, rng: np.random.Generator) -> Ints:
    return rng.choice(game.colors, game.pegs, replace=game.repeats).astype(np.int64)


def draw_keys(game: Game, rng: np.random.Generator, most: int = 200) -> Keys:
    layout = CodeSpace.of(game)
    count = int(rng.integers(0, most)) if rng.random() < 0.8 else int(rng.integers(0, 4))
    return np.array([layout.encode(draw_code(game, rng).tolist()) for _ in range(count)], dtype=np.uint64)


def draw_turns(game: Game, rng: np.random.Generator) -> tuple[Ints, Ints]:
    """The guesses of some turns and the parts that stand for the replies, which one in four times contradict."""
    turns = int(rng.integers(0, 4)) if rng.random() < 0.8 else int(rng.integers(4, 20))
    secret = draw_code(game, rng)
    guesses = np.array([draw_code(game, rng) for _ in range(turns)], dtype=np.int64).reshape(turns, game.pegs)
    table = part_table(game)
    parts = [table.number(game.reply(tuple(guess.tolist()), tuple(secret.tolist()))) for guess in guesses]
    if turns and rng.random() < 0.25:
        parts[int(rng.integers(turns))] = int(rng.integers(len(table)))
    return guesses, np.array(parts, dtype=np.int64)


def parts_arguments(rng: np.random.Generator) -> tuple[Any, ...]:
    game = draw_game(rng)
    keys = draw_keys(game, rng)
    guess = CodeSpace.of(game).encode(draw_code(game, rng).tolist())
    return keys, guess, rules_of(game), np.full(len(keys), -7, dtype=np.int64)


def split_arguments(rng: np.random.Generator) -> tuple[Any, ...]:
    keys, guess, rules, _ = parts_arguments(rng)
    return keys, guess, rules, np.full(int(rules.part_table.max()) + 1, -7, dtype=np.int64)


def canonical_arguments(rng: np.random.Generator) -> tuple[Any, ...]:
    """Any classes of positions and any maps of them, of which those of a history are a few."""
    game = draw_game(rng)
    classes = int(rng.integers(1, game.pegs + 1))
    class_of = rng.integers(classes, size=game.pegs)
    maps = int(rng.integers(1, 6))
    class_maps = rng.permuted(np.tile(np.arange(classes), (maps, 1)), axis=1)
    played = rng.permutation(game.colors)[: int(rng.integers(game.colors + 1))]
    color_maps = np.full((maps, game.colors), -1, dtype=np.int64)
    for row in color_maps:
        row[played] = rng.permutation(played)
    unplayed = np.setdiff1d(np.arange(game.colors), played)
    symmetry = loops.SymmetryMaps(class_of, class_maps, color_maps, unplayed)
    keys = draw_keys(game, rng)
    return keys, rules_of(game), symmetry, np.zeros(len(keys), dtype=np.uint64)


def guess_arguments(rng: np.random.Generator) -> tuple[Any, ...]:
    game = draw_game(rng)
    columns = np.sort(rng.choice(game.colors, int(rng.integers(1, game.colors + 1)), replace=False))
    column_class = rng.integers(3, size=len(columns))
    twin_before = np.full(game.pegs, -1, dtype=np.int64)
    for peg in range(1, game.pegs):
        if rng.random() < 0.4:
            twin_before[peg] = rng.integers(peg)
    bits = CodeSpace.of(game).bits
    room, nodes = int(rng.integers(1, 500)), int(rng.integers(1, 200))
    return game.pegs, bits, game.repeats, columns, column_class, twin_before, room, nodes


def list_guesses(
    pegs: int, bits: int, repeats: bool, color_of: Ints, column_class: Ints, twin_before: Ints, room: int, nodes: int
) -> Keys:
    """All guesses, in steps of so many nodes and keys."""
    guesses = loops.enumerate_guesses(pegs, bits, repeats, color_of, column_class, twin_before)
    found: list[Keys] = []
    done = False
    while not done:
        block = np.zeros(room, dtype=np.uint64)
        count, done = loops.next_guesses(guesses, block, nodes)
        found.append(block[:count])
    return np.concatenate(found)


def consistent_arguments(rng: np.random.Generator) -> tuple[Any, ...]:
    game = draw_game(rng)
    guesses, parts = draw_turns(game, rng)
    first, after = sorted(rng.integers(game.colors + 1, size=2).tolist()) if rng.random() < 0.5 else (0, game.colors)
    return rules_of(game), guesses, parts, first, after, int(rng.integers(1, 50)), int(rng.integers(1, 2_000))


def list_consistent(
    rules: loops.CodeRules, guesses: Ints, parts: Ints, first: int, after: int, room: int, nodes: int
) -> Keys:
    """All codes that fit, in steps of so many nodes and keys."""
    codes = loops.search_consistent_codes(rules, guesses, parts, first, after, np.empty((0, 0), dtype=np.int64))
    found: list[Keys] = []
    done = False
    while not done:
        block = np.zeros(room, dtype=np.uint64)
        count, done = loops.next_consistent_keys(codes, block, nodes)
        found.append(block[:count])
    return np.concatenate(found)


def first_arguments(rng: np.random.Generator) -> tuple[Any, ...]:
    """Also games whose codes do not fit a key."""
    if rng.random() < 0.5:
        game = draw_game(rng)
    else:
        game = Game(int(rng.integers(10, 40)), int(rng.integers(40, 300)), repeats=bool(rng.random() < 0.5))
    guesses, parts = draw_turns(game, rng)
    order = rng.permuted(np.tile(np.arange(game.colors), (game.pegs, 1)), axis=1)
    limit = int(rng.integers(1, 3_000)) if rng.random() < 0.5 else 20_000
    return rules_of(game), guesses, parts, order, limit, int(rng.integers(1, 5_000))


def first_consistent(
    rules: loops.CodeRules, guesses: Ints, parts: Ints, order: Ints, limit: int, nodes: int
) -> tuple[int, list[int]]:
    """1 and the first code found, 0 if there is none, or -1 after `limit` nodes."""
    codes = loops.search_consistent_codes(rules, guesses, parts, 0, rules.colors, order)
    code = np.zeros(rules.pegs, dtype=np.int64)
    while True:
        step = min(nodes, limit)
        found, done = loops.next_consistent_code(codes, code, step)
        if found or done:
            return int(found), code.tolist() if found else []
        limit -= step
        if limit == 0:
            return -1, []


def multiset_arguments(rng: np.random.Generator) -> tuple[Any, ...]:
    game = draw_game(rng) if rng.random() < 0.7 else Game(12, 20)
    guesses, _ = draw_turns(game, rng)
    secret = np.bincount(draw_code(game, rng), minlength=game.colors)
    copies = np.array([np.bincount(guess, minlength=game.colors) for guess in guesses], dtype=np.int64)
    copies = copies.reshape(len(guesses), game.colors)
    totals = np.minimum(copies, secret).sum(axis=1)
    most = game.pegs if game.repeats else 1
    return game.pegs, most, copies, totals, int(rng.integers(1, 20)), int(rng.integers(1, 20_000)), 700


def list_multisets(
    pegs: int, most_of_a_color: int, copies: Ints, totals: Ints, room: int, limit: int, nodes: int
) -> tuple[int, Ints]:
    """How many multisets there are, up to `room`, or -1 after `limit` nodes; and those found."""
    search = loops.search_multisets(pegs, most_of_a_color, copies, totals)
    out = np.zeros((room, copies.shape[1]), dtype=np.int64)
    found, done = 0, False
    while not done and found < room:
        if limit == 0:
            return -1, out[:found]
        more, visited, done = loops.next_multisets(search, out[found:], min(nodes, limit))
        found += more
        limit -= visited
    return found, out[:found]


def exact_arguments(rng: np.random.Generator) -> tuple[Any, ...]:
    """Counts as any view shows them, also those that no view shows together; one in four times they contradict."""
    game = draw_game(rng)
    guesses, _ = draw_turns(game, rng)
    secret = draw_code(game, rng)
    black = (guesses == secret).sum(axis=1)
    held = np.bincount(secret, minlength=game.colors)
    copies = [np.bincount(guess, minlength=game.colors) for guess in guesses]
    total = np.array([np.minimum(held, row).sum() for row in copies], dtype=np.int64)
    counts = np.array([black, total, total - black])
    if len(guesses) and rng.random() < 0.25:
        counts[rng.integers(3), rng.integers(len(guesses))] = rng.integers(game.pegs + 1)
    shown = np.where(rng.random((3, len(guesses))) < 0.6, counts, -1)
    turns = loops.TurnCounts(guesses, shown[0], shown[1], shown[2])
    return game.pegs, game.colors, game.repeats, turns, int(rng.integers(1, 2_000))


def find_exactly(pegs: int, colors: int, repeats: bool, turns: loops.TurnCounts, work: int) -> list[list[int]]:
    """All consistent codes, ascending, in steps of so many units of work."""
    search = loops.start_exact_search(pegs, colors, repeats, turns)
    out = np.zeros((LARGEST + 1, pegs), dtype=np.int64)
    found, complete = 0, False
    while not complete:
        found, _, complete = loops.search_exactly(search, work, out)
    codes: list[list[int]] = out[:found].tolist()
    return sorted(codes)


CASES = [
    Case("parts_of", loops.parts_of, parts_arguments),
    Case("split_keys", loops.split_keys, split_arguments),
    Case("canonical_keys", loops.canonical_keys, canonical_arguments, seeds=60),
    Case("list_guesses", list_guesses, guess_arguments, seeds=60),
    Case("list_consistent", list_consistent, consistent_arguments, seeds=60),
    Case("first_consistent", first_consistent, first_arguments, seeds=60),
    Case("list_multisets", list_multisets, multiset_arguments, seeds=60),
    Case("find_exactly", find_exactly, exact_arguments, seeds=60),
]
