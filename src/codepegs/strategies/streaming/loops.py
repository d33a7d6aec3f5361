"""The loops of the strategy for large games, and the arrays that they share.

Pegs are numbered along a tree of intervals: a node is an interval of pegs, cut into parts, its children. A *group* is a
fact: the exact number of pegs of a colour in a node. Groups wait until they become *items*, whose distribution over the
parts of their node is queried; an item has one field of bits per part in every word of the list of hypotheses.
`docs/large-games.md` describes the method.
"""

# mypy: disable-error-code="empty-body"

from __future__ import annotations

import numpy as np

from codepegs.core import U64, In1, In2, InOut1, InOut2, NativeObject, Struct, native

MOST_ITEMS = 48
"""Groups that can be items at one time; their fields share a word of 64 bits."""
MOST_PARTS = 8
"""Parts a node can have."""

GROUPS, DUMMY, SOLVED, LEFT, UNCOUNTED, NEXT_COLOR, LENGTH, FRONT, ITEMS, TAKEN = range(10)
"""Indices of `Facts.numbers`: groups made; a colour known to be on no open peg, or -1; pegs known; pegs whose colour is
not counted yet; colours not counted; the next colour to count; hypotheses in the list; which half of its buffer holds
them; items; the bits of a word in use."""
NUMBERS = 10

COUNTS_LENGTH, COUNTS_FRONT, COUNTS_COLORS, COUNTS_LARGE = range(4)
"""Indices of `Counts.numbers`: hypotheses; which half of the buffer holds them; colours in the list; colours with at
least the largest count of a field."""
COUNTS_NUMBERS = 4

SETS_LENGTH, SETS_FRONT = range(2)
"""Indices of `SetList.numbers`: hypotheses, and which half of the buffer holds them."""
SETS_NUMBERS = 2

NONE = -1
UNKNOWN = -2
BIG = -3
"""Special results: none, not looked up yet, too large (or impossible)."""

ALL_EQUATIONS = -1
"""Marks that all equations are applied, not those of one item."""


class Tree(Struct):
    """Nodes by number, the root first; the children of a node are consecutive."""

    low: In1[np.int64]
    high: In1[np.int64]
    first: In1[np.int64]
    parts: In1[np.int64]
    depth: In1[np.int64]


class Facts(Struct):
    """The facts."""

    color_at: InOut1[np.int32]
    """(pegs,) the colour of a peg, or -1."""
    used: InOut1[np.int32]
    """(nodes,) pegs of the node that known groups account for."""
    counts: InOut1[np.int32]
    """(colors,) pegs of a colour in the secret, or -1."""
    placed: InOut1[np.int32]
    """(colors,) located pegs of a colour."""
    color: InOut1[np.int32]
    node: InOut1[np.int32]
    count: InOut1[np.int32]
    start: InOut1[np.int32]
    """(groups,) the groups; parts of the node before `start` hold no more of them."""
    next_group: InOut1[np.int32]
    head: InOut1[np.int32]
    """The groups of a node, as a linked list; (groups,) and (nodes,)."""
    waiting: InOut2[np.int32]
    waits: InOut1[np.int64]
    """(depths, pegs) and (depths,): waiting groups, by the depth of their nodes."""
    absent: InOut1[np.int32]
    """(nodes,) a colour that is not in the node, -1 for none, -2 for not looked up; only for complete nodes."""
    settled: InOut1[np.int32]
    """(nodes,) a colour whose distribution over the parts of the node is known, or -1."""
    shares: InOut2[np.int32]
    """(colors, parts of the root) pegs of a colour in each part of the root, or -1."""
    numbers: InOut1[np.int64]


class Items(Struct):
    """The items, and the list of hypotheses about them."""

    group: InOut1[np.int64]
    color: InOut1[np.int64]
    node: InOut1[np.int64]
    total: InOut1[np.int64]
    start: InOut1[np.int64]
    """(items,) the group, or -1; the largest number of its pegs; the first part that can hold it."""
    above: InOut1[np.int64]
    side: InOut1[np.int64]
    """(items,) the item, and its part, that determines the number of pegs; -1 if that is known."""
    bit: InOut2[np.int64]
    """(items, parts) the lowest bit of the field of a part, or -1: the other of two parts has the rest."""
    width: InOut1[np.int64]
    """(items,) bits of each of its fields."""
    low: InOut1[np.int64]
    """(items,) the number of pegs for a field of zero."""
    words: InOut2[np.uint64]
    weights: InOut2[np.float64]
    """(2, hypotheses) the list, in one half, and room for the next one, in the other."""


class Counts(Struct):
    """The colours being counted, and the list of hypotheses about them."""

    color: InOut1[np.int64]
    """(places,) the colours; each has a field with the bits of `cap`."""
    large: InOut1[np.int64]
    """(colors,) colours that have `cap` pegs or more, to be counted one by one."""
    is_listed: InOut1[np.bool_]
    """(colors,) whether a colour is in the list, or large."""
    words: InOut2[np.uint64]
    weights: InOut2[np.float64]
    """(2, hypotheses) the list, in one half, and room for the next one, in the other."""
    numbers: InOut1[np.int64]


class SetList(Struct):
    """The list of hypotheses about sets of colours; a word has one field per set."""

    words: InOut2[np.uint64]
    weights: InOut2[np.float64]
    """(2, hypotheses) the list, in one half, and room for the next one, in the other."""
    numbers: InOut1[np.int64]


class Equations(Struct):
    """Black counts of queries for colour counts, one equation per row."""

    color: InOut2[np.int32]
    """(equations, parts) the colour of each part of the root, or -1 for one that is on no open peg."""
    black: InOut1[np.int32]
    """(equations,) black pegs."""
    is_alive: InOut1[np.bool_]
    """(equations,) whether it may still be a constraint."""
    made: InOut1[np.int64]
    """(2,) equations in use, and the number of uncounted colours when all were last applied."""


# ---------------------------------------------------------------------------------------------------------------- facts


@native
def add_groups(tree: Tree, facts: Facts, colors: In1[np.int64], nodes: In1[np.int64], counts: In1[np.int64]) -> None:
    """Record the exact numbers of pegs of colours in nodes, one after the other; a full node is solved."""


@native
def set_color_counts(tree: Tree, facts: Facts, colors: In1[np.int64], count: int) -> None:
    """Record that the secret has `count` pegs of each of these colours."""


@native
def count_last_colors(tree: Tree, facts: Facts, is_listed: InOut1[np.bool_]) -> None:
    """Count colours that need no query: all if no pegs are left for them, and a single remaining one.

    Colours marked in `is_listed` are being counted, and stay uncounted while others are uncounted too.
    """


@native
def add_waiting_group(tree: Tree, facts: Facts, group: int) -> None:
    """Add a group to its waiting list."""


@native
def remove_waiting_group(tree: Tree, facts: Facts, group: int) -> None:
    """Remove a group from its waiting list."""


@native
def remove_waiting_groups(tree: Tree, facts: Facts, node: int) -> None:
    """Remove all groups of a node from their waiting list."""


# ----------------------------------------------------------------------------------------------------- list of places


@native
def add_group_item(tree: Tree, facts: Facts, items: Items, group: int) -> bool:
    """Make a group an item with its own fields, before `expand_items`; False if the words are full."""


@native
def expand_items(tree: Tree, facts: Facts, items: Items, log_factorial: In1[np.float64], limit: int) -> int:
    """Expand each hypothesis by every possible distribution of the last item.

    Returns:
        The length of the list; 0 if no distribution is possible, or `BIG` above the limit, with the list unchanged.
    """


@native
def settle_items(tree: Tree, facts: Facts, items: Items) -> int:
    """Make groups of the parts of all items on which the hypotheses agree; returns the number of these items."""


@native
def repack_items(facts: Facts, items: Items) -> None:
    """Repack every field with the bits that its values need. All items must be of nodes of two parts."""


@native
def keep_matching_places(facts: Facts, items: Items, tests: In2[np.int64], wanted: int) -> int:
    """Keep the hypotheses in which the tested parts have `wanted` pegs in total.

    Args:
        facts: The facts.
        items: The items.
        tests: Shape (tests, 2): an item and one of its parts per row.
        wanted: The number of pegs.

    Returns:
        The number of hypotheses left; if it is 0, the list is unchanged.
    """


@native
def sum_places(facts: Facts, items: Items, tests: In2[np.int64], sums: InOut1[np.int64]) -> None:
    """Write the pegs of the tested parts in each hypothesis to `sums`."""


@native
def apply_place_equations(
    tree: Tree, facts: Facts, items: Items, equations: Equations, log_factorial: In1[np.float64], item: int
) -> int:
    """Keep the hypotheses that satisfy the equations, at the front of the list; returns their number.

    With an item, only its equations are applied, and weights are multiplied by the probability of the remainder for
    colours that are not items yet. With `ALL_EQUATIONS`, weights are unchanged.
    """


class ItemSelection(NativeObject):
    """The choice of groups that become items, in progress."""


@native
def new_item_selection(most: int, misfits: int, compared: int, at_root: int, in_part: int) -> ItemSelection:
    """Prepare to make items of groups.

    Args:
        most: Largest number of hypotheses of the list.
        misfits: Groups too large for the list that are skipped before it counts as full.
        compared: Waiting groups of a depth that are compared before one is chosen.
        at_root: Groups of a root of several parts that become items before any other, if there is a dummy.
        in_part: Groups that wait in a part of such a root before its groups become items, one part at a time.
    """


@native
def select_items(
    selection: ItemSelection,
    tree: Tree,
    facts: Facts,
    items: Items,
    equations: Equations,
    log_factorial: In1[np.float64],
    rng: InOut1[np.uint64],
    units: int,
) -> int:
    """Make items of waiting groups while the list has space, then items below others.

    Returns:
        0 if it is done, 1 if not, `BIG` if no hypothesis is left.
    """


@native
def pick_single(tree: Tree, facts: Facts, items: Items, rng: InOut1[np.uint64]) -> tuple[int, int]:
    """The question if the list is empty: a group and -1, or -1 and a node whose groups are compared."""


# ------------------------------------------------------------------------------------------------------------- queries


class QuerySearch(NativeObject):
    """The search for a query, and its memory."""


@native
def new_query_search(samples: int) -> QuerySearch:
    """Prepare to search for queries, which are compared on a sample of hypotheses."""


@native
def begin_query_search(
    query_search: QuerySearch,
    tree: Tree,
    facts: Facts,
    items: Items,
    rng: InOut1[np.uint64],
    climbs: int,
    evaluations: int,
) -> None:
    """Begin a search for the most informative query about places, by hill climbs with a number of comparisons each."""


@native
def climb_query_search(query_search: QuerySearch, rng: InOut1[np.uint64], units: int) -> bool:
    """Continue for a number of comparisons; returns whether the search is done."""


@native
def best_query(query_search: QuerySearch, tests: InOut2[np.int64]) -> tuple[int, float]:
    """Write the best query to `tests`, one row (item, part) per queried part; returns its length and its bits."""


@native
def splitting_query(tree: Tree, facts: Facts, items: Items, tests: InOut2[np.int64]) -> int:
    """Write a query of one node to `tests` whose reply always shortens the list; returns its length, 0 for none.

    It has one part of an item on which hypotheses differ, or in a bound node two such items.
    """


@native
def fill_guess(
    tree: Tree, facts: Facts, children: In1[np.int64], colors: In1[np.int64], guess: InOut1[np.int32]
) -> int:
    """Fill a guess, with pegs in the order of the tree, so that only the black count of the queried parts is unknown.

    Args:
        tree: The tree.
        facts: The facts.
        children: The queried nodes, each a part of its parent.
        colors: The colour of each of them.
        guess: Shape (pegs,): the guess.

    Returns:
        The number of certain black pegs outside the queried parts.
    """


@native
def known_total(facts: Facts, guess: In1[np.int32]) -> int:
    """Return the total of the colours already counted."""


@native
def place_copies(
    facts: Facts, colors: In1[np.int64], copies: In1[np.int64], anywhere: bool, guess: InOut1[np.int32]
) -> int:
    """Put copies of uncounted colours on known pegs, or on any; returns the reduction of the certain black pegs."""


# -------------------------------------------------------------------------------------------------------------- counts


@native
def list_colors(
    facts: Facts, counts: Counts, log_factorial: In1[np.float64], cap: int, most: int, most_colors: int
) -> bool:
    """Add colours, up to `most_colors`, while the list stays within `most`; False if no hypothesis is left."""


@native
def keep_total(tree: Tree, facts: Facts, counts: Counts, cap: int, copies: In1[np.int64], wanted: int) -> bool:
    """Keep the hypotheses in which the copies add `wanted`, and settle what they agree on; False if none is left."""


@native
def count_color(tree: Tree, facts: Facts, counts: Counts, cap: int, color: int, count: int) -> bool:
    """Record the count of a colour, and keep the hypotheses with it; False if none is left."""


@native
def search_copies(
    query_search: QuerySearch,
    facts: Facts,
    counts: Counts,
    cap: int,
    room: int,
    unit: int,
    rng: InOut1[np.uint64],
    climbs: int,
    copies: InOut1[np.int64],
) -> float:
    """Write the number of copies to place of each colour, on at most `room` pegs; returns the information in bits.

    With a `unit`, all colours that are queried get this many copies.
    """


# ------------------------------------------------------------------------------------------------------ sets of colours


@native
def add_set_field(sets: SetList, chances: In1[np.float64], bit: int) -> None:
    """Extend every hypothesis by each number 0, 1, … of a new field, with its probability."""


@native
def keep_set_sum(sets: SetList, bits: In1[np.int64], widths: In1[np.int64], wanted: int) -> int:
    """Keep the hypotheses whose fields at `bits` sum to `wanted`; returns their number. If 0, the list is unchanged."""


@native
def mixed_set_bits(sets: SetList) -> U64:
    """The bits on which hypotheses differ."""


@native
def move_set_fields(sets: SetList, bits: In1[np.int64], widths: In1[np.int64], new_bits: In1[np.int64]) -> None:
    """Move fields to other bits, and clear all others."""


@native
def search_sets(
    query_search: QuerySearch,
    sets: SetList,
    bits: In1[np.int64],
    widths: In1[np.int64],
    costs: In1[np.int64],
    room: int,
    rng: InOut1[np.uint64],
    climbs: int,
    asked: InOut1[np.bool_],
) -> float:
    """Choose the fields with the most informative sum, for at most `room` pegs; returns the information in bits."""
