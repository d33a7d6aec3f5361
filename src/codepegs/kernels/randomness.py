"""Random numbers of the compiled loops: two generators of one 64-bit word that the caller seeds, and draws from them.

A call so repeats on any machine and in any thread. The loops that came first keep the generator they were measured
with, so that a seed still gives the game it gave.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from codepegs.kernels.compile import compiled, inlined

_STEP = np.uint64(0x9E3779B97F4A7C15)
"""What `mixed` adds first itself, so that counting by it gives the published generator."""

_UNIT = 1.0 / (1 << 53)


@compiled
def mixed(value: Any) -> Any:
    """A 64-bit hash of a 64-bit number (splitmix64, Steele, Lea and Flood 2014)."""
    value = value + _STEP
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


@compiled
def next_word(state: Any) -> Any:
    """The next 64 random bits of splitmix64, any state of which will do."""
    bits = mixed(state[0])
    state[0] += _STEP
    return bits


@compiled
def uniform(state: Any) -> float:
    """A random number from 0 to below 1."""
    return np.float64(next_word(state) >> np.uint64(11)) * _UNIT


@compiled
def below(state: Any, bound: int) -> Any:
    """A random whole number from 0 to below `bound`, which is less than 2^31."""
    return np.int64(((next_word(state) >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32))


@inlined
def xorshift(state: Any) -> Any:
    """The next 64 random bits of xorshift64* (Vigna 2016), whose state must not be zero."""
    word = state[0]
    word ^= word >> np.uint64(12)
    word ^= word << np.uint64(25)
    word ^= word >> np.uint64(27)
    state[0] = word
    return word * np.uint64(0x2545F4914F6CDD1D)


@inlined
def xorshift_uniform(state: Any) -> float:
    """A random number from 0 to below 1, by xorshift64*."""
    return np.float64(xorshift(state) >> np.uint64(11)) * _UNIT


@inlined
def xorshift_below(state: Any, bound: int) -> Any:
    """A random whole number from 0 to below `bound`, which is less than 2^31, by xorshift64*."""
    return np.int64(((xorshift(state) >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32))
