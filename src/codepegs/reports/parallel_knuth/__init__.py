"""The parallel Knuth report: its plans for dividing the work, and its reproduction."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.reports.parallel_knuth.chunks import (
        ChunkPlan as ChunkPlan,
        PlannedThreads as PlannedThreads,
        Span as Span,
    )
    from codepegs.reports.parallel_knuth.reproduction import (
        busy_seconds as busy_seconds,
        reproduce as reproduce,
        spans_of_one_search as spans_of_one_search,
    )
    from codepegs.reports.parallel_knuth.timing_plots import (
        speed_up_by_chunks as speed_up_by_chunks,
        speed_up_by_workers as speed_up_by_workers,
        timelines as timelines,
        times_by_chunks as times_by_chunks,
    )
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "chunks": "ChunkPlan PlannedThreads Span",
            "reproduction": "busy_seconds reproduce spans_of_one_search",
            "timing_plots": "speed_up_by_chunks speed_up_by_workers timelines times_by_chunks",
        },
    )
