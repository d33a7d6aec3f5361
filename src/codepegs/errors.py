"""What can go wrong, as exceptions whose text is one clear sentence.

::

    CodepegsError                what this package raises on purpose
    ├── BadInput (ValueError)    what was given cannot be: exit 2
    │   ├── BadRules             a rules id
    │   ├── BadCode              a code, for these rules
    │   ├── BadReply             a reply, for these rules or to this guess
    │   ├── BadPosition          a position text
    │   ├── BadStrategy          a strategy text, or a strategy that cannot play this game
    │   └── BadTree              the text or file of a strategy tree
    ├── Contradiction            turns that are possible one by one but not together: exit 1
    └── Unavailable              the machine or the installation lacks something: exit 3
"""

from __future__ import annotations

import sys


class CodepegsError(Exception):
    """Base of all exceptions this package raises on purpose."""

    exit_code = 1


class BadInput(CodepegsError, ValueError):
    """Something given by the user cannot be what it should be."""

    exit_code = 2


class BadRules(BadInput):
    """A rules id that names no game."""


class BadCode(BadInput):
    """A text or sequence that is no code of the game."""


class BadReply(BadInput):
    """A reply that the game does not have, or that no code of the game can give to the guess."""


class BadPosition(BadInput):
    """A text that is no position."""


class BadStrategy(BadInput):
    """A strategy that does not exist, does not have that option, or cannot play this game."""


class BadTree(BadInput):
    """A text that is no strategy tree."""


class Contradiction(CodepegsError, ValueError):
    """No code of the game fits all turns, though each turn is possible by itself."""

    exit_code = 1

    @classmethod
    def of(cls, game: object, turns: int) -> Contradiction:
        """What is said when no code fits so many turns.

        >>> str(Contradiction.of("p4c6", 2)), str(Contradiction.of("p4c6", 1))
        ('no code of p4c6 fits all 2 turns', 'no code of p4c6 fits the turn')
        """
        return cls(f"no code of {game} fits {'the turn' if turns == 1 else f'all {turns:,} turns'}")


class Unavailable(CodepegsError):
    """The environment lacks what is needed: memory, a file, an optional package."""

    exit_code = 3

    def __init__(self, message: str, for_clients: str | None = None) -> None:
        super().__init__(message)
        self.for_clients = for_clients
        """The same for the clients of a server, who must not learn its paths; None where there is no such sentence."""

    @classmethod
    def without(cls, extra: str, what: str, besides: str = "") -> Unavailable:
        """What cannot be done where an extra is not installed, and the command that installs it into this Python.

        >>> print(Unavailable.without("lab", "plots need matplotlib"))  # doctest: +ELLIPSIS
        plots need matplotlib: ... -m pip install 'codepegs[lab]'
        """
        install = f"-m pip install 'codepegs[{extra}]'{besides}"
        return cls(f"{what}: {sys.executable} {install}", f"{what}: on the server, run python {install}")
