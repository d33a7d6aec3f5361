# The public names of `codepegs.core`, written by `docs/make/stubs.py`.
from codepegs.core.binding import library_info, look, looking
from codepegs.core.loops import (
    BLACK_AND_TOTAL,
    BLACK_ONLY,
    COUNTED_BY_SLOT,
    CodeRules,
    ENTROPY_SCALE,
    MARKED_BY_SLOT,
    TOTAL_ONLY,
    WHITE_ONLY,
    exp,
    log,
    log2,
    log_factorials,
)

__all__ = ["BLACK_AND_TOTAL", "BLACK_ONLY", "COUNTED_BY_SLOT", "CodeRules", "ENTROPY_SCALE", "MARKED_BY_SLOT",
    "TOTAL_ONLY", "WHITE_ONLY", "exp", "library_info", "log", "log2", "log_factorials", "look", "looking"]
