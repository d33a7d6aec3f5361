"""Replies, which part of them a view shows, and the reply to a guess in plain Python.

This is the readable definition that everything faster is tested against.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from operator import index
from typing import Annotated

from codepegs.core import BLACK_AND_TOTAL, BLACK_ONLY, TOTAL_ONLY, WHITE_ONLY
from codepegs.errors import BadCode, BadReply
from codepegs.game.counts import counted
from codepegs.help_order import in_help_order

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
        return {
            "": "black and white",
            "b": "black only",
            "t": "the total of black and white only",
            "w": "white only",
        }[self.value]

    @property
    def number(self) -> int:
        """Number of the view in the loops."""
        return {"": BLACK_AND_TOTAL, "b": BLACK_ONLY, "t": TOTAL_ONLY, "w": WHITE_ONLY}[self.value]


@in_help_order()
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
        BadReply: A text has another form, or is not given alone.

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
            from codepegs.game.reading import parse_named_counts

            if (white, total, solved, marks) != (None, None, False, None):
                raise BadReply(f"the text {black[:40]!r} is the whole reply: omit the other arguments")
            unknown = "?" in black
            black, white, total, solved = parse_named_counts(black)
        store = object.__setattr__  # one call each, because games make many replies
        store(self, "black", black)
        store(self, "white", white)
        store(self, "total", total)
        store(self, "solved", solved)
        store(self, "marks", marks)
        store(self, "unknown", unknown)

    def fits(self, true: Reply) -> bool:
        """Return whether a reply can be this one: it is the same, or one of those that this one stands for.

        Args:
            true: A reply without unknown counts.

        Returns:
            True if it can.

        >>> Reply(black=0, unknown=True).fits(Reply(0, 3)), Reply(black=0, unknown=True).fits(Reply(1, 3))
        (True, False)
        """
        if not self.unknown:
            return self == true
        return self.black in (None, true.black) and self.white in (None, true.white)

    def __repr__(self) -> str:
        counts = {"black": self.black, "white": self.white, "total": self.total, "solved": self.solved or None}
        counts["unknown"] = self.unknown or None
        if self.marks is not None:
            return f"Reply(marks={self.marks!r}{', solved=True' if self.solved else ''})"
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
        in_words = max(self, default=0) < len(NUMBER_WORDS)
        return ", ".join(
            f"{NUMBER_WORDS[count] if in_words or not count else count} {noun}"
            for count, noun in pairs
            if count is not None
        )


NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""The counts that are spelled out, unless one of a reply is larger."""


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
        raise BadCode("score expects 0-based colours, e.g. (0, 0, 1, 1); for texts use Game.reply")
    guess, secret = colors_of(guess), colors_of(secret)
    if len(secret) != len(guess):
        raise BadCode(
            f"the secret has {counted(len(secret), 'peg')} and the guess {len(guess):,}: expected the same number"
        )
    return black_and_white(guess, secret)


def colors_of(given: object) -> Code:
    """Return the integers of a sequence or an array as a tuple.

    >>> colors_of([0, 0, 1, 1])
    (0, 0, 1, 1)
    """
    if isinstance(given, tuple) or (
        (isinstance(given, Sequence) or hasattr(given, "__array__")) and not isinstance(given, (str, bytes, bytearray))
    ):
        with suppress(TypeError):
            return tuple(map(index, given))  # type: ignore[call-overload]
    raise BadCode(f"expected a code as text, e.g. '1122', or as 0-based integers, e.g. (0, 0, 1, 1), not {given!r:.40}")


def black_and_white(guess: Sequence[int], secret: Sequence[int]) -> tuple[int, int]:
    """Return black and white of the full reply to codes that were checked; see `score`."""
    black = sum(g == s for g, s in zip(guess, secret, strict=True))
    held = Counter(secret)
    total = sum(min(count, held[color]) for color, count in Counter(guess).items())
    return black, total - black
