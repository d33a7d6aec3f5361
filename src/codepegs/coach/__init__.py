"""The coach: what a player asked well, and what was luck."""

from codepegs.coach.figures import Figures
from codepegs.coach.reviewing import GameReview, ReviewedTurn, review

__all__ = ["Figures", "GameReview", "ReviewedTurn", "review"]
