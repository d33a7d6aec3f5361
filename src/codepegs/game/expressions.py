"""The expressions in which people state a reply, which codes can be secret, a test, or a score.

They have the syntax of Python, of which `PLAIN` is allowed, and are computed here, with whole arrays in place of
values: nothing of a text is ever run.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import pairwise
from typing import Any

import numpy as np

from codepegs.errors import BadRules

LONGEST_EXPRESSION = 200
"""Characters of the longest expression, which bound its depth and its work."""

MOST_VALUE = 1 << 62
"""Least size of a whole number that an expression may not reach, so that none overflows."""

Value = Any
"""A number or an array of numbers, a sequence of these for `peg`, or a tuple."""

PLAIN = (
    *(ast.Expression, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.IfExp, ast.Compare, ast.Call, ast.Load, ast.Tuple),
    *(ast.Subscript, ast.Name, ast.Constant),
)
"""The kinds of parts that an expression may have, besides the operators below."""

Sizes = dict[str, int]


def _floor(divide: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def divided(first: Any, second: Any) -> Any:
        if np.any(np.equal(second, 0)):
            raise ZeroDivisionError
        return divide(first, second)

    return divided


_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: _floor(operator.truediv),
    ast.FloorDiv: _floor(operator.floordiv),
    ast.Mod: _floor(operator.mod),
    ast.Pow: operator.pow,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}

_COMPARED: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


def _is_prime(numbers: Any) -> Any:
    """Whether numbers are prime, by division by the primes up to the root of the greatest."""
    given = np.asarray(numbers)
    most = int(given.max(initial=0))
    if most >= MOST_TESTED:
        raise BadRules.because("expression_too_large", name="is_prime", most=MOST_TESTED)
    found = given > 1
    for divisor in range(2, int(most**0.5) + 1):
        found &= (given % divisor != 0) | (given == divisor)
    return found


MOST_TESTED = 10**9
"""Least number that is not tested for being prime."""


def _members(given: Sequence[Value]) -> Sequence[Value]:
    """The values of one sequence, or the arguments themselves."""
    return given[0] if len(given) == 1 and isinstance(given[0], Pegs) else given


def _log2(value: Any) -> Any:
    if np.any(np.less_equal(value, 0)):
        raise ZeroDivisionError
    return np.log2(value)


class Pegs(tuple[Value, ...]):
    """The values of the pegs of all codes, one array for each peg; an index counts from 1."""

    __slots__ = ()


_FUNCTIONS: dict[str, tuple[range, Callable[..., Any]]] = {
    "min": (range(1, 99), lambda *given: reduce(np.minimum, _members(given))),
    "max": (range(1, 99), lambda *given: reduce(np.maximum, _members(given))),
    "sum": (range(1, 99), lambda *given: reduce(operator.add, [_number(each) for each in _members(given)])),
    "abs": (range(1, 2), np.abs),
    "count": (range(2, 3), lambda pegs, value: reduce(operator.add, [_number(peg == value) for peg in pegs])),
    "distinct": (range(1, 2), lambda pegs: _distinct(pegs)),
    "parity": (range(1, 2), lambda value: value % 2),
    "is_prime": (range(1, 2), _is_prime),
    "bits": (range(1, 2), lambda value: _bits(value)),
    "log2": (range(1, 2), _log2),
}
"""The functions, each with the possible numbers of its arguments."""


def _number(value: Any) -> Any:
    """Truth as 0 and 1, so that it can be added."""
    return value * 1 if np.asarray(value).dtype.kind == "b" else value


def _distinct(pegs: Sequence[Value]) -> Any:
    ordered = np.sort(np.stack([np.asarray(peg) for peg in pegs]), axis=0)
    return 1 + np.count_nonzero(ordered[1:] != ordered[:-1], axis=0)


def _bits(value: Any) -> Any:
    left, found = np.asarray(value), np.asarray(0)
    if np.any(left < 0):
        raise ZeroDivisionError
    while np.any(left):
        found, left = found + (left & 1), left >> 1
    return found


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression, checked: what it may have is known, and its numbers cannot overflow.

    >>> import numpy as np
    >>> sums = Expression.parse("a + b == 5 and a < b", ("a", "b"))
    >>> sums.value({"a": np.array([1, 4, 2]), "b": np.array([4, 1, 2])}).tolist()
    [True, False, False]
    """

    text: str
    names: tuple[str, ...]
    """The names that it uses."""
    _tree: ast.expr = field(repr=False)

    @classmethod
    def parse(cls, text: str, names: Sequence[str], what: str = "expression") -> Expression:
        """Parse an expression.

        Args:
            text: Its text.
            names: The names that it may use.
            what: What it states, for messages.

        Returns:
            The expression.

        Raises:
            BadRules: It is none, is too long, or uses something else.
        """
        try:
            if len(text) > LONGEST_EXPRESSION:
                raise BadRules.because("expression_too_long", what=what, most=LONGEST_EXPRESSION)
            tree = ast.parse(text.strip(), mode="eval")
            called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
            used = [_checked(node, names) for node in ast.walk(tree) if id(node) not in called]
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            if isinstance(error, BadRules):
                raise
            wrong = error.args[0] if type(error) is ValueError and error.args else text
            usable = ", ".join(names)
            raise BadRules.because(
                "not_an_expression", what=what, text=text[:60], part=str(wrong)[:40], names=usable
            ) from None
        return cls(text, tuple(dict.fromkeys(name for name in used if name)), tree.body)

    @property
    def is_comparison(self) -> bool:
        """Whether it compares values, or joins comparisons."""
        return isinstance(self._tree, ast.Compare | ast.BoolOp)

    def value(self, given: Mapping[str, Value]) -> Value:
        """Compute the value.

        Args:
            given: Numbers, arrays of one shape, or `Pegs`, by name.

        Returns:
            A number, an array or, of a tuple, a tuple of these; truth is bool.

        Raises:
            BadRules: It divides by zero, or a number would be too large.
        """
        try:
            with np.errstate(all="ignore"):
                if _bound(self._tree, {name: _greatest(value) for name, value in given.items()}) >= MOST_VALUE:
                    raise BadRules.because("expression_too_large", name=self.text[:60], most=MOST_VALUE)
                return _value(self._tree, given)
        except ZeroDivisionError:
            raise BadRules.because("expression_undefined", text=self.text[:60]) from None
        except (TypeError, IndexError, ValueError) as error:
            if isinstance(error, BadRules):
                raise
            raise BadRules.because("expression_wrong_kind", text=self.text[:60]) from None


def _checked(node: ast.AST, names: Sequence[str]) -> str | None:
    """The name that a part of an expression is, if it is one; raises `ValueError` if it may not be there."""
    match node:
        case ast.Constant(value=int() | float() as number):
            if abs(number) >= MOST_VALUE:
                raise ValueError(ast.unparse(node))
            return None
        case ast.Constant(value=str(letter)) if len(letter) == 1:
            return None
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in _FUNCTIONS:
            if len(arguments) not in _FUNCTIONS[name][0]:
                raise ValueError(ast.unparse(node))
            return None
        case ast.Name(id=name) if name in names:
            return name
        case ast.Constant() | ast.Call() | ast.Name():
            raise ValueError(ast.unparse(node))
    if isinstance(node, ast.operator | ast.cmpop):
        if type(node) not in _BINARY and type(node) not in _COMPARED:
            raise ValueError
        return None
    if not isinstance(node, (*PLAIN, ast.boolop, ast.USub, ast.UAdd, ast.Not)):
        raise ValueError(ast.unparse(node) if isinstance(node, ast.expr) else "")
    return None


def _greatest(value: Value) -> int:
    """The greatest absolute value of what a name stands for, rounded up."""
    if isinstance(value, Pegs):
        return max(map(_greatest, value), default=0)
    array = np.asarray(value)
    return 0 if array.dtype.kind not in "iufb" or not array.size else int(np.ceil(np.max(np.abs(array))))


def _bound(node: ast.expr, sizes: Sizes) -> int:
    """A number that the value of a part cannot exceed, nor the values of its own parts."""
    match node:
        case ast.Constant(value=int() as number):
            return abs(number)
        case ast.Constant(value=float() as number):
            return int(abs(number)) + 1
        case ast.Constant():
            return 1 << 21
        case ast.Name(id=name):
            return sizes[name]
        case ast.BinOp(left=left, op=kind, right=right):
            first, second = _bound(left, sizes), _bound(right, sizes)
            return min(MOST_VALUE, _combined(kind, first, second))
        case ast.Call(func=ast.Name(id="bits" | "log2"), args=[argument]):
            inner = _bound(argument, sizes)
            return MOST_VALUE if inner >= MOST_VALUE else inner.bit_length()
        case ast.Compare() | ast.Call(func=ast.Name(id="is_prime" | "parity")) | ast.UnaryOp(op=ast.Not()):
            inner = max(_bound(part, sizes) for part in _parts(node))
            return MOST_VALUE if inner >= MOST_VALUE else 1
        case ast.Call(func=ast.Name(id="sum"), args=arguments):
            return min(MOST_VALUE, sum(_bound(each, sizes) for each in arguments) * MOST_SUMMED)
        case ast.Tuple(elts=parts) | ast.BoolOp(values=parts):
            return max([1, *(_bound(part, sizes) for part in parts)])
    return max([1, *(_bound(part, sizes) for part in _parts(node))])


MOST_SUMMED = 10_000
"""Pegs of the longest code that is summed."""


def _parts(node: ast.expr) -> list[ast.expr]:
    """The parts that have values of their own: not the names of functions."""
    children = [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]
    return [child for child in children if not (isinstance(child, ast.Name) and child.id in _FUNCTIONS)]


def _combined(kind: ast.operator, first: int, second: int) -> int:
    if isinstance(kind, ast.Pow):
        return MOST_VALUE if first > 1 and second * first.bit_length() > MOST_VALUE.bit_length() else first**second + 1
    if isinstance(kind, ast.LShift):
        return MOST_VALUE if second > MOST_VALUE.bit_length() else first << second
    if isinstance(kind, ast.Mult):
        return first * second
    return first + second if isinstance(kind, ast.Add | ast.Sub) else max(first, second)


def _value(node: ast.expr, given: Mapping[str, Value]) -> Value:
    """The value of a part of an expression."""
    match node:
        case ast.Constant(value=str(letter)):
            return ord(letter.lower())
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            return given[name]
        case ast.Tuple(elts=parts):
            return tuple(_value(part, given) for part in parts)
        case ast.BinOp(left=left, op=kind, right=right):
            first, second = _number(_value(left, given)), _number(_value(right, given))
            if isinstance(kind, ast.Pow | ast.LShift | ast.RShift) and np.any(np.less(second, 0)):
                raise ZeroDivisionError
            return _BINARY[type(kind)](first, second)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return np.logical_not(_value(operand, given))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_number(_value(operand, given))
        case ast.UnaryOp(operand=operand):
            return _number(_value(operand, given))
        case ast.BoolOp(op=kind, values=[first, *others]):
            return reduce(
                lambda found, part: _joined(found, part, given, isinstance(kind, ast.And)),
                others,
                _truth(_value(first, given)),
            )
        case ast.Compare(left=left, ops=kinds, comparators=others):
            values = [_value(part, given) for part in (left, *others)]
            found = [_COMPARED[type(kind)](*pair) for kind, pair in zip(kinds, pairwise(values), strict=True)]
            return reduce(np.logical_and, found)
        case ast.IfExp(test=test, body=body, orelse=other):
            return _chosen(_truth(_value(test, given)), body, other, given)
        case ast.Subscript(value=ast.Name(id=name), slice=index):
            return _at_place(given[name], np.asarray(_value(index, given)))
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return _FUNCTIONS[name][1](*(_value(each, given) for each in arguments))
    raise TypeError(ast.unparse(node))


def _at_place(pegs: Value, place: Any) -> Any:
    """The peg at a place, or at the place of each object."""
    if not isinstance(pegs, Pegs) or place.dtype.kind not in "iu" or place.min() < 1 or place.max() > len(pegs):
        raise IndexError
    if place.ndim == 0:
        return pegs[int(place) - 1]
    found = np.asarray(pegs[0])
    for number, peg in enumerate(pegs[1:], 2):
        found = np.where(place == number, peg, found)
    return found


def _truth(value: Value) -> Any:
    return value != 0 if isinstance(value, np.ndarray) else bool(value)


def _at(mask: Any, given: Mapping[str, Value]) -> dict[str, Value]:
    """What names stand for at some places only, so that the others are not computed."""

    def part(value: Value) -> Value:
        if isinstance(value, Pegs):
            return Pegs(part(peg) for peg in value)
        return value[mask] if isinstance(value, np.ndarray) else value

    return {name: part(value) for name, value in given.items()}


def _joined(found: Any, part: ast.expr, given: Mapping[str, Value], is_and: bool) -> Any:
    """Truth so far, and or or that of a further part, which is computed only where it decides."""
    if not isinstance(found, np.ndarray):
        return _truth(_value(part, given)) if found == is_and else found
    open_ = found == is_and
    found = found.copy()
    if open_.any():
        found[open_] = _truth(_value(part, _at(open_, given)))
    return found


def _chosen(test: Any, body: ast.expr, other: ast.expr, given: Mapping[str, Value]) -> Any:
    """The values of one part where a test holds, and of another elsewhere."""
    if not isinstance(test, np.ndarray):
        return _value(body if test else other, given)
    if test.all() or not test.any():
        return _value(body if test.all() else other, given)
    first, second = (_value(part, _at(mask, given)) for part, mask in ((body, test), (other, ~test)))
    if isinstance(first, tuple) or isinstance(second, tuple):
        raise TypeError
    found = np.empty(test.shape, np.result_type(first, second))
    found[test], found[~test] = first, second
    return found
