# The public names of `codepegs.match`, written by `docs/make/stubs.py`.
from codepegs.match.advice import (
    Finding,
    OpenOrder,
    OrderNote,
    advise,
    advise_or_stop,
    begin,
    begin_at,
    checked,
    class_known,
    closest,
    closest_reason,
    may_be_secret,
    open_order,
    over_words,
    the_only,
    verified_move,
    verify,
)
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
from codepegs.match.game_loop import LongGameObserver, PLAIN_SHADES, PlayedGame, PlayedTurn, SHADES, map_signs, play
from codepegs.match.saved_game import Recorder

__all__ = ["Adversary", "Answer", "BoardSuggestion", "BoardTurn", "BoardsAdvice", "BoardsGame", "Codemaker", "Finding",
    "LongGameObserver", "MOST_BOARDS", "Noisy", "OpenOrder", "OrderNote", "PLAIN_SHADES", "PlayedGame", "PlayedTurn",
    "Recorder", "SHADES", "Secret", "advise", "advise_or_stop", "begin", "begin_at", "check_boards", "checked",
    "class_known", "closest", "closest_reason", "draw_secrets", "map_signs", "may_be_secret", "next_turn", "open_order",
    "over_words", "play", "play_boards", "suggest_boards", "the_only", "verified_move", "verify"]
