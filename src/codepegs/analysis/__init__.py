"""Advice, reviews and estimates for a position or a game."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "bounds": "bits_of_places least_by_capacity least_by_information least_if_known_false reply_capacity",
        "candidate_list": "Belief belief_of CandidateList check_consistency Consistency list_candidates PossibleColor",
        "description": "GameDescription describe_game",
        "lies": "LieStrategy least_worst_case_with_one_lie solve_with_one_lie",
        "move": "ChosenMove choose_move",
        "suggestions": (
            "CandidateCount check_memory CodeProbability count_candidates MOST_COUNTED POSTERIOR_SHOWN predict "
            "predict_best_first predict_turn suggest Suggestions"
        ),
        "verification": "CertificateCheck TreeCheck verify",
    },
)
