"""The compiled loops of trees and of the certificates of their optimality."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codepegs.core import NativeObject, native_functions

if TYPE_CHECKING:
    from codepegs.trees.native import *
else:
    __getattr__ = native_functions(globals())


class ProofBoard(NativeObject):
    """Lower bounds of sets of codes, by the rules of `certificate_checker.py`; for one thread.

    A set of codes is given by their numbers, ascending, from 0.
    """


class TableBoard(NativeObject):
    """The same for a table, whose secrets have weights and whose guesses have costs; for one thread."""
