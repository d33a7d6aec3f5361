"""List the members of each package in its docstring, one line each: `python docs/make/members.py`.

What a member is, its own docstring says in its first sentence.
"""

from __future__ import annotations

import ast
from pathlib import Path
from textwrap import fill

from codepegs.files import write_whole

SOURCE = Path(__file__).parent.parent.parent / "src" / "codepegs"
WIDTH = 120
BEGIN = "Members:\n\n"


def first_sentence(module: Path) -> str:
    """What a module or package is."""
    stated = ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or ""
    return " ".join(stated.partition("\n\n")[0].split())


def members(package: Path) -> str:
    """The list: the packages in a package, then its modules."""
    packages = {path.parent.name + "/": path for path in package.glob("*/__init__.py")}
    modules = {path.stem: path for path in package.glob("*.py") if not path.stem.startswith("__")}
    lines = [
        f"- `{name}`: {first_sentence(path)}" for name, path in [*sorted(packages.items()), *sorted(modules.items())]
    ]
    return "\n".join(fill(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False) for line in lines)


def text(package: Path) -> str:
    """The source of `__init__.py`, with the list as the last part of its docstring."""
    source = (package / "__init__.py").read_text(encoding="utf-8")
    node = ast.parse(source).body[0]
    assert isinstance(node, ast.Expr)
    lines = source.splitlines(keepends=True)
    stated = "".join(lines[node.lineno - 1 : node.end_lineno]).strip().removeprefix('"""').removesuffix('"""')
    head = stated.partition(BEGIN)[0].strip()
    before, after = "".join(lines[: node.lineno - 1]), "".join(lines[node.end_lineno :])
    return f'{before}"""{head}\n\n{BEGIN}{members(package)}\n"""\n{after}'


def texts() -> dict[Path, str]:
    """The source of each `__init__.py` that has members."""
    packages = sorted(path.parent for path in SOURCE.rglob("__init__.py"))
    return {package / "__init__.py": text(package) for package in packages}


if __name__ == "__main__":
    for path, source in texts().items():
        write_whole(path, source.encode())
