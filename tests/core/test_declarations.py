"""Every function, struct and object that the C++ library exports is an attribute of one module."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from codepegs.core import loops
from codepegs.core.binding import NativeObject, Signature, Struct, exported_signature

SOURCES = Path(__file__).parents[2] / "src"
EXPORT = re.compile(r"^CODEPEGS_EXPORT\((\w+)", re.MULTILINE)
STRUCT = re.compile(r"^CODEPEGS_STRUCT\((\w+)", re.MULTILINE)
OBJECT = re.compile(r"^CODEPEGS_(OBJECT|FREE)\((\w+)\)", re.MULTILINE)


def sources() -> list[Path]:
    paths = [path for path in sorted(SOURCES.rglob("*")) if path.suffix in (".cpp", ".hpp")]
    return [path for path in paths if path.name != "export.hpp"]  # it explains the macros


FOLDERS = sorted({path.parent.relative_to(SOURCES) for path in sources() if EXPORT.search(path.read_text())})


@pytest.mark.parametrize("folder", FOLDERS, ids=map(str, FOLDERS))
def test_the_functions_of_a_folder(folder: Path) -> None:
    for name in [name for path in SOURCES.joinpath(folder).glob("*.cpp") for name in EXPORT.findall(path.read_text())]:
        signature = exported_signature(name)
        assert signature is not None
        function = getattr(loops, name)
        assert (function.__name__, function.__module__) == (name, "codepegs.core.loops")
        assert getattr(loops, name) is function
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        assert names == tuple(Signature(signature).parameters)


def test_names_are_declared_once() -> None:
    texts = [path.read_text() for path in sources()]
    objects = [(kind, name) for text in texts for kind, name in OBJECT.findall(text)]
    assert {name for kind, name in objects if kind == "OBJECT"} == {name for kind, name in objects if kind == "FREE"}
    assert len(set(objects)) == len(objects)
    freed = [name for kind, name in objects if kind == "FREE"]
    structs = [name for text in texts for name in STRUCT.findall(text)]
    names = [name for text in texts for name in EXPORT.findall(text)] + structs + freed
    assert len(set(names)) == len(names)
    for name in freed:
        assert issubclass(getattr(loops, name), NativeObject)
    for name in structs:
        struct = getattr(loops, name)
        assert issubclass(struct, Struct)
        assert struct.stated.startswith(f"{name}{{")
