"""The C++ functions of `trees/`, written by `docs/make/stubs.py`."""

import numpy as np

from codepegs.core.binding import In1, In2, InOut1
from codepegs.trees.loops import ProofBoard, TableBoard

# preorder.cpp

def places_in_preorder(parents: In1[np.int64], parts: In1[np.int64], places: InOut1[np.int64]) -> None:
    """Write the place of each node when the nodes of a tree are in preorder, children by ascending part.

    A parent comes before its children; that of the first node is -1."""

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
