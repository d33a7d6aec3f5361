"""The Max Parts report: its strategy, and its reproduction."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.reports.max_parts.aabc import AABC_MAX_PARTS as AABC_MAX_PARTS
    from codepegs.reports.max_parts.reproduction import reproduce as reproduce
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "aabc": "AABC_MAX_PARTS",
            "reproduction": "reproduce",
        },
    )
