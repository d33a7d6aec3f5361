"""The parallel Knuth report: its plans for dividing the work, and its reproduction."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "chunks": "ChunkPlan PlannedThreads Span",
        "claims": "CLAIMS",
        "reproduction": "busy_seconds reproduce spans_of_one_search timelines",
    },
)
