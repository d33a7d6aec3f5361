"""Strategies: the codebreaker protocol, the registry, and one package for each algorithm."""

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
            "Progress refuses_without_black Report Stop Strategy Suggestion TreePlan UnderNoise undescribed "
            "with_value_as_reason"
        ),
        "registry": (
            "DEFAULT Player STRATEGIES add_installed add_strategy build_tree make_codebreaker options_of "
            "strategies_like"
        ),
        "sampling": "SAMPLING",
    },
)
