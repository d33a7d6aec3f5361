"""The large games report: its strategies and coin weighing, with which it compares itself, and its reproduction."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.reports.large_games.binary_search import BINARY_SEARCH as BINARY_SEARCH
    from codepegs.reports.large_games.coin_weighing import COIN_WEIGHING as COIN_WEIGHING
    from codepegs.reports.large_games.reproduction import reproduce as reproduce
    from codepegs.reports.large_games.solver import SMALL_THEN_BINARY_SEARCH as SMALL_THEN_BINARY_SEARCH
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "binary_search": "BINARY_SEARCH",
            "coin_weighing": "COIN_WEIGHING",
            "reproduction": "reproduce",
            "solver": "SMALL_THEN_BINARY_SEARCH",
        },
    )
