"""The numbers that the page shares with Python and C++ are written once, and the name of a number has one meaning."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

CONSTANT = r"[A-Z][A-Z0-9_]*"

IN_TYPESCRIPT = re.compile(rf"\bconst (\[[^\]\n]*\]|{CONSTANT})(?:: \w+)? = (\[[^\]\n]*\]|[^;\n]+);")
IN_PYTHON = re.compile(rf"^({CONSTANT}(?:, {CONSTANT})*)(?:: [\w.\[\]]+)? = (.+?)(?:  #.*)?$", re.MULTILINE)
IN_CPP = re.compile(rf"\bconstexpr [\w:]+ ({CONSTANT}) = ([^;]+);")

INDEPENDENT = {"web/src/trees/checker.ts"}
"""The second tree checker, which shares nothing with the first."""

OF_THEIR_PLACE = {
    "the size of what one report measures": "GAMES REPEATS ROUNDS",
    "a length in the unit of one drawing": "GAP MARGIN PEG ROW",
}
"""Names that have another value in each module, with the reason."""

OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
}


def number(text: str) -> float | None:
    """The value of an expression of numbers; None for another one."""
    text = re.sub(r"\b\w+\{(\w+)\}", r"\1", text.strip()).replace("'", "")
    try:
        return value(ast.parse(text, mode="eval").body)
    except (SyntaxError, TypeError, ValueError):
        return None


def value(node: ast.expr) -> float:
    if isinstance(node, ast.Constant) and type(node.value) in {int, float}:
        return float(node.value)  # type: ignore[arg-type]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -value(node.operand)
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        sides = [value(node.left), value(node.right)]
        if isinstance(node.op, ast.LShift):
            return float(int(sides[0]) << int(sides[1]))
        return float(OPERATORS[type(node.op)](*sides))
    raise TypeError


def pairs(names: str, values: str) -> Iterator[tuple[str, float]]:
    """The constants that one declaration gives numbers, several at once included."""
    for name, text in zip(names.strip("[]").split(","), values.strip("[]").split(","), strict=False):
        found = number(text)
        if found is not None and re.fullmatch(CONSTANT, name.strip()):
            yield name.strip(), found


def constants(declaration: re.Pattern[str], *paths: Path) -> dict[tuple[str, float], str]:
    """The file of each constant, by name and value."""
    found: dict[tuple[str, float], str] = {}
    for path in paths:
        for match in declaration.finditer(path.read_text(encoding="utf-8")):
            found |= dict.fromkeys(pairs(match[1], match[2]), str(path.relative_to(ROOT)))
    return found


def files(folder: str, *endings: str) -> list[Path]:
    return [path for ending in endings for path in sorted((ROOT / folder).rglob(f"*.{ending}"))]


@pytest.mark.parametrize(
    ("declaration", "text", "expected"),
    [
        (IN_TYPESCRIPT, "const [VALUE, GUESS] = [0, 1];", {("VALUE", 0), ("GUESS", 1)}),
        (IN_TYPESCRIPT, "const [DONE, , , TOO_DEEP] = [0, 1, 2, 3];", {("DONE", 0), ("TOO_DEEP", 3)}),
        (IN_TYPESCRIPT, "export const NEVER = 2 ** 40;", {("NEVER", 2.0**40)}),
        (IN_TYPESCRIPT, "const ABSENT = 0xffff; // none", {("ABSENT", 65535)}),
        (IN_TYPESCRIPT, "const NAMES = names.length;", set()),
        (IN_PYTHON, "VALUE, GUESS = 0, 1\nSAME: float = 1e-9  # why", {("VALUE", 0), ("GUESS", 1), ("SAME", 1e-9)}),
        (IN_CPP, "inline constexpr int64_t NEVER = int64_t{1} << 40;", {("NEVER", 2.0**40)}),
        (IN_CPP, "constexpr int64_t NODES = 100'000;", {("NODES", 100_000)}),
    ],
)
def test_a_declaration_is_read(declaration: re.Pattern[str], text: str, expected: set[tuple[str, float]]) -> None:
    assert {pair for match in declaration.finditer(text) for pair in pairs(match[1], match[2])} == expected


def test_no_number_is_written_in_two_languages() -> None:
    ours = constants(IN_TYPESCRIPT, *files("web/src", "ts", "svelte"))
    theirs = constants(IN_PYTHON, *files("src", "py")) | constants(IN_CPP, *files("src", "cpp", "hpp"))
    assert min(len(ours), len(theirs)) > 100
    twice = [
        f"{name} = {number:g}: {ours[name, number]} and {theirs[name, number]}"
        for name, number in sorted(ours.keys() & theirs.keys())
        if ours[name, number] not in INDEPENDENT
    ]
    assert not twice, f"take them from constants.json, or give one another name: {', '.join(twice)}"


def test_the_name_of_a_number_has_one_value() -> None:
    values: dict[str, set[float]] = {}
    for name, number in constants(IN_PYTHON, *files("src", "py")):
        values.setdefault(name, set()).add(number)
    reused = {name for name, found in values.items() if len(found) > 1}
    assert reused == {name for names in OF_THEIR_PLACE.values() for name in names.split()}
