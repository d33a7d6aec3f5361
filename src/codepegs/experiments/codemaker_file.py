"""Codemakers of one's own that a text names: functions in Python files."""

from __future__ import annotations

import sys
from collections.abc import Callable
from hashlib import sha256
from types import ModuleType
from typing import Any

from codepegs.errors import BadInput
from codepegs.files import MOST_TOML_BYTES, read_text, shown
from codepegs.game import Code
from codepegs.match import Answer, Codemaker
from codepegs.rng import Seed

EXAMPLE = "FILE.py:NAME, e.g. careless.py:careless"


def split_name(text: str) -> tuple[str, str]:
    """Return the file and the name of a function.

    >>> split_name("mine/careless.py:careless")
    ('mine/careless.py', 'careless')
    """
    file, _, name = text.rpartition(":")
    if not (file.endswith(".py") and name.isidentifier()):
        raise BadInput(f"the codemaker {text!r} is invalid: expected {EXAMPLE}")
    return file, name


def codemaker_named(text: str) -> Callable[[Code, Seed], Codemaker | Answer]:
    """Return the function of a secret and a seed that `FILE.py:NAME` names; the file is run once in a process.

    Raises `BadInput` if the text is invalid or the file cannot be run, `Unavailable` if it cannot be read.
    """
    file, name = split_name(text)
    made: Any = getattr(_module(file), name, None)
    if not callable(made):
        raise BadInput(f"{shown(file)} has no function {name}: expected {EXAMPLE}")
    return made  # type: ignore[no-any-return]


def _module(file: str) -> ModuleType:
    """The module of a file, which `sys.modules` has under a name that depends on its content."""
    source = read_text(file, MOST_TOML_BYTES)
    named = f"codepegs_codemaker_{sha256(source.encode()).hexdigest()[:20]}"
    if named not in sys.modules:
        module = ModuleType(named)
        module.__file__ = file
        sys.modules[named] = module  # dataclasses look their module up
        try:
            exec(compile(source, file, "exec"), module.__dict__)
        except Exception as error:
            del sys.modules[named]
            raise BadInput(f"{shown(file)} cannot be run: {type(error).__name__}: {error}") from error
    return sys.modules[named]
