"""A strategy for many pegs and few colours: it refines a list of partial codes turn by turn."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.strategies.growing_list.codebreaker import (
        GROWING_LIST as GROWING_LIST,
        GrowingListOptions as GrowingListOptions,
        OwnGuessesCodebreaker as OwnGuessesCodebreaker,
    )
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "codebreaker": "GROWING_LIST GrowingListOptions OwnGuessesCodebreaker",
        },
    )
