"""The units of a sweep on the processes of MPI: `mpiexec -n 3 python -m mpi4py.futures on_mpi.py rows.sqlite`."""

import sys

from mpi4py.futures import MPIPoolExecutor

from codepegs.experiments import Store, run_sweep
from codepegs.experiments.sweep import parse_plan

if __name__ == "__main__":
    units = parse_plan('rules = ["p3c4", "p3c5"]\nstrategies = ["entropy", "minimax"]\nshards = 3')
    with Store(sys.argv[1]) as store, MPIPoolExecutor() as pool:
        print(run_sweep(units, store, pool).played, sum(row.total for row in store.rows()))
