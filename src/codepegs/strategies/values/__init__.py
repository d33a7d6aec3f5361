"""The expected number of guesses from a position on: by a tree, by a search, or by the sizes of the parts."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "guess_values": "SEARCHED_WORK best_at best_in searched stored_best values_of",
        "value_estimates": "guesses_to_come more_guesses opening_value",
    },
)
