"""Cases of the loops of the player of large games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from codepegs.core import loops
from codepegs.core.loops import Counts, Equations, Facts, Items, SetList, Tree
from tests.kernels import Case
from tests.strategies.streaming.plain_facts import (
    COUNTS_COLORS,
    COUNTS_FRONT,
    COUNTS_LARGE,
    COUNTS_LENGTH,
    DUMMY,
    FRONT,
    GROUPS,
    ITEMS,
    LEFT,
    LENGTH,
    MOST_ITEMS,
    MOST_PARTS,
    SETS_FRONT,
    SETS_LENGTH,
    SOLVED,
    TAKEN,
    UNCOUNTED,
    grow,
    no_counts,
    no_sets,
)
from tests.strategies.streaming.states import (
    State,
    add_equations,
    held,
    make_state,
    note_group,
    parts_of,
    wait,
)

Arguments = tuple[Any, ...]
Words = NDArray[np.uint64]

LISTS = frozenset({"words", "weights"})
"""Buffers of which only the list at the front means something; `with_lists` returns that."""


def with_lists(function: Any, reference: Callable[..., Any] | None = None) -> Any:
    """A function that also returns the lists of the structs it was given, as they are after the call."""

    def call(*arguments: Any) -> Any:
        result = (reference or function)(*arguments)
        lists: list[Any] = []
        for at, struct in enumerate(arguments):
            if isinstance(struct, Items):
                front, length = arguments[at - 1].numbers[[FRONT, LENGTH]].tolist()
            elif isinstance(struct, Counts):
                front, length = struct.numbers[[COUNTS_FRONT, COUNTS_LENGTH]].tolist()
            elif isinstance(struct, SetList):
                front, length = struct.numbers[[SETS_FRONT, SETS_LENGTH]].tolist()
            else:
                continue
            lists += [struct.words[front, :length].copy(), struct.weights[front, :length].copy()]
        return result, lists

    call.signature = function.signature  # type: ignore[attr-defined]
    return call


def rng_of(rng: np.random.Generator) -> Words:
    """The state of a compiled generator."""
    return rng.integers(1 << 63, size=1, dtype=np.uint64)


def with_hypotheses(rng: np.random.Generator, make: Callable[[], State]) -> State:
    """A state with several hypotheses, most of the time."""
    state = make()
    while state.facts.numbers[LENGTH] == 1 and rng.random() < 0.9:
        state = make()
    return state


# ---------------------------------------------------------------------------------------------------------------- facts


def groups_to_add(rng: np.random.Generator) -> Arguments:
    state = make_state(rng, most_items=0)
    rows: list[tuple[int, int, int]] = []
    for group in state.waiting:
        color, node = int(state.facts.color[group]), int(state.facts.node[group])
        if state.facts.start[group] == 0 and rng.random() < 0.7:
            rows += [
                (color, child, held(state.tree, state.secret, color, child)) for child in parts_of(state.tree, node)
            ]
    columns = np.array(rows, np.int64).reshape(-1, 3).T.copy()
    return state.tree, state.facts, columns[0], columns[1], columns[2]


def colors_to_count(rng: np.random.Generator) -> Arguments:
    state = make_state(rng, most_items=0, dummy=bool(rng.random() < 0.8), counted=0.3)
    count = int(rng.integers(0, 3))
    counts = np.bincount(state.secret, minlength=len(state.facts.counts))
    return state.tree, state.facts, np.flatnonzero((counts == count) & (state.facts.counts < 0)), count


def last_colors(rng: np.random.Generator) -> Arguments:
    state = make_state(rng, most_items=0, dummy=True, counted=0.5)
    facts, kind = state.facts, int(rng.integers(3))
    open_colors = np.flatnonzero(facts.counts < 0)
    counts = np.bincount(state.secret, minlength=len(facts.counts))
    left = open_colors[:1] if kind == 0 else open_colors[counts[open_colors] == 0] if kind == 1 else open_colors
    for color in np.setdiff1d(open_colors, left).tolist():
        note_count(state, color, int(counts[color]))
    return state.tree, facts, rng.random(len(facts.counts)) < 0.3


def note_count(state: State, color: int, count: int) -> None:
    facts = state.facts
    facts.counts[color] = count
    facts.numbers[LEFT] -= count
    facts.numbers[UNCOUNTED] -= 1
    if not count and facts.numbers[DUMMY] < 0:
        facts.numbers[DUMMY] = color
    group = note_group(state.tree, facts, color, 0, count)
    if group >= 0 and count < len(state.secret):
        wait(state.tree, facts, group)


def any_group(rng: np.random.Generator) -> Arguments:
    state = make_state(rng)
    while not state.facts.numbers[GROUPS]:
        state = make_state(rng)
    return state.tree, state.facts, int(rng.integers(state.facts.numbers[GROUPS]))


def group_of_an_item(rng: np.random.Generator) -> Arguments:
    state = make_state(rng)
    while not (groups := [group for group in state.items.group[: state.made()].tolist() if group >= 0]):
        state = make_state(rng)
    return state.tree, state.facts, int(rng.choice(groups))


def any_node(rng: np.random.Generator) -> Arguments:
    state = make_state(rng, most_items=1)
    used = state.facts.node[state.waiting]
    node = int(rng.choice(used)) if len(used) and rng.random() < 0.9 else int(rng.integers(len(state.tree.low)))
    return state.tree, state.facts, node


# ----------------------------------------------------------------------------------------------------- list of places


def group_to_ask(rng: np.random.Generator) -> Arguments:
    while True:
        state = make_state(rng, most_items=12)
        if state.waiting:
            return state.tree, state.facts, state.items, int(rng.choice(state.waiting))


def list_to_expand(rng: np.random.Generator) -> Arguments:
    """A list whose last item has no values yet."""
    while True:
        state = make_state(rng, most_items=4, most_words=30)
        if not state.waiting and not state.made():
            continue
        limit = int(rng.choice([40, 150, 500]))
        above = [item for item in range(state.made()) if state.tree.parts[state.items.node[item]] == 2]
        if above and rng.random() < 0.5:
            item, side = int(rng.choice(above)), int(rng.integers(2))
            if add_item_below(state, item, side):
                return state.tree, state.facts, state.items, state.log_factorial, limit
        elif state.waiting and loops.add_group_item(
            state.tree, state.facts, state.items, int(rng.choice(state.waiting))
        ):
            return state.tree, state.facts, state.items, state.log_factorial, limit


def add_item_below(state: State, above: int, side: int) -> bool:
    """Make an item of the pegs of another in a part of its node, with a field of zeros."""
    tree, facts, items = state.tree, state.facts, state.items
    child, item = int(tree.first[items.node[above]]) + side, state.made()
    below = [(int(items.above[other]), int(items.side[other])) for other in range(item)]
    total = max(state.decode(word)[above, side] for word in state.words())
    taken = int(facts.numbers[TAKEN]) & (1 << 64) - 1
    width = max(1, total.bit_length())
    bit = taken.bit_length()
    if tree.parts[child] != 2 or (above, side) in below or bit + width > 62:
        return False
    items.group[item], items.color[item], items.node[item] = -1, items.color[above], child
    items.total[item], items.start[item], items.above[item], items.side[item] = total, 0, above, side
    items.width[item], items.low[item] = width, 0
    items.bit[item, :2] = bit, -1
    facts.numbers[TAKEN] = taken | (1 << width) - 1 << bit
    facts.numbers[ITEMS] += 1
    return True


def items_to_settle(rng: np.random.Generator) -> Arguments:
    state = make_state(rng, most_items=int(rng.choice([3, 8])), most_words=int(rng.choice([0, 1, 3, 40])))
    return state.tree, state.facts, state.items


def items_of_two_parts(rng: np.random.Generator) -> Arguments:
    tree = grow(int(rng.integers(2, 25)), lambda size: 2)
    state = make_state(rng, tree=tree, most_items=8, most_words=int(rng.choice([2, 40])))
    return state.facts, state.items


def places_to_test(rng: np.random.Generator, state: State) -> NDArray[np.int64]:
    """Some items and parts, one part of an item at most."""
    rows = [
        (item, int(rng.integers(state.items.start[item], state.tree.parts[state.items.node[item]])))
        for item in range(state.made())
        if rng.random() < 0.6
    ]
    return np.array(rows, np.int64).reshape(-1, 2)


def places_and_pegs(rng: np.random.Generator) -> Arguments:
    state = with_hypotheses(rng, lambda: make_state(rng, most_items=8))
    tests = places_to_test(rng, state)
    values = [state.decode(word) for word in state.words()]
    sums = [sum(found[item, part] for item, part in tests.tolist()) for found in values]
    wanted = int(rng.choice(sums)) if rng.random() < 0.8 else int(rng.integers(30))
    return state.facts, state.items, tests, wanted


def places(rng: np.random.Generator) -> Arguments:
    state = make_state(rng, most_items=8)
    return state.facts, state.items, places_to_test(rng, state), np.zeros(len(state.words()), np.int64)


def items_and_equations(rng: np.random.Generator) -> Arguments:
    tree = grow(int(rng.integers(6, 25)), lambda size: 6 if size > 5 else 2)
    state = with_hypotheses(rng, lambda: make_state(rng, tree=tree, most_items=8, dummy=True))
    add_equations(rng, state, int(rng.integers(0, 6)))
    item = int(rng.integers(-1, state.made()))
    return state.tree, state.facts, state.items, state.equations, state.log_factorial, item


def state_to_grow(rng: np.random.Generator) -> State:
    """A state whose list is all that its items can be, as in a game."""
    pegs = int(rng.integers(4, 25))
    parts = int(rng.choice([2, 2, 6]))
    tree = grow(pegs, lambda size: parts if size == pegs else 2)
    state = make_state(rng, tree=tree, most_items=0, listed=2_000)
    if parts > 2:
        add_equations(rng, state, int(rng.integers(0, 5)))
    return state


def groups_to_select(rng: np.random.Generator) -> Arguments:
    state = state_to_grow(rng)
    limits = int(rng.choice([20, 100, 2_000])), *(int(rng.integers(1, 4)) for _ in range(4))
    return (
        *(state.tree, state.facts, state.items, state.equations, state.log_factorial, rng_of(rng)),
        *(*limits, int(rng.integers(1, 4))),
    )


def select(
    tree: Tree,
    facts: Facts,
    items: Items,
    equations: Equations,
    log_factorial: NDArray[np.float64],
    rng: Words,
    most: int,
    misfits: int,
    compared: int,
    at_root: int,
    in_part: int,
    units: int,
) -> Any:
    """Make items of groups, then keep the first of four values of a field, several times."""
    outcomes = []
    selection = loops.new_item_selection(most, misfits, compared, at_root, in_part)
    for turn in range(4):
        outcome = 1
        while outcome == 1:
            outcome = loops.select_items(selection, tree, facts, items, equations, log_factorial, rng, units)
        outcomes.append(outcome)
        if outcome or not facts.numbers[ITEMS]:
            break
        test = np.array([[turn % int(facts.numbers[ITEMS]), 0]])
        if items.bit[test[0, 0], 0] < 0 or items.start[test[0, 0]]:
            break
        outcomes.append(loops.keep_matching_places(facts, items, test, turn % 3))
        if not outcomes[-1]:
            break
        outcomes.append(loops.settle_items(tree, facts, items))
    front, length = facts.numbers[[FRONT, LENGTH]].tolist()
    return outcomes, items.words[front, :length].copy(), items.weights[front, :length].copy()


def state_and_rng(rng: np.random.Generator) -> Arguments:
    state = make_state(rng, most_items=int(rng.choice([0, 2])), dummy=bool(rng.random() < 0.4))
    return state.tree, state.facts, state.items, rng_of(rng)


# ------------------------------------------------------------------------------------------------------------- queries


def list_to_search(rng: np.random.Generator) -> Arguments:
    dummy, most_words = bool(rng.random() < 0.5), int(rng.choice([20, 150]))
    state = with_hypotheses(rng, lambda: make_state(rng, most_items=10, most_words=most_words, dummy=dummy))
    samples = int(rng.choice([20, 64, 200]))
    units = int(rng.choice([1, 7, 10_000]))
    tests = np.zeros((MOST_ITEMS * MOST_PARTS, 2), np.int64)
    return state.tree, state.facts, state.items, rng_of(rng), samples, 3, int(rng.integers(0, 60)), units, tests


def search(
    tree: Tree,
    facts: Facts,
    items: Items,
    rng: Words,
    samples: int,
    climbs: int,
    evaluations: int,
    units: int,
    tests: NDArray[np.int64],
) -> tuple[int, float]:
    """Search for a query twice with the same object."""
    query_search = loops.new_query_search(samples)
    for _ in range(2):
        loops.begin_query_search(query_search, tree, facts, items, rng, climbs, evaluations)
        while not loops.climb_query_search(query_search, rng, units):
            pass
    return loops.best_query(query_search, tests)


def list_to_split(rng: np.random.Generator) -> Arguments:
    state = make_state(rng, most_items=8, most_words=int(rng.choice([2, 40])), dummy=bool(rng.random() < 0.3))
    return state.tree, state.facts, state.items, np.zeros((MOST_ITEMS * MOST_PARTS, 2), np.int64)


def asked_nodes(rng: np.random.Generator) -> Arguments:
    """Disjoint parts of nodes that can be asked; without a dummy both parts of one node."""
    while True:
        state = make_state(rng)
        tree, facts = state.tree, state.facts
        rows: list[tuple[int, int]] = []
        if facts.numbers[DUMMY] < 0:
            complete = [
                node
                for node in range(len(tree.low))
                if facts.used[node] == tree.high[node] - tree.low[node] and tree.parts[node] == 2
            ]
            node = int(rng.choice([*complete, 0]))
            if facts.used[0] < len(state.secret) or tree.parts[node] != 2:
                continue
            rows = [(child, int(rng.integers(len(facts.counts)))) for child in parts_of(tree, node)]
        else:
            free = np.ones(len(state.secret), np.bool_)
            for child in rng.permutation(np.arange(1, len(tree.low)))[:6].tolist():
                if free[tree.low[child] : tree.high[child]].all():
                    free[tree.low[child] : tree.high[child]] = False
                    rows.append((child, int(rng.integers(len(facts.counts)))))
        columns = np.array(rows, np.int64).reshape(-1, 2).T.copy()
        return tree, facts, columns[0], columns[1], np.zeros(len(state.secret), np.int32)


def a_guess(rng: np.random.Generator) -> Arguments:
    facts = make_state(rng).facts
    return facts, rng.integers(0, len(facts.counts), len(facts.color_at)).astype(np.int32)


def copies_to_place(rng: np.random.Generator) -> Arguments:
    facts = make_state(rng).facts
    anywhere = bool(rng.random() < 0.4)
    room = len(facts.color_at) if anywhere else int(facts.numbers[SOLVED])
    colors = rng.integers(0, len(facts.counts), int(rng.integers(0, 4)))
    copies = np.zeros(len(colors), np.int64)
    for at in range(len(colors)):
        copies[at] = rng.integers(0, room - copies.sum() + 1)
    return facts, colors, copies, anywhere, rng.integers(0, len(facts.counts), len(facts.color_at)).astype(np.int32)


# -------------------------------------------------------------------------------------------------------------- counts


def counting_state(rng: np.random.Generator, *, most_words: int = 120) -> tuple[State, Counts, int]:
    """Facts in which many colours are not counted, a list of hypotheses about some of these, and its cap."""
    tree = grow(int(rng.integers(2, 25)), lambda size: 2)
    state = make_state(rng, tree=tree, most_items=0, dummy=True, counted=float(rng.choice([0.0, 0.3])))
    facts, colors, cap = state.facts, len(state.facts.counts), int(rng.choice([1, 3, 3, 6, 15]))
    counts = no_counts(colors, cap, 3_000)
    for column in (counts.color, counts.large):
        column[:] = 0
    counts.weights[:] = 0.0
    counts.weights[0, 0] = 1.0
    true = np.bincount(state.secret, minlength=colors)
    uncounted = rng.permutation(np.flatnonzero(facts.counts < 0)).tolist()
    large = [color for color in uncounted if true[color] >= cap and rng.random() < 0.4]
    listed = [color for color in uncounted if color not in large and rng.random() < 0.7][: len(counts.color)]
    counts.large[: len(large)] = large
    counts.color[: len(listed)] = listed
    counts.is_listed[large + listed] = True
    width = cap.bit_length()
    rows = {tuple(np.minimum(true[listed], cap).tolist())}
    for _ in range(int(rng.choice([0, 2, most_words, most_words])) if listed else 0):
        rows.add(tuple(rng.integers(0, cap + 1, len(listed)).tolist()))
    words = np.array([sum(value << width * at for at, value in enumerate(row)) for row in sorted(rows)], np.uint64)
    rng.shuffle(words)
    weights = rng.random(len(words)) + 1e-6
    front = int(rng.integers(2))
    counts.words[front, : len(words)] = words
    counts.weights[front, : len(words)] = weights / weights.sum()
    counts.numbers[[COUNTS_LENGTH, COUNTS_FRONT]] = len(words), front
    counts.numbers[[COUNTS_COLORS, COUNTS_LARGE]] = len(listed), len(large)
    return state, counts, cap


def colors_to_list(rng: np.random.Generator) -> Arguments:
    state, counts, cap = counting_state(rng)
    most, most_colors = int(rng.choice([200, 3_000])), int(rng.integers(1, 12))
    return state.facts, counts, state.log_factorial, cap, most, most_colors


def a_total(rng: np.random.Generator) -> Arguments:
    state, counts, cap = counting_state(rng)
    listed = counts.color[: counts.numbers[COUNTS_COLORS]]
    copies = rng.integers(0, cap + 3, len(listed))
    true = np.bincount(state.secret, minlength=len(counts.large))[listed]
    wanted = int(np.minimum(true, copies).sum()) if rng.random() < 0.8 else int(rng.integers(0, 30))
    return state.tree, state.facts, counts, cap, copies, wanted


def a_count(rng: np.random.Generator) -> Arguments:
    while True:
        state, counts, cap = counting_state(rng)
        open_colors = np.flatnonzero(state.facts.counts < 0)
        if len(open_colors):
            break
    color = int(rng.choice(open_colors))
    true = int((state.secret == color).sum())
    count = true if rng.random() < 0.8 else int(rng.integers(0, state.facts.numbers[LEFT] + 1))
    return state.tree, state.facts, counts, cap, color, count


def copies_to_search(rng: np.random.Generator) -> Arguments:
    state, counts, cap = counting_state(rng, most_words=400)
    room, unit = int(rng.integers(0, 40)), int(rng.choice([0, 0, 4]))
    copies = np.zeros(len(counts.color), np.int64)
    samples = int(rng.choice([30, 64, 100]))
    return samples, state.facts, counts, cap, room, unit, rng_of(rng), 3, copies


def search_copies(samples: int, *arguments: Any) -> float:
    """Search for copies with an object of its own."""
    return loops.search_copies(loops.new_query_search(samples), *arguments)


# ------------------------------------------------------------------------------------------------------ sets of colours


def fields(rng: np.random.Generator, most: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Lowest bits and widths of fields of a word, in any order."""
    widths = rng.integers(0, 5, int(rng.integers(2, most)))
    bits = np.cumsum(widths + rng.integers(0, 3, len(widths))) - widths
    order = rng.permutation(len(widths))
    return bits[order], widths[order]


def words_of(rng: np.random.Generator, bits: NDArray[np.int64], widths: NDArray[np.int64], size: int) -> Words:
    """Different words with numbers in these fields, some fields alike in all."""
    alike = rng.random(len(bits)) < 0.2
    first = [int(rng.integers(1 << width)) for width in widths.tolist()]
    rows = set()
    for _ in range(size):
        row = [
            value if same else int(rng.integers(1 << width))
            for value, same, width in zip(first, alike, widths.tolist(), strict=True)
        ]
        rows.add(sum(value << bit for value, bit in zip(row, bits.tolist(), strict=True)))
    return rng.permutation(np.array(sorted(rows), np.uint64))


def set_list(rng: np.random.Generator) -> tuple[SetList, NDArray[np.int64], NDArray[np.int64]]:
    """A list of hypotheses about sets of colours, and its fields."""
    bits, widths = fields(rng, 9)
    words = words_of(rng, bits, widths, int(rng.choice([1, 5, 150, 150])))
    weights = rng.random(len(words))
    sets, front = no_sets(20, 1_500), int(rng.integers(2))
    sets.weights[:] = 0.0
    sets.words[front, : len(words)] = words
    sets.weights[front, : len(words)] = weights / weights.sum()
    sets.numbers[[SETS_LENGTH, SETS_FRONT]] = len(words), front
    return sets, bits, widths


def field_to_add(rng: np.random.Generator) -> Arguments:
    sets, bits, widths = set_list(rng)
    return sets, rng.random(int(rng.integers(1, 9))), int((bits + widths).max())


def fields_and_sum(rng: np.random.Generator) -> Arguments:
    sets, bits, widths = set_list(rng)
    asked = rng.random(len(bits)) < 0.5
    bits, widths = bits[asked], widths[asked]
    front, length = sets.numbers[[SETS_FRONT, SETS_LENGTH]].tolist()
    truth = int(rng.choice(sets.words[front, :length]))
    told = sum(truth >> bit & (1 << width) - 1 for bit, width in zip(bits.tolist(), widths.tolist(), strict=True))
    return sets, bits, widths, told if rng.random() < 0.8 else int(rng.integers(0, 40))


def some_sets(rng: np.random.Generator) -> Arguments:
    return (set_list(rng)[0],)


def fields_to_move(rng: np.random.Generator) -> Arguments:
    sets, bits, widths = set_list(rng)
    kept = np.flatnonzero(rng.random(len(bits)) < 0.7)
    return sets, bits[kept], widths[kept], np.cumsum(widths[kept]) - widths[kept]


def sets_to_search(rng: np.random.Generator) -> Arguments:
    sets, bits, widths = set_list(rng)
    costs = rng.integers(1, 6, len(bits))
    samples = int(rng.choice([16, 64, 100]))
    asked = np.zeros(len(bits), np.bool_)
    return samples, sets, bits, widths, costs, int(rng.integers(0, 15)), rng_of(rng), 3, asked


def search_sets(samples: int, *arguments: Any) -> float:
    """Search for sets with an object of its own."""
    return loops.search_sets(loops.new_query_search(samples), *arguments)


def case(function: Any, arguments: Callable[[np.random.Generator], Arguments], seeds: int = 40) -> Case:
    """A loop that takes structs with lists."""
    return Case(f"streaming_{function.__name__}", with_lists(function), arguments, seeds, LISTS)


def steps(name: str, function: Any, arguments: Callable[[np.random.Generator], Arguments], seeds: int = 40) -> Case:
    """Several calls."""
    return Case(f"streaming_{name}", function, arguments, seeds, LISTS)


CASES = [
    case(loops.add_groups, groups_to_add),
    case(loops.set_color_counts, colors_to_count),
    case(loops.count_last_colors, last_colors),
    case(loops.add_waiting_group, group_of_an_item),
    case(loops.remove_waiting_group, any_group),
    case(loops.remove_waiting_groups, any_node),
    case(loops.add_group_item, group_to_ask),
    case(loops.expand_items, list_to_expand, 60),
    case(loops.settle_items, items_to_settle, 60),
    case(loops.repack_items, items_of_two_parts),
    case(loops.keep_matching_places, places_and_pegs),
    case(loops.sum_places, places),
    case(loops.apply_place_equations, items_and_equations, 60),
    steps("select_items", select, groups_to_select, 60),
    case(loops.pick_single, state_and_rng),
    steps("query_search", search, list_to_search, 60),
    case(loops.splitting_query, list_to_split, 60),
    case(loops.fill_guess, asked_nodes, 60),
    case(loops.known_total, a_guess),
    case(loops.place_copies, copies_to_place),
    case(loops.list_colors, colors_to_list, 60),
    case(loops.keep_total, a_total, 60),
    case(loops.count_color, a_count, 60),
    steps("search_copies", search_copies, copies_to_search),
    case(loops.add_set_field, field_to_add),
    case(loops.keep_set_sum, fields_and_sum),
    case(loops.mixed_set_bits, some_sets),
    case(loops.move_set_fields, fields_to_move),
    steps("search_sets", search_sets, sets_to_search),
]
