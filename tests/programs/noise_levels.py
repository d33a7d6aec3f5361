"""One strategy at several probabilities of a false reply."""

import polars

from codepegs import evaluate

rows = []
for noise in (0.0, 0.1, 0.2):
    rows += evaluate("p2c4", "bayes", games=40, seed=1, noise=noise, declare=0.9 if noise else None).to_dicts()
table = polars.DataFrame(rows)
print(table["noise"].to_list(), table["games"].sum(), (table["success_rate"] > 0.5).all())
