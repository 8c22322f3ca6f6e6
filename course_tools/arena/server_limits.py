"""How many connections this computer lets a server have."""

from __future__ import annotations

import contextlib
import importlib

MOST = 1_000
"""More programs than this are not let in on one port, whatever the computer allows."""

_WANTED = 4_096
_WITHOUT_LIMITS = 400
"""Windows looks at 512 connections at a time."""

_OTHERS = 100
"""So many files are left for pages, records and Python itself."""


def most_connections(ports: int) -> int:
    """How many programs may be connected to each of so many ports.

    Where the system has a limit of open files that may be raised, it is raised: reaching it would
    harm everybody, so programs are turned away before.
    """
    try:
        resource = importlib.import_module("resource")
    except ImportError:  # on Windows
        return max(2, _WITHOUT_LIMITS // ports)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    wanted = _WANTED if hard == unlimited else min(_WANTED, hard)
    if unlimited != soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    files = _WANTED if soft == unlimited else soft
    return max(2, min(MOST, (files - _OTHERS) // ports))
