"""The large games report: its strategies and coin weighing, with which it compares itself, and its reproduction."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "binary_search": "BINARY_SEARCH SMALL_THEN_BINARY_SEARCH",
        "claims": "CLAIMS",
        "reproduction": "reproduce",
        "coin_weighing": "COIN_WEIGHING",
    },
)
