"""The compiled loops of one-step search: part sizes of large sets, the best guess for one set, and whole strategies."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from codepegs.core import U64, CodeRules, In1, In2, InOut1, InOut2, InOut3, NativeObject, Struct, native
from codepegs.game import Game, code_rules as code_rules, part_table

WORD_BITS = 64
"""Number of codes per word of a bit plane."""

LANES = 8
"""Planes of large sets have a multiple of this many words."""

MOST_MEMBERS = 512
"""Size of the largest set that is searched by lanes."""

MOST_COLUMNS = 64
"""Largest number of colours for which this is done."""

ABSENT = 0xFFFF
"""Column number of a colour without planes."""

NEVER = 1 << 40
"""First play of a colour that was not played."""

UNITS = 50_000_000
"""Work of one step, some 15 milliseconds; a unit is a guess, a word of 64 codes and a cell of the part table."""


class Cells(Struct):
    """The cells of a part table; see `PartTable`."""

    black: In1[np.int64]
    total: In1[np.int64]
    part: In1[np.int64]
    ends: In1[np.bool_]
    parts: int


class OneStepOptions(Struct):
    """How a one-step strategy chooses among guesses."""

    objective: int
    candidates_only: bool
    searched_most: int
    """Number of candidates up to which guesses are compared; above it, the lowest is played."""
    table: In1[np.uint64]
    """n log2 n in fixed point, as `log_table` makes it."""


class SetPlanes(Struct):
    """The bit planes of a set, for the colours that some guesses use."""

    column_of: InOut1[np.uint16]
    """By colour; `ABSENT` for those without planes."""
    members: InOut1[np.uint64]
    """One bit per member; a multiple of `LANES` words."""
    place: InOut3[np.uint64]
    """By peg, column and word."""
    copies: InOut3[np.uint64]
    """By copy, column and word."""


class GuessScoring(Struct):
    """The scoring of guesses for a small set, and which are kept; see `small_sets.hpp`."""

    objective: int
    table: In1[np.uint64]
    incumbent: U64
    floor: U64
    limit: U64
    unwon: U64
    kept_keys: InOut1[np.int64]
    kept_guesses: InOut1[np.uint64]


class WalkOutput(Struct):
    """The output of a walk."""

    histogram: InOut1[np.int64]
    """Entry g is increased by the number of codes found with g guesses in all."""
    work: InOut1[np.int64]
    """Increased by the sets searched, the guesses scored and the replies counted."""
    guesses: InOut1[np.uint64]
    """The nodes, parents before children, unless these arrays are empty; the top node of set n has parent -1 - n."""
    parents: InOut1[np.int64]
    parts: InOut1[np.int64]


class StrategyWalk(NativeObject):
    """A one-step strategy being played against every code of a set."""


class GuessChoice(NativeObject):
    """The search for the best guess for one set."""


@lru_cache(maxsize=64)
def cells(game: Game) -> Cells:
    """The cells of a game's part table, for compiled loops."""
    table = part_table(game)
    return Cells(table.cell_black, table.cell_total, table.cell_part, table.cell_ends, len(table))


@native
def fill_planes(keys: In1[np.uint64], first_word: int, after_word: int, rules: CodeRules, planes: SetPlanes) -> None:
    """Fill the planes of the codes of some words, and their bits in `members`; all planes hold zeros before."""


@native
def count_parts(
    guesses: In1[np.uint64],
    start: int,
    stop: int,
    rules: CodeRules,
    planes: SetPlanes,
    cells: Cells,
    out: InOut2[np.int64],
) -> None:
    """Add to `out[g - start, part]` the number of members in each part of guess g, for g in [start, stop)."""


@native
def best_in_range(
    guesses: In1[np.uint64],
    start: int,
    stop: int,
    rules: CodeRules,
    planes: SetPlanes,
    cells: Cells,
    objective: int,
    table: In1[np.uint64],
    out: InOut1[np.uint64],
) -> tuple[U64, int]:
    """The least (twice the score, plus one for a guess that cannot win) in guesses[start:stop], and its first index.

    If `out` is not empty, this key of every guess of the range is written to it, at the guess's index.
    """


@native
def begin_choice(
    keys: In1[np.uint64],
    depth: int,
    first_played: In1[np.int64],
    rules: CodeRules,
    cells: Cells,
    options: OneStepOptions,
) -> GuessChoice:
    """Begin to choose the guess for a set of three codes or more.

    `depth` guesses were made already; colour v was first played at guess number `first_played[v]` (0-based, `NEVER`
    when not at all).
    """


@native
def step_choice(choice: GuessChoice, units: int) -> tuple[bool, U64, int]:
    """Continue for `units` of work; returns whether the search has ended, the guess, and the number scored."""


@native
def bound_guesses(
    keys: In1[np.uint64],
    depth: int,
    first_played: In1[np.int64],
    barred: In1[np.uint64],
    rules: CodeRules,
    cells: Cells,
    scoring: GuessScoring,
) -> tuple[U64, U64, int, int, int, int]:
    """Return the best guess for a small set by any objective, as in the search for best trees; for tests.

    Returns its key and the guess, the numbers scored and kept, and the largest numbers of parts of a member and of
    another guess.
    """


@native
def begin_walk(
    keys: In1[np.uint64],
    depth: int,
    first_played: In1[np.int64],
    rules: CodeRules,
    cells: Cells,
    options: OneStepOptions,
    out: WalkOutput,
) -> StrategyWalk:
    """Begin to play a one-step strategy against every code of `keys`; `depth` and `first_played` as above."""


@native
def walk_more(
    walk: StrategyWalk, keys: In1[np.uint64], ends: In1[np.int64], depths: In1[np.int64], first_plays: In2[np.int64]
) -> None:
    """Add sets to a walk: the keys of set n end at `ends[n]`, and row n of `first_plays` is its `first_played`."""


@native
def step_walk(walk: StrategyWalk, units: int) -> bool:
    """Continue for `units` of work; returns whether every code is found."""


@native
def walked_nodes(walk: StrategyWalk) -> int:
    """Return the number of nodes so far."""


@native
def walked_lengths(walk: StrategyWalk, lengths: InOut1[np.int64]) -> None:
    """Write the number of guesses of each code found, at the number of the code among all codes of the game."""


@native
def table_sizes(
    table: In2[np.uint16], guesses: In1[np.uint64], members: In1[np.int64], sizes: InOut2[np.int64]
) -> None:
    """Write the part sizes of some guesses, looked up in a table of part numbers.

    Args:
        table: Part numbers by guess and secret, shape (guesses, secrets).
        guesses: Rows of the table, shape (m,).
        members: Columns of the table that form the set, shape (n,).
        sizes: The sizes, shape (m, parts).
    """


@native
def table_best(
    table: In2[np.uint16],
    guesses: In1[np.uint64],
    members: In1[np.int64],
    parts: int,
    objective: int,
    logs: In1[np.uint64],
    keys: InOut1[np.uint64],
) -> tuple[U64, int]:
    """Find the best of some guesses in a table of part numbers.

    Args:
        table: Part numbers by guess and secret, shape (guesses, secrets).
        guesses: Rows of the table, shape (m,).
        members: Columns of the table that form the set, shape (n,).
        parts: Number of parts; the last is the win.
        objective: The number of the `Objective`.
        logs: n log2 n in fixed point, longer than `members`.
        keys: If not empty, gets the key of each guess, shape (m,).

    Returns:
        The least key, which is twice the score, plus one if the guess cannot win; and the first index that has it.
    """


@native
def weighted_scores(
    table: In2[np.uint16],
    guesses: In1[np.uint64],
    members: In1[np.int64],
    weights: In1[np.int64],
    parts: int,
    objective: int,
    logs: In1[np.uint64],
    scores: InOut1[np.uint64],
    wins: InOut1[np.int64],
) -> None:
    """Score some guesses for secrets of different weights.

    Args:
        table: Part numbers by guess and secret, shape (guesses, secrets).
        guesses: Rows of the table, shape (m,).
        members: Columns of the table that form the set, shape (n,).
        weights: Their weights, shape (n,).
        parts: Number of parts; the last is the win.
        objective: The number of the `Objective`.
        logs: n log2 n in fixed point.
        scores: The scores, less is better, shape (m,).
        wins: The weights of the winning parts, shape (m,).
    """


class TableWalk(NativeObject):
    """A one-step strategy that is played with a table of replies against every secret of a set."""


@native
def begin_table_walk(
    table: In2[np.uint16],
    members: In1[np.int64],
    guess_of: In1[np.int64],
    depth: int,
    parts: int,
    options: OneStepOptions,
    out: WalkOutput,
) -> TableWalk:
    """Begin to play a one-step strategy of a listed game.

    Args:
        table: Part numbers by guess and secret, shape (guesses, secrets).
        members: Columns of the table that form the set, shape (n,).
        guess_of: The row of the code of each column, shape (secrets,).
        depth: Guesses made already.
        parts: Number of parts; the last is the win.
        options: The strategy.
        out: What is written.

    Returns:
        The walk, for `step_table_walk`.
    """


@native
def walk_more_of_table(walk: TableWalk, members: In1[np.int64], ends: In1[np.int64], depths: In1[np.int64]) -> None:
    """Add sets to a walk: the columns of set n end at `ends[n]`; `depths[n]` guesses were made already."""


@native
def gather_columns(table: In2[np.uint16], columns: In1[np.int64], out: InOut2[np.uint16]) -> None:
    """Copy columns of a table in another order, row after row.

    Args:
        table: The table, shape (guesses, secrets).
        columns: The columns, shape (n,).
        out: The copy, shape (guesses, n).
    """


@native
def step_table_walk(walk: TableWalk, units: int) -> bool:
    """Continue a walk.

    Args:
        walk: The walk.
        units: Replies to look up, about.

    Returns:
        Whether every secret is found.
    """


@native
def table_walk_nodes(walk: TableWalk) -> int:
    """Return the number of nodes so far.

    Args:
        walk: The walk.

    Returns:
        The number.
    """


@native
def table_walk_lengths(walk: TableWalk, lengths: InOut1[np.int64]) -> None:
    """Write the number of guesses of each code found, at the number of the code."""
