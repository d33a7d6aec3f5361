"""The best trees of sets of codes, by branch and bound in compiled code; one search a thread, one memory for all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from codepegs.candidates import KeyLayout, Keys
from codepegs.errors import BadInput, Unavailable
from codepegs.game import Game, View
from codepegs.partitions import part_table
from codepegs.texts import Turn

MOST_TURNS = 80
"""Turns a search has room for."""

SYMMETRIC_TURNS = 5
"""Turns up to which symmetries of the history are looked for: later hardly any history has one."""

MOST_PERMUTED = 7
"""Pegs up to which all orders of the pegs are tried as symmetries."""

KEY_BITS = 32
"""Bits of the longest key the memory has room for."""

MOST_VALUE = 1 << 44

QUOTA = 4_000
"""Sets scored before a search comes back to Python: some hundredths of a second."""


@dataclass(frozen=True)
class Cost:
    """What is to be least: `step[t]` for each code that the guess at turn t does not find, in at most `turns` turns.

    Unless told otherwise a guess costs 1 at every turn, which adds up to the sum of guesses.

    >>> Cost().step[1:4].tolist(), Cost(turns=5).name, Cost.last_turn(5).step[1:6].tolist()
    ([1, 1, 1], 'guesses<=5', [0, 0, 0, 1, 0])
    """

    turns: int | None = None
    guess: int = 1
    """What a guess costs at any turn."""
    last: int = 0
    """What the very last of `turns` guesses costs besides."""

    @classmethod
    def last_turn(cls, turns: int) -> Cost:
        """The codes found with the very last of `turns` guesses."""
        return cls(turns, 0, 1)

    @classmethod
    def guesses_then_last_turn(cls, turns: int, codes: int) -> Cost:
        """The sum of guesses, and among equals the codes found with the last of `turns`; `codes` is the game's size."""
        return cls(turns, codes + 1, 1)

    @property
    def name(self) -> str:
        """A word for it: `guesses`, or how much of what."""
        terms = [f"{self.guess} guesses" if self.guess > 1 else "guesses"] if self.guess else []
        terms += ["last"] if self.last else []
        return "+".join(terms) + ("" if self.turns is None else f"<={self.turns}")

    @cached_property
    def step(self) -> NDArray[np.int64]:
        """The cost of not finding a code, by turn."""
        step = np.full(MOST_TURNS + 2, self.guess, dtype=np.int64)
        if self.turns is not None:
            step[self.turns - 1] += self.last
        return step

    @property
    def same_turns(self) -> bool:
        """Whether a set is worth the same at every turn."""
        return self.turns is None and self.guess == 1


def least_values(parts: int, most: int, cost: Cost) -> NDArray[np.int64]:
    """The least value of any set by turn and size, shape (turns, most + 1): a full tree with `parts` replies a guess.

    >>> least_values(14, 20, Cost())[0, [1, 2, 14, 15]].tolist()
    [0, 1, 13, 15]
    """
    from codepegs.kernels.bounding import FORBIDDEN

    rows = 1 if cost.same_turns else MOST_TURNS + 2
    table = np.full((rows, most + 1), FORBIDDEN, dtype=np.int64)
    for row in range(rows):
        turn, width, size, spent, value = max(row, 1), 1, 0, 0, 0
        table[row, 0] = 0
        while size < most and (cost.turns is None or turn <= cost.turns):
            count = min(width, most - size)
            table[row, size + 1 : size + count + 1] = value + spent * np.arange(1, count + 1)
            size, value = size + count, value + spent * count
            spent += int(cost.step[min(turn, MOST_TURNS)])
            turn, width = turn + 1, width * max(1, parts - 1)
    return np.minimum(table, FORBIDDEN)


class Choices(NamedTuple):
    """What is known of a set before its guesses are tried."""

    value: int
    """A lower bound, or the value itself."""
    guesses: list[int]
    """Keys of the guesses worth trying, best first."""
    scores: list[int]
    """A lower bound for each."""
    most_parts: tuple[int, int]
    """The most parts a member makes besides itself, and another guess."""
    limit: int
    """What others cost at least."""
    settled: bool
    """Whether the value is known, or at least `limit`; no guesses are listed then."""


@dataclass
class SearchOptions:
    """What a search may use; each switched off gives the same values, later."""

    symmetry: bool = True
    bounds: bool = True
    order: bool = True
    memory_entries: int = 1 << 21


class Searcher:
    """Searches sets of one game for one cost; several may share a memory."""

    def __init__(
        self,
        game: Game,
        cost: Cost | None = None,
        candidates_only: bool = False,
        memory: NDArray[np.uint64] | None = None,
        options: SearchOptions | None = None,
    ) -> None:
        from codepegs.kernels import searching
        from codepegs.kernels.choosing import MOST_WORDS
        from codepegs.kernels.planes import WORD
        from codepegs.kernels.simd import LANES
        from codepegs.kernels.walking import NEVER, plane_room, work_room

        self.game = game
        self.layout = KeyLayout.of(game)
        self.cost = cost or Cost()
        self.options = options or SearchOptions()
        if self.layout.bits * game.pegs > KEY_BITS:
            raise BadInput(f"{game} has too many codes to search for its best tree")
        self.memory = new_memory(self.options.memory_entries) if memory is None else memory
        table, size, turns = part_table(game), game.size, MOST_TURNS + 2
        parts, pegs, colors = len(table), game.pegs, game.colors
        orders = permutations(range(pegs)) if self.options.symmetry and pegs <= MOST_PERMUTED else [tuple(range(pegs))]
        self.rules = searching.Rules(
            pegs=pegs,
            bits=self.layout.bits,
            repeats=game.repeats,
            colors=colors,
            part_table=table.part_of,
            cell_black=table.cell_black,
            cell_total=table.cell_total,
            cell_part=table.cell_part,
            cell_ends=table.cell_ends,
            candidates_only=candidates_only,
            turns=NEVER if self.cost.turns is None else self.cost.turns,
            step=self.cost.step,
            same_turns=self.cost.same_turns,
            bounds=least_values(parts, size, self.cost),
            blacks_alone=pegs_are_apart(game) and self.options.symmetry and colors < WORD,
            bounded=self.options.bounds,
            ordered=self.options.order,
            permutations=np.array(list(orders), dtype=np.int64),
        )
        symmetric = len(self.rules.permutations)
        room = int(plane_room(pegs, colors))
        self.state = searching.State(
            keys=np.empty(size, np.uint64),
            guesses=np.zeros(turns, np.uint64),
            first_played=np.full(colors, NEVER, np.int64),
            stage=np.zeros(8, np.int64),
            frame=np.zeros((turns, 15), np.int64),
            hashes=np.zeros((turns, 2), np.uint64),
            scores=np.empty((turns, size), np.int64),
            listed=np.empty((turns, size), np.uint64),
            order=np.empty((turns, size), np.int64),
            part_start=np.empty((turns, parts), np.int64),
            part_size=np.empty((turns, parts), np.int64),
            part_value=np.empty((turns, parts), np.int64),
            part_known=np.empty((turns, parts), np.int64),
            part_hash=np.empty((turns, parts, 2), np.uint64),
            symmetry_pegs=np.empty((SYMMETRIC_TURNS, symmetric, pegs), np.int64),
            symmetry_colors=np.empty((SYMMETRIC_TURNS, symmetric, colors), np.int64),
            symmetries=np.zeros((turns, colors), np.bool_),
            spare=np.empty(size, np.uint64),
            spare_part=np.empty(size, np.int64),
            sizes=np.zeros((turns, parts), np.int64),
            tally=np.zeros(-(-colors // LANES) * LANES, np.int64),
            live=np.empty(colors, np.bool_),
            column_of=np.empty(colors, np.uint16),
            color_of=np.empty(colors, np.int64),
            column_class=np.zeros(colors, np.int64),
            place=np.empty(room, np.uint64),
            copies=np.empty(room, np.uint64),
            place_words=np.empty(room, np.uint64),
            copies_words=np.empty(room, np.uint64),
            members=np.empty(MOST_WORDS, np.uint64),
            beyond=np.empty((2, pegs + 1), np.uint64),
            barred=np.zeros(pegs, np.uint64),
            work=np.empty(int(work_room(pegs, colors)), np.uint64),
            counts=np.zeros(8, np.int64),
        )

    def search(
        self,
        keys: Keys,
        history: Sequence[Turn],
        limit: int = MOST_VALUE,
        *,
        choose: bool = False,
        pause: Callable[[], bool] = lambda: False,
        quota: int = QUOTA,
    ) -> int | None:
        """The value of a set after a history if it is below `limit`, else a bound of at least that.

        The value is relative: a code that the next guess finds costs nothing. `pause` is asked after every `quota` sets
        scored; None when it said yes. With `choose` the best guess can be read from the state afterwards.
        """
        from codepegs.kernels import searching

        turn = self.place(keys, history)
        searching.begin(self.rules, self.state, 0, len(keys), turn, limit, choose)
        return self._run(pause, quota)

    def search_guess(
        self,
        keys: Keys,
        history: Sequence[Turn],
        guess: int,
        most_parts: tuple[int, int],
        limit: int,
        *,
        pause: Callable[[], bool] = lambda: False,
    ) -> int | None:
        """The same when a guess, given by its key, comes next; `most_parts` as `choices` returned them."""
        from codepegs.kernels import searching

        turn = self.place(keys, history)
        searching.begin_with(self.rules, self.state, 0, len(keys), turn, limit, np.uint64(guess), *most_parts)
        return self._run(pause)

    def choices(self, keys: Keys, history: Sequence[Turn], limit: int) -> Choices:
        """The guesses that may lead to a value below `limit`, best first."""
        from codepegs.kernels import searching

        turn = self.place(keys, history)
        searching.begin(self.rules, self.state, 0, len(keys), turn, limit, False)
        frame = self.state.frame[turn]
        if not searching.list_choices(self.rules, self.state, self.memory):
            return Choices(int(self.state.stage[2]), [], [], (0, 0), limit, True)
        order = self.state.order[turn, : frame[searching.LISTED]]
        order = order[np.argsort(self.state.scores[turn, order], kind="stable")]
        return Choices(
            int(self.state.stage[2]),
            self.state.listed[turn, order].tolist(),
            self.state.scores[turn, order].tolist(),
            (int(frame[searching.BELOW]), int(frame[searching.OTHER])),
            limit,
            False,
        )

    def _run(self, pause: Callable[[], bool], quota: int = QUOTA) -> int | None:
        from codepegs.kernels import searching

        state = self.state
        while not searching.run(self.rules, state, self.memory, quota):
            if pause():
                return None
        if state.stage[3]:
            raise Unavailable(
                f"the best tree of {self.game} may be deeper than {MOST_TURNS} turns, which is not searched"
            )
        return int(state.stage[2])

    def place(self, keys: Keys, history: Sequence[Turn]) -> int:
        """Put a set after a history where the compiled loops look for it; returns the turn that is next."""
        from codepegs.kernels.walking import NEVER

        state = self.state
        state.keys[: len(keys)] = keys
        state.first_played[:] = NEVER
        for number, made in reversed(list(enumerate(history, 1))):
            state.guesses[number] = self.layout.encode(made.guess)
            state.first_played[list(made.guess)] = number
        state.stage[3] = 0
        return len(history) + 1

    def best_guess(self, keys: Keys, history: Sequence[Turn], value: int) -> int:
        """The key of the first guess, in the order of the search, by which a set of three or more has its value."""
        from codepegs.kernels.searching import BEST_GUESS, FOUND

        found = self.search(keys, history, value + 1, choose=True)
        turn = len(history) + 1
        if found != value or not self.state.frame[turn, FOUND]:
            raise RuntimeError(f"a set of {len(keys)} codes was worth {value} and is now worth {found}")
        return int(self.state.frame[turn, BEST_GUESS])

    @property
    def counts(self) -> NDArray[np.int64]:
        """Work done so far; see `codepegs.kernels.bounding`."""
        counts: NDArray[np.int64] = self.state.counts
        return counts


def pegs_are_apart(game: Game) -> bool:
    """Whether only the number of right pegs is told, and any colour may stand at any peg.

    The colours of each peg can then be renamed apart from those of others: all first guesses are alike.
    """
    return game.repeats and game.view is View.BLACK


def new_memory(entries: int) -> NDArray[np.uint64]:
    """An empty memory for so many sets, a power of two; 32 bytes each."""
    from codepegs.kernels.memory import WORDS

    return np.zeros(entries * WORDS, dtype=np.uint64)
