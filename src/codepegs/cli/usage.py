"""What is wrong with the words of a command line, in one sentence."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

NUMBERS = {"int": "a whole number", "float": "a number"}
"""Kinds of values that Typer reads by itself."""


def usage_sentence(error: Any) -> str:
    """The sentence for an exception of Typer's parser, whose classes are not public; its own words where none fits."""
    context, kind = getattr(error, "ctx", None), type(error).__name__
    if kind == "BadOptionUsage":
        return f"{error.option_name} {'needs a' if 'requires' in error.format_message() else 'takes no'} value"
    if context is None:
        return f"{_small(error.format_message())}; codepegs --help tells more"
    command = context.command
    if kind == "NoSuchOption":
        return _no_such_option(error.option_name, context)
    if kind == "MissingParameter" and error.param is not None:
        return f"{_short(context)} needs {_name(error.param)}{_example(context)}"
    if kind == "BadParameter" and error.param is not None and (wanted := _wanted(error.param)):
        return f"{_name(error.param)} takes {wanted}"
    words = error.format_message()
    if words.startswith("No such command") and hasattr(command, "list_commands"):
        return _no_such_command(words.partition("'")[2].partition("'")[0], context)
    if words.startswith("Got unexpected extra argument"):
        return _too_many(words.partition("(s) (")[2].removesuffix(")") or words, context)
    return f"{_small(words)}; {_help_of(context)} tells more"


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """The question for a misspelled name, empty where nothing comes near.

    >>> did_you_mean("suggset", ["suggest", "solve"]), did_you_mean("PLAY", ["play"]), did_you_mean("x", ["play"])
    (': did you mean suggest?', ': did you mean play?', '')
    """
    near = get_close_matches(word.lower(), list(names), n=1)
    return f": did you mean {near[0]}?" if near else ""


def _no_such_option(option: str, context: Any) -> str:
    known = [name for param in context.command.params for name in getattr(param, "opts", ()) if name.startswith("--")]
    question = did_you_mean(option, [*known, "--help"]) or f"; {_help_of(context)} lists them"
    return f"{_short(context)} has no option {option}{question}"


def _no_such_command(word: str, context: Any) -> str:
    question = did_you_mean(word, context.command.list_commands(context)) or f"; {_help_of(context)} lists them"
    path = " ".join([*context.command_path.split()[1:], word])
    return f"there is no command {path!r}{question}"


def _too_many(extra: str, context: Any) -> str:
    taken = [_name(param) for param in context.command.params if getattr(param, "param_type_name", "") == "argument"]
    words = f"takes {' and '.join(taken)}" if taken else "takes only options"
    return f"{_short(context)} {words}, so {extra!r} is too much{_example(context)}"


def _wanted(param: Any) -> str:
    """What values a parameter takes, where that is a number."""
    kind = getattr(getattr(getattr(param, "type_descriptor", None), "annotation", None), "__name__", "")
    kind = kind or getattr(getattr(param, "type", None), "name", "").split()[0:1] or ""
    number = NUMBERS.get(kind) if isinstance(kind, str) else None
    if number is None:
        return ""
    holder = param if hasattr(param, "min") else getattr(param, "type", None)
    least, most = getattr(holder, "min", None), getattr(holder, "max", None)
    if least is not None and most is not None:
        return f"{number} from {least:,} to {most:,}"
    return number if least is None else f"{number} from {least:,} on"


def _name(param: Any) -> str:
    if getattr(param, "param_type_name", "") == "argument":
        return str(param.metavar or param.name.upper()).strip("[]")
    return str(max(param.opts, key=len))


def _example(context: Any) -> str:
    """The first command that the help of a command shows, to see what would be right."""
    for line in (context.command.help or "").splitlines():
        if line.strip().startswith(f"{context.command_path} "):
            return f"; for instance: {line.strip()}"
    return f"; {_help_of(context)} tells more"


def _short(context: Any) -> str:
    """The command without the name of the program, which stands before every complaint."""
    return " ".join(context.command_path.split()[1:]) or "codepegs"


def _help_of(context: Any) -> str:
    return f"{context.command_path} --help"


def _small(sentence: str) -> str:
    return f"{sentence[:1].lower()}{sentence[1:].rstrip('.')}"
