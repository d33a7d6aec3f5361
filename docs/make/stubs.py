"""Write the stubs, from which editors and mypy know what is made at run time: `python docs/make/stubs.py`.

`__init__.pyi` imports the public names of a package. `native.pyi` has the C++ functions of a folder, with the types
that the library states and the comments above the functions, and the classes of structs and objects.
"""

from __future__ import annotations

import ast
import json
import re
import textwrap
from pathlib import Path
from typing import Any

from codepegs.core.binding import NativeObject, Signature, Struct, exported_signature
from codepegs.files import write_whole

SOURCE = Path(__file__).parents[2] / "src"

EXPORT = re.compile(r"^CODEPEGS_EXPORT\((\w+)", re.MULTILINE)

STRUCT = re.compile(r"^CODEPEGS_STRUCT\((\w+)", re.MULTILINE)

TYPES = ("In1", "In2", "In3", "InOut1", "InOut2", "InOut3", "U64")
"""The types of arrays and numbers in `core/binding.py`."""

LINE = 120
"""Longest line."""


def stubs() -> dict[Path, str]:
    """The text of each file."""
    packages = {path.with_suffix(".pyi"): _package(path) for path in sorted(SOURCE.rglob("__init__.py"))}
    return packages | {path.with_name("native.pyi"): _native(path.parent) for path in sorted(SOURCE.rglob("loops.py"))}


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


def _native(folder: Path) -> str:
    own = STRUCT.findall("".join(path.read_text(encoding="utf-8") for path in _sources(folder)))
    signatures = {
        path: [Signature(_exported(name)) for name in EXPORT.findall(path.read_text(encoding="utf-8"))]
        for path in sorted(folder.glob("*.cpp"))
    }
    every = [signature for listed in signatures.values() for signature in listed]
    kinds = {
        kind.annotation: kind for signature in every for kind in [*signature.parameters.values(), *signature.results]
    }
    classes: dict[str, Any] = {name: kind.kind for name, kind in sorted(kinds.items()) if isinstance(kind.kind, type)}
    structs = {name: kind for name, kind in classes.items() if name in own}
    made = [name for name, kind in classes.items() if issubclass(kind, NativeObject)]
    fields = [kind.annotation for struct in structs.values() for kind in struct.types.values()]
    used = {re.split(r"\W", annotation)[0] for annotation in [*kinds, *fields]} - {"int", "float", "bool", *own, *made}
    types = sorted(name for name in used if name in TYPES)
    types += [base.__name__ for base, named in ((NativeObject, made), (Struct, own)) if named]
    imports = {"codepegs.core.binding": types}
    for name in sorted(used.difference(types)):
        imports.setdefault(_module_of(name), []).append(name)
    head = [
        f'"""The C++ functions and structs of `{folder.name}/`, written by `docs/make/stubs.py`."""',
        "import numpy as np",
        "\n".join(f"from {source} import {', '.join(listed)}" for source, listed in imports.items()),
        *(f"class {name}(NativeObject): ..." for name in made),
        *(_struct(name, struct, folder) for name, struct in structs.items()),
    ]
    parts = [
        part
        for path, listed in signatures.items()
        if listed
        for part in [f"# {path.name}", *(_function(one, _description(one.name, path.read_text())) for one in listed)]
    ]
    return "\n\n".join([*head, *parts]) + "\n"


def _sources(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.glob("*.[ch]pp")) if path.name != "export.hpp"]  # it explains the macros


def _exported(name: str) -> str:
    text = exported_signature(name)
    assert text is not None, f"{name} is not in the library: build it with make"
    return text


def _module_of(struct: str) -> str:
    """The module that has a struct: that of the folder whose C++ declares it."""
    (found,) = (
        path.parent
        for path in SOURCE.rglob("loops.py")
        if any(struct in STRUCT.findall(source.read_text(encoding="utf-8")) for source in _sources(path.parent))
    )
    return ".".join(found.relative_to(SOURCE).parts) + ".loops"


def _struct(name: str, struct: type[Struct], folder: Path) -> str:
    """The stub of a struct: the comment above it in C++, and its fields."""
    source = next(text for path in _sources(folder) if f"\nstruct {name} {{" in (text := path.read_text("utf-8")))
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
