"""Which of the kernel's calls a session may not make: a filter, in the kernel's own language."""

from __future__ import annotations

import ctypes
import errno
import platform

_SET_SECCOMP, _FILTER = 22, 2
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000
_NUMBER, _MACHINE, _FIRST_ARGUMENT = 0, 4, 16
_NEW_USER = 0x10000000
_OTHER_CALLS = 0x40000000
_SOCKETS = (1, 2, 10)
"""Of all kinds of sockets those of files and of the internet: all that a network namespace holds.

Others lead out of it, for example to the machine that a virtual machine runs on.
"""

# Making namespaces and mounts, looking into other processes, and memory outside of all limits.
_REFUSED_EVERYWHERE = {
    "io_uring_setup": 425,
    "io_uring_enter": 426,
    "io_uring_register": 427,
    "open_tree": 428,
    "move_mount": 429,
    "fsopen": 430,
    "fsconfig": 431,
    "fsmount": 432,
    "fspick": 433,
    "pidfd_getfd": 438,
    "mount_setattr": 442,
    "memfd_secret": 447,
}
_CLONE3 = 435
_REFUSED = {
    "x86_64": {
        "shmget": 29,
        "semget": 64,
        "msgget": 68,
        "ptrace": 101,
        "syslog": 103,
        "pivot_root": 155,
        "chroot": 161,
        "mount": 165,
        "umount2": 166,
        "add_key": 248,
        "request_key": 249,
        "keyctl": 250,
        "unshare": 272,
        "perf_event_open": 298,
        "setns": 308,
        "process_vm_readv": 310,
        "process_vm_writev": 311,
        "memfd_create": 319,
        "bpf": 321,
        "userfaultfd": 323,
    },
    "aarch64": {
        "umount2": 39,
        "mount": 40,
        "pivot_root": 41,
        "chroot": 51,
        "unshare": 97,
        "syslog": 116,
        "ptrace": 117,
        "msgget": 186,
        "semget": 190,
        "shmget": 194,
        "add_key": 217,
        "request_key": 218,
        "keyctl": 219,
        "perf_event_open": 241,
        "setns": 268,
        "process_vm_readv": 270,
        "process_vm_writev": 271,
        "memfd_create": 279,
        "bpf": 280,
        "userfaultfd": 282,
    },
}
_NAMES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_CLONE = {"x86_64": 56, "aarch64": 220}
_SOCKET = {"x86_64": 41, "aarch64": 198}

Instruction = tuple[int, int, int, int]
"""What to do, how many instructions to leave out if so and if not, and a number."""


def refuse_calls(libc: ctypes.CDLL) -> bool:
    """Whether this process and all that it starts have the filter now; two machines know it."""
    machine = platform.machine()
    if machine not in _NAMES:
        return False
    code = program(machine)
    instructions = (_Instruction * len(code))(*(_Instruction(*one) for one in code))
    whole = _Program(len(code), ctypes.cast(instructions, ctypes.c_void_p))
    if libc.prctl(_SET_SECCOMP, _FILTER, ctypes.byref(whole), 0, 0):
        raise OSError(ctypes.get_errno(), "the kernel did not take the filter of calls")
    return True


def program(machine: str) -> list[Instruction]:
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
    for number in {**_REFUSED_EVERYWHERE, **_REFUSED[machine]}.values():
        code += [(_EQUAL, 0, 1, number), refuse]
    code += [
        (_EQUAL, 0, 4, _CLONE[machine]),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
        (_ANY_BIT, 0, 1, _NEW_USER),
        refuse,
        allow,
        (_EQUAL, 0, 2 + len(_SOCKETS), _SOCKET[machine]),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
    ]
    code += [(_EQUAL, len(_SOCKETS) - place, 0, kind) for place, kind in enumerate(_SOCKETS)]
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
