# The public names of `codepegs.codes`, written by `docs/make/stubs.py`.
from codepegs.codes.candidates import Candidates, all_keys, code_numbers, colors_held, parts_of, split_by_part
from codepegs.codes.consistent import Decision, SEARCH_NODES, decide, decide_if_few, find_consistent, same_guess_twice
from codepegs.codes.contradictions import (
    ContradictionExplanation,
    MOST_EXPLAINED,
    check_secret,
    check_win,
    contradiction_sentences,
    explain_contradiction,
)
from codepegs.codes.guess_search import (
    OneStep,
    PlaneSet,
    Ties,
    best_guess,
    best_scored,
    first_plays,
    loop_options,
    only_order_is_open,
    part_sizes,
    scores_of,
)
from codepegs.codes.key_layout import KeyLayout, Keys, MOST_CODES
from codepegs.codes.listed_codes import guess_keys, parts_between_keys
from codepegs.codes.loops import Cells, cells, code_rules
from codepegs.codes.partition import Objective, flagged, log_table, scores
from codepegs.codes.symmetry import are_arrangements, arrangements_of, differing_guesses
from codepegs.codes.weighted_sets import WeightedSet, in_order

__all__ = ["Candidates", "Cells", "ContradictionExplanation", "Decision", "KeyLayout", "Keys", "MOST_CODES",
    "MOST_EXPLAINED", "Objective", "OneStep", "PlaneSet", "SEARCH_NODES", "Ties", "WeightedSet", "all_keys",
    "are_arrangements", "arrangements_of", "best_guess", "best_scored", "cells", "check_secret", "check_win",
    "code_numbers", "code_rules", "colors_held", "contradiction_sentences", "decide", "decide_if_few",
    "differing_guesses", "explain_contradiction", "find_consistent", "first_plays", "flagged", "guess_keys", "in_order",
    "log_table", "loop_options", "only_order_is_open", "part_sizes", "parts_between_keys", "parts_of",
    "same_guess_twice", "scores", "scores_of", "split_by_part"]
