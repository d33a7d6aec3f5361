"""Executors for the units of a sweep: any `concurrent.futures.Executor`, on this machine or a cluster."""

from __future__ import annotations

import logging
import multiprocessing
import os
import re
import signal
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    InvalidStateError,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from codepegs.errors import BadInput, Unavailable
from codepegs.foreign import installing
from codepegs.parallel import end_with_parent, leave_notices

if TYPE_CHECKING:
    import asyncio

    from distributed import Client

PROCESSES = "processes"

DASK_ADDRESS = re.compile(r"(tcp|tls)://.+:\d+")

MPI_COMMAND = "mpiexec -n N python -m mpi4py.futures -m codepegs COMMAND …"
LAUNCHED = {"OMPI_COMM_WORLD_SIZE": "openmpi", "PMI_SIZE": "mpich"}
"""Where the launchers of MPI libraries tell how many ranks they started, and what mpi4py calls the library."""

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def open_executor(text: str = PROCESSES, workers: int = 1) -> AbstractContextManager[Executor]:
    """Open an executor, for a `with` block.

    If the block ends with an exception, queued work is dropped and worker processes are ended. A running call in a
    thread ends at its next check (`note_last_unit`).
    """
    if workers < 1:
        raise BadInput.because("too_few_workers", count=workers)
    kind, _, address = text.partition(":")
    if text == PROCESSES:
        return _processes(workers)
    if text == "threads":
        return _threads(workers)
    if text == "serial":
        return Serial()
    if text == "mpi":
        return _mpi()
    if kind == "dask":
        if not DASK_ADDRESS.fullmatch(address):
            raise BadInput.because("no_dask_address", text=address)
        return _dask(address)
    raise BadInput.because("no_executor", text=text)


class Serial(Executor):
    """An executor that runs each call at once, in the thread that submits it."""

    def submit(
        self, fn: Callable[Parameters, Result], /, *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Future[Result]:
        """Call a function now."""
        future: Future[Result] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def _processes(workers: int) -> Iterator[Executor]:
    others = set(multiprocessing.active_children())
    executor = ProcessPoolExecutor(
        workers, mp_context=multiprocessing.get_context("spawn"), initializer=_enter_worker_process
    )
    try:
        with interrupts_held():  # the first calls start the processes
            started = [executor.submit(_prepare_worker) for _ in range(workers)]
        with suppress(BrokenExecutor):  # the work will say so
            for call in started:
                call.result()  # so that a time limit counts work, not start-up
        yield executor
    except BaseException:
        managers = [thread for thread in threading.enumerate() if type(thread).__name__ == "_ExecutorManagerThread"]
        with _broken_pool_muted():
            executor.shutdown(wait=False, cancel_futures=True)
            for child in set(multiprocessing.active_children()) - others:
                child.terminate()
            for manager in managers:  # after a shutdown that does not wait another one has nothing to wait for
                manager.join(10)  # seconds
        raise
    finally:
        executor.shutdown()


@contextmanager
def _broken_pool_muted() -> Iterator[None]:
    """Prevent a traceback in the pool's own thread, when it fails cancelled calls: Python 3.11 does not expect that."""
    before = threading.excepthook

    def hook(failure: threading.ExceptHookArgs) -> None:
        if failure.exc_type is not InvalidStateError:
            before(failure)

    threading.excepthook = hook
    try:
        yield
    finally:
        threading.excepthook = before


def leave_interrupts() -> None:
    """Ignore Ctrl-C and a closed terminal in a process: its parent handles them, and ends it."""
    for name in ("SIGINT", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)


def _enter_worker_process() -> None:
    """Leave interrupts and notices to the parent process, and end when the parent ends."""
    leave_interrupts()
    leave_notices()
    end_with_parent()


def _prepare_worker() -> None:
    """Import what units of sweeps and tasks of searches need."""
    from codepegs.experiments.units import run_unit  # noqa: F401
    from codepegs.trees.search import Bounds  # noqa: F401


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Block Ctrl-C while new processes are started, so that these ignore it; this process handles it afterwards.

    They inherit the blocked signal. That alone would not spare this process: a thread of a library may get the signal,
    and Python then interrupts the main thread, where half a message to a new process may have been written.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # otherwise the first process starts it, which unblocks the signal
    if threading.current_thread() is not threading.main_thread():  # this one is never interrupted
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        return
    came: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        signal.signal(signal.SIGINT, handler)
    if came:
        signal.raise_signal(signal.SIGINT)


_here = threading.local()
"""In a thread of an executor, the event `ended` is set when this is closed."""


def note_last_unit(done: int, total: int) -> None:
    """Raise `CancelledError` in a thread whose executor is being closed; long tasks call it periodically."""
    ended: threading.Event | None = getattr(_here, "ended", None)
    if ended is not None and ended.is_set():
        raise CancelledError


@contextmanager
def _threads(workers: int) -> Iterator[Executor]:
    ended = threading.Event()
    executor = ThreadPoolExecutor(workers, "codepegs", initializer=setattr, initargs=(_here, "ended", ended))
    try:
        yield executor
    except BaseException:
        ended.set()
        executor.shutdown(wait=False, cancel_futures=True)
        raise
    finally:
        executor.shutdown()


class _Dask(Executor):
    """An executor for the workers of a Dask client.

    Dask's own looks at the state of a call after it got the result: if the worker dies in between, it takes the result
    for an error. Here Dask calls again what was lost.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._loop: asyncio.AbstractEventLoop = client.sync(_running_loop)

    def submit(
        self, fn: Callable[Parameters, Result], /, *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Future[Result]:
        """Call a function on a worker; a call of which the future is cancelled is dropped."""
        import asyncio

        call = self._client.submit(fn, *args, **kwargs, pure=False)
        return asyncio.run_coroutine_threadsafe(_outcome(call), self._loop)


async def _running_loop() -> asyncio.AbstractEventLoop:
    import asyncio

    return asyncio.get_running_loop()


async def _outcome(call: Awaitable[Result]) -> Result:
    return await call


@contextmanager
def _dask(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client
    except ImportError:
        raise Unavailable.without("dask", "no_dask") from None
    with _quiet("distributed", "distributed.client", "tornado.application"), ExitStack() as leaving:
        try:
            # Seconds that a Dask scheduler may take to answer.
            client = leaving.enter_context(Client(address, timeout=15, set_as_default=False))
        except OSError as error:
            raise Unavailable.because("no_scheduler", address=address, error=_first_line(error)) from None
        yield _Dask(client)  # a client that leaves drops its calls


@contextmanager
def _quiet(*names: str) -> Iterator[None]:
    """Prevent packages from logging tracebacks of errors that are reported here."""
    loggers = [logging.getLogger(name) for name in names]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)


@contextmanager
def _mpi() -> Iterator[Executor]:
    try:
        import mpi4py
    except ImportError:
        raise Unavailable.without("mpi", "no_mpi", "mpich") from None
    if mpi4py.__name__ + ".futures" not in sys.orig_argv:  # otherwise every rank runs this, and none waits for work
        raise Unavailable.because("mpi_started_with", command=MPI_COMMAND)
    try:
        from mpi4py import MPI
        from mpi4py.futures import MPIPoolExecutor
    except (ImportError, RuntimeError) as error:
        raise Unavailable.because("no_mpi_library", error=_first_line(error), command=installing("mpich")) from None
    if MPI.COMM_WORLD.Get_size() < 2:
        for variable, abi in LAUNCHED.items():
            if os.environ.get(variable, "1") != "1":
                raise Unavailable.because("another_mpi", abi=abi)
        raise Unavailable.because("mpi_needs_ranks", command=MPI_COMMAND)
    executor = MPIPoolExecutor()
    try:
        yield executor
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        raise
    executor.shutdown()


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


def worker_lost(error: BaseException) -> bool:
    """Whether a call failed because its worker ended, not because of an error of its own."""
    return isinstance(error, (BrokenExecutor, CancelledError)) or type(error).__module__.partition(".")[0] in (
        "distributed",
        "mpi4py",
    )
