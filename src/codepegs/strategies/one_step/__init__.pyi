# The public names of `codepegs.strategies.one_step`, written by `docs/make/stubs.py`.
from codepegs.strategies.one_step.codebreaker import ENTROPY, EXPECTED_SIZE, MAX_PARTS, MINIMAX
from codepegs.strategies.one_step.custom import one_step_strategy
from codepegs.strategies.one_step.exhaustive import (
    ExhaustiveCodebreaker,
    best_suggestions,
    describe,
    estimate,
    figures_of,
    refuses_large,
)
from codepegs.strategies.one_step.opening import (
    best_opening,
    count_color_patterns,
    entropy_bits,
    first_shares,
    ranked_openings,
)
from codepegs.strategies.one_step.plan import OneStepPlan

__all__ = ["ENTROPY", "EXPECTED_SIZE", "ExhaustiveCodebreaker", "MAX_PARTS", "MINIMAX", "OneStepPlan", "best_opening",
    "best_suggestions", "count_color_patterns", "describe", "entropy_bits", "estimate", "figures_of", "first_shares",
    "one_step_strategy", "ranked_openings", "refuses_large"]
