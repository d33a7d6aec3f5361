"""The large games report: "Mastermind: an algorithm for the generalised version of the Mastermind game"."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.reports.large_games.reproduction import reproduce as reproduce
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "reproduction": "reproduce",
        },
    )
