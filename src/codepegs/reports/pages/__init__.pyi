# The public names of `codepegs.reports.pages`, written by `docs/make/stubs.py`.
from codepegs.reports.pages.claims import (
    About,
    BEGIN,
    Claim,
    END,
    Judged,
    Verdict,
    at_least,
    at_most,
    below,
    between_marks,
    claims_of,
    close,
    counts,
    equal,
    every,
    table_of_claims,
    within_errors,
)
from codepegs.reports.pages.grids import Values, grid_lines, grid_of, grid_table, heat_map
from codepegs.reports.pages.measurements import Measured, Measurements
from codepegs.reports.pages.page import (
    Effort,
    NotStored,
    Page,
    evaluation_command,
    machine,
    markdown_table,
    measured,
    spread,
    texts_of,
)
from codepegs.reports.pages.words import duration, in_words, milliseconds, sample

__all__ = ["About", "BEGIN", "Claim", "END", "Effort", "Judged", "Measured", "Measurements", "NotStored", "Page",
    "Values", "Verdict", "at_least", "at_most", "below", "between_marks", "claims_of", "close", "counts", "duration",
    "equal", "evaluation_command", "every", "grid_lines", "grid_of", "grid_table", "heat_map", "in_words", "machine",
    "markdown_table", "measured", "milliseconds", "sample", "spread", "table_of_claims", "texts_of", "within_errors"]
