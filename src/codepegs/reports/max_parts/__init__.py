"""The Max Parts report: A. Manchanda, "Master Mind Report"."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.reports.max_parts.reproduction import reproduce as reproduce
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "reproduction": "reproduce",
        },
    )
