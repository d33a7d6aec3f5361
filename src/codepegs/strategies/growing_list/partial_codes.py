"""An exact list of partial codes, for games with too many codes to list.

Some pegs are single; the others are in blocks, of which only the number of pegs of each colour is tracked. An entry of
the list has the colours of the single pegs and the counts of each block; it represents all codes that match it, its
completions. The reply to a guess with a single colour in each block follows from the entry, so the list is filtered
exactly. When the list is short it is refined: a colour is distinguished, a block is cut in two, or a peg is taken out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from codepegs.core import exp, log, log2, log_factorials, loops
from codepegs.game import Code, Game, Reply, View

MOST_PARTIAL_COLORS = 8
"""Number of colours in a word of `rest`."""

MOST_PARTIAL_PEGS = 255
"""Largest count of a byte."""

MOST_PARTIAL_CODES = 50_000_000
"""Largest number of entries of any list."""

WORDS_A_STEP = 5_000_000
"""Words of a list processed in one call, between checks for interrupts: about 10 milliseconds."""

CLIMBING_REPLIES_A_STEP = 5_000_000
"""Replies of a sample computed in one call of hill climbing, between checks for interrupts."""

LARGEST_LOGARITHM = 700.0
"""Largest logarithm of a weight that a float can hold, with a margin for sums."""


class GrowingList:
    """Entries over single pegs and blocks."""

    def __init__(self, game: Game, order: Sequence[int] | None = None, fault_cost: float = math.inf) -> None:
        self.game = game
        self.fault_cost = fault_cost
        """The log probability, in nats, that an entry loses with each misfit, a reply with which it is not
        consistent."""
        self.bits = max(1, (game.colors - 1).bit_length())
        self.per_word = 64 // self.bits
        words = -(-game.pegs // self.per_word)
        self.singles: list[int] = []
        """The single pegs, in the order of their fields in the keys."""
        self.blocks: list[list[int]] = [list(order if order is not None else range(game.pegs))]
        """Pegs of each block; they are taken from the end."""
        self.distinguished = 1 if game.colors == 1 else 0
        """Number of distinguished colours, from 0 on. If all but one are distinguished, all are."""
        self.words = words
        self.keys = np.zeros((words + 1, 1), np.uint64)
        """The colours of the single pegs; the last row counts the misfits of each entry."""
        self.rest = np.zeros((1, 1), np.uint64)
        if self.distinguished:
            self.rest[0, 0] = game.pegs
        self.size = 1
        self.counts: NDArray[np.uint8] | None = None
        """Number of pegs of each colour, if all entries agree on it."""
        self._log_factorial = log_factorials(game.pegs)
        self._log_weights: NDArray[np.float64] | None = None

    @property
    def finished(self) -> bool:
        """Whether every entry is one code."""
        return not self.blocks

    @property
    def sizes(self) -> NDArray[np.int64]:
        return np.array([len(block) for block in self.blocks], np.int64)

    def slots(self) -> list[list[int]]:
        """Number of slots: the blocks, then the single pegs. A guess has one colour per slot."""
        return [*self.blocks, *([peg] for peg in self.singles)]

    def partial_codes(self) -> loops.PartialCodes:
        return loops.PartialCodes.of(self, singles=len(self.singles), colors=self.game.colors)

    def ranges(self) -> Iterator[tuple[int, int]]:
        """Ranges of entries, one per call of a loop."""
        each = max(1, WORDS_A_STEP // (len(self.keys) + len(self.rest)))
        return ((start, min(start + each, self.size)) for start in range(0, self.size, each))

    # Properties of entries.

    def faults(self) -> NDArray[np.uint64]:
        """The number of misfits of each entry."""
        return self.keys[-1, : self.size]

    def log_weights(self) -> NDArray[np.float64]:
        """Logarithm of the weight of each entry: that of its completions minus the cost of its misfits."""
        if self._log_weights is None:
            out = self.log_completions()
            if math.isfinite(self.fault_cost):
                out -= self.fault_cost * self.faults()
            self._log_weights = out
        return self._log_weights

    def log_completions(self) -> NDArray[np.float64]:
        """Logarithm of the number of codes that each entry represents."""
        merged = log(max(1, self.game.colors - self.distinguished))
        return self._of_each(np.float64, loops.log_completions, merged, self._log_factorial)

    def _of_each(self, kind: type[Any], loop: Callable[..., None], *values: Any) -> NDArray[Any]:
        """What a loop computes of each entry."""
        out, entries = np.zeros(self.size, kind), self.partial_codes()
        for start, stop in self.ranges():
            loop(entries, *values, start, stop, out)
        return out

    def forget_weights(self) -> None:
        """Discard the cached weights, after a change of `fault_cost`."""
        self._log_weights = None

    def weights(self) -> NDArray[np.float64]:
        return exp(self.log_weights() - self.log_total())

    def log_total(self) -> float:
        """Logarithm of the sum of the weights; minus infinity for none."""
        if not self.size:
            return -math.inf
        weights = self.log_weights()
        top = float(weights.max())
        return top + log(float(exp(weights - top).sum()))

    def total(self) -> float:
        """The sum of the weights: without misfits the number of candidates, exact below 2^53."""
        if not self.size:
            return 0.0
        if math.isfinite(self.fault_cost):
            return exp(min(self.log_total(), LARGEST_LOGARITHM))
        if self.finished:
            return float(self.size)
        weights = self.log_weights()
        if float(weights.max()) > LARGEST_LOGARITHM:
            return math.inf
        return float(np.rint(exp(weights)).sum())

    def held(self, color: int) -> NDArray[np.uint8]:
        """The number of pegs of each entry with a distinguished colour."""
        return self._count_black(np.full(len(self.blocks) + len(self.singles), color))

    def black(self, guess: Sequence[int]) -> NDArray[np.uint8]:
        """The black count of each entry for a guess with a single colour in each block."""
        return self._count_black(np.array([guess[slot[0]] for slot in self.slots()], np.int64))

    def total_of_reply(self, guess: Code) -> NDArray[np.int32]:
        """The total of each entry."""
        if self.counts is not None:
            total = sum(min(int(self.counts[color]), guess.count(color)) for color in range(self.game.colors))
            return np.full(self.size, total, np.int32)
        copies = np.bincount(np.asarray(guess), minlength=self.game.colors)
        return self._of_each(np.int32, loops.count_total, copies)

    def can_answer(self, guess: Sequence[int]) -> bool:
        """Whether the reply to a guess follows from each entry."""
        distinguished = self.game.colors if self.game.colors == self.distinguished else self.distinguished
        return all(color < distinguished for color in guess) and all(
            all(guess[peg] == guess[block[0]] for peg in block) for block in self.blocks
        )

    def _count_black(self, colors: NDArray[np.int64]) -> NDArray[np.uint8]:
        """The number of pegs of each entry with the colour given for their slot."""
        return self._of_each(np.uint8, loops.count_black, colors)

    # Changes of the list.

    def keep(self, marked: NDArray[np.bool_]) -> None:
        kept = 0
        for start, stop in self.ranges():
            kept = loops.keep_entries(self.keys, self.rest, marked, start, stop, kept)
        self.size = kept
        self._log_weights = None

    def fits(self, guess: Code, reply: Reply) -> NDArray[np.bool_]:
        """Whether each entry gives this reply to a guess with a single colour in each block."""
        black = self.black(guess)
        won: NDArray[np.bool_] = black == self.game.pegs
        if reply.solved:
            return won
        fit: NDArray[np.bool_] = ~won
        if reply.black is not None:
            fit &= black == reply.black
        whole = reply.black + reply.white if reply.black is not None and reply.white is not None else reply.total
        if reply.white is not None and reply.black is None:
            fit &= self.total_of_reply(guess) - black == reply.white
        elif whole is not None:
            fit &= self.total_of_reply(guess) == whole
        return fit

    def blame(self, innocent: NDArray[np.bool_]) -> None:
        """Count one more misfit for all other entries."""
        self.keys[-1, : self.size] += ~innocent
        self._log_weights = None

    def settle(self) -> None:
        """Store the number of pegs of each colour, if all entries agree on it."""
        if (
            self.counts is not None
            or self.distinguished < self.game.colors
            or not self.size
            or math.isfinite(self.fault_cost)
        ):
            return
        counts = []
        for color in range(self.game.colors):
            held = self.held(color)
            if held.min() != held.max():
                return
            counts.append(int(held[0]))
        self.counts = np.array(counts, np.uint8)

    def split_color(self, most: int | None = None) -> bool:
        """Distinguish one more colour, unless that makes more than `most` entries; returns whether it was done."""
        grown = 2 if self.distinguished + 2 == self.game.colors else 1
        if not self._grow(loops.start_color_split(self.partial_codes()), len(self.blocks), most):
            return False
        self.distinguished += grown
        return True

    def peel(self, block: int, most: int | None = None) -> bool:
        """Take the last peg out of a block."""
        if not self._grow(loops.start_peel(self.partial_codes(), block), len(self.blocks), most):
            return False
        self.singles.append(self.blocks[block].pop())
        if not self.blocks[block]:
            del self.blocks[block]
            self.rest = np.delete(self.rest, block, axis=0)
        return True

    def split_block(self, block: int, part: Sequence[int], most: int | None = None) -> bool:
        """Move some pegs of a block to a new block."""
        refinement = loops.start_block_split(self.partial_codes(), block, len(part))
        if not self._grow(refinement, len(self.blocks) + 1, most):
            return False
        moved = set(part)
        self.blocks[block] = [peg for peg in self.blocks[block] if peg not in moved]
        self.blocks.append(list(part))
        return True

    def _grow(self, refinement: loops.Refinement, blocks: int, most: int | None) -> bool:
        """Replace the entries by those of a refinement, if there are at most `most`."""
        limit = MOST_PARTIAL_CODES if most is None else most
        each = max(1, WORDS_A_STEP // (len(self.keys) + blocks))
        _, children = loops.finish(loops.count_children, refinement, limit, each)
        if children > limit:
            return False
        keys, rest = np.empty((len(self.keys), children), np.uint64), np.empty((blocks, children), np.uint64)
        loops.finish(loops.write_children, refinement, keys, rest, each)
        self.keys, self.rest, self.size, self._log_weights = keys, rest, children, None
        return True

    def arrange(self, guess: Sequence[int]) -> None:
        """Order the pegs of each block by the colours of a guess, so that those of one colour are taken together."""
        for block in self.blocks:
            block.sort(key=lambda peg: guess[peg])

    def trim(self, share: float, most: int) -> None:
        """Keep the `most` most probable entries, without the least probable ones of at most this total share."""
        if not self.size:
            return
        weights = exp(self.log_weights() - self.log_total())
        order = np.argsort(weights, kind="stable")
        dropped = int(np.searchsorted(np.cumsum(weights[order]), share))
        dropped = max(dropped, self.size - most)
        if dropped:
            marked = np.ones(self.size, bool)
            marked[order[:dropped]] = False
            self.keep(marked)

    def part(self, chosen: NDArray[np.int64]) -> GrowingList:
        """Return a list of some of the entries, which cannot be refined."""
        part = copy(self)
        part.keys, part.rest = self.keys.take(chosen, axis=1), self.rest.take(chosen, axis=1)
        part.size, part._log_weights = len(chosen), None
        return part

    # Samples.

    def sample(self, size: int, first: float) -> NDArray[np.int64]:
        """Indices of `size` entries drawn by weight; all in order if each is one code and all are equally probable."""
        if self.finished and self.size <= size and math.isinf(self.fault_cost):
            return np.arange(self.size)
        out = np.empty(size, np.int64)
        weights = self.log_weights()
        top, whole = float(weights.max()), 0.0
        for start, stop in self.ranges():
            whole = loops.sum_weights(weights, top, start, stop, whole)
        reached, drawn = 0.0, 0
        for start, stop in self.ranges():
            reached, drawn = loops.draw_entries(weights, top, whole / size, first, start, stop, reached, drawn, out)
        out[drawn:] = self.size - 1
        return out

    def table(self, sample: NDArray[np.int64]) -> NDArray[np.uint8]:
        """The number of pegs of each slot with each colour, shape (slots, colours, sample)."""
        blocks, singles = len(self.blocks), len(self.singles)
        out = np.zeros((blocks + singles, self.game.colors, len(sample)), np.uint8)
        loops.tabulate_slots(self.partial_codes(), sample, out)
        return out

    def code(self, entry: int, rng: np.random.Generator | None = None) -> Code:
        """Return a code that an entry represents, at random if there are several."""
        code = [0] * self.game.pegs
        mask = (1 << self.bits) - 1
        for place, peg in enumerate(self.singles):
            word = int(self.keys[place // self.per_word, entry])
            code[peg] = (word >> (self.bits * (place % self.per_word))) & mask
        for b, block in enumerate(self.blocks):
            word = int(self.rest[b, entry])
            colors = [color for color in range(self.distinguished) for _ in range((word >> (8 * color)) & 255)]
            merged = len(block) - len(colors)
            if rng is None:
                colors += [self.distinguished] * merged
            else:
                colors += rng.integers(self.distinguished, self.game.colors, size=merged).tolist() if merged else []
                colors = rng.permutation(colors).tolist()
            for peg, color in zip(block, colors, strict=True):
                code[peg] = int(color)
        return tuple(code)

    def belief(self) -> NDArray[np.float64]:
        """Probability of each colour at each peg, shape (pegs, colours)."""
        colors = self.game.colors
        weights = exp(self.log_weights() - self.log_total())
        out = np.zeros((self.game.pegs, colors))
        mask = np.uint64((1 << self.bits) - 1)
        for place, peg in enumerate(self.singles):
            row = self.keys[place // self.per_word, : self.size]
            held = (row >> np.uint64(self.bits * (place % self.per_word))) & mask
            out[peg] = np.bincount(held.astype(np.int64), weights, colors)
        for b, block in enumerate(self.blocks):
            share = np.zeros(colors)
            for color in range(self.distinguished):
                counts = (self.rest[b, : self.size] >> np.uint64(8 * color)) & np.uint64(255)
                share[color] = float((weights * counts).sum()) / len(block)
            if self.distinguished < colors:
                share[self.distinguished :] = (1.0 - share.sum()) / (colors - self.distinguished)
            out[block] = share
        belief: NDArray[np.float64] = out / out.sum(axis=1, keepdims=True)
        return belief


def climbed(
    entries: GrowingList,
    sample: NDArray[np.int64],
    starts: int,
    steps: int,
    rng: np.random.Generator,
    given: NDArray[np.int64] | None = None,
) -> list[tuple[Code, float, int]]:
    """Guesses by hill climbing, or the `given`, with the sum of v log2 v over parts of size v, and equal entries."""
    table = entries.table(sample)
    slots, distinguished = entries.slots(), entries.distinguished
    sizes = np.array([len(slot) for slot in slots], np.int64)
    held = table.sum(axis=0, dtype=np.uint8)
    begin = rng.integers(distinguished, size=(starts, len(slots)))
    chosen = rng.integers(len(sample), size=starts)
    singles = len(entries.blocks)
    if given is None:
        begin[:, singles:] = table[singles:, :distinguished, chosen].argmax(axis=1).T if singles < len(slots) else 0
        if distinguished < entries.game.colors:
            begin = np.minimum(begin, distinguished - 1)
    else:
        begin = np.ascontiguousarray(entries.table(given).argmax(axis=1).T.astype(np.int64))
    scores = np.empty(starts)
    state = rng.integers(1, 2**63, size=1, dtype=np.uint64)
    same = bool((held == held[:, :1]).all()) or entries.game.view is View.BLACK
    rules = distinguished, entries.game.view.number, entries.game.pegs
    slot_sample = loops.SlotSample(table, sizes, held, *rules, _log_table(len(sample)), same)
    _climb(slot_sample, begin, steps, state, scores)
    found = []
    for guess, score in zip(begin, scores, strict=True):
        code = [0] * entries.game.pegs
        for slot, color in zip(slots, guess.tolist(), strict=True):
            for peg in slot:
                code[peg] = color
        black = table[np.arange(len(slots)), guess].sum(axis=0, dtype=np.int64)
        found.append((tuple(code), float(score), int((black == entries.game.pegs).sum())))
    return found


def _climb(
    sample: loops.SlotSample,
    guesses: NDArray[np.int64],
    steps: int,
    state: NDArray[np.uint64],
    scores: NDArray[np.float64],
) -> None:
    """Improve the guesses one after another, by `steps` changes each."""
    each = max(1, CLIMBING_REPLIES_A_STEP // sample.held.shape[1])
    if len(guesses) * (steps + 1) <= each:
        loops.climb(sample, guesses, steps, state, scores)
        return
    for number in range(len(guesses)):
        one = slice(number, number + 1)
        for start in range(0, max(1, steps), each):
            loops.climb(sample, guesses[one], min(each, steps - start), state, scores[one])


@cache
def _log_table(size: int) -> NDArray[np.float64]:
    counts = np.arange(size + 1, dtype=np.float64)
    return counts * log2(np.maximum(counts, 1.0))
