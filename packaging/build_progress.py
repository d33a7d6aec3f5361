"""Show how far `pip install -v` is, in one line: packages fetched, then parts of the C++ library compiled.

Reads the output of pip from standard input and copies it to the file named as the argument. If the input ends with the
line FAILED, all of it is printed and the exit code is 1.
"""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

STEP = re.compile(r"\s*\[(\d+)/(\d+)\] (Building|Linking)")
FETCHED = re.compile(r"\s*Downloading (\S+?)-\d\S*")
SECONDS_BETWEEN_LINES = 5
"""Without a terminal, which would overwrite the line, a new one is printed at most this often."""


def step_text(done: int, steps: int, spent: float) -> str:
    """Return the line of one step of the compiler.

    >>> step_text(8, 16, 12.0)
    '  compiled 8 of 16 parts, about 12 s left'
    """
    return f"  compiled {done} of {steps} parts, about {spent * (steps - done) / done:.0f} s left"


class Line:
    """The line, overwritten on a terminal."""

    def __init__(self) -> None:
        self.overwrites = sys.stdout.isatty()
        self.printed = float("-inf")

    def show(self, text: str, *, last: bool = False) -> None:
        """Print a text in place of the one before."""
        now = time.monotonic()
        if self.overwrites:
            print(f"\r{text:70}", end="\n" if last else "", flush=True)
        elif last or now - self.printed >= SECONDS_BETWEEN_LINES:
            print(text, flush=True)
            self.printed = now


def main(log: str) -> int:
    """Show the progress; return the exit code."""
    began = time.monotonic()
    compiling_since: float | None = None
    shown, line = Line(), ""
    with open(log, "w", encoding="utf-8") as file:
        for line in sys.stdin:
            file.write(line)
            step, fetched = STEP.match(line), FETCHED.match(line)
            if step:
                compiling_since = compiling_since or time.monotonic()
                shown.show(step_text(int(step[1]), int(step[2]), time.monotonic() - compiling_since))
            elif fetched:
                shown.show(f"  fetching {fetched[1]}")
    failed = line.strip() == "FAILED"
    outcome = "the installation failed" if failed else "installed"
    shown.show(f"  {outcome} after {time.monotonic() - began:.0f} s", last=True)
    if failed:
        print(Path(log).read_text(encoding="utf-8"))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
