"""The two-part solver report: its strategies, and its reproduction."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "claims": "CLAIMS",
        "reproduction": "reproduce",
        "scripted": "BRUTE_FORCE COLOR_FIRST UNKNOWN black_pegs_only script_strategy",
        "solver": "SIMPLIFIED_MINIMAX SMALL_THEN_COLOR_FIRST",
    },
)
