# The public names of `codepegs.match`, written by `docs/make/stubs.py`.
from codepegs.match.advice import (
    Consultation,
    Finding,
    advise,
    advise_or_stop,
    begin,
    checked,
    closest_words,
    consult,
    may_be_secret,
    suggest,
    verify,
)
from codepegs.match.boards import (
    BoardSuggestion,
    BoardTurn,
    BoardsGame,
    MOST_BOARDS,
    check_boards,
    draw_secrets,
    next_turn,
    play_boards,
    suggest_boards,
)
from codepegs.match.codemakers import Adversary, Answer, Codemaker, Noisy, Secret
from codepegs.match.game_loop import PlayedGame, PlayedTurn, play
from codepegs.match.observer import LongGameObserver
from codepegs.match.peg_map import PLAIN_SHADES, SHADES, map_signs
from codepegs.match.saved_game import Recorder

__all__ = ["Adversary", "Answer", "BoardSuggestion", "BoardTurn", "BoardsGame", "Codemaker", "Consultation", "Finding",
    "LongGameObserver", "MOST_BOARDS", "Noisy", "PLAIN_SHADES", "PlayedGame", "PlayedTurn", "Recorder", "SHADES",
    "Secret", "advise", "advise_or_stop", "begin", "check_boards", "checked", "closest_words", "consult",
    "draw_secrets", "map_signs", "may_be_secret", "next_turn", "play", "play_boards", "suggest", "suggest_boards",
    "verify"]
