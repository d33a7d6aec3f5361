"""A strategy for many pegs and few colours: it refines a list of partial codes turn by turn."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "codebreaker": "ExactGrowingList GROWING_LIST GrowingListCodebreaker GrowingListOptions",
    },
)
