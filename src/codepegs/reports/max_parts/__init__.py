"""The Max Parts report: its strategy, and its reproduction."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "aabc": "AABC_MAX_PARTS",
        "claims": "CLAIMS",
        "reproduction": "reproduce",
    },
)
