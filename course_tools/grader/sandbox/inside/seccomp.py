"""Which of the kernel's calls a session may not make: a filter, in the kernel's own language."""

from __future__ import annotations

import ctypes
import errno
import platform
import re
from functools import cache

_SET_SECCOMP, _FILTER = 22, 2
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000
_NUMBER, _MACHINE, _FIRST_ARGUMENT = 0, 4, 16
_NEW_USER, _THREAD = 0x10000000, 0x10000
_OTHER_CALLS = 0x40000000
_SOCKETS = (1, 2, 10)
"""Of all kinds of sockets those of files and of the internet: all that a network namespace holds.

Others lead out of it, for example to the machine that a virtual machine runs on.
"""

# Namespaces and mounts, looking into other processes, memory outside of all limits, keys and logs:
# each call with its number on the first machine below, and on the second.
_MACHINES = ("x86_64", "aarch64")
_NAMES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_CLONE = {"x86_64": 56, "aarch64": 220}
_SOCKET = {"x86_64": 41, "aarch64": 198}
_CLONE3 = 435
_FORKS = {"x86_64": (57, 58), "aarch64": ()}
"""The calls that begin a process and no thread, beside `clone`."""
_REFUSED = """
unshare 272 97; setns 308 268
mount 165 40; umount2 166 39; pivot_root 155 41; chroot 161 51; open_tree 428 428
move_mount 429 429; fsopen 430 430; fsconfig 431 431; fsmount 432 432; fspick 433 433
mount_setattr 442 442
ptrace 101 117; process_vm_readv 310 270; process_vm_writev 311 271; pidfd_getfd 438 438
userfaultfd 323 282; bpf 321 280; perf_event_open 298 241
shmget 29 194; semget 64 190; msgget 68 186; memfd_create 319 279; memfd_secret 447 447
io_uring_setup 425 425; io_uring_enter 426 426; io_uring_register 427 427
add_key 248 217; request_key 249 218; keyctl 250 219; syslog 103 116
"""


def refused(machine: str) -> list[int]:
    """The numbers of the calls that nobody may make on this machine."""
    column = 1 + _MACHINES.index(machine)
    return [int(call.split()[column]) for call in re.split(r"[;\n]", _REFUSED.strip())]


Instruction = tuple[int, int, int, int]
"""What to do, how many instructions to leave out if so and if not, and a number."""


def refuse_calls(
    libc: ctypes.CDLL, sockets: tuple[int, ...] = _SOCKETS, *, forks: bool = True
) -> bool:
    """Whether this process and all that it starts have the filter now; two machines know it.

    It lets these kinds of `sockets` through. Without `forks` it can start threads, and no process.
    """
    instructions = call_filter(sockets, forks=forks)
    if not instructions:
        return False
    whole = _Program(len(instructions), ctypes.cast(instructions, ctypes.c_void_p))
    if libc.prctl(_SET_SECCOMP, _FILTER, ctypes.byref(whole), 0, 0):
        raise OSError(ctypes.get_errno(), "the kernel did not take the filter of calls")
    return True


@cache
def call_filter(
    sockets: tuple[int, ...] = _SOCKETS, *, forks: bool = True
) -> ctypes.Array[_Instruction]:
    """The filter for this machine as the kernel reads it; empty where the machine is unknown."""
    machine = platform.machine()
    code = program(machine, sockets, forks=forks) if machine in _NAMES else []
    return (_Instruction * len(code))(*(_Instruction(*one) for one in code))


def program(
    machine: str, sockets: tuple[int, ...] = _SOCKETS, *, forks: bool = True
) -> list[Instruction]:
    """The filter for this kind of machine."""
    refuse = (_RETURN, 0, 0, _ERROR | errno.EPERM)
    allow = (_RETURN, 0, 0, _ALLOW)
    code = [
        # The numbers below mean something else in the calls of another kind of machine.
        (_LOAD, 0, 0, _MACHINE),
        (_EQUAL, 1, 0, _NAMES[machine]),
        refuse,
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _OTHER_CALLS),
        refuse,
        # Its argument lies where a filter can't look; who hears that there is no such call
        # makes the older one.
        (_EQUAL, 0, 1, _CLONE3),
        (_RETURN, 0, 0, _ERROR | errno.ENOSYS),
    ]
    for number in (*refused(machine), *(() if forks else _FORKS[machine])):
        code += [(_EQUAL, 0, 1, number), refuse]
    thread = [] if forks else [(_ANY_BIT, 1, 0, _THREAD), refuse]
    code += [
        (_EQUAL, 0, 4 + len(thread), _CLONE[machine]),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
        *thread,
        (_ANY_BIT, 0, 1, _NEW_USER),
        refuse,
        allow,
        (_EQUAL, 0, 2 + len(sockets), _SOCKET[machine]),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
    ]
    code += [(_EQUAL, len(sockets) - place, 0, kind) for place, kind in enumerate(sockets)]
    return [*code, refuse, allow]


class _Instruction(ctypes.Structure):
    """One instruction as the kernel reads it."""

    _fields_ = (
        ("code", ctypes.c_ushort),
        ("if_so", ctypes.c_ubyte),
        ("if_not", ctypes.c_ubyte),
        ("number", ctypes.c_uint),
    )


class _Program(ctypes.Structure):
    """The whole filter as the kernel reads it."""

    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p))
