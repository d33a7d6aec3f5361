"""Write the command-line reference from the program: `python docs/make/commands.py`.

The page contains the `--help` output of every command, 80 columns wide.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from codepegs.cli import app
from codepegs.files import write_whole

PAGE = Path(__file__).parent.parent / "reference" / "command-line.md"
WIDTH = 80

INTRODUCTION = """\
# Command line

The output of `codepegs COMMAND --help` for every command. The objects that `--json` prints: [JSON](../json.md).

<!-- Made by docs/make/commands.py. -->
"""


def page() -> str:
    """The whole page."""
    program = typer.main.get_command(app)
    sections = [f"\n## codepegs\n\n{_help(program, 'codepegs')}"]
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
    # Click takes the width from the terminal or from what the context says; a name in full stands for its parents.
    settings = {**(app.info.context_settings or {}), "terminal_width": WIDTH, "max_content_width": WIDTH}
    context = command.context_class(command, info_name=name, **settings)
    text = "\n".join(line.rstrip() for line in command.get_help(context).splitlines())
    return f"```text\n{text}\n```\n"


if __name__ == "__main__":
    write_whole(PAGE, page())
