"""The two-part solver report: its strategies, and its reproduction.

Members:

- `claims`: The claims of the two-part solver report, in the order of its sections, and what is better beside it.
- `genetic`: The genetic algorithm that the two-part solver report cites: codes are bred until some are consistent.
- `reproduction`: The two-part solver report: B. Provendier, "Effective Mastermind Solver Algorithms"; its tables and
  its claims.
- `solver`: The strategies of the two-part solver report: small games, its two methods for large ones, and both
  together.
"""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "genetic": "GENETIC",
        "claims": "CLAIMS",
        "reproduction": "reproduce",
        "solver": (
            "Asked BRUTE_FORCE COLOR_FIRST SIMPLIFIED_MINIMAX SMALL_THEN_COLOR_FIRST Script UNKNOWN script_strategy "
            "two_parts"
        ),
    },
)
