"""Whole processes: what a user waits for."""

from __future__ import annotations

import resource
import subprocess
import sys
import time

from bench.measure import table, title

COMMANDS = [
    (["--help"], "0.25 CPU s"),
    (["suggest", "p4c6 1122:1b0w"], "0.5 CPU s"),
    (["solve", "p4c10", "8765", "-s", "minimax", "--first", "1111"], ""),
]


def run() -> None:
    """CPU and wall time of whole commands, the least of five."""
    rows = []
    for arguments, target in COMMANDS:
        best_cpu = best_wall = float("inf")
        for _ in range(6):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            began = time.perf_counter()
            subprocess.run([sys.executable, "-m", "codepegs", *arguments], check=True, capture_output=True)
            best_wall = min(best_wall, time.perf_counter() - began)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            best_cpu = min(best_cpu, cpu)
        rows.append((f"codepegs {' '.join(arguments)}", f"{best_cpu:.2f} s", f"{best_wall:.2f} s", target))
    title("Whole processes")
    table(["command", "CPU", "wall", "target"], rows)
