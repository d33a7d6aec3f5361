"""Searches for optimal and good strategy trees, and certificates of optimality.

Members:

- `beam`: Good trees of games that are too large for an exact search, by repeated beam searches with increasing effort.
- `best_first`: Lower bounds on the guesses that any strategy needs, for games too large for a search to the end.
- `certificate`: Certificates: proofs that no strategy is better than an optimal tree, and the compiled checker of them.
- `game_search`: The search of a whole game, in parts that threads, processes and other machines can share.
- `journal`: The journal of a long search: the facts proved so far, one per line, from which the search can be
  continued.
- `objectives`: Optimal trees of whole games, with proof.
- `passes`: The file with what a pass of `improve` begins with, so that a search that was interrupted ends as if it was
  not.
- `search_state`: What is known during the search of a game: first guesses, their parts, the bounds of both.
- `set_search`: Optimal trees of sets of codes by branch and bound in C++; one search per thread, one table for all.
- `weighed_beam`: Good trees of games with weights, costs or another end: a few guesses are tried at each set, small
  sets are searched.
"""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "beam": "ImproveProgress PASSES check_size improve",
        "certificate": "Certificate CompiledBoard certify check_certificate_objective check_certificate_size",
        "search_state": "Bounds",
        "journal": "Journal",
        "best_first": "LowerBound lower_bound",
        "objectives": "Found TreeObjective iter_optimal optimal",
        "set_search": "KEY_BITS MOST_CODES_SEARCHED SearchOptions Searcher",
    },
)
