# The public names of `codepegs.reports.pages`, written by `docs/make/stubs.py`.
from codepegs.reports.pages.grids import Values, heat_map
from codepegs.reports.pages.measurements import Measurements
from codepegs.reports.pages.page import Effort, Page, duration, machine, markdown_table, milliseconds

__all__ = ["Effort", "Measurements", "Page", "Values", "duration", "heat_map", "machine", "markdown_table",
    "milliseconds"]
