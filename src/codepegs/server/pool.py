"""The worker processes, and the requests that wait for them.

Everything except `WorkerSlot._live` runs in the thread of the event loop. If a client disconnects, its waiting request
is dropped. If a worker is computing it, the worker is asked to stop, and killed and replaced if it does not. A worker
that exceeds the time limit is treated in the same way.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
import sys
import threading
from collections import OrderedDict, deque
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field
from math import ceil
from multiprocessing.connection import Connection
from typing import Any

from codepegs.server.middleware import ApiError
from codepegs.server.worker import BEGUN, CANCEL, DONE, EVENT, FAILED, READY, TASK, work

GRACE = 2.0
"""Seconds that a worker has to stop after its client disconnects: about the time to start another."""

QUICK_GRACE = 0.3
"""The same if a small request waits for the worker."""

ROOM = 64
"""Largest number of unsent events of a stream; above it, the worker waits."""

COLD_SECONDS = 60.0
"""Seconds that requests wait for the first worker."""

WARM_SECONDS = 30.0
"""The same while all workers are being replaced."""

PAUSE = 1.0
"""Seconds before a worker that failed to start is started again."""

EXIT_SECONDS = 1.0
"""Seconds that a worker may take to exit after it has closed its pipe; its exit code says why."""

ENTRY_BYTES = 225
"""Memory of an entry of the cache in addition to its answer: two objects and a place in the dictionary, measured."""

SPARE_FILES = 100
"""Descriptors kept free for files, and for connections that are accepted before others are closed (a few times
`ACCEPTED_AT_ONCE`)."""

MOST_CONNECTIONS = 10_000


@dataclass(frozen=True, slots=True)
class Settings:
    """The resources that a server may use; the defaults suit a small machine."""

    workers: int = 2
    waiting: int = 256
    seconds: float = 20.0
    """Seconds that an answer may take, from when a worker starts it."""
    waiting_seconds: float = 5.0
    """Seconds that a request may wait for a worker."""
    stream_seconds: float = 600.0
    """Seconds that a stream may take."""
    memory_mib: int = 1_500
    """MiB that one worker may use in addition to its initial memory, if the system can measure it."""
    small_seconds: float = 2.0
    """Seconds after which a small request counts as large, and may be stopped and queued again."""
    start_seconds: float = 60.0
    """Seconds that a worker may take to start."""
    client_seconds: float = 20.0
    """Seconds that a client may take to send the headers of a request, and then to send its body; also seconds without
    progress while it reads an answer."""
    grace_seconds: float = 8.0
    """Seconds in which running and waiting requests may finish after SIGTERM."""
    connections: int | None = None
    """Largest number of connections; None derives it from the limit of descriptors."""
    body_bytes: int = 2_000_000
    """Largest size of the body of a request, in bytes."""
    cache_bytes: int = 32_000_000
    """Memory of cached answers, in bytes."""
    names: frozenset[str] | None = None
    """Names that the Host header of a request may contain, besides IP addresses; None accepts all, for servers behind a
    proxy."""
    games: tuple[str, ...] = ()
    """Files of listed games that requests may name as rules."""

    def most_connections(self) -> int:
        """Return the largest number of connections, which leaves descriptors for workers and files."""
        if self.connections is not None:
            return self.connections
        return max(8, min(MOST_CONNECTIONS, _most_files() - SPARE_FILES - 4 * self.workers))


def _most_files() -> int:
    """The limit of descriptors of this process."""
    try:
        import resource
    except ImportError:
        return 1_024  # assumed limit of descriptors if the system does not state one
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST_CONNECTIONS if soft == resource.RLIM_INFINITY else soft


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a stream."""

    name: str
    """The data; empty if the event only states that the request is valid."""
    data: bytes


@dataclass(frozen=True, slots=True)
class Done:
    """The end of a request: its answer."""

    data: bytes


Message = Event | Done | ApiError


@dataclass(eq=False)
class Job:
    """One request."""

    number: int
    task: str
    payload: bytes
    _: KW_ONLY
    small: bool
    """Whether it may use any worker: one is reserved for small requests."""
    seconds: float
    overdue: bool = False
    """Whether it was small and took too long: it counts as large, and may be stopped and queued again."""
    stopped: bool = False
    """Whether it is being stopped in order to be queued again."""
    over: bool = False
    room: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(ROOM))
    timers: list[asyncio.TimerHandle] = field(default_factory=list)
    _messages: asyncio.Queue[Message] = field(default_factory=asyncio.Queue)
    _events: int = 0
    _repeated: int = 0

    async def next(self) -> Message:
        """Return the next message."""
        message = await self._messages.get()
        if isinstance(message, Event):
            self.room.release()
        return message

    def put(self, message: Message) -> None:
        """Add a message; after the end, messages are dropped, and after `again` the events added before."""
        if self.over:
            return
        if not isinstance(message, Event):
            self.finish()
        elif self._repeated:
            self._repeated -= 1
            self.room.release()
            return
        else:
            self._events += 1
        self._messages.put_nowait(message)

    def again(self) -> None:
        """Prepare for another run, whose first events are those of this one, as everything follows from the seed."""
        self.stopped, self._repeated = False, self._events
        self.cancel_timers()

    def cancel_timers(self) -> None:
        """Cancel the limits of the time of waiting or running."""
        for timer in self.timers:
            timer.cancel()
        self.timers.clear()

    def finish(self) -> None:
        """End without further messages."""
        self.over = True
        self.room.release()
        self.cancel_timers()


@dataclass(eq=False)
class WorkerSlot:
    """A slot for one worker: a process, and the thread that reads its messages. A dead process is replaced."""

    pool: WorkerPool
    number: int
    job: Job | None = None
    started: bool = False
    ready: bool = False
    killed: bool = False
    exit_code: int | None = None
    process: Any = None
    pipe: Connection | None = None
    deadline: asyncio.TimerHandle | None = None
    _thread: threading.Thread | None = None

    @property
    def idle(self) -> bool:
        """Whether it can accept a request."""
        return self.ready and self.job is None

    def start(self) -> None:
        """Start the process, in a thread of its own."""
        self.started, self.ready, self.killed, self.job = True, False, False, None
        self.deadline = self.pool.loop.call_later(self.pool.settings.start_seconds, self.kill)
        self._thread = threading.Thread(target=self._live, name=f"codepegs-slot-{self.number}", daemon=True)
        self._thread.start()

    def _live(self) -> None:
        if hasattr(signal, "pthread_sigmask"):  # inherited: signals to the whole group do not reach the process
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
        ours, theirs = self.pool.context.Pipe()
        process = self.pool.context.Process(
            target=work,
            args=(theirs, self.pool.settings.memory_mib),
            daemon=True,
            name=f"codepegs-worker-{self.number}",
        )
        try:
            process.start()
            theirs.close()
            self.process, self.pipe = process, ours
            if self.pool.closing:
                process.kill()
            while True:
                message = ours.recv()
                job = self.job
                if message[0] == EVENT and job is not None and job.number == message[1]:
                    while not (job.over or job.stopped) and not job.room.acquire(timeout=0.2):
                        pass
                self._notify(self.pool.on_message, self, message)
        except (EOFError, OSError):
            pass
        finally:
            with suppress(OSError):
                ours.close()
            if process.pid is not None:
                process.join(EXIT_SECONDS)
                process.kill()
                process.join()
                self.exit_code = process.exitcode
            self._notify(self.pool.on_lost, self)

    def _notify(self, function: Any, *arguments: Any) -> None:
        with suppress(RuntimeError):  # the loop is closed, so nothing reads the answer
            self.pool.loop.call_soon_threadsafe(function, *arguments)

    def send(self, *message: Any) -> bool:
        """Send a message to the process; False if it has ended."""
        try:
            assert self.pipe is not None
            self.pipe.send(message)
        except (OSError, ValueError):
            return False
        return True

    def kill(self) -> None:
        """End the process at once."""
        self.killed = True
        if self.process is not None:
            with suppress(OSError, ValueError):
                self.process.kill()

    def join(self, seconds: float) -> None:
        """Wait for the thread."""
        if self._thread is not None:
            self._thread.join(seconds)


class WorkerPool:
    """The workers and the waiting requests."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.context = multiprocessing.get_context("spawn")
        self.closing = False
        self.waiting: deque[Job] = deque()
        self.loop: asyncio.AbstractEventLoop
        self.replaced = 0
        """Number of workers that were ended, or exited."""
        self.slots = [WorkerSlot(self, number) for number in range(max(1, settings.workers))]
        self._number = 0
        self._was_ready = False

    @property
    def ready(self) -> int:
        """Number of workers that are idle or busy."""
        return sum(slot.ready for slot in self.slots)

    @property
    def queued(self) -> int:
        """Number of waiting requests."""
        return len(self.waiting)

    def start(self) -> None:
        """Start the first worker; the others follow when it is ready."""
        self.loop = asyncio.get_running_loop()
        self.slots[0].start()

    async def close(self) -> None:
        """End all workers at once."""
        self.closing = True
        for job in (*self.waiting, *(slot.job for slot in self.slots if slot.job is not None)):
            job.put(ApiError.because("going_down", "busy", retry_after=5))
        self.waiting.clear()
        for slot in self.slots:
            slot.kill()
        await asyncio.to_thread(self._join)

    def _join(self) -> None:
        for slot in self.slots:
            slot.join(0.3)

    def submit(self, task: str, payload: bytes, *, small: bool, seconds: float) -> Job:
        """Queue a request; raises `ApiError` if too many are waiting."""
        if self.closing or len(self.waiting) >= self.settings.waiting:
            raise self._too_busy()
        self._number += 1
        job = Job(self._number, task, payload, small=small, seconds=seconds)
        self._queue(job)
        return job

    def _queue(self, job: Job) -> None:
        self.waiting.append(job)
        self._dispatch()
        if job in self.waiting:
            patience = self.settings.waiting_seconds
            if not (self.ready if job.small else self.most_large):
                patience = max(patience, WARM_SECONDS) if self._was_ready else COLD_SECONDS
            job.timers.append(self.loop.call_later(patience, self._waited_long_enough, job))

    def leave(self, job: Job) -> None:
        """Drop a request whose client has disconnected."""
        if job.over:
            return
        job.finish()
        if job in self.waiting:
            self.waiting.remove(job)
            return
        for slot in self.slots:
            if slot.job is job:
                self._recall(slot, GRACE)

    @property
    def most_large(self) -> int:
        """Number of workers that large requests may use: all ready ones but one."""
        return self.ready - 1 if len(self.slots) > 1 else self.ready

    def on_message(self, slot: WorkerSlot, message: tuple[Any, ...]) -> None:
        """Handle a message of a worker."""
        kind, number, *rest = message
        if kind == READY:
            self._free(slot)
            slot.ready = self._was_ready = True
            for other in self.slots:
                if not other.started:
                    other.start()
        job = slot.job
        if job is not None and job.number == number:
            if kind == BEGUN:
                job.put(Event("", b""))
            elif kind == EVENT:
                job.put(Event(*rest))
            else:
                if kind == DONE:
                    job.put(Done(*rest))
                elif kind == FAILED:
                    job.put(ApiError(*rest))
                self._free(slot)
                self._queue_again(job)
        self._dispatch()

    def on_lost(self, slot: WorkerSlot) -> None:
        """Handle the end of a worker."""
        was_ready, job = slot.ready, slot.job
        self._free(slot)
        slot.ready, slot.process = False, None
        if self.closing:
            return
        self.replaced += 1
        if not slot.killed:
            print(f"codepegs: {_end_of(slot, job)}", file=sys.stderr)
        if was_ready:
            slot.start()
        else:
            self.loop.call_later(PAUSE, self._restart, slot)
        if job is not None and not self._queue_again(job):
            is_killed = hasattr(signal, "SIGKILL") and slot.exit_code == -signal.SIGKILL
            job.put(ApiError.because("worker_killed" if is_killed else "worker_ended", "environment"))

    def _restart(self, slot: WorkerSlot) -> None:
        if not self.closing:
            slot.start()

    def _dispatch(self) -> None:
        """Assign waiting requests to idle workers, in order; one ready worker is reserved for small requests."""
        while True:
            large = sum(slot.job is not None and not slot.job.small for slot in self.slots)
            job = next((job for job in self.waiting if job.small or large < self.most_large), None)
            if job is None:
                return
            idle = next((slot for slot in self.slots if slot.idle), None)
            if idle is None:
                if job.small and large > self.most_large:
                    self._make_room()
                return
            self.waiting.remove(job)
            self._begin(idle, job)

    def _make_room(self) -> None:
        """Stop the latest request that was small and takes too long, for one that waits; it is queued again."""
        if any(slot.deadline is not None for slot in self.slots):
            return  # a worker is being freed, or starts
        slots = [slot for slot in self.slots if slot.job is not None and slot.job.overdue]
        if slots:
            latest = max(slots, key=lambda slot: slot.job.number if slot.job else 0)
            assert latest.job is not None
            latest.job.stopped = True
            self._recall(latest, QUICK_GRACE)

    def _queue_again(self, job: Job) -> bool:
        """Queue a request again that was stopped for another one; False if it was not, or has ended."""
        if job.over or not job.stopped:
            return False
        job.again()
        self._queue(job)
        return True

    def _is_overdue(self, job: Job) -> None:
        job.small, job.overdue = False, True
        self._dispatch()

    def _begin(self, slot: WorkerSlot, job: Job) -> None:
        job.cancel_timers()
        slot.job = job
        job.timers.append(self.loop.call_later(job.seconds, self._took_too_long, slot, job))
        if job.small:
            job.timers.append(self.loop.call_later(self.settings.small_seconds, self._is_overdue, job))
        if not slot.send(TASK, job.number, job.task, job.payload):
            slot.kill()  # its thread notices, and the request is answered then

    def _free(self, slot: WorkerSlot) -> None:
        if slot.deadline is not None:
            slot.deadline.cancel()
            slot.deadline = None
        slot.job = None

    def _recall(self, slot: WorkerSlot, grace: float) -> None:
        """Cancel the request of a worker, and end the worker if it does not stop in time."""
        assert slot.job is not None
        if slot.deadline is not None:
            return
        if slot.send(CANCEL, slot.job.number):
            slot.deadline = self.loop.call_later(grace, slot.kill)
        else:
            slot.kill()

    def _took_too_long(self, slot: WorkerSlot, job: Job) -> None:
        job.put(ApiError.because("slow_request", "timeout", seconds=job.seconds))
        if slot.job is job:
            self._recall(slot, GRACE)

    def _waited_long_enough(self, job: Job) -> None:
        if job in self.waiting:
            self.waiting.remove(job)
            job.put(self._too_busy())

    def _too_busy(self) -> ApiError:
        seconds = max(1, min(30, ceil(self.settings.waiting_seconds / 4)))
        return ApiError.because("too_many_requests", "busy", retry_after=seconds, seconds=seconds)


def _end_of(slot: WorkerSlot, job: Job | None) -> str:
    """How a worker ended, as a sentence for the standard error."""
    code = slot.exit_code
    try:
        cause = f"the signal {signal.Signals(-(code or 0)).name}"
    except ValueError:
        cause = f"exit code {code}"
    return f"worker {slot.number + 1} ended with {cause}{'' if job is None else f' at a request to {job.task}'}"


class AnswerCache:
    """A cache of answers by request, which drops the least recently used first; it counts all its memory."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self._answers: OrderedDict[bytes, bytes] = OrderedDict()
        self._bytes = 0

    def get(self, key: bytes) -> bytes | None:
        """Return the cached answer to a request, or None."""
        answer = self._answers.get(key)
        if answer is not None:
            self._answers.move_to_end(key)
        return answer

    def put(self, key: bytes, answer: bytes) -> None:
        """Cache an answer, unless it is too large."""
        if key in self._answers or len(answer) + ENTRY_BYTES > self.most_bytes:
            return
        self._answers[key] = answer
        self._bytes += len(answer) + ENTRY_BYTES
        while self._bytes > self.most_bytes:
            _, dropped = self._answers.popitem(last=False)
            self._bytes -= len(dropped) + ENTRY_BYTES
