"""Write the totals of the gallery's trees as tables to cite: `python docs/make/totals.py`.

`docs/results/totals.csv` has one line per game, `docs/results/totals.txt` the proved totals as sequences by number of
colours. The column `published` is the last column of the tables in `docs/results/README.md`.
"""

from __future__ import annotations

import csv
import io
import re
from itertools import groupby
from pathlib import Path

from codepegs.files import write_whole
from codepegs.game import View
from codepegs.trees.gallery import EXPECTED, Entry, entries

RESULTS = Path(__file__).parent.parent / "results"
VIEWS = {View.BLACK_WHITE: "black and white", View.BLACK: "black"}
BY_EARLIER_VERSIONS = ("p6c7n",)
"""Games proved by an earlier version of codepegs, of which neither a journal nor a certificate is kept."""

COLUMNS = (
    "rules", "pegs", "colors", "repeats", "reply", "codes", "first_guess", "total", "average", "longest_game",
    "codes_at_longest", "status", "depth_minimized", "published", "command",
)  # fmt: skip


def published() -> dict[str, str]:
    """Read from the page what is known from others, by game."""
    remarks = {}
    for line in (RESULTS / "README.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 7 and re.fullmatch(r"p\d+c\d+n?(-b)?", cells[0]) and not cells[6].startswith("`"):
            remarks[cells[0]] = cells[6].removesuffix("†")
    return remarks


def as_csv(trees: list[Entry]) -> str:
    """Return the table of all games."""
    remarks = published()
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for tree in trees:
        game = tree.game
        status = tree.status + " by an earlier version" * (tree.rules in BY_EARLIER_VERSIONS)
        writer.writerow([
            tree.rules, game.pegs, game.colors, "yes" if game.repeats else "no", VIEWS[game.view], game.size,
            tree.first, tree.total, f"{tree.average:.4f}", tree.longest_game, tree.codes_at_longest, status,
            "yes" if tree.then_depth else "no", remarks.get(tree.rules, ""), tree.found,
        ])  # fmt: skip
    return file.getvalue()


def as_sequences(trees: list[Entry]) -> str:
    """Return the proved totals of each number of pegs, by number of colours."""
    lines = [
        "The least number of guesses over all secrets of p pegs and c colours, each secret's last guess included:",
        "T(p, c) for consecutive c. All are proved. Divided by the number of secrets they are the least expected",
        "numbers of guesses.",
    ]
    proved = [tree for tree in trees if tree.is_proved]
    for (view, repeats), kind in groupby(proved, key=lambda tree: (tree.game.view, tree.game.repeats)):
        rule = "a colour may repeat" if repeats else "no colour repeats"
        lines += ["", f"Replies in {VIEWS[view]}, {rule}:"]
        for pegs, row in groupby(kind, key=lambda tree: tree.game.pegs):
            run: list[Entry] = []
            for tree in row:
                if run and tree.game.colors != run[-1].game.colors + 1:
                    lines.append(sequence(pegs, run))
                    run = []
                run.append(tree)
            lines.append(sequence(pegs, run))
    return "\n".join(lines) + "\n"


def sequence(pegs: int, run: list[Entry]) -> str:
    """Return one line: the totals of consecutive numbers of colours."""
    first, last = run[0].game.colors, run[-1].game.colors
    span = f"c = {first}" + (f" to {last}" if last > first else "")
    return f"p = {pegs}, {span}: {', '.join(str(tree.total) for tree in run)}"


def main() -> None:
    """Write both files."""
    trees = [tree for tree in entries() if tree.objective == EXPECTED]
    write_whole(RESULTS / "totals.csv", as_csv(trees))
    write_whole(RESULTS / "totals.txt", as_sequences(trees))


if __name__ == "__main__":
    main()
