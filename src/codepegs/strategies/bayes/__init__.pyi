# The public names of `codepegs.strategies.bayes`, written by `docs/make/stubs.py`.
from codepegs.strategies.bayes.codebreaker import BAYES, BayesOptions
from codepegs.strategies.bayes.posterior import ALL_GUESSES, all_replies

__all__ = ["ALL_GUESSES", "BAYES", "BayesOptions", "all_replies"]
