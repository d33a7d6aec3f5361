"""Atomic file writes, and checks before the work that files can be written."""

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
    """Write a file atomically, through a temporary file in the same folder.

    The file is compressed if its name ends in .gz. Raises `Unavailable` if it cannot be written.
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
        os.chmod(temporary, 0o666 & ~mask)  # mkstemp creates files that only their owner can read
        os.replace(temporary, path)
    except OSError as error:
        raise Unavailable(f"{path} cannot be written: {error.strerror or error}") from None
    finally:
        if temporary is not None:
            with suppress(OSError):
                os.unlink(temporary)


def check_output(*paths: Path | str | None) -> None:
    """Raise `Unavailable` if one of the files cannot be written; call it before the work."""
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
    """Raise `Unavailable` if no files can be written into a folder, which need not exist yet.

    Nothing is created, so that a failing command leaves no folder behind.
    """
    path = Path(path)
    if path.exists() and not path.is_dir():
        raise Unavailable(f"{path} is not a folder: give a folder")
    there = next(folder for folder in (path.absolute(), *path.absolute().parents) if folder.exists())
    if not there.is_dir():
        raise Unavailable(f"{path} cannot be created: {there} is not a folder")
    check_output(there / "codepegs")


def _replaceable(path: Path | str) -> Path:
    """Check that a file may be created or replaced at a path; raises `Unavailable`."""
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
    """Check that a path is not a folder; raises `Unavailable`."""
    path = Path(path)
    if path.is_dir():
        raise Unavailable(f"{path} is a folder: give a file")
    return path


def hold(path: Path) -> sqlite3.Connection:
    """Lock a file for writing until this is closed or the process ends; raises `Unavailable`.

    The lock is a file next to it, so that others can read at any time. The lock file is kept: deleting it could let two
    processes hold the lock.
    """
    import sqlite3  # only journals and sweeps need it

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
    """Create a folder and its parents; raises `Unavailable` if that fails."""
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unavailable(f"{path} cannot be created: {error.strerror or error}") from None


def read_text(path: Path | str) -> str:
    """Read the text of a file, decompressed if its name ends in .gz.

    Raises `Unavailable` if it cannot be read, `BadInput` if it is not text.
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
