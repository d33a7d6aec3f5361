"""Five published reports: a folder for each, with its strategies and its reproduction."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.reports.registry import REPORTS as REPORTS, report_named as report_named, reproduce as reproduce
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "registry": "REPORTS report_named reproduce",
        },
    )
