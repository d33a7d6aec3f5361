"""Write the commands beside the functions that do the same: `python docs/make/side_by_side.py`."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import typer

import codepegs
from codepegs import experiments, match, reports, server, strategies, trees
from codepegs.cli import app
from codepegs.cli.command_list import COMMANDS
from codepegs.files import write_whole

PAGE = Path(__file__).parents[1] / "reference" / "python.md"

BEGIN, END = "<!-- Made by docs/make/side_by_side.py. -->\n", "<!-- The end of it. -->\n"


class Same(NamedTuple):
    """What does in Python what a command does."""

    functions: tuple[Any, ...]
    """The functions and classes whose arguments are the options of the command."""
    others: str = ""
    """What the other options are in Python: `adversary=Adversary`."""
    more: str = ""
    """Further names that do a part of it."""


AS_COMMANDS = {
    "play": Same((match.Secret.draw, match.play_boards), "adversary=Adversary noise=Noisy coach=review"),
    "host": Same((codepegs.make_codebreaker, codepegs.suggest), "secret=review"),
    "solve": Same(
        (codepegs.play, match.play_boards, codepegs.Picture.load),
        "adversary=Adversary picture=Picture save=match.Recorder resume=match.Recorder",
        "iter_play",
    ),
    "suggest": Same((codepegs.suggest,), "all=analysis.Suggestions.with_equivalents", "match.suggest_boards"),
    "candidates": Same(
        (codepegs.Candidates.after,), "top=Candidates.__getitem__ random=random.sample count=len noise=analysis.Belief"
    ),
    "coach": Same((codepegs.review,)),
    "identify": Same((codepegs.Identification,)),
    "score": Same((codepegs.score, codepegs.Game.reply), "", "parse_reply Notation"),
    "describe": Same((codepegs.describe,)),
    "strategies": Same((strategies.options_of,), "for=Strategy.why_not", "strategies.STRATEGIES"),
    "evaluate": Same((codepegs.evaluate,), "", "iter_evaluate"),
    "optimal": Same(
        (codepegs.optimal, codepegs.improve, codepegs.lower_bound),
        "no_proof=improve bound_only=lower_bound certificate=certify",
        "iter_optimal",
    ),
    "lab run": Same((experiments.read_plan, experiments.run_sweep), "share=slice"),
    "lab status": Same((experiments.add_up,), "results=rows", "experiments.read_rows"),
    "lab export": Same((experiments.read_rows,)),
    "lab merge": Same((experiments.Store,), "", "experiments.Store.take_in"),
    "lab plot": Same((experiments.draw_sweep,)),
    "tree list": Same((trees.gallery.entries_of,), "", "read_tree"),
    "tree build": Same((codepegs.build_tree,)),
    "tree stats": Same((codepegs.read_tree, codepegs.build_tree), "", "Tree.figures"),
    "tree show": Same((codepegs.read_tree, codepegs.build_tree), "levels=trees.TreeNode", "Tree.root"),
    "tree export": Same((codepegs.write_tree, codepegs.read_tree, codepegs.build_tree)),
    "tree verify": Same((codepegs.verify,)),
    "serve": Same((server.Settings, server.run), "host=listening port=listening allow_host=names"),
    "reproduce": Same(
        (reports.reproduce,),
        "quick=effort claims=effort measure=effort play=reports.Session secret=play first=play games=seed",
    ),
    "fixed": Same((codepegs.fixed_tests,)),
    "bot": Same((codepegs.make_codebreaker,), "noise=suggest order=Position.after"),
}
"""The commands, in the order of their help."""

ANYWHERE = {
    **dict.fromkeys(("rules", "weights", "costs", "classes", "until"), "the game"),
    **dict.fromkeys(("objects", "skip", "unknown", "whole", "transpose", "heading"), "the game"),
    **dict.fromkeys(("symbols", "base", "from_symbols", "from_base", "numbers"), "`Notation`"),
    **dict.fromkeys(("first", "chunks", "objective", "strategy"), "the strategy, as in `minimax:first=1122`"),
    **dict.fromkeys(("seed", "workers"), "the functions that draw or search"),
    **dict.fromkeys(
        ("json", "csv", "parquet", "md", "latex", "format", "svg", "plot", "output", "size", "colors"), "the result"
    ),
    **dict.fromkeys(("quiet", "verbose", "show", "pace", "open", "checkers", "help"), "print"),
}
"""Options of many commands, with what replaces them in Python where the function has no such argument."""

BESIDE = """
Each option is an argument of the same name, with `_` for `-`, but where the last column says what it is in Python.
`workers` and `seed` are arguments wherever something is searched or drawn. `--first` and `--chunks` belong to the
strategy (`"minimax:first=1122"`) or its threads, `--symbols` and `--base` to a `Notation`, weights, costs, classes and
the end to the game, and outputs (`--json`, `--csv`, `--svg` and others) to what a function returns.

"""


def commands() -> Iterator[tuple[str, Any]]:
    """Every command with its name, those of groups behind their group."""
    group: Any = typer.main.get_command(app)
    for name in COMMANDS:
        command = group.get_command(None, name)
        inner = getattr(command, "commands", {"": command})
        yield from ((f"{name} {word}".strip(), each) for word, each in inner.items())


def options_of(command: Any) -> list[str]:
    """The options of a command, with `_` for `-`."""
    named = [param.opts[0] for param in command.params if param.param_type_name == "option" and not param.hidden]
    return [name.removeprefix("--").replace("-", "_") for name in named]


def arguments_of(same: Same) -> set[str]:
    """The arguments of all functions of a command."""
    return {name for function in same.functions for name in inspect.signature(function).parameters}


def others_of(same: Same) -> dict[str, str]:
    """Return what replaces, in Python, the options that are not arguments of the function."""
    return dict(pair.split("=") for pair in same.others.split())


def name_of(thing: Any) -> str:
    """The name of a function or a class as it is imported."""
    name: str = thing.__qualname__
    if name.partition(".")[0] in codepegs.__all__:
        return name
    package = ".".join(thing.__module__.split(".")[1:2])
    return f"{package}.{'gallery.' * ('gallery' in thing.__module__)}{name}"


def table() -> str:
    """Return the table of the page."""
    lines = ["| command | in Python | options that are something else there |\n", "|---|---|---|\n"]
    for name, _ in commands():
        same = AS_COMMANDS[name]
        names = [*map(name_of, same.functions), *same.more.split()]
        others = [f"`--{key.replace('_', '-')}`: `{value}`" for key, value in others_of(same).items()]
        lines.append(f"| `{name}` | {', '.join(f'`{each}`' for each in names)} | {', '.join(others)} |\n")
    return "".join(lines)


def page() -> str:
    """Return the page with the table in it."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}{BESIDE}{table()}\n{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    write_whole(PAGE, page())
