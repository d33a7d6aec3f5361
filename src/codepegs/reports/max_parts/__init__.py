"""The Max Parts report: its strategy, and its reproduction.

Members:

- `aabc`: The algorithm of the Max Parts report.
- `claims`: The claims of the Max Parts report, in the order of its sections, and what is better beside it.
- `reproduction`: The Max Parts report: A. Manchanda, "Master Mind Report"; its tables and figures.
"""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "aabc": "AABC_MAX_PARTS",
        "claims": "CLAIMS",
        "reproduction": "reproduce",
    },
)
