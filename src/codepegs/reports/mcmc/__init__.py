"""The MCMC report: its strategy, and its reproduction."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "claims": "CLAIMS",
        "codebreaker": "MCMC",
        "reproduction": "reproduce",
    },
)
