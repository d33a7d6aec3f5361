"""Limits of the size and the cost of requests."""

from __future__ import annotations

from dataclasses import dataclass

CODE_LETTERS = 60_000
"""Largest length of a code; one of 10,000 pegs and colours has at most 48,894 characters."""

POSITION_LETTERS = 1_000_000
"""Largest length of a position: about twenty turns of the largest games."""

POSITION_TURNS = 1_000
PNG_LETTERS = 1_400_000
"""Largest length of a picture in base64: one megabyte."""

LEAST_SECONDS = 0.01
"""Shortest time limit that a request may set."""

BODY_BYTES = 2_000_000

HEADER_BYTES = 65_536
"""Largest size of the headers of a request."""

KEEP_ALIVE_SECONDS = 30
"""Seconds after an answer in which the client may send another request."""

LINGER_SECONDS = 2.0
"""Seconds in which the client may read a refusal, before its connection is closed."""

ACCEPTED_AT_ONCE = 16
"""Connections accepted in one turn of the event loop."""

SPARE_FILES = 100
"""Descriptors kept free for files, and for connections that are accepted before others are closed (a few times
`ACCEPTED_AT_ONCE`)."""

MOST_CONNECTIONS = 10_000

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
    small_seconds: float = 2.0
    """Seconds after which a small request counts as large, and may be stopped and queued again."""
    start_seconds: float = 60.0
    """Seconds that a worker may take to start."""
    client_seconds: float = 20.0
    """Seconds that a client may take to send the headers of a request, and then to send its body; also seconds without
    progress while it reads an answer."""
    grace_seconds: float = 8.0
    """Seconds in which running and waiting requests may finish after SIGTERM."""
    connections: int | None = None
    """Largest number of connections; None derives it from the limit of descriptors."""
    body_bytes: int = BODY_BYTES
    """Largest size of the body of a request, in bytes."""
    cache_bytes: int = 32_000_000
    """Memory of cached answers, in bytes."""
    names: frozenset[str] | None = None
    """Names that the Host header of a request may contain, besides IP addresses; None accepts all, for servers behind a
    proxy."""
    games: tuple[str, ...] = ()
    """Files of listed games that requests may name as rules."""

    def most_connections(self) -> int:
        """Return the largest number of connections, which leaves descriptors for workers and files."""
        if self.connections is not None:
            return self.connections
        return max(8, min(MOST_CONNECTIONS, _most_files() - SPARE_FILES - 4 * self.workers))


def _most_files() -> int:
    """The limit of descriptors of this process."""
    try:
        import resource
    except ImportError:
        return 1_024  # assumed limit of descriptors if the system does not state one
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST_CONNECTIONS if soft == resource.RLIM_INFINITY else soft


def shorten(text: str) -> str:
    """Shorten a text of a client, to quote it in a message."""
    return text if len(text) <= QUOTED_LETTERS else f"{text[: QUOTED_LETTERS - 1]}…"
