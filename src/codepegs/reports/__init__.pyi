# The public names of `codepegs.reports`, written by `docs/make/stubs.py`.
from codepegs.reports.pages.session import Session
from codepegs.reports.registry import (
    PublishedReport,
    REPORTS,
    figures_of,
    judge,
    judged_claims,
    measured_claims,
    report_named,
    reproduce,
)

__all__ = ["PublishedReport", "REPORTS", "Session", "figures_of", "judge", "judged_claims", "measured_claims",
    "report_named", "reproduce"]
