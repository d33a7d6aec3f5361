"""Advice, reviews and estimates for a position or a game."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "beliefs": "Belief belief_of",
        "candidate_list": "CandidateList PossibleColor list_candidates",
        "consistency": "Consistency check_consistency",
        "description": "GameDescription describe_game",
        "information_bound": "bits_of_places least_by_information",
        "lies": "LieStrategy least_worst_case_with_one_lie solve_with_one_lie",
        "move": "ChosenMove choose_move",
        "noise_bounds": "least_by_capacity least_if_known_false reply_capacity",
        "suggestions": (
            "CandidateCount check_memory CodeProbability count_candidates MOST_COUNTED POSTERIOR_SHOWN predict "
            "predict_best_first predict_turn suggest Suggestions"
        ),
        "verification": "CertificateCheck TreeCheck verify",
    },
)
