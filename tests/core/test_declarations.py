"""Every function that the C++ library exports belongs to one module."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from codepegs.core.binding import NativeObject, Signature, Struct, exported_signature

SOURCES = Path(__file__).parents[2] / "src"
EXPORT = re.compile(r"^CODEPEGS_EXPORT\((\w+)", re.MULTILINE)
STRUCT = re.compile(r"^CODEPEGS_STRUCT\((\w+)", re.MULTILINE)
OBJECT = re.compile(r"^CODEPEGS_(OBJECT|FREE)\((\w+)\)", re.MULTILINE)


def modules() -> list[ModuleType]:
    paths = sorted(SOURCES.rglob("loops.py"))
    return [import_module(".".join(path.relative_to(SOURCES).with_suffix("").parts)) for path in paths]


def sources() -> list[str]:
    paths = [path for path in sorted(SOURCES.rglob("*")) if path.suffix in (".cpp", ".hpp")]
    return [path.read_text() for path in paths if path.name != "export.hpp"]  # it explains the macros


def exports(module: ModuleType) -> list[str]:
    """The functions that the C++ files beside a module export."""
    folder = SOURCES.joinpath(*module.__name__.split(".")).parent  # a wheel has no C++
    return [name for path in sorted(folder.glob("*.cpp")) for name in EXPORT.findall(path.read_text())]


@pytest.mark.parametrize("module", modules(), ids=[module.__name__ for module in modules()])
def test_a_module_has_the_functions_of_its_folder(module: ModuleType) -> None:
    assert exports(module)
    for name in exports(module):
        signature = exported_signature(name)
        assert signature is not None
        function = getattr(module, name)
        assert (function.__name__, function.__module__) == (name, module.__name__)
        assert getattr(module, name) is function
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        assert names == tuple(Signature(signature).parameters)


def test_every_export_is_in_the_folder_of_one_module() -> None:
    exported = [name for text in sources() for name in EXPORT.findall(text)]
    assert sorted(name for module in modules() for name in exports(module)) == sorted(exported)
    assert len(set(exported)) == len(exported)


@pytest.mark.parametrize("module", modules(), ids=[module.__name__ for module in modules()])
def test_a_module_has_the_structs_of_its_folder(module: ModuleType) -> None:
    folder = SOURCES.joinpath(*module.__name__.split(".")).parent
    for name in STRUCT.findall("".join(path.read_text() for path in sorted(folder.glob("*.[ch]pp")))):
        struct = getattr(module, name)
        assert issubclass(struct, Struct)
        assert struct.stated.startswith(f"{name}{{")


def test_structs_and_objects_are_declared_once() -> None:
    structs = [name for text in sources() for name in STRUCT.findall(text)]
    objects = [(kind, name) for text in sources() for kind, name in OBJECT.findall(text)]
    assert len(set(structs)) == len(structs)
    assert len(set(objects)) == len(objects)
    assert {name for kind, name in objects if kind == "OBJECT"} == {name for kind, name in objects if kind == "FREE"}
    for _, name in objects:
        assert issubclass(getattr(modules()[0], name), NativeObject)
