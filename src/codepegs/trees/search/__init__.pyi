# The public names of `codepegs.trees.search`, written by `docs/make/stubs.py`.
from codepegs.trees.search.beam import ImproveProgress, PASSES, check_size, improve
from codepegs.trees.search.best_first import LowerBound, lower_bound
from codepegs.trees.search.certificate import (
    Certificate,
    CompiledBoard,
    certify,
    check_certificate_objective,
    check_certificate_size,
)
from codepegs.trees.search.journal import Journal
from codepegs.trees.search.objectives import Found, TreeObjective, iter_optimal, optimal
from codepegs.trees.search.search_state import Bounds
from codepegs.trees.search.set_search import KEY_BITS, MOST_CODES_SEARCHED, SearchOptions, Searcher

__all__ = ["Bounds", "Certificate", "CompiledBoard", "Found", "ImproveProgress", "Journal", "KEY_BITS", "LowerBound",
    "MOST_CODES_SEARCHED", "PASSES", "SearchOptions", "Searcher", "TreeObjective", "certify",
    "check_certificate_objective", "check_certificate_size", "check_size", "improve", "iter_optimal", "lower_bound",
    "optimal"]
