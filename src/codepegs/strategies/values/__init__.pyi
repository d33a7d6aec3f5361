# The public names of `codepegs.strategies.values`, written by `docs/make/stubs.py`.
from codepegs.strategies.values.guess_values import SEARCHED_WORK, best_at, best_in, searched, stored_best, values_of
from codepegs.strategies.values.value_estimates import (
    ERROR_OF_MORE,
    MoreGuesses,
    curve_error,
    guesses_to_come,
    opening_value,
)

__all__ = ["ERROR_OF_MORE", "MoreGuesses", "SEARCHED_WORK", "best_at", "best_in", "curve_error", "guesses_to_come",
    "opening_value", "searched", "stored_best", "values_of"]
