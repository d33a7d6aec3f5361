"""Other programs and codepegs in turns: `python -m bench.peers FOLDER [ROUNDS [PATTERN]]`.

bench/README.md says how to build the programs. A pattern selects rows. The figures are CPU seconds of one thread, the
least of several rounds; in each, the program and codepegs do the same work one after the other. A program is a process
from start to end; codepegs works in a running Python, after a warm-up on a small game.
"""

from __future__ import annotations

import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from bench.measure import table, title
from codepegs.codes import Objective, OneStep
from codepegs.game import ListedGame, Position
from codepegs.reports.pages import machine
from codepegs.trees import walk
from codepegs.trees.search import Found, optimal


class Pair(NamedTuple):
    """The same work for another program and for codepegs."""

    work: str
    program: str
    command: list[str]
    total: str
    """A regular expression whose last match in the output of the program is its total or average."""
    codepegs: Callable[[], int]
    """Does the work and returns the total."""


OBJECTIVES = {
    "minimax": (Objective.WORST_PART, "minmax", "Knuth"),
    "expected-size": (Objective.EXPECTED_SIZE, "minavg", "ExpectedSize"),
    "entropy": (Objective.ENTROPY, "entropy", "Entropy"),
    "max-parts": (Objective.MOST_PARTS, "parts", "MostParts"),
}
"""Strategies of codepegs with their objectives and their names in mmstrat and in Magruder's program."""

TABLE = r" (\d+) +\d\."
"""The total in a table of mmstrat."""

ROUNDS = 3


def pairs(folder: Path) -> list[Pair]:
    """All pairs whose programs are in a folder."""
    mmstrat, magruder = str(folder / "mastermind-strategy/mmstrat"), folder / "Mastermind"
    found = []
    for rules in ("p4c6", "p4c10", "p5c8"):
        for name, (objective, short, long) in OBJECTIVES.items():
            work, play = f"{rules} {name}", strategy(rules, objective)
            found.append(Pair(work, "mmstrat", [mmstrat, "-r", f"{rules}r", "-s", short, "-S"], TABLE, play))
            found.append(Pair(work, "Magruder", [str(magruder / f"{rules}-{long}")], r"turns was ([\d.]+)", play))
    for rules in ("p4c6", "p5c5"):
        command = [mmstrat, "-r", f"{rules}r", "-s", "optimal", "-S"]
        found.append(Pair(f"{rules} optimal", "mmstrat", command, TABLE, search(rules)))
    lists = ["-a", "wordlist_orig_all", "-h", "wordlist_orig_hidden"]
    command = [str(folder / "wordle/wordle"), "-w", "salet", *lists]
    found.append(Pair("Wordle from SALET", "Selby", command, r"guess score = (\d+)", wordle(folder / "wordle")))
    return [pair for pair in found if Path(pair.command[0]).exists()]


def strategy(rules: str, objective: Objective) -> Callable[[], int]:
    """Play a one-step strategy against every secret."""
    return lambda: walk(Position.parse(rules), OneStep(objective)).total


def search(rules: str) -> Callable[[], int]:
    """Find an optimal tree and prove it."""
    return lambda: total_of(optimal(rules, workers=1))


def wordle(folder: Path) -> Callable[[], int]:
    """Find the best tree of the original Wordle that begins with SALET; reading the lists counts, as in the program."""

    def run() -> int:
        secrets, guesses = ((folder / f"wordlist_orig_{kind}").read_text().split() for kind in ("hidden", "all"))
        return total_of(optimal(ListedGame(secrets, guesses, "wordle"), first="salet", workers=1))

    return run


def total_of(found: Found) -> int:
    """The guesses of the tree that a search has proved optimal."""
    assert found.tree is not None
    assert found.proved
    return found.tree.total


def cpu_of(pair: Pair) -> tuple[float, str]:
    """Run the program; return its CPU time and the total or average that it prints."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ended = subprocess.run(pair.command, cwd=Path(pair.command[0]).parent, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    totals = re.findall(pair.total, ended.stdout)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return seconds, totals[-1] if totals else f"failed ({ended.returncode})"


def cpu_of_codepegs(pair: Pair) -> tuple[float, int]:
    """Do the same in this process."""
    began = time.process_time()
    total = pair.codepegs()
    return time.process_time() - began, total


def main(folder: Path, rounds: int, only: str) -> None:
    """Print the table."""
    print(machine())
    title("Other programs, CPU seconds of one thread")
    search("p2c4")()
    walk(Position.parse("p3c4"), OneStep(Objective.ENTROPY))
    rows = []
    for pair in pairs(folder):
        if not re.search(only, f"{pair.program} {pair.work}"):
            continue
        theirs, ours = zip(*((cpu_of(pair), cpu_of_codepegs(pair)) for _ in range(rounds)), strict=True)
        (other, printed), (own, total) = min(theirs), min(ours)
        rows.append((pair.work, pair.program, f"{other:.3f}", f"{own:.4f}", f"{other / own:.1f}", printed, total))
        print(*rows[-1], file=sys.stderr, flush=True)
    table(["work", "program", "its seconds", "codepegs", "ratio", "it prints", "codepegs' total"], rows)


if __name__ == "__main__":
    given = dict(enumerate(sys.argv))
    main(Path(given[1]).resolve(), int(given.get(2, ROUNDS)), given.get(3, ""))
