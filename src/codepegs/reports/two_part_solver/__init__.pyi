# The public names of `codepegs.reports.two_part_solver`, written by `docs/make/stubs.py`.
from codepegs.reports.two_part_solver.claims import CLAIMS
from codepegs.reports.two_part_solver.genetic import GENETIC
from codepegs.reports.two_part_solver.reproduction import reproduce
from codepegs.reports.two_part_solver.solver import (
    Asked,
    BRUTE_FORCE,
    COLOR_FIRST,
    SIMPLIFIED_MINIMAX,
    SMALL_THEN_COLOR_FIRST,
    Script,
    UNKNOWN,
    script_strategy,
    two_parts,
)

__all__ = ["Asked", "BRUTE_FORCE", "CLAIMS", "COLOR_FIRST", "GENETIC", "SIMPLIFIED_MINIMAX", "SMALL_THEN_COLOR_FIRST",
    "Script", "UNKNOWN", "reproduce", "script_strategy", "two_parts"]
