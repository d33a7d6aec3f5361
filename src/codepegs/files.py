"""Files that are written whole or not at all."""

from __future__ import annotations

import gzip
import os
import tempfile
import zlib
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from codepegs.errors import BadInput, Unavailable

if TYPE_CHECKING:
    import sqlite3


def write_whole(path: Path | str, content: str | bytes) -> None:
    """Write a file by way of a temporary one beside it: a reader sees the old file or the new one, never half.

    A name that ends in .gz is compressed. Raises `Unavailable` when the file cannot be written.
    """
    path = _replaceable(path)
    data = content.encode() if isinstance(content, str) else content
    if path.suffix == ".gz":
        data = gzip.compress(data, mtime=0)
    temporary = None
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)  # mkstemp gives files to their owner alone
        os.replace(temporary, path)
    except OSError as error:
        raise Unavailable(f"{path} cannot be written: {error.strerror or error}") from None
    finally:
        if temporary is not None:
            with suppress(OSError):
                os.unlink(temporary)


def check_output(*paths: Path | str | None) -> None:
    """Raise `Unavailable` when one of the files cannot be written: to be asked before the work that fills them."""
    for given in paths:
        if given is None:
            continue
        path = _replaceable(given)
        folder = path.absolute().parent
        if not folder.is_dir():
            raise Unavailable(f"{path} cannot be written: folder {folder} not found")
        try:
            handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=folder)
            os.close(handle)
            os.unlink(temporary)
        except OSError as error:
            raise Unavailable(f"{path} cannot be written: {error.strerror or error}") from None


def check_folder(path: Path | str) -> None:
    """Raise `Unavailable` when no files can be written into a folder, which need not be there yet.

    Nothing is made: a folder of the same command that goes wrong is not left behind.
    """
    path = Path(path)
    if path.exists() and not path.is_dir():
        raise Unavailable(f"{path} is not a folder: give a folder")
    there = next(folder for folder in (path.absolute(), *path.absolute().parents) if folder.exists())
    if not there.is_dir():
        raise Unavailable(f"{path} cannot be created: {there} is not a folder")
    check_output(there / "codepegs")


def _replaceable(path: Path | str) -> Path:
    """A path where a file may be put, in place of one that is there; raises `Unavailable`."""
    path = _no_folder(path)
    try:
        if path.exists():
            if not path.is_file():
                raise Unavailable(f"{path} is not a regular file: give another file")
            if not os.access(path, os.W_OK):
                raise Unavailable(f"permission denied: {path}; give another file")
    except OSError as error:
        raise Unavailable(f"{path} cannot be written: {error.strerror or error}") from None
    return path


def _no_folder(path: Path | str) -> Path:
    """A path that names no folder, as "" does; raises `Unavailable`."""
    path = Path(path)
    if path.is_dir():
        raise Unavailable(f"{path} is a folder: give a file")
    return path


def hold(path: Path) -> sqlite3.Connection:
    """Hold the right to write a file until this is closed, or the process dies; raises `Unavailable`.

    It is held by a file beside it, so that others can read at any time. That file is left behind: to delete it would
    let two processes hold it.
    """
    import sqlite3  # only what writes journals and sweeps needs it

    path = _no_folder(path)
    if not path.absolute().parent.is_dir():
        raise Unavailable(f"{path} cannot be written: folder {path.absolute().parent} not found")
    file = path.with_name(f"{path.name}.lock")
    try:
        lock = sqlite3.connect(file, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except BaseException:
            lock.close()
            raise
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
            raise Unavailable(
                f"{path} is being written by another process: wait until it ends, or give another file"
            ) from None
        raise Unavailable(
            f"{file} cannot be opened ({error}): check the permissions of the file and its folder"
        ) from None
    return lock


def make_folder(path: Path | str) -> None:
    """Make a folder, and those above it; raises `Unavailable` when that cannot be done."""
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unavailable(f"{path} cannot be created: {error.strerror or error}") from None


def read_text(path: Path | str) -> str:
    """The text of a file, decompressed when its name ends in .gz.

    Raises `Unavailable` when it cannot be read, `BadInput` when it holds no text.
    """
    path = _no_folder(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Unavailable(f"{path} cannot be read: {error.strerror or error}") from None
    try:
        return (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
    except UnicodeDecodeError:
        raise BadInput(f"{path} is damaged, or not a text file") from None
    except (OSError, EOFError, zlib.error) as error:
        raise BadInput(f"{path} is damaged: {error}") from None
