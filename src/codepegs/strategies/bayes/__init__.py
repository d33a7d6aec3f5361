"""Exact Bayesian inference for games in which replies may be wrong."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.strategies.bayes.codebreaker import BayesOptions as BayesOptions
    from codepegs.strategies.bayes.guess_costs import ALL_GUESSES as ALL_GUESSES, all_replies as all_replies
    from codepegs.strategies.bayes.strategy import BAYES as BAYES
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "codebreaker": "BayesOptions",
            "guess_costs": "ALL_GUESSES all_replies",
            "strategy": "BAYES",
        },
    )
