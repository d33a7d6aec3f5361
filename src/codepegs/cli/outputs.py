"""Files and folders that commands write: checked before the work, a file also to `-`, and nothing lost at the end.

An option that writes has a `Kind` as its parser, so that its value is an `Output`. `guard` does the rest for every
command: it checks the outputs before the command runs, and copies what was written for `-` to standard output when the
command ends. `kept` writes a file that cannot be written to another place. After Ctrl-C, `interrupts_ignored` lets a
command write the rest, and `last_words` says where it is.
"""

from __future__ import annotations

import functools
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import typer

from codepegs import files
from codepegs.cli.terminal import error_console
from codepegs.errors import BadInput, Unavailable, one_of


@dataclass(frozen=True)
class Kind:
    """What an option writes. Called with the text of the option, it returns the `Output`."""

    words: str
    suffix: str = ""
    begins: str | None = None
    suffixes: tuple[str, ...] = ()
    reads: bool = False

    def __call__(self, text: str) -> Output:
        return Output(text, self)

    def checked(self, text: str) -> Output:
        """Return an output that no option gives, checked before the work."""
        output = self(text)
        output.check()
        return output

    @property
    def is_folder(self) -> bool:
        """Whether several files are written."""
        return self.begins is None


_SVG = r"<svg|<\?xml"
_PNG = "\x89PNG"
_TREE = (
    r'codepegs-tree|\{\s*"format":\s*"codepegs-tree|digraph strategy|\{[A-Z]+:|\S+.*\n\d+\(|\d+\s*\('
    f"|{_SVG}|<!doctype"
)

BOARD = Kind("an SVG picture", ".svg", _SVG, (".svg", ""))
PLOT = Kind("a picture", ".svg", f"{_SVG}|{_PNG}|%PDF", (".svg", ".png", ".pdf"))
ANIMATION = Kind("an animation", ".gif", f"GIF8|{_PNG}|RIFF|{_SVG}", (".gif", ".png", ".svg", ".webp"))
TABLE = Kind("a table of evaluations", ".csv", "rules,")
PARQUET = Kind("a Parquet file", ".parquet", "PAR1")
ROWS = Kind("an exported table", ".csv", r'unit,|\{"unit"|PAR1')
TREE = Kind("a strategy tree", ".tree", _TREE)
CERTIFICATE = Kind("a certificate", ".cert", "codepegs-certificate")
JOURNAL = Kind("a search journal", ".journal", r'\{"journal"')
SAVED_GAME = Kind("a saved game", ".json", r'\{"format":"codepegs saved game"')
RESUMED_GAME = Kind("a saved game", ".json", SAVED_GAME.begins, reads=True)
RESULTS = Kind("a results file", ".sqlite", "SQLite format 3")
FOLDER = Kind("a folder")
INDEX = Kind("an index of reproduced reports", ".md", "# The five reports")


class Output:
    """The value of an option that writes: a file, `-` for standard output, or a folder."""

    def __init__(self, text: str, kind: Kind) -> None:
        self.kind = kind
        self.text = text
        self.is_stdout = text == "-"
        self.path = Path(text)
        """Where the command writes; for standard output, a temporary file while the command runs."""

    def __str__(self) -> str:
        stream = "standard input" if self.kind.reads else "standard output"
        return stream if self.is_stdout else str(self.path)

    @property
    def written(self) -> Path | None:
        """The file that has what the command wrote; None if it could not be written anywhere."""
        return files.written_to(self.path)

    def replaces(self, other: Output) -> bool:
        """Return whether one would replace the other; a game may be saved to the file that it is resumed from."""
        if self.is_stdout or other.is_stdout or self.kind.reads or other.kind.reads:
            return False
        return self.path.absolute() == other.path.absolute()

    def check(self) -> None:
        """Check that it can be written, before the work."""
        files.named(self.text)
        kind, path = self.kind, self.path
        if kind.suffixes and path.suffix.lower() not in kind.suffixes:
            wanted = one_of(filter(None, kind.suffixes))
            raise BadInput.because("wrong_ending", what_kind=kind.words, file=str(path), choice=wanted)
        if kind.is_folder:
            files.check_folder(path)
            return
        files.check_output(path)
        if kind.reads:  # the command says what is wrong with the file
            return
        # Characters of an existing file that show what it is.
        if path.exists() and path.stat().st_size and not re.match(kind.begins or "", files.beginning(path, 400)):
            raise BadInput.because("not_overwritten", file=str(path), what_kind=kind.words)

    @contextmanager
    def as_stdout(self) -> Iterator[None]:
        """Let the command write to a temporary file, copied to standard output at the end; all else goes to stderr."""
        import tempfile  # imports random

        out, sys.stdout = sys.stdout, sys.stderr
        try:
            with tempfile.TemporaryDirectory(prefix="codepegs-", ignore_cleanup_errors=True) as folder:
                self.path = Path(folder, f"output{self.kind.suffix}")
                if self.kind.reads:
                    self.path.write_text(files.read_standard_input())
                try:
                    yield
                finally:
                    if (path := self.written) is not None and path.exists():
                        _print(out, path.read_bytes())
        finally:
            sys.stdout = out


def default_tree(rules: str, what: str) -> Output:
    """Return the output for a tree of a game that no option names, beside the file of the game if it has one."""
    kind, colon, name = rules.partition(":")
    name = name if colon and kind.lower() in ("table", "words") else rules
    name = re.sub(r",[^:]*[/\\]", ",", name)  # the folder of the first of two files
    folder, name = os.path.split(name)
    cleaned = re.sub(r'[:*?"<>|]+', "-", f"{name}-{what}.tree")
    return TREE.checked(os.path.join(folder, cleaned))


def _print(out: IO[str], data: bytes) -> None:
    binary = getattr(out, "buffer", None)
    if binary is None:
        out.write(data.decode(errors="replace"))
    else:
        out.flush()
        binary.write(data)
    out.flush()


def writing(kind: Kind, help: str, names: str = "") -> Any:
    """Return the declaration of an option that writes; its type is `Output | None`."""
    metavar = "FOLDER" if kind.is_folder else "FILE"
    return typer.Option(*names.split(), metavar=metavar, help=help, parser=kind)


def tell_saved(output: Output, more: str = "") -> None:
    """Print on standard error where the output is; nothing if it could not be written anywhere."""
    if output.written is not None:
        where = f"Printed to {output}" if output.is_stdout else f"Saved as {output.written}"
        error_console().print(f"{where}{more}.")


def guard(command: Any) -> None:
    """Make a command check its outputs before it runs, and print what it writes for `-` when it ends."""
    written = (each for each in command.params if isinstance(getattr(each.type, "func", None), Kind))
    options = {parameter.name: parameter.opts[0] for parameter in written}
    run = command.callback
    if not options:
        return

    @functools.wraps(run)
    def guarded(**values: Any) -> Any:
        outputs = [(name, values[key]) for key, name in options.items() if values[key] is not None]
        printed = [name for name, output in outputs if output.is_stdout] + ["--json"] * bool(values.get("json"))
        if len(printed) > 1:
            raise BadInput.because("two_to_standard_output", first=printed[0], second=printed[1])
        for number, (name, output) in enumerate(outputs):
            for other, before in outputs[:number]:
                if output.replaces(before):
                    raise BadInput.because("same_file", first=other, second=name)
            if not output.is_stdout:
                output.check()
            elif output.kind.is_folder:
                raise BadInput.because("no_folder", name=name)
        printed_to = next((output.as_stdout() for _, output in outputs if output.is_stdout), nullcontext())
        with printed_to:
            return run(**values)

    command.callback = guarded


@contextmanager
def kept(say: Callable[[str], None]) -> Iterator[list[Path]]:
    """Write what cannot be written where it was to go to another file, and report it."""
    spare: dict[Path, Path | None] = {}
    failed: list[Path] = []

    def rescue(path: Path, data: bytes, error: Unavailable) -> Path | None:
        before = spare.get(path)
        if before is not None and _writes(before, data):  # a file that is written again and again
            return before
        found = next((there for there in _spare_places(path) if _writes(there, data)), None)
        if found is not None:
            say(f"{error}; it was written to {found} instead")
        elif path not in spare:
            say(f"{error}, nor could it be written to another folder")
            with suppress(UnicodeDecodeError):
                sys.stderr.write(data.decode())
        if path not in spare:
            failed.append(path)
        spare[path] = found
        return found

    with files.rescued_by(rescue):
        yield failed


def _spare_places(path: Path) -> Iterator[Path]:
    """Names that are free in the current folder and in that for temporary files."""
    import tempfile

    begin, *endings = path.name.split(".")
    for folder in (Path.cwd(), Path(tempfile.gettempdir())):
        # Names that are tried for a file that cannot be written where it was to go.
        names = (".".join([f"{begin}-{number}", *endings]) for number in range(2, 100))
        yield from [folder / name for name in names if not (folder / name).exists()][:1]


def _writes(path: Path, data: bytes) -> bool:
    try:
        files.write_or_raise(path, data)
    except Unavailable:
        return False
    return True


SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that end a command, sent by a person, a supervisor, or a closed terminal."""

last_words: list[str] = []
"""Lines to print once when the command is interrupted, however it ends."""


def print_last_words() -> None:
    """Print the last words on standard error."""
    while last_words:
        line = last_words.pop()
        wiped = "\r\x1b[K" if sys.stderr.isatty() else ""  # where a line of progress may stand
        with suppress(OSError, ValueError):
            sys.stderr.write(f"{wiped}{line}\n")
            sys.stderr.flush()


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Ignore interrupts while the main thread handles the previous one."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
