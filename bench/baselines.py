"""What the fast code is compared with: a plain port, NumPy, and loops that do less than all of the work."""

from __future__ import annotations

import atexit
import ctypes
import os
import shlex
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from codepegs.game import Code


def guess_result(answer: Sequence[int], guess: Sequence[int]) -> tuple[int, int]:
    """The parallel Knuth report's `guessResult`, line by line in Python."""
    black = len([a for a, g in zip(answer, guess, strict=True) if a == g])
    values = []
    for value in guess:
        if value not in values:
            values.append(value)
    white = sum(min(list(answer).count(value), list(guess).count(value)) for value in values) - black
    return black, white


def count_responses(codes: Sequence[Code], guess: Code) -> dict[tuple[int, int], int]:
    """The parallel Knuth report's `getCounts`: how often each response occurs."""
    counts: dict[tuple[int, int], int] = {}
    for code in codes:
        response = guess_result(code, guess)
        counts[response] = counts.get(response, 0) + 1
    return counts


Masks = NDArray[np.uint64]


@cache
def _mask_loops() -> ctypes.CDLL:
    """`baselines.cpp`, built for this machine."""
    folder = Path(mkdtemp(prefix="codepegs-bench-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    library = folder / "baselines.so"
    compiler = shlex.split(os.environ.get("CXX", "c++"))
    source = str(Path(__file__).with_name("baselines.cpp"))
    flags = ["-std=c++20", "-O3", "-march=native", "-shared", "-fPIC"]
    subprocess.run([*compiler, *flags, source, "-o", str(library)], check=True)
    return ctypes.CDLL(str(library))


def _passed(*arrays: NDArray[Any]) -> list[Any]:
    """Arrays as C takes them: a pointer to each, and after every second one the length of both."""
    passed: list[Any] = []
    for number, array in enumerate(arrays):
        passed.append(array.ctypes.data_as(ctypes.c_void_p))
        if number % 2:
            passed.append(ctypes.c_int64(len(array)))
    return passed


def mask_replies(place: Masks, copies: Masks, guess_place: Masks, guess_copies: Masks) -> tuple[Masks, Masks]:
    """Black counts and totals of every guess against every code, in NumPy."""
    return np.bitwise_count(guess_place[:, None] & place), np.bitwise_count(guess_copies[:, None] & copies)


def bare_loop(place: Masks, copies: Masks, guess_place: Masks, guess_copies: Masks) -> tuple[int, int]:
    """Two ANDs and two population counts a pair, added up: no histogram, so no strategy could use it."""
    out = np.zeros(2, dtype=np.uint64)
    _mask_loops().bare_loop(*_passed(place, copies, guess_place, guess_copies), out.ctypes.data_as(ctypes.c_void_p))
    return int(out[0]), int(out[1])


def scatter_histogram(
    place: Masks, copies: Masks, guess_place: Masks, guess_copies: Masks, pegs: int, out: NDArray[np.int64]
) -> None:
    """The same two counts, added to one histogram a guess: what a mask loop usually does."""
    arguments = _passed(place, copies, guess_place, guess_copies)
    _mask_loops().scatter_histogram(*arguments, ctypes.c_int64(pegs), out.ctypes.data_as(ctypes.c_void_p))


def numpy_minimax_game(colors: int, pegs: int, secret: Code, first: Code) -> list[Code]:
    """Knuth's algorithm on NumPy arrays, all guesses scored every turn, without symmetry."""
    codes = np.indices((colors,) * pegs).reshape(pegs, -1).T.astype(np.int8)
    counts = np.stack([(codes == color).sum(axis=1) for color in range(colors)], axis=1).astype(np.int8)
    left = np.arange(len(codes))
    index = int(np.ravel_multi_index(first, (colors,) * pegs))
    target = int(np.ravel_multi_index(secret, (colors,) * pegs))
    played = [first]
    while index != target:
        answers = _answers(codes, counts, index, left)
        left = left[answers == _answers(codes, counts, index, np.array([target]))[0]]
        possible = np.zeros(len(codes), dtype=bool)
        possible[left] = True
        worst = np.array([np.bincount(_answers(codes, counts, g, left)).max() for g in range(len(codes))])
        index = int(np.lexsort((np.arange(len(codes)), ~possible, worst))[0])
        played.append(tuple(codes[index].tolist()))
    return played


def _answers(
    codes: NDArray[np.int8], counts: NDArray[np.int8], guess: int, left: NDArray[np.int64]
) -> NDArray[np.int64]:
    black = (codes[left] == codes[guess]).sum(axis=1)
    total = np.minimum(counts[left], counts[guess]).sum(axis=1)
    return np.asarray(black * (codes.shape[1] + 1) + total)
