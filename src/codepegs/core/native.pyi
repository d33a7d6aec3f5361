"""The C++ functions and structs of `core/`, written by `docs/make/stubs.py`."""

import numpy as np

from codepegs.core.binding import In1, In2, InOut1, InOut2, U64, NativeObject, Struct

class ConsistentCodes(NativeObject): ...

class DifferingGuesses(NativeObject): ...

class ExactSearch(NativeObject): ...

class GuessEnumerator(NativeObject): ...

class HistorySymmetry(NativeObject): ...

class MultisetSearch(NativeObject): ...

class CodeRules(Struct):
    """The rules of a game and the parts of its partitions."""

    pegs: int
    colors: int
    repeats: bool
    part_table: In2[np.int64]

class SymmetryMaps(Struct):
    """The symmetries of a history. Row k of `class_maps` and `color_maps` has the images of classes of positions and
    colours under the k-th symmetry (-1: never played); `class_of` is the class of each position, `unplayed` are the
    colours never played, ascending."""

    class_of: In1[np.int64]
    class_maps: In2[np.int64]
    color_maps: In2[np.int64]
    unplayed: In1[np.int64]

class TurnCounts(Struct):
    """What is known of each turn: -1 where a count is hidden."""

    guesses: In2[np.int64]
    black: In1[np.int64]
    total: In1[np.int64]
    white: In1[np.int64]

# consistent_codes.cpp

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

# differing_guesses.cpp

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

# elementary.cpp

def write_exp(values: In1[np.float64], out: InOut1[np.float64]) -> None:
    """Write e to the power of each value; `values` and `out` have shape (m,)."""

def write_log(values: In1[np.float64], out: InOut1[np.float64]) -> None:
    """Write the natural logarithm of each value; `values` and `out` have shape (m,)."""

def write_log2(values: In1[np.float64], out: InOut1[np.float64]) -> None:
    """Write the binary logarithm of each value; `values` and `out` have shape (m,)."""

# exact_search.cpp

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

# multisets.cpp

def search_multisets(pegs: int, most_of_a_color: int, copies: In2[np.int64], totals: In1[np.int64]) -> MultisetSearch:
    """Begin the search for the multisets of colours that are consistent with all turns.

    `copies` has the number of pegs of each guess with each colour, shape (turns, colors); colours are tried in this
    order. `totals` has the total of each reply. A colour has at most `most_of_a_color` pegs."""

def next_multisets(search: MultisetSearch, out: InOut2[np.int64], nodes: int) -> tuple[int, int, bool]:
    """Write the colour counts of the next multisets to `out`, shape (m, colors), until it is full or `nodes` were visited;
    returns the number of rows written, the number of nodes visited, and whether the search is complete."""

# packed_codes.cpp

def code_numbers(keys: In1[np.uint64], rules: CodeRules, out: InOut1[np.int64]) -> None:
    """Write the number of each key in the ascending list of all codes of the game; `keys` and `out` have shape (m,)."""

def parts_of(keys: In1[np.uint64], guess: U64, rules: CodeRules, out: InOut1[np.int64]) -> None:
    """Write the part number of each key for a guess to `out`; `keys` and `out` have shape (m,)."""

def split_keys(keys: InOut1[np.uint64], guess: U64, rules: CodeRules, sizes: InOut1[np.int64]) -> None:
    """Reorder `keys` by their part for a guess, keeping their order within each part, and write the sizes of the parts to
    `sizes`, shape (parts,)."""

# preorder.cpp

def places_in_preorder(parents: In1[np.int64], parts: In1[np.int64], places: InOut1[np.int64]) -> None:
    """Write the place of each node when the nodes of a tree are in preorder, children by ascending part.

    A parent comes before its children; that of the first node is -1."""

# reply_table.cpp

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

# slot_replies.cpp

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

# symmetry.cpp

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
