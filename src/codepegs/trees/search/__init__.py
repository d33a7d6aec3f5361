"""Searches for optimal and good strategy trees, and certificates of optimality."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.trees.search.beam import (
        ImproveProgress as ImproveProgress,
        check_size as check_size,
        improve as improve,
    )
    from codepegs.trees.search.best_first import LowerBound as LowerBound, lower_bound as lower_bound
    from codepegs.trees.search.certificate import (
        Certificate as Certificate,
        certify as certify,
        check_certificate_objective as check_certificate_objective,
        check_certificate_size as check_certificate_size,
    )
    from codepegs.trees.search.game_search import MOST_CODES_SEARCHED as MOST_CODES_SEARCHED, Bounds as Bounds
    from codepegs.trees.search.journal import Journal as Journal
    from codepegs.trees.search.objectives import (
        Found as Found,
        TreeObjective as TreeObjective,
        optimal as optimal,
    )
    from codepegs.trees.search.set_search import (
        KEY_BITS as KEY_BITS,
        Searcher as Searcher,
        SearchOptions as SearchOptions,
    )
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "beam": "ImproveProgress check_size improve",
            "certificate": "Certificate certify check_certificate_objective check_certificate_size",
            "game_search": "Bounds MOST_CODES_SEARCHED",
            "journal": "Journal",
            "best_first": "LowerBound lower_bound",
            "objectives": "Found TreeObjective optimal",
            "set_search": "KEY_BITS SearchOptions Searcher",
        },
    )
