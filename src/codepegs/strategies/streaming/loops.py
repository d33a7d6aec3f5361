"""The compiled loops of the player of large games, and the arrays that they share.

Pegs are numbered along a tree of intervals: a node is an interval of pegs, cut into parts, its children. A *group* says
that exactly so many pegs of a colour lie in a node; it is a fact. Groups wait until they become *items*, whose
distribution over the parts of their node is asked for; an item has one field of bits a part in every word of the list
of hypotheses. `docs/large-games.md` describes the method.
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
"""Places in `Facts.numbers`: groups made; a colour known to be on no open peg, or -1; pegs known; pegs whose colour is
not counted yet; colours not counted; the next colour to count; hypotheses in the list; which half of its buffer holds
them; items; the bits of a word in use."""
NUMBERS = 10

COUNTS_LENGTH, COUNTS_FRONT, COUNTS_COLORS, COUNTS_LARGE = range(4)
"""Places in `Counts.numbers`: hypotheses; which half of the buffer holds them; colours in the list; colours found to
have as many pegs as a field can hold, or more."""
COUNTS_NUMBERS = 4

SETS_LENGTH, SETS_FRONT = range(2)
"""Places in `SetList.numbers`: hypotheses, and which half of the buffer holds them."""
SETS_NUMBERS = 2

NONE = -1
UNKNOWN = -2
BIG = -3
"""Results in place of a number: there is none, it was not looked up yet, it does not fit (or nothing fits)."""

ALL_EQUATIONS = -1
"""In place of the item whose equations are applied."""


class Tree(Struct):
    """Nodes by number, the root first; the children of a node follow one another."""

    low: In1[np.int64]
    high: In1[np.int64]
    first: In1[np.int64]
    parts: In1[np.int64]
    depth: In1[np.int64]


class Facts(Struct):
    """What is known for certain."""

    color_at: InOut1[np.int32]
    """(pegs,) the colour of a peg, or -1."""
    used: InOut1[np.int32]
    """(nodes,) pegs of the node that known groups account for."""
    counts: InOut1[np.int32]
    """(colors,) pegs of a colour in the secret, or -1."""
    placed: InOut1[np.int32]
    """(colors,) pegs of a colour whose place is known."""
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
    """(depths, pegs) and (depths,): groups that are not asked for yet, by the depth of their nodes."""
    absent: InOut1[np.int32]
    """(nodes,) a colour known not to lie in the node, -1 for none, -2 for not looked up; of complete nodes only."""
    settled: InOut1[np.int32]
    """(nodes,) a colour whose distribution over the parts of the node is known, or -1."""
    shares: InOut2[np.int32]
    """(colors, parts of the root) pegs of a colour in each part of the root, or -1."""
    numbers: InOut1[np.int64]


class Items(Struct):
    """The groups that are asked for, and the list of hypotheses about them."""

    group: InOut1[np.int64]
    color: InOut1[np.int64]
    node: InOut1[np.int64]
    total: InOut1[np.int64]
    start: InOut1[np.int64]
    """(items,) the group, or -1; what it says, the most pegs it can have; and the first part it can lie in."""
    above: InOut1[np.int64]
    side: InOut1[np.int64]
    """(items,) the item that says how many pegs this one has, and in which of its parts; -1 where that is known."""
    bit: InOut2[np.int64]
    """(items, parts) the lowest bit of the field of a part, or -1: the other of two parts has the rest."""
    width: InOut1[np.int64]
    """(items,) bits of each of its fields."""
    low: InOut1[np.int64]
    """(items,) the pegs that a field of zero stands for."""
    words: InOut2[np.uint64]
    weights: InOut2[np.float64]
    """(2, hypotheses) the list, in one half, and room for the next one, in the other."""


class Counts(Struct):
    """The colours whose counts are asked for, and the list of hypotheses about them."""

    color: InOut1[np.int64]
    """(places,) the colours; each has a field of as many bits as `cap`."""
    large: InOut1[np.int64]
    """(colors,) colours that have `cap` pegs or more, to be counted one by one."""
    is_listed: InOut1[np.bool_]
    """(colors,) whether a colour is in the list, or large."""
    words: InOut2[np.uint64]
    weights: InOut2[np.float64]
    """(2, hypotheses) the list, in one half, and room for the next one, in the other."""
    numbers: InOut1[np.int64]


class SetList(Struct):
    """The list of hypotheses about sets of colours; a word has a field a set."""

    words: InOut2[np.uint64]
    weights: InOut2[np.float64]
    """(2, hypotheses) the list, in one half, and room for the next one, in the other."""
    numbers: InOut1[np.int64]


class Equations(Struct):
    """Black pegs of queries that asked for counts, one row an equation."""

    color: InOut2[np.int32]
    """(equations, parts) the colour of each part of the root, or -1 for one that is on no open peg."""
    black: InOut1[np.int32]
    """(equations,) black pegs."""
    is_alive: InOut1[np.bool_]
    """(equations,) whether it may still constrain anything."""
    made: InOut1[np.int64]
    """(2,) equations in use, and how many colours were uncounted when all were last applied."""


# ---------------------------------------------------------------------------------------------------------------- facts


@native
def add_groups(tree: Tree, facts: Facts, colors: In1[np.int64], nodes: In1[np.int64], counts: In1[np.int64]) -> None:
    """Note that exactly so many pegs of a colour lie in a node, one after the other; a full node is solved."""


@native
def set_color_counts(tree: Tree, facts: Facts, colors: In1[np.int64], count: int) -> None:
    """Note that the secret has `count` pegs of each of these colours."""


@native
def count_last_colors(tree: Tree, facts: Facts, is_listed: InOut1[np.bool_]) -> None:
    """Count colours that need no asking: all when no pegs are left for them, and a single one that is left.

    Colours marked in `is_listed` are being asked for, and stay uncounted while others are uncounted too.
    """


@native
def add_waiting_group(tree: Tree, facts: Facts, group: int) -> None:
    """Let a group wait to be asked for."""


@native
def remove_waiting_group(tree: Tree, facts: Facts, group: int) -> None:
    """Take a group off its waiting list."""


@native
def remove_waiting_groups(tree: Tree, facts: Facts, node: int) -> None:
    """Take all groups of a node off their waiting list."""


# ----------------------------------------------------------------------------------------------------- list of places


@native
def add_group_item(tree: Tree, facts: Facts, items: Items, group: int) -> bool:
    """Make a group an item with fields of its own, for which `expand_items` is to be called; False without room."""


@native
def expand_items(tree: Tree, facts: Facts, items: Items, log_factorial: In1[np.float64], limit: int) -> int:
    """Give the last item every distribution it can have in each hypothesis.

    Returns:
        The length of the list, 0 when nothing fits, or `BIG` past the limit; with both the list stays as it was.
    """


@native
def settle_items(tree: Tree, facts: Facts, items: Items) -> int:
    """Make groups of the parts of all items on which the hypotheses agree; how many items these were."""


@native
def repack_items(facts: Facts, items: Items) -> None:
    """Give every field as many bits as its values need. All items are of nodes of two parts."""


@native
def keep_matching_places(facts: Facts, items: Items, tests: In2[np.int64], wanted: int) -> int:
    """Keep the hypotheses in which the tested parts have `wanted` pegs in all.

    Args:
        facts: What is known.
        items: What is asked for.
        tests: Shape (tests, 2): an item and one of its parts a row.
        wanted: How many pegs.

    Returns:
        How many hypotheses are left; with 0 the list stays as it was.
    """


@native
def sum_places(facts: Facts, items: Items, tests: In2[np.int64], sums: InOut1[np.int64]) -> None:
    """Write the pegs of the tested parts in each hypothesis to `sums`."""


@native
def apply_place_equations(
    tree: Tree, facts: Facts, items: Items, equations: Equations, log_factorial: In1[np.float64], item: int
) -> int:
    """Keep the hypotheses, at the front of the list, that the equations allow; how many they are.

    With an item only the equations about it are applied, and weights are multiplied by how probable the item makes what
    it leaves to colours that are not items yet. With `ALL_EQUATIONS` weights stay.
    """


class ItemSelection(NativeObject):
    """How far the choice of groups that become items has come."""


@native
def new_item_selection(most: int, misfits: int, compared: int) -> ItemSelection:
    """Prepare to make items of groups.

    Args:
        most: Hypotheses that the list may have.
        misfits: Groups too large for the list that are passed over before it counts as full.
        compared: Waiting groups of a depth that are compared before one is taken.
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
    """Make items of waiting groups while the list has room, then items below others.

    Returns:
        0 when that is done, 1 when more is to be done, `BIG` when the replies and facts leave no hypothesis.
    """


@native
def pick_single(tree: Tree, facts: Facts, items: Items, rng: InOut1[np.uint64]) -> tuple[int, int]:
    """What to ask for where the list holds nothing: a group and -1, or -1 and a node whose groups are compared."""


# ------------------------------------------------------------------------------------------------------------- queries


class QuerySearch(NativeObject):
    """The search for a query, and its room."""


@native
def new_query_search(samples: int) -> QuerySearch:
    """Prepare to search for queries, which are compared on so many hypotheses."""


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
    """Begin a search for the most informative query about places: so many climbs, so many comparisons in each."""


@native
def climb_query_search(query_search: QuerySearch, rng: InOut1[np.uint64], units: int) -> bool:
    """Go on for so many comparisons; True when the search is done."""


@native
def best_query(query_search: QuerySearch, tests: InOut2[np.int64]) -> tuple[int, float]:
    """Write the best query to `tests`, a row an asked part: item, part; its length, and its information in bits."""


@native
def splitting_query(tree: Tree, facts: Facts, items: Items, tests: InOut2[np.int64]) -> int:
    """Write a query to `tests` whose reply is certain to shorten the list, of one node alone; its length, 0 for none.

    One part of an item on which hypotheses differ, or in a bound node two items that differ.
    """


@native
def fill_guess(
    tree: Tree, facts: Facts, children: In1[np.int64], colors: In1[np.int64], guess: InOut1[np.int32]
) -> int:
    """Fill a guess, pegs in the order of the tree, so that everything but the asked parts is certain.

    Args:
        tree: The tree.
        facts: What is known.
        children: Nodes that are asked, each a part of its parent.
        colors: The colour that each is filled with.
        guess: Shape (pegs,): the guess.

    Returns:
        The black pegs that are certain besides those of the asked parts.
    """


@native
def known_total(facts: Facts, guess: In1[np.int32]) -> int:
    """Black and white together that colours already counted earn."""


@native
def place_copies(
    facts: Facts, colors: In1[np.int64], copies: In1[np.int64], anywhere: bool, guess: InOut1[np.int32]
) -> int:
    """Put copies of uncounted colours on known pegs, or on any; by how much the certain black pegs become fewer."""


# -------------------------------------------------------------------------------------------------------------- counts


@native
def list_colors(
    facts: Facts, counts: Counts, log_factorial: In1[np.float64], cap: int, most: int, most_colors: int
) -> bool:
    """Take up to `most_colors` colours up while the list stays within `most`; False when no hypothesis is left."""


@native
def keep_total(tree: Tree, facts: Facts, counts: Counts, cap: int, copies: In1[np.int64], wanted: int) -> bool:
    """Keep the hypotheses in which the copies earn `wanted`, and settle what they agree on; False without any."""


@native
def count_color(tree: Tree, facts: Facts, counts: Counts, cap: int, color: int, count: int) -> bool:
    """Note the count of a colour, and keep the hypotheses that say so; False without any."""


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
    """Write how many copies of each colour of the list to place, on `room` pegs at most; its information in bits.

    With a `unit` all colours that are asked for get so many copies.
    """


# ------------------------------------------------------------------------------------------------------ sets of colours


@native
def add_set_field(sets: SetList, chances: In1[np.float64], bit: int) -> None:
    """Give every hypothesis each number 0, 1, … of a new field, with its chance."""


@native
def keep_set_sum(sets: SetList, bits: In1[np.int64], widths: In1[np.int64], wanted: int) -> int:
    """Keep the hypotheses whose fields at `bits` add up to `wanted`; how many they are. With 0 the list stays."""


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
    """Choose the fields with the most informative sum, at a cost of `room` pegs at most; its information in bits."""
