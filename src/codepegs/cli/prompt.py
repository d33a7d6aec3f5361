"""Asking a person, one line at a time."""

from __future__ import annotations

import sys


class Leaving(Exception):
    """The person has no more to say: end of input."""


def ask(question: str, default: str | None = None) -> str:
    """One line of input without blanks around it, or the default for an empty one; raises `Leaving` at the end."""
    hint = f" [{default}]" if default is not None else ""
    sys.stdout.write(f"{question}{hint}: ")
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        sys.stdout.write("\n")
        raise Leaving
    if not sys.stdin.isatty():
        sys.stdout.write("\n")
    return line.strip() or (default or "")


def ask_number(question: str, default: int, least: int, most: int) -> int:
    """A whole number within bounds; asks again until it is one."""
    while True:
        answer = ask(question, str(default))
        if answer.isdecimal() and len(answer) < 9 and least <= int(answer) <= most:
            return int(answer)
        print(f"Please write a whole number from {least:,} to {most:,}.")
