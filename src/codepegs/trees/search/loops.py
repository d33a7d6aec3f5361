"""The compiled loops of the searches for best trees."""

from __future__ import annotations

import numpy as np

from codepegs.core import U64, CodeRules, In1, In2, InOut1, NativeObject, Struct, native
from codepegs.strategies.one_step import Cells

FORBIDDEN = 1 << 44
"""The value of a set whose codes cannot all be found in the turns that are left."""

NEVER = 1 << 40
"""The turn after which no code may be left, where there is none."""

TABLE_WORDS = 4
"""Words of one entry of a transposition table."""

VALUE, GUESS, CHOICES = 0, 1, 2
"""What `begin_tree_search` asks for: the value of a set, its best guess too, or the guesses worth trying."""

DONE, UNFINISHED, QUOTA, TOO_DEEP = 0, 1, 2, 3
"""How a step ended: done, out of units of work, out of sets to score, or at more turns than there is room for."""


class SearchSettings(Struct):
    """The costs and the means of a search."""

    candidates_only: bool
    turns: int
    """Turn after which no code may be left; `NEVER` for any."""
    step: In1[np.int64]
    """Cost of not finding a code at each turn, from 0; two more than the turns that are searched."""
    same_turns: bool
    """Whether value and bounds are the same at every turn."""
    bounds: In2[np.int64]
    """Least value of any set, by turn and size; one row when the same at every turn."""
    blacks_alone: bool
    """Whether replies are sums over the pegs, each by itself: black ones alone, repeats allowed."""
    bounded: bool
    """Whether sets are asked for better bounds than their sizes give."""
    ordered: bool
    """Whether guesses with lower bounds are tried first."""
    permutations: In2[np.int64]
    """All orders of the pegs, the identity first; or only that one, to search without symmetry of positions."""


class TreeSearch(NativeObject):
    """Searches sets of one game for one cost, one after another; for one thread."""


@native
def new_tree_search(rules: CodeRules, cells: Cells, settings: SearchSettings) -> TreeSearch:
    """Make a search."""


@native
def begin_tree_search(search: TreeSearch, keys: In1[np.uint64], history: In1[np.uint64], limit: int, goal: int) -> None:
    """Get ready to search the set `keys`, after the guesses `history`, for a value below `limit`.

    With the goal `GUESS` the guesses are gone through even where the value is known.
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
    """The same when `guess` comes next; `below` and `other` as `take_choices` returned them."""


@native
def step_tree_search(search: TreeSearch, table: InOut1[np.uint64], sets: int, units: int) -> tuple[int, int]:
    """Go on for so many units of work, about 0.3 nanoseconds each, or until `sets` more sets were scored.

    Sets are counted from the last step that did not end in `UNFINISHED`. The outcome does not depend on the steps.

    Returns:
        How the step ended, and, where that is `DONE`, the value of the set: exact when below the limit, else a bound of
        at least that.
    """


@native
def best_guess_found(search: TreeSearch) -> tuple[bool, U64]:
    """Whether the search found a guess that leads to a value below the limit, and which."""


@native
def take_choices(search: TreeSearch, guesses: InOut1[np.uint64], scores: InOut1[np.int64]) -> tuple[int, int, int]:
    """Write the guesses worth trying, best first, and a lower bound for each; after a search for `CHOICES`, once.

    Returns:
        How many there are, or -1 where the value is known or at least the limit; the most parts a member makes besides
        itself; the most parts another guess makes.
    """


@native
def begin_tree(search: TreeSearch, keys: In1[np.uint64], guess: U64, next_guesses: In1[np.int64]) -> None:
    """Get ready to write the best tree of the set `keys`, at the first turn, whose first guess is `guess`.

    `next_guesses` has the guess after it by part, -1 where it is not known. The best guesses of other sets are searched
    for; the transposition table of the search before makes that short.
    """


@native
def step_tree(search: TreeSearch, table: InOut1[np.uint64], units: int) -> int:
    """Go on for so many units of work; returns `DONE`, `UNFINISHED` or `TOO_DEEP`."""


@native
def take_tree(
    search: TreeSearch, guesses: InOut1[np.uint64], parents: InOut1[np.int64], parts: InOut1[np.int64]
) -> int:
    """Write the nodes of the tree, parents before children; the parent and the part of the first are -1.

    Returns how many there are, at most two for each code.
    """


@native
def work_done(search: TreeSearch) -> tuple[int, int, int, int, int, int]:
    """Work over all searches of one `TreeSearch`.

    Returns:
        Sets scored, guesses scored, guesses tried, answers from the table, member checks, guesses left out because of a
        symmetry.
    """


class BeamSettings(Struct):
    """How a beam search goes about it; the arrays are by size, up to that of the game."""

    expected: In1[np.uint64]
    """What sets cost, in `SCALE` parts of a guess, one guess for each code included; `COUNTED` more from size 1 on,
    unless only candidates are guessed."""
    hoped: In1[np.int64]
    """What is hoped of sets, no more than what is expected."""
    width: In1[np.int64]
    """Guesses tried."""
    exact_most: int
    """Codes up to which a set is searched exactly."""
    exact_quota: int
    """Sets scored before such a search is given up."""
    seed: U64
    """Orders guesses of equal estimate."""


COUNTED = 1 << 32
"""What counts one part, above a sum of estimates."""

SCALE = 256
"""Estimates are in so many parts of a guess."""


class BeamSearch(NativeObject):
    """Looks for good trees of sets of one game, one after another; for one thread."""


@native
def new_beam_search(rules: CodeRules, cells: Cells, settings: SearchSettings) -> BeamSearch:
    """Make a search."""


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
    """Keep a tree of the set `keys`, after the guesses `history`, in the table `values`.

    Its nodes come in reading order, each with the number of the node after its subtree, its part of the set of its
    parent, and what its set costs.
    """


@native
def begin_beam_search(search: BeamSearch, keys: In1[np.uint64], history: In1[np.uint64], limit: int) -> None:
    """Get ready to look for a tree of the set `keys`, after the guesses `history`, that costs less than `limit`."""


@native
def step_beam_search(
    search: BeamSearch,
    settings: BeamSettings,
    table: InOut1[np.uint64],
    values: InOut1[np.uint64],
    units: int,
) -> bool:
    """Go on for so many units of work; returns whether it is done.

    `table` is the transposition table of exact searches; `values`, another one, keeps what this search finds.
    """


@native
def keep_unfinished(search: BeamSearch, values: InOut1[np.uint64]) -> None:
    """Keep the trees found so far at the sets of a search that is left in the middle."""


@native
def begin_growing(search: BeamSearch, keys: In1[np.uint64], history: In1[np.uint64]) -> None:
    """Get ready to read the tree that is kept for the set `keys`."""


@native
def step_growing(
    search: BeamSearch,
    settings: BeamSettings,
    table: InOut1[np.uint64],
    values: InOut1[np.uint64],
    units: int,
) -> bool:
    """Go on for so many units of work; returns whether it is done."""


@native
def take_nodes(
    search: BeamSearch, guesses: InOut1[np.uint64], parents: InOut1[np.int64], parts: InOut1[np.int64]
) -> int:
    """Write the nodes of the tree in reading order; the parent and the part of the first are -1.

    Returns how many there are, at most two for each code; 0 where some are not known any more.
    """
