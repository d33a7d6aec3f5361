"""A strategy for games too large to list: it samples candidates and ranks guesses by the sample."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "candidate_tracker": "Track",
        "chains": "draw_codes",
        "codebreaker": "MOST_COLORS MOST_PEGS SAMPLING SamplingOptions",
        "constraints": "Evidence is_code list_fitting part_sizes",
        "settings": "Settings",
    },
)
