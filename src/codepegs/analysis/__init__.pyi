# The public names of `codepegs.analysis`, written by `docs/make/stubs.py`.
from codepegs.analysis.bounds import (
    GameDescription,
    LieStrategy,
    bits_of_places,
    describe_game,
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
    "Consistency", "GameDescription", "LieStrategy", "MOST_COUNTED", "POSTERIOR_SHOWN", "PossibleColor", "Suggestions",
    "TreeCheck", "belief_of", "bits_of_places", "check_consistency", "check_memory", "choose_move", "count_candidates",
    "describe_game", "least_by_capacity", "least_by_information", "least_if_known_false",
    "least_worst_case_with_one_lie", "list_candidates", "predict", "predict_best_first", "predict_turn",
    "reply_capacity", "solve_with_one_lie", "suggest", "verify"]
