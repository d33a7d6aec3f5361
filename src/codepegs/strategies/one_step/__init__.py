"""One-step strategies: score each guess by the partition it makes and play the best."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "codebreaker": "ENTROPY EXPECTED_SIZE MAX_PARTS MINIMAX",
        "custom": "one_step_strategy",
        "exhaustive": "ExhaustiveCodebreaker best_suggestions describe estimate figures_of refuses_large",
        "opening": "best_opening count_color_patterns entropy_bits first_shares ranked_openings",
        "plan": "OneStepPlan",
    },
)
