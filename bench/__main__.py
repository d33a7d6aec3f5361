"""`python -m bench [NAME …]`: run all parts, or those named."""

from __future__ import annotations

import sys
from importlib import import_module

from codepegs.reports.pages import machine

PARTS = (
    "kernels",
    "games",
    "strategies",
    "chunks",
    "trees",
    "lists",
    "tables",
    "sampling",
    "units",
    "large",
    "commands",
    "load",
)


def main(names: list[str]) -> int:
    """Run the parts in order; unknown names are an error."""
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(f"there is no part {unknown[0]!r}: there are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    print(f"# Speed of codepegs\n\n{machine()}")
    for name in names or PARTS:
        import_module(f"bench.{name}").run()
    return 0


sys.exit(main(sys.argv[1:]))
