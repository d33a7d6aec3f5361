"""Asking a person, one line at a time."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from contextlib import suppress

from codepegs.errors import did_you_mean

ALIASES = {"q": "quit", "exit": "quit", "?": "help", "giveup": "give up", "give-up": "give up"}
"""Other spellings of the words a person may say instead of a guess or a reply."""

_KEYS = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|.)?|[\x00-\x08\x0e-\x1f\x7f]")
"""What the arrow keys and their like send."""


class Leaving(Exception):
    """The person wants to leave."""


class EndOfInput(Leaving):
    """There is no more input."""


class Interrupted(Leaving):
    """The person pressed Ctrl-C instead of answering."""


def ask(question: str, default: str | None = None) -> str:
    """One line of input without blanks around it, or the default for an empty one; raises `EndOfInput` at the end."""
    prompt = f"{question} [{default}]: " if default else f"{question}: "
    try:
        line = _KEYS.sub("", _read_line(prompt))
    except EOFError:
        print(flush=True)
        raise EndOfInput from None
    except KeyboardInterrupt:
        print(flush=True)
        raise Interrupted from None
    return line.strip() or (default or "")


def next_line() -> str | None:
    """The next line of standard input without blanks around it, for programs; None at its end."""
    line = sys.stdin.readline()
    return line.strip() if line else None


def _read_line(prompt: str) -> str:
    if sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401  # from now on `input` lets the line be edited
        return input(prompt)
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    if not sys.stdin.isatty():
        sys.stdout.write("\n")
    return line


def command_in(words: str) -> str:
    """Return the command that was typed, with aliases resolved; any other text in lower case.

    >>> command_in("Q"), command_in("give-up"), command_in("1122")
    ('quit', 'give up', '1122')
    """
    word = " ".join(words.lower().split())
    return ALIASES.get(word, word)


def not_understood(words: str, error: Exception, commands: Mapping[str, str], what: str) -> str:
    """Return a sentence about a line that is neither `what` was asked for nor one of the commands, which have a help.

    >>> commands = {"undo": "take back the last guess", "quit": "leave the game"}
    >>> for words in ("und", "leave", "redo", "undo 2"):
    ...     print(not_understood(words, ValueError(f"{words!r} is wrong"), commands, "a code"))
    'und' is neither a code nor a command: did you mean undo?
    'leave' is neither a code nor a command: did you mean quit?
    'redo' is wrong; the commands are undo, quit.
    Type undo alone: take back the last guess.
    """
    command = command_in(words)
    first, *more = command.split() or [""]
    if more and first in commands:
        return f"Type {first} alone: {commands[first]}."
    meant = did_you_mean(command, commands, commands) if command.isalpha() else ""
    if meant:
        return f"{words!r} is neither {what} nor a command{meant}"
    known = f"; the commands are {', '.join(commands)}" if command.isalpha() else ""
    return sentence(f"{error}{known}")


def sentence(message: Exception | str) -> str:
    """Return a message as a sentence, with a capital letter and a full stop.

    >>> sentence("'x' is wrong"), sentence("no such code: did you mean CRANE?")
    ("'x' is wrong.", 'No such code: did you mean CRANE?')
    """
    text = str(message)
    return f"{text[0].upper()}{text[1:]}{'' if text.endswith('?') else '.'}"


def ask_number(question: str, default: int, least: int, most: int) -> int:
    """Ask for a whole number until it is within the bounds; raises `Leaving` on quit."""
    while True:
        number = number_in(ask(question, str(default)), least, most)
        if number is not None:
            return number


def number_in(answer: str, least: int, most: int, wanted: str = "") -> int | None:
    """Parse a whole number; if it is invalid, print what is expected and return None. Raises `Leaving` on quit.

    What is expected is `wanted`, by default the number alone.
    """
    if command_in(answer) == "quit":
        raise Leaving
    if answer.isdecimal() and len(answer) < 9 and least <= int(answer) <= most:
        return int(answer)
    print(f"Type {wanted or f'a whole number from {least:,} to {most:,}'}, or quit.")
    return None
