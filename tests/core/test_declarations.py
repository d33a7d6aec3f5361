"""Every function that the C++ library exports is declared once in Python, as it is in C++."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from codepegs.core import loops as core_loops
from codepegs.core.binding import NativeObject, Struct, declared_functions

SOURCES = Path(__file__).parents[2] / "src"
EXPORT = re.compile(r"^CODEPEGS_EXPORT\((\w+)", re.MULTILINE)
OBJECT = re.compile(r"^CODEPEGS_(OBJECT|FREE)\((\w+)\)", re.MULTILINE)


def modules() -> list[ModuleType]:
    paths = sorted(SOURCES.rglob("loops.py"))
    return [import_module(".".join(path.relative_to(SOURCES).with_suffix("").parts)) for path in paths]


def sources() -> list[str]:
    paths = [path for path in sorted(SOURCES.rglob("*")) if path.suffix in (".cpp", ".hpp")]
    return [path.read_text() for path in paths if path.name != "export.hpp"]  # it explains the macros


@pytest.mark.parametrize("module", modules(), ids=[module.__name__ for module in modules()])
def test_declarations_are_those_of_the_library(module: ModuleType) -> None:
    functions = declared_functions(module)
    for function in functions:
        function.check()
        documented = getattr(module, function.name).__doc__
        assert documented, f"{function.name} has no docstring"


def test_every_export_is_declared_once() -> None:
    assert core_loops in modules()
    exported = [name for text in sources() for name in EXPORT.findall(text)]
    declared = [function.name for module in modules() for function in declared_functions(module)]
    assert sorted(declared) == sorted(exported)
    assert len(set(exported)) == len(exported)


def test_structs_and_objects_are_declared_once() -> None:
    declared = [
        name
        for module in modules()
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Struct | NativeObject) and value.__module__ == module.__name__
    ]
    assert len(set(declared)) == len(declared)
    objects = [(kind, name) for text in sources() for kind, name in OBJECT.findall(text)]
    assert len(set(objects)) == len(objects)
    assert {name for kind, name in objects if kind == "OBJECT"} == {name for kind, name in objects if kind == "FREE"}
    assert {name for _, name in objects} <= set(declared)
