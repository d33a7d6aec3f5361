"""The MCMC report: its strategy, and its reproduction."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "claims": "CLAIMS",
        "classifier": "DIGIT_GAME DIGIT_SIZE DigitRater INK PAPER WANTED",
        "codebreaker": "MCMC McmcOptions play_walks",
        "rated_game": "MOST_RATED_TURNS log_odds_of play_rated rated_walk",
        "reproduction": "reproduce",
    },
)
