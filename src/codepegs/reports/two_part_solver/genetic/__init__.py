"""A genetic algorithm that breeds consistent codes."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.reports.two_part_solver.genetic.codebreaker import GENETIC as GENETIC
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "codebreaker": "GENETIC",
        },
    )
