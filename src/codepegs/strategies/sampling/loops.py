"""The loops of the sampling strategy: Markov chains, listing codes, choosing guesses, and rollouts.

Loops that can take long are objects that are advanced in steps. The steps do not affect results.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codepegs.core import native_functions

if TYPE_CHECKING:
    from codepegs.strategies.sampling.native import *
else:
    __getattr__ = native_functions(
        globals(), structs_of="start_tempering start_candidate_search score_guesses begin_candidates begin_comparison"
    )

BYTE_LANES = 32
"""Turns are padded to a multiple of this, the lanes of one vector of bytes."""
