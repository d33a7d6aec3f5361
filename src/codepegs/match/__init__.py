"""Games between a codebreaker and a codemaker."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.match.advice import (
        Consultation as Consultation,
        Finding as Finding,
        advise as advise,
        advise_or_stop as advise_or_stop,
        begin as begin,
        checked as checked,
        closest_words as closest_words,
        consult as consult,
        may_be_secret as may_be_secret,
        suggest as suggest,
        verify as verify,
    )
    from codepegs.match.boards import (
        MOST_BOARDS as MOST_BOARDS,
        BoardsGame as BoardsGame,
        BoardSuggestion as BoardSuggestion,
        BoardTurn as BoardTurn,
        check_boards as check_boards,
        draw_secrets as draw_secrets,
        next_turn as next_turn,
        play_boards as play_boards,
        suggest_boards as suggest_boards,
    )
    from codepegs.match.codemakers import (
        Adversary as Adversary,
        Answer as Answer,
        Codemaker as Codemaker,
        Noisy as Noisy,
        Secret as Secret,
    )
    from codepegs.match.game_loop import PlayedGame as PlayedGame, PlayedTurn as PlayedTurn, play as play
    from codepegs.match.observer import LongGameObserver as LongGameObserver
    from codepegs.match.peg_map import PLAIN_SHADES as PLAIN_SHADES, SHADES as SHADES, map_signs as map_signs
    from codepegs.match.saved_game import Recorder as Recorder
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "advice": (
                "Consultation Finding advise advise_or_stop begin checked closest_words consult may_be_secret suggest "
                "verify"
            ),
            "boards": "BoardSuggestion BoardTurn BoardsGame MOST_BOARDS check_boards draw_secrets next_turn "
            "play_boards suggest_boards",
            "codemakers": "Adversary Answer Codemaker Noisy Secret",
            "game_loop": "PlayedGame PlayedTurn play",
            "observer": "LongGameObserver",
            "peg_map": "PLAIN_SHADES SHADES map_signs",
            "saved_game": "Recorder",
        },
    )
