# The public names of `codepegs.reports.parallel_knuth`, written by `docs/make/stubs.py`.
from codepegs.reports.parallel_knuth.chunks import ChunkPlan, PlannedThreads, Span
from codepegs.reports.parallel_knuth.claims import CLAIMS
from codepegs.reports.parallel_knuth.reproduction import busy_seconds, reproduce, spans_of_one_search, timelines

__all__ = ["CLAIMS", "ChunkPlan", "PlannedThreads", "Span", "busy_seconds", "reproduce", "spans_of_one_search",
    "timelines"]
