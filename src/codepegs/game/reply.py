"""Replies: which part a view shows, the reply to a guess, which replies are possible.

This is the readable definition that everything faster is tested against.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from operator import index
from typing import Annotated, Any, NamedTuple, Protocol

from codepegs import game as face
from codepegs.core import BLACK_AND_TOTAL, BLACK_ONLY, TOTAL_ONLY, WHITE_ONLY
from codepegs.errors import BadCode, BadInput, BadReply, is_masked, shown, whole_number
from codepegs.reasons import MOST_SHOWN_OF_OBJECT, bracketed, bracketed_if_long, counted

MOST_PEGS = 10_000
"""Pegs of the longest code."""

CODE = "code"
"""In annotations of records: JSON shows the canonical text."""

Code = Annotated[tuple[int, ...], CODE]
"""A code: one 0-based colour per peg."""


class View(Enum):
    """The part of the reply that the codemaker shows; the winning guess is announced in every view.

    Each value is the letter that ends the rules id: `BLACK` (`b`) shows only black, `TOTAL` (`t`) only the sum of black
    and white, `WHITE` (`w`) only white; `BLACK_WHITE`, without a letter, shows both.

    >>> from codepegs import Game
    >>> str(Game(4, 6, view=View.BLACK).reply("1213", "1122"))
    '1b'
    """

    BLACK_WHITE = ""
    BLACK = "b"
    TOTAL = "t"
    WHITE = "w"

    @property
    def shows(self) -> str:
        """Describe what is shown.

        >>> View.TOTAL.shows
        'the total of black and white only'
        """
        return self.row.shows

    @property
    def number(self) -> int:
        """Number of the view in the loops."""
        return self.row.number

    @property
    def row(self) -> _Shown:
        """What else there is to know of the view."""
        return _VIEWS[self.value]


class _Shown(NamedTuple):
    number: int
    counts: tuple[str, ...]
    """The counts of a `Reply` that are shown."""
    shows: str
    example: str
    """The text of a reply, for messages."""
    form: str
    """The kind of the clause with an example."""


_VIEWS = {
    "": _Shown(BLACK_AND_TOTAL, ("black", "white"), "black and white", "1b2w", "form_of_both"),
    "b": _Shown(BLACK_ONLY, ("black",), "black only", "2b", "form_of_black"),
    "t": _Shown(TOTAL_ONLY, ("total",), "the total of black and white only", "3t", "form_of_total"),
    "w": _Shown(WHITE_ONLY, ("white",), "white only", "1w", "form_of_white"),
}


@dataclass(frozen=True, slots=True)
class Reply:
    """The part of the reply to a guess that the codemaker shows; a count that the view hides is None.

    Args:
        black: The number of black pegs; or the text of the whole reply, with its counts named. `parse_reply`, which is
            given the game, reads further notations and marks.
        white: The number of white pegs.
        total: The sum of both.
        solved: Whether the reply announces the win.
        marks: The text of a reply that does not count pegs.
        unknown: Whether a count that is None is unknown.

    Raises:
        BadReply: A text has another form, or is not given alone, or a count is not a whole number from 0.

    >>> str(Reply(black=1, white=2)), str(Reply(total=3)), str(Reply(solved=True))
    ('1b2w', '3t', 'solved')
    >>> Reply("1b2w"), Reply("3t")
    (Reply(black=1, white=2), Reply(total=3))
    >>> str(Reply(black=0, unknown=True)), str(Reply(unknown=True))
    ('0b?w', '?')
    """

    black: int | None = None
    """Pegs with the right colour in the right position."""
    white: int | None = None
    """Pegs with the right colour in the wrong position."""
    total: int | None = None
    """Black plus white, if only their sum is shown."""
    solved: bool = False
    """Whether the reply announces the win."""
    marks: str | None = None
    """The text of a reply that does not count pegs, such as `-y-g-`; see `ListedGame`."""
    unknown: bool = False
    """Whether a count that is None is unknown, so that this stands for several replies; see `fits`."""

    def __init__(
        self,
        black: int | str | None = None,
        white: int | None = None,
        total: int | None = None,
        solved: bool = False,
        marks: str | None = None,
        unknown: bool = False,
    ) -> None:
        if isinstance(black, str):
            if (white, total, solved, marks) != (None, None, False, None):
                raise BadReply.because("text_is_whole_reply", text=black[:40])
            unknown = "?" in black
            black, white, total, solved = face.parse_named_counts(black)
        store = object.__setattr__  # one call each, because games make many replies
        store(
            self,
            "black",
            black if black is None or (type(black) is int and 0 <= black <= MOST_PEGS) else _count("black", black),
        )
        store(
            self,
            "white",
            white if white is None or (type(white) is int and 0 <= white <= MOST_PEGS) else _count("white", white),
        )
        store(
            self,
            "total",
            total if total is None or (type(total) is int and 0 <= total <= MOST_PEGS) else _count("total", total),
        )
        store(self, "solved", solved if type(solved) is bool else _flag("solved", solved))
        store(self, "marks", marks)
        store(self, "unknown", unknown if type(unknown) is bool else _flag("unknown", unknown))
        if marks is not None and type(marks) is not str:
            raise BadReply.because("not_a_reply_object", value=shown(marks))

    def fits(self, true: Reply) -> bool:
        """Return whether a reply can be this one: it is the same, or one of those that this one stands for.

        Args:
            true: A reply without unknown counts.

        Returns:
            True if it can.

        >>> Reply(black=0, unknown=True).fits(Reply(0, 3)), Reply(black=0, unknown=True).fits(Reply(1, 3))
        (True, False)
        """
        check_reply_object(true)
        if not self.unknown:
            return self == true
        return self.black in (None, true.black) and self.white in (None, true.white)

    def __repr__(self) -> str:
        counts = {"black": self.black, "white": self.white, "total": self.total, "solved": self.solved or None}
        counts["unknown"] = self.unknown or None
        if self.marks is not None:
            whole = f"Reply(marks={self.marks!r}{', solved=True' if self.solved else ''})"
            return whole if len(whole) <= MOST_SHOWN_OF_OBJECT else bracketed(f"reply {self.marks}")
        return f"Reply({', '.join(f'{name}={count}' for name, count in counts.items() if count is not None)})"

    def __iter__(self) -> Iterator[int]:
        """The counts shown, so that a reply unpacks.

        >>> black, white = Reply(black=1, white=2)
        >>> black, white, list(Reply(total=3)), list(Reply(solved=True))
        (1, 2, [3], [])
        """
        return (count for count in (self.black, self.white, self.total) if count is not None)

    def __str__(self) -> str:
        if self.unknown:
            known = [f"{'?' if count is None else count}" for count in (self.black, self.white)]
            return "?" if known == ["?", "?"] else f"{known[0]}b{known[1]}w"
        if self.black is not None:
            return f"{self.black}b" if self.white is None else f"{self.black}b{self.white}w"
        if self.marks is not None:
            return self.marks
        if self.solved:
            return "solved"
        return f"{self.total}t" if self.total is not None else f"{self.white}w"

    @property
    def words(self) -> str:
        """Describe the reply in words.

        >>> Reply(black=2, white=1).words, Reply(black=9, white=17).words, Reply(white=0).words
        ('two black, one white', '9 black, 17 white', 'no white')
        >>> Reply(total=0).words
        'none in total'
        """
        if self.marks is not None:
            return self.marks
        if self.unknown:
            known = list(self)
            which = "white" if self.white is None else "black"
            return f"{replace(self, unknown=False).words}, {which} unknown" if known else "unknown"
        if self.black is None and self.solved:
            return "solved"
        if self.total == 0:
            return "none in total"
        pairs = ((self.black, "black"), (self.white, "white"), (self.total, "in total"))
        words = NUMBER_WORDS if max(self, default=0) < len(NUMBER_WORDS) else NUMBER_WORDS[:1]
        spelled = dict(enumerate(words))
        return ", ".join(f"{spelled.get(count, count)} {noun}" for count, noun in pairs if count is not None)


def _count(name: str, value: object) -> int:
    """A count of pegs as an int."""
    try:
        return whole_number(name, value, 0, MOST_PEGS)
    except BadInput as error:
        raise BadReply.like(error) from None


def _flag(name: str, value: object) -> bool:
    """True or False, also as NumPy has them."""
    if isinstance(value, bool | int) or type(value).__name__ in ("bool", "bool_"):
        return bool(value)
    raise BadReply.because("not_true_or_false", name=name, value=shown(value))


_COUNTS = range(MOST_PEGS + 1)

NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""The counts that are spelled out, unless one of a reply is larger."""


def reply_text(given: object) -> str:
    """Return the text of what a reply function returns: a text or a number, a tuple of these, or a `Reply`.

    Two whole numbers are counts of black and white; other tuples are written with commas. Lists and arrays are read as
    tuples, and scalars of NumPy as those of Python. Other objects have their own text, but not None, bytes, mappings,
    sets and iterators.

    >>> reply_text((1, 2)), reply_text((True, False)), reply_text("hot"), reply_text(3), reply_text(["b", 0.5])
    ('1b2w', 'True,False', 'hot', '3', 'b,0.5')
    >>> reply_text(((1, 2), 3))
    '1b2w,3'
    """
    if type(given) is str or isinstance(given, Reply):
        return str(given)
    plain = _plain(given)
    if not isinstance(plain, tuple):
        return _text_of_value(plain, given)
    if (counts := counts_of(plain)) and min(counts) >= 0:
        return f"{counts[0]}b{counts[1]}w"
    parts = [reply_text(part) for part in plain]
    if any("," in part for part in parts):  # (1, 2, 3) and ((1, 2, 3),) would be one reply
        raise BadReply.because("comma_in_reply", value=shown(given))
    return ",".join(parts)


def counts_of(given: object) -> tuple[int, int] | None:
    """Return the two whole numbers of a pair, which may be a list or an array; None of anything else."""
    pair = _plain(given)
    if not isinstance(pair, tuple) or len(pair) != 2:
        return None
    first, second = (None if isinstance(count, bool) else count for count in map(_plain, pair))
    try:
        return index(first), index(second)  # type: ignore[arg-type]
    except TypeError:
        return None


def _plain(given: object) -> object:
    """A value of NumPy as one of Python; lists and arrays as tuples."""
    if hasattr(given, "__array__") and hasattr(given, "tolist") and not is_masked(given):
        given = given.tolist()
    return tuple(given) if isinstance(given, list) else given


def _text_of_value(plain: object, given: object) -> str:
    """The text of one value; raises `BadReply` if it is none."""
    is_value = plain is not None and not isinstance(plain, bytes | bytearray | Mapping | Set | Iterator)
    if is_value and not is_masked(plain):
        with suppress(ValueError):  # numbers of more than 4,300 digits
            return str(plain)
    raise BadReply.because("not_a_returned_reply", value=shown(given))


def score(guess: Sequence[int], secret: Sequence[int]) -> tuple[int, int]:
    """Return the numbers of black and white pegs, as in the board game, whatever view a game shows.

    Black counts pegs of the right colour in the right position. Black plus white is the sum, over the colours, of the
    smaller of its counts in the guess and in the secret.

    Args:
        guess: A sequence of colours (integers), of any length.
        secret: Colours, of the same length.

    Returns:
        The counts of black and white.

    Raises:
        BadCode: An argument is not a sequence of colours, or the lengths differ.

    >>> score((0, 1, 1, 1), (0, 0, 1, 1))
    (3, 0)
    >>> from codepegs import Game
    >>> game = Game.parse("p4c6")
    >>> score(game.check_code("5432"), game.check_code("2345"))
    (0, 4)
    """
    if isinstance(guess, str) or isinstance(secret, str):
        raise BadCode.because("texts_to_score")
    guess, secret = colors_of(guess), colors_of(secret)
    if len(secret) != len(guess):
        raise BadCode.because("unequal_codes", pegs=len(secret), count=len(guess))
    return black_and_white(guess, secret)


def colors_of(given: object) -> Code:
    """Return the integers of a sequence or an array as a tuple."""
    if type(given) is tuple:  # as nearly all are
        try:
            return tuple(map(index, given))
        except TypeError:  # without the cost of `suppress`, of which a long position has thousands
            pass
    if isinstance(given, tuple) or (
        (isinstance(given, Sequence) or hasattr(given, "__array__")) and not isinstance(given, (str, bytes, bytearray))
    ):
        with suppress(TypeError, ValueError):
            if not is_masked(given):
                return tuple(map(index, given if isinstance(given, Sequence) else _items(given)))
    raise BadCode.because("neither_text_nor_code", value=shown(given))


def _items(array: Any) -> list[Any]:
    """The items of an array of any library."""
    import numpy as np

    found = np.asarray(array)
    if found.ndim != 1:
        raise TypeError("expected one dimension")
    return found.tolist()  # type: ignore[no-any-return]


def plain_code(given: object) -> Code:
    """Return a code that is given without its game as a tuple of colours; a text or a `LongCode` as it is."""
    return given if isinstance(given, str) or hasattr(given, "is_code_of") else colors_of(given)  # type: ignore[return-value]


def check_reply_object(given: object) -> None:
    """Check that an argument is a `Reply`."""
    if not isinstance(given, Reply):
        raise BadReply.because("not_a_reply_object", value=shown(given))


def black_and_white(guess: Sequence[int], secret: Sequence[int]) -> tuple[int, int]:
    """Return black and white of the full reply to codes that were checked; see `score`."""
    black = sum(g == s for g, s in zip(guess, secret, strict=True))
    held = Counter(secret)
    total = sum(min(count, held[color]) for color, count in Counter(guess).items())
    return black, total - black


class CountsPegs(Protocol):
    """What decides which replies there are in a game that counts pegs."""

    @property
    def pegs(self) -> int: ...
    @property
    def colors(self) -> int: ...
    @property
    def repeats(self) -> bool: ...
    @property
    def view(self) -> View: ...
    @property
    def win(self) -> Reply: ...
    def _can_be_secret(self, code: Code) -> bool: ...


def full_replies(game: CountsPegs) -> list[tuple[int, int]]:
    """All pairs (black, white) of a game that counts pegs, by total, then black, the win last."""
    whites = [_whites(game, black) for black in range(game.pegs)]
    found = []
    for total in range(game.pegs + 1):
        for black in range(min(total + 1, game.pegs)):
            if total - black in whites[black]:
                found.append((black, total - black))
    return [*found, (game.pegs, 0)]


def _whites(game: CountsPegs, black: int) -> range:
    """The counts of white that some guess and secret have with this count of black, which is not the win."""
    rest = game.pegs - black
    if game.colors == 1:
        return range(0)
    least = 0 if game.repeats else max(0, rest - (game.colors - game.pegs))
    most = rest if rest > 1 else 0  # the last peg cannot be white
    return range(least, most + 1, 2 if game.repeats and game.colors == 2 else 1)


def _full(game: CountsPegs, reply: Reply) -> Iterable[tuple[int, int]]:
    """The pairs (black, white) that a game may show as a reply other than the win; none if it shows other counts."""
    black, white, total, pegs = reply.black, reply.white, reply.total, game.pegs
    if game.view is View.BLACK_WHITE:
        return [] if black is None or white is None else [(black, white)]
    if game.view is View.BLACK:
        return [] if black is None or white is not None else ((black, some) for some in range(pegs + 1))
    if game.view is View.TOTAL:
        return [] if total is None else ((some, total - some) for some in range(pegs))
    return [] if white is None else ((some, white) for some in range(pegs))


def occurs(game: CountsPegs, reply: Reply) -> bool:
    """Return whether a reply exists in a game that counts pegs; see `Game._has_reply`."""
    if reply.solved:
        return reply == game.win
    if len(list(reply)) != len(game.view.row.counts):
        return False
    return any(0 <= black < game.pegs and white in _whites(game, black) for black, white in _full(game, reply))


def is_possible(game: CountsPegs, guess: Code, reply: Reply) -> bool:
    """Return whether some secret of a game that counts pegs gives a reply to a guess; see `Game.can_reply`."""
    if reply.solved:
        return reply == game.win and game._can_be_secret(guess)
    levels = _levels(guess) if isinstance(guess, tuple) else face.LongCode.of(guess).levels
    return any(_fits(game, levels, black, white) for black, white in _full(game, reply))


@lru_cache(maxsize=256)
def _levels(guess: Code) -> tuple[tuple[int, int], ...]:
    """Pairs (number of pegs, number of colours with that many pegs) of a guess, ascending."""
    return tuple(sorted(Counter(Counter(guess).values()).items()))


def _fits(game: CountsPegs, levels: Sequence[tuple[int, int]], black: int, white: int) -> bool:
    """Whether some code other than the guess gives it this full reply.

    `levels`: pairs (number of pegs, number of colours with that many pegs) of the guess, ascending.

    Remove the black pegs. A code for the other n pegs, of which colour v is guessed r(v) times, can avoid every
    guessed position if and only if r(v) + s(v) <= n for each colour's count s(v) (Hall). Changing the colour of one
    peg of the code changes white by at most one, so with three or more colours every count between the least and
    the largest is possible; with two the code is forced.

    A code without repeats has each guessed colour at most once: as black, as white, or not at all. A single white
    needs a peg where its colour was not guessed; of two, each can take one where the other was.
    """
    rest = game.pegs - black
    if not (0 <= black < game.pegs and 0 <= white <= rest) or game.colors == 1:
        return False
    if not game.repeats:
        guessed = sum(colors for _, colors in levels)
        is_placed = white != 1 or rest > levels[0][0]
        return black + white <= guessed and rest - white <= game.colors - guessed and is_placed
    if game.colors == 2:
        first, second = game.pegs - levels[-1][0], levels[-1][0]
        return any(
            white == 2 * min(first - taken, second - (black - taken))
            for taken in range(max(0, black - second), min(first, black) + 1)
        )
    rare = levels[0][0] if sum(colors for _, colors in levels) == game.colors else 0
    least = 2 * max(0, rare - black)
    taken, (most_common, _), colors = black, levels[-1], 0
    for count, more in reversed(levels):  # the least count of the most common colour without the black pegs
        cost = colors * (most_common - count)
        if cost > taken:
            break
        taken, most_common, colors = taken - cost, count, colors + more
    most_common = max(0, most_common - taken // colors)
    most = rest if 2 * most_common <= rest else 2 * (rest - most_common)
    return least <= white <= most


@bracketed_if_long(lambda turn: f"turn of {counted(len(turn.guess), 'peg')}: {turn.reply}")
@dataclass(frozen=True, slots=True)
class Turn:
    """A guess and its reply.

    A turn does not know its game, so the guess is given as 0-based colours; `Position.after` also accepts texts.

    Raises:
        BadCode: The guess is a text, or not a sequence of whole numbers.
        BadReply: The reply is not a `Reply`.

    >>> from codepegs import Position
    >>> Position("p4c6 1122:1b0w").turns
    (Turn(guess=(0, 0, 1, 1), reply=Reply(black=1, white=0)),)
    >>> str(Position("p4c6", [Turn((0, 0, 1, 1), Reply(black=1, white=0))]))
    'p4c6 1122:1b0w'
    """

    guess: Code
    """The code, 0-based colours."""
    reply: Reply
    """The reply under the view of the game."""

    def __post_init__(self) -> None:
        if isinstance(self.guess, str):
            raise BadCode.because("turn_of_text")
        object.__setattr__(self, "guess", plain_code(self.guess))
        check_reply_object(self.reply)
