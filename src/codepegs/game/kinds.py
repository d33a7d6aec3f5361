"""What lists and tables add to a game: traits, weights, costs, classes and endings; games of pegs have the defaults."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, cast, get_args

import msgspec
import numpy as np

from codepegs import game as face
from codepegs.errors import BadInput, BadRules, shown
from codepegs.game.reply import Code, Reply, Turn
from codepegs.reasons import Reason, Value, counted

if TYPE_CHECKING:
    from fractions import Fraction

    from numpy.typing import NDArray

    from codepegs.game.rules import Game

Until = Literal["named", "known", "class"]
"""When a game ends: when the secret has been guessed; when nothing else is left; when what is left is of one class."""


class Traits(msgspec.Struct, frozen=True):
    """What a kind of game is like: strategies, searches and programs decide by these what they can do with it."""

    counts_pegs: bool = True
    """Whether every code of the colours can be secret and replies count its pegs, so that the rules alone say all."""
    is_complete: bool = True
    """Whether every code of the pegs and colours can be secret, unless colours may not repeat."""
    is_symmetric: bool = True
    """Whether pegs can be exchanged with each other, and colours."""
    is_tabulated: bool = False
    """Whether the reply to each guess by each secret is looked up in a table, whose size limits what can be done."""
    symbols: tuple[str, ...] | None = None
    """The symbols of the colours, if the game has its own; None if a `Notation` sets them."""
    reply_rule: str | None = "mastermind"
    """The reply rule, a name or a formula; None if a function of the user's makes the replies."""
    hard: bool | str = False
    """The hard mode, in which the turns so far restrict the guesses; False without one."""
    asks_once: bool = False
    """Whether a guess of unknown reply is not made again, because the reply would be unknown again."""
    guesses_candidates_only: bool = False
    """Whether the rules allow candidates only as guesses."""
    secret_noun: str = "secret"
    """What a secret is called."""
    guess_nouns: tuple[str, str] = ("guess", "guesses")
    """What one guess is called, and several."""
    why_not_searched: Reason | None = None
    """Why optimal trees of the game cannot be searched for, whatever its size; None if they can."""
    weighed_by: str | None = None
    """What its trees are weighed by, such as weights; None if they are measured by the number of guesses."""


class GameKind:
    """The part of `Game` that differs between games of pegs, of listed codes and of tests and objects."""

    _traits: Traits = Traits()
    """What this kind of game is like."""
    weights: NDArray[np.int64] | None = None
    """The weight of each secret, int64, shape (size,); None if all are equally probable."""
    _weight_unit: Fraction | int = 1
    """What a weight of 1 is in the units of the weights that were given, before they became whole numbers."""
    until: Until = "named"
    """When the game ends."""
    costs: NDArray[np.int64] | None = None
    """The cost of each guess, at least 1, int64, shape (guess_count,), in the order of guesses; None if all cost 1."""
    classes: NDArray[np.int64] | None = None
    """The class of each secret, a number from 0, int64, shape (size,); None without classes."""
    _first_guess: int = 0
    """The number of the first code that can be guessed; `size` in a table whose tests are not objects."""

    _is_usual: bool = True
    """Whether the game ends when the secret is named, and its length is the number of guesses."""
    _is_weighed: bool = False
    """Whether secrets have weights or the game is not usual, so that `Tree.total` is not the number of guesses."""

    @classmethod
    def from_table(
        cls,
        table: Any,
        *,
        tests: Iterable[Any] | None = None,
        objects: Iterable[Any] | str | None = None,
        rows: Literal["objects", "tests"] | None = None,
        weights: Any = None,
        costs: Any = None,
        classes: Any = None,
        until: Until | None = None,
        name: str | None = None,
    ) -> Game:
        """Make a game of a table: find one of its objects by tests, each of which has an outcome for each object.

        Args:
            table: An array of shape (tests, objects); a data frame of pandas or polars, or a mapping of names to
                columns, whose rows are objects; or a function of a test and of all objects, as they were given, which
                returns the outcome of each object.
            tests: The names of the tests. Default: the columns of a data frame, or numbers.
            objects: The names of the objects, or the column that has them. Default: the index of a pandas data frame if
                it has texts, or a first column of different texts, or numbers.
            rows: What the rows of an array or a data frame are. Default: `tests` of an array, `objects` of a data
                frame.
            weights: How probable each object is: positive numbers by object, in their order, or the name of a column.
            costs: What each test costs: whole numbers from 1 by test, in their order, or the name of an object, whose
                outcomes are the costs. Default: 1.
            classes: The class of each object, by object, in their order, or the name of a column.
            until: When the game ends: `known`, when one object is left; `class`, when all that are left are of one
                class; `named`, when the object has been guessed, for which each object is a guess, too. Default:
                `known`, or `class` if there are classes.
            name: The text by which positions name the game. Default: `table-` and a hash.

        Returns:
            The game.

        Raises:
            BadRules: The table is not rectangular, a name or an outcome is empty or occurs twice, or the weights, costs
                or classes are invalid.

        >>> from codepegs import Game
        >>> game = Game.from_table(
        ...     [["yes", "no", "no"], ["no", "no", "yes"]],
        ...     tests=["Has it fur?", "Does it swim?"],
        ...     objects=["cat", "hen", "cod"],
        ... )
        >>> game.words, str(game.reply("has it fur?", "hen"))
        ('3 objects, 2 tests, until known', 'no')
        """
        return face.game_of(face.read_table(table, tests, objects, rows), name, weights, costs, classes, until)

    def _with_until(self, until: Until) -> Game:
        """Return the same game with another end.

        >>> from codepegs import Game
        >>> game = Game.from_table([[0, 0, 1, 1], [0, 1, 0, 1]])
        >>> game._with_until("named").words
        '4 objects, 2 tests'
        """
        if until not in get_args(Until):
            raise BadRules.because("no_such_until", value=shown(until))
        if until != self.until:
            raise BadRules.because(self._reason("ends_when_named", value=shown(until)))
        return cast("Game", self)

    def _reason(self, kind: str, **values: Value) -> Reason:
        """Return a reason of a kind, whose values have the game, too."""
        return Reason.of(kind, **{"game": str(self), **values})

    def _cost_of(self, guess: Code) -> int:
        """Return the cost of a guess, which is 1 unless the game has costs."""
        return 1

    def _is_test(self, guess: Code) -> bool:
        """Return whether a guess is a test of a table, not a code that could be the secret or is like one."""
        return False

    def _given_outcome(self, reply: Reply) -> str:
        """Return the text of a reply as it was given, for people; in tables it may have blanks."""
        return str(reply)

    def _with_clues(self, texts: Iterable[str]) -> Game | None:
        """Return the game with further guesses, which are not suggested; None if it has no replies to such texts."""
        return None

    def _of_two(self, guess: str, secret: str) -> Game:
        """Return the game in which a text is the guess and another the secret: of a list, one of these two codes."""
        return self  # type: ignore[return-value]

    @property
    def _forms(self) -> NDArray[np.int64] | None:
        """For each secret, the number of the first that is a form of the same object; None if there are no forms."""
        return None

    @property
    def _ends_by_form(self) -> bool:
        """Whether the classes that end the game are the objects, of which secrets are forms."""
        return False

    def _class_name(self, number: int) -> str:
        """Return the name of a class, by its number in `classes`."""
        return str(number)

    @property
    def _endings(self) -> tuple[NDArray[np.int64], ...]:
        """Labels of the secrets, int64, shape (size,) each, of which one is the same for all that are left at the end.

        The game ends as soon as all secrets left have one label, in any of these arrays; without arrays, with the win.
        """
        return ()

    @property
    def _items(self) -> NDArray[np.int64]:
        """The lowest number in the item of each secret: secrets of two items are never left together at the end."""
        return np.arange(self.size)

    @property
    def _digest(self) -> str:
        """A hash of what the rules text does not determine; empty if it determines the game."""
        return ""

    @property
    def _identity(self) -> str:
        """A text that differs between different games: the rules and, if it is not empty, `digest`.

        >>> from codepegs import Game
        >>> Game.parse("p4c6-b")._identity
        'p4c6-b'
        """
        return f"{self} {self._digest}".rstrip()

    def _certified(self) -> tuple[str, Sequence[str], Sequence[str]]:
        """Return how certificates name the game."""
        return str(self), (), ()

    if TYPE_CHECKING:

        @property
        def size(self) -> int:
            """The number of secrets."""

    @property
    def _mass(self) -> int:
        """The sum of the weights of all secrets; their number if all are equally probable."""
        return self.size if self.weights is None else int(self.weights.sum())

    def _total_words(self, total: int) -> str:
        """Return the total over all secrets that a tree is judged by, with its unit.

        >>> from codepegs import Game
        >>> weighed = Game.from_table([[0, 1]], weights=[1, 2], costs=[4])
        >>> Game.parse("p4c6")._total_words(5_625), weighed._total_words(12)
        ('5,625 guesses', 'a cost of 12 by weight')
        >>> Game.from_table([[0, 1]], weights=[0.5, 2])._total_words(5)
        '5 tests by weight (in units of 0.5)'
        """
        unit = counted(total, *self._traits.guess_nouns) if self.costs is None else f"a cost of {total:,}"
        if self.weights is None:
            return unit
        return f"{unit} by weight{f' (in units of {float(self._weight_unit):.4g})' * (self._weight_unit != 1)}"

    @property
    def _stated(self) -> tuple[str, ...]:
        """The lines that state the game in a certificate: end, weights, costs and table; none if its text suffices."""
        return ()

    def _table_parts(self, guesses: Iterable[Code], secrets: Iterable[Code]) -> NDArray[np.int64]:
        """Return the part numbers of pairs of codes, int64, shape (m,), in a tabulated game; -1 for no secret."""
        raise NotImplementedError

    def _table_matrix(self, guesses: Iterable[Sequence[int]], secrets: Iterable[Sequence[int]]) -> NDArray[Any]:
        """Return the part number of each guess and secret, shape (m, n), in a tabulated game."""
        raise NotImplementedError

    def _check_allowed(self, turns: Sequence[Turn], guess: Code) -> None:
        """Check that hard mode allows a guess; every guess is allowed without it."""


def check_generator(rng: object) -> None:
    """Check that an argument is a random generator of NumPy."""
    if not isinstance(rng, np.random.Generator):
        raise BadInput.because("not_a_generator", value=shown(rng))


def draw_number(count: int, weights: NDArray[np.int64] | None, rng: np.random.Generator) -> int:
    """Draw a number below `count`, by the weights of shape (count,), or uniformly if they are None."""
    if weights is None:
        return int(rng.integers(count))
    return int(np.searchsorted(np.cumsum(weights), rng.integers(weights.sum()), side="right"))
