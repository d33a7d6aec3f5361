"""A grid of games and strategies in a pool of processes, which continues where it was stopped."""

import sys
from concurrent.futures import ProcessPoolExecutor

from codepegs.experiments import Store, SweepProgress, add_up, run_sweep
from codepegs.experiments.sweep import parse_plan

PLAN = """
pegs = [3, 4]
colors = [4, 5, 6]
strategies = ["entropy", "minimax", "random-consistent"]
games = 40
games_per_unit = 10
seed = 5
"""


def show(progress: SweepProgress) -> None:
    print(progress.found, progress.played, flush=True)


if __name__ == "__main__":
    units = parse_plan(PLAN)
    with Store(sys.argv[1]) as store, ProcessPoolExecutor(2) as pool:
        run_sweep(units, store, pool, show)
        for summary in add_up(store.rows(), units):
            print(summary.rules, summary.strategy, summary.average)
