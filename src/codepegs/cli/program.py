"""The entry point of the `codepegs` command, whose modules take a moment to import."""

import os
import signal
from types import FrameType


def run(name: str = "") -> None:
    """Run the `codepegs` command, or a command that its module runs, by its name."""
    # An interrupt during imports raises an exception anywhere in them, which Python may wrap in another.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, leave)
    from codepegs.cli.main import run as begin

    begin(name)


def leave(number: int, frame: FrameType | None) -> None:
    """End the process at once: it has begun nothing."""
    os._exit(128 + number)
