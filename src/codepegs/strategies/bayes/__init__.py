"""Exact Bayesian inference for games in which replies may be wrong."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.strategies.bayes.codebreaker import BAYES as BAYES, BayesOptions as BayesOptions
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "codebreaker": "BAYES BayesOptions",
        },
    )
