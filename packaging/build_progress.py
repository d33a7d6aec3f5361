"""Show how far `pip install -v` is: each file that is compiled, with a share and a time left, and each package.

Reads the output of pip from standard input and copies it to the file named as the argument. If the input ends with the
line FAILED, all of it is printed and the exit code is 1.
"""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

STEP = re.compile(r"\s*\[(\d+)/(\d+)\] (.*)")
FETCHED = re.compile(r"\s*(Collecting|Downloading) (\S+)")


def step_text(done: int, steps: int, what: str, spent: float) -> str:
    """Return the line of one step of the compiler.

    >>> step_text(8, 32, "Building CXX object CMakeFiles/v3.dir/src/codepegs/core/scoring.cpp.o", 12.0)
    '   25 %, about 36 s left: Building v3 core/scoring.cpp.o'
    """
    short = what.replace("CMakeFiles/", "").replace(".dir/src/codepegs/", " ").replace("CXX object ", "")
    left = f", about {spent * (steps - done) / done:.0f} s left" if done else ""
    return f"  {100 * done / steps:3.0f} %{left}: {short}"


def main(log: str) -> int:
    """Show the progress; return the exit code."""
    began: float | None = None
    line = ""
    with open(log, "w", encoding="utf-8") as file:
        for line in sys.stdin:
            file.write(line)
            step, fetched = STEP.match(line), FETCHED.match(line)
            if step:
                began = time.monotonic() if began is None else began
                print(step_text(int(step[1]), int(step[2]), step[3], time.monotonic() - began), flush=True)
            elif fetched:
                print(f"  {fetched[1]} {fetched[2]}", flush=True)
    if line.strip() == "FAILED":
        print(Path(log).read_text(encoding="utf-8"))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
