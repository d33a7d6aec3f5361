"""The loops of the genetic algorithm: a population of codes, and the choice among consistent ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codepegs.core import native_functions

if TYPE_CHECKING:
    from codepegs.reports.two_part_solver.native import *
else:
    __getattr__ = native_functions(globals(), structs_of="start_population")
