"""The C++ functions and structs of `streaming/`, written by `docs/make/stubs.py`."""

import numpy as np

from codepegs.core.binding import In1, In2, InOut1, InOut2, U64, NativeObject, Struct

class ItemSelection(NativeObject): ...

class QuerySearch(NativeObject): ...

class Counts(Struct):
    """The colours being counted, and the list of hypotheses about them."""

    color: InOut1[np.int64]
    large: InOut1[np.int64]
    is_listed: InOut1[np.bool_]
    words: InOut2[np.uint64]
    weights: InOut2[np.float64]
    numbers: InOut1[np.int64]

class Equations(Struct):
    """The equations, one per row."""

    color: InOut2[np.int32]
    black: InOut1[np.int32]
    is_alive: InOut1[np.bool_]
    made: InOut1[np.int64]

class Facts(Struct):
    """The facts. `next_group` and `head` link the groups of each node; `waiting` has the groups that are not items, by the
    depth of their nodes."""

    color_at: InOut1[np.int32]
    used: InOut1[np.int32]
    counts: InOut1[np.int32]
    placed: InOut1[np.int32]
    color: InOut1[np.int32]
    node: InOut1[np.int32]
    count: InOut1[np.int32]
    start: InOut1[np.int32]
    next_group: InOut1[np.int32]
    head: InOut1[np.int32]
    waiting: InOut2[np.int32]
    waits: InOut1[np.int64]
    absent: InOut1[np.int32]
    settled: InOut1[np.int32]
    shares: InOut2[np.int32]
    numbers: InOut1[np.int64]

class Items(Struct):
    """The items, and the list of hypotheses about them."""

    group: InOut1[np.int64]
    color: InOut1[np.int64]
    node: InOut1[np.int64]
    total: InOut1[np.int64]
    start: InOut1[np.int64]
    above: InOut1[np.int64]
    side: InOut1[np.int64]
    bit: InOut2[np.int64]
    width: InOut1[np.int64]
    low: InOut1[np.int64]
    words: InOut2[np.uint64]
    weights: InOut2[np.float64]

class SetList(Struct):
    """The list of hypotheses."""

    words: InOut2[np.uint64]
    weights: InOut2[np.float64]
    numbers: InOut1[np.int64]

class Tree(Struct):
    """Nodes by number, the root first; the children of a node are consecutive."""

    low: In1[np.int64]
    high: In1[np.int64]
    first: In1[np.int64]
    parts: In1[np.int64]
    depth: In1[np.int64]

# color_counts.cpp

def list_colors(
    facts: Facts,
    counts: Counts,
    log_factorial: In1[np.float64],
    cap: int,
    most: int,
    most_colors: int,
) -> bool:
    """Add colours, up to `most_colors`, while the list stays within `most`; False if no hypothesis is left."""

def keep_total(tree: Tree, facts: Facts, counts: Counts, cap: int, copies: In1[np.int64], wanted: int) -> bool:
    """Keep the hypotheses in which the copies add `wanted`, and settle what they agree on; False if none is left."""

def count_color(tree: Tree, facts: Facts, counts: Counts, cap: int, color: int, count: int) -> bool:
    """Record the count of a colour, and keep the hypotheses with it; False if none is left."""

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

    With a `unit`, all colours that are queried get this many copies."""

# color_sets.cpp

def add_set_field(sets: SetList, chances: In1[np.float64], bit: int) -> None:
    """Extend every hypothesis by each number from 0 on of a new field, with its probability."""

def keep_set_sum(sets: SetList, bits: In1[np.int64], widths: In1[np.int64], wanted: int) -> int:
    """Keep the hypotheses whose fields at `bits` sum to `wanted`; returns their number. If 0, the list is unchanged."""

def mixed_set_bits(sets: SetList) -> U64:
    """The bits on which hypotheses differ."""

def move_set_fields(sets: SetList, bits: In1[np.int64], widths: In1[np.int64], new_bits: In1[np.int64]) -> None:
    """Move fields to other bits, and clear all others."""

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

# equations.cpp

def apply_place_equations(
    tree: Tree,
    facts: Facts,
    items: Items,
    equations: Equations,
    log_factorial: In1[np.float64],
    item: int,
) -> int:
    """Keep the hypotheses that satisfy the equations, at the front of the list; returns their number.

    With an item, only its equations are applied, and weights are multiplied by the probability of the remainder for
    colours that are not items yet. With `ALL_EQUATIONS`, weights are unchanged."""

# facts.cpp

def add_groups(tree: Tree, facts: Facts, colors: In1[np.int64], nodes: In1[np.int64], counts: In1[np.int64]) -> None:
    """Record the exact numbers of pegs of colours in nodes, one after the other; a full node is solved."""

def set_color_counts(tree: Tree, facts: Facts, colors: In1[np.int64], count: int) -> None:
    """Record that the secret has `count` pegs of each of these colours."""

def count_last_colors(tree: Tree, facts: Facts, is_listed: InOut1[np.bool_]) -> None:
    """Count colours that need no query: all if no pegs are left for them, and a single remaining one.

    Colours marked in `is_listed` are being counted, and stay uncounted while others are uncounted too."""

def add_waiting_group(tree: Tree, facts: Facts, group: int) -> None:
    """Add a group to its waiting list."""

def remove_waiting_group(tree: Tree, facts: Facts, group: int) -> None:
    """Remove a group from its waiting list."""

def remove_waiting_groups(tree: Tree, facts: Facts, node: int) -> None:
    """Remove all groups of a node from their waiting list."""

# guess.cpp

def fill_guess(
    tree: Tree,
    facts: Facts,
    children: In1[np.int64],
    colors: In1[np.int64],
    guess: InOut1[np.int32],
) -> int:
    """Fill a guess, with pegs in the order of the tree, so that only the black count of the queried parts is unknown;
    returns the number of certain black pegs outside of them.

    `children` has the queried nodes, each a part of its parent, and `colors` the colour of each; `guess` has shape
    (pegs,)."""

def known_total(facts: Facts, guess: In1[np.int32]) -> int:
    """Return the total of the colours already counted."""

def place_copies(
    facts: Facts,
    colors: In1[np.int64],
    copies: In1[np.int64],
    anywhere: bool,
    guess: InOut1[np.int32],
) -> int:
    """Put copies of uncounted colours on known pegs, or on any; returns the reduction of the certain black pegs."""

# hypotheses.cpp

def add_group_item(tree: Tree, facts: Facts, items: Items, group: int) -> bool:
    """Make a group an item with its own fields, before `expand_items`; False if the words are full."""

def expand_items(tree: Tree, facts: Facts, items: Items, log_factorial: In1[np.float64], limit: int) -> int:
    """Expand each hypothesis by every possible distribution of the last item; returns the length of the list: 0 if no
    distribution is possible, or `BIG` above the limit, with the list unchanged."""

def settle_items(tree: Tree, facts: Facts, items: Items) -> int:
    """Make groups of the parts of all items on which the hypotheses agree; returns the number of these items."""

def repack_items(facts: Facts, items: Items) -> None:
    """Repack every field with the bits that its values need. All items must be of nodes of two parts."""

def keep_matching_places(facts: Facts, items: Items, tests: In2[np.int64], wanted: int) -> int:
    """Keep the hypotheses in which the tested parts have `wanted` pegs in total; returns their number. If it is 0, the
    list is unchanged. `tests` has an item and one of its parts per row."""

def sum_places(facts: Facts, items: Items, tests: In2[np.int64], sums: InOut1[np.int64]) -> None:
    """Write the pegs of the tested parts in each hypothesis to `sums`."""

# item_selection.cpp

def new_item_selection(most: int, misfits: int, compared: int, at_root: int, in_part: int) -> ItemSelection:
    """Prepare to make items of groups.

    `most` is the largest number of hypotheses of the list; `misfits` the number of groups too large for the list that
    are skipped before it counts as full; `compared` the number of waiting groups of a depth that are compared before
    one is chosen; `at_root` the number of groups of a root of several parts that become items before any other, if
    there is a dummy; `in_part` the number of groups that wait in a part of such a root before its groups become items,
    one part at a time."""

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
    """Make items of waiting groups while the list has space, then items below others; returns 0 if it is done, 1 if not,
    `BIG` if no hypothesis is left."""

def pick_single(tree: Tree, facts: Facts, items: Items, rng: InOut1[np.uint64]) -> tuple[int, int]:
    """The question if the list is empty: a group and -1, or -1 and a node whose groups are compared."""

# query_search.cpp

def new_query_search(samples: int) -> QuerySearch:
    """Prepare to search for queries, which are compared on a sample of hypotheses."""

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

def climb_query_search(query_search: QuerySearch, rng: InOut1[np.uint64], units: int) -> bool:
    """Continue for a number of comparisons; returns whether the search is done."""

def best_query(query_search: QuerySearch, tests: InOut2[np.int64]) -> tuple[int, float]:
    """Write the best query to `tests`, one row (item, part) per queried part; returns its length and its bits."""

def splitting_query(tree: Tree, facts: Facts, items: Items, tests: InOut2[np.int64]) -> int:
    """Write a query of one node to `tests` whose reply always shortens the list; returns its length, 0 for none.

    It has one part of an item on which hypotheses differ, or in a bound node two such items."""
