"""The loops of the growing list: partial codes, their replies, refining the list, and hill climbing for a guess.

Loops over entries work on a range of them, or are objects that are advanced in steps, so that no call is long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from codepegs.core import In1, In2, In3, Struct, native_functions

if TYPE_CHECKING:
    from codepegs.strategies.growing_list.native import *
else:
    __getattr__ = native_functions(globals())

MOST_COLORS = 8
"""Number of colours in a word of `rest`."""


class PartialCodes(Struct):
    """Partial codes, the entries of the list: the colours of the single pegs, and for each block its colour counts.

    Colours from `distinguished` on are not distinguished in the blocks. A *slot* is a block or a single peg,
    blocks first.
    """

    keys: In2[np.uint64]
    """Colours of the single pegs, `bits` bits per peg, the first peg lowest, shape (words, entries or more)."""
    rest: In2[np.uint64]
    """One byte per colour: the number of its pegs in a block, shape (blocks, entries or more)."""
    sizes: In1[np.int64]
    """Pegs of each block."""
    size: int
    """Number of entries."""
    singles: int
    distinguished: int
    colors: int
    bits: int


class SlotSample(Struct):
    """A sample of entries, for comparing guesses that have one colour in each slot."""

    table: In3[np.uint8]
    """Number of pegs of each slot with each colour, shape (slots, colours, sample)."""
    sizes: In1[np.int64]
    """Pegs of each slot."""
    held: In2[np.uint8]
    """Number of pegs of each entry with each colour, shape (colours, sample)."""
    distinguished: int
    """Colours 0 to `distinguished` - 1 are used."""
    view: int
    pegs: int
    log_table: In1[np.float64]
    """v log2 v for v from 0 to the size of the sample."""
    same_counts: bool
    """Whether the total is the same for all entries, and ignored."""
