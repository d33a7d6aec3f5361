"""The entry points of pyproject.toml, strategies by name: written by `docs/make/entry_points.py`."""

OWN = {
    "auto": "codepegs.strategies.auto:AUTO",
    "minimax": "codepegs.strategies.one_step:MINIMAX",
    "expected-size": "codepegs.strategies.one_step:EXPECTED_SIZE",
    "entropy": "codepegs.strategies.one_step:ENTROPY",
    "max-parts": "codepegs.strategies.one_step:MAX_PARTS",
    "first-consistent": "codepegs.strategies.one_step:FIRST_CONSISTENT",
    "random-consistent": "codepegs.strategies.one_step:RANDOM_CONSISTENT",
    "aabc-max-parts": "codepegs.reports.max_parts:AABC_MAX_PARTS",
    "simplified-minimax": "codepegs.reports.two_part_solver:SIMPLIFIED_MINIMAX",
    "brute-force": "codepegs.reports.two_part_solver:BRUTE_FORCE",
    "colour-first": "codepegs.reports.two_part_solver:COLOR_FIRST",
    "small-then-colour-first": "codepegs.reports.two_part_solver:SMALL_THEN_COLOR_FIRST",
    "binary-search": "codepegs.reports.large_games:BINARY_SEARCH",
    "small-then-binary-search": "codepegs.reports.large_games:SMALL_THEN_BINARY_SEARCH",
    "coin-weighing": "codepegs.reports.large_games:COIN_WEIGHING",
    "genetic": "codepegs.reports.two_part_solver:GENETIC",
    "growing-list": "codepegs.strategies.growing_list:GROWING_LIST",
    "optimal": "codepegs.strategies.tree_strategies:OPTIMAL",
    "mcmc": "codepegs.reports.mcmc:MCMC",
    "tree": "codepegs.strategies.tree_strategies:FROM_TREE",
    "bayes": "codepegs.strategies.bayes:BAYES",
    "sampling": "codepegs.strategies.sampling:SAMPLING",
    "streaming": "codepegs.strategies.streaming:STREAMING",
}
"""Where each strategy is, by name: `MODULE:ATTRIBUTE`."""
