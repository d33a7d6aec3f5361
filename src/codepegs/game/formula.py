"""A reply that is a formula of the black and white pegs, such as `black + white`."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from codepegs.errors import BadRules

_OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.USub: operator.neg,
    ast.Not: operator.not_,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_FUNCTIONS: dict[str, Callable[..., Any]] = {"min": min, "max": max, "abs": abs}
_NAMES = ("black", "white")

LONGEST = 200
"""Characters of the longest formula, which bound its depth and its values."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula of black and white: whole numbers, + - * // %, comparisons, `if` and `else`, min, max and abs."""

    text: str
    tree: ast.expr

    @classmethod
    def parse(cls, text: str) -> Formula:
        """Parse a formula.

        >>> Formula.parse("black + white").value(1, 2)
        3
        >>> Formula.parse("1 if black > white else 0").value(1, 2)
        0
        """
        try:
            if len(text) > LONGEST:
                raise ValueError
            formula = cls(text, ast.parse(text.strip(), mode="eval").body)
            _check(formula.tree)
            formula.value(1, 1)
        except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
            raise BadRules(
                f"{text[:60]!r} is not a reply rule: expected mastermind, per-slot, wordle, common, same-place, "
                "columns, or a formula of black and white such as black + white"
            ) from None
        except ZeroDivisionError:
            pass
        return formula

    def value(self, black: int, white: int) -> int:
        """Compute the formula."""
        try:
            return int(_value(self.tree, {"black": black, "white": white}))
        except ZeroDivisionError:
            raise BadRules(f"the reply {self.text!r} divides by zero at {black} black and {white} white") from None


def _value(node: ast.expr, names: Mapping[str, int]) -> Any:
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    if isinstance(node, ast.Name) and node.id in _NAMES:
        return names[node.id]
    if isinstance(node, ast.BinOp):
        return _OPERATORS[_known(node.op)](_value(node.left, names), _value(node.right, names))
    if isinstance(node, ast.UnaryOp):
        return _OPERATORS[_known(node.op)](_value(node.operand, names))
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return _OPERATORS[_known(node.ops[0])](_value(node.left, names), _value(node.comparators[0], names))
    if isinstance(node, ast.IfExp):
        return _value(node.body if _value(node.test, names) else node.orelse, names)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _FUNCTIONS:
        return _FUNCTIONS[node.func.id](*(_value(argument, names) for argument in node.args))
    raise ValueError


def _check(node: ast.expr) -> None:
    """Raise `ValueError` unless every part of a formula can be computed, also those that a condition may leave out."""
    match node:
        case ast.Constant(value=int()):
            return
        case ast.Name(id=name) if name in _NAMES:
            return
        case (
            ast.BinOp(left=left, right=right, op=operation)
            | ast.Compare(left=left, comparators=[right], ops=[operation])
        ):
            _known(operation)
            parts = [left, right]
        case ast.UnaryOp(operand=part, op=operation):
            _known(operation)
            parts = [part]
        case ast.IfExp(test=test, body=body, orelse=orelse):
            parts = [test, body, orelse]
        case ast.Call(func=ast.Name(id=name), args=parts, keywords=[]) if name in _FUNCTIONS:
            if (name == "abs") != (len(parts) == 1) or not parts:
                raise ValueError
        case _:
            raise ValueError
    for part in parts:
        _check(part)


def _known(operation: ast.AST) -> type[ast.AST]:
    if type(operation) not in _OPERATORS:
        raise ValueError
    return type(operation)
