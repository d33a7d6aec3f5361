"""Candidates, their partitions, symmetry, and contradictions."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.candidates.candidates import (
        Candidates as Candidates,
        all_keys as all_keys,
        code_numbers as code_numbers,
        colors_held as colors_held,
        parts_of as parts_of,
        split_by_part as split_by_part,
    )
    from codepegs.candidates.consistent import (
        SEARCH_NODES as SEARCH_NODES,
        find_consistent as find_consistent,
        same_guess_twice as same_guess_twice,
    )
    from codepegs.candidates.contradictions import (
        MOST_EXPLAINED as MOST_EXPLAINED,
        ContradictionExplanation as ContradictionExplanation,
        check_secret as check_secret,
        check_win as check_win,
        contradiction_sentences as contradiction_sentences,
        explain_contradiction as explain_contradiction,
    )
    from codepegs.candidates.exact_search import Decision as Decision, decide as decide, decide_if_few as decide_if_few
    from codepegs.candidates.key_layout import MOST_CODES as MOST_CODES, KeyLayout as KeyLayout, Keys as Keys
    from codepegs.candidates.listed_codes import guess_keys as guess_keys, parts_between_keys as parts_between_keys
    from codepegs.candidates.partition import (
        Objective as Objective,
        flagged as flagged,
        log_table as log_table,
        scores as scores,
    )
    from codepegs.candidates.permutations import (
        are_arrangements as are_arrangements,
        arrangements_of as arrangements_of,
    )
    from codepegs.candidates.symmetry import differing_guesses as differing_guesses
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "candidates": "Candidates all_keys code_numbers colors_held parts_of split_by_part",
            "consistent": "SEARCH_NODES find_consistent same_guess_twice",
            "contradictions": (
                "ContradictionExplanation MOST_EXPLAINED check_secret check_win contradiction_sentences "
                "explain_contradiction"
            ),
            "exact_search": "Decision decide decide_if_few",
            "key_layout": "KeyLayout Keys MOST_CODES",
            "listed_codes": "guess_keys parts_between_keys",
            "partition": "Objective flagged log_table scores",
            "permutations": "are_arrangements arrangements_of",
            "symmetry": "differing_guesses",
        },
    )
