"""Advice, reviews and estimates for a position or a game."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.analysis.beliefs import Belief as Belief, belief_of as belief_of
    from codepegs.analysis.cost_estimate import (
        check_memory as check_memory,
        predict as predict,
        predict_best_first as predict_best_first,
        predict_turn as predict_turn,
    )
    from codepegs.analysis.counting import (
        MOST_COUNTED as MOST_COUNTED,
        CandidateCount as CandidateCount,
        count_candidates as count_candidates,
    )
    from codepegs.analysis.information_bound import (
        bits_of_places as bits_of_places,
        least_by_information as least_by_information,
    )
    from codepegs.analysis.lies import (
        LieStrategy as LieStrategy,
        least_worst_case_with_one_lie as least_worst_case_with_one_lie,
        solve_with_one_lie as solve_with_one_lie,
    )
    from codepegs.analysis.noise_bounds import (
        least_by_capacity as least_by_capacity,
        least_if_known_false as least_if_known_false,
        reply_capacity as reply_capacity,
    )
    from codepegs.analysis.open_order import OpenOrder as OpenOrder, OrderNote as OrderNote
    from codepegs.analysis.suggest import (
        POSTERIOR_SHOWN as POSTERIOR_SHOWN,
        Advice as Advice,
        advise_at as advise_at,
        countable as countable,
    )
    from codepegs.analysis.verification import (
        CertificateCheck as CertificateCheck,
        TreeCheck as TreeCheck,
        verify as verify,
    )
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "beliefs": "Belief belief_of",
            "cost_estimate": "check_memory predict predict_best_first predict_turn",
            "counting": "CandidateCount MOST_COUNTED count_candidates",
            "information_bound": "bits_of_places least_by_information",
            "lies": "LieStrategy least_worst_case_with_one_lie solve_with_one_lie",
            "noise_bounds": "least_by_capacity least_if_known_false reply_capacity",
            "open_order": "OpenOrder OrderNote",
            "suggest": "Advice POSTERIOR_SHOWN advise_at countable",
            "verification": "CertificateCheck TreeCheck verify",
        },
    )
