"""The coach: reviews a game and separates skill from luck."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.analysis.coach.game_review import (
        MOST_PEGS as MOST_PEGS,
        MOST_TURNS as MOST_TURNS,
        GameReview as GameReview,
        ReviewedTurn as ReviewedTurn,
        check_size as check_size,
        review as review,
    )
    from codepegs.analysis.coach.wording import codes_left as codes_left, left_words as left_words
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "game_review": "GameReview MOST_PEGS MOST_TURNS ReviewedTurn check_size review",
            "wording": "codes_left left_words",
        },
    )
