"""The `codepegs` command: dispatches to the subcommands and maps errors to exit codes."""

from __future__ import annotations

import errno
import os
import re
import shlex
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from inspect import cleandoc
from pathlib import Path
from types import FrameType
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

# NumPy's BLAS, which nothing here uses, would start a thread for each core when it is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from codepegs import files
from codepegs.cli import options, program
from codepegs.cli.command_list import COMMANDS, MORE, PANELS
from codepegs.cli.terminal import emit_json, emitted
from codepegs.errors import BadInput, CodepegsError, Unavailable, lacks_memory
from codepegs.foreign import check_before_conversion, typer_error, typer_type
from codepegs.reasons import Reason

DEBUG_VARIABLE = "CODEPEGS_DEBUG"
"""Environment variable: if it is set, an unexpected exception prints its traceback."""

LEAST_MEMORY = 96 << 20
"""Bytes that NumPy and the compiled library take; with less, NumPy's BLAS ends the process with exit code 1."""

NO_THREAD = "can't start new thread"
"""What Python says if there is no memory for the stack of a thread."""

INTERRUPTED = 128 + signal.SIGINT

BROKEN_PIPE = 141
"""Exit code if the reader of the output has closed it; a program that SIGPIPE ends has the same."""

HELP = "help"
"""`codepegs help COMMAND` prints what `codepegs COMMAND --help` prints."""

FIRST_OPTIONS = ("version", "help")
"""The options that the first help lists; `codepegs help more` lists the others."""

TOPICS = {
    "more": """\
    What codepegs --help leaves out.

    A rules id names a game: p4c6 is 4 pegs and 6 colours, p4c10n has no repeated colours; with the suffix -b, -t or
    -w, replies show only black, the total or white. Aliases: mastermind or mm (p4c6), bulls-and-cows or bc (p4c10n
    with the digits 0 to 9), super (p5c8), nethack (p5c7). A list of codes of your own is a file such as game.toml with
    the lines secrets = "words.txt" and reply = "wordle", or, without such a file, words:words.txt:wordle; a table is a
    file such as animals.csv. A position is the rules and the turns: 'p4c6 1122:1b0w 1344:0b2w'.

    In place of a command: a position (runs suggest), a finished game (coach), a game or a list of codes (play), a table
    (identify), a strategy tree (tree show), a certificate (tree verify), a saved game (solve --resume), the plan or the
    results of a sweep (lab status), a picture (solve --picture), or the name of a report, e.g. mcmc (reproduce --play).
    What a file is, its content says. The command is named on standard error, and gets the options that follow. With -,
    standard input is read.

    For the exit codes: codepegs help exit-codes.""",
    "exit-codes": """\
    The exit codes of all commands.

    0 success, even if you lose or quit a game; 1 a negative result (secret not found, contradictory replies, or an
    invalid tree); 2 invalid usage or input; 3 a file, memory, network or installation problem, or a bug; 130
    interrupted; 141 broken pipe.""",
}
"""What `codepegs help` explains besides commands."""

SETTINGS = {"help_option_names": ["-h", "--help"]}
"""The settings of every command's context."""

EXAMPLES = re.compile(r"^Examples:$", re.MULTILINE)

NewWords = str | Callable[[str | None], "list[str] | None"]
"""The words that replace an option: those of a flag, or from its value, which may be missing; None if it is kept."""

OLD_NAMES = {
    "convert": "score",
    "image": "solve --picture",
    "session": "reproduce --play",
    "bound": "optimal --bound-only",
    "improve": "optimal --no-proof",
    "bench": "python -m codepegs.cli.bench",
}
"""Commands by their former names, with the words that replace each, until `WORKS_UNTIL` of `game/former.py`."""


def _with_value(option: str, value: str | None) -> list[str]:
    """The words of an option with its value, which may be missing on the command line."""
    return [option] if value is None else [option, value]


def _as(option: str) -> NewWords:
    """The new words for an option that has another name."""
    return partial(_with_value, option)


def _as_declare(value: str | None) -> list[str]:
    """The new words for `--end`: `secret` was the default."""
    if value == "secret":
        return []
    return _with_value("--declare", value and value.removeprefix("declare="))


def _as_output(form: str, *endings: str) -> NewWords:
    """The new words for an option that wrote one format, whatever the ending of the file was."""

    def words(value: str | None) -> list[str]:
        if value is None:
            return ["--format", form]
        if value.lower().endswith((f".{form}", *endings)):
            return ["-o", value]
        return ["-o", value, "--format", form]

    return words


def _as_results(value: str | None) -> list[str] | None:
    """The new words for `lab status -o`, which named the results of a plan; None if it names an output."""
    if value is None or value == "-" or value.lower().endswith((".md", ".tex")):
        return None
    return ["--results", value]


def _as_size(value: str | None) -> list[str]:
    return ["--picture", *_with_value("--size", value and value.removeprefix("grid:"))]


OLD_OPTIONS: dict[str, dict[str, NewWords]] = {
    "coach": {"--svg": _as("-o")},
    "score": {"--svg": _as("-o")},
    "host": {"--end": _as_declare},
    "suggest": {"--end": _as_declare},
    "optimal": {"--from": _as("--start"), "--resume": _as("--journal")},
    "tree export": {"--to": _as("--format")},
    "lab export": {"--csv": "--format csv", "--parquet": "--format parquet", "--json": "--format json"},
    "evaluate": {
        "--end": _as_declare,
        "--csv": _as_output("csv"),
        "--parquet": _as_output("parquet"),
        "--md": _as_output("md"),
        "--latex": _as_output("tex"),
        "--plot": _as_output("svg", ".png", ".pdf"),
    },
    "lab status": {
        "--md": _as_output("md"),
        "--latex": _as_output("tex"),
        "--output": _as_results,
        "-o": _as_results,
    },
    "solve": {"--show": _as_size, "--end": _as_declare},
}
"""Options of commands by their former names, each with the words that replace it and its value, if it is former."""

HELP_WIDTH = 80
"""Columns of help on a wide terminal."""

NARROW = 60
"""Columns below which help is arranged for a narrow terminal, such as a phone."""

LEAST_WIDTH = 30
"""Columns of help at least, whatever the width of the terminal."""

EXPLAINED = re.compile(r"^( *)(codepegs .*\S) {3,}(\S.*)$", re.MULTILINE)
"""An example, and what it does."""

NO_BREAK = "\u2011"
"""A hyphen at which no line is broken."""


class WholeWords(typer.Context.formatter_class):  # type: ignore[misc,valid-type]
    """Wraps help at spaces only, because names such as max-parts must not be broken, and to the width of a phone."""

    def __init__(self, indent_increment: int = 2, width: int | None = None, max_width: int | None = None) -> None:
        columns = min(shutil.get_terminal_size().columns, max_width or HELP_WIDTH)
        super().__init__(indent_increment, width or max(columns - indent_increment, LEAST_WIDTH), max_width)

    def write_text(self, text: str) -> None:
        if self.width < NARROW:  # an example and what it does do not fit one line
            text = EXPLAINED.sub(r"\1\2\n\1    \3", text)
        super().write_text(text.replace("-", NO_BREAK))

    def write_dl(self, rows: Any, col_max: int = 24, col_spacing: int = 2) -> None:
        rows = [tuple(cell.replace("-", NO_BREAK) for cell in row) for row in rows]
        super().write_dl(rows, col_max if self.width >= NARROW else 2 * col_max // 3, col_spacing)

    def getvalue(self) -> str:
        return str(super().getvalue()).replace(NO_BREAK, "-")


class WholeWordsContext(typer.Context):
    """The context of a command whose help is so wrapped."""

    formatter_class = WholeWords


class LazyGroup(TyperGroup):
    """Loads the module of a command when the command is used."""

    def __init__(self, **declared: Any) -> None:
        super().__init__(**declared)
        _prepare(self)

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        command = _load(cmd_name)
        command.short_help = COMMANDS[cmd_name]
        return command

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] == HELP:
            if not args[1:]:
                print(ctx.get_help())
                raise typer.Exit
            if args[1] in TOPICS and not args[2:]:
                print(self.get_topic(ctx, args[1]))
                raise typer.Exit
            if args[1] == HELP:
                print(f"codepegs {HELP} COMMAND prints what codepegs COMMAND --help prints.")
                raise typer.Exit
            command = self.get_command(ctx, args[1])
            unexpected = args[3 if hasattr(command, "commands") else 2 :]
            if command is not None and unexpected:
                raise BadInput.because("help_of_one", text=unexpected[0])
            args = [*args[1:], "--help"]
        elif args[0] not in COMMANDS and not ctx.resilient_parsing:
            args = _meant(args)
        return super().resolve_command(ctx, _with_new_options(args))

    def get_topic(self, ctx: Any, topic: str) -> str:
        """The text of a topic of the help, the commands and options that the first help leaves out among them."""
        formatter = ctx.make_formatter()
        for paragraph in cleandoc(TOPICS[topic]).split("\n\n"):
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(" ".join(paragraph.split()))
        if topic == "more":
            self.format_some(ctx, formatter, [MORE], is_first=False)
        return str(formatter.getvalue()).strip("\n")

    def format_options(self, ctx: Any, formatter: Any) -> None:
        self.format_some(ctx, formatter, [panel for panel in PANELS if panel != MORE], is_first=True)
        formatter.write_paragraph()
        formatter.write_text("The other commands and options: codepegs help more.")

    def format_some(self, ctx: Any, formatter: Any, panels: Sequence[str], *, is_first: bool) -> None:
        """Write the options of the first help or the others, and the commands of some panels, each with its line."""
        with formatter.section("Options"):
            shown = [param for param in self.get_params(ctx) if (param.name in FIRST_OPTIONS) == is_first]
            formatter.write_dl([param.get_help_record(ctx) for param in shown])
        width = max(len(name) for panel in panels for name in PANELS[panel]) + 2
        for panel in panels:
            with formatter.section(panel):
                formatter.write_dl([(f"{name:{width - 2}}", line) for name, line in PANELS[panel].items()])


def _meant(words: list[str]) -> list[str]:
    """Return the command line for what is typed in place of a command, and say on standard error which it is."""
    # Standard output then is that of the command.
    from codepegs.cli.recognise import recognise

    meant = recognise(words)
    if meant is None:
        return words
    _print_error(f"{files.shown(meant.name)} is {meant.what}: {shlex.join(['codepegs', *meant.words])}")
    sys.argv[1:] = meant.words  # which messages repeat
    return meant.words


def _with_new_options(words: list[str]) -> list[str]:
    """Return a command line with its options under their present names, and say so on standard error."""
    table = OLD_OPTIONS.get(" ".join(words[:2]), OLD_OPTIONS.get(words[0], {}))
    new, former, missing, rest = list[str](), list[str](), "", iter(words)
    for word in rest:
        name, equals, value = word.partition("=")
        if name not in table:
            new += [word, *rest] if word == "--" else [word]
            continue
        words_for = table[name]
        given = value if equals or isinstance(words_for, str) else next(rest, None)
        replaced = words_for.split() if isinstance(words_for, str) else words_for(given)
        if replaced is None:
            new += [word] if equals or given is None else [word, given]
        else:
            new += replaced
            former.append(name)
            if given is None and replaced and replaced[-1].startswith("-"):  # the value that is missing
                missing = " …"
    if former:
        print_former(former, f"{shlex.join(['codepegs', *new])}{missing}")
        sys.argv[1:] = new
    return new


def print_former(names: Sequence[str], line: str) -> None:
    """Say what to type now in place of former names."""
    _print_error(Reason.of("former_name", name=", ".join(names), count=len(names), line=line).text)


def _load(name: str) -> Any:
    """The command of a module."""
    found = getattr(import_module(f"codepegs.cli.{name}"), name)
    if isinstance(found, typer.Typer):
        app = found
    else:
        app = typer.Typer(add_completion=False, rich_markup_mode=None)
        app.command(name, help=found.__doc__, context_settings=SETTINGS)(found)
    command: Any = typer.main.get_command(app)
    _prepare(command)
    command.name = name
    return command


def format_modes(command: Any, modes: Mapping[str, str], ctx: Any, formatter: Any) -> None:
    """Write the arguments and options of a command with several modes; the options of a mode under its heading."""
    headings = {name: heading for heading, names in modes.items() for name in names.split()}
    sections: dict[str, list[Any]] = {heading: [] for heading in ("Arguments", "Options", *modes)}
    for param in command.get_params(ctx):
        heading = "Arguments" if param.param_type_name == "argument" else headings.get(param.name, "Options")
        if (record := param.get_help_record(ctx)) is not None:
            sections[heading].append(record)
    for heading, records in sections.items():
        if records:
            with formatter.section(heading):
                formatter.write_dl(records)


def _prepare(command: Any) -> None:
    """Guard the outputs, check values before they are converted, and keep the lines of examples apart."""
    for below in getattr(command, "commands", {}).values():
        _prepare(below)
    if modes := getattr(command.callback, "modes", None):
        command.format_options = partial(format_modes, command, modes)
    options.guard(command)
    command.help = EXAMPLES.sub("\b\nExamples:", cleandoc(command.help or ""))
    for parameter in command.params:
        kind = typer_type(parameter).name
        if kind in ("path", "file"):
            check_before_conversion(parameter, files.named)
        if kind == "float":
            check_before_conversion(parameter, refuse_nan)
    command.get_params = partial(with_help_like_ours, command.get_params)
    command.context_class = WholeWordsContext


def with_help_like_ours(get_params: Callable[[Any], Any], ctx: Any) -> Any:
    """The parameters of a command; Typer's own have help with a capital letter and a full stop."""
    parameters = get_params(ctx)
    for parameter in parameters:
        text = getattr(parameter, "help", None) or ""
        if text.endswith("."):
            parameter.help = f"{text[0].lower()}{text[1:-1]}"
    return parameters


def refuse_nan(value: object) -> None:
    """Raise an error of Typer for NaN, which is within every range."""
    if str(value).strip(" +-").lower() == "nan":
        raise typer.BadParameter(f"{value!r} is not a number")


app = typer.Typer(
    cls=LazyGroup,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings=SETTINGS,
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
        bool, typer.Option("--verbose", help="with --version: details of the compiled library, for bug reports")
    ] = False,
    cite: Annotated[bool, typer.Option("--cite", help="print a BibTeX entry for this version")] = False,
) -> None:
    """Play, solve and study code-breaking games of the Mastermind family.

    Examples:
        codepegs suggest 'p4c6 1122:1b0w'    which guess comes next?
        codepegs play p4c6                   guess a code of 4 pegs, 6 colours
        codepegs identify animals.csv        think of an animal

    A position, a game or a file in place of a command runs the command that suits it. Without either, an interactive
    game starts. For the options of a command: codepegs help COMMAND.
    """
    if version:
        _show_version(verbose=verbose)
        raise typer.Exit
    if verbose:
        raise BadInput.because("verbose_alone")
    if cite:
        print(Path(__file__).with_name("citation.bib").read_text(encoding="utf-8"), end="")
        raise typer.Exit
    if context.invoked_subcommand is None:
        from codepegs.cli.play import ask_and_play

        ask_and_play()


def run(name: str = "") -> None:
    """Run the `codepegs` command, or a command that its module runs, by its name, and end the process."""
    try:
        if signal.getsignal(signal.SIGINT) is program.leave:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        _prepare_streams()
        if lacks_memory(LEAST_MEMORY):
            code = _fail_without_memory("no_memory_to_start")
        else:
            watch_interrupts()
            code = _run(name)
    except KeyboardInterrupt:
        code = INTERRUPTED
    except Exception as error:
        if not _is_interrupt(error):
            raise
        code = INTERRUPTED
    if code == INTERRUPTED:
        with options.interrupts_ignored():
            options.print_last_words()
            leave_now(code)  # Python's shutdown could end with another code
    sys.exit(code)


def watch_interrupts() -> None:
    """Make interrupts end the process even while the main thread runs compiled code."""
    # Python looks for interrupts between two of its own instructions, and a compiled loop in the main thread may run
    # for minutes in one. So a thread waits for the byte that the signal leaves in a pipe; if the main thread has not
    # reacted in time, the thread ends the process. A signal that is ignored, as by nohup, or has another handler, is
    # left alone.
    usual = (signal.default_int_handler, signal.SIG_DFL)
    watched = [number for number in options.SIGNALS if signal.getsignal(number) in usual]
    if os.name != "posix" or not watched:
        return
    handled = threading.Event()
    reading, writing = os.pipe()
    os.set_blocking(writing, False)

    def on_interrupt(number: int, frame: FrameType | None) -> None:
        handled.set()
        signal.default_int_handler(number, frame)

    def wait() -> None:
        while True:
            received = set(watched).intersection(os.read(reading, 64))
            if received:
                # Seconds that the main thread gets to react to an interrupt before the process ends without it.
                is_late = not handled.wait(0.7) and not handled.wait(0.05)  # it may have held this lock
                if is_late and any(signal.getsignal(number) is on_interrupt for number in received):
                    options.print_last_words()
                    leave_now(INTERRUPTED)
                handled.clear()

    def forget() -> None:  # a child process handles its own interrupts
        with suppress(ValueError):
            signal.set_wakeup_fd(-1)

    swallow = sys.unraisablehook

    def on_swallowed(lost: sys.UnraisableHookArgs) -> None:
        if lost.exc_type is KeyboardInterrupt:  # it came inside a destructor, where it ends nothing: once more
            # Seconds after which an interrupt that got lost is sent again.
            threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()
        else:
            swallow(lost)

    sys.unraisablehook = on_swallowed
    os.register_at_fork(after_in_child=forget)
    for number in watched:
        signal.signal(number, on_interrupt)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    threading.Thread(target=wait, name="codepegs-interrupts", daemon=True).start()


def leave_now(code: int) -> None:
    """End the process without waiting for threads that run compiled code."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


def _is_interrupt(error: BaseException | None) -> bool:
    """Whether an exception was raised in place of an interrupt, as Python does during class creation."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _prepare_streams() -> None:
    """Set encodings and replace closed streams, so that neither can break a command."""
    if sys.stdin is None:  # closed by the parent process
        sys.stdin = open(os.devnull)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    if sys.stdout is None:
        _print_error("standard output is closed")
        sys.exit(3)
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    known = sys.stdin.encoding.lower().replace("-", "")
    encoding = "utf-8-sig" if known in ("utf8", "ascii", "ansi_x3.41968", "usascii") else None  # as files are read
    sys.stdin.reconfigure(encoding=encoding, errors="replace")  # type: ignore[union-attr]


def _run(name: str = "") -> int:
    """Run the command; the log of the library goes to standard error, one message a line."""
    import logging

    emitted.clear()
    os.environ["CODEPEGS_GAME_FILES"] = "1"  # rules may name files here, and in the processes that commands start
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("codepegs: %(message)s"))
    said = set[str]()  # a command may read a file several times, and says once what is to be said of it

    def is_new(record: logging.LogRecord) -> bool:
        known = record.levelno == logging.WARNING and record.getMessage() in said
        said.add(record.getMessage())
        return not known

    handler.addFilter(is_new)
    logger = logging.getLogger("codepegs")
    logger.handlers[:] = [handler]
    logger.setLevel(logging.INFO)
    logger.propagate = False
    with files.moving() as moved:
        code = _dispatch(name)
    return 3 if moved and code in (0, 1) else code


def _rename(words: list[str]) -> str:
    """Replace the former name of a command, and say so; return the name if its module runs it now, else nothing."""
    at = int(words[:1] == [HELP])
    name = "".join(words[at : at + 1])
    if name not in OLD_NAMES:
        return ""
    new, rest = OLD_NAMES[name].split(), words[at + 1 :]
    is_module = new[0] == "python"
    if is_module:
        words[:] = ["--help"] if at else rest
    else:
        words[:] = [HELP, new[0], *rest] if at else [*new, *rest]
    line = shlex.join([*new, *words] if is_module else ["codepegs", *words])
    print_former([name], line)
    return name if is_module else ""


def _dispatch(name: str = "") -> int:
    """Run the command; return its exit code."""
    words = sys.argv[1:]
    name = name or _rename(words)
    sys.argv[1:] = words
    try:
        if name:
            code = _load(name)(standalone_mode=False, prog_name=f"python -m codepegs.cli.{name}")
        else:
            code = app(standalone_mode=False, prog_name="codepegs")
        sys.stdout.flush()
        return int(code or 0)
    except typer.Exit as leaving:
        return int(leaving.exit_code)
    except typer.Abort:
        return INTERRUPTED
    except KeyboardInterrupt:
        _print_error("interrupted")
        return INTERRUPTED
    except SystemExit as leaving:  # raised by Typer after shell completion, or on a broken pipe
        if not leaving.code:
            return 0
        _let_go_of_output()
        return BROKEN_PIPE if leaving.code == 1 else 3
    except CodepegsError as error:
        from codepegs.cli.prompt import misplaced

        hint = "" if error.reason is None else misplaced(error.reason, sys.argv[1:])
        return _fail(error.kind, f"{error}{hint}", error.exit_code, error.reason)
    except MemoryError:
        return _fail_without_memory()
    except BrokenPipeError:  # raised where Typer does not handle it
        _let_go_of_output()
        return BROKEN_PIPE
    except OSError as error:
        _let_go_of_output()
        reason = error.strerror or error
        if error.filename is None and error.errno in (errno.ENOSPC, errno.EIO, errno.EFBIG):
            _print_error(f"standard output cannot be written: {reason}")
        else:
            _print_error(f"{reason}{f': {files.shown(error.filename)}' if error.filename else ''}")
        return 3
    except Exception as error:
        if _is_interrupt(error):
            return INTERRUPTED
        if isinstance(error, RuntimeError) and str(error) == NO_THREAD:
            return _fail_without_memory()
        wrong = typer_error(error)
        if wrong is None:
            if os.environ.get(DEBUG_VARIABLE):
                import traceback

                traceback.print_exc()
            return _fail("internal", _unexpected(error), 3)
        if wrong.kind == "needs_command":  # a command group without a subcommand: print its help
            print(wrong.words, file=sys.stderr)
        else:
            from codepegs.cli.prompt import misplaced, usage_error

            usage = usage_error(wrong).shortened
            message = f"{usage}{misplaced(usage, sys.argv[1:])}"
            if wrong.text != "--json":
                return _fail("usage", message, 2, usage)
            _print_error(message)  # only: a command without --json has no JSON, even for its errors
        return 2


def _unexpected(error: Exception) -> str:
    """One sentence about an exception that is a bug, here or in a function of the user's."""
    import traceback
    from sysconfig import get_path

    import codepegs

    ours, library = str(Path(codepegs.__file__).parent), get_path("stdlib")
    packages = (get_path("purelib"), get_path("platlib"))
    frames = traceback.extract_tb(error.__traceback__)
    # The packages whose functions call the command.
    command = max(
        (at for at, frame in enumerate(frames) if Path(frame.filename).parent.name in ("typer", "click")), default=-1
    )
    foreign = [
        frame
        for frame in frames[command + 1 :]
        if not frame.filename.startswith(ours)
        and (not frame.filename.startswith(library) or frame.filename.startswith(packages))
    ]
    frame = (foreign or frames)[-1]
    return (
        f"unexpected {type(error).__name__} in {frame.filename}, line {frame.lineno}, in {frame.name}: "
        f"{str(error).rstrip('.') or 'no message'}. If this is not your own code, please report it with what the same "
        f"command prints with {DEBUG_VARIABLE}=1, and with the output of codepegs --version --verbose"
    )


def _print_error(sentence: str) -> None:
    with suppress(OSError):
        print(f"codepegs: {sentence}", file=sys.stderr)


def _fail(kind: str, message: str, code: int, reason: Any = None) -> int:
    """Report an error on standard error, and with --json also as an object on standard output; return the exit code."""
    _print_error(message)
    if "--json" in sys.argv[1:] and not emitted:
        from codepegs.schema import CommandErrorAnswer

        try:
            emit_json(CommandErrorAnswer.of(kind, message, reason))
        except OSError:
            _let_go_of_output()
    return code


def _fail_without_memory(kind: str = "no_memory") -> int:
    """Report that the memory is full."""
    found = Unavailable.because(kind)
    return _fail(found.kind, str(found), 3, found.reason)


def _let_go_of_output() -> None:
    """Redirect standard output to the null device, so that Python does not flush it on exit."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
