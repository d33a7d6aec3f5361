"""The large games report: its strategies and coin weighing, with which it compares itself, and its reproduction.

Members:

- `binary_search`: The large games report's binary search: count each colour, find a code without black, then halve
  intervals.
- `claims`: The claims of the large games report, in the order of its sections, and what is better beside it.
- `coin_weighing`: A baseline for large games from the literature: many intervals per guess, distinguished by coin
  weighing.
- `reproduction`: The large games report: its graphs and its running times, for small games and for large ones, and its
  claims.
"""

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
