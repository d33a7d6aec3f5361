# The public names of `codepegs.analysis`, written by `docs/make/stubs.py`.
from codepegs.analysis.beliefs import Belief, belief_of
from codepegs.analysis.cost_estimate import check_memory, predict, predict_best_first, predict_turn
from codepegs.analysis.counting import CandidateCount, MOST_COUNTED, count_candidates
from codepegs.analysis.information_bound import bits_of_places, least_by_information
from codepegs.analysis.lies import LieStrategy, least_worst_case_with_one_lie, solve_with_one_lie
from codepegs.analysis.noise_bounds import least_by_capacity, least_if_known_false, reply_capacity
from codepegs.analysis.open_order import OpenOrder, OrderNote
from codepegs.analysis.suggest import Advice, POSTERIOR_SHOWN, advise_at, countable
from codepegs.analysis.verification import CertificateCheck, TreeCheck, verify

__all__ = ["Advice", "Belief", "CandidateCount", "CertificateCheck", "LieStrategy", "MOST_COUNTED", "OpenOrder",
    "OrderNote", "POSTERIOR_SHOWN", "TreeCheck", "advise_at", "belief_of", "bits_of_places", "check_memory",
    "count_candidates", "countable", "least_by_capacity", "least_by_information", "least_if_known_false",
    "least_worst_case_with_one_lie", "predict", "predict_best_first", "predict_turn", "reply_capacity",
    "solve_with_one_lie", "verify"]
