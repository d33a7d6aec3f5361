# The public names of `codepegs.candidates`, written by `docs/make/stubs.py`.
from codepegs.candidates.candidates import Candidates, all_keys, code_numbers, colors_held, parts_of, split_by_part
from codepegs.candidates.consistent import SEARCH_NODES, find_consistent, same_guess_twice
from codepegs.candidates.contradictions import (
    ContradictionExplanation,
    MOST_EXPLAINED,
    check_secret,
    check_win,
    contradiction_sentences,
    explain_contradiction,
)
from codepegs.candidates.exact_search import Decision, decide, decide_if_few
from codepegs.candidates.key_layout import KeyLayout, Keys, MOST_CODES
from codepegs.candidates.listed_codes import guess_keys, parts_between_keys
from codepegs.candidates.partition import Objective, flagged, log_table, scores
from codepegs.candidates.permutations import are_arrangements, arrangements_of
from codepegs.candidates.symmetry import differing_guesses

__all__ = ["Candidates", "ContradictionExplanation", "Decision", "KeyLayout", "Keys", "MOST_CODES", "MOST_EXPLAINED",
    "Objective", "SEARCH_NODES", "all_keys", "are_arrangements", "arrangements_of", "check_secret", "check_win",
    "code_numbers", "colors_held", "contradiction_sentences", "decide", "decide_if_few", "differing_guesses",
    "explain_contradiction", "find_consistent", "flagged", "guess_keys", "log_table", "parts_between_keys", "parts_of",
    "same_guess_twice", "scores", "split_by_part"]
