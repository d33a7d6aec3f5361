"""A strategy for large games with many colours, which keeps facts instead of a list of candidates.

Members:

- `codebreaker`: The codebreaker of the strategy `streaming`, for large games.
"""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "codebreaker": "STREAMING StreamingOptions",
    },
)
