"""News for whoever listens: the library says nothing by itself, the command line prints it on standard error."""

from __future__ import annotations

from collections.abc import Callable

listeners: list[Callable[[str], None]] = []


def tell(message: str) -> None:
    """Pass one sentence on to all listeners.

    >>> heard = []
    >>> listeners.append(heard.append); tell("Ready."); listeners.clear(); heard
    ['Ready.']
    """
    for listener in listeners:
        listener(message)
