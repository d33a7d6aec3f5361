"""The loops of values: curves of what sets of candidates need, and the value of a guess from its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codepegs.core import NativeObject, native_functions

if TYPE_CHECKING:
    from codepegs.strategies.values.native import *
else:
    __getattr__ = native_functions(globals())


class Curve(NativeObject):
    """What sets of codes of a game need on average, by their size alone."""
