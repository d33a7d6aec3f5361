"""Candidates, their partitions, the search for the best guess, symmetry, and contradictions.

Members:

- `candidates`: Sets of codes: list them, filter and split them by the reply to a guess; and guesses that differ by
  symmetry.
- `code_space`: Code spaces: the secrets and guesses of a game as 64-bit keys, and the replies between them.
- `contradictions`: Explanations of contradictions: the turns in conflict, and possible corrections.
- `guess_search`: The best guess for a set of candidates, by the parts it makes.
"""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "candidates": (
            "Candidates Decision Orbit SEARCH_NODES are_arrangements arrangements_of decide decide_if_few "
            "differing_guesses find_consistent only_order_is_open same_guess_twice"
        ),
        "code_space": "CodeSpace Keys MOST_CODES colors_held",
        "contradictions": (
            "ConflictingTurns ContradictionExplanation MOST_EXPLAINED OtherRule Repair WhatIsWrong check_secret "
            "check_win contradiction_sentences explain_contradiction impossible_turns"
        ),
        "guess_search": (
            "Known NEVER UNITS Objective OneStep PartitionedSet PlaneSet Ties best_guess best_preferred first_plays "
            "in_order known_at log_table loop_options objects_of part_sizes scores"
        ),
    },
)
