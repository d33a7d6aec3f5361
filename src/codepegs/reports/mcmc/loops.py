"""The loops of the random walk: one guess, and whole games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codepegs.core import native_functions

if TYPE_CHECKING:
    from codepegs.reports.mcmc.native import *
else:
    __getattr__ = native_functions(globals(), structs_of="start_walk")

START_PREVIOUS, START_MOST_BLACK, START_RANDOM = 0, 1, 2
"""The start of a walk."""
