"""The parallel Knuth report: its plans for dividing the work, and its reproduction.

Members:

- `chunks`: Plans for the division of a search into chunks, and when each worker was busy.
- `claims`: The claims of the parallel Knuth report, in the order of its sections, and what is better beside it.
- `reproduction`: The parallel Knuth report: X. Su and D. Xu (2021), "Master Minds: The Report"; its measurements and
  its claims.
"""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "chunks": "ChunkPlan PlannedThreads Span",
        "claims": "CLAIMS",
        "reproduction": "busy_seconds reproduce spans_of_one_search timelines",
    },
)
