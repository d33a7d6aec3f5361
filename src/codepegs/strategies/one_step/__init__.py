"""One-step strategies: score each guess by the partition it makes and play the best."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.strategies.one_step.codebreaker import (
        ENTROPY as ENTROPY,
        EXPECTED_SIZE as EXPECTED_SIZE,
        MAX_PARTS as MAX_PARTS,
        MINIMAX as MINIMAX,
    )
    from codepegs.strategies.one_step.custom import one_step_strategy as one_step_strategy
    from codepegs.strategies.one_step.exhaustive import (
        ExhaustiveCodebreaker as ExhaustiveCodebreaker,
        refuses_large as refuses_large,
    )
    from codepegs.strategies.one_step.first_guesses import (
        NAMED as NAMED,
        check_first as check_first,
        first_guess as first_guess,
        random_code as random_code,
    )
    from codepegs.strategies.one_step.loops import Cells as Cells, cells as cells, code_rules as code_rules
    from codepegs.strategies.one_step.opening import (
        best_opening as best_opening,
        count_color_patterns as count_color_patterns,
        entropy_bits as entropy_bits,
        first_shares as first_shares,
        ranked_openings as ranked_openings,
    )
    from codepegs.strategies.one_step.plan import OneStepPlan as OneStepPlan
    from codepegs.strategies.one_step.ranking import (
        best_suggestions as best_suggestions,
        describe as describe,
        estimate as estimate,
        figures_of as figures_of,
    )
    from codepegs.strategies.one_step.search import (
        OneStep as OneStep,
        PlaneSet as PlaneSet,
        Ties as Ties,
        best_guess as best_guess,
        best_scored as best_scored,
        only_order_is_open as only_order_is_open,
        part_sizes as part_sizes,
        scores_of as scores_of,
    )
    from codepegs.strategies.one_step.walk import (
        walk as walk,
        walked_lengths as walked_lengths,
        walked_tree as walked_tree,
    )
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "codebreaker": "ENTROPY EXPECTED_SIZE MAX_PARTS MINIMAX",
            "custom": "one_step_strategy",
            "exhaustive": "ExhaustiveCodebreaker refuses_large",
            "first_guesses": "NAMED check_first first_guess random_code",
            "loops": "Cells cells code_rules",
            "opening": "best_opening count_color_patterns entropy_bits first_shares ranked_openings",
            "plan": "OneStepPlan",
            "ranking": "best_suggestions describe estimate figures_of",
            "search": "OneStep PlaneSet Ties best_guess best_scored only_order_is_open part_sizes scores_of",
            "walk": "walk walked_lengths walked_tree",
        },
    )
