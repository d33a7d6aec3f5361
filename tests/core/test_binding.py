"""Calls of the C++ library: what is checked, what is kept alive, and what threads and memory limits do."""

from __future__ import annotations

import ctypes
import gc
import os
import pickle
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from codepegs.core import loops
from codepegs.core.binding import NativeObject, Signature, exported_signature, library, struct_class

pytestmark = pytest.mark.loops


Unlike: Any = struct_class("Unlike{pegs: i64}")  # like no struct of the library
RULES = loops.CodeRules(2, 3, True, np.arange(9).reshape(3, 3))
KEYS = np.array([0, 1, 6], dtype=np.uint64)
NO_ORDER = np.empty((0, 0), dtype=np.int64)


def out() -> np.ndarray[Any, np.dtype[np.int64]]:
    return np.full(3, -1)


def test_a_call() -> None:
    written = out()
    loops.parts_of(KEYS, 1, RULES, out=written)
    assert written.tolist() == [4, 8, 1]


def test_numbers_may_be_those_of_numpy() -> None:
    number: Any = np.uint64(1)
    rules = loops.CodeRules(int(np.int32(2)), number + number + number, True, RULES.part_table)
    written = out()
    loops.parts_of(KEYS, number, rules, written)
    assert written.tolist() == [4, 8, 1]


def test_a_struct_has_the_fields_that_the_library_states() -> None:
    text = str(exported_signature("parts_of"))
    assert f"rules: {loops.CodeRules.stated}," in text
    assert loops.CodeRules.stated.startswith("CodeRules{pegs: i64, colors: i64, repeats: bool, ")
    assert list(loops.CodeRules.types) == ["pegs", "colors", "repeats", "part_table"]
    assert [kind.annotation for kind in loops.CodeRules.types.values()] == ["int", "int", "bool", "In2[np.int64]"]


def test_a_struct_is_the_one_that_functions_take() -> None:
    stated = str(exported_signature("CodeRules"))
    assert struct_class(stated) is loops.CodeRules
    assert all(f"rules: {stated}," in str(exported_signature(name)) for name in ("parts_of", "begin_walk"))
    with pytest.raises(AttributeError, match="no attribute 'NoSuchStruct'"):
        _ = loops.NoSuchStruct  # type: ignore[attr-defined]


def test_threads_make_one_class_of_a_struct() -> None:
    together = threading.Barrier(4)

    def made(stated: str) -> type:
        together.wait()
        return struct_class(stated)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            for number in range(100):
                fields = ", ".join(f"field{n}: const i64[2]" for n in range(20))
                assert len(set(pool.map(made, [f"Made{number}{{{fields}}}"] * 4))) == 1
    finally:
        sys.setswitchinterval(interval)


@pytest.mark.parametrize("name", ["no_such_loop", "__wrapped__", "parts_of_signature"])
def test_a_function_that_the_library_lacks(name: str) -> None:
    with pytest.raises(AttributeError, match=f"module 'codepegs.core.loops' has no attribute '{name}'"):
        getattr(loops, name)


def test_the_signature_of_a_function() -> None:
    text = exported_signature("parts_of")
    assert text is not None
    assert text.startswith("parts_of(keys: const u64[1], guess: u64, rules: CodeRules{pegs: i64, ")
    assert text.endswith("}, out: i64[1]) -> none")
    signature = Signature(text)
    assert list(signature.parameters) == ["keys", "guess", "rules", "out"]
    assert (signature.results, signature.returns_tuple) == ([], False)
    assert text in str(loops.parts_of.__doc__)
    pair = Signature(str(exported_signature("next_guesses")))
    assert ([kind.name for kind in pair.results], pair.returns_tuple) == (["i64", "bool"], True)
    assert exported_signature("no_such_loop") is None


@pytest.mark.parametrize(
    "call",
    [
        lambda f: f(KEYS, 1, RULES),
        lambda f: f(KEYS, 1, RULES, out(), 5),
        lambda f: f(KEYS, 1, RULES, out(), more=5),
        lambda f: f(keys=KEYS, guess=1, rules=RULES),
        lambda f: f(),
    ],
)
def test_a_wrong_number_of_arguments(call: Callable[[Any], None]) -> None:
    with pytest.raises(TypeError, match="parts_of"):
        call(loops.parts_of)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((KEYS.astype(np.int64), 1, RULES, out()), "keys: expected a C-contiguous uint64 array of 1 dim.*got a int64"),
        ((KEYS.tolist(), 1, RULES, out()), "keys: expected .* of type list"),
        ((np.repeat(KEYS, 2)[::2], 1, RULES, out()), "keys: .*not C-contiguous"),
        ((KEYS, -1, RULES, out()), "guess: expected an int from 0 to below"),
        ((KEYS, 1.0, RULES, out()), "guess: expected an int"),
        ((KEYS, 1 << 64, RULES, out()), "guess: expected an int"),
        ((KEYS, 1, Unlike(2), out()), "rules: expected CodeRules, got .*Unlike"),
        ((KEYS, 1, RULES, np.broadcast_to(np.int64(0), 3)), "out: .*read-only"),
        ((KEYS, 1, RULES, np.zeros((3, 1), dtype=np.int64)), "out: .*got a int64 array of 2 dim"),
    ],
)
def test_wrong_arguments_are_named(arguments: tuple[Any, ...], words: str) -> None:
    with pytest.raises(TypeError, match=f"^parts_of: {words}"):
        loops.parts_of(*arguments)


def test_arrays_that_are_only_read_may_be_read_only() -> None:
    keys, table, written = KEYS.copy(), RULES.part_table.copy(), out()
    keys.flags.writeable = table.flags.writeable = False
    loops.parts_of(keys, 1, loops.CodeRules(2, 3, True, table), written)
    assert written.tolist() == [4, 8, 1]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"pegs": 1.5}, "CodeRules: pegs: expected an int"),
        ({"pegs": 1 << 63}, "CodeRules: pegs: expected an int"),
        ({"repeats": 1}, "CodeRules: repeats: expected a bool"),
        ({"part_table": np.zeros((3, 3))}, "CodeRules: part_table: .*int64 array of 2 dim.*got a float64"),
        ({"part_table": np.zeros((3, 3), dtype=np.int64).T[::2]}, "CodeRules: part_table: .*not C-contiguous"),
        ({"extra": 1}, "CodeRules.*'extra'"),
    ],
)
def test_wrong_fields_are_named(fields: dict[str, Any], words: str) -> None:
    right: dict[str, Any] = {"pegs": 2, "colors": 3, "repeats": True, "part_table": RULES.part_table}
    with pytest.raises(TypeError, match=words):
        loops.CodeRules(**(right | fields))


def test_fields_cannot_be_missing_or_changed() -> None:
    with pytest.raises(TypeError, match=r"CodeRules.*missing 2 .*repeats"):
        loops.CodeRules(2, 3)  # type: ignore[call-arg]
    with pytest.raises(AttributeError, match=r"CodeRules\.pegs cannot be set"):
        RULES.pegs = 5  # type: ignore[misc]


def test_structs_keep_their_arrays_and_can_be_pickled() -> None:
    rules = loops.CodeRules(2, 3, True, np.arange(9).reshape(3, 3))
    gc.collect()
    again = pickle.loads(pickle.dumps(rules))
    for each in (rules, again):
        written = out()
        loops.parts_of(KEYS, 1, each, written)
        assert written.tolist() == [4, 8, 1]
    assert again.colors == 3


def guesses(columns: int = 3) -> loops.GuessEnumerator:
    zeros = np.zeros(columns, dtype=np.int64)
    return loops.enumerate_guesses(1, 30, True, np.arange(columns), zeros, np.full(1, -1))


def test_objects_are_freed_once_with_their_owners(monkeypatch: pytest.MonkeyPatch) -> None:
    free = library().codepegs_free_GuessEnumerator
    free.argtypes, free.restype = [ctypes.c_uint64], None
    freed: list[int] = []

    def counting_free(address: int) -> None:
        freed.append(address)
        free(address)

    monkeypatch.setattr(library(), "codepegs_free_GuessEnumerator", counting_free)
    made = guesses()
    other = guesses()
    address = made._address
    assert freed == []
    del made
    gc.collect()
    assert freed == [address]
    del other
    gc.collect()
    assert len(freed) == 2


def test_objects_keep_what_they_were_made_from() -> None:
    parts = np.array([8])
    alive = weakref.ref(parts)
    codes = loops.search_consistent_codes(RULES, np.array([[2, 2]]), parts, 0, 3, NO_ORDER)
    del parts
    gc.collect()
    assert alive() is not None
    found = np.zeros(2, dtype=np.uint64)
    assert loops.next_consistent_keys(codes, found, 1000) == (1, True)
    assert found[0] == 0b1010
    del codes
    gc.collect()
    assert alive() is None


def test_objects_are_made_by_the_library_alone() -> None:
    with pytest.raises(TypeError, match="GuessEnumerator cannot be pickled"):
        pickle.dumps(guesses())
    with pytest.raises(TypeError, match="GuessEnumerator is made by the function that returns it"):
        loops.GuessEnumerator()
    codes: Any = loops.search_consistent_codes(RULES, np.array([[2, 2]]), np.array([8]), 0, 3, NO_ORDER)
    with pytest.raises(TypeError, match=r"guesses: expected GuessEnumerator, got .*ConsistentCodes"):
        loops.next_guesses(codes, np.zeros(1, np.uint64), 1)
    assert issubclass(loops.GuessEnumerator, NativeObject)


OUT_OF_MEMORY = """
import resource
import numpy as np
from codepegs.core import loops

columns = 20_000_000
color_of, column_class, twins = np.arange(columns), np.zeros(columns, np.int64), np.full(1, -1)
loops.enumerate_guesses(1, 30, True, color_of[:3], column_class[:3], twins)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (64 << 20), resource.RLIM_INFINITY))
for attempt in range(3):
    try:
        loops.enumerate_guesses(1, 30, True, color_of, column_class, twins)
        print("done")
    except MemoryError as error:
        print(error)
made = loops.enumerate_guesses(1, 30, True, color_of[:3], column_class[:3], twins)
print(loops.next_guesses(made, np.zeros(9, np.uint64), 100))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and limits of the address space")
@pytest.mark.skipif("san.so" in os.environ.get("LD_PRELOAD", ""), reason="sanitizers take terabytes of addresses")
def test_a_loop_out_of_memory_is_a_memory_error() -> None:
    ended = subprocess.run([sys.executable, "-c", OUT_OF_MEMORY], capture_output=True, text=True, check=False)
    assert ended.stderr == ""
    assert ended.stdout.splitlines() == ["out of memory in a compiled loop"] * 3 + ["(3, True)"]


def test_threads_have_results_and_errors_of_their_own() -> None:
    both_ready = threading.Barrier(2)

    def count(columns: int) -> set[Any]:
        both_ready.wait()
        seen: set[Any] = set()
        for _ in range(500):
            room = np.zeros(columns, dtype=np.uint64)
            seen.add(loops.next_guesses(guesses(columns), room, 1000))
            try:
                loops.enumerate_guesses(
                    1, 64 if columns == 3 else 2, columns == 3, room[:0].view(np.int64), out(), out()
                )
            except ValueError as error:
                seen.add(str(error).partition(": ")[2])
        return seen

    with ThreadPoolExecutor(2) as pool:
        three, seven = pool.map(count, (3, 7))
    assert three == {(3, True), "pegs is at least 1, bits from 0 to 63"}
    assert seven == {(7, True), "column_class has one entry a column"}


def test_other_threads_run_during_a_call() -> None:
    pegs, colors = 30, 60
    table = np.arange((pegs + 1) ** 2).reshape(pegs + 1, pegs + 1)
    played = np.tile(np.arange(pegs), (2, 1))
    contradiction = np.array([2 * (pegs + 1) + 9, 3 * (pegs + 1) + 9])
    rules = loops.CodeRules(pegs, colors, True, table)
    codes = loops.search_consistent_codes(rules, played, contradiction, 0, colors, NO_ORDER)
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    other = threading.Thread(target=tick)
    other.start()
    began = ticks
    found = loops.next_consistent_code(codes, np.zeros(pegs, dtype=np.int64), 20_000_000)
    during = ticks - began
    done.set()
    other.join()
    assert found == (False, False)
    assert during >= 5
