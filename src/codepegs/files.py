"""Atomic file writes, checks before the work that files can be written, and the reader of all files, with limits."""

from __future__ import annotations

import errno
import gzip
import logging
import os
import re
import shlex
import sys
import time
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from itertools import chain
from pathlib import Path
from typing import IO, Any, cast

from codepegs import errors
from codepegs.errors import BadInput, Unavailable
from codepegs.reasons import Reason

logger = logging.getLogger(__name__)

POSIX = os.name == "posix"

NOT_A_LINK = getattr(os, "O_NOFOLLOW", 0)
"""Flag for files that this module names itself: another user may have put a link there."""

BINARY = getattr(os, "O_BINARY", 0)
"""Flag of Windows, which otherwise changes the ends of lines."""

DATABASE = b"SQLite format 3"
"""How an SQLite database begins."""

CHECK_BYTES = 6
"""Bytes of a check value: one of 2.8e14 accidental changes keeps it."""

MOST_COMMAND = 60
"""Characters of the command of a process in a message."""

GZIP = b"\x1f\x8b"
"""How a gzip file begins."""

DAMAGED = (gzip.BadGzipFile, EOFError, zlib.error)
"""Errors of a gzip file that is damaged."""

MOST_FILE_BYTES = 64_000_000
"""Size of the largest file that is read, after decompression, unless its kind has another limit."""

MOST_DIGITS_IN_FILE = 20
"""Digits of the longest number in a file; Python itself refuses those of more than 4,300 with an error of its own."""

MOST_TREE_BYTES = 256_000_000
"""The same for trees and certificates: a line of a tree has about 17 bytes, a node of its Graphviz file 80."""

MOST_TOML_BYTES = 16_000_000
"""The same for TOML files: a list of a million codes fits."""

CHUNK = 1 << 20
"""Bytes that are read at once."""

LONGEST_SHOWN = 100
"""Largest length of a file name in a message."""

SECONDS_TO_LOCK = 60
"""Seconds after which a process has surely locked the file that it made for that."""

TRIED_NAMES = 100
"""Number of names that are tried for a file that cannot be written where it was to go."""

_moved: dict[Path, Path | None] | None = None
"""Where the content is of the files that could not be written, None if nowhere; None if that is to be raised."""


@contextmanager
def moving() -> Iterator[dict[Path, Path | None]]:
    """Let files that cannot be written be written elsewhere, with a warning, instead of raising `Unavailable`.

    Yields the files of which a write failed, and where their content is.
    """
    global _moved
    before, _moved = _moved, {}
    try:
        yield _moved
    finally:
        _moved = before


def written_to(path: Path | str) -> Path | None:
    """Return the file that has what was written to a path, another if that failed; None if none has it."""
    return (_moved or {}).get(Path(path), Path(path))


def write_whole(path: Path | str, content: str | bytes) -> None:
    """Write a file atomically, compressed if it ends in .gz; raises `Unavailable`, or writes another when `moving`."""
    path, data = Path(path), content.encode() if isinstance(content, str) else content
    before = written_to(path)
    try:
        _write(path, data)
    except Unavailable as error:
        if _moved is None:
            raise
        places = spare_places(path) if before in (None, path) else chain([before], spare_places(path))
        found = _moved[path] = next((place for place in places if write_if_possible(place, data)), None)
        if found is None and before is not None:
            logger.warning(f"{error}, nor could it be written to another folder")
            with suppress(UnicodeDecodeError):
                sys.stderr.write(data.decode())
        elif found is not None and found != before:
            logger.warning(f"{error}; it was written to {found} instead")
    else:
        if _moved is not None and path in _moved:
            _moved[path] = path
        if before is not None and before != path:  # which is now out of date
            logger.warning(f"{path} could be written later, and {before} was deleted")
            with suppress(OSError):
                before.unlink()


def note_moved(path: Path, to: Path | None) -> None:
    """Note for `written_to` that the content of a file is in another, or in none."""
    if _moved is not None:
        _moved[path] = to


def spare_places(path: Path) -> Iterator[Path]:
    """Names for a file that cannot be written: free ones in the current folder and in that for temporary files."""
    import tempfile  # imports random

    begin, *endings = path.name.lstrip(".").split(".")
    for folder in (Path.cwd(), Path(tempfile.gettempdir())):
        names = (".".join([f"{begin}-{number}", *endings]) for number in range(2, TRIED_NAMES))
        yield from [folder / name for name in names if not (folder / name).exists()][:1]


def write_if_possible(path: Path, data: bytes) -> bool:
    """Write a file as `write_whole` does; return whether that was possible."""
    try:
        _write(path, data)
    except Unavailable:
        return False
    return True


def _write(path: Path, data: bytes) -> None:
    path = _replaceable(path)
    if path.suffix == ".gz":
        data = gzip.compress(data, mtime=0)
    with refusing("cannot_be_written", path):
        temporary = _temporary(path)
        handle = _open_locked(temporary, waits=True)
        try:
            os.ftruncate(handle, 0)
            write_all(handle, data)
            os.fsync(handle)
            if POSIX:  # before the lock ends
                os.replace(temporary, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(temporary)
            raise
        finally:
            _close(handle)
        if not POSIX:  # there a file that is open cannot be renamed
            os.replace(temporary, path)


def _temporary(path: Path) -> Path:
    """The file in which the new content of a file is written."""
    # Its name is fixed, and it is locked while it is written. So one that a killed process left is used by the next
    # that writes the same file, and two processes that write it at the same time do so one after the other.
    return path.with_name(f".{path.name}.tmp")


def write_all(handle: int, data: bytes) -> None:
    """Write bytes to an open file."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


def _close(handle: int) -> None:
    """Close a file whose content is on the disk or not wanted, so that an error means nothing."""
    with suppress(OSError):
        os.close(handle)


@contextmanager
def refusing(kind: str, path: Path | str) -> Iterator[None]:
    """Raise `Unavailable` of a kind for an error of the operating system about a file."""
    try:
        yield
    except OSError as error:
        raise Unavailable.because(kind, file=shown(path), error=error.strerror or str(error)) from None


def check_value(data: bytes) -> str:
    """Return the check value of a line or row, which shows accidental damage but not forgery."""
    from hashlib import blake2b

    return blake2b(data, digest_size=CHECK_BYTES).hexdigest()


def check_output(path: Path | str) -> None:
    """Raise `Unavailable` if a file cannot be written; call it before the work."""
    path = _replaceable(path)
    with refusing("cannot_be_written", path):
        temporary = _temporary(path)
        _remove_locked(temporary, _open_locked(temporary, waits=True))


def check_folder(path: Path | str) -> None:
    """Raise `Unavailable` if no files can be written into a folder, which need not exist and is not created."""
    path = named(path)
    if path.exists() and not path.is_dir():
        raise Unavailable.because("not_a_folder", file=shown(path))
    parent = path.absolute().parent
    if not path.exists() and not parent.is_dir():
        raise Unavailable.because("no_folder_above", file=shown(path), folder=str(parent))
    check_output((path if path.exists() else parent) / "codepegs")


def _replaceable(path: Path | str) -> Path:
    """Check that a file may be created or replaced at a path; raises `Unavailable`."""
    path = _in_folder(path)
    with refusing("cannot_be_written", path):
        if path.exists() and not path.is_file():
            raise Unavailable.because("not_a_regular_file", file=shown(path))
        if path.exists() and not os.access(path, os.W_OK):
            raise Unavailable.because("file_denied", file=shown(path))
    return path


def _in_folder(path: Path | str) -> Path:
    """Check that a path is not a folder, but in one; raises `Unavailable`."""
    path = _no_folder(path)
    folder = path.absolute().parent
    if not folder.is_dir():
        raise Unavailable.because("no_folder_for_file", file=shown(path), folder=str(folder))
    return path


def _no_folder(path: Path | str) -> Path:
    """Check that a path is not a folder; raises `Unavailable`."""
    path = named(path)
    if os.path.isdir(path):
        raise Unavailable.because("is_a_folder", file=shown(path))
    return path


def named(path: Path | str) -> Path:
    """Return the path of a file; raises `BadInput` or `Unavailable` if no file can have the name."""
    if not isinstance(path, str | os.PathLike):
        raise BadInput.because("not_a_path", value=errors.shown(path))
    if not str(path):
        raise BadInput.because("no_file_name")
    if "\0" in str(path):
        raise BadInput.because("null_in_file_name")
    try:
        os.stat(path)
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise Unavailable.because("file_name_too_long", file=shown(path)) from None
    return Path(path)


def number_in(text: str) -> int | None:
    """Return the whole number that a text is; None for any other text, also for a number of too many digits."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS_IN_FILE
    return int(text) if is_number else None


def exists(path: Path | str) -> bool:
    """Return whether there is a file or folder of that name; false for what cannot be a name."""
    try:
        return bool(str(path)) and Path(path).exists()
    except (OSError, ValueError):
        return False


def shown(path: Path | str) -> str:
    """Return a file name for a message, shortened if it is long."""
    text = str(path)
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 21]}…{text[-20:]}"


class Hold:
    """The right to write a file, until it is closed or the process dies; raises `Unavailable` when another has it."""

    # It is a lock on a file beside it, so that others can read at any time. That file names the process that holds the
    # lock. It is deleted before the lock is released; who then gets the lock of a deleted file finds another file, or
    # none, under the name, and tries again. A forked child does not share the lock.

    def __init__(self, path: Path) -> None:
        path = _in_folder(path)
        self._file = path.with_name(f"{path.name}.lock")
        self._handle: int | None = None
        try:
            self._handle = _open_locked(self._file)
        except BlockingIOError:
            raise Unavailable.because("file_held", file=shown(path), **self._holder()) from None
        except OSError as error:
            reason = error.strerror or str(error)
            raise Unavailable.because("cannot_be_locked", file=str(self._file), error=reason) from None
        _held.add(self)
        with suppress(OSError):  # a full disk: messages then do not name this process
            os.ftruncate(self._handle, 0)
            os.write(self._handle, _this_process().encode(errors="replace"))

    def _holder(self) -> dict[str, str]:
        """The process that holds the lock: values of a reason, with the kind of the clause as `holder`."""
        try:
            text = self._file.read_text(encoding="utf-8", errors="replace")
        except OSError:
            text = ""
        found = re.fullmatch(r"(\d+) (\S+) (.+)\n", text)
        if found is None:
            return {"holder": "another_process"}
        process, machine, command = found.groups()
        holder = "process_here" if machine == _machine() else "process_elsewhere"
        return {"holder": holder, "process": process, "machine": machine, "command": command}

    def close(self) -> None:
        """Give up the right; closing twice is allowed."""
        handle, self._handle = self._handle, None
        _held.discard(self)
        if handle is not None:
            _remove_locked(self._file, handle)

    def leave(self) -> None:
        """Leave the right to the parent process, in a forked child."""
        handle, self._handle = self._handle, None
        if handle is not None:
            _close(handle)


_held: set[Hold] = set()


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Make a folder that is deleted at the end, and delete those of processes that were killed."""
    import shutil
    import tempfile  # imports random
    from uuid import uuid4

    place = Path(tempfile.gettempdir())
    for lock in place.glob("codepegs-*.use.lock"):
        used = lock.with_suffix("")
        with suppress(Unavailable, OSError):
            if time.time() - lock.stat().st_mtime > SECONDS_TO_LOCK:
                with closing(Hold(used)):
                    shutil.rmtree(used.with_suffix(""), ignore_errors=True)
    folder = place / f"codepegs-{uuid4().hex[:8]}"
    with closing(Hold(folder.with_suffix(".use"))):
        with refusing("cannot_be_created", folder):
            folder.mkdir(mode=0o700)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def _leave_locks() -> None:
    """In a forked child, close the locks of the parent: otherwise they would outlive it."""
    for held in _held:
        held.leave()
    _held.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_locks)


def _this_process() -> str:
    """The content of a lock file: the number of this process, its machine and its command."""
    program, *rest = sys.orig_argv or ["python"]
    command = shlex.join([Path(program).name, *rest])
    plain = "".join(letter if letter.isprintable() else " " for letter in command)
    short = plain if len(plain) <= MOST_COMMAND else f"{plain[: MOST_COMMAND - 1]}…"
    return f"{os.getpid()} {_machine()} {short}\n"


def _machine() -> str:
    import platform

    return platform.node().replace(" ", "-") or "?"


def _open_locked(path: Path, *, waits: bool = False) -> int:
    """Open and lock a file, which is created; if another process holds it, wait, or raise `BlockingIOError`.

    A file system without locks is an error only if nothing waits.
    """
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | BINARY | NOT_A_LINK, 0o666)
        try:
            with suppress(OSError) if waits else nullcontext():
                _lock(handle, waits=waits)
            if os.path.samestat(os.stat(path), os.fstat(handle)):
                return handle
        except FileNotFoundError:  # deleted or renamed by the one that held it before
            pass
        except BaseException:
            _close(handle)
            raise
        _close(handle)


def _remove_locked(path: Path, handle: int) -> None:
    """Delete an open file, and end its lock."""
    if POSIX:
        with suppress(OSError):
            path.unlink()
    _close(handle)
    if not POSIX:  # there a file that is open cannot be deleted
        with suppress(OSError):
            path.unlink()


def _lock(handle: int, *, waits: bool = False) -> None:
    """Lock an open file for this process; if another holds it, wait, or raise `BlockingIOError`."""
    if sys.platform == "win32":
        import msvcrt

        # The byte that is locked on Windows, where a locked byte cannot be read: one after the end.
        os.lseek(handle, 1 << 30, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_LOCK if waits else msvcrt.LK_NBLCK, 1)
        except PermissionError:
            raise BlockingIOError from None
        os.lseek(handle, 0, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)


def beginning(path: Path | str, length: int) -> str:
    """The first bytes of a file, decompressed if it is a gzip file, as characters of the same numbers."""
    try:
        with _opened(named(path)) as file:
            data = file.read(length)
    except DAMAGED as error:
        raise Unavailable.because("cannot_be_read", file=shown(path), error=str(error)) from None
    except OSError as error:
        raise unreadable(path, error) from None
    return data.decode("latin-1").lstrip()


def is_database(path: Path | str) -> bool:
    """Return whether a file is an SQLite database; False if it cannot be read."""
    try:
        with named(path).open("rb") as file:
            return file.read(len(DATABASE)) == DATABASE
    except OSError:
        return False


def make_folder(path: Path | str) -> None:
    """Create a folder and its parents; raises `Unavailable` if that fails."""
    with refusing("cannot_be_created", path):
        Path(path).mkdir(parents=True, exist_ok=True)


def unreadable(path: Path | str, error: OSError) -> Unavailable:
    """Return the exception for a file that cannot be read."""
    if isinstance(error, FileNotFoundError):
        return Unavailable.because("file_not_found", file=shown(path))
    return Unavailable.because("cannot_be_read", file=shown(path), error=error.strerror or str(error))


@contextmanager
def _opened(path: Path, as_it_is: bool = False) -> Iterator[IO[bytes]]:
    """Open a file for reading; unless `as_it_is`, decompressed if it is a gzip file or its name ends in .gz."""
    with path.open("rb") as file:
        if not as_it_is and (path.suffix == ".gz" or file.peek(len(GZIP))[: len(GZIP)] == GZIP):
            yield cast(IO[bytes], gzip.GzipFile(fileobj=file))
        else:
            yield file


def read_bytes(path: Path | str, most: int = MOST_FILE_BYTES, *, as_it_is: bool = False) -> bytes:
    """Read a file, a device or a pipe of at most `most` bytes, unless `as_it_is` decompressed if it is a gzip file."""
    path = _no_folder(path)
    chunks: list[bytes] = []
    try:
        size = path.stat().st_size
        with _opened(path, as_it_is) as file:
            compressed = isinstance(file, gzip.GzipFile)
            left = most + 1
            if not compressed and size > most:
                left = 0
            while left and (chunk := file.read(min(left, CHUNK))):
                chunks.append(chunk)
                left -= len(chunk)
    except DAMAGED as error:
        raise BadInput.because("damaged_file", file=shown(path), error=str(error)) from None
    except OSError as error:
        raise unreadable(path, error) from None
    if not left:
        refused = Reason.of("file_too_large", file=shown(path), most=round(most / 1e6))
        if compressed or size:
            measured = "when_decompressed" if compressed else "megabytes"
            refused = refused.also(measured=measured, megabytes=round(size / 1e6))
        raise BadInput.because(refused)
    return b"".join(chunks)


def read_text(path: Path | str, most: int = MOST_FILE_BYTES) -> str:
    """Read the text of a file as `read_bytes` does, in UTF-8 with or without a byte order mark."""
    data = read_bytes(path, most)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        kind = "spreadsheet" if data.startswith((b"PK", b"\xd0\xcf")) else "damaged_text"  # an archive, or older
        raise BadInput.because(kind, file=shown(path)) from None


def read_standard_input() -> str:
    """Read standard input to its end; raises `BadInput` if it is larger than `MOST_FILE_BYTES` characters."""
    text = sys.stdin.read(MOST_FILE_BYTES + 1)
    if len(text) > MOST_FILE_BYTES:
        raise BadInput.because("file_too_large", file="standard input", most=round(MOST_FILE_BYTES / 1e6))
    return text


_LONG_KEY = re.compile(r"""(?:^|[\[{,])[ \t]*(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){20}""", re.MULTILINE)
"""A key of more than twenty parts: the parser takes time in proportion to the square of their number."""


_BARE_TEXT = re.compile(r"^[ \t]*[\w.-]+[ \t]*=[ \t]*(?!true\b|false\b|inf\b|nan\b)[A-Za-z/~_.]", re.MULTILINE)
"""The line of a key whose value is a text without quotes."""


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """Parse the text of a TOML file; raises `BadInput` with its name if it is not TOML."""
    import tomllib

    try:
        if _LONG_KEY.search(text):
            raise RecursionError
        table = tomllib.loads(text)
        if _has_long_number(table):
            raise ValueError
    except RecursionError:
        raise BadInput.because("toml_too_deep", file=name) from None
    except tomllib.TOMLDecodeError as error:
        reason = str(error)
        hint = {"hint": "quote_texts"} if _BARE_TEXT.search(text) else {}
        raise BadInput.because("not_toml", file=name, error=f"{reason[:1].lower()}{reason[1:]}", **hint) from None
    except ValueError:  # of int(), too
        raise BadInput.because("toml_number_too_long", file=name, most=MOST_DIGITS_IN_FILE) from None
    return table


def _has_long_number(value: Any) -> bool:
    """Whether a value or what it contains is a number of too many digits; raises `RecursionError` if it is too deep."""
    if isinstance(value, dict | list):
        return any(map(_has_long_number, value.values() if isinstance(value, dict) else value))
    return isinstance(value, int) and abs(value) >= 10**MOST_DIGITS_IN_FILE
