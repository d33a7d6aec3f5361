"""Write the stubs, from which editors and mypy know what is made at run time: `python docs/make/stubs.py`.

`__init__.pyi` imports the public names of a package. `native.pyi` has the C++ functions of a folder, with the types
that the library states and the comments above the functions, and the classes of objects that the folder does not
declare in Python.
"""

from __future__ import annotations

import ast
import json
import re
import textwrap
from importlib import import_module
from pathlib import Path

from codepegs.core import binding
from codepegs.core.binding import NativeObject, Signature, exported_signature
from codepegs.files import write_whole

SOURCE = Path(__file__).parents[2] / "src"

EXPORT = re.compile(r"^CODEPEGS_EXPORT\((\w+)", re.MULTILINE)

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
    module = ".".join(folder.relative_to(SOURCE).parts) + ".loops"
    classes = vars(import_module(module))
    declared = set(re.findall(r"\w+", (folder / "loops.py").read_text(encoding="utf-8")))
    parts, used = [], set()
    for path in sorted(folder.glob("*.cpp")):
        source = path.read_text(encoding="utf-8")
        functions = []
        for name in EXPORT.findall(source):
            text = exported_signature(name)
            assert text is not None, f"{name} is not in the library: build it with make"
            signature = Signature(text, classes)
            used |= {kind.annotation for kind in [*signature.parameters.values(), *signature.results]}
            functions.append(_function(signature, _description(name, source)))
        if functions:
            parts += [f"# {path.name}", *functions]
    names = sorted({re.split(r"\W", annotation)[0] for annotation in used} - {"int", "float", "bool"})
    types = [name for name in names if hasattr(binding, name)]
    own = [name for name in names if name not in types]
    made = [name for name in own if name not in declared]
    types += [NativeObject.__name__] * bool(made)
    imports = {"codepegs.core.binding": types, module: [name for name in own if name in declared]}
    head = [
        f'"""The C++ functions of `{folder.name}/`, written by `docs/make/stubs.py`."""',
        "import numpy as np",
        "\n".join(f"from {source} import {', '.join(listed)}" for source, listed in imports.items() if listed),
        *(f"class {name}(NativeObject): ..." for name in made),
    ]
    return "\n\n".join([*head, *parts]) + "\n"


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
