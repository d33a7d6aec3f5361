"""Code spaces: the secrets and guesses of a game as 64-bit keys, and the replies between them.

Keys of games of pegs are packed colours, and every code can be secret and can be guessed. Those of `ListedCodes` are
numbers in a list; there, a guess need not be a possible secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from codepegs import game as games
from codepegs.core import loops
from codepegs.errors import BadStrategy
from codepegs.game import (
    MOST_CODES as MOST_CODES,
    Code,
    Game,
    Turn,
    TurnArrays,
    code_rules,
    numbering_of,
    part_table,
    parts_between,
)
from codepegs.parallel import WorkerThreads

if TYPE_CHECKING:
    from codepegs.game import ListedGame

Keys = NDArray[np.uint64]

KEYS_A_CALL = 1 << 20
"""Largest number of codes looked at in one call: about ten milliseconds."""

CODES_A_CHUNK = 100_000
"""Smallest number of codes per thread."""

KEYS_A_STEP = 1 << 16
"""Largest number of codes listed in one call."""

NODES_A_STEP = 2_000_000
"""Partial codes visited in one call, divided by the number of turns and a constant: about ten milliseconds."""


class CodeSpace:
    """The codes that can be secret, those that can be guessed, and the replies; keys ascend as codes do."""

    def __init__(self, game: Game, bits: int) -> None:
        self.game = game
        self.bits = bits
        """Bits of each peg in a key, the first peg highest; 0 if keys are numbers in a list."""

    @staticmethod
    @lru_cache(maxsize=64)
    def of(game: Game) -> CodeSpace:
        """Return the code space of a game; raises `BadStrategy` if its codes are too many to be listed."""
        if game._traits.is_tabulated:
            return ListedCodes(cast("ListedGame", game), 0)
        if game.size > MOST_CODES:
            raise BadStrategy.because(game._reason("cannot_list_codes", size=game.size, most=MOST_CODES))
        return CodeSpace(game, (game.colors - 1).bit_length())

    @staticmethod
    def at(game: Game, turns: Sequence[Turn]) -> CodeSpace:
        """Return the code space of a position, which knows the tests of a table whose outcome is unknown."""
        space = CodeSpace.of(game)
        for turn in turns:
            space = space.after(turn)
        return space

    def after(self, turn: Turn) -> CodeSpace:
        """Return the code space after one more turn: in a table, without the test if its outcome is unknown."""
        return self

    @property
    def unanswered(self) -> frozenset[int]:
        """The rows in `table` of the tests whose outcome is unknown."""
        return frozenset()

    @property
    def open(self) -> Game:
        """The game of the tests that can still be asked, with the same codes; searches and their bounds look at it."""
        return self.game

    def rows(self, guesses: Keys) -> Keys:
        """Return the rows of guesses, shape (m,), in `table` and `Game.costs`, uint64; columns are keys of secrets."""
        return guesses - np.uint64(self.game._first_guess) if self.game._first_guess else guesses

    def is_over(self, keys: Keys) -> bool:
        """Return whether the game is over when these secrets are left, shape (m,), m > 0; see `Game._endings`."""
        return any(bool((labels[keys] == labels[keys[0]]).all()) for labels in self.open._endings)

    def can_guess(self, keys: Keys) -> bool:
        """Return whether none of these codes, shape (m,), is a guess that cannot be made any more."""
        return True

    def unpack(self, keys: Keys) -> NDArray[np.int64]:
        """Return the codes of keys, shape (m,): 0-based colours, int64, shape (m, pegs)."""
        return np.stack([self.colors_at(keys, position) for position in range(self.game.pegs)], axis=1)

    def fits(self, keys: Keys, turn: Turn, workers: WorkerThreads | int = 1) -> NDArray[np.bool_]:
        """Return which secrets, shape (m,), are consistent with a turn, shape (m,)."""
        wanted = part_table(numbering_of(self.game, turn.guess)).numbers(turn.reply)
        parts = self.parts(keys, turn.guess, workers)
        return np.asarray(parts == wanted[0] if len(wanted) == 1 else np.isin(parts, wanted))

    @property
    def table(self) -> NDArray[np.unsignedinteger[Any]] | None:
        """The part number of each guess (row) and secret (column); None if replies are computed. See `rows`."""
        return None

    def encode(self, code: Sequence[int]) -> int:
        """Return the key of a code, 0-based colours."""
        key = 0
        for color in code:
            key = key << self.bits | color
        return key

    def decode(self, key: int) -> Code:
        """Return the code of a key, 0-based colours."""
        mask = (1 << self.bits) - 1
        return tuple(int(key) >> self.bits * i & mask for i in range(self.game.pegs - 1, -1, -1))

    def colors_at(self, keys: Keys, position: int) -> NDArray[np.int64]:
        """Return the 0-based colours of keys, shape (m,), at one peg, int64, shape (m,)."""
        shift = np.uint64(self.bits * (self.game.pegs - 1 - position))
        return ((keys >> shift) & np.uint64((1 << self.bits) - 1)).astype(np.int64)

    def secrets(self) -> Keys:
        """Return the keys of all codes that can be secret, ascending, shape (game.size,)."""
        game, colors = self.game, np.arange(self.game.colors)
        none_exchanged = np.full(game.pegs, -1)
        guesses = loops.enumerate_guesses(
            game.pegs, self.bits, game.repeats, colors, np.zeros(game.colors, dtype=np.int64), none_exchanged
        )
        keys = np.empty(game.size, dtype=np.uint64)
        listed = 0
        while listed < len(keys):
            listed += loops.next_guesses(guesses, keys[listed : listed + KEYS_A_STEP], NODES_A_STEP)[0]
        return keys

    def guesses(self, turns: Sequence[Turn] = ()) -> Keys:
        """Return the keys of the guesses that the turns allow, ascending; of a table, without the tests made."""
        return self.secrets()

    def are_secrets(self, keys: Keys) -> NDArray[np.bool_]:
        """Return which codes that can be guessed can also be the secret, shape (m,)."""
        return np.ones(len(keys), dtype=np.bool_)

    def numbers(self, keys: Keys) -> NDArray[np.int64]:
        """Return the numbers of secrets, from 0, in the order of `secrets`, int64, shape (m,)."""
        numbers = np.empty(len(keys), dtype=np.int64)
        loops.code_numbers(np.ascontiguousarray(keys), code_rules(self.game), numbers)
        return numbers

    def consistent(self, turns: Sequence[Turn], workers: WorkerThreads | int = 1) -> Keys:
        """Return the keys of the secrets that are consistent with all turns, ascending; guesses are not checked."""
        if not turns:
            return self.secrets()
        game, arrays = self.game, TurnArrays.of(self.game, [turn for turn in turns if not turn.reply.unknown])
        rules = code_rules(game, arrays.numbering)
        ascending = np.empty((0, 0), dtype=np.int64)
        nodes = nodes_a_step(len(arrays.parts))

        def run(first: int, after: int) -> Keys:
            codes = loops.search_consistent_codes(rules, arrays.guesses, arrays.parts, first, after, ascending)
            blocks: list[Keys] = []
            room = block = np.empty(KEYS_A_STEP, dtype=np.uint64)
            done = False
            while not done:
                count, done = loops.next_consistent_keys(codes, room, nodes)
                room = room[count:]
                if done or not len(room):
                    blocks.append(block[: len(block) - len(room)].copy())
                    room = block
            return blocks[0] if len(blocks) == 1 else np.concatenate(blocks)

        with WorkerThreads.of(workers) as threads:
            keys = np.concatenate(threads.map(game.colors, game.size // CODES_A_CHUNK + 1, run))
            for turn in turns:
                keys = keys[self.fits(keys, turn, threads)] if turn.reply.unknown else keys
            return keys

    def parts(self, keys: Keys, guess: Code, workers: WorkerThreads | int = 1) -> NDArray[np.int64]:
        """Return the parts of secrets, shape (m,), for a guess, int64, in the order of `numbering_of(game, guess)`."""
        rules, key = code_rules(self.game, numbering_of(self.game, guess)), self.encode(guess)
        out = np.empty(len(keys), dtype=np.int64)

        if len(keys) < CODES_A_CHUNK:
            loops.parts_of(keys, key, rules, out)
            return out

        def run(start: int, stop: int) -> None:
            loops.parts_of(keys[start:stop], key, rules, out[start:stop])

        with WorkerThreads.of(workers) as threads:
            threads.map(len(keys), len(keys) // CODES_A_CHUNK + 1, run)
        return out

    def parts_between(self, guesses: Keys, codes: Keys) -> NDArray[np.int64]:
        """Return the part numbers of pairs of codes, int64, shape (m,); -1 for a code that cannot be the secret."""
        return parts_between(self.game, self.unpack(guesses), self.unpack(codes))

    def split(self, keys: Keys, guess: Code, workers: WorkerThreads | int = 1) -> NDArray[np.int64]:
        """Reorder secrets in place by their part, keeping their order within each; returns the size of each part."""
        parts, rules, key = len(part_table(self.game)), code_rules(self.game), self.encode(guess)

        def run(start: int, stop: int) -> NDArray[np.int64]:
            sizes = np.zeros(parts, dtype=np.int64)
            loops.split_keys(keys[start:stop], key, rules, sizes)
            return sizes

        if len(keys) < CODES_A_CHUNK:
            return run(0, len(keys))
        with WorkerThreads.of(workers) as threads:
            chunks = np.array(threads.map(len(keys), len(keys) // CODES_A_CHUNK + 1, run))
        blocks = np.split(keys, np.cumsum(chunks)[:-1])
        keys[:] = np.concatenate([block for part in range(parts) for block in blocks[part::parts]])
        return np.asarray(chunks.sum(axis=0))


class ListedCodes(CodeSpace):
    """The codes of a list by number: secrets come before the other codes that can be guessed, or before all guesses."""

    game: ListedGame

    @property
    def table(self) -> NDArray[np.unsignedinteger[Any]]:
        return self.game._table

    def after(self, turn: Turn) -> CodeSpace:
        if not (turn.reply.unknown and self.game._traits.asks_once):
            return self
        return _open_tests(self.game, self.unanswered | {self.game._row_of(turn.guess)})

    def encode(self, code: Sequence[int]) -> int:
        return self.game._number_of[tuple(code)]

    def decode(self, key: int) -> Code:
        return tuple(self.game._code_array[int(key)].tolist())

    def colors_at(self, keys: Keys, position: int) -> NDArray[np.int64]:
        colors: NDArray[np.int64] = self.game._code_array[keys.astype(np.int64), position]
        return colors

    def secrets(self) -> Keys:
        return np.arange(self.game.size, dtype=np.uint64)

    def guesses(self, turns: Sequence[Turn] = ()) -> Keys:
        allowed = np.ones(self.game._guess_count, dtype=np.bool_)
        allowed[self.game._guess_count - self.game._clues :] = False
        for turn in turns:
            if self.game.hard:
                allowed &= games.allowed_after(self.game, turn)
            elif self.game._traits.asks_once:
                allowed[self.game._row_of(turn.guess)] = False
        return (np.flatnonzero(allowed) + self.game._first_guess).astype(np.uint64)

    def are_secrets(self, keys: Keys) -> NDArray[np.bool_]:
        return np.asarray(keys < np.uint64(self.game.size))

    def numbers(self, keys: Keys) -> NDArray[np.int64]:
        return keys.astype(np.int64)

    def consistent(self, turns: Sequence[Turn], workers: WorkerThreads | int = 1) -> Keys:
        keys = self.secrets()
        for turn in turns:
            keys = keys[self.fits(keys, turn)]
        return keys

    def parts(self, keys: Keys, guess: Code, workers: WorkerThreads | int = 1) -> NDArray[np.int64]:
        parts: NDArray[np.int64] = self.table[self.game._row_of(guess), keys.astype(np.int64)].astype(np.int64)
        return parts

    def parts_between(self, guesses: Keys, codes: Keys) -> NDArray[np.int64]:
        possible = self.are_secrets(codes)
        held = np.where(possible, codes, np.uint64(0)).astype(np.int64)
        return np.where(possible, self.table[self.rows(guesses).astype(np.int64), held].astype(np.int64), -1)

    def split(self, keys: Keys, guess: Code, workers: WorkerThreads | int = 1) -> NDArray[np.int64]:
        numbers = self.parts(keys, guess, workers)
        keys[:] = keys[np.argsort(numbers, kind="stable")]
        return np.bincount(numbers, minlength=len(part_table(self.game)))


class OpenTests(ListedCodes):
    """The codes of a table of which some tests, or objects that were asked for, cannot be asked any more."""

    def __init__(self, game: ListedGame, unanswered: frozenset[int]) -> None:
        super().__init__(game, 0)
        self._unanswered = unanswered

    @property
    def unanswered(self) -> frozenset[int]:
        return self._unanswered

    @cached_property
    def open(self) -> Game:
        return self.game._without(sorted(self._unanswered))

    def is_over(self, keys: Keys) -> bool:
        if self.game.until != "named":
            return super().is_over(keys)
        if not self._unanswered.issuperset(keys.tolist()):  # the others can be asked for
            return False
        rows = np.delete(self.game._table, list(self._unanswered), axis=0)[:, keys.astype(np.int64)]
        return bool((rows == rows[:, :1]).all())

    def can_guess(self, keys: Keys) -> bool:
        return self._unanswered.isdisjoint((keys.astype(np.int64) - self.game._first_guess).tolist())


@lru_cache(maxsize=64)
def _open_tests(game: ListedGame, unanswered: frozenset[int]) -> CodeSpace:
    return OpenTests(game, unanswered)


def nodes_a_step(turns: int) -> int:
    """Return the number of partial codes that a search visits in one call, at least 1."""
    return max(1, NODES_A_STEP // (turns + 5))


def colors_held(game: Game, keys: Keys) -> NDArray[np.bool_]:
    """Return which colours, bool, shape (colors,), occur in the codes of keys, shape (m,)."""
    held = np.zeros(game.colors, dtype=np.bool_)
    for start in range(0, len(keys), KEYS_A_CALL):
        loops.colors_held(keys[start : start + KEYS_A_CALL], code_rules(game), held)
    return held
