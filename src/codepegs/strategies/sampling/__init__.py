"""A strategy for games too large to list: it samples candidates and ranks guesses by the sample."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "candidate_tracker": "Evidence Settings Track draw_codes is_code list_fitting part_sizes",
        "codebreaker": "MOST_COLORS MOST_PEGS SAMPLING SamplingOptions",
    },
)
