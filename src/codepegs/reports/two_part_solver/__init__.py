"""The two-part solver report: its strategies, and its reproduction."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "genetic": "GENETIC",
        "claims": "CLAIMS",
        "reproduction": "reproduce",
        "solver": (
            "Asked BRUTE_FORCE COLOR_FIRST SIMPLIFIED_MINIMAX SMALL_THEN_COLOR_FIRST Script UNKNOWN script_strategy "
            "two_parts"
        ),
    },
)
