"""Limits of the size and the cost of requests."""

from __future__ import annotations

from dataclasses import dataclass

from codepegs.schema import EXACT_IN_JSON

RULES_LETTERS = 40
STRATEGY_LETTERS = 200
CODE_LETTERS = 60_000
"""Largest length of a code; one of 10,000 pegs and colours has at most 48,894 characters."""

POSITION_LETTERS = 1_000_000
"""Largest length of a position: about twenty turns of the largest games."""

POSITION_TURNS = 1_000
PNG_LETTERS = 1_400_000
"""Largest length of a picture in base64: one megabyte."""

PATH_REPLIES = 100
CODES_LISTED = 1_000
SUGGESTIONS = 50
STRATEGIES = 4
GAMES = 1_000
TURNS = 100_000
NOTES = 200
NOTE_LETTERS = 200
SOURCE_PIXELS = 4_000_000
"""Largest number of pixels of a picture."""

MOST_SEED = EXACT_IN_JSON - 1

BODY_BYTES = 2_000_000

QUOTED_LETTERS = 60
"""Largest number of characters of client input quoted in an error message."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The resources that a server may use; the defaults suit a small machine."""

    workers: int = 2
    """Number of worker processes."""
    waiting: int = 256
    """Largest number of waiting requests."""
    seconds: float = 20.0
    """Seconds that an answer may take, from when a worker starts it."""
    waiting_seconds: float = 5.0
    """Seconds that a request may wait for a worker."""
    stream_seconds: float = 600.0
    """Seconds that a stream may take."""
    memory_mib: int = 1_500
    """MiB that one worker may use in addition to its initial memory, if the system can measure it."""
    body_bytes: int = BODY_BYTES
    """Largest size of the body of a request, in bytes."""
    cache_bytes: int = 32_000_000
    """Bytes of cached answers."""
    names: frozenset[str] | None = None
    """Names that the Host header of a request may contain, besides IP addresses; None accepts all, for servers behind a
    proxy."""
    games: tuple[str, ...] = ()
    """Files of listed games that requests may name as rules."""


def shorten(text: str) -> str:
    """Shorten a text of a client, to quote it in a message.

    Args:
        text: The text.

    Returns:
        At most `QUOTED_LETTERS` characters.
    """
    return text if len(text) <= QUOTED_LETTERS else f"{text[: QUOTED_LETTERS - 1]}…"
