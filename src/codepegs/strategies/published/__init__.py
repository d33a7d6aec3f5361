"""Strategies of the five reports, as published."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.strategies.published.binary_search import (
        BINARY_SEARCH as BINARY_SEARCH,
        binary_search_average as binary_search_average,
        most_guesses as most_guesses,
    )
    from codepegs.strategies.published.coin_weighing import COIN_WEIGHING as COIN_WEIGHING
    from codepegs.strategies.published.presets import (
        AABC_MAX_PARTS as AABC_MAX_PARTS,
        SIMPLIFIED_MINIMAX as SIMPLIFIED_MINIMAX,
        SIMPLIFIED_MOST as SIMPLIFIED_MOST,
        second_and_third as second_and_third,
    )
    from codepegs.strategies.published.scripted import (
        BRUTE_FORCE as BRUTE_FORCE,
        COLOR_FIRST as COLOR_FIRST,
        brute_force_average as brute_force_average,
        color_first_average as color_first_average,
    )
    from codepegs.strategies.published.two_parts import (
        NO_MISTAKES_BELOW as NO_MISTAKES_BELOW,
        SMALL_THEN_BINARY_SEARCH as SMALL_THEN_BINARY_SEARCH,
        SMALL_THEN_COLOR_FIRST as SMALL_THEN_COLOR_FIRST,
    )
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "binary_search": "BINARY_SEARCH binary_search_average most_guesses",
            "coin_weighing": "COIN_WEIGHING",
            "presets": "AABC_MAX_PARTS SIMPLIFIED_MINIMAX SIMPLIFIED_MOST second_and_third",
            "scripted": "BRUTE_FORCE COLOR_FIRST brute_force_average color_first_average",
            "two_parts": "NO_MISTAKES_BELOW SMALL_THEN_BINARY_SEARCH SMALL_THEN_COLOR_FIRST",
        },
    )
