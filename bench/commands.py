"""What a user calls, as a function and as a process, and how much of its CPU time is spent outside the C++ loops."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

from bench.measure import milliseconds, table, title

COMMANDS: list[tuple[Sequence[str], str]] = [
    (("--help",), "0.25 CPU s"),
    (("suggest", "p4c6 1122:1b0w"), "0.5 CPU s"),
    (("suggest", "p6c9", "-s", "entropy"), ""),
    (("solve", "p4c10", "8765", "-s", "minimax", "--first", "1111"), ""),
    (("evaluate", "p4c6", "-s", "entropy"), ""),
    (("evaluate", "p5c8", "-s", "entropy"), ""),
    (("evaluate", "p5c8", "-s", "entropy:candidates-only"), ""),
    (("evaluate", "p6c9", "-s", "entropy:candidates-only"), ""),
    (("optimal", "p4c6"), ""),
    (("optimal", "p4c7"), ""),
]
"""Arguments of a command, and the most CPU time that its process should take."""

SHORT_SECONDS = 0.02
MOST_OUTSIDE = 0.2
"""Share of a function's CPU time outside the loops that should not be exceeded, unless it is short."""


class _TimedLibrary:
    """The C++ library, whose functions add up the CPU time that they take."""

    def __init__(self, library: object) -> None:
        self.library = library
        self.seconds = 0.0

    def __getattr__(self, name: str) -> _TimedFunction:
        return _TimedFunction(getattr(self.library, name), self)


class _TimedFunction:
    """A function of the library; `argtypes` and `restype` are those of the original."""

    function: Callable[..., object]
    library: _TimedLibrary

    def __init__(self, function: Callable[..., object], library: _TimedLibrary) -> None:
        self.__dict__.update(function=function, library=library)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self.function, name, value)

    def __call__(self, *arguments: object) -> object:
        began = time.thread_time()
        try:
            return self.function(*arguments)
        finally:
            self.library.seconds += time.thread_time() - began


def _function_of(arguments: Sequence[str]) -> Callable[[], object] | None:
    """The call in Python that does what a command does."""
    import codepegs

    strategy = arguments[arguments.index("-s") + 1] if "-s" in arguments else "auto"
    return {
        "evaluate": lambda: codepegs.evaluate(arguments[1], strategy),
        "suggest": lambda: codepegs.suggest(arguments[1], strategy),
        "optimal": lambda: codepegs.optimal(arguments[1]),
    }.get(arguments[0])


def measure_function(arguments: Sequence[str], least: float = 1.0) -> dict[str, float] | None:
    """CPU seconds of the first call in this process and of the best of several, and the share of that outside loops."""
    from codepegs.core import binding
    from codepegs.core.binding import library

    timed = _TimedLibrary(library())
    vars(binding)["library"] = lambda: timed  # before the first call of any function
    function = _function_of(arguments)
    if function is None:
        return None
    calls: list[tuple[float, float]] = []
    while len(calls) < 4 or (sum(cpu for cpu, _ in calls) < least and len(calls) < 50):
        timed.seconds = 0.0
        began = time.process_time()
        function()
        calls.append((time.process_time() - began, timed.seconds))
    best, inside = min(calls)
    return {"first": calls[0][0], "best": best, "outside": 1 - inside / best}


def _measure_process(arguments: Sequence[str]) -> tuple[float, float]:
    """CPU and wall time of a process, the least of five."""
    cpu, wall = [], []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        began = time.perf_counter()
        subprocess.run([sys.executable, "-m", "codepegs", *arguments], check=True, capture_output=True)
        wall.append(time.perf_counter() - began)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(cpu), min(wall)


def run() -> None:
    """CPU time of functions, each in a process of its own, and of whole processes."""
    rows = []
    for arguments, target in COMMANDS:
        asked = [sys.executable, "-m", "bench.commands", *arguments]
        found = json.loads(subprocess.run(asked, check=True, capture_output=True).stdout)
        function = ["-"] * 3
        if found is not None:
            high = found["outside"] > MOST_OUTSIDE and found["best"] > SHORT_SECONDS
            share = f"{found['outside']:.0%}" + (f", more than {MOST_OUTSIDE:.0%}" if high else "")
            function = [milliseconds(found["first"]), milliseconds(found["best"]), share]
        cpu, wall = _measure_process(arguments)
        rows.append((f"codepegs {' '.join(arguments)}", *function, f"{cpu:.2f} s", f"{wall:.2f} s", target))
    title("What a user calls: CPU time as a function (first call, best call), and as a whole process")
    table(["command", "first", "best", "outside the loops", "process, CPU", "wall", "target, CPU"], rows)


if __name__ == "__main__":
    print(json.dumps(measure_function(sys.argv[1:])))
