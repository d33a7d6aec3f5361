"""Sets of codes: list them, filter and split them by the reply to a guess; and guesses that differ by symmetry.

Codes are packed into one 64-bit key each, which sort as the codes do. Where they are too many to list,
depth-first search finds a consistent one, and exact search all if they are few; it learns from conflicts
(`core/count_solver.hpp`). It proves contradictions, and that a code is the only one left, in games of 20 pegs in which
no list and no depth-first search comes to an end.

Of each orbit of guesses under the symmetries of a history, the numerically lowest is kept, so that ties break as
without symmetry. `core/symmetry.hpp` says what a symmetry is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, pairwise, permutations, product
from math import factorial, log2, perm, prod
from typing import ClassVar, overload

import msgspec
import numpy as np
from numpy.typing import NDArray

from codepegs.codes.code_space import MOST_CODES, CodeSpace, Keys, nodes_a_step
from codepegs.core import loops
from codepegs.errors import BadCode, BadPosition, BadRules, shown
from codepegs.game import (
    Code,
    FormerName,
    Game,
    Position,
    Reply,
    Turn,
    TurnArrays,
    View,
    code_rules,
    draw_number,
    part_table,
)
from codepegs.parallel import WorkerThreads
from codepegs.reasons import bracketed, counted


def _listed(game: Game) -> CodeSpace:
    """The code space of a game; raises `BadRules` if its codes are too many to be listed."""
    if game.size > MOST_CODES and not game._traits.is_tabulated:
        raise BadRules.because(game._reason("too_many_candidates", size=game.size, most=MOST_CODES))
    return CodeSpace.of(game)


class Candidates:
    """The codes consistent with a history, in ascending order.

    `all` and `after` create them; the constructor is for keys that are known already.

    Args:
        game: The game.
        keys: Keys of the codes, ascending, uint64, shape (m,).
        space: The code space of the position, which knows the tests of a table that can still be asked; that of the
            game if None.

    Raises:
        BadRules: The game has more than 50 million codes.

    >>> left = Candidates.after("p4c6 1122:1b0w")
    >>> len(left), (1, 1, 1, 4) in left, "1344" in left
    (256, False, True)
    >>> {str(reply): len(part) for reply, part in left.partition("1344").items()}["0b2w"]
    41
    >>> left[0], left[:2], left[-1]
    ((0, 2, 2, 2), [(0, 2, 2, 2), (0, 2, 2, 3)], (5, 5, 5, 1))
    """

    __slots__ = ("game", "keys", "space")

    layout: ClassVar[FormerName] = FormerName("space")

    def __init__(self, game: Game, keys: Keys, space: CodeSpace | None = None) -> None:
        self.game: Game = game
        self.space: CodeSpace = _listed(game) if space is None else space
        self.keys: Keys = np.ascontiguousarray(keys)

    @classmethod
    def all(cls, game: Game | str) -> Candidates:
        """Return every code of a game.

        Args:
            game: The game or its rules id.

        Returns:
            All codes, ascending.

        Raises:
            BadRules: The rules id is invalid, or the game has more than 50 million codes.
        """
        game = Game.of(game)
        return cls(game, _listed(game).secrets())

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
            BadRules: The game has more than 50 million codes.
        """
        position = Position.of(position)
        _listed(position.game)
        space = CodeSpace.at(position.game, position.turns)
        return cls(position.game, space.consistent(position.turns, workers), space)

    def __len__(self) -> int:
        return len(self.keys)

    def __iter__(self) -> Iterator[Code]:
        for key in self.keys.tolist():
            yield self.space.decode(key)

    @overload
    def __getitem__(self, index: int) -> Code: ...

    @overload
    def __getitem__(self, index: slice) -> list[Code]: ...

    def __getitem__(self, index: int | slice) -> Code | list[Code]:
        if isinstance(index, slice):
            return [self.space.decode(key) for key in self.keys[index].tolist()]
        return self.space.decode(int(self.keys[index]))

    def __contains__(self, code: object) -> bool:
        try:
            key = np.uint64(self.space.encode(self.game.check_code(code)))  # type: ignore[arg-type]
        except BadCode:
            return False
        at = int(np.searchsorted(self.keys, key))
        return at < len(self.keys) and bool(self.keys[at] == key)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Candidates)
            and self.game == other.game
            and self.space.unanswered == other.space.unanswered
            and np.array_equal(self.keys, other.keys)
        )

    def __hash__(self) -> int:
        return hash((self.game, len(self)))

    def __repr__(self) -> str:
        return bracketed(f"{counted(len(self), 'candidate')} of {self.game}")

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
    def is_over(self) -> bool:
        """Whether the game is over with these candidates left, and with the tests that can still be asked."""
        return self.space.is_over(self.keys)

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
        return self[draw_number(len(self), self.weights, rng)]

    @property
    def codes(self) -> NDArray[np.int64]:
        """The candidates as an array of 0-based colours, int64, shape (len(self), pegs)."""
        return self.space.unpack(self.keys)

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
        return self.space.parts(self.keys, self.game.check_code(guess), workers)

    def filter(self, turn: Turn, workers: WorkerThreads | int = 1) -> Candidates:
        """Return the candidates that are consistent with one more turn.

        Args:
            turn: The turn.
            workers: Threads, or their number.

        Returns:
            The remaining candidates.

        Raises:
            BadCode: The guess cannot be guessed in the game.
            BadReply: The game does not have the reply.
        """
        if not isinstance(turn, Turn):
            raise BadPosition.because("not_turn_objects", value=shown(turn))
        turn = replace(turn, guess=self.game.check_guess(turn.guess))
        return Candidates(self.game, self.keys[self.space.fits(self.keys, turn, workers)], self.space.after(turn))

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
        sizes = self.space.split(keys, self.game.check_code(guess), workers)
        parts = zip(part_table(self.game).replies, sizes.tolist(), np.cumsum(sizes).tolist(), strict=True)
        return {
            reply: Candidates(self.game, keys[stop - size : stop], self.space) for reply, size, stop in parts if size
        }


SEARCH_NODES = 200_000_000
"""Largest number of partial codes that a search visits; this takes a few seconds."""


def same_guess_twice(turns: Sequence[Turn]) -> tuple[int, int] | None:
    """Find two turns with the same guess and different replies, a contradiction that is visible in any game."""
    first: dict[Code, int] = {}
    for number, turn in enumerate(turns):
        if turn.reply.unknown:
            continue
        earlier = first.setdefault(turn.guess, number)
        if turns[earlier].reply != turn.reply:
            return earlier + 1, number + 1
    return None


def find_consistent(
    position: Position, rng: np.random.Generator | None, nodes: int = SEARCH_NODES, backwards: bool = False
) -> Code | None:
    """Search depth-first for a code that is consistent with all turns."""
    game = position.game
    if not position.turns:
        return tuple(range(game.pegs)) if not game.repeats else (0,) * game.pegs
    if same_guess_twice(position.turns):
        return None
    if not position.is_known:
        left = Candidates.after(position)
        if not len(left):
            return None
        if rng is not None:
            return left.draw(rng)
        return min(left, key=lambda code: code[::-1]) if backwards else left[0]
    turns = TurnArrays.of(game, position.turns)
    guesses, parts = turns.guesses, turns.parts
    if backwards:
        guesses = np.ascontiguousarray(guesses[:, ::-1])
    order = np.empty((0, 0), dtype=np.int64)
    if rng is not None:
        order = rng.permuted(np.tile(np.arange(game.colors), (game.pegs, 1)), axis=1)
    codes = loops.search_consistent_codes(code_rules(game, turns.numbering), guesses, parts, 0, game.colors, order)
    out = np.empty(game.pegs, dtype=np.int64)
    found = done = False
    while not (found or done):
        if nodes <= 0:
            raise TimeoutError
        step = min(nodes, nodes_a_step(len(parts)))
        found, done = loops.next_consistent_code(codes, out, step)
        nodes -= step
    code = tuple(out.tolist())
    return (code[::-1] if backwards else code) if found else None


MOST_CELLS = 20_000
"""Largest number of pegs times colours; the search has one variable for each, and takes some tenths of a second there
to begin."""

MOST_CODES_DECIDED = 200
"""Codes after which the search ends without counting the others."""

DECISION_WORK = 100_000_000
"""Units of work for one question: one to two seconds up to p40c40, more where the search does not fit the processor's
cache. The 22 clues of Project Euler 185 take 12 million."""

WORK_A_STEP = 500_000
"""Units of work between checks for interrupts: about 8 milliseconds, some times as long in a browser."""

FEW_CELLS = 1_600
"""Largest number of pegs times colours for which candidates are searched for exactly where few are expected; in larger
games, such a search may take longer than the rest."""


class Decision(msgspec.Struct, frozen=True):
    """The result of an exact search: some consistent codes, and whether they are all."""

    codes: tuple[Code, ...]
    """Consistent codes."""
    complete: bool
    """Whether no other code is consistent."""
    work: int = 0
    """Units of work done."""

    @property
    def consistent(self) -> bool | None:
        """Whether any code is consistent; None if the search ended without an answer."""
        return True if self.codes else False if self.complete else None


def decide(position: Position, most: int = MOST_CODES_DECIDED, work: int = DECISION_WORK) -> Decision:
    """Search for all consistent codes, within limits."""
    game = position.game
    if not (game._traits.counts_pegs and position.is_known):
        listed = Candidates.after(position)
        return Decision(tuple(listed[n] for n in range(min(most, len(listed)))), len(listed) <= most)
    if same_guess_twice(position.turns):
        return Decision((), True)
    if game.pegs * game.colors > MOST_CELLS:
        return Decision((), False)
    search = loops.start_exact_search(game.pegs, game.colors, game.repeats, _counts(position))
    out = np.empty((most + 1, game.pegs), dtype=np.int64)
    found, done, complete = 0, 0, False
    while not complete and found <= most and done < work:
        found, done, complete = loops.search_exactly(search, min(WORK_A_STEP, work - done), out)
    return Decision(tuple(tuple(row) for row in out[: min(found, most)].tolist()), complete, done)


def decide_if_few(position: Position) -> Decision:
    """Search for all consistent codes of a game whose codes are too many to list, if few are expected."""
    game = position.game
    if same_guess_twice(position.turns) is not None:
        return Decision((), True)
    if not position.turns or game.pegs * game.colors > FEW_CELLS or game.size <= MOST_CODES:
        return Decision((), False)
    is_few = loops.expects_few(game.pegs, game.colors, game.repeats, log2(game.size), _counts(position))
    return decide(position) if is_few else Decision((), False)


def _counts(position: Position) -> loops.TurnCounts:
    """The counts that the replies show, -1 where they are hidden."""
    view = position.game.view
    turns = TurnArrays.of(position.game, position.turns)
    hidden = np.full(len(position.turns), -1)
    shows_black, shows_total = view in (View.BLACK_WHITE, View.BLACK), view in (View.BLACK_WHITE, View.TOTAL)
    return loops.TurnCounts(
        turns.guesses,
        turns.black if shows_black else np.where(turns.solved, position.game.pegs, hidden),
        np.where(turns.solved, hidden, turns.total) if shows_total else hidden,
        np.where(turns.solved, hidden, turns.white) if view is View.WHITE else hidden,
    )


UNITS_A_STEP = 100_000_000
"""Units of 0.3 nanoseconds in one call of the loops."""


def arrangements_of(colors: tuple[int, ...]) -> int:
    """Count the permutations of a multiset of colours."""
    return factorial(len(colors)) // prod(factorial(count) for count in Counter(colors).values())


def are_arrangements(codes: NDArray[np.integer]) -> bool:
    """Return whether all codes have the same multiset of colours.

    `codes`: 0-based colours, shape (m, pegs).
    """
    return bool((np.sort(codes, axis=1) == np.sort(codes[0])).all())


def only_order_is_open(candidates: Candidates) -> bool:
    """Return whether only the total is shown and candidates have one multiset of colours: the lowest is then best."""
    if candidates.game.view is not View.TOTAL or not len(candidates):
        return False
    colors = tuple(sorted(candidates[0]))
    if len(candidates) > arrangements_of(colors) or tuple(sorted(candidates[-1])) != colors:
        return False  # checked without unpacking what may be millions of codes
    return are_arrangements(candidates.codes)


def symmetries(position: Position) -> loops.HistorySymmetry:
    """The symmetries of a position's history, the identity included."""
    replies = [turn.reply for turn in position.turns]
    same = tuple(replies.index(reply) for reply in replies)
    return _symmetries(position.game, tuple(turn.guess for turn in position.turns), same)


@lru_cache(maxsize=16)  # in a walk over a strategy's tree, positions with the same guesses follow one another
def _symmetries(game: Game, guesses: tuple[Code, ...], same: tuple[int, ...]) -> loops.HistorySymmetry:
    """The symmetries of guesses; `same` has the first turn with the same reply for each turn."""
    columns = np.array(guesses, dtype=np.int64).reshape(len(guesses), game.pegs)
    return loops.find_symmetries(code_rules(game), columns, np.array(same, dtype=np.int64))


def symmetry_maps(position: Position) -> loops.SymmetryMaps:
    """The classes of positions with equal columns in all guesses, and the images of classes and of colours."""
    found, game = symmetries(position), position.game
    maps, classes, unplayed = loops.symmetry_counts(found)
    shapes = ((game.pegs,), (maps, classes), (maps, game.colors), (unplayed,))
    made = loops.SymmetryMaps(*(np.empty(shape, dtype=np.int64) for shape in shapes))
    loops.write_symmetry(found, made.class_of, made.class_maps, made.color_maps, made.unplayed)
    return made


class Orbit:
    """The guesses equivalent to one by the symmetries of a position; `live` are the colours of candidates, bool."""

    def __init__(self, position: Position, guess: Code, live: NDArray[np.bool_]) -> None:
        self.game = position.game
        maps = symmetry_maps(position)
        class_of = maps.class_of.tolist()
        self.classes = [[place for place, of in enumerate(class_of) if of == each] for each in range(max(class_of) + 1)]
        self.dead = np.flatnonzero(~live).tolist()
        self.free = [color for color in maps.unplayed.tolist() if live[color]]
        """The colours that can be exchanged with each other: never played, and held by candidates."""
        names = dict.fromkeys(self.free, self.game.colors) | dict.fromkeys(self.dead, -1)
        parts = [[guess[place] for place in members] for members in self.classes]
        forms = set()
        for images, targets in zip(maps.color_maps.tolist(), maps.class_maps.tolist(), strict=True):
            rows: dict[int, list[int]] = {}
            for part, target in zip(parts, targets, strict=True):
                for color in part:
                    image = color if images[color] < 0 else images[color]
                    row = rows.setdefault(-1 if names.get(image) == -1 else image, [0] * len(parts))
                    row[target] += 1
            forms.add(tuple(sorted((names.get(color, color), *row) for color, row in rows.items())))
        self.forms = frozenset(forms)
        """The forms of the guesses: the pegs in each class of positions of one colour, after the colour; -1 stands for
        all dead colours, the number of colours for a free one."""

    def __len__(self) -> int:
        form = next(iter(self.forms))  # the others have as many guesses
        columns = zip(*(row[1:] for row in form), strict=True)
        arranged = prod(factorial(sum(column)) // prod(map(factorial, column)) for column in columns)
        free = [row for row in form if row[0] == self.game.colors]
        named = perm(len(self.free), len(free)) // prod(map(factorial, Counter(free).values()))
        pegs = sum(sum(row[1:]) for row in form if row[0] == -1)
        dead = len(self.dead) ** pegs if self.game.repeats else perm(len(self.dead), pegs)
        return len(self.forms) * arranged * named * dead

    def __iter__(self) -> Iterator[Code]:
        for form in self.forms:
            free = [row for row in form if row[0] == self.game.colors]
            others = [row for row in form if row[0] != self.game.colors]
            for chosen in permutations(self.free, len(free)):
                named = list(zip(chosen, free, strict=True))
                if any(row == after and color > later for (color, row), (later, after) in pairwise(named)):
                    continue  # colours of equal rows, which are neighbours, in one order only
                rows = [*((color, row[1:]) for color, row in named), *((row[0], row[1:]) for row in others)]
                yield from self._arranged(rows)

    def _arranged(self, rows: Sequence[tuple[int, tuple[int, ...]]]) -> Iterator[Code]:
        """The guesses with the given number of pegs of each colour in each class."""
        parts = [
            _arrangements([color for color, counts in rows for _ in range(counts[number])])
            for number in range(len(self.classes))
        ]
        places = [place for members in self.classes for place in members]
        for arranged in product(*parts):
            colors = list(chain.from_iterable(arranged))
            gaps = [at for at, color in enumerate(colors) if color == -1]
            fillings = product(self.dead, repeat=len(gaps)) if self.game.repeats else permutations(self.dead, len(gaps))
            for filling in fillings:
                for at, color in zip(gaps, filling, strict=True):
                    colors[at] = color
                yield tuple(color for _, color in sorted(zip(places, colors, strict=True)))


def _arrangements(colors: Sequence[int]) -> list[tuple[int, ...]]:
    """The permutations of a multiset of colours."""
    if not colors:
        return [()]
    return [
        (color, *rest)
        for color in sorted({*colors})
        for rest in _arrangements([*colors[: colors.index(color)], *colors[colors.index(color) + 1 :]])
    ]


def differing_guesses(position: Position, candidates: Candidates, *, candidates_only: bool = False) -> Keys:
    """Return one guess of every orbit, a set of guesses that symmetries of the position map to each other."""
    if not position.game._traits.is_symmetric:
        is_limited = candidates_only and not position.game._first_guess
        return candidates.keys if is_limited else candidates.space.guesses(position.turns)
    differing = loops.begin_differing(symmetries(position), candidates.keys, candidates_only)
    _, count = loops.finish(loops.step_differing, differing, UNITS_A_STEP)
    guesses = np.empty(count, dtype=np.uint64)
    loops.write_differing(differing, guesses)
    return guesses
