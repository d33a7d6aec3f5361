"""The C++ library: calls of its functions, and the choice of a build.

Public names: `native_functions` binds functions; `Struct`, `NativeObject` and the array types declare what they take
(`codepegs.core.binding`); `library_info` describes the loaded library
(`codepegs.core.library`).
"""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "binding": "In1 In2 In3 InOut1 InOut2 InOut3 NativeObject Struct U64 native_functions",
        "constants": ("BLACK_AND_TOTAL BLACK_ONLY COUNTED_BY_SLOT ENTROPY_SCALE MARKED_BY_SLOT TOTAL_ONLY WHITE_ONLY"),
        "elementary": "exp log log2 log_factorials",
        "library": "library_info",
        "loops": "CodeRules",
    },
)
