"""Candidates, their partitions, the search for the best guess, symmetry, and contradictions."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "candidates": (
            "Candidates colors_held decide decide_if_few Decision find_consistent same_guess_twice SEARCH_NODES"
        ),
        "code_space": "CodeSpace Keys MOST_CODES",
        "contradictions": (
            "ConflictingTurns ContradictionExplanation MOST_EXPLAINED OtherRule Repair WhatIsWrong check_secret "
            "check_win contradiction_sentences explain_contradiction impossible_turns"
        ),
        "guess_search": "OneStep best_guess first_plays is_over loop_options only_order_is_open part_sizes scores_of",
        "loops": "Cells cells code_rules",
        "partitioned_sets": "Objective PartitionedSet PlaneSet Ties best_scored flagged in_order log_table scores",
        "symmetry": "Orbit are_arrangements arrangements_of differing_guesses",
    },
)
