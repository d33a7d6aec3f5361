"""The parallel Knuth report: its reproduction."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.reports.parallel_knuth.reproduction import (
        busy_seconds as busy_seconds,
        reproduce as reproduce,
        spans_of_one_search as spans_of_one_search,
    )
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "reproduction": "busy_seconds reproduce spans_of_one_search",
        },
    )
