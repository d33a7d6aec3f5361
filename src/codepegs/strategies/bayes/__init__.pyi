# The public names of `codepegs.strategies.bayes`, written by `docs/make/stubs.py`.
from codepegs.strategies.bayes.codebreaker import BayesOptions
from codepegs.strategies.bayes.guess_costs import ALL_GUESSES, all_replies
from codepegs.strategies.bayes.modelled import BAYES

__all__ = ["ALL_GUESSES", "BAYES", "BayesOptions", "all_replies"]
