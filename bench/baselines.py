"""What the fast code is compared with: a plain port, NumPy, and loops that do less than all of the work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from codepegs.game import Code
from codepegs.kernels.simd import ones


def guess_result(answer: Sequence[int], guess: Sequence[int]) -> tuple[int, int]:
    """The first seed's `guessResult`, line by line in Python."""
    black = len([a for a, g in zip(answer, guess, strict=True) if a == g])
    values = []
    for value in guess:
        if value not in values:
            values.append(value)
    white = sum(min(list(answer).count(value), list(guess).count(value)) for value in values) - black
    return black, white


def count_responses(codes: Sequence[Code], guess: Code) -> dict[tuple[int, int], int]:
    """The first seed's `getCounts`: how often each response occurs."""
    counts: dict[tuple[int, int], int] = {}
    for code in codes:
        response = guess_result(code, guess)
        counts[response] = counts.get(response, 0) + 1
    return counts


@njit(nogil=True, cache=True)  # type: ignore[misc, unused-ignore]
def bare_loop(place: Any, copies: Any, guess_place: Any, guess_copies: Any) -> Any:
    """Two ANDs and two population counts a pair, added up: no histogram, so no strategy could use it."""
    black = np.uint64(0)
    total = np.uint64(0)
    for g in range(guess_place.shape[0]):
        a, b = guess_place[g], guess_copies[g]
        for s in range(place.shape[0]):
            black += ones(place[s] & a)
            total += ones(copies[s] & b)
    return black, total


@njit(nogil=True, cache=True)  # type: ignore[misc, unused-ignore]
def scatter_histogram(place: Any, copies: Any, guess_place: Any, guess_copies: Any, pegs: int, out: Any) -> None:
    """The same two counts, added to one histogram a guess: what a mask kernel usually does."""
    for g in range(guess_place.shape[0]):
        a, b = guess_place[g], guess_copies[g]
        row = out[g]
        for s in range(place.shape[0]):
            black = np.intp(ones(place[s] & a))
            total = np.intp(ones(copies[s] & b))
            row[black * (pegs + 1) + total] += 1


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
