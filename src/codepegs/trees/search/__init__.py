"""Searches for optimal and good strategy trees, and certificates of optimality."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "beam": "ImproveProgress PASSES check_size improve",
        "certificate": "Certificate CompiledBoard certify check_certificate_objective check_certificate_size",
        "search_state": "Bounds",
        "journal": "Journal",
        "best_first": "LowerBound lower_bound",
        "objectives": "Found TreeObjective iter_optimal optimal",
        "set_search": "KEY_BITS MOST_CODES_SEARCHED SearchOptions Searcher",
    },
)
