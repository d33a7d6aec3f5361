"""The pages of a reproduction: text, tables, pictures, and measurements that outlive an interrupt."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "claims": "About BEGIN END Claim Judged Verdict at_least at_most below between_marks claims_of close counts "
        "equal every table_of_claims within_errors",
        "grids": "Values grid_lines grid_of grid_table heat_map",
        "measurements": "Measured Measurements",
        "page": "Effort NotStored Page evaluation_command machine markdown_table measured spread texts_of",
        "words": "duration in_words milliseconds sample",
    },
)
