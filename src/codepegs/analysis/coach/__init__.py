"""The coach: reviews a game and separates skill from luck."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "game_review": "GameReview MOST_PEGS MOST_TURNS ReviewedTurn check_size review",
        "wording": "left_count left_words",
    },
)
