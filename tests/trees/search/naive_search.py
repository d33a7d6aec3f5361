"""What the searches for best trees find, by a plain dynamic programme: sets of codes, every guess, no bounds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import permutations

import numpy as np

from codepegs.game.reply import Code, Reply
from codepegs.game.rules import Game
from codepegs.trees.search.set_search import Cost
from tests import naive

INFINITE = 1 << 44
"""The cost where some code cannot be found in time."""

WORD = (1 << 64) - 1


def to_key(game: Game, code: Code) -> int:
    """The colours of a code in fields of equal width, the first peg highest."""
    bits = max(1, (game.colors - 1).bit_length())
    return sum(color << (bits * (game.pegs - 1 - peg)) for peg, color in enumerate(code))


def to_keys(game: Game, codes: Iterable[Code]) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """The keys of some codes."""
    return np.array([to_key(game, code) for code in codes], dtype=np.uint64)


@dataclass
class Oracle:
    """The least cost of any set of a game at any turn; a code that the next guess finds costs nothing."""

    game: Game
    cost: Cost
    candidates_only: bool
    codes: list[Code] = field(init=False)
    _replies: dict[tuple[Code, Code], Reply] = field(default_factory=dict)
    _values: dict[tuple[frozenset[Code], int], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.codes = naive.all_codes(self.game)

    def reply(self, guess: Code, code: Code) -> Reply:
        if (guess, code) not in self._replies:
            self._replies[guess, code] = self.game.reply(guess, code)
        return self._replies[guess, code]

    def parts(self, left: Iterable[Code], guess: Code) -> dict[Reply, frozenset[Code]]:
        """What each reply to a guess leaves."""
        found: dict[Reply, set[Code]] = {}
        for code in left:
            found.setdefault(self.reply(guess, code), set()).add(code)
        return {reply: frozenset(part) for reply, part in found.items()}

    def value(self, left: frozenset[Code], turn: int) -> int:
        """The least cost of a set."""
        if self.cost.turns is not None and turn > self.cost.turns:
            return INFINITE
        turn_seen = 0 if self.cost.same_turns else turn
        if (left, turn_seen) not in self._values:
            guesses = sorted(left) if self.candidates_only else self.codes
            self._values[left, turn_seen] = INFINITE  # a guess that tells nothing is of no use
            self._values[left, turn_seen] = min(self.cost_of(left, turn, guess) for guess in guesses)
        return self._values[left, turn_seen]

    def cost_of(self, left: frozenset[Code], turn: int, guess: Code) -> int:
        """The least cost of a set when a guess comes next."""
        if self.cost.turns is not None and turn > self.cost.turns:
            return INFINITE
        parts = {reply: part for reply, part in self.parts(left, guess).items() if not reply.solved}
        total = sum(len(part) for part in parts.values()) * int(self.cost.step[turn])
        for part in parts.values():
            if part == left:
                return INFINITE
            total += self.value(part, turn + 1)
        return min(total, INFINITE)


def alike(game: Game, history: list[Code], guess: Code) -> set[Code]:
    """All that a guess becomes by orders of the pegs and renamings of colours that fix each guess of the history."""
    return {
        tuple(colors[guess[peg]] for peg in pegs)
        for pegs in permutations(range(game.pegs))
        for colors in permutations(range(game.colors))
        if all(tuple(colors[earlier[peg]] for peg in pegs) == earlier for earlier in history)
    }


def mixed(value: int) -> int:
    """One step of splitmix64."""
    value = value + 0x9E3779B97F4A7C15 & WORD
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & WORD
    value = (value ^ value >> 27) * 0x94D049BB133111EB & WORD
    return value ^ value >> 31


def look_up(table: list[int], keys: Iterable[int], turn: int | None) -> tuple[int, int, int, int, int] | None:
    """What a transposition table has of a set: how it is known, value, below, other, guess."""
    first = mixed(turn << 58 & WORD) if turn is not None else 0
    second = mixed(first) if turn is not None else 0
    for key in keys:
        first ^= mixed(key)
        second ^= mixed(~key & WORD)
    for probe in range(8):
        at = (first + probe) * 4 % len(table)
        one, two, data, guess = table[at : at + 4]
        if one ^ data ^ guess == first and two ^ data == second and data:
            return data & 3, data >> 18, data >> 2 & 255, data >> 10 & 255, guess
    return None
