"""The compiled loops of the searches for best trees."""

from __future__ import annotations

import numpy as np

from codepegs.core import U64, CodeRules, In1, In2, InOut1, InOut2, NativeObject, Struct, native
from codepegs.strategies.one_step import Cells

FORBIDDEN = 1 << 44
"""The value of a set that cannot be solved in the remaining turns."""

NEVER = 1 << 40
"""The last turn of a search with unlimited turns."""

ROW_PADDING = 64
"""Rows of `transpose_replies` are padded to a multiple of this."""

TABLE_WORDS = 4
"""Words of one entry of a transposition table."""

VALUE, GUESS, CHOICES, BOUND = 0, 1, 2, 3
"""The goal of `begin_tree_search`: the value of a set, also its best guess, the guesses worth trying, or only a lower
bound of the value."""

DONE, UNFINISHED, QUOTA, TOO_DEEP = 0, 1, 2, 3
"""The result of a step: done, out of units of work, limit of sets reached, or more turns than the stack holds."""


class SearchSettings(Struct):
    """The costs and the methods of a search."""

    candidates_only: bool
    turns: int
    """The last turn; `NEVER` if unlimited."""
    step: In1[np.int64]
    """Cost of not finding a code at each turn, from 0; two more than the turns that are searched."""
    same_turns: bool
    """Whether values and bounds are the same at every turn."""
    bounds: In2[np.int64]
    """Lower bound of any set, by turn and size; one row if it is the same at every turn."""
    blacks_alone: bool
    """Whether a reply is a sum over pegs: only black is shown, and colours may repeat."""
    bounded: bool
    """Whether bounds better than those by size are computed."""
    ordered: bool
    """Whether guesses with lower bounds are tried first."""
    largest_first: bool
    """Whether the largest part of a guess is searched first, not the smallest."""
    permutations: In2[np.int64]
    """All permutations of the pegs, the identity first; or only the identity, to ignore symmetry of pegs."""


class TreeSearch(NativeObject):
    """Searches of sets of one game for one cost, one after another; for one thread."""


@native
def new_tree_search(rules: CodeRules, cells: Cells, settings: SearchSettings) -> TreeSearch:
    """Make a search."""


@native
def transpose_replies(table: In2[np.uint16], parts: int, rows: InOut2[np.uint8]) -> bool:
    """Transpose a table of part numbers, by guess and secret, to bytes by secret and guess, padded with 0.

    Where part numbers do not fit bytes, those of each guess are numbered again.

    Returns:
        Whether bytes suffice for the different replies to each guess.
    """


@native
def new_listed_search(replies: In2[np.uint16], rows: In2[np.uint8], parts: int, settings: SearchSettings) -> TreeSearch:
    """Make a search of a game whose codes are listed.

    `replies` has the part numbers by guess and secret; `rows`, which may have no rows, is the table transposed. The
    search uses both as long as it exists.
    """


@native
def begin_tree_search(search: TreeSearch, keys: In1[np.uint64], history: In1[np.uint64], limit: int, goal: int) -> None:
    """Begin to search the set `keys`, after the guesses `history`, for a value below `limit`.

    With the goal `GUESS`, guesses are searched even if the value is known.
    """


@native
def begin_guess_search(
    search: TreeSearch,
    keys: In1[np.uint64],
    history: In1[np.uint64],
    limit: int,
    guess: U64,
    below: int,
    other: int,
) -> None:
    """Begin to search one guess; `below` and `other` are those that `take_choices` returned."""


@native
def step_tree_search(search: TreeSearch, table: InOut1[np.uint64], sets: int, units: int) -> tuple[int, int]:
    """Continue for `units` of work, about 0.3 nanoseconds each, or until `sets` more sets were scored.

    Sets are counted from the last step that did not end in `UNFINISHED`. The outcome does not depend on the steps.

    Returns:
        The result of the step and, if it is `DONE`, the value of the set: exact if below the limit, otherwise a lower
        bound of at least the limit.
    """


@native
def value_is_exact(search: TreeSearch) -> bool:
    """Whether a search with the goal `BOUND` found the value itself."""


@native
def best_guess_found(search: TreeSearch) -> tuple[bool, U64]:
    """Whether the search found a guess with a value below the limit, and the guess."""


@native
def take_choices(search: TreeSearch, guesses: InOut1[np.uint64], scores: InOut1[np.int64]) -> tuple[int, int, int]:
    """Write the guesses worth trying, best first, and a lower bound for each; call it once, after a `CHOICES` search.

    Returns:
        Their number, or -1 if the value is known or at least the limit; the largest number of parts that a member makes
        besides itself; the largest number that another guess makes.
    """


@native
def begin_tree(search: TreeSearch, keys: In1[np.uint64], guess: U64, next_guesses: In1[np.int64]) -> None:
    """Begin to write the best tree of the set `keys`, at the first turn, with the first guess `guess`.

    `next_guesses` has the second guess by part, -1 if it is not known. The best guesses of other sets are searched for,
    which is fast with the transposition table of the preceding search.
    """


@native
def step_tree(search: TreeSearch, table: InOut1[np.uint64], units: int) -> int:
    """Continue for `units` of work; returns `DONE`, `UNFINISHED` or `TOO_DEEP`."""


@native
def take_tree(
    search: TreeSearch, guesses: InOut1[np.uint64], parents: InOut1[np.int64], parts: InOut1[np.int64]
) -> int:
    """Write the nodes of the tree, parents before children; the parent and the part of the first are -1.

    Returns their number, at most two per code.
    """


@native
def work_done(search: TreeSearch) -> tuple[int, int, int, int, int, int]:
    """Return the work of all searches of one `TreeSearch`.

    Returns:
        Sets scored, guesses scored, guesses tried, answers from the table, member checks, guesses skipped by symmetry.
    """


class BeamSettings(Struct):
    """The settings of a beam search; the arrays are indexed by size, up to that of the game."""

    expected: In1[np.uint64]
    """Estimated cost, in units of 1 / `SCALE` guesses, with one guess per code; `COUNTED` is added from size 1 on,
    unless only candidates are guessed."""
    optimistic: In1[np.int64]
    """Optimistic cost, at most the estimate."""
    width: In1[np.int64]
    """Guesses tried."""
    exact_most: int
    """Largest set that is searched exactly."""
    exact_quota: int
    """Sets scored before an exact search is abandoned."""
    seed: U64
    """Orders guesses of equal estimate."""


COUNTED = 1 << 32
"""One part, counted above the bits of a sum of estimates."""

SCALE = 256
"""Estimates are in units of 1 / `SCALE` guesses."""


class BeamSearch(NativeObject):
    """Beam searches of sets of one game, one after another; for one thread."""


@native
def new_beam_search(rules: CodeRules, cells: Cells, settings: SearchSettings) -> BeamSearch:
    """Make a search."""


@native
def new_listed_beam_search(
    replies: In2[np.uint16], rows: In2[np.uint8], parts: int, settings: SearchSettings
) -> BeamSearch:
    """Make a search of a game whose codes are listed; see `new_listed_search`."""


@native
def plant_tree(
    search: BeamSearch,
    values: InOut1[np.uint64],
    keys: In1[np.uint64],
    history: In1[np.uint64],
    guesses: In1[np.uint64],
    ends: In1[np.int64],
    parts: In1[np.int64],
    costs: In1[np.int64],
) -> None:
    """Store a tree of the set `keys`, after the guesses `history`, in the table `values`.

    Its nodes are in preorder, each with the number of the node after its subtree, its part of the parent's set, and the
    cost of its set.
    """


@native
def begin_beam_search(search: BeamSearch, keys: In1[np.uint64], history: In1[np.uint64], limit: int) -> None:
    """Begin to search for a tree of the set `keys`, after the guesses `history`, that costs less than `limit`."""


@native
def step_beam_search(
    search: BeamSearch,
    settings: BeamSettings,
    table: InOut1[np.uint64],
    values: InOut1[np.uint64],
    units: int,
) -> bool:
    """Continue for `units` of work; returns whether it is done.

    `table` is the transposition table of exact searches; `values`, another one, stores the results of this search.
    """


@native
def keep_unfinished(search: BeamSearch, values: InOut1[np.uint64]) -> None:
    """Store the trees found so far, when a search is abandoned."""


@native
def begin_growing(search: BeamSearch, keys: In1[np.uint64], history: In1[np.uint64]) -> None:
    """Begin to read the tree stored for the set `keys`."""


@native
def step_growing(
    search: BeamSearch,
    settings: BeamSettings,
    table: InOut1[np.uint64],
    values: InOut1[np.uint64],
    units: int,
) -> bool:
    """Continue for `units` of work; returns whether it is done."""


@native
def take_nodes(
    search: BeamSearch, guesses: InOut1[np.uint64], parents: InOut1[np.int64], parts: InOut1[np.int64]
) -> int:
    """Write the nodes of the tree in preorder; the parent and the part of the first are -1.

    Returns their number, at most two per code; 0 if some are no longer in the table.
    """
