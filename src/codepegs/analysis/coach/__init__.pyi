# The public names of `codepegs.analysis.coach`, written by `docs/make/stubs.py`.
from codepegs.analysis.coach.game_review import GameReview, MOST_PEGS, MOST_TURNS, ReviewedTurn, check_size, review
from codepegs.analysis.coach.wording import left_count, left_words

__all__ = ["GameReview", "MOST_PEGS", "MOST_TURNS", "ReviewedTurn", "check_size", "left_count", "left_words", "review"]
