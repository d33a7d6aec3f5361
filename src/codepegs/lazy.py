"""Public names: those of a package are imported when they are first used; `help` lists those of a class in an order.

`docs/make/stubs.py` reads each call of `lazy_names` and writes the imports to `__init__.pyi`, for editors and mypy.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

Made = TypeVar("Made", bound=type[Any])


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


def in_source_order(made: Made, *first: str) -> Made:
    """Let `help` list the public names of a class as in the source, after the `first`; special methods last."""
    # `pydoc` sorts by name, but by `_fields` first if a class has this attribute.
    public = (name for name in vars(made) if not name.startswith("_"))
    made._fields = (*first, *(name for name in public if name not in first))
    return made


def in_help_order(*first: str) -> Callable[[Made], Made]:
    """As `in_source_order`, with the names that come first."""
    return lambda made: in_source_order(made, *first)
