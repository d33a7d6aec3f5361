"""Advice, reviews and estimates for a position or a game."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "bounds": (
            "bits_of_places describe GameDescription least_by_capacity least_by_information least_if_known_false "
            "least_worst_case_with_one_lie LieStrategy reply_capacity solve_with_one_lie"
        ),
        "candidate_list": "Belief belief_of CandidateList check_consistency Consistency list_candidates PossibleColor",
        "coach": "check_size GameReview review ReviewedTurn",
        "coach_wording": "left_count left_words",
        "suggestions": (
            "CandidateCount check_memory choose_move ChosenMove CodeProbability count_candidates MOST_COUNTED "
            "POSTERIOR_SHOWN predict predict_best_first predict_turn suggest Suggestions"
        ),
        "verification": "CertificateCheck TreeCheck verify",
    },
)
