# The public names of `codepegs.analysis`, written by `docs/make/stubs.py`.
from codepegs.analysis.bounds import (
    GameDescription,
    LieStrategy,
    bits_of_places,
    describe,
    least_by_capacity,
    least_by_information,
    least_if_known_false,
    least_worst_case_with_one_lie,
    reply_capacity,
    solve_with_one_lie,
)
from codepegs.analysis.candidate_list import (
    Belief,
    CandidateList,
    Consistency,
    PossibleColor,
    belief_of,
    check_consistency,
    list_candidates,
)
from codepegs.analysis.coach import GameReview, ReviewedTurn, check_size, review
from codepegs.analysis.coach_wording import left_count, left_words
from codepegs.analysis.fixed_sets import FixedTests, fixed_tests
from codepegs.analysis.suggestions import (
    CandidateCount,
    ChosenMove,
    CodeProbability,
    MOST_COUNTED,
    POSTERIOR_SHOWN,
    Suggestions,
    check_memory,
    choose_move,
    count_candidates,
    predict,
    predict_best_first,
    predict_turn,
    suggest,
)
from codepegs.analysis.verification import CertificateCheck, TreeCheck, verify

__all__ = ["Belief", "CandidateCount", "CandidateList", "CertificateCheck", "ChosenMove", "CodeProbability",
    "Consistency", "FixedTests", "GameDescription", "GameReview", "LieStrategy", "MOST_COUNTED", "POSTERIOR_SHOWN",
    "PossibleColor", "ReviewedTurn", "Suggestions", "TreeCheck", "belief_of", "bits_of_places", "check_consistency",
    "check_memory", "check_size", "choose_move", "count_candidates", "describe", "fixed_tests", "least_by_capacity",
    "least_by_information", "least_if_known_false", "least_worst_case_with_one_lie", "left_count", "left_words",
    "list_candidates", "predict", "predict_best_first", "predict_turn", "reply_capacity", "review",
    "solve_with_one_lie", "suggest", "verify"]
