"""The worker process: it answers requests from a pipe one by one, without depending on the web framework.

A message on the pipe cancels the current request; the parent process may also kill the worker at any moment.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from codepegs.parallel import end_with_parent, leave_notices

if TYPE_CHECKING:
    from codepegs.server.requests import Request

WARM_UP: tuple[tuple[str, dict[str, Any]], ...] = (
    ("suggest", {"position": "p4c6 1122:1b0w"}),
    ("suggest", {"position": "p4c6 1122:1b0w", "noise": 0.1}),
    ("explain", {"position": "p4c6 1122:0b0w 3344:0b0w 5566:0b0w"}),
    ("tree_node", {"name": "gallery:p4c6"}),
)
"""Requests that a worker runs before it accepts others, so that the first one does not wait for imports."""

READY, BEGUN, EVENT, DONE, FAILED, GONE = "ready", "begun", "event", "done", "failed", "gone"
"""A message of a worker: (kind, number of the request, …)."""

TASK, CANCEL = "task", "cancel"
"""The kinds of messages."""


def work(pipe: Connection, memory_mib: int) -> None:
    """Answer requests until the other end of the pipe is closed."""
    from codepegs.experiments import leave_interrupts

    with suppress(ValueError):
        leave_interrupts()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # sent to the whole group: the server finishes what runs
    end_with_parent()  # at once, even inside a loop
    leave_notices()
    try:
        from codepegs.server.requests import TaskContext
        from codepegs.server.tasks import ENDPOINTS

        for name, values in WARM_UP:
            ENDPOINTS[name].answer(ENDPOINTS[name].request(**values), TaskContext(memory_mib=memory_mib))
        limit_memory(memory_mib)
        pipe.send((READY, 0))
        while True:
            kind, number, *rest = pipe.recv()
            if kind == TASK:
                name, request = rest
                _answer(pipe, number, ENDPOINTS, name, request, memory_mib)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return


def _answer(pipe: Connection, number: int, endpoints: Any, name: str, request: Request, memory_mib: int) -> None:
    import msgspec

    from codepegs.errors import CodepegsError, Unavailable
    from codepegs.game import as_json
    from codepegs.reasons import Reason
    from codepegs.server.requests import Cancelled, TaskContext, TooLarge
    from codepegs.trees.gallery import NoSuchTree

    def send(name: str, event: Any) -> None:
        pipe.send((EVENT, number, name, msgspec.json.encode(as_json(event))))

    def accept() -> None:
        pipe.send((BEGUN, number))

    def is_cancelled() -> bool:
        while pipe.poll(0):
            if pipe.recv() == (CANCEL, number):
                return True
        return False

    def fail(code: str, error: CodepegsError | Reason) -> None:
        reason = error if isinstance(error, Reason) else error.reason
        pipe.send((FAILED, number, code, str(error), *([] if reason is None else [reason.data])))

    try:
        context = TaskContext(send, accept, is_cancelled, memory_mib)
        pipe.send((DONE, number, endpoints[name].answer(request, context)))
    except Cancelled:
        pipe.send((GONE, number))
    except TooLarge as error:
        fail("too_large", error)
    except NoSuchTree as error:
        fail("not_found", error)
    except Unavailable as error:
        print(f"codepegs: {name} failed: {error}", file=sys.stderr)
        fail("environment", error.for_clients or Reason.of("missing_on_server"))
    except CodepegsError as error:
        fail("bad_input", error)
    except MemoryError:
        fail("too_large", Reason.of("request_took_memory", most=memory_mib))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        raise
    except Exception:
        print(f"codepegs: {name} failed at {str(request)[:2_000]}", file=sys.stderr)
        traceback.print_exc()
        fail("environment", Reason.of("request_failed"))


def limit_memory(mib: int) -> None:
    """Limit the additional memory of this process, if the system supports it."""
    try:
        import resource

        with open("/proc/self/statm", encoding="ascii") as file:
            taken = int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        wanted = taken + mib * 2**20
        resource.setrlimit(resource.RLIMIT_AS, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))
    except (ImportError, OSError, ValueError, AttributeError):
        return
