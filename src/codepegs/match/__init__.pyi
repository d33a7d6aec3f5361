# The public names of `codepegs.match`, written by `docs/make/stubs.py`.
from codepegs.match.boards import (
    BoardSuggestion,
    BoardTurn,
    BoardsAdvice,
    BoardsGame,
    MOST_BOARDS,
    check_boards,
    draw_secrets,
    next_turn,
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
from codepegs.match.saved_game import Recorder

__all__ = ["Adversary", "Answer", "BoardSuggestion", "BoardTurn", "BoardsAdvice", "BoardsGame", "Codemaker",
    "LongGameObserver", "MOST_BOARDS", "Noisy", "PLAIN_SHADES", "PlayedGame", "PlayedTurn", "Playing", "Recorder",
    "SHADES", "Secret", "check_boards", "draw_secrets", "iter_play", "map_signs", "next_turn", "play", "play_boards",
    "suggest_boards"]
