"""The C++ library: calls of its functions, and the choice of a build.

Public names: `native_functions` binds functions; `Struct`, `NativeObject` and the array types declare what they take
(`codepegs.core.binding`); `library_info` describes the loaded library
(`codepegs.core.library`).
"""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.core.binding import (
        U64 as U64,
        In1 as In1,
        In2 as In2,
        In3 as In3,
        InOut1 as InOut1,
        InOut2 as InOut2,
        InOut3 as InOut3,
        NativeObject as NativeObject,
        Struct as Struct,
        native_functions as native_functions,
    )
    from codepegs.core.constants import (
        BLACK_AND_TOTAL as BLACK_AND_TOTAL,
        BLACK_ONLY as BLACK_ONLY,
        COUNTED_BY_SLOT as COUNTED_BY_SLOT,
        ENTROPY_SCALE as ENTROPY_SCALE,
        MARKED_BY_SLOT as MARKED_BY_SLOT,
        TOTAL_ONLY as TOTAL_ONLY,
        WHITE_ONLY as WHITE_ONLY,
    )
    from codepegs.core.elementary import exp as exp, log as log, log2 as log2, log_factorials as log_factorials
    from codepegs.core.library import library_info as library_info
    from codepegs.core.loops import (
        CodeRules as CodeRules,
        reply_parts as reply_parts,
        reply_parts_8 as reply_parts_8,
        slot_replies as slot_replies,
    )
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "binding": "In1 In2 In3 InOut1 InOut2 InOut3 NativeObject Struct U64 native_functions",
            "constants": (
                "BLACK_AND_TOTAL BLACK_ONLY COUNTED_BY_SLOT ENTROPY_SCALE MARKED_BY_SLOT TOTAL_ONLY WHITE_ONLY"
            ),
            "elementary": "exp log log2 log_factorials",
            "library": "library_info",
            "loops": "CodeRules reply_parts reply_parts_8 slot_replies",
        },
    )
