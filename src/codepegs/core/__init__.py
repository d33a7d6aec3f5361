"""The C++ library: calls of its functions, and the choice of a build.

All its functions and structs are attributes of `codepegs.core.loops`; `library_info` describes the loaded
library; `looking` lets something else be done between its loops, and `look` does it at once.

Members:

- `binding`: Calls of functions of the C++ library, bound by name from the signatures that the library states.
- `loops`: The loops: every function, struct and object of the C++ library is an attribute of this module.
"""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "binding": "library_info look looking",
        "loops": (
            "BLACK_AND_TOTAL BLACK_ONLY CodeRules COUNTED_BY_SLOT ENTROPY_SCALE MARKED_BY_SLOT TOTAL_ONLY WHITE_ONLY "
            "exp log log2 log_factorials"
        ),
    },
)
