"""The MCMC report: its strategy, and its reproduction.

Members:

- `claims`: The claims of the MCMC report, in the order of its sections, and what is better beside it.
- `codebreaker`: The strategy of the MCMC report: a Metropolis walk among codes, of which the first consistent one is
  played.
- `rated_pictures`: A classifier of pictures as codemaker: its odds, the walk by them, and the pictures that the walk
  finds.
- `reproduction`: The MCMC report: N. Blair, A. Karnati, D. Lee and J. Lee (2018), "Mastering MasterMind with MCMCs";
  its claims.
"""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "claims": "CLAIMS",
        "reproduction": "reproduce",
        "rated_pictures": "DIGIT_GAME DIGIT_SIZE DigitRater INK MOST_RATED_TURNS PAPER WANTED log_odds_of "
        "play_rated rated_walk",
        "codebreaker": "MCMC McmcOptions play_walks",
    },
)
