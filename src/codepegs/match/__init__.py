"""Games between a codebreaker and a codemaker."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "boards": (
            "BoardSuggestion BoardTurn Boards BoardsAdvice BoardsGame MOST_BOARDS check_boards draw_secrets "
            "play_boards suggest_boards"
        ),
        "codemakers": "Adversary Answer Codemaker Noisy Secret",
        "game_loop": "LongGameObserver PLAIN_SHADES PlayedGame PlayedTurn Playing SHADES iter_play map_signs play",
        "identification": "Identification NearMiss",
        "saved_game": "Recorder",
    },
)
