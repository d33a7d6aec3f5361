"""Write the manual page and the completions of shells from the program: `python docs/make/manual.py`, or `make man`.

The completions ask the program when Tab is pressed, so that they also complete strategies and games.
"""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

import codepegs
from codepegs.cli import app
from codepegs.cli.main import TOPICS
from codepegs.files import write_whole

FOLDER = Path(__file__).parent.parent / "man"
PAGE = FOLDER / "codepegs.1"
COMPLETIONS = {"bash": FOLDER / "codepegs.bash", "zsh": FOLDER / "_codepegs", "fish": FOLDER / "codepegs.fish"}
"""The file of each shell, with the name by which the shell finds it."""

CHANGES = Path(__file__).parents[2] / "CHANGELOG.md"

COMPDEF = "\ncompdef _codepegs_completion codepegs\n"
AUTOLOADED = """
# zsh runs this file when it completes for the first time, unless the file is read at the start.
if [[ "${funcstack[1]}" == _codepegs ]]; then
  _codepegs_completion
else
  compdef _codepegs_completion codepegs
fi
"""

TITLES = {"more": "MORE", "exit-codes": "EXIT STATUS"}
"""The sections of the topics of the help."""

NARROW = 10_000
"""Columns of the help that is read here: no line of it is broken."""

HELP = runpy.run_path(str(Path(__file__).with_name("commands.py")))
"""The script that writes all commands to the site."""


def page() -> str:
    """The manual page, in the macros that every `man` knows."""
    program: Any = typer.main.get_command(app)
    context = _context(program, "codepegs")
    short = f"{program.help}".partition("\n")[0].rstrip(".")
    lines = [
        '.\\" Made by docs/make/manual.py.',
        f'.TH CODEPEGS 1 "{_released()}" "codepegs {codepegs.__version__}" "User Commands"',
        ".SH NAME",
        f"codepegs \\- {_text(short[0].lower() + short[1:])}",
        ".SH SYNOPSIS",
        ".B codepegs",
        _text("[OPTIONS] COMMAND [ARGS]..."),
        ".SH DESCRIPTION",
        *_macros(program.get_help(context)),
    ]
    for topic in TOPICS:
        lines += [f".SH {TITLES[topic]}", *_macros(program.get_topic(context, topic))]
    lines.append(".SH COMMANDS")
    for name, command in HELP["_commands"](program, "codepegs"):
        lines += [f".SS {_text(name)}", *_macros(command.get_help(_context(command, name)), usage=True)]
    return re.sub(r"^(\.S[HS] .*)\n\.PP$", r"\1", "\n".join(lines), flags=re.MULTILINE) + "\n"


def _released() -> str:
    """The date of the newest version in the changelog."""
    return str(re.findall(r"\d{4}-\d\d-\d\d", CHANGES.read_text(encoding="utf-8"))[0])


def _context(command: Any, name: str) -> Any:
    context = HELP["_context"](command, name)
    context.terminal_width = context.max_content_width = NARROW
    return context


def _macros(text: str, *, usage: bool = False) -> Iterator[str]:
    """The lines of a help, as macros: paragraphs, blocks of examples, and lists of options and commands."""
    is_example = False
    for line in text.splitlines():
        indent = len(line) - len(line.lstrip())
        if is_example and indent <= 2:
            is_example = False
            yield ".EE"
        if line.startswith("Usage: "):
            if usage:
                yield from (".PP", ".B " + _text(line.removeprefix("Usage: ")))
        elif not line.strip():
            continue
        elif indent > 4:
            if not is_example:
                is_example = True
                yield from (".PP", ".EX")
            yield _text(line[4:])
        elif indent == 0:
            yield from (".PP", f".B {_text(line)}")
        elif entry := re.fullmatch(r"  (\S.*?)  +(\S.*)", line):
            yield from (".TP", f".B {_text(entry[1])}", _text(entry[2]))
        else:
            yield from (".PP", _text(line.strip()))
    if is_example:
        yield ".EE"


def _text(text: str) -> str:
    """A text in which nothing is taken for a macro, and hyphens can be copied."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    return "\\&" + escaped if escaped.startswith((".", "'")) else escaped


def completion(shell: str) -> str:
    """The completion of a shell, as the program prints it."""
    command = [sys.executable, "-m", "codepegs"]
    variables = os.environ | {"_CODEPEGS_COMPLETE": f"source_{shell}"}
    text = subprocess.run(command, env=variables, check=True, capture_output=True, text=True).stdout.strip() + "\n"
    return text.replace(COMPDEF, AUTOLOADED)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    write_whole(PAGE, page())
    for shell, path in COMPLETIONS.items():
        write_whole(path, completion(shell))
