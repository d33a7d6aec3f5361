"""The MCMC report: its strategy, and its reproduction."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.reports.mcmc.codebreaker import MCMC as MCMC
    from codepegs.reports.mcmc.reproduction import reproduce as reproduce
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "codebreaker": "MCMC",
            "reproduction": "reproduce",
        },
    )
