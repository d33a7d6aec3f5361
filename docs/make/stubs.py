"""Write what editors and type checkers know of the names that are made at run time: `python docs/make/stubs.py`.

`__init__.pyi` imports the public names of a package. `core/native.pyi` has the C++ functions, with the types that the
library states and the comments above the functions, and the classes of structs and objects. The page calls some of
these functions through `web/src/lib/engine/native.ts`, which is made from the same signatures and comments.
"""

from __future__ import annotations

import ast
import json
import re
import runpy
import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path

from codepegs.core.binding import NativeObject, Signature, Struct, Type, exported_signature, struct_class
from codepegs.files import write_whole

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"

PAGE = ROOT / "web" / "src" / "lib" / "engine" / "native.ts"
"""The TypeScript of the functions that the page calls."""

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
    return packages | {SOURCE / "codepegs" / "core" / "native.pyi": _native(), PAGE: page_binding()}


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


def _sources() -> dict[str, str]:
    """The C++ by its path in the package."""
    paths = [path for path in sorted(SOURCE.rglob("*.[ch]pp")) if path.name != "export.hpp"]  # it explains the macros
    return {str(path.relative_to(SOURCE / "codepegs")): path.read_text(encoding="utf-8") for path in paths}


def _native() -> str:
    parts = []
    for path, text in _sources().items():
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
    first, *others = _description_of_struct(name, source)
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


def _description_of_struct(name: str, source: str) -> list[str]:
    """The lines of the comment above the declaration of a struct."""
    found = re.search(rf"((?:^/// ?.*\n)+)^struct {name} {{", source, re.MULTILINE)
    assert found, f"{name} has no comment with /// above its declaration"
    return re.sub(r"^/// ?", "", found[1], flags=re.MULTILINE).splitlines()


def _description(name: str, source: str) -> list[str]:
    """The lines of the comment above the definition of a function."""
    found = re.search(rf"((?:^/// ?.*\n)+)(?:^[\w:<>, ]+\n)?(?:^[\w:<>, ]+[ *&])?{name}\(", source, re.MULTILINE)
    assert found, f"{name} has no comment with /// above its definition"
    return re.sub(r"^/// ?", "", found[1], flags=re.MULTILINE).splitlines()


# --- the page


def page_binding(stated: Callable[[str], str] = _stated) -> str:
    """The TypeScript of the functions that `packaging/page_engine.py` exports, of their structs and their objects.

    There is a class for each of its modules. `stated` returns the signature of a function.
    """
    page = runpy.run_path(str(ROOT / "packaging" / "page_engine.py"))
    signatures = {
        module.binding: {name: Signature(stated(name)) for name in module.functions}
        for module in page["MODULES"].values()
    }
    structs = {binding: _structs_of(own.values()) for binding, own in signatures.items()}
    known = {name: struct for own in structs.values() for name, struct in own.items()}
    objects = {name for module in page["MODULES"].values() for name in module.objects}
    types: list[str] = []
    for path, text in _sources().items():
        own = [known[name] for name in STRUCT.findall(text) if name in known]
        made = [name for name in FREE.findall(text) if name in objects]
        types += [f"// {path}"] * bool(own or made)
        types += [_interface(struct, _description_of_struct(struct.__name__, text)) for struct in own]
        types += [f'export type {name} = NativeObject<"{name}">;' for name in made]
    classes = [_binding(binding, own, structs[binding]) for binding, own in signatures.items()]
    return PAGE_TEMPLATE.format(types="\n\n".join(types), classes="\n\n".join(classes))


def _structs_of(signatures: Iterable[Signature]) -> dict[str, type[Struct]]:
    """The structs that functions take, by name."""
    kinds = [kind.kind for signature in signatures for kind in signature.parameters.values()]
    return {kind.__name__: kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Struct)}


def _binding(binding: str, signatures: dict[str, Signature], structs: dict[str, type[Struct]]) -> str:
    """The class of a module."""
    methods: list[str] = []
    writers: list[str] = []
    for path, text in _sources().items():
        functions = [signatures[name] for name in EXPORT.findall(text) if name in signatures]
        methods += [f"  // {path}"] * bool(functions)
        methods += [_method(signature, _description(signature.name, text)) for signature in functions]
        writers += [_writer(structs[name]) for name in STRUCT.findall(text) if name in structs]
    writers = ["  // structs, written to the memory of the module", *writers] if writers else []
    return CLASS_TEMPLATE.format(name=binding, methods="\n\n".join([*methods, *writers]))


PAGE_TEMPLATE = """\
/**
 * The C++ functions that the page calls, and the structs that they take, by name. Written by `docs/make/stubs.py` from
 * the signatures that the C++ library states; the lines "C++:" are compared with those of the compiled modules.
 */

import {{ instantiate, Module, type NativeArray, type NativeObject }} from "./module";

export type {{ NativeArray, NativeObject }} from "./module";

{types}

{classes}
"""
"""The file of the page; braces are doubled."""

CLASS_TEMPLATE = """\
/** The functions of a module, which has a memory of its own. */
export class {name} extends Module {{
  /** Start the module from its bytes. */
  static async start(bytes: BufferSource): Promise<{name}> {{
    return new {name}(await instantiate(bytes));
  }}

{methods}
}}"""
"""A class in this file."""


def _interface(struct: type[Struct], description: list[str]) -> str:
    """The interface of a struct."""
    fields = "".join(f"\n  readonly {name}: {_typescript(kind)};" for name, kind in struct.types.items())
    comment = _documented([*description, "", f"C++: `{struct.stated}`"], "")
    return f"{comment}\nexport interface {struct.__name__} {{{fields}\n}}"


def _writer(struct: type[Struct]) -> str:
    """The method that writes a struct and returns its address."""
    name = struct.__name__
    start = f"this.struct({_slots(struct.types.values())})"
    written = _chained("return ", [start, *_written(struct.types.items())], ".address;")
    return f"  private {name}(given: {name}): number {{\n    {written}\n  }}"


def _method(signature: Signature, description: list[str]) -> str:
    """The method that calls a function."""
    text = re.sub(r"\{[^}]*\}", "", signature.text)  # structs by their names
    comment = _documented([*description, "", f"C++: `{text}`"], "  ")
    types = [f"{name}: {_typescript(kind)}" for name, kind in signature.parameters.items()]
    results = [_typescript(kind) for kind in signature.results]
    result = f"[{', '.join(results)}]" if signature.returns_tuple else next(iter(results), "void")
    head = f"  {signature.name}(given: {{"
    line = f"{head} {'; '.join(types)} }}): {result} {{"
    if len(line) > LINE:
        line = "\n".join([head, *(f"    {one};" for one in types), f"  }}): {result} {{"])
    read = [_read(kind, slot) for slot, kind in enumerate(signature.results)]
    returned = f"[{', '.join(read)}]" if signature.returns_tuple else next(iter(read), "")
    body = [
        _chained("", ["this.arguments()", *_written(signature.parameters.items())], ";"),
        f'this.run("{signature.name}");',
        *([f"return {returned};"] if returned else []),
    ]
    return "\n    ".join([f"{comment}\n{line}", *body]) + "\n  }"


def _chained(start: str, calls: list[str], end: str) -> str:
    """Calls of methods, one after another, in a method: on one line if they fit."""
    line = f"{start}{'.'.join(calls)}{end}"
    return line if len(line) + 4 <= LINE else start + "\n      .".join(calls) + end


def _documented(lines: Iterable[str], indent: str) -> str:
    return "\n".join([f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"])


def _typescript(kind: Type) -> str:
    """The type of a value in TypeScript."""
    if _is_array(kind):
        element, rank = kind.name.removeprefix("const ").removesuffix("]").split("[")
        return f'NativeArray<"{element}", {rank}>'
    if kind.kind is not None:
        return str(kind.kind.__name__)
    return "boolean" if kind.name == "bool" else "number"


def _written(parameters: Iterable[tuple[str, Type]]) -> list[str]:
    """The calls that write the values `given` to slots, one after another."""
    calls = []
    for name, kind in parameters:
        if _is_array(kind):
            calls.append(f"array(given.{name})")
        elif kind.kind is None:
            calls.append(f"{kind.name}(given.{name})")
        elif issubclass(kind.kind, NativeObject):
            calls.append(f"pointer(given.{name}.address)")
        else:
            calls.append(f"pointer(this.{kind.kind.__name__}(given.{name}))")
    return calls


def _read(kind: Type, slot: int) -> str:
    """The expression of a result."""
    if kind.kind is None:
        return f"this.{kind.name}({slot})"
    return f'this.object("{kind.kind.__name__}")'


def _slots(types: Iterable[Type]) -> int:
    """The number of slots that values take."""
    return sum(1 + int(kind.name[-2]) if _is_array(kind) else 1 for kind in types)


def _is_array(kind: Type) -> bool:
    return kind.name.endswith("]")


if __name__ == "__main__":
    for path, text in stubs().items():
        write_whole(path, text)
