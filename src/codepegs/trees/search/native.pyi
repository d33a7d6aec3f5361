"""The C++ functions and structs of `search/`, written by `docs/make/stubs.py`."""

import numpy as np

from codepegs.core.binding import In1, In2, InOut1, InOut2, U64, NativeObject, Struct
from codepegs.codes.loops import Cells
from codepegs.core.loops import CodeRules

class BeamSearch(NativeObject): ...

class ProofBoard(NativeObject): ...

class TableBoard(NativeObject): ...

class TreeSearch(NativeObject): ...

class BeamSettings(Struct):
    """The settings of a beam search; the arrays are indexed by size, up to that of the game."""

    expected: In1[np.uint64]
    optimistic: In1[np.int64]
    width: In1[np.int64]
    exact_most: int
    exact_quota: int
    seed: U64

class GameTerms(Struct):
    """The rules of such a game."""

    weights: In1[np.int64]
    costs: In1[np.int64]
    endings: In2[np.int64]
    items: In1[np.int64]

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

# beam.cpp

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

# listed_codes.cpp

def transpose_replies(table: In2[np.uint16], parts: int, rows: InOut2[np.uint8]) -> bool:
    """Transpose a table of part numbers, by guess and secret, to bytes by secret and guess, padded with 0; returns whether
    bytes suffice for the different replies to each guess.

    Where part numbers do not fit bytes, those of each guess are numbered again in the order in which they occur."""

# proof_board.cpp

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

# table_board.cpp

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

# tree_search.cpp

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
