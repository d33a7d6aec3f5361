# The public names of `codepegs.reports.pages`, written by `docs/make/stubs.py`.
from codepegs.reports.pages.claims import (
    BEGIN,
    Claim,
    END,
    Judged,
    Verdict,
    at_least,
    at_most,
    below,
    between_marks,
    cited,
    close,
    counts,
    equal,
    every,
    is_so,
    listed,
    sample,
    share,
    table_of_claims,
    times_as,
    within_errors,
)
from codepegs.reports.pages.grids import Values, grid_lines, grid_of, grid_table, heat_map
from codepegs.reports.pages.measurements import Measured, Measurements
from codepegs.reports.pages.page import (
    Effort,
    NotStored,
    Page,
    duration,
    evaluation_command,
    machine,
    markdown_table,
    measured,
    milliseconds,
    spread,
)

__all__ = ["BEGIN", "Claim", "END", "Effort", "Judged", "Measured", "Measurements", "NotStored", "Page", "Values",
    "Verdict", "at_least", "at_most", "below", "between_marks", "cited", "close", "counts", "duration", "equal",
    "evaluation_command", "every", "grid_lines", "grid_of", "grid_table", "heat_map", "is_so", "listed", "machine",
    "markdown_table", "measured", "milliseconds", "sample", "share", "spread", "table_of_claims", "times_as",
    "within_errors"]
