"""The two-part solver report: B. Provendier, "Effective Mastermind Solver Algorithms"."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.reports.two_part_solver.reproduction import reproduce as reproduce
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "reproduction": "reproduce",
        },
    )
