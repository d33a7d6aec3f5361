"""Exact Bayesian inference for games in which replies may be wrong."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.strategies.bayes.codebreaker import BayesOptions as BayesOptions
    from codepegs.strategies.bayes.guess_costs import (
        ALL_GUESSES as ALL_GUESSES,
        all_replies as all_replies,
        cost_model as cost_model,
        costs_one_ahead as costs_one_ahead,
        costs_two_ahead as costs_two_ahead,
        replies_of as replies_of,
    )
    from codepegs.strategies.bayes.loops import WeightedCodes as WeightedCodes
    from codepegs.strategies.bayes.strategy import BAYES as BAYES
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "codebreaker": "BayesOptions",
            "guess_costs": "ALL_GUESSES all_replies cost_model costs_one_ahead costs_two_ahead replies_of",
            "loops": "WeightedCodes",
            "strategy": "BAYES",
        },
    )
