"""Candidates, their partitions, the search for the best guess, symmetry, and contradictions."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "candidates": "Candidates all_keys code_numbers colors_held parts_of split_by_part",
        "consistent": "SEARCH_NODES find_consistent same_guess_twice",
        "contradictions": (
            "ConflictingTurns ContradictionExplanation MOST_EXPLAINED OtherRule Repair check_secret check_win "
            "contradiction_sentences explain_contradiction"
        ),
        "exact_search": "Decision decide decide_if_few",
        "guess_search": (
            "OneStep PlaneSet Ties best_guess best_scored first_plays loop_options only_order_is_open part_sizes "
            "scores_of"
        ),
        "key_layout": "KeyLayout Keys MOST_CODES",
        "listed_codes": "guess_keys parts_between_keys",
        "loops": "Cells cells code_rules",
        "partition": "Objective flagged log_table scores",
        "permutations": "are_arrangements arrangements_of",
        "symmetry": "differing_guesses",
        "weighted_sets": "WeightedSet in_order",
    },
)
