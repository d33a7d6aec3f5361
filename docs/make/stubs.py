"""Write the stubs, from which editors and mypy know what is made at run time: `python docs/make/stubs.py`.

`__init__.pyi` imports the public names of a package. `core/native.pyi` has the C++ functions, with the types that the
library states and the comments above the functions, and the classes of structs and objects.
"""

from __future__ import annotations

import ast
import json
import re
import textwrap
from pathlib import Path

from codepegs.core.binding import Signature, Struct, exported_signature, struct_class
from codepegs.files import write_whole

SOURCE = Path(__file__).parents[2] / "src"

EXPORT = re.compile(r"^CODEPEGS_EXPORT\((\w+)", re.MULTILINE)

STRUCT = re.compile(r"^CODEPEGS_STRUCT\((\w+)", re.MULTILINE)

FREE = re.compile(r"^CODEPEGS_FREE\((\w+)\)", re.MULTILINE)

TYPES = ("U64", "In1", "In2", "In3", "InOut1", "InOut2", "InOut3", "NativeObject", "Struct")
"""The types in `core/binding.py`."""

LINE = 120
"""Longest line."""


def stubs() -> dict[Path, str]:
    """The text of each file."""
    packages = {path.with_suffix(".pyi"): _package(path) for path in sorted(SOURCE.rglob("__init__.py"))}
    return packages | {SOURCE / "codepegs" / "core" / "native.pyi": _native()}


def _package(path: Path) -> str:
    """The stub of a package, from its call of `lazy_names` and its annotations."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    declared = [ast.unparse(node) for node in body if isinstance(node, ast.AnnAssign)]
    calls = [node.value for node in body if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)]
    (names,) = [ast.literal_eval(call.args[1]) for call in calls if ast.unparse(call.func) == "lazy_names"]
    package = ".".join(path.parent.relative_to(SOURCE).parts)
    imports = [
        _wrapped(f"from {package}.{module} import ", sorted(listed.split()), "")
        for module, listed in sorted(names.items())
    ]
    public = json.dumps(sorted(" ".join(names.values()).split()))
    lines = [f"# The public names of `{package}`, written by `docs/make/stubs.py`.", *imports, "", *declared]
    return "\n".join([*lines, *textwrap.wrap(f"__all__ = {public}", LINE, subsequent_indent="    "), ""])


def _native() -> str:
    paths = [path for path in sorted(SOURCE.rglob("*.[ch]pp")) if path.name != "export.hpp"]  # it explains the macros
    sources = {str(path.relative_to(SOURCE / "codepegs")): path.read_text(encoding="utf-8") for path in paths}
    parts = []
    for path, text in sources.items():
        structs = [_struct(struct_class(_stated(name)), text) for name in STRUCT.findall(text)]
        objects = [f"class {name}(NativeObject): ..." for name in FREE.findall(text)]
        functions = [_function(Signature(_stated(name)), _description(name, text)) for name in EXPORT.findall(text)]
        if structs or objects or functions:
            parts += [f"# {path}", *structs, *objects, *functions]
    used = [name for name in TYPES if re.search(rf"\b{name}\b", "".join(parts))]
    head = [
        '"""The functions, structs and objects of the C++ library, written by `docs/make/stubs.py`."""',
        "import numpy as np",
        f"from codepegs.core.binding import {', '.join(used)}",
    ]
    return "\n\n".join([*head, *parts]) + "\n"


def _stated(name: str) -> str:
    text = exported_signature(name)
    assert text is not None, f"{name} is not in the library: build it with make"
    return text


def _struct(struct: type[Struct], source: str) -> str:
    """The stub of a struct: the comment above it in C++, and its fields."""
    name = struct.__name__
    found = re.search(rf"((?:^/// ?.*\n)+)^struct {name} {{", source, re.MULTILINE)
    assert found, f"{name} has no comment with /// above its declaration"
    first, *others = re.sub(r"^/// ?", "", found[1], flags=re.MULTILINE).splitlines()
    text = "\n    ".join([f'"""{first}', *others]).replace("\n    \n", "\n\n") + '"""'
    fields = "\n    ".join(f"{field}: {kind.annotation}" for field, kind in struct.types.items())
    return f"class {name}(Struct):\n    {text}\n\n    {fields}"


def _function(signature: Signature, description: list[str]) -> str:
    """The stub of a function."""
    results = ", ".join(kind.annotation for kind in signature.results)
    result = f"tuple[{results}]" if signature.returns_tuple else results or "None"
    parameters = [f"{name}: {kind.annotation}" for name, kind in signature.parameters.items()]
    line = _wrapped(f"def {signature.name}", parameters, f" -> {result}:", always=True)
    return "\n    ".join([line, f'"""{description[0]}', *description[1:]]).replace("\n    \n", "\n\n") + '"""'


def _wrapped(start: str, items: list[str], end: str, *, always: bool = False) -> str:
    """A list in parentheses, on one line if it fits; there it has them only if `always`."""
    listed = ", ".join(items)
    line = f"{start}({listed}){end}" if always else f"{start}{listed}{end}"
    return line if len(line) <= LINE else "\n".join([f"{start}(", *(f"    {item}," for item in items), f"){end}"])


def _description(name: str, source: str) -> list[str]:
    """The lines of the comment above the definition of a function."""
    found = re.search(rf"((?:^/// ?.*\n)+)(?:^[\w:<>, ]+\n)?(?:^[\w:<>, ]+[ *&])?{name}\(", source, re.MULTILINE)
    assert found, f"{name} has no comment with /// above its definition"
    return re.sub(r"^/// ?", "", found[1], flags=re.MULTILINE).splitlines()


if __name__ == "__main__":
    for path, text in stubs().items():
        write_whole(path, text)
