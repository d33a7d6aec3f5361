"""The packages import each other one way."""

from __future__ import annotations

import ast
import re
import runpy
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

import codepegs
from codepegs.strategies import STRATEGIES
from codepegs.strategies.entry_points import OWN

SOURCE = Path(codepegs.__file__).parent

MODULES = {
    ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix("__init__").removesuffix("."): path
    for path in SOURCE.rglob("*.py")
}
"""Every module by its name without `codepegs.`; the package itself is the empty name."""


def subject(module: str) -> str:
    """The package that a module belongs to; a module of `codepegs` itself counts as one."""
    if module in MODULES and MODULES[module].name == "__init__.py":
        return module
    return module.rpartition(".")[0] or module


@cache
def homes(package: str) -> dict[str, str]:
    """The public names of a package, each with its module."""
    return {
        alias.name: (node.module or "").partition(".")[2]
        for node in ast.parse(MODULES[package].with_suffix(".pyi").read_text(encoding="utf-8")).body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


@cache
def import_statements(module: str) -> list[ast.Import | ast.ImportFrom]:
    """The statements of a module that import, also inside functions and for types alone."""
    nodes = ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8")))
    return [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]


def imported(module: str, by_home: bool = False) -> Iterator[str]:
    """The modules of codepegs that a module imports, also inside functions and for types alone."""
    for node in import_statements(module):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] == "codepegs":
            base = node.module.partition(".")[2]
            for alias in node.names:
                name = f"{base}.{alias.name}".lstrip(".")
                if by_home and base in MODULES and MODULES[base].name == "__init__.py":
                    name = homes(base).get(alias.name, name)
                yield name if name in MODULES else base
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.partition(".")[0] == "codepegs":
                    yield alias.name.partition(".")[2]


NAMED = re.compile(r"codepegs\.([\w.]+):\w+")
"""A text that names something of a module, as an entry point does."""

ENTRY_POINTS = "strategies.entry_points"
"""Names what any package may add to the strategies from above; a test compares it with pyproject.toml."""


def named(module: str) -> Iterator[str]:
    """The modules that a module names in texts, to import from them when it runs."""
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and module != ENTRY_POINTS:
            yield from NAMED.findall(node.value)


def graph() -> dict[str, set[str]]:
    """What each subject imports; a public name of a package counts as its module."""
    found: dict[str, set[str]] = {}
    for module in MODULES:
        if not module:
            continue
        subjects = {subject(other) for other in (*imported(module, by_home=True), *named(module))}
        found.setdefault(subject(module), set()).update(subjects - {subject(module)})
    return found


def test_imports_have_no_circles() -> None:
    order = list(TopologicalSorter(graph()).static_order())
    assert order.index("errors") < order.index("game") < order.index("codes") < order.index("cli")


def test_a_circle_is_found() -> None:
    circular = graph()
    circular["errors"].add("cli")
    with pytest.raises(CycleError):
        TopologicalSorter(circular).prepare()


def test_entry_points_are_those_of_the_project() -> None:
    """All of ours are known without a search through what is installed; each is there under its own name."""
    made = runpy.run_path(str(SOURCE.parents[1] / "docs" / "make" / "entry_points.py"))
    assert MODULES[ENTRY_POINTS].read_text(encoding="utf-8") == made["text"](), "run make reference"
    assert [strategy.name for strategy in STRATEGIES.values()][: len(OWN)] == list(OWN)


def test_a_module_named_in_a_text_is_imported() -> None:
    assert list(named("gym")) == ["gym"]
    assert not [module for module in MODULES for other in named(module) if other not in MODULES]


def test_packages_list_their_members() -> None:
    made = runpy.run_path(str(SOURCE.parents[1] / "docs" / "make" / "members.py"))
    for path, source in made["texts"]().items():
        assert path.read_text(encoding="utf-8") == source, f"{path}: run make reference"


MOST_IN_CIRCLE = 3
"""Modules of one package that may import each other, also inside functions and for types alone."""

REACH_BY_FACE = {"game.kinds", "game.listed", "game.notation", "game.reply", "game.reply_table", "game.rules",
                 "game.table_files"}  # fmt: skip
"""Modules that look names up in the face of their own package when they run: values, whose texts others read."""


def test_circles_of_modules_are_small() -> None:
    within = {
        module: {other for other in imported(module) if other in MODULES and subject(other) == subject(module)}
        - {module}
        for module, path in MODULES.items()
        if path.name != "__init__.py"
    }

    def reached(module: str) -> set[str]:
        found: set[str] = set()
        pending = [module]
        while pending:
            new = within.get(pending.pop(), set()) - found
            found |= new
            pending += new
        return found

    everything = {module: reached(module) for module in within}
    for module, found in everything.items():
        circle = {other for other in found if module in everything.get(other, ())}
        assert len(circle) <= MOST_IN_CIRCLE, sorted(circle)


def test_only_values_reach_what_stands_on_them() -> None:
    """They ask the face of their package; so no circle is hidden elsewhere."""
    found = {
        module
        for module in MODULES
        for node in import_statements(module)
        if isinstance(node, ast.ImportFrom) and node.module == "codepegs"
        for alias in node.names
        if module.startswith(f"{alias.name}.") and MODULES[module].name != "__init__.py"
    }
    assert found == REACH_BY_FACE


def test_few_modules_stand_alone() -> None:
    alone = [name for name, path in MODULES.items() if name and "." not in name and path.name != "__init__.py"]
    assert len(alone) <= 10


PUBLIC_MODULES = {"core.loops", "match.saved_game", "strategies.bayes.codebreaker", "trees.formats",
                  "trees.certificate_checker", "trees.checker", "trees.text", "trees.gallery"}  # fmt: skip
"""Modules that are used as modules from outside of their packages, beside the names of the packages."""


def face_of(module: str, importer: str) -> str | None:
    """The innermost package around a module that does not contain the importer, or None."""
    parts = module.split(".")
    around = [".".join(parts[:count]) for count in range(1, len(parts))]
    outside = [package for package in around if not f"{importer}.".startswith(f"{package}.")]
    return outside[-1] if outside else None


def test_nothing_imports_past_the_face_of_a_package() -> None:
    past = [
        f"{module} imports from {other}: import from {face_of(other, module)}"
        for module in sorted(MODULES)
        for other in imported(module)
        if other in MODULES and MODULES[other].name != "__init__.py" and other not in PUBLIC_MODULES
        if face_of(other, module) is not None
    ]
    assert past == []


@pytest.mark.parametrize("package", sorted(name for name, path in MODULES.items() if path.name == "__init__.py"))
def test_faces_name_what_there_is(package: str) -> None:
    """Each public name exists, and is in the stub, which checkers of types read."""
    face = import_module(f"codepegs.{package}".rstrip("."))
    declared = set(homes(package))
    names = set(getattr(face, "__all__", ()))
    assert names == declared
    assert all(hasattr(face, name) for name in names)
    assert names <= set(dir(face))


def test_only_game_and_codes_ask_for_the_kind_of_game() -> None:
    """Others ask `Game._traits` or a code space for what they need."""
    asking = re.compile(r"isinstance\([^)]*\b(Listed(Game|Codes)|PegCodes)\b")
    found = [
        f"{module}: {line}"
        for module, path in MODULES.items()
        if module.partition(".")[0] not in ("game", "codes")
        for line in path.read_text(encoding="utf-8").splitlines()
        if asking.search(line)
    ]
    assert not found


MOST_LINES = 100
"""Lines of the longest function."""


def test_functions_fit_two_screens() -> None:
    long = [
        f"{module}: {node.name}"
        for module, path in MODULES.items()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno >= MOST_LINES
    ]
    assert not long
