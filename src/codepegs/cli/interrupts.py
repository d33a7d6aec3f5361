"""Ctrl-C at once, even while compiled code runs; SIGTERM and SIGHUP act as Ctrl-C does."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

INTERRUPTED = 128 + signal.SIGINT

SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that end a command, sent by a person, a supervisor, or a closed terminal."""


MOMENT = 0.05


last_words: list[str] = []
"""Lines to print once when the command is interrupted, however it ends."""


def print_last_words() -> None:
    """Print the last words on standard error."""
    while last_words:
        line = last_words.pop()
        wiped = "\r\x1b[K" if sys.stderr.isatty() else ""  # where a line of progress may stand
        with suppress(OSError, ValueError):
            sys.stderr.write(f"{wiped}{line}\n")
            sys.stderr.flush()


def leave_now(code: int) -> None:
    """End the process without waiting for threads that run compiled code."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Ignore interrupts while the main thread handles the previous one."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def ignore_interrupts() -> None:
    """Ignore further interrupts until the process ends."""
    with suppress(ValueError):  # not in the main thread
        for number in SIGNALS:
            signal.signal(number, signal.SIG_IGN)


def watch() -> None:
    """Make interrupts end the process even while the main thread runs compiled code."""
    # Python looks for interrupts between two of its own instructions, and a compiled loop in the main thread may run
    # for minutes in one. So a thread waits for the byte that the signal leaves in a pipe; if the main thread has not
    # reacted in time, the thread ends the process. A signal that is ignored, as by nohup, or has another handler, is
    # left alone.
    usual = (signal.default_int_handler, signal.SIG_DFL)
    watched = [number for number in SIGNALS if signal.getsignal(number) in usual]
    if os.name != "posix" or not watched:
        return
    handled = threading.Event()
    reading, writing = os.pipe()
    os.set_blocking(writing, False)

    def on_interrupt(number: int, frame: FrameType | None) -> None:
        handled.set()
        signal.default_int_handler(number, frame)

    def wait() -> None:
        while True:
            received = set(watched).intersection(os.read(reading, 64))
            if received:
                # Seconds that the main thread gets to react to an interrupt before the process ends without it.
                is_late = not handled.wait(0.7) and not handled.wait(MOMENT)  # it may have held this lock
                if is_late and any(signal.getsignal(number) is on_interrupt for number in received):
                    print_last_words()
                    leave_now(INTERRUPTED)
                handled.clear()

    def forget() -> None:  # a child process handles its own interrupts
        with suppress(ValueError):
            signal.set_wakeup_fd(-1)

    swallow = sys.unraisablehook

    def on_swallowed(lost: sys.UnraisableHookArgs) -> None:
        if lost.exc_type is KeyboardInterrupt:  # it came inside a destructor, where it ends nothing: once more
            # Seconds after which an interrupt that got lost is sent again.
            threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()
        else:
            swallow(lost)

    sys.unraisablehook = on_swallowed
    os.register_at_fork(after_in_child=forget)
    for number in watched:
        signal.signal(number, on_interrupt)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    threading.Thread(target=wait, name="codepegs-interrupts", daemon=True).start()
