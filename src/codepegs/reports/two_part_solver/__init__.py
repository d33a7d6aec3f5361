"""The two-part solver report: its strategies, and its reproduction."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.reports.two_part_solver.reproduction import reproduce as reproduce
    from codepegs.reports.two_part_solver.scripted import (
        BRUTE_FORCE as BRUTE_FORCE,
        COLOR_FIRST as COLOR_FIRST,
        UNKNOWN as UNKNOWN,
        script_strategy as script_strategy,
    )
    from codepegs.reports.two_part_solver.solver import (
        SIMPLIFIED_MINIMAX as SIMPLIFIED_MINIMAX,
        SMALL_THEN_COLOR_FIRST as SMALL_THEN_COLOR_FIRST,
    )
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "reproduction": "reproduce",
            "scripted": "BRUTE_FORCE COLOR_FIRST UNKNOWN script_strategy",
            "solver": "SIMPLIFIED_MINIMAX SMALL_THEN_COLOR_FIRST",
        },
    )
