"""Exact Bayesian inference for games in which replies may be wrong.

Members:

- `codebreaker`: Exact Bayesian inference: the probability of every code of the game, if replies may be false.
- `posterior`: The probability of each code after replies that may be false, for games whose codes can be listed.
"""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "codebreaker": "BAYES BayesOptions",
        "posterior": "ALL_GUESSES all_replies",
    },
)
