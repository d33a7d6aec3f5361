"""Loops over packed codes, declared for Python: replies, lists of guesses and of consistent codes, symmetry keys."""

from __future__ import annotations

import numpy as np

from codepegs.core.binding import U64, In1, In2, InOut1, InOut2, NativeObject, Struct, native


class CodeRules(Struct):
    """The rules of a game and the parts of its partitions."""

    pegs: int
    colors: int
    repeats: bool
    part_table: In2[np.int64]
    """The number of a part by [black, total]; -1 where the game has no such reply."""


@native
def code_numbers(keys: In1[np.uint64], rules: CodeRules, out: InOut1[np.int64]) -> None:
    """Write the number of each key in the ascending list of all codes of the game.

    Args:
        keys: Keys of codes, shape (m,).
        rules: The rules of the game.
        out: The numbers, shape (m,).
    """


@native
def parts_of(keys: In1[np.uint64], guess: U64, rules: CodeRules, out: InOut1[np.int64]) -> None:
    """Write the part of each key.

    Args:
        keys: Keys of codes, shape (m,).
        guess: The key of the guess.
        rules: The rules of the game.
        out: The part numbers, shape (m,).
    """


@native
def split_keys(keys: InOut1[np.uint64], guess: U64, rules: CodeRules, sizes: InOut1[np.int64]) -> None:
    """Reorder keys by part, keeping their order within each part.

    Args:
        keys: Keys of codes, shape (m,).
        guess: The key of the guess.
        rules: The rules of the game.
        sizes: The sizes of the parts, shape (parts,).
    """


class GuessEnumerator(NativeObject):
    """A position in the list of the guesses that differ by symmetry."""


@native
def enumerate_guesses(
    pegs: int,
    bits: int,
    repeats: bool,
    color_of: In1[np.int64],
    column_class: In1[np.int64],
    twin_before: In1[np.int64],
) -> GuessEnumerator:
    """Begin the list of the guesses that can differ, ascending.

    Args:
        pegs: Pegs of a code.
        bits: Bits of a peg in a key.
        repeats: Whether a colour may occur twice.
        color_of: The colours that stand in columns, ascending, shape (columns,).
        column_class: Columns of class 1, and those of class 2, are equivalent and used in ascending order of first
            appearance; those of class 0 are not equivalent. Shape (columns,).
        twin_before: For each position an earlier interchangeable one, whose colour is not higher, or -1; shape (pegs,).
    """


@native
def next_guesses(guesses: GuessEnumerator, out: InOut1[np.uint64], nodes: int) -> tuple[int, bool]:
    """Write the next keys, until `out` is full or about `nodes` columns were tried.

    Args:
        guesses: The position in the list.
        out: The keys, shape (m,).
        nodes: Number of columns to try.

    Returns:
        The number of keys written, and whether the list is complete.
    """


class ConsistentCodes(NativeObject):
    """A position in the search for the consistent codes."""


@native
def search_consistent_codes(
    rules: CodeRules,
    guesses: In2[np.int64],
    parts: In1[np.int64],
    first: int,
    after: int,
    order: In2[np.int64],
) -> ConsistentCodes:
    """Begin the search for the codes that are consistent with all turns and begin with a colour in [first, after).

    Args:
        rules: The rules of the game.
        guesses: The guess of each turn, shape (turns, pegs).
        parts: The part number of each reply, shape (turns,).
        first: Place in the order of the first peg's colours where the search begins.
        after: Place where it ends.
        order: The order in which colours are tried at each position, shape (pegs, colors); ascending if it has no rows.
    """


@native
def next_consistent_keys(codes: ConsistentCodes, out: InOut1[np.uint64], nodes: int) -> tuple[int, bool]:
    """Write the next keys, until `out` is full or `nodes` more pegs were set.

    Args:
        codes: The position in the search.
        out: The keys, shape (m,).
        nodes: Number of pegs to set.

    Returns:
        The number of keys written, and whether the search is complete.
    """


@native
def next_consistent_code(codes: ConsistentCodes, out: InOut1[np.int64], nodes: int) -> tuple[bool, bool]:
    """Write the colours of the next code, if it is found before `nodes` more pegs were set.

    Args:
        codes: The position in the search.
        out: The colours, shape (pegs,).
        nodes: Number of pegs to set.

    Returns:
        Whether a code was found, and whether the search is complete.
    """


class SymmetryMaps(Struct):
    """The symmetries of a history."""

    class_of: In1[np.int64]
    """The class of each position."""
    class_maps: In2[np.int64]
    """The images of the classes of positions, one row per symmetry."""
    color_maps: In2[np.int64]
    """The images of the colours, one row per symmetry; -1: never played."""
    unplayed: In1[np.int64]
    """The colours never played, ascending."""


@native
def canonical_keys(keys: In1[np.uint64], rules: CodeRules, symmetry: SymmetryMaps, out: InOut1[np.uint64]) -> None:
    """Write canonical keys, which are equal if and only if a symmetry maps one key to the other.

    Args:
        keys: Keys of codes, shape (m,).
        rules: The rules of the game.
        symmetry: The symmetries.
        out: The canonical keys, shape (m,).
    """


@native
def lowest_keys(
    keys: In1[np.uint64],
    rules: CodeRules,
    twin_before: In1[np.int64],
    unplayed: In1[np.int64],
    out: InOut1[np.uint64],
) -> int:
    """Keep the keys that satisfy the simple rules of symmetry, in their order.

    Args:
        keys: Keys of codes, shape (m,).
        rules: The rules of the game.
        twin_before: For each position an earlier interchangeable one, whose colour is not higher, or -1; shape (pegs,).
        unplayed: The colours never played, ascending, which appear in this order.
        out: The keys kept, shape (m,).

    Returns:
        The number of keys kept.
    """


@native
def colors_held(keys: In1[np.uint64], rules: CodeRules, out: InOut1[np.bool_]) -> None:
    """Mark the colours that some keys hold.

    Args:
        keys: Keys of codes, shape (m,).
        rules: The rules of the game.
        out: Set to true for each colour that a key holds, shape (colors,).
    """


class MultisetSearch(NativeObject):
    """A position in the search for the multisets of colours that are consistent with a history of totals."""


@native
def search_multisets(pegs: int, most_of_a_color: int, copies: In2[np.int64], totals: In1[np.int64]) -> MultisetSearch:
    """Begin the search for the multisets of colours that are consistent with all turns.

    Args:
        pegs: Pegs of a code.
        most_of_a_color: Largest number of pegs of a colour.
        copies: Number of pegs of each guess with each colour, shape (turns, colors). Colours are tried in this order.
        totals: The total of each reply, shape (turns,).
    """


@native
def next_multisets(search: MultisetSearch, out: InOut2[np.int64], nodes: int) -> tuple[int, int, bool]:
    """Write the colour counts of the next multisets, until `out` is full or `nodes` were visited.

    Args:
        search: The position in the search.
        out: The counts, shape (m, colors).
        nodes: Number of nodes to visit.

    Returns:
        The number of rows written, the number of nodes visited, and whether the search is complete.
    """


@native
def write_exp(values: In1[np.float64], out: InOut1[np.float64]) -> None:
    """Write e to the power of each value.

    Args:
        values: The values, shape (m,).
        out: The results, shape (m,).
    """


@native
def write_log(values: In1[np.float64], out: InOut1[np.float64]) -> None:
    """Write the natural logarithm of each value.

    Args:
        values: The values, shape (m,).
        out: The results, shape (m,).
    """


@native
def write_log2(values: In1[np.float64], out: InOut1[np.float64]) -> None:
    """Write the binary logarithm of each value.

    Args:
        values: The values, shape (m,).
        out: The results, shape (m,).
    """


@native
def reply_parts(
    guess_place: In2[np.uint64],
    guess_copies: In2[np.uint64],
    code_place: In2[np.uint64],
    code_copies: In2[np.uint64],
    part_of: In2[np.int64],
    parts: InOut2[np.uint16],
) -> None:
    """Write the part number of every code (column) for every guess (row).

    Args:
        guess_place: Masks of positions, as returned by `codepegs.game.bitmasks.pack`, shape (guesses, words).
        guess_copies: Masks of copies, shape (guesses, words).
        code_place: Masks of positions, shape (codes, words).
        code_copies: Masks of copies, shape (codes, words).
        part_of: Part numbers by black count and total, shape (pegs + 1, pegs + 1).
        parts: The part numbers, shape (guesses, codes).
    """


@native
def reply_parts_8(
    guess_place: In2[np.uint64],
    guess_copies: In2[np.uint64],
    code_place: In2[np.uint64],
    code_copies: In2[np.uint64],
    part_of: In2[np.int64],
    parts: InOut2[np.uint8],
) -> None:
    """Write part numbers in bytes, for games of at most 256 parts; otherwise as `reply_parts`.

    Args:
        guess_place: Masks of positions, shape (guesses, words).
        guess_copies: Masks of copies, shape (guesses, words).
        code_place: Masks of positions, shape (codes, words).
        code_copies: Masks of copies, shape (codes, words).
        part_of: Part numbers by black count and total, shape (pegs + 1, pegs + 1).
        parts: The part numbers, shape (guesses, codes).
    """


@native
def slot_replies(
    guesses: In2[np.uint16],
    secrets: In2[np.uint16],
    kind: int,
    numbers: In2[np.int64],
    parts: InOut2[np.uint16],
) -> None:
    """Write the part number of the reply for every secret (column) to every guess (row), slot by slot.

    Args:
        guesses: Symbols of the guesses, shape (guesses, pegs).
        secrets: Symbols of the secrets, shape (secrets, pegs).
        kind: `MARKED_BY_SLOT` or `COUNTED_BY_SLOT`.
        numbers: The place value of each mark, shape (1, pegs); or part numbers by black and white, shape (pegs + 1,
            pegs + 1).
        parts: The part numbers, shape (guesses, secrets).
    """


class TurnCounts(Struct):
    """What the replies of a history show: -1 where a count is hidden."""

    guesses: In2[np.int64]
    """0-based colours, shape (turns, pegs)."""
    black: In1[np.int64]
    total: In1[np.int64]
    white: In1[np.int64]


class ExactSearch(NativeObject):
    """An exact search for the consistent codes of a game whose codes are too many to list."""


@native
def start_exact_search(pegs: int, colors: int, repeats: bool, turns: TurnCounts) -> ExactSearch:
    """Begin an exact search for consistent codes. A guess whose reply hides black is not consistent itself.

    Args:
        pegs: Pegs of a code.
        colors: Colours of the game.
        repeats: Whether a colour may occur twice.
        turns: The turns.
    """


@native
def search_exactly(search: ExactSearch, work: int, out: InOut2[np.int64]) -> tuple[int, int, bool]:
    """Write further codes, until `out` is full, there are no more, or about `work` units of work were done.

    Args:
        search: The position in the search.
        work: Units of work, 10 to 20 nanoseconds each.
        out: The codes, shape (m, pegs); the same array in every call.

    Returns:
        The number of codes found so far, the units of work done so far, and whether these are all consistent codes.
    """
