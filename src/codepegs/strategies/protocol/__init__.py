"""What every strategy is made of: the codebreaker, its moves, its declaration, its suggestions and its plan."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "codebreaker": (
            "Budget Choice Codebreaker Declaration ForeignHistory Guess MinimalCodebreaker Move NOT_COUNTED "
            "Progress Relayed Report Stop next_move"
        ),
        "first_guesses": "NAMED first_guess random_code",
        "strategy": (
            "Best ExpectedGuesses NoOptions NoSuggestions Options Start Strategy Suggestion UnderNoise "
            "undescribed with_value_as_reason"
        ),
        "whole_strategy": "ChosenPlan Plan TreePlan",
    },
)
