"""The two-part solver report: B. Provendier, "Effective Mastermind Solver Algorithms"."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.reports.two_part_solver.presets import (
        AABC_MAX_PARTS as AABC_MAX_PARTS,
        SIMPLIFIED_MINIMAX as SIMPLIFIED_MINIMAX,
        SIMPLIFIED_MOST as SIMPLIFIED_MOST,
        second_and_third as second_and_third,
        start_simplified as start_simplified,
    )
    from codepegs.reports.two_part_solver.reproduction import reproduce as reproduce
    from codepegs.reports.two_part_solver.scripted import (
        BRUTE_FORCE as BRUTE_FORCE,
        COLOR_FIRST as COLOR_FIRST,
        UNKNOWN as UNKNOWN,
        ColorOptions as ColorOptions,
        script_strategy as script_strategy,
    )
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "presets": "AABC_MAX_PARTS SIMPLIFIED_MINIMAX SIMPLIFIED_MOST second_and_third start_simplified",
            "reproduction": "reproduce",
            "scripted": "BRUTE_FORCE COLOR_FIRST UNKNOWN ColorOptions script_strategy",
        },
    )
