# The public names of `codepegs.strategies.sampling`, written by `docs/make/stubs.py`.
from codepegs.strategies.sampling.candidate_tracker import (
    Evidence,
    Settings,
    Track,
    draw_codes,
    is_code,
    list_fitting,
    part_sizes,
)
from codepegs.strategies.sampling.codebreaker import MOST_CHAIN_COLORS, MOST_CHAIN_PEGS, SAMPLING, SamplingOptions

__all__ = ["Evidence", "MOST_CHAIN_COLORS", "MOST_CHAIN_PEGS", "SAMPLING", "SamplingOptions", "Settings", "Track",
    "draw_codes", "is_code", "list_fitting", "part_sizes"]
