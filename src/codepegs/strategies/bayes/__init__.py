"""Exact Bayesian inference for games in which replies may be wrong."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "codebreaker": "BAYES BayesOptions",
        "posterior": "ALL_GUESSES all_replies",
    },
)
