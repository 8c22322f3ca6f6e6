"""How a process sandboxes itself before any student's code runs in it; only Linux can do it all."""

from __future__ import annotations

import ctypes
import os
import sys
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from course_tools.grader.sandbox.inside.seccomp import call_filter, refuse_calls

if sys.platform != "win32":  # which has no such module
    import resource

MB = 1024 * 1024
NOBODY = 65534
HOME = "/student"
"""A session's own folder: it works there, and there is no other place where it can write."""

_NAMESPACES = 0x20000 | 0x4000000 | 0x8000000 | 0x10000000 | 0x20000000 | 0x40000000
"""Of mounts, host names, messages between processes, users, processes, and networks."""
_PRIVATE, _NOSUID, _NODEV, _READ_ONLY = 0x4000 | 0x40000, 2, 4, 1
_SET_DUMPABLE, _DROP_BOUNDING, _SUBREAPER, _NO_NEW_PRIVILEGES, _AMBIENT = 4, 24, 36, 38, 47
_CLEAR_ALL = 4
_CAPABILITIES_3 = 0x20080522
_MOST_CAPABILITIES = 64


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
    forks: bool = True
    """Whether it may start processes; threads it always may."""


def set_limits(limits: Limits) -> None:
    """Set for this process, and all that it starts, what this system has limits for."""
    if sys.platform == "win32":
        return  # it has none of them
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


def get_ready() -> None:
    """Make once what every session needs to shut itself in."""
    _libc()
    for forks in (False, True):
        call_filter(forks=forks)


def become_nobody() -> None:
    """Stop being root, for good."""
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)
    # Whoever was root before is kept away from its own folder in /proc, where its namespaces
    # are described.
    _done("prctl", _SET_DUMPABLE, 1, 0, 0, 0)


def adopt() -> None:
    """Be told of the end of grandchildren whose parents have ended."""
    _done("prctl", _SUBREAPER, 1, 0, 0, 0)


def leave() -> None:
    """Enter namespaces of its own; the next process that is started is the first one in there."""
    user, group = os.getuid(), os.getgid()
    _write("oom_score_adj", "1000")  # where memory gets short, it is a session that has to go
    _done("unshare", _NAMESPACES)
    _write("setgroups", "deny")
    _write("uid_map", f"{user} {user} 1")
    _write("gid_map", f"{group} {group} 1")


def shut_in(limits: Limits, keep: tuple[int, ...]) -> None:
    """Keep a folder of its own and these descriptors, and give up all else that can be."""
    _done("mount", b"none", b"/", None, _PRIVATE, None)
    room = f"size={limits.folder},nr_inodes=10000,mode=700".encode()
    _done("mount", b"tmpfs", HOME.encode(), b"tmpfs", _NOSUID | _NODEV, room)
    # What is in /proc tells about other sessions, and a namespace's own can't be had everywhere.
    nothing = b"size=4k,nr_inodes=2,mode=555"
    _done("mount", b"tmpfs", b"/proc", b"tmpfs", _NOSUID | _NODEV | _READ_ONLY, nothing)
    os.chdir(HOME)
    for folder in ("tmp", "shm"):
        Path(folder).mkdir()
    os.setsid()
    _close_all_but(keep)
    set_limits(limits)
    _done("prctl", _NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    _drop_capabilities()
    if not refuse_calls(_libc(), forks=limits.forks) and not limits.forks:
        set_limits(
            replace(limits, processes=1)
        )  # on an unknown kind of machine: no threads, either


def give_up(limits: Limits) -> None:
    """Give up what can be given up without a namespace: rights, calls, the network, and limits."""
    _write("oom_score_adj", "1000")
    set_limits(limits)
    _done("prctl", _NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    if not refuse_calls(_libc(), sockets=(), forks=limits.forks):
        raise OSError("no filter of calls is known for this kind of machine")


def _drop_capabilities() -> None:
    """Give up every right that only administrators have, in these namespaces, too."""
    for capability in range(_MOST_CAPABILITIES):
        if _libc().prctl(_DROP_BOUNDING, capability, 0, 0, 0):
            break  # the kernel knows no more of them
    _done("prctl", _AMBIENT, _CLEAR_ALL, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(_CAPABILITIES_3, 0)
    _done("capset", header, (ctypes.c_uint32 * 6)())


def _close_all_but(keep: tuple[int, ...]) -> None:
    """Close every descriptor beside the first three and these, which no other program gets."""
    low = 3
    for descriptor in sorted(keep):
        os.set_inheritable(descriptor, False)
        os.closerange(low, descriptor)
        low = descriptor + 1
    os.closerange(low, os.sysconf("SC_OPEN_MAX"))


def _write(name: str, text: str) -> None:
    """Tell the kernel something about this process."""
    Path("/proc/self", name).write_text(text, encoding="ascii")


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _done(name: str, *arguments: object) -> None:
    """Make this call of the C library; an error of it is an `OSError`."""
    if getattr(_libc(), name)(*arguments):
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
