"""What strategies are made of: codebreakers and their moves, declaration, suggestions, values, first guesses, plans."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "codebreaker": (
            "Budget Choice Codebreaker Declaration ForeignHistory Guess MinimalCodebreaker Move NOT_COUNTED "
            "Progress Relayed Report Stop next_move"
        ),
        "exhaustive": "ExhaustiveCodebreaker best_suggestions describe estimate figures_of refuses_large",
        "first_guesses": (
            "NAMED best_opening count_color_patterns entropy_bits first_guess first_shares random_code ranked_openings"
        ),
        "strategy": (
            "Best ExpectedGuesses NoOptions NoSuggestions Options refuses_without_black Strategy Suggestion "
            "UnderNoise undescribed with_value_as_reason"
        ),
        "values": "SEARCHED_WORK best_at best_in guesses_to_come opening_value searched stored_best values_of",
        "whole_strategy": "BackwardsPlan ChosenPlan Plan TreePlan",
    },
)
