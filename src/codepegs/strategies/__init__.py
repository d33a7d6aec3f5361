"""Strategies: the codebreaker protocol, the registry, and one package for each algorithm."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "auto": "AUTO",
        "base": (
            "AdoptsCandidates AdoptsCodes Believes Budget Codebreaker Declaration Describes ForeignHistory Guess "
            "Move NoOptions Progress Ranks Report Stop Strategy UnderNoise next_move progress_of"
        ),
        "consistent": (
            "MOST_PEGS_SEARCHED RANDOM_CONSISTENT ConsistentCodebreaker ConsistentOptions LowestOptions "
            "lowest_first_plan"
        ),
        "guess_values": "described_by",
        "registry": "DEFAULT Player STRATEGIES add_strategy build_tree make_codebreaker options_of",
        "sampling": "SAMPLING",
        "suggestion": "ExpectedGuesses Suggestion undescribed with_value_in_words",
        "value_estimates": "MoreGuesses guesses_to_come",
        "whole_strategy": "ChosenPlan Plan TreePlan",
    },
)
