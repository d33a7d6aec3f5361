"""What strategies are made of: codebreakers and their moves, declaration, suggestions, values, first guesses, plans.

Members:

- `codebreaker`: The interface through which every strategy is played.
- `exhaustive`: Strategies that list their candidates: their base class, and the ranking of guesses with the figures
  behind it.
- `first_guesses`: First guesses: given, random, the one with which a strategy needs the fewest guesses, or the most
  informative.
- `strategy`: The declaration of a strategy, and the guesses that it suggests, with their figures and reasons.
- `tracker`: What a strategy knows after a history: codes that can be the secret, with weights.
- `values`: The expected number of guesses from here on if a guess is made, this one included.
- `whole_strategy`: Plans: a deterministic strategy for one game as a whole, with its guesses, its tree, and its number
  of guesses.
"""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "codebreaker": (
            "Budget Choice Codebreaker Declaration ForeignHistory Guess MinimalCodebreaker Move NOT_COUNTED "
            "Progress Relayed Stop next_move"
        ),
        "exhaustive": "ExhaustiveCodebreaker best_suggestions describe estimate figures_of refuses_large",
        "first_guesses": (
            "NAMED best_opening count_color_patterns entropy_bits first_guess first_shares random_code ranked_openings"
        ),
        "strategy": (
            "Best ExpectedGuesses NoOptions NoSuggestions Options refuses_without_black SAME Strategy Suggestion "
            "UnderNoise undescribed with_value_as_reason"
        ),
        "tracker": "Report State Tracker WeightedRows doubts_of entropy_of",
        "values": "SEARCHED_WORK best_at best_in guesses_to_come opening_value searched stored_best values_of",
        "whole_strategy": "BackwardsPlan ChosenPlan Plan TreePlan",
    },
)
