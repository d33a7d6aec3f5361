# The public names of `codepegs.strategies.values`, written by `docs/make/stubs.py`.
from codepegs.strategies.values.guess_values import SEARCHED_WORK, best_at, best_in, searched, stored_best, values_of
from codepegs.strategies.values.value_estimates import guesses_to_come, more_guesses, opening_value

__all__ = ["SEARCHED_WORK", "best_at", "best_in", "guesses_to_come", "more_guesses", "opening_value", "searched",
    "stored_best", "values_of"]
