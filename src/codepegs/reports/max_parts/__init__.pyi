# The public names of `codepegs.reports.max_parts`, written by `docs/make/stubs.py`.
from codepegs.reports.max_parts.aabc import AABC_MAX_PARTS
from codepegs.reports.max_parts.claims import CLAIMS
from codepegs.reports.max_parts.reproduction import reproduce

__all__ = ["AABC_MAX_PARTS", "CLAIMS", "reproduce"]
