"""Parts of other libraries that these do not promise to keep, in one place: a function or a name for each.

`tests/test_foreign.py` has a test of each, which fails with what has changed in a new release. The versions in which
each was seen are named; those that may be installed are in `pyproject.toml`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from copy import copy
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from uvicorn.protocols.http.h11_impl import H11Protocol as H11Protocol


class TyperError(NamedTuple):
    """What is wrong on a command line, by an exception of Typer's parser."""

    kind: str
    """One of `option_without_value`, `option_takes_no_value`, `no_such_option`, `no_such_command`, `missing`,
    `wrong_value`, `too_many`, `needs_command` and `other`."""
    words: str
    """What Typer says."""
    text: str
    """The option, the command or the arguments that are wrong; empty for other kinds."""
    parameter: Any
    """The parameter that is missing or has a wrong value; None for other kinds."""
    context: Any
    """The context of the command, None if there is none."""


def typer_error(error: Exception) -> TyperError | None:
    """Return what is wrong on a command line; None for exceptions of others. Typer 0.26 to 0.28."""
    # Of Typer's classes only `BadParameter` is public; the others are known by their names, and two kinds of
    # `UsageError` by their words.
    if not (hasattr(error, "exit_code") and hasattr(error, "format_message")):
        return None
    name, words = type(error).__name__, str(error.format_message())
    parameter, context = getattr(error, "param", None), getattr(error, "ctx", None)
    kind, text = "other", ""
    if name == "NoArgsIsHelpError":
        kind = "needs_command"
    elif name in ("BadOptionUsage", "NoSuchOption"):
        text = str(getattr(error, "option_name", ""))
        takes_value = "option_without_value" if "requires" in words else "option_takes_no_value"
        kind = "no_such_option" if name == "NoSuchOption" else takes_value
    elif name in ("MissingParameter", "BadParameter") and parameter is not None:
        kind = "missing" if name == "MissingParameter" else "wrong_value"
    elif words.startswith("No such command '"):
        kind, text = "no_such_command", words.split("'")[1]
    elif words.startswith("Got unexpected extra argument"):
        kind, text = "too_many", words.partition("(s) (")[2].removesuffix(")") or words
    return TyperError(kind, words, text, parameter, context)


class TyperType(NamedTuple):
    """What the values of a parameter are converted to."""

    name: str
    """`int`, `float`, `path` and the like; empty if it has none."""
    least: float | None
    most: float | None


def typer_type(parameter: Any) -> TyperType:
    """Return the type of a parameter of a command. Typer 0.26 to 0.28; 0.29 has no such attribute."""
    kind = parameter.type
    name = str(getattr(kind, "name", "")).partition(" ")[0]
    return TyperType(name, getattr(kind, "min", None), getattr(kind, "max", None))


def check_before_conversion(parameter: Any, check: Callable[[Any], object]) -> None:
    """Make a parameter of a command check a value before it converts it. Typer 0.26 to 0.28."""
    parameter.type = kind = copy(parameter.type)  # Typer shares its types among parameters
    convert = kind.convert

    def convert_checked(value: Any, *more: Any) -> Any:
        check(value)
        return convert(value, *more)

    kind.convert = convert_checked


class MsgspecError(NamedTuple):
    """What is wrong with a value that msgspec was to read."""

    kind: str
    """A value of `MSGSPEC_MESSAGES`."""
    key: str
    """Where the value stands in the object; empty for the object itself."""
    values: dict[str, str]
    """The values in the message, by name."""


MSGSPEC_MESSAGES = {
    r"Object contains unknown field `(?P<key>.*)`": "unexpected_key",
    r"Object missing required field `(?P<key>\w+)`": "missing_key",
    r"Expected `str` of length (?P<wanted>\W+) (?P<count>\d+)": "wrong_text_length",
    r"Expected `array` of length (?P<wanted>\W+) (?P<count>\d+)": "wrong_list_length",
    r"Expected `\w+` (?P<wanted>\W+) (?P<number>[\d.]+)": "beyond_bound",
    r"Expected `(?P<choice>[\w| ]+)`, got `\w+`": "wrong_type",
    r"Invalid enum value '(?P<value>.*)'": "not_a_choice",
    r".*out of range": "out_of_range",
    r"(?P<problem>.*)": "not_readable",
}
"""The messages of `msgspec.ValidationError`, and a kind for each; the last takes those of a new release."""


def msgspec_error(error: Exception) -> MsgspecError:
    """Return what a `msgspec.ValidationError` says, which has nothing but its message. msgspec 0.22."""
    message = str(error)
    place = re.fullmatch(r"(?P<wrong>.*) - at `\$\.?(?P<key>[^`]*)`", message, re.DOTALL)
    wrong, key = (place["wrong"], place["key"]) if place else (message, "")
    matches = ((re.fullmatch(pattern, wrong, re.DOTALL), kind) for pattern, kind in MSGSPEC_MESSAGES.items())
    match, kind = next((match, kind) for match, kind in matches if match)
    return MsgspecError(kind, key, match.groupdict())


_QUOTED_BYTES = re.compile(r":? \(?(?:bytearray\()?b(['\"]).*", re.DOTALL)
"""Where a message of h11 begins to quote the client as a value of Python."""


def h11_words(error: BaseException | None) -> str:
    """Return what h11 says of a request that is not HTTP, without what the client sent. h11 0.16."""
    return _QUOTED_BYTES.sub("", str(error))


def installing(*requirements: str) -> str:
    """Return the command line that installs packages into the environment of this Python. uv 0.13, pipx 1.18.

    >>> installing("codepegs[web]")  # doctest: +ELLIPSIS
    "... 'codepegs[web]'"
    """
    from shlex import join

    python, environment = sys.executable or "python", Path(sys.prefix)
    if (environment / UV_RECEIPT).is_file():
        # uv removes what is not named.
        named = dict.fromkeys((*_added_by_uv(environment), *requirements))
        command = ["uv", "tool", "install", *(part for one in named for part in ("--with", one)), environment.name]
    elif (environment / "pipx_metadata.json").is_file():
        command = ["pipx", "inject", environment.name, *requirements]
    elif find_spec("pip") is None:
        command = ["uv", "pip", "install", "--python", python, *requirements]
    else:
        command = [python, "-m", "pip", "install", *requirements]
    if sys.platform != "win32":
        return join(command)
    from subprocess import list2cmdline

    return list2cmdline(command)


UV_RECEIPT = "uv-receipt.toml"
"""The file of an environment that `uv tool` made, which says what was asked for."""


def _added_by_uv(environment: Path) -> list[str]:
    """What a receipt of uv has beside the tool itself; nothing if it is not as expected."""
    import tomllib

    try:
        entries = tomllib.loads((environment / UV_RECEIPT).read_text(encoding="utf-8"))["tool"]["requirements"]
        extras = [f"[{','.join(one['extras'])}]" if one.get("extras") else "" for one in entries]
        added = [f"{one['name']}{its}{one.get('specifier', '')}" for one, its in zip(entries, extras, strict=True)]
    except (AttributeError, LookupError, OSError, TypeError, ValueError):
        return []
    return [one for one in added if one != environment.name]


def __getattr__(name: str) -> Any:
    """Import `H11Protocol`, the connection of uvicorn that `codepegs.server.app` extends. uvicorn 0.40 to 0.54."""
    # Used of its inside: `conn` (a connection of h11), `connections`, `client`, `transport`, `loop`, `logger`,
    # `send_400_response`, `_unsupported_upgrade_warning` and `on_response_complete`. Of the public
    # `uvicorn.Server`, which is extended there as well: `servers`, `server_state`, `capture_signals` and `force_exit`.
    if name != "H11Protocol":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from uvicorn.protocols.http.h11_impl import H11Protocol

    return H11Protocol
