"""The MCMC report: its strategy, and its reproduction."""

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
