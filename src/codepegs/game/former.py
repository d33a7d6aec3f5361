"""Names of the previous minor version: they work for one more, with a warning that states the present name."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, TypeVar, cast

WORKS_UNTIL = "0.3.0"
"""The version that removes the former names."""

Function = TypeVar("Function", bound=Callable[..., Any])

NewArguments = str | Callable[[Any, dict[str, Any]], dict[str, Any]]
"""What replaces a former parameter: the present name, or a function of its value and the other arguments."""


def of_budget(budget: Any, given: dict[str, Any]) -> dict[str, Any]:
    """The arguments that replace a `Budget`."""
    return {} if budget is None else {"workers": budget.threads, "work": budget.work}


def warn_former(sentence: str) -> None:
    """Warn the caller of codepegs, whichever function of it calls this, of a name that will be removed."""
    from inspect import currentframe  # which few calls need

    level, frame = 1, currentframe()
    while frame is not None and str(frame.f_globals.get("__name__")).partition(".")[0] == "codepegs":
        level, frame = level + 1, frame.f_back
    warnings.warn(f"{sentence} (works until codepegs {WORKS_UNTIL})", DeprecationWarning, stacklevel=level)


class FormerName:
    """An attribute under its former name, with a warning that names the new one."""

    def __init__(self, new: str) -> None:
        self.new = new
        self.__doc__ = f"The name of `{new}` up to version 0.1; using it warns."

    def __set_name__(self, owner: type, name: str) -> None:
        self.old = name

    def __get__(self, instance: Any, owner: type) -> Any:
        if instance is None:
            return self
        warn_former(f"{owner.__name__}.{self.old} is now {self.new}")
        return getattr(instance, self.new)


def former_parameters(names: Mapping[str, NewArguments], order: Sequence[str] = ()) -> Callable[[Function], Function]:
    """Make a function take parameters by their former names.

    Args:
        names: What replaces each former name.
        order: The former order of the positional parameters, if it was another. More values than the function takes
            now, or a number as the second, are in this order.
    """

    def decorate(function: Function) -> Function:
        code = function.__code__
        present = code.co_varnames[: code.co_argcount]

        @wraps(function)
        def called(*values: Any, **given: Any) -> Any:
            is_former = order and (len(values) > len(present) or isinstance((*values[1:2], None)[0], int))
            if is_former or names.keys() & given.keys():
                given |= zip(order if is_former else present, values, strict=False)
                values = ()
            for old, new in names.items():
                if old in given:
                    value = given.pop(old)
                    more = {new: value} if isinstance(new, str) else new(value, given)
                    warn_former(f"{old} of {function.__name__} is now {' and '.join(more) or 'left out'}")
                    given |= more
            return function(*values, **given)

        vars(called)["former_parameters"] = tuple(names)
        return cast(Function, called)

    return decorate
