"""The server for a class, from the start to a clean stop."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable, Iterator
from random import Random

from course_tools.arena.server_pages import pages
from course_tools.arena.server_plan import ServerPlan
from course_tools.arena.server_rooms import CourseServer


async def serve(plan: ServerPlan, rng: Random, ready: Callable[[CourseServer], None]) -> None:
    """Serve until Ctrl-C or SIGTERM; `ready` is called when all ports are open."""
    server = CourseServer(plan, rng)
    with _stop_asked() as stop:
        server.start(pages)
        try:
            ready(server)
            await stop.wait()
        finally:
            await server.close()


@contextlib.contextmanager
def _stop_asked() -> Iterator[asyncio.Event]:
    """An event that Ctrl-C and SIGTERM set, on every system."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    signals = (signal.SIGINT, signal.SIGTERM)
    before = {
        one: signal.signal(one, lambda *_: loop.call_soon_threadsafe(stop.set)) for one in signals
    }
    try:
        yield stop
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
