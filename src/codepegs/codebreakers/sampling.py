"""The strong player where codes cannot be listed: it draws codes that fit, and asks what tells them apart."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from codepegs.advice import Suggestion
from codepegs.codebreakers.door import Budget, Codebreaker, Declaration, Guess, Move, Report, Strategy, UnderNoise
from codepegs.codebreakers.first import check_first, first_guess
from codepegs.codebreakers.opening import best_opening
from codepegs.errors import Contradiction
from codepegs.game import Code, Game
from codepegs.noise import Noise, NoiseOptions
from codepegs.seeds import Seed
from codepegs.texts import Position, Turn

MOST_PEGS, MOST_COLORS = 100, 255
"""Pegs and colours whose counts fit into bytes with their signs."""


class SamplingOptions(NoiseOptions, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Options of the sampling player."""

    first: Annotated[str | None, Meta(description="first guess: a code, random, half (111222) or aabc (112345)")] = None
    samples: Annotated[int, Meta(ge=50, le=100_000, description="codes by which guesses are compared")] = 3_000
    moves: Annotated[
        int, Meta(ge=1_000, le=10_000_000_000, description="most moves of the chains in one turn")
    ] = 40_000_000
    listed: Annotated[
        int, Meta(ge=0, le=5_000_000, description="candidates up to which all are listed, so that play is exact")
    ] = 60_000
    steps: Annotated[int, Meta(ge=0, le=1_000_000, description="changes tried in each climb for a better guess")] = 1_500
