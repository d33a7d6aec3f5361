"""`codepegs`: finds the command, and turns every failure into one sentence and an exit code."""

from __future__ import annotations

import sys

try:
    import os
    import signal
    from contextlib import suppress
    from importlib import import_module
    from typing import Annotated, Any

    import typer
    from typer.core import TyperGroup

    from codepegs.cli import interrupts
except KeyboardInterrupt:  # an impatient person; nobody else could catch it this early
    sys.exit(130)
except RuntimeError as error:  # as what an interrupt comes out of Python 3.11 while it makes a class
    if isinstance(error.__cause__, KeyboardInterrupt):
        sys.exit(130)
    raise

COMMANDS = {
    "play": "break a code the program holds",
    "host": "hold a code and let the program break it",
    "suggest": "advice for a game you are in",
    "coach": "what was good in a game, and what was luck",
    "solve": "watch a strategy break a code",
    "image": "watch a strategy find a picture",
    "evaluate": "compare strategies over many games or all secrets",
    "tree": "build, look at, export and verify strategy trees",
    "optimal": "find a best strategy, and prove it",
    "improve": "find a good strategy where no proof is in reach",
    "lab": "many strategies at many games, on all cores or a cluster",
    "reproduce": "reproduce the tables of five published reports",
    "bench": "a fixed piece of work and its signature",
    "strategies": "list the strategies and their options",
    "serve": "the page and the JSON API on this machine",
    "score": "the reply to a guess",
    "convert": "write a position in other ways",
}
"""Commands in the order of the help; each lives in the module of its name, as a function or a group of its own."""


class LazyGroup(TyperGroup):
    """Loads a command's module when the command is used."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"codepegs.cli.{cmd_name}")
        found = getattr(module, cmd_name)
        if isinstance(found, typer.Typer):
            app = found
        else:
            app = typer.Typer(add_completion=False, rich_markup_mode=None)
            app.command(cmd_name, help=found.__doc__)(found)
        command = typer.main.get_command(app)
        _leave_types_out(command)
        command.name, command.short_help = cmd_name, COMMANDS[cmd_name]
        return command


def _leave_types_out(command: Any) -> None:
    """Show arguments by the words we chose, without the Python types that Typer would put behind them."""
    for below in getattr(command, "commands", {}).values():
        _leave_types_out(below)
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            parameter.display_type_rich = lambda ctx: None


app = typer.Typer(
    cls=LazyGroup,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(*, verbose: bool) -> None:
    from importlib.metadata import version

    print(f"codepegs {version('codepegs')}")
    if verbose:
        import platform

        import numpy as np

        from codepegs.core import library_info

        library = library_info()
        print(f"library    {library.path}")
        print(f"level      {library.level}")
        print(f"compiler   {library.compiler}")
        print(f"SHA-256    {library.digest}...")
        print(f"Python     {platform.python_version()} on {platform.platform()}, NumPy {np.__version__}")


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", "-V", help="print the version")] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="with --version: what the compiled library is, for bug reports")
    ] = False,
) -> None:
    """Play, get advice on, solve and study code-breaking games of the Mastermind family.

    Without a command the program asks what to play.

    Games are named by rules ids: p4c6 is 4 pegs and 6 colours, p4c10n has no colour twice; mm, bc, super and nethack
    are names of well-known ones. A position is the rules and the turns: 'p4c6 1122:1b0w 1344:0b2w'.

    Exit codes: 0 done (also a lost game, and one you leave), 1 a clear no (not solved, contradiction), 2 wrong usage or
    input, 3 the environment, 130 interrupted, 141 the reader of the output has gone.
    """
    if version:
        _show_version(verbose=verbose)
        raise typer.Exit
    if context.invoked_subcommand is None:
        from codepegs.cli.play import ask_and_play

        ask_and_play()


def run() -> None:
    """The entry point of the `codepegs` command."""
    try:
        _prepare_streams()
        interrupts.watch()
        code = _run()
    except KeyboardInterrupt:
        code = interrupts.INTERRUPTED
    if code == interrupts.INTERRUPTED:
        interrupts.say_last_words()
        with suppress(ValueError):  # not in the main thread
            interrupts.hear_no_more()  # an impatient second one would end Python's own end
        if interrupts.still_working():
            interrupts.leave_now(code)
    sys.exit(code)


def _prepare_streams() -> None:
    """Make standard input and output such that no text and no closed descriptor breaks a command."""
    if sys.stdin is None:  # closed by whoever started us: nothing to read
        sys.stdin = open(os.devnull)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    if sys.stdout is None:
        _complain("standard output is closed")
        sys.exit(3)
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    encoding = "utf-8" if sys.stdin.encoding.lower().replace("-", "") in ("ascii", "ansi_x3.41968", "usascii") else None
    sys.stdin.reconfigure(encoding=encoding, errors="replace")  # type: ignore[union-attr]


def _print_log() -> None:
    """Print what the library logs on standard error, one sentence a line."""
    import logging

    class Printer(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            _complain(record.getMessage())

    logger = logging.getLogger("codepegs")
    logger.handlers[:] = [Printer()]
    logger.setLevel(logging.INFO)
    logger.propagate = False


def _run() -> int:
    from codepegs.errors import CodepegsError

    _print_log()
    try:
        code = app(standalone_mode=False, prog_name="codepegs")
        sys.stdout.flush()
        return int(code or 0)
    except typer.Exit as leaving:
        return int(leaving.exit_code)
    except typer.Abort:
        return 130
    except KeyboardInterrupt:
        _complain("interrupted")
        return 128 + signal.SIGINT
    except SystemExit as leaving:  # Typer ends like this when it has completed a word, or when our reader has gone
        if not leaving.code:
            return 0
        _let_go_of_output()
        return 141 if leaving.code == 1 else 3
    except CodepegsError as error:
        _complain(str(error))
        return error.exit_code
    except MemoryError:
        _complain("not enough memory: all strategies list the codes of games of this size, so play a smaller one")
        return 3
    except OSError as error:
        _let_go_of_output()
        _complain(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}")
        return 3
    except Exception as error:
        if not _is_usage_error(error):
            raise
        if type(error).__name__ == "NoArgsIsHelpError":  # a group by itself: its help is the answer
            error.show()  # type: ignore[attr-defined]
        else:
            from codepegs.cli.usage import usage_sentence

            _complain(usage_sentence(error))
        return 2


def _is_usage_error(error: Exception) -> bool:
    """Whether Typer's own parser objects to the arguments (its exception classes are not public)."""
    return hasattr(error, "exit_code") and hasattr(error, "show")


def _complain(sentence: str) -> None:
    with suppress(OSError):
        print(f"codepegs: {sentence}", file=sys.stderr)


def _let_go_of_output() -> None:
    """Keep Python from flushing at its end what could not be written before."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
