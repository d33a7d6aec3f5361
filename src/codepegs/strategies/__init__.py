"""Strategies: the codebreaker protocol, the registry, and one package for each algorithm.

Members:

- `bayes/`: Exact Bayesian inference for games in which replies may be wrong.
- `growing_list/`: A strategy for many pegs and few colours: it refines a list of partial codes turn by turn.
- `protocol/`: What strategies are made of: codebreakers and their moves, declaration, suggestions, values, first
  guesses, plans.
- `sampling/`: A strategy for games too large to list: it samples candidates and ranks guesses by the sample.
- `streaming/`: A strategy for large games with many colours, which keeps facts instead of a list of candidates.
- `advice`: The guesses that a strategy suggests at a position, and positions in which only the order of the colours is
  open.
- `auto`: The default strategy: the strongest that answers within about half a second, in any game.
- `entry_points`: The entry points of pyproject.toml, strategies by name: written by `docs/make/entry_points.py`.
- `one_step`: The classical strategies: any consistent code, or the guess with the best score of the parts that it
  makes.
- `registry`: The strategies by name, and the text that names one with its options: `NAME:option,option=value`.
- `tree_strategies`: The strategies that play trees: `optimal` and `tree`.
"""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "advice": (
            "advise advise_or_stop begin begin_at checked closest closest_reason Finding may_be_secret "
            "open_order OpenOrder OrderNote the_only verified_move verify"
        ),
        "auto": "AUTO how_as_data",
        "one_step": (
            "MOST_PEGS_SEARCHED RANDOM_CONSISTENT ConsistentCodebreaker ConsistentOptions LowestOptions "
            "lowest_first_plan"
        ),
        "protocol": (
            "Budget Choice ChosenPlan Codebreaker Declaration ExhaustiveCodebreaker ExpectedGuesses ForeignHistory "
            "Guess guesses_to_come MinimalCodebreaker Move next_move NoOptions NoSuggestions NOT_COUNTED Plan "
            "Progress refuses_without_black Report SAME Stop Strategy Suggestion TreePlan UnderNoise undescribed "
            "with_value_as_reason"
        ),
        "registry": (
            "DEFAULT Player STRATEGIES add_installed add_strategy build_tree make_codebreaker options_of "
            "strategies_like"
        ),
        "sampling": "SAMPLING",
    },
)
