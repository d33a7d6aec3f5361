"""Sets of codes: list the codes of a game, filter them by a turn, split them by the reply to a guess.

Codes are packed into one 64-bit key each, which sort as the codes do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import overload

import numpy as np
from numpy.typing import NDArray

from codepegs.codes.key_layout import KeyLayout, Keys
from codepegs.codes.listed_codes import consistent_secrets, parts_of_list, secret_keys
from codepegs.core import loops
from codepegs.errors import BadCode
from codepegs.game import Code, Game, ListedGame, Position, Reply, Turn, TurnArrays, code_rules, part_table
from codepegs.parallel import WorkerThreads

CODES_A_CHUNK = 100_000
"""Smallest number of codes per thread."""

KEYS_A_STEP = 1 << 16
"""Largest number of codes listed in one call."""

KEYS_A_CALL = 1 << 20
"""Largest number of codes looked at in one call: about ten milliseconds."""

NODES_A_STEP = 2_000_000
"""Partial codes visited in one call, divided by the number of turns and a constant: about ten milliseconds."""


def all_keys(game: Game) -> Keys:
    """Return the keys of all codes of a game.

    Args:
        game: The game.

    Returns:
        Keys, ascending, uint64, shape (game.size,); in a `ListedGame`, those of the secrets.

    Raises:
        BadStrategy: The game has more than 50 million codes.

    >>> len(all_keys(Game(4, 6))), len(all_keys(Game(4, 10, repeats=False)))
    (1296, 5040)
    """
    if isinstance(game, ListedGame):
        return secret_keys(game)
    layout = KeyLayout.of(game)
    colors = np.arange(game.colors)
    none_exchanged = np.full(game.pegs, -1)
    guesses = loops.enumerate_guesses(
        game.pegs, layout.bits, game.repeats, colors, np.zeros(game.colors, dtype=np.int64), none_exchanged
    )
    keys = np.empty(game.size, dtype=np.uint64)
    listed = 0
    while listed < len(keys):
        listed += loops.next_guesses(guesses, keys[listed : listed + KEYS_A_STEP], NODES_A_STEP)[0]
    return keys


def joined_keys(next_keys: Callable[[Keys], tuple[int, bool]]) -> Keys:
    """Collect keys that are written block by block.

    Args:
        next_keys: Writes keys into the array that it is given, uint64; returns their number, and whether there are no
            more.

    Returns:
        All keys, uint64, shape (m,).
    """
    blocks: list[Keys] = []
    block = np.empty(KEYS_A_STEP, dtype=np.uint64)
    room = block
    done = False
    while not done:
        count, done = next_keys(room)
        room = room[count:]
        if done or not len(room):
            blocks.append(block[: len(block) - len(room)].copy())
            room = block
    return blocks[0] if len(blocks) == 1 else np.concatenate(blocks)


def parts_of(game: Game, keys: Keys, guess: Code, workers: WorkerThreads | int = 1) -> NDArray[np.int64]:
    """Return the part number of each key for a guess.

    Args:
        game: The game.
        keys: Keys of codes, uint64, shape (m,).
        guess: The guess, 0-based colours.
        workers: Threads, or their number.

    Returns:
        Part numbers, indices into `Game.replies()`, int64, shape (m,).
    """
    if isinstance(game, ListedGame):
        return parts_of_list(game, keys, guess)
    rules, key = code_rules(game), KeyLayout.of(game).encode(guess)
    out = np.empty(len(keys), dtype=np.int64)

    def run(start: int, stop: int) -> None:
        loops.parts_of(keys[start:stop], key, rules, out[start:stop])

    with WorkerThreads.of(workers) as threads:
        threads.map(len(keys), len(keys) // CODES_A_CHUNK + 1, run)
    return out


def split_by_part(game: Game, keys: Keys, guess: Code, workers: WorkerThreads | int = 1) -> NDArray[np.int64]:
    """Reorder keys by part, keeping their order within each part.

    Args:
        game: The game.
        keys: Keys of codes, uint64, shape (m,); reordered in place.
        guess: The guess, 0-based colours.
        workers: Threads, or their number.

    Returns:
        The size of each part, int64, shape (parts,), in the order of `Game.replies()`.
    """
    parts = len(part_table(game))
    if isinstance(game, ListedGame):
        numbers = parts_of_list(game, keys, guess)
        keys[:] = keys[np.argsort(numbers, kind="stable")]
        return np.bincount(numbers, minlength=parts)
    rules, key = code_rules(game), KeyLayout.of(game).encode(guess)

    def run(start: int, stop: int) -> NDArray[np.int64]:
        sizes = np.zeros(parts, dtype=np.int64)
        loops.split_keys(keys[start:stop], key, rules, sizes)
        return sizes

    with WorkerThreads.of(workers) as threads:
        chunks = np.array(threads.map(len(keys), len(keys) // CODES_A_CHUNK + 1, run))
    if len(chunks) > 1:
        blocks = np.split(keys, np.cumsum(chunks)[:-1])
        keys[:] = np.concatenate([block for part in range(parts) for block in blocks[part::parts]])
    return np.asarray(chunks.sum(axis=0))


def code_numbers(game: Game, keys: Keys) -> NDArray[np.int64]:
    """Return the number of each code among all codes of its game, as `Candidates.all` lists them.

    Args:
        game: The game.
        keys: Keys of codes, uint64, shape (m,).

    Returns:
        The numbers, from 0, int64, shape (m,).

    >>> code_numbers(Game(4, 6), Candidates.all("p4c6").keys[[0, 7, 1295]]).tolist()
    [0, 7, 1295]
    """
    if isinstance(game, ListedGame):
        return keys.astype(np.int64)
    numbers = np.empty(len(keys), dtype=np.int64)
    loops.code_numbers(np.ascontiguousarray(keys), code_rules(game), numbers)
    return numbers


def colors_held(game: Game, keys: Keys) -> NDArray[np.bool_]:
    """Return which colours occur in some codes.

    Args:
        game: The game.
        keys: Keys of codes, uint64, shape (m,).

    Returns:
        Whether a code holds each colour, bool, shape (colors,).

    >>> colors_held(Game(4, 6), Candidates.after("p4c6 1123:0b0w").keys[:1]).tolist()
    [False, False, False, True, False, False]
    """
    held = np.zeros(game.colors, dtype=np.bool_)
    for start in range(0, len(keys), KEYS_A_CALL):
        loops.colors_held(keys[start : start + KEYS_A_CALL], code_rules(game), held)
    return held


class Candidates:
    """The codes consistent with a history, in ascending order.

    `all` and `after` create them; the constructor is for keys that are known already.

    Args:
        game: The game.
        keys: Keys of the codes, ascending, uint64, shape (m,).

    Raises:
        BadStrategy: The game has more than 50 million codes.

    >>> left = Candidates.after("p4c6 1122:1b0w")
    >>> len(left), (1, 1, 1, 4) in left, "1344" in left
    (256, False, True)
    >>> {str(reply): len(part) for reply, part in left.partition("1344").items()}["0b2w"]
    41
    >>> left[0], left[:2], left[-1]
    ((0, 2, 2, 2), [(0, 2, 2, 2), (0, 2, 2, 3)], (5, 5, 5, 1))
    """

    __slots__ = ("game", "keys", "layout")

    def __init__(self, game: Game, keys: Keys) -> None:
        self.game = game
        self.layout = KeyLayout.of(game)
        self.keys = np.ascontiguousarray(keys)

    @classmethod
    def all(cls, game: Game | str) -> Candidates:
        """Return every code of a game.

        Args:
            game: The game or its rules id.

        Returns:
            All codes, ascending.

        Raises:
            BadRules: The rules id is invalid.
            BadStrategy: The game has more than 50 million codes.
        """
        game = Game.of(game)
        return cls(game, all_keys(game))

    @classmethod
    def after(cls, position: Position | Game | str, workers: WorkerThreads | int = 1) -> Candidates:
        """Return the codes consistent with a position.

        Args:
            position: The position, its text, or a game for its start.
            workers: Threads, or their number.

        Returns:
            The candidates; empty if the turns contradict each other.

        Raises:
            BadInput: The position is invalid.
            BadStrategy: The game has more than 50 million codes.
        """
        position = Position.of(position)
        game = position.game
        if not position.turns:
            return cls.all(game)
        return cls(game, _consistent_keys(position, workers))

    def __len__(self) -> int:
        return len(self.keys)

    def __iter__(self) -> Iterator[Code]:
        for key in self.keys.tolist():
            yield self.layout.decode(key)

    @overload
    def __getitem__(self, index: int) -> Code: ...

    @overload
    def __getitem__(self, index: slice) -> list[Code]: ...

    def __getitem__(self, index: int | slice) -> Code | list[Code]:
        if isinstance(index, slice):
            return [self.layout.decode(key) for key in self.keys[index].tolist()]
        return self.layout.decode(int(self.keys[index]))

    def __contains__(self, code: object) -> bool:
        try:
            key = np.uint64(self.layout.encode(self.game.check_code(code)))  # type: ignore[arg-type]
        except BadCode:
            return False
        at = int(np.searchsorted(self.keys, key))
        return at < len(self.keys) and bool(self.keys[at] == key)

    def __repr__(self) -> str:
        return f"<{len(self):,} candidates of {self.game}>"

    @property
    def weights(self) -> NDArray[np.int64] | None:
        """The weight of each candidate, int64, shape (len(self),); None if all are equally probable."""
        weights = self.game.weights
        return None if weights is None else weights[self.keys.astype(np.int64)]

    @property
    def mass(self) -> int:
        """The sum of the weights; the number of candidates if all are equally probable."""
        weights = self.weights
        return len(self) if weights is None else int(weights.sum())

    @property
    def likeliest(self) -> Code:
        """The most probable candidate; the lowest of several.

        Raises:
            IndexError: There are no candidates.
        """
        weights = self.weights
        return self[0 if weights is None else int(weights.argmax())]

    def draw(self, rng: np.random.Generator) -> Code:
        """Draw a candidate at random, each with a probability proportional to its weight.

        Args:
            rng: The random generator.

        Returns:
            The candidate.

        Raises:
            ValueError: There are no candidates.
        """
        weights = self.weights
        if weights is None:
            return self[int(rng.integers(len(self)))]
        return self[int(np.searchsorted(np.cumsum(weights), rng.integers(weights.sum()), side="right"))]

    @property
    def codes(self) -> NDArray[np.int64]:
        """The candidates as an array of 0-based colours, int64, shape (len(self), pegs)."""
        return self.layout.unpack(self.keys)

    def parts(self, guess: Code | str, workers: WorkerThreads | int = 1) -> NDArray[np.int64]:
        """Return the part number of each candidate for a guess.

        Args:
            guess: The guess, as text or colours.
            workers: Threads, or their number.

        Returns:
            Part numbers, indices into `Game.replies()`, int64, shape (len(self),).

        Raises:
            BadCode: The guess is not a code of the game.
        """
        return parts_of(self.game, self.keys, self.game.check_code(guess), workers)

    def filter(self, turn: Turn, workers: WorkerThreads | int = 1) -> Candidates:
        """Return the candidates that are consistent with one more turn.

        Args:
            turn: The turn.
            workers: Threads, or their number.

        Returns:
            The remaining candidates.

        Raises:
            BadCode: The guess is not a code of the game.
            BadReply: The game does not have the reply.
        """
        wanted = part_table(self.game).number(turn.reply)
        return Candidates(self.game, self.keys[self.parts(turn.guess, workers) == wanted])

    def partition(self, guess: Code | str, workers: WorkerThreads | int = 1) -> dict[Reply, Candidates]:
        """Split the candidates by their reply to a guess.

        Args:
            guess: The guess, as text or colours.
            workers: Threads, or their number.

        Returns:
            The non-empty parts by reply, in the order of the replies of the game.

        Raises:
            BadCode: The guess is not a code of the game.
        """
        keys = self.keys.copy()
        sizes = split_by_part(self.game, keys, self.game.check_code(guess), workers)
        sets = zip(part_table(self.game).replies, np.split(keys, np.cumsum(sizes)[:-1]), strict=True)
        return {reply: Candidates(self.game, part) for reply, part in sets if len(part)}


def nodes_a_step(turns: int) -> int:
    """Return the number of partial codes that a search visits in one call.

    Args:
        turns: Number of turns with which codes are compared.

    Returns:
        The number, at least 1.
    """
    return max(1, NODES_A_STEP // (turns + 5))


def _consistent_keys(position: Position, workers: WorkerThreads | int) -> Keys:
    game = position.game
    if isinstance(game, ListedGame):
        return consistent_secrets(game, position.turns)
    KeyLayout.of(game)  # raises for a game that is too large
    rules = code_rules(game)
    turns = TurnArrays.of(game, position.turns)
    ascending = np.empty((0, 0), dtype=np.int64)
    nodes = nodes_a_step(len(turns.parts))

    def run(first: int, after: int) -> Keys:
        codes = loops.search_consistent_codes(rules, turns.guesses, turns.parts, first, after, ascending)
        return joined_keys(lambda room: loops.next_consistent_keys(codes, room, nodes))

    with WorkerThreads.of(workers) as threads:
        return np.concatenate(threads.map(game.colors, game.size // CODES_A_CHUNK + 1, run))
