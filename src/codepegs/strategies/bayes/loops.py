"""The loops of exact Bayesian inference: the counts of all codes, and the expected costs of guesses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codepegs.core import native_functions

if TYPE_CHECKING:
    from codepegs.strategies.bayes.native import *
else:
    __getattr__ = native_functions(globals(), structs_of="add_misfits channel_costs expected_costs")

EXCLUDED = 255
"""The count of a code that was guessed and did not end the game."""

MOST_FALSE = 254
"""Largest count of false replies that is distinguished."""

CURVE_STEPS = 8
"""Points of a cost curve for each bit of entropy."""
