"""Ctrl-C at once, even while compiled code runs; SIGTERM and SIGHUP act as Ctrl-C does."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

PATIENCE = 0.7
"""Seconds Python gets to hear an interrupt before the process ends without it."""

INTERRUPTED = 128 + signal.SIGINT

SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""What ends a command: a person, a supervisor, or a terminal that was closed."""


CREW_THREADS = "codepegs_"
"""How the names of threads begin that share compiled work."""

MOMENT = 0.05

AGAIN = 0.05
"""Seconds after which an interrupt that got lost is sent again."""


last_words: list[str] = []
"""Lines to print once when the command is interrupted, however it ends."""


def say_last_words() -> None:
    """Tell on standard error what an interrupt has left behind."""
    while last_words:
        line = last_words.pop()
        wiped = "\r\x1b[K" if sys.stderr.isatty() else ""  # where a line of progress may stand
        with suppress(OSError, ValueError):
            sys.stderr.write(f"{wiped}{line}\n")
            sys.stderr.flush()


def still_working() -> bool:
    """Whether threads are left in the middle of compiled code, which cannot be stopped."""
    threads = [thread for thread in threading.enumerate() if thread.name.startswith(CREW_THREADS)]
    for thread in threads:
        thread.join(MOMENT)
    return any(thread.is_alive() for thread in threads)


def leave_now(code: int) -> None:
    """End the process without waiting for threads that are deep in compiled code."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


@contextmanager
def unheard() -> Iterator[None]:
    """Ignore interrupts while the main thread handles the previous one."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def hear_no_more() -> None:
    """Let no other interrupt disturb the end of the process."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def watch() -> None:
    """See to it that an interrupt is heard.

    Python looks for interrupts between two of its own instructions, and a compiled loop in the main thread may run for
    minutes in one. So a thread waits for the byte that the signal leaves in a pipe; if the main thread has not reacted
    in time, the thread ends the process. A signal that is ignored, as by nohup, or has another handler, is left alone.
    """
    usual = (signal.default_int_handler, signal.SIG_DFL)
    watched = [number for number in SIGNALS if signal.getsignal(number) in usual]
    if os.name != "posix" or not watched:
        return
    heard = threading.Event()
    reading, writing = os.pipe()
    os.set_blocking(writing, False)

    def on_interrupt(number: int, frame: FrameType | None) -> None:
        heard.set()
        signal.default_int_handler(number, frame)

    def wait() -> None:
        while True:
            if not set(watched).isdisjoint(os.read(reading, 64)):
                if not heard.wait(PATIENCE) and not heard.wait(MOMENT):  # it may just have waited for this very lock
                    say_last_words()
                    leave_now(INTERRUPTED)
                heard.clear()

    def forget() -> None:  # the child's interrupts are its own affair
        with suppress(ValueError):
            signal.set_wakeup_fd(-1)

    swallow = sys.unraisablehook

    def on_swallowed(lost: sys.UnraisableHookArgs) -> None:
        if lost.exc_type is KeyboardInterrupt:  # it came inside a destructor, where it ends nothing: once more
            threading.Timer(AGAIN, os.kill, (os.getpid(), signal.SIGINT)).start()
        else:
            swallow(lost)

    sys.unraisablehook = on_swallowed
    os.register_at_fork(after_in_child=forget)
    for number in watched:
        signal.signal(number, on_interrupt)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    threading.Thread(target=wait, name="codepegs-interrupts", daemon=True).start()
