# The public names of `codepegs.codes`, written by `docs/make/stubs.py`.
from codepegs.codes.candidates import (
    Candidates,
    Decision,
    Orbit,
    SEARCH_NODES,
    are_arrangements,
    arrangements_of,
    decide,
    decide_if_few,
    differing_guesses,
    find_consistent,
    only_order_is_open,
    same_guess_twice,
)
from codepegs.codes.code_space import CodeSpace, Keys, MOST_CODES, colors_held
from codepegs.codes.contradictions import (
    ConflictingTurns,
    ContradictionExplanation,
    MOST_EXPLAINED,
    OtherRule,
    Repair,
    WhatIsWrong,
    check_secret,
    check_win,
    contradiction_sentences,
    explain_contradiction,
    impossible_turns,
)
from codepegs.codes.guess_search import (
    NEVER,
    Objective,
    OneStep,
    PartitionedSet,
    PlaneSet,
    Ties,
    UNITS,
    best_guess,
    best_scored,
    first_plays,
    flagged,
    in_order,
    log_table,
    loop_options,
    part_sizes,
    scores,
)
from codepegs.codes.known import Known, known_at

__all__ = ["Candidates", "CodeSpace", "ConflictingTurns", "ContradictionExplanation", "Decision", "Keys", "Known",
    "MOST_CODES", "MOST_EXPLAINED", "NEVER", "Objective", "OneStep", "Orbit", "OtherRule", "PartitionedSet", "PlaneSet",
    "Repair", "SEARCH_NODES", "Ties", "UNITS", "WhatIsWrong", "are_arrangements", "arrangements_of", "best_guess",
    "best_scored", "check_secret", "check_win", "colors_held", "contradiction_sentences", "decide", "decide_if_few",
    "differing_guesses", "explain_contradiction", "find_consistent", "first_plays", "flagged", "impossible_turns",
    "in_order", "known_at", "log_table", "loop_options", "only_order_is_open", "part_sizes", "same_guess_twice",
    "scores"]
