"""The large games report: "Mastermind: an algorithm for the generalised version of the Mastermind game"."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.reports.large_games.binary_search import BINARY_SEARCH as BINARY_SEARCH
    from codepegs.reports.large_games.coin_weighing import COIN_WEIGHING as COIN_WEIGHING
    from codepegs.reports.large_games.reproduction import reproduce as reproduce
    from codepegs.reports.large_games.two_parts import (
        SMALL_THEN_BINARY_SEARCH as SMALL_THEN_BINARY_SEARCH,
        SMALL_THEN_COLOR_FIRST as SMALL_THEN_COLOR_FIRST,
    )
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "binary_search": "BINARY_SEARCH",
            "coin_weighing": "COIN_WEIGHING",
            "reproduction": "reproduce",
            "two_parts": "SMALL_THEN_BINARY_SEARCH SMALL_THEN_COLOR_FIRST",
        },
    )
