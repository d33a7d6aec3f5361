"""Calls of functions of the C++ library, bound by name from the signatures that the library states.

All are attributes of `core/loops.py`, whichever folder their C++ is in. The first use of a name reads the signature, as
the compiler derived it from the C++ function, and makes a Python function. A call checks every argument: the dtype,
rank, contiguity and writability of arrays, the class of structs and objects. A wrong one is a `TypeError` that names
it. The GIL is released during the call.

The classes of structs and objects are made from what the library states, too: C++ alone declares them.

| C++ parameter | in a signature | in `native.pyi` |
|---|---|---|
| `int64_t`, `uint64_t` | `i64`, `u64` | `int`, `U64` (an int) |
| `double`, `bool` | `f64`, `bool` | `float`, `bool` |
| `Array<const uint64_t, 2>` | `const u64[2]` | `In2[np.uint64]` |
| `Array<uint64_t, 2>` | `u64[2]` | `InOut2[np.uint64]` |
| `const Name &`, described by `CODEPEGS_STRUCT` | `Name{field: type, …}` | a subclass of `Struct` |
| `Name &`, declared by `CODEPEGS_OBJECT` | `Name` | a subclass of `NativeObject` |

A function returns `None`, a number, a bool, a tuple of these, or a new `NativeObject`.
"""

from __future__ import annotations

import ctypes
import os
import re
import struct
import sys
import textwrap
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, dataclass_transform

import msgspec
import numpy as np
from numpy.typing import NDArray

from codepegs.errors import Unavailable, lacks_memory

Scalar = TypeVar("Scalar", bound=np.generic)


_SCALARS = {
    "bool": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
    "u8": np.uint8, "u16": np.uint16, "u32": np.uint32, "u64": np.uint64, "f64": np.float64,
}  # fmt: skip
_MOST_RESULTS = 16
_TYPE = re.compile(r"(?:(\w+): )?((?:const )?\w+(?:\{[^}]*\}|\[\d\])?)")
"""A type, with the name of the parameter if it is of one."""

_BUFFER = "addressof(buffer({0}))"
_ADDRESS = f'{_BUFFER} if {{0}}.flags.writeable else {{0}}.__array_interface__["data"][0]'
"""The address of an array's data; through a buffer, which must be writable, it is found faster than through NumPy."""


class Type(msgspec.Struct, eq=False, kw_only=True):
    """The type of a parameter: its name in signatures, its slots, and the check of a value."""

    name: str
    annotation: str
    """How `native.pyi` writes it."""
    expected: str
    """How messages name it."""
    format: str
    slots: str = "{0}"
    """Python expressions of the slots; {0} is the expression of the value."""
    condition: str = ""
    """A Python expression that is true for a valid value, or one that can be packed; {1} stands for `kind`."""
    kind: Any = None
    """The dtype of an array, or the class of a struct or an object, both of which are passed by their addresses."""

    def accepts(self, value: Any) -> bool:
        try:
            if self.kind is None:
                struct.pack(self.format, value)
        except struct.error:
            return False
        condition = self.condition.format("value", "kind") or "True"
        return bool(eval(condition, {"value": value, "kind": self.kind, "ndarray": np.ndarray}))


def _described(value: Any) -> str:
    if not isinstance(value, np.ndarray):
        return f"{value!r:.60} of type {type(value).__name__}"
    faults = [] if value.flags.c_contiguous else ["(not C-contiguous)"]
    faults += [] if value.flags.writeable else ["(read-only)"]
    return f"a {value.dtype} array of {value.ndim} dimension(s){' '.join(['', *faults])}"


_TYPES: dict[str, Type] = {
    "i64": Type(name="i64", annotation="int", expected="an int", format="q"),
    "u64": Type(name="u64", annotation="U64", expected="an int from 0 to below 2**64", format="Q"),
    "f64": Type(name="f64", annotation="float", expected="a float", format="d"),
    # `struct.pack` accepts anything as a bool.
    "bool": Type(name="bool", annotation="bool", expected="a bool", format="?7x", condition="isinstance({0}, bool)"),
}
"""The types of numbers and arrays by their names in signatures."""

for (_name, _scalar), _rank, _writable in product(_SCALARS.items(), (1, 2, 3), (False, True)):
    _dtype = np.dtype(_scalar)
    _array = Type(
        name=f"{'' if _writable else 'const '}{_name}[{_rank}]",
        annotation=f"In{'Out' * _writable}{_rank}[np.{'bool_' if _name == 'bool' else _scalar.__name__}]",
        expected=f"a C-contiguous {'writable ' * _writable}{_dtype} array of {_rank} dimension(s)",
        format="Q" + "q" * _rank,
        slots=(_BUFFER if _writable else _ADDRESS) + (", {0}.size" if _rank == 1 else ", *{0}.shape"),
        condition=f"isinstance({{0}}, ndarray) and {{0}}.dtype == {{1}} and {{0}}.ndim == {_rank}"
        f" and {{0}}.flags.c_contiguous{' and {0}.flags.writeable' if _writable else ''}",
        kind=_dtype,
    )
    _TYPES[_array.name] = _array


def _compiled(name: str, first: str, types: dict[str, Type], then: str, **scope: Any) -> Callable[..., Any]:
    """Compile a function that checks its parameters and packs them as `slots`; `then` is how it goes on."""

    def refuse(*values: Any) -> None:
        for (parameter, kind), value in zip(types.items(), values, strict=True):
            if not kind.accepts(value):
                wrong = f"{name}: {parameter}: expected {kind.expected}, got {_described(value)}"
                raise TypeError(wrong) from None
        raise TypeError(f"{name}: wrong arguments")

    kinds = {f"kind{n}": kind.kind for n, kind in enumerate(types.values())}
    checked = [kind.condition.format(*names) for *names, kind in zip(types, kinds, types.values(), strict=True)]
    slots = [kind.slots.format(parameter) for parameter, kind in types.items()]
    names = ", ".join(types)
    text = f"""
def {name}({first}{names}):
    if not ({" and ".join(filter(None, checked)) or True}):
        _refuse({names})
    try:
        slots = _pack({", ".join(slots)})
    except _error:
        _refuse({names})
{textwrap.indent(then, "    ")}
"""
    scope |= kinds | {
        "ndarray": np.ndarray,
        "addressof": ctypes.addressof,
        "buffer": (ctypes.c_char * 0).from_buffer,
        "_refuse": refuse,  # names that no parameter has
        "_pack": struct.Struct("=" + "".join(kind.format for kind in types.values())).pack,
        "_error": struct.error,
    }
    exec(text, scope)
    return scope[name]  # type: ignore[no-any-return]


if TYPE_CHECKING:
    In1 = NDArray[Scalar]
    In2 = NDArray[Scalar]
    In3 = NDArray[Scalar]
    InOut1 = NDArray[Scalar]
    InOut2 = NDArray[Scalar]
    InOut3 = NDArray[Scalar]
    U64 = int


@dataclass_transform(frozen_default=True)
class Struct:
    """Arrays and numbers passed to C++ under one name, in the order of the C++ struct; `struct_class` makes subclasses.

    The values are checked once, when an instance is created. An instance keeps its arrays alive and does not change;
    the contents of its arrays may.
    """

    stated: ClassVar[str]
    """The description in the C++ library: `Name{field: type, …}`."""
    types: ClassVar[dict[str, Type]]
    """The types of the fields."""
    _address: int
    _buffer: ctypes.Array[ctypes.c_char]

    @classmethod
    def of(cls, source: object, **named: Any) -> Self:
        """Return a struct with the attributes of an object, but for the values given."""
        made: Any = cls
        return made(**{name: named[name] if name in named else getattr(source, name) for name in cls.types})  # type: ignore[no-any-return]

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__}.{name} cannot be set")

    def __reduce__(self) -> tuple[Any, ...]:
        return _struct_of, (self.stated, *(self.__dict__[name] for name in self.types))


_CLASSES: dict[str, Any] = {}
"""The classes of structs and objects by their descriptions in the library: one of each, whichever thread makes it."""


def struct_class(stated: str) -> type[Struct]:
    """The class of the structs that the library describes as `Name{field: type, …}`."""
    found: type[Struct] | None = _CLASSES.get(stated)
    if found is None:
        name, _, fields = stated.removesuffix("}").partition("{")
        types = {field: _TYPES[kind] for field, kind in _TYPE.findall(fields)}
        keep = f"self.__dict__.update(buffered(slots), {', '.join(f'{field}={field}' for field in types)})"
        made = _compiled(name, "self, ", types, keep, buffered=_buffered)
        space = {"stated": stated, "types": types, "__init__": made}
        found = _CLASSES.setdefault(stated, type(name, (Struct,), space))
    return found


def _buffered(slots: bytes) -> dict[str, Any]:
    """The slots of a struct where C++ reads them."""
    buffer = ctypes.create_string_buffer(slots, len(slots))
    return {"_buffer": buffer, "_address": ctypes.addressof(buffer)}


def _struct_of(stated: str, *values: Any) -> Struct:
    """What a pickled struct is made by."""
    return struct_class(stated)(*values)


class NativeObject:
    """A C++ object, freed with its Python owner; `object_class` makes subclasses, named like the C++ classes.

    The C++ object may point into arrays passed to its constructor; these are kept alive with it.
    """

    _address: int

    def __init__(self) -> None:
        raise TypeError(f"{type(self).__name__} is made by the function that returns it")

    @classmethod
    def _own(cls, address: int, keep: tuple[Any, ...]) -> Any:
        made = object.__new__(cls)
        made.__dict__["_address"] = address
        made.__dict__["_keep"] = keep
        free = getattr(library(), f"codepegs_free_{cls.__name__}")
        free.argtypes, free.restype = [ctypes.c_uint64], None
        weakref.finalize(made, free, address)
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError(f"{type(self).__name__} cannot be pickled")


def object_class(name: str) -> type[NativeObject] | None:
    """The class of the C++ objects of a name; None if the library has none."""
    found: type[NativeObject] | None = _CLASSES.get(name)
    if found is None and hasattr(library(), f"codepegs_free_{name}"):
        found = _CLASSES.setdefault(name, type(name, (NativeObject,), {}))
    return found


class _Results(threading.local):
    """The result slots of this thread, read as any of the three kinds of numbers; and what it calls between loops."""

    def __init__(self) -> None:
        self.look: Callable[[], None] | None = None
        self.slots = (ctypes.c_uint64 * _MOST_RESULTS)()
        self.u64 = self.slots
        self.i64 = (ctypes.c_int64 * _MOST_RESULTS).from_buffer(self.slots)
        self.f64 = (ctypes.c_double * _MOST_RESULTS).from_buffer(self.slots)


_results = _Results()


@contextmanager
def looking(look: Callable[[], None]) -> Iterator[None]:
    """Call a function before each call of the library in this thread, which it may end by raising an exception."""
    before, _results.look = _results.look, look
    try:
        yield
    finally:
        _results.look = before


def look() -> None:
    """Call the function that `looking` was given: for long work in Python or NumPy, without calls of the library."""
    if _results.look is not None:
        _results.look()


def _raise_status(status: int) -> None:
    if status == 1:
        raise MemoryError("out of memory in a compiled loop")
    message = library().codepegs_last_error
    message.restype = ctypes.c_char_p
    raise {2: IndexError, 3: ValueError}.get(status, RuntimeError)(message().decode())


def exported_signature(name: str) -> str | None:
    """What the library states of a function or a struct, or None if it has none of that name."""
    try:
        ask = getattr(library(), f"codepegs_{name}_signature")
    except AttributeError:
        return None
    ask.restype = ctypes.c_char_p
    return str(ask().decode())


class Signature:
    """The parameters and the result of a native function."""

    def __init__(self, text: str) -> None:
        self.text = text
        head, _, result = text.rpartition(" -> ")
        self.name, _, parameters = head.removesuffix(")").partition("(")
        self.parameters: dict[str, Type] = {}
        self.results: list[Type] = []
        self.returns_tuple = result.startswith("(")
        for name, stated in [*_TYPE.findall(parameters), *_TYPE.findall(result)]:
            if stated == "none":
                continue
            kind = _TYPES.get(stated) or _address_type(stated)
            if name:
                self.parameters[name] = kind
            else:
                self.results.append(kind)

    def compile(self) -> Callable[..., Any]:
        """Return a function that checks its arguments and calls the library; it has this `signature`."""
        native = getattr(library(), f"codepegs_{self.name}")
        native.argtypes, native.restype = [ctypes.c_char_p, ctypes.c_void_p], ctypes.c_int32
        made = self.results[0].kind if self.results else None
        read = [
            f"bool(results.u64[{slot}])" if kind.name == "bool" else f"results.{kind.name}[{slot}]"
            for slot, kind in enumerate(self.results)
        ]
        result = ", ".join(read) or "None"
        if made is not None:
            result = f"made._own(results.u64[0], ({', '.join([*self.parameters, ''])}))"
        elif self.returns_tuple:
            result = f"({result},)"
        look = "if results.look is not None:\n    results.look()\n"
        then = f"{look}status = native(slots, results.slots)\nif status:\n    raise_status(status)\nreturn {result}"
        scope = {"native": native, "results": _results, "raise_status": _raise_status, "made": made}
        function = _compiled(self.name, "", self.parameters, then, __name__="codepegs.core.loops", **scope)
        function.__doc__ = f"C++: {self.text}"
        function.signature = self  # type: ignore[attr-defined]
        return function


@cache
def _address_type(stated: str) -> Type:
    """The type of a struct or an object of the library."""
    kind = struct_class(stated) if "{" in stated else object_class(stated)
    if kind is None:
        raise TypeError(f"{stated} is neither a struct nor an object that the library frees")
    name = kind.__name__
    condition = "isinstance({0}, {1})"
    return Type(
        name=stated, annotation=name, expected=name, format="Q", slots="{0}._address", condition=condition, kind=kind
    )


def attributes(module: dict[str, Any]) -> Callable[[str], Any]:
    """Make the `__getattr__` of a module that has what the library has: functions, and classes of structs, objects."""

    def attribute(name: str) -> Any:
        stated = exported_signature(name)
        if stated is None:
            found: Any = object_class(name)
        else:
            found = Signature(stated).compile() if "(" in stated else struct_class(stated)
        if found is None:
            raise AttributeError(f"module {module['__name__']!r} has no attribute {name!r}, nor has the C++ library")
        module[name] = found
        return found

    return attribute


LEVELS = ("x86-64-v4", "x86-64-v3", "x86-64-v2", "baseline")
"""Instruction-set levels, best first. Other architectures than x86-64 have one, `baseline`.

`x86-64-v4` also uses AVX512_VPOPCNTDQ, VBMI and VBMI2.
"""

FOLDER_VARIABLE = "CODEPEGS_LIBRARY"
"""Environment variable: the folder to load the library from, instead of the package's own."""

LEVEL_VARIABLE = "CODEPEGS_LEVEL"
"""Environment variable: the level to load, instead of the best that the processor supports."""


class LibraryInfo(msgspec.Struct, frozen=True):
    """Facts about the loaded library, for bug reports."""

    path: Path
    level: str
    compiler: str
    digest: str
    """The first 16 hexadecimal digits of the file's SHA-256."""


def _folder() -> Path:
    chosen = os.environ.get(FOLDER_VARIABLE)
    if chosen:
        return Path(chosen)
    here = Path(__file__).parent
    # An editable install has its sources here and its library in site-packages.
    for folder in (here, *(Path(entry, "codepegs", "core") for entry in sys.path)):
        if (folder / "lib").is_dir():
            return folder / "lib"
    raise Unavailable.because("no_library")


def _load(path: Path) -> ctypes.CDLL:
    try:
        return ctypes.CDLL(str(path))
    except OSError as error:
        if lacks_memory(2 * path.stat().st_size):
            raise Unavailable.because("no_memory_to_start") from None
        raise Unavailable.because("library_not_loaded", error=str(error)) from None


@cache
def _loaded() -> tuple[ctypes.CDLL, str, Path]:
    folder = _folder()
    found = {path.stem.removeprefix("codepegs-"): path for path in folder.glob("codepegs-*.*")}
    builds = {level: found[level] for level in LEVELS if level in found}
    if not builds:
        raise Unavailable.because("no_library_in", folder=str(folder))
    ask = _load(list(builds.values())[-1]).codepegs_best_level  # the most portable build knows the processor
    ask.restype = ctypes.c_char_p
    best = str(ask().decode())
    usable = LEVELS[LEVELS.index(best) :]
    level = os.environ.get(LEVEL_VARIABLE) or next((level for level in builds if level in usable), None)
    if level is None:
        raise Unavailable.because("library_above_processor", folder=str(folder), levels=", ".join(builds), best=best)
    if level not in builds:
        raise Unavailable.because("no_such_build", variable=LEVEL_VARIABLE, level=level, levels=", ".join(builds))
    if level not in usable:
        raise Unavailable.because("level_above_processor", variable=LEVEL_VARIABLE, level=level, best=best)
    return _load(builds[level]), level, builds[level]


@cache
def library() -> ctypes.CDLL:
    """The library of this process."""
    return _loaded()[0]


def library_info() -> LibraryInfo:
    """Describe the library of this process."""
    from hashlib import sha256  # imports OpenSSL, which only this needs

    loaded, level, path = _loaded()
    loaded.codepegs_compiler.restype = ctypes.c_char_p
    digest = sha256(path.read_bytes()).hexdigest()[:16]
    return LibraryInfo(path, level, loaded.codepegs_compiler().decode(), digest)
