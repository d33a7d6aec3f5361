"""How the compiled loops of this package are compiled: without the GIL, and kept on disk between runs."""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import platformdirs

from codepegs import notices
from codepegs.errors import Unavailable

try:
    import numba
    from numba import njit
    from numba.core import config as numba_config
    from numba.core import event
    from numba.core.compiler import CompileResult
    from numba.core.serialize import dumps
except ImportError:
    raise
except Exception as error:  # Numba reads its settings, and refuses some of them, while it is imported
    raise Unavailable(
        f"Numba does not start ({str(error).rstrip('.')}): look at the environment variables that begin with NUMBA_"
    ) from None

config: Any = numba_config  # its settings come and go with the environment

if config.DISABLE_JIT:
    raise Unavailable("NUMBA_DISABLE_JIT is set, and the fast loops run only compiled: unset it")

OPTIONS: dict[str, Any] = {"error_model": "numpy", "boundscheck": False}


@cache
def cache_folder() -> Path:
    """A folder for the machine code of exactly these sources, compiled by this Numba for this Python.

    Numba's own cache compares a function's own file with its machine code, not the files of the functions compiled into
    it, so a change in one file would leave stale code in the others.
    """
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    parent = config.CACHE_DIR or platformdirs.user_cache_dir("codepegs", appauthor=False)
    return Path(parent) / f"kernels-{digest.hexdigest()[:16]}"


class MachineCode:
    """The machine code of one function on disk, a file a signature; it stands where Numba puts a cache of its own.

    Whatever is wrong with a file (cut short, changed, from another machine), it counts as absent and is written anew.
    Where nothing can be written the code is compiled in every process, which is slow but right: Numba's own cache
    would go to the folder of the sources then, and find code there that may be stale.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.name = f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
        self.enabled = True

    @property
    def cache_path(self) -> str:
        """The folder, under the name by which Numba asks for it."""
        return str(cache_folder())

    def enable(self) -> None:
        """Read and write from now on."""
        self.enabled = True

    def disable(self) -> None:
        """Leave the disk alone from now on."""
        self.enabled = False

    def flush(self) -> None:
        """Forget what is kept of this function."""
        for path in cache_folder().glob(f"{self.name}-*"):
            path.unlink(missing_ok=True)

    def _path(self, key: tuple[Any, ...]) -> Path:
        return cache_folder() / f"{self.name}-{hashlib.sha256(repr(key).encode()).hexdigest()[:16]}"

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The machine code for a signature, or None."""
        context.refresh()
        key = (signature, context.codegen().magic_tuple())
        with suppress(Exception):  # any damage whatever
            kept = self._path(key).read_bytes()
            if self.enabled and hashlib.sha256(kept[32:]).digest() == kept[:32]:
                found, payload = pickle.loads(kept[32:])
                if found == key:
                    return CompileResult._rebuild(context, *payload)
        return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep the machine code of a signature, if the disk will have it."""
        if not self.enabled or compiled.library.has_dynamic_globals or any(not f.can_cache for f in compiled.lifted):
            return
        key = (signature, compiled.codegen.magic_tuple())
        content = dumps((key, compiled._reduce()))
        path = self._path(key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as file:
                try:
                    file.write(hashlib.sha256(content).digest() + content)
                    file.close()
                    os.replace(file.name, path)
                except BaseException:
                    os.unlink(file.name)
                    raise
        except OSError:  # no such rights, no space: the next process compiles it again
            self.disable()


def compiled(function: Callable[..., Any]) -> Any:
    """Compile `function` on its first call, release the GIL inside it, and keep the machine code on disk."""
    dispatcher = njit(nogil=True, **OPTIONS)(function)
    dispatcher._cache = MachineCode(function)
    return dispatcher


def inlined(function: Callable[..., Any]) -> Any:
    """Compile `function` into each of its callers, so that arguments that are constant there fold away."""
    return njit(inline="always", **OPTIONS)(function)


LONG_COMPILATION = 2.0
"""Seconds of compiling worth a word in a command that finds some machine code already."""


class _Compilation(event.Listener):
    """Tells that machine code is being made, once a command; code that comes from the disk does not count.

    The first command of all says so at once. A later one, which lacks only the loops that no command needed before,
    says so when it has taken a while.
    """

    def __init__(self) -> None:
        self.told = False
        self.nested = 0
        self.spent = 0.0
        self.began = 0.0

    def on_start(self, happened: Any) -> None:
        if not self.nested:
            self.began = time.monotonic()
        self.nested += 1
        if not self.told and (self.spent > LONG_COMPILATION or not _something_kept()):
            self.told = True
            notices.tell(_news())

    def on_end(self, happened: Any) -> None:
        self.nested = max(0, self.nested - 1)
        if not self.nested:
            self.spent += time.monotonic() - self.began


def _something_kept() -> bool:
    with suppress(OSError):
        return any(not path.name.startswith(".") for path in cache_folder().iterdir())
    return False


def _news() -> str:
    folder = cache_folder()
    told = "Compiling loops for this machine, which takes some seconds"
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    if os.access(folder, os.W_OK | os.X_OK):
        return f"{told}; they are kept for the next time."
    return f"{told}; they cannot be kept, because {folder} cannot be written."


event.register("numba:compile", _Compilation())
