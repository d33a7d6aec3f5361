# The public names of `codepegs.reports`, written by `docs/make/stubs.py`.
from codepegs.reports.registry import REPORTS, report_named, reproduce

__all__ = ["REPORTS", "report_named", "reproduce"]
