"""The worker processes, and the requests that wait for them.

What a request costs is measured: it begins with a budget of CPU time. Beyond its budget it may use any worker but one,
and its client at most half of them: if that is not so, it is stopped and queued again. Free workers go to the client
that has used the least CPU time of late; for such a client, a request of one that has used much more is stopped, too.

Everything except `WorkerSlot._live` runs in the thread of the event loop. If a client disconnects, its waiting request
is dropped. If a worker is computing it, the worker is asked to stop, and killed if it does not: a spare one takes its
place. A worker that exceeds the time limit is treated in the same way.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
import sys
import threading
import time
from collections import Counter, OrderedDict, deque
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field
from math import ceil, exp2
from multiprocessing.connection import Connection
from typing import Any

from codepegs.server.middleware import ApiError
from codepegs.server.requests import Request
from codepegs.server.worker import BEGUN, CANCEL, DONE, EVENT, FAILED, READY, TASK, work

GRACE = 0.3
"""CPU seconds that a worker has to stop: tasks look for it every 0.1 CPU seconds."""

IDLE_GRACE = 5.0
"""The same in seconds, for a worker that uses little CPU time."""

LEAST_WATCH = 0.01
"""Shortest time between two looks at the CPU time of a worker, in seconds."""

HALF_LIFE = 10.0
"""Seconds in which half of the CPU time that a client has used is forgotten."""

MOST_KNOWN = 10_000
"""Clients whose CPU time is known."""

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
    waiting_seconds: float = 10.0
    """Seconds that a request may wait for a worker."""
    stream_seconds: float = 600.0
    """Seconds that a stream may take."""
    memory_mib: int = 1_500
    """MiB that one worker may use in addition to its initial memory, if the system can measure it."""
    budget_seconds: float = 0.25
    """CPU seconds that a request may use in any worker; seconds on systems that cannot measure them."""
    spares: int = 1
    """Processes that are ready to take the place of a worker that ends, in addition to the workers."""
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
    client_header: str | None = None
    """The header in which a proxy passes on the address of its client; None takes that of the connection."""
    access_log: str | None = None
    """The file in which `codepegs serve` logs requests; `-` is standard output, None logs nothing."""
    games: tuple[str, ...] = ()
    """Files of listed games that requests may name as rules."""

    def most_connections(self) -> int:
        """Return the largest number of connections, which leaves descriptors for workers and files."""
        if self.connections is not None:
            return self.connections
        return max(8, min(MOST_CONNECTIONS, _most_files() - SPARE_FILES - 4 * (self.workers + self.spares)))


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
    request: Request
    """What is asked, read and checked."""
    _: KW_ONLY
    client: str
    """The address of its client."""
    seconds: float
    is_beyond: bool = False
    """Whether it has used up its budget: one worker is reserved for requests within theirs."""
    stopped: bool = False
    """Whether it is being stopped in order to be queued again."""
    spent: float = 0.0
    """CPU seconds of the times that it was stopped."""
    repeated: bool = False
    """Whether it was begun again after its worker had ended."""
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

    @property
    def has_events(self) -> bool:
        """Whether the client was sent something."""
        return self._events > 0

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
    watch: asyncio.TimerHandle | None = None
    began: float = 0.0
    """CPU time of the process when its request began."""
    owed_by: str | None = None
    """The client whose request ended the worker, until it is replaced."""
    _cpu: float = 0.0
    _thread: threading.Thread | None = None

    @property
    def idle(self) -> bool:
        """Whether it can accept a request."""
        return self.ready and self.job is None

    @property
    def used(self) -> float:
        """CPU time that its request has used."""
        return self.cpu_seconds() - self.began

    def cpu_seconds(self) -> float:
        """Return the CPU time of the process; the time of the clock if the system cannot measure it."""
        if sys.platform != "linux":
            return time.monotonic()
        with suppress(AttributeError, OSError):  # it has not begun, or has ended
            pid: int = self.process.pid
            self._cpu = time.clock_gettime(~pid << 3 | 2)  # its clock, as the C library names it
        return self._cpu

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
        self.waiting: dict[str, deque[Job]] = {}
        """The waiting requests of each client that has any, in order."""
        self.loop: asyncio.AbstractEventLoop
        self.replaced = 0
        """Number of workers that were ended, or exited."""
        self.workers = max(1, settings.workers)
        """Number of processes that may have requests at the same time; the others are spare."""
        self.slots = [WorkerSlot(self, number) for number in range(self.workers + settings.spares)]
        self._used: dict[str, tuple[float, float]] = {}
        """The CPU time of each client, and when that was; those of least recent use first."""
        self._number = 0
        self._was_ready = False

    @property
    def ready(self) -> int:
        """Number of workers that are idle or busy."""
        return min(self.workers, sum(slot.ready for slot in self.slots))

    @property
    def queued(self) -> int:
        """Number of waiting requests."""
        return sum(map(len, self.waiting.values()))

    def start(self) -> None:
        """Start the first worker; the others follow when it is ready, and then the spare ones."""
        self.loop = asyncio.get_running_loop()
        self.slots[0].start()

    async def close(self) -> None:
        """End all workers at once."""
        self.closing = True
        waiting = [job for jobs in self.waiting.values() for job in jobs]
        for job in (*waiting, *self._running()):
            job.put(ApiError.because("going_down", "busy", retry_after=5))
        self.waiting.clear()
        for slot in self.slots:
            slot.kill()
        await asyncio.to_thread(self._join)

    def _join(self) -> None:
        for slot in self.slots:
            slot.join(0.3)

    def submit(self, task: str, request: Request, *, client: str = "", seconds: float) -> Job:
        """Queue a request; raises `ApiError` if too many are waiting, or too many of this client."""
        most = self.settings.waiting
        if self.closing or self.queued >= most or len(self.waiting.get(client, ())) >= max(1, most // 2):
            raise self._too_busy()
        self._number += 1
        job = Job(self._number, task, request, client=client, seconds=seconds)
        self._queue(job)
        return job

    def _queue(self, job: Job) -> None:
        self.waiting.setdefault(job.client, deque()).append(job)
        self._dispatch()
        if self._is_waiting(job):
            patience = self.settings.waiting_seconds
            if not (self.most_beyond if job.is_beyond else self.ready):
                patience = max(patience, WARM_SECONDS) if self._was_ready else COLD_SECONDS
            job.timers.append(self.loop.call_later(patience, self._waited_long_enough, job))

    def _is_waiting(self, job: Job) -> bool:
        return job in self.waiting.get(job.client, ())

    def _unqueue(self, job: Job) -> None:
        jobs = self.waiting[job.client]
        jobs.remove(job)
        if not jobs:
            del self.waiting[job.client]

    def leave(self, job: Job) -> None:
        """Drop a request whose client has disconnected."""
        if job.over:
            return
        job.finish()
        if self._is_waiting(job):
            self._unqueue(job)
            return
        for slot in self.slots:
            if slot.job is job:
                self._recall(slot)

    @property
    def most_beyond(self) -> int:
        """Number of workers that requests beyond their budget may use: all ready ones but one."""
        return max(0, self.ready - 1) if self.workers > 1 else self.ready

    @property
    def most_beyond_each(self) -> int:
        """The same for the requests of one client: half of the workers."""
        return max(1, self.workers // 2)

    def on_message(self, slot: WorkerSlot, message: tuple[Any, ...]) -> None:
        """Handle a message of a worker."""
        kind, number, *rest = message
        if kind == READY:
            self._free(slot)
            slot.ready = self._was_ready = True
            slot.owed_by = None
            for other in self.slots[: None if self.ready == self.workers else self.workers]:
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
            slot.owed_by = None if job is None else job.client
            slot.start()
        else:
            self.loop.call_later(PAUSE, self._restart, slot)
        self._keep_reserve()
        if job is not None and not self._queue_again(job):
            is_killed = hasattr(signal, "SIGKILL") and slot.exit_code == -signal.SIGKILL
            job.put(ApiError.because("worker_killed" if is_killed else "worker_ended", "environment"))
        self._dispatch()

    def _restart(self, slot: WorkerSlot) -> None:
        if not self.closing:
            slot.start()

    def _running(self) -> list[Job]:
        return [slot.job for slot in self.slots if slot.job is not None]

    def _dispatch(self) -> None:
        """Assign waiting requests to idle workers, those of the client first that has used the least CPU time."""
        while self.waiting:
            clients = sorted(self.waiting, key=self._use_of)
            if len(self._running()) >= self.ready:
                self._make_way(clients)
                return
            job = next((job for client in clients for job in self.waiting[client] if self._may_begin(job)), None)
            if job is None:
                return
            self._unqueue(job)
            self._begin(next(slot for slot in self.slots if slot.idle), job)

    def _use_of(self, client: str) -> float:
        """The CPU time that a client has used of late."""
        running = sum(slot.used for slot in self.slots if slot.job is not None and slot.job.client == client)
        used, then = self._used.get(client, (0.0, 0.0))
        return running + used * exp2((then - self.loop.time()) / HALF_LIFE)

    def _make_way(self, clients: list[str]) -> None:
        """Stop a request of the client that has used the most CPU time, if another that waits has used much less."""
        if any(slot.ready and slot.deadline is not None for slot in self.slots):
            return  # a worker is being freed
        within = (client for client in clients if not all(job.is_beyond for job in self.waiting[client]))
        client = next((client for client in within if not self._owes(client)), None)
        if client is None:
            return
        slots = [slot for slot in self.slots if slot.job is not None and not slot.job.is_beyond]
        uses = {slot.number: self._use_of(slot.job.client) for slot in slots if slot.job is not None}
        latest = max(slots, key=lambda slot: uses[slot.number], default=None)
        if latest is not None and uses[latest.number] - self._use_of(client) >= self.settings.budget_seconds:
            assert latest.job is not None
            latest.job.stopped = True
            self._recall(latest)

    def _may_begin(self, job: Job) -> bool:
        """Whether a request may use an idle worker."""
        running = self._running()
        if job.is_beyond:
            beyond = [other.client for other in running if other.is_beyond]
            return len(beyond) < self.most_beyond and beyond.count(job.client) < self.most_beyond_each
        return not self._owes(job.client) or len(running) + 1 < self.ready

    def _owes(self, client: str) -> bool:
        """Whether a request of a client ended a worker that is not replaced; it does not get the last one before."""
        return self.workers > 1 and any(slot.owed_by == client for slot in self.slots)

    def _keep_reserve(self) -> None:
        """Stop the latest requests that use more workers than they may beyond their budgets; they are queued again."""
        slots = [slot for slot in self.slots if slot.job is not None and slot.job.is_beyond]
        kept: Counter[str] = Counter()
        for slot in sorted(slots, key=lambda slot: slot.job.number if slot.job else 0):
            job = slot.job
            assert job is not None
            if kept.total() < self.most_beyond and kept[job.client] < self.most_beyond_each:
                kept[job.client] += 1
            elif not job.over:
                job.stopped = True
                self._recall(slot)

    def _queue_again(self, job: Job) -> bool:
        """Queue a request again that was stopped for others, or lost its worker at the beginning; False if not."""
        if job.over:
            return False
        if not job.stopped:
            is_lost = not (job.is_beyond or job.has_events or job.repeated)
            if not is_lost:
                return False
            job.repeated = True
        job.again()
        self._queue(job)
        return True

    def _begin(self, slot: WorkerSlot, job: Job) -> None:
        job.cancel_timers()
        slot.job, slot.began = job, slot.cpu_seconds()
        job.timers.append(self.loop.call_later(job.seconds, self._took_too_long, slot, job))
        if not slot.send(TASK, job.number, job.task, job.request):
            slot.kill()  # its thread notices, and the request is begun again, or answered, then
        elif not job.is_beyond:
            left = self.settings.budget_seconds - job.spent
            slot.watch = self.loop.call_later(max(left, LEAST_WATCH), self._watch, slot, job)

    def _watch(self, slot: WorkerSlot, job: Job) -> None:
        """Look whether a request has used up its budget."""
        left = self.settings.budget_seconds - job.spent - slot.used
        if left > 0:
            slot.watch = self.loop.call_later(max(left, LEAST_WATCH), self._watch, slot, job)
        else:
            job.is_beyond = True
            self._keep_reserve()

    def _free(self, slot: WorkerSlot) -> None:
        for timer in (slot.deadline, slot.watch):
            if timer is not None:
                timer.cancel()
        if slot.job is not None:
            client = slot.job.client
            used = self._use_of(client)
            slot.job.spent += slot.used
            self._used.pop(client, None)
            self._used[client] = used, self.loop.time()
            if len(self._used) > MOST_KNOWN:
                del self._used[next(iter(self._used))]
        slot.deadline = slot.watch = slot.job = None

    def _recall(self, slot: WorkerSlot) -> None:
        """Cancel the request of a worker, and end the worker if it does not stop in time."""
        assert slot.job is not None
        if slot.deadline is not None:
            return
        if slot.send(CANCEL, slot.job.number):
            ends = self.loop.time() + IDLE_GRACE
            slot.deadline = self.loop.call_later(GRACE, self._still_runs, slot, slot.cpu_seconds(), ends)
        else:
            slot.kill()

    def _still_runs(self, slot: WorkerSlot, recalled: float, ends: float) -> None:
        """Look whether a worker has used up its grace."""
        left = GRACE - (slot.cpu_seconds() - recalled)
        if left <= 0 or self.loop.time() >= ends:
            slot.kill()
        else:
            slot.deadline = self.loop.call_later(max(left, LEAST_WATCH), self._still_runs, slot, recalled, ends)

    def _took_too_long(self, slot: WorkerSlot, job: Job) -> None:
        job.put(ApiError.because("slow_request", "timeout", seconds=job.seconds))
        if slot.job is job:
            self._recall(slot)

    def _waited_long_enough(self, job: Job) -> None:
        if self._is_waiting(job):
            self._unqueue(job)
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
