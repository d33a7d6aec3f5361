"""The tables and figures of the five reports, computed again."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.reproduce.page import Effort as Effort, machine as machine, markdown_table as markdown_table
    from codepegs.reproduce.parallel_knuth import (
        busy_seconds as busy_seconds,
        spans_of_one_search as spans_of_one_search,
    )
    from codepegs.reproduce.registry import (
        REPORTS as REPORTS,
        report_named as report_named,
        reproduce as reproduce,
    )
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "page": "Effort machine markdown_table",
            "parallel_knuth": "busy_seconds spans_of_one_search",
            "registry": "REPORTS report_named reproduce",
        },
    )
