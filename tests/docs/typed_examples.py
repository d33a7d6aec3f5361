"""Check the types of the Python in README.md, docs/ and docstrings: `python -m tests.docs.typed_examples`.

Each page becomes a module whose lines have the same numbers, so that a message names the place. The examples of a
docstring become a function; what they raise on purpose is left out.
"""

from __future__ import annotations

import ast
import doctest
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from mypy import api

ROOT = Path(__file__).parents[2]

SETTINGS = f"""
[mypy]
strict = True
mypy_path = {ROOT / "src"}
cache_dir = {ROOT / ".mypy_cache"}
disable_error_code = func-returns-value

[mypy-executorlib.*,gymnasium.*,pandas.*,matplotlib.*]
ignore_missing_imports = True
"""
"""As `make check`, without the types of libraries that users bring; examples may show a function that returns None."""


def lines_of_page(text: str) -> list[str]:
    """The Python of a page at its lines: examples with prompts and blocks without; all other lines are empty."""
    lines = [""] * text.count("\n") + [""]
    for block in re.finditer(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        if ">>> " not in block[1]:
            place(lines, text.count("\n", 0, block.start(1)), block[1])
    for example in doctest.DocTestParser().get_examples(text):
        if example.exc_msg is None:
            place(lines, example.lineno, example.source)
    return lines


def place(lines: list[str], start: int, source: str, indent: str = "") -> None:
    """Put source code at a line."""
    for number, line in enumerate(source.rstrip("\n").split("\n")):
        lines[start + number] = f"{indent}{line}" if line else ""


def lines_of_module(name: str, text: str) -> list[str]:
    """The examples of the public docstrings of a module at their lines, those of each docstring in a function."""
    lines, tree = [""] * (text.count("\n") + 1), ast.parse(text)
    statements = imports(tree)
    used: set[str] = set()
    for docstring in public_docstrings(tree):
        examples = [each for each in doctest.DocTestParser().get_examples(str(docstring.value)) if each.exc_msg is None]
        if not examples:
            continue
        lines[docstring.lineno - 1] = f"def example_{docstring.lineno}() -> None:"
        for example in examples:
            place(lines, docstring.lineno - 1 + example.lineno, example.source, "    ")
            used |= {each.id for each in ast.walk(ast.parse(example.source)) if isinstance(each, ast.Name)}
    here = {node.name for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    assigned = [node for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign)]
    here |= {each.id for node in assigned for each in ast.walk(node) if isinstance(each, ast.Name) and is_set(each)}
    wanted = [f"from {name} import {each}" if each in here else statements.get(each) for each in sorted(used)]
    lines[0] = "; ".join(filter(None, wanted))
    return lines


def is_set(name: ast.Name) -> bool:
    """Whether a name is assigned to."""
    return isinstance(name.ctx, ast.Store)


def imports(tree: ast.Module) -> dict[str, str]:
    """The statement that imports each name that a module imports."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            start = f"from {node.module} import" if isinstance(node, ast.ImportFrom) else "import"
            for alias in node.names:
                name = alias.asname or alias.name
                found[name] = f"{start} {alias.name} as {name}" if alias.asname else f"{start} {alias.name}"
    return found


def public_docstrings(tree: ast.Module) -> Iterator[ast.Constant]:
    """The docstrings of public classes, functions and methods."""
    owners: list[ast.AST] = [tree]
    while owners:
        for node in ast.iter_child_nodes(owners.pop()):
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
                match node.body[0]:
                    case ast.Expr(value=ast.Constant(value=str()) as docstring):
                        yield docstring
                if isinstance(node, ast.ClassDef):
                    owners.append(node)


def modules() -> Iterator[tuple[Path, list[str]]]:
    """What has examples, with the lines of its module."""
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        yield page, lines_of_page(page.read_text(encoding="utf-8"))
    for source in sorted((ROOT / "src" / "codepegs").rglob("*.py")):
        text = source.read_text(encoding="utf-8")
        if ">>> " in text and source.name != "__init__.py":
            name = ".".join(source.relative_to(ROOT / "src").with_suffix("").parts)
            yield source, lines_of_module(name, text)


def main() -> int:
    """Check all examples; return the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder, "settings.ini")
        settings.write_text(SETTINGS, encoding="utf-8")
        places = {}
        for path, lines in modules():
            if any(lines):
                module = Path(folder, re.sub(r"\W", "_", str(path.relative_to(ROOT))) + ".py")
                module.write_text("\n".join(lines) + "\n", encoding="utf-8")
                places[str(module)] = str(path.relative_to(ROOT))
        found, problems, code = api.run(["--config-file", str(settings), "--no-error-summary", *places])
    for copy, place in places.items():
        found = found.replace(copy, place)
    print(found + problems, end="")
    return code


if __name__ == "__main__":
    sys.exit(main())
