"""The rules of a game, in plain Python.

Games of very many pegs keep their codes in `codepegs.game.long_codes`.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import permutations, product
from math import perm
from operator import index
from typing import TYPE_CHECKING, Any, Literal

from codepegs.errors import BadCode, BadReply, BadRules, ImpossibleReply, did_you_mean
from codepegs.game.counts import counted
from codepegs.game.reply import Code, Reply, View, black_and_white, colors_of
from codepegs.help_order import in_help_order

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from codepegs.game.code_sequence import CodeSequence
    from codepegs.game.position import Turn


MOST_PEGS = 10_000
LONG_PEGS = 256
"""Number of pegs above which a code is a `LongCode`, which is smaller than a tuple and behaves like one."""

MOST_COLORS = 10_000

MOST_CODES = 50_000_000
"""Codes of the largest game that is ever listed: 400 MB of keys."""

ALIASES = {"mm": "p4c6", "bc": "p4c10n", "super": "p5c8", "nethack": "p5c7"}
"""Names of well-known games: the board game, Bulls and Cows, Super Mastermind, and the castle tune of NetHack."""

LONG_ALIASES = {"mastermind": "mm", "bulls-and-cows": "bc"}
"""Long forms of aliases, which are accepted but not listed."""

_RULES = re.compile(r"p(\d+)c(\d+)([rn]?)(?:-([btw]))?", re.ASCII)
_LONGEST_NUMBER = 9
_ALIAS = re.compile(r"([a-z]+(?:-[a-z]{2,})*)(-[btw])?", re.ASCII)


def split_alias(rules: str) -> tuple[str, str]:
    """Split an alias into its short form and the suffix of its view.

    >>> split_alias("mastermind-b"), split_alias("bc"), split_alias("p4c6")
    (('mm', '-b'), ('bc', ''), ('', ''))
    """
    match = _ALIAS.fullmatch(rules)
    name = LONG_ALIASES.get(match[1], match[1]) if match else ""
    return (name, match[2] or "") if match and name in ALIASES else ("", "")


def meant_rules(text: str) -> str:
    """Return the rules id that a text such as `4x6` or `p4c6,` probably means; empty if none.

    >>> [meant_rules(text) for text in ("4x6", "4,6", "p4c6.", "4p6c", "four")]
    ['p4c6', 'p4c6', 'p4c6', 'p4c6', '']
    """
    words = text.strip(" ,;.:").lower()
    numbers = re.fullmatch(r"(\d{1,5})\s*(?:[x×*,/ -]|p|pegs?,?)\s*(\d{1,5})(?:\s*c|\s*colou?rs?)?", words, re.ASCII)
    if numbers:
        return f"p{numbers[1]}c{numbers[2]}"
    return words if _RULES.fullmatch(words) or split_alias(words)[0] else ""


def _rules_hint(rules: str) -> str:
    if rules.endswith(".txt"):
        return f": for a list of codes, write words:{rules}:REPLY, e.g. words:words.txt:wordle"
    if meant_rules(rules):
        return f": did you mean {meant_rules(rules)}?"
    meant = did_you_mean(rules, [*LONG_ALIASES, *ALIASES]) if rules.isalpha() else ""
    return meant or f": expected e.g. p4c6, p4c10n (no repeated colours), p4c6-b (black only), or {', '.join(ALIASES)}"


FOR_PEGS = "games of pegs and colours, not lists of codes"
"""What works only if `Traits.counts_pegs`, in words."""


Until = Literal["named", "known", "class"]
"""When a game ends: when the secret has been guessed; when nothing else is left; when what is left is of one class."""


@dataclass(frozen=True)
class Traits:
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
    guesses_candidates_only: bool = False
    """Whether the rules allow candidates only as guesses."""
    why_not_searched: str | None = None
    """Why optimal trees of the game cannot be searched for, whatever its size; None if they can."""
    why_only_expected: str | None = None
    """Why `optimal`, with the objective expected, is the only search for its trees; None if every search does."""


@in_help_order("reply", "replies", "parse_reply", "check_code", "reply_matrix")
@dataclass(frozen=True)
class Game:
    """The rules: pegs, colours, whether colours may repeat in a code, and which part of the reply is shown.

    Raises:
        BadRules: A number is not an integer from 1 to 10,000, `view` is not a `View`, or there are fewer colours than
            pegs although colours may not repeat.

    >>> Game(pegs=4, colors=6)
    Game.parse('p4c6')
    >>> Game.parse("bc-b").size
    5040
    """

    pegs: int
    """Length of a code, from 1 to 10,000."""
    colors: int
    """Number of colours, from 1 to 10,000."""
    repeats: bool = True
    """Whether a colour may occur twice in a code."""
    view: View = View.BLACK_WHITE
    """The part of the reply that is shown."""
    traits: Traits = field(default=Traits(), init=False, repr=False, compare=False)
    """What this kind of game is like."""
    weights: NDArray[np.int64] | None = field(default=None, init=False, repr=False, compare=False)
    """The weight of each secret, int64, shape (size,); None if all are equally probable."""
    until: Until = field(default="named", init=False, repr=False, compare=False)
    """When the game ends."""
    costs: NDArray[np.int64] | None = field(default=None, init=False, repr=False, compare=False)
    """The cost of each guess, at least 1, int64, shape (guess_count,), in the order of guesses; None if all cost 1."""
    classes: NDArray[np.int64] | None = field(default=None, init=False, repr=False, compare=False)
    """The class of each secret, a number from 0, int64, shape (size,); None without classes."""
    first_guess: int = field(default=0, init=False, repr=False, compare=False)
    """The number of the first code that can be guessed; `size` in a table whose tests are not objects."""

    def __post_init__(self) -> None:
        for name in ("pegs", "colors"):
            try:
                object.__setattr__(self, name, index(getattr(self, name)))
            except TypeError:
                raise BadRules(f"{name} must be an integer, not {getattr(self, name)!r}") from None
        if not isinstance(self.view, View):
            raise BadRules(f"{self.view!r} is not a view: expected one of {', '.join(str(view) for view in View)}")
        if not 1 <= self.pegs <= MOST_PEGS:
            raise BadRules(f"the number of pegs must be from 1 to {MOST_PEGS:,}, not {self.pegs:,}")
        if not 1 <= self.colors <= MOST_COLORS:
            raise BadRules(f"the number of colours must be from 1 to {MOST_COLORS:,}, not {self.colors:,}")
        if not self.repeats and self.colors < self.pegs:
            raise BadRules(
                f"without repeated colours, {counted(self.pegs, 'peg')} need at least "
                f"{counted(self.pegs, 'colour')}, not {self.colors:,}"
            )

    @classmethod
    def parse(cls, text: str) -> Game:
        """Parse a rules id, an alias or the name of a listed game.

        Args:
            text: A rules id such as `p4c6`, `p4c10n` or `p4c6-b`; an alias such as `bc` or `mastermind-t`; the name of
                a `ListedGame` that exists in this process; or, where files may be read, a text as for `load_game`.

        Returns:
            The game.

        Raises:
            BadRules: The text is none of these, or the game cannot exist.
            Unavailable: The text names a file that cannot be read.

        >>> Game.parse("p5c8"), Game.parse("p4c6r-b"), Game.parse("bc")
        (Game.parse('p5c8'), Game.parse('p4c6-b'), Game.parse('p4c10n'))
        >>> str(Game.parse("mastermind-b")), str(Game.parse("bulls-and-cows"))
        ('p4c6-b', 'p4c10n')
        """
        listed = _listed(text.strip())
        if listed is not None:
            return listed
        rules = text.strip().lower()
        name, suffix = split_alias(rules)
        match = _RULES.fullmatch(f"{ALIASES[name]}{suffix}" if name else rules)
        if not match:
            shown = text if len(text) <= 40 else f"{text[:37]}…"
            raise BadRules(f"{shown!r} is not a valid rules id{_rules_hint(rules)}")
        pegs, colors, repeats, view = match.groups()
        if max(len(pegs), len(colors)) > _LONGEST_NUMBER:
            raise BadRules(f"a number in the rules id is too large: pegs and colours are limited to {MOST_PEGS:,}")
        return cls(int(pegs), int(colors), repeats != "n", View(view or ""))

    @classmethod
    def of(cls, given: Game | str) -> Game:
        """Return a game, given as a `Game`, a rules id or an alias.

        Args:
            given: The game or its text.

        Returns:
            The game.

        Raises:
            BadRules: It is neither a game nor a text, or the text does not name a game.
            Unavailable: The text names a file that cannot be read.

        >>> Game.of("p4c6") == Game.of(Game(4, 6))
        True
        """
        if isinstance(given, Game):
            return given
        if not isinstance(given, str):
            raise BadRules(f"expected a Game or a rules id, e.g. 'p4c6', not {given!r}")
        return cls.parse(given)

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

        >>> game = Game.from_table(
        ...     [["yes", "no", "no"], ["no", "no", "yes"]],
        ...     tests=["Has it fur?", "Does it swim?"],
        ...     objects=["cat", "hen", "cod"],
        ... )
        >>> game.words, str(game.reply("has it fur?", "hen"))
        ('3 objects, 2 tests, until known', 'no')
        """
        from codepegs.game.tables import game_from_table

        return game_from_table(
            table,
            tests=tests,
            objects=objects,
            rows=rows,
            weights=weights,
            costs=costs,
            classes=classes,
            until=until,
            name=name,
        )

    def __str__(self) -> str:
        suffix = f"-{self.view.value}" if self.view.value else ""
        return f"p{self.pegs}c{self.colors}{'' if self.repeats else 'n'}{suffix}"

    def __repr__(self) -> str:
        return f"Game.parse({str(self)!r})"

    def _repr_html_(self) -> str:
        """Return the rules and the number of codes as HTML, for notebooks."""
        from html import escape

        return f"<p><code>{escape(str(self))}</code>: {escape(self.words)}; {escape(counted(self.size, 'code'))}</p>"

    @property
    def words(self) -> str:
        """Describe the rules in words.

        >>> Game.parse("p4c6").words
        '4 pegs, 6 colours'
        """
        parts = [
            counted(self.pegs, "peg"),
            counted(self.colors, "colour"),
        ]
        if not self.repeats:
            parts.append("no repeated colours")
        if self.view is not View.BLACK_WHITE:
            parts.append(f"replies show {self.view.shows}")
        return ", ".join(parts)

    @cached_property
    def size(self) -> int:
        """Number of codes.

        >>> Game(4, 6).size, Game(4, 10, repeats=False).size
        (1296, 5040)
        """
        return self.colors**self.pegs if self.repeats else perm(self.colors, self.pegs)

    @property
    def codes(self) -> CodeSequence:
        """The codes that can be the secret, in the order of codes, as a sequence that is not stored.

        It has a length, items and slices, `in` and `index`, for texts too. `Candidates.all` has the same codes as
        arrays.

        >>> game = Game(4, 6)
        >>> len(game.codes), game.codes[7], "1122" in game.codes, sum(code[0] == 0 for code in game.codes)
        (1296, (0, 0, 1, 1), True, 216)
        """
        from codepegs.game.code_sequence import CodeSequence

        return CodeSequence(self)

    def iterate_codes(self) -> Iterator[Code]:
        """Iterate over the codes that can be the secret.

        Returns:
            The codes, in ascending order; those of a list in its order.
        """
        colors = range(self.colors)
        codes = product(colors, repeat=self.pegs) if self.repeats else permutations(colors, self.pegs)
        return map(self.check_code, codes) if self.is_long else codes

    def code_at(self, number: int) -> Code:
        """Return a code by its number in the order of codes.

        Args:
            number: The number, from 0 to `size` - 1.

        Returns:
            The code.

        >>> Game(4, 6).code_at(9), Game.parse("bc").code_at(5039)
        ((0, 0, 1, 3), (9, 8, 7, 6))
        """
        if self.repeats:
            digits = []
            for _ in range(self.pegs):
                number, color = divmod(number, self.colors)
                digits.append(color)
            return self.check_code(digits[::-1])
        left, following = list(range(self.colors)), self.size
        code: list[int] = []
        while len(code) < self.pegs:
            following //= len(left)
            place, number = divmod(number, following)
            code.append(left.pop(place))
        return self.check_code(code)

    def number_of_code(self, code: Code) -> int:
        """Return the number of a code in the order of codes.

        Args:
            code: A code that can be the secret.

        Returns:
            The number, from 0 to `size` - 1.

        >>> Game(4, 6).number_of_code((0, 0, 1, 3)), Game.parse("bc").number_of_code((9, 8, 7, 6))
        (9, 5039)
        """
        number, left = 0, list(range(self.colors))
        for color in code:
            place = color if self.repeats else left.index(color)
            number = number * len(left) + place
            if not self.repeats:
                left.pop(place)
        return number

    @property
    def guess_count(self) -> int:
        """Number of codes that can be guessed."""
        return self.size

    def cost_of(self, guess: Code) -> int:
        """Return the cost of a guess, which is 1 unless the game has costs."""
        return 1

    def is_test(self, guess: Code) -> bool:
        """Return whether a guess is a test of a table, not a code that could be the secret or is like one."""
        return False

    def given_name(self, code: Code) -> str:
        """Return the text of a code as it was given, for people; in tables it may have blanks."""
        from codepegs.game.notation import CANONICAL

        return CANONICAL.spell(self, code)

    def given_outcome(self, reply: Reply) -> str:
        """Return the text of a reply as it was given, for people; in tables it may have blanks."""
        return str(reply)

    def class_name(self, number: int) -> str:
        """Return the name of a class, by its number in `classes`."""
        return str(number)

    @property
    def is_usual(self) -> bool:
        """Whether the game ends when the secret is named, and its length is the number of guesses."""
        return self.until == "named" and self.costs is None

    @property
    def is_weighed(self) -> bool:
        """Whether secrets have weights or the game is not usual, so that `Tree.total` is not the number of guesses."""
        return self.weights is not None or not self.is_usual

    def is_found(self, declared: Code, secret: Code) -> bool:
        """Return whether the game is over when a secret is declared: it is the secret, or like it in `endings`."""
        if declared == secret:
            return True
        first, second = self.number_of_code(declared), self.number_of_code(secret)
        return any(labels[first] == labels[second] for labels in self.endings)

    @property
    def endings(self) -> tuple[NDArray[np.int64], ...]:
        """Labels of the secrets, int64, shape (size,) each, of which one is the same for all that are left at the end.

        The game ends as soon as all secrets left have one label, in any of these arrays; without arrays, with the win.
        """
        return ()

    @property
    def digest(self) -> str:
        """A hash of what the rules text does not determine; empty if it determines the game."""
        return ""

    @property
    def identity(self) -> str:
        """A text that differs between different games: the rules and, if it is not empty, `digest`.

        >>> Game.parse("p4c6-b").identity
        'p4c6-b'
        """
        return f"{self} {self.digest}".rstrip()

    @property
    def first_code(self) -> Code:
        """The lowest code that can be the secret.

        >>> Game(4, 6).first_code, Game.parse("bc").first_code
        ((0, 0, 0, 0), (0, 1, 2, 3))
        """
        return (0,) * self.pegs if self.repeats else tuple(range(self.pegs))

    @property
    def example_reply(self) -> str:
        """The text of a reply, for messages."""
        return {View.BLACK_WHITE: "1b2w", View.BLACK: "2b", View.TOTAL: "3t", View.WHITE: "1w"}[self.view]

    def draw(self, rng: np.random.Generator) -> Code:
        """Draw a code that can be the secret, uniformly or by the weights of the secrets.

        Args:
            rng: The random generator.

        Returns:
            The code.
        """
        if self.repeats:
            return tuple(rng.integers(self.colors, size=self.pegs).tolist())
        return tuple(rng.permutation(self.colors)[: self.pegs].tolist())

    def certified(self) -> tuple[str, Sequence[str], Sequence[str]]:
        """Return how certificates name the game.

        Returns:
            The text of the rules; the lists that have to be given with it, of secrets and of other guesses, or nothing.
        """
        return str(self), (), ()

    def check_allowed(self, turns: Sequence[Turn], guess: Code) -> None:
        """Check that hard mode allows a guess; every guess is allowed without it.

        Args:
            turns: The turns before the guess.
            guess: A code of the game.

        Raises:
            BadCode: An earlier turn forbids the guess; the message names the first that does.
        """

    @property
    def is_long(self) -> bool:
        """Whether its codes are arrays, `codepegs.game.long_codes.LongCode`."""
        return self.pegs > LONG_PEGS

    def check_code(self, code: Sequence[int] | str) -> Code:
        """Check a code that can be the secret, or be guessed by a strategy; see `check_guess` for any other guess.

        Args:
            code: A text, or a sequence of 0-based colours.

        Returns:
            A tuple of 0-based colours, or a `LongCode` in a long game.

        Raises:
            BadCode: It is not a code of the game.

        >>> Game(4, 6).check_code("1122") == Game(4, 6).check_code([0, 0, 1, 1]) == (0, 0, 1, 1)
        True
        """
        if isinstance(code, str):
            from codepegs.game.notation import CANONICAL

            return CANONICAL.parse(self, code)
        result = self.check_guess(code)
        if not self.can_be_secret(result):
            raise BadCode(f"the code repeats a colour: all colours of a code of {self} must be different")
        return result

    def check_guess(self, guess: Sequence[int] | str) -> Code:
        """Check a guess of a history, which may repeat a colour even if a secret may not.

        Args:
            guess: A text, or a sequence of 0-based colours.

        Returns:
            A tuple of 0-based colours, or a `LongCode` in a long game.

        Raises:
            BadCode: It has another number of pegs, or a colour that the game does not have.

        >>> Game.parse("bc").check_guess("1111")
        (0, 0, 0, 0)
        """
        if isinstance(guess, str):
            from codepegs.game.notation import CANONICAL

            return CANONICAL.parse(self, guess, guess=True)
        is_long = self.pegs > LONG_PEGS
        if is_long:
            from codepegs.game.long_codes import LongCode

            if isinstance(guess, LongCode) and guess.is_code_of(self):
                return guess
        result = colors_of(guess)
        if len(result) != self.pegs:
            raise BadCode(f"a code of {self} has {counted(self.pegs, 'peg')}, not {len(result):,}")
        for color in result:
            if not 0 <= color < self.colors:
                raise BadCode(f"{color} is not a colour of {self}: expected 0 to {self.colors - 1:,} (0-based)")
        return LongCode.of(result) if is_long else result

    def can_be_secret(self, code: Code) -> bool:
        """Return whether a code can be the secret; others can only be guessed.

        Args:
            code: A code that `check_guess` accepts.

        Returns:
            True if it can.

        >>> Game.parse("bc").can_be_secret((0, 0, 0, 0)), Game.parse("mm").can_be_secret((0, 0, 0, 0))
        (False, True)
        """
        return self.repeats or len(set(code)) == len(code)

    @property
    def with_repeats(self) -> Game:
        """The same game with repeated colours, which has every reply to a guess that repeats one.

        >>> Game.parse("bc").with_repeats, Game.parse("mm").with_repeats
        (Game.parse('p4c10'), Game.parse('p4c6'))
        """
        return self if self.repeats else Game(self.pegs, self.colors, True, self.view)

    def show(self, black: int, white: int) -> Reply:
        """Return the part of a full reply that the view shows.

        Args:
            black: Number of black pegs.
            white: Number of white pegs.

        Returns:
            The reply.

        >>> str(Game.parse("p4c6-t").show(1, 2)), str(Game.parse("p4c6-w").show(4, 0))
        ('3t', 'solved')
        """
        solved = black == self.pegs
        if self.view is View.BLACK_WHITE:
            return Reply(black=black, white=white, solved=solved)
        if self.view is View.BLACK:
            return Reply(black=black, solved=solved)
        if solved:
            return Reply(solved=True)
        return Reply(total=black + white) if self.view is View.TOTAL else Reply(white=white)

    def reply(self, guess: Sequence[int] | str, secret: Sequence[int] | str) -> Reply:
        """Return the reply to a guess, which may repeat a colour even if the secret may not.

        Args:
            guess: The guess, as text or colours.
            secret: The secret, as text or colours.

        Returns:
            The reply under the view of the game.

        Raises:
            BadCode: An argument is not a code of the game.

        >>> str(Game(4, 6).reply((0, 1, 0, 2), (0, 0, 1, 1)))
        '1b2w'
        >>> str(Game(4, 6).reply("1213", "1122"))
        '1b2w'
        """
        return self.reply_between(self.check_guess(guess), self.check_code(secret))

    def reply_between(self, guess: Code, secret: Code) -> Reply:
        """Return the same as `reply`, without checking that the arguments are codes of the game.

        Args:
            guess: A code that can be guessed, 0-based colours.
            secret: A code of the game, 0-based colours.

        Returns:
            The reply under the view of the game.
        """
        if self.is_long:
            from codepegs.game.long_codes import long_score

            return self.show(*long_score(guess, secret))
        return self.show(*black_and_white(guess, secret))

    def reply_if_secret(self, guess: Code, code: Code) -> Reply | None:
        """Return the reply to a guess if a code were the secret, although it may be one that can only be guessed.

        Args:
            guess: A code of the game, 0-based colours.
            code: Another.

        Returns:
            The reply; None if no secret gives it.
        """
        return self.reply_between(guess, code)

    def reply_matrix(
        self, guesses: Iterable[Sequence[int] | str], secrets: Iterable[Sequence[int] | str], workers: int = 1
    ) -> NDArray[np.unsignedinteger[Any]]:
        """Compute the reply to every guess by every secret, as numbers.

        Args:
            guesses: Codes, as texts or colours; m of them.
            secrets: Codes, as texts or colours; n of them.
            workers: Number of threads.

        Returns:
            Indices into `replies()`, shape (m, n); uint8, or uint16 in games with more than 256 replies.

        Raises:
            BadCode: A guess or a secret is not a code of the game.
            BadInput: `workers` is less than 1.

        >>> matrix = Game(4, 6).reply_matrix(["1122"], ["1122", "2211", "3456"])
        >>> [str(Game(4, 6).replies()[n]) for n in matrix[0]]
        ['4b0w', '0b4w', '0b0w']
        """
        from codepegs.game.parts import reply_matrix

        return reply_matrix(self, guesses, secrets, workers)

    def parse_reply(self, text: str) -> Reply:
        """Parse a reply under the view of the game; see `codepegs.parse_reply`.

        Args:
            text: The text, such as `1b2w`.

        Returns:
            The reply.

        Raises:
            BadReply: The text is not a reply of the game.
        """
        from codepegs.game.reading import parse_reply

        return parse_reply(self, text)

    @property
    def win(self) -> Reply:
        """The reply that announces the win.

        >>> str(Game(4, 6).win), str(Game.parse("p4c6-t").win)
        ('4b0w', 'solved')
        """
        return self.show(self.pegs, 0)

    def _occurs(self, black: int, white: int) -> bool:
        rest = self.pegs - black
        if self.colors == 1 or white > rest or (rest == 1 and white == 1):
            return False
        if not self.repeats:
            return white >= rest - (self.colors - self.pegs)
        return self.colors > 2 or white % 2 == 0

    def replies(self) -> list[Reply]:
        """Return all replies under the view of the game.

        Returns:
            The replies, the win last.

        >>> [str(reply) for reply in Game.parse("p2c3-t").replies()]
        ['0t', '1t', '2t', 'solved']
        """
        return list(dict.fromkeys(self.show(black, white) for black, white in full_replies(self)))

    def has_reply(self, reply: Reply) -> bool:
        """Return whether a reply exists in the game, for any guess.

        Args:
            reply: The reply.

        Returns:
            True if it is one of `replies()`.

        >>> Game(4, 6).has_reply(Reply(black=3, white=1)), Game(4, 6).has_reply(Reply(black=1, white=2))
        (False, True)
        """
        if reply.solved:
            return reply == self.win
        shown = {
            View.BLACK_WHITE: (reply.black, reply.white),
            View.BLACK: (reply.black,),
            View.TOTAL: (reply.total,),
            View.WHITE: (reply.white,),
        }[self.view]
        if None in shown or len(shown) + [reply.black, reply.white, reply.total].count(None) != 3:
            return False
        count = shown[0] or 0
        if self.view is View.BLACK_WHITE:
            pairs = [(count, reply.white or 0)]
        elif self.view is View.BLACK:
            pairs = [(count, white) for white in range(self.pegs + 1)]
        elif self.view is View.TOTAL:
            pairs = [(black, count - black) for black in range(self.pegs)]
        else:
            pairs = [(black, count) for black in range(self.pegs)]
        return any(0 <= black < self.pegs and white >= 0 and self._occurs(black, white) for black, white in pairs)

    def check_reply(self, guess: Sequence[int] | str, reply: Reply, *, noisy: bool = False) -> Reply:
        """Check that a reply to a guess is possible: that some secret of the game gives it.

        Args:
            guess: The guess, as text or colours.
            reply: The reply. All pegs black is the win, whether or not `solved` is set.
            noisy: Whether replies may be false, so that any reply of the game is accepted.

        Returns:
            The reply, with `solved` set if it is the win.

        Raises:
            BadCode: The guess is not a code of the game.
            ImpossibleReply: No secret gives the reply to the guess; the message gives the reason.
            BadReply: It is not a reply of the game.

        >>> Game(4, 6).check_reply((0, 1, 2, 3), Reply(black=4, white=0)).solved
        True
        """
        guess = self.check_guess(guess)
        if not isinstance(reply, Reply):
            raise BadReply(f"expected a Reply, e.g. Reply(black=1, white=2), not {reply!r:.40}")
        if reply.unknown and self.size > MOST_CODES:
            raise BadReply(
                f"the reply {reply} is unknown: that works in games of up to {MOST_CODES:,} codes, which can be listed"
            )
        if reply.black == self.pegs and self.can_be_secret(guess) and replace(reply, solved=True).fits(self.win):
            return self.win
        if noisy and self.has_reply(reply):
            return reply
        if not self.can_reply(guess, reply):
            kind = BadReply if noisy else ImpossibleReply
            raise kind(f"the reply {reply} is impossible for this guess in {self}{self.why_impossible(guess, reply)}")
        return reply

    def why_impossible(self, guess: Code, reply: Reply) -> str:
        """Return why no secret gives a reply to a guess.

        Args:
            guess: A code that can be guessed.
            reply: A reply that `can_reply` refuses.

        Returns:
            The reason, to append to a sentence; empty if there is no simple one.

        >>> Game(4, 6).why_impossible((0, 0, 1, 1), Reply(black=3, white=1))
        ': with 3 black, the last peg cannot be white'
        """
        from codepegs.game.reading import exceeding

        if exceeds := exceeding(self, reply):
            return f": {exceeds}"
        if reply.black == self.pegs - 1 and reply.white == 1:
            return f": with {reply.black:,} black, the last peg cannot be white"
        if reply.white and len(set(guess)) == 1:
            return ": a guess of one colour never gets a white"
        if not self.repeats and self.with_repeats.can_reply(guess, replace(reply, solved=reply.black == self.pegs)):
            return f"; with repeated colours ({self.with_repeats}) it is possible"
        return ""

    def can_reply(self, guess: Sequence[int] | str, reply: Reply) -> bool:
        """Return whether a reply to a guess is possible: whether some secret of the game gives it.

        Args:
            guess: The guess, as text or colours.
            reply: The reply.

        Returns:
            True if the reply is possible.

        Raises:
            BadCode: The guess is not a code of the game.

        >>> Game(4, 6).can_reply((0, 0, 0, 0), Reply(black=1, white=1))
        False
        """
        guess = self.check_guess(guess)
        if not reply.unknown:
            return self._can_reply(guess, reply)
        return any(reply.fits(true) and self._can_reply(guess, true) for true in self.with_repeats.replies())

    def _can_reply(self, guess: Code, reply: Reply) -> bool:
        if reply.solved:
            return reply == self.win and self.can_be_secret(guess)
        levels = self._levels(guess)
        if reply.black is not None and self.view is View.BLACK_WHITE and reply.white is not None:
            return self._fits(levels, reply.black, reply.white)
        if reply.black is not None and self.view is View.BLACK and reply.white is None:
            return any(self._fits(levels, reply.black, white) for white in range(self.pegs - reply.black + 1))
        if reply.total is not None and self.view is View.TOTAL:
            blacks = range(min(reply.total, self.pegs - 1) + 1)
            return any(self._fits(levels, black, reply.total - black) for black in blacks)
        if reply.white is not None and self.view is View.WHITE:
            blacks = range(min(self.pegs - reply.white, self.pegs - 1) + 1)
            return any(self._fits(levels, black, reply.white) for black in blacks)
        return False

    def _levels(self, guess: Code) -> list[tuple[int, int]]:
        """Pairs (number of pegs, number of colours with that many pegs) of a guess, ascending."""
        if self.is_long:
            from codepegs.game.long_codes import LongCode

            return LongCode.of(guess).levels
        return sorted(Counter(Counter(guess).values()).items())

    def _fits(self, levels: Sequence[tuple[int, int]], black: int, white: int) -> bool:
        """Whether some code other than the guess gives it this full reply; `levels` of the guess.

        Remove the black pegs. A code for the other n pegs, of which colour v is guessed r(v) times, can avoid every
        guessed position if and only if r(v) + s(v) <= n for each colour's count s(v) (Hall). Changing the colour of one
        peg of the code changes white by at most one, so with three or more colours every count between the least and
        the largest is possible; with two the code is forced.

        A code without repeats has each guessed colour at most once: as black, as white, or not at all. A single white
        needs a peg where its colour was not guessed; of two, each can take one where the other was.
        """
        rest = self.pegs - black
        if not (0 <= black < self.pegs and 0 <= white <= rest) or self.colors == 1:
            return False
        if not self.repeats:
            guessed = sum(colors for _, colors in levels)
            is_placed = white != 1 or rest > levels[0][0]
            return black + white <= guessed and rest - white <= self.colors - guessed and is_placed
        if self.colors == 2:
            first, second = self.pegs - levels[-1][0], levels[-1][0]
            return any(
                white == 2 * min(first - taken, second - (black - taken))
                for taken in range(max(0, black - second), min(first, black) + 1)
            )
        rare = levels[0][0] if sum(colors for _, colors in levels) == self.colors else 0
        least = 2 * max(0, rare - black)
        most_common = _most_common_after(levels, black)
        most = rest if 2 * most_common <= rest else 2 * (rest - most_common)
        return least <= white <= most


def full_replies(game: Game) -> Iterator[tuple[int, int]]:
    """Iterate over all pairs (black, white) of a game that counts pegs, by total, then black, the win last.

    >>> len(list(full_replies(Game(4, 6)))), len(list(full_replies(Game(5, 8))))
    (14, 20)
    """
    for total in range(game.pegs + 1):
        for black in range(total + 1):
            if black < game.pegs and game._occurs(black, total - black):
                yield black, total - black
    yield game.pegs, 0


def is_game_file(text: str) -> bool:
    """Return whether a rules text names files: `NAME.toml`, `NAME.csv`, `words:SECRETS[,GUESSES]:REPLY`, `table:FILE`.

    >>> is_game_file("wordle.toml"), is_game_file("words:a.txt,b.txt:wordle"), is_game_file("p4c6")
    (True, True, False)
    """
    return text.lower().endswith((".toml", ".csv")) or text.lower().startswith(("words:", "table:"))


def split_rules(text: str) -> tuple[str, str]:
    """The name of the game and the turns of the text of a position, both empty if it is.

    >>> split_rules("p4c6, 1122 ●"), split_rules("words:a.txt,b.txt:wordle CRANE:-yg--")
    (('p4c6', ' 1122 ●'), ('words:a.txt,b.txt:wordle', 'CRANE:-yg--'))
    """
    name, rest = [*text.split(maxsplit=1), "", ""][:2]
    if re.match(r"\s*\d{1,2}\s+\d{1,2}\s*$", text, re.ASCII):  # which probably means a game
        return " ".join(text.split()), ""
    if not is_game_file(name) and not (meant_rules(name) and name[0].isdigit()):
        name, comma, attached = name.partition(",")
        rest = f"{attached} {rest}" if comma else rest
    return name.rstrip(";"), rest


def _listed(text: str) -> Game | None:
    """The listed game of that name; most texts cannot be one, and are seen at once."""
    if _RULES.fullmatch(text) or not (is_game_file(text) or "codepegs.game.listed" in sys.modules):
        return None
    from codepegs.game.game_files import find_game

    return find_game(text)


def _most_common_after(levels: Sequence[tuple[int, int]], taken: int) -> int:
    """The least possible count of the most common colour of a guess after removing `taken` pegs.

    >>> _most_common_after([(1, 2), (3, 1), (6, 1)], 5)
    2
    """
    highest, many = levels[-1][0], 0
    for count, colors in reversed(levels):
        cost = many * (highest - count)
        if cost > taken:
            break
        taken -= cost
        highest, many = count, many + colors
    return max(0, highest - taken // many)
