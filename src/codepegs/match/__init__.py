"""Games between a codebreaker and a codemaker.

Members:

- `boards`: Several secrets at once: every guess is made on all boards, as in Dordle and Quordle.
- `codemakers`: Codemakers: objects that hold a secret, or reply to guesses in other ways.
- `game_loop`: The game loop that all strategies and codemakers share, and an observer of games with many pegs.
- `identification`: Identification: the questions of a table, one answer at a time, until an object is known.
- `saved_game`: Games that are saved while they are played, and can be resumed.
"""

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
