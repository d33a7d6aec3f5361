"""The coach: what a player asked well, and what was luck."""

from codepegs.coach.figures import Figures
from codepegs.coach.reviewing import MOST_PEGS, MOST_TURNS, GameReview, ReviewedTurn, check_size, review

__all__ = ["MOST_PEGS", "MOST_TURNS", "Figures", "GameReview", "ReviewedTurn", "check_size", "review"]
