"""A genetic algorithm that breeds consistent codes."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "codebreaker": "GENETIC",
    },
)
