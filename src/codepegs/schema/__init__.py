"""Typed records of what commands and the server report."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.schema.catalog import (
        preset_records as preset_records,
        strategy_records as strategy_records,
        tree_record as tree_record,
    )
    from codepegs.schema.records import (
        CoachRecord as CoachRecord,
        ConflictRecord as ConflictRecord,
        ImageRecord as ImageRecord,
        OpenOrderRecord as OpenOrderRecord,
        ProbabilityRecord as ProbabilityRecord,
        SolveRecord as SolveRecord,
        SuggestionRecord as SuggestionRecord,
        SuggestRecord as SuggestRecord,
    )
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "catalog": "preset_records strategy_records tree_record",
            "records": (
                "CoachRecord ConflictRecord ImageRecord OpenOrderRecord ProbabilityRecord SolveRecord "
                "SuggestRecord SuggestionRecord"
            ),
        },
    )
