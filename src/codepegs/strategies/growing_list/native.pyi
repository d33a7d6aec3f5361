"""The C++ functions and structs of `growing_list/`, written by `docs/make/stubs.py`."""

import numpy as np

from codepegs.core.binding import In1, In2, In3, InOut1, InOut2, InOut3, NativeObject, Struct

class Refinement(NativeObject): ...

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

# hill_climbing.cpp

def climb(
    sample: SlotSample,
    guesses: InOut2[np.int64],
    steps: int,
    random_state: InOut1[np.uint64],
    scores: InOut1[np.float64],
) -> None:
    """Improve each of the guesses (guesses, slots) by `steps` random changes, keeping all that do no harm.

    `scores` receives the sum of v log2 v over the sizes v of the parts of the sample: less is better."""

# partial_codes.cpp

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

# refinement.cpp

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
