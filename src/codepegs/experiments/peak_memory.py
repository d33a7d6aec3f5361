"""The peak memory of this process."""

from __future__ import annotations

import sys
from pathlib import Path


def peak_memory_mib() -> float | None:
    """Return the peak resident memory in MiB; None if the system does not report it.

    Linux's own counter is preferred, because a process inherits the value of `getrusage` from its parent.
    """
    try:
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return round(int(line.split()[1]) / 2**10, 1)
    except (OSError, ValueError, IndexError):
        pass
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (2**20 if sys.platform == "darwin" else 2**10), 1)
