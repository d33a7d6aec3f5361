# The public names of `codepegs.reports.mcmc`, written by `docs/make/stubs.py`.
from codepegs.reports.mcmc.claims import CLAIMS
from codepegs.reports.mcmc.codebreaker import MCMC, McmcOptions, play_walks
from codepegs.reports.mcmc.rated_pictures import (
    DIGIT_GAME,
    DIGIT_SIZE,
    DigitRater,
    INK,
    MOST_RATED_TURNS,
    PAPER,
    WANTED,
    log_odds_of,
    play_rated,
    rated_walk,
)
from codepegs.reports.mcmc.reproduction import reproduce

__all__ = ["CLAIMS", "DIGIT_GAME", "DIGIT_SIZE", "DigitRater", "INK", "MCMC", "MOST_RATED_TURNS", "McmcOptions",
    "PAPER", "WANTED", "log_odds_of", "play_rated", "play_walks", "rated_walk", "reproduce"]
