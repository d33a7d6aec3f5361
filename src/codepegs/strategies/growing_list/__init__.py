"""A strategy for many pegs and few colours: it refines a list of partial codes turn by turn.

Members:

- `codebreaker`: The growing list: an exact list of partial codes, filtered by the replies and refined as far as there
  is space.
- `partial_codes`: An exact list of partial codes, for games with too many codes to list.
"""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "codebreaker": "ExactGrowingList GROWING_LIST GrowingListCodebreaker GrowingListOptions",
    },
)
