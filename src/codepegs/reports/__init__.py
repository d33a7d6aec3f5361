"""Five published reports: a folder for each, with its strategies and its reproduction."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "registry": "REPORTS PublishedReport figures_of judge judged_claims measured_claims report_named reproduce",
        "pages.session": "Session",
    },
)
