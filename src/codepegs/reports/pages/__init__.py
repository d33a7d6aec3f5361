"""The pages of a reproduction: text, tables, pictures, and measurements that outlive an interrupt.

Members:

- `claims`: The claims of a report, each judged by comparing the report's figure with a measured one.
- `estimates`: Figures with their standard errors, and what they decide: True or False beyond two standard errors,
  otherwise None.
- `page`: One page of results: Markdown with tables and pictures, how figures are measured, kept and said.
- `session`: The program of a report: what it asks, how it reads the answers, what it plays and how it prints a game.
"""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "claims": "About BEGIN Claim END Judged Verdict between_marks close counts table_of_claims within_errors",
        "estimates": "BEYOND CLEAR clearly_above difference estimate every exceeds in_turn mean_difference mean_of "
        "opposite ratio ratio_of_means",
        "page": "Effort Measured Measurements NotStored Page Values duration evaluation_command fit_power grid_lines "
        "grid_of grid_table heat_map in_words machine markdown_table measured milliseconds sample shortest spread "
        "stated_of tables_of texts_of",
        "session": "Session",
    },
)
