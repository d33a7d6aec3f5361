"""Optimal trees of sets of codes by branch and bound in C++; one search per thread, one table for all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

import msgspec
import numpy as np
from numpy.typing import NDArray

from codepegs.codes import Candidates, CodeSpace, Keys, part_sizes
from codepegs.core import loops
from codepegs.errors import BadInput, Unavailable
from codepegs.game import Code, Game, Turn, View, code_rules, part_cells, part_table
from codepegs.parallel import WorkerThreads

if TYPE_CHECKING:
    from codepegs.trees.tree import Tree, TreeFigures

FORBIDDEN = 1 << 44
"""The value of a set that cannot be solved in the remaining turns."""

NEVER = 1 << 40
"""The last turn of a search with unlimited turns."""

ROW_PADDING = 64
"""Rows of `transpose_replies` are padded to a multiple of this."""

TABLE_WORDS = 4
"""Words of one entry of a transposition table."""

VALUE, GUESS, CHOICES, BOUND = 0, 1, 2, 3
"""The goal of `begin_tree_search`: the value of a set, also its best guess, the guesses worth trying, or only a lower
bound of the value."""

DONE, UNFINISHED, QUOTA, TOO_DEEP = 0, 1, 2, 3
"""The result of a step: done, out of units of work, limit of sets reached, or more turns than the stack holds."""

MOST_TURNS = 80
"""Largest number of turns of a search."""

MOST_WEIGHED_TURNS = 1_000
"""Largest number of turns of a search in a game that is weighed, whose tests may separate one secret each."""

MOST_PERMUTED = 7
"""Pegs up to which all permutations of pegs are tried as symmetries."""

KEY_BITS = 32
"""Bits of the longest key that the table can store."""

MOST_CODES_SEARCHED = 40_000
"""Largest number of codes of a game that is searched; larger games would take too long."""

MOST_VALUE = FORBIDDEN

MOST_APART = 63
"""Colours up to which the colours of each peg are renamed separately."""

LEAST_ENTRIES, MOST_ENTRIES = 12, 22
"""Binary logarithms of the least and the largest number of entries of a transposition table, of 32 bytes each."""

ENTRIES_SHIFT = 17
"""The number of entries is the third power of the size of the game, rounded up, divided by two to this power."""

WEIGHED_ENTRIES = 1 << 20
"""The number of entries in games that are weighed, which have few guesses and many sets; 32 MiB."""

EXPECTED = "expected"
"""The objective that every game has."""

STEP_UNITS = 30_000_000
"""Units of work of one call: about a hundredth of a second."""


def check_searched(game: Game, objective: str = EXPECTED, able: Sequence[str] = (EXPECTED,)) -> None:
    """Check that trees of a game are searched for with an objective; `able`: those for a game that is weighed."""
    traits = game._traits
    if traits.why_not_searched is not None:
        raise BadInput.because(traits.why_not_searched)
    if traits.weighed_by is not None and objective not in able:
        *others, last = able
        names = f"objectives {', '.join(others)} and {last}" if others else f"objective {last}"
        raise BadInput.because(game._reason("objective_not_weighed", weighed_by=traits.weighed_by, choice=names))


def check_candidates_only(game: Game, candidates_only: bool) -> None:
    """Check that candidates can be guessed, if nothing else may be."""
    if candidates_only and game.until != "named":
        raise BadInput.because(game._reason("candidates_only_if_named"))


class Cost(msgspec.Struct, frozen=True, dict=True):
    """What a search minimises: the sum of `step[t]` over codes that turn t does not find, within at most `turns` turns.

    By default a guess costs 1 in every turn, so that the sum is the number of guesses.
    """

    turns: int | None = None
    """Largest number of turns; unlimited if None."""
    guess: int = 1
    """The cost of a guess in any turn."""
    last: int = 0
    """The additional cost of the last of `turns` guesses."""

    @classmethod
    def within(cls, turns: int) -> Cost:
        """Return the cost that is 0 if every code is found in time."""
        return cls(turns, 0, 0)

    @classmethod
    def last_turn(cls, turns: int) -> Cost:
        """Return the cost that counts the codes found only in the last turn."""
        return cls(turns, 0, 1)

    @classmethod
    def guesses_then_last_turn(cls, turns: int, codes: int) -> Cost:
        """Return the cost that counts guesses, and among equals the codes found only in the last turn."""
        return cls(turns, codes + 1, 1)

    def of(self, figures: TreeFigures) -> int:
        """Return the cost of a tree that is short enough."""
        before = np.cumsum(self.step[1:]) - self.step[1:]
        return int(sum(codes * cost for codes, cost in zip(figures.histogram, before.tolist(), strict=False)))

    @property
    def name(self) -> str:
        """A name of the cost, such as `guesses` or `guesses<=5`."""
        terms = [f"{self.guess} guesses" if self.guess > 1 else "guesses"] if self.guess else []
        terms += ["last"] if self.last else []
        return ("+".join(terms) or "any") + ("" if self.turns is None else f"<={self.turns}")

    @cached_property
    def step(self) -> NDArray[np.int64]:
        """The cost of not finding a code, by turn, int64."""
        step = np.full(MOST_TURNS + 2, self.guess, dtype=np.int64)
        if self.turns is not None and self.last:
            step[self.turns - 1] += self.last
        return step

    @property
    def is_free(self) -> bool:
        """Whether guesses cost nothing, so that only the number of turns matters."""
        return self.guess == 0 and self.last == 0

    @property
    def same_turns(self) -> bool:
        """Whether a set has the same value in every turn."""
        return self.turns is None and self.guess == 1


@lru_cache(maxsize=4)
def least_values(parts: int, most: int, cost: Cost) -> NDArray[np.int64]:
    """Tabulate lower bounds of sets by turn and size: the values of full trees, with a child for every reply."""
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


def least_value(game: Game) -> int:
    """Return a lower bound of the value of all codes of a game that has not ended, before a search."""
    if game._is_weighed:  # at least one guess for each secret
        weights = game.size if game.weights is None else int(game.weights.sum())
        return weights * (1 if game.costs is None else int(game.costs.min()))
    return int(least_values(len(part_table(game)), game.size, Cost())[0, game.size])


class Choices(NamedTuple):
    """The guesses worth trying for a set of candidates, with bounds."""

    value: int
    """A lower bound of the value, or the value itself."""
    guesses: list[int]
    """Keys of the guesses worth trying, best first."""
    scores: list[int]
    """A lower bound for each."""
    most_parts: tuple[int, int]
    """The largest numbers of parts that a candidate makes besides its own, and that another guess makes."""
    limit: int
    """A lower bound for all other guesses."""
    settled: bool
    """Whether the value is known, or at least `limit`; no guesses are listed then."""

    def some(self, numbers: range) -> Choices:
        """Return the choices with some of the guesses."""
        some = slice(numbers.start, numbers.stop)
        guesses, scores = self.guesses[some], self.scores[some]
        return Choices(self.value, guesses, scores, self.most_parts, self.limit, self.settled)


class SearchOptions(msgspec.Struct, frozen=True):
    """The methods that a search uses; without one of them it takes longer and has the same result."""

    symmetry: bool = True
    """Whether symmetric guesses are tried once."""
    bounds: bool = True
    """Whether lower bounds cut off guesses."""
    order: bool = True
    """Whether promising guesses are tried first."""
    memory_entries: int | None = None
    """Number of entries of the transposition table, a power of two; depends on the size of the game if None."""

    def entries(self, game: Game) -> int:
        """Return the number of entries of the transposition table.

        It grows with the game: a search scores about 1,600 sets at p4c6, 180,000 at p4c8 and 800,000 at p4c9.
        """
        if self.memory_entries is not None:
            return self.memory_entries
        if game._is_weighed:
            return WEIGHED_ENTRIES
        return 1 << min(MOST_ENTRIES, max(LEAST_ENTRIES, 3 * game.size.bit_length() - ENTRIES_SHIFT))


class Searcher:
    """A search for the best trees of sets of codes of one game, for one cost. Several may share a transposition table.

    Values are relative: a code found by the next guess costs 0. In weighed games they are those of `Tree.total`. Sets
    are given by the keys of their codes, ascending, uint64, shape (m,).
    """

    def __init__(
        self,
        game: Game,
        cost: Cost | None = None,
        candidates_only: bool = False,
        memory: NDArray[np.uint64] | None = None,
        options: SearchOptions | None = None,
    ) -> None:
        self.game = game
        self.space = CodeSpace.of(game)
        self.cost = cost or Cost()
        self.options = options or SearchOptions()
        if self.space.bits * game.pegs > KEY_BITS:
            raise BadInput.because(game._reason("too_large_to_search"))
        self.memory = new_memory(self.options.entries(game)) if memory is None else memory
        settings = search_settings(game, self.cost, candidates_only, self.options)
        self._tables = reply_tables(game) if game._traits.is_tabulated else None
        if self._tables is None:
            self._search = loops.new_tree_search(code_rules(game), part_cells(game), settings)
        elif game._is_weighed:
            self._search = loops.new_weighed_search(*self._tables, settings, game_terms(game))
        else:
            self._search = loops.new_listed_search(*self._tables, settings)

    def search(
        self,
        keys: Keys,
        history: Sequence[Turn],
        limit: int = MOST_VALUE,
        *,
        choose: bool = False,
        pause: Callable[[], bool] = lambda: False,
        most_scored: int | None = None,
    ) -> int | None:
        """Compute the value of a set of candidates; None if `pause` ended it, or `most_scored` guesses were scored."""
        goal = GUESS if choose else VALUE
        loops.begin_tree_search(self._search, keys, self._guesses(history), limit, goal)
        return self._run(pause, most_scored)

    def search_sets(self, sets: Iterable[Keys], history: Sequence[Turn], most_scored: int) -> int | None:
        """Compute the sum of the values of sets with the same history."""
        guesses, total = self._guesses(history), 0
        for keys in sets:
            left = most_scored - loops.work_done(self._search)[1]
            loops.begin_tree_search(self._search, keys, guesses, MOST_VALUE, VALUE)
            value = self._run(most_scored=left)
            if value is None:
                return None
            total += value
        return total

    def search_guesses(
        self,
        keys: Keys,
        history: Sequence[Turn],
        choices: Choices,
        limit: int,
        *,
        pause: Callable[[], bool] = lambda: False,
    ) -> list[int]:
        """Compute the values of a set if guesses are made, of the first that take one step together."""
        rows = np.array(choices.guesses, dtype=np.uint64) - np.uint64(self.game._first_guess)
        scores, values = np.array(choices.scores, dtype=np.int64), np.empty(len(rows), dtype=np.int64)
        loops.begin_guess_search(self._search, keys, self._guesses(history), limit, rows, scores, *choices.most_parts)
        self._run(pause)
        found: list[int] = values[: loops.take_values(self._search, values)].tolist()
        return found

    def choices(
        self, keys: Keys, history: Sequence[Turn], limit: int, *, pause: Callable[[], bool] = lambda: False
    ) -> Choices | None:
        """Return the guesses that may lead to a value below a limit; None if `pause` ended it."""
        loops.begin_tree_search(self._search, keys, self._guesses(history), limit, CHOICES)
        value = self._run(pause)
        if value is None:
            return None
        room = self.game._guess_count
        guesses, scores = np.empty(room, np.uint64), np.empty(room, np.int64)
        count, below, other = loops.take_choices(self._search, guesses, scores)
        if count < 0:
            return Choices(value, [], [], (0, 0), limit, True)
        guesses = guesses[:count] + np.uint64(self.game._first_guess)
        return Choices(value, guesses.tolist(), scores[:count].tolist(), (below, other), limit, False)

    def bound(
        self, keys: Keys, history: Sequence[Turn], *, pause: Callable[[], bool] = lambda: False
    ) -> tuple[int, bool] | None:
        """Return a lower bound of the value of a set, from one step ahead, and whether it is the value.

        It is None if `pause` ended it.
        """
        loops.begin_tree_search(self._search, keys, self._guesses(history), MOST_VALUE, BOUND)
        value = self._run(pause)
        return None if value is None else (value, loops.value_is_exact(self._search))

    def _run(self, pause: Callable[[], bool] = lambda: False, most_scored: int | None = None) -> int | None:
        while not pause():
            progress, value = loops.step_tree_search(self._search, self.memory, MOST_VALUE, STEP_UNITS)
            if progress == DONE:
                return value
            if progress == TOO_DEEP:
                raise self._too_deep()
            if most_scored is not None and self.scored > most_scored:
                return None
        return None

    def _guesses(self, history: Sequence[Turn]) -> Keys:
        if len(history) >= MOST_TURNS and len(history) >= most_turns(self.game):
            raise self._too_deep()
        return self.space.rows(np.array([self.space.encode(turn.guess) for turn in history], dtype=np.uint64))

    def _too_deep(self) -> Unavailable:
        return Unavailable.because(self.game._reason("tree_too_deep", most=most_turns(self.game)))

    def best_guess(self, keys: Keys, history: Sequence[Turn], value: int) -> int:
        """Return the first guess, in the order of the search, with which a set of three or more has its value."""
        again = self.search(keys, history, value + 1, choose=True)
        found, guess = loops.best_guess_found(self._search)
        if again != value or not found:
            raise RuntimeError(f"a set of {len(keys)} codes was worth {value} and is now worth {again}")
        return guess + self.game._first_guess

    def tree(self, first: Code, known: NDArray[np.int64], *, pause: Callable[[], bool] = lambda: False) -> Tree | None:
        """Build the best tree of the game, after a search has filled the transposition table; None if `pause` ended it.

        `known`: the key of the second guess for each part of `first`, int64, shape (parts,).
        """
        from codepegs.trees.tree import Tree

        row = self.space.encode(first) - self.game._first_guess
        rows = np.where(known < 0, known, known - self.game._first_guess)
        loops.begin_tree(self._search, self.space.secrets(), row, rows)
        while (progress := loops.step_tree(self._search, self.memory, STEP_UNITS)) != DONE:
            if progress == TOO_DEEP:
                raise self._too_deep()
            if pause():
                return None
        room = 2 * self.game.size
        guesses, parents, parts = np.empty(room, np.uint64), np.empty(room, np.int64), np.empty(room, np.int64)
        count = loops.take_tree(self._search, guesses, parents, parts)
        guesses += np.uint64(self.game._first_guess)
        return Tree.assemble(self.game, guesses[:count], parents[:count], parts[:count])

    @property
    def nodes(self) -> int:
        """Number of sets whose guesses were scored so far."""
        return loops.work_done(self._search)[0]

    @property
    def scored(self) -> int:
        """Number of guesses scored so far."""
        return loops.work_done(self._search)[1]


def most_turns(game: Game) -> int:
    """Return the largest number of turns of a search; a weighed tree has at most as many as there are secrets."""
    return max(MOST_TURNS, min(MOST_WEIGHED_TURNS, game.size)) if game._is_weighed else MOST_TURNS


def game_terms(game: Game) -> loops.GameTerms:
    """Return the weights, costs and endings of a game for the compiled loops."""
    return loops.GameTerms(
        weights=np.ones(game.size, dtype=np.int64) if game.weights is None else game.weights,
        costs=np.ones(game._guess_count, dtype=np.int64) if game.costs is None else game.costs,
        endings=np.array(game._endings, dtype=np.int64).reshape(len(game._endings), game.size),
        items=game._items,
    )


@lru_cache(maxsize=2)
def search_settings(game: Game, cost: Cost, candidates_only: bool, options: SearchOptions) -> loops.SearchSettings:
    """Return the settings of a search for the compiled loops."""
    pegs = game.pegs if game._traits.is_symmetric else 0
    symmetric = options.symmetry and pegs <= MOST_PERMUTED
    orders = list(permutations(range(pegs))) if symmetric else [tuple(range(pegs))]
    return loops.SearchSettings(
        candidates_only=candidates_only or game._traits.guesses_candidates_only,
        turns=NEVER if cost.turns is None else cost.turns,
        step=np.ones(most_turns(game) + 2, dtype=np.int64) if game._is_weighed else cost.step,
        same_turns=cost.same_turns,
        bounds=least_values(len(part_table(game)), game.size, Cost() if game._is_weighed else cost),
        blacks_alone=pegs_are_apart(game) and options.symmetry and game.colors <= MOST_APART,
        bounded=options.bounds,
        ordered=options.order,
        largest_first=cost.is_free,
        permutations=np.array(orders, dtype=np.int64).reshape(len(orders), pegs),
    )


def pegs_are_apart(game: Game) -> bool:
    """Return whether the colours of each peg can be renamed separately, so that all first guesses are equivalent."""
    return game.repeats and game.view is View.BLACK and game._traits.is_symmetric


SIZES_A_BLOCK = 1 << 20
"""Part sizes that are counted together."""


def sizes_in_blocks(
    guesses: Keys, codes: Candidates, threads: WorkerThreads | None = None
) -> Iterator[tuple[Keys, NDArray[np.int64]]]:
    """Count the sizes of the parts of guesses besides the win; yields some guesses and theirs, (guesses, parts)."""
    block = max(1, SIZES_A_BLOCK // len(part_table(codes.game)))
    for start in range(0, len(guesses), block):
        some = guesses[start : start + block]
        yield some, part_sizes(some, codes, threads)[:, :-1]


def new_memory(entries: int) -> NDArray[np.uint64]:
    """Create an empty transposition table."""
    return np.zeros(entries * TABLE_WORDS, dtype=np.uint64)


Tables = tuple[NDArray[np.uint16], NDArray[np.uint8], int]
"""The part numbers by guess and secret; the same in bytes, by secret and guess; the number of parts."""

_rows: WeakKeyDictionary[Game, NDArray[np.uint8]] = WeakKeyDictionary()


def reply_tables(game: Game) -> Tables | None:
    """Return the replies of a game as tables.

    The rows by secret are padded; there are none if a guess has more than 256 replies, or if the game is weighed.
    """
    table = CodeSpace.of(game).table
    if table is None:
        return None
    parts = len(part_table(game))
    table = np.ascontiguousarray(table, dtype=np.uint16)
    if game._is_weighed:
        return table, np.empty((0, ROW_PADDING), dtype=np.uint8), parts
    rows = _rows.get(game)
    if rows is None:
        padded = -(-len(table) // ROW_PADDING) * ROW_PADDING
        rows = np.empty((table.shape[1], padded), dtype=np.uint8)
        if not loops.transpose_replies(table, parts, rows):
            rows = np.empty((0, padded), dtype=np.uint8)
        _rows[game] = rows
    return table, rows, parts
