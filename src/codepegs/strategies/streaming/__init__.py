"""A strategy for large games with many colours, which keeps facts instead of a list of candidates."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.strategies.streaming.codebreaker import STREAMING as STREAMING, StreamingOptions as StreamingOptions
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "codebreaker": "STREAMING StreamingOptions",
        },
    )
