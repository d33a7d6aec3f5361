"""The exceptions of this package; the text of each is one sentence.

::

    CodepegsError                base class
    ├── BadInput (ValueError)    invalid input: exit code 2
    │   ├── BadRules             invalid rules id, arguments of a game, or file of a listed game
    │   ├── BadCode              invalid code for the rules
    │   ├── BadReply             invalid reply for the rules or the guess
    │   ├── BadPosition          invalid position, or one from which a tree or a strategy cannot continue
    │   ├── BadStrategy          invalid strategy text, or a strategy that cannot play the game
    │   └── BadTree              invalid text or file of a strategy tree
    ├── Contradiction            turns that are possible separately but not together: exit code 1
    │   └── ImpossibleReply      a reply that no secret gives to the guess; also a BadReply
    └── Unavailable              the machine or the installation lacks something: exit code 3
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from numbers import Real
from operator import index
from typing import Any, Self

from codepegs.reasons import Reason, Value, shortened


class CodepegsError(Exception):
    """Base class of the exceptions of this package.

    >>> from codepegs import Game
    >>> try:
    ...     Game.parse("p4c6").check_code("1127")
    ... except CodepegsError as error:
    ...     print(type(error).__name__, error.exit_code)
    BadCode 2
    """

    exit_code = 1
    """The exit code of a command that ends with this exception."""
    reason: Reason | None = None
    """The message as data, a kind and its values; None if the catalogue of sentences does not have it."""

    @classmethod
    def because(cls, reason: Reason | str, **values: Value) -> Self:
        """Return the exception for a reason.

        Args:
            reason: The `Reason`, whose text is the message, or its kind.
            **values: The values of a kind.

        Returns:
            The exception. Its message does not repeat texts of more than 200 characters, only their beginnings.

        >>> BadInput.because("too_many_to_list", game="p4c9", size=6_561, most=5_000)
        BadInput('p4c9 has 6,561 codes: at most 5,000 can be listed')
        """
        reason = (Reason.of(reason, **values) if isinstance(reason, str) else reason).shortened
        error = cls(reason.text)
        error.reason = reason
        return error

    def within(self, place: str, **values: Value) -> Self:
        """Return the exception with the place of what is wrong before its message.

        Args:
            place: The place, such as `turn 2`.
            **values: The same for the reason, which is dropped without it.

        Returns:
            The exception.

        >>> str(BadReply("'x' is not a valid reply").within("turn 2", turn=2))
        "turn 2: 'x' is not a valid reply"
        """
        error = self.saying(f"{shortened(place)}: {self}")
        error.reason = None if self.reason is None or not values else self.reason.also(**values)
        return error

    @classmethod
    def like(cls, error: CodepegsError) -> Self:
        """Return an exception of this class with the message and the reason of another.

        Args:
            error: The other exception.

        Returns:
            The exception.

        >>> str(BadTree.like(BadReply("'x' is not a valid reply")).within("line 9", line=9))
        "line 9: 'x' is not a valid reply"
        """
        found = cls(str(error))
        found.reason = error.reason
        return found

    def saying(self, message: str) -> Self:
        """Return the exception with another message for the same reason.

        Args:
            message: The message.

        Returns:
            The exception.
        """
        error = type(self)(message)
        error.reason = self.reason
        return error

    @property
    def kind(self) -> str:
        """The kind of an error in JSON.

        >>> BadRules("").kind, Contradiction("").kind, Unavailable("").kind
        ('bad_rules', 'contradiction', 'environment')
        """
        name = next(base.__name__ for base in type(self).__mro__ if base.__module__ == __name__)
        return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower() if name != "Unavailable" else "environment"


class BadInput(CodepegsError, ValueError):
    """Invalid input.

    >>> from codepegs import evaluate
    >>> evaluate("p4c6", "minimax", games=0)
    Traceback (most recent call last):
    codepegs.errors.BadInput: games must be at least 1, not 0
    """

    exit_code = 2


class BadRules(BadInput):
    """Rules that are invalid: a rules id, the arguments of a game, or the file of a listed game.

    >>> from codepegs import Game
    >>> Game.parse("p4")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    codepegs.errors.BadRules: 'p4' is not a valid rules id...
    """


class BadCode(BadInput):
    """A text or sequence that is not a code of the game, or a code that the rules do not allow there.

    >>> from codepegs import play
    >>> play("p4c6", "1127")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    codepegs.errors.BadCode: '7' in '1127' is not a colour of p4c6...
    """


class BadReply(BadInput):
    """A text that is not a reply, or a reply that does not exist in the game or is impossible for the guess.

    >>> from codepegs import suggest
    >>> suggest("p4c6 1122:x")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    codepegs.errors.BadReply: turn 1: 'x' is not a valid reply...
    """


class BadPosition(BadInput):
    """An invalid position, or one from which a tree or a strategy cannot continue.

    >>> from codepegs import suggest
    >>> suggest("p4c6 1122")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    codepegs.errors.BadPosition: turn 1: '1122' has no colon...
    """


class BadStrategy(BadInput):
    """An unknown strategy or option, or a strategy that cannot play the game.

    >>> from codepegs import suggest
    >>> suggest("p4c6", "minmax")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    codepegs.errors.BadStrategy: unknown strategy 'minmax'...
    """


class BadTree(BadInput):
    """A text or file that is not a valid strategy tree, or contains a tree for another game.

    >>> from codepegs import read_tree
    >>> read_tree("gallery:p4c6", "p5c8")
    Traceback (most recent call last):
    codepegs.errors.BadTree: gallery:p4c6 is a tree for p4c6, not for p5c8
    """


class Contradiction(CodepegsError, ValueError):
    """No code of the game is consistent with all turns, although each turn is possible separately.

    >>> from codepegs import suggest
    >>> suggest("p4c6 1111:0b0w 1122:3b0w")
    Traceback (most recent call last):
    codepegs.errors.Contradiction: no code of p4c6 is consistent with both turns
    """

    exit_code = 1

    @classmethod
    def of(cls, game: Any, turns: int) -> Contradiction:
        """Return the exception for a history.

        Args:
            game: The game, a `Game`.
            turns: Number of turns.

        Returns:
            The exception.

        >>> from codepegs import Game
        >>> str(Contradiction.of(Game.parse("p4c6"), 2)), str(Contradiction.of(Game.parse("p4c6"), 1))
        ('no code of p4c6 is consistent with both turns', 'no code of p4c6 is consistent with the turn')
        """
        return cls.because(game._reason("no_code", turns=turns))


class ImpossibleReply(Contradiction, BadReply):
    """A reply that no secret of the game gives to its guess: a contradiction in one turn.

    >>> from codepegs import suggest
    >>> suggest("p2c3 12:1b1w")
    Traceback (most recent call last):
    codepegs.errors.ImpossibleReply: turn 1: the reply 1b1w is impossible for this guess in p2c3: with 1 black, the \
last peg cannot be white
    """

    position: Any = None
    """The `Position` with the turn, for `explain_contradiction`; None if only the turn is known."""

    @property
    def kind(self) -> str:
        """That of a `Contradiction`."""
        return Contradiction("").kind


class Unavailable(CodepegsError):
    """The environment lacks something: memory, an optional package, or a file that can be read or written.

    >>> from codepegs import Adversary
    >>> Adversary("p9c9")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    codepegs.errors.Unavailable: p9c9 has 387,420,489 codes, more than the 50,000,000 an adversary can list: ...
    """

    exit_code = 3
    for_clients: Reason | None = None
    """The same without paths, for the clients of a server; None if there is no such message."""

    @classmethod
    def without(cls, extra: str, missing: str, *besides: str) -> Unavailable:
        """Return the exception for a missing extra, with the command that installs it into this environment.

        Args:
            extra: The name of the extra, such as `lab`.
            missing: The kind of the clause that says what is missing, the beginning of the message.
            *besides: Further packages to install.

        Returns:
            The exception.

        >>> print(Unavailable.without("lab", "plots_need_matplotlib"))  # doctest: +ELLIPSIS
        plots need matplotlib: ... install ...'codepegs[lab]'
        """
        from codepegs.foreign import installing

        packages = (f"codepegs[{extra}]", *besides)
        reason = Reason.of("missing_extra", missing=missing, extra=extra, command=installing(*packages))
        error = cls(reason.text)  # whole: half a command would be wrong
        error.reason = reason
        error.for_clients = Reason.of("missing_extra_on_server", missing=missing, packages=" and ".join(packages))
        return error


def whole_number(name: str, value: object, least: int = 0, most: int | None = None) -> int:
    """Return an argument that is a whole number, of any type of integers, as an int; raises a `BadInput` otherwise.

    >>> import numpy as np
    >>> whole_number("turns", np.uint8(3), least=1)
    3
    """
    try:
        number = index(None if isinstance(value, bool) or is_masked(value) else value)  # type: ignore[arg-type]
    except TypeError:
        raise BadInput.because("argument_not_whole", name=name, value=shown(value)) from None
    if number < least:
        raise BadInput.because("argument_number_too_small", name=name, least=least, value=shown(number))
    if most is not None and number > most:
        raise BadInput.because("argument_number_too_large", name=name, most=most, value=shown(number))
    return number


def check_at_least_one(**values: float | None) -> None:
    """Check that arguments, by name, are at least 1 or None."""
    for name, value in values.items():
        if value is not None and not as_number(name, value) >= 1:  # nor NaN
            raise BadInput.because("less_than_one", name=name, count=value)


def as_number(name: str, value: object) -> float:
    """Return an argument that is a real number, of any type, as a float; raises a `BadInput` otherwise."""
    if isinstance(value, Real):
        with suppress(OverflowError):
            return float(value)
    raise BadInput.because("argument_not_a_number", name=name, value=shown(value))


def check_limit(limit: object) -> None:
    """Check that a time limit is a number of seconds of at least 0, which may be infinite, or None."""
    if limit is not None and (isinstance(limit, bool) or not as_number("limit", limit) >= 0):  # nor NaN
        raise BadInput.because("wrong_limit", value=shown(limit))


def is_masked(value: object) -> bool:
    """Whether an array of NumPy has masked items, or a value is one: their numbers mean nothing."""
    any_of = getattr(getattr(value, "mask", None), "any", None)
    return any_of is not None and bool(any_of())


def is_iterable(value: object) -> bool:
    """Whether a value can be iterated over; an array of no dimension only looks so."""
    try:
        iter(value)  # type: ignore[call-overload]
    except TypeError:
        return False
    return True


LONGEST_VALUE_SHOWN = 40
"""Characters of a value that a message repeats."""


def shown(value: object) -> str:
    """Return the beginning of a value for a message, on one line."""
    try:
        text = repr(value)
    except Exception:  # an integer of thousands of digits, or an object that does not know its text
        text = f"a value of type {type(value).__name__}"
    text = " ".join(text.split())
    return text if len(text) <= LONGEST_VALUE_SHOWN else f"{text[: LONGEST_VALUE_SHOWN - 1]}…"


def one_of(names: Iterable[str]) -> str:
    """Return a list of alternatives for a message."""
    *others, last = [*names] or [""]
    return f"{', '.join(others)}{' or ' * bool(others)}{last}"


MOST_NAMES_SUGGESTED = 3
"""Largest number of names suggested."""


def similar(word: str, names: Iterable[str], lines: Mapping[str, str] | None = None) -> list[str]:
    """Return names that a misspelled word may mean in any case of letters, else those whose line of help has it."""
    from difflib import get_close_matches

    lower, known = word.lower(), {name.lower(): name for name in names}
    near = [name for low, name in known.items() if lower.strip("-") and low.startswith(lower)][:MOST_NAMES_SUGGESTED]
    if not near:  # compared without dashes, which make all options alike
        bare = {low.lstrip("-"): name for low, name in known.items()}
        # Least share of equal letters for which one name is suggested for another.
        near = [bare[low] for low in get_close_matches(lower.lstrip("-"), bare, n=1, cutoff=0.7)]
    if not near and lines and lower.isalpha() and len(lower) > 2:
        words = {name: re.findall("[a-z]+", line.lower()) for name, line in lines.items()}
        near = [name for name in words if lower in words[name]][:MOST_NAMES_SUGGESTED]
    return near


def hint_at(
    word: str, names: Iterable[str], otherwise: str = "", lines: Mapping[str, str] | None = None, **values: Value
) -> dict[str, Value]:
    """Return the values of a clause `hint` that suggests `similar` names, or else is of another kind.

    >>> hint_at("entropi", ["entropy"]), hint_at("x", ["entropy"], "like_code")
    ({'hint': 'did_you_mean', 'meant': 'entropy'}, {'hint': 'like_code'})
    """
    meant = one_of(f"'{name}'" if name.endswith("?") else name for name in similar(word, names, lines))
    if meant:
        return {"hint": "did_you_mean", "meant": meant}
    if otherwise:
        return {"hint": otherwise, **values}
    return {}


def lacks_memory(size: int) -> bool:
    """Whether the machine, or the limit of this process, has fewer bytes left than `size`."""
    import mmap

    try:
        mmap.mmap(-1, size).close()
    except OSError:
        return True
    return False
