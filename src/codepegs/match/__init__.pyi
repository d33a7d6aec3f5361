# The public names of `codepegs.match`, written by `docs/make/stubs.py`.
from codepegs.match.boards import (
    BoardSuggestion,
    BoardTurn,
    Boards,
    BoardsAdvice,
    BoardsGame,
    MOST_BOARDS,
    check_boards,
    draw_secrets,
    play_boards,
    suggest_boards,
)
from codepegs.match.codemakers import Adversary, Answer, Codemaker, Noisy, Secret
from codepegs.match.game_loop import (
    LongGameObserver,
    PLAIN_SHADES,
    PlayedGame,
    PlayedTurn,
    Playing,
    SHADES,
    iter_play,
    map_signs,
    play,
)
from codepegs.match.identification import Identification, NearMiss
from codepegs.match.saved_game import Recorder

__all__ = ["Adversary", "Answer", "BoardSuggestion", "BoardTurn", "Boards", "BoardsAdvice", "BoardsGame", "Codemaker",
    "Identification", "LongGameObserver", "MOST_BOARDS", "NearMiss", "Noisy", "PLAIN_SHADES", "PlayedGame",
    "PlayedTurn", "Playing", "Recorder", "SHADES", "Secret", "check_boards", "draw_secrets", "iter_play", "map_signs",
    "play", "play_boards", "suggest_boards"]
