"""Sets of codes: enumerate a game, keep what fits a turn, split by the reply to a guess.

Codes are packed into one 64-bit key each, which sort as the codes do. Small jobs run on NumPy alone; anything larger
goes to the compiled loops, which are imported then and not before.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from codepegs.errors import BadStrategy
from codepegs.game import Code, Game, Reply, counted
from codepegs.partitions import part_table
from codepegs.texts import Position, Turn

if TYPE_CHECKING:
    from codepegs.chunks import Crew

Keys = NDArray[np.uint64]

MOST_CODES = 50_000_000
"""Codes of the largest game that is ever listed: 400 MB of keys."""

LIGHT_WORK = 4_000_000
"""Replies worth computing with NumPy rather than importing Numba, which takes half a second."""


@dataclass(frozen=True, slots=True)
class KeyLayout:
    """How codes of a game are packed: `bits` for each peg, the first peg highest."""

    pegs: int
    bits: int

    @classmethod
    def of(cls, game: Game) -> KeyLayout:
        """The layout for a game that can be listed; raises `BadStrategy` when it has too many codes for that."""
        if game.size > MOST_CODES:
            raise BadStrategy(
                f"{game} has {counted(game.size, 'code')}; listing them all stops at {MOST_CODES:,}, "
                "so choose a strategy that does not need the list (codepegs strategies names them)"
            )
        return cls(game.pegs, max(1, (game.colors - 1).bit_length()))

    def encode(self, code: Sequence[int]) -> int:
        """The key of one code."""
        key = 0
        for color in code:
            key = key << self.bits | color
        return key

    def decode(self, key: int) -> Code:
        """The code of one key."""
        mask = (1 << self.bits) - 1
        return tuple(int(key) >> self.bits * i & mask for i in range(self.pegs - 1, -1, -1))

    def colors_at(self, keys: Keys, position: int) -> NDArray[np.int64]:
        """The colour each key has at a position."""
        shift = np.uint64(self.bits * (self.pegs - 1 - position))
        return ((keys >> shift) & np.uint64((1 << self.bits) - 1)).astype(np.int64)

    def unpack(self, keys: Keys) -> NDArray[np.int64]:
        """Codes of shape (m, pegs)."""
        return np.stack([self.colors_at(keys, position) for position in range(self.pegs)], axis=1)


def is_light(work: int) -> bool:
    """Whether a job of that many replies is done with NumPy: it is small, and Numba is not there yet."""
    return work <= LIGHT_WORK and "codepegs.kernels.counting" not in sys.modules


def all_keys(game: Game) -> Keys:
    """The keys of all codes of a game, ascending.

    >>> len(all_keys(Game(4, 6))), len(all_keys(Game(4, 10, repeats=False)))
    (1296, 5040)
    """
    layout = KeyLayout.of(game)
    colors = np.arange(game.colors, dtype=np.uint64)
    keys = np.zeros(1, dtype=np.uint64)
    mask = np.uint64((1 << layout.bits) - 1)
    for position in range(game.pegs):
        longer = (keys[:, None] << np.uint64(layout.bits)) | colors
        if game.repeats:
            keys = longer.ravel()
            continue
        fresh = np.ones(longer.shape, dtype=np.bool_)
        for earlier in range(position):
            fresh &= ((keys >> np.uint64(layout.bits * earlier)) & mask)[:, None] != colors
        keys = longer[fresh]
    return keys


def parts_of(game: Game, keys: Keys, guess: Code, workers: Crew | int = 1) -> NDArray[np.int64]:
    """The part number of each key when `guess` is asked, shape (m,)."""
    layout = KeyLayout.of(game)
    table = part_table(game).part_of
    if is_light(len(keys)):
        black = np.zeros(len(keys), dtype=np.int64)
        held = {color: np.zeros(len(keys), dtype=np.int64) for color in guess}
        for position, color in enumerate(guess):
            here = layout.colors_at(keys, position)
            black += here == color
            for other, count in held.items():
                count += here == other
        total = np.zeros(len(keys), dtype=np.int64)
        for color, count in held.items():
            total += np.minimum(count, guess.count(color))
        return table[black, total]

    from codepegs.chunks import Crew
    from codepegs.kernels import codes

    out = np.empty(len(keys), dtype=np.int64)
    key = np.uint64(layout.encode(guess))

    def run(start: int, stop: int) -> None:
        codes.parts_of(keys, start, stop, key, layout.pegs, layout.bits, game.colors, table, out)

    with Crew.of(workers) as crew:
        crew.map(len(keys), len(keys) // 100_000 + 1, run)
    return out


class Candidates:
    """The codes consistent with a history, in ascending order.

    >>> left = Candidates.after("p4c6 1122:1b0w")
    >>> len(left), (1, 1, 1, 4) in left
    (256, False)
    >>> {str(reply): len(part) for reply, part in left.partition((0, 2, 3, 3)).items()}["0b2w"]
    41
    """

    __slots__ = ("game", "keys", "layout")

    def __init__(self, game: Game, keys: Keys) -> None:
        self.game = game
        self.layout = KeyLayout.of(game)
        self.keys = keys

    @classmethod
    def all(cls, game: Game | str) -> Candidates:
        """Every code of a game; raises `BadStrategy` past 50 million."""
        game = Game.of(game)
        return cls(game, all_keys(game))

    @classmethod
    def after(cls, position: Position | Game | str, workers: Crew | int = 1) -> Candidates:
        """The codes that fit every turn of a position; empty when the turns contradict each other."""
        position = Position.of(position)
        game = position.game
        if not position.turns:
            return cls.all(game)
        KeyLayout.of(game)
        if is_light(game.size * len(position.turns)):
            left = cls.all(game)
            for turn in position.turns:
                left = left.filter(turn)
            return left
        return cls(game, _consistent_keys(position, workers))

    def __len__(self) -> int:
        return len(self.keys)

    def __iter__(self) -> Iterator[Code]:
        for key in self.keys.tolist():
            yield self.layout.decode(key)

    def __getitem__(self, index: int) -> Code:
        return self.layout.decode(int(self.keys[index]))

    def __contains__(self, code: object) -> bool:
        if not isinstance(code, tuple) or len(code) != self.game.pegs:
            return False
        if not all(0 <= color < self.game.colors for color in code):
            return False
        key = np.uint64(self.layout.encode(code))
        at = int(np.searchsorted(self.keys, key))
        return at < len(self.keys) and bool(self.keys[at] == key)

    def __repr__(self) -> str:
        return f"<{len(self):,} candidates of {self.game}>"

    @property
    def codes(self) -> NDArray[np.int64]:
        """All codes as an array of shape (m, pegs)."""
        return self.layout.unpack(self.keys)

    def parts(self, guess: Code, workers: Crew | int = 1) -> NDArray[np.int64]:
        """The part number of each code when `guess` is asked."""
        return parts_of(self.game, self.keys, guess, workers)

    def filter(self, turn: Turn, workers: Crew | int = 1) -> Candidates:
        """The codes that answer the turn's guess with its reply; raises `BadReply` when the game has none such."""
        wanted = part_table(self.game).number(turn.reply)
        return Candidates(self.game, self.keys[self.parts(turn.guess, workers) == wanted])

    def partition(self, guess: Code, workers: Crew | int = 1) -> dict[Reply, Candidates]:
        """The non-empty parts by reply, in the order of the game's replies."""
        replies = part_table(self.game).replies
        parts = self.parts(guess, workers)
        order = np.argsort(parts.astype(np.uint16), kind="stable")  # a radix sort
        ends = np.cumsum(np.bincount(parts, minlength=len(replies)))
        sets = np.split(self.keys[order], ends[:-1])
        return {reply: Candidates(self.game, keys) for reply, keys in zip(replies, sets, strict=True) if len(keys)}


def turn_bounds(
    position: Position,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The turns as arrays: guesses (t, pegs), copies of each colour (t, colours), bounds (t, 4), parts wanted (t,).

    The bounds are the least and most black count and the least and most total that go with the reply of each turn.
    """
    game = position.game
    table = part_table(game)
    guesses = np.array([turn.guess for turn in position.turns], dtype=np.int64).reshape(-1, game.pegs)
    copies = np.stack([np.bincount(guess, minlength=game.colors) for guess in guesses]).astype(np.int64)
    wanted = np.array([table.number(turn.reply) for turn in position.turns], dtype=np.int64)
    bounds = np.empty((len(guesses), 4), dtype=np.int64)
    for row, part in zip(bounds, wanted, strict=True):
        black, total = np.nonzero(table.part_of == part)
        row[:] = black.min(), black.max(), total.min(), total.max()
    return guesses, copies, bounds, wanted


def _consistent_keys(position: Position, workers: Crew | int) -> Keys:
    from codepegs.chunks import Crew
    from codepegs.kernels import codes

    game = position.game
    layout = KeyLayout.of(game)
    guesses, copies, bounds, wanted = turn_bounds(position)
    table = part_table(game).part_of

    def run(first: int, after: int) -> Keys:
        room = 1 << 16
        while True:
            out = np.empty(room, dtype=np.uint64)
            found = codes.consistent_keys(
                game.pegs,
                layout.bits,
                game.colors,
                game.repeats,
                guesses,
                copies,
                bounds,
                wanted,
                table,
                first,
                after,
                MOST_CODES,
                out,
            )
            if found <= room:
                return out[:found].copy()
            room = found

    with Crew.of(workers) as crew:
        return np.concatenate(crew.map(game.colors, game.colors, run))
