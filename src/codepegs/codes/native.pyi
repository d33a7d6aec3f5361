"""The C++ functions and structs of `codes/`, written by `docs/make/stubs.py`."""

import numpy as np

from codepegs.core.binding import In1, In2, InOut1, InOut2, InOut3, U64, NativeObject, Struct
from codepegs.core.loops import CodeRules

class Curve(NativeObject): ...

class GuessChoice(NativeObject): ...

class StrategyWalk(NativeObject): ...

class TableWalk(NativeObject): ...

class Cells(Struct):
    """The cells of a game's part table, part by part: a cell is the codes in one black row and one total row, and a part
    is made of one or more cells. Rows up to `pegs` are counts; black row pegs + 1 is every code and pegs + 2 every code
    but the guess itself; total row pegs + 1 is every code. The last part is the win."""

    black: In1[np.int64]
    total: In1[np.int64]
    part: In1[np.int64]
    ends: In1[np.bool_]
    parts: int

class GuessScoring(Struct):
    """The scoring of guesses, and which of them are kept.

    The key of a guess is twice its score, plus one when the guess is not a member. With the objectives of bounds
    (`NO_BREAK` and above) it is a bound on the sum over all codes, `unwon` more for a guess that is not a member."""

    objective: int
    table: In1[np.uint64]
    incumbent: U64
    floor: U64
    limit: U64
    unwon: U64
    kept_keys: InOut1[np.int64]
    kept_guesses: InOut1[np.uint64]

class OneStepOptions(Struct):
    """A one-step strategy: the guess with the least score is played, a candidate first among equals, then the numerically
    lowest."""

    objective: int
    candidates_only: bool
    searched_most: int
    table: In1[np.uint64]

class SetPlanes(Struct):
    """The bit planes of a set, for the colours that some guesses use."""

    column_of: InOut1[np.uint16]
    members: InOut1[np.uint64]
    place: InOut3[np.uint64]
    copies: InOut3[np.uint64]

class WalkOutput(Struct):
    """Where a walk writes what it finds."""

    histogram: InOut1[np.int64]
    work: InOut1[np.int64]
    guesses: InOut1[np.uint64]
    parents: InOut1[np.int64]
    parts: InOut1[np.int64]

# curves.cpp

def other_curve(pegs: int, colors: int, repeats: bool, view: int) -> Curve:
    """Make the curve of other games, with what a kind of game needs more.

    `view`: which pegs replies show: 0 both, 1 black, 2 their sum, 3 white. `pegs` is 0 for a game that has none."""

def fit_curve(sizes: In1[np.float64], averages: In1[np.float64]) -> Curve:
    """Make the curve through sets of a game.

    `sizes`: the size of each set, at least one; `averages`: the guesses that it needs. Both have shape (sets,)."""

def guesses_needed(sizes: In1[np.float64], curve: Curve, out: InOut1[np.float64]) -> None:
    """Write the guesses that sets of candidates need; `sizes` and `out` have shape (m,)."""

def value_of_parts(
    masses: In1[np.float64],
    sizes: In1[np.float64],
    known: In1[np.float64],
    price: int,
    curve: Curve,
) -> tuple[float, float, float, float, float]:
    """Estimate the expected number of guesses from here on if a guess is made that costs `price`, from its parts.

    `masses`: the weight of each part; `sizes`: the number of candidates in it, or the effective number if they have
    weights; `known`: the guesses that it needs, NaN if unknown. All have shape (parts,), the win last; `known` may be
    empty if the candidates are equally probable. Returns the value, its error, the part of the error that all values at
    a position have in common, what the parts need more than the curve says, and how far this and the curve may be off
    together."""

# first_replies.cpp

def first_reply_shares(
    pattern: In1[np.int64],
    colors: int,
    repeats: bool,
    part_of: In2[np.int64],
    shares: InOut1[np.float64],
) -> float:
    """Write the share of all codes that gives each reply to a first guess; returns the expected information of the reply.

    `pattern`: how many pegs of the guess have each of its colours. `part_of`: the part number of each (black, total),
    shape (pegs + 1, pegs + 1), -1 where there is no such reply. `shares`: shape (parts,)."""

# large_sets.cpp

def fill_planes(keys: In1[np.uint64], first_word: int, after_word: int, rules: CodeRules, planes: SetPlanes) -> None:
    """Fill the planes of the codes of some words, and their bits in `members`; all planes hold zeros before."""

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

    If `out` is not empty, this key of every guess of the range is written to it, at the guess's index."""

# log_table.cpp

def write_log_table(out: InOut1[np.uint64]) -> None:
    """Write n log2 n in fixed point for n from 0 on.

    The logarithm of n is the sum of those of its prime factors. So two partitions of equal entropy have exactly equal
    sums, whatever the order of their parts and even if their part sizes differ (4 log 4 is 4 times 2 log 2)."""

# set_search.cpp

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
    when not at all)."""

def step_choice(choice: GuessChoice, units: int) -> tuple[bool, U64, int]:
    """Continue for `units` of work; returns whether the search has ended, the guess, and the number scored."""

def best_listed(
    guesses: In1[np.uint64],
    keys: In1[np.uint64],
    rules: CodeRules,
    cells: Cells,
    objective: int,
    table: In1[np.uint64],
) -> U64:
    """Return the best of some guesses for a set, the first of several."""

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
    another guess."""

# strategy_walk.cpp

def begin_walk(
    keys: In1[np.uint64],
    depth: int,
    first_played: In1[np.int64],
    rules: CodeRules,
    cells: Cells,
    options: OneStepOptions,
    out: WalkOutput,
) -> StrategyWalk:
    """Begin to play a one-step strategy against every code of `keys`.

    `depth` guesses were made already; colour v was first played at guess number `first_played[v]` (0-based, `NEVER`
    when not at all)."""

def walk_more(
    walk: StrategyWalk,
    keys: In1[np.uint64],
    ends: In1[np.int64],
    depths: In1[np.int64],
    first_plays: In2[np.int64],
) -> None:
    """Walk more sets: the codes of set n end at `ends[n]`, `depths[n]` guesses were made before, and row n of
    `first_plays` is its `first_played`."""

def step_walk(walk: StrategyWalk, units: int) -> bool:
    """Continue for `units` of work; returns whether every code is found."""

def walked_nodes(walk: StrategyWalk) -> int:
    """Return the number of nodes so far."""

def walked_lengths(walk: StrategyWalk, lengths: InOut1[np.int64]) -> None:
    """Write the number of guesses of each code that was found, by the number of the code among all codes of the game."""

# table_sets.cpp

def table_sizes(
    table: In2[np.uint16],
    guesses: In1[np.uint64],
    members: In1[np.int64],
    sizes: InOut2[np.int64],
) -> None:
    """Write the part sizes of some guesses, looked up in a table of part numbers, to `sizes`, shape (m, parts).

    `table` has shape (guesses, secrets); `guesses`, shape (m,), are its rows, and `members`, shape (n,), its columns
    that form the set."""

def table_sizes_8(
    table: In2[np.uint8],
    guesses: In1[np.uint64],
    members: In1[np.int64],
    sizes: InOut2[np.int64],
) -> None:
    """As `table_sizes`, with part numbers in bytes."""

def table_best(
    table: In2[np.uint16],
    guesses: In1[np.uint64],
    members: In1[np.int64],
    parts: int,
    objective: int,
    logs: In1[np.uint64],
    keys: InOut1[np.uint64],
) -> tuple[U64, int]:
    """Return the least key of some guesses, which is twice the score, plus one if the guess cannot win; and the first
    index that has it.

    `table`, `guesses` and `members` are as in `table_sizes`; the last of the `parts` is the win. `objective` is the
    number of the `Objective`; `logs` has n log2 n in fixed point, and is longer than `members`. If `keys`, shape (m,),
    is not empty, the key of each guess is written to it."""

def table_best_8(
    table: In2[np.uint8],
    guesses: In1[np.uint64],
    members: In1[np.int64],
    parts: int,
    objective: int,
    logs: In1[np.uint64],
    keys: InOut1[np.uint64],
) -> tuple[U64, int]:
    """As `table_best`, with part numbers in bytes."""

# table_walk.cpp

def begin_table_walk(
    table: In2[np.uint16],
    members: In1[np.int64],
    guess_of: In1[np.int64],
    depth: int,
    parts: int,
    options: OneStepOptions,
    out: WalkOutput,
) -> TableWalk:
    """Begin to play a one-step strategy of a listed game, after `depth` guesses.

    `table` has part numbers by guess and secret, and `members` its columns that form the set. `guess_of` has the row of
    the code of each column. The last of the `parts` is the win."""

def walk_more_of_table(walk: TableWalk, members: In1[np.int64], ends: In1[np.int64], depths: In1[np.int64]) -> None:
    """Walk more sets: the columns of set n end at `ends[n]`, and `depths[n]` guesses were made before."""

def gather_columns(table: In2[np.uint16], columns: In1[np.int64], out: InOut2[np.uint16]) -> None:
    """Copy columns of a table in another order, row after row, to `out`, shape (guesses, columns)."""

def gather_columns_8(table: In2[np.uint8], columns: In1[np.int64], out: InOut2[np.uint16]) -> None:
    """As `gather_columns`, from part numbers in bytes."""

def step_table_walk(walk: TableWalk, units: int) -> bool:
    """Continue for about `units` replies; returns whether every secret is found."""

def table_walk_nodes(walk: TableWalk) -> int:
    """Return the number of nodes so far."""

def table_walk_lengths(walk: TableWalk, lengths: InOut1[np.int64]) -> None:
    """Write the number of guesses of each code that was found, by the number of the code."""

# weighted_sets.cpp

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
    """Write the score of each guess, less is better, for secrets of different weights, and the weight of its winning part.

    `weights` has the weight of each of the `members`; the other arguments are as in `table_best`. `scores` and `wins`
    have shape (m,). The largest part and the number of parts do not depend on the weights."""

def weighted_scores_8(
    table: In2[np.uint8],
    guesses: In1[np.uint64],
    members: In1[np.int64],
    weights: In1[np.int64],
    parts: int,
    objective: int,
    logs: In1[np.uint64],
    scores: InOut1[np.uint64],
    wins: InOut1[np.int64],
) -> None:
    """As `weighted_scores`, with part numbers in bytes."""
