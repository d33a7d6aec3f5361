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

The output of `codepegs COMMAND --help` for every command. [JSON](../json.md) describes what `--json` prints.

In place of a command, give what you want one for. `codepegs` says on standard error what it takes it for and which
command it runs, so that standard output is that of the command, and passes on the options that follow:

| `codepegs …` | runs |
|---|---|
| `'p4c6 1122:1b0w'` or `p4c6 1122:1b0w`, a position | `suggest` |
| `'p4c6 1122:1b0w 1334:solved'`, a finished game; the output of `solve --json` | `coach` |
| `p4c6`, a game; `game.toml`, or `words.txt`, a list of codes | `play` |
| `animals.csv`, or a game that ends when the secret is known | `identify` |
| `p4c6.tree`, a strategy tree in any format; `gallery:p4c6` | `tree show` |
| `p4c6.cert`, a certificate | `tree verify` |
| `game.json`, a saved game | `solve --resume` |
| `plan.toml`, the plan of a sweep, or its results | `lab status`, which prints the command that plays the rest |
| `cat.jpg`, a picture | `solve --picture` |
| `mcmc`, a report | `reproduce --play` |
| `-`: one of these on standard input; a table or a list of codes there | its command; `describe` |

What a file is, its content says, and its name where that says nothing. A list without a reply rule is played with
that of Wordle, or of Mastermind if its codes have no letters. A word that is both a command and a file is the command.

`codepegs --install-completion` makes bash, zsh and fish complete commands, options, games and strategies. Packages
for a distribution take the completions and the manual page from `docs/man` of the repository: `codepegs.bash`,
`_codepegs` (zsh), `codepegs.fish` and `codepegs.1`.

## Outputs

`-o FILE` names what a command writes, and the ending of `FILE` decides the format; `-o -` is standard output.
`evaluate` and `lab status` take several. `--format` names the format where no ending does: `codepegs evaluate p4c6
--format md` prints a Markdown table. `--json` prints the answer of a command as [JSON](../json.md).

Files that are read again are not outputs, and have options of their own: `solve --save` and `--resume` (the state of a
game) and `optimal --journal` (the state of a search). A certificate, the second result of `optimal`, may have any name:
`--certificate`.

## Former commands and options

These still work until version 0.3.0, and say once on standard error what to type instead.

| former | now |
|---|---|
| `convert`, `image`, `session` | `score`, `solve --picture`, `reproduce --play` |
| `bound`, `improve` | `optimal --bound-only`, `optimal --no-proof` |
| `bench` | `python -m codepegs.cli.bench` |
| `evaluate --csv FILE`, `--parquet FILE`, `--plot FILE` | `evaluate -o FILE`: `.csv`, `.parquet`, `.svg`, … |
| `evaluate --md FILE`, `--latex FILE` | `evaluate -o FILE`: `.md`, `.tex` |
| `evaluate --csv -`, `lab status --md -` … | `evaluate --format csv`, `lab status --format md` … |
| `lab status --md FILE`, `--latex FILE` | `lab status -o FILE`: `.md`, `.tex` |
| `lab status PLAN -o FILE`, the results | `lab status PLAN --results FILE` |
| `lab export --csv`, `--parquet`, `--json` | `lab export --format csv`, `--format parquet`, `--format json` |
| `tree export --to FORMAT` | `tree export --format FORMAT` |
| `optimal --from TREE`, `--resume FILE` | `optimal --start TREE`, `--journal FILE` |
| `--end declare=P` | `--declare P` |
| `coach --svg FILE`, `score --svg FILE` | `coach -o FILE`, `score -o FILE` |
| `solve --show grid:WxH` | `solve --picture --size WxH` |

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
