"""Mutates a Python module and reports the mutations that its tests do not notice: `make mutate MODULE=game/reading.py`.

Each mutation changes one operator, condition or number. The tests named after the module are run first, then all tests
beside them, until one fails. A mutation that changes nothing, or only how long something takes, survives by right; the
list is for a person to read.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import codepegs
from codepegs.core.binding import library_info

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "codepegs"
SECONDS = 120
"""After that many seconds tests count as noticing: a mutation may never end."""

OPERATORS: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt,),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt,),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add,),
    ast.FloorDiv: (ast.Mult,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}

RUN = """
import sys
import pytest
sys.meta_path[:] = [finder for finder in sys.meta_path if "Redirecting" not in type(finder).__name__]  # of the install
sys.path.insert(0, sys.argv[1])
import codepegs
assert codepegs.__file__.startswith(sys.argv[1])
sys.exit(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-m", "not slow", *sys.argv[2:]]))
"""


def mutations(tree: ast.Module) -> Iterator[tuple[int, str, ast.Module]]:
    """Mutate each place of a module, in place: the line, what changes, and the tree while it is changed."""
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        for field, value in ast.iter_fields(node):
            values = value if isinstance(value, list) else [value]
            for place, old in enumerate(values):
                for new in OPERATORS.get(type(old), ()):
                    _put(node, field, place, new())
                    yield line, f"{type(old).__name__} -> {new.__name__}", tree
                    _put(node, field, place, old)
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            test, node.test = node.test, ast.UnaryOp(ast.Not(), node.test)
            yield line, "condition -> not condition", tree
            node.test = test
        number = node.value if isinstance(node, ast.Constant) else None
        if isinstance(node, ast.Constant) and isinstance(number, int | float) and not isinstance(number, bool):
            for changed in (number + 1, number - 1):
                node.value = changed
                yield line, f"{number} -> {changed}", tree
                node.value = number


def _put(node: ast.AST, field: str, place: int, value: ast.AST) -> None:
    if isinstance(getattr(node, field), list):
        getattr(node, field)[place] = value
    else:
        setattr(node, field, value)


def drawn(source: str, count: int, dice: random.Random) -> list[tuple[int, str, str]]:
    """Draw mutations of a module: the line, what changes, and the source."""
    tree = ast.parse(source)
    places = sum(1 for _ in mutations(tree))
    chosen = {*dice.sample(range(places), min(count, places))}
    return [
        (line, what, ast.unparse(ast.fix_missing_locations(made)))
        for place, (line, what, made) in enumerate(mutations(tree))
        if place in chosen
    ]


def tests_of(module: Path) -> list[list[str]]:
    """The tests to run one after the other: those named after the module, then all of its package."""
    package = ROOT / "tests" / module.parent.relative_to(SOURCES)
    while not package.is_dir():
        package = package.parent
    named = sorted(package.rglob(f"test_{module.stem}*.py"))
    return [[str(path) for path in named]] * bool(named) + [[str(package)]]


def is_noticed(copy: Path, module: Path) -> bool:
    """Whether a test of a module fails, or does not end, with the sources in a folder."""
    variables = os.environ | {"CODEPEGS_LIBRARY": str(library_info().path.parent)}
    for tests in tests_of(module):
        command = [sys.executable, "-c", RUN, str(copy), *tests]
        try:
            if subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, timeout=SECONDS).returncode:
                return True
        except subprocess.TimeoutExpired:
            return True
    return False


def main() -> None:
    """Mutate the modules named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=10, help="mutations of each module")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("modules", nargs="+", type=Path, help="paths within src/codepegs")
    given = parser.parse_args()
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copytree(Path(codepegs.__file__).parent, copy / "codepegs", ignore=shutil.ignore_patterns("*.?pp"))
        for name in given.modules:
            module = SOURCES / name
            if not module.is_file():
                parser.error(f"{name} is no module of src/codepegs: give its path there, e.g. game/reading.py")
            source = module.read_text(encoding="utf-8")
            if is_noticed(copy, module):
                parser.error(f"tests of {name} fail without a mutation")
            for line, what, mutated in drawn(source, given.each, random.Random(given.seed)):
                (copy / "codepegs" / name).write_text(mutated, encoding="utf-8")
                outcome = "noticed" if is_noticed(copy, module) else "SURVIVED"
                counts[outcome] += 1
                print(f"{outcome}: {name}:{line}: {what}", flush=True)
            (copy / "codepegs" / name).write_text(source, encoding="utf-8")
    print(", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())))


if __name__ == "__main__":
    main()
