"""The functions, structs and objects of the C++ library, written by `docs/make/stubs.py`."""

import numpy as np

from codepegs.core.binding import U64, In1, In2, In3, InOut1, InOut2, InOut3, NativeObject, Struct

# analysis/fixed_sets.cpp

class FixedTests(NativeObject): ...

def search_fixed_tests(
    table: In2[np.uint16],
    labels: In1[np.int64],
    costs: In1[np.int64],
    codes: In2[np.int64],
    colors: int,
    by_peg: bool,
    seed: U64,
) -> FixedTests:
    """Begin the search for the cheapest set of tests that distinguishes all objects of different labels, if any test does.

    `table` has the outcome of each test for each object; `labels`, shape (objects,), and `costs`, shape (tests,), are
    whole numbers from 0 and from 1. Where tests are codes, `codes` has their colours, shape (tests, pegs), and the
    tests are all codes of a game in which pegs and `colors` may be exchanged, `by_peg` the colours of each peg by
    themselves; otherwise it has the shape (tests, 0)."""

def step_fixed_tests(
    search: FixedTests,
    work: int,
    is_local: bool,
    best: InOut1[np.int64],
) -> tuple[int, int, int, int, int]:
    """Search on for about `work` outcomes, by exchanges, and if it `proves`, by the proof, too. Writes the tests of the
    best set to `best`, shape (tests,); returns their number, -1 if there is none yet, their cost, the lower bound, the
    number of sets that the proof has looked at, and the number of objects that the tests distinguish."""

# analysis/verdict.cpp

class TurnFigures(Struct):
    """The figures of a guess that was made, and of the best one at its turn; NaN if they are not known."""

    value: float
    error: float
    shared: float
    best_value: float
    best_error: float
    best_shared: float
    cost: float
    bits: float
    gained: float
    counted: int
    is_best: bool
    is_candidate: bool
    contradicts: bool
    cannot_be_secret: bool
    is_test: bool
    is_over: bool
    is_answered: bool
    is_win: bool

class VerdictLimits(Struct):
    """The limits of the kinds."""

    same: float
    good: float
    lucky: float
    some_luck: float
    decisive: float
    known_share: float

class JudgedTurns(Struct):
    """The turns of a game with their verdicts; NaN for what is not known. All have shape (turns,)."""

    worth: In1[np.int64]
    comment: In1[np.int64]
    skill: In1[np.float64]
    lost: In1[np.float64]
    luck: In1[np.float64]

def error_of_difference(error: float, shared: float, other_error: float, other_shared: float) -> float:
    """Return the uncertainty of the difference of two values at one position."""

def judge_turn(turn: TurnFigures, limits: VerdictLimits) -> tuple[int, float, float, float, float, int, int, int]:
    """Judge a turn.

    Returns the rating of the guess, its skill from 0 to 1, the guesses lost and their uncertainty, the luck of the
    reply in bits, what is said of the guess, the number of decimals that distinguishes it from the best one, and what
    is said of the reply. NaN for what is not known."""

def judge_game(
    turns: JudgedTurns,
    is_exact: bool,
    praise: In1[np.float64],
    limits: VerdictLimits,
) -> tuple[float, float, int, int, int, int]:
    """Judge a game from its turns.

    `is_exact`: whether all figures are exact. `praise`: the least skill of each row of PRAISE, the last of which is
    zero.

    Returns the mean skill and the mean luck, NaN if they are not known; the turn that decided the game, from one, or
    zero; what it was; the row of the praise, of which zero is that of a perfect game; and how lucky all replies were."""

# codes/best_guess.hpp

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

# codes/contradictions.cpp

class ConflictLimits(Struct):
    """Limits of a search by questions."""

    work: int
    question_work: int
    codes: int
    few: int
    questions: int

class FailedTurns(NativeObject): ...

class ConflictSearch(NativeObject): ...

def begin_failed_turns(fits: In2[np.bool_]) -> FailedTurns:
    """Begin to look for a conflict by all codes of a game.

    `fits`: whether a code of a part (column) is consistent with a turn (row), for at most 64 turns."""

def add_failed_turns(failed: FailedTurns, parts: In2[np.int64]) -> bool:
    """Add codes by their part (column) for each turn (row); returns whether each of them fails a turn."""

def find_conflict(failed: FailedTurns, sets: int, out: InOut1[np.int64]) -> int:
    """Look at further sets of turns for a smallest one of which every code fails a turn, the earliest turns first among
    equals.

    Writes it to `out`, ascending, when it is found. Returns its size, zero as long as it is not found."""

def count_repairs(failed: FailedTurns) -> int:
    """Return the number of corrections of one reply after which some code is consistent."""

def write_repairs(failed: FailedTurns, out: InOut2[np.int64]) -> None:
    """Write these corrections, the most codes first: turn, part and number of codes, shape (repairs, 3)."""

def begin_conflict_search(
    parts: In1[np.int64],
    open: In1[np.bool_],
    finds_conflict: bool,
    limits: ConflictLimits,
) -> ConflictSearch:
    """Begin to look for a conflict by questions about turns that contradict each other.

    `parts`: the number of parts for each turn. `open`: the turns whose reply may be wrong. `finds_conflict`: false if
    only corrections are wanted."""

def next_question(search: ConflictSearch, asked: InOut1[np.bool_]) -> tuple[bool, int, int, int, int]:
    """Ask which codes are consistent with some turns, which are written to `asked`.

    Returns whether no question is left; the turn whose reply is in question, -1 if there is none; the part that its
    reply is replaced by, -1 if the turn is left out; the most codes that are to be found, and the most work."""

def answer_question(search: ConflictSearch, codes: int, parts: In1[np.int64], is_complete: bool, work: int) -> None:
    """Answer the question: the number of codes found, whether there are no others, and the work done.

    `parts`: the part of each code for the turn that was left out, in the order found; empty in other questions."""

def conflict_found(search: ConflictSearch, out: InOut1[np.int64]) -> int:
    """Write the smallest conflict found, or a small one, ascending; returns its size."""

def count_repairs_found(search: ConflictSearch) -> int:
    """Return the number of corrections of one reply after which some code is consistent."""

def write_repairs_found(search: ConflictSearch, out: InOut2[np.int64]) -> None:
    """Write these corrections, shape (repairs, 3): turn, part, and the number of codes, -1 where they are not counted. The
    uncounted ones come first, then those of the most codes."""

def count_per_peg(
    keys: In1[np.uint64],
    rules: CodeRules,
    guesses: In2[np.int64],
    black: In1[np.int64],
    white: In1[np.int64],
) -> int:
    """Count the codes that are consistent when each guessed peg is scored by itself, a common mistake with repeated
    colours.

    `guesses`: 0-based colours, shape (turns, pegs); `black` and `white` of the replies, shape (turns,)."""

# codes/curves.cpp

class Curve(NativeObject): ...

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

# codes/first_replies.cpp

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

# codes/large_sets.cpp

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

# codes/large_sets.hpp

class SetPlanes(Struct):
    """The bit planes of a set, for the colours that some guesses use."""

    column_of: InOut1[np.uint16]
    members: InOut1[np.uint64]
    place: InOut3[np.uint64]
    copies: InOut3[np.uint64]

# codes/log_table.cpp

def write_log_table(out: InOut1[np.uint64]) -> None:
    """Write n log2 n in fixed point for n from 0 on.

    The logarithm of n is the sum of those of its prime factors. So two partitions of equal entropy have exactly equal
    sums, whatever the order of their parts and even if their part sizes differ (4 log 4 is 4 times 2 log 2)."""

def log_table_size(most: int) -> int:
    """Return the number of entries of the table with which sets of up to `most` codes are scored."""

# codes/part_cells.hpp

class Cells(Struct):
    """The cells of a game's part table, part by part: a cell is the codes in one black row and one total row, and a part
    is made of one or more cells. Rows up to `pegs` are counts; black row pegs + 1 is every code and pegs + 2 every code
    but the guess itself; total row pegs + 1 is every code. The last part is the win."""

    black: In1[np.int64]
    total: In1[np.int64]
    part: In1[np.int64]
    ends: In1[np.bool_]
    parts: int

# codes/part_figures.cpp

def part_figures(
    sizes: In1[np.int64],
    weights: In1[np.int64],
    fewest_left: int,
    is_test: bool,
    ends_named: bool,
) -> tuple[int, float, float, int, float, int]:
    """Compute the figures of a guess from the sizes and weights of its parts, shape (parts,), the win last.

    `fewest_left`: the least sum, over the parts of a guess that may win, of size times weight; negative if it is not
    known. `is_test`: the guess is not meant to be the secret. `ends_named`: the game ends when the secret is guessed.

    Returns the size of the largest part, the expected size of the part of the secret, the expected information of the
    reply in bits, the number of parts, the probability to win, and what is said of the guess. All sums go from the
    first part to the last."""

def best_places(scores: In1[np.uint64], wins: In1[np.int64], out: InOut1[np.int64]) -> None:
    """Write the places of the best guesses, best first: the lowest score, among equals the largest weight of the win, then
    the first place.

    `scores` and `wins`: of each guess, shape (guesses,); `out` has an entry for each place wanted, at most one a guess."""

# codes/set_search.cpp

class GuessChoice(NativeObject): ...

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

# codes/set_search.hpp

class OneStepOptions(Struct):
    """A one-step strategy: the guess with the least score is played, a candidate first among equals, then the numerically
    lowest."""

    objective: int
    candidates_only: bool
    searched_most: int
    table: In1[np.uint64]

# codes/strategy_walk.cpp

class StrategyWalk(NativeObject): ...

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

# codes/table_sets.cpp

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

# codes/table_walk.cpp

class TableWalk(NativeObject): ...

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

# codes/walk_output.hpp

class WalkOutput(Struct):
    """Where a walk writes what it finds."""

    histogram: InOut1[np.int64]
    work: InOut1[np.int64]
    guesses: InOut1[np.uint64]
    parents: InOut1[np.int64]
    parts: InOut1[np.int64]

# codes/weighted_sets.cpp

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

# core/consistent_codes.cpp

class ConsistentCodes(NativeObject): ...

def search_consistent_codes(
    rules: CodeRules,
    guesses: In2[np.int64],
    parts: In1[np.int64],
    first: int,
    after: int,
    order: In2[np.int64],
) -> ConsistentCodes:
    """Begin the search for the codes that are consistent with all turns.

    `guesses` has shape (turns, pegs); `parts` has the part number of each reply. `order` has the order in which colours
    are tried at each position, shape (pegs, colors); ascending if it has no rows. The first peg gets those at places
    [`first`, `after`) of its order."""

def next_consistent_keys(codes: ConsistentCodes, out: InOut1[np.uint64], nodes: int) -> tuple[int, bool]:
    """Write the next keys to `out`, until it is full or `nodes` more pegs were set; returns the number of keys written,
    and whether the search is complete."""

def next_consistent_code(codes: ConsistentCodes, out: InOut1[np.int64], nodes: int) -> tuple[bool, bool]:
    """Write the colours of the next code to `out`, shape (pegs,), if it is found before `nodes` more pegs were set;
    returns whether a code was found, and whether the search is complete."""

# core/differing_guesses.cpp

class GuessEnumerator(NativeObject): ...

def enumerate_guesses(
    pegs: int,
    bits: int,
    repeats: bool,
    color_of: In1[np.int64],
    column_class: In1[np.int64],
    twin_before: In1[np.int64],
) -> GuessEnumerator:
    """Begin the list of the guesses that can differ, ascending.

    `bits` is the number of bits of a peg in a key. `color_of` has the colours that stand in columns, ascending, shape
    (columns,). `column_class` has the same shape: columns of class 1, and those of class 2, are equivalent and used in
    ascending order of first appearance; those of class 0 are not equivalent. `twin_before` has for each position an
    earlier interchangeable one, whose colour is not higher, or -1; shape (pegs,)."""

def next_guesses(guesses: GuessEnumerator, out: InOut1[np.uint64], nodes: int) -> tuple[int, bool]:
    """Write the next keys to `out`, until it is full or about `nodes` columns were tried; returns the number of keys
    written, and whether the list is complete."""

# core/elementary.cpp

def write_exp(values: In1[np.float64], out: InOut1[np.float64]) -> None:
    """Write e to the power of each value; `values` and `out` have shape (m,)."""

def write_log(values: In1[np.float64], out: InOut1[np.float64]) -> None:
    """Write the natural logarithm of each value; `values` and `out` have shape (m,)."""

def write_log2(values: In1[np.float64], out: InOut1[np.float64]) -> None:
    """Write the binary logarithm of each value; `values` and `out` have shape (m,)."""

# core/exact_search.cpp

class TurnCounts(Struct):
    """What is known of each turn: -1 where a count is hidden."""

    guesses: In2[np.int64]
    black: In1[np.int64]
    total: In1[np.int64]
    white: In1[np.int64]

class ExactSearch(NativeObject): ...

def expects_few(pegs: int, colors: int, repeats: bool, bits: float, turns: TurnCounts) -> bool:
    """Return whether few codes are expected to be consistent, as if the replies were independent of each other: so few
    that it is worthwhile to search for all of them before anything else is known.

    `bits`: binary logarithm of the number of codes of the game. The share that gives a reply is taken from codes that
    are always the same."""

def start_exact_search(pegs: int, colors: int, repeats: bool, turns: TurnCounts) -> ExactSearch:
    """Begin an exact search for consistent codes. A guess whose reply hides black is not consistent itself."""

def search_exactly(search: ExactSearch, work: int, out: InOut2[np.int64]) -> tuple[int, int, bool]:
    """Write further codes to `out`, until it is full, there are no more, or about `work` units of work were done.

    A unit takes 10 to 20 nanoseconds; `out`, shape (m, pegs), is the same array in every call. Returns the number of
    codes found so far, the units of work done so far, and whether these are all consistent codes."""

# core/multisets.cpp

class MultisetSearch(NativeObject): ...

def search_multisets(pegs: int, most_of_a_color: int, copies: In2[np.int64], totals: In1[np.int64]) -> MultisetSearch:
    """Begin the search for the multisets of colours that are consistent with all turns.

    `copies` has the number of pegs of each guess with each colour, shape (turns, colors); colours are tried in this
    order. `totals` has the total of each reply. A colour has at most `most_of_a_color` pegs."""

def next_multisets(search: MultisetSearch, out: InOut2[np.int64], nodes: int) -> tuple[int, int, bool]:
    """Write the colour counts of the next multisets to `out`, shape (m, colors), until it is full or `nodes` were visited;
    returns the number of rows written, the number of nodes visited, and whether the search is complete."""

# core/packed_codes.cpp

def code_numbers(keys: In1[np.uint64], rules: CodeRules, out: InOut1[np.int64]) -> None:
    """Write the number of each key in the ascending list of all codes of the game; `keys` and `out` have shape (m,)."""

def parts_of(keys: In1[np.uint64], guess: U64, rules: CodeRules, out: InOut1[np.int64]) -> None:
    """Write the part number of each key for a guess to `out`; `keys` and `out` have shape (m,)."""

def split_keys(keys: InOut1[np.uint64], guess: U64, rules: CodeRules, sizes: InOut1[np.int64]) -> None:
    """Reorder `keys` by their part for a guess, keeping their order within each part, and write the sizes of the parts to
    `sizes`, shape (parts,)."""

# core/packed_codes.hpp

class CodeRules(Struct):
    """The rules of a game and the parts of its partitions."""

    pegs: int
    colors: int
    repeats: bool
    part_table: In2[np.int64]

# core/preorder.cpp

def places_in_preorder(parents: In1[np.int64], parts: In1[np.int64], places: InOut1[np.int64]) -> None:
    """Write the place of each node when the nodes of a tree are in preorder, children by ascending part.

    A parent comes before its children; that of the first node is -1."""

# core/reply_table.cpp

def reply_parts(
    guess_place: In2[np.uint64],
    guess_copies: In2[np.uint64],
    code_place: In2[np.uint64],
    code_copies: In2[np.uint64],
    part_of: In2[np.int64],
    parts: InOut2[np.uint16],
) -> None:
    """Write the part number of every code (column) for every guess (row) to `parts`, shape (guesses, codes).

    The masks of positions (`_place`) and of copies (`_copies`) are those of `codepegs.game.parts.pack`, shape
    (guesses, words) and (codes, words). `part_of` has part numbers by black count and total, shape (pegs + 1, pegs +
    1)."""

def reply_parts_8(
    guess_place: In2[np.uint64],
    guess_copies: In2[np.uint64],
    code_place: In2[np.uint64],
    code_copies: In2[np.uint64],
    part_of: In2[np.int64],
    parts: InOut2[np.uint8],
) -> None:
    """Write part numbers in bytes, for games of at most 256 parts; otherwise as `reply_parts`."""

# core/slot_replies.cpp

def slot_replies(
    guesses: In2[np.uint16],
    secrets: In2[np.uint16],
    kind: int,
    numbers: In2[np.int64],
    parts: InOut2[np.uint16],
) -> None:
    """Write the part number of the reply for every secret (column) to every guess (row), slot by slot.

    `guesses` and `secrets` have a row of symbols for each code; `parts` has shape (guesses, secrets). `kind` is
    `MARKED_BY_SLOT`, and `numbers` the place value of each mark, shape (1, pegs); or it is `COUNTED_BY_SLOT`, and
    `numbers` the part numbers by black and white, shape (pegs + 1, pegs + 1)."""

# core/symmetry.cpp

class HistorySymmetry(NativeObject): ...

class DifferingGuesses(NativeObject): ...

def find_symmetries(rules: CodeRules, guesses: In2[np.int64], same: In1[np.int64]) -> HistorySymmetry:
    """Find the symmetries of a history.

    `guesses` has the colours of each turn, shape (turns, pegs); `same` the first turn with the same reply, shape
    (turns,)."""

def symmetry_counts(symmetry: HistorySymmetry) -> tuple[int, int, int]:
    """Return the numbers of symmetries, of classes of positions, and of colours never played."""

def write_symmetry(
    symmetry: HistorySymmetry,
    class_of: InOut1[np.int64],
    class_maps: InOut2[np.int64],
    color_maps: InOut2[np.int64],
    unplayed: InOut1[np.int64],
) -> None:
    """Write the class of each position, shape (pegs,), the images of classes, shape (symmetries, classes), and of colours,
    shape (symmetries, colors), -1: never played, and the colours never played, ascending."""

def begin_differing(symmetry: HistorySymmetry, candidates: In1[np.uint64], candidates_only: bool) -> DifferingGuesses:
    """Begin the list of the guesses that differ: one of every orbit, or some more where that would take long. With
    `candidates_only`, only candidates are listed.

    `symmetry` and `candidates`, shape (m,), ascending, are read until the list is complete."""

def step_differing(differing: DifferingGuesses, units: int) -> tuple[bool, int]:
    """Continue for about `units` of 0.3 nanoseconds; returns whether the list is complete, and the number of guesses."""

def write_differing(differing: DifferingGuesses, out: InOut1[np.uint64]) -> None:
    """Write the guesses, ascending, to `out`, shape (guesses,)."""

def colors_held(keys: In1[np.uint64], rules: CodeRules, out: InOut1[np.bool_]) -> None:
    """Set `out`, shape (colors,), to true for each colour that a key holds; `keys` has shape (m,)."""

def canonical_keys(keys: In1[np.uint64], rules: CodeRules, symmetry: SymmetryMaps, out: InOut1[np.uint64]) -> None:
    """Write canonical keys to `out`, which are equal if and only if a symmetry maps one key to the other; for tests.
    `keys` and `out` have shape (m,)."""

# core/symmetry.hpp

class SymmetryMaps(Struct):
    """The symmetries of a history. Row k of `class_maps` and `color_maps` has the images of classes of positions and
    colours under the k-th symmetry (-1: never played); `class_of` is the class of each position, `unplayed` are the
    colours never played, ascending."""

    class_of: In1[np.int64]
    class_maps: In2[np.int64]
    color_maps: In2[np.int64]
    unplayed: In1[np.int64]

# game/table_text.cpp

class TableText(NativeObject): ...

def new_table_text(text: In1[np.uint8], separator: int, heading: int) -> TableText:
    """Make a reader of a table from its text in UTF-8.

    `separator` is the byte between cells, 0 if it is to be guessed. `heading` is 1 if the first row below the titles
    has the names of the columns, 0 if no row has, and -1 if that is to be guessed."""

def read_table_text(table: TableText) -> bool:
    """Read on in the text of a table; whether all has been read."""

def shape_of_table_text(table: TableText) -> tuple[int, int, int, int, int, bool, int, int]:
    """Return what was found in the text of a table, when it was read.

    These are the numbers of rows (the titles and the heading first), of columns, of different texts, of the bytes of
    these, and of titles; whether there is a heading; the separator; and the number of faults."""

def write_table_text(
    table: TableText,
    cells: InOut2[np.int32],
    numbers: InOut1[np.int64],
    ends: InOut1[np.int64],
    pool: InOut1[np.uint8],
    faults: InOut2[np.int64],
) -> None:
    """Write the cells of a table that was read, as numbers of texts; 0 is the empty text.

    `numbers` are those of the rows in the file, from 1. `pool` has the texts, one after the other, and `ends` where
    each ends. A fault is a kind, the number of its row, and a count: 1, a quote without its end; 2, a row with more
    cells than the heading; 3, rows much shorter than the heading, or than the longest. The count is of cells."""

# reports/mcmc/random_walk.cpp

class AskedCodes(Struct):
    """The turns of a game, for the walk."""

    guesses: In2[np.int64]
    black: In1[np.int32]
    total: In1[np.int32]

class RandomWalk(NativeObject): ...

def start_walk(rules: WalkRules, shown: In2[np.int64], turns: AskedCodes, seed: U64) -> RandomWalk:
    """Begin to choose the guess after at least one turn; `seed` is that of the game, and is combined with the number of
    turns. `shown`: the number of the reply by black and total, shape (pegs + 1, pegs + 1), if the codemaker shows a
    function of them; otherwise empty."""

def step_random_walk(walk: RandomWalk, units: int) -> bool:
    """Continue for about `units` nanoseconds; returns whether it is done. The steps do not affect the result."""

def walked(walk: RandomWalk, code: InOut1[np.int64]) -> tuple[bool, int, float]:
    """Write the current state of the walk to `code`, which is the guess when it is done.

    Returns whether the code is consistent (valid when the walk is done); the number of states visited, that is
    proposals of the walk and partial codes of the search; and the cost of the current code."""

# reports/mcmc/random_walk.hpp

class WalkRules(Struct):
    """Options of the strategy, the view and the rules."""

    colors: int
    repeats: int
    sees_black: int
    sees_white: int
    sees_total: int
    black_weight: float
    white_weight: float
    total_weight: float
    burn_in: int
    swap: float
    near: float
    near_swap: float
    endgame: float
    endgame_nodes: int
    start: int
    check: int
    ask_again: int

# reports/mcmc/walked_games.cpp

class WalkedGames(NativeObject): ...

def start_games(
    rules: WalkRules,
    shown: In2[np.int64],
    secrets: In2[np.int64],
    firsts: In2[np.int64],
    seeds: In1[np.uint64],
    most_turns: int,
) -> WalkedGames:
    """Begin games, each with a secret and a first guess, shape (games, pegs), and a seed; a game ends after `most_turns`
    guesses. `shown` is as for `start_walk`."""

def step_games(games: WalkedGames, units: int) -> bool:
    """Continue for about `units` nanoseconds; returns whether all games have ended."""

def played_games(games: WalkedGames, lengths: InOut1[np.int64], states: InOut1[np.int64]) -> None:
    """Write the number of guesses of each game, 0 if it was not solved, and the number of states visited."""

# reports/two_part_solver/choice.cpp

def codes_left(
    codes: In2[np.int64],
    sample: In1[np.int64],
    view: int,
    colors: int,
    start: int,
    stop: int,
    left: InOut1[np.int64],
) -> None:
    """For each of `codes[start:stop]` as the next guess, write to `left` the number of codes left, summed over secrets.

    `codes` has shape (codes, pegs), and `left` shape (codes,). `sample` has the indices of the codes used as possible
    secrets; a guess that is the secret leaves none. `view` is as in `ShownReplies`."""

def shared_pegs(
    codes: In2[np.int64],
    sample: In1[np.int64],
    colors: int,
    start: int,
    stop: int,
    shared: InOut1[np.int64],
) -> None:
    """For each of `codes[start:stop]`, write to `shared` the sum of the black and white pegs it has in common with a
    sample.

    `codes` has shape (codes, pegs), and `shared` shape (codes,). `sample` has the indices of the codes in the sample."""

# reports/two_part_solver/population.cpp

class BreedingRules(Struct):
    """How codes are bred."""

    repeats: int
    population: int
    black_weight: float
    base: float
    tournament: int
    two_point: float
    mutation: float
    permutation: float
    inversion: float
    generations: int
    share: int
    populations: int
    patience: int
    wanted: int

class Population(NativeObject): ...

def start_population(turns: ShownReplies, rules: BreedingRules, seed: U64) -> Population:
    """Draw a population; `seed` is not 0."""

def breed_population(population: Population, units: int) -> bool:
    """Continue for about `units` nanoseconds; returns whether it has ended. The steps do not affect the result."""

def bred_codes(population: Population, eligible: InOut2[np.int64], fittest: InOut1[np.int64]) -> tuple[int, int]:
    """Write the codes found, after breeding has ended; returns the number of consistent codes, and of generations.

    `eligible`, shape (wanted, pegs), receives the distinct consistent codes in the order they were found; `fittest`,
    shape (pegs,), the code of least cost that was not guessed before, the first among equals."""

# reports/two_part_solver/shown_replies.hpp

class ShownReplies(Struct):
    """The turns that determine the cost of a code."""

    view: int
    colors: int
    guesses: In2[np.int64]
    black: In1[np.int64]
    other: In1[np.int64]
    won: In1[np.bool_]

# strategies/bayes/channel_costs.cpp

class StatedCodes(Struct):
    """The codes on which guesses are compared, each with its own weight and state."""

    columns: In1[np.int64]
    state: In1[np.int64]
    mass: In1[np.float64]
    chance: In1[np.float64]

class ChannelModel(Struct):
    """The probability of each shown reply by row, and the expected cost of a posterior."""

    shown: In2[np.float64]
    announced: int
    curve: In1[np.float64]
    doubt: float

def channel_costs(
    table: In2[np.uint16],
    wins: In1[np.float64],
    codes: StatedCodes,
    model: ChannelModel,
    start: int,
    stop: int,
    costs: InOut1[np.float64],
    bits: InOut1[np.float64],
) -> None:
    """Write the expected cost of guesses [`start`, `stop`), and the information of their replies, as `expected_costs`,
    with a model of errors."""

# strategies/bayes/followed_guess.cpp

class FollowedGuess(NativeObject): ...

def follow_guess(
    table: In2[np.uint16],
    wins: In1[np.float64],
    codes: WeightedCodes,
    model: CostModel,
    first: int,
    first_replies: In1[np.uint16],
) -> FollowedGuess:
    """Begin to compute the cost of the guess in row `first` of the table.

    `table` and `wins` are as in `expected_costs`; `first_replies` has the part numbers of the replies to this guess for
    the codes of the rows."""

def step_followed_guess(search: FollowedGuess, units: int) -> bool:
    """Continue for about `units` nanoseconds; returns whether it is done. The steps do not affect the result."""

def followed_cost(search: FollowedGuess) -> float:
    """Return the expected cost, after the computation is done."""

# strategies/bayes/guess_costs.cpp

def expected_costs(
    table: In2[np.uint16],
    wins: In1[np.float64],
    codes: WeightedCodes,
    model: CostModel,
    start: int,
    stop: int,
    costs: InOut1[np.float64],
    bits: InOut1[np.float64],
) -> None:
    """Write the expected cost of guesses [`start`, `stop`) after their replies to `costs`, and the bits of information of
    the replies to `bits`; both have shape (guesses,).

    `table` has the part numbers of the replies, one row per guess and one column per code; `wins` has the probability
    of each guess to be the secret."""

# strategies/bayes/guess_costs.hpp

class WeightedCodes(Struct):
    """The codes on which guesses are compared; codes of one kind have equal weights."""

    columns: In1[np.int64]
    kind: In1[np.int64]
    mass: In1[np.float64]
    chance: In1[np.float64]

class CostModel(Struct):
    """The noise model, and the expected cost of a posterior."""

    share_as_is: float
    share_by_chance: float
    announced: int
    parts: int
    curve: In1[np.float64]
    doubt: float

# strategies/bayes/numbered_codes.hpp

class NumberedCodes(Struct):
    """All codes of a game, numbered from 0 in ascending order; at most 2^53."""

    pegs: int
    colors: int
    repeats: int

# strategies/bayes/posterior.cpp

def add_misfits(
    codes: NumberedCodes,
    guess: In1[np.int64],
    fits: In2[np.bool_],
    start: int,
    stop: int,
    counts: InOut1[np.uint8],
) -> None:
    """Add one to `counts[start:stop]` for codes that are not consistent with a turn; counts stop at `MOST_FALSE`.

    `counts` has for each code of the game the number of replies with which it is not consistent, or `EXCLUDED`. `guess`
    has shape (pegs,). `fits` says by black count and total, shape (pegs + 1, pegs + 1), whether that is the reply."""

def count_levels(counts: In1[np.uint8], histogram: InOut1[np.int64]) -> None:
    """Add to `histogram`, shape (256,), how many codes have each count."""

def pick_level(
    counts: In1[np.uint8],
    level: int,
    start: int,
    stop: int,
    seen: int,
    ordinals: In1[np.int64],
    picked: InOut1[np.int64],
) -> int:
    """Find the codes from `start` to `stop` that have the count `level` and given ordinals among all codes with that
    count.

    `counts` has one entry for each code, `seen` is the number of codes before `start` with the count, and `ordinals`
    ascend. The number of each code found is written to `picked`, at the index of its ordinal. Returns the number of
    codes before `stop` with the count; counting ends when all ordinals are found."""

def decode_numbers(codes: NumberedCodes, numbers: In1[np.int64], decoded: InOut2[np.int64]) -> None:
    """Write the code of each number to `decoded`, shape (numbers, pegs)."""

def add_belief(
    codes: NumberedCodes,
    counts: In1[np.uint8],
    weights: In1[np.float64],
    start: int,
    stop: int,
    sums: InOut1[np.float64],
    belief: InOut2[np.float64],
) -> None:
    """Add the weights of the codes numbered `start` to `stop` to each colour at each peg.

    `counts` is as in `add_misfits`; `weights` has the weight of a code by its count, shape (256,). `start` is 0, or the
    `stop` of the call before. `sums`, shape (pegs,), zeros in the first call, has partial sums that are not yet in
    `belief`, shape (pegs, colors), which is complete when `stop` is the number of codes."""

# strategies/growing_list/hill_climbing.cpp

class SlotSample(Struct):
    """A sample of entries, for comparing guesses that have one colour in each slot."""

    table: In3[np.uint8]
    sizes: In1[np.int64]
    held: In2[np.uint8]
    distinguished: int
    view: int
    pegs: int
    log_table: In1[np.float64]
    same_counts: bool

def climb(
    sample: SlotSample,
    guesses: InOut2[np.int64],
    steps: int,
    random_state: InOut1[np.uint64],
    scores: InOut1[np.float64],
) -> None:
    """Improve each of the guesses (guesses, slots) by `steps` random changes, keeping all that do no harm.

    `scores` receives the sum of v log2 v over the sizes v of the parts of the sample: less is better."""

# strategies/growing_list/partial_codes.cpp

def count_black(codes: PartialCodes, guess: In1[np.int64], start: int, stop: int, out: InOut1[np.uint8]) -> None:
    """Write to `out[start:stop]` the black count of each entry for a guess with one colour per slot."""

def count_total(codes: PartialCodes, copies: In1[np.int64], start: int, stop: int, out: InOut1[np.int32]) -> None:
    """Write to `out[start:stop]` the total for a guess, given its number of pegs of each colour.

    Colours that are not distinguished must not be in the guess."""

def log_completions(
    codes: PartialCodes,
    log_merged: float,
    log_factorial: In1[np.float64],
    start: int,
    stop: int,
    out: InOut1[np.float64],
) -> None:
    """Write to `out[start:stop]` the natural logarithm of the number of codes that each entry represents.

    Each peg whose colour is not distinguished has e^`log_merged` possibilities."""

def keep_entries(
    keys: InOut2[np.uint64],
    rest: InOut2[np.uint64],
    kept: In1[np.bool_],
    start: int,
    stop: int,
    size: int,
) -> int:
    """Move the entries of `kept[start:stop]` behind the first `size`, in order; returns the new size."""

def sum_weights(log_weights: In1[np.float64], top: float, start: int, stop: int, so_far: float) -> float:
    """Add e^(`log_weights` - `top`) of entries `start` to `stop` to a sum, from left to right."""

def draw_entries(
    log_weights: In1[np.float64],
    top: float,
    step: float,
    first: float,
    start: int,
    stop: int,
    reached: float,
    drawn: int,
    out: InOut1[np.int64],
) -> tuple[float, int]:
    """Draw entries by weight with systematic sampling: those at the cumulative weights (`first` + n) `step`.

    Processes entries `start` to `stop`, after entries of total weight `reached` of which `drawn` were drawn; returns
    the new values of both."""

def tabulate_slots(codes: PartialCodes, sample: In1[np.int64], out: InOut3[np.uint8]) -> None:
    """Write the number of pegs of each slot with each colour, shape (slots, colours, sample); `out` must hold zeros.

    In blocks, colours that are not distinguished count as 0."""

# strategies/growing_list/partial_codes.hpp

class PartialCodes(Struct):
    """Partial codes, the entries of the list: the colours of the single pegs, and for each block its colour counts.
    Colours from `distinguished` on are not distinguished in the blocks. A *slot* is a block or a single peg, blocks
    first."""

    keys: In2[np.uint64]
    rest: In2[np.uint64]
    sizes: In1[np.int64]
    size: int
    singles: int
    distinguished: int
    colors: int
    bits: int

# strategies/growing_list/refinement.cpp

class Refinement(NativeObject): ...

def start_color_split(codes: PartialCodes) -> Refinement:
    """Distinguish one more colour, or both if two are left."""

def start_peel(codes: PartialCodes, block: int) -> Refinement:
    """Take one peg out of a block and give it a colour. The block remains, even if it is empty."""

def start_block_split(codes: PartialCodes, block: int, part: int) -> Refinement:
    """Move `part` pegs of a block to a new block, the last one."""

def count_children(refinement: Refinement, most: int, work: int) -> tuple[bool, int]:
    """Count about `work` of the new entries; returns whether all are counted, and their number so far.

    Counting ends if there are more than `most`."""

def write_children(refinement: Refinement, keys: InOut2[np.uint64], rest: InOut2[np.uint64], work: int) -> bool:
    """Write about `work` more of the new entries to arrays of the exact size; returns whether all are written."""

# strategies/sampling/candidate_search.cpp

class CandidateSearch(NativeObject): ...

def start_candidate_search(
    constraints: CodeConstraints,
    most_of_a_color: int,
    most_nodes: int,
    out: InOut2[np.uint8],
) -> CandidateSearch:
    """Prepare the search for all consistent codes, which writes them to `out`, shape (capacity, pegs)."""

def find_candidates(search: CandidateSearch, nodes: int) -> tuple[bool, int, int]:
    """Visit up to `nodes` more partial codes; returns whether it is done, the codes found and the nodes visited so far.

    The search ends at one code more than the capacity. Above `most_nodes` it ends with -1 codes."""

# strategies/sampling/candidate_search.hpp

class CodeConstraints(Struct):
    """The constraints of the replies on a code; those of the black counts are arrays of bytes, one lane per turn."""

    copies: In2[np.int64]
    totals: In2[np.int64]
    match: In3[np.int8]
    left: In3[np.int8]
    bounds: In2[np.int8]
    white_mask: In1[np.int8]

# strategies/sampling/candidate_turn.cpp

class TrackedGame(Struct):
    """The rules that the candidates follow from."""

    pegs: int
    colors: int
    view: int
    size: float
    repeats: bool

class TrackLimits(Struct):
    """The limits of the work of a turn."""

    samples: int
    moves: int
    listed: int
    nodes: int
    proof_nodes: int
    moves_a_peg: int
    spacing: int
    patience: int

class KnownBefore(Struct):
    """What was known before the turn."""

    codes: In2[np.uint8]
    candidates: float
    log_variance: float
    proofs_failed: int
    moves_made: int
    exact: bool

class CandidateTurn(NativeObject): ...

def begin_candidates(
    game: TrackedGame,
    limits: TrackLimits,
    before: KnownBefore,
    chains: InOut2[np.uint8],
    guesses: In2[np.uint8],
    replies: In2[np.int64],
    seed: In1[np.uint64],
) -> CandidateTurn:
    """Begin to find the candidates after the last of some turns.

    `chains`: the codes of the chains, shape (8, pegs), which go on from turn to turn. `guesses` and `replies`: as in
    `new_evidence`. `seed`: `Seed.words`."""

def find_more(turn: CandidateTurn) -> tuple[bool, int]:
    """Continue for some milliseconds; returns whether they are known, and the thousandths of the work that are done."""

def work_of_turn(turn: CandidateTurn) -> tuple[int, bool, int, int, int, int]:
    """Return how many codes are known, whether these are all candidates, the moves of the chains and the partial codes
    visited this turn, and the failed proofs and the moves so far."""

def number_of_candidates(turn: CandidateTurn) -> tuple[float, float]:
    """Return the number of candidates, counted or estimated, and the variance of the logarithm of the estimate."""

def interval_of_candidates(known: int, candidates: float, log_variance: float, most: float) -> tuple[float, float]:
    """Return an interval in which the number of candidates is with a probability of 95 %.

    `known`: how many of them are known. `candidates`, `log_variance`: as `number_of_candidates` returns them. `most`:
    the end of the interval one turn before, since a reply only removes candidates."""

def known_codes(turn: CandidateTurn, codes: InOut2[np.uint8], nearest: InOut1[np.uint8]) -> None:
    """Write the codes that are known, shape (m, pegs), and the first of them or, if there is none, a code near to
    consistent ones that was not guessed."""

def draw_start(
    colors: int,
    repeats: bool,
    seed: In1[np.uint64],
    chains: InOut2[np.uint8],
    codes: InOut2[np.uint8],
) -> None:
    """Draw the codes of the chains, shape (8, pegs), and a sample of all codes, shape (m, pegs)."""

# strategies/sampling/code_set.hpp

class ComparedGame(Struct):
    """The rules that a comparison needs."""

    pegs: int
    colors: int
    view: int
    part_of: In2[np.int64]
    parts: int
    repeats: bool

# strategies/sampling/evidence.cpp

class Evidence(NativeObject): ...

class CandidateListing(NativeObject): ...

def new_evidence(
    pegs: int,
    colors: int,
    repeats: bool,
    view: int,
    guesses: In2[np.uint8],
    replies: In2[np.int64],
) -> Evidence:
    """Return the turns of a game for comparisons with codes.

    `view`: what replies show: 0 black and white, 1 black, 2 their sum, 3 white. `guesses`: shape (turns, pegs).
    `replies`: black, white, their sum where only that is shown, whether the reply announces the win, and whether counts
    are unknown, shape (turns, 5); counts that are not shown or unknown are -1."""

def compare_codes(evidence: Evidence, codes: In2[np.uint8], first: InOut2[np.int8], second: InOut2[np.int8]) -> None:
    """Write the differences of codes from each reply, in black pegs and in the other count shown.

    `codes` has shape (m, pegs), the differences (m, turns or more)."""

def copy_lanes(
    evidence: Evidence,
    match: InOut2[np.int8],
    more: InOut2[np.int8],
    black_mask: InOut1[np.int8],
    white_mask: InOut1[np.int8],
) -> None:
    """Write the effect of the pegs of a code on its replies."""

def start_listing(evidence: Evidence, most_nodes: int, out: InOut2[np.uint8]) -> CandidateListing:
    """Prepare the list of all consistent codes, which is written to `out`, shape (capacity, pegs)."""

def list_more(listing: CandidateListing, nodes: int) -> tuple[bool, int, int]:
    """Visit up to `nodes` more partial codes; returns as `find_candidates` does."""

# strategies/sampling/guess_comparison.cpp

class ComparisonLimits(Struct):
    """The limits of the work."""

    samples: int
    compared: int
    climbs: int
    steps: int
    deep: int

class GuessComparison(NativeObject): ...

def begin_comparison(
    game: ComparedGame,
    codes: In2[np.uint8],
    candidates: float,
    exact: bool,
    limits: ComparisonLimits,
    seed: In1[np.uint64],
    turn: int,
) -> GuessComparison:
    """Begin to compare guesses where every reply is true.

    `codes`: all candidates if `exact`, else some, shape (m, pegs). `candidates`: their number, or its estimate.
    `seed`: `Seed.words`. `turn`: the number of turns so far."""

def begin_noisy_comparison(
    game: ComparedGame,
    codes: In2[np.uint8],
    weights: In1[np.float64],
    share: float,
    sample_bits: float,
    limits: ComparisonLimits,
    seed: In1[np.uint64],
    turn: int,
) -> GuessComparison:
    """Begin to compare guesses where replies may be false.

    `codes`: some codes, the most probable first, shape (m, pegs), and their weights, whose sum is one. `share`: the
    share of false replies. `sample_bits`: the entropy of the weights."""

def compare_more(comparison: GuessComparison, replies: int) -> tuple[bool, int, int]:
    """Continue until about `replies` more are computed; returns whether it is done, the guesses and the thousandths done."""

def compared_guesses(comparison: GuessComparison, guesses: InOut2[np.uint8], costs: InOut1[np.float64]) -> None:
    """Write the guesses compared, best first, and the expected number of guesses from here on with each, this one
    included."""

def begin_value(comparison: GuessComparison, guess: In1[np.uint8]) -> None:
    """Begin to value a guess, after the comparison. Its value does not depend on which guesses it is compared with."""

def value_more(comparison: GuessComparison, replies: int) -> tuple[bool, float, float, float]:
    """Continue; returns whether it is done, the expected number of guesses from here on if the guess is made, its error,
    and the part of the error that all guesses of the position share."""

# strategies/sampling/guess_entropy.cpp

def score_guesses(codes: CodeColumns, replies: ReplyCosts, guesses: In2[np.uint8], scores: InOut1[np.float64]) -> None:
    """Write the cost of the partition by each guess; less is better."""

def improve_guess(
    codes: CodeColumns,
    replies: ReplyCosts,
    guess: InOut1[np.uint8],
    repeats: bool,
    proposals: int,
    random_state: InOut1[np.uint64],
    enough: float,
) -> float:
    """Try random changes of a guess, keep those that do not raise its cost, and return its final cost.

    A change is a new colour of one peg, or the exchange of two. Ends when the cost is `enough`."""

# strategies/sampling/guess_entropy.hpp

class CodeColumns(Struct):
    """Codes stored by columns of bytes, a few of which determine the replies of all codes."""

    pegs: In2[np.uint8]
    counts: In2[np.uint8]
    size: int

class ReplyCosts(Struct):
    """The cost of a partition: the sum over its parts of a number that depends on the size of the part."""

    part_of: In2[np.int64]
    parts: int
    costs: In2[np.float64]

# strategies/sampling/parallel_tempering.cpp

class Tempering(NativeObject): ...

def start_tempering(
    turns: ReplyLanes,
    ladder: TemperatureLadder,
    chains: ChainStates,
    known: In2[np.uint8],
    found: FoundCodes,
    nearest: InOut1[np.uint8],
    plan: TemperingPlan,
    random_state: U64,
) -> Tempering:
    """Prepare the chains.

    `found` begins with the `known` codes; `nearest` receives the code of least energy of the coldest chain."""

def temper(tempering: Tempering, rounds: int) -> tuple[bool, int, int]:
    """Run up to `rounds` more rounds; returns whether it is done, the codes found and the rounds so far."""

# strategies/sampling/parallel_tempering.hpp

class TemperatureLadder(Struct):
    """The energy of a distance for each chain, hottest first: min(slope * distance, cap)."""

    slopes: In1[np.int64]
    caps: In1[np.int64]
    grounds: In1[np.int64]
    thresholds: In1[np.uint64]

class ChainStates(Struct):
    """The states of the chains."""

    codes: InOut2[np.uint8]
    first: In2[np.int8]
    second: In2[np.int8]
    energies: InOut1[np.int64]

class FoundCodes(Struct):
    """Distinct codes and how often each was found."""

    codes: InOut2[np.uint8]
    hits: InOut1[np.int64]

class TemperingPlan(Struct):
    """The limits of a run of the chains."""

    moves: int
    spacing: int
    rounds: int
    enough: int
    draws: int
    patience: int
    repeats: bool

# strategies/sampling/reply_lanes.hpp

class ReplyLanes(Struct):
    """The effect of the pegs of a code on its replies: arrays of bytes, one lane per turn."""

    match: In2[np.int8]
    more: In2[np.int8]
    black_mask: In1[np.int8]
    white_mask: In1[np.int8]

# strategies/sampling/rollout.cpp

class Rollout(NativeObject): ...

def start_rollout(
    candidates: In2[np.uint8],
    guess: In1[np.uint8],
    colors: int,
    replies: ReplyCosts,
    repeats: bool,
    compared: int,
    proposals: int,
    random_state: InOut1[np.uint64],
    limit: int,
) -> Rollout:
    """Prepare a rollout that begins with `guess`, and ends if it takes more than `limit` guesses in total.

    In each set, at most `compared` members are compared as guesses, and `proposals` changes of the best are tried."""

def roll_out(rollout: Rollout, work: int) -> tuple[bool, int]:
    """Continue until about `work` replies are computed; returns whether it is done, and the total of guesses.

    The total is a lower bound if it exceeds the limit."""

# strategies/streaming/color_counts.cpp

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

# strategies/streaming/color_counts.hpp

class Counts(Struct):
    """The colours being counted, and the list of hypotheses about them."""

    color: InOut1[np.int64]
    large: InOut1[np.int64]
    is_listed: InOut1[np.bool_]
    words: InOut2[np.uint64]
    weights: InOut2[np.float64]
    numbers: InOut1[np.int64]

# strategies/streaming/color_sets.cpp

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

# strategies/streaming/color_sets.hpp

class SetList(Struct):
    """The list of hypotheses."""

    words: InOut2[np.uint64]
    weights: InOut2[np.float64]
    numbers: InOut1[np.int64]

# strategies/streaming/equations.cpp

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

# strategies/streaming/equations.hpp

class Equations(Struct):
    """The equations, one per row."""

    color: InOut2[np.int32]
    black: InOut1[np.int32]
    is_alive: InOut1[np.bool_]
    made: InOut1[np.int64]

# strategies/streaming/facts.cpp

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

# strategies/streaming/guess.cpp

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

# strategies/streaming/hypotheses.cpp

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

# strategies/streaming/item_selection.cpp

class ItemSelection(NativeObject): ...

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

# strategies/streaming/query_search.cpp

class QuerySearch(NativeObject): ...

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

# strategies/streaming/set_counting.cpp

def write_half_chances(size: int, having: int, chances: InOut1[np.float64]) -> None:
    """Write the probability of each number that the first half of a set can have, the least first.

    Of the `size` colours of the set, `having` have the level asked about, each as likely as the others. The quotients
    of whole numbers are rounded once."""

# strategies/streaming/state.hpp

class Tree(Struct):
    """Nodes by number, the root first; the children of a node are consecutive."""

    low: In1[np.int64]
    high: In1[np.int64]
    first: In1[np.int64]
    parts: In1[np.int64]
    depth: In1[np.int64]

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

# strategies/streaming/streaming.cpp

class Streaming(NativeObject): ...

def begin_streaming(
    seed: In1[np.uint64],
    pegs: int,
    colors: int,
    shows_total: bool,
    listed: int,
    evaluations: int,
    plain_from: int,
) -> Streaming:
    """Begin a game of the strategy `streaming`.

    `seed` has the words of `Seed.words`; `listed` is the number of hypotheses about positions that are kept, 0 for the
    default of the game; `evaluations` the number of queries compared in each local search; `plain_from` the number of
    queries after which each query asks one question, -1 for that which would suffice if all did."""

def next_streaming(streaming: Streaming, guess: InOut1[np.uint16]) -> tuple[bool, bool, bool]:
    """Continue the choice of the next guess, and write it when it is done; `guess` has shape (pegs,).

    Returns whether it is done; whether any code is consistent, otherwise the game cannot go on; and whether the guess
    is the secret, if the replies are true."""

def learn_streaming(streaming: Streaming, black: int, total: int, is_win: bool) -> bool:
    """Continue after the reply to the last guess, its total -1 if that is hidden; False if no code gives the reply, and
    the game cannot go on."""

def known_streaming(streaming: Streaming, known: InOut1[np.int32]) -> tuple[int, int]:
    """Write the colour of each peg that is known, or -1; `known` has shape (pegs,). Returns the number of pegs that are
    known and of colours that are counted."""

def left_streaming(streaming: Streaming) -> float:
    """Estimate the number of guesses still to be made."""

# trees/search/beam.cpp

class BeamSettings(Struct):
    """The settings of a beam search; the arrays are indexed by size, up to that of the game."""

    expected: In1[np.uint64]
    optimistic: In1[np.int64]
    width: In1[np.int64]
    exact_most: int
    exact_quota: int
    seed: U64

class BeamSearch(NativeObject): ...

def new_beam_search(rules: CodeRules, cells: Cells, settings: SearchSettings) -> BeamSearch:
    """Make a search."""

def new_listed_beam_search(
    replies: In2[np.uint16],
    rows: In2[np.uint8],
    parts: int,
    settings: SearchSettings,
) -> BeamSearch:
    """Make a search of a game whose codes are listed; see `new_listed_search`."""

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
    cost of its set."""

def begin_beam_search(search: BeamSearch, keys: In1[np.uint64], history: In1[np.uint64], limit: int) -> None:
    """Begin to search for a tree of the set `keys`, after the guesses `history`, that costs less than `limit`."""

def step_beam_search(
    search: BeamSearch,
    settings: BeamSettings,
    table: InOut1[np.uint64],
    values: InOut1[np.uint64],
    units: int,
) -> bool:
    """Continue for `units` of work; returns whether it is done.

    `table` is the transposition table of exact searches; `values`, another one, stores the results of this search."""

def keep_unfinished(search: BeamSearch, values: InOut1[np.uint64]) -> None:
    """Store the trees found so far, when a search is abandoned."""

def begin_growing(search: BeamSearch, keys: In1[np.uint64], history: In1[np.uint64]) -> None:
    """Begin to read the tree stored for the set `keys`."""

def step_growing(
    search: BeamSearch,
    settings: BeamSettings,
    table: InOut1[np.uint64],
    values: InOut1[np.uint64],
    units: int,
) -> bool:
    """Continue for `units` of work; returns whether it is done."""

def take_nodes(
    search: BeamSearch,
    guesses: InOut1[np.uint64],
    parents: InOut1[np.int64],
    parts: InOut1[np.int64],
) -> int:
    """Write the nodes of the tree in preorder; the parent and the part of the first are -1.

    Returns their number, at most two per code; 0 if some are no longer in the table."""

# trees/search/listed_codes.cpp

def transpose_replies(table: In2[np.uint16], parts: int, rows: InOut2[np.uint8]) -> bool:
    """Transpose a table of part numbers, by guess and secret, to bytes by secret and guess, padded with 0; returns whether
    bytes suffice for the different replies to each guess.

    Where part numbers do not fit bytes, those of each guess are numbered again in the order in which they occur."""

# trees/search/proof_board.cpp

class ProofBoard(NativeObject): ...

def new_proof_board(
    codes: In2[np.uint16],
    colors_apart: int,
    by_secret: In2[np.uint8],
    by_guess: In2[np.uint8],
    permutations: In2[np.int64],
    steps: In1[np.int64],
    parts: int,
    win: int,
    candidates_only: bool,
) -> ProofBoard:
    """Make a board.

    `codes` has a row of 0-based colours for each code of the game, the secrets first. If each peg has colours of its
    own, as where only black is shown, these are `colors_apart` in number, those of peg i from i times this number on;
    else it is 0. `by_secret` has the part numbers of the replies of each secret (row) to each guess, `by_guess` those
    to each guess (row) by each secret; there are `parts`, at most 256. `permutations` has a row for each permutation of
    the pegs that is tried as a symmetry. `steps` are what the guesses cost for every code not found before; later ones
    cost nothing. Without steps all cost 1. `win` is the part number of the winning guess."""

def accept_claim(board: ProofBoard, codes: In1[np.uint16], made: int, target: int) -> None:
    """Take it as proved that a set costs at least `target` after `made` guesses."""

def find_open_guesses(
    board: ProofBoard,
    codes: In1[np.uint16],
    history: In1[np.int64],
    target: int,
    guesses: InOut1[np.int64],
) -> tuple[int, int, int]:
    """Write the guesses for which counting alone does not show that a set costs `target`, ascending.

    `history` has the numbers of the guesses made before; guesses that it makes symmetric are skipped. Returns their
    number; the largest number of parts that a member of the set makes besides itself; the largest number that any guess
    makes besides itself."""

def bound_of_guess(
    board: ProofBoard,
    codes: In1[np.uint16],
    made: int,
    guess: int,
    target: int,
    below: int,
    other: int,
) -> int:
    """Return a lower bound of the cost of a set for a guess; parts are looked at one step ahead until it is `target`.

    `made` guesses were made before. `below` and `other` are those that `find_open_guesses` returned for the set."""

def known_bound(board: ProofBoard, codes: In1[np.uint16], made: int, below: int, other: int) -> int:
    """Return the best lower bound known for a part of a set for which `find_open_guesses` returned `below`, `other`.

    `made` is the number of guesses that lead to the part."""

# trees/search/search_rules.hpp

class SearchSettings(Struct):
    """The costs and the methods of a search."""

    candidates_only: bool
    turns: int
    step: In1[np.int64]
    same_turns: bool
    bounds: In2[np.int64]
    blacks_alone: bool
    bounded: bool
    ordered: bool
    largest_first: bool
    permutations: In2[np.int64]

# trees/search/table_board.cpp

class TableBoard(NativeObject): ...

def new_table_board(
    by_guess: In2[np.uint16],
    weights: In1[np.int64],
    costs: In1[np.int64],
    items: In1[np.int64],
    endings: In2[np.int64],
) -> TableBoard:
    """Make a board of a table.

    `by_guess` has the numbers of the replies to each guess (row) by each secret (column); 0 is that to the guess that
    names the secret. `weights` and `items` are those of the secrets: secrets of different items are never left together
    at the end. `costs` are those of the guesses. `endings` has labels of the secrets, shape (rows, secrets): the game
    is over when those left have one label in one row; without rows, when the secret is named, by the guess of its
    number."""

def bound_of_part(board: TableBoard, codes: In1[np.uint16], arity: int, cost: int, outside: int) -> int:
    """Return a lower bound of the cost of a set, from the rates of a set that contains it."""

def one_step_of_set(board: TableBoard, codes: In1[np.uint16]) -> int:
    """Return a lower bound of the cost of a set that is not over, from all guesses at it."""

def guesses_left_open(
    board: TableBoard,
    codes: In1[np.uint16],
    target: int,
    guesses: InOut1[np.int64],
) -> tuple[int, int, int, int]:
    """Write the guesses, ascending, for which counting alone does not show that a set costs `target`.

    Of guesses that make the same parts, only the cheapest is written. Returns their number and the rates of the set:
    into how many parts guesses split it, what the cheapest costs, how many codes lie outside of the largest part."""

# trees/search/tree_search.cpp

class TreeSearch(NativeObject): ...

def new_tree_search(rules: CodeRules, cells: Cells, settings: SearchSettings) -> TreeSearch:
    """Make a search."""

def new_listed_search(replies: In2[np.uint16], rows: In2[np.uint8], parts: int, settings: SearchSettings) -> TreeSearch:
    """Make a search of a game whose codes are listed.

    `replies` has the part numbers by guess and secret; `rows`, which may have no rows, is the table transposed. The
    search uses both as long as it exists."""

def new_weighed_search(
    replies: In2[np.uint16],
    rows: In2[np.uint8],
    parts: int,
    settings: SearchSettings,
    terms: GameTerms,
) -> TreeSearch:
    """Make a search of a game whose trees are measured by weights and costs; see `new_listed_search`."""

def begin_tree_search(search: TreeSearch, keys: In1[np.uint64], history: In1[np.uint64], limit: int, goal: int) -> None:
    """Begin to search the set `keys`, after the guesses `history`, for a value below `limit`.

    With the goal `GUESS`, guesses are searched even if the value is known."""

def begin_guess_search(
    search: TreeSearch,
    keys: In1[np.uint64],
    history: In1[np.uint64],
    limit: int,
    guesses: In1[np.uint64],
    scores: In1[np.int64],
    below: int,
    other: int,
) -> None:
    """Begin to search guesses one after another, each for a value below those before it.

    `guesses`, `scores`, `below` and `other` are those of `take_choices`. The search is done when no guess is left, or
    when the units of a step are used up after a guess; `take_values` has the values so far."""

def step_tree_search(search: TreeSearch, table: InOut1[np.uint64], sets: int, units: int) -> tuple[int, int]:
    """Continue for `units` of work, about 0.3 nanoseconds each, or until `sets` more sets were scored.

    Sets are counted from the last step that did not end in `UNFINISHED`. The outcome does not depend on the steps.
    Returns the result of the step and, if it is `DONE`, the value of the set: exact if below the limit, otherwise a
    lower bound of at least the limit."""

def take_values(search: TreeSearch, values: InOut1[np.int64]) -> int:
    """Write the values of the first guesses of a list, as `step_tree_search` returns them; returns their number."""

def value_is_exact(search: TreeSearch) -> bool:
    """Whether a search with the goal `BOUND` found the value itself."""

def best_guess_found(search: TreeSearch) -> tuple[bool, U64]:
    """Whether the search found a guess with a value below the limit, and the guess."""

def take_choices(search: TreeSearch, guesses: InOut1[np.uint64], scores: InOut1[np.int64]) -> tuple[int, int, int]:
    """Write the guesses worth trying, best first, and a lower bound for each; call it once, after a `CHOICES` search.

    Returns their number, or -1 if the value is known or at least the limit; the largest number of parts that a member
    makes besides itself; the largest number that another guess makes."""

def begin_tree(search: TreeSearch, keys: In1[np.uint64], guess: U64, next_guesses: In1[np.int64]) -> None:
    """Begin to write the best tree of the set `keys`, at the first turn, with the first guess `guess`.

    `next_guesses` has the second guess by part, -1 if it is not known. The best guesses of other sets are searched for,
    which is fast with the transposition table of the preceding search."""

def step_tree(search: TreeSearch, table: InOut1[np.uint64], units: int) -> int:
    """Continue for `units` of work; returns `DONE`, `UNFINISHED` or `TOO_DEEP`."""

def take_tree(
    search: TreeSearch,
    guesses: InOut1[np.uint64],
    parents: InOut1[np.int64],
    parts: InOut1[np.int64],
) -> int:
    """Write the nodes of the tree, parents before children; the parent and the part of the first are -1.

    Returns their number, at most two per code."""

def work_done(search: TreeSearch) -> tuple[int, int, int, int, int, int]:
    """Return the work of all searches of one `TreeSearch`: sets scored, guesses scored, guesses tried, answers from the
    table, member checks, guesses skipped by symmetry."""

# trees/search/valuation.hpp

class GameTerms(Struct):
    """The rules of such a game."""

    weights: In1[np.int64]
    costs: In1[np.int64]
    endings: In2[np.int64]
    items: In1[np.int64]
