"""A session in WebAssembly: `prepare` is what all of them share, `live` what each one does.

There are no timers in there, no processes, and no loop of events but a browser's. What rings, and
what is slept through, goes by way of a file (`wasm/python.mjs`).
"""

from __future__ import annotations

import ast
import asyncio
import gc
import os
import random
import signal
import struct
import sys
import time
from typing import Any

from course_lib.play import clock
from course_tools.grader.sandbox.inside.shell import Shell, live_at, warm_shell
from course_tools.grader.sandbox.inside.wire import READY

_CLOCK = "/dev/clock"
_NAP = 0.02
"""So many seconds are slept at once: what rings is heard in between."""

_OUTSIDE = ("js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core")
"""What leads from Python to the program around it."""

_ready: list[Shell] = []


class _Loop(asyncio.BaseEventLoop):
    """Runs what a cell awaits: there is nothing in here to wait for but time."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = self

    def select(self, seconds: float | None) -> tuple[()]:
        """Nothing, so many seconds later."""
        time.sleep(seconds or 0)
        return ()

    def _process_events(self, events: object) -> None:
        """Nothing happens outside."""

    def _write_to_self(self) -> None:
        """Nobody else could wake it."""


def prepare() -> None:
    """Import all that sessions share."""
    _ready.append(warm_shell())
    ast.unparse(ast.parse("0"))  # a call needs it, and Python loads it where it is first used
    loops: Any = asyncio  # Pyodide has put its own in their place, and let it run already
    loops.run = loops.run.__wrapped__
    loops.DefaultEventLoopPolicy._loop_factory = _Loop  # noqa: SLF001 - where the system's stands
    loops.set_event_loop_policy(None)
    loops.events._set_running_loop(None)  # noqa: SLF001 - as Pyodide has set it
    gc.collect()
    gc.freeze()


def live() -> None:
    """Serve one session at the standard input and output."""
    device = os.open(_CLOCK, os.O_RDWR)

    def told() -> tuple[float, ...]:
        """In how many seconds it rings, how often then, what was computed, and what was slept."""
        return struct.unpack("4d", os.read(device, 32))

    def setitimer(_: int, seconds: float, interval: float = 0.0) -> tuple[float, ...]:
        """What was left; from now on it rings like this."""
        before = told()[:2]
        os.write(device, struct.pack("2d", seconds, interval))
        return before

    def sleep(seconds: float) -> None:
        """Sleep, and be woken by what rings."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            os.write(device, struct.pack("d", min(left, _NAP)))

    timers: Any = signal
    timers.ITIMER_REAL, timers.setitimer = 0, setitimer
    clocks: Any = time
    clocks.sleep, clocks.process_time = sleep, lambda: told()[2]
    clock.waited = lambda: sum(told()[2:])  # where others computed, nobody has waited
    random.seed()  # else all sessions would draw the same numbers
    os.chdir(os.environ["HOME"])
    sys.meta_path[:] = [one for one in sys.meta_path if "pyodide" not in type(one).__module__]
    modules: dict[str, Any] = sys.modules
    modules |= {name: None for name in modules if name.partition(".")[0] in _OUTSIDE}
    reads, writes = os.dup(0), os.dup(1)
    os.write(writes, READY)
    live_at(_ready[0], reads, writes)
