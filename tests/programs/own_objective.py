"""An objective of one's own, n log n, and a table of the results."""

import numpy as np
import polars

from codepegs import Sizes, add_strategy, evaluate, one_step_strategy


def n_log_n(sizes: Sizes) -> Sizes:
    scores: Sizes = (sizes * np.log2(np.maximum(sizes, 1))).sum(axis=1)
    return scores


add_strategy(one_step_strategy("n-log-n", n_log_n))
table = polars.DataFrame(evaluate("p4c6", ["minimax", "n-log-n"]).to_dicts())
print(table.select("strategy", "total", "longest_game", "difference_fewer").rows())
