"""Write the command-line reference from the program: `python docs/make/commands.py`.

The page contains the `--help` output of every command, 80 columns wide.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from codepegs.cli import app
from codepegs.cli.main import TOPICS
from codepegs.files import write_whole

PAGE = Path(__file__).parent.parent / "reference" / "command-line.md"
WIDTH = 80

INTRODUCTION = """\
# Command line

The output of `codepegs COMMAND --help` for every command. In place of a command, `codepegs` takes [a position, a game
or a file](#codepegs-help-more) and runs the command that suits it. [JSON](../json.md) describes what `--json` prints.

<!-- Made by docs/make/commands.py. -->
"""


def page() -> str:
    """The whole page."""
    program = typer.main.get_command(app)
    sections = [f"\n## codepegs\n\n{_help(program, 'codepegs')}"]
    sections += [f"\n### codepegs help {topic}\n\n{_topic(program, topic)}" for topic in TOPICS]
    for name, command in _commands(program, "codepegs"):
        level = "##" if name.count(" ") == 1 else "###"
        sections.append(f"\n{level} {name}\n\n{_help(command, name)}")
    return INTRODUCTION + "".join(sections)


def _commands(group: Any, prefix: str) -> Iterator[tuple[str, Any]]:
    """Every command with its full name, those of groups behind their group."""
    context = group.make_context(prefix, [], resilient_parsing=True)
    for short in group.list_commands(context):
        command = group.get_command(context, short)
        if command.hidden:
            continue
        name = f"{prefix} {short}"
        yield name, command
        if hasattr(command, "list_commands"):
            yield from _commands(command, name)


def _help(command: Any, name: str) -> str:
    return _block(command.get_help(_context(command, name)))


def _topic(program: Any, topic: str) -> str:
    return _block(program.get_topic(_context(program, "codepegs"), topic))


def _context(command: Any, name: str) -> Any:
    # Click takes the width from the terminal or from what the context says; a name in full stands for its parents.
    settings = {**(app.info.context_settings or {}), "terminal_width": WIDTH, "max_content_width": WIDTH}
    return command.context_class(command, info_name=name, **settings)


def _block(text: str) -> str:
    lines = "\n".join(line.rstrip() for line in text.splitlines())
    return f"```text\n{lines}\n```\n"


if __name__ == "__main__":
    write_whole(PAGE, page())
