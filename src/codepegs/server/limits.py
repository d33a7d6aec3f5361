"""How large a request may be and what it may cost: every number a stranger can choose has its limit here."""

from __future__ import annotations

from dataclasses import dataclass

from codepegs.schema import EXACT_IN_JSON

RULES_LETTERS = 40
STRATEGY_LETTERS = 200
CODE_LETTERS = 60_000
"""A code of 10,000 pegs and colours is 48,894 letters at most."""

POSITION_LETTERS = 1_000_000
"""Some twenty turns of the largest games, thousands of those that people play."""

POSITION_TURNS = 1_000
PNG_LETTERS = 1_400_000
"""A picture of a megabyte in base64."""

PATH_REPLIES = 100
CODES_LISTED = 1_000
SUGGESTIONS = 50
STRATEGIES = 4
GAMES = 1_000
TURNS = 100_000
NOTES = 200
NOTE_LETTERS = 200
SOURCE_PIXELS = 4_000_000
"""Pixels of a picture that is sent."""

MOST_SEED = EXACT_IN_JSON - 1

BODY_BYTES = 2_000_000

QUOTED_LETTERS = 60
"""Of what a client sent, in the sentence of an error."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The resources that a server may use; the defaults suit a small machine."""

    workers: int = 2
    """Processes that compute."""
    waiting: int = 256
    """Requests that may wait for one of them."""
    seconds: float = 20.0
    """Seconds that an answer may take from when a worker starts on it."""
    waiting_seconds: float = 5.0
    """Seconds that a request may wait for a worker."""
    stream_seconds: float = 600.0
    """Seconds that a stream may take."""
    memory_mib: int = 1_500
    """One worker may use, besides what it has once it is ready; where the system can tell."""
    body_bytes: int = BODY_BYTES
    cache_bytes: int = 32_000_000
    """Answers kept for those who ask the same."""
    names: frozenset[str] | None = None
    """Host names a request may ask by, besides IP addresses; None takes any, for servers that check them elsewhere."""


def shorten(text: str) -> str:
    """Shorten a text of a client, to quote it in a message.

    Args:
        text: The text.

    Returns:
        At most `QUOTED_LETTERS` characters.
    """
    return text if len(text) <= QUOTED_LETTERS else f"{text[: QUOTED_LETTERS - 1]}…"
