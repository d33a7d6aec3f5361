"""The units of a sweep on a Dask cluster."""

import sys

from distributed import Client, LocalCluster

from codepegs.experiments import Store, run_sweep
from codepegs.experiments.sweep import parse_plan

if __name__ == "__main__":
    units = parse_plan('rules = ["p3c4", "p3c5"]\nstrategies = ["entropy", "minimax"]\nshards = 3')
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
        Store(sys.argv[1]) as store,
    ):
        print(run_sweep(units, store, client.get_executor()).played, sum(row.total for row in store.rows()))
