"""Thirty-two 8-bit lanes as one value inside compiled code: one small number a turn, for as many turns.

Like `simd.py`, for numbers that fit a byte. LLVM maps ``<32 x i8>`` to one AVX2 register, two SSE or NEON ones.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import extending, types
from numba.core import cgutils
from numba.extending import models, register_model

WIDTH = 32
"""Lanes in one value; arrays handed to `load` and `store` are padded to a multiple of it."""

intrinsic: Any = extending.intrinsic  # untyped: the first argument of an intrinsic is filled in by Numba

_I8 = ir.IntType(8)
_I16 = ir.IntType(16)
_I32 = ir.IntType(32)
_I64 = ir.IntType(64)
_BYTES = ir.VectorType(_I8, WIDTH)
_SHORTS = ir.VectorType(_I16, WIDTH)


class _BytesType(types.Type):
    def __init__(self) -> None:
        super().__init__(name="Lanes32x8")


byte_lanes = _BytesType()


@register_model(_BytesType)
class _BytesModel(models.PrimitiveModel):
    def __init__(self, manager: Any, fe_type: Any) -> None:
        super().__init__(manager, fe_type, _BYTES)


def _address(context: Any, builder: Any, array_type: Any, array: Any, index: Any) -> Any:
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [index]), _BYTES.as_pointer())


def _lanewise(emit: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return emit(builder, *args)

    def typer(typingctx: Any, a: Any, b: Any) -> Any:
        return byte_lanes(byte_lanes, byte_lanes), codegen

    return intrinsic(typer)


@intrinsic
def load(typingctx: Any, array: Any, index: Any) -> Any:
    """Lanes `array[index : index + 32]` of a flat array of bytes."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(_address(context, builder, signature.args[0], *args), align=1)

    return byte_lanes(array, types.intp), codegen


@intrinsic
def store(typingctx: Any, array: Any, index: Any, value: Any) -> Any:
    """Write lanes to `array[index : index + 32]` of a flat array of bytes."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[2], _address(context, builder, signature.args[0], *args[:2]), align=1)
        return context.get_dummy_value()

    return types.void(array, types.intp, byte_lanes), codegen


both = _lanewise(lambda b, x, y: b.and_(x, y))
plus = _lanewise(lambda b, x, y: b.add(x, y))
minus = _lanewise(lambda b, x, y: b.sub(x, y))


def _distance(builder: Any, value: Any) -> Any:
    zero = ir.Constant(_BYTES, [0] * WIDTH)
    negative = builder.sub(zero, value)
    return builder.select(builder.icmp_signed("<", value, zero), negative, value)


@intrinsic
def capped_sum(typingctx: Any, first: Any, second: Any, slope: Any, cap: Any) -> Any:
    """Sum over the lanes of min(slope (|first| + |second|), cap): all fits 16 bits, the sum 32."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        far = builder.add(_distance(builder, args[0]), _distance(builder, args[1]))
        wide = builder.zext(far, _SHORTS)
        zero = ir.Constant(_I32, 0)
        undefined = ir.Constant(_SHORTS, ir.Undefined)

        def splat(scalar: Any) -> Any:
            one = builder.insert_element(undefined, builder.trunc(scalar, _I16), zero)
            return builder.shuffle_vector(one, undefined, ir.Constant(ir.VectorType(_I32, WIDTH), [0] * WIDTH))

        steep = builder.mul(wide, splat(args[2]))
        limit = splat(args[3])
        kept = builder.select(builder.icmp_unsigned("<", steep, limit), steep, limit)
        total = ir.VectorType(_I32, WIDTH)
        function = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(_I32, [total]), f"llvm.vector.reduce.add.v{WIDTH}i32"
        )
        return builder.zext(builder.call(function, [builder.zext(kept, total)]), _I64)

    return types.int64(byte_lanes, byte_lanes, types.int64, types.int64), codegen


least = _lanewise(lambda b, x, y: b.select(b.icmp_signed("<", x, y), x, y))


@intrinsic
def splat(typingctx: Any, scalar: Any) -> Any:
    """The same small number in every lane."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        undefined = ir.Constant(_BYTES, ir.Undefined)
        one = builder.insert_element(undefined, builder.trunc(args[0], _I8), ir.Constant(_I32, 0))
        return builder.shuffle_vector(one, undefined, ir.Constant(ir.VectorType(_I32, WIDTH), [0] * WIDTH))

    return byte_lanes(types.int64), codegen


@intrinsic
def any_less(typingctx: Any, first: Any, second: Any) -> Any:
    """Whether `first` is less than `second` in any lane."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        below = builder.bitcast(builder.icmp_signed("<", args[0], args[1]), ir.IntType(WIDTH))
        return builder.icmp_unsigned("!=", below, ir.Constant(ir.IntType(WIDTH), 0))

    return types.boolean(byte_lanes, byte_lanes), codegen
