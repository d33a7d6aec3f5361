"""The pages of a reproduction: text, tables, pictures, and measurements that outlive an interrupt."""

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
