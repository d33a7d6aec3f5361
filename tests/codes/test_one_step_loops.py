"""The loops of one-step search against plain Python that scores every code of the game."""

from __future__ import annotations

from collections import defaultdict
from itertools import islice, product
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from codepegs.codes import CodeSpace
from codepegs.codes.guess_search import ABSENT, MOST_COLUMNS, MOST_MEMBERS, NEVER, WORD_BITS, first_plays, log_table
from codepegs.core import loops
from codepegs.core.loops import CodeRules
from codepegs.game import Position
from codepegs.game.parts import code_rules, part_cells
from codepegs.game.rules import Game
from tests import extent
from tests.codes import kernel_cases as cases

Ints = NDArray[np.int64]
Keys = NDArray[np.uint64]

WORST_PART, SUM_OF_SQUARES, NEGATIVE_ENTROPY, FEWEST_PARTS = range(4)
NO_BREAK, ONE_BREAK, TWO_BREAKS, ANY_BREAKS, SUM_OF_TABLE = range(4, 9)


def codes_of(keys: Keys, rules: CodeRules) -> Ints:
    """The codes of some keys, shape (m, pegs)."""
    bits = max(1, (rules.colors - 1).bit_length())
    shifts = [np.uint64(bits * peg) for peg in reversed(range(rules.pegs))]
    return np.stack([(keys >> shift) & np.uint64((1 << bits) - 1) for shift in shifts], axis=1).astype(np.int64)


def key_of(code: Any, rules: CodeRules) -> int:
    bits = max(1, (rules.colors - 1).bit_length())
    key = 0
    for color in code:
        key = key << bits | int(color)
    return key


def part_sizes(guesses: Ints, codes: Ints, rules: CodeRules) -> Ints:
    """How many codes give each reply to each guess, shape (guesses, parts)."""
    parts = int(rules.part_table.max()) + 1
    held = np.stack([(codes == color).sum(axis=1) for color in range(rules.colors)])
    sizes = np.zeros((len(guesses), parts), dtype=np.int64)
    for n, guess in enumerate(guesses):
        black = (codes == guess).sum(axis=1)
        total = sum(np.minimum(held[color], (guess == color).sum()) for color in set(guess.tolist()))
        sizes[n] = np.bincount(rules.part_table[black, total], minlength=parts)
    return sizes


def scores(sizes: Ints, objective: int, table: Keys) -> list[int]:
    """What an objective makes of each row of part sizes; bounds leave out the number of parts."""
    entries = [int(entry) for entry in table]
    made = []
    for row in sizes.tolist():
        parts = [size for size in row if size]
        if objective == WORST_PART:
            made.append(max(parts))
        elif objective == SUM_OF_SQUARES:
            made.append(sum(size * size for size in parts))
        elif objective == FEWEST_PARTS:
            made.append(len(row) - len(parts))
        elif objective in (NEGATIVE_ENTROPY, SUM_OF_TABLE):
            made.append(sum(entries[size] for size in parts))
        elif objective == ANY_BREAKS:
            made.append(sum(entries[size] - (1 << 32) for size in parts))
        else:  # the cost of a full tree is two a code less one a part, and more where parts pass the breaks
            past = [entries[0]] if objective == ONE_BREAK else entries[:2] if objective == TWO_BREAKS else []
            made.append(2 * sum(parts) - len(parts) + sum(max(0, size - at) for size in parts for at in past))
    return made


def guesses_that_differ(
    codes: Ints, depth: int, first: Ints, rules: CodeRules, *, by_place: bool, barred: Keys | None = None
) -> list[tuple[int, ...]]:
    """The guesses that are scored, ascending.

    Colours that no code holds come in ascending order of first appearance, and so do colours never played; a guess has
    only the lowest of the former. `by_place`: so do two colours at two pegs where no code has either.
    """
    held = {int(color) for color in codes.ravel()}
    fresh = [color for color in range(rules.colors) if color in held and first[color] >= depth]
    absent = [color for color in range(rules.colors) if color not in held]
    absent = absent[: 1 if rules.repeats else rules.pegs]
    columns = sorted(held | set(absent))
    at_peg = [{int(color) for color in codes[:, peg]} for peg in range(rules.pegs)]
    shut = [
        {color for n, color in enumerate(columns) if barred is not None and int(barred[peg]) >> n & 1}
        for peg in range(rules.pegs)
    ]

    def is_lowest(guess: tuple[int, ...]) -> bool:
        if not rules.repeats and len(set(guess)) < rules.pegs:
            return False
        if any(color in shut[peg] for peg, color in enumerate(guess)):
            return False
        for alike in (fresh, absent):
            order = [color for color in dict.fromkeys(guess) if color in alike]
            if order != alike[: len(order)]:
                return False
        return not by_place or all(
            guess[i] <= guess[j]
            for j in range(rules.pegs)
            for i in range(j)
            if not {guess[i], guess[j]} & (at_peg[i] | at_peg[j])
        )

    return [guess for guess in product(columns, repeat=rules.pegs) if is_lowest(guess)]


class Choice(NamedTuple):
    """What a search is expected to find."""

    key: int
    guess: int
    scored: int


def choose(codes: Ints, depth: int, first: Ints, rules: CodeRules, options: loops.OneStepOptions) -> Choice:
    """The best guess: the least score, then a candidate, then the lowest."""
    size, columns = len(codes), sorted(guesses_columns(codes, rules, options.candidates_only))
    is_small = size <= MOST_MEMBERS and len(columns) <= MOST_COLUMNS
    members = {tuple(code) for code in codes.tolist()}
    scored = 0
    floor = 0 if is_small else -1
    if is_small and size <= len(set(rules.part_table.ravel().tolist()) - {-1}):
        floor = 2 * best_score(size, rules, options) + 1
    best = (1 << 64, ())
    if options.candidates_only or (is_small and size <= WORD_BITS):
        scored += size
        sizes = part_sizes(codes, codes, rules)
        best = min(
            (2 * score, tuple(code))
            for score, code in zip(scores(sizes, options.objective, options.table), codes.tolist(), strict=True)
        )
        if options.candidates_only or best[0] <= floor:
            return Choice(best[0], key_of(best[1], rules), scored)
    guesses = guesses_that_differ(codes, depth, first, rules, by_place=is_small)
    sizes = part_sizes(np.array(guesses), codes, rules)
    keys = [2 * score for score in scores(sizes, options.objective, options.table)]
    keys = [key + (guess not in members) for key, guess in zip(keys, guesses, strict=True)]
    return first_of(best, keys, guesses, columns, floor, rules, scored)


def first_of(
    best: tuple[int, Any],
    keys: list[int],
    guesses: list[tuple[int, ...]],
    columns: list[int],
    floor: int,
    rules: CodeRules,
    scored: int,
) -> Choice:
    """The first guess with the least key; the search ends with the guess that reaches the floor.

    Guesses that differ only in the last peg are counted as scored together, and compared eight columns at a time.
    """
    groups: dict[tuple[int, ...], dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for n, guess in enumerate(guesses):
        groups[guess[:-1]][columns.index(guess[-1]) // 8].append(n)
    for blocks in groups.values():
        scored += sum(map(len, blocks.values()))
        for numbers in blocks.values():
            least = min(numbers, key=lambda n: keys[n])
            if keys[least] < best[0]:
                best = keys[least], guesses[least]
                if best[0] <= floor:
                    return Choice(best[0], key_of(best[1], rules), scored)
    return Choice(best[0], key_of(best[1], rules), scored)


def guesses_columns(codes: Ints, rules: CodeRules, candidates_only: bool) -> set[int]:
    held = {int(color) for color in codes.ravel()}
    absent = [color for color in range(rules.colors) if color not in held]
    return held | set([] if candidates_only else absent[: 1 if rules.repeats else rules.pegs])


def best_score(size: int, rules: CodeRules, options: loops.OneStepOptions) -> int:
    """The score of a guess that makes as many parts as there are codes."""
    parts = int(rules.part_table.max()) + 1
    row = np.array([[1] * size + [0] * (parts - size)])
    return scores(row, options.objective, options.table)[0]


def draws(arguments: Any, count: int, most_work: int = 60_000) -> list[tuple[Any, ...]]:
    """Arguments of another stream than that of the recorded cases, without those that take Python long."""

    def is_fair(drawn: tuple[Any, ...]) -> bool:
        rules = next(value for value in drawn if isinstance(value, CodeRules))
        return bool(rules.colors**rules.pegs <= most_work)

    made = (arguments(np.random.default_rng([seed, 99])) for seed in range(3 * count))
    return list(islice(filter(is_fair, made), count))


@pytest.mark.parametrize("arguments", draws(cases.count_arguments, 25))
def test_part_sizes_are_those_of_counting_replies(arguments: Any) -> None:
    guesses, start, stop, rules, planes, cells, out = arguments
    keys = members_of(planes, rules)
    expected = out + part_sizes(codes_of(guesses[start:stop], rules), keys, rules)
    loops.count_parts(guesses, start, stop, rules, planes, cells, out)
    assert out.tolist() == expected.tolist()


def members_of(planes: loops.SetPlanes, rules: CodeRules) -> Ints:
    """The codes of a set, read from its planes; colours without planes become one that no guess has."""
    color_of = {int(column): color for color, column in enumerate(planes.column_of) if column != ABSENT}
    codes = []
    for word, bits in enumerate(planes.members):
        for bit in range(64):
            if not int(bits) >> bit & 1:
                continue
            held = planes.place[:, :, word] >> np.uint64(bit) & np.uint64(1)
            codes.append([color_of[int(row.argmax())] if row.any() else -1 for row in held])
    return np.array(codes, dtype=np.int64).reshape(-1, rules.pegs)


@pytest.mark.parametrize("arguments", draws(cases.best_arguments, 25))
def test_best_guess_of_a_range(arguments: Any) -> None:
    guesses, start, stop, rules, planes, cells, objective, table, out = arguments
    if objective == NEGATIVE_ENTROPY and len(table) <= cases.LARGEST:
        table = log_table(cases.LARGEST)
    sizes = part_sizes(codes_of(guesses[start:stop], rules), members_of(planes, rules), rules)
    keys = [2 * score for score in scores(sizes, objective, table)]
    keys = [key + (row[-1] == 0) for key, row in zip(keys, sizes.tolist(), strict=True)]
    best, at = loops.best_in_range(guesses, start, stop, rules, planes, cells, objective, table, out)
    if keys:
        assert (best, at) == (min(keys), start + keys.index(min(keys)))
    if len(out):
        assert out[start:stop].tolist() == keys
        assert not out[:start].any()
        assert not out[stop:].any()


@pytest.mark.parametrize("arguments", draws(cases.fill_arguments, 15))
def test_planes_hold_the_colours_of_the_codes(arguments: Any) -> None:
    keys, first, after, rules, planes = arguments
    loops.fill_planes(*arguments)
    for number, code in enumerate(codes_of(keys, rules).tolist()):
        word, bit = divmod(number, 64)
        here = first <= word < after
        assert (int(planes.members[word]) >> bit & 1) == here
        for color, column in enumerate(planes.column_of.tolist()):
            if column == ABSENT:
                continue
            for peg in range(rules.pegs):
                assert (int(planes.place[peg, column, word]) >> bit & 1) == (here and code[peg] == color)
                assert (int(planes.copies[peg, column, word]) >> bit & 1) == (here and code.count(color) > peg)


@pytest.mark.parametrize("arguments", draws(cases.choose_arguments, 50))
def test_choice_is_the_first_of_the_best(arguments: Any) -> None:
    keys, depth, first, rules, cells, options, units = arguments
    expected = choose(codes_of(keys, rules), depth, first, rules, options)
    assert cases.choose(keys, depth, first, rules, cells, options, units) == (expected.guess, expected.scored)


@pytest.mark.parametrize("arguments", draws(cases.bound_arguments, 80))
def test_bounds_of_all_guesses(arguments: Any) -> None:
    keys, depth, first, barred, rules, _, scoring = arguments
    codes = codes_of(keys, rules)
    members = {tuple(code) for code in codes.tolist()}
    guesses = guesses_that_differ(codes, depth, first, rules, by_place=True, barred=barred)
    sizes = part_sizes(np.array(guesses, dtype=np.int64).reshape(-1, rules.pegs), codes, rules)
    is_bound = scoring.objective >= NO_BREAK
    values = scores(sizes, scoring.objective, scoring.table)
    won = [row[-1] > 0 for row in sizes.tolist()]
    if is_bound:
        values = [value + (0 if wins else scoring.unwon) for value, wins in zip(values, won, strict=True)]
    else:
        values = [2 * value + (not wins) for value, wins in zip(values, won, strict=True)]
    assert all((guess in members) >= wins for guess, wins in zip(guesses, won, strict=True))

    floor = -1 if is_bound and scoring.limit else scoring.floor
    columns = sorted(guesses_columns(codes, rules, candidates_only=False))
    expected = first_of((scoring.incumbent, [0] * rules.pegs), values, guesses, columns, floor, rules, 0)
    found = loops.bound_guesses(*arguments)
    assert found[:3] == expected
    if expected.key <= floor and expected.key < scoring.incumbent:
        assert found[3:] == (0, 0, 0)
        return
    kept = [
        (value, key_of(guess, rules)) for value, guess in zip(values, guesses, strict=True) if value < scoring.limit
    ]
    room = min(len(kept), len(scoring.kept_keys))
    assert found[3] == len(kept)
    assert (
        list(zip(scoring.kept_keys[:room].tolist(), scoring.kept_guesses[:room].tolist(), strict=True)) == kept[:room]
    )
    made = [0, 0]
    if is_bound and scoring.objective != SUM_OF_TABLE:
        for row, wins in zip(sizes, won, strict=True):
            made[0 if wins else 1] = max(made[0 if wins else 1], int(np.count_nonzero(row)))
    assert found[4:] == tuple(made)


def walk(
    codes: Ints, depth: int, first: Ints, rules: CodeRules, options: loops.OneStepOptions
) -> tuple[dict[int, int], Ints, list[tuple[int, int, int]]]:
    """A whole strategy: codes by number of guesses, work, and the nodes as (guess, parent, part)."""
    histogram: dict[int, int] = defaultdict(int)
    work = np.zeros(3, dtype=np.int64)
    nodes: list[tuple[int, int, int]] = []

    def visit(left: Ints, made: int, first: Ints, parent: int, part: int) -> None:
        if len(left) <= 2 or len(left) > options.searched_most:
            guess = left[0]
        else:
            choice = choose(left, made, first, rules, options)
            guess = codes_of(np.array([choice.guess], np.uint64), rules)[0]
            work[:] += 1, choice.scored, choice.scored * len(left)
        node = len(nodes)
        nodes.append((key_of(guess, rules), parent, part))
        now = first.copy()
        for color in guess:
            now[color] = min(now[color], made)
        parts: dict[int, list[Any]] = defaultdict(list)
        for code in left:
            parts[int(part_sizes(guess[None], code[None], rules)[0].argmax())].append(code)
        win = int(rules.part_table.max())
        if win in parts:
            histogram[made + 1] += len(parts.pop(win))
        for number, members in sorted(parts.items()):
            visit(np.array(members), made + 1, now, node, number)

    visit(codes, depth, np.where(first >= depth, NEVER, first), -1, -1)
    return histogram, work, nodes


@pytest.mark.parametrize("arguments", draws(cases.walk_arguments, extent.of(25, 8), most_work=1_000))
def test_walk_plays_the_choice_at_every_set(arguments: Any) -> None:
    keys, depth, first, rules, cells, options, out, units = arguments
    histogram, work, nodes = walk(codes_of(keys, rules), depth, first, rules, options)
    before, counted = out.histogram.copy(), out.work.copy()
    assert cases.walk(keys, depth, first, rules, cells, options, out, units) == len(nodes)
    assert {n: int(c) for n, c in enumerate(out.histogram - before) if c} == dict(histogram)
    assert (out.work - counted).tolist() == work.tolist()
    if len(out.guesses):
        written = zip(out.guesses.tolist(), out.parents.tolist(), out.parts.tolist(), strict=True)
        assert [row for _, row in zip(nodes, written, strict=False)] == nodes


@pytest.mark.parametrize("objective", extent.of(range(4), [NEGATIVE_ENTROPY]))
@pytest.mark.parametrize(
    ("text", "every"),
    extent.of(
        [("p4c6", 1), ("p3c9", 1), ("p5c4", 1), ("p4c7n", 1), ("p4c6", 2), ("p4c6 1123:0b1w", 1)],
        [("p3c9", 1), ("p5c4", 1), ("p4c6", 3), ("p4c6 1123:0b1w", 1)],
    ),
)
def test_walk_of_candidates_lists_one_of_each_orbit(text: str, every: int, objective: int) -> None:
    """Sets above those compared in bytes: of a whole game, of every second or third code, and after a turn."""
    position = Position.parse(text)
    game, depth = position.game, len(position.turns)
    keys = np.ascontiguousarray(CodeSpace.of(game).consistent(position.turns)[every // 2 :: every])
    first = first_plays(game, [turn.guess for turn in position.turns])
    rules, cells = code_rules(game), part_cells(game)
    options = loops.OneStepOptions(objective, True, 1 << 25, log_table(max(len(keys), MOST_MEMBERS)))
    histogram, work, nodes = walk(codes_of(keys, rules), depth, first, rules, options)
    assert len(keys) > 200
    for room in (0, len(nodes)):
        out = loops.WalkOutput(
            np.zeros(30, np.int64),
            np.zeros(3, np.int64),
            np.zeros(room, np.uint64),
            np.zeros(room, np.int64),
            np.zeros(room, np.int64),
        )
        assert cases.walk(keys, depth, first, rules, cells, options, out, 1 << 40) == len(nodes)
        assert {n: int(count) for n, count in enumerate(out.histogram) if count} == dict(histogram)
        assert out.work.tolist() == work.tolist()
        written = zip(out.guesses.tolist(), out.parents.tolist(), out.parts.tolist(), strict=True)
        assert list(written) == nodes[:room]


def test_a_set_that_fills_no_word() -> None:
    """Sizes about the limits of one word, two words and of all words."""
    game = Game(4, 6)
    everything = CodeSpace.of(game).secrets()
    rules, cells = code_rules(game), part_cells(game)
    for size in extent.of((1, 2, 63, 64, 65, 127, 128, 129, 511, 512, 513, 1024, 1025), (1, 63, 64, 65, 128, 513)):
        keys = everything[100 : 100 + size].copy()
        for objective in range(4):
            options = loops.OneStepOptions(objective, False, 1 << 25, log_table(size))
            if len(options.table) <= MOST_MEMBERS:
                options = loops.OneStepOptions(objective, False, 1 << 25, log_table(MOST_MEMBERS))
            first = np.zeros(game.colors, np.int64)
            expected = choose(codes_of(keys, rules), 1, first, rules, options)
            found = cases.choose(keys, 1, first, rules, cells, options, 1 << 40)
            assert found == (expected.guess, expected.scored)
