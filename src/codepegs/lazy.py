"""Public names of a package, imported when they are first used.

`docs/make/stubs.py` reads each call of `lazy_names` and writes the imports to `__init__.pyi`, for editors and mypy.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module


def lazy_names(
    package: str, modules: dict[str, str]
) -> tuple[list[str], Callable[[str], object], Callable[[], list[str]]]:
    """Make what a package needs to import its public names lazily (PEP 562)."""
    homes = {name: module for module, names in modules.items() for name in names.split()}

    def get_name(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, into = import_module(f"{package}.{homes[name]}"), vars(sys.modules[package])
        into[name] = value = getattr(module, name)
        made = vars(module)
        for other in modules[homes[name]].split():
            if other in made:  # otherwise the module is still being imported, or is lazy itself
                into.setdefault(other, made[other])
        return value

    names = sorted(homes)
    return names, get_name, lambda: sorted({*vars(sys.modules[package]), *names})
