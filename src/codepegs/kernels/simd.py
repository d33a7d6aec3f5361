"""Eight 64-bit lanes as one value inside compiled code.

Numba vectorises plain loops well, but not the short, nested, table-driven loops that dominate here: it guards each
with alias checks that cost more than the loop. These intrinsics emit LLVM vector instructions directly; LLVM maps
``<8 x i64>`` to one AVX-512 register, two AVX2 ones or four NEON ones, so nothing here depends on the machine.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import extending, types
from numba.core import cgutils
from numba.extending import models, register_model

LANES = 8
"""Number of 64-bit lanes in one value; arrays handed to `load` and `store` are padded to a multiple of it."""

intrinsic: Any = extending.intrinsic  # untyped: the first argument of an intrinsic is filled in by Numba

_I64 = ir.IntType(64)
_I32 = ir.IntType(32)
_VECTOR = ir.VectorType(_I64, LANES)
_UNDEFINED = ir.Constant(_VECTOR, ir.Undefined)


class _LanesType(types.Type):
    def __init__(self) -> None:
        super().__init__(name="Lanes8x64")


lanes = _LanesType()


@register_model(_LanesType)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, manager: Any, fe_type: Any) -> None:
        super().__init__(manager, fe_type, _VECTOR)


def _address(context: Any, builder: Any, array_type: Any, array: Any, index: Any) -> Any:
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [index]), _VECTOR.as_pointer())


def _splat(builder: Any, scalar: Any) -> Any:
    first = builder.insert_element(_UNDEFINED, scalar, ir.Constant(_I32, 0))
    return builder.shuffle_vector(first, _UNDEFINED, ir.Constant(ir.VectorType(_I32, LANES), [0] * LANES))


def _constant(value: int) -> Any:
    return ir.Constant(_VECTOR, [value] * LANES)


def _call(builder: Any, name: str, result: Any, *args: Any) -> Any:
    function = cgutils.get_or_insert_function(builder.module, ir.FunctionType(result, [arg.type for arg in args]), name)
    return builder.call(function, args)


def _lanewise(emit: Any, arity: int, result: Any = lanes) -> Any:
    """An intrinsic that takes `arity` lane values and returns what `emit(builder, *values)` builds."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return emit(builder, *args)

    if arity == 1:

        def typer(typingctx: Any, a: Any) -> Any:
            return result(lanes), codegen
    elif arity == 2:

        def typer(typingctx: Any, a: Any, b: Any) -> Any:  # type: ignore[misc]
            return result(lanes, lanes), codegen
    else:

        def typer(typingctx: Any, a: Any, b: Any, c: Any) -> Any:  # type: ignore[misc]
            return result(lanes, lanes, lanes), codegen

    return intrinsic(typer)


@intrinsic
def load(typingctx: Any, array: Any, index: Any) -> Any:
    """Lanes `array[index : index + 8]` of a flat uint64 array."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(_address(context, builder, signature.args[0], *args), align=8)

    return lanes(array, types.intp), codegen


@intrinsic
def store(typingctx: Any, array: Any, index: Any, value: Any) -> Any:
    """Write lanes to `array[index : index + 8]` of a flat uint64 array."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[2], _address(context, builder, signature.args[0], *args[:2]), align=8)
        return context.get_dummy_value()

    return types.void(array, types.intp, lanes), codegen


@intrinsic
def splat(typingctx: Any, scalar: Any) -> Any:
    """The same uint64 in every lane."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _splat(builder, args[0])

    return lanes(types.uint64), codegen


@intrinsic
def gather(typingctx: Any, table: Any, indices: Any) -> Any:
    """`table[indices[lane]]` in each lane; the caller vouches for the bounds."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        result = _UNDEFINED
        for lane in range(LANES):
            position = ir.Constant(_I32, lane)
            index = builder.extract_element(args[1], position)
            result = builder.insert_element(result, builder.load(builder.gep(data, [index])), position)
        return result

    return lanes(table, lanes), codegen


@intrinsic
def bits_to_lanes(typingctx: Any, mask: Any, first: Any) -> Any:
    """Lane l holds bit `first + l` of a uint64 mask, as 0 or 1; `first` is below 64."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        iota = ir.Constant(_VECTOR, list(range(LANES)))
        shifted = builder.lshr(_splat(builder, args[0]), builder.add(iota, _splat(builder, args[1])))
        return builder.and_(shifted, _constant(1))

    return lanes(types.uint64, types.uint64), codegen


@intrinsic
def with_lane(typingctx: Any, values: Any, lane: Any, scalar: Any) -> Any:
    """`values` with `scalar` in lane number `lane` (a uint64; any other number changes nothing)."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        iota = ir.Constant(_VECTOR, list(range(LANES)))
        here = builder.icmp_unsigned("==", iota, _splat(builder, args[1]))
        return builder.select(here, _splat(builder, args[2]), args[0])

    return lanes(lanes, types.uint64, types.uint64), codegen


def _emit_select_bits(builder: Any, mask: Any, one: Any, zero: Any) -> Any:
    return builder.or_(builder.and_(mask, one), builder.and_(builder.not_(mask), zero))


def _emit_multiply(builder: Any, a: Any, b: Any) -> Any:
    low = _constant(0xFFFFFFFF)
    return builder.mul(builder.and_(a, low), builder.and_(b, low))


both = _lanewise(lambda b, x, y: b.and_(x, y), 2)
either = _lanewise(lambda b, x, y: b.or_(x, y), 2)
but_not = _lanewise(lambda b, x, y: b.and_(x, b.not_(y)), 2)
select_bits = _lanewise(_emit_select_bits, 3)
"""Bit by bit: `one` where `mask` is set, `zero` elsewhere; arguments mask, one, zero."""
plus = _lanewise(lambda b, x, y: b.add(x, y), 2)
minus = _lanewise(lambda b, x, y: b.sub(x, y), 2)
times = _lanewise(_emit_multiply, 2)
"""Product of the low 32 bits of each lane."""
larger = _lanewise(lambda b, x, y: b.select(b.icmp_unsigned(">", x, y), x, y), 2)
nonzero = _lanewise(lambda b, x: b.zext(b.icmp_unsigned("!=", x, _constant(0)), _VECTOR), 1)
is_zero = _lanewise(lambda b, x: b.zext(b.icmp_unsigned("==", x, _constant(0)), _VECTOR), 1)
counted = _lanewise(lambda b, x: b.select(b.icmp_unsigned("!=", x, _constant(0)), _constant(1 << 32), _constant(0)), 1)
"""2^32 in lanes that hold anything, 0 in others: counts kept above sums of less than 2^32."""
low_half = _lanewise(lambda b, x: b.and_(x, _constant(0xFFFFFFFF)), 1)
high_half = _lanewise(lambda b, x: b.lshr(x, _constant(32)), 1)
doubled = _lanewise(lambda b, x: b.shl(x, _constant(1)), 1)
penalty = _lanewise(lambda b, x: b.shl(x, _constant(63)), 1)
"""Lanes that hold 1 become the largest scores there are; lanes that hold 0 stay 0."""
popcount = _lanewise(lambda b, x: _call(b, f"llvm.ctpop.v{LANES}i64", _VECTOR, x), 1)
sum_lanes = _lanewise(lambda b, x: _call(b, f"llvm.vector.reduce.add.v{LANES}i64", _I64, x), 1, types.uint64)
least_lane = _lanewise(lambda b, x: _call(b, f"llvm.vector.reduce.umin.v{LANES}i64", _I64, x), 1, types.uint64)
any_bit = _lanewise(
    lambda b, x: b.icmp_unsigned(
        "!=",
        b.bitcast(b.icmp_unsigned("!=", x, _constant(0)), ir.IntType(LANES)),
        ir.Constant(ir.IntType(LANES), 0),
    ),
    1,
    types.boolean,
)
"""Whether any bit of any lane is set."""


@intrinsic
def ones(typingctx: Any, word: Any) -> Any:
    """Number of set bits in one uint64."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _call(builder, "llvm.ctpop.i64", _I64, args[0])

    return types.uint64(types.uint64), codegen
