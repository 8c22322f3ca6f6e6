"""How much a student's program may take: `Limits`, and how they are set."""

from __future__ import annotations

import sys
from dataclasses import dataclass

MB = 1024 * 1024


@dataclass(frozen=True)
class Limits:
    """What one session may take; every process in it has the first four for itself."""

    memory: int = 2048 * MB
    """Bytes of memory, with the 250 MB that Python and its libraries have reserved already."""
    file: int = 50 * MB
    """Bytes of one file."""
    cpu: int = 600
    """Seconds of computing."""
    open_files: int = 256
    processes: int = 48
    """Processes and threads together."""
    folder: int = 100 * MB
    """Bytes of the session's own folder, which is gone with it."""


def set_limits(limits: Limits) -> None:
    """Set for this process, and all that it starts, what this system has limits for."""
    if sys.platform == "win32":
        return  # it has none of them
    # Windows has no such module.
    import resource  # noqa: PLC0415

    wanted = {
        "RLIMIT_AS": limits.memory,
        "RLIMIT_FSIZE": limits.file,
        "RLIMIT_CPU": limits.cpu,
        "RLIMIT_NOFILE": limits.open_files,
        "RLIMIT_NPROC": limits.processes,
        "RLIMIT_CORE": 0,
        "RLIMIT_MEMLOCK": 0,
        "RLIMIT_MSGQUEUE": 0,
    }
    for name, most in wanted.items():
        kind = getattr(resource, name, None)
        if kind is None:
            continue
        _, allowed = resource.getrlimit(kind)
        least = most if allowed == resource.RLIM_INFINITY else min(most, allowed)
        try:
            resource.setrlimit(kind, (least, least))
        except (OSError, ValueError):
            if sys.platform == "linux":
                raise  # there, nobody may go on without it; elsewhere some exist in name only
